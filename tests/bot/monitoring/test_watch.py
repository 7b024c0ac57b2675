"""What waits too long shows, and no longer once it is done."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.hosting.host import Host
from bot.metrics import GATEWAY_LATENCY, REGISTRY
from bot.monitoring import watch as watching
from bot.monitoring.health import Health
from bot.monitoring.watch import Watch, glance
from bot.storage.database import Database
from bot.workers.calm import LOOK_SECONDS
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, one_move, table_of
from tests.bot.workers.calming import Bot


def value(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(f"faultline_{name}", labels)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return what lets time pass for whoever watches."""
    now = [1000.0]
    monkeypatch.setattr(watching, "monotonic", lambda: now[0])

    def passed(length: float) -> None:
        now[0] += length

    return passed


async def test_untold_news_grow_older_until_they_are_told(
    host: Host,
    database: Database,
    messenger: Listener,
    clock: StandingClock,
    seconds: Callable[[float], None],
) -> None:
    watch = Watch(Health(5.0), database, clock, lambda: None, None)
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    match = (await one_move(host, match.id)).match
    ages = []

    for _ in range(3):
        await watch.look()
        ages.append(value("backlog_age_seconds", of="untold"))
        seconds(40)
    messenger.closed.clear()
    await host.telling.tell(match.id)
    await watch.look()

    assert ages == [0, 40, 80]
    assert value("backlog_age_seconds", of="untold") == 0
    assert messenger.of(match.id)[-1].line == match.line
    assert value("matches", title="seismic", status="playing") == 1
    assert value("matches", title="aftershock", status="paused") == 0


async def test_a_channel_in_trouble_is_not_the_operators_fault(
    host: Host,
    database: Database,
    messenger: Listener,
    clock: StandingClock,
    seconds: Callable[[float], None],
) -> None:
    health, troubled = Health(5.0), [False]
    there = SimpleNamespace(telling=SimpleNamespace(is_in_trouble=lambda _: troubled[0]))
    client: Any = SimpleNamespace(
        shell=SimpleNamespace(host=there),
        is_draining=False,
        is_closed=lambda: False,
        is_ready=lambda: True,
        is_answered=lambda: True,
        workers={},
    )
    health.client = client
    watch = Watch(health, database, clock, lambda: None, Path("faultline.sqlite3"))
    match = await table_of(host, ANN, BOB)
    messenger.closed.add(HERE.channel)
    await one_move(host, match.id)

    await watch.look()
    seconds(600)
    await watch.look()
    before = value("backlog_age_seconds", of="untold")
    troubled[0] = True
    await watch.look()

    assert (before, value("backlog_age_seconds", of="untold")) == (600, 0)
    assert (value("disk_free_bytes") or 0) > 0


@pytest.mark.parametrize("was_late", [False, True])
async def test_the_way_of_a_heartbeat_says_nothing_of_our_own_lateness(was_late: bool) -> None:  # noqa: FBT001
    bot = Bot()
    sent = bot.now
    await bot.passes(LOOK_SECONDS, lag=3.0 if was_late else 0.0)
    client: Any = SimpleNamespace(
        guilds=[],
        calm=bot.calm,
        heartbeats={7: (sent, sent + 3.04)},
        shell=SimpleNamespace(
            host=SimpleNamespace(
                scheduler=SimpleNamespace(running=0), outbox=SimpleNamespace(running=0)
            )
        ),
    )
    GATEWAY_LATENCY.labels("7").set(0.05)

    glance(client)

    assert value("gateway_latency_seconds", shard="7") == pytest.approx(0.05 if was_late else 3.04)
