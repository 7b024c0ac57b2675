"""The ranking of a server by command and buttons, in words and as a picture."""

from typing import Any

import pytest
from simcord.actors import MemberActor
from sqlalchemy import insert

from bot.storage.schema import ratings
from bot.table.ids import PlayerId
from bot.table.people.levels import levels
from bot.table.preferences import Preferences
from tests.bot.world import World, controls, reply, said

NAMES = ("Nora", "Dan", "Eva", "Ben", "Ida", "Leo", "Mia", "Noa", "Ole", "Pia", "Quin", "Rosa")


async def listed(world: World, *, guild: int | None = None) -> MemberActor:
    """Let people have played Seismic, and return Ann: the strongest but one, of fourteen."""
    here, game = guild or world.guild.id, "seismic"
    ann = world.person("Ann")
    people = [(1001, NAMES[0], 33.0, 5.0, 30), (ann.id, "Ann", 32.0, 5.0, 25)]
    people += [(1002 + n, name, 30.0 - n, 5.0, 20) for n, name in enumerate(NAMES[1:])]
    # Few matches, and then doubtful.
    people += [(1100, "New", 40.0, 7.0, 4), (1101, "Newer", 26.0, 7.0, 5)]
    rows = [(here, game, who, name, mu, sigma, n) for who, name, mu, sigma, n in people]
    rows.append((here, game, 0, "", 0.0, 0.0, 48))
    keys = ratings.c.keys()
    values = [dict(zip(keys, row, strict=True)) for row in rows]
    await world.bot.shell.stores.matches._database.execute(insert(ratings).values(values))
    return ann


async def asked(world: World, ann: MemberActor, **options: Any) -> Any:
    return reply(await ann.slash(world.channel, "ranking", **options))


async def test_the_ranking_has_its_best_the_viewer_and_a_picture(world: World) -> None:
    ann = await listed(world)

    shown = await asked(world, ann)

    assert shown.ephemeral
    text = said(shown)
    assert "### Ranking · Seismic" in text
    assert "**Nora** 1,660 ± 100, **Ann** 1,640 ± 100 and **Dan** 1,600 ± 100." in text
    assert "You: place 2, 1,640 ± 100." in text
    assert "New" not in text.replace("Newer", "")
    assert len(shown.attachments) == 1


async def test_ten_stand_on_a_page_and_all_can_be_read(world: World) -> None:
    ann = await listed(world)
    first = await asked(world, ann)

    shown = reply(await ann.click(first, label="As text"))
    words, pictures = said(shown), list(shown.attachments)
    second = reply(await ann.click(shown, label="Places 11 to 14"))

    assert "1. Nora: 1,660 ± 100, 30 matches" in words
    assert "10. " in words
    assert "11. " not in words
    assert not pictures
    assert "11. " in said(second)
    assert "Newer: 1,520? ± 140, 5 matches" in words
    back = reply(await ann.click(second, label="As a picture"))
    assert len(back.attachments) == 1
    assert "Places 1 to 10" in [each.label for each in controls(back)]


async def test_computer_players_stand_below_the_people_as_they_did_among_themselves(
    world: World,
) -> None:
    ann = await listed(world)

    shown = said(reply(await ann.click(await asked(world, ann), label="As text")))

    line = next(each for each in shown.splitlines() if "computer players:" in each)
    names, strengths = ["beginner", "regular", "expert"], levels("seismic").values()
    told = [f"{name} {one.number:,}" for name, one in zip(names, strengths, strict=True)]
    assert line == f"-# computer players: {', '.join(told)}"


async def test_what_counts_is_said_and_leads_back(world: World) -> None:
    ann = await listed(world)

    shown = reply(await ann.click(await asked(world, ann), label="What counts"))
    told = said(shown)
    back = reply(await ann.click(shown, label="Back to the ranking"))

    assert "A holiday costs nothing" in told
    assert "### Ranking · Seismic" in said(back)


async def test_nobody_is_listed_where_nothing_was_rated(world: World) -> None:
    ann = await listed(world, guild=999)

    shown = await asked(world, ann, game="aftershock")

    assert "### Ranking · Aftershock" in said(shown)
    assert "**No one is listed here yet.** It takes 5 rated matches." in said(shown)
    assert "You aren't listed yet: 0 of 5 rated matches." in said(shown)
    assert "Nora" not in said(shown)


@pytest.mark.parametrize(
    ("language", "title", "number"),
    [("fr", "Classement", "1\N{NARROW NO-BREAK SPACE}660"), ("es", "Clasificación", "1.660")],
)
async def test_numbers_are_written_as_the_language_does(
    world: World, language: str, title: str, number: str
) -> None:
    ann = await listed(world)
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(ann.id), Preferences(language=language))

    shown = said(await asked(world, ann))

    assert f"### {title} · Seismic" in shown
    assert f"**Nora** {number} ± 100" in shown


async def test_a_player_who_is_not_rated_is_told_so(world: World) -> None:
    await listed(world)
    bob = world.person("Bob")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(unlisted=True))

    assert "You switched ratings off in `/settings`." in said(await asked(world, bob))


async def test_an_unknown_game_or_page_is_refused(world: World) -> None:
    ann = await listed(world)

    unknown = await asked(world, ann, game="chess")

    assert "### Ranking" not in said(unknown)
