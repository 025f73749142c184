"""A made-up history written into a database in bulk, as the desk would have stored it."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from histbench.making import DAY, DAYS, MadeUp, made_up
from hri.domain.assessments import VersionRef
from hri.domain.canonical import canonical_json
from hri.domain.decisions import ACTIONS
from hri.domain.figures import SlotTrait
from hri.domain.reviews import Judgement
from hri.domain.slots import SLOTS
from hri.errors import HriError
from hri.evaluation.labels import RIGHT, WRONG
from hri.settings import Settings
from hri.wiring import open_desk

JUDGEMENT = {RIGHT: Judgement.SUPPORTED.value, WRONG: Judgement.WRONG.value}
CASES = """INSERT INTO cases (n, case_id, digest, received_at, due_at, action, base_action, hri,
    priority_risk, flags, procedure_id, service, language, model, channel, policy_version)
    VALUES (?, ?, '', ?, ?, ?, ?, NULL, 0.5, ?, NULL, ?, 'fr', 'model-a', 'web', ?)"""
SIGNALS = """INSERT INTO slot_signals
    (case_n, slot, applies, present, sis, ccs, rvs, risk, flagged, trait)
    VALUES (?, ?, 1, 1, ?, ?, ?, 0.5, 0, ?)"""
REVIEWS = """INSERT INTO reviews (case_n, case_id, state, origin, version, verb, decided_by,
    decided_at, received_at, due_at, priority_risk, action, flagged, language, service, model,
    channel, sample_weight)
    SELECT n, case_id, ?, ?, 0, ?, ?, ?, received_at, due_at, priority_risk, action, 0, language,
      service, model, channel, ? FROM cases WHERE n = ?"""
DECISIONS = """INSERT INTO decisions (case_id, verb, body, actor, actor_name, at)
    VALUES (?, ?, ?, 'anne', 'Anne', ?)"""


def stored_history(folder: Path, size: int) -> Path:
    """The database with ``size`` cases; made when it is not there or cannot be opened any more."""
    path = folder / f"history-{size}.sqlite"
    if path.is_file() and _usable(path):
        return path
    print(f"Making {path} with {size} cases; this is done once and takes minutes.", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    half.unlink(missing_ok=True)
    desk = open_desk(Settings(database=half))
    _fill(half, made_up(size, desk.policy), desk.policy_ref)
    half.replace(path)
    return path


def _usable(path: Path) -> bool:
    try:
        open_desk(Settings(database=path))
    except HriError as error:
        print(error, flush=True)
        return False
    return True


def _fill(path: Path, made: MadeUp, ref: VersionRef) -> None:
    begun = int(time.time() * 1_000_000) - DAYS * DAY  # noqa: TID251
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA cache_size = -400000")
        db.execute("BEGIN IMMEDIATE")
        traits = _traits(db, made)
        db.executemany(CASES, _cases(made, ref.version, begun))
        db.executemany(SIGNALS, _signals(made, traits))
        db.executemany(REVIEWS, _reviews(made, begun))
        db.executemany(DECISIONS, _decisions(made, begun))
        db.execute("COMMIT")
        db.execute("ANALYZE")


def _traits(db: sqlite3.Connection, made: MadeUp) -> list[int]:
    """Number in the database of the trait of each kind."""
    found = dict.fromkeys(kind.trait for kind in made.history.kinds if kind)
    for trait in found:
        db.execute("INSERT OR IGNORE INTO traits (body) VALUES (?)", [_body(trait)])
        row = db.execute("SELECT n FROM traits WHERE body = ?", [_body(trait)]).fetchone()
        found[trait] = row[0]
    return [found[kind.trait] if kind else 0 for kind in made.history.kinds]


def _body(trait: SlotTrait) -> str:
    pairs = sorted((verdict.value, reason or "") for verdict, reason in trait.verdicts)
    floors = sorted(floor or "" for floor in trait.floors)
    return canonical_json({"verdicts": [[*pair] for pair in pairs], "floors": floors})


def _cases(made: MadeUp, version: str, begun: int) -> Iterator[tuple[object, ...]]:
    history = made.history
    names = [",".join(flags) for flags in history.flag_sets]
    columns = (history.received, history.action, history.flag_set, history.service)
    for place, (at, action, flags, service) in enumerate(zip(*map(_list, columns), strict=True)):
        name, when = ACTIONS[action].value, begun + at
        flag, where = names[flags], history.services[service]
        yield (place + 1, history.ids[place], when, when + DAY, name, name, flag, where, version)


def _signals(made: MadeUp, traits: list[int]) -> Iterator[tuple[object, ...]]:
    history = made.history
    cases, slots = np.nonzero(history.applies.T)
    columns = [column[slots, cases] for column in (history.sis, history.ccs, history.rvs)]
    signals = [np.where(np.isnan(each), None, each.astype(object)).tolist() for each in columns]
    which = np.array(traits)[history.kind[slots, cases]]
    return zip(_list(cases + 1), _list(slots), *signals, _list(which), strict=True)


def _reviews(made: MadeUp, begun: int) -> Iterator[tuple[object, ...]]:
    history, labels = made.history, made.labels
    verb: list[str | None] = [None] * history.size
    for place, case in zip(_list(labels.place), _list(labels.case), strict=True):
        verb[place] = "reject" if case == WRONG else "approve"
    rows = zip(_list(history.action), _list(history.received), _list(history.drawn), strict=True)
    for place, (action, at, drawn) in enumerate(rows):
        origin = "waiting" if ACTIONS[action].escalates else "delivered"
        weight, done = None if np.isnan(drawn) else drawn, verb[place]
        if done is None:
            yield (origin, origin, None, None, None, weight, place + 1)
        else:
            yield ("decided", origin, done, "anne", begun + at + DAY, weight, place + 1)


def _decisions(made: MadeUp, begun: int) -> Iterator[tuple[object, ...]]:
    history, labels = made.history, made.labels
    rows = zip(_list(labels.place), _list(labels.case), labels.slots.T.tolist(), strict=True)
    for place, case, slots in rows:
        wrong = case == WRONG
        body = {
            "case_id": history.ids[place],
            "verb": "reject" if wrong else "approve",
            "seen_version": 0,
            "reason_code": "other",
            "reason_text": "made up",
            "text": "Ask the town hall." if wrong else None,
            "judgements": {
                slot.value: JUDGEMENT[found]
                for slot, found in zip(SLOTS, slots, strict=True)
                if found in JUDGEMENT
            },
        }
        when = begun + int(history.received[place]) + DAY
        yield (history.ids[place], body["verb"], json.dumps(body), when)


def _list(column: np.ndarray) -> list:
    return column.tolist()
