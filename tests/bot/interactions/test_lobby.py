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


async def test_the_lobby_shows_seats_settings_and_what_guests_press(world: World) -> None:
    _, lobby = await opened(world, seats=3)

    assert "### Seismic · a new table" in said(lobby)
    assert "■ **Ann** (host)" in said(lobby)
    assert said(lobby).count("*free*") == 2
    assert [each.verb for each in controls(lobby)] == [
        *("join", "leave", "rules"),
        *("start", "set-up", "seal"),
    ]
    assert menus(lobby) == []


async def test_the_lobby_shows_the_first_digits_of_the_seal_and_all_of_it_behind_a_button(
    world: World,
) -> None:
    _, lobby = await opened(world)
    whole = (await world.match()).commitment

    told = reply(await world.person("Dan").click(lobby, label="Fair draws"))

    assert f"sealed: `{whole[:8]}…`" in said(lobby)
    assert whole not in said(lobby)
    assert told.ephemeral
    assert f"`{whole}`" in said(told)


async def test_what_the_host_changes_stands_behind_set_up_and_is_shown_at_once(
    world: World,
) -> None:
    ann, _ = await opened(world, seats=3)

    shown = await world.set_up(ann)
    verbs = [each["custom_id"].split(".")[1] for each in menus(shown)]
    buttons = [each.verb for each in controls(shown)]
    changed = reply(await ann.select(shown, ["2"], custom_id="s.places.1.0"))
    (places,) = [each for each in menus(changed) if each["custom_id"].startswith("s.places")]

    assert verbs == ["computer", "places", "variants"]
    assert buttons == ["invite", "options", "rule-options", "rated"]
    assert "### Seismic · set up" in said(changed)
    assert [each["value"] for each in places["options"] if each.get("default")] == ["2"]
    assert said(await fresh(world)).count("*free*") == 1


async def test_what_is_refused_leads_back_to_set_up(world: World) -> None:
    ann, lobby = await opened(world, seats=3)
    for name in ("Bob", "Cleo"):
        await world.person(name).click(lobby, label="Join")

    shown = await world.set_up(ann)
    refused = reply(await ann.select(shown, ["2"], custom_id="s.places.1.0"))
    told = said(refused)
    back = reply(await ann.click(refused, label="Back"))

    assert "More players than that" in told
    assert "### Seismic · set up" in said(back)


async def test_guests_who_sit_can_invite_and_others_cannot_set_up(world: World) -> None:
    _, lobby = await opened(world, seats=3)
    bob, dan = world.person("Bob"), world.person("Dan")
    await bob.click(lobby, label="Join")

    guest = await world.set_up(bob)
    stranger = await world.set_up(dan)

    assert "**Ann is the host** and sets this table up." in said(guest).replace("****", "**")
    assert [each.verb for each in controls(guest)] == ["invite"]
    assert menus(guest) == []
    assert "Only the host, Ann, can do that." in said(stranger)


async def test_menus_of_older_lobbies_still_answer(world: World) -> None:
    ann, _ = await opened(world, seats=4)
    places = await world.older_menu("s.places.1.0", "2", "3")
    await ann.select(places, ["3"], custom_id="s.places.1.0")
    variants = await world.older_menu("s.variants.1.0", "aftershocks")

    await ann.select(variants, ["aftershocks"], custom_id="s.variants.1.0")
    slip = reply(
        await world.person("Bob").select(variants, ["aftershocks"], custom_id="s.variants.1.0")
    )

    match = await world.match()
    assert (match.places, match.setup.variants) == (3, ("aftershocks",))
    assert "Only the host, Ann, can do that." in said(slip)


async def test_a_new_table_asks_for_its_pace_once_and_suggests_three_days(world: World) -> None:
    ann = world.person("Ann")

    asked = reply(await ann.slash(world.channel, "seismic new"))
    (menu,) = menus(asked)
    first = menu["options"][0]
    await ann.select(asked, [first["value"]], custom_id=menu["custom_id"])
    typed = reply(await ann.slash(world.channel, "seismic new", pace="week"))

    assert (first["label"], first["description"]) == ("3 days per move", "Suits most tables.")
    assert len(menu["options"]) == len(PACES)
    assert not [each for each in menu["options"] if each.get("default")]
    assert (await world.match()).pace == PACES["three-days"]
    assert "**Pace** 3 days per move" in said(await fresh(world))
    assert menus(typed) == []


async def test_the_host_chooses_how_well_a_computer_player_plays(world: World) -> None:
    ann, _ = await opened(world, seats=4)
    menus_of = menus(await world.set_up(ann))
    offered = next(each for each in menus_of if each["custom_id"].startswith("s.computer."))
    levels = [each["value"].partition("/")[2] for each in offered["options"]]

    for level in ("expert", "beginner", "greedy:rival"):
        await world.seat_computer(ann, level)

    shown, match = said(await fresh(world)), await world.match()
    assert levels == [each for each in LEVELS if each != "master"]
    assert [each.agent for each in match.chairs] == [None, "expert", "beginner", "greedy:rival"]
    assert "▲⚙ **Geyser** (computer player, expert)" in shown
    assert "◆⚙ **Karst** (computer player, beginner)" in shown
    assert "●⚙ **Magma** (computer player, rival)" in shown


