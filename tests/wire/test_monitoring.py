"""What operators see of the real process: its figures, its health, its log."""

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import monitoring
from tests.wire.table import opened
from tests.wire.test_process import free_port
from tests.wire.world import PATIENCE, Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

FOLDER: Final = Path(monitoring.__file__).parent
OTHERS: Final = frozenset({"up", "ALERTS"})
"""Figures that Prometheus makes itself."""
PROMETHEUS: Final = frozenset({"instance", "job", "le"})
"""Labels that it adds, or that every histogram has."""
OPEN: Final = frozenset({"status"})
"""Labels whose values nobody can list: what Discord answers."""

Samples = dict[str, list[dict[str, str]]]


def expressions() -> Iterator[str]:
    """Return every question that the dashboard and the alerts ask."""
    board = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
    for panel in board["panels"]:
        yield from (each["expr"] for each in panel.get("targets", ()))
    yield from (each["definition"] for each in board["templating"]["list"] if "definition" in each)
    alerts = (FOLDER / "alerts.yaml").read_text(encoding="utf-8")
    for each in re.findall(r"expr:(.*?)\n\s+(?:for|labels):", alerts, re.DOTALL):
        yield " ".join(each.replace(">-", "").split())


def missing(expression: str, samples: Samples) -> list[str]:
    """Return what an expression asks for that isn't there: names, labels, values of labels."""
    found, labels = [], set(PROMETHEUS)
    for name, matchers in re.findall(r"\b((?:faultline|process)_\w+)(?:{(.*?)})?", expression):
        rows = samples.get(name)
        if rows is None:
            found.append(name)
            continue
        known = {label for row in rows for label in row}
        labels |= known
        for label, how, value in re.findall(r'(\w+)(=~|!~|!=|=)"(.*?)"', matchers):
            if label in PROMETHEUS:
                continue
            if label not in known:
                found.append(f"{name}.{label}")
            elif label not in OPEN and how in ("=", "=~"):
                there = {row.get(label) for row in rows}
                found += [f"{name}.{label}={one}" for one in value.split("|") if one not in there]
    grouped = [
        each for group in re.findall(r"by \((.*?)\)", expression) for each in group.split(",")
    ]
    return found + [each for each in map(str.strip, grouped) if each not in labels]


async def scraped(port: int) -> Samples:
    async with aiohttp.request("GET", f"http://127.0.0.1:{port}/metrics") as answer:
        text = await answer.text()
    samples: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            samples.setdefault(sample.name, []).append(sample.labels)
    return samples


async def ready(port: int) -> tuple[int, dict[str, str]]:
    """Ask until it is ready: on a busy machine the database may be slow for a moment."""
    end = monotonic() + PATIENCE
    while True:
        async with aiohttp.request("GET", f"http://127.0.0.1:{port}/ready") as answer:
            found = answer.status, (await answer.json())["problems"]
        if found[0] == 200 or monotonic() > end:
            return found


async def test_all_that_dashboard_and_alerts_ask_for_is_there_and_the_log_has_no_secrets(
    wire: Wire,
) -> None:
    port = free_port()
    wire.hurry()
    await wire.begin(HEALTH_PORT=str(port), LOG_LEVEL="DEBUG")
    people = [wire.discord.user(name) for name in ("Ann", "Bob")]
    table = await opened(wire, *people)
    # An answer is limited: that is when a library wants to say to which address it was sent.
    limited = wire.discord.fault("create_interaction_response", retry_after=0.05)
    for _ in range(3):
        await table.turn()
    await wire.discord.until(lambda: limited.hits, PATIENCE, "the limit")

    samples, health = await scraped(port), await ready(port)
    asked = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "health", "--ready",
        env={"HEALTH_PORT": str(port), "PYTHONPATH": str(FOLDER.parents[1])},
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, _ = await asked.communicate()
    await wire.discord.gateway.reconnect()

    every = list(expressions())
    assert len(every) > 50
    assert {each: gone for each in every if (gone := missing(each, samples))} == {}
    assert health == (200, {})
    assert (asked.returncode, said) == (0, b"ok\n")
    assert_labels_are_bounded(samples, wire)
    await wire.bot.stop()
    assert_log_is_fit_to_be_seen(wire)


def assert_labels_are_bounded(samples: Samples, wire: Wire) -> None:
    """Check that no label names a server, a channel, a person, an interaction or a token."""
    ids = {*wire.discord.guilds, *wire.discord.channels}
    for each in wire.discord.interactions.values():
        ids |= {each.id, each.token}
    values = {value for rows in samples.values() for row in rows for value in row.values()}
    assert not any(str(each) in value for each in ids for value in values)
    assert not any(re.search(r"\d{6}", value) for value in values)


def assert_log_is_fit_to_be_seen(wire: Wire) -> None:
    """Check that each line about a click has its id, and that no line has a secret."""
    lines: list[dict[str, Any]] = [json.loads(each) for each in wire.bot.log]
    clicks = [each for each in lines if each["event"] == "interaction"]
    secrets = {wire.discord.token, *(each.token for each in wire.discord.interactions.values())}
    assert len(clicks) >= 10
    assert len({each["click"] for each in clicks}) == len(clicks)
    made = {str(each.id) for each in wire.discord.interactions.values()}
    assert {str(each["interaction"]) for each in clicks} <= made
    for each in lines:
        assert {"timestamp", "level", "event", "logger", "process"} <= each.keys()
    assert len(secrets) > 10
    for line in wire.bot.log:
        assert not any(secret in line for secret in secrets), line
