from __future__ import annotations

import hashlib

import pytest
from factories import ROOT, default_policy

from hri.errors import PolicyFileError
from hri.knowledge import load_policy, write_policy

PUBLISHED = ROOT / "data" / "policies" / "default" / "v001.toml"

FAULTS = {
    "weights that do not sum to one": (
        "legal_basis = 0.30",
        "legal_basis = 0.28",
        ["weights", "sum to 0.98", "must sum to 1"],
    ),
    "coefficients that do not sum to one": (
        "alpha = 0.30",
        "alpha = 0.40",
        ["coefficients", "sum to 1.1"],
    ),
    "thresholds that fall": (
        "warn = 0.20",
        "warn = 0.40",
        ["thresholds", "warn <= defer <= route"],
    ),
    "unknown key": (
        "alpha = 0.30",
        "alpha = 0.30\ndelta = 0.1",
        ["coefficients.delta", "unknown key", "alpha, beta, gamma"],
    ),
    "misspelt key of an override": (
        'floor = "ROUTE"',
        'flor = "ROUTE"',
        ["overrides[0]", "unknown key 'flor'", "floor"],
    ),
    "text for a number": ("warn = 0.20", 'warn = "0.20"', ["thresholds.warn", "'0.20'"]),
    "not a number": ("alpha = 0.30", "alpha = nan", ["coefficients.alpha", "finite"]),
    "number outside zero and one": ("warn = 0.20", "warn = -0.2", ["thresholds.warn", "-0.2"]),
    "unknown action": ('floor = "ROUTE"', 'floor = "STOP"', ["overrides[0]", "floor", "STOP"]),
    "unknown condition": (
        'when = "violation"',
        'when = "full moon"',
        ["overrides[0]", "full moon"],
    ),
    "missing weight": ("fees = 0.20\n", "\n", ["weights", "lack fees"]),
    "duplicate key": ("alpha = 0.30", "alpha = 0.30\nalpha = 0.30", ["is not TOML"]),
    "broken": ("alpha = 0.30", "alpha =", ["is not TOML", "line"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_policy_is_refused_with_pointer_and_remedy(fault, tmp_path):
    old, new, fragments = FAULTS[fault]
    text = PUBLISHED.read_text()
    assert old in text
    path = tmp_path / "draft.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(PolicyFileError) as caught:
        load_policy(path)
    for fragment in [str(path), *fragments, "Remedy:"]:
        assert fragment in str(caught.value)


def test_a_missing_policy_is_named(tmp_path):
    with pytest.raises(PolicyFileError, match="cannot be read"):
        load_policy(tmp_path / "v009.toml")


def test_a_version_must_be_that_of_its_file_name(tmp_path):
    path = tmp_path / "v002.toml"
    path.write_bytes(PUBLISHED.read_bytes())
    with pytest.raises(PolicyFileError, match=r"version.*'v001'.*v002\.toml"):
        load_policy(path)


def test_the_reference_holds_the_hash_of_the_file():
    policy, reference = load_policy(PUBLISHED)
    digest = hashlib.sha256(PUBLISHED.read_bytes()).hexdigest()
    assert (reference.id, reference.version, reference.sha256) == ("default", "v001", digest)
    assert policy.version == "v001"


def test_a_written_policy_reads_back_equal_and_always_to_the_same_bytes(tmp_path):
    policy, _ = default_policy()
    first, second = tmp_path / "a" / "v001.toml", tmp_path / "b" / "v001.toml"
    write_policy(policy, first)
    write_policy(policy, second)
    assert load_policy(first)[0] == policy
    assert first.read_bytes() == second.read_bytes()


def test_a_published_version_is_never_overwritten(tmp_path):
    policy, _ = default_policy()
    path = tmp_path / "v001.toml"
    write_policy(policy, path)
    write_policy(policy, path)
    before = path.read_bytes()
    with pytest.raises(PolicyFileError, match="never changes"):
        write_policy(policy.model_copy(update={"title": "Another"}), path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["v001.toml"]
