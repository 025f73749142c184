"""Suites as the desk runs them: what there is, what the last run gave, and its documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from hri.assurance.bundles import BundleReport, files_in, verify_bundle
from hri.assurance.environment import code_digest
from hri.assurance.jobs import Jobs, JobState, Work
from hri.assurance.requirements import Catalogue, load_requirements
from hri.assurance.runrecords import UNTOLD, Given, Listed, Order, Ran, Shown
from hri.assurance.shelves import Shelf
from hri.assurance.suites import HEADER, load_suite
from hri.assurance.testcases import Suite
from hri.casework.permissions import Guard, UseCase
from hri.casework.scoring import LiveScorer, Scorer
from hri.domain.events import AuditEvent, EventDraft, EventFilter, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.errors import HriError, NotFoundError, SuiteFileError

SHIPPED = Path("data/packs")
"""Packs that come with the product: suites for them can be run on any desk."""

Begin = Callable[[Order], Work[Given]]
"""Sets a run going in a process of its own."""


class Folders(NamedTuple):
    """Where things lie."""

    suites: Path
    """One folder a suite."""
    pack: Path
    """The pack that the desk judges by."""


class SuiteRuns:
    """Suites, runs and their documents. Permissions: READ_ASSURANCE, RUN_SUITES.

    Args:
        folders: Where suites and the pack lie.
        shelf: Keeps the documents.
        begin: Sets a run going.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        live: LiveScorer,
        folders: Folders,
        shelf: Shelf,
        begin: Begin,
    ) -> None:
        self._store, self._guard, self._clock, self._live = store, guard, clock, live
        self._folders, self._shelf, self._begin = folders, shelf, begin
        self._jobs = Jobs[Given, Ran](clock)
        self._code = ""
        self._read: dict[Path, tuple[object, Suite]] = {}

    def all(self, actor: Actor) -> Shown:
        """Every suite with its cases and its last run, and the requirements.

        Raises:
            ForbiddenError: The actor may not read them.
            SuiteFileError: The requirements cannot be read.
        """
        self._guard.require(actor, UseCase.READ_ASSURANCE)
        catalogue, scorer = load_requirements(), self._live.now()
        suites, faults = list[Listed](), list[SuiteFileError]()
        with self._store.read() as records:
            for folder in self._suite_folders():
                try:
                    suites.append(self._listed(records, self._load(folder), catalogue, scorer))
                except SuiteFileError as fault:
                    faults.append(fault)
        return Shown(tuple(suites), catalogue, tuple(faults))

    def start(self, actor: Actor, suite_id: str, organisation: str = "") -> None:
        """Run a suite against the policy that is live now; it goes on when this returns.

        It is run against the desk's own pack where it is written for that one, else against the
        pack of that name that the product ships. The end is told in the log, under who started it.

        Raises:
            ForbiddenError: The actor may not run suites.
            NotFoundError: There is no such suite.
            BusyError: One is being run.
        """
        self._guard.require(actor, UseCase.RUN_SUITES, suite_id)
        order = self._order(suite_id, organisation)

        def done(given: Given) -> Ran:
            return self._keep(actor, given)

        def failed(problem: HriError, stopped_by: str) -> None:
            self._tell_stop(actor, suite_id, problem, stopped_by)

        self._jobs.start(actor, suite_id, lambda: self._begin(order), done, failed)

    def state(self, actor: Actor) -> JobState[Ran] | None:
        """The run that goes on, or the last one of this process.

        Raises:
            ForbiddenError: The actor may not read it.
        """
        self._guard.require(actor, UseCase.READ_ASSURANCE)
        return self._jobs.state()

    def stop(self, actor: Actor) -> None:
        """Have the run that goes on end without a result; the log tells who did so.

        Raises:
            ForbiddenError: The actor may not run suites.
        """
        self._guard.require(actor, UseCase.RUN_SUITES)
        self._jobs.stop(actor)

    def bundle(self, actor: Actor, suite_id: str, language: str) -> bytes:
        """The bundle of the last run of a suite, byte for byte as it was issued.

        Raises:
            ForbiddenError: The actor may not read it.
            NotFoundError: The suite was never run, or its documents are not kept any more.
        """
        self._guard.require(actor, UseCase.READ_ASSURANCE, suite_id)
        with self._store.read() as records:
            last = last_run(records, suite_id)
        if last is None or language not in last.bundles:
            raise NotFoundError("There are no documents of this suite.", where=suite_id)
        return self._shelf.get(last.bundles[language])

    def documents(self, actor: Actor, suite_id: str, language: str) -> dict[str, bytes]:
        """The files in that bundle, by path; raises as ``bundle``."""
        return files_in(self.bundle(actor, suite_id, language))

    def verify(self, actor: Actor, name: str, content: bytes, key: str = "") -> BundleReport:
        """Compare somebody's bundle with its manifest and signature.

        Args:
            actor: Who asks.
            name: What the file is called.
            content: The file.
            key: Public key in hexadecimal that must have signed it; "": any.

        Raises:
            ForbiddenError: The actor may not have it verified.
            DataFileError: It is no zip, or too large.
        """
        self._guard.require(actor, UseCase.READ_ASSURANCE)
        return verify_bundle(Path(name), key, content)

    def _suite_folders(self) -> Iterator[Path]:
        return (path.parent for path in sorted(self._folders.suites.glob(f"*/{HEADER}")))

    def _load(self, folder: Path) -> Suite:
        """The suite of a folder, read anew when one of its files changed."""
        stats = [(path.name, path.stat()) for path in sorted(folder.glob("*.toml"))]
        stamp = [(name, stat.st_mtime_ns, stat.st_size) for name, stat in stats]
        known = self._read.get(folder)
        if known is None or known[0] != stamp:
            known = self._read[folder] = (stamp, load_suite(folder))
        return known[1]

    def _listed(
        self, records: Records, suite: Suite, catalogue: Catalogue, scorer: Scorer
    ) -> Listed:
        last = last_run(records, suite.info.id)
        own = suite.info.pack == scorer.knowledge.ref.id
        changed: list[str] = []
        if last is not None:
            now = {"suite": suite.ref, "requirements": catalogue.ref, "policy": scorer.policy_ref}
            now |= {"pack": scorer.knowledge.ref} if own else {}
            changed = [name for name, ref in now.items() if getattr(last, name) != ref]
            changed += ["code"] if last.code != self._code_now() else []
        return Listed(suite, own, last, tuple(changed))

    def _code_now(self) -> str:
        """The code that this process runs; what lies on the disk later on is not that."""
        self._code = self._code or code_digest()
        return self._code

    def _order(self, suite_id: str, organisation: str) -> Order:
        folder = self._folder_of(suite_id)
        scorer, wanted = self._live.now(), self._load(folder).info.pack
        shipped = SHIPPED / wanted
        other = wanted != scorer.knowledge.ref.id and shipped.is_dir()
        pack = shipped if other else self._folders.pack
        return Order(folder, pack, scorer.policy, scorer.policy_ref, organisation.strip())

    def _folder_of(self, suite_id: str) -> Path:
        for folder in self._suite_folders():
            with suppress(SuiteFileError):  # one that cannot be read is told by ``all``
                if self._load(folder).info.id == suite_id:
                    return folder
        raise NotFoundError("There is no such suite.", where=suite_id)

    def _keep(self, actor: Actor, given: Given) -> Ran:
        bundles = {name: self._shelf.keep(content) for name, content in given.bundles.items()}
        ran = given.ran.model_copy(update={"bundles": bundles})
        payload = ran.model_dump(mode="json", exclude=UNTOLD)
        draft = EventDraft(
            kind=EventKind.SUITE_RAN, actor=actor.id, subject=ran.suite.id, payload=payload
        )
        with self._store.write() as records:
            return _read(records.audit.append(draft, self._clock.now())) or ran

    def _tell_stop(self, actor: Actor, suite_id: str, problem: HriError, stopped_by: str) -> None:
        payload = {"stopped_by": stopped_by} if stopped_by else {"problem": problem.what}
        draft = EventDraft(
            kind=EventKind.SUITE_STOPPED, actor=actor.id, subject=suite_id, payload=payload
        )
        with self._store.write() as records:
            records.audit.append(draft, self._clock.now())


def last_run(records: Records, suite_id: str) -> Ran | None:
    """The last run of a suite that the log tells; None where there is none that can be read."""
    narrow = EventFilter(kinds=(EventKind.SUITE_RAN,), subject=suite_id)
    found = records.audit.search(narrow, 1, None)
    return _read(found[0]) if found else None


def _read(event: AuditEvent) -> Ran | None:
    told = {name: value for name, value in event.payload.items() if name in Ran.model_fields}
    try:
        return Ran.model_validate({**told, "seq": event.seq, "at": event.at, "by": event.actor})
    except ValidationError:  # told by another version of the product
        return None
