from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from factories import SHARED

from hri.domain.slots import Slot
from hri.errors import PackFileError
from hri.knowledge import load_pack
from hri.knowledge.digests import hash_pack

ON = date(2020, 6, 1)


@pytest.fixture
def pack(write_pack, cache):
    return load_pack(write_pack(), cache=cache)


def test_facts_come_in_file_order_with_their_source_and_claims(pack):
    first, second = pack.facts("carte", Slot.FEES)
    assert (first.id, first.fact.value, first.source.source_id) == ("carte/fees/1", "25 €", "carte")
    assert second.fact.condition == "Hors délai"
    claim = first.claims[0]
    assert first.fact.value[claim.start : claim.end] == claim.text


def test_a_slot_without_facts_and_an_unknown_procedure_give_nothing(pack):
    assert pack.facts("carte", Slot.PROCESSING_TIME) == ()
    assert pack.facts("nothing", Slot.FEES) == ()
    assert pack.procedure("nothing") is None
    assert pack.passages("nothing") == ()


def test_passages_keep_slot_heading_condition_and_spans(pack):
    passages = pack.passages("carte")
    assert [known.passage.id for known in passages] == ["carte#1", "carte#2", "carte#3"]
    assert passages[0].passage.condition == "En ville"
    assert passages[2].passage.slot == "other"
    for known in passages:
        for claim in known.claims:
            assert known.passage.text[claim.start : claim.end] == claim.text


def test_names_of_bodies_and_laws_are_found_whatever_their_accents(pack):
    text = "Allez à la MAIRIE, selon le code des cartes (CDC)."
    assert [match.id for match in pack.names.authorities(text)] == ["mairie"]
    assert [match.id for match in pack.names.instruments(text)] == ["code-des-cartes"] * 2


def test_an_instrument_comes_with_its_articles_and_they_with_their_texts(pack):
    law = pack.instrument("code-des-cartes")
    assert len(law.articles) == 3
    articles = pack.instrument_articles("code-des-cartes")
    state = articles.get("L. 10-1", ON)
    assert (state.in_force, state.text) == (True, "La carte est bleue.")
    assert pack.instrument_articles("nothing") is None


def test_citations_are_kept_per_instrument_once_for_fact_and_passage(pack):
    cited = pack.cited_articles("code-des-cartes")
    assert [(each.source.source_id, each.passage_id) for each in cited] == [("carte", "carte#2")]
    assert pack.cited_articles("nothing") == ()


def test_rules_are_those_of_the_procedure_and_of_all_in_order_of_id(pack):
    ids = [rule.id for rule in pack.rules("carte")]
    assert "derived.law_exists" in ids
    assert "derived.authority_competent" in ids
    assert ids == sorted(ids)
    assert [rule.id for rule in pack.rules(None)] == ["derived.law_exists"]


def test_references_name_the_pack_and_all_lexicons(pack):
    assert (pack.ref.id, pack.ref.version, len(pack.ref.sha256)) == ("small", "1", 64)
    assert pack.lexicon_ref.id == "lexicon-en+fr"
    assert pack.lexicon("fr-FR") is pack.lexicon("fr")
    assert pack.lexicon("de") is None


def test_a_warm_cache_gives_the_same_pack_as_a_cold_one(write_pack, cache):
    folder = write_pack()
    cold, warm = load_pack(folder, cache=cache), load_pack(folder, cache=cache)
    assert cold.ref == warm.ref
    assert cold.passages("carte") == warm.passages("carte")
    assert cold.facts("carte", Slot.FEES) == warm.facts("carte", Slot.FEES)
    assert cold.cited_articles("code-des-cartes") == warm.cited_articles("code-des-cartes")


def test_passages_read_in_advance_are_the_same(write_pack, cache):
    folder = write_pack()
    fresh = load_pack(folder, cache=cache)
    expected = fresh.passages("carte")
    load_pack(folder, cache=cache).read_passages()
    assert list(cache.rglob("readings.sqlite"))
    assert load_pack(folder, cache=cache).passages("carte") == expected


def test_a_cache_is_made_anew_when_a_file_changes_and_the_old_one_goes(write_pack, cache):
    folder = write_pack()
    load_pack(folder, cache=cache)
    path = folder / "sources.jsonl"
    path.write_text(path.read_text().replace("La carte co", "La carte bleue co"))
    changed = load_pack(folder, cache=cache)
    assert changed.passages("carte")[0].passage.text == "La carte bleue coûte 25 €."
    assert len(list(cache.rglob("records.sqlite"))) == 1


