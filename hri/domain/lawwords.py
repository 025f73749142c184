"""Words for references to the law: a part of the lexicons (see ``hri.domain.lexicons``)."""

from __future__ import annotations

from enum import StrEnum

from hri.domain.base import Model

Words = tuple[str, ...]
"""Words and phrases in no order of rank."""


class PartWords(Model):
    """A part of an instrument: the letters it is numbered with ("Sch") and the words for it."""

    prefix: str = ""
    words: Words
    alone: bool = True
    """False where the words cite the law only next to an instrument ("part 2")."""


class CollectionShape(StrEnum):
    """How the laws of a collection are numbered."""

    TITLE = "title"
    """Title in front, sections behind ("42 U.S.C. § 1983")."""
    PAGE = "page"
    """Volume in front, page behind ("110 Stat. 3009")."""
    NUMBER = "number"
    """A number of two parts ("SI 2015/123", "Pub. L. 104-208")."""
    CHAPTER = "chapter"
    """Year and chapter ("RSC 1985, c C-46")."""


class CollectionWords(Model):
    """A collection of laws: the name that its laws are known by here, and how it is written."""

    name: str
    words: Words
    """As written, capitals and points included."""
    shape: CollectionShape


class CompilationWords(Model):
    """Compiled laws of states: "Cal. Civ. Code § 1942.5" is state, subject and last words."""

    states: Words = ()
    ends: Words = ()
    chapters: Words = ()
    """Words in front of a chapter between the name and the section ("ch.")."""
    titles: Words = ()
    """Words in front of the title of a collection ("title 8 of the United States Code")."""


class LawWords(Model):
    """References to the law."""

    parts: tuple[PartWords, ...]
    before_parts: Words = ()
    """Small words in front of them inside a list ("de l'", "the")."""
    hyphen_in_numbers: bool
    """True where a hyphen is part of an article's number ("L311-1"), False where it is a range."""
    and_following: Words = ()
    of: Words = ()
    """Words between an article and its instrument ("du", "of the")."""
    number_prefixes: Words = ()
    """Letters that begin the number of an article ("L", "R")."""
    number_suffixes: Words = ()
    """Words that may end the number of an article ("bis")."""
    kinds: Words
    """Kinds of instrument that carry a number or a date ("décret", "regulation")."""
    number_endings: Words = ()
    """What may end a number in figures ("1er")."""
    subdivisions: Words = ()
    """Words for parts of an article, whose numbers are left out ("alinéa", "paragraph")."""
    glued: Words = ()
    """Words for an article that may stand against its number, in small letters ("s21")."""
    not_codes: Words = ()
    """Phrases that hold the first word of a title without being one ("code postal")."""
    bound_titles: dict[str, str] = {}
    """Words that are a title only right beside an article ("constitution") -> the title."""
    issuers: Words = ()
    """Who made an instrument, between its number and its date ("du Conseil")."""
    collections: tuple[CollectionWords, ...] = ()
    compilations: CompilationWords = CompilationWords()
    addresses: Words = ()
    """What stands in front of kind, date and number in the address of a law ("/eli/")."""
    address_kinds: dict[str, str] = {}
    """Kinds in such addresses and what they are called here ("reg": "règlement")."""
    register_signs: Words = ()
    """Words in front of a number of the register of normative texts ("NOR")."""
    kind_adjectives: Words = ()
    """What may stand between the kind and its number ("ministériel", "(EC)")."""
    number_signs: Words = ()
    dated: Words = ()
    """Words between an instrument and its date ("du", "of")."""
    day_endings: Words = ()
    """Endings of the day in a date ("er", "st")."""
    amended: Words = ()
    """Words that may stand in front of that date ("modifié")."""
    called: Words = ()
    """Words in front of an instrument's usual name ("dit")."""
    codes: Words = ()
    """First words of the title of an instrument without number ("code")."""
    code_links: Words = ()
    """Small words inside such a title ("de", "et du")."""
    title_ends: Words = ()
    """Last words of an instrument's title ("Act", "Regulations")."""
    title_links: Words = ()
    """Small words inside such a title ("of", "and")."""
    adjective_endings: Words = ()
    """Endings of the adjectives in titles and names ("al", "ique")."""
    abbreviations: dict[str, str] = {}
    """Abbreviation of an instrument -> its title."""
    versus: Words = ()
    """What stands between the parties of a judgment ("v", "c/")."""
    courts: Words = ()
    """Courts as judgments are cited by them, capitals kept ("CAA", "Cass.")."""
    amending: Words = ()
    """Words in front of an instrument that only changed or made the one cited ("modifié par")."""
    links: Words = ()
    """Words that may stand between the numbers of a list or after a number ("et", "of")."""
    foreign: Words = ()
    """Adjectives that make an instrument another state's ("belge", "Belgian")."""
    unwritten: Words = ()
    """Sources of law that have neither number nor date ("Royal Prerogative")."""
    same: Words = ()
    """Phrases for the instrument named before ("du même code")."""
