"""Legal references by themselves: instrument, articles and span in many wordings."""

from __future__ import annotations

from typing import Any

import pytest

CESEDA = "code de l'entree et du sejour des etrangers et du droit d'asile"
CEDH = "convention europeenne des droits de l'homme"

ONE = [
    # text, span (None: the whole text), instrument, first article, last article
    ("fr", "articles 63 à 76 du code civil", None, "code civil", "63", "76"),
    ("fr", "L. 613-19 à L. 613-19-2 du CESEDA", None, CESEDA, "L613-19", "L613-19-2"),
    ("fr", "article L613-19 et suivants du Ceseda", None, CESEDA, "L613-19", "L613-19"),
    ("fr", "art. L311-1 CESEDA", None, CESEDA, "L311-1", "L311-1"),
    ("fr", "C. civ., art. 371", None, "code civil", "371", "371"),
    ("fr", "art. 371 C. civ.", "art. 371 C. civ", "code civil", "371", "371"),
    ("fr", "art. 4 B CGI", None, "code general des impots", "4B", "4B"),
    ("fr", "article 371, alinéa 2, du Code civil", None, "code civil", "371", "371"),
    ("fr", "article 6 § 1 de la CEDH", None, CEDH, "6", "6"),
    ("fr", "Article 8 CEDH", None, CEDH, "8", "8"),
    ("fr", "article 9 de la Constitution", None, "constitution", "9", "9"),
    ("fr", "article R*410-1 du code de l'urbanisme", None, "code de l'urbanisme",
     "R*410-1", "R*410-1"),
    ("fr", "article R. *410-1 du code de l'urbanisme", None, "code de l'urbanisme",
     "R*410-1", "R*410-1"),
    ("fr", "article 1er du décret n° 2020-10", None, "decret 2020-10", "1", "1"),
    ("fr", "article premier", None, "", "1", "1"),
    ("fr", "article L 121-1", None, "", "L121-1", "L121-1"),
    ("fr", "article LO 141", None, "", "LO141", "LO141"),
    ("fr", "article 1635 bis O du CGI", None, "code general des impots", "1635bisO", "1635bisO"),
    ("fr", "Code du travail (article L1234-5)", None, "code du travail", "L1234-5", "L1234-5"),
    ("fr", "code de la route, art. R. 413-17", None, "code de la route", "R413-17", "R413-17"),
    ("fr", "article\u00a063\ndu code\u202fcivil", None, "code civil", "63", "63"),
    ("fr", "article **63** du *code civil*", "article **63** du *code civil", "code civil",
     "63", "63"),
    ("fr", "article L. 131‑5 du code de l’éducation", None, "code de l'education",
     "L131-5", "L131-5"),
    ("fr", "article 7 de la directive 2004/38/CE", None, "directive 2004/38", "7", "7"),
    ("fr", "article 17 du RGPD", None, "reglement 2016/679", "17", "17"),
    ("fr", "annexe 2 de l'arrêté du 10 avril 2007", None, "arrete 2007-04-10",
     "annexe2", "annexe2"),
    ("fr", "article L. 331-9 C. pr. int", None, "code de la propriete intellectuelle",
     "L331-9", "L331-9"),
    ("fr", "article L. 611-4 CPI", None, "code de la propriete intellectuelle",
     "L611-4", "L611-4"),
    ("fr", "article 6, paragraphe 1, sous b), du RGPD", None, "reglement 2016/679", "6", "6"),
    ("fr", "LC 2001, c 27, art 34", None, "lc 2001 c 27", "34", "34"),
    ("en", "section 21(1)(a) of the Housing Act 1988", None, "housing act 1988", "21", "21"),
    ("en", "s.21(1)(a) Housing Act 1988", None, "housing act 1988", "21", "21"),
    ("en", "s21 Housing Act 1988", None, "housing act 1988", "21", "21"),
    ("en", "Housing Act 1988 (s.21)", None, "housing act 1988", "21", "21"),
    ("en", "ss 1(2)–(4) of the Theft Act 1968", None, "theft act 1968", "1", "1"),
    ("en", "s.1(1)(a) and (b) of the Theft Act 1968", None, "theft act 1968", "1", "1"),
    ("en", "sections 381 to 384 of the Companies Act 2006", None, "companies act 2006",
     "381", "384"),
    ("en", "Sections 21–25", None, "", "21", "25"),
    ("en", "section 5A of the Births and Deaths Registration Act 1953", None,
     "births and deaths registration act 1953", "5A", "5A"),
    ("en", "reg. 5 of the Civil Partnership (Registration) Regulations 2015", None,
     "civil partnership (registration) regulations 2015", "5", "5"),
    ("en", "Sch 2, para 3 to the Housing Act 1988", None, "housing act 1988", "Sch2", "Sch2"),
    ("en", "Part 2 of the Housing Act 1988", None, "housing act 1988", "Part2", "Part2"),
    ("en", "CPR r 7.1", None, "civil procedure rules 1998", "7.1", "7.1"),
    ("en", "Article 8 ECHR", None, "european convention on human rights", "8", "8"),
    ("en", "section 15 of the Charter", None, "charter", "15", "15"),
    ("en", "article 6 of Regulation (EC) No 852/2004", None, "regulation 852/2004", "6", "6"),
    ("en", "section\u00a021 of the\nHousing Act 1988", None, "housing act 1988", "21", "21"),
    ("en", "42 U.S.C. § 1983", None, "42 usc", "1983", "1983"),
    ("en", "42 USC 1983", None, "42 usc", "1983", "1983"),
    ("en", "18 U. S. C. §§4241-4243", None, "18 usc", "4241", "4243"),
    ("en", "8 U.S.C. § 1101(a)(15)(F)", None, "8 usc", "1101", "1101"),
    ("en", "42 U.S.C. § 2000e-2", None, "42 usc", "2000e-2", "2000e-2"),
    ("en", "8 C.F.R. § 214.2(h)(4)", None, "8 cfr", "214.2", "214.2"),
    ("en", "8 CFR 214.2", None, "8 cfr", "214.2", "214.2"),
    ("en", "INA 212(a)(9)(B)", None, "immigration and nationality act", "212", "212"),
    ("en", "17 CFR 230.502b-3", None, "17 cfr", "230.502b-3", "230.502b-3"),
    ("en", "section 1203 of title 8, United States Code", None, "8 usc", "1203", "1203"),
    ("en", "section 9 of the Clean Rivers Act of 1954", None, "clean rivers act 1954", "9", "9"),
    ("en", "Fed. R. Civ. P. 15(a)(2)", None, "federal rules of civil procedure", "15", "15"),
    ("en", "Article 45(2) TFEU", None, "treaty on the functioning of the european union",
     "45", "45"),
    ("en", "Mass. Gen. Laws ch. 7, § 3", None, "mass gen laws ch 7", "3", "3"),
    ("en", "Mass. Gen. Laws ch. 7, §§ 3-5", None, "mass gen laws ch 7", "3", "5"),
    ("en", "Nev. Rev. Stat. § 40-1215", None, "nev rev stat", "40-1215", "40-1215"),
    ("en", "Cal. Health & Safety Code § 1250.4(b)", None, "cal health & safety code",
     "1250.4", "1250.4"),
    ("en", "N.Y. Penal Law § 125.25", None, "ny penal law", "125.25", "125.25"),
    ("en", "RSO 1990, c H.19, s 5", None, "rso 1990 c h.19", "5", "5"),
    ("en", "R.S.C., 1985, c. C-46, s. 5", None, "rsc 1985 c c-46", "5", "5"),
    ("en", "SC 2001, c 27, s 34(1)", None, "sc 2001 c 27", "34", "34"),
    ("en", "O. Reg. 285/01, s. 3", None, "o reg 285/01", "3", "3"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "span", "instrument", "first", "last"), ONE)
