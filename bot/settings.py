"""What the operator can set: environment variables, or lines of a file `.env`."""

from ipaddress import ip_address
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

DISCORD = "https://discord.com"


class WrongSettings(Exception):
    """Settings that can't be used: one line for each, with what to do."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        super().__init__("\n".join(lines))


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` explains them to operators."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    discord_api_url: str | None = None
    database_url: str = "sqlite:///faultline.sqlite3"
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = (
        "INFO"
    )
    log_format: Literal["console", "json"] = "console"
    tick_seconds: float = Field(default=5.0, ge=0.1, le=600)
    playground_port: int = Field(default=8000, ge=1, le=65535)

    @field_validator("discord_api_url")
    @classmethod
    def _only_discord_or_loopback(cls, value: str | None) -> str | None:
        """Refuse other servers: they would be sent the token."""
        if value is None or value.rstrip("/") == DISCORD or _is_loopback(value):
            return value.rstrip("/") if value else None
        raise ValueError("only the loopback is allowed; leave it unset to use Discord")

    @field_validator("database_url")
    @classmethod
    def _a_database_we_speak(cls, value: str) -> str:
        try:
            kind = make_url(value).get_backend_name()
        except ArgumentError:
            kind = ""
        if kind not in ("sqlite", "postgresql"):
            raise ValueError("not a database address; try sqlite:///faultline.sqlite3")
        return value

    @classmethod
    def read(cls) -> Self:
        """Read the environment and `.env`; raise `WrongSettings`."""
        try:
            return cls()
        except ValidationError as error:
            raise WrongSettings(tuple(_line(each) for each in _problems(error))) from None


def _is_loopback(url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or parts.hostname is None:
        return False
    if parts.hostname == "localhost":
        return True
    try:
        return ip_address(parts.hostname).is_loopback
    except ValueError:
        return False


def _problems(error: ValidationError) -> list[tuple[str, str]]:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [(str(each["loc"][0]), each["msg"]) for each in found]


def _line(problem: tuple[str, str]) -> str:
    name, message = problem
    return f"{name.upper()}: {message.removeprefix('Value error, ')}."
