"""Let the levels of computer players play one another, and rate them."""

from json import dumps
from pathlib import Path

import click

from bot.command_line.records import played
from bot.table.people.levels import FILE, agents_of, lineup, strengths
from engine.game import Setup
from engine.registry import games


@click.command(short_help="Rate the levels of computer players.")
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
def levels(matches: int, seed: str, out: Path) -> None:
    """Let the levels of computer players play one another at each title, and store their ratings.

    The matches take turns at all numbers of seats. They need seconds each, because of the experts.
    The ranking draws these ratings as dashed lines.
    """
    titles = {}
    for key, game in games().items():
        found = []
        for number in range(matches):
            every = game.meta.seats
            seated = lineup(every[number % len(every)], number // len(every))
            setup, agents = Setup(len(seated)), agents_of(seated)
            record = played(game, setup, f"{key} {number} of {seed}", *agents)
            assert record.outcome is not None
            found.append((seated, record.outcome.ranks))
            click.echo(f"{key}: {number + 1} of {matches} matches", err=True)
        ratings = {level: one._asdict() for level, one in strengths(found).items()}
        titles[key] = {"matches": matches, "seats": list(every), "levels": ratings}
    command = f"python -m bot levels --matches {matches} --seed {seed}"
    text = dumps({"command": command, "titles": titles}, indent=2)
    out.write_text(f"{text}\n", encoding="utf-8")
    click.echo(f"{out}: {len(titles)} titles.")
