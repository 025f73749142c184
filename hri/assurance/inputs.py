"""The inputs of a test case as its specification states them: whole, so that it can be repeated."""

from __future__ import annotations

from collections.abc import Iterator

from hri.assurance.generation import Template, variants
from hri.assurance.testcases import TestCase
from hri.assurance.words import Words
from hri.domain.cases import Case

OPTIONAL = ("domain", "model", "channel")
"""Fields of a case that most leave out."""


def inputs_of(words: Words, case: TestCase) -> tuple[str, ...]:
    """The inputs in words, with every text that takes part."""
    if case.population is not None:
        return tuple(_population(words, case))
    if case.input is None:
        return (words.text("input_procedure", name=case.procedure),)
    changes = (change.model_dump_json(exclude_defaults=True) for change in case.follow_ups)
    return (
        *_texts(words, case.case),
        *_place(words, case.case),
        *(words.text("input_change", text=change) for change in changes),
    )


def _texts(words: Words, given: Case) -> Iterator[str]:
    yield words.text("input_question", text=given.question)
    yield words.text("input_answer", text=given.answer)
    if not given.samples:
        yield words.text("input_no_samples")
    elif all(sample == given.answer for sample in given.samples):
        yield words.text("input_same_samples", count=len(given.samples))
    else:
        for number, sample in enumerate(given.samples, start=1):
            yield words.text("input_sample", number=number, text=sample)


def _place(words: Words, given: Case) -> Iterator[str]:
    yield words.text(
        "input_place",
        procedure=given.procedure_id or "–",
        jurisdiction=given.jurisdiction,
        date=given.asked_on.isoformat(),
    )
    yield words.text("input_language", language=given.language)
    for name in OPTIONAL:
        if (value := getattr(given, name)) is not None:
            yield words.text(f"input_{name}", text=value)


def _population(words: Words, case: TestCase) -> Iterator[str]:
    population = case.population
    if population is None:
        return
    size = sum(1 for _ in variants(population))
    yield words.text("input_population", size=size, draw=words.value(population.draw))
    yield words.text("input_same_samples", count=population.samples)
    at_least, at_most = population.at_least, population.at_most
    if at_least is not None:
        yield words.text("input_at_least", action=at_least.value)
    if at_most is not None:
        yield words.text("input_at_most", action=at_most.value)
    for number, template in enumerate(population.templates, start=1):
        yield from (f"{number}. {line}" for line in _template(words, template))


def _template(words: Words, template: Template) -> Iterator[str]:
    yield words.text("input_question", text=template.base.question)
    for frame in template.frames:
        yield words.text("input_frame", text=frame)
    for name, values in template.values.items():
        yield words.text("input_right", name=name, texts=" | ".join(values.right))
        if values.wrong:
            yield words.text("input_wrong", name=name, texts=" | ".join(values.wrong))
    yield from _place(words, template.base)
