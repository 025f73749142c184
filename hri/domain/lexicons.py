"""Lexicons: the words of a language that decomposition needs. Held in ``data/lexicon``, read once.

An entry is a word or a phrase as people write it. A ``*`` at the end of a word stands for any
ending ("certificat*"); ``..`` between two words lets up to three others stand there ("no .. fee").
Case, accents, and the kind of space, dash or quote never matter.
"""

from __future__ import annotations

from pydantic import Field

from hri.domain.base import Model
from hri.domain.lawwords import LawWords, Words
from hri.domain.measurewords import MoneyWords, NumberWords, TimeWords
from hri.domain.statementwords import StatementWords


class RelationWords(Model):
    """One kind of place by which a body is told from others of its kind."""

    id: str
    words: Words
    usual: bool = False
    """True where a source that names no place may mean this one."""


class AuthorityWords(Model):
    """Bodies."""

    heads: Words
    """Words that make a noun the name of a body ("préfecture", "council")."""
    generic: Words = ()
    """Heads that name no body when they stand alone ("service", "office")."""
    inside: Words = ()
    """Small words inside a name whose head comes first ("de", "du")."""
    participle_endings: Words = ()
    """Endings, accents on, of what ends a name before a small word ("équipée d'une borne")."""
    names: Words = ()
    """Bodies known by name or letters alone, whatever the pack ("MDPH", "HMRC")."""
    after: Words = ()
    """Words that continue a name after its head ("départemental", "de police")."""
    places: Words = ()
    """Words of place and possession that tell no two bodies apart ("votre domicile")."""
    apply_before: Words
    """Cues in front of a body that one must go, apply or send there."""
    apply_near: Words = ()
    """Small words that say so only right in front of a body ("at the")."""
    apply_after: Words
    """Cues behind a body that it deals with the matter."""
    mention_before: Words = ()
    """Words that make a body behind them one mentioned in passing ("on the list kept by")."""
    not_bodies: Words = ()
    """Phrases that hold a head without naming a body."""
    destinations: Words = ()
    """Words that lead to whoever one must go to, whatever follows ("auprès de", "apply to the")."""
    errands: Words = ()
    """Verbs of going and applying; ``into`` and a noun behind them tell where."""
    into: Words = ()
    """Small words in front of a place or person to go to ("au", "at the")."""
    leads: Words = ()
    """Words between those and the noun ("your own", "n'importe quel")."""
    no_destinations: Words = ()
    """What stands behind such words and is no place or person ("vous", "least")."""
    sites: Words = ()
    """Words beside a body that mean its site ("site de", "website")."""
    relations: tuple[RelationWords, ...] = ()
    town_links: Words = ()
    """Small words between a body and the town it is in ("in", "de")."""
    infinitive_endings: Words = ()
    """Endings of a verb that may stand behind "to" and a body ("demander au juge d'ordonner")."""
    verb_links: Words = ()
    """Words that may join a body and such a verb, without the apostrophe ("de", "d")."""
    clause_openers: Words = ()
    """Words that look like adjectives and open a clause about the body ("ayant", "duquel")."""
    private: Words = ()
    """Heads of persons and firms that a text often speaks of ("médecin", "bank")."""
    articles: Words = ()
    """Articles and possessives in front of a body ("la", "your")."""
    of: Words = ()
    """Words that join a noun to the body it belongs to ("de", "of")."""
    directions: Words = ()
    """Words of place and direction in front of a body ("chez", "at")."""
    agents: Words = ()
    """Those of them that tell who does a thing rather than where ("par", "by")."""
    presenting: Words = ()
    """Words that present who does something ("c'est", "it is")."""
    families: tuple[Words, ...] = ()
    """Groups of words for bodies that stand for one another when named alone ("judge", "court")."""
    deeds: Words = ()
    """Nouns for what a body decides and for where it is found ("accord", "counter")."""


class FormWords(Model):
    """A family of form numbers ("cerfa"), the words in front of a number, and its shape."""

    family: str
    words: Words
    digits_only: bool = False


