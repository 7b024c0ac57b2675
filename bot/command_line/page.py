"""Write a finished match as a page for a browser."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bot.command_line.exits import Exit, Refusal
from bot.command_line.records import RECORD, proved
from bot.command_line.replay import match_of
from bot.games.abilities import ShowsMaps
from bot.games.registry import panels
from bot.hosting.advice.reviews import Review
from bot.locale.localisation import LANGUAGES
from bot.messages.page.contents import contents
from bot.messages.page.file import written
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match
from engine.agents.review import can_be_reviewed, tasks
from engine.game import AnyGame, Seat
from engine.record import Record
from engine.replay import Replay


@click.command(short_help="Write a finished match as a page for a browser.")
@RECORD
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where it goes; next to the record without it.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    help="For browsers that want none of these; the page has them all.",
)
@click.option("--names", metavar="NAME,NAME…", help="Of the players; without it they have letters.")
@click.option("--review", is_flag=True, help="With a review: it takes a minute or more.")
def page(record: Path, out: Path | None, language: str, names: str | None, *, review: bool) -> None:
    """Write one HTML file with the board after every move, in all languages.

    Any browser opens it, without a network. It refuses what `verify` refuses.
    """
    rules, played, draws = proved(record)
    panel = panels()[rules.meta.key]
    if not isinstance(panel, ShowsMaps):
        raise Refusal(f"{record}: {rules.meta.key} has no maps to look through", Exit.WRONG_USE)
    match = _named(replace(match_of(played), id=MatchId(0)), names)
    looked = _review(rules, played) if review else None
    data = written(contents(panel, LoadedMatch(match, Replay(rules, played)), language, looked))
    target = out or record.with_suffix(".html")
    target.write_bytes(data)
    lines = len(played.entries)
    click.echo(f"{target}: {lines} lines, {draws} draws, {len(data) // 1000} kB.")


def _named(match: Match, names: str | None) -> Match:
    if names is None:
        return match
    given = [each.strip() for each in names.split(",")]
    if len(given) != len(match.chairs) or not all(given):
        text = f"--names: the match has {len(match.chairs)} players, a name for each"
        raise Refusal(text, Exit.WRONG_USE)
    chairs = (replace(each, name=name) for each, name in zip(match.chairs, given, strict=True))
    return replace(match, chairs=tuple(chairs))


def _review(rules: AnyGame, played: Record[Any]) -> Review | None:
    if not can_be_reviewed(rules.meta.key):
        return None
    every = tasks(rules, played)
    click.echo(f"Looking back on {len(every)} decisions and draws …", err=True)
    seats = tuple(map(Seat, range(played.header.setup.seats)))
    return Review(seats, tuple(each.done() for each in every), len(every), is_done=True)
