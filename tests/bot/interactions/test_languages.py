"""Channels speak the server's language, private answers the person's; nobody is left in English."""

import re
from functools import cache
from random import Random
from typing import Any

import discord
import pytest

from bot.games.registry import panels
from bot.locale.localisation import LANGUAGES, language_of
from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from tests.bot.locale.test_catalogs import PLACES, forms, messages, said
from tests.bot.world import World, acting, control, controls, green, played, reply, words_of

COMMANDS = (
    *("table board", "table text", "table since", "table history", "table unseen"),
    *("table score", "table danger", "table zoom", "table replay", "table export", "table leave"),
    *("help", "settings", "my-tables", "seismic rules"),
)

SERVERS = {language_of(each.value): each.value for each in discord.Locale}
del SERVERS["en"]
"""A server's locale for each language."""


@cache
def english(language: str) -> tuple[str, ...]:
    """Return pieces of English sentences that a reader of this language should not meet."""
    ids = [text for context, *texts in said() if context is None for text in texts if text]
    strings = "\n".join(
        form
        for place in PLACES
        for message in messages(place, language)
        if message.context is None
        for form in forms(message)
    )
    pieces = {piece.strip(" .,:;!?·*-#()") for each in ids for piece in re.split(r"\{\w*\}", each)}
    return tuple(sorted(each for each in pieces if len(each) > 4 and each not in strings))


def leaks(text: str, language: str) -> list[str]:
    return [each for each in english(language) if re.search(rf"\b{re.escape(each)}\b", text)]


def texts(world: World) -> str:
    messages = world.channel.history()
    alts = [a.description or "" for each in messages for a in each.attachments]
    return "\n".join([*(words_of(each) for each in messages), *alts])


def all_of(answer: Any) -> str:
    alts = [each.description or "" for each in answer.attachments]
    return "\n".join([words_of(answer), *alts])


@pytest.mark.parametrize("world", SERVERS.values(), indirect=True)
async def test_a_channel_speaks_its_server_s_language(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    for turn in range(8):
        match = await world.match()
        await played(acting(match, people), await world.table(), Random(turn))

    words = await world.bot.shell.messenger.words(world.guild.id)

    assert words.language in SERVERS
    assert leaks(texts(world), words.language) == []


async def test_the_search_for_english_finds_english(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)

    assert len(leaks(texts(world), "fr")) > 10


@pytest.mark.parametrize("language", LANGUAGES[1:])
async def test_a_person_is_answered_in_their_language(world: World, language: str) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    players = world.bot.shell.stores.players
    for each in people:
        await players.prefer(PlayerId(each.id), Preferences(language=language))
    match = await world.begun(*people)
    mover = acting(match, people)
    answers = [all_of(reply(await mover.slash(world.channel, name))) for name in COMMANDS]
    wizard: Any = await world.table()
    for verb in ("w", "p", "g"):
        button = next(each for each in controls(wizard) if each.verb == verb and not each.disabled)
        wizard = reply(await mover.click(wizard, custom_id=button.custom_id))
        answers.append(all_of(wizard))
    more = control(await world.table(), "more").custom_id
    answers.append(all_of(reply(await mover.click(await world.table(), custom_id=more))))

    assert [leaks(answer, language) for answer in answers] == [[] for _ in answers]


async def test_settings_change_the_language_at_once(world: World) -> None:
    ann = world.person("Ann")
    settings = reply(await ann.slash(world.channel, "settings"))

    spanish = reply(await ann.select(settings, ["es"]))
    in_spanish = words_of(spanish)
    helped = words_of(reply(await ann.slash(world.channel, "help")))
    automatic = words_of(reply(await ann.select(spanish, ["auto"])))

    assert "Tus ajustes" in in_spanish
    assert "Cómo funciona" in helped
    assert "Your settings" in automatic


async def test_lists_and_a_second_confirmation_can_be_chosen(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover = acting(match, people)
    settings = reply(await mover.slash(world.channel, "settings"))
    await mover.click(settings, custom_id="b.twice.on")
    wizard: Any = await world.table()
    for verb in ("w", "p", "g"):
        button = next(each for each in controls(wizard) if each.verb == verb and not each.disabled)
        wizard = reply(await mover.click(wizard, custom_id=button.custom_id))
        label = button.label
    asked, before = words_of(wizard), (await world.match()).line

    receipt = reply(await mover.click(wizard, label="Yes, play it"))

    assert f"**{label}:** shall I play it? Nothing has been sent yet." in asked
    assert before == match.line
    assert "Sent." in words_of(receipt)
    assert (await world.match()).line > match.line


async def test_a_server_s_language_can_be_set_apart_from_discord_s(world: World) -> None:
    admins = world.guild.create_role("Admins", permissions=_manage())
    admin = world.guild.add_member(world.env.create_user("root"), roles=[admins])
    setup = reply(await admin.slash(world.channel, "setup server"))

    await admin.select(setup, ["fr"], custom_id="s.speak")
    await admin.slash(world.channel, "seismic new", where="here")

    assert "nouvelle table" in words_of(world.newest)


async def test_a_new_server_is_greeted_in_its_language(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.get_guild(guild.id).system_channel_id = world.channel.id
    channel = world.bot.get_channel(world.channel.id)
    assert channel is not None
    guild._system_channel_id = channel.id

    await world.bot.on_guild_join(guild)

    assert "Hello, I'm Faultline" in words_of(world.newest)
    opens = ["open" for _ in panels()]
    assert green(world.newest) == ["Learn by playing"]
    assert [each.verb for each in controls(world.newest)] == ["learn", *opens, "help", "settings"]


def _manage() -> Any:
    return discord.Permissions(manage_guild=True)
