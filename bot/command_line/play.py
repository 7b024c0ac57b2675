"""The playground: the real bot in a simulated Discord on this machine, without a token."""

import asyncio
from importlib import import_module
from pathlib import Path

import click

from bot import logs
from bot.command_line.exits import Exit, Refusal
from bot.settings import Settings


@click.command(short_help="Try the bot without a token, in a browser.")
@click.option("--port", type=click.IntRange(0, 65535), help="Instead of PLAYGROUND_PORT.")
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the playground's SQLite database here; the file must be new.",
)
def playground(port: int | None, database: Path | None) -> None:
    """Try the bot without a token: open the printed address in a browser.

    The real bot runs in a simulated Discord with three people. Only this machine can reach it,
    and everything is gone when it ends, unless --database names a file.
    """
    settings = Settings.read()
    if database is not None and database.exists():
        raise Refusal(f"--database: {database} is there already", Exit.WRONG_USE)
    logs.begin("ERROR" if settings.log_level == "INFO" else settings.log_level, settings.log_format)
    try:
        run = import_module("bot.playground.run").run
    except ImportError as error:
        text = f"The playground needs {error.name}: install the group playground (uv sync)."
        raise Refusal(text, Exit.WRONG_USE) from None
    chosen = settings.playground_port if port is None else port
    asyncio.run(run(chosen, database, click.echo))
