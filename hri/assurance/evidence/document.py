"""The evidence pack as a document: what a body files on a period of its deployment."""

from __future__ import annotations

from typing import Literal

from hri.assurance.artefacts import Document, Header, Part
from hri.domain.base import Model


class PeriodHeader(Header):
    """The first page of an evidence pack."""

    period: str
    compared_with: str
    collected: str
    """When the figures were collected, and whether the period was over."""
    figures_sha256: str
    """Hash of the figures (``figures.json``) that everything here is written from."""
    crosswalk_sha256: str
    tool_version: str
    commit: str


class Item(Model):
    """A figure of the pack; the crosswalk refers to it by ``ref``."""

    ref: str
    key: str
    figure: str
    """What it is a figure of."""
    provided: bool
    value: str
    """The figure in words; where none is provided, why not."""
    interval: str
    basis: str
    """What is counted, and where from."""


class PolicyRow(Model):
    """A version of the policy while it was in force."""

    version: str
    sha256: str
    in_force_from: str
    in_force_until: str
    origin: str
    author: str
    put_in_force_by: str
    proposed: str
    approved: str
    tried: str
    reason: str


class UsedRow(Model):
    """A version that cases of the period were scored with."""

    component: str
    version: str
    sha256: str
    answers: str
    first: str
    last: str


class Versions(Part):
    """What was in force."""

    about: str
    items: tuple[Item, ...]
    policies: tuple[PolicyRow, ...]
    used: tuple[UsedRow, ...]


class ActionRow(Model):
    """Cases of one action, and what people made of them."""

    action: str
    answers: str
    decided: str
    overturned: str
    interval: str


class Volumes(Part):
    """What came."""

    about: str
    items: tuple[Item, ...]
    by_action: tuple[ActionRow, ...]


class SampleRow(Model):
    """The assurance sample of one action."""

    action: str
    delivered: str
    drawn: str
    judged: str
    wrong: str
    stands_for: str


class SeedRow(Model):
    """Known errors of one slot."""

    answer_part: str
    caught: str
    interval: str


class AgreementRow(Model):
    """Agreement of two readers on one slot."""

    answer_part: str
    judged: str
    same: str
    kappa: str


class Rates(Part):
    """How often something went wrong."""

    about: str
    items: tuple[Item, ...]
    sample: tuple[SampleRow, ...]
    seeds: tuple[SeedRow, ...]
    agreement: tuple[AgreementRow, ...]


class PauseRow(Model):
    """A pause that ran in the period."""

    topic: str
    begun: str
    ended: str
    by: str
    reason: str


class SuiteRow(Model):
    """A run of a suite of test cases."""

    suite: str
    run: str
    ended: str
    verdict: str


class IncidentReport(Part):
    """What counts as an incident."""

    about: str
    items: tuple[Item, ...]
    pauses: tuple[PauseRow, ...]
    suite_runs: tuple[SuiteRow, ...]


class DriftRow(Model):
    """One measure of the period beside the period before."""

    measure: str
    psi: str
    by_chance: str
    verdict: str


class DriftReport(Part):
    """How far the scores moved."""

    about: str
    items: tuple[Item, ...]
    by_slot: tuple[DriftRow, ...]


class ReasonRow(Model):
    """Decisions with one reason."""

    verb: str
    reason: str
    n: str


class OversightReport(Part):
    """What people did."""

    about: str
    items: tuple[Item, ...]
    reasons: tuple[ReasonRow, ...]


class ErasureRow(Model):
    """Texts erased on one ground."""

    ground: str
    n: str


class LogReport(Part):
    """What is kept."""

    about: str
    items: tuple[Item, ...]
    erasures: tuple[ErasureRow, ...]


class AuditReport(Part):
    """Whether the log holds."""

    about: str
    items: tuple[Item, ...]


State = Literal["provided", "in_part", "not_provided"]


class DutyRow(Model):
    """A duty with the evidence for it, or why none is provided."""

    id: str
    article: str
    duty: str
    state: State
    answer: str
    """The state in words."""
    exhibits: tuple[str, ...]
    """References into this pack with their figures; what is not provided, with why."""
    keys: tuple[str, ...]
    """Keys of the figures."""


class Instrument(Part):
    """A law, directive or framework with its duties."""

    title: str
    cited: str
    """Where its text stands, and when that was looked at."""
    application: tuple[str, ...]
    """From when it applies, with the source of each date."""
    note: str
    duties: tuple[DutyRow, ...]


class EvidencePack(Document):
    """The evidence of a deployment for a period."""

    kind = "evidence-pack"
    glossary_last = True

    header: PeriodHeader
    in_short: str
    """Whether a system was in operation and the log holds, before any figure."""
    answers_assessed: str
    answers_escalated: str
    wrong_delivered: str
    decisions_overturned: str
    known_errors_caught: str
    corrections_sent: str
    log_verified: str
    duties_answered: str
    reading: tuple[str, ...]
    versions: Versions
    volumes: Volumes
    measured_rates: Rates
    incident_report: IncidentReport
    drift: DriftReport
    oversight: OversightReport
    logs: LogReport
    audit: AuditReport
    crosswalk: tuple[Instrument, ...]
    limits: tuple[str, ...]

    @property
    def items(self) -> dict[str, Item]:
        """Every figure of the pack by its key."""
        parts = (self.versions, self.volumes, self.measured_rates, self.incident_report, self.drift,
                 self.oversight, self.logs, self.audit)  # fmt: skip
        return {item.key: item for part in parts for item in part.items}
