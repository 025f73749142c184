"""Codes of the data are shown by their names, in the reader's language."""

from __future__ import annotations

import pytest
import streamlit as st

from hri.domain.events import AuditEvent, EventKind
from hri.domain.reviews import ReviewVerb, Role
from hri.evaluation.heatmaps import Dimension
from hri.knowledge.reasons import load_reasons
from hri.ui import heatmaps, history, i18n, labels, names, session
from tests.ui.conftest import Open, shown
from tests.ui.factory import NOW, ROOT, FakeDesk, policy

PACK_TITLE = (
    "Demonstration: sixteen French procedures, in French and English "
    "(facts as of June 2018 to August 2020, not advice)"
)


@pytest.fixture
def french(desk: FakeDesk, monkeypatch: pytest.MonkeyPatch):
    """French words, and a desk for the names that the pack has."""
    monkeypatch.setattr(session, "open_desk", lambda settings: desk)
    monkeypatch.setattr(session, "start_delivery", lambda desk: None)
    monkeypatch.setattr(session, "start_figures", lambda desk: None)
    monkeypatch.setattr(session, "start_retention", lambda desk: None)
    st.cache_resource.clear()
    with i18n.speaking("fr"):
        yield
    st.cache_resource.clear()


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("found", "words"),
    [
        (lambda: names.service("welfare"), "Aides sociales"),
        (lambda: names.service("housing"), "housing"),
        (lambda: names.service(""), ""),
        (lambda: labels.rule("derived.law_exists"), "Le texte cité existe"),
        (lambda: labels.rule("own.rule"), "own.rule"),
        (lambda: names.procedure("death-registration"), "déclaration de décès"),
        (lambda: names.procedure("no-such"), "no-such"),
        (lambda: names.reason_of("wrong_fee"), "Montant faux"),
        (lambda: names.reason_of("retired-code"), "retired-code"),
        (lambda: names.title(policy().title), "Seuils de l’article, relèvements par verdict"),
        (lambda: names.title(PACK_TITLE)[:13], "Démonstration"),
        (lambda: names.title("A title of our own"), "A title of our own"),
        (lambda: names.title(""), ""),
    ],
)
def test_a_code_is_shown_by_its_name_and_an_unknown_one_as_it_is(found, words: str) -> None:
    assert found() == words


def event(kind: EventKind, **payload: object) -> AuditEvent:
    return AuditEvent.model_validate(
        {
            "kind": kind,
            "actor": "anne",
            "subject": "case-001",
            "payload": payload,
            "seq": 1,
            "at": NOW,
            "prev_hash": "0" * 64,
            "hash": "1" * 64,
        }
    )


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("kind", "payload", "words"),
    [
        (
            EventKind.CASE_SCORED,
            {"overrides": ["empty-answer", "unsupported", "unsupported", "local-rule"]},
            "relèvements : Réponse vide, Affirmation que les sources n’appuient pas × 2, "
            "local-rule",
        ),
        (EventKind.REVIEW_DECIDED, {"reason": "wrong_fee"}, "motif : Montant faux"),
        (
            EventKind.CASE_REJECTED,
            {"rejected": 3, "errors": {"CaseFileError": 2, "ConflictError": 1}},
            "lignes refusées : 3 · par cause : illisibles : 2, "
            "identifiant déjà pris par un autre dossier : 1",
        ),
        (EventKind.REFUSED, {"use_case": "erase_content"}, "demande : effacer un contenu"),
        (EventKind.SIGNED_IN, {"how": "demonstration"}, "moyen : connexion de démonstration"),
        (
            EventKind.REPLY_WRITTEN,
            {"deliver_at": "2026-02-01T12:00:10+00:00"},
            "part le : 1 févr. 2026, 12:00:10 UTC",
        ),
    ],
)
def test_the_trail_speaks_in_names(kind: EventKind, payload: dict[str, object], words: str) -> None:
    assert history.details(event(kind, **payload)) == words


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("dimension", "columns", "words"),
    [
        (Dimension.SERVICE, ("welfare", ""), ["Aides sociales", "non précisé"]),
        (Dimension.PROCEDURE, ("death-registration",), ["déclaration de décès"]),
        (Dimension.LANGUAGE, ("en", "de"), ["English", "de"]),
        (Dimension.MODEL, ("welfare",), ["welfare"]),
        (Dimension.SLOT, ("fees",), ["4 Coût"]),
        (Dimension.SIGNAL, ("rvs",), ["RVS : violation de règle"]),
        (Dimension.WEEK, ("2026-03-02",), ["2 mars 2026"]),
    ],
)
def test_columns_of_the_heatmap_have_names(
    dimension: Dimension, columns: tuple[str, ...], words: list[str]
) -> None:
    assert list(heatmaps.names_along(dimension, columns).values()) == words


@pytest.mark.usefixtures("french")
def test_two_procedures_of_one_name_stay_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(heatmaps.WORDS, Dimension.PROCEDURE, lambda identifier: "Passeport")
    found = heatmaps.names_along(Dimension.PROCEDURE, ("p1", "p2"))
    assert list(found.values()) == ["Passeport (p1)", "Passeport (p2)"]


def test_the_screens_show_names_in_french(opened: Open) -> None:
    queue = opened(None, Role.SUPERVISOR, "fr")
    assert queue.dataframe[0].value["service"].iloc[0] == "État civil et identité"
    assert "État civil et identité" in queue.selectbox(key="filter-service").options
    case = shown(opened("case", Role.SUPERVISOR, "fr", case="case-001"))
    assert "déclaration de décès" in case
    assert "État civil et identité" in case
    assert "civil-registry" not in case
    settings = shown(opened("settings", Role.SUPERVISOR, "fr"))
    assert "Seuils de l’article" in settings
    assert "Paper thresholds" not in settings


def test_an_empty_answer_has_a_reason_in_both_languages() -> None:
    reasons = {reason.code: reason for reason in load_reasons(ROOT / "data/reasons")}
    empty = reasons["empty-answer"]
    assert set(empty.actions) == {ReviewVerb.APPROVE_EDITED, ReviewVerb.REJECT}
    assert all("fr" in reason.names and "en" in reason.names for reason in reasons.values())
