"""Versions: which were in force, who let them be, and how many cases each was used for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from hri.assurance.evidence.document import PolicyRow, UsedRow
from hri.assurance.evidence.exhibits import Exhibit, Teller
from hri.domain.activations import ActivationKind
from hri.evaluation.inforce import PolicyInForce, Used


def versions(say: Teller) -> Iterator[Exhibit]:
    """Policies, approvals, trials, packs, engines and models of the period."""
    policies, used = say.found.policies, say.found.used
    names = tuple(dict.fromkeys(f"{item.ref.id} {item.ref.version}" for item in policies))
    yield _list(say, "versions.policies", names, "why_no_policy")
    approved = [item for item in policies if item.kind is ActivationKind.APPROVED]
    yield _list(say, "versions.approved", [_approval(say, item) for item in approved],
                "why_no_approval")  # fmt: skip
    tried = [_trial(say, item) for item in approved if item.backtest_cases is not None]
    yield _list(say, "versions.tried", tried, "why_no_trial")
    back = [item for item in policies if item.kind is ActivationKind.ROLLED_BACK]
    yield say.count("versions.rolled_back", len(back))
    for kind in ("pack", "lexicon", "engine", "model"):
        named = [_used(say, item) for item in used if item.kind == kind and item.id]
        why = "why_no_model" if kind == "model" and used else "why_no_case"
        yield _list(say, f"versions.{kind}", named, why)
    yield say.none("versions.pack_approved", "why_no_pack_approval")


def _list(say: Teller, key: str, names: Sequence[str], why: str) -> Exhibit:
    return Exhibit(key, say.text("list").join(names)) if names else say.none(key, why)


def _approval(say: Teller, item: PolicyInForce) -> str:
    return say.text(
        "approval",
        version=item.ref.version,
        proposed=item.proposed_by,
        approved=item.approved_by,
    )


def _trial(say: Teller, item: PolicyInForce) -> str:
    return say.text("trial", version=item.ref.version, cases=item.backtest_cases or 0)


def _used(say: Teller, item: Used) -> str:
    return say.text("used", name=_name(item), cases=item.cases)


def _name(item: Used) -> str:
    return " ".join(filter(None, (item.id, item.version)))


def policy_rows(say: Teller) -> tuple[PolicyRow, ...]:
    """Each version of the policy while it was in force."""
    return tuple(_policy(say, item) for item in say.found.policies)


def _policy(say: Teller, item: PolicyInForce) -> PolicyRow:
    moment, nobody = say.numerals.moment, say.text("nobody")
    until = say.text("in_force_still") if item.until_at is None else moment(item.until_at)
    tried = say.text("not_tried")
    if item.backtest_cases is not None:
        tried = say.text("tried", cases=item.backtest_cases, sha256=item.backtest_sha256)
    return PolicyRow(
        version=f"{item.ref.id} {item.ref.version}",
        sha256=item.ref.sha256,
        in_force_from=moment(item.from_at),
        in_force_until=until,
        origin=say.words.value(f"origin_{item.kind.value}"),
        author=item.author or nobody,
        put_in_force_by=item.put_in_force_by,
        proposed=_by(say, item.proposed_by, item.proposed_at),
        approved=_by(say, item.approved_by, item.approved_at),
        tried=tried,
        reason=item.reason or "–",
    )


def _by(say: Teller, name: str, at: datetime | None) -> str:
    if at is None:
        return say.text("nobody")
    return say.text("by_at", name=name, at=say.numerals.moment(at))


def used_rows(say: Teller) -> tuple[UsedRow, ...]:
    """What the cases of the period were scored with."""
    return tuple(
        UsedRow(
            component=say.words.value(f"used_{item.kind}"),
            version=_name(item) or say.text("not_named"),
            sha256=item.sha256 or "–",
            answers=say.numerals.whole(item.cases),
            first=say.numerals.moment(item.first),
            last=say.numerals.moment(item.last),
        )
        for item in say.found.used
    )
