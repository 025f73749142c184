"""Reports of wrong answers as data: the small pack, the answers, and what is expected of them.

Fields of a report in ``data/answers``: see README.md beside this file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from factories import SHARED, default_policy

from hri.domain.assessments import Assessment
from hri.domain.cases import Case
from hri.domain.slots import Slot
from hri.knowledge import load_pack
from hri.knowledge.loaded import LoadedPack
from hri.pipeline import assess

HERE = Path(__file__).parent
DATA = HERE / "data"
PUBLIC = SHARED / "failures" / "reports.jsonl"
"""The list of public reports; it is not part of the repository."""

PROCEDURE = "report"
NOT_OF_FACTS = ("slot", "source", "unread")
Report = dict[str, Any]


class Wrong(NamedTuple):
    """A wrong answer and the slots in which the assessment must point at it."""

    answer: str
    flagged: tuple[Slot, ...] = ()


def read_tables(name: str, key: str) -> list[Report]:
    """The tables of one TOML file, or of all files in a folder, in order of file name."""
    place = DATA / name
    files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
    return [item for file in files for item in tomllib.loads(file.read_text("utf-8"))[key]]


def params(tables: list[Report]) -> list[Any]:
    """Rows as test parameters under their ids, the known failures marked with their reason."""
    return [marked(table, name=table["id"], reason=table.get("fails")) for table in tables]


def marked(*values: object, name: str, reason: str | None) -> Any:
    """The parameters of one test under a name; with a reason, it is expected to fail."""
    marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
    return pytest.param(*values, id=name, marks=marks)


def wrong_answers(reports: list[Report]) -> Iterator[Any]:
    """Every wrong answer as a parameter: report and answer."""
    for report in reports:
        for number, given in enumerate(report["wrong"], 1):
            entry = {"answer": given} if isinstance(given, str) else given
            slots = tuple(Slot(name) for name in entry.get("flagged", ()))
            wrong = Wrong(entry["answer"], slots)
            name = f"{report['id']}-{number}"
            yield marked(report, wrong, name=name, reason=entry.get("fails"))


def right_answers(reports: list[Report]) -> Iterator[Any]:
    """Every right answer as a parameter."""
    for report in reports:
        if "right" in report:
            yield marked(report, name=report["id"], reason=report.get("right_fails"))


def build_case(report: Report, answer: str, samples: list[str] | None = None) -> Case:
    """A case of the report; without samples the model said the same each time (the hardest)."""
    return Case(
        case_id=report["id"],
        question=report["question"],
        answer=answer,
        samples=tuple(samples or [answer] * 3),
        language=report["language"],
        procedure_id=PROCEDURE,
        jurisdiction=report["jurisdiction"],
        asked_on=report["asked_on"],
    )


def judge(report: Report, answer: str, pack: LoadedPack, **changes: Any) -> Assessment:
    """The assessment of an answer under the default policy."""
    return assess(build_case(report, answer, **changes), pack, *default_policy())


def load_report_pack(report: Report, folder: Path) -> LoadedPack:
    """Write the report's small pack to a folder and load it."""
    folder.mkdir(parents=True)
    day = report["asked_on"].isoformat()
    (folder / "pack.toml").write_text(
        f'id = "report"\nversion = "1"\ntitle = "{report["id"]}"\n'
        f'jurisdiction = "{report["jurisdiction"][:2]}"\nlanguages = ["{report["language"]}"]\n'
        f'as_of = {day}\nlicence = "own words"\npublisher = "tests"\n',
        "utf-8",
    )
    _write(folder / "sources.jsonl", list(_sources(report)))
    _write(folder / "procedures.jsonl", list(_procedures(report)))
    _write(folder / "authorities.jsonl", list(_authorities(report)))
    _write(folder / "registry.jsonl", list(_laws(report)))
    if "rules" in report:
        (folder / "rules.toml").write_text(report["rules"], "utf-8")
    if report.get("hyphens"):
        (folder / "lexicon").mkdir()
        words = "[law]\nhyphen_in_numbers = true\n"
        (folder / "lexicon" / f"{report['language']}.toml").write_text(words, "utf-8")
    return load_pack(folder, cache=folder.with_name(f"{folder.name}-cache"))


def _write(path: Path, records: list[Report]) -> None:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")


def _sources(report: Report) -> Iterator[Report]:
    given = report.get("sources", {})
    for name in ["main", *given]:
        yield {
            "source_id": name,
            "title": report["procedure"],
            "url": f"https://{name}.example.org/",
            "kind": "guide",
            "procedure_ids": [PROCEDURE],
            "jurisdiction": report["jurisdiction"],
            "as_of": report["asked_on"].isoformat(),
            "language": report["language"],
            "passages": list(_passages(report, name)),
            **given.get(name, {}),
        }


def _passages(report: Report, name: str) -> Iterator[Report]:
    for number, passage in enumerate(report.get("passages", ()), 1):
        if passage.get("source", "main") == name:
            rest = {key: value for key, value in passage.items() if key != "source"}
            yield {"id": f"p{number}", **rest}


def _procedures(report: Report) -> Iterator[Report]:
    facts: dict[str, list[Report]] = {}
    for given in report.get("facts", ()):
        fact = {key: value for key, value in given.items() if key not in NOT_OF_FACTS}
        facts.setdefault(given["slot"], []).append(
            {**fact, "source_id": given.get("source", "main"), "mandatory": True}
        )
    yield {
        "id": PROCEDURE,
        "names": {report["language"]: [report["procedure"]]},
        "domain": "reports",
        "facts": facts,
        "closed": report.get("closed", []),
    }
    language = report["language"]
    yield {"id": "another", "names": {language: ["?"]}, "domain": "reports"}


def _authorities(report: Report) -> Iterator[Report]:
    """Bodies; one that is not competent serves another procedure."""
    for number, body in enumerate(report.get("bodies", ()), 1):
        yield {
            "id": f"body-{number}",
            "names": {report["language"]: body["names"]},
            "jurisdiction": body.get("jurisdiction", report["jurisdiction"]),
            "competences": [PROCEDURE if body.get("competent", True) else "another"],
        }


def _laws(report: Report) -> Iterator[Report]:
    for number, law in enumerate(report.get("laws", ()), 1):
        day = report["asked_on"].isoformat()
        complete = {"complete_from": day, "complete_to": day} if law.get("complete") else {}
        rest = {key: value for key, value in law.items() if key != "complete"}
        yield {"id": f"law-{number}", "kind": "act", "status": "in_force", **complete, **rest}
