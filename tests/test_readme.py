"""What README promises is there: files, commands, settings, permissions."""

import re
from pathlib import Path
from typing import Final

import click
import discord
import pytest

from bot.command_line.exits import Exit
from bot.command_line.main import COMMANDS, CommandGroup, main
from bot.messages.channels import IN_THREADS, TO_OPEN_THREADS, TO_POST
from bot.settings import Settings

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
SECURITY: Final = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
FILES: Final = sorted(
    {
        *re.findall(r"\]\(([^)h][^)]*)\)", README),
        *re.findall(r"`((?:engine|render|bot|migrations|tests)/[\w/.]*)`", README),
        *re.findall(r"`((?:bot|tests)/[\w/.]*|[\w@.-]+\.(?:yaml|toml|service))`", SECURITY),
        ".env.example",
        ".ci/run",
    }
    - {f"{layer}/games/x" for layer in ("engine", "render", "bot")}
)


@pytest.mark.parametrize("file", FILES)
def test_every_file_that_is_named_is_there(file: str) -> None:
    assert (ROOT / file).exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_listed(name: str) -> None:
    assert re.search(rf"^\| `{name}\b", README, re.MULTILINE)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_listed_with_its_default(name: str) -> None:
    default = Settings.model_fields[name].default
    shown = "" if default is None else f"`{default}` "

    assert f"| `{name.upper()}` | {shown}|" in README


@pytest.mark.parametrize(
    "typed", sorted(set(re.findall(r"python -m bot (?!…|`)([\w-]+[^`|]*?)[`,]", README + SECURITY)))
)
def test_every_command_that_is_told_can_be_typed_like_that(typed: str) -> None:
    name, *words = typed.split()
    assert isinstance(main, CommandGroup)
    command = main.get_command(click.Context(main), name)

    assert command is not None
    known = {each for option in command.params for each in option.opts}
    assert {each for each in words if each.startswith("--")} <= known
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    values = sum(not each.startswith("-") for each in words)
    assert values <= len(arguments) + sum(each.startswith("--") for each in words)


def test_containers_and_units_that_are_told_of_are_there() -> None:
    services = re.findall(r"^  (\w+):$", (ROOT / "compose.yaml").read_text("utf-8"), re.MULTILINE)
    typed = re.findall(r"docker compose (?:run --rm|rm --force|logs) (\w+)", README)
    typed += re.findall(r"--scale (\w+)=2 \1`", README)

    assert typed
    assert set(typed) <= set(services)
    assert set(re.findall(r"(\w+)@\w+`", README)) == {"faultline"}


def test_every_exit_code_is_told() -> None:
    told = re.search(r"Exit codes: (.*?)\.\n", README, re.DOTALL)

    assert told is not None
    assert [int(code) for code in re.findall(r"\d", told[1])] == list(Exit)


def test_the_address_that_invites_asks_for_what_the_bot_needs() -> None:
    asked = re.search(r"permissions=(\d+)", README)

    assert asked is not None
    needed = dict.fromkeys((*TO_POST, *IN_THREADS, *TO_OPEN_THREADS), True)
    assert discord.Permissions(int(asked[1])) == discord.Permissions(**needed)
