"""How the process is told to stop, on every system; how long it waits for Discord."""

import asyncio
import os
import signal
import socket
import ssl
import stat
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot import app
from bot.app import stopping_on_signals
from bot.monitoring.health import Health
from bot.settings import Settings
from bot.storage.address import UnusableCertificate
from bot.storage.database import Database
from bot.storage.troubles import passes
from bot.table.errors import OutOfReach


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """A loop as on Windows: it can't take signals itself."""

    def add_signal_handler(self, sig: int, callback: Callable[..., object], *args: object) -> None:
        raise NotImplementedError


@pytest.fixture
def handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("loop", [LoopWithoutSignals, asyncio.SelectorEventLoop])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_process_in_good_order_on_every_loop(
    loop: Callable[[], asyncio.AbstractEventLoop], number: signal.Signals
) -> None:
    async def stopped() -> None:
        stopping = stopping_on_signals()
        asyncio.get_running_loop().call_soon(signal.raise_signal, number)
        await stopping.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(stopped())

    # A second one kills the process as usual.
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) == signal.SIG_DFL


async def test_nobody_else_may_read_the_files_of_a_database(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        async with app.opened(f"sqlite:///{tmp_path / 'games.db'}"):
            modes = modes_in(tmp_path)
        (tmp_path / "other").touch()
    finally:
        os.umask(before)

    assert {"games.db", "games.db.lock", "games.db-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    assert modes_in(tmp_path)["other"] == 0o644


def modes_in(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


async def test_a_server_that_nobody_reaches_is_said_to_be_away() -> None:
    pytest.importorskip("asyncpg")

    with pytest.raises(app.UnusableDatabase, match="Connect call failed"):
        async with app.opened("postgresql://nobody@127.0.0.1:1/nothing"):
            pass


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(app.UnusableDatabase, match=f"is there a folder {tmp_path / 'gone'} in"):
        async with app.opened(f"sqlite:///{tmp_path / 'gone' / 'games.db'}"):
            pass


@pytest.mark.parametrize(
    ("lengths", "waits"),
    [
        ([0] * 9, [1, 2, 4, 8, 16, 32, 60, 60, 60]),
        ([0, 0, 299, 0, 0], [1, 2, 4, 8, 16]),
        # A session that lasted was a success: the next trouble is a new one.
        ([0, 0, 0, 301, 0, 0], [1, 2, 4, 1, 2, 4]),
    ],
)
async def test_it_waits_longer_each_time_until_a_session_has_lasted(
    lengths: list[float], waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, left, waited = [0.0], list(lengths), list[float]()

    async def session(*_: Any) -> None:
        if not left:
            raise app.WrongToken
        now[0] += left.pop(0)
        raise OSError("out of reach")

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(app, "_session", session)
    monkeypatch.setattr(app, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(app, "monotonic", lambda: now[0])
    parts: Any = None

    with pytest.raises(app.WrongToken):
        await app._serve(parts, Settings(), Health(5))

    assert waited == waits


async def test_a_disk_that_is_full_at_the_start_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}")
    health, tried, waited = Health(5), list[Database](), list[str | None]()

    async def prepare(database: Database) -> None:
        tried.append(database)
        if len(tried) < 4:
            async with database.migrating() as connection:
                await connection.execute(text("PRAGMA max_page_count = 1"))
                await connection.execute(text("CREATE TABLE more (some)"))
                await connection.execute(text("CREATE TABLE even_more (some)"))
        await bring_up_to_date(database)

    async def sleep(seconds: float) -> None:
        assert seconds == app.DATABASE_WAIT_SECONDS
        waited.append(health.awaited)
        assert (await health.unready())["database"] == "not open yet: waiting, disk-full"

    bring_up_to_date = app.bring_up_to_date
    monkeypatch.setattr(app, "bring_up_to_date", prepare)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    async with AsyncExitStack() as stack:
        with capture_logs() as logged:
            parts = await app._opened(stack, settings, health, sync=True)
        assert await parts.stores.matches.every() == []

    assert waited == ["disk-full"] * 3
    assert health.awaited is None
    assert [each["event"] for each in logged if "database" in each["event"]] == ["database-awaited"]


asyncpg: Any = import_module("asyncpg")


def sql(state: str) -> Exception:
    """Return what the driver raises when the server says this."""
    error: Exception = asyncpg.PostgresError.new({"C": state, "M": "no"})
    return error


@pytest.mark.parametrize(
    ("error", "is_worth_it"),
    [
        (ConnectionRefusedError(), True),
        (FileNotFoundError("the server's socket"), True),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), True),
        (TimeoutError(), True),
        (ssl.SSLEOFError(), True),
        (sql("57P03"), True),  # it begins
        (sql("57P01"), True),  # it stops
        (sql("53300"), True),  # too many connections
        (sql("53100"), True),  # disk full
        (sql("08006"), True),  # the connection broke
        (sql("28P01"), False),  # wrong password
        (sql("28000"), False),  # no such role, or not from here
        (sql("3D000"), False),  # no such database
        (sql("42501"), False),  # may not
        (PermissionError("the server's socket"), False),
        (UnusableCertificate("sslrootcert=x: no such file"), False),
        (ssl.SSLCertVerificationError(), False),
        (ssl.SSLError("alert"), False),
        (ConnectionError("rejected SSL upgrade"), False),
        (asyncpg.InterfaceError("what asyncpg can't do"), False),
        (ValueError("a fault of ours"), False),
    ],
)
def test_only_what_ends_by_itself_is_waited_for(error: Exception, *, is_worth_it: bool) -> None:
    around = OutOfReach("out-of-reach")
    around.__cause__ = error

    assert (passes(error), passes(around)) == (is_worth_it, is_worth_it)
