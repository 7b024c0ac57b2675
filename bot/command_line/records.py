"""Records from files: read, replayed, verified."""

from pathlib import Path
from typing import Any

import click

from bot.command_line.exits import Exit, Refusal, sentence
from engine.draws import verify as verified
from engine.errors import EngineError
from engine.game import AnyGame
from engine.record import Record
from engine.record_text import LONGEST, read_record
from engine.registry import games
from engine.replay import Replay

RECORD = click.argument("record", type=click.Path(exists=True, dir_okay=False, path_type=Path))
"""The file of a record."""


def read(path: Path) -> tuple[AnyGame, Record[Any]]:
    """Return the record in a file with its game; end the command if it can't be read."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)  # one more than is allowed will be refused
        record = read_record(games(), text)
    except UnicodeDecodeError:
        raise Refusal(f"{path}: this is no text", Exit.FOUND_FAULTS) from None
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


def refused(path: Path, error: EngineError) -> Refusal:
    """Return the end of a command whose record is at fault."""
    return Refusal(f"{path}: {sentence(error)}", Exit.FOUND_FAULTS)


@click.command(short_help="Check every line and every draw of a finished match.")
@RECORD
def verify(record: Path) -> None:
    """Check a finished match: every line, and that nobody but the sealed seed chose the draws."""
    game, played = read(record)
    try:
        draws = verified(game, played)
    except EngineError as error:
        raise refused(record, error) from None
    click.echo(f"{record}: all {len(played.entries)} lines replay.")
    click.echo(f"All {draws} draws are what the seed draws, and the seed fits its seal:")
    click.echo(f"seal {played.header.commitment}")
    click.echo(f"seed {played.seed}")
