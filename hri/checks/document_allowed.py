"""Check ``document_allowed``: beside a closed list of documents nothing else may be asked for."""

from __future__ import annotations

from pydantic import Field, model_validator

from hri.checks.context import Check, CheckContext
from hri.checks.evidence import fact_evidence
from hri.decomposition import read_fact, states_same
from hri.domain.base import Message, Model
from hri.domain.claims import Claim, Evidence, Polarity
from hri.domain.decisions import Action
from hri.domain.lexicons import Lexicon
from hri.domain.rules import RuleOutcome
from hri.domain.slots import Slot
from hri.domain.values import DocumentName


class DocumentAllowedParameters(Model):
    """The closed list: the applicable facts of a procedure that declares it closed, or the rule's.

    ``documents`` is per language, each worded as in a fact. ``form_numbers`` closes only the form
    numbers that the facts give: a number of the same family that they do not give is refused.
    """

    from_facts: bool = False
    form_numbers: bool = False
    documents: dict[str, tuple[str, ...]] = Field(default={})

    @model_validator(mode="after")
    def _one_list(self) -> DocumentAllowedParameters:
        if bool(self.documents) + self.from_facts + self.form_numbers != 1:
            raise ValueError("give either from_facts = true, form_numbers = true or documents")
        if not all(self.documents.values()):
            raise ValueError("documents lists nothing in one of its languages")
        return self


def run(context: CheckContext, parameters: DocumentAllowedParameters) -> RuleOutcome:
    """Violated by each document asked for that the closed list does not have."""
    asked = tuple(claim for claim in context.claims if _asks(claim))
    if not asked:
        return context.idle()
    lexicon = context.lexicon
    if lexicon is None:
        return context.not_run("no_lexicon")
    if parameters.form_numbers:
        return _run_on_forms(context, asked, lexicon)
    if parameters.from_facts:
        return _run_on_facts(context, asked, lexicon)
    return _run_on_documents(context, parameters, asked, lexicon)


def _run_on_facts(context: CheckContext, asked: tuple[Claim, ...], lexicon: Lexicon) -> RuleOutcome:
    """A list that is not closed, or holds a document that cannot be compared, proves nothing."""
    procedure = context.knowledge.procedure(context.circumstances.procedure_id or "")
    facts = [item.known for item in context.applicable(lexicon)]
    closed = procedure is not None and context.rule.slot in procedure.closed
    if not closed or not facts or not all(known.claims for known in facts):
        return context.idle()
    listed = tuple(claim for known in facts for claim in known.claims)
    return _judge(context, asked, listed, tuple(fact_evidence(known) for known in facts))


def _run_on_forms(context: CheckContext, asked: tuple[Claim, ...], lexicon: Lexicon) -> RuleOutcome:
    """The facts give numbers of a family, and not the one asked for."""
    facts = [item.known for item in context.applicable(lexicon)]
    given = {form for known in facts for claim in known.claims for form in _forms(claim)}
    families = {form.partition(":")[0] for form in given}
    wrong = [
        claim
        for claim in asked
        if (forms := _forms(claim))
        and not forms & given
        and families & {form.partition(":")[0] for form in forms}
    ]
    evidence = tuple(
        fact_evidence(known) for known in facts if any(map(_forms, known.claims)) and wrong
    )
    return context.judged(
        (context.breach(_other_number(claim, given), claim, evidence) for claim in wrong), evidence
    )


def _forms(claim: Claim) -> frozenset[str]:
    return frozenset(claim.value.forms) if isinstance(claim.value, DocumentName) else frozenset()


def _other_number(claim: Claim, given: set[str]) -> Message:
    allowed = ", ".join(sorted(form.partition(":")[2] for form in given))
    return Message(
        id="check.document_allowed.form_number", params={"said": claim.text, "allowed": allowed}
    )


def _run_on_documents(
    context: CheckContext,
    parameters: DocumentAllowedParameters,
    asked: tuple[Claim, ...],
    lexicon: Lexicon,
) -> RuleOutcome:
    worded = parameters.documents.get(context.circumstances.language, ())
    slot, names = context.rule.slot, context.knowledge.names
    read = [read_fact(slot, document, lexicon, names) for document in worded]
    if not read or not all(read):
        return context.not_run("no_words")
    return _judge(context, asked, tuple(claim for claims in read for claim in claims), ())


def _judge(
    context: CheckContext,
    asked: tuple[Claim, ...],
    listed: tuple[Claim, ...],
    evidence: tuple[Evidence, ...],
) -> RuleOutcome:
    wrong = [
        claim for claim in asked if not any(states_same(claim, fixed, 0.0) for fixed in listed)
    ]
    return context.judged(
        (context.breach(_not_listed(claim), claim, evidence) for claim in wrong), evidence
    )


def _asks(claim: Claim) -> bool:
    """A document is asked for; "no document" and "you need no ..." ask for none."""
    value = claim.value
    named = isinstance(value, DocumentName) and bool(value.surface or value.id or value.forms)
    return named and claim.polarity is Polarity.REQUIRED


def _not_listed(claim: Claim) -> Message:
    return Message(id="check.document_allowed.not_listed", params={"said": claim.text})


CHECK = Check(
    parameters=DocumentAllowedParameters,
    run=run,
    slots=(Slot.REQUIRED_DOCUMENTS,),
    # A list is closed by its author's word alone, so that an extra document is a warning.
    floor=Action.WARN,
)