def test_a_reference_has_its_instrument_articles_and_span(
    found: Any, language: str, text: str, span: str | None, instrument: str, first: str, last: str
) -> None:
    (value,) = found(language, text)
    assert value.type == "reference"
    assert value.text == (span or text)
    assert value.value.instrument == instrument
    assert (value.value.articles.first, value.value.articles.last) == (first, last)
    assert not value.value.known


WHOLE = [
    ("fr", "loi n° 78-753 du 17 juillet 1978", None, "loi 78-753 1978-07-17"),
    ("fr", "loi n°78-753", None, "loi 78-753"),
    ("fr", "loi du 17/07/1978", None, "loi 1978-07-17"),
    ("fr", "décret n°2005-1726", None, "decret 2005-1726"),
    ("fr", "arrêté du 10 avril 2007 relatif aux timbres", "arrêté du 10 avril 2007",
     "arrete 2007-04-10"),
    ("fr", "ordonnance n° 2015-1341", None, "ordonnance 2015-1341"),
    ("fr", "règlement (UE) 2016/679", None, "reglement 2016/679"),
    ("fr", "règlement (UE) 2016/679 du Parlement européen et du Conseil du 27 avril 2016", None,
     "reglement 2016/679 2016-04-27"),
    ("fr", "règlement (CE) n°4/2009 du 18/12/2008", None, "reglement 4/2009 2008-12-18"),
    ("fr", "directive 2004/38/CE", None, "directive 2004/38"),
    ("fr", "Constitution du 4 octobre 1958", None, "constitution 1958-10-04"),
    ("fr", "NOR : INTD1234567A", None, "nor intd1234567a"),
    ("fr", "(INTD1234567A)", "INTD1234567A", "nor intd1234567a"),
    ("fr", "https://www.legifrance.gouv.fr/eli/loi/2016/10/7/2016-1321/jo/texte", None,
     "loi 2016-1321 2016-10-07"),
    ("fr", "https://www.legifrance.gouv.fr/eli/arrete/2007/4/10/INTD1234567A/jo/texte", None,
     "nor intd1234567a"),
    ("fr", "http://data.europa.eu/eli/dir/2004/38/oj", None, "directive 2004/38"),
    ("fr", "L.R.C. (1985), ch. C-46", None, "lrc 1985 c c-46"),
    ("fr", "RLRQ, c. CCQ-1991", None, "rlrq c ccq-1991"),
    ("fr", "DORS/2002-227", None, "dors 2002-227"),
    ("fr", "le code civil belge", "code civil belge", "code civil belge"),
    ("en", "SI 2015/123", None, "si 2015/123"),
    ("en", "S.I. 2015 No. 123", None, "si 2015/123"),
    ("en", "(SSI 2015/12)", "SSI 2015/12", "ssi 2015/12"),
    ("en", "SOR/2002-227", None, "sor 2002-227"),
    ("en", "Pub. L. No. 104-208", None, "public law 104-208"),
    ("en", "Public Law 104-208", None, "public law 104-208"),
    ("en", "63 Stat. 1045", None, "63 stat 1045"),
    ("en", "RSC 1985, c C-46", None, "rsc 1985 c c-46"),
    ("en", "CQLR c C-12", None, "cqlr c c-12"),
    ("en", "RRO 1990, Reg 194", None, "rro 1990 reg 194"),
    ("en", "https://www.legislation.gov.uk/uksi/2015/123/regulation/5/made", None, "si 2015/123"),
    ("en", "National Assistance Act, 1948", None, "national assistance act 1948"),
    ("en", "Title IV of the Clean Rivers Act of 1954", "Clean Rivers Act of 1954",
     "clean rivers act 1954"),
    ("en", "Equality Act 2010 (Commencement No 4) Order 2010", None,
     "equality act 2010 (commencement no 4) order 2010"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "span", "instrument"), WHOLE)
