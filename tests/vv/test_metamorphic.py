"""Edits that change nothing and edits that change a fact, on answers that pass (hypothesis)."""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from factories import ROOT, default_policy
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.assessments import Assessment
from hri.domain.cases import Case
from hri.domain.claims import JudgedClaim, Verdict
from hri.domain.decisions import Action
from hri.domain.slots import Slot
from hri.domain.values import DurationKind
from hri.knowledge import load_pack
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {case.case_id: case for case in map(Case.model_validate_json, LINES)}
EXPECTED = map(
    json.loads, (ROOT / "data" / "cases" / "demo.expected.jsonl").read_text("utf-8").splitlines()
)
PASSING = sorted(one["case_id"] for one in EXPECTED if one["expected"] == "PASS")


@cache
def pack():
    return load_pack(ROOT / "data" / "packs" / "demo")


def judge(case: Case) -> Assessment:
    return assess(case, pack(), *default_policy())


@cache
def judged(case_id: str) -> Assessment:
    return judge(CASES[case_id])


def rewritten(case: Case, edit: Callable[[str], str]) -> Case:
    """The case with its answer and all samples edited alike."""
    samples = tuple(edit(text) for text in case.samples)
    return case.model_copy(update={"answer": edit(case.answer), "samples": samples})


def replace(pattern: str, instead: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, instead, text)


FRENCH_UNITS = "ans?|mois|jours|semaines|heures"
NUMBERS = {
    "fr": {"2": "deux", "3": "trois", "4": "quatre", "6": "six", "10": "dix"},
    "en": {"2": "two", "3": "three", "5": "five", "6": "six"},
}


def spell(language: str) -> Callable[[str], str]:
    words = NUMBERS[language]
    units = FRENCH_UNITS if language == "fr" else "months?|years?|days?|weeks?"
    pattern = re.compile(rf"\b({'|'.join(words)})(?=\s(?:{units})\b)")
    return lambda text: pattern.sub(lambda found: words[found.group()], text)


def wrap(text: str) -> str:
    """Lines of 60 characters, as in a mail."""
    return "\n".join(textwrap.fill(line, 60) for line in text.split("\n"))


SAME = {
    "no-break spaces": replace(r"(?<=\d) (?=[€\w])", "\u00a0"),
    "narrow spaces": replace(r" (?=€)", "\u202f"),
    "curly apostrophes": replace("'", "’"),
    "long dashes": replace(" - ", " — "),
    "emphasis": replace(r"(\d+(?:,\d+)?) ?€", r"**\1 €**"),
    "currency code": replace(r"(\d+(?:,\d+)?) ?€", r"\1 EUR"),
    "hundredths": replace(r"(?<![\d,.])(\d+) €", r"\1,00 €"),
    "hard wraps": wrap,
    "double spaces": replace(r"\. (?=[A-Z])", ".  "),
    "number words, French": spell("fr"),
    "number words, English": spell("en"),
    "months as days": replace(r"(?<!moins de )\b3 mois\b", "90 jours"),
    "hidden characters": replace(r"(?<=[a-z]{4})(?=[a-z]{4})", "\u00ad"),
}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("case_id", PASSING)
def test_another_way_to_write_the_same_changes_nothing(case_id, name):
    edited = judge(rewritten(CASES[case_id], SAME[name]))
    assert edited.state is Action.PASS
    assert said(edited) == said(judged(case_id))


def said(found: Assessment) -> Counter[tuple[Slot, Verdict]]:
    return Counter(
        (slot, claim.verdict) for slot, item in found.slots.items() for claim in item.claims
    )


def checked(found: Assessment) -> list[JudgedClaim]:
    """The claims whose change must not pass: no proofs' ages and no mere mentions."""
    return [
        claim
        for item in found.slots.values()
        for claim in item.claims
        if claim.verdict in (Verdict.SUPPORTED, Verdict.VERIFIED)
    ]


