"""Only hosts on the list are asked, and never by a private address behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from hri.domain.cases import Case
from hri.domain.chats import ChatRequest, LlmFault, Turn
from hri.errors import LlmError, SettingsError
from hri.llm.addresses import Addresses, is_public
from hri.llm.live import LiveBlackBox, Upstream
from hri.llm.recorded import RecordedBlackBox
from hri.settings import Settings, read_settings

PRIVATE = (
    *("127.0.0.1", "127.1.2.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1"),
    *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:a00:1", "2002:7f00:1::"),
    *("224.0.0.1", "255.255.255.255", "192.0.2.1", "2001:db8::1", "no address", ""),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_told_in_every_form(address: str):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_public_addresses_are_fine(address: str):
    assert is_public(address)


def found(host: str, answers: Sequence[Sequence[str]], *, private: bool = False) -> list[str]:
    """The addresses that a host leads to at several look-ups."""
    left = list(answers)
    addresses = Addresses(
        frozenset({"llm.example"}), private=private, lookup=lambda *_: left.pop(0)
    )

    async def ask() -> list[str]:
        given = []
        for _ in answers:
            given.append(await addresses.of(host, 443))
            addresses._kept.clear()
        return given

    return asyncio.run(ask())


def test_a_host_that_is_not_on_the_list_is_refused():
    with pytest.raises(LlmError) as error:
        found("evil.example", [["1.1.1.1"]])
    assert error.value.kind == LlmFault.FORBIDDEN


@pytest.mark.parametrize("address", ["127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1"])
def test_a_private_address_is_refused_even_among_public_ones(address: str):
    with pytest.raises(LlmError) as error:
        found("llm.example", [["1.1.1.1", address]])
    assert error.value.kind == LlmFault.FORBIDDEN
    assert found("llm.example", [[address]], private=True) == [address]


def test_a_name_that_is_bent_later_is_refused_then():
    with pytest.raises(LlmError):
        found("llm.example", [["1.1.1.1"], ["10.0.0.1"]])


def ask(upstream: Upstream, lookup: object = None) -> LlmError:
    request = ChatRequest(model="m", turns=(Turn(role="user", content="?"),))

    async def asked() -> None:
        black_box = LiveBlackBox(upstream, *([lookup] if lookup else []))  # type: ignore[list-item]
        try:
            await black_box.ask(request, 1)
        finally:
            await black_box.close()

    with pytest.raises(LlmError) as error:
        asyncio.run(asked())
    return error.value


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/v1", "http://2130706433/v1", "http://[::ffff:7f00:1]/v1"]
)
def test_the_client_itself_never_goes_to_this_machine_unless_told(url: str):
    from urllib.parse import urlsplit

    host = urlsplit(url).hostname or ""
    error = ask(Upstream(url=url, hosts=frozenset({host}), seconds=5, retries=0))
    assert error.kind in (LlmFault.FORBIDDEN, LlmFault.UNREACHABLE)
    assert "answered" not in error.why


def test_the_key_of_the_model_is_told_to_nobody():
    upstream = Upstream(url="http://x/v1", hosts=frozenset(), key="canary-key")
    assert "canary" not in repr(upstream)
    error = ask(Upstream(url="http://x/v1", hosts=frozenset(), key="canary-key", retries=0))
    assert "canary" not in str(error)


def test_settings_refuse_an_address_that_could_not_be_asked(monkeypatch: pytest.MonkeyPatch):
    for name, value, words in (
        ("URL", "http://llm.example/v1", "must be https"),
        ("URL", "https:///v1", "names no host"),
        ("URL", "ftp://x", "URL"),
    ):
        monkeypatch.setenv(f"HRI_UPSTREAM_{name}", value)
        with pytest.raises(SettingsError, match=words):
            read_settings()
    with pytest.raises(ValueError, match="does not allow"):
        Settings(upstream_url="https://a.example/v1", upstream_hosts="b.example")
    assert Settings(upstream_url="https://A.example/v1").allowed_hosts == {"a.example"}


@pytest.mark.parametrize(("days", "right"), [(0, True), (1, False), (183, False), (184, True)])
def test_texts_are_kept_for_half_a_year_at_least(days: int, right: bool):
    if right:
        assert Settings(retention_days=days).retention_days == days
    else:
        with pytest.raises(ValueError, match="184"):
            Settings(retention_days=days)


def test_a_recording_answers_as_it_was_recorded():
    case = Case(
        question="Combien ?",
        answer="25 €.",
        samples=("25 euros.", "25 €."),
        language="fr",
        jurisdiction="FR",
        asked_on="2026-01-01",  # type: ignore[arg-type]
        model="m1",
    )
    black_box = RecordedBlackBox([case])
    turns = (Turn(role="system", content="x"), Turn(role="user", content="Combien ?"))
    got = asyncio.run(black_box.ask(ChatRequest(model="m", turns=turns), 1))
    assert (got.answer, got.samples, got.model) == ("25 €.", ("25 euros.",), "m1")
    other = ChatRequest(model="m", turns=(Turn(role="user", content="Où ?"),))
    with pytest.raises(LlmError) as error:
        asyncio.run(black_box.ask(other, 1))
    assert error.value.kind == LlmFault.NOT_RECORDED
