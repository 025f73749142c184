"""Lengths of time without a clear cue: limits of an open kind, and what is none."""

from __future__ import annotations

import pytest

from hri.domain.claims import Polarity, Qualifier
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind

OPEN = DurationKind.OPEN


def times(claims_in, language: str, text: str) -> list[tuple[str, DurationKind]]:
    found = claims_in(language, text, Slot.PROCESSING_TIME)
    return [(one.text, one.value.kind) for one in found if isinstance(one.value, Duration)]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("fr", "La banque doit s'exécuter sous 15 jours.", "15 jours"),
        ("fr", "Présentez-la sous 5 jours à la mairie.", "5 jours"),
        ("fr", "Sans nouvelles trois mois après la plainte, écrivez au juge.", "trois mois"),
        ("fr", "L'opérateur a 10 jours ouvrés pour cela.", "10 jours ouvrés"),
        ("fr", "Deux ans après la fin du stage, c'est trop tard.", "Deux ans"),
        ("fr", "Cet agrément vaut 4 ans.", "4 ans"),
        ("en", "It must happen inside 14 days.", "14 days"),
        ("en", "Two years later the file is closed.", "Two years"),
    ],
    ids=lambda one: one[:50],
)
def test_a_length_that_nothing_explains_is_a_time(claims_in, language, text, said):
    assert said in [words for words, _ in times(claims_in, language, text)]


def test_words_of_a_limit_outweigh_a_word_for_something_else_farther_off(claims_in):
    text = "Après la signature du contrat, l'assureur l'écrit sous 15 jours."
    assert times(claims_in, "fr", text) == [("15 jours", OPEN)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Il s'adresse aux femmes de 18 à 37 ans."),
        ("fr", "Il faut être majeur ; le candidat a 17 ans."),
        ("fr", "L'enfant entre à l'école l'année de ses 6 ans."),
        ("fr", "Suivez un cursus de 4 mois."),
        ("fr", "Le maire y consacre 140 heures."),
        ("fr", "L'abonnement est à 45 € pour un an."),
        ("fr", "Joignez un acte de naissance de moins de 3 mois."),
        ("fr", "C'est à refaire tous les deux ans."),
        ("en", "You are paid once a month."),
        ("en", "He is 17 years old."),
    ],
    ids=lambda one: one[:50],
)
def test_ages_rates_and_traits_of_a_thing_are_no_time(claims_in, language, text):
    assert times(claims_in, language, text) == []


def test_an_age_is_no_validity(claims_in):
    text = "L'aide est accordée pour trois ans si vous n'avez pas encore 50 ans."
    assert times(claims_in, "fr", text) == [("trois ans", DurationKind.VALIDITY)]


@pytest.mark.parametrize(
    "text",
    [
        "La durée de la procédure ne peut pas excéder 30 mois.",
        "La durée de la procédure ne peut être supérieure à 30 mois.",
        "La durée de la procédure ne doit pas dépasser 30 mois.",
        "Le traitement ne peut pas durer plus de 30 mois.",
        "Les dossiers ne se gardent pas plus de 30 mois.",
    ],
)
def test_a_negated_excess_bounds_a_length_and_denies_nothing(claims_in, text):
    claim = claims_in("fr", text, Slot.PROCESSING_TIME)[-1]
    assert (claim.qualifier, claim.polarity) == (Qualifier.AT_MOST, Polarity.REQUIRED)


def test_a_length_denied_with_pas_stays_denied(claims_in):
    claim = claims_in("fr", "Le traitement ne dure pas 30 mois.", Slot.PROCESSING_TIME)[0]
    assert claim.polarity is Polarity.NOT_REQUIRED


@pytest.mark.parametrize(
    ("text", "fees"),
    [
        ("Vous devez verser 411 € par trimestre.", ["411 €"]),
        ("Chaque trimestre suppose un versement de 411 €.", ["411 €"]),
        ("La Caf vous verse 411 € par mois.", []),
        ("Un versement de l'allocation de 411 € suit.", []),
    ],
)
def test_what_the_reader_pays_is_a_fee_and_what_is_paid_to_them_none(claims_in, text, fees):
    assert [claim.text for claim in claims_in("fr", text, Slot.FEES)] == fees
