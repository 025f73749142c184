"""A lexicon made ready for reading: its phrases indexed, its patterns compiled, once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from hri.decomposition.values.folding import fold, words
from hri.decomposition.values.phrases import Hits, PhraseIndex, pattern_of
from hri.domain.lexicons import Lexicon
from hri.domain.slots import SLOTS, Slot
from hri.domain.values import Unit

OTHER = "other"
"""The list of headings that belong to no slot."""
_DOCUMENT_LISTS = (
    "heads",
    "cues",
    "none",
    "denials",
    "applied_before",
    "applied_behind",
    "not_documents",
    "stops",
    "optional",
    "valid",
    "expired",
    "exclusive",
    "younger",
    "older",
)


class Grammar:
    """What the readers of values and slots take from a lexicon. Use ``grammar_of``."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.phrases = PhraseIndex(dict(_lists(lexicon)))
        self.units = _units(lexicon)
        self.unit_counts = _unit_counts(lexicon)
        self.scales = _scales(lexicon)
        self.periods = _periods(lexicon)
        self.currencies = _currencies(lexicon)
        self.minor = _minor(lexicon)
        self.number_words = _word_set(lexicon.numbers.words)
        self.foreign_numbers = _word_set(lexicon.numbers.foreign)
        self.number_joins = _word_set(lexicon.numbers.joins)
        self.months = _months(lexicon)
        self.abbreviations = _word_set(lexicon.statements.abbreviations)
        self.lead_ins = _word_set(lexicon.documents.lead_ins)
        self.places = _word_set(lexicon.authority.places)
        self.stop_words = _word_set(lexicon.stop_words)
        self.languages = _languages(lexicon)
        self.ones = _word_set(lexicon.numbers.ones)
        self.paper_clauses = frozenset(fold(word) for word in lexicon.documents.clauses)
        self._read_bodies(lexicon)
        self.generic_papers = frozenset(fold(word) for word in lexicon.documents.generic)
        self.determiners = _word_set(lexicon.documents.determiners)
        self.copulas = _word_set(lexicon.documents.copulas)
        self.paper_before = _word_set(lexicon.documents.before)
        self.paper_inside = _word_set(lexicon.documents.inside)
        said = lexicon.statements
        self.joins = _single_words((*said.pair_joins, *said.alternatives))
        self.enumerations = self.joins | _single_words(said.enumerations)
        self._read_time_words(lexicon)
        self.relatives = _word_set(said.relatives)
        self.instalments = _word_set(lexicon.numbers.instalments)
        self.written_hedges = tuple(fold(word) for word in said.written_hedges)
        self.small_words = self.stop_words | _word_set((*said.emphasising, *said.contrasts))
        self.possessives = _word_set(lexicon.possessives)
        self.title_links = _word_set(lexicon.law.title_links)
        self.emphasis = _emphasis(lexicon)
        self.never_in_titles = self.stop_words | _never_in_titles(lexicon)

    def _read_time_words(self, lexicon: Lexicon) -> None:
        self.ages = _word_set(lexicon.numbers.ages)
        self.of, self.not_yet = _word_set(lexicon.numbers.of), _word_set(lexicon.time.not_yet)
        self.old = _word_set((*lexicon.numbers.ages, *lexicon.branches.ages.old))
        self.of_time = _word_set((*lexicon.time.until, *lexicon.time.since))

    def _read_bodies(self, lexicon: Lexicon) -> None:
        """The word lists about bodies."""
        self.presenting = tuple(words(entry) for entry in lexicon.authority.presenting)
        self.verb_links = _single_words(lexicon.authority.verb_links)
        self.never_in_bodies = self.stop_words | _word_set(lexicon.authority.clause_openers)
        self.articles = _word_set(lexicon.authority.articles)
        self.of_words = _word_set(lexicon.authority.of)
        self.private_heads = _single_words(lexicon.authority.private)
        self.public_names = tuple(fold(name) for name in lexicon.authority.heads if " " in name)
        self.private_names = frozenset(fold(name) for name in lexicon.authority.private)
        self.families = tuple(_word_set(group) for group in lexicon.authority.families)
        self.directions = _word_set(lexicon.authority.directions)
        self.ways = self.directions - _word_set(lexicon.authority.agents)
        self.competences = _first_words((*lexicon.authority.deeds, *lexicon.authority.heads))
        self.generic_bodies = frozenset(fold(word) for word in lexicon.authority.generic)

    def alternation(self, entries: Iterable[str]) -> str:
        """A non-capturing group of the entries as patterns, longest first."""
        patterns = sorted(
            (pattern_of(entry) for entry in entries), key=lambda one: (-len(one), one)
        )
        return "(?:" + "|".join(patterns) + ")" if patterns else r"(?!)"


