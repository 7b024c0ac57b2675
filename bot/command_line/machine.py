"""What is around the bot: settings together, the disk, the clock, who may read what, the server."""

import os
import shutil
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from stat import S_IROTH, S_IWOTH
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, make_url, text

from bot.command_line.findings import Finding, fault, fine, noted
from bot.hosts import is_loopback
from bot.settings import Settings
from bot.storage.address import beyond_this_machine, tls_of
from bot.storage.database import Database
from bot.storage.notices.restores import backed_up_at, newest_moment
from bot.storage.processes.rivals import rival_noticed_at

MEGABYTE: Final = 10**6
LEAST_FREE: Final = 100 * MEGABYTE
"""With less than that beside the database a busy day may fill the disk."""
OLD_BACKUP: Final = timedelta(days=7)
RIVAL_REMEMBERED: Final = timedelta(days=1)
CLOCKS_DIFFER: Final = timedelta(seconds=5)
AHEAD: Final = timedelta(minutes=2)
"""How far stored moments may lie ahead of this clock: another machine may have stored them."""
SLOW_TICK_SECONDS: Final = 30
CONNECTIONS: Final = 30
"""At most how many database connections a busy process has."""
OLDEST_POSTGRESQL: Final = 15

_BACK_UP: Final = "`python -m bot backup`, every day: a timer or cron can do it while the bot runs"
_SERVER: Final = text("""
    SELECT current_setting('server_version_num')::int / 10000 AS version,
        current_setting('server_encoding') AS encoding,
        current_setting('max_connections')::int AS connections,
        current_setting('fsync') AS fsync,
        current_setting('full_page_writes') AS pages,
        clock_timestamp() AS now
""")


IN_CONTAINERS: Final = Path("/run/secrets")
"""Where containers find secrets: nobody else has an account there. Outside of the container the
permissions of their folder decide, as `compose.yaml` says.
"""


def of_settings(settings: Settings) -> Iterator[Finding]:
    """Say which settings don't go together, and which secrets others may read."""
    if settings.discord_api_url:
        yield noted(
            "settings",
            "DISCORD_API_URL is set: the bot talks to a Discord for tests, not to the real one",
            "leave it empty where people play",
        )
    if settings.tick_seconds > SLOW_TICK_SECONDS:
        yield noted(
            "settings",
            f"TICK_SECONDS={settings.tick_seconds:g}: reminders come so much later",
            "5 is enough for tens of thousands of tables",
        )
    if settings.thinking_processes == 0:
        yield noted(
            "settings",
            "THINKING_PROCESSES=0: computer players who look ahead think in the bot's own process,"
            " so that people wait for its answers meanwhile",
            "1 is enough, unless many tables have such players",
        )
    if settings.health_port is not None:
        yield from _of_address("HEALTH_ADDRESS", settings.health_address, is_private=True)
    if settings.page_port is not None:
        yield from _of_address("PAGE_ADDRESS", settings.page_address, is_private=False)
    yield from _of_page_url(settings)
    url = make_url(settings.database_url)
    tls = tls_of(url)
    if url.get_backend_name() != "sqlite" and not tls.verifies:
        for host in beyond_this_machine(url):
            yield noted(
                "settings",
                f"DATABASE_URL: nothing protects the way to {host}, or makes sure that it is the"
                " right server",
                "write ?ssl=verify-full at its end (docs/operating.md), unless only this machine's"
                " containers are in that network",
            )
    key = None if tls.sslkey is None else Path(tls.sslkey)
    for secret in (settings.discord_token_file, settings.database_url_file, Path(".env"), key):
        if secret is None or IN_CONTAINERS in secret.parents:
            continue
        if secret.is_file() and _is_open_to_all(secret):
            yield fault(
                "settings",
                f"{secret} can be read by every account of this machine, and may hold secrets",
                f"`chmod 600 {secret}`, and a new token if another person has an account here",
            )


def _of_page_url(settings: Settings) -> Iterator[Finding]:
    url = settings.page_url
    if (url is None) is not (settings.page_port is None):
        lacking = "PAGE_URL" if url is None else "PAGE_PORT"
        text = f"pages need PAGE_PORT and PAGE_URL, and {lacking} is not set"
        yield noted("settings", text, "set both, or neither")
    if (
        url is not None
        and url.startswith("http:")
        and not is_loopback(urlsplit(url).hostname or "")
    ):
        yield noted(
            "settings",
            f"PAGE_URL={url}: whoever is on the way can read and change what is sent",
            "let a reverse proxy answer there by https, such as Caddy (README.md)",
        )


