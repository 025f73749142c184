from __future__ import annotations

from datetime import date

import pytest

from hri.domain.packs import Instrument, InstrumentStatus
from hri.knowledge.importers.references import read_instrument, slugify
from hri.knowledge.importers.registers import Register
from hri.knowledge.importers.vocabulary import Phrases, load_vocabulary
from hri.knowledge.lexicons import load_lexicon

LEXICON = load_lexicon("fr")


def code(title, status=InstrumentStatus.UNKNOWN, **more):
    return Instrument(id=slugify(title), title=title, kind="code", status=status, **more)


def act(title, *aliases):
    return Instrument(
        id=slugify(title),
        title=title,
        aliases=aliases,
        kind="arrete",
        status=InstrumentStatus.UNKNOWN,
    )


def register(*instruments):
    entries = Register(LEXICON)
    for instrument in instruments:
        entries.add(instrument)
    return entries


SAME = [
    ("Code des étangs", "Code des étangs."),
    ("Code des étangs", "CODE DES ETANGS"),
    ("Code des étangs et des mares", "Code des étangs et de la mare"),
    ("Code général des étangs", "Code général de étangs"),
    ("Code de la construction et de l'habitation", "Code la construction et de l'habitation"),
]


@pytest.mark.parametrize(("right", "other"), SAME, ids=[other for _, other in SAME])
def test_a_misspelt_title_is_the_same_code(right, other):
    (entry,) = register(code(right), code(other)).entries()
    assert entry.title == right


DIFFERENT = [
    ("Code de procédure civile", "Code de procédure pénale"),
    ("Code général des impôts, annexe 2", "Code général des impôts, annexe 3"),
    ("Code des étangs", "Code des étangs (ancien)"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=[other for _, other in DIFFERENT])
def test_codes_of_like_titles_stay_apart(one, other):
    assert len(register(code(one), code(other)).entries()) == 2


def test_who_knows_more_fills_the_entry_and_the_id_stays():
    known = code("Code des étangs", InstrumentStatus.IN_FORCE, articles=("L1",))
    known = known.model_copy(update={"id": "other-id", "valid_from": date(1990, 1, 1)})
    (entry,) = register(code("Code des étangs"), known).entries()
    assert (entry.id, entry.status) == ("code-des-etangs", InstrumentStatus.IN_FORCE)
    assert (entry.valid_from, entry.articles) == (date(1990, 1, 1), ("L1",))


def test_a_citation_takes_nothing_away_from_a_known_code():
    known = code("Code des étangs", InstrumentStatus.IN_FORCE, articles=("L1",))
    (entry,) = register(known, code("Code des étangs")).entries()
    assert (entry.status, entry.articles) == (InstrumentStatus.IN_FORCE, ("L1",))


def test_a_name_of_two_codes_stays_with_the_one_in_force():
    gone = code("Code des étangs (ancien)", InstrumentStatus.REPEALED, aliases=("CDE",))
    here = code("Code des mares", InstrumentStatus.IN_FORCE, aliases=("CDE",))
    names = {entry.title: entry.aliases for entry in register(gone, here).entries()}
    assert names == {"Code des étangs (ancien)": (), "Code des mares": ("CDE",)}


def test_a_date_that_two_orders_share_names_neither():
    first = act("Arrêté du 5 mai 2010 sur les étangs", "Arrêté du 5 mai 2010")
    second = act("Arrêté du 5 mai 2010 sur les mares", "Arrêté du 5 mai 2010")
    assert [entry.aliases for entry in register(first, second).entries()] == [(), ()]
    assert register(first).entries()[0].aliases == ("Arrêté du 5 mai 2010",)


def test_a_code_known_by_an_alias_alone_is_absorbed():
    entries = register(
        code("Code de l'eau"),
        code("Code de l'eau et des étangs", InstrumentStatus.IN_FORCE, aliases=("Code de l'eau",)),
    )
    entries.absorb_cited()
    (entry,) = entries.entries()
    assert (entry.title, entry.aliases) == ("Code de l'eau et des étangs", ("Code de l'eau",))


REFERENCES = {
    "Code des étangs : articles L1 à L4": ("code-des-etangs", "code", "Code des étangs"),
    "Décret n°2005-17 du 1er mai 2005 relatif aux étangs : article 5 - Carte": (
        "decret-2005-17",
        "decret",
        "Décret n°2005-17 du 1er mai 2005 relatif aux étangs",
    ),
    "Loi n° 89-462 du 6 juillet 1989": ("loi-89-462", "loi", "Loi n° 89-462 du 6 juillet 1989"),
    "Arrêté du 5 mai 2010 sur les étangs": (
        "arrete-du-5-mai-2010-sur-les-etangs",
        "arrete",
        "Arrêté du 5 mai 2010 sur les étangs",
    ),
}


@pytest.mark.parametrize("title", REFERENCES)
def test_a_reference_title_gives_its_instrument(title):
    found = read_instrument(title, load_vocabulary().references)
    assert (found.id, found.kind, found.title) == REFERENCES[title]
    assert (found.articles, found.status) == (None, InstrumentStatus.UNKNOWN)


def test_a_number_and_a_date_make_aliases():
    found = read_instrument(
        "Décret n°2005-17 du 1er mai 2005 relatif aux étangs", load_vocabulary().references
    )
    assert "Décret 2005-17" in found.aliases
    assert "Décret du 1er mai 2005" in found.aliases


def test_a_title_of_no_known_kind_gives_none():
    words = load_vocabulary().references
    assert read_instrument("Barème des étangs", words) is None
    assert read_instrument("Codex ancien", words) is None


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("coût*", "Les COUTS", True),
        ("coût*", "découte", False),
        ("frais", "fraise", False),
        ("€", "30€", True),
        ("à la mairie", "A LA  MAIRIE", True),
        ("n'est pas payant*", "Ce n’est pas payante", True),
    ],
)
def test_phrases_match_whole_words_whatever_case_and_accents(phrase, text, found):
    assert Phrases([phrase]).within(text) is found


def test_no_phrases_match_nothing():
    assert not Phrases([]).within("anything")