def test_an_instrument_is_cited_as_a_whole(
    found: Any, language: str, text: str, span: str | None, instrument: str
) -> None:
    (value,) = found(language, text)
    assert value.text == (span or text)
    assert value.value.instrument == instrument
    assert value.value.articles is None


LISTS = [
    ("fr", "articles 4, 5 et 6 du code civil", "code civil", ["4", "5", "6"]),
    ("fr", "articles 1er et 2 de la loi du 7 octobre 2016", "loi 2016-10-07", ["1", "2"]),
    ("fr", "art. L. 311-1 et L. 311-2 CESEDA", CESEDA, ["L311-1", "L311-2"]),
    ("fr", "articles L1, L3 à L5 et R2 du code électoral", "code electoral", ["L1", "L3-L5", "R2"]),
    ("fr", "art. 14, 15 et 27 C. civ.", "code civil", ["14", "15", "27"]),
    (
        "fr",
        "Voir le code général des impôts : articles 953 et 955\nMontant du timbre",
        "code general des impots",
        ["953", "955"],
    ),
    ("fr", "articles 131-4 et 225-7 CPP", "code de procedure penale", ["131-4", "225-7"]),
    ("en", "section 8 or 21 of the Housing Act 1988", "housing act 1988", ["8", "21"]),
    ("en", "ss 1 & 2 Theft Act 1968", "theft act 1968", ["1", "2"]),
    ("en", "sections 17(b) and 19(c), Title 5 U.S.C.", "5 usc", ["17", "19"]),
    ("en", "sections 4 to 6 and 9 of the Theft Act 1968", "theft act 1968", ["4-6", "9"]),
    ("en", "42 U.S.C. §§ 1981, 1983 and 1985", "42 usc", ["1981", "1983", "1985"]),
]


