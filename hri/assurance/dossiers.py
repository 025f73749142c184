"""A run as its documents see it: what was tested, under what, with which result."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from hri.assurance.artefacts import Document, Language, RunHeader, Term
from hri.assurance.criteria import WRITTEN, Criterion
from hri.assurance.environment import TREE, UNKNOWN, Component, commit_in_words
from hri.assurance.requirements import Catalogue, Tracing
from hri.assurance.results import CaseResult, SuiteResult, TestVerdict
from hri.assurance.testcases import Kind, Suite
from hri.assurance.words import Text, Words
from hri.domain.assessments import VersionRef
from hri.domain.engine import ENGINE_VERSION

REFERENCES = ("29119-3", "42119-2", "25059", "1012", "42001", "framework")
TERMS = ("slot", "sis", "ccs", "rvs", "hri", "pass", "warn", "defer", "route", "override", "wilson")


@dataclass(frozen=True)
class Dossier:
    """Everything the documents of one run are written from."""

    suite: Suite
    catalogue: Catalogue
    tracing: Tracing
    result: SuiteResult
    surroundings: tuple[Component, ...]
    organisation: str
    started: datetime
    ended: datetime
    words: Words

    @property
    def language(self) -> Language:
        """The language of the documents."""
        return "fr" if self.words.language == "fr" else "en"

    @property
    def run(self) -> str:
        """The id of the run: the same inputs give the same one."""
        under_test = (self.suite.ref, self.catalogue.ref, self.result.pack, self.result.policy,
                      self.result.lexicon)  # fmt: skip
        said = [ref.sha256 for ref in under_test] + [part.sha256 for part in self.surroundings]
        return "RUN-" + hashlib.sha256("\n".join(said).encode()).hexdigest()[:12].upper()

    @property
    def passed(self) -> bool:
        """True when every case passed and no gap was found in tracing."""
        return self.result.passed and not self.tracing.gaps

    @property
    def item(self) -> str:
        """The item under test in one line."""
        return f"HRI {ENGINE_VERSION}, {named(self.result.policy)}, {named(self.result.pack)}"

    @property
    def failures(self) -> tuple[CaseResult, ...]:
        """Results that did not pass, in order."""
        return tuple(
            found for found in self.result.results if found.verdict is not TestVerdict.PASSED
        )

    @property
    def reports(self) -> tuple[tuple[CaseResult, ...], ...]:
        """What each incident report is about: a case, and last all that one misfit holds back."""
        single = tuple((found,) for found in self.failures if not found.withheld)
        together = tuple(found for found in self.failures if found.withheld)
        return (*single, together) if together else single

    def incident_of(self, case_id: str) -> str:
        """The id of the incident report of a case, with that of the run; "" where it passed."""
        return self._incident_ids.get(case_id, "")

    @cached_property
    def _incident_ids(self) -> dict[str, str]:
        run = self.run.removeprefix("RUN-")
        return {
            found.case.id: f"INC-{run}-{number:03}"
            for number, about in enumerate(self.reports, start=1)
            for found in about
        }

    @property
    def misfits(self) -> tuple[str, ...]:
        """What the suite is not written for, in words."""
        return tuple(
            self.words.text(f"misfit_{item.part}", wanted=item.wanted, given=item.given)
            for item in self.result.misfits
        )

    def in_words(self, text: Text) -> str:
        """An author's text in the language of the documents."""
        return text.in_language(self.language)

    def number(self, value: float, form: str = ".6g") -> str:
        """A number with the decimal sign of the language."""
        return self.words.number(value, form)

    def interval(self, low: float, high: float) -> str:
        """An interval in the language of the documents."""
        return f"[{self.number(low, '.3f')} ; {self.number(high, '.3f')}]"

    def criterion(self, criterion: Criterion) -> str:
        """An acceptance criterion on one line."""
        return criterion_in_words(criterion, self.words)

    def header(self, kind: type[Document]) -> RunHeader:
        """The first page of a document."""
        words, moment = self.words, f"{self.ended.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
        return RunHeader(
            document_id=f"HRI-{self.suite.info.id}-{kind.kind}".upper(),
            title=words.label(kind.kind),
            version=f"{self.suite.ref.version}.{self.run.removeprefix('RUN-')}",
            issued=self.ended,
            status=words.text("status_draft"),
            organisation=self.organisation or words.text("organisation_open"),
            authors=(words.text("author_tool", version=ENGINE_VERSION),),
            approvers=(words.text("approver_open"),),
            change_history=(words.text("change_run", run=self.run, moment=moment),),
            scope=". ".join(map(self.in_words, (self.suite.info.title, self.suite.info.objective))),
            references=tuple(words.text(f"reference_{name}") for name in REFERENCES),
            glossary=tuple(
                Term(term=words.label(f"term_{name}"), meaning=words.text(f"term_{name}"))
                for name in TERMS
            ),
            result=self._result(),
            run=self.run,
            tool_version=ENGINE_VERSION,
            commit=self._commit(),
            policy=hashed(self.result.policy),
            pack=hashed(self.result.pack),
            suite=hashed(self.suite.ref),
            requirements=hashed(self.catalogue.ref),
        )

    def _result(self) -> str:
        """What came of the run, for whoever reads no further."""
        count = self.result.count
        name = "conclusion_pass" if self.passed else "conclusion_fail"
        said = self.words.text(
            "result",
            passed=count(TestVerdict.PASSED),
            failed=count(TestVerdict.FAILED),
            blocked=count(TestVerdict.BLOCKED),
            gaps=self.tracing.gaps,
        )
        return f"{self.words.text(name)} {said}"

    def _commit(self) -> str:
        """The commit with the state of its working tree, which is what was run."""
        known = {part.name: part.version for part in self.surroundings}
        return commit_in_words(self.words, known.get("commit", ""), known.get(TREE, UNKNOWN))

    def base(self, kind: type[Document]) -> dict[str, Any]:
        """The fields that every document has."""
        return {"language": self.language, "header": self.header(kind)}


def criterion_in_words(criterion: Criterion, words: Words) -> str:
    """An acceptance criterion on one line."""
    name, sign = words.value(criterion.metric), WRITTEN[criterion.operator]
    said = f"{name} {sign} {words.number(criterion.threshold)}"
    if criterion.confidence is None:
        return said if criterion.n == 1 else f"{said} (n ≥ {criterion.n})"
    sure = words.number(criterion.confidence * 100)
    return f"{said} ({words.text('bound', percent=sure, n=criterion.n)})"


def procedure_id(kind: Kind) -> str:
    """The id of the procedure that carries cases of a kind out."""
    return f"TP-{kind.value.upper().replace('_', '-')}"


def coverage_id(requirement: str) -> str:
    """The id of the coverage item of a requirement."""
    return f"CI-{requirement}"


def named(ref: VersionRef) -> str:
    """A version in words."""
    return f"{ref.id} {ref.version}"


def hashed(ref: VersionRef) -> str:
    """A version with its hash."""
    return f"{ref.id} {ref.version} (SHA-256 {ref.sha256})"
