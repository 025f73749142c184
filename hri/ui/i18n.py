"""Words, numbers and dates in the reader's language (gettext catalogues and Babel's formats)."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import streamlit as st
from babel.dates import format_date, format_datetime, format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from hri.ui import zones

LOCALES = Path(__file__).parents[2] / "locales"
DOMAIN = "hri"
LANGUAGE_NAMES = {"fr": "Français", "en": "English"}
FORMATS = {"fr": "fr_FR", "en": "en_GB"}
DATE_FORMS = {"fr": "DD/MM/YYYY", "en": "YYYY-MM-DD"}
"""How days are typed: as in France, and in the order that English readers cannot take wrongly."""

SEPARATORS = {"fr": ",\u202f", "en": ".,"}
"""Signs of the decimals and the thousands, for charts."""

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_of_run: ContextVar[str | None] = ContextVar("language of the run", default=None)


def N_(message: str) -> str:  # noqa: N802
    """Mark ``message`` for the catalogues; it is translated where it is shown."""
    return message


def _(message: str) -> str:
    """``message`` in the reader's language."""
    return translations(language()).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of a message that goes with ``number``, in the reader's language."""
    return translations(language()).ngettext(singular, plural, number)


def known(message: str) -> bool:
    """Whether the reader's catalogue holds ``message``."""
    return translations(language()).gettext(message) != message


def language() -> str:
    """The language in use: chosen by the reader, else the browser's, else English."""
    return _spoken.get() or _of_run.get() or st.session_state.get("language") or preferred()


def date_form() -> str:
    """How days are typed in the reader's language, for Streamlit's fields of a date."""
    return DATE_FORMS[language()]


def speak(code: str) -> None:
    """Speak ``code`` in this run of the page: a page asks some 300 times, the session is slow."""
    _of_run.set(code)


def preferred() -> str:
    """The browser's language where the product speaks it, else English."""
    tag = (st.context.locale or "en")[:2].lower()
    return tag if tag in LANGUAGE_NAMES else "en"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak ``code`` inside the block, whatever the session says (for exports and tests)."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


@lru_cache(maxsize=8)
def translations(code: str) -> gettext.NullTranslations:
    """The catalogue of a language; compiled in memory when the compiled file is absent or older."""
    folder = LOCALES / code / "LC_MESSAGES"
    source, compiled = folder / f"{DOMAIN}.po", folder / f"{DOMAIN}.mo"
    if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    with source.open("rb") as file:
        catalogue = read_po(file, locale=code, domain=DOMAIN)
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)


def number(value: float, decimals: int = 2) -> str:
    """A number with a fixed count of decimals, in the reader's notation."""
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(value, format=pattern, locale=FORMATS[language()])


def whole(value: int) -> str:
    """A whole number with the reader's thousands separator."""
    return number(value, 0)


def percent(share: float) -> str:
    """A share from 0 to 1 as a whole percentage."""
    return format_percent(
        share, format="#,##0%" if language() == "en" else None, locale=FORMATS[language()]
    )


def percent_fine(share: float) -> str:
    """A share from 0 to 1 as a percentage with one decimal, for what is small."""
    pattern = "#,##0.0%" if language() == "en" else "#,##0.0\u202f%"
    return format_percent(share, format=pattern, locale=FORMATS[language()])


def day(value: date) -> str:
    """A date, such as "28 Jan 2026"."""
    return format_date(value, format="medium", locale=FORMATS[language()])


def day_short(value: date) -> str:
    """A date without its year, where there is little room."""
    return format_date(value, format="d MMM", locale=FORMATS[language()])


def moment(value: datetime) -> str:
    """A date with its time of day in the zone of the body, which is named."""
    return _moment(value, "d MMM y, HH:mm")


def stamp(words: str) -> str:
    """The same for a moment written as ISO 8601; other words stay as they are."""
    try:
        return moment(datetime.fromisoformat(words))
    except ValueError:
        return words


def second(value: datetime) -> str:
    """The same to the second, for what is over in less than a minute."""
    return _moment(value, "d MMM y, HH:mm:ss")


def _moment(value: datetime, pattern: str) -> str:
    shown = format_datetime(
        zones.local(value), pattern, tzinfo=zones.zone(), locale=FORMATS[language()]
    )
    return f"{shown} {zones.offset(value)}"


def ago(then: datetime, now: datetime) -> str:
    """How long ago ``then`` was, in words ("3 hours")."""
    return format_timedelta(now - then, threshold=1.2, locale=FORMATS[language()])
