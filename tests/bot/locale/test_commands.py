"""Names of commands keep Discord's limits in every language, and differ from their neighbours."""

import re
from typing import Any

import discord
import pytest

from bot.games.registry import panels
from bot.locale.localisation import language_of
from tests.bot import commanding

SPOKEN = [each.value for each in discord.Locale if language_of(each.value) != "en"]
LOCALES = [None, *SPOKEN]
TYPED = discord.AppCommandType.chat_input.value
NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture
async def payloads() -> list[dict[str, Any]]:
    every = await commanding.payloads()
    return [each for each in every if each["type"] == TYPED]


async def test_what_stands_in_the_menu_of_a_person_is_translated() -> None:
    (menu,) = [each for each in await commanding.payloads() if each["type"] != TYPED]

    called = {locale: local(menu, "name", locale) for locale in (None, "fr", "es-ES")}

    assert list(called.values()) == ["Block at tables", "Bloquer aux tables", "Bloquear en mesas"]
    assert menu["type"] == discord.AppCommandType.user.value


def walked(commands: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return every list of neighbours."""
    deeper = [each for command in commands for each in walked(command.get("options", []))]
    return [commands, *deeper] if commands else []


def local(thing: dict[str, Any], what: str, locale: str | None) -> str:
    if locale is None:
        return str(thing[what])
    return str(thing.get(f"{what}_localizations", {}).get(locale, thing[what]))


@pytest.mark.parametrize("locale", LOCALES)
async def test_names_are_legal_and_distinct(
    payloads: list[dict[str, Any]], locale: str | None
) -> None:
    for neighbours in walked(payloads):
        names = [local(each, "name", locale) for each in neighbours]

        assert len(set(names)) == len(names), names
        assert all(NAME.fullmatch(name) and name == name.lower() for name in names), names


@pytest.mark.parametrize("locale", LOCALES)
async def test_descriptions_fit(payloads: list[dict[str, Any]], locale: str | None) -> None:
    described = [local(each, "description", locale) for row in walked(payloads) for each in row]

    assert all(1 <= len(each) <= 100 for each in described), described


async def test_a_command_stays_below_eight_thousand_characters(
    payloads: list[dict[str, Any]],
) -> None:
    for command in payloads:
        rows = [each for row in walked([command]) for each in row]
        longest = sum(
            max(len(local(each, what, locale)) for locale in LOCALES)
            for each in rows
            for what in ("name", "description")
        )

        assert longest <= 8000


async def test_every_name_that_has_another_word_is_translated(
    payloads: list[dict[str, Any]],
) -> None:
    names = {each["name"]: local(each, "name", "fr") for row in walked(payloads) for each in row}

    assert names["board"] == "plateau"
    assert names["my-tables"] == "mes-tables"
    assert names["seismic"] == "seismic"
    assert names["place"] == "placer"
    assert {each["name"] for each in payloads} == {
        *(each.commands().name for each in panels().values()),
        *(
            "table",
            "my-tables",
            "settings",
            "puzzle",
            "stats",
            "ranking",
            "privacy",
            "tables",
            "help",
            "setup",
        ),
    }


CALLED = [
    ("seismic", "fr", 6, {"placer": ["tuile", "case", "orientation", "équipe"]}),
    ("seismic", "es-ES", 6, {"poner": ["ficha", "casilla", "orientación", "equipo"]}),
    ("sanandreas", "fr", 7, {"fonder": ["case", "pièce"], "épicentre": ["case", "pion"]}),
    ("sanandreas", "fr", 7, {"séisme": ["ordre"]}),
    ("sanandreas", "es-ES", 7, {"fundar": ["casilla", "moneda"], "epicentro": ["casilla", "peón"]}),
    ("sanandreas", "es-419", 7, {"terremoto": ["orden"], "cambiar": ["moneda"]}),
    ("aftershock", "fr", 10, {}),
    ("aftershock", "es-ES", 10, {}),
]


@pytest.mark.parametrize(("title", "locale", "count", "called"), CALLED)
async def test_moves_and_their_options_are_called_as_agreed(
    payloads: list[dict[str, Any]],
    title: str,
    locale: str,
    count: int,
    called: dict[str, list[str]],
) -> None:
    (commands,) = [each["options"] for each in payloads if each["name"] == title]

    named = {local(each, "name", locale): each.get("options", []) for each in commands}

    assert len(named) == count
    for name, options in called.items():
        assert [local(each, "name", locale) for each in named[name]] == options