def test_a_faulty_pack_is_refused_though_an_older_cache_is_there(write_pack, cache):
    folder = write_pack()
    load_pack(folder, cache=cache)
    with (folder / "sources.jsonl").open("a") as file:
        file.write("{}\n")
    with pytest.raises(PackFileError, match="line 3"):
        load_pack(folder, cache=cache)


@pytest.mark.parametrize("file", ["records.sqlite", "meta.json"])
def test_a_damaged_cache_is_made_anew(file, write_pack, cache):
    folder = write_pack()
    load_pack(folder, cache=cache)
    (damaged,) = cache.rglob(file)
    damaged.write_bytes(b"no such thing")
    assert load_pack(folder, cache=cache).procedure("carte").id == "carte"


def test_a_pack_loads_in_memory_where_no_cache_can_be_written(write_pack, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    pack = load_pack(write_pack(), cache=blocked)
    pack.read_passages()
    assert pack.passages("carte")
    assert pack.find_procedures("barque", "fr")[0].procedure_id == "barque"


def test_no_pickle_is_in_a_cache(write_pack, cache):
    load_pack(write_pack(), cache=cache)
    contents = [path.read_bytes()[:2] for path in cache.rglob("*") if path.is_file()]
    assert contents
    assert not any(content.startswith(b"\x80") for content in contents)


def test_the_hash_depends_on_names_and_contents_alone(write_pack, tmp_path):
    folder = write_pack()
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / ".cache").mkdir()
    (copy / ".cache" / "x").write_text("not a part of the pack")
    assert hash_pack(copy) == hash_pack(folder)
    (copy / "registry.jsonl").rename(copy / "register.jsonl")
    assert hash_pack(copy) != hash_pack(folder)


def test_a_pack_in_a_language_without_lexicon_is_refused(write_pack, cache):
    folder = write_pack()
    path = folder / "pack.toml"
    path.write_text(path.read_text().replace('["fr"]', '["fr", "sv"]'))
    with pytest.raises(PackFileError, match=r"languages\[1\].*'sv'"):
        load_pack(folder, cache=cache)


def test_an_own_lexicon_is_merged_in_and_changes_the_reference(write_pack, cache):
    folder = write_pack()
    before = load_pack(folder, cache=cache).lexicon_ref
    (folder / "lexicon").mkdir()
    (folder / "lexicon" / "fr.toml").write_text('stop_words = ["bleue"]\n')
    after = load_pack(folder, cache=cache)
    assert "bleue" in after.lexicon("fr").stop_words
    assert after.lexicon_ref != before


def test_retrieval_is_the_same_every_time_and_ties_go_by_id(write_pack, cache):
    def twin(records):
        for name in ("zzz", "aaa"):
            records["procedures.jsonl"].append(
                {"id": name, "names": {"fr": ["Louer un tandem"]}, "domain": "other"}
            )

    folder = write_pack(twin)
    pack = load_pack(folder, cache=cache)
    found = pack.find_procedures("Où louer un tandem ?", "fr")
    assert [each.procedure_id for each in found] == ["aaa", "zzz"]
    assert found[0].score == found[1].score > 0
    again = load_pack(folder, cache=cache / "other")
    assert again.find_procedures("Où louer un tandem ?", "fr") == found


@pytest.mark.parametrize("text", ["", "   ", "?!", 'names:"(', "AND OR NOT *", "\x00"])
def test_no_text_is_parsed_as_a_query(text, pack):
    assert pack.find_procedures(text, "fr") == ()


def test_the_british_test_pack_loads(cache):
    folder = SHARED / "packs" / "en-gb"
    if not folder.exists():
        pytest.skip("the British test pack is not here")
    pack = load_pack(folder, cache=cache)
    lines = (folder / "procedures.jsonl").read_text().splitlines()
    expected = [json.loads(line)["id"] for line in lines]
    assert pack.procedure_ids() == tuple(sorted(expected))
    assert all(pack.sources(name) for name in expected)


def test_a_pack_can_be_shared_between_threads(pack):
    def look_up(number):
        name = ("carte", "barque")[number % 2]
        found = pack.find_procedures("carte", "fr")
        return name, pack.passages(name), pack.facts(name, Slot.FEES), found

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(look_up, range(40)))
    assert all(result == look_up(number) for number, result in enumerate(results))