async def test_a_master_is_offered_where_the_operator_allows_it(world: World) -> None:
    ann, _ = await opened(world, seats=3)
    world.bot.shell.host.lobbies.has_masters = True

    offered = next(
        each
        for each in menus(await world.set_up(ann))
        if each["custom_id"].startswith("s.computer.")
    )
    await world.seat_computer(ann, "master")

    assert [each["value"].partition("/")[2] for each in offered["options"]] == list(LEVELS)
    assert "▲⚙ **Geyser** (computer player, master)" in said(await fresh(world))


async def test_a_master_is_refused_where_the_operator_allows_none(world: World) -> None:
    ann, _ = await opened(world, seats=3)
    menu = await world.older_menu("s.computer.1.0", "1/master")

    slip = reply(await ann.select(menu, ["1/master"], custom_id="s.computer.1.0"))

    assert "This bot has no masters to play against." in said(slip)
    assert len((await world.match()).chairs) == 1


async def test_a_seated_master_stays_when_the_operator_allows_none_anymore(world: World) -> None:
    ann, _ = await opened(world, seats=3)
    lobbies = world.bot.shell.host.lobbies
    lobbies.has_masters = True
    await world.seat_computer(ann, "master")
    lobbies.has_masters = False

    await world.seat_computer(ann, "expert")

    assert [each.agent for each in (await world.match()).chairs] == [None, "master", "expert"]


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
    menu = await world.older_menu("s.computer.1.0", "1/expert")

    slip = reply(await world.person("Bob").select(menu, ["1/expert"], custom_id="s.computer.1.0"))

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
    assert "already at this table" in said(slip)


async def test_one_more_player_is_needed(world: World) -> None:
    ann, lobby = await opened(world)

    slip = reply(await ann.click(lobby, label="Start now"))

    assert "One more player is needed" in said(slip)


async def test_only_the_host_starts_and_changes_places(world: World) -> None:
    ann, lobby = await opened(world, seats=3)
    bob = world.person("Bob")
    await bob.click(lobby, label="Join")

    start = reply(await bob.click(lobby, label="Start now"))
    old = await world.leftover("b.options.1.0")
    form = reply(await bob.click(old, custom_id="b.options.1.0"))
    shown = reply(await ann.click(await fresh(world), label="Set up"))
    await ann.select(shown, ["2"], custom_id="s.places.1.0")

    for slip in (start, form):
        assert "Only the host, Ann, can do that." in said(slip)
    assert (await world.match()).places == 2
    assert control(await fresh(world), "join").disabled
    assert "The table is full" in said(await fresh(world))


async def test_the_host_agrees_on_rules_in_a_form(world: World) -> None:
    ann, lobby = await opened(world)
    form = await ann.click(await world.set_up(ann), label="Rule options")
    assert form.modal is not None
    asked = [each["component"] for each in form.modal["components"]]
    first = {each["custom_id"]: [each["options"][0]["value"]] for each in asked}

    await ann.submit_modal(form, {**first, "s.options.table_radius": ["1"]})

    match = await world.match()
    assert list(match.setup.options) == ["table_radius"]
    assert len(said(await fresh(world)).splitlines()) == len(said(lobby).splitlines()) + 1


async def test_the_host_agrees_on_time_and_aids_in_a_form(world: World) -> None:
    ann, lobby = await opened(world)
    assert "**Pace** No limit" in said(lobby)
    assert "When time is up" not in said(lobby)
    form = await ann.click(await world.set_up(ann), label="Table options")
    assert form.modal is not None
    asked = [each["component"] for each in form.modal["components"]]
    first = {each["custom_id"]: [each["options"][0]["value"]] for each in asked}
    settled = {"pace": "three-days-clock", "late": "end", "hints": "noted"}

    answers = {f"s.options.{name}": [value] for name, value in settled.items()}
    await ann.submit_modal(form, {**first, **answers})

    match = await world.match()
    assert match.pace == PACES["three-days-clock"]
    assert (match.when_late, match.hints) == (WhenLate.END, Hints.NOTED)
    assert "**Pace** Clock: 3 days + 24 h per turn" in said(await fresh(world))
    assert "**When time is up** The match ends a day later" in said(await fresh(world))
    assert "**Hints** three each; the table hears who took one" in said(await fresh(world))

    form = await ann.click(await world.set_up(ann), label="Table options")
    await ann.submit_modal(form, {**first, "s.options.aids": ["pure"]})

    assert (await world.match()).aids is Aids.PURE
    assert "**Aids** none" in said(await fresh(world))
    assert "**Hints**" not in said(await fresh(world))


