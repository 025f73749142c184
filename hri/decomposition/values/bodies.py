"""Names of bodies in a text: known ones by name, others by the head of the name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.folding import squeeze
from hri.decomposition.values.phrases import TOKEN, Hit
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names

_MOST_WORDS = 7
"""How many words a name may have behind its head."""


class Body(NamedTuple):
    """A body in a text: its id where known, its folded surface, and whether it is a proper name.

    A noun that may be any office ("the council") is not proper: only what stands around it tells
    whether a body is meant.
    """

    start: int
    end: int
    id: str | None
    surface: str
    proper: bool


@lru_cache(maxsize=16)
def _tail(lexicon: Lexicon) -> re.Pattern[str]:
    """What continues a name behind its head, one step at a time."""
    bodies, law = lexicon.authority, lexicon.law
    after = letters(bodies.after) or "(?!)"
    links = letters(bodies.inside) or "(?!)"
    endings = letters(law.adjective_endings) or "(?!)"
    word = r"[^\W\d_]+(?:-[^\W\d_]+)*"
    return re.compile(
        rf"\s+(?:(?P<fixed>{after})(?!\w)|(?P<link>{links})(?:(?<=')\s*|\s+)(?P<word>{word})"
        rf"|(?P<adjective>[^\W\d_]+(?:{endings}))(?!\w))"
    )


def find_bodies(page: Page, names: Names, taken: Sequence[Hit]) -> list[Body]:
    """All bodies of a text in order, none overlapping; none inside ``taken`` stretches."""
    spans = list(taken)
    found = [
        Body(match.start, match.end, match.id, squeeze(page.text[match.start : match.end]), True)
        for match in names.authorities(page.text)
        if not overlaps(spans, match.start, match.end)
    ]
    spans += [Hit(one.start, one.end) for one in found]
    for hit in page.hits["authority.names"]:
        if not overlaps(spans, hit.start, hit.end):
            found.append(
                Body(hit.start, hit.end, None, squeeze(page.clean[hit.start : hit.end]), True)
            )
    found += _by_head(page, spans)
    return _outermost(sorted(found, key=lambda it: (it.start, it.id is None, -it.end)))


def _outermost(found: list[Body]) -> list[Body]:
    """Of overlapping names the first one stays; a longer proper name takes an unknown's place."""
    kept: list[Body] = []
    for one in found:
        if kept and one.start < kept[-1].end:
            last = kept[-1]
            if last.id is None and (one.id is not None or one.end > last.end):
                kept[-1] = one if one.id is not None else last
            continue
        kept.append(one)
    return kept


def _by_head(page: Page, taken: list[Hit]) -> list[Body]:
    bodies = []
    barred = page.hits["authority.not_bodies"]
    for hit in page.hits["authority.heads"]:
        if overlaps(taken, hit.start, hit.end) or overlaps(barred, hit.start, hit.end):
            continue
        if _is_place(page, hit, taken):
            continue
        if page.grammar.lexicon.heads_last:
            body = _grown_left(page, hit)
        else:
            body = _grown_right(page, hit)
        if body is not None and (body.proper or not _is_generic(page, body)):
            bodies.append(body)
    return bodies


def _is_place(page: Page, hit: Hit, taken: Sequence[Hit]) -> bool:
    """Whether a head tells where, not which body: "préfecture de votre département"."""
    before = _word_before(page, hit.start)
    if before in page.grammar.of_words:
        return page.clean[hit.start : hit.end] in page.grammar.places
    if before not in page.grammar.places:
        return False
    return page.clean[hit.start : hit.end] in page.grammar.places or _of_a_body(page, hit, taken)


def _of_a_body(page: Page, hit: Hit, taken: Sequence[Hit]) -> bool:
    """Whether "of your" joins a head to the body in front of it ("prefecture of your area")."""
    for body in taken:
        between = TOKEN.findall(page.clean, body.end, hit.start) if body.end < hit.start else []
        if 1 < len(between) <= 3 and between[0] in page.grammar.lexicon.law.of:
            return all(word in page.grammar.places for word in between[1:])
    return False


def _word_before(page: Page, start: int) -> str:
    before = TOKEN.findall(page.clean, max(0, start - 24), start)
    return before[-1] if before else ""


def _is_generic(page: Page, body: Body) -> bool:
    return not page.grammar.lexicon.heads_last and body.surface in page.grammar.generic_bodies


