"""One byte form for equal values, so that digests of equal things are equal."""

from __future__ import annotations

import hashlib
import json

from pydantic import JsonValue

from hri.domain.cases import Case

_ENCODE = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
).encode


def canonical_json(value: JsonValue) -> str:
    """JSON with sorted keys, no spaces and ASCII only; NaN and infinity are refused.

    Raises:
        ValueError: The value holds a number that is not finite.
    """
    return _ENCODE(value)


def sha256_hex(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits.

    A lone surrogate, which UTF-8 cannot hold, counts as its escaped form.
    """
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def case_digest(case: Case) -> str:
    """SHA-256 of a case's content, whatever its id: equal content, equal digest."""
    return sha256_hex(canonical_json(case.model_dump(mode="json", exclude={"case_id"})))
