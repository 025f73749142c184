from __future__ import annotations

import io
import json
import tarfile
from datetime import date

import pytest
from factories import SHARED

from hri.errors import PackFileError, SourceFormatError
from hri.knowledge import import_legi, import_service_public, load_pack
from hri.knowledge.packfiles import read_pack

DAY = 24 * 60 * 60 * 1000


def ms(text):
    """Midnight in Paris, in winter, as milliseconds."""
    return (date.fromisoformat(text) - date(1970, 1, 1)).days * DAY - DAY // 24


def article(number, *versions, text="Texte.", state="VIGUEUR"):
    listed = [
        {"etat": kind, "dateDebut": ms(start), "dateFin": ms(end)} for kind, start, end in versions
    ]
    data = {"num": number, "etat": state, "texte": text, "articleVersions": listed}
    return {"type": "article", "data": data}


def code(*articles, title="Code des étangs", **changes):
    head = {"title": title, "etat": "VIGUEUR", "dateModif": "2026-03-27", **changes}
    section = {"type": "section", "data": {"title": "Livre"}, "children": list(articles)}
    return {"type": "code", "data": head, "children": [section]}


def entry(title, start, end="2998-12-31T23:00:00.000Z", state="VIGUEUR", cid=None):
    return {
        "cid": cid or title,
        "titrefull": title,
        "titre": f"{title}.",
        "etat": state,
        "date_debut": start,
        "date_fin": end,
        "derniere_modification": "2019-01-05T23:00:00.000Z",
        "mtime": 1548068400,
    }


ALWAYS = ("VIGUEUR", "1990-06-01", "2999-01-01")

CODE = code(
    article("L10-1", ALWAYS, text=" La carte\n est bleue. "),
    article(
        "L10-2", ("MODIFIE", "1990-06-01", "2010-01-01"), ("VIGUEUR", "2010-01-01", "2999-01-01")
    ),
    article(
        "L10-3",
        ("ABROGE", "1990-06-01", "2000-01-01"),
        ("VIGUEUR", "2015-01-01", "2999-01-01"),
    ),
    article("R* 10-4", ("VIGUEUR", "2022-01-01", "2999-01-01")),
    article("L10-5", ("ABROGE", "1990-06-01", "2018-07-01"), state="ABROGE"),
    article("L10-6", ("MODIFIE_MORT_NE", "1990-06-01", "1990-06-01"), ALWAYS),
    article(None, ALWAYS),
)

LIST = [
    entry("Code des étangs", "1980-05-31T22:00:00.000Z"),
    entry("Code des mares", "1950-01-01T23:00:00.000Z", "1999-12-31T23:00:00.000Z", "ABROGE"),
    entry("Code des mares (nouveau)", "1999-12-31T23:00:00.000Z"),
    entry("Code de l'eau", "1960-01-01T23:00:00.000Z", "2009-12-31T23:00:00.000Z", "MODIFIE", "C1"),
    entry("Code de l'eau et des lacs", "2009-12-31T23:00:00.000Z", cid="C1"),
]


@pytest.fixture
def into(write_pack):
    return write_pack()


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "codes"
    folder.mkdir()
    (folder / "code.json").write_text(json.dumps(CODE))
    (folder / "index.json").write_text(json.dumps(LIST))
    (folder / "other.json").write_text('{"name": "package"}')
    return folder


@pytest.fixture
def pack(into, source, cache):
    import_legi([source], into)
    return load_pack(into, cache=cache)


def on(text):
    return date.fromisoformat(text)


def state(pack, number, day):
    found = pack.instrument_articles("code-des-etangs").get(number, on(day))
    return None if found is None else (found.in_force, found.valid_from, found.valid_to)


def test_an_article_is_in_force_from_its_first_version_on(pack):
    assert state(pack, "L10-2", "1990-06-01") == (True, on("1990-06-01"), None)
    assert state(pack, "L10-2", "1990-05-31") == (False, on("1990-06-01"), None)
    assert state(pack, "R*10-4", "2020-01-01") == (False, on("2022-01-01"), None)


