"""The test procedures for use cases, by the names that test cases give."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hri.assurance import machinesteps, peoplesteps
from hri.assurance.benches import Bench, Seen

Procedure = Callable[[Bench], Seen]

PROCEDURES: Mapping[str, Procedure] = {
    step.__name__.replace("_", "-"): step
    for step in (
        peoplesteps.approve_by_another,
        peoplesteps.judge_before_scores,
        peoplesteps.read_by_two,
        peoplesteps.hold_until_decided,
        peoplesteps.trail_of_a_case,
        machinesteps.find_tampering,
        machinesteps.replay_all,
        machinesteps.repeat_assessment,
        machinesteps.fail_closed,
        machinesteps.refuse_oversize,
        machinesteps.compare_thresholds,
        machinesteps.recompute_index,
        machinesteps.alter_bundle,
    )
}
"""Each is named for its function; its docstring says what it does."""
