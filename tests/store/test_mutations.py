"""Every single change of a closed log is found, by the product and by the stand-alone verifier."""

from __future__ import annotations

import importlib.util
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest
from sqlite_utils import Database
from store.mutations import Mutation, mutate

from hri.domain.checkpoints import Seal, Sealing
from hri.domain.events import EventDraft, EventKind
from hri.store.audit import SqliteAudit
from hri.store.chain import walk
from hri.store.database import open_store
from hri.store.seals import SqliteSeals, seal_findings, sealed, vouched

ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVENTS = 40


def verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_audit", ROOT / "tools/verify_audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


STANDALONE = verifier()


def make_log(path: Path, events: int, chance: random.Random) -> Seal:
    """A log of random events with seals; gives the last one, which is kept elsewhere."""
    store = open_store(path, sealing=Sealing(events=chance.randrange(3, 9)))
    with store.write() as records:
        for number in range(events):
            payload = {"n": number, "word": chance.choice(["é", "x\n", "", "a" * 40]), "part": 0.1}
            draft = EventDraft(
                kind=chance.choice(list(EventKind)),
                actor=chance.choice(["anne", "bruno", "hri"]),
                subject=f"case-{chance.randrange(9)}",
                payload=payload,
            )
            at = NOON + timedelta(seconds=chance.randrange(-5, 90) + 20 * number)
            records.audit.append(draft, at)
        records.seals.seal(NOON + timedelta(days=1), early=True)
        last = records.seals.last()
    assert last is not None
    assert last.seq == events
    return last


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[bytes, Seal]]:
    """A closed log as bytes, without the triggers, and the seal that is kept elsewhere."""
    path = tmp_path_factory.mktemp("closed") / "hri.sqlite"
    kept = make_log(path, EVENTS, random.Random(7))
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {name}")
        db.commit()
        yield db.serialize(), kept


def opened(content: bytes) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.deserialize(content)
    return db


def product_finds(db: sqlite3.Connection, kept: Seal) -> tuple[int | None, bool]:
    """The first bad event as the chain has it, and whether anything at all is wrong."""
    records = Database(db)
    seals = sealed(records)
    found = walk(records, [kept, *vouched(seals)])
    wrong = [*seal_findings(records, seals, [kept])]
    return found.first_bad, found.first_bad is not None or bool(wrong)


def standalone_finds(db: sqlite3.Connection, kept: Seal, path: Path) -> tuple[int, list[str]]:
    path.write_bytes(db.serialize())
    own = path.with_suffix(".json")
    own.write_text(kept.model_dump_json())
    faults = STANDALONE.verify(path, [own], set()).faults
    named = [fault.split()[1] for fault in faults if fault.startswith("event ")]
    return int(named[0]) if named else 0, faults


def check(mutation: Mutation, named: int | None, kept: Seal, *, found: bool) -> None:
    assert found, mutation
    if mutation.first_bad is None:
        return
    if mutation.kind == "rewrite":  # every hash fits; a checkpoint after it is the first to differ
        assert named is not None, mutation
        assert mutation.first_bad <= named <= kept.seq, mutation
    elif mutation.kind == "edit seq":  # the row may be named by its new number
        assert named is not None, mutation
    elif mutation.kind in ("edit hash", "insert", "delete"):  # the next one misfits
        assert named in (mutation.first_bad, mutation.first_bad + 1), mutation
    else:
        assert named == mutation.first_bad, (mutation, named)


def run(closed: tuple[bytes, Seal], seeds: range, path: Path, every: int) -> Counter[str]:
    content, kept = closed
    kinds: Counter[str] = Counter()
    for seed in seeds:
        with closing(opened(content)) as db:
            mutation = mutate(db, random.Random(seed))
            named, found = product_finds(db, kept)
            check(mutation, named, kept, found=found)
            if seed % every == 0:
                alone, faults = standalone_finds(db, kept, path)
                check(mutation, alone or None, kept, found=bool(faults))
            kinds[mutation.kind] += 1
    return kinds


def test_every_single_change_is_found_and_its_first_event_named(closed, tmp_path: Path):
    kinds = run(closed, range(400), tmp_path / "copy.sqlite", every=4)
    assert len(kinds) > 15, kinds


@pytest.mark.torture
def test_ten_thousand_single_changes_are_found(closed, tmp_path: Path):
    kinds = run(closed, range(1000, 11_000), tmp_path / "copy.sqlite", every=1)
    assert sum(kinds.values()) == 10_000


def clean(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path.unlink(missing_ok=True)
    kept = make_log(path, chance.randrange(1, 30), chance)
    with closing(sqlite3.connect(path)) as db:
        assert product_finds(db, kept) == (None, False), seed
    own = path.with_suffix(".json")
    own.write_text(kept.model_dump_json())
    assert STANDALONE.verify(path, [own], set()).faults == [], seed


def test_a_clean_log_gives_no_alarm(tmp_path: Path):
    for seed in range(12):
        clean(tmp_path / "log.sqlite", seed)


@pytest.mark.torture
def test_ten_thousand_clean_logs_give_no_alarm(tmp_path: Path):
    store = tmp_path / "log.sqlite"
    for seed in range(100, 200):
        clean(store, seed)
    # The others without a file each: what takes time is making the schema, not the log.
    content = _empty(tmp_path)
    for seed in range(9_900):
        _clean_in_memory(content, seed)


def _empty(tmp_path: Path) -> bytes:
    path = tmp_path / "empty.sqlite"
    open_store(path)
    with closing(sqlite3.connect(path)) as db:
        return db.serialize()


def _clean_in_memory(content: bytes, seed: int) -> None:
    chance = random.Random(seed)
    with closing(opened(content)) as connection:
        db = Database(connection)
        seals = SqliteSeals(db, Sealing(events=chance.randrange(1, 9)))
        audit = SqliteAudit(db, seals)
        connection.execute("BEGIN")
        for number in range(chance.randrange(1, 30)):
            draft = EventDraft(
                kind=EventKind.REFUSED, actor="anne", subject=f"s{chance.random()}",
                payload={"n": chance.random(), "word": chr(chance.randrange(32, 0x2FFF))},
            )  # fmt: skip
            audit.append(draft, NOON + timedelta(seconds=chance.randrange(-9, 99) * number))
        seals.seal(NOON, early=True)
        kept = seals.last()
        connection.execute("COMMIT")
        assert kept is not None
        assert product_finds(connection, kept) == (None, False), seed