_MONEY_LISTS = (
    "free",
    "free_in_context",
    "not_free",
    "not_fees",
    "compared",
    "paying",
    "buying",
    "sums",
)
_TIME_LISTS = (
    *("processing", "applicant", "validity", "other"),
    *("vague", "unsure", "after", "silence", "loose", "ages"),
    *("limit_before", "limit_behind"),
)


@lru_cache(maxsize=16)
def grammar_of(lexicon: Lexicon) -> Grammar:
    """The grammar of a lexicon; made once."""
    return Grammar(lexicon)


def phrases_in(text: str, name: str, lexicon: Lexicon) -> bool:
    """Whether a text holds a phrase of one of the lexicon's lists ("documents.expired")."""
    return bool(_found(text, lexicon)[name])


@lru_cache(maxsize=64)
def _found(text: str, lexicon: Lexicon) -> Hits:
    """The phrases of a text; one question is asked for a dozen lists."""
    return grammar_of(lexicon).phrases.find(fold(text))


def _lists(lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every list of phrases that is looked for in running text, by its name."""
    money, time, law, statements = (
        lexicon.money,
        lexicon.time,
        lexicon.law,
        lexicon.statements,
    )
    for name in _MONEY_LISTS:
        yield name, getattr(money, name)
    for name in _TIME_LISTS:
        yield name, getattr(time, name)
    yield from _naming_lists(lexicon)
    yield "law.heads", (*law.codes, *law.kinds, *law.title_ends)
    yield "numbers", lexicon.numbers.words
    yield from _doubting_lists(lexicon)
    yield "same", law.same
    yield "amending", law.amending
    yield "unwritten", law.unwritten
    for name in (
        "not_required",
        "at_most",
        "at_least",
        "about",
        "range_openings",
        "changes",
        "comparisons",
        "bounds_behind",
        "conditions",
        "circumstances",
        "restrictions",
        "contrasts",
        "refusals",
        "corrections",
    ):
        yield name, getattr(statements, name)
    for slot in (*SLOTS, OTHER):
        slot_words = lexicon.slots[slot]
        yield heading_list(slot), slot_words.headings
        yield f"{slot}.cues", slot_words.cues
        yield f"{slot}.asked", slot_words.asked
    yield "eligible", lexicon.contacts.eligible
    yield "asks_how", lexicon.contacts.asks_how


def _doubting_lists(lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists for what denies, changes or hedges a value."""
    for name in (
        "negations",
        "affirming",
        "denied_behind",
        "retractions",
        "exclusions",
        "exceptions",
        "verdicts",
        "noes",
        "yeses",
        "false_labels",
        "open_questions",
        "hedges",
        "pasts",
    ):
        yield name, getattr(lexicon.statements, name)
    for name in ("factors", "factors_before", "factors_behind", "no_factors", "operations"):
        yield name, getattr(lexicon.numbers, name)


def _naming_lists(lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lists for names of bodies and documents."""
    yield "authority.heads", (*lexicon.authority.heads, *lexicon.authority.private)
    for name in (
        "private",
        "names",
        "apply_before",
        "apply_near",
        "apply_after",
        "mention_before",
        "not_bodies",
        "destinations",
        "errands",
        "no_destinations",
        "sites",
    ):
        yield f"authority.{name}", getattr(lexicon.authority, name)
    for relation in lexicon.authority.relations:
        yield relation_list(relation.id), relation.words
    for name in _DOCUMENT_LISTS:
        yield f"documents.{name}", getattr(lexicon.documents, name)


def relation_list(relation: str) -> str:
    """Name of the phrase list with the words for a kind of place."""
    return f"authority.relations.{relation}"


def heading_list(slot: Slot | str) -> str:
    """Name of the phrase list with a slot's headings."""
    return f"{slot}.headings"


def _emphasis(lexicon: Lexicon) -> re.Pattern[str]:
    """Marks of emphasis; the star of an article's number ("R.*410-1") is none."""
    single = "".join(one for one in lexicon.law.number_prefixes if len(one) == 1)
    starred = rf"(?<![{single}{single.lower()}]\.)" if single else ""
    numbered = rf"(?!(?:(?<=\W[{single}]\.\s)|(?<=\W[{single}]\s))\*\d)" if single else ""
    return re.compile(
        rf"\*\*+|__+|`+|(?<![\w*]){numbered}\*(?=\S)|(?<=\S){starred}\*(?!\w)|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)"
    )


def _word_set(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(word for entry in entries for word in words(entry))


def _single_words(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(fold(entry) for entry in entries if " " not in entry)


def _first_words(entries: Iterable[str]) -> frozenset[str]:
    """The first word of every phrase; a phrase that begins with a small word is left out."""
    return frozenset(found[0] for entry in entries if (found := words(entry)) and len(found[0]) > 2)


def _never_in_titles(lexicon: Lexicon) -> frozenset[str]:
    """Words that a capital at the start of a sentence does not make part of a title."""
    parts = (word for part in lexicon.law.parts for word in part.words)
    return _word_set(word for word in (*lexicon.law.links, *lexicon.law.of, *parts) if words(word))


def _languages(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Each small word with the languages it belongs to."""
    table: dict[str, tuple[str, ...]] = {}
    for name, entries in lexicon.languages.items():
        for word in sorted(_word_set(entries)):
            table[word] = (*table.get(word, ()), name)
    return table


def _units(lexicon: Lexicon) -> dict[str, Unit]:
    return {
        fold(word).replace("-", " "): Unit(unit.unit)
        for unit in lexicon.time.units
        for word in unit.words
    }


def _unit_counts(lexicon: Lexicon) -> dict[str, int]:
    """How many of its unit a word stands for, where that is more than one ("quarter": 3)."""
    return {
        fold(word).replace("-", " "): unit.count
        for unit in lexicon.time.units
        for word in unit.words
        if unit.count > 1
    }


def _scales(lexicon: Lexicon) -> dict[str, int]:
    """Folded words between figures and a currency with what they multiply by."""
    numbers = lexicon.numbers
    thousands = {fold(word): 1_000 for word in numbers.thousands}
    millions = {fold(word): 1_000_000 for word in numbers.millions}
    return thousands | millions | {fold(word): 1_000_000_000 for word in numbers.billions}


def _periods(lexicon: Lexicon) -> dict[str, tuple[int, Unit]]:
    return {
        fold(word).replace("-", " "): (period.count, Unit(period.unit))
        for period in lexicon.time.periods
        for word in period.words
    }


def _currencies(lexicon: Lexicon) -> dict[str, str]:
    """Folded sign, name or code of a currency -> ISO code; the first currency to name it wins."""
    table: dict[str, str] = {}
    for currency in lexicon.money.currencies:
        for word in (*currency.signs, *currency.names, currency.code):
            table.setdefault(fold(word), currency.code)
    return table


def _minor(lexicon: Lexicon) -> dict[str, str]:
    return {fold(word): one.code for one in lexicon.money.currencies for word in one.minor}


def _months(lexicon: Lexicon) -> dict[str, int]:
    return {
        fold(name): number
        for number, spellings in enumerate(lexicon.time.months, start=1)
        for name in spellings.split("|")
    }


def letters(entries: Iterable[str]) -> str:
    """A group of literal strings, longest first, for patterns over folded text."""
    return "|".join(sorted((re.escape(fold(entry)) for entry in entries), key=len, reverse=True))


def unpossessed(lexicon: Lexicon) -> str:
    """What keeps a pattern off the letter that an apostrophe joins to a word ("it's 8 days")."""
    joined = letters(lexicon.possessives)
    return rf"(?!(?<=')(?:{joined})(?![^\W_]))" if joined else ""
