from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from factories import SHARED

from hri.errors import PackFileError, SourceFormatError
from hri.knowledge import check_pack, import_service_public, load_pack


def records(pack, name):
    return [json.loads(line) for line in (pack / f"{name}.jsonl").read_text().splitlines()]


@pytest.fixture
def pack(guides, tmp_path):
    out = tmp_path / "out"
    import_service_public([guides], out)
    return out


@pytest.fixture
def facts(pack):
    """Facts of the first guide per slot: value and condition."""
    (card, _) = records(pack, "procedures")
    return {
        slot: [(fact["value"], fact.get("condition")) for fact in found]
        for slot, found in card["facts"].items()
    }


def test_an_import_gives_a_pack_that_loads_and_checks(pack, cache):
    report = check_pack(pack, cache=cache)
    assert (report.guides, report.sources) == (2, 2)
    assert report.facts["fees"] == 4
    assert (
        load_pack(pack, cache=cache).procedure("F901").names["fr"][0] == "Carte de pêcheur d'étang"
    )


def test_xml_and_json_give_the_same_bytes(pack, json_guides, tmp_path):
    import_service_public([json_guides], tmp_path / "other")
    for file in sorted(pack.iterdir()):
        assert file.read_bytes() == (tmp_path / "other" / file.name).read_bytes(), file.name


def test_a_zip_gives_the_same_bytes_as_a_folder(pack, guides, tmp_path):
    with zipfile.ZipFile(tmp_path / "guides.zip", "w") as archive:
        for file in sorted(guides.iterdir(), reverse=True):
            archive.write(file, f"in/{file.name}")
    import_service_public([tmp_path / "guides.zip"], tmp_path / "other")
    for file in sorted(pack.iterdir()):
        assert file.read_bytes() == (tmp_path / "other" / file.name).read_bytes(), file.name


def test_fees_keep_the_path_of_tabs_and_cases(facts):
    assert facts["fees"] == [
        ("La carte coûte 25 €.", "En métropole"),
        ("Moins de 12 ans | Prix: 5 €", "En métropole"),
        ("Le duplicata est gratuit.", "En métropole"),
        ("Le prix est de 12 €.", "À La Réunion"),
    ]


def test_bodies_are_those_of_chapters_and_sentences_not_of_contact_lists(facts):
    assert facts["competent_authority"] == [
        ("La demande est à déposer à la mairie.", "En métropole › Étang communal"),
        ("Mairie", "En métropole › Étang communal"),
        ("Fédération des étangs (Fédétang)", "En métropole › Étang privé"),
    ]


def test_documents_are_items_forms_and_choices_under_their_item(facts):
    assert facts["required_documents"] == [
        ("Pièce d'identité", "En métropole"),
        ("Preuve de l'adresse, au choix", "En métropole"),
        ("Quittance d'eau", "En métropole › Preuve de l'adresse, au choix"),
        ("Le cas échéant, autorisation du propriétaire", "En métropole"),
        ("Formulaire cerfa n°19999*02 (Demande de carte d'étang)", "En métropole"),
        ("Formulaire E 12 (Demande de carte d'étang)", "En métropole"),
        ("Formulaire cerfa n°59999*01 (Notice - Carte)", "En métropole"),
        ("Formulaire cerfa n°59998 (Notice - Carte)", "En métropole"),
    ]


def test_times_are_delays_and_validity(facts):
    assert facts["processing_time"] == [
        ("Elle est valable 1 an.", "En métropole"),
        ("La carte est délivrée dans un délai de 3 semaines.", "En métropole"),
    ]


def test_the_law_is_that_of_the_guide_not_of_its_definitions(facts):
    assert facts["legal_basis"] == [
        ("Code des étangs : articles L10-1 à L10-4", None),
        ("Décret n°2011-123 du 4 mai 2011 relatif aux étangs", None),
    ]


def test_the_date_of_change_is_an_as_of_date_and_never_a_beginning(pack):
    for record in [*records(pack, "sources"), records(pack, "procedures")[0]["facts"]["fees"][0]]:
        assert record["as_of"] in ("2020-03-04", "2019-12-31")
        assert "valid_from" not in record


