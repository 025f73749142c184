"""What a check is given and what it gives back: one rule put to one answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from hri.applicability import ApplicableFact, Circumstances, applicable_facts
from hri.domain.base import Message, Model
from hri.domain.claims import Claim, Evidence, Reading
from hri.domain.decisions import Action
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Knowledge
from hri.domain.rules import Rule, RuleOutcome, Violation
from hri.domain.slots import Slot

P = TypeVar("P", bound=Model)


class CheckContext(NamedTuple):
    """One rule with the answer, the case and the pack it is put to.

    ``about_tolerance`` is the policy's: how far an "about" value may be from the value it states,
    as a share of it. ``default_floor`` is the check's, for rules that state none.
    """

    rule: Rule
    reading: Reading
    circumstances: Circumstances
    knowledge: Knowledge
    about_tolerance: float = 0.0
    default_floor: Action | None = None

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The answer's claims in the rule's slot, in order of place."""
        return self.reading.in_slot(self.rule.slot)

    @property
    def lexicon(self) -> Lexicon | None:
        """The lexicon of the case's language, None where there is none."""
        return self.knowledge.lexicon(self.circumstances.language)

    def applicable(self, lexicon: Lexicon) -> tuple[ApplicableFact, ...]:
        """The facts of the rule's slot that bear on the question; none without a procedure."""
        procedure_id = self.circumstances.procedure_id
        if procedure_id is None:
            return ()
        facts = self.knowledge.facts(procedure_id, self.rule.slot)
        return applicable_facts(facts, self.circumstances, lexicon)

    def breach(
        self, explanation: Message, claim: Claim | None = None, evidence: Iterable[Evidence] = ()
    ) -> Violation:
        """The violation of this rule, by one claim or (None) by what the answer lacks.

        The reference is the rule's; a rule derived from the pack has none and names its sources.
        """
        shown = tuple(evidence)
        sources = "; ".join(dict.fromkeys(item.source_title for item in shown))
        return Violation(
            rule_id=self.rule.id,
            check=self.rule.check,
            slot=self.rule.slot,
            explanation=explanation,
            reference=self.rule.reference or sources,
            floor=self.rule.floor or self.default_floor,
            claim=None if claim is None else (claim.start, claim.end),
            evidence=tuple(item.id for item in shown),
        )

    def judged(
        self,
        violations: Iterable[Violation] = (),
        evidence: Iterable[Evidence] = (),
        *,
        missing: bool = False,
    ) -> RuleOutcome:
        """The rule ran: kept when there is no violation."""
        found = tuple(violations)
        shown = tuple(evidence) if found else ()
        return RuleOutcome(rule_id=self.rule.id, violations=found, missing=missing, evidence=shown)

    def idle(self) -> RuleOutcome:
        """The answer holds nothing that this rule judges."""
        return RuleOutcome(rule_id=self.rule.id, applied=False)

    def not_run(self, cause: str, **params: str | int | float) -> RuleOutcome:
        """The rule should judge something here and cannot: ``cause`` ends the message's id."""
        message = Message(id=f"rvs.not_run.{cause}", params={"rule": self.rule.id, **params})
        return RuleOutcome(rule_id=self.rule.id, not_run=message)


class Check(NamedTuple, Generic[P]):
    """A kind of check: the code behind all rules that name it.

    ``slots`` are the slots a rule of this kind may stand on; ``floor`` holds for rules of this
    kind that state none (None = the policy decides).
    """

    parameters: type[P]
    run: Callable[[CheckContext, P], RuleOutcome]
    slots: tuple[Slot, ...]
    floor: Action | None = None


class NoParameters(Model):
    """The check takes no parameters."""
