"""What README and the documents beside it promise is there: files, commands, settings, links."""

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
PAGES: Final = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in (ROOT, ROOT / "docs")
    for path in sorted(folder.glob("*.md"))
}
README: Final = PAGES["README.md"]
MOST_LINES: Final = 130
"""At most how many lines README has: it is a welcome, the rest stands in `docs`."""
TODAY: Final = "\n".join(text for name, text in PAGES.items() if name != "CHANGELOG.md")
"""All that is said of the program as it is now; the changes may name what is gone."""
PATHS: Final = r"(?:engine|render|bot|migrations|tests)/[\w/.]*|[\w@.-]+\.(?:yaml|toml|service)"
FILES: Final = sorted(
    {*re.findall(rf"`({PATHS})`", TODAY), ".env.example", ".ci/run"}
    - {f"{layer}/games/x" for layer in ("engine", "render", "bot")}
)
LINKS: Final = [
    (name, link) for name, text in PAGES.items() for link in re.findall(r"\]\(([^)\s]+)\)", text)
]


def anchors(page: str) -> set[str]:
    """Return what a link may name behind `#`: the headings of a page, as GitHub spells them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= MOST_LINES


@pytest.mark.parametrize(("name", "link"), LINKS)
def test_every_link_leads_somewhere(name: str, link: str) -> None:
    if link.startswith("https:"):
        return
    path, _, anchor = link.partition("#")
    there = (ROOT / name).parent.joinpath(path).resolve() if path else ROOT / name

    assert there.exists()
    if anchor:
        assert anchor in anchors(PAGES[there.relative_to(ROOT).as_posix()])


@pytest.mark.parametrize("name", [each for each in PAGES if each.startswith("docs/")])
def test_readme_leads_to_every_document(name: str) -> None:
    assert f"]({name})" in README


def test_every_size_is_told_once() -> None:
    sizes = re.findall(r"[\d.]+ (?:[KMG]i?B|kB)\b", "\n".join(PAGES.values()))

    assert len(sizes) == len(set(sizes))


@pytest.mark.parametrize("file", FILES)
def test_every_file_that_is_named_is_there(file: str) -> None:
    assert (ROOT / file).exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_listed(name: str) -> None:
    assert re.search(rf"^\| `{name}\b", TODAY, re.MULTILINE)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_listed_with_its_default(name: str) -> None:
    default = Settings.model_fields[name].default
    shown = "" if default is None else f"`{default}` "

    assert f"| `{name.upper()}` | {shown}|" in TODAY


@pytest.mark.parametrize(
    "typed", sorted(set(re.findall(r"python -m bot (?!…|`)([\w-]+[^`|]*?)[`,]", TODAY)))
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
    typed = re.findall(r"docker compose (?:run --rm|rm --force|logs) (\w+)", TODAY)
    typed += re.findall(r"--scale (\w+)=2 \1`", TODAY)

    assert typed
    assert set(typed) <= set(services)
    assert set(re.findall(r"(\w+)@\w+`", TODAY)) == {"faultline"}


def test_every_exit_code_is_told() -> None:
    told = re.search(r"Exit codes: (.*?)\.\n", TODAY, re.DOTALL)

    assert told is not None
    assert [int(code) for code in re.findall(r"\d", told[1])] == list(Exit)


def test_the_address_that_invites_asks_for_what_the_bot_needs() -> None:
    asked = re.search(r"permissions=(\d+)", README)

    assert asked is not None
    needed = dict.fromkeys((*TO_POST, *IN_THREADS, *TO_OPEN_THREADS), True)
    assert discord.Permissions(int(asked[1])) == discord.Permissions(**needed)
