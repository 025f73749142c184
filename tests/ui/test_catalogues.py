"""Both catalogues hold every word and sentence the screens can show."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from hri.domain.claims import DoubtKind, Verdict, VerdictReason
from hri.domain.policies import CaseFlag
from hri.domain.reviews import ReviewVerb, Role
from hri.domain.slots import SLOTS
from hri.evaluation.heatmaps import Axes, Dimension, Measure
from hri.ui import history, i18n, labels, policydiff, uploads
from hri.ui.filters import LINKED, NAMED
from tests.ui import factory

ROOT = Path(__file__).parents[2]
SCREENS = [
    ROOT / "app.py",
    *sorted((ROOT / "pages").glob("*.py")),
    *sorted((ROOT / "hri/ui").rglob("*.py")),
]
STAGES = [
    path
    for path in sorted((ROOT / "hri").rglob("*.py"))
    if "ui" not in path.relative_to(ROOT).parts
]
LANGUAGES = ("fr", "en")

REFUTATIONS = (
    VerdictReason.REPEALED,
    VerdictReason.NOT_IN_COMPLETE_LIST,
    VerdictReason.IMPOSSIBLE_NUMBER,
)
DYNAMIC_IDS: dict[str, list[str]] = {
    "override.flag.": [flag.value for flag in CaseFlag],
    "override.verdict.": [verdict.value for verdict in Verdict],
    "note.": [
        *(doubt.value for doubt in DoubtKind),
        CaseFlag.UNBACKED_DETAIL.value,
        CaseFlag.UNBACKED_CONTACT.value,
        CaseFlag.OMITTED_PAPER.value,
        *(f"unanswered_slot.{slot.value}" for slot in SLOTS),
    ],
    "ccs.fabricated.": [reason.value for reason in REFUTATIONS],
    "ccs.unverified.": ["references_listed", "no_references_listed"],
    "check.law_exists.": [reason.value for reason in REFUTATIONS],
    "check.authority_competent.": ["procedure", "territory"],
    "check.pattern.": ["must_match", "must_not_match"],
    "rvs.not_run.": ["no_lexicon", "no_words", "currency", "unknown_check", "bad_parameters"],
}
"""What can follow the fixed start of a message id that is put together in code."""


PAYLOAD_KEYS = (
    "action", "base_action", "hri", "overrides", "policy", "pack", "engine", "model", "verb",
    "reason", "judgements", "text_judgements", "seen_version", "machine", "rescored", "ground",
    "stored", "already_there", "rejected", "errors",
    "decision", "deliver_at", "final", "reply", "how", "roles", "use_case",
    "weight", "backtest", "sources_seen", "sha256", "kind", "from", "topic", "cases",
    "suite", "run", "passed", "verdicts", "failed", "blocked", "unverified", "stopped_by",
    "problem", "attempts", "by", "client", "edition", "feature", "language", "scopes", "signed_by",
    "source", "stage", "then", "why",
)  # fmt: skip
"""Parts of audit events that have a name of their own in the table."""


EVENT_WORDS = ("CaseFileError", "ConflictError", "demonstration", "oidc")
EVENT_WORDS += ("pass", "fail", "blocked")
"""Words that stand in audit events without belonging to an enumeration."""


def event_parts() -> set[str]:
    """Names that are written out where the code puts an event together."""
    found: set[str] = set()
    for path in sorted((ROOT / "hri").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for value in _payloads(node):
                parts = [part for part in ast.walk(value) if isinstance(part, ast.Dict)]
                keys = [key for part in parts for key in part.keys]
                found |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
    assert {"record", "verb", "attempts"} <= found
    return found


def _payloads(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Call) and called(node) == "EventDraft":
        return [keyword.value for keyword in node.keywords if keyword.arg == "payload"]
    if isinstance(node, ast.Assign):
        named = [getattr(target, "id", "") == "payload" for target in node.targets]
        return [node.value] if any(named) else []
    return []


def test_every_part_of_an_event_has_a_word_or_is_not_shown() -> None:
    assert sorted(event_parts() - set(history.UNTOLD) - set(PAYLOAD_KEYS)) == []


CHANGES = ("suite", "requirements", "policy", "pack", "code")
"""What can be another one now than at the last run of a suite."""


def services() -> set[str]:
    """The services of the packs that come with the product, or that it imports."""
    lines = (ROOT / "data/packs/demo/procedures.jsonl").read_text(encoding="utf-8").splitlines()
    importer = (ROOT / "data/lexicon/importers/service_public.toml").read_text(encoding="utf-8")
    found = {json.loads(line)["domain"] for line in lines}
    return found | set(tomllib.loads(importer)["domains"].values())


def seeded_errors() -> set[str]:
    """The kinds of error in the seeds that come with the product."""
    lines = (ROOT / "data/cases/seeds.jsonl").read_text(encoding="utf-8").splitlines()
    return {json.loads(line)["seed"]["error"] for line in lines}


def titles() -> set[str]:
    """The titles of the policy and the pack that come with the product."""
    pack = tomllib.loads((ROOT / "data/packs/demo/pack.toml").read_text(encoding="utf-8"))
    return {pack["title"], factory.policy().title}


def catalogue(language: str) -> Catalog:
    path = i18n.LOCALES / language / "LC_MESSAGES" / "hri.po"
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="hri")


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def words_in_code() -> set[str]:
    found = set()
    for path in SCREENS:
        for node in calls(path):
            if called(node) in {"_", "N_", "ngettext"} and node.args:
                found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    return found


def message_ids() -> tuple[set[str], set[str]]:
    """Message ids written out in the stages, and the fixed starts of those put together."""
    fixed, starts = set(), set()
    for path in STAGES:
        for node in calls(path):
            if called(node) != "Message":
                continue
            for keyword in node.keywords:
                if keyword.arg == "id":
                    for part in ast.walk(keyword.value):
                        if isinstance(part, ast.JoinedStr):
                            starts.add(str(getattr(part.values[0], "value", "")))
                        elif isinstance(part, ast.Constant) and "." in str(part.value):
                            fixed.add(str(part.value))
    return fixed - starts, starts


def derived_rules() -> set[str]:
    """Ids of the rules that follow from a pack, as its module writes them."""
    found = set()
    for node in calls(ROOT / "hri/knowledge/rules.py"):
        if called(node) == "_derived":
            found |= {
                f"derived.{arg.value}" for arg in node.args[:1] if isinstance(arg, ast.Constant)
            }
        for keyword in node.keywords:
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                found.add(keyword.value.value)
    assert len(found) > 4
    return found


def enumeration_ids() -> set[str]:
    found = {f"{kind.__name__}.{member.value}" for kind in labels.ENUMERATIONS for member in kind}
    found |= {f"Dimension.{member.value}" for member in Dimension}
    found |= {f"Measure.{member.value}" for member in Measure}
    found |= {f"Axes.{member.value}" for member in Axes}
    found |= {f"Role.{role.value}.does" for role in Role}
    found |= {f"field.{name}" for name in (uploads.KEEP, *uploads.FIELDS)}
    found |= {f"filter.{name}" for name in (*LINKED, *NAMED)}
    found |= {f"payload.{name}" for name in PAYLOAD_KEYS}
    found |= {f"word.{word}" for word in EVENT_WORDS}
    found |= {f"Changed.{name}" for name in CHANGES}
    found |= {f"RuleField.{name}" for name in policydiff.RULE_FIELDS}
    found |= {f"PolicyField.{name}" for name in policydiff.POLICY_FIELDS}
    found |= {f"Service.{code}" for code in services()} | titles()
    found |= {f"SeedError.{error}" for error in seeded_errors()}
    found |= {f"Done.{verb.value}" for verb in ReviewVerb}
    found |= {f"Rule.{name}" for name in derived_rules()}
    return (
        found
        | {f"OverrideName.{override.id}" for override in factory.policy().overrides}
        | {"OverrideName.paused"}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_untranslated_or_fuzzy(language: str) -> None:
    faulty = [
        entry.id
        for entry in CATALOGUES[language]
        if entry.id and (entry.fuzzy or not all(_forms(entry.string)))
    ]
    assert faulty == []


def _forms(string: str | tuple[str, ...] | list[str]) -> list[str]:
    return [string] if isinstance(string, str) else list(string)


def test_both_languages_hold_the_same_ids() -> None:
    french, english = ({str(entry.id) for entry in CATALOGUES[code]} for code in LANGUAGES)
    assert french == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_the_screens_is_in_the_catalogue(language: str) -> None:
    assert sorted(word for word in words_in_code() if word not in CATALOGUES[language]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_member_of_an_enumeration_has_a_word(language: str) -> None:
    assert sorted(key for key in enumeration_ids() if key not in CATALOGUES[language]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_id_of_the_stages_is_in_the_catalogue(language: str) -> None:
    fixed, starts = message_ids()
    assert len(fixed) > 20
    unknown = starts - set(DYNAMIC_IDS)
    assert unknown == set(), "say in DYNAMIC_IDS what can follow these starts"
    wanted = fixed | {start + end for start in starts for end in DYNAMIC_IDS[start]}
    assert sorted(key for key in wanted if key not in CATALOGUES[language]) == []


def test_rules_that_cannot_run_give_only_causes_that_have_a_sentence() -> None:
    causes = set()
    for path in STAGES:
        for node in calls(path):
            if called(node) == "not_run" and node.args and isinstance(node.args[0], ast.Constant):
                causes.add(node.args[0].value)
    assert causes <= set(DYNAMIC_IDS["rvs.not_run."])


def test_no_entry_of_the_catalogue_is_left_over() -> None:
    fixed, starts = message_ids()
    used = words_in_code() | enumeration_ids() | fixed
    used |= {start + end for start in starts for end in DYNAMIC_IDS[start]}
    kept = {_first(entry.id) for entry in CATALOGUES["fr"] if entry.id}
    assert sorted(kept - used) == []


def _first(key: str | tuple[str, ...] | list[str]) -> str:
    return key if isinstance(key, str) else key[0]


def test_translations_use_the_same_placeholders() -> None:
    for entry in CATALOGUES["fr"]:
        if isinstance(entry.id, str) and entry.id:
            english = CATALOGUES["en"].get(entry.id)
            assert english is not None
            assert _fields(str(entry.string)) == _fields(str(english.string)), entry.id


def _fields(words: str) -> set[str]:
    return {field for _text, field, _spec, _conversion in Formatter().parse(words) if field}


def test_placeholders_of_stage_messages_are_given_where_the_message_is_made() -> None:
    for path in STAGES:
        for node in calls(path):
            keywords = {keyword.arg: keyword.value for keyword in node.keywords}
            key, params = keywords.get("id"), keywords.get("params")
            if (
                called(node) != "Message"
                or not isinstance(key, ast.Constant)
                or "." not in key.value
            ):
                continue
            if params is not None and not isinstance(params, ast.Dict):
                continue
            given = {getattr(name, "value", "") for name in params.keys} if params else set()
            entry = CATALOGUES["en"].get(key.value)
            assert entry is not None, key.value
            assert _fields(str(entry.string)) <= given, key.value


SHOWING = {
    "title",
    "header",
    "subheader",
    "button",
    "selectbox",
    "text_input",
    "text_area",
    "number_input",
    "slider",
    "file_uploader",
    "download_button",
    "expander",
    "sentence",
    "caption",
    "checkbox",
    "radio",
    "date_input",
    "spinner",
    "line",
    "table",
    "info",
    "success",
    "warning",
    "error",
}
LETTERS = re.compile(r"[^\W\d_]{2,}")
SPOKEN_BY_ALL = {"Langue · Language"}


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_is_written_into_the_screens_without_translation(path: Path) -> None:
    bare = [
        argument.value
        for node in calls(path)
        if called(node) in SHOWING
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant)
        and isinstance(argument.value, str)
        and LETTERS.search(argument.value)
        and argument.value not in SPOKEN_BY_ALL
    ]
    assert bare == []


def test_a_catalogue_is_compiled_in_memory_when_no_compiled_file_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (i18n.LOCALES / "fr/LC_MESSAGES/hri.po").read_bytes()
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "hri.po").write_bytes(source)
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    i18n.translations.cache_clear()
    try:
        with i18n.speaking("fr"):
            assert i18n._("Queue") == "File d’attente"
    finally:
        i18n.translations.cache_clear()