def test_each_fact_points_to_the_passage_it_stands_in(pack):
    passages = {
        passage["id"]: passage
        for source in records(pack, "sources")
        for passage in source["passages"]
    }
    (card, _) = records(pack, "procedures")
    for slot in ("fees", "processing_time", "legal_basis"):
        for fact in card["facts"][slot]:
            text = passages[fact["passage_id"]]["text"]
            parts = fact["value"].split(" | ")
            assert all(part in text for part in parts), fact


def test_passages_have_slot_heading_condition_and_kind(pack):
    (card, _) = records(pack, "sources")
    cost = next(each for each in card["passages"] if each.get("heading") == "Coût")
    assert (cost["slot"], cost["condition"]) == ("fees", "En métropole")
    note = next(each for each in card["passages"] if each.get("heading") == "Coût › À noter")
    assert note["slot"] == "fees"
    kinds = [passage.get("kind", "text") for passage in card["passages"]]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "contact": 3,
        "link": 2,
        "reference": 3,
        "text": 7,
    }


def test_a_guide_without_body_keeps_its_description(pack):
    (_, boat) = records(pack, "sources")
    assert boat["passages"][0]["text"] == "Non, une barque se conduit sans permis."


def test_bodies_are_collected_with_names_and_competences(pack):
    bodies = {record["id"]: record for record in records(pack, "authorities")}
    assert bodies["mairie"]["competences"] == ["F901"]
    assert bodies["federation-des-etangs"]["names"]["fr"] == [
        "Fédération des étangs (Fédétang)",
        "Fédération des étangs",
        "Fédétang",
    ]


def test_cited_instruments_enter_the_register_once_and_nothing_is_claimed_of_them(pack):
    register = {record["id"]: record for record in records(pack, "registry")}
    assert sorted(register) == ["code-des-etangs", "decret-2011-123"]
    code, decree = register["code-des-etangs"], register["decret-2011-123"]
    assert code["title"] == "Code des étangs"
    assert (code["status"], code.get("articles"), code.get("complete_from")) == (
        "unknown",
        None,
        None,
    )
    assert "Décret n°2011-123" in decree["aliases"]


def test_themes_become_domains(pack):
    assert [record["domain"] for record in records(pack, "procedures")] == ["licensing"] * 2


def test_the_report_says_what_was_left_out_and_progress_reaches_the_end(guides, tmp_path):
    seen = []
    report = import_service_public([guides], tmp_path / "out", lambda *step: seen.append(step))
    assert report.counts["guides"] == 2
    assert report.skipped == {
        "elements Mystere": 1,
        "files whose root is Noeud, not a guide": 1,
    }
    assert "Mystere" in str(report)
    assert seen[-1][:2] == (3, 3)