DIGIT_SLOTS = (Slot.FEES, Slot.PROCESSING_TIME, Slot.LEGAL_BASIS)
WITH_DIGITS = [
    (case_id, claim)
    for case_id in PASSING
    for claim in checked(judged(case_id))
    if claim.slot in DIGIT_SLOTS and re.search(r"\d", claim.text)
]
UNITS = {"mois": "semaines", "ans": "mois", "an": "mois", "months": "weeks", "years": "months"}
WITH_UNITS = [
    (case_id, claim, unit)
    for case_id, claim in WITH_DIGITS
    for unit in UNITS
    if claim.slot is Slot.PROCESSING_TIME and re.search(rf"\b{unit}\b", claim.text)
]
WITH_CURRENCY = [(case_id, claim) for case_id, claim in WITH_DIGITS if "€" in claim.text]


def with_claim(case_id: str, claim: JudgedClaim, text: str) -> Assessment:
    """The case once its claim reads ``text``, in the answer and wherever samples say the same."""
    case = CASES[case_id]
    answer = case.answer[: claim.start] + text + case.answer[claim.end :]
    samples = tuple(sample.replace(claim.text, text) for sample in case.samples)
    return judge(case.model_copy(update={"answer": answer, "samples": samples}))


@settings(max_examples=60)
@given(data=st.data())
def test_another_digit_does_not_pass(data):
    case_id, claim = data.draw(st.sampled_from(WITH_DIGITS))
    places = [found.start() for found in re.finditer(r"\d", claim.text)]
    if claim.slot is Slot.LEGAL_BASIS:  # an article inside a cited range is right: change its head
        places = places[:1]
    place = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([one for one in "123456789" if one != claim.text[place]]))
    text = claim.text[:place] + digit + claim.text[place + 1 :]
    assert with_claim(case_id, claim, text).state is not Action.PASS


@pytest.mark.parametrize(("case_id", "claim", "unit"), WITH_UNITS, ids=str)
def test_another_unit_does_not_pass(case_id, claim, unit):
    text = re.sub(rf"\b{unit}\b", UNITS[unit], claim.text)
    assert with_claim(case_id, claim, text).state is not Action.PASS


@pytest.mark.parametrize("currency", ["£", "CHF", "$"])
@pytest.mark.parametrize(("case_id", "claim"), WITH_CURRENCY, ids=str)
def test_another_currency_does_not_pass(case_id, claim, currency):
    text = claim.text.replace("€", currency)
    assert with_claim(case_id, claim, text).state is not Action.PASS


BODIES = {
    "fr": ["tribunal de commerce", "direction générale des douanes", "consulat de France"],
    "en": ["the commercial court", "the customs directorate", "the French consulate"],
}
WITH_BODY = [
    (case_id, claim)
    for case_id in PASSING
    for claim in checked(judged(case_id))
    if claim.slot is Slot.COMPETENT_AUTHORITY and claim.role == "apply_to"
]


@settings(max_examples=40)
@given(data=st.data())
def test_another_body_does_not_pass(data):
    case_id, _ = data.draw(st.sampled_from(WITH_BODY))
    case = CASES[case_id]
    body = data.draw(st.sampled_from(BODIES[case.language[:2]]))
    names = sorted(
        {claim.text for one, claim in WITH_BODY if one == case_id}, key=len, reverse=True
    )
    pattern = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    assert judge(rewritten(case, lambda text: pattern.sub(body, text))).state is not Action.PASS


@pytest.mark.parametrize(("case_id", "claim"), WITH_DIGITS, ids=str)
def test_a_denied_value_does_not_pass(case_id, claim):
    if claim.slot is Slot.PROCESSING_TIME and claim.value.kind is DurationKind.VALIDITY:
        word = "pas " if CASES[case_id].language == "fr" else "not "
    else:
        word = "et non pas " if CASES[case_id].language == "fr" else "but not "
    assert with_claim(case_id, claim, word + claim.text).state is not Action.PASS