def test_a_repealed_article_was_in_force_up_to_the_day_before(pack):
    assert state(pack, "L10-5", "2018-06-30") == (True, on("1990-06-01"), on("2018-06-30"))
    assert state(pack, "L10-5", "2018-07-01") == (False, on("1990-06-01"), on("2018-06-30"))


def test_an_article_that_came_back_has_two_stretches(pack):
    assert state(pack, "L10-3", "1999-12-31")[0]
    assert state(pack, "L10-3", "2005-01-01") == (False, on("1990-06-01"), on("1999-12-31"))
    assert state(pack, "L10-3", "2015-01-01")[0]


def test_a_version_that_never_came_into_force_does_not_count(pack):
    assert state(pack, "L10-6", "2020-01-01") == (True, on("1990-06-01"), None)


def test_a_number_that_is_not_listed_is_unknown(pack):
    assert state(pack, "L10-7", "2020-01-01") is None


def test_texts_are_kept_plain_and_given_only_for_days_in_force(pack):
    articles = pack.instrument_articles("code-des-etangs")
    assert articles.get("L. 10-1", on("2020-01-01")).text == "La carte est bleue."
    assert articles.get("L. 10-1", on("1980-01-01")).text is None


def test_a_list_is_complete_on_the_day_of_its_file_only(pack):
    law = pack.instrument("code-des-etangs")
    assert (law.complete_from, law.complete_to) == (on("2026-03-27"), on("2026-03-27"))


def test_the_list_of_codes_gives_dates_states_and_its_own_entry(pack):
    gone = pack.instrument("code-des-mares")
    assert (gone.status, gone.valid_from, gone.valid_to) == (
        "repealed",
        on("1950-01-02"),
        on("1999-12-31"),
    )
    listed = pack.instrument("codes-legi")
    assert (listed.complete_from, listed.complete_to) == (on("2019-01-21"), on("2019-01-21"))
    assert pack.instrument("code-des-etangs").valid_from == on("1980-06-01")


def test_the_bare_name_leads_to_the_code_in_force(pack):
    found = [match.id for match in pack.names.instruments("article 1 du Code des mares")]
    assert found == ["code-des-mares-nouveau"]
    assert pack.instrument("code-des-mares").title == "Code des mares (ancien)"


def test_versions_of_one_code_under_two_names_are_one_entry(pack):
    law = pack.instrument("code-de-l-eau-et-des-lacs")
    assert law.valid_from == on("1960-01-02")
    assert "Code de l'eau" in law.aliases
    assert pack.instrument("code-de-l-eau") is None


def test_entries_that_were_there_stay(pack):
    assert len(pack.instrument("code-des-cartes").articles) == 3


def test_importing_twice_changes_nothing(into, source):
    import_legi([source], into)
    before = (into / "registry.jsonl").read_bytes()
    import_legi([source], into)
    assert (into / "registry.jsonl").read_bytes() == before


def test_guides_imported_again_keep_the_laws(guides, source, tmp_path, cache):
    out = tmp_path / "out"
    import_service_public([guides], out)
    import_legi([source], out)
    before = (out / "registry.jsonl").read_bytes()
    import_service_public([guides], out)
    assert (out / "registry.jsonl").read_bytes() == before
    assert len(load_pack(out, cache=cache).instrument("code-des-etangs").articles) == 7


def test_an_archive_gives_the_same_register_as_a_folder(into, source, tmp_path):
    archive = tmp_path / "codes.tgz"
    with tarfile.open(archive, "w:gz") as target:
        for path in sorted(source.iterdir(), reverse=True):
            info = tarfile.TarInfo(f"package/{path.name}")
            info.size = path.stat().st_size
            target.addfile(info, io.BytesIO(path.read_bytes()))
    import_legi([archive], into)
    before = (into / "registry.jsonl").read_bytes()
    report = import_legi([source], into)
    assert (into / "registry.jsonl").read_bytes() == before
    assert report.skipped == {"JSON files that are neither a code nor the list of codes": 1}
    assert report.counts["articles Code des étangs"] == 7


