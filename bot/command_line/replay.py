"""Show a record: its scores, the board after a line, the whole match as an animation."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from bot.command_line.exits import Exit, Refusal
from bot.command_line.records import RECORD, replayed
from bot.games.panel import AnyView, View
from bot.games.registry import panels
from bot.hosting.match.history import History
from bot.locale.localisation import LANGUAGES, words
from bot.messages.viewing import Reader, moments
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, Match, Status, Venue
from engine.game import PUBLIC
from engine.record import Record, standing
from engine.registry import game

LETTERS = "ABCDEFGH"


@click.command(short_help="Show scores, a board or the whole match of a record.")
@RECORD
@click.option("--at", type=int, metavar="N", help="Write the board after line N as a picture.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the picture of --at goes."
)
@click.option(
    "--gif",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the match as an animated picture.",
)
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", help="Of words in the pictures."
)
def replay(record: Path, at: int | None, out: Path | None, gif: Path | None, language: str) -> None:
    """Play a record again and print the scores.

    Every line is checked on the way. Lines count from 1; --at 0 is the table before the first.
    """
    played, lines = replayed(record)
    rules, match, said = game(played.header.game), match_of(played), words(language)
    panel = panels()[match.game]
    gone = sum(e.move is not None for e in played.entries) - len(standing(played.entries))
    taken_back = f", {gone} of them taken back" if gone else ""
    click.echo(f"{panel.title(said)}: {len(lines)} lines{taken_back}")
    outcome = played.outcome
    if played.ended and rules.meta.standing:
        click.echo("ended by vote: the points count as they were")
        outcome = rules.meta.standing(rules.observe(lines.state, PUBLIC))
    if outcome is None:
        click.echo("not over yet")
    else:
        for seat in sorted(range(len(outcome.ranks)), key=outcome.ranks.__getitem__):
            rank, score = outcome.ranks[seat], outcome.scores[seat]
            click.echo(f"{rank}. Player {LETTERS[seat]}: {score}")
    if at is not None:
        if not 0 <= at <= len(lines):
            raise Refusal(f"--at: the record has lines 0 to {len(lines)}", Exit.WRONG_USE)
        seen: AnyView = View(match, PUBLIC, rules.observe(lines.before(at), PUBLIC), (), at, said)
        picture = out or record.with_name(f"{record.stem}-{at}.png")
        _written(picture, panel.board(seen).picture.data)
    if gif is not None:
        # What was taken back is no part of the film.
        past = tuple(each for each in History(rules, lines, PUBLIC) if each.stands)
        film = panel.animation(moments(match, past, Reader(PUBLIC, said)))
        _written(gif, film.picture.data)


def match_of(record: Record[Any]) -> Match:
    """Return a match around a record from a file: its players have letters, no names."""
    seats = range(record.header.setup.seats)
    now = datetime.now(UTC)
    return Match(
        id=MatchId(1),
        game=record.header.game,
        status=Status.FINISHED if record.outcome or record.ended else Status.PLAYING,
        host=PlayerId(1),
        venue=Venue(None, 0),
        places=len(seats),
        setup=record.header.setup,
        commitment=record.header.commitment,
        chairs=tuple(
            Chair(LETTERS[seat], join, PlayerId(seat + 1), letter=LETTERS[seat])
            for seat, join in zip(seats, record.header.joins, strict=True)
        ),
        opened_at=now,
        changed_at=now,
        has_begun=True,
        line=len(record.entries),
    )


def _written(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    click.echo(f"{path}: {len(data) // 1000} kB")
