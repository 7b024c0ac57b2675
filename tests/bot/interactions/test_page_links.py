"""Links to the pages of tables at their address: who has one, where, and who decides it."""

from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.client import FaultlineClient, TickRate
from bot.games.screen import MOST_IN_A_ROW, MOST_ROWS, Button, Post, Row
from bot.gateway import Deployment
from bot.locale.localisation import words
from bot.messages.match.posts import closed_rows, result_rows, table_row
from bot.messages.page.links import with_link
from bot.storage.database import Database
from bot.storage.page.pages import PageStore
from bot.storage.stores import stores_in
from bot.table.errors import OutOfReach
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from bot.table.preferences import GuildPreferences, Preferences
from engine.registry import games
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.interactions.test_erasing import asked, shown_anew, typed
from tests.bot.interactions.test_pages import finished
from tests.bot.interactions.test_server import admin, part, stored
from tests.bot.world import TICK_SECONDS, World, acting, control, controls, played, reply, said

ADDRESS = "https://faultline.example"
HIDDEN = discord.PermissionOverwrite(view_channel=False)
SEEN = discord.PermissionOverwrite(view_channel=True)


@pytest.fixture
async def simcord_bot(
    database: Database, clock: StandingClock, entropy: KnownEntropy
) -> FaultlineClient:
    """Return a bot whose operator has set an address for pages."""
    return FaultlineClient(
        stores_in(database, games()),
        clock,
        entropy,
        pace=TickRate(TICK_SECONDS),
        deployment=Deployment(page_address=ADDRESS),
    )


def hide(world: World) -> list[MemberActor]:
    """Let the next table open in a channel that only some see; return who does."""
    few, me = world.guild.create_role("Few"), world.guild.me
    assert me is not None
    world.channel = world.guild.create_text_channel(
        "few", overwrites={world.guild.default_role: HIDDEN, few: SEEN, me: SEEN}
    )
    create = world.env.create_user
    return [
        world.guild.add_member(create(each.lower(), global_name=each), roles=[few])
        for each in ("Ann", "Bob")
    ]


def link_in(message: Any) -> tuple[str, str] | None:
    """Return label and address of the link to a page in a message; None: there is none."""
    found = [each for each in controls(message) if (each.url or "").startswith(f"{ADDRESS}/m/")]
    assert len(found) <= 1
    return (found[0].label, found[0].url or "") if found else None


async def address_of(world: World, match: Match) -> str | None:
    """Return where a page is found by its key, if it is."""
    link = link_in(await world.table(match.id))
    pages = world.bot.shell.stores.pages
    if link is None or await pages.find(link[1].rsplit("/", 1)[1]) is None:
        return None
    return link[1]


async def one_turn(world: World, people: list[MemberActor]) -> None:
    await played(acting(await world.match(), people), await world.table(), Random(1))


async def pressed(person: MemberActor, world: World, custom_id: str) -> Any:
    return reply(await person.click(await world.leftover(custom_id), custom_id=custom_id))


async def test_a_result_leads_to_the_page_of_its_match(world: World) -> None:
    match = await finished(world, world.person("Ann"), world.person("Bob"))

    link = link_in(await world.table())

    assert link is not None
    assert link[0] == "Open in the browser"
    found = await world.bot.shell.stores.pages.find(link[1].rsplit("/", 1)[1])
    assert found is not None
    assert found.match == match.id
    assert world.env.errors == []


async def test_an_open_table_has_no_page_yet(world: World) -> None:
    await world.person("Ann").slash(world.channel, "seismic new", seats=2, where="here")

    assert link_in(world.newest) is None
    assert await world.bot.shell.page_links.of(await world.match()) == ""


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_a_running_table_is_followed_at_one_address(world: World, where: str) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people, where=where)

    first = link_in(await world.table())
    await one_turn(world, people)
    second = link_in(await world.table())

    assert first is not None
    assert first[0] == "Follow in the browser"
    assert second == first


