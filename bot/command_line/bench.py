"""Measure how fast the parts are on this machine."""

import asyncio
import inspect
from collections.abc import Mapping
from importlib import import_module
from json import dumps
from typing import Any, Final

import click

from bot.command_line.exits import Exit, Refusal

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
)


@click.command(short_help="Measure how fast the parts are here.")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar=f"[{'|'.join(PARTS)}]…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object of figures.")
@click.option(
    "--database",
    metavar="URL",
    help="Where `table` plays: a database that may be filled; else an SQLite file of its own.",
)
def bench(parts: tuple[str, ...], as_json: bool, database: str | None) -> None:  # noqa: FBT001 - click's flag
    """Measure the parts named, or all of them."""
    if database is not None and parts != ("table",):
        raise click.UsageError("--database is for `bench table` alone")
    figures: dict[str, Mapping[str, Any]] = {}
    for part in parts or PARTS:
        figures[part] = measured(part) if database is None else measured(part, database)
        if not as_json:
            click.echo(click.style(part, bold=True))
            width = max(36, *(len(name) for name in figures[part]))
            for name, figure in figures[part].items():
                click.echo(f"  {name:{width}}{figure:>12}")
    if as_json:
        click.echo(dumps(figures, indent=2))


def measured(part: str, *where: str) -> Mapping[str, Any]:
    """Return the figures of a part; `where` is the address of a database, if one is given."""
    try:
        measure = import_module(f"bot.benchmarks.{part}").measure
    except ImportError as error:
        text = f"bench {part} needs {error.name}: install the group bench (uv sync)."
        raise Refusal(text, Exit.WRONG_USE) from None
    found = measure(*where)
    return asyncio.run(found) if inspect.iscoroutine(found) else found
