from __future__ import annotations

import pytest

from hri.errors import PackFileError
from hri.knowledge import check_pack


def test_a_report_counts_what_a_pack_holds(write_pack, cache):
    report = check_pack(write_pack(), cache=cache)
    assert (report.guides, report.sources, report.authorities, report.instruments) == (2, 2, 1, 1)
    assert report.passages == {"fees": 1, "legal_basis": 1, "none": 1, "other": 1}
    assert report.facts == {
        "required_documents": 0,
        "competent_authority": 1,
        "processing_time": 0,
        "fees": 2,
        "legal_basis": 1,
    }
    assert report.articles == {"Code des cartes": 3}
    assert report.warnings == ()


def test_a_report_reads_as_text(write_pack, cache):
    text = str(check_pack(write_pack(), cache=cache))
    for fragment in ("pack small 1", "2 guides", "2  fees", "3  Code des cartes", "0 warnings"):
        assert fragment in text


def test_facts_without_claim_files_that_nobody_reads_and_lonely_procedures_are_named(
    write_pack, cache
):
    def change(records):
        fact = {"value": "selon le lieu", "source_id": "carte"}
        records["procedures.jsonl"][0]["facts"]["fees"].append(fact)
        lonely = {"id": "lonely", "names": {"fr": ["Rien"]}, "domain": "other"}
        records["procedures.jsonl"].append(lonely)

    folder = write_pack(change)
    (folder / "notes.txt").write_text("hello")
    report = check_pack(folder, cache=cache)
    assert report.facts_without_claim == {"fees": 1}
    text = "\n".join(report.warnings)
    assert "1 of 3 facts in fees yield no claim, such as: carte/fees/3 'selon le lieu'" in text
    assert "1 procedures have no source, such as: lonely" in text
    assert "notes.txt is not part of a pack" in text


def test_checking_reads_the_passages_in_advance(write_pack, cache):
    check_pack(write_pack(), cache=cache)
    assert len(list(cache.rglob("readings.sqlite"))) == 1


def test_a_faulty_pack_is_not_half_reported_on(write_pack, cache):
    folder = write_pack(lambda records: records["sources.jsonl"].append({}))
    with pytest.raises(PackFileError, match="line 3"):
        check_pack(folder, cache=cache)


def test_progress_is_told_about_facts_and_passages(write_pack, cache):
    seen = []
    folder = write_pack()
    check_pack(folder, cache=cache, progress=lambda *step: seen.append(step))
    assert seen == [(1, 2, "facts"), (2, 2, "facts"), (1, 2, "passages"), (2, 2, "passages")]
