"""Values beside the point, totals with their parts, and lengths without an end."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hri.decomposition import NameIndex, decompose, states_same
from hri.domain.claims import Claim, Qualifier
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind, Money, Unit


def found(read, language: str, text: str, slot: Slot) -> list[tuple[str, bool]]:
    return [(claim.text, claim.aside) for claim in read(language, text, slot)]


@pytest.fixture
def read(lexicons, names):
    def claims(language: str, text: str, slot: Slot) -> tuple[Claim, ...]:
        return decompose(text, lexicons[language], names).in_slot(slot)

    return claims


@pytest.mark.parametrize(
    ("language", "text", "beside"),
    [
        ("en", "Unlike a first card, which costs £10, the replacement costs £25.", {"£10"}),
        ("en", "The fee was raised from £88.50 to £94.50.", {"£88.50"}),
        ("fr", "Contrairement à la carte, qui coûte 25 €, le passeport coûte 86 €.", {"25 €"}),
        ("fr", "Le tarif est passé de 80 € à 86 €.", {"80 €"}),
        ("en", "The fee is from £88.50 to £94.50.", set()),
    ],
)
def test_an_amount_of_another_thing_or_time_is_beside_the_point(read, language, text, beside):
    amounts = found(read, language, text, Slot.FEES)
    assert {said for said, aside in amounts if aside} == beside
    assert any(not aside for _, aside in amounts)


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("It usually takes 5 weeks: one month plus 7 days of checks.", {"one month", "7 days"}),
        ("It usually takes 5 weeks: one month plus 20 days of checks.", set()),
        ("It usually takes 5 weeks, or one month and 7 days in summer.", set()),
    ],
)
def test_only_lengths_that_make_up_the_total_explain_it(read, text, beside):
    lengths = found(read, "en", text, Slot.PROCESSING_TIME)
    assert {said for said, aside in lengths if aside} == beside


def test_years_behind_before_are_an_age_beside_another_length(read):
    text = "L'avis médical est valable cinq ans avant 55 ans."
    assert found(read, "fr", text, Slot.PROCESSING_TIME) == [("cinq ans", False), ("55 ans", True)]


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("en", "The total fee is £84 (£42 each).", [42]),
        ("en", "You pay £42 each, £84 in total.", [42]),
        ("fr", "Frais : 200 € + 25 € = 225 €.", [200, 25]),
        ("en", "Paper costs £10 more (£35 instead of £25).", [35, 25]),
        ("en", "The total fee is £85 (£42 each).", []),
        ("en", "Paper costs £11 more (£35 instead of £25).", []),
    ],
)
def test_an_amount_holds_those_it_is_reckoned_from(read, language, text, parts):
    claims = read(language, text, Slot.FEES)
    reckoned = [claim for claim in claims if claim.parts]
    assert [int(part.low) for claim in reckoned for part in claim.parts] == parts


def test_amounts_of_a_sum_raise_no_doubt(lexicons, names):
    assert not decompose("Frais : 200 € + 25 € = 225 €.", lexicons["fr"], names).doubts


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "There is no deadline to register.", DurationKind.APPLICANT_DEADLINE),
        ("en", "The card is valid for life.", DurationKind.VALIDITY),
        ("fr", "Vous devez déclarer la naissance sans limite de temps.", None),
        ("fr", "La carte est valable à vie.", DurationKind.VALIDITY),
    ],
)
def test_no_limit_is_a_length_that_no_other_equals(read, language, text, kind):
    (claim,) = read(language, text, Slot.PROCESSING_TIME)
    assert isinstance(claim.value, Duration)
    assert kind in (None, claim.value.kind)
    ten = claim.value.model_copy(update={"low": Decimal(10), "high": Decimal(10)})
    assert not states_same(claim, claim.model_copy(update={"value": ten}), 0.05)


@pytest.mark.parametrize("text", ["It's 42 days.", "It's £184 and that's 25 working days."])
def test_the_letter_behind_an_apostrophe_cites_no_section(lexicons, names, text):
    reading = decompose(text, lexicons["en"], names)
    assert not reading.in_slot(Slot.LEGAL_BASIS)
    assert not reading.doubts


def _lasting(count: int, unit: Unit, kind: DurationKind) -> Claim:
    value = Duration(low=Decimal(count), high=Decimal(count), unit=unit, kind=kind)
    return Claim(slot=Slot.PROCESSING_TIME, text="x", start=0, end=1, value=value)


def test_working_weeks_equal_working_days_of_an_office_only():
    office, applicant = DurationKind.PROCESSING, DurationKind.APPLICANT_DEADLINE
    days = _lasting(25, Unit.WORKING_DAY, office)
    assert states_same(_lasting(5, Unit.WEEK, office), days, 0.0)
    assert not states_same(_lasting(6, Unit.WEEK, office), days, 0.0)
    assert not states_same(_lasting(25, Unit.DAY, office), days, 0.0)
    bound = _lasting(25, Unit.WORKING_DAY, applicant)
    assert not states_same(_lasting(5, Unit.WEEK, applicant), bound, 0.0)


def test_a_figure_between_keeps_a_bound_from_a_value(read):
    claims = read("en", "The fee rose from £88 to £94.", Slot.FEES)
    assert {claim.qualifier for claim in claims if claim.text == "£94"} == {Qualifier.EXACT}
    assert all(isinstance(claim.value, Money) for claim in claims)


def test_an_ampersand_stands_for_the_word_in_a_name(lexicons):
    names = NameIndex([("hmrc", "HM Revenue and Customs")], joins=["and"])
    reading = decompose("Apply to HM Revenue & Customs.", lexicons["en"], names)
    (claim,) = reading.in_slot(Slot.COMPETENT_AUTHORITY)
    assert (claim.value.id, claim.text) == ("hmrc", "HM Revenue & Customs")


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("See the Marriage Act 1949 (SI 1949/1331).", True),
        ("See the Marriage Act 1949 (SI 1952/1331).", False),
        ("See the Marriage Act 1949. See SI 1949/1331.", False),
    ],
)
def test_a_number_in_brackets_belongs_to_the_title_of_its_year(read, text, aside):
    number = read("en", text, Slot.LEGAL_BASIS)[-1]
    assert "1331" in number.text
    assert number.aside is aside


@pytest.mark.parametrize(
    "text", ["Apply on the HM Passport Office website.", "Go to HM Passport Office."]
)
def test_a_body_named_for_its_site_is_beside_the_point(read, text):
    (claim,) = read("en", text, Slot.COMPETENT_AUTHORITY)
    assert claim.aside is ("website" in text)
