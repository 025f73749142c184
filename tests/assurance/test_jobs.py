"""Long work: one piece at a time, followed, stopped, and told at its end."""

from __future__ import annotations

from threading import Event

import pytest
from casework.bench import ANNE, BRUNO, FakeClock

from hri.assurance.jobs import Jobs, Step
from hri.errors import BusyError, HriError, StoppedError, StoreError


class FakeWork:
    """Goes on until it is let go or stopped."""

    def __init__(self, result: object = "done") -> None:
        self.go, self.stopped, self.result = Event(), False, result

    def follow(self, told):
        told(Step(1, 2, "first"))
        assert self.go.wait(10)
        if self.stopped:
            raise StoppedError("stopped")
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def stop(self):
        self.stopped = True
        self.go.set()


def jobs_with(work: FakeWork, done=lambda given: given, failed=lambda *_: None):
    jobs: Jobs[object, object] = Jobs(FakeClock())
    jobs.start(ANNE, "paper", lambda: work, done, failed)
    return jobs


def await_end(jobs):
    for _ in range(1000):
        state = jobs.state()
        if state.ended is not None:
            return state
        Event().wait(0.01)
    pytest.fail("the work did not end")


def test_work_goes_on_while_nobody_waits_and_keeps_its_result():
    work = FakeWork()
    jobs = jobs_with(work, done=str.upper)
    assert jobs.state().ended is None
    work.go.set()
    state = await_end(jobs)
    assert (state.result, state.problem, state.stopped_by) == ("DONE", None, "")
    assert (state.subject, state.actor, state.step) == ("paper", ANNE, Step(1, 2, "first"))


def test_a_second_start_is_refused_and_begins_nothing():
    work = FakeWork()
    jobs = jobs_with(work)
    with pytest.raises(BusyError, match=r"Anne started it.*Remedy"):
        jobs.start(BRUNO, "paper", lambda: pytest.fail("begun"), str)
    work.go.set()
    await_end(jobs)
    again = FakeWork()
    jobs.start(BRUNO, "framework", lambda: again, str)
    again.go.set()
    assert await_end(jobs).actor == BRUNO


def test_a_stop_is_told_with_who_stopped_it():
    told = []
    work = FakeWork()
    jobs = jobs_with(work, failed=lambda problem, by: told.append((type(problem), by)))
    jobs.stop(BRUNO)
    state = await_end(jobs)
    assert (state.stopped_by, state.result) == ("Bruno", None)
    assert told == [(StoppedError, "Bruno")]
    jobs.stop(ANNE)
    assert jobs.state().stopped_by == "Bruno"


@pytest.mark.parametrize("fault", [HriError("no"), ValueError("odd")])
def test_what_goes_wrong_ends_the_work_and_is_told(fault):
    told = []
    work = FakeWork(fault)
    jobs = jobs_with(work, failed=lambda problem, by: told.append((problem, by)))
    work.go.set()
    state = await_end(jobs)
    assert told == [(state.problem, "")]
    assert isinstance(state.problem, HriError)


def test_a_result_that_cannot_be_kept_is_a_problem():
    def done(_given):
        raise StoreError("full")

    def failed(_problem, _by):
        raise StoreError("still full")

    work = FakeWork()
    jobs = jobs_with(work, done, failed)
    work.go.set()
    state = await_end(jobs)
    assert (state.problem.what, state.result) == ("full", None)


def test_work_that_cannot_begin_leaves_the_place_free():
    jobs: Jobs[object, object] = Jobs(FakeClock())

    def broken():
        raise StoppedError("no process")

    with pytest.raises(StoppedError):
        jobs.start(ANNE, "paper", broken, str)
    assert jobs.state() is None
    jobs.stop(ANNE)
    work = FakeWork()
    jobs.start(ANNE, "paper", lambda: work, str)
    work.go.set()
    assert await_end(jobs).result == "done"
