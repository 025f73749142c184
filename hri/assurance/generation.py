"""Generated sets: every variant of a template's values, in an order that never changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from hri.domain.base import Model
from hri.domain.cases import Case
from hri.domain.decisions import Action


class Values(Model):
    """Ways of saying one thing: right ones, of which the first is the plain one, and wrong ones."""

    right: tuple[str, ...] = Field(min_length=1)
    wrong: tuple[str, ...] = ()


class Template(Model):
    """A case whose answer is made of ``frames`` with places in braces, filled from ``values``."""

    base: Case
    frames: tuple[str, ...] = Field(min_length=1)
    values: dict[str, Values] = Field(min_length=1)

    @model_validator(mode="after")
    def _places_have_values(self) -> Template:
        for frame in self.frames:
            places = {name for _, name, _, _ in Formatter().parse(frame) if name is not None}
            if places != set(self.values):
                raise ValueError(f"a frame has the places {sorted(places)}, not all values")
        return self


class Population(Model):
    """The set a rate is measured on, and which action counts as a success.

    ``one_error``: exactly one place is wrong, and all samples repeat it, so that sampling alone
    sees nothing. ``no_error``: every combination of right values.
    """

    draw: Literal["one_error", "no_error"]
    at_least: Action | None = None
    at_most: Action | None = None
    samples: int = Field(default=4, ge=0, le=16)
    templates: tuple[Template, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _one_bound(self) -> Population:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError("give either at_least or at_most")
        return self

    def succeeds(self, action: Action) -> bool:
        """Whether this action is the wanted one."""
        if self.at_least is not None:
            return action.severity >= self.at_least.severity
        return self.at_most is not None and action.severity <= self.at_most.severity


class Variant(NamedTuple):
    """One generated case, with the place that is wrong in it ("" for none)."""

    case: Case
    place: str


def variants(population: Population) -> Iterator[Variant]:
    """All variants of a population, always in the same order."""
    for template in population.templates:
        fillings = _wrong(template) if population.draw == "one_error" else _right(template)
        for place, filling in fillings:
            for frame in template.frames:
                answer = frame.format(**filling)
                changed = {"answer": answer, "samples": (answer,) * population.samples}
                yield Variant(template.base.model_copy(update=changed), place)


def _wrong(template: Template) -> Iterator[tuple[str, dict[str, str]]]:
    plain = {name: values.right[0] for name, values in template.values.items()}
    for name, values in template.values.items():
        for wrong in values.wrong:
            yield name, {**plain, name: wrong}


def _right(template: Template) -> Iterator[tuple[str, dict[str, str]]]:
    names = tuple(template.values)
    for filling in product(*(template.values[name].right for name in names)):
        yield "", dict(zip(names, filling, strict=True))
