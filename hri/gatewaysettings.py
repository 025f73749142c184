"""Settings of the gateway and of the black box behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings

SHORTEST_RETENTION = 184
"""Days that texts are kept at least: six months, as automatic logs have to be."""

HTTP_ADDRESS = r"^(https?://\S+)?$"


class GatewaySettings(BaseSettings):
    """What the HTTP door does, and whom it asks."""

    upstream_url: str = Field(
        default="",
        pattern=HTTP_ADDRESS,
        description="Address of the language model (OpenAI protocol, ending in /v1); empty: none.",
    )
    upstream_recording: Path | None = Field(
        default=None,
        description="Case file that answers in place of a model (see `hri sample`); for trials.",
    )
    upstream_key: SecretStr = Field(
        default=SecretStr(""), description="Key sent to the language model, and nowhere else."
    )
    upstream_model: str = Field(
        default="", description="Model that is asked whatever clients say; empty: theirs."
    )
    upstream_hosts: str = Field(
        default="",
        description="Hosts that may be asked, with commas; empty: the one of the address.",
    )
    upstream_private: bool = Field(
        default=False,
        description="Whether the language model may be on this machine or a private network.",
    )
    upstream_seconds: float = Field(
        default=30.0, gt=0, le=600, description="Seconds that answer and samples may take in all."
    )
    upstream_retries: int = Field(
        default=1, ge=0, le=5, description="How often a call that failed is made again."
    )
    upstream_samples: int = Field(
        default=4, ge=0, le=16, description="Samples asked for beside each answer."
    )
    upstream_n: bool = Field(
        default=True,
        description="Whether samples are asked for in one call (parameter n), where it is known.",
    )
    sample_temperature: float = Field(
        default=0.7,
        ge=0,
        le=2,
        description="Temperature of the samples; the answer has the client's own.",
    )
    gateway_zone: str = Field(
        default="UTC",
        description="Time zone of the body: cases are dated and times shown by it.",
    )
    gateway_language: str = Field(
        default="fr",
        pattern=r"^[a-z]{2}$",
        description="Language of questions too short to tell, where the key names none.",
    )
    gateway_jurisdiction: str = Field(
        default="",
        description="Jurisdiction of cases whose key names none; empty: that of the pack.",
    )
    gateway_unscored: str = Field(
        default="",
        pattern=r"^[a-z_, ]*$",
        description="Features (tools, response_format, n) that pass UNSCORED; empty: refused.",
    )
    gateway_threads: int = Field(
        default=2, ge=1, le=32, description="Cases scored and stored at the same time."
    )
    gateway_waiting: int = Field(
        default=64, ge=1, le=10000, description="Requests in hand; further ones are told to wait."
    )
    gateway_rate: int = Field(
        default=600, ge=1, le=10**6, description="Requests a minute of a key that names no limit."
    )
    store_texts: Literal["text", "digest"] = Field(
        default="text",
        description="digest: texts that no person has to read are not stored, only digests.",
    )
    retention_days: int = Field(
        default=0,
        ge=0,
        description="Days after which texts of closed cases are erased (184 or more); 0: never.",
    )

    @model_validator(mode="after")
    def _upstream_allowed(self) -> GatewaySettings:
        host = urlsplit(self.upstream_url).hostname or ""
        if self.upstream_url and self.upstream_recording is not None:
            raise ValueError("HRI_UPSTREAM_URL and HRI_UPSTREAM_RECORDING exclude each other")
        if self.upstream_url and not host:
            raise ValueError("HRI_UPSTREAM_URL names no host")
        if self.upstream_url and host not in self.allowed_hosts:
            raise ValueError(f"HRI_UPSTREAM_HOSTS does not allow the host {host}")
        if self.upstream_url.startswith("http:") and not self.upstream_private:
            raise ValueError("HRI_UPSTREAM_URL must be https, or HRI_UPSTREAM_PRIVATE be true")
        return self

    @model_validator(mode="after")
    def _kept_long_enough(self) -> GatewaySettings:
        if 0 < self.retention_days < SHORTEST_RETENTION:
            raise ValueError(f"HRI_RETENTION_DAYS is 0 or {SHORTEST_RETENTION} and more")
        # Every zone there is takes a walk through a folder, so the usual one is not looked up.
        if self.gateway_zone != "UTC" and self.gateway_zone not in available_timezones():
            raise ValueError(f"HRI_GATEWAY_ZONE {self.gateway_zone!r} is no time zone")
        return self

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The hosts that may be asked, in lower case."""
        named = _listed(self.upstream_hosts)
        own = urlsplit(self.upstream_url).hostname
        return frozenset(named or ([own] if own else []))

    @property
    def unscored(self) -> frozenset[str]:
        """Features of the protocol that go through without being scored."""
        return frozenset(_listed(self.gateway_unscored))


def _listed(words: str) -> list[str]:
    return [word.strip().lower() for word in words.split(",") if word.strip()]