@pytest.mark.parametrize(
    ("world", "label"),
    [
        ("en-US", "Follow in the browser"),
        ("fr", "Suivre dans le navigateur"),
        ("es-ES", "Seguir en el navegador"),
    ],
    indirect=["world"],
)
async def test_the_link_speaks_the_language_of_its_channel(world: World, label: str) -> None:
    await world.begun(world.person("Ann"), world.person("Bob"))

    link = link_in(await world.table())

    assert link is not None
    assert link[0] == label


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_a_table_that_not_everybody_sees_has_a_page_if_its_host_wants(
    world: World, where: str
) -> None:
    ann, bob = hide(world)
    match = await world.begun(ann, bob, where=where)

    before = link_in(await world.table())
    more = await pressed(ann, world, "more.1.0")
    screen = reply(await ann.click(more, label="Page in the browser"))
    question = said(screen)
    screen = reply(await ann.click(screen, label="Give it a page"))
    given, answer, own = await address_of(world, match), said(screen), link_in(screen)
    await one_turn(world, [ann, bob])
    later = await address_of(world, match)
    await ann.click(screen, label="No page for this table")
    taken = link_in(await world.table())

    assert before is None
    assert "**This table has no page in the browser.**" in question
    assert "without being in this channel" in question
    assert "nothing that is sealed" in question
    assert "**This table has a page in the browser.**" in answer
    assert given is not None
    assert later == given
    assert own == ("Follow in the browser", given)
    assert taken is None
    assert await world.bot.shell.stores.pages.find(given.rsplit("/", 1)[1]) is None
    assert world.env.errors == []


async def test_the_host_of_any_table_may_take_its_page_away_and_give_it_back(
    world: World,
) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    pages, first = world.bot.shell.stores.pages, await address_of(world, match)

    await pressed(people[0], world, "address.1.0.off")
    taken = await address_of(world, match)
    await one_turn(world, people)
    still = await address_of(world, match)
    await pressed(people[0], world, "address.1.0.on")
    await pressed(people[0], world, "address.1.0.on")
    again = await address_of(world, match)

    assert taken is still is None
    assert again == first is not None
    assert await pages.asked(match.id) is None, "it is as usual: a private channel would have none"


async def test_of_a_result_the_host_decides_beside_its_file(world: World) -> None:
    ann, bob = hide(world)
    match = await finished(world, ann, bob)

    table = await world.table()
    host = reply(await ann.click(table, label="Look through it"))
    other = reply(await bob.click(table, label="Look through it"))
    screen = reply(await ann.click(host, label="Page in the browser"))
    await ann.click(screen, label="Give it a page")
    newest = await world.table()

    assert link_in(table) is None
    assert "address" not in [each.verb for each in controls(other)]
    assert newest.id == table.id
    assert link_in(newest) == ("Open in the browser", await address_of(world, match))


@pytest.mark.parametrize("choice", ["", ".on", ".off"])
async def test_nobody_but_the_host_decides(world: World, choice: str) -> None:
    ann, bob = hide(world)
    match = await world.begun(ann, bob)

    more = await pressed(bob, world, "more.1.0")
    refused = await pressed(bob, world, f"address.1.0{choice}")

    assert "address" not in [each.verb for each in controls(more)]
    assert "Only the host, Ann, can do that." in said(refused)
    assert await world.bot.shell.stores.pages.asked(match.id) is None
    assert link_in(await world.table()) is None


async def test_what_shows_a_match_leads_to_its_page_too(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(language="es"))
    match = await finished(world, ann, bob)
    address = await address_of(world, match)

    answers = [
        await pressed(bob, world, "more.1.0"),
        reply(await bob.slash(world.channel, "table export")),
        reply(await bob.slash(world.channel, "table replay")),
        reply(await bob.click(await world.table(), label="Look through it")),
    ]

    assert {link_in(each) for each in answers} == {("Abrir en el navegador", address)}


