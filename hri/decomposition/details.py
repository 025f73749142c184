"""Details that no slot holds and that mislead when invented: other amounts, dates, sites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hri.decomposition.grammar import letters
from hri.decomposition.items import unread_items
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.dates import find_dates
from hri.decomposition.values.extraction import plain
from hri.decomposition.values.money import Amount
from hri.decomposition.values.phrases import Hit
from hri.domain.claims import Claim, Detail, DetailKind
from hri.domain.lexicons import Lexicon

_PHONE = re.compile(r"(?<![\w+])\+?\(?\d(?:[ .()-]{0,2}\d){8,13}(?![\w-])")
_STUDY = re.compile(
    r"\((?:[^()\n]{0,40}\s)?[A-Z][\w'’-]{1,40}(?:\s(?:et al\.?|&\s[A-Z][\w'’-]{1,40}))?,?\s"
    r"(?:19|20)\d\d(?:,[^()\n]{0,60})?\)"
)
_PARTIES = re.compile(r"[\w'’-]+ (?:\w{1,6}[./]?) [\w'’-]+$")
"""The names next to each other, whatever capital stands in front ("See Smith v Jones")."""
_ACCOUNT = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)")
"""An account number as banks write it (IBAN)."""
_ANYWHERE = (DetailKind.SITE, DetailKind.MAIL, DetailKind.ACCOUNT, DetailKind.EXCLUSIVE)
_HOST = re.compile(r"(?:https?://)?(?:[\w.+-]+@)?(?:www\.)?([\w-]+(?:\.[\w-]+)+)")


def find_details(page: Page, taken: Sequence[Hit], claims: Sequence[Claim] = ()) -> list[Detail]:
    """The details of a text in order of place, none inside ``taken`` stretches but addresses."""
    spans = list(taken)
    found = [
        Detail(kind=kind, key=key, text=page.text[start:end], start=start, end=end)
        for kind, key, start, end in (*_read(page), *_remarks(page, claims))
        if kind in _ANYWHERE or not overlaps(spans, start, end)
    ]
    return sorted(found, key=lambda one: (one.start, one.end, one.kind))


def amount_details(page: Page, amounts: Sequence[Amount]) -> list[Detail]:
    """Amounts as details; the key holds the ends without zeros and the currency ("20-35 EUR")."""
    return [
        Detail(
            kind=DetailKind.AMOUNT,
            key=f"{plain(one.low)}-{plain(one.high)} {one.currency}",
            text=page.text[one.start : one.end],
            start=one.start,
            end=one.end,
        )
        for one in amounts
    ]


def _read(page: Page) -> Iterator[tuple[DetailKind, str, int, int]]:
    for site in page.addresses:
        host = _HOST.match(page.clean, site.start, site.end)
        if host is not None:
            kind = DetailKind.MAIL if "@" in host.group() else DetailKind.SITE
            yield kind, host.group() if "@" in host.group() else host.group(1), *site
    accounts = [Hit(*found.span()) for found in _ACCOUNT.finditer(page.cased)]
    for account in accounts:
        yield DetailKind.ACCOUNT, page.cased[account.start : account.end].replace(" ", ""), *account
    for found in _streets(page.grammar.lexicon).finditer(page.text):
        yield DetailKind.ADDRESS, page.clean[found.start() : found.end()], *found.span()
    for day in find_dates(page):
        yield DetailKind.DATE, "|".join(day.readings), day.start, day.end
    for found in _PHONE.finditer(page.clean):
        if not overlaps([*page.addresses, *accounts], *found.span()):
            yield DetailKind.PHONE, re.sub(r"\D", "", found.group()), *found.span()
    for kind, pattern in (
        (DetailKind.JUDGMENT, _judgments(page.grammar.lexicon)),
        (DetailKind.STUDY, _STUDY),
    ):
        for found in pattern.finditer(page.text):
            whole = " ".join(page.clean[found.start() : found.end()].split())
            parties = _PARTIES.search(whole) if kind is DetailKind.JUDGMENT else None
            yield kind, parties.group() if parties else whole, *found.span()


def _remarks(page: Page, claims: Sequence[Claim]) -> Iterator[tuple[DetailKind, str, int, int]]:
    """Items that are no paper known, sentences on who may apply, lists said to be whole."""
    for item in unread_items(page, claims):
        yield DetailKind.ITEM, page.clean[item.start : item.end], *item
    for hit in page.hits["eligible"]:
        sentence = page.sentence_at(hit.start)
        if sentence is not None:
            whole = page.trimmed(sentence.start, sentence.end)
            yield DetailKind.ELIGIBILITY, page.clean[whole.start : whole.end], *whole
    for hit in page.hits["documents.exclusive"]:
        yield DetailKind.EXCLUSIVE, page.clean[hit.start : hit.end], *hit


@lru_cache(maxsize=16)
def _streets(lexicon: Lexicon) -> re.Pattern[str]:
    """House number, street and name, in the order of the language."""
    streets = "|".join(re.escape(street) for street in lexicon.contacts.streets) or "(?!)"
    if lexicon.heads_last:
        return re.compile(
            rf"(?<!\w)\d{{1,4}}[A-Za-z]?,? (?:[A-Z][\w'’-]+ ){{1,3}}(?i:{streets})(?!\w)"
        )
    return re.compile(
        rf"(?<!\w)\d{{1,4}}(?: ?(?:bis|ter))?,? (?i:{streets}) "
        r"(?:[a-zà-ÿ]+[ '’]){0,4}[A-ZÀ-Þ][\w'’-]+"
    )


@lru_cache(maxsize=16)
def _judgments(lexicon: Lexicon) -> re.Pattern[str]:
    """A judgment by its parties ("Smith v. Jones") or by its court and number ("CAA …, n° 12")."""
    name = r"[A-Z][\w.'’&-]{0,40}(?:\s(?:[A-Z][\w.'’&-]{0,40}|of|de|du|the)){0,5}"
    versus = letters(lexicon.law.versus) or "(?!)"
    courts = "|".join(re.escape(court) for court in lexicon.law.courts) or "(?!)"
    signs = letters(lexicon.law.number_signs) or "(?!)"
    numbered = rf"(?<!\w)(?:{courts})(?!\w)[^.;\n]{{0,60}}?(?:{signs})\.?\s?\d[\d.-]*"
    return re.compile(rf"{name}\s(?:{versus})\.?\s{name}|{numbered}")
