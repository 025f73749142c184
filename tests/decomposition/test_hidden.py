"""Characters that do not show change nothing of what is read."""

import pytest

from hri.domain.slots import Slot

HIDDEN = [
    *"\u202e\u2066\u2062\u180e\u3164\ufe0f\U000e0041\x00\x1b\u200b\u00ad\u061c",
    "\\",
    "**",
    "~~",
]


@pytest.mark.parametrize("char", HIDDEN, ids=[f"U+{ord(c[0]):04X}" for c in HIDDEN])
@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Adressez-vous à la préfecture.", Slot.COMPETENT_AUTHORITY),
        ("Le tarif est de 960 euros.", Slot.FEES),
        ("La décision est rendue dans un délai de 4 mois.", Slot.PROCESSING_TIME),
    ],
)
def test_inside_a_claim_it_leaves_the_value(char, text, slot, claims_in):
    plain = claims_in("fr", text, slot)
    last = plain[0].end - 2
    hostile = text[:last] + char + text[last:]
    found = claims_in("fr", hostile, slot)
    assert [claim.value for claim in found] == [claim.value for claim in plain]
    assert all(hostile[claim.start : claim.end] == claim.text for claim in found)
