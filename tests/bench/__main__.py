"""Measures how fast the parts are on this machine: `python -m tests.bench [PART]... [--json]`."""

import asyncio
import inspect
from collections.abc import Mapping
from importlib import import_module
from json import dumps
from typing import Any, Final

import click

from bot.command_line.exits import Exit, Refusal, sentence
from engine.errors import EngineError

PARTS: Final = (
    "engine",
    "variants",
    "render",
    "storage",
    "table",
    "cold",
    "timers",
    "outbox",
    "backup",
    "sittings",
    "agents",
    "levels",
    "deals",
    "reviews",
    "luck",
    "hints",
    "calibration",
    "people",
    "page",
    "web",
    "live",
)

COUNTED: Final = frozenset({"levels", "reviews", "luck"})


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar=f"[{'|'.join(PARTS)}]…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object of figures.")
@click.option(
    "--database",
    metavar="URL",
    help="Where `table` plays: a database that may be filled; else an SQLite file of its own.",
)
@click.option(
    "--meeting",
    "meetings",
    multiple=True,
    metavar="TITLE:SEATS:ONE:OTHERS:MATCHES[:FIRST]",
    help="Whom `agents` lets meet, such as seismic:2:expert:greedy:200; may be repeated.",
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    help="How many matches a row of `levels`, or a title in `reviews` and `luck`, has.",
)
@click.option(
    "--level",
    "ones",
    multiple=True,
    help="Whose rows `levels` has, such as greedy or naive; may be repeated. Else all.",
)
@click.option(
    "--hints",
    "asked",
    multiple=True,
    metavar="TITLE:SEATS:POSITIONS:FIRST",
    help="Where `hints` and `calibration` take positions, from which match on, such as"
    " seismic:4:200:1; may be repeated.",
)
@click.option(
    "--deals",
    "dealt",
    multiple=True,
    metavar="SEATS:OTHERS:MATCHES:FIRST[:HOW]",
    help="Where one seat `deals`, from which match on, such as 4:greedy:100:0 or "
    "4:greedy-rival:100:0; may be repeated.",
)
@click.option("--jobs", default=1, show_default=True, help="How many processes play them.")
def bench(
    parts: tuple[str, ...],
    *,
    as_json: bool,
    database: str | None,
    meetings: tuple[str, ...],
    matches: int | None,
    ones: tuple[str, ...],
    asked: tuple[str, ...],
    dealt: tuple[str, ...],
    jobs: int,
) -> None:
    """Measure the parts named, or all of them."""
    if database is not None and parts != ("table",):
        raise click.UsageError("--database is for `table` alone")
    if meetings and parts != ("agents",):
        raise click.UsageError("--meeting is for `agents` alone")
    if matches is not None and not (parts and {*parts} <= COUNTED):
        raise click.UsageError("--matches is for `levels`, `reviews` and `luck` alone")
    if ones and (parts != ("levels",) or matches is None):
        raise click.UsageError("--level is for `levels` alone, with --matches")
    if asked and parts not in {("hints",), ("calibration",)}:
        raise click.UsageError("--hints is for `hints` and `calibration` alone")
    if dealt and parts != ("deals",):
        raise click.UsageError("--deals is for `deals` alone")
    figures: dict[str, Mapping[str, Any]] = {}
    for part in parts or PARTS:
        typed = meetings or asked
        how: tuple[str | int, ...] = (*typed, jobs) if typed else ()
        if matches is not None:
            how = (matches, jobs, *ones)
        elif dealt:
            how = dealt
        elif database is not None:
            how = (database,)
        figures[part] = measured(part, *how)
        if not as_json:
            click.echo(click.style(part, bold=True))
            width = max(36, *(len(name) for name in figures[part]))
            for name, figure in figures[part].items():
                click.echo(f"  {name:{width}}{figure:>12}".rstrip())
    if as_json:
        click.echo(dumps(figures, indent=2))


def measured(part: str, *how: str | int) -> Mapping[str, Any]:
    """Return the figures of a part; `how` is what else was typed for it."""
    try:
        measure = import_module(f"tests.bench.{part}").measure
    except ImportError as error:
        text = f"{part} needs {error.name}: install the group bench (uv sync)."
        raise Refusal(text, Exit.WRONG_USE) from None
    try:
        found = measure(*how)
    except ValueError as error:
        raise Refusal(str(error), Exit.WRONG_USE) from None
    except EngineError as error:
        raise Refusal(sentence(error), Exit.WRONG_USE) from None
    return asyncio.run(found) if inspect.iscoroutine(found) else found


if __name__ == "__main__":
    bench(prog_name="python -m tests.bench")
