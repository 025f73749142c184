"""Signatures: made with a key in a file, checked with its public half alone."""

from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from hri.assurance.signing import FileSigner, is_signed_by, make_key, signatures
from hri.domain.checkpoints import FIRST, Seal
from hri.domain.signatures import Judged, first_signed, judge, signing_of
from hri.errors import OutputError, SettingsError

SEAL = Seal(
    number=1, seq=4, count=4, hash="0" * 64, at=datetime(2026, 3, 2, tzinfo=UTC), before=FIRST
)


@pytest.fixture
def signer(tmp_path: Path) -> FileSigner:
    return make_key(tmp_path / "keys" / "signing.pem")


def signed(signer: FileSigner) -> Seal:
    return SEAL.model_copy(update={"key": signer.key, "signature": signer.sign(SEAL.words)})


def test_a_key_is_read_again_and_only_its_owner_may(signer: FileSigner, tmp_path: Path):
    path = tmp_path / "keys" / "signing.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert FileSigner(path).key == signer.key
    with pytest.raises(OutputError, match="exists"):
        make_key(path)
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="others than its owner"):
        FileSigner(path)


def test_a_seal_holds_with_its_own_key_and_words_alone(signer: FileSigner, tmp_path: Path):
    seal, other = signed(signer), make_key(tmp_path / "other.pem")
    fine = Judged(signed=True, holds=True, trusted=True)
    assert judge(seal, signatures()) == judge(seal, signatures([signer.key])) == fine
    assert judge(seal, signatures([other.key])) == fine._replace(trusted=False)
    for change in ({"seq": 5}, {"key": other.key}, {"signature": ""}, {"signature": "zz"}):
        found = judge(seal.model_copy(update=change), signatures())
        assert found == Judged(signed=True, holds=False, trusted=False)


def test_unsigned_seals_count_apart_before_and_after_the_first_signed_one(
    signer: FileSigner, tmp_path: Path
):
    def numbered(number: int, by: FileSigner | None) -> Seal:
        seal = SEAL.model_copy(update={"number": number})
        if by is None:
            return seal
        return seal.model_copy(update={"key": by.key, "signature": by.sign(seal.words)})

    other = make_key(tmp_path / "other.pem")
    seals = [*map(numbered, range(1, 7), [None, other, None, signer, None, signer])]
    for trusted, first, early, unsigned in (([], 2, 1, 2), ([signer.key], 4, 2, 1)):
        judges = signatures(trusted)
        judged = [judge(seal, judges) for seal in seals]
        assert first_signed(seals, judged) == first
        found = signing_of(seals, judged, judges)
        assert (found.first, found.early, found.unsigned) == (first, early, unsigned)
        assert found.by_key == {other.key: 1, signer.key: 2}
    assert (found.by_trusted, found.by_others) == (2, 1)
    said = "\n".join(found.lines())
    assert f"{other.key}, WHICH IS NOT TRUSTED: 1" in said
    assert "before the first signed one (number 4): 2" in said
    nothing = signing_of(seals[:1], [judge(seals[0], judges)], judges)
    assert "none is signed" in "\n".join(nothing.lines())


def test_a_signature_of_other_words_or_of_no_key_is_none(signer: FileSigner):
    assert is_signed_by(signer.key, "é", signer.sign("é"))
    assert not is_signed_by(signer.key, "e", signer.sign("é"))
    assert not is_signed_by("00", "é", signer.sign("é"))


def pem_of_another_kind() -> bytes:
    return generate_private_key(SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "no private key"), (b"nonsense", "no private key"), (pem_of_another_kind(), "Ed25519")],
    ids=["empty", "nonsense", "another kind"],
)
def test_a_file_without_such_a_key_is_refused(tmp_path: Path, content: bytes, why: str):
    path = tmp_path / "key.pem"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SettingsError, match=why):
        FileSigner(path)
    with pytest.raises(SettingsError, match="No such file"):
        FileSigner(tmp_path / "none.pem")