@pytest.mark.parametrize(("language", "text", "instrument", "articles"), LISTS)
def test_each_article_or_range_of_a_list_is_a_reference(
    found: Any, language: str, text: str, instrument: str, articles: list[str]
) -> None:
    values = found(language, text)
    ends = [(one.value.articles.first, one.value.articles.last) for one in values]
    assert [low if low == high else f"{low}-{high}" for low, high in ends] == articles
    assert {one.value.instrument for one in values} == {instrument}


@pytest.mark.parametrize(
    ("language", "text", "cited"),
    [
        (
            "fr",
            "Code civil, article 371, Code pénal, article 12",
            [("code civil", "371"), ("code penal", "12")],
        ),
        (
            "en",
            "Housing Act 1988 s 21, Theft Act 1968 s 1",
            [("housing act 1988", "21"), ("theft act 1968", "1")],
        ),
        (
            "en",
            "Criminal Code, RSC 1985, c C-46, s 5",
            [("criminal code", None), ("rsc 1985 c c-46", "5")],
        ),
        (
            "en",
            "sections 12(a) and 14(b) of the Act, and 19 CFR 351",
            [("", "12"), ("", "14"), ("19 cfr", "351")],
        ),
        ("fr", "lois n° 78-17 et 78-753", [("loi 78-17", None), ("loi 78-753", None)]),
        (
            "fr",
            "articles 418 à 426\nConstitution de partie civile",
            [("", "418")],
        ),
    ],
)
def test_an_article_belongs_to_the_instrument_beside_it(
    found: Any, language: str, text: str, cited: list[tuple[str, str | None]]
) -> None:
    values = [one.value for one in found(language, text)]
    firsts = [(one.instrument, one.articles.first if one.articles else None) for one in values]
    assert firsts == cited


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "le code postal 75001"),
        ("fr", "votre code confidentiel"),
        ("fr", "Le CPI est remis au vendeur."),
        ("fr", "un article de presse"),
        ("fr", "2 articles"),
        ("fr", "la constitution du dossier"),
        ("en", "an article in a newspaper"),
        ("en", "a rule of thumb"),
        ("en", "Part 4 of the form"),
        ("en", "form S21"),
        ("en", "Act now"),
        ("en", "in order to pay"),
    ],
)
def test_words_of_the_law_in_other_senses_are_no_references(
    found: Any, language: str, text: str
) -> None:
    assert found(language, text) == ()