class DocumentWords(Model):
    """Documents."""

    heads: Words
    generic: Words = ()
    """Heads that name a document only with words of its kind around them ("form", "copies")."""
    cues: Words
    """Cues that what they stand with must be shown or sent ("fournir", "bring")."""
    none: Words
    """Phrases that say no document is needed."""
    denials: Words = ()
    """Words right in front of a document that say it is not needed ("no", "aucun")."""
    forms: tuple[FormWords, ...] = ()
    before: Words = ()
    """Words that belong to a document's name in front of its head ("2", "old")."""
    inside: Words = ()
    """Small words that continue a document's name ("de", "of the")."""
    stops: Words = ()
    """Words at which a document's name ends."""
    clauses: Words = ()
    """Words that open a clause saying what a document must show ("that", "proving")."""
    lead_ins: Words = ()
    """Words in front of a document that are no part of its name ("your", "un")."""
    applied_before: Words = ()
    """Verbs whose object is what one applies for, not what one provides ("demander", "renew")."""
    applied_behind: Words = ()
    """Verbs of which such a thing is the subject ("est délivrée", "costs")."""
    not_documents: Words = ()
    optional: Words = ()
    """Words right behind a document that say it may be left out ("facultatif", "optional")."""
    exclusive: Words = ()
    """Phrases that say nothing else is needed ("all you need", "suffit")."""
    determiners: Words = ()
    """Words that open an item of a list in running text ("une", "your")."""
    valid: Words = ()
    """Words at a document's name that it must not have run out ("en cours de validité")."""
    expired: Words = ()
    """Words that it has run out ("périmé")."""
    younger: Words = ()
    """Words in front of a length, besides ``at_most``, that a paper must not be older."""
    older: Words = ()
    """Words in front of a length, besides ``at_least``, that a paper must be older."""
    copulas: Words = ()
    """Words that may stand between a paper and its age or state ("datant", "issued")."""
    owners: Words = ()
    """Words in front of a paper that make it the applicant's own ("votre", "your")."""
    holders: tuple[Words, ...] = ()
    """Groups of words for whose paper it is ("du défunt"), the applicant's own first."""
    synonyms: tuple[Words, ...] = ()
    """Groups of names for one document; the first of a group stands for all of them."""
    qualifiers: Words = ()
    """Words that tell the state of a document, not which one it is ("recent", "signed")."""


class SlotWords(Model):
    """Headings of one slot, the cues for it in running text, and how a question asks for it."""

    headings: Words
    cues: Words = ()
    asked: Words = ()
    """Words of a question that ask for the slot ("combien coûte", "how much")."""


class ContactWords(Model):
    """Addresses of the post, who may apply, and questions of how."""

    streets: Words = ()
    """Words for a street in an address ("rue", "road")."""
    eligible: Words = ()
    """Phrases that say who may apply and who not ("seuls", "only .. qualify")."""
    asks_how: Words = ()
    """Words of a question that ask how to go about a procedure ("comment", "how do i")."""


class PlaceWords(Model):
    """One jurisdiction and its names."""

    jurisdiction: str
    names: Words


class AgeWords(Model):
    """How ages are told, in the conditions of facts and in questions."""

    years: Words = ()
    """What may follow the number ("ans", "years old")."""
    under: Words = ()
    over: Words = ()
    since: Words = ()
    """Words in front of the first age that counts ("à partir de")."""
    and_over: Words = ()
    """The same behind the age ("and over")."""
    stated: Words = ()
    """Words in front of how old somebody is, the unit left out ("I am 42")."""
    going_on: Words = ()
    """Words with which a sentence goes on behind such a bare age."""
    old: Words = ()
    """Words in front of an age with its unit ("ma fille de 8 ans")."""
    persons: Words = ()
    """Other words of a condition that is for an age and nothing else ("child", "vous avez")."""


class BranchWords(Model):
    """Words of the conditions under which facts stand."""

    descriptive: Words = ()
    """What describes a fact without restricting it ("usual", "time limit")."""
    excluding: Words = ()
    """What turns the word behind it away ("hors", "outside")."""
    places: tuple[PlaceWords, ...] = ()
    ages: AgeWords = AgeWords()


class Lexicon(Model):
    """The words of one language. ``digest`` is the SHA-256 of the files it was read from."""

    language: str = Field(pattern=r"^[a-z]{2}$")
    version: str
    digest: str = ""
    heads_last: bool
    """True where a noun's modifiers stand in front of it ("birth certificate")."""
    decimal_comma: bool
    stop_words: Words
    possessives: Words = ()
    """What follows an apostrophe to join two nouns of one name ("s")."""
    stem: tuple[tuple[str, str], ...] = ()
    """Endings and what replaces them, first match wins."""
    languages: dict[str, Words]
    """Small words by which a language is known, this one included."""
    numbers: NumberWords
    money: MoneyWords
    time: TimeWords
    law: LawWords
    authority: AuthorityWords
    documents: DocumentWords
    slots: dict[str, SlotWords]
    """By slot (a value of ``hri.domain.slots.Slot``), and "other" for headings of no slot."""
    statements: StatementWords
    branches: BranchWords = BranchWords()
    contacts: ContactWords = ContactWords()

    def __hash__(self) -> int:
        return hash((self.language, self.version, self.digest))
