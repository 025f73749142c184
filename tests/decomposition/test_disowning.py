"""What a verdict, label or sign denies: the statement it stands beside and no other."""

from __future__ import annotations

import pytest

from hri.domain.claims import DoubtKind, Polarity
from hri.domain.slots import Slot

DENIED = [
    ("fr", "Le prix est de 86 €. C'est faux. Le prix est de 96 €.", ["86 €"]),
    ("fr", "Le prix est de 96 €. Le tarif est de 86 €. C'est faux.", ["86 €"]),
    ("fr", "Le prix est de 86 €, c'est complètement faux, le prix est de 96 €.", ["86 €"]),
    ("fr", "Le prix est-il de 86 € ? Non, le prix est de 96 €.", ["86 €"]),
    ("fr", "Le prix est de 86 €. Non, vous ne pouvez pas payer sur place.", []),
    ("fr", "Le prix est de 86 €. Si ce n'est pas le cas, écrivez-nous.", []),
    ("fr", "- ❌ prix : 86 €\n- ✅ prix : 96 €", ["86 €"]),
    ("fr", "Mythe : le prix est de 86 €.\n\nRéalité : le prix est de 96 €.", ["86 €"]),
    ("fr", "Le prix est de 96 € au lieu de 86 €.", []),
    ("en", "The fee is £34. Wrong. The fee is £45.", ["£34"]),
    ("en", "The fee is £34. Nothing is wrong with that.", []),
    ("en", "Is the fee £34? No. The fee is £45.", ["£34"]),
    ("en", "Form No. 12 is free. The fee is £45.", []),
    ("en", "Misconception: the fee is £34.\n\nThe fee is £45.", ["£34"]),
]


@pytest.mark.parametrize(("language", "text", "denied"), DENIED)
def test_a_verdict_denies_what_stands_before_it_alone(read, language, text, denied):
    fees = read(language, text).in_slot(Slot.FEES)
    paid = [claim for claim in fees if claim.value.high]
    assert paid
    assert [one.text for one in paid if one.polarity is Polarity.NOT_REQUIRED] == denied


@pytest.mark.parametrize(
    ("language", "text", "kinds"),
    [
        ("fr", "Le prix est de 86 €. Voilà la rumeur. C'est faux.", {DoubtKind.RETRACTION}),
        ("fr", "Le prix est de 86 €. Est-ce trop ? Non.", set()),
        ("en", "The fee is £34. So they tell you. Not true.", {DoubtKind.RETRACTION}),
        ("en", "The fee is £34. You pay online.", set()),
    ],
)
def test_a_verdict_on_no_value_takes_the_text_back(read, language, text, kinds):
    assert {doubt.kind for doubt in read(language, text).doubts} == kinds


@pytest.mark.parametrize(
    ("language", "text", "doubts"),
    [
        ("fr", "Le prix est le double de 86 €.", [(DoubtKind.UNREAD_VALUE, "double de 86 €")]),
        ("fr", "Le prix est de 86 € majoré de 10 %.", [(DoubtKind.UNREAD_VALUE, "majoré de 10")]),
        ("fr", "Le prix est de 86 €, majoré de 10 %.", [(DoubtKind.VAGUE_VALUE, "majoré de 10")]),
        ("fr", "Le prix est de 86 €. Payez en trois fois.", []),
        ("fr", "Le prix est de 86 € + 5 € de frais.", []),
        ("fr", "Le prix peut être de 86 €.", []),
        ("fr", "Le prix est peut-être de 86 €.", [(DoubtKind.VAGUE_VALUE, "peut-être")]),
        ("fr", "Si le prix était de 86 €, écrivez.", []),
        ("en", "The fee is £34. Twice that by post.", [(DoubtKind.VAGUE_VALUE, "Twice that")]),
        ("en", "You are paid £34 twice a month.", []),
        ("en", "The fee was £34.", [(DoubtKind.VAGUE_VALUE, "was")]),
    ],
)
def test_what_changes_or_hedges_a_value_is_a_doubt(read, language, text, doubts):
    found = read(language, text).doubts
    assert [(one.kind, one.text) for one in found] == doubts
