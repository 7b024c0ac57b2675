"""Let the levels of computer players play one another, and rate them."""

from json import dumps, loads
from pathlib import Path

import click

from bot.command_line.records import played
from bot.table.people.levels import FILE, agents_of, lineup, strengths
from engine.game import Setup
from engine.registry import games


@click.command(short_help="Rate the levels of computer players.")
@click.argument("names", nargs=-1, metavar="[GAME]...", type=click.Choice(list(games())))
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="How many matches of each title.",
)
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same ones.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=FILE,
    metavar="FILE",
    help="Where the ratings go; without it, where the ranking reads them.",
)
def levels(names: tuple[str, ...], matches: int, seed: str, out: Path) -> None:
    """Let the levels of computer players play one another, and store their ratings.

    At each GAME that is named, or at all; those of others stay as they are. The matches take turns
    at all numbers of seats. They need seconds each, because of the experts. The ranking draws these
    ratings as dashed lines.
    """
    titles = loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    for key in names or games():
        game, found = games()[key], []
        for number in range(matches):
            every = game.meta.seats
            seated = lineup(every[number % len(every)], number // len(every))
            setup, agents = Setup(len(seated)), agents_of(seated)
            record = played(game, setup, f"{key} {number} of {seed}", *agents)
            assert record.outcome is not None
            found.append((seated, record.outcome.ranks))
            click.echo(f"{key}: {number + 1} of {matches} matches", err=True)
        ratings = {level: one._asdict() for level, one in strengths(found).items()}
        command = f"python -m bot levels {key} --matches {matches} --seed {seed}"
        titles[key] = {"command": command, "seats": every, "levels": ratings}
        out.write_text(f"{dumps(titles, indent=2)}\n", encoding="utf-8")
    click.echo(f"{out}: {', '.join(titles)}.")
