"""References to the law: lists, ranges, codes before and after, statutes, and normal forms."""

from __future__ import annotations

from typing import Any

import pytest

from hri.decomposition.values.articles import contains, order
from hri.domain.slots import Slot
from hri.domain.values import ArticleInterval

CASES = [
    ("fr", "articles 63 à 76 du code civil", [("civil", "63", "76")]),
    ("fr", "Code civil, articles 63 à 76", [("civil", "63", "76")]),
    (
        "fr",
        "L. 613-19 à L. 613-19-2 du CESEDA",
        [("ceseda", "L613-19", "L613-19-2")],
    ),
    (
        "fr",
        "articles L131-5, L212-7 et D113-1 du code de l’éducation",
        [
            ("education", "L131-5", "L131-5"),
            ("education", "L212-7", "L212-7"),
            ("education", "D113-1", "D113-1"),
        ],
    ),
    ("fr", "articles R121-10 et suivants du Ceseda", [("ceseda", "R121-10", "R121-10")]),
    (
        "fr",
        "article R*410-1 du code de l'urbanisme",
        [("code de l'urbanisme", "R*410-1", "R*410-1")],
    ),
    (
        "fr",
        "article 1635 bis O du code général des impôts",
        [("code general des impots", "1635bisO", "1635bisO")],
    ),
    ("fr", "C. civ., art. 515-8", [("civil", "515-8", "515-8")]),
    ("fr", "décret n°2005-1726 du 30 décembre 2005", [("decret-2005-1726", None, None)]),
    ("fr", "décret n° 2014-1294", [("decret 2014-1294", None, None)]),
    ("fr", "loi du 26 juillet 2019", [("loi 2019-07-26", None, None)]),
    ("fr", "article 6 du règlement (UE) 2016/679", [("reglement 2016/679", "6", "6")]),
    (
        "fr",
        "code de la citoyenneté numérique",
        [("code de la citoyennete numerique", None, None)],
    ),
    (
        "fr",
        "article 21 du code civil et article 3 du même code",
        [("civil", "21", "21"), ("civil", "3", "3")],
    ),
    ("en", "Marriage Act 1949, section 27", [("marriage-1949", "27", "27")]),
    ("en", "ss 1(2)–(4) of the Marriage Act 1949", [("marriage-1949", "1", "1")]),
    (
        "en",
        "section 363 of the Communications Act 2003",
        [("communications act 2003", "363", "363")],
    ),
    (
        "en",
        "It rests on s.363 of the Communications Act 2003.",
        [("communications act 2003", "363", "363")],
    ),
    (
        "en",
        "Schedule 4 to the Local Government (Miscellaneous Provisions) Act 1982",
        [("local government (miscellaneous provisions) act 1982", "Sch4", "Sch4")],
    ),
    ("en", "Regulation (EC) No 852/2004, article 6", [("regulation 852/2004", "6", "6")]),
    (
        "en",
        "Under the Street Markets and Traders Act 2007 you need consent.",
        [("street markets and traders act 2007", None, None)],
    ),
    ("en", "sections 1 to 5 of the Marriage Act 1949", [("marriage-1949", "1", "5")]),
    ("en", "The Forced Marriage Act 1949 applies.", [("forced marriage act 1949", None, None)]),
]


@pytest.mark.parametrize(("language", "text", "expected"), CASES, ids=[case[1] for case in CASES])
def test_a_reference_names_its_instrument_and_articles(
    claims_in: Any, language: str, text: str, expected: list[tuple[str, str | None, str | None]]
) -> None:
    found = []
    for claim in claims_in(language, text, Slot.LEGAL_BASIS):
        articles = claim.value.articles
        ends = (articles.first, articles.last) if articles else (None, None)
        found.append((claim.value.instrument, *ends))
    assert found == expected


def test_only_names_of_the_pack_are_known(claims_in: Any) -> None:
    known, unknown = claims_in(
        "fr", "article 63 du code civil ; article 12 du code du tourisme", Slot.LEGAL_BASIS
    )
    assert (known.value.known, unknown.value.known) == (True, False)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Comptez 3 mois et 2 photos."),
        ("fr", "Composez le 39 39."),
        ("en", "Fill in part 4 of the form."),
        ("en", "Get your midwife to sign the relevant section.\n3. Send it."),
    ],
)
def test_other_numbers_are_no_references(claims_in: Any, language: str, text: str) -> None:
    assert claims_in(language, text, Slot.LEGAL_BASIS) == ()


def test_articles_are_ordered_by_number_then_suffix() -> None:
    numbers = ["L9-1", "L10", "L10bis", "L10-1", "L613-19", "L613-19-2"]
    shuffled = [numbers[place] for place in (3, 0, 5, 1, 4, 2)]
    assert sorted(shuffled, key=order) == numbers


@pytest.mark.parametrize(
    ("inner", "inside"),
    [
        (("L613-19-1", "L613-19-1"), True),
        (("L613-19", "L613-20"), True),
        (("L613-21-1", "L613-21-1"), False),
        (("R613-20", "R613-20"), False),
    ],
)
def test_an_interval_holds_articles_of_its_own_letter_only(
    inner: tuple[str, str], inside: bool
) -> None:
    outer = ArticleInterval(first="L613-19", last="L613-21")
    assert contains(outer, ArticleInterval(first=inner[0], last=inner[1])) is inside
