"""Comparing claims: likeness is symmetric and typed; a claim states a fact when equal after all."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.decomposition import read_fact, similarity, states_same
from hri.domain.claims import Claim, Polarity
from hri.domain.slots import Slot
from tests.decomposition.conftest import LEXICONS, NAMES

F, T, D, A, L = (
    Slot.FEES,
    Slot.PROCESSING_TIME,
    Slot.REQUIRED_DOCUMENTS,
    Slot.COMPETENT_AUTHORITY,
    Slot.LEGAL_BASIS,
)
PHRASES = [
    (F, "25 €"), (F, "25,00 EUR"), (F, "entre 25 et 50 €"), (F, "gratuit"),
    (F, "86 € par personne"),
    (T, "2 mois"), (T, "60 jours"), (T, "5 jours ouvrés"), (T, "2 à 6 semaines"),
    (D, "passeport"), (D, "justificatif de domicile"), (D, "formulaire cerfa n° 15736*02"),
    (A, "préfecture"), (A, "mairie"), (A, "tribunal judiciaire"),
    (L, "article L311-1 du code civil"), (L, "articles 63 à 76 du code civil"), (L, "code civil"),
]  # fmt: skip


def fact(slot: Slot, text: str, language: str = "fr") -> Claim:
    (claim,) = read_fact(slot, text, LEXICONS[language], NAMES)
    return claim


CLAIMS = [fact(slot, text) for slot, text in PHRASES]


@pytest.mark.parametrize(("a", "b"), list(combinations_with_replacement(range(len(CLAIMS)), 2)))
def test_similarity_is_symmetric_reflexive_and_within_bounds(a: int, b: int) -> None:
    forward, backward = similarity(CLAIMS[a], CLAIMS[b]), similarity(CLAIMS[b], CLAIMS[a])
    assert forward == backward
    assert 0.0 <= forward <= 1.0
    if a == b:
        assert forward == 1.0


@given(
    words=st.lists(st.text(alphabet="abcdefgé ", min_size=1, max_size=12), min_size=2, max_size=2)
)
def test_similarity_of_any_two_names_is_symmetric(words: list[str]) -> None:
    mine, theirs = (
        CLAIMS[9].model_copy(update={"value": CLAIMS[9].value.model_copy(update={"surface": word})})
        for word in words
    )
    assert similarity(mine, theirs) == similarity(theirs, mine)
    assert 0.0 <= similarity(mine, theirs) <= 1.0
    assert similarity(mine, mine) == 1.0


SAME = [
    (F, "25 €", "25,00 EUR"),
    (F, "25 €", "vingt-cinq euros"),
    (F, "gratuit", "aucun frais"),
    (T, "2 mois", "deux mois"),
    (T, "90 jours", "3 mois"),
    (T, "12 mois", "1 an"),
    (L, "article L. 311-1 du code civil", "article L311-1 du Code civil"),
    (L, "article 70 du code civil", "articles 63 à 76 du code civil"),
    (L, "décret n°2014-1294", "décret n° 2014-1294 du 23 octobre 2014"),
    (L, "article R*410-1 du code de l'urbanisme", "article R410-1 du code de l'urbanisme"),
    (A, "la préfecture", "préfecture"),
    (D, "formulaire cerfa n° 15736*02", "cerfa 15736"),
    (D, "justificatif du domicile", "justificatif de domicile"),
]


@pytest.mark.parametrize(("slot", "a", "b"), SAME, ids=[f"{a} = {b}" for _, a, b in SAME])
def test_the_same_statement_in_other_words_is_the_same(slot: Slot, a: str, b: str) -> None:
    assert similarity(fact(slot, a), fact(slot, b)) == 1.0
    assert states_same(fact(slot, a), fact(slot, b), 0.05)


OTHER = [
    (F, "25 €", "26 €"),
    (F, "25 €", "gratuit"),
    (F, "25 €", "25 £"),
    (T, "2 mois", "2 semaines"),
    (T, "2 mois", "4 mois"),
    (T, "5 jours", "5 jours ouvrés"),
    (L, "article 77 du code civil", "articles 63 à 76 du code civil"),
    (L, "article L311-1 du code civil", "article L311-1 du code pénal"),
    (L, "article L311-1 du code civil", "article R311-1 du code civil"),
    (L, "loi n° 2016-8752", "loi n° 2019-791"),
    (A, "préfecture", "mairie"),
    (A, "tribunal judiciaire", "tribunal administratif"),
    (D, "formulaire cerfa n° 15736", "formulaire cerfa n° 15548"),
    (D, "certificat médical", "certificat de scolarité"),
    (D, "passeport", "livret de famille"),
]


@pytest.mark.parametrize(("slot", "a", "b"), OTHER, ids=[f"{a} / {b}" for _, a, b in OTHER])
def test_another_statement_is_not_the_same(slot: Slot, a: str, b: str) -> None:
    assert similarity(fact(slot, a), fact(slot, b)) < 1.0
    assert not states_same(fact(slot, a), fact(slot, b), 0.05)


def test_opposite_polarity_is_never_alike() -> None:
    needed = fact(D, "passeport")
    denied = needed.model_copy(update={"polarity": Polarity.NOT_REQUIRED})
    assert similarity(needed, denied) == 0.0
    assert not states_same(denied, needed, 0.05)


@pytest.mark.parametrize(
    ("claim", "truth", "stated"),
    [
        ("environ 26 €", "25 €", True),
        ("environ 30 €", "25 €", False),
        ("26 €", "25 €", False),
        ("50 € maximum", "entre 25 et 50 €", True),
        ("au moins 25 €", "25 € maximum", False),
    ],
)
def test_bounds_decide_whether_an_amount_states_the_fact(
    claim: str, truth: str, stated: bool
) -> None:
    assert states_same(fact(F, claim), fact(F, truth), 0.05) is stated


@pytest.mark.parametrize(
    ("claim", "truth", "stated"),
    [
        ("justificatif de domicile", "justificatif de domicile de moins de 6 mois", True),
        ("copie du passeport", "passeport", True),
        ("passeport", "passeport en cours de validité", True),
        ("acte de naissance", "copie intégrale d'acte de naissance", True),
        ("pièce d'identité", "photo d'identité", False),
    ],
)
def test_head_and_distinguishing_words_decide_whether_documents_match(
    claim: str, truth: str, stated: bool
) -> None:
    assert states_same(fact(D, claim), fact(D, truth), 0.05) is stated


def test_an_article_outside_the_fact_is_not_stated_but_the_law_alone_is() -> None:
    truth = fact(L, "articles 63 à 76 du code civil")
    assert states_same(fact(L, "code civil"), truth, 0.05)
    assert not states_same(truth, fact(L, "article 70 du code civil"), 0.05)
