"""A click and all that follows from it are one trace, down to the requests that Discord gets."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from shutil import copyfile

import discord
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bot import tracing
from bot.client import use_server
from bot.interactions.errors import click_id
from bot.storage.database import Database
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.world import client
from tests.wire.table import Table, opened, press
from tests.wire.world import PATIENCE, STARTING, Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    end = tracing.send_to(SimpleSpanProcessor(exporter))
    yield exporter
    end()


@pytest.fixture
async def table(
    wire: Wire, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Table]:
    """Return a table of two; the bot runs in this process."""
    for where, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(where, name, getattr(where, name))
    # On a busy machine, too, the first answer is the whole one.
    monkeypatch.setattr("bot.interactions.context.PATIENCE_SECONDS", PATIENCE)
    use_server(wire.discord.url)
    wire.hurry()
    copyfile(migrated_file, wire.database)
    database = Database(f"sqlite:///{wire.database}")
    async with client(database, StandingClock(), KnownEntropy()) as bot:
        running = asyncio.create_task(bot.start(wire.discord.token))
        await wire.discord.ready(STARTING, command="my-tables")
        people = [wire.discord.user(name) for name in ("Ann", "Bob")]
        yield await opened(wire, *people)
        await bot.finish()
        await bot.close()
        await running
    await database.close()


async def test_a_move_is_one_trace_from_the_click_to_its_message(
    table: Table, spans: InMemorySpanExporter
) -> None:
    before, mover = table.told_so_far, table.to_move
    message, button = await table.drafted()

    await press(mover, message, button)
    await table.told(before, by=mover)
    interaction = max(int(each.id) for each in table.wire.discord.interactions.values())
    found = await table.wire.discord.until(
        lambda: trace_of(interaction, spans.get_finished_spans()), PATIENCE, "the trace"
    )

    (root,) = [each for each in found if each.parent is None]
    tree = children(found)
    below = names(tree[root.context.span_id])
    assert dict(root.attributes) == {
        "faultline.click": click_id(interaction),
        "faultline.interaction": interaction,
        "faultline.kind": "component",
        "faultline.shard": 0,
        "faultline.verb": button.split(".")[1],
        "faultline.outcome": "done",
    }
    # First it is judged and stored, then the person is answered, then the table is told.
    answer = "discord POST interactions/callback"
    steps = ["load", "rules", "store", "load", answer, "tell"]
    assert [each for each in below if each in steps] == steps
    assert {"draw", "ask"} <= set(below)
    (tell,) = [each for each in found if each.name == "tell"]
    told = names(tree[tell.context.span_id])
    assert told[-1] == "store"
    assert "discord POST channels/messages" in told
    assert "draw" in told


async def test_spans_tell_nothing_that_is_not_everybodys(
    table: Table, spans: InMemorySpanExporter
) -> None:
    await table.turn()
    await table.turn()

    every = spans.get_finished_spans()
    people = [str(each.id) for each in table.people] + ["Ann", "Bob"]
    tokens = [table.wire.discord.token]
    tokens += [each.token for each in table.wire.discord.interactions.values()]
    assert len(every) > 20
    for span in every:
        assert not span.events
        said = f"{span.name} {dict(span.attributes or {})}"
        assert not any(secret in said for secret in (*people, *tokens))
        assert set(span.attributes or {}) <= KNOWN


KNOWN = {
    *(f"faultline.{name}" for name in ("click", "interaction", "kind", "verb", "outcome", "shard")),
    *(f"faultline.{name}" for name in ("title", "to")),
    "http.response.status_code",
    "error.type",
}


def trace_of(interaction: int, every: Sequence[ReadableSpan]) -> list[ReadableSpan]:
    """Return all spans of an interaction's trace, by their beginning, once it has ended."""
    of = {"faultline.interaction": interaction}
    roots = [each for each in every if of.items() <= dict(each.attributes or {}).items()]
    traces = {each.context.trace_id for each in roots}
    found = [each for each in every if each.context.trace_id in traces]
    return sorted(found, key=lambda each: each.start_time or 0)


def children(found: Sequence[ReadableSpan]) -> dict[int, list[ReadableSpan]]:
    tree: dict[int, list[ReadableSpan]] = defaultdict(list)
    for each in found:
        if each.parent is not None:
            tree[each.parent.span_id].append(each)
    return tree


def names(spans: Sequence[ReadableSpan]) -> list[str]:
    return [each.name for each in spans]
