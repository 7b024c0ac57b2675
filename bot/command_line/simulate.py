"""Play a match between computer players, without Discord and without a database."""

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from bot.command_line.exits import Exit, Refusal, sentence
from engine.agents import agent as agent_named
from engine.draws import SealedDraws, commitment, key
from engine.errors import EngineError
from engine.game import AnyGame, Decision, OptionValue, Seat, Setup
from engine.record import Record
from engine.record_text import write_record
from engine.referee import Referee, finished, new_header
from engine.registry import game as game_named

LATER: Final = "-"
"""The name of standard output."""


@click.command(short_help="Play a match between computer players.")
@click.argument("game")
@click.option("--seats", type=int, help="How many players; without it, as few as can play.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same match.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default=LATER,
    metavar="RECORD",
    help="Where the record goes; standard output without it.",
)
@click.option("--agent", default="uniform", show_default=True, help="Who plays every seat.")
@click.option(
    "--variants",
    default="",
    metavar="NAME,NAME…",
    help="Variants of the game, such as big_one,aftershocks.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the game, such as table_radius=5; may be repeated.",
)
def simulate(
    game: str,
    seats: int | None,
    seed: str,
    out: Path,
    agent: str,
    variants: str,
    options: tuple[str, ...],
) -> None:
    """Play a match of GAME between computer players, and write its record.

    GAME is aftershock, san_andreas or seismic. No Discord and no database are needed.
    """
    try:
        rules = game_named(game)
        seats = rules.meta.seats[0] if seats is None else seats
        setup = Setup(seats, _variants(variants), _options(rules, options))
        record = played(rules, setup, seed, agent)
    except EngineError as error:
        raise Refusal(sentence(error), Exit.WRONG_USE) from None
    text = write_record(rules, record)
    if str(out) == LATER:
        click.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
    scores = ", ".join(str(each) for each in record.outcome.scores) if record.outcome else ""
    click.echo(f"{out}: {len(record.entries)} lines, final scores {scores}.")


def played(game: AnyGame, setup: Setup, seed: str, agent: str = "uniform") -> Record[Any]:
    """Return a match between computer players; the same seed plays the same one."""
    secret = sha256(f"draws of {seed}".encode()).digest()
    joins = tuple(f"seat {number}" for number in range(1, setup.seats + 1))
    header = new_header(game, setup, commitment(secret), joins)
    draws = SealedDraws(key(secret, joins))
    chance, chooser = Random(f"agents of {seed}"), agent_named(agent)  # noqa: S311 - no secret
    referee = Referee(game)
    progress = referee.begin(header, draws)
    while isinstance(node := game.node(progress.state), Decision):
        seat = min(node.seats)
        legal = tuple(game.legal_actions(progress.state, seat))
        action = chooser.choose(game.observe(progress.state, seat), legal, chance)
        progress = referee.submit(progress, Seat(seat), action, draws)
    outcome = referee.outcome(progress)
    assert outcome is not None
    return finished(progress.record, outcome, secret)


def _variants(given: str) -> tuple[str, ...]:
    """Read names between commas; each counts once."""
    names = (name.strip() for name in given.split(","))
    return tuple(sorted({name for name in names if name}))


def _options(game: AnyGame, given: tuple[str, ...]) -> dict[str, OptionValue]:
    """Read settings by the values that the game offers; defaults are left out of a setup."""
    offered = {each.name: each.values for each in game.meta.options}
    found: dict[str, OptionValue] = {}
    for name, _, text in (each.partition("=") for each in given):
        if name not in offered:
            known = ", ".join(offered)
            raise Refusal(f"--option: no setting {name!r}; there are: {known}", Exit.WRONG_USE)
        values = {str(value).lower(): value for value in offered[name]}
        if text.lower() not in values:
            known = ", ".join(values)
            raise Refusal(f"--option: {name} is one of {known}", Exit.WRONG_USE)
        if values[text.lower()] != offered[name][0]:
            found[name] = values[text.lower()]
    return found