BAD = {
    "broken XML": ("F903.xml", "<Publication", "broken XML"),
    "broken JSON": ("F903.json", "{", "broken JSON"),
    "entities": (
        "F903.xml",
        '<!DOCTYPE x [<!ENTITY a "aaa">]><Publication ID="F903">&a;</Publication>',
        "declares a document type",
    ),
    "outside entity": (
        "F903.xml",
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Publication>&a;</Publication>',
        "declares a document type",
    ),
    "no title": ("F903.xml", '<Publication ID="F903"/>', "no dc:title"),
    "no date": (
        "F903.json",
        json.dumps(
            {
                "children": [
                    {
                        "name": "Publication",
                        "attributes": {"ID": "F903"},
                        "children": [
                            {"name": "dc:title", "children": [{"type": "text", "text": "x"}]}
                        ],
                    }
                ]
            }
        ),
        "dc:date",
    ),
    "no tree": ("F903.json", '{"children": [{"children": []}]}', "children[0]"),
    "unknown encoding": (
        "F903.xml",
        '<?xml version="1.0" encoding="nope"?><Publication ID="F903"/>',
        "broken XML",
    ),
    "half a character": (
        "F903.json",
        '{"children": [{"name": "Publication", "attributes": {"ID": "F\\ud800"}}]}',
        "children[0].attributes.ID: holds half a character",
    ),
    "a script for an address": (
        "F903.xml",
        '<Publication ID="F903" spUrl="javascript:alert(1)"/>',
        "Publication.spUrl: 'javascript:alert(1)' is no address",
    ),
    "an id that is none": ("F903.xml", '<Publication ID="F 903"/>', "Publication.ID: 'F 903'"),
    "an id without end": (
        "F903.xml",
        f'<Publication ID="F{"9" * 300}"/>',
        "cannot be the id of a guide",
    ),
    "deep": ("F903.xml", "<a>" * 500 + "</a>" * 500, "nested deeper"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_faulty_file_stops_the_import_and_leaves_the_pack_as_it_was(
    fault, guides, pack, tmp_path
):
    name, content, fragment = BAD[fault]
    (guides / name).write_text(content)
    before = {file.name: file.read_bytes() for file in pack.iterdir()}
    for out in (pack, tmp_path / "new"):
        with pytest.raises(SourceFormatError) as caught:
            import_service_public([guides], out)
        assert name in str(caught.value)
        assert fragment in str(caught.value)
    assert {file.name: file.read_bytes() for file in pack.iterdir()} == before
    assert not (tmp_path / "new").exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_guide_given_twice_is_refused(guides, json_guides, tmp_path):
    with pytest.raises(SourceFormatError, match=r"F901 was already read from .*F901\.xml"):
        import_service_public([guides, json_guides], tmp_path / "out")


def test_a_file_in_the_place_of_the_pack_is_refused_and_kept(guides, tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(PackFileError, match="is a file"):
        import_service_public([guides], tmp_path / "out")
    assert (tmp_path / "out").read_text() == "mine"


def test_sources_without_guide_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceFormatError, match="no guide"):
        import_service_public([tmp_path / "empty"], tmp_path / "out")


def test_the_real_guides_are_read_whole(tmp_path):
    corpus = SHARED / "corpus" / "guides.zip"
    if not corpus.exists():
        pytest.skip("the guides are not here")
    with zipfile.ZipFile(corpus) as archive:
        names = [name for name in archive.namelist() if "/F1" in name][:40]
        for name in names:
            archive.extract(name, tmp_path / "some")
    report = import_service_public([tmp_path / "some"], tmp_path / "out")
    assert report.counts["guides"] == len(names) > 0
    assert report.counts["facts fees"] > 0


LAWS = {"code.json": {"type": "code", "data": {}}, "package.json": {"name": "x"}}


def test_codes_of_law_are_sent_to_the_other_importer(tmp_path):
    folder = tmp_path / "laws"
    folder.mkdir()
    for name, data in LAWS.items():
        (folder / name).write_text(json.dumps(data))
    with pytest.raises(SourceFormatError, match=r"look like codes of law.*pack import legi"):
        import_service_public([folder], tmp_path / "out")
    (folder / "code.json").unlink()
    with pytest.raises(SourceFormatError) as caught:
        import_service_public([folder], tmp_path / "out")
    assert "codes of law" not in str(caught.value)


def test_a_folder_with_other_things_is_never_replaced(guides, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("mine")
    with pytest.raises(PackFileError, match=r"no pack\.toml stands"):
        import_service_public([guides], tmp_path / "home")
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["letter.txt"]


def test_a_place_that_cannot_be_written_to_is_told(guides, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PackFileError, match=r"cannot be written \(.*Remedy"):
        import_service_public([guides], tmp_path / "file" / "in" / "out")


def test_a_pack_that_cannot_take_its_place_leaves_the_old_one(guides, pack, monkeypatch):
    before = {file.name: file.read_bytes() for file in pack.iterdir()}
    rename = Path.rename

    def refuse_the_draft(self, target):
        if target == pack and ".old." not in self.name:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse_the_draft)
    with pytest.raises(PackFileError, match="Permission denied"):
        import_service_public([guides], pack)
    assert {file.name: file.read_bytes() for file in pack.iterdir()} == before
    assert [path.name for path in pack.parent.iterdir() if path.name.startswith(".")] == []
