"""A database with many cases: the demonstration's, assessed once, stored in variations."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hri.casework.arrival import record_arrival
from hri.casework.permissions import SYSTEM
from hri.casework.priority import Deadlines, Draws, priority_risk
from hri.domain.assessments import Assessment
from hri.domain.canonical import case_digest
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.reviews import StoredCase
from hri.errors import HriError
from hri.pipeline import assess_or_route
from hri.settings import Settings
from hri.store.database import SqliteStore
from hri.wiring import Desk, open_desk, read_cases

AT_ONCE = 2000
"""Cases in one transaction."""
DAYS = 10
"""How far back the arrivals reach; older ones are past their deadline."""
MODELS, CHANNELS = ("model-a", "model-b", "model-c"), ("web", "app", "counter", "phone")
Scored = tuple[Case, Assessment]


def full_database(folder: Path, count: int) -> Path:
    """The database with ``count`` cases, made when it is not there or was made by another version.

    Nine in ten wait for a person, many more than at a real desk; the others were delivered. It is
    kept in ``folder`` for the next time.
    """
    path = folder / f"full-{count}.sqlite"
    if not _usable(path):
        print(f"Filling {path} with {count} cases; this is done once.", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        half.unlink(missing_ok=True)
        _fill(half, count)
        half.replace(path)
    return path


def _usable(path: Path) -> bool:
    """Whether the desk as it is now opens a database; its policy may have changed since."""
    try:
        if path.is_file():
            open_desk(Settings(database=path))
            return True
    except HriError as error:
        print(error, flush=True)
    return False


def fresh_copy(full: Path, folder: Path) -> Path:
    """A copy to work on, in a folder that is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copy = folder / "hri.sqlite"
    shutil.copyfile(full, copy)
    # On the disk before anybody works, or the first decisions would wait for the copy.
    with copy.open("r+b") as file:
        os.fsync(file.fileno())
    return copy


def _fill(path: Path, count: int) -> None:
    desk = open_desk(Settings(database=path))
    scored = [*_scored(desk)]
    wait = [one for one in scored if one[1].state.escalates]
    gone = [one for one in scored if not one[1].state.escalates]
    # The policy is asked for once: it is looked up in the database that is being written.
    store, now, policy = SqliteStore(path), desk.clock.now(), desk.policy
    draws = _draws(desk.settings)
    for start in range(0, count, AT_ONCE):
        with store.write() as records:
            for number in range(start, min(start + AT_ONCE, count)):
                kinds = gone if number % 10 == 0 else wait
                case, found = _varied(kinds[number // 10 % len(kinds)], number)
                at = now - timedelta(days=DAYS) * (1 - number / count)
                stored = _stored(desk, policy, found, case, at)
                record_arrival(records, SYSTEM, stored, found.reply, draws)


def _scored(desk: Desk) -> Iterator[Scored]:
    for _line, case in read_cases(desk.settings.demonstration_cases):
        if isinstance(case, Case):
            yield case, assess_or_route(case, desk.knowledge, desk.policy, desk.policy_ref)


def _varied(scored: Scored, number: int) -> Scored:
    """The n-th case: a demonstration case under an id, question, model and channel of its own."""
    case, found = scored
    case_id = f"load-{number:06}"
    changes: dict[str, Any] = {
        "case_id": case_id,
        "question": f"{case.question} ({number})",
        "model": MODELS[number % len(MODELS)],
        "channel": CHANNELS[number // 7 % len(CHANNELS)],
    }
    return case.model_copy(update=changes), found.model_copy(update={"case_id": case_id})


def _stored(desk: Desk, policy: Policy, found: Assessment, case: Case, at: datetime) -> StoredCase:
    settings = desk.settings
    deadlines = Deadlines(
        route=timedelta(hours=settings.route_hours), defer=timedelta(hours=settings.defer_hours)
    )
    # Spread a little, as real risks are; equal ones would make every order a tie.
    risk = priority_risk(found, policy) * (0.9 + int(case_digest(case)[:4], 16) / 0xFFFF / 10)
    return StoredCase(
        case_id=found.case_id,
        digest=case_digest(case),
        case=case,
        assessment=found,
        received_at=at,
        due_at=deadlines.due(found.state, at),
        priority_risk=risk,
        service=(found.procedure.id or "").split("/")[0],
    )


def _draws(settings: Settings) -> Draws:
    shares = {Action.PASS: settings.sample_pass_share, Action.WARN: settings.sample_warn_share}
    return Draws(random=settings.random_share, sampled=shares)
