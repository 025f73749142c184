"""Reading whole texts: kind, language, facts, passages, and indifference to typography."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.decomposition import decompose, read_fact, read_passage
from hri.domain.claims import Claim, Polarity, TextKind
from hri.domain.slots import Slot
from tests.decomposition.conftest import LEXICONS, NAMES

TEXTS = [
    (
        "fr",
        "La démarche coûte 1 450,50 €. L'organisme compétent est la préfecture. Vous recevrez une"
        " réponse sous 2 mois. Il faut fournir un justificatif d'identité. Référence : article"
        " L. 311-1 du code de l'éducation.",
    ),
    (
        "en",
        "You'll pay £34.50 to HM Passport Office. It takes 3 weeks. You must send your old"
        " passport. See section 27 of the Marriage Act 1949.",
    ),
]


def _statements(claims: tuple[Claim, ...]) -> list[tuple[Any, ...]]:
    return [(claim.slot, claim.value, claim.polarity, claim.qualifier) for claim in claims]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_spaces_quotes_and_hard_wraps_change_no_claim(data: st.DataObject) -> None:
    language, text = data.draw(st.sampled_from(TEXTS))
    plain = decompose(text, LEXICONS[language], NAMES)
    space = data.draw(st.sampled_from([" ", "\u00a0", "\u202f", "\u2009"]))
    quote = data.draw(st.sampled_from(["'", "’", "ʼ"]))
    changed = text.replace("'", quote)
    places = [place for place, char in enumerate(changed) if char == " "]
    chosen = data.draw(st.sets(st.sampled_from(places), max_size=20))
    for place in chosen:
        changed = changed[:place] + space + changed[place + 1 :]
    assert _statements(decompose(changed, LEXICONS[language], NAMES).claims) == _statements(
        plain.claims
    )


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_bold_around_a_value_changes_no_claim(data: st.DataObject) -> None:
    language, text = data.draw(st.sampled_from(TEXTS))
    plain = decompose(text, LEXICONS[language], NAMES)
    claim = data.draw(st.sampled_from(plain.claims))
    bold = f"{text[: claim.start]}**{claim.text}**{text[claim.end :]}"
    found = decompose(bold, LEXICONS[language], NAMES)
    assert _statements(found.claims) == _statements(plain.claims)


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=200), language=st.sampled_from(["fr", "en"]))
def test_any_text_is_read_and_every_span_holds_its_words(text: str, language: str) -> None:
    reading = decompose(text, LEXICONS[language], NAMES)
    assert all(text[claim.start : claim.end] == claim.text for claim in reading.claims)
    assert list(reading.claims) == sorted(reading.claims, key=lambda claim: claim.start)


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(
        st.sampled_from(
            ["25 €", "£34", "article",
             "L. 1-2", "à", "et", "2", "mois", "\n", "- ", "**", ":", "|",
             "section", "3", "(", ")", "préfecture", "council", "copie de",
             "form", "D1", "Act 1949",
             "du code civil", "entre", "between", "and", "gratuit", "fee", "#", "1. "]
        ),
        max_size=25,
    ),
    language=st.sampled_from(["fr", "en"]),
)  # fmt: skip
def test_any_jumble_of_values_is_read(parts: list[str], language: str) -> None:
    text = " ".join(parts)
    reading = decompose(text, LEXICONS[language], NAMES)
    assert all(text[claim.start : claim.end] == claim.text for claim in reading.claims)


def test_invisible_characters_change_no_claim_and_spans_stay_true(read: Any) -> None:
    text = "Le cou\u0302t est de 2\u200b5 €."
    (claim,) = read("fr", text).claims
    assert claim.value.low == 25
    assert text[claim.start : claim.end] == claim.text == "2\u200b5 €"


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("fr", "", TextKind.EMPTY),
        ("fr", " \n …", TextKind.EMPTY),
        ("fr", "Bonjour, merci de votre message.", TextKind.NO_CLAIM),
        ("fr", "Désolé, je ne peux pas vous répondre sur ce sujet.", TextKind.REFUSAL),
        ("fr", "Le coût est de 25 €.", TextKind.ANSWER),
        ("en", "I'm sorry, but I can't help with that.", TextKind.REFUSAL),
        ("en", "Hello and good luck.", TextKind.NO_CLAIM),
        ("en", "The fee is £34.", TextKind.ANSWER),
    ],
)
def test_the_kind_of_a_text_is_seen(read: Any, language: str, text: str, kind: TextKind) -> None:
    assert read(language, text).kind is kind


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Vous devez vous adresser à la mairie de votre domicile.", "fr"),
        ("You have to go to the office for the area.", "en"),
        ("Sie müssen mit dem Ausweis auf das Amt und die Gebühr ist zu zahlen.", "de"),
        ("25 €", None),
    ],
)
def test_the_language_of_a_text_is_seen(read: Any, text: str, language: str | None) -> None:
    assert read("fr", text).language == language


@pytest.mark.parametrize(
    ("slot", "text", "number"),
    [
        (Slot.FEES, "£12.50", 1),
        (Slot.FEES, "no fee", 1),
        (Slot.FEES, "set by each council", 0),
        (Slot.PROCESSING_TIME, "within 42 days of the birth", 1),
        (Slot.PROCESSING_TIME, "next working day", 1),
        (Slot.REQUIRED_DOCUMENTS, "form D1", 1),
        (Slot.REQUIRED_DOCUMENTS, "full birth or adoption certificate", 1),
        (Slot.REQUIRED_DOCUMENTS, "no documents", 1),
        (Slot.COMPETENT_AUTHORITY, "register office", 1),
        (Slot.LEGAL_BASIS, "Marriage Act 1949, section 65", 1),
        (Slot.LEGAL_BASIS, "Royal Prerogative", 1),
    ],
)
def test_a_fact_is_read_in_its_own_slot(slot: Slot, text: str, number: int) -> None:
    claims = read_fact(slot, text, LEXICONS["en"], NAMES)
    assert len(claims) == number
    assert all(claim.slot is slot for claim in claims)


def test_a_fact_that_nothing_is_needed_says_so() -> None:
    (claim,) = read_fact(Slot.REQUIRED_DOCUMENTS, "no documents", LEXICONS["en"], NAMES)
    assert claim.polarity is Polarity.NOT_REQUIRED


def test_a_passage_takes_the_slot_of_its_chapter() -> None:
    claims = read_passage("86 €", "Coût", Slot.FEES, LEXICONS["fr"], NAMES)
    assert [claim.slot for claim in claims] == [Slot.FEES]


def test_headings_of_other_slots_keep_their_values_apart(read: Any) -> None:
    text = "## Délai\n4 mois\n\n## Tarif\n25 €\n\n## Validité\n5 ans"
    reading = read("fr", text)
    assert [claim.slot for claim in reading.claims] == [
        Slot.PROCESSING_TIME,
        Slot.FEES,
        Slot.PROCESSING_TIME,
    ]
    assert reading.claims[2].value.kind == "validity"
