"""A small pack in own words, written to a folder, with one thing changed at a time."""

from __future__ import annotations

import copy
import json

import pytest

PACK_TOML = """
id = "small"
version = "1"
title = "A small pack"
jurisdiction = "FR"
languages = ["fr"]
as_of = 2020-06-01
licence = "own words"
publisher = "tests"
"""

SOURCES = [
    {
        "source_id": "carte",
        "title": "Demander la carte bleue",
        "url": "https://example.org/carte",
        "kind": "guide",
        "procedure_ids": ["carte"],
        "jurisdiction": "FR",
        "as_of": "2020-06-01",
        "language": "fr",
        "passages": [
            {
                "id": "carte#1",
                "slot": "fees",
                "heading": "Coût",
                "text": "La carte coûte 25 €.",
                "condition": "En ville",
            },
            {
                "id": "carte#2",
                "slot": "legal_basis",
                "text": "Code des cartes : articles L10-1 à L10-4",
                "kind": "reference",
            },
            {"id": "carte#3", "slot": "other", "heading": "Divers", "text": "Elle est bleue."},
        ],
    },
    {
        "source_id": "barque",
        "title": "Immatriculer une barque",
        "url": "https://example.org/barque",
        "kind": "guide",
        "procedure_ids": ["barque"],
        "jurisdiction": "FR",
        "passages": [{"id": "barque#1", "heading": "Démarche", "text": "Une barque a un numéro."}],
    },
]

PROCEDURES = [
    {
        "id": "carte",
        "names": {"fr": ["Demander la carte bleue"]},
        "domain": "other",
        "facts": {
            "fees": [
                {"value": "25 €", "source_id": "carte", "passage_id": "carte#1"},
                {"value": "30 €", "source_id": "carte", "condition": "Hors délai"},
            ],
            "competent_authority": [{"value": "mairie", "source_id": "carte"}],
            "legal_basis": [
                {
                    "value": "Code des cartes : articles L10-1 à L10-4",
                    "source_id": "carte",
                    "passage_id": "carte#2",
                }
            ],
        },
    },
    {"id": "barque", "names": {"fr": ["Immatriculer une barque"]}, "domain": "other"},
]

AUTHORITIES = [
    {
        "id": "mairie",
        "names": {"fr": ["mairie"]},
        "jurisdiction": "FR",
        "competences": ["carte"],
    }
]

REGISTRY = [
    {
        "id": "code-des-cartes",
        "title": "Code des cartes",
        "aliases": ["CDC"],
        "kind": "code",
        "status": "in_force",
        "valid_from": "1990-01-01",
        "complete_from": "2026-01-01",
        "complete_to": "2026-01-01",
        "articles": [
            {"number": "L10-1", "valid_from": "1990-01-01", "text": "La carte est bleue."},
            {"number": "L10-2", "valid_from": "2021-01-01"},
            "L10-10",
        ],
    }
]

RECORDS = {
    "sources.jsonl": SOURCES,
    "procedures.jsonl": PROCEDURES,
    "authorities.jsonl": AUTHORITIES,
    "registry.jsonl": REGISTRY,
}


@pytest.fixture
def write_pack(tmp_path):
    """Writes the small pack, after ``change`` had its way with the records and the TOML text."""

    def write(change=None, toml=PACK_TOML, name="small"):
        records = copy.deepcopy(RECORDS)
        if change is not None:
            change(records)
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.toml").write_text(toml)
        for file, lines in records.items():
            texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
            (folder / file).write_text("".join(f"{text}\n" for text in texts))
        return folder

    return write


@pytest.fixture
def cache(tmp_path):
    """A folder for caches of its own."""
    return tmp_path / "cache"