BAD = {
    "broken": ("{", "broken JSON"),
    "no title": (json.dumps(code(title="")), "data.title"),
    "no date": (json.dumps(code(dateModif=None)), "data.dateModif"),
    "date that is none": (json.dumps(code(dateModif="yesterday")), "data.dateModif"),
    "unknown state": (json.dumps(code(etat="SOMMEIL")), "data.etat: has the unknown state"),
    "unknown state of an article": (
        json.dumps(code(article("L7", ALWAYS, state="SOMMEIL"))),
        "L7: has the unknown state 'SOMMEIL'",
    ),
    "children that are none": (
        json.dumps({**code(), "children": ["x"]}),
        "children: holds what is no list of records",
    ),
    "versions that are none": (
        json.dumps(code({"type": "article", "data": {"num": "L7", "articleVersions": [1]}})),
        "L7: holds what is no list of records",
    ),
    "a state that is none": (json.dumps(code(etat=["VIGUEUR"])), "data.etat: has the unknown"),
    "a title that names nothing": (json.dumps(code(title="★")), "data.title: names nothing"),
    "list with a stamp that is none": (
        json.dumps([{**entry("Code", "1980-01-01T00:00:00Z"), "mtime": [1]}]),
        "mtime: holds no date",
    ),
    "list with a broken date": (
        json.dumps([entry("Code", "1980-13-01T00:00:00Z")]),
        "[0].date_debut",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_faulty_file_is_named_and_the_pack_stays_as_it_was(fault, into, source):
    content, fragment = BAD[fault]
    (source / "zzz.json").write_text(content)
    before = {path.name: path.read_bytes() for path in into.iterdir()}
    with pytest.raises(SourceFormatError) as caught:
        import_legi([source], into)
    assert "zzz.json" in str(caught.value)
    assert fragment in str(caught.value)
    assert {path.name: path.read_bytes() for path in into.iterdir()} == before


def test_a_folder_that_is_no_pack_is_refused(source, tmp_path):
    with pytest.raises(PackFileError, match=r"pack\.toml: is missing"):
        import_legi([source], tmp_path / "nowhere")


def test_a_faulty_register_is_refused(into, source):
    with (into / "registry.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(PackFileError, match="line 2"):
        import_legi([source], into)


def test_sources_without_code_are_refused(into, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceFormatError, match="no code of law"):
        import_legi([tmp_path / "empty"], into)


def test_a_real_code_is_read_whole(into, tmp_path):
    corpus = SHARED / "corpus" / "legi-data.tgz"
    if not corpus.exists():
        pytest.skip("the codes are not here")
    with tarfile.open(corpus) as archive:
        for member in archive:
            if member.name.endswith(("/LEGITEXT000031366350.json", "/data/index.json")):
                content = archive.extractfile(member).read()
                (tmp_path / member.name.rsplit("/", 1)[-1]).write_bytes(content)
    report = import_legi(sorted(tmp_path.glob("*.json")), into)
    assert report.counts["articles Code des relations entre le public et l'administration"] == 474


def test_guides_that_cite_a_code_by_an_older_name_join_it_again(guides, tmp_path):
    newer = "Code des étangs et des rivières"
    listed = [
        entry("Code des étangs", "1980-05-31T22:00:00.000Z", cid="C9"),
        entry(newer, "2009-12-31T23:00:00.000Z", cid="C9"),
    ]
    laws, out = tmp_path / "index.json", tmp_path / "out"
    laws.write_text(json.dumps(listed))
    import_service_public([guides], out)
    import_legi([laws], out)
    before = [each.title for each in read_pack(out).instruments]
    assert newer in before
    assert "Code des étangs" not in before
    import_service_public([guides], out)
    assert [each.title for each in read_pack(out).instruments] == before


@pytest.mark.parametrize("kind", ["guides", "json_guides"])
def test_guides_are_sent_to_the_other_importer(kind, into, request):
    folder = request.getfixturevalue(kind)
    with pytest.raises(SourceFormatError, match=r"looks like practical guides.*service-public"):
        import_legi([folder], into)
