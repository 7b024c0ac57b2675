"""Figures for operators: one registry, which `/metrics` shows to Prometheus.

A leaf that everything in the bot may import. Each metric is a constant here and is observed where
the thing happens. Labels are bounded: titles, stages, kinds, routes and the like, never the id of a
guild, a person, a channel or a match. Ages and times are in seconds.

What has to be asked for, of the database or of Discord's connections, `bot.monitoring.watch` asks.
"""

import logging
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from time import monotonic, perf_counter
from typing import Final, Literal, TypeAlias

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.process_collector import ProcessCollector

# The moment when each series began doubles what is sent, and Prometheus makes no use of it.
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_WAITS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0, 45.0)
"""Buckets for what people wait for. Discord gives three seconds for an answer."""
_SHORT: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Buckets for what a database or a thread does."""


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"faultline_{name}", text, labels, registry=REGISTRY)


def _gauge(name: str, text: str, *labels: str) -> Gauge:
    return Gauge(f"faultline_{name}", text, labels, registry=REGISTRY)


def _histogram(
    name: str, text: str, *labels: str, buckets: tuple[float, ...] = _WAITS
) -> Histogram:
    return Histogram(f"faultline_{name}", text, labels, buckets=buckets, registry=REGISTRY)


# fmt: off
# The process.
BUILD: Final = _gauge("build_info", "Always 1; which program runs", "version", "python")
RULES: Final = _gauge(
    "rules_version", "The newest edition of each title's rules that it knows", "title")
READY: Final = _gauge("ready", "1: /ready answers yes")
DRAINING: Final = _gauge("draining", "1: it finishes what was begun and leaves the rest to others")
LOOP_LAG: Final = _histogram(
    "event_loop_lag_seconds", "How late the event loop wakes a task that sleeps", buckets=_SHORT)
PROCESS_CPU: Final = _counter(
    "process_cpu_seconds_total", "Processor time by kind: bot, drawer, thinker, background (thinks"
    " about what nobody waits for), forker (begins the others)", "kind")
PROCESS_MEMORY: Final = _gauge(
    "process_memory_bytes", "Memory by kind; of pages that processes share each has its part",
    "kind")
PROCESSES: Final = _gauge("processes", "Processes that there are, by kind", "kind")
LOG_LINES: Final = _counter("log_lines_total", "Warnings and errors in the log", "level")
LOGGED: Final = _counter(
    "logged_total", "The same by event; what libraries say, by their name", "level", "event")

# People.
INTERACTIONS: Final = _counter(
    "interactions_total", "Clicks, commands and forms; outcome: done, refused, broken, given up",
    "kind", "outcome")
RIVAL_ANSWERS: Final = _counter(
    "rival_answers_total", "Interactions that somebody else had answered with our token")
ANSWER: Final = _histogram(
    "answer_seconds", "From an interaction to Discord's yes to our first answer", "kind")
SUGGEST: Final = _histogram(
    "suggest_seconds", "Finding what fits while a player types", buckets=_SHORT)
MOVES: Final = _counter("moves_total", "Stored moves; mover: person, agent or plan",
                        "title", "mover")
MOVE_STAGE: Final = _histogram(
    "move_stage_seconds",
    "From a click to its move decided (by the rules), stored (on the disk), told (to the table)",
    "title", "stage")
MATCHES: Final = _gauge("matches", "Matches in the database; asked every few minutes",
                        "title", "status")

# Pictures.
RENDER: Final = _histogram("render_seconds", "Drawing one picture, without waiting for its turn",
                           "kind", buckets=_SHORT)
PICTURES: Final = _counter("pictures_total", "Pictures asked for; found: cache or drawn", "found")
RENDER_WAIT: Final = _histogram("render_wait_seconds", "Waiting for a free drawer", buckets=_SHORT)

# Computer players, and whatever else is thought over.
THOUGHTS: Final = _counter(
    "thoughts_total",
    "Jobs by urgency; outcome: done, too-long, starved (others kept the processor from it for an"
    " hour), ended (their process, twice), busy (too much waits), broken, given up",
    "urgency", "outcome")
THINKING: Final = _histogram(
    "thinking_seconds", "Thinking a job over, without waiting for its turn", "urgency")
THINKING_WAIT: Final = _histogram(
    "thinking_wait_seconds", "Waiting for a free process to think", "urgency")
THINKING_ENDED: Final = _counter(
    "thinking_ended_total", "Processes that ended over a job; why: died, too-long, starved,"
    " memory", "why")
PUZZLES_AHEAD: Final = _gauge(
    "puzzles_ahead",
    "How many days from today on have their puzzle, without a gap; -1: this process makes none")
PUZZLES_AHEAD.set(-1)
PLAIN_MOVES: Final = _counter(
    "plain_moves_total", "Moves of computer players that could not be thought over; played by:"
    " greedy, uniform", "by")

# Chores.
TICK_AGE: Final = _gauge(
    "tick_age_seconds", "Since a look at the clock ended in good order", "chore")
BACKLOG_AGE: Final = _gauge(
    "backlog_age_seconds",
    "How long the oldest has waited: untold (news of a table), timer (past its moment),"
    " notice (ready to be sent); of this process's buckets", "of")
QUEUE: Final = _gauge(
    "queue_length",
    "What waits or runs now: matches, lanes, writer (pieces of work), render, thinking, long (moves"
    " of masters), background (thinking that nobody waits for)", "of")

# Pages at an address.
PAGE_REQUESTS: Final = _counter(
    "page_requests_total", "Answers to browsers and chats; kind: page, board, live, other",
    "kind", "status")
PAGE_BUILD: Final = _histogram(
    "page_build_seconds", "Making a page or a board of a match, without waiting for its turn",
    "kind")

# Several processes on one database.
LEASE_AGE: Final = _gauge("lease_age_seconds", "Since this process last renewed its leases")
BUCKETS_HELD: Final = _gauge("buckets_held", "Buckets whose chores are this process's; 1024 in all")
CLAIMS: Final = _counter(
    "claims_total", "Interactions: won (answered here), lost (by another) or presumed (answered"
    " here, as the database didn't say whose it is)", "result")
FENCES_REFUSED: Final = _counter(
    "fences_refused_total", "Chores whose bucket had gone to another process: nothing was stored")

# Discord.
DISCORD: Final = _counter("discord_requests_total", "Answers of Discord; status failed: none came",
                          "route", "status")
DISCORD_SECONDS: Final = _histogram("discord_request_seconds", "Waiting for Discord's answer",
                                    "route")
CHANNELS_LEFT_ALONE: Final = _gauge(
    "channels_left_alone", "Channels that did not answer; now and then one request is tried")
GATEWAY_LATENCY: Final = _gauge(
    "gateway_latency_seconds", "The last heartbeat's way there and back", "shard")
GATEWAY: Final = _counter("gateway_events_total", "Connections: connected, resumed, disconnected",
                          "event")
GUILDS: Final = _gauge("guilds", "Servers that this process sees")

# The database.
DATABASE_UP: Final = _gauge("database_up", "1: the last question was answered")
DATABASE_PROBLEMS: Final = _counter(
    "database_problems_total", "Work that the database refused, by what is wrong with it",
    "problem")
DATABASE_WAIT: Final = _histogram(
    "database_wait_seconds", "Waiting for a connection, or for the writer's turn", "of",
    buckets=_SHORT)
DATABASE_WRITE: Final = _histogram(
    "database_write_seconds", "A transaction with its commit; on SQLite what shares one",
    buckets=_SHORT)
DATABASE_BATCH: Final = _histogram(
    "database_batch_size", "Pieces of work that shared a commit (SQLite)",
    buckets=(1, 2, 4, 8, 16, 32, 64))
DISK_FREE: Final = _gauge("disk_free_bytes", "Free where the SQLite file lies")
LOADS: Final = _counter("match_loads_total", "Matches read; how: memory, replay", "how")
BACKUP: Final = _gauge("backup_timestamp_seconds", "When the last good backup began; 0: never")
# fmt: on

# From nothing to 1 Prometheus sees no increase: what raises an alert is there from the beginning.
for _level in ("warning", "error", "critical"):
    LOG_LINES.labels(_level)
for _outcome in ("done", "refused", "broken", "given up"):
    INTERACTIONS.labels("component", _outcome)
for _problem in ("unreachable", "locked", "disk-full", "disk-failed", "read-only", "cannot-open"):
    DATABASE_PROBLEMS.labels(_problem)
for _result in ("won", "lost", "presumed"):
    CLAIMS.labels(_result)
for _event in ("connected", "resumed", "disconnected"):
    GATEWAY.labels(_event)
for _found in ("cache", "drawn"):
    PICTURES.labels(_found)
RENDER.labels("board")
PAGE_REQUESTS.labels("page", "200")
PAGE_BUILD.labels("page")
for _outcome in ("done", "too-long", "ended", "busy", "broken", "given up"):
    THOUGHTS.labels("move", _outcome)
for _each in (THINKING, THINKING_WAIT):
    _each.labels("move")
for _why in ("died", "too-long", "starved", "memory"):
    THINKING_ENDED.labels(_why)
for _by in ("greedy", "uniform"):
    PLAIN_MOVES.labels(_by)
for _how in ("memory", "replay"):
    LOADS.labels(_how)
# The one that is counted several times a move.
FROM_MEMORY: Final = LOADS.labels("memory")
for _queue in ("matches", "lanes", "writer", "render", "thinking", "long", "background"):
    QUEUE.labels(_queue)

CHORES: Final = ("tick", "timers", "outbox")
"""The looks at the clock that must go on."""


class Ages:
    """When something last happened; the gauge tells how long ago that was whenever it is read."""

    def __init__(self, gauge: Callable[[str], Gauge]) -> None:
        self._gauge = gauge
        self._at: dict[str, float] = {}

    def now(self, name: str) -> None:
        """Count from now on."""
        if name not in self._at:
            self._gauge(name).set_function(lambda: self.of(name) or 0.0)
        self._at[name] = monotonic()

    def of(self, name: str) -> float | None:
        """Return the seconds since then; None: it has not happened yet."""
        at = self._at.get(name)
        return None if at is None else monotonic() - at

    def forget(self) -> None:
        """Count nothing any more, as when what happened has ended on purpose."""
        for name in self._at:
            self._gauge(name).set_function(lambda: 0.0)
        self._at.clear()


TICKS: Final = Ages(TICK_AGE.labels)


@dataclass(slots=True)
class Click:
    """An interaction under way, as far as the stages of its move are counted."""

    began: float = field(default_factory=perf_counter)
    title: str | None = None
    """The title that it moved in, once that is stored; None again when the table is told."""


_CLICK: Final[ContextVar[Click | None]] = ContextVar("click", default=None)


@contextmanager
def clicked() -> Iterator[Click]:
    """Count the stages of the move that follows, in this task and those that it starts."""
    click = Click()
    token = _CLICK.set(click)
    try:
        yield click
    finally:
        _CLICK.reset(token)


Mover: TypeAlias = Literal["person", "agent", "plan"]


def decided(title: str, mover: Mover) -> None:
    """Count that the rules have taken a move."""
    if mover == "person" and (click := _CLICK.get()) is not None:
        MOVE_STAGE.labels(title, "decided").observe(perf_counter() - click.began)


def stored(title: str, mover: Mover) -> None:
    """Count a move that is stored."""
    MOVES.labels(title, mover).inc()
    if mover == "person" and (click := _CLICK.get()) is not None:
        click.title = title
        MOVE_STAGE.labels(title, "stored").observe(perf_counter() - click.began)


def told() -> None:
    """Count that a table is told; of the move of this click, if there was one."""
    click = _CLICK.get()
    if click is not None and click.title is not None:
        MOVE_STAGE.labels(click.title, "told").observe(perf_counter() - click.began)
        click.title = None


# fmt: off
ROUTE_WORDS: Final = frozenset({
    "@me", "@original", "applications", "attachments", "bot", "bulk-delete", "callback", "channels",
    "commands", "gateway", "guilds", "interactions", "members", "messages", "permissions", "pins",
    "polls", "reactions", "roles", "search", "thread-members", "threads", "typing", "users",
    "webhooks",
})
# fmt: on


def route_of(method: str, path: str) -> str:
    """Return the operation without ids and tokens: only known words of a path are left.

    >>> route_of("PATCH", "/api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages/@original")
    'PATCH webhooks/messages/@original'
    """
    return f"{method} " + "/".join(part for part in path.split("/") if part in ROUTE_WORDS)


class CountingHandler(logging.Handler):
    """Counts warnings and errors by their event, which is a constant of ours.

    Of what libraries say only their name is counted: their sentences have no end.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        said = record.msg
        event = said.get("event") if isinstance(said, Mapping) else None
        named = str(event) if event else record.name.partition(".")[0]
        level = record.levelname.lower()
        LOG_LINES.labels(level).inc()
        LOGGED.labels(level, named).inc()


def program_version() -> str:
    """Return which program this is."""
    try:
        return version("faultline")
    except PackageNotFoundError:
        return "unknown"


BUILD.labels(program_version(), platform.python_version()).set(1)
