"""Write a record in a notation that other programs read."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from bot.command_line.exits import Exit, Refusal
from bot.command_line.records import RECORD, replayed


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
