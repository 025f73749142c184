from __future__ import annotations

import factories
import pytest

from hri.domain.canonical import canonical_json, case_digest, sha256_hex


def test_equal_values_have_one_form():
    first, second = {"b": [1, None], "a": "é"}, {"a": "é", "b": [1, None]}
    assert canonical_json(first) == canonical_json(second) == '{"a":"\\u00e9","b":[1,null]}'


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_are_not_finite_are_refused(number):
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json({"x": number})


def test_a_digest_is_that_of_the_bytes_in_utf_8():
    assert sha256_hex("").startswith("e3b0c442")
    assert len(sha256_hex("a lone surrogate \udc80")) == 64


def test_the_digest_of_a_case_leaves_its_id_out_and_nothing_else():
    case = factories.case()
    assert case_digest(case) == case_digest(case.model_copy(update={"case_id": "other"}))
    changes = {
        "question": "x",
        "answer": "x",
        "samples": (),
        "language": "en",
        "jurisdiction": "GB",
        "model": "x",
        "metadata": {"x": 1},
    }
    digests = {case_digest(case.model_copy(update={key: new})) for key, new in changes.items()}
    assert len(digests | {case_digest(case)}) == len(changes) + 1
