"""What differs between two versions of a policy, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hri.domain.policies import Policy

DESCRIBING = frozenset({"id", "version", "title", "author", "rationale", "published_on"})
"""Fields that say what a version is and not what it does."""


class Difference(NamedTuple):
    """A field whose value differs; None on a side where the field is missing."""

    path: tuple[str, ...]
    """Where it stands, from the outside in; overrides by their id."""
    before: object
    after: object


def differences(before: Policy, after: Policy) -> tuple[Difference, ...]:
    """All fields that decide something and differ, in the order of the policy file."""
    first, then = dict(_fields(before)), dict(_fields(after))
    paths = dict.fromkeys((*first, *then))
    return tuple(
        Difference(path, first.get(path), then.get(path))
        for path in paths
        if first.get(path) != then.get(path)
    )


def _fields(policy: Policy) -> Iterator[tuple[tuple[str, ...], object]]:
    document = policy.model_dump(exclude=set(DESCRIBING))
    document["overrides"] = {rule["id"]: _without_id(rule) for rule in document["overrides"]}
    yield from _leaves((), document)


def _without_id(rule: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in rule.items() if name != "id"}


def _leaves(
    path: tuple[str, ...], value: Mapping[str, object]
) -> Iterator[tuple[tuple[str, ...], object]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            yield from _leaves((*path, str(name)), inner)
        else:
            yield (*path, str(name)), inner
