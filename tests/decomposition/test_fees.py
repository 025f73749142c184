"""Fees: amounts in figures and words, free of charge, ranges, sums, and amounts that are no fee."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from hri.domain.claims import Qualifier
from hri.domain.slots import Slot

SINGLE = [
    ("fr", "Le coût est de 25 €.", "25", "EUR"),
    ("fr", "Il faut prévoir 25,00 EUR.", "25", "EUR"),
    ("fr", "Il faut prévoir vingt-cinq euros.", "25", "EUR"),
    ("fr", "La démarche coûte deux cent vingt-cinq euros.", "225", "EUR"),
    ("fr", "Le tarif est de 1 450,50 €.", "1450.50", "EUR"),
    ("fr", "Le tarif est de 1\u202f450,50\u00a0€.", "1450.50", "EUR"),
    ("fr", "Il faut payer 25 euros et 50 centimes.", "25.50", "EUR"),
    ("fr", "La démarche est gratuite.", "0", "EUR"),
    ("fr", "Il n'y a aucun frais à payer.", "0", "EUR"),
    ("fr", "La demande se fait sans frais.", "0", "EUR"),
    ("fr", "**Tarif :** gratuit", "0", "EUR"),
    ("fr", "coût 45 €, réf : article 63 du code civil", "45", "EUR"),
    ("fr", "réf : article 63 du code civil / 45€ à payer / voir la mairie", "45", "EUR"),
    ("fr", "La taxe est de 225 € (200 € + 25 €).", "225", "EUR"),
    ("en", "The fee is £34.00.", "34", "GBP"),
    ("en", "You pay one hundred and seventy-four pounds fifty for the year.", "174.50", "GBP"),
    ("en", "It costs twelve pounds fifty.", "12.50", "GBP"),
    ("en", "The charge is CA$50.", "50", "CAD"),
    ("en", "The fee is £1,450.50.", "1450.50", "GBP"),
    ("en", "There is no fee.", "0", "GBP"),
    ("en", "Registration is free of charge.", "0", "GBP"),
    ("en", "There's no registration fee to settle.", "0", "GBP"),
    ("en", "You don't have to pay for this.", "0", "GBP"),
    ("en", "| Fee | Time |\n|---|---|\n| £20 | 3 weeks |", "20", "GBP"),
]


@pytest.mark.parametrize(("language", "text", "amount", "currency"), SINGLE)
def test_one_amount_is_one_fee(
    claims_in: Any, language: str, text: str, amount: str, currency: str
) -> None:
    (claim,) = claims_in(language, text, Slot.FEES)
    assert claim.value.low == claim.value.high == Decimal(amount)
    assert claim.value.currency == currency
    assert text[claim.start : claim.end] == claim.text


@pytest.mark.parametrize(
    ("language", "text", "low", "high"),
    [
        ("fr", "Le coût varie entre 25 et 50 €.", 25, 50),
        ("fr", "Le coût est de 25 à 50 €.", 25, 50),
        ("fr", "Il faut payer de 25 € à 50 €.", 25, 50),
        ("en", "The fee is between £25 and £50.", 25, 50),
        ("en", "The fee runs from £70 to £350.", 70, 350),
        ("en", "The fee is £25-£50.", 25, 50),
    ],
)
def test_a_range_is_one_fee_with_two_ends(
    claims_in: Any, language: str, text: str, low: int, high: int
) -> None:
    (claim,) = claims_in(language, text, Slot.FEES)
    assert (claim.value.low, claim.value.high) == (low, high)
    assert claim.qualifier is Qualifier.RANGE


@pytest.mark.parametrize(
    ("language", "text", "qualifier"),
    [
        ("fr", "Le coût est de 25 € maximum.", Qualifier.AT_MOST),
        ("fr", "Il faut prévoir environ 25 €.", Qualifier.ABOUT),
        ("fr", "Le tarif est d'au moins 25 €.", Qualifier.AT_LEAST),
        ("en", "The council charges up to £10.", Qualifier.AT_MOST),
        ("en", "The fee is about £10.", Qualifier.ABOUT),
        ("en", "The fee is at least £10.", Qualifier.AT_LEAST),
        ("en", "The fee is £10.", Qualifier.EXACT),
    ],
)
def test_bounds_around_an_amount_are_kept(
    claims_in: Any, language: str, text: str, qualifier: Qualifier
) -> None:
    (claim,) = claims_in(language, text, Slot.FEES)
    assert claim.qualifier is qualifier


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Vous risquez une amende de 135 €."),
        ("fr", "L'allocation est de 500 € par mois."),
        ("fr", "Appelez le 3939 (appel gratuit)."),
        ("fr", "Le montant des ressources ne doit pas dépasser 10 000 €."),
        ("fr", "Prix d'un appel local : 0,05 €/min"),
        ("en", "Trading without it risks a fine of up to £1,000."),
        ("en", "You'll receive a single payment, a lump sum of £500."),
        ("en", "If your taxable income is above £35,000 you won't qualify."),
        ("en", "Feel free to call the freephone number."),
        ("en", "This is not free."),
    ],
)
def test_fines_benefits_ceilings_and_phone_costs_are_no_fees(
    claims_in: Any, language: str, text: str
) -> None:
    assert claims_in(language, text, Slot.FEES) == ()


def test_what_an_amount_is_charged_for_is_kept(claims_in: Any) -> None:
    (claim,) = claims_in("fr", "Le coût est de 86 € par personne.", Slot.FEES)
    assert claim.value.per == "personne"


def test_a_condition_and_the_words_around_an_amount_are_kept(claims_in: Any) -> None:
    adult, child = claims_in(
        "fr", "Le coût est de 86 € pour un majeur, 42 € pour un mineur.", Slot.FEES
    )
    assert (adult.condition, child.condition) == ("pour un majeur", "pour un mineur")
    assert "majeur" in adult.anchor
    assert "mineur" in child.anchor


def test_a_number_that_opens_the_next_item_is_no_amount(claims_in: Any) -> None:
    text = "1. Prix : 60 €\n2. Où s'adresser : la mairie"
    (claim,) = claims_in("fr", text, Slot.FEES)
    assert claim.value.low == 60


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("You need form cerfa No. 14011*02. The cost is €86.", 86),
        ("Send the form (cerfa No. 14011*02). The fee is €86.", 86),
        ("There is no registration fee.", 0),
    ],
)
def test_the_sign_of_a_number_denies_no_fee(claims_in: Any, text: str, low: int) -> None:
    (claim,) = claims_in("en", text, Slot.FEES)
    assert claim.value.low == low
