"""Whether a suite is written for the pack and policy under test, their versions and content."""

from __future__ import annotations

from typing import Literal

from hri.assurance.testcases import SuiteInfo
from hri.domain.assessments import VersionRef
from hri.domain.base import Model

Part = Literal["pack", "pack_version", "pack_content", "policy", "policy_version", "policy_content"]

IN_ENGLISH: dict[Part, str] = {
    "pack": "pack",
    "pack_version": "version of the pack",
    "pack_content": "content of the pack (SHA-256)",
    "policy": "policy",
    "policy_version": "version of the policy",
    "policy_content": "content of the policy (SHA-256)",
}


class Misfit(Model):
    """Something that the suite is written for and that is another one under test."""

    part: Part
    wanted: str
    given: str

    @property
    def of_content(self) -> bool:
        """Whether id and version are those that are wanted, and only what they hold differs."""
        return self.part.endswith("_content")

    def __str__(self) -> str:
        return f"the suite is written for {IN_ENGLISH[self.part]} {self.wanted}, not {self.given}"


def misfits_of(info: SuiteInfo, pack: VersionRef, policy: VersionRef) -> tuple[Misfit, ...]:
    """What does not fit; content is compared only where id and version do."""
    rows: tuple[tuple[Part, str, str], ...] = (
        ("pack", info.pack, pack.id),
        ("pack_version", info.pack_version, pack.version),
        ("pack_content", info.pack_contents.get(pack.version, ""), pack.sha256),
        ("policy", info.policy, policy.id),
        ("policy_version", info.policy_version, policy.version),
        ("policy_content", info.policy_contents.get(policy.version, ""), policy.sha256),
    )
    found = tuple(
        Misfit(part=part, wanted=wanted, given=given)
        for part, wanted, given in rows
        if wanted and wanted != given
    )
    return tuple(item for item in found if not item.of_content) or found
