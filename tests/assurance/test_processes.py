"""The process of long work: it ends with its parent, and what goes wrong in it is told."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import factories
import pytest
from casework.bench import REF
from factories import ROOT

from hri.assurance.replaying import ReplayOrder
from hri.errors import NotFoundError, StoppedError
from hri.evaluation.replay import EVER
from hri.settings import Settings
from hri.wiring.processes import ProcessWork

PARENT = """
import sys, time
from pathlib import Path
from hri.assurance.runrecords import Order
from hri.knowledge.policies import load_policy
from hri.settings import Settings
from hri.wiring.processes import ProcessWork

policy, ref = load_policy(Path("data/policies/default/v001.toml"))
order = Order(Path("data/vv/framework"), Path("data/packs/demo"), policy, ref, "")
work = ProcessWork(order, Settings())
work.follow(lambda step: print(work._process.pid, step.done, flush=True))
"""


def test_a_run_ends_when_the_desk_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as parent:
        child = int(parent.stdout.readline().split()[0])
        assert alive(child)
        parent.send_signal(signal.SIGKILL)
        parent.wait(10)
    for _ in range(200):
        if not alive(child):
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the run went on without its desk")


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text("utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_an_error_of_the_work_arrives_as_it_was_raised(tmp_path: Path):
    settings = Settings(database=tmp_path / "none.sqlite")
    order = ReplayOrder(factories.default_policy()[0], REF, EVER)
    with pytest.raises(NotFoundError, match="no database to replay"):
        ProcessWork(order, settings).follow(lambda _step: None)


def test_an_order_that_nobody_knows_ends_without_a_result(capfd: pytest.CaptureFixture[str]):
    with pytest.raises(StoppedError, match="exit code 1"):
        ProcessWork(42, None).follow(lambda _step: None)
    assert "AttributeError" in capfd.readouterr().err


def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(StoppedError, match="No such file"):
        ProcessWork(42, Settings())


ENDED = """
import signal
from hri.wiring import atwork
atwork.carry_out = lambda *_: None
atwork.main()
signal.raise_signal(signal.SIGTERM)
"""


def test_a_stop_on_the_way_out_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        pickle.dump((None, None), process.stdin)
        process.stdin.flush()
        assert process.wait(60) == -signal.SIGTERM
        assert process.stderr is not None
        assert process.stderr.read() == b""
