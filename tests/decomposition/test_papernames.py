"""One name for one document."""

import pytest

from hri.decomposition.papernames import usual_name


@pytest.mark.parametrize(
    ("language", "surface", "usual"),
    [
        ("fr", "carte nationale d'identite (recto verso)", "piece d'identite"),
        ("fr", "rib recent", "releve d'identite bancaire"),
        ("fr", "justificatif de domicile de moins de 3 mois", None),
        ("fr", "original", "original"),
        ("fr", "(facture)", "(facture)"),
        ("en", "recent photograph", "photo"),
        ("en", "evidence of address", "proof of address"),
    ],
)
def test_synonyms_are_joined_and_states_left_out(lexicons, language, surface, usual):
    assert usual_name(surface, lexicons[language]) == (usual or surface)