async def test_the_pace_is_typed_and_the_rematch_keeps_it(world: World) -> None:
    ann, lobby = await opened(world, pace="week")
    assert "**Pace** 1 week per move" in said(lobby)
    assert "**When time is up** A computer player makes that move" in said(lobby)

    await ann.click(lobby, label="Leave")
    await ann.click(await fresh(world), label="Open it again")

    assert (await world.match(MatchId(2))).pace == PACES["week"]
    assert "**Pace** 1 week per move" in said(world.newest)


async def test_an_invitation_pings_the_invited_once(world: World) -> None:
    ann, _ = await opened(world)
    bob = world.person("Bob")
    asked = reply(await ann.click(await world.set_up(ann), label="Invite"))

    await ann.select(asked, [bob])
    invitation = posts(world)[-1]
    await bob.click(world.newest, label="Sit down")

    assert invitation["content"].startswith(f"{bob.mention}, **Ann saves you a seat** at Seismic")
    assert invitation["allowed_mentions"]["users"] == [bob.id]
    assert (await world.match()).seat_of(bob.id) is not None  # type: ignore[arg-type]


async def test_strangers_do_not_invite(world: World) -> None:
    await opened(world)
    dan, old = world.person("Dan"), await world.leftover("b.invite.1.0")

    slip = reply(await dan.click(old, custom_id="b.invite.1.0"))

    assert "You aren't at this table." in said(slip)


async def test_a_table_that_nobody_joins_closes_and_opens_again(world: World) -> None:
    _, lobby = await opened(world)
    world.clock.pass_by(hours=49)
    await world.tick()
    closed = await fresh(world)
    words, bob = said(closed), world.person("Bob")

    await bob.click(closed, label="Open it again")

    assert "No one joined for 48 hours" in words
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

    assert "Everyone left" in said(await fresh(world))


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

    assert "**Seat 3 can't go first: it would be empty.**" in said(slip)
    assert (await world.match()).status is Status.LOBBY


async def test_a_full_table_starts_by_itself(world: World) -> None:
    _, lobby = await opened(world, seats=2)
    await world.person("Bob").click(lobby, label="Join")

    world.clock.pass_by(minutes=2)
    await world.tick()

    assert (await world.match()).status is Status.PLAYING


async def test_a_banner_stands_at_the_head_of_an_open_table_and_goes_as_it_begins(
    world: World,
) -> None:
    ann, lobby = await opened(world, seats=3)
    names = [[each.filename for each in lobby.attachments]]

    for press in (
        world.person("Bob").click(lobby, label="Join"),
        ann.click(lobby, label="Start now"),
    ):
        await press
        names.append([each.filename for each in (await fresh(world)).attachments])

    assert names == [["banner.png"], ["banner.png"], []]


async def test_a_lobby_that_was_deleted_comes_again_with_its_banner(world: World) -> None:
    ann, lobby = await opened(world, seats=3)
    shown = await world.set_up(ann)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.get_partial_message(lobby.id).delete()

    await ann.select(shown, ["2"], custom_id="s.places.1.0")

    again = await fresh(world)
    assert again.id != lobby.id
    assert [each.filename for each in again.attachments] == ["banner.png"]


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
    assert f"sealed: `{match.commitment[:8]}…`" in said(cover)
    assert f"`{match.commitment}`" in said(reply(await bob.click(cover, label="Fair draws")))
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
    ann, _ = await opened(world, seats=3)

    (menu,) = [
        each for each in menus(await world.set_up(ann)) if each.get("custom_id") == "s.places.1.0"
    ]

    assert [each["value"] for each in menu["options"]] == ["2", "3", "4"]
    assert [each["value"] for each in menu["options"] if each.get("default")] == ["3"]


async def chosen(world: World, host: Any, *variants: str) -> Any:
    shown = reply(await host.click(await fresh(world), label="Set up"))
    return await host.select(shown, list(variants), custom_id="s.variants.1.0")


async def test_the_host_chooses_variants_from_a_menu_that_says_what_each_does(
    world: World,
) -> None:
    ann, lobby = await opened(world)
    shown = menus(await world.set_up(ann))
    menu = next(each for each in shown if each.get("custom_id") == "s.variants.1.0")

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

    menu = await world.older_menu("s.variants.1.0", "balance")
    slip = reply(await world.person("Bob").select(menu, ["balance"], custom_id="s.variants.1.0"))

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

    (away,) = menu(seated, words("en"), has_masters=False)
    (more,) = menu(replace(seated, places=3), words("en"), has_masters=False)

    assert away.placeholder == "Take a computer player away"
    assert [each.label for each in away.options] == [f"Without {machine.name}"]
    assert more.placeholder == "Add a computer player"