async def test_a_server_switches_pages_off_and_on_at_the_same_addresses(world: World) -> None:
    root, people = admin(world), [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    before = await address_of(world, match)

    shown = await part(world, root, "Channels")
    told = said(shown)
    shown = reply(await root.click(shown, label="Pages in the browser: on"))
    off, gone = said(shown), await address_of(world, match)
    await one_turn(world, people)
    none = link_in(await world.table())
    refused = await pressed(people[0], world, "address.1.0.on")
    await root.click(shown, label="Pages in the browser: off")
    await one_turn(world, people)

    assert "Pages in the browser: on" in told
    assert "Pages in the browser: off" in off
    assert gone is None
    assert none is None
    assert "**There are no pages in the browser here.**" in said(refused)
    assert await address_of(world, match) == before is not None


async def test_only_admins_switch_pages(world: World) -> None:
    before = await stored(world)

    refused = await pressed(world.person("Dan"), world, "pages.off")

    assert "Only for those who may manage this server." in said(refused)
    assert await stored(world) == before


async def test_a_table_that_ended_without_result_is_looked_at_there_too(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    running = link_in(await world.table())
    question = reply(await people[0].slash(world.channel, "table close"))

    await people[0].click(question, custom_id=control(question, "closing").custom_id)

    assert running is not None
    assert link_in(await world.table()) == ("Open in the browser", running[1])
    assert await address_of(world, match) == running[1]


async def test_a_rematch_leaves_the_link_under_the_result(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await finished(world, ann, bob)
    before = link_in(await world.table())

    await bob.click(await world.table(), label="Again")
    after = await world.table()

    assert "Go to the next match" in [each.label for each in controls(after)]
    assert before is not None
    assert link_in(after) == before


async def test_after_a_person_was_erased_the_message_leads_to_a_new_address(world: World) -> None:
    zoe, bob = world.person("Zoella"), world.person("Bob")
    match = await finished(world, zoe, bob)
    old = str(await address_of(world, match))

    await typed(zoe, await asked(world, zoe), "ERASE")
    between = await address_of(world, match)
    await shown_anew(world)
    new = await address_of(world, match)

    assert between is None
    assert new not in (None, old)
    assert world.env.errors == []


async def test_a_channel_that_is_hidden_takes_its_pages_with_it(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    before = await address_of(world, match)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)

    await channel.edit(topic="games")
    still = await address_of(world, match)
    await channel.set_permissions(channel.guild.me, overwrite=SEEN)
    await channel.set_permissions(channel.guild.default_role, overwrite=HIDDEN)
    await world.env.settle()

    assert still == before is not None
    assert await address_of(world, match) is None


@pytest.mark.parametrize("error", [OutOfReach("database-away"), RuntimeError("broken")])
async def test_a_table_is_told_though_its_page_cannot_be_found(
    world: World, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise error

    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    before = (await world.table()).id
    monkeypatch.setattr(PageStore, "key", fail)

    await one_turn(world, people)

    newest = await world.table()
    assert newest.id > before
    assert newest.attachments
    assert link_in(newest) is None


async def test_a_table_whose_picture_fails_has_its_link(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError

    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    await world.bot.shell.stores.players.set_guild(world.guild.id, GuildPreferences())
    monkeypatch.setattr("bot.messages.messenger.post", broken)

    await one_turn(world, people)

    newest = await world.table()
    assert "I couldn't draw the picture" in newest.content
    assert link_in(newest) is not None


@pytest.mark.parametrize("has_more", [False, True])
async def test_there_is_room_for_the_link_under_every_table(
    world: World, *, has_more: bool
) -> None:
    match, said_ = await world.begun(world.person("Ann"), world.person("Bob")), words("fr")
    own = Row(tuple(Button(str(n), str(n)) for n in range(MOST_IN_A_ROW)))
    below = [
        (table_row(match, said_, has_more=has_more),),
        result_rows(match, said_, has_more=has_more),
        closed_rows(match, said_),
    ]
    usual = [Post("", rows=(*n * (own,), *rows)) for rows in below for n in range(MOST_ROWS)]
    fitting = [each for each in usual if len(each.rows) <= MOST_ROWS]

    linked = [with_link(each, match, ADDRESS, said_) for each in fitting]
    without = [with_link(each, match, "", said_) for each in fitting]

    assert without == fitting
    for each in linked:
        assert len(each.rows) <= MOST_ROWS
        assert all(len(row.buttons) <= MOST_IN_A_ROW for row in each.rows)
    of_table = linked[0:MOST_ROWS]
    assert all(each.rows[-1].buttons[-1].url == ADDRESS for each in of_table)
    assert match.status is Status.PLAYING
