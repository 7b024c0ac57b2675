"""The lobby message: who sits, what is agreed, when it closes; and the cover it becomes."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.locale.localisation import LANGUAGES, words
from bot.messages.match.levels import LEVELS, menu, note
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import terms
from bot.table.match.match import Aids, Chair, Hints, Status, WhenLate
from bot.table.match.pace import PACES
from engine.agents import agent as agent_named
from engine.game import Setup
from tests.bot.world import (
    World,
    control,
    controls,
    menus,
    posts,
    raw,
    reply,
    said,
)
from tests.games.seismic.views import match_of


async def opened(world: World, name: str = "Ann", **options: Any) -> Any:
    ann = world.person(name)
    answer = reply(await ann.slash(world.channel, "seismic new", **options))
    assert answer.ephemeral
    assert "Your table is open" in said(answer)
    return ann, world.message((await world.match()).cover.message)


async def fresh(world: World) -> Any:
    return world.message((await world.match()).cover.message)


async def test_the_lobby_shows_seats_settings_and_the_whole_seal(world: World) -> None:
    _, lobby = await opened(world, seats=3)

    assert "### Seismic · a new table" in said(lobby)
    assert "■ **Ann** (host)" in said(lobby)
    assert said(lobby).count("*free*") == 2
    assert (await world.match()).commitment in said(lobby)
    assert [each.verb for each in controls(lobby)] == [
        *("join", "leave", "start"),
        *("invite", "rules", "learn", "options", "rule-options"),
    ]


async def test_the_host_chooses_how_well_a_computer_player_plays(world: World) -> None:
    ann, lobby = await opened(world, seats=4)
    offered = next(each for each in menus(lobby) if each["custom_id"].startswith("s.computer."))
    levels = [each["value"].partition("/")[2] for each in offered["options"]]

    for level in ("expert", "beginner", "greedy:rival"):
        await world.seat_computer(ann, level)

    shown, match = said(await fresh(world)), await world.match()
    assert levels == list(LEVELS)
    assert [each.agent for each in match.chairs] == [None, "expert", "beginner", "greedy:rival"]
    assert "▲⚙ **Geyser** (computer player, expert)" in shown
    assert "◆⚙ **Karst** (computer player, beginner)" in shown
    assert "●⚙ **Magma** (computer player, rival)" in shown


async def test_a_level_chosen_by_mistake_is_taken_away_again(world: World) -> None:
    ann, _ = await opened(world, seats=2)
    await world.seat_computer(ann, "expert")
    assert "The table is full" in said(await fresh(world))

    await world.seat_computer(ann, "-")
    freed = (await world.match()).chairs
    await world.seat_computer(ann, "beginner")

    assert [each.name for each in freed] == ["Ann"]
    assert "**Geyser** (computer player, beginner)" in said(await fresh(world))


async def test_only_the_host_chooses_computer_players(world: World) -> None:
    await opened(world, seats=3)

    slip = reply(await world.seat_computer(world.person("Bob"), "expert"))

    assert "Only the host, Ann, can do that." in said(slip)
    assert len((await world.match()).chairs) == 1


async def test_a_button_from_before_there_were_levels_seats_the_usual_one(world: World) -> None:
    ann, _ = await opened(world, seats=3)
    old = await world.leftover("b.computer.1.0", "b.computer.1.0.1.grandmaster")

    await ann.click(old, custom_id="b.computer.1.0")
    slip = reply(await ann.click(old, custom_id="b.computer.1.0.1.grandmaster"))

    assert "from before an update" in said(slip)
    assert [each.agent for each in (await world.match()).chairs] == [None, "greedy"]


def test_names_of_agents_that_are_not_offered_say_no_level() -> None:
    english = words("en")
    stored = ("greedy", "uniform", "mcts:later")

    notes = [note(Chair("C", "", agent=each), english) for each in stored]
    gone = note(Chair("Bob", "", PlayerId(2), agent="greedy"), english)

    assert notes == ["computer player"] * 3
    assert gone == "computer player"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_says_in_one_line_how_it_plays(language: str) -> None:
    said_ = words(language)

    for agent, level in LEVELS.items():
        assert agent_named(agent)
        assert len(said_.say(level.line)) <= 100
        assert len(said_.say(level.name)) <= 100
        assert level.note.startswith("computer player")


async def test_joining_and_leaving_edits_the_same_message(world: World) -> None:
    _, lobby = await opened(world, seats=3)
    bob = world.person("Bob")

    await bob.click(lobby, label="Join")
    joined = said(await fresh(world))
    await bob.click(lobby, label="Leave")
    left = said(await fresh(world))

    assert "▲ **Bob**" in joined
    assert "Bob" not in left
    assert len(posts(world)) == 1


async def test_whoever_sits_already_is_told_so_privately(world: World) -> None:
    ann, lobby = await opened(world, seats=3)

    slip = reply(await ann.click(lobby, label="Join"))

    assert slip.ephemeral
    assert "already sit" in said(slip)


async def test_one_more_player_is_needed(world: World) -> None:
    ann, lobby = await opened(world)

    slip = reply(await ann.click(lobby, label="Start now"))

    assert "One more player is needed" in said(slip)


async def test_only_the_host_starts_and_changes_places(world: World) -> None:
    ann, lobby = await opened(world, seats=3)
    bob = world.person("Bob")
    await bob.click(lobby, label="Join")

    start = reply(await bob.click(lobby, label="Start now"))
    seats = reply(await bob.select(lobby, ["4"], custom_id="s.places.1.0"))
    form = reply(await bob.click(lobby, label="Table options"))
    await ann.select(await fresh(world), ["2"], custom_id="s.places.1.0")

    for slip in (start, seats, form):
        assert "Only the host, Ann, can do that." in said(slip)
    assert (await world.match()).places == 2
    assert control(await fresh(world), "join").disabled
    assert "The table is full" in said(await fresh(world))


async def test_the_host_agrees_on_rules_in_a_form(world: World) -> None:
    ann, lobby = await opened(world)
    form = await ann.click(lobby, label="Rule options")
    assert form.modal is not None
    menus = [each["component"] for each in form.modal["components"]]
    first = {each["custom_id"]: [each["options"][0]["value"]] for each in menus}

    await ann.submit_modal(form, {**first, "s.options.table_radius": ["1"]})

    match = await world.match()
    assert list(match.setup.options) == ["table_radius"]
    assert len(said(await fresh(world)).splitlines()) == len(said(lobby).splitlines()) + 1


async def test_the_host_agrees_on_time_and_aids_in_a_form(world: World) -> None:
    ann, lobby = await opened(world)
    assert "**Pace** No limit" in said(lobby)
    assert "When time is up" not in said(lobby)
    form = await ann.click(lobby, label="Table options")
    assert form.modal is not None
    menus = [each["component"] for each in form.modal["components"]]
    first = {each["custom_id"]: [each["options"][0]["value"]] for each in menus}
    settled = {"pace": "three-days-clock", "late": "end", "hints": "noted"}

    answers = {f"s.options.{name}": [value] for name, value in settled.items()}
    await ann.submit_modal(form, {**first, **answers})

    match = await world.match()
    assert match.pace == PACES["three-days-clock"]
    assert (match.when_late, match.hints) == (WhenLate.END, Hints.NOTED)
    assert "**Pace** Clock: three days + 24 hours a turn" in said(await fresh(world))
    assert "**When time is up** A day later the match ends" in said(await fresh(world))
    assert "**Hints** three each; the table hears who took one" in said(await fresh(world))

    form = await ann.click(await fresh(world), label="Table options")
    await ann.submit_modal(form, {**first, "s.options.aids": ["pure"]})

    assert (await world.match()).aids is Aids.PURE
    assert "**Aids** none" in said(await fresh(world))
    assert "**Hints**" not in said(await fresh(world))


async def test_the_pace_is_typed_and_the_rematch_keeps_it(world: World) -> None:
    ann, lobby = await opened(world, pace="week")
    assert "**Pace** A week a move" in said(lobby)
    assert "**When time is up** A computer player moves, this once" in said(lobby)

    await ann.click(lobby, label="Leave")
    await ann.click(await fresh(world), label="Open it again")

    assert (await world.match(MatchId(2))).pace == PACES["week"]
    assert "**Pace** A week a move" in said(world.newest)


async def test_an_invitation_pings_the_invited_once(world: World) -> None:
    ann, lobby = await opened(world)
    bob = world.person("Bob")
    asked = reply(await ann.click(lobby, label="Invite"))

    await ann.select(asked, [bob])
    invitation = posts(world)[-1]
    await bob.click(world.newest, label="Join")

    assert invitation["content"] == f"{bob.mention}, **Ann** saves you a seat at Seismic."
    assert invitation["allowed_mentions"]["users"] == [bob.id]
    assert (await world.match()).seat_of(bob.id) is not None  # type: ignore[arg-type]


async def test_strangers_do_not_invite(world: World) -> None:
    _, lobby = await opened(world)
    dan = world.person("Dan")

    slip = reply(await dan.click(lobby, label="Invite"))

    assert "You don't sit at this table." in said(slip)


async def test_a_table_that_nobody_joins_closes_and_opens_again(world: World) -> None:
    _, lobby = await opened(world)
    world.clock.pass_by(hours=49)
    await world.tick()
    closed = await fresh(world)
    words, bob = said(closed), world.person("Bob")

    await bob.click(closed, label="Open it again")

    assert "Nobody joined for 48 hours" in words
    assert lobby.id == closed.id
    again = await world.match(2)
    assert again.status is Status.LOBBY
    assert again.host == bob.id


async def test_the_last_one_to_leave_closes_the_table(world: World) -> None:
    ann, lobby = await opened(world)

    await ann.click(lobby, label="Leave")

    assert "table closed" in said(await fresh(world))
    late = await world.leftover("b.join.1.0")
    slip = reply(await ann.click(late, label="b.join.1.0"))
    assert "no longer open" in said(slip)


async def test_a_match_that_everybody_left_says_so(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, where="thread")
    for person in (ann, bob):
        await world.bot.shell.host.lobbies.leave(match.id, PlayerId(person.id))

    assert "Everybody left" in said(await fresh(world))


async def test_who_leaves_the_lobby_as_the_match_begins_keeps_the_seat(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, where="thread")
    late = await world.leftover("b.leave.1.0")

    slip = reply(await bob.click(late, label="b.leave.1.0"))

    assert "no longer open" in said(slip)
    assert (await world.match(match.id)).people == match.people


async def test_a_table_is_not_begun_by_a_player_who_did_not_come(world: World) -> None:
    ann, lobby = await opened(world, seats=3)
    await world.person("Bob").click(lobby, label="Join")
    third = Setup(3, options={"first_player": "3"})
    settled = replace(terms(await world.match()), setup=third)
    await world.bot.shell.host.lobbies.change(MatchId(1), PlayerId(ann.id), settled)

    slip = reply(await ann.click(lobby, label="Start now"))

    assert "**Seat 3 is to begin, but it would be empty.**" in said(slip)
    assert (await world.match()).status is Status.LOBBY


async def test_a_full_table_starts_by_itself(world: World) -> None:
    _, lobby = await opened(world, seats=2)
    await world.person("Bob").click(lobby, label="Join")

    world.clock.pass_by(minutes=2)
    await world.tick()

    assert (await world.match()).status is Status.PLAYING


async def test_the_lobby_becomes_the_cover_of_a_thread(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob, where="thread")
    (thread,) = world.channel.threads

    cover = await fresh(world)
    board = reply(await bob.click(cover, label="Show me the board"))

    assert thread.name == "Seismic 1"
    assert match.table.place == thread.id
    assert "### Seismic 1 · in play" in said(cover)
    assert "in the thread below" in said(cover)
    assert match.commitment in said(cover)
    assert board.ephemeral
    assert board.attachments
    assert world.message(match.table.message, thread).attachments


async def test_seats_that_nobody_took_are_no_part_of_the_match(world: World) -> None:
    ann, lobby = await opened(world, seats=4)
    await world.person("Bob").click(lobby, label="Join")
    before = said(await fresh(world))

    await ann.click(lobby, label="Start now")

    assert before.count("free") == 2
    assert "free" not in said(await fresh(world))


async def test_without_the_right_to_open_threads_the_table_stays_here(world: World) -> None:
    everyone = world.guild.default_role
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    world.channel = world.guild.create_text_channel("plain", overwrites={everyone: no_threads})

    match = await world.begun(world.person("Ann"), world.person("Bob"), where="thread")

    assert match.table.place is None
    assert "not allowed to open threads here" in said(await fresh(world))
    assert world.message(match.table.message).attachments


async def test_a_menu_of_places_offers_what_the_game_allows(world: World) -> None:
    _, lobby = await opened(world, seats=3)

    (menu,) = [
        each
        for row in raw(lobby)[0]["components"]
        for each in row.get("components", [])
        if each.get("custom_id") == "s.places.1.0"
    ]

    assert [each["value"] for each in menu["options"]] == ["2", "3", "4"]
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["3"]


async def chosen(world: World, host: Any, *variants: str) -> Any:
    return await host.select(await fresh(world), list(variants), custom_id="s.variants.1.0")


async def test_the_host_chooses_variants_from_a_menu_that_says_what_each_does(
    world: World,
) -> None:
    ann, lobby = await opened(world)
    menus = [each for block in raw(lobby)[0]["components"] for each in block.get("components", [])]
    menu = next(each for each in menus if each.get("custom_id") == "s.variants.1.0")

    await chosen(world, ann, "twin_cities", "aftershocks")
    together = said(await fresh(world))
    await chosen(world, ann)

    assert (menu["min_values"], menu["max_values"]) == (0, 5)
    assert all(0 < len(each["description"]) <= 100 for each in menu["options"])
    assert "**Variants** none, the standard game" in said(lobby)
    assert "**Variants** Aftershocks, Twin Cities" in together
    assert (await world.match()).setup == Setup(4)


async def test_a_set_that_cannot_be_played_leaves_the_variants_as_they_were(world: World) -> None:
    ann, _ = await opened(world)
    await chosen(world, ann, "aftershocks")

    slip = reply(await chosen(world, ann, "balance", "big_one"))

    assert said(slip).strip() == (
        "**Balance can be combined only with Aftershocks.** I left the variants as they were."
    )
    assert (await world.match()).setup.variants == ("aftershocks",)


async def test_only_the_host_chooses_variants(world: World) -> None:
    await opened(world)

    slip = reply(await chosen(world, world.person("Bob"), "balance"))

    assert "Only the host, Ann, can do that." in said(slip)


@pytest.mark.parametrize(
    ("typed", "variants"),
    [
        ("aftershocks, twin", ("aftershocks", "twin_cities")),
        ("The Big One + dilemma", ("big_one", "road_crews_dilemma")),
        ("aftershocks,balance", ("aftershocks", "balance")),
        ("big_one", ("big_one",)),
    ],
)
async def test_variants_can_be_typed(world: World, typed: str, variants: tuple[str, ...]) -> None:
    _, lobby = await opened(world, variants=typed)

    assert (await world.match()).setup == Setup(4, variants)
    assert "**Variants** " in said(lobby)


async def test_typed_variants_that_do_not_go_together_open_no_table(world: World) -> None:
    ann = world.person("Ann")

    clash = reply(await ann.slash(world.channel, "seismic new", variants="balance, twin"))
    unknown = reply(await ann.slash(world.channel, "seismic new", variants="chess"))
    unclear = reply(await ann.slash(world.channel, "seismic new", variants="T"))

    assert (
        said(clash).strip()
        == "**Balance can be combined only with Aftershocks.** No table was opened."
    )
    assert "**Seismic has no variant called chess.** There are The Big One, " in said(unknown)
    assert "and Balance. No table was opened." in said(unknown)
    assert "**T could be The Big One, Aftershocks or Twin Cities.** Type" in said(unclear)
    assert not posts(world)


async def test_every_set_of_variants_that_can_be_played_is_suggested(world: World) -> None:
    ann = world.person("Ann")

    every = await ann.autocomplete(world.channel, "seismic new", "variants", "")
    some = await ann.autocomplete(world.channel, "seismic new", "variants", "balance")

    assert len(every) == 17
    assert [each["value"] for each in some] == ["balance", "aftershocks,balance"]
    assert all(len(each["name"]) <= 100 for each in every)


def test_the_menu_of_a_full_table_says_that_it_takes_computer_players_away() -> None:
    full = match_of(2)
    machine = replace(full.chairs[1], player=None, agent="expert")
    seated = replace(full, chairs=(full.chairs[0], machine))

    (away,) = menu(seated, words("en"))
    (more,) = menu(replace(seated, places=3), words("en"))

    assert away.placeholder == "Take a computer player away (host)"
    assert [each.label for each in away.options] == [f"Without {machine.name}"]
    assert more.placeholder == "Add a computer player (host)"
