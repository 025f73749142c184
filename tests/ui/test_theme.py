"""Colours can be told from their background, in the light and in the dark theme."""

from __future__ import annotations

import re
import tomllib

import pytest

from hri.ui import theme
from tests.ui.factory import ROOT

CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
VARIABLES = re.findall(
    r"--hri-(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)",
    theme.STYLE_SHEET.read_text("utf-8"),
)
MODES = ("light", "dark")
TEXT = {"quiet", "route"}
DECORATION = {"line", "pane"}


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def backgrounds(mode: str) -> list[str]:
    place = MODES.index(mode)
    panes = [(light, dark)[place] for name, light, dark in VARIABLES if name == "pane"]
    options = CONFIG["theme"][mode]
    return [options["backgroundColor"], options["secondaryBackgroundColor"], *panes]


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("mode", MODES)
def test_text_stands_out_from_every_background(mode: str) -> None:
    place = MODES.index(mode)
    colours = [(light, dark)[place] for name, light, dark in VARIABLES if name in TEXT]
    colours += [CONFIG["theme"][mode]["textColor"], CONFIG["theme"][mode]["linkColor"]]
    worst = min(contrast(colour, ground) for colour in colours for ground in backgrounds(mode))
    assert worst >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_marks_borders_and_bars_stand_out_from_every_background(mode: str) -> None:
    place = MODES.index(mode)
    colours = [(light, dark)[place] for name, light, dark in VARIABLES if name not in DECORATION]
    colours += [*theme.SLOT_COLOURS[mode].values(), CONFIG["theme"][mode]["borderColor"]]
    worst = min(contrast(colour, ground) for colour in colours for ground in backgrounds(mode))
    assert worst >= 3


@pytest.mark.parametrize("mode", MODES)
def test_the_style_sheet_and_the_charts_use_the_same_slot_colours(mode: str) -> None:
    place = MODES.index(mode)
    named = {name: (light, dark)[place] for name, light, dark in VARIABLES}
    in_sheet = [named[name] for name in ("docs", "authority", "time", "fees", "legal")]
    assert in_sheet == list(theme.SLOT_COLOURS[mode].values())


@pytest.mark.parametrize("mode", MODES)
def test_numbers_stand_out_from_every_colour_of_the_heatmap(mode: str) -> None:
    for colour in theme.HEAT[mode]:
        assert contrast(theme.INK[mode], colour) >= 4.5, colour


@pytest.mark.parametrize("mode", MODES)
def test_bars_stand_out_from_the_page(mode: str) -> None:
    page = CONFIG["theme"][mode]["backgroundColor"]
    for colour in (*theme.PAIR[mode], theme.BARS[mode], *theme.LEVEL_COLOURS[mode].values()):
        assert contrast(page, colour) >= 3, colour
        assert contrast(theme.PAPER[mode], colour) >= 3, colour
