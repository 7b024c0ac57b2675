"""Records: played between computer players, read, verified, written in another notation.

Neither Discord nor a database is needed.
"""

from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from bot.command_line.exits import Exit, Refusal, sentence
from engine.agents import agent as agent_named
from engine.draws import SealedDraws, commitment, key
from engine.draws import verify as verified
from engine.errors import EngineError
from engine.game import AnyGame, Decision, OptionValue, Seat, Setup
from engine.record import Record
from engine.record_text import LONGEST, read_record, write_record
from engine.referee import Referee, finished, new_header
from engine.registry import game as game_named
from engine.registry import games
from engine.replay import Replay

RECORD = click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
"""The file of a record."""
LATER: Final = "-"
"""The name of standard output."""


def read(path: Path) -> tuple[AnyGame, Record[Any]]:
    """Return the record in a file with its game; end the command if it can't be read."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)  # one more than is allowed will be refused
        record = read_record(games(), text)
    except UnicodeDecodeError:
        raise Refusal(f"{path}: this is not a text file", Exit.FOUND_FAULTS) from None
    except EngineError as error:
        raise refused(path, error) from None
    return games()[record.header.game], record


def replayed(path: Path) -> tuple[Record[Any], Replay[Any, Any]]:
    """Return the record in a file, every line checked; end the command at the first bad one."""
    game, record = read(path)
    try:
        return record, Replay(game, record)
    except EngineError as error:
        raise refused(path, error) from None


def proved(path: Path) -> tuple[AnyGame, Record[Any], int]:
    """Return the record in a file with its game and how many draws it has, all of them proved.

    Ends the command if the match is not over, or anything of it is not right.
    """
    game, record = read(path)
    try:
        return game, record, verified(game, record)
    except EngineError as error:
        raise refused(path, error) from None


def refused(path: Path, error: EngineError) -> Refusal:
    """Return the end of a command whose record is at fault."""
    return Refusal(f"{path}: {sentence(error)}", Exit.FOUND_FAULTS)


@click.command(short_help="Check every line and every draw of a finished match.")
@RECORD
def verify(record: Path) -> None:
    """Check a finished match: every line, and that nobody but the sealed seed chose the draws."""
    _, played, draws = proved(record)
    lines = len(played.entries)
    click.echo(f"{record}: all {lines} lines replay{'' if played.ended else ' to the outcome'}.")
    click.echo(f"All {draws} draws follow from the seed, and the seed matches its seal:")
    click.echo(f"seal {played.header.commitment}")
    click.echo(f"seed {played.seed}")
    unproved = "that these players chose these moves"
    if played.ended:
        click.echo(f"By the record its table ended it by vote after line {lines}.")
        unproved += ", that the table voted, that nothing was played after the last line"
    click.echo(f"No record proves {unproved}.")


@click.command(short_help="Write a record in another notation.")
@RECORD
@click.option(
    "--format",
    "notation",
    type=click.Choice(["ppn"]),
    default="ppn",
    show_default=True,
    help="Portable Piecepack Notation, for games of the piecepack.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where it goes; next to the record without it.",
)
def export(record: Path, notation: str, out: Path | None) -> None:
    """Write a match in another notation; its lines are checked first."""
    played, _ = replayed(record)
    module = f"engine.games.{played.header.game}.piecepack"
    if find_spec(module) is None:
        text = f"{record}: {played.header.game} is no game of the piecepack"
        raise Refusal(text, Exit.WRONG_USE)
    target = out or record.with_suffix(f".{notation}")
    target.write_text(import_module(module).portable(played), encoding="utf-8")
    click.echo(f"{target}: {len(played.entries)} lines.")


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
@click.option(
    "--agent",
    default="uniform",
    show_default=True,
    metavar="LEVEL[:CHARACTER]",
    help="Who plays every seat, such as beginner, expert or greedy:rival.",
)
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
        named = {name.strip() for name in variants.split(",")} - {""}
        setup = Setup(seats, tuple(sorted(named)), _options(rules, options))
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


def played(game: AnyGame, setup: Setup, seed: str, *agents: str) -> Record[Any]:
    """Return a match between computer players; the same seed plays the same one.

    `agents` play its seats: one plays all, without any they do anything legal.
    """
    secret = sha256(f"draws of {seed}".encode()).digest()
    joins = tuple(f"seat {number}" for number in range(1, setup.seats + 1))
    header = new_header(game, setup, commitment(secret), joins)
    draws = SealedDraws(key(secret, joins))
    chance = Random(f"agents of {seed}")  # noqa: S311 - no secret
    choosers = [agent_named(each) for each in agents or ("uniform",)]
    referee = Referee(game)
    progress = referee.begin(header, draws)
    while isinstance(node := game.node(progress.state), Decision):
        seat = min(node.seats)
        legal = tuple(game.legal_actions(progress.state, seat))
        chooser = choosers[seat % len(choosers)]
        action = chooser.choose(game.observe(progress.state, seat), legal, chance)
        progress = referee.submit(progress, Seat(seat), action, draws)
    outcome = referee.outcome(progress)
    assert outcome is not None
    return finished(progress.record, outcome, secret)


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
