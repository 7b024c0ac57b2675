"""The commands by name. Each is imported when it is called: most need neither Discord nor SQL."""

import gc
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

import click

from bot.command_line.exits import EXIT_CODES, Exit, Refusal, sentence
from bot.settings import Settings, WrongSettings
from engine.errors import BadSetup

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "run": "operate",
        "playground": "operate",
        "migrate": "migrate",
        "check": "check",
        "health": "health",
        "backup": "backup",
        "restore": "backup",
        "copy": "copy",
        "resume": "operate",
        "replay": "replay",
        "page": "page",
        "review": "review",
        "export": "records",
        "verify": "records",
        "simulate": "records",
        "puzzles": "puzzles",
        "ratings": "ratings",
        "levels": "levels",
    }
)
"""The module of each command, in the order of the help."""


class CommandGroup(click.Group):
    """A group whose commands are found when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of this name."""
        if cmd_name not in COMMANDS:
            return None
        # What is loaded stays. Looking through it for garbage would take a tenth of the start, and
        # later keep the event loop from its work.
        gc.disable()
        module = import_module(f"bot.command_line.{COMMANDS[cmd_name]}")
        gc.freeze()
        gc.enable()
        command: click.Command = getattr(module, cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; wrong settings, or a wrong file of a game, end it with a line for each."""
        try:
            return super().invoke(ctx)
        except WrongSettings as error:
            raise Refusal("\nError: ".join(error.lines), Exit.WRONG_USE) from None
        except BadSetup as error:
            raise Refusal(sentence(error), Exit.WRONG_USE) from None


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.pass_context
def main(context: click.Context) -> None:
    """Faultline: earthquake board games in Discord, at your own pace.

    Without a command: runs the bot if DISCORD_TOKEN is set, else the playground, which is the
    real bot in a simulated Discord on this machine. Settings are in .env.example.
    """
    if context.invoked_subcommand is None:
        chosen = "run" if Settings.read().discord_token else "playground"
        command = CommandGroup.get_command(context.command, context, chosen)  # type: ignore[arg-type]
        assert command is not None
        context.invoke(command)
