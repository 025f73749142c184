"""Settings: typed, read once at a door (command line, server, page), never deeper inside."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import SettingsConfigDict

from hri.errors import SettingsError
from hri.gatewaysettings import GatewaySettings

LOOPBACK = ("127.0.0.1", "::1", "localhost")
WEB_ADDRESS = r"^(https://.+|http://(127\.0\.0\.1|localhost|\[::1\])([:/].*)?)?$"
"""Nothing, or an address that nobody on the way can read: https, or http on this machine."""
COOKIE_SECRET_LENGTH = 32


class Settings(GatewaySettings):
    """Everything an operator may set, as ``HRI_<NAME>`` in the environment."""

    model_config = SettingsConfigDict(env_prefix="HRI_", frozen=True, extra="forbid")

    database: Path = Field(
        default=Path("var/hri.sqlite"),
        description="The SQLite file with cases, reviews and the audit log; made when absent.",
    )
    pack: Path = Field(
        default=Path("data/packs/demo"),
        description="Folder of the knowledge pack that answers are judged against.",
    )
    policies: Path = Field(
        default=Path("data/policies"),
        description="Folder with one sub-folder a policy, holding its published versions.",
    )
    policy: str = Field(
        default="default",
        pattern=r"^[a-z0-9][a-z0-9_-]*$",
        description="Id of the policy in force; its highest published version is used.",
    )
    reasons: Path = Field(
        default=Path("data/reasons"),
        description="Folder with the reason codes people choose from when deciding.",
    )
    costs: Path = Field(
        default=Path("data/costs/default.toml"),
        description="File with what a delivered error and a minute of review cost.",
    )
    supervision: Path = Field(
        default=Path("data/supervision.toml"),
        description="File with the limits from which on supervision marks figures and warns.",
    )
    demonstration_cases: Path = Field(
        default=Path("data/cases/demo.jsonl"),
        description="Case file that the demonstration is loaded from.",
    )
    cache: Path = Field(
        default=Path("var/cache"),
        description="Folder for what can be made anew, such as the search index of a pack.",
    )
    bind: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="Address the server listens on; anything but loopback needs a real sign-in.",
    )
    port: int = Field(
        default=8501,
        ge=1,
        le=65535,
        description="Port the server listens on; `make run PORT=...` goes before it.",
    )
    demonstration: bool = Field(
        default=True,
        description="Whether the demonstration sign-in is offered; it works on loopback only.",
    )
    oidc_metadata_url: str = Field(
        default="",
        pattern=WEB_ADDRESS,
        description="Discovery address of the OpenID Connect provider; empty: no such sign-in.",
    )
    oidc_client_id: str = Field(default="", description="The desk's client id at the provider.")
    oidc_client_secret: SecretStr = Field(
        default=SecretStr(""), description="The secret that goes with the client id."
    )
    oidc_redirect_uri: str = Field(
        default="",
        pattern=WEB_ADDRESS,
        description="The desk's own address with /oauth2callback, as the provider knows it.",
    )
    oidc_cookie_secret: SecretStr = Field(
        default=SecretStr(""),
        description="Random text of 32 characters or more that signs the sign-in's cookie.",
    )
    oidc_id_claim: str = Field(
        default="sub",
        min_length=1,
        description="Claim that tells people apart; it must never pass to somebody else.",
    )
    oidc_name_claim: str = Field(
        default="name", min_length=1, description="Claim with the name that people read."
    )
    oidc_role_claim: str = Field(
        default="roles",
        min_length=1,
        description="Claim with the roles; a dot leads into a nested one (realm_access.roles).",
    )
    oidc_hours: int = Field(
        default=0,
        ge=0,
        le=24,
        description="Hours a sign-in holds from its token's issue; 0: as long as the token.",
    )
    roles: Path = Field(
        default=Path("data/roles.toml"),
        description="File that says which value of the role claim gives which role.",
    )
    claim_minutes: int = Field(
        default=15,
        ge=1,
        le=24 * 60,
        description="Minutes a case stays with the person who holds it; activity starts them anew.",
    )
    undo_seconds: int = Field(
        default=10,
        ge=0,
        le=600,
        description="Seconds a decided message waits before it goes out, so it can be taken back.",
    )
    queue_page_size: int = Field(
        default=50, ge=1, le=500, description="Rows of one page of the queue."
    )
    queue_seconds: float = Field(
        default=3.0,
        ge=0,
        le=60,
        description="Seconds others' work may be missing from the queue; own work shows at once.",
    )
    route_hours: int = Field(
        default=24, ge=1, le=24 * 365, description="Hours within which a ROUTE case is due."
    )
    defer_hours: int = Field(
        default=72, ge=1, le=24 * 365, description="Hours within which a DEFER case is due."
    )
    snooze_days: int = Field(
        default=30, ge=1, le=365, description="Days that a case can be put off at most."
    )
    commit_first_share: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="Share of ROUTE cases judged before the scores are shown; DEFER always is.",
    )
    random_share: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="Share of cases drawn at random whose risk counts as 1 in the queue's order.",
    )
    second_read_share: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="Share of cases drawn at random that a second person reads before delivery.",
    )
    sample_pass_share: float = Field(
        default=0.02,
        ge=0,
        le=1,
        description="Share of PASS answers drawn for review after delivery, to estimate errors.",
    )
    sample_warn_share: float = Field(
        default=0.1,
        ge=0,
        le=1,
        description="Share of WARN answers drawn for review after delivery, to estimate errors.",
    )
    delivery_url: str = Field(
        default="",
        pattern=WEB_ADDRESS,
        description="Address that decided messages are posted to; empty: the outbox folder.",
    )
    delivery_token: SecretStr = Field(
        default=SecretStr(""), description="Token sent along to the delivery address."
    )
    delivery_secret: SecretStr = Field(
        default=SecretStr(""),
        description="Secret that messages to the delivery address are signed with; empty: none.",
    )
    outbox: Path = Field(
        default=Path("var/outbox"),
        description="Folder for decided messages where no delivery address is set.",
    )
    delivery_tries: int = Field(
        default=8, ge=1, le=20, description="Tries of a message before a person has to look."
    )
    delivery_wait_seconds: float = Field(
        default=5.0,
        gt=0,
        le=3600,
        description="Seconds before the second try; doubled before each further one.",
    )
    delivery_interval_seconds: float = Field(
        default=1.0,
        gt=0,
        le=3600,
        description="Seconds between two looks for messages that are due.",
    )
    checkpoint_events: int = Field(
        default=64,
        ge=1,
        le=100_000,
        description="Events after which the head of the audit log is sealed as a checkpoint.",
    )
    checkpoint_seconds: float = Field(
        default=60.0,
        gt=0,
        le=86_400,
        description="Seconds after which events that are not sealed yet are sealed anyhow.",
    )
    checkpoints: Path | None = Field(
        default=None,
        description="File outside the database, best on another host, that seals are copied to.",
    )
    signing_key: Path | None = Field(
        default=None,
        description="Private key (`hri audit key`) that seals and artefacts are signed with.",
    )
    former_keys: str = Field(
        default="",
        pattern=r"^([0-9a-f]{64}(\s+|$))*$",
        description="Public keys that seals were signed with before this one, with spaces.",
    )
    suites: Path = Field(
        default=Path("data/vv"),
        description="Folder of the suites of test cases, each in a folder with a suite.toml.",
    )
    issued: Path = Field(
        default=Path("var/issued"),
        description="Folder where the documents of runs from the desk are kept; back it up too.",
    )
    backtest_hours: int = Field(
        default=24,
        ge=1,
        le=24 * 365,
        description="Hours within which a proposed policy is approved on its backtest.",
    )
    start_check_seconds: float = Field(
        default=1.0,
        ge=0,
        le=600,
        description="Seconds the database file is looked at for damage before the desk opens.",
    )
    start_unsound: bool = Field(
        default=False,
        description="Open a database all the same that is damaged or whose log does not fit.",
    )
    busy_seconds: float = Field(
        default=10.0,
        gt=0,
        le=120,
        description="Seconds a write waits for another one before it is refused.",
    )

    @model_validator(mode="after")
    def _demonstration_on_loopback(self) -> Settings:
        explicit = "demonstration" in self.model_fields_set
        if explicit and self.demonstration and not self.loopback:
            raise ValueError("the demonstration sign-in needs HRI_BIND to be a loopback address")
        return self

    @field_validator("checkpoints", "signing_key", "upstream_recording", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return None if value == "" else value  # an empty path would be the working folder

    @model_validator(mode="after")
    def _checkpoints_are_a_file(self) -> Settings:
        if self.checkpoints and self.checkpoints.is_dir():
            raise ValueError("HRI_CHECKPOINTS names a folder; name a file in it")
        return self

    @model_validator(mode="after")
    def _oidc_whole(self) -> Settings:
        needed = {
            "HRI_OIDC_METADATA_URL": self.oidc_metadata_url,
            "HRI_OIDC_CLIENT_ID": self.oidc_client_id,
            "HRI_OIDC_CLIENT_SECRET": self.oidc_client_secret.get_secret_value(),
            "HRI_OIDC_REDIRECT_URI": self.oidc_redirect_uri,
            "HRI_OIDC_COOKIE_SECRET": self.oidc_cookie_secret.get_secret_value(),
        }
        missing = [name for name, value in needed.items() if not value]
        if 0 < len(missing) < len(needed):
            raise ValueError(f"OpenID Connect lacks {', '.join(missing)}")
        if missing:
            return self
        if len(needed["HRI_OIDC_COOKIE_SECRET"]) < COOKIE_SECRET_LENGTH:
            raise ValueError(f"HRI_OIDC_COOKIE_SECRET needs {COOKIE_SECRET_LENGTH} characters")
        if not self.oidc_redirect_uri.endswith("/oauth2callback"):
            raise ValueError("HRI_OIDC_REDIRECT_URI must end with /oauth2callback")
        if self.demonstration and "demonstration" in self.model_fields_set:
            raise ValueError("HRI_DEMONSTRATION and OpenID Connect exclude each other")
        return self

    @property
    def oidc(self) -> bool:
        """Whether people sign in through OpenID Connect."""
        return bool(self.oidc_metadata_url)

    @property
    def loopback(self) -> bool:
        """Whether the server can be reached from this machine only."""
        return self.bind in LOOPBACK

    @property
    def demonstration_allowed(self) -> bool:
        """Whether the demonstration sign-in may be offered at all."""
        return self.demonstration and self.loopback and not self.oidc


def read_settings() -> Settings:
    """The settings of this process, from the environment.

    Raises:
        SettingsError: A setting has a wrong value or contradicts another; all are named.
    """
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(f"{_variable(fault['loc'])}: {fault['msg']}" for fault in error.errors())
        raise SettingsError(
            "The settings cannot be used.",
            where="environment",
            why=faults,
            remedy="Correct or remove these variables; hri/settings.py describes each.",
        ) from error


def _variable(location: tuple[int | str, ...]) -> str:
    return f"HRI_{str(location[0]).upper()}" if location else "settings"
