"""Puzzles of coming days, made ahead and stored."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from time import monotonic
from typing import Final

import click

from bot import logs
from bot.app import UnusableDatabase, file_of, opened
from bot.command_line.exits import Exit, Refusal
from bot.hosting.advice.puzzles import kept
from bot.settings import Settings
from engine.agents.heuristics import unit_of
from engine.puzzles import done, making

MOST_DAYS: Final = 366


@click.command(short_help="Make the puzzles of the next days ahead.")
@click.option(
    "--from",
    "first",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The first day, such as 2026-12-01; without it, today in UTC.",
)
@click.option(
    "--days", type=click.IntRange(1, MOST_DAYS), default=7, show_default=True, help="How many days."
)
@click.option("--seed", metavar="TEXT", help="Instead of PUZZLE_SEED.")
def puzzles(first: datetime | None, days: int, seed: str | None) -> None:
    """Make the puzzles of some days and store them; a day that has one keeps it.

    Each takes seconds or some minutes. Stopped and started again, it continues where it stopped.
    With PostgreSQL the bot may keep running; with SQLite it must be stopped first, or left to make
    the next days' puzzles by itself (PUZZLES).
    """
    settings = Settings.read()
    logs.begin("ERROR", settings.log_format)
    begin = datetime.now(UTC).date() if first is None else first.date()
    wanted = [begin + timedelta(days=n) for n in range(days)]
    chosen = settings.puzzle_seed if seed is None else seed
    try:
        found = asyncio.run(_make(settings.database_url, wanted, chosen))
    except UnusableDatabase as error:
        text = f"The database of DATABASE_URL can't be used: {error}"
        if file_of(settings.database_url) is not None:
            text += ". A running bot makes the next days' puzzles by itself"
        raise Refusal(text, Exit.DATABASE_REFUSED) from None
    if found < len(wanted):
        text = f"{len(wanted) - found} of {len(wanted)} days have no puzzle: none was found."
        raise Refusal(text, Exit.FOUND_FAULTS)
    click.echo(f"Days with their puzzle: {found} of {len(wanted)}.")


async def _make(url: str, wanted: list[date], seed: str) -> int:
    """Make what is lacking, and return how many of the days have a puzzle."""
    async with opened(url) as parts:
        store = parts.stores.puzzles
        lacking = await store.find_lacking(wanted)
        found = len(wanted) - len(lacking)
        if found:
            click.echo(f"Days that have their puzzle already: {found} of {len(wanted)}.")
        for day in lacking:
            began = monotonic()
            puzzle = await asyncio.to_thread(done, making(day, seed))
            seconds = round(monotonic() - began)
            if puzzle is None:
                click.echo(f"{day}: nothing clear enough was found, in {seconds} s.")
                continue
            is_new = await store.keep(kept(day, seed, puzzle))
            found += 1
            unit = unit_of(puzzle.record.header.game)
            measured = "wins in 100" if unit.name == "wins" else "points"
            margin = puzzle.values[puzzle.answer] - sorted(puzzle.values)[-2]
            title, kind = puzzle.record.header.game, type(puzzle.options[puzzle.answer]).__name__
            told = f"{title}, {kind}, the best of {len(puzzle.options)} moves by"
            late = "" if is_new else "; another process had stored one before"
            click.echo(f"{day}: {told} {margin * unit.each:.1f} {measured}, in {seconds} s{late}.")
    return found
