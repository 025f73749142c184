"""Scoring a whole file of cases, line by line, in constant memory, on one or more processes."""

from __future__ import annotations

import json
import multiprocessing
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from hri.domain.assessments import VersionRef
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.errors import CaseFileError
from hri.knowledge import load_pack
from hri.knowledge.cases import CaseLine, read_cases
from hri.knowledge.policies import load_policy
from hri.pipeline import assess_or_route

CHUNK = 16
"""Cases handed to a worker at a time: enough to hide what the hand-over costs."""


CHUNKS_AHEAD = 4
"""Chunks for each worker that are read before it asks for them."""
_PATIENCE = 0.2
"""Seconds after which a thread that waits looks whether its pool has ended."""


class ScoredLine(NamedTuple):
    """One line of a case file after scoring: an assessment as JSON, or a fault."""

    line: int
    output: str | None
    action: Action | None
    fault: CaseFileError | None


class BatchReport(NamedTuple):
    """What became of a file of cases."""

    by_action: dict[Action, int]
    faults: tuple[tuple[int, CaseFileError], ...]

    @property
    def scored(self) -> int:
        """How many cases were scored."""
        return sum(self.by_action.values())


class _Scorer(NamedTuple):
    knowledge: Knowledge
    policy: Policy
    policy_ref: VersionRef

    def score(self, item: CaseLine) -> ScoredLine:
        if isinstance(item.case, CaseFileError):
            return ScoredLine(item.line, None, None, item.case)
        assessment = assess_or_route(item.case, self.knowledge, self.policy, self.policy_ref)
        return ScoredLine(item.line, assessment.model_dump_json(), assessment.state, None)


def score_file(
    cases: Path,
    pack: Path,
    policy: Path,
    write: Callable[[str], Any],
    *,
    cache: Path | None = None,
    workers: int = 1,
    progress: Callable[[int], Any] = lambda _: None,
) -> BatchReport:
    """Score every case of a file in order; faulty lines are reported, the rest is scored.

    Args:
        cases: JSON Lines or CSV in the case format.
        pack: Folder of the knowledge pack.
        policy: Policy file.
        write: Is given each assessment as one line of JSON.
        cache: Folder for the pack's index.
        workers: Processes; the output is the same for any number.
        progress: Is told after each line how many lines are done.

    Returns:
        Counts per action and the faulty lines.

    Raises:
        CaseFileError: The file cannot be opened.
        PackFileError, PolicyFileError: Pack or policy is faulty; nothing is scored.
    """
    counts: dict[Action, int] = dict.fromkeys(ACTIONS, 0)
    faults: list[tuple[int, CaseFileError]] = []
    lines = read_cases(cases)
    first = next(lines, None)  # a file that cannot be opened shows before the pack is loaded
    if first is None:
        return BatchReport(counts, ())
    with _scoring(pack, policy, cache, workers) as score_all:
        for done, result in enumerate(score_all(chain([first], lines)), start=1):
            if result.fault is not None:
                faults.append((result.line, result.fault))
            elif result.output is not None and result.action is not None:
                counts[result.action] += 1
                write(result.output)
            progress(done)
    return BatchReport(counts, tuple(faults))


def describe_fault(line: int, fault: CaseFileError) -> str:
    """One line of a rejects file: line number, place, problem and remedy as JSON."""
    record = {
        "line": line,
        "where": fault.pointer,
        "problem": fault.problem,
        "remedy": fault.remedy,
    }
    return json.dumps(record, ensure_ascii=False)


@contextmanager
def _scoring(
    pack: Path, policy: Path, cache: Path | None, workers: int
) -> Iterator[Callable[[Iterable[CaseLine]], Iterator[ScoredLine]]]:
    scorer = _open(pack, policy, cache)  # faults of pack and policy show here, in one process
    if workers <= 1:
        yield lambda items: map(scorer.score, items)
        return
    context = multiprocessing.get_context("spawn")  # a forked search index would share its threads
    waiting = _Waiting(workers * CHUNKS_AHEAD * CHUNK)
    with context.Pool(workers, _start_worker, (pack, policy, cache)) as pool, waiting:
        yield lambda items: waiting.let_go(
            pool.imap(_score_in_worker, waiting.let_in(items), chunksize=CHUNK)
        )


class _Waiting:
    """Keeps a pool from reading a whole file ahead of what it has scored.

    Args:
        most: Items that may be read and not yet scored.
    """

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)
        self._ended = threading.Event()

    def __enter__(self) -> _Waiting:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def let_in(self, items: Iterable[CaseLine]) -> Iterator[CaseLine]:
        """The items, each once there is room for it; the pool's own thread waits here."""
        for item in items:
            while not self._free.acquire(timeout=_PATIENCE):
                if self._ended.is_set():
                    return
            yield item

    def let_go(self, results: Iterable[ScoredLine]) -> Iterator[ScoredLine]:
        """The results, each making room for another item."""
        for result in results:
            self._free.release()
            yield result


def _open(pack: Path, policy: Path, cache: Path | None) -> _Scorer:
    loaded, ref = load_policy(policy)
    return _Scorer(load_pack(pack, cache=cache), loaded, ref)


_WORKER: list[_Scorer] = []


def _start_worker(pack: Path, policy: Path, cache: Path | None) -> None:
    _WORKER.append(_open(pack, policy, cache))


def _score_in_worker(item: CaseLine) -> ScoredLine:
    return _WORKER[0].score(item)
