"""What an operator can set: read once by the command that needs it, then passed on.

Nothing is read at import. Environment variables win over the file `.env`; empty ones count as
unset.
"""

import os
import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Final, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy import make_url

from bot.hosts import is_host
from bot.storage.address import parsed
from bot.table.processes.buckets import BUCKETS

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
MOST_DRAWING: Final = 4
"""At most how many processes draw unless an operator wants more."""
SECRET: Final = frozenset(
    {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL", "DATABASE_URL_FILE"}
)
"""Settings whose value is never shown: a database's address may hold a password, and an operator
may have put a secret where the name of its file belongs."""
LONGEST_SECRET: Final = 4096
"""How many bytes of a file are read: a longer one is some other file."""


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
    try:
        parts = urlsplit(url)
        has_port = parts.port != 0
    except ValueError:
        has_port = False
    if not has_port:
        raise ValueError("it is no address with a port from 1 to 65535")
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        raise ValueError("only a server on this machine may see the token")
    return url.rstrip("/")


def _page(url: str) -> str:
    """Return where pages are: their own host, or a path of one, without a stroke at its end."""
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or not is_host(parts.hostname or "") or parts.query or parts.fragment:
        raise ValueError("it is no address that begins with https:// or http://")
    if parts.username is not None:
        raise ValueError("a name or password in it would be shown to everyone")
    return url.rstrip("/")


def _database(url: str) -> str:
    parsed(url)
    return url


def _host(name: str) -> str:
    if not is_host(name):
        raise ValueError("no machine can have this address or name")
    return name


def _content(file: Path) -> str:
    """Return the one line of a file that holds a secret, and nothing of it in an error."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(LONGEST_SECRET + 1)
        lines = raw.decode("utf-8").split()
    except UnicodeDecodeError:
        raise ValueError("its file is not text") from None
    except (OSError, ValueError) as error:
        # The reason alone: `str(error)` would show the name.
        reason = getattr(error, "strerror", None) or "that is no name of a file"
        raise ValueError(f"its file can't be read ({reason.lower()})") from None
    if not lines:
        raise ValueError("its file is empty")
    if len(lines) > 1 or len(raw) > LONGEST_SECRET:
        raise ValueError("its file holds more than one line without spaces")
    return lines[0]


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]
LoopbackUrl: TypeAlias = Annotated[str, AfterValidator(_loopback)]
PageUrl: TypeAlias = Annotated[str, AfterValidator(_page)]
Host: TypeAlias = Annotated[str, AfterValidator(_host)]
DatabaseUrl: TypeAlias = Annotated[str, AfterValidator(_database)]
LogLevel: TypeAlias = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda value: value.upper() if isinstance(value, str) else value),
]


def _power_of_two(count: int) -> int:
    if count & (count - 1):
        raise ValueError("it is not 1, 2, 4, 8 or so on")
    return count


def _shards(text: object) -> object:
    """Return the numbers that `0-3,7` names, in order."""
    if not isinstance(text, str):
        return text
    found = list[int]()
    for part in text.split(","):
        first, dash, last = (each.strip() for each in part.partition("-"))
        if not (_NUMBER.fullmatch(first) and (not dash or _NUMBER.fullmatch(last))):
            raise ValueError(f"{part.strip()!r} is neither a number nor two with - between")
        if dash and int(last) < int(first):
            raise ValueError(f"{part.strip()} goes backwards")
        found += range(int(first), int(last if dash else first) + 1)
    if twice := [each for each, times in Counter(found).items() if times > 1]:
        raise ValueError(f"shard {twice[0]} is named twice")
    return tuple(sorted(found))


_NUMBER: Final = re.compile(r"\d{1,4}", re.ASCII)

ShardCount: TypeAlias = Annotated[int, Field(ge=1, le=BUCKETS), AfterValidator(_power_of_two)]
# NoDecode: else the environment's text would be read as JSON.
ShardIds: TypeAlias = Annotated[tuple[int, ...] | None, NoDecode, BeforeValidator(_shards)]


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

    # A file's name stands before the setting that it is for: fields are checked in this order.
    discord_token_file: Path | None = Field(
        default=None,
        repr=False,
        description="A file with the token and nothing else, instead of DISCORD_TOKEN.",
    )
    discord_token: Token | None = Field(
        default=None,
        validate_default=True,
        description="The bot's token, from Discord's developer portal. Unset: the playground.",
    )
    database_url_file: Path | None = Field(
        default=None,
        repr=False,
        description="A file with the database's address and nothing else, instead of DATABASE_URL.",
    )
    database_url: DatabaseUrl = Field(
        default="sqlite:///faultline.sqlite3",
        validate_default=True,
        repr=False,
        description="sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME; beyond this machine"
        " it ends with ?ssl=verify-full, for an authority of your own also &sslrootcert=FILE.",
    )
    shard_count: ShardCount | None = Field(
        default=None,
        description="Into how many shards Discord splits the servers, for all processes together:"
        " a power of two. Unset: as many as Discord recommends.",
    )
    shard_ids: ShardIds = Field(
        default=None,
        description="Which of them this process serves, such as 0-3,7. Unset: all.",
    )
    database_pool: int = Field(
        default=8,
        ge=2,
        le=200,
        description="Connections to PostgreSQL for transactions; half as many more for reading.",
    )
    database_patience: float = Field(
        default=20.0,
        ge=1,
        le=600,
        description="Seconds that anything may take in the database: a number from 1 to 600.",
    )
    erasure_file: Path | None = Field(
        default=None,
        description="The file with the key and fingerprints of people who had themselves erased, in"
        " no backup and the same for all processes. Unset: beside an SQLite database, else"
        " faultline.erasure.",
    )
    render_processes: int | None = Field(
        default=None,
        ge=0,
        le=64,
        description="Processes that draw pictures; 0: threads draw. Unset: one for each processor,"
        " at most 4, none where there is only one.",
    )
    thinking_processes: int | None = Field(
        default=None,
        ge=0,
        le=16,
        description="Processes in which computer players think who look ahead, and one more for"
        " what nobody waits for; they are there while there is something to think about. 0: threads"
        " of the bot. Unset: 1, none where there is only one processor.",
    )
    master_level: bool = Field(
        default=False,
        description="true: tables may have computer players of the level Master, who take up to 8"
        " seconds of a processor for a move, in a process of their own.",
    )
    review_matches: bool = Field(
        default=True,
        description="true: matches that people have played are reviewed while the bot is calm;"
        " false: only those for which a player asks.",
    )
    puzzles: bool = Field(
        default=True,
        description="Whether the bot makes the puzzles of the next days, while it is calm. The"
        " command puzzles makes them ahead.",
    )
    puzzle_seed: str = Field(
        default="faultline",
        max_length=200,
        description="A text from which the puzzles follow, no secret: bots of one version that have"
        " the same one have the same puzzles.",
    )
    log_level: LogLevel = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_format: Literal["console", "json"] = Field(
        default="console", description="console for people, json for machines: one object a line."
    )
    contact: str | None = Field(
        default=None,
        max_length=200,
        description="How people reach you, the operator, such as an address: `/privacy` says it."
        " Unset: it names nobody.",
    )
    tick_seconds: float = Field(
        default=5.0,
        ge=0.1,
        le=60,
        description="Seconds between looks at the clock, for what is due: a number from 0.1 to 60.",
    )
    playground_port: int = Field(
        default=8000,
        ge=0,
        le=65535,
        description="The playground's port on this machine; 0: any free one.",
    )
    health_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="A port for /metrics, /health and /ready; 0: any free one. Unset: none.",
    )
    health_address: Host = Field(
        default="127.0.0.1",
        description="The address of that port: 0.0.0.0 lets other machines ask, too.",
    )
    page_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="A port for the pages of matches; 0: any free one. Unset: none.",
    )
    page_address: Host = Field(
        default="127.0.0.1",
        description="The address of that port: 0.0.0.0 lets other machines ask, too.",
    )
    page_url: PageUrl | None = Field(
        default=None,
        description="Where people reach that port, such as https://faultline.example: tables link"
        " to it. Unset: no table does.",
    )
    discord_api_url: LoopbackUrl | None = Field(
        default=None,
        description="For tests: another Discord on this machine, such as http://127.0.0.1:8080.",
    )

    @field_validator("discord_token", "database_url", mode="before")
    @classmethod
    def _from_file(cls, value: object, info: ValidationInfo) -> object:
        """Take what stands in the file that is set instead; both at once are refused."""
        name = str(info.field_name)
        file = info.data.get(f"{name}_file")
        if file is None:
            return value
        if value != cls.model_fields[name].default:
            raise ValueError(f"there is {name.upper()}_FILE, too: keep one of them")
        return _content(file)

    @field_validator("shard_ids")
    @classmethod
    def _among_shards(
        cls, ids: tuple[int, ...] | None, info: ValidationInfo
    ) -> tuple[int, ...] | None:
        """Refuse shards that there are not, and a part of them where one process is alone."""
        if ids is None or "shard_count" not in info.data:
            return ids
        count: int | None = info.data["shard_count"]
        if count is None:
            raise ValueError("that needs SHARD_COUNT, too")
        if ids[-1] >= count:
            raise ValueError(f"there is no shard {ids[-1]} where SHARD_COUNT={count}")
        url = info.data.get("database_url", "")
        if len(ids) < count and url and make_url(url).get_backend_name() == "sqlite":
            raise ValueError("only one process can use SQLite, so it has to have all shards")
        return ids

    @property
    def drawing_processes(self) -> int:
        """How many processes draw pictures."""
        if self.render_processes is not None:
            return self.render_processes
        return min(count, MOST_DRAWING) if (count := os.cpu_count() or 1) > 1 else 0

    @property
    def thinkers(self) -> int:
        """How many processes think about what somebody waits for."""
        if self.thinking_processes is not None:
            return self.thinking_processes
        return int((os.cpu_count() or 1) > 1)

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
