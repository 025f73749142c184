"""Amounts of money by themselves: value, currency and span in many wordings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

ONE = [
    # text, span (None: the whole text), amount, currency
    ("fr", "25 €", None, "25", "EUR"),
    ("fr", "25€", None, "25", "EUR"),
    ("fr", "Le timbre coûte 25,00 EUR.", "25,00 EUR", "25", "EUR"),
    ("fr", "EUR 25", None, "25", "EUR"),
    ("fr", "EUR18,40", None, "18.4", "EUR"),
    ("fr", "€25", None, "25", "EUR"),
    ("fr", "€ 25,00", None, "25", "EUR"),
    ("fr", "1 450,50 €", None, "1450.5", "EUR"),
    ("fr", "1.450,50 €", None, "1450.5", "EUR"),
    ("fr", "1450,5 €", None, "1450.5", "EUR"),
    ("fr", "1\u00a0450,50\u00a0€", None, "1450.5", "EUR"),
    ("fr", "1\u202f450\u202f€", None, "1450", "EUR"),
    ("fr", "94.300 €", None, "94300", "EUR"),
    ("fr", "2 750 000 €", None, "2750000", "EUR"),
    ("fr", "10'000 CHF", None, "10000", "CHF"),
    ("fr", "0,89 €", None, "0.89", "EUR"),
    ("fr", "à partir de ,89 € l'unité", ",89 €", "0.89", "EUR"),
    ("fr", "86,00 €TTC", "86,00 €", "86", "EUR"),
    ("fr", "86,00 € TTC", "86,00 €", "86", "EUR"),
    ("fr", "25€50", None, "25.5", "EUR"),
    ("fr", "3 € 50", None, "3.5", "EUR"),
    ("fr", "7 €05", None, "7.05", "EUR"),
    ("fr", "3 euros 50", None, "3.5", "EUR"),
    ("fr", "25 euros et 50 centimes", None, "25.5", "EUR"),
    ("fr", "25 € et 50 centimes", None, "25.5", "EUR"),
    ("fr", "50 centimes", None, "0.5", "EUR"),
    ("fr", "80 centimes d'euro", None, "0.8", "EUR"),
    ("fr", "30 cts", None, "0.3", "EUR"),
    ("fr", "vingt-cinq euros", None, "25", "EUR"),
    ("fr", "deux cent cinquante euros", None, "250", "EUR"),
    ("fr", "cent quatre-vingt-six euros", None, "186", "EUR"),
    ("fr", "soixante et onze euros", None, "71", "EUR"),
    ("fr", "mille deux cents euros", None, "1200", "EUR"),
    ("fr", "trente-cinq euros cinquante", None, "35.5", "EUR"),
    ("fr", "zéro euro", None, "0", "EUR"),
    ("fr", "trente (30) euros", None, "30", "EUR"),
    ("fr", "une centaine d'euros", None, "100", "EUR"),
    ("fr", "une vingtaine d’euros", None, "20", "EUR"),
    ("fr", "2 millions d'euros", None, "2000000", "EUR"),
    ("fr", "un million d'euros", None, "1000000", "EUR"),
    ("fr", "un million et demi d'euros", None, "1500000", "EUR"),
    ("fr", "1,2 million de dollars", None, "1200000", "USD"),
    ("fr", "3 milliards d'euros", None, "3000000000", "EUR"),
    ("fr", "1,5 M€", None, "1500000", "EUR"),
    ("fr", "12 k€", None, "12000", "EUR"),
    ("fr", "25 €uros", None, "25", "EUR"),
    ("fr", "50 $ CA", None, "50", "CAD"),
    ("fr", "50 $CAN", None, "50", "CAD"),
    ("fr", "10 dollars canadiens", None, "10", "CAD"),
    ("fr", "80 $ US", None, "80", "USD"),
    ("fr", "neuf livres sterling", None, "9", "GBP"),
    ("fr", "1 500 F CFA", None, "1500", "XOF"),
    ("fr", "100 francs suisses", None, "100", "CHF"),
    ("fr", "40 couronnes danoises", None, "40", "DKK"),
    ("fr", "**25 €**", "25 €", "25", "EUR"),
    ("fr", "**25** €", "25** €", "25", "EUR"),
    ("fr", "*25 euros*", "25 euros", "25", "EUR"),
    ("fr", "« 25 € »", "25 €", "25", "EUR"),
    ("fr", "25&nbsp;€", None, "25", "EUR"),
    ("fr", "il faut payer vingt\neuros", "vingt\neuros", "20", "EUR"),
    ("fr", "prix:25€.", "25€", "25", "EUR"),
    ("fr", "25 €²", "25 €", "25", "EUR"),
    ("fr", "75 €(1)", "75 €", "75", "EUR"),
    ("fr", "le 3 mars, 25 €", "25 €", "25", "EUR"),
    ("fr", "225 € (200 € + 25 €)", "225 €", "225", "EUR"),
    ("fr", "200 € + 25 € = 225 €", "225 €", "225", "EUR"),
    ("fr", "200 € de taxe et 25 € de timbre, soit 225 €", "225 €", "225", "EUR"),
    ("en", "£34.00", None, "34", "GBP"),
    ("en", "£1,234.56", None, "1234.56", "GBP"),
    ("en", "£ 25", None, "25", "GBP"),
    ("en", "25 pounds", None, "25", "GBP"),
    ("en", "GBP7.20", None, "7.2", "GBP"),
    ("en", "£25.00GBP", None, "25", "GBP"),
    ("en", "GB£25", None, "25", "GBP"),
    ("en", "CA$50", None, "50", "CAD"),
    ("en", "C$50", None, "50", "CAD"),
    ("en", "CAD $155", None, "155", "CAD"),
    ("en", "$50 CAD", None, "50", "CAD"),
    ("en", "A$19.50", None, "19.5", "AUD"),
    ("en", "US$:18.75", None, "18.75", "USD"),
    ("en", "4.25US$", None, "4.25", "USD"),
    ("en", "$.75", None, "0.75", "USD"),
    ("en", "$1.2 million", None, "1200000", "USD"),
    ("en", "£1.2bn", None, "1200000000", "GBP"),
    ("en", "$10K", None, "10000", "USD"),
    ("en", "a million pounds", None, "1000000", "GBP"),
    ("en", "half a million pounds", None, "500000", "GBP"),
    ("en", "one and a half million pounds", None, "1500000", "GBP"),
    ("en", "£½m", None, "500000", "GBP"),
    ("en", "12p", None, "0.12", "GBP"),
    ("en", "50 pence", None, "0.5", "GBP"),
    ("en", "ten cents", None, "0.1", "USD"),
    ("en", "twenty dollars and 43 cents", None, "20.43", "USD"),
    ("en", "$20 and 43 cents", None, "20.43", "USD"),
    ("en", "£12 and 50p", None, "12.5", "GBP"),
    ("en", "1 euro 50 cents", None, "1.5", "EUR"),
    ("en", "thirty pounds and five pence", None, "30.05", "GBP"),
    ("en", "twelve pounds fifty", None, "12.5", "GBP"),
    ("en", "a hundred pounds", None, "100", "GBP"),
    ("en", "two hundred and fifty pounds", None, "250", "GBP"),
    ("en", "one thousand two hundred dollars", None, "1200", "USD"),
    ("en", "50 Swiss francs", None, "50", "CHF"),
    ("en", "Rs. 640", None, "640", "INR"),
    ("en", "40 TRY", None, "40", "TRY"),
    ("en", "RMB 90,000", None, "90000", "CNY"),
    ("en", "Sixty Thousand and NO/100 Dollars ($60,000.00)", "$60,000.00", "60000", "USD"),
    ("en", "€2,500", None, "2500", "EUR"),
    ("en", "€ 1 234,56", None, "1234.56", "EUR"),
    ("en", "a £25 fee", "£25", "25", "GBP"),
    ("en", "the 25-pound fee", "25-pound", "25", "GBP"),
    ("en", "send 3 £20 vouchers", "£20", "20", "GBP"),
    ("en", "Step 1\n£25 to pay", "£25", "25", "GBP"),
    ("en", "£**34**", "£**34", "34", "GBP"),
    ("en", "£9.50+VAT", "£9.50", "9.5", "GBP"),
    ("en", "£225 (£200 + £25)", "£225", "225", "GBP"),
    ("en", "£200 plus £25, £225 in total", "£225", "225", "GBP"),
]


@pytest.mark.parametrize(("language", "text", "span", "amount", "currency"), ONE)
def test_an_amount_has_its_value_currency_and_span(
    found: Any, language: str, text: str, span: str | None, amount: str, currency: str
) -> None:
    (value,) = [one for one in found(language, text) if one.type == "amount"]
    assert value.text == (span or text)
    assert value.value.low == value.value.high == Decimal(amount)
    assert value.value.currency == currency


RANGES = [
    ("fr", "20 à 30 €", None, "20", "30"),
    ("fr", "de 20 € à 30 €", None, "20", "30"),
    ("fr", "entre 20 et 30 euros", None, "20", "30"),
    ("fr", "entre 1 500 et 3 000 €", None, "1500", "3000"),
    ("fr", "25-30 €", None, "25", "30"),
    ("fr", "25 € - 30 €", None, "25", "30"),
    ("fr", "25€-30€", None, "25", "30"),
    ("fr", "10 ou 20 €", None, "10", "20"),
    ("fr", "1 à 3 millions d'euros", None, "1000000", "3000000"),
    ("fr", "30 à 50 centimes", None, "0.3", "0.5"),
    ("en", "£20 to £30", None, "20", "30"),
    ("en", "between £20 and £30", None, "20", "30"),
    ("en", "between £20 and 30", None, "20", "30"),
    ("en", "from 10 to 20 dollars", None, "10", "20"),
    ("en", "£20–£30", None, "20", "30"),
    ("en", "£20-30", None, "20", "30"),
    ("en", "£5-10k", None, "5000", "10000"),
    ("en", "$1 to $2 million", None, "1000000", "2000000"),
    ("en", "between $500 and $1 million", None, "500", "1000000"),
    ("en", "20-30 pounds", None, "20", "30"),
]


@pytest.mark.parametrize(("language", "text", "span", "low", "high"), RANGES)
def test_a_range_of_amounts_is_one_value(
    found: Any, language: str, text: str, span: str | None, low: str, high: str
) -> None:
    (value,) = found(language, text)
    assert value.text == (span or text)
    assert (value.value.low, value.value.high) == (Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("language", "text", "amounts"),
    [
        ("fr", "25 €, 30 € et 40 €", ["25", "30", "40"]),
        ("fr", "70 € (ou 60 €)", ["70", "60"]),
        ("fr", "25€/30€", ["25", "30"]),
        ("fr", "Tarifs :\n- 25 €\n- 30 €", ["25", "30"]),
        ("fr", "225 €, dont 25 € de droit de timbre", ["225", "25"]),
        ("fr", "86 € ou 89 €si la photo est faite en mairie", ["86", "89"]),
        ("en", "Fees:\n- £25\n- £30", ["25", "30"]),
        ("en", "£10/£20", ["10", "20"]),
        ("en", "£9.50; £11 online", ["9.5", "11"]),
        ("en", "| Adult | £75.50 |\n| Child | £49 |", ["75.5", "49"]),
    ],
)
def test_amounts_of_a_list_stay_apart(
    found: Any, language: str, text: str, amounts: list[str]
) -> None:
    assert [one.value.low for one in found(language, text)] == [Decimal(it) for it in amounts]
    assert all(one.value.low == one.value.high for one in found(language, text))


@pytest.mark.parametrize(
    ("language", "text", "per"),
    [
        ("fr", "86 € par personne", "personne"),
        ("fr", "86 €/an", "an"),
        ("fr", "0,15 € la minute", "minute"),
        ("fr", "25 € à 30 € par enfant", "enfant"),
        ("fr", "25 €\n- Le dossier se dépose en mairie", None),
        ("en", "£12.50 per person", "person"),
        ("en", "£25/month", "month"),
        ("en", "£174.50 a year", "year"),
        ("en", "£20-a-week", "week"),
        ("en", "13p a minute", "minute"),
        ("en", "£25", None),
    ],
)
def test_what_an_amount_is_charged_for_each_of(
    found: Any, language: str, text: str, per: str | None
) -> None:
    (value,) = found(language, text)
    assert value.type == "amount"
    assert value.value.per == per


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "01 23 45 67 89"),
        ("fr", "Composez le 36 39."),
        ("fr", "75001 Paris"),
        ("fr", "20 %"),
        ("fr", "en 2020"),
        ("fr", "3 photos et 2 copies"),
        ("fr", "la page 12/2020"),
        ("fr", "prix : 25"),
        ("fr", "quelques euros"),
        ("fr", "l'euro"),
        ("en", "020 7946 0958"),
        ("en", "+44 20 7946 0958"),
        ("en", "SW1A 1AA"),
        ("en", "100% of people"),
        ("en", "25 pages"),
        ("en", "part 4 of the form"),
        ("en", "in 2020"),
        ("en", "24/7"),
        ("en", "after 2 try again"),
    ],
)
def test_other_figures_are_no_values(found: Any, language: str, text: str) -> None:
    assert found(language, text) == ()