def _grown_right(page: Page, hit: Hit) -> Body:
    """A name whose head comes first: "direction départementale des titres"."""
    clean, places = page.clean, page.grammar.places
    end, tail = hit.end, _tail(page.grammar.lexicon)
    for _ in range(_MOST_WORDS):
        match = tail.match(clean, end)
        if match is None or "\n\n" in match.group():
            break
        word = match["word"] or match["adjective"]
        if word and (word in places or word in page.grammar.never_in_bodies):
            break
        if match["word"] and (_is_head(page, match.start("word")) or _is_verb(page, match)):
            break
        if match["adjective"] and _is_participle(page, match.end()):
            break
        end = match.end()
    proper = end > hit.end and page.text[hit.start].isupper()
    return Body(hit.start, end, None, squeeze(clean[hit.start : end]), proper)


def _is_verb(page: Page, match: re.Match[str]) -> bool:
    """Whether a word behind a bare "to" or "of" is a verb ("ask the judge to order")."""
    bodies = page.grammar.lexicon.authority
    to = match["link"].rstrip("' ") in page.grammar.verb_links
    return to and match["word"].endswith(bodies.infinitive_endings or ("\0",))


def _is_participle(page: Page, end: int) -> bool:
    """Whether the word that ends here opens a clause of its own ("équipée d'une borne")."""
    bodies = page.grammar.lexicon.authority
    if not page.text[:end].lower().endswith(bodies.participle_endings or ("\0",)):
        return False
    return _small_word(page.grammar.lexicon).match(page.clean, end) is not None


@lru_cache(maxsize=16)
def _small_word(lexicon: Lexicon) -> re.Pattern[str]:
    links = letters(lexicon.authority.inside) or "(?!)"
    return re.compile(rf"\s+(?:{links})(?:(?<=')|\s)")


def _is_head(page: Page, start: int) -> bool:
    return any(
        hit.start == start and page.clean[hit.start : hit.end] not in page.grammar.generic_bodies
        for hit in page.hits["authority.heads"]
    )


def _modifies(page: Page, end: int) -> bool:
    """Whether the noun that ends here only qualifies the next one ("court costs")."""
    following = re.compile(r" ([a-z]{3,})").match(page.clean, end)
    if following is None or following.group(1) in page.grammar.stop_words:
        return False
    barred = ("authority.apply_after", "documents.stops", "contrasts", "conditions", "processing")
    word = (following.start(1), following.end(1))
    if any(overlaps(page.hits[name], *word) for name in barred):
        return False
    return following.group(1) not in page.grammar.enumerations and following.group(1)[-1] == "s"


def _grown_left(page: Page, hit: Hit) -> Body | None:
    """A name whose head comes last ("Leicester City Council") or is followed by "of", "for"."""
    capital = page.text[hit.start].isupper()
    if not capital and _modifies(page, hit.end):
        return None
    start = _left_edge(page, hit.start, capital)
    end = _right_edge(page, hit.end) if capital else hit.end
    proper = capital and (start < hit.start or end > hit.end)
    return Body(start, end, None, squeeze(page.clean[start:end]), proper)


def _left_edge(page: Page, start: int, capital: bool) -> int:
    """Start of the words in front of a head that belong to the name."""
    sentence = page.sentence_at(start)
    low = sentence.start if sentence else 0
    edge = start
    tokens = list(TOKEN.finditer(page.clean, max(low, start - 60), start))
    for token in reversed(tokens[-5:]):
        if (
            page.clean[token.end() : edge].strip("' -’")
            or page.text[token.end() : edge].count("\n") > 1
        ):
            break
        word = token.group()
        is_capital = page.text[token.start()].isupper()
        if capital:
            if not is_capital and word not in page.grammar.title_links | page.grammar.possessives:
                break
            if is_capital and word not in page.grammar.stop_words:
                edge = token.start()
        elif _is_modifier(page, word, token.start()):
            edge = token.start()
        else:
            break
    return edge


def _is_modifier(page: Page, word: str, start: int) -> bool:
    """Whether a small-letter word can be part of a body's name in front of its head."""
    grammar = page.grammar
    if word in grammar.stop_words or word in grammar.places or len(word) < 3:
        return False
    if word in grammar.enumerations:
        return False
    if word.isdigit():
        return False
    if _word_before(page, start) in grammar.places:
        return True
    return not overlaps(page.hits["authority.apply_before"], start, start + len(word))


def _right_edge(page: Page, end: int) -> int:
    """End of "of Justice", "for Work and Pensions" behind a head with a capital."""
    step = _title_step(page.grammar.lexicon)
    while True:
        match = step.match(page.text, end)
        if match is None or match.group().count("\n") > 1:
            return end
        end = match.end()


@lru_cache(maxsize=16)
def _title_step(lexicon: Lexicon) -> re.Pattern[str]:
    links = "|".join(map(re.escape, lexicon.law.title_links))
    return re.compile(rf"\s+(?:(?:{links})\s+){{1,2}}[A-Z][\w-]*|\s+[A-Z][\w-]*")
