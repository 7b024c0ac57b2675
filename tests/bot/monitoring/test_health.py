"""The operators' port says what is wrong, also while Discord or the database is away."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from click.testing import CliRunner

from bot import metrics
from bot.command_line.main import main
from bot.monitoring import health as judging
from bot.monitoring.health import Health
from bot.monitoring.server import listening
from bot.ports import PortTaken
from bot.storage.database import Database
from tests import postgresql

HERE = "127.0.0.1"


def in_discord(
    *, ready: bool = True, answered: bool = True, closed: bool = False, draining: bool = False
) -> Any:
    return SimpleNamespace(
        is_ready=lambda: ready,
        is_answered=lambda: answered,
        is_closed=lambda: closed,
        is_draining=draining,
    )


@pytest.fixture(autouse=True)
def _no_ticks() -> Iterator[None]:
    metrics.TICKS.forget()
    yield
    metrics.TICKS.forget()


@pytest.fixture
def health() -> Health:
    return Health(5.0)


@pytest.fixture
async def port(health: Health) -> AsyncIterator[int]:
    async with listening(health, HERE, 0) as port:
        yield port


async def asked(port: int, path: str) -> tuple[int, Any]:
    async with aiohttp.request("GET", f"http://{HERE}:{port}/{path}") as answer:
        return answer.status, await answer.json()


async def test_a_process_that_waits_for_discord_is_healthy_and_not_ready(port: int) -> None:
    status, said = await asked(port, "health")
    assert (status, said["status"], said["problems"]) == (200, "ok", {})

    status, said = await asked(port, "ready")
    assert (status, said["status"]) == (503, "failing")
    assert said["problems"] == {
        "database": "not open",
        "gateway": "not connected to Discord",
    }


async def test_with_discord_and_a_database_it_is_ready(
    health: Health, port: int, database: Database
) -> None:
    health.client, health.database = in_discord(), database

    status, said = await asked(port, "ready")

    assert (status, said["problems"]) == (200, {})


@pytest.mark.parametrize(
    ("client", "problem"),
    [
        (in_discord(ready=False), "Discord has not yet told of all servers"),
        (in_discord(answered=False), "Discord does not answer heartbeats"),
        (in_discord(closed=True), "not connected to Discord"),
    ],
)
async def test_without_discord_it_says_what_is_wrong(
    health: Health, port: int, client: Any, problem: str
) -> None:
    health.client = client

    status, said = await asked(port, "ready")

    assert status == 503
    assert said["problems"]["gateway"] == problem


async def test_a_process_that_drains_is_not_ready(
    health: Health, port: int, database: Database
) -> None:
    health.client, health.database = in_discord(draining=True), database

    status, said = await asked(port, "ready")

    assert status == 503
    assert said["problems"] == {"draining": "it hands its work over to newer processes, and ends"}


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
async def test_while_the_database_is_away_it_says_so_and_stays_healthy(
    health: Health,
    port: int,
    server: postgresql.Server,
    postgresql_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging, "ASKED_AGAIN_SECONDS", 0.0)
    health.client, health.database = in_discord(), Database(postgresql_url)

    before, _ = await asked(port, "ready")
    with server.away():
        away, said = await asked(port, "ready")
        healthy, _ = await asked(port, "health")
    after, _ = await asked(port, "ready")
    await health.database.close()

    assert (before, away, after, healthy) == (200, 503, 200, 200)
    assert said["problems"] == {"database": "it can't be reached"}


async def test_a_clock_that_stopped_is_a_reason_to_restart(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(metrics, "monotonic", lambda: now[0])
    for chore in metrics.CHORES:
        metrics.TICKS.now(chore)
    before, _ = await asked(port, "health")

    now[0] += 3600
    metrics.TICKS.now("tick")
    status, said = await asked(port, "health")

    assert (before, status) == (200, 503)
    assert said["problems"] == {
        "timers": "no look at the clock for 3600 s",
        "outbox": "no look at the clock for 3600 s",
    }


async def test_the_figures_are_there_for_prometheus(port: int) -> None:
    async with aiohttp.request("GET", f"http://{HERE}:{port}/metrics") as answer:
        text, kind = await answer.text(), answer.headers["Content-Type"]

    assert kind.startswith("text/plain; version=")
    assert 'faultline_build_info{python="' in text


async def test_a_port_that_is_taken_is_refused_with_the_reason(health: Health, port: int) -> None:
    with pytest.raises(PortTaken, match="in use"):
        async with listening(health, HERE, port):
            pass


async def test_the_command_asks_the_running_bot(
    health: Health, port: int, database: Database
) -> None:
    def typed(*words: str) -> Any:
        environment = {"HEALTH_PORT": str(port), "HEALTH_ADDRESS": "0.0.0.0"}
        # Where the world outside is reached by a proxy, the bot isn't.
        environment |= {"http_proxy": "http://127.0.0.1:1", "no_proxy": ""}
        return CliRunner().invoke(main, ["health", *words], env=environment)

    fine = await asyncio.to_thread(typed)
    unready = await asyncio.to_thread(typed, "--ready")
    health.client, health.database = in_discord(), database
    ready = await asyncio.to_thread(typed, "--ready")

    assert (fine.exit_code, fine.output) == (0, "ok\n")
    assert unready.exit_code == 1
    assert "gateway: not connected to Discord" in unready.output
    assert (ready.exit_code, ready.output) == (0, "ok\n")


async def test_the_command_knows_that_somebody_else_answers() -> None:
    async with TestServer(web.Application()) as other:
        environment = {"HEALTH_PORT": str(other.port)}
        runner = CliRunner()
        asked = await asyncio.to_thread(runner.invoke, main, ["health"], env=environment)

    assert asked.exit_code == 1
    assert "is not the bot: HTTP Error 404" in asked.output


def test_the_command_says_what_is_missing() -> None:
    runner = CliRunner()

    unset = runner.invoke(main, ["health"], env={"HEALTH_PORT": ""})
    nobody = runner.invoke(main, ["health"], env={"HEALTH_PORT": "1"})

    assert (unset.exit_code, "HEALTH_PORT" in unset.output) == (2, True)
    assert (nobody.exit_code, "No answer from" in nobody.output) == (1, True)
