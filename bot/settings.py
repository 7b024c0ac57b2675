"""What an operator can set: read once by the command that needs it, then passed on.

Nothing is read at import. Environment variables win over the file `.env`; empty ones count as
unset.
"""

from typing import Annotated, Final, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
DATABASES: Final = frozenset({"sqlite", "postgresql"})
SECRET: Final = frozenset({"DISCORD_TOKEN", "DATABASE_URL"})
"""Settings whose value is never shown: a database's address may hold a password."""


class WrongSettings(Exception):
    """Settings that won't do: `lines` says of each what is wrong and what to write."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def _token(token: SecretStr) -> SecretStr:
    text = token.get_secret_value()
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("a token has no spaces or line breaks, and no word before it")
    return token


def _loopback(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        raise ValueError("only a server on this machine may see the token")
    return url.rstrip("/")


def _database(url: str) -> str:
    try:
        kind = make_url(url).get_backend_name()
    except ArgumentError as error:
        raise ValueError("it is no address of a database") from error
    if kind not in DATABASES:
        raise ValueError(f"{kind} is not supported")
    return url


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]
LoopbackUrl: TypeAlias = Annotated[str, AfterValidator(_loopback)]
DatabaseUrl: TypeAlias = Annotated[str, AfterValidator(_database)]
LogLevel: TypeAlias = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda value: value.upper() if isinstance(value, str) else value),
]


class Settings(BaseSettings):
    """Every setting with its default; the descriptions tell operators what to write."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        str_strip_whitespace=True,
    )

    discord_token: Token | None = Field(
        default=None,
        description="The bot's token, from Discord's developer portal. Unset: the playground.",
    )
    database_url: DatabaseUrl = Field(
        default="sqlite:///faultline.sqlite3",
        description="sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME.",
    )
    log_level: LogLevel = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_format: Literal["console", "json"] = Field(
        default="console", description="console for people, json for machines: one object a line."
    )
    tick_seconds: float = Field(
        default=5.0,
        ge=0.1,
        le=60,
        description="How often the bot looks at the clock: a number from 0.1 to 60.",
    )
    playground_port: int = Field(
        default=8000,
        ge=0,
        le=65535,
        description="The playground's port on this machine; 0: any free one.",
    )
    discord_api_url: LoopbackUrl | None = Field(
        default=None,
        description="For tests: another Discord on this machine, such as http://127.0.0.1:8080.",
    )

    @classmethod
    def read(cls) -> Self:
        """Read the environment and `.env`; raise `WrongSettings`."""
        try:
            return cls()
        except ValidationError as error:
            raise WrongSettings(tuple(_line(each) for each in error.errors())) from None


def example() -> str:
    """Return the text of `.env.example`: every setting, its default, a line of meaning each."""
    entries = (
        f"# {field.description}\n{name.upper()}={'' if field.default is None else field.default}"
        for name, field in Settings.model_fields.items()
    )
    return "\n\n".join(entries) + "\n"


def _line(error: ErrorDetails) -> str:
    name = str(error["loc"][0])
    shown = name.upper() if name.upper() in SECRET else f"{name.upper()}={error['input']}"
    reason = str(error.get("ctx", {}).get("error", "")) or error["msg"]
    meaning = Settings.model_fields[name].description
    return f"{shown} won't do: {reason[0].lower()}{reason[1:]}. {meaning}"