def _of_address(name: str, address: str, *, is_private: bool) -> Iterator[Finding]:
    # Port 0 is any free one: the bot may be using its own just now.
    try:
        found = socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, place in found:
            with socket.socket(family, kind, protocol) as tried:
                tried.bind(place)
    except OSError as error:
        text = f"nobody can listen on {name}={address} ({error.strerror or error})"
        yield fault("settings", text, "127.0.0.1, 0.0.0.0, or an address that this machine has")
        return
    if is_private and not is_loopback(address):
        yield noted(
            "settings",
            f"{name}={address}: figures can be read from other machines",
            "let a firewall, or the container's network, keep strangers away",
        )


def of_file(file: Path) -> Iterator[Finding]:
    """Say how an SQLite file lies on its disk."""
    size, free = file.stat().st_size, shutil.disk_usage(file.resolve().parent).free
    shown = f"{free // MEGABYTE} MB are free beside the database of {size // MEGABYTE} MB"
    if free < LEAST_FREE:
        advice = "make room: with a full disk no move can be stored, and people are told to wait"
        yield fault("disk", shown, advice)
    elif free < 2 * size + LEAST_FREE:
        yield noted("disk", shown, "a backup beside it needs twice its size: write it elsewhere")
    else:
        yield fine("disk", shown)
    if _is_open_to_all(file):
        yield noted(
            "disk",
            f"{file} can be read by every account of this machine, and holds what will be drawn",
            f"`chmod 600 {file}`",
        )


async def check_server(database: Database) -> list[Finding]:
    """Say how a PostgreSQL is set up; nothing of a file."""
    async with database.asking() as connection:
        if connection.dialect.name == "sqlite":
            return []
        row = (await connection.execute(_SERVER)).one()
    found = []
    if row.version < OLDEST_POSTGRESQL:
        found.append(
            fault(
                "server",
                f"it is PostgreSQL {row.version}",
                f"the bot is tested with {OLDEST_POSTGRESQL} and later: upgrade it",
            )
        )
    if row.encoding != "UTF8":
        found.append(
            fault(
                "server",
                f"its encoding is {row.encoding}: names of players can't all be stored",
                "make a database with ENCODING 'UTF8', and `python -m bot copy` this one into it",
            )
        )
    if row.fsync != "on" or row.pages != "on":
        found.append(
            noted(
                "server",
                "fsync or full_page_writes is off: a power cut may lose moves, or everything",
                "switch both on",
            )
        )
    if row.connections < 2 * CONNECTIONS:
        found.append(
            noted(
                "server",
                f"max_connections is {row.connections}, and each process may want {CONNECTIONS}",
                "raise it; a rolling deploy has two processes for each",
            )
        )
    apart = abs(datetime.now(UTC) - row.now)
    if apart > CLOCKS_DIFFER:
        found.append(
            noted(
                "clock",
                f"this machine's clock and the server's are {apart.total_seconds():.0f} s apart",
                "let both follow a time server (chrony, systemd-timesyncd)",
            )
        )
    return found or [fine("server", f"PostgreSQL {row.version}, {row.connections} connections")]


async def check_rows(database: Database) -> list[Finding]:
    """Say what the rows of a database tell of its clock and its backups."""
    now = datetime.now(UTC)

    def known(connection: Connection) -> tuple[datetime | None, ...]:
        return newest_moment(connection), backed_up_at(connection), rival_noticed_at(connection)

    async with database.reading() as connection:
        newest, backed_up, noticed = await connection.run_sync(known)
    found = []
    if noticed is not None and now - noticed < RIVAL_REMEMBERED:
        found.append(
            fault(
                "token",
                f"another bot answered with it, last noticed at {noticed:%Y-%m-%d %H:%M} UTC",
                "it is in use elsewhere, on another database: stop that bot, or reset the token",
            )
        )
    if newest is not None and newest > now + AHEAD:
        found.append(
            fault(
                "clock",
                f"something is stored of {newest:%Y-%m-%d %H:%M} UTC, which is still to come",
                "this machine's clock is behind, or was ahead: let it follow a time server",
            )
        )
    if newest is None:
        return found
    if backed_up is None:
        found.append(noted("backup", "no backup was made by this program", _BACK_UP))
    elif now - backed_up > OLD_BACKUP:
        text = f"the last backup is {(now - backed_up).days} days old"
        found.append(noted("backup", text, _BACK_UP))
    else:
        found.append(fine("backup", f"the last one is of {backed_up:%Y-%m-%d %H:%M} UTC"))
    return found


def _is_open_to_all(file: Path) -> bool:
    return os.name == "posix" and bool(file.stat().st_mode & (S_IROTH | S_IWOTH))
