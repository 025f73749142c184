"""Words for numbers, money and time: a part of the lexicons (see ``hri.domain.lexicons``)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from hri.domain.base import Model
from hri.domain.lawwords import Words


class NumberWords(Model):
    """How numbers are written out."""

    words: Words
    """Every word that can be part of a number ("twenty", "hundred")."""
    joins: Words = ()
    """Words between two parts of a number ("and", "et")."""
    thousands: Words = ()
    """Letters and words that multiply figures by a thousand ("k")."""
    ones: Words = ()
    """Articles that count as one before a unit ("a", "une")."""
    halves: Words = ()
    """Words that add one half after a unit ("et demi")."""
    half_of: Words = ()
    """Words that mean one half before a unit ("half an")."""
    millions: Words = ()
    """The same with a million."""
    billions: Words = ()
    """The same with a thousand million."""
    of: Words = ()
    """Words between such a number and what it counts ("d'", "de")."""
    groups: dict[str, int] = {}
    """Nouns for about so many of a thing ("vingtaine")."""
    firsts: Words = ()
    """Words for the first of a series ("premier")."""
    counting: Words = ()
    """Words behind a number that say it counts things, and is no fee or length of time."""
    ages: Words = ()
    """Words in front of a bare number that make it an age or an hour ("at")."""
    factors: Words = ()
    """Words behind a number that make a factor of it ("fois", "times")."""
    instalments: Words = ()
    """Words in front of such a number that make instalments of it ("en trois fois")."""
    factors_before: Words = ()
    """Words right in front of a value that multiply or divide it ("la moitié de", "twice")."""
    factors_behind: Words = ()
    """Words in a value's sentence that change it ("majoré de", "doubled", "twice that")."""
    no_factors: Words = ()
    """Phrases that hold such a word and change nothing ("en double exemplaire")."""
    operations: Words = ()
    """Words between a value and a number that change it ("moins", "multiplied by")."""
    shares: Words = ()
    """Signs and words between a share and what it is taken of ("% de", "per cent of")."""
    foreign: Words = ()
    """Number words of other languages, which are not read but make a value doubtful."""


class CurrencyWords(Model):
    """One currency: its ISO 4217 code, signs and names; ``minor`` names a hundredth of it."""

    code: str = Field(pattern=r"^[A-Z]{3}$")
    signs: Words = ()
    names: Words = ()
    minor: Words = ()


class MoneyWords(Model):
    """Amounts and what makes them fees."""

    home: str = Field(pattern=r"^[A-Z]{3}$")
    """The currency of "free of charge" where the text names none."""
    free: Words
    """Phrases that say a thing costs nothing."""
    free_in_context: Words = ()
    """Words that mean free of charge only where fees are spoken of ("free", "none")."""
    not_free: Words = ()
    """Phrases that hold a word for free without being about a fee ("freephone")."""
    each: Words = ()
    """Words before what an amount is charged for each of ("par", "per")."""
    compared: Words = ()
    """Words in front of an amount that say a price is not it ("below", "supérieur à")."""
    rates: Words = ()
    """Adjectives that say an amount is charged again and again ("mensuels", "monthly")."""
    whole: Words = ()
    """What a fee is charged for each of without being another one ("personne", "application")."""
    total: Words = ()
    """Words before the sum of the amounts in front of them ("soit", "in total")."""
    paying: Words = ()
    """Verbs of paying ("verser", "pay"); a sum behind them is asked of the reader."""
    buying: Words = ()
    """Words of buying, by which a source says that a thing is not free ("acheter", "purchase")."""
    sums: Words = ()
    """Nouns for what is paid beside a fee ("acompte", "deposit")."""
    apiece: Words = ()
    """Words behind an amount that is due for each of several ("each", "chacun")."""
    differences: Words = ()
    """Words behind an amount by which one is more or less than another ("cheaper")."""
    currencies: tuple[CurrencyWords, ...]
    not_fees: Words = ()
    """Cues that an amount near them is no fee: fines, benefits, ceilings, phone costs."""


class UnitWords(Model):
    """One unit of time and the words for ``count`` of it (a quarter: 3 months).

    ``unit`` is a value of ``hri.domain.values.Unit``.
    """

    unit: str
    words: Words
    count: int = Field(default=1, ge=1)


class PeriodWords(Model):
    """Words that mean a length of time by themselves ("a fortnight")."""

    count: int = Field(ge=0)
    unit: str
    words: Words


class DayOrder(StrEnum):
    """Which of day and month stands first in a date in figures."""

    DAY = "day"
    MONTH = "month"


class TimeWords(Model):
    """Lengths of time, dates, and what lengths govern."""

    units: tuple[UnitWords, ...]
    periods: tuple[PeriodWords, ...] = ()
    months: Words = ()
    """The twelve months in order; an entry may hold several spellings separated by a bar."""
    months_with_capital: bool = False
    """True where a month is written with a capital, so that "may" alone is none."""
    day_joins: Words = ()
    """Words between the first and the last day of a time, besides those of ranges ("au")."""
    date_links: Words = ()
    """Words between the day and the month ("of")."""
    day_order: DayOrder | None = None
    """The order of day and month in figures; None where writers of the language differ."""
    day_orders: dict[str, DayOrder] = {}
    """The same by region, as in the second part of a language tag ("GB")."""
    clock: Words = ()
    """Words in front of a time of day ("at")."""
    out_of: Words = ()
    """Words of a rate that never rests ("24 h sur 24")."""
    between: Words = ()
    """Adjectives between a number and its unit ("premiers", "full")."""
    processing: Words
    applicant: Words
    validity: Words
    vague: Words = ()
    """Words that leave open how many of a unit are meant ("several", "quelques")."""
    after: Words = ()
    """Words in front of a length that make it the time to wait first ("after")."""
    silence: Words = ()
    """Words for a reply that did not come, which such a length is rightly told of."""
    loose: Words = ()
    """Times that no length or date tells ("demain", "next year", "for life")."""
    since: Words = ()
    """Small words in front of when a thing began, which is no time to come."""
    until: Words = ()
    """Small words in front of a month or a year alone ("en", "until")."""
    unsure: Words = ()
    """Words that make a length a limit without saying whose; they count where no cue is near."""
    limit_before: Words = ()
    """Words right in front of a length that make it a limit ("sous", "within")."""
    limit_behind: Words = ()
    """Words right behind a length that set it between two events ("après", "before")."""
    not_yet: Words = ()
    """Words between "have" or "is" and an age ("pas encore", "already")."""
    ages: Words = ()
    """Words in front of years that make an age of them where another length stands before."""
    other: Words
    """Cues that a length near them governs nothing: ages, age of a proof, length of a meeting."""
