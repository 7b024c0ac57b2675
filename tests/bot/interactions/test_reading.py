"""Reading along: text, history, replay, scores; for watchers, too, by commands and by buttons."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot import metrics
from bot.games.panel import View
from bot.games.screen import Post
from bot.games.seismic.panel import PANEL
from bot.storage.match.matches import MatchStore
from engine.game import Event
from engine.registry import games
from tests.bot.world import World, acting, control, controls, played, raw, reply, said


async def some_turns(world: World, turns: int = 4) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    for turn in range(turns):
        match = await world.match()
        await played(acting(match, people), await world.table(), Random(turn))


async def test_every_page_of_the_text_board_fits_and_can_be_had_as_a_file(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    first = reply(await dan.slash(world.channel, "table text"))
    keys = [each.custom_id for each in controls(first)]
    for key in keys[:-1]:
        page = reply(await dan.click(first, custom_id=key))
        assert said(page).strip().startswith("## ")
    file = reply(await dan.click(first, custom_id=keys[-1]))

    assert file.attachments[0].filename == "seismic-1.md"


async def test_the_board_after_a_move_can_be_asked_for_by_number(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    offered = await dan.autocomplete(world.channel, "table board", "move", "")
    board = reply(await dan.slash(world.channel, "table board", move=offered[0]["value"]))
    none = reply(await dan.slash(world.channel, "table board", move=999))

    assert "### Seismic 1 · step" in said(board)
    assert board.attachments
    assert "There is no move 999" in said(none)


async def test_all_who_look_at_one_board_get_the_picture_that_the_table_has(world: World) -> None:
    await some_turns(world)
    found, drawn = (metrics.PICTURES.labels(each) for each in ("cache", "drawn"))
    before = found._value.get(), drawn._value.get()

    for name in ("Cleo", "Dan", "Eve"):
        assert reply(await world.person(name).slash(world.channel, "table board")).attachments

    assert (found._value.get(), drawn._value.get()) == (before[0] + 3, before[1])


async def test_the_newest_board_has_the_tiles_for_whoever_must_act(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    dan = world.person("Dan")

    own = reply(await acting(match, people).slash(world.channel, "table board"))
    other = reply(await dan.slash(world.channel, "table board"))

    assert "w" in [each.verb for each in controls(own)]
    assert "w" not in [each.verb for each in controls(other)]
    receipt = await played(acting(match, people), own, Random(1))
    assert "Sent." in said(receipt)


def talkative(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """Let the posts of Seismic keep each of their events for the button, in `length` characters."""
    short = PANEL.post

    def post(_: object, view: View, news: Sequence[Event]) -> Post:
        told = tuple(f"{view.words.language}: {type(event).__name__}" for event in news)
        return replace(short(view, news), happened=tuple(f"{t:·<{length}}" for t in told))

    monkeypatch.setattr(type(PANEL), "post", post)


async def test_what_a_message_leaves_out_is_behind_a_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    talkative(monkeypatch, 2500)
    await some_turns(world, 1)
    dan, table = world.person("Dan"), await world.table()

    first = reply(await dan.click(table, label="What happened"))
    told = said(first)
    second = said(reply(await dan.click(first, label="Later")))

    assert first.ephemeral
    assert told.lstrip().startswith("## Seismic 1 · What happened\nen: TilePlaced·")
    assert second.lstrip().startswith("## Seismic 1 · What happened")
    assert len(second) > 2500
    assert not {*told.splitlines()[2:]} & {*second.splitlines()}


async def test_each_reads_what_happened_in_their_own_language(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    talkative(monkeypatch, 20)
    await some_turns(world, 1)
    dan = world.person("Dan")
    await dan.select(reply(await dan.slash(world.channel, "settings")), ["fr"])

    told = said(reply(await dan.click(await world.table(), label="What happened")))

    assert told.lstrip().startswith("## Seismic 1 · Ce qui s'est passé\nfr: ")


async def test_a_player_is_told_of_all_since_their_own_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    talkative(monkeypatch, 10)
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people)
    for turn in range(4):
        await played(acting(await world.match(), people), await world.table(), Random(turn))
    match, table = await world.match(), await world.table()
    mover = acting(match, people)
    others = [match.chairs[(match.acting[0] + 1) % 3].name]

    own = said(reply(await mover.click(table, label="What happened")))
    public = said(reply(await world.person("Dan").click(table, label="What happened")))

    assert (
        f"-# Also moved since your turn: {', '.join(others)}. See **What happened**."
        in table.content
    )
    assert own.count("TilePlaced") == 2
    assert public.count("TilePlaced") == 1


async def test_a_message_that_says_all_has_no_such_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(PANEL), "post", lambda *_: Post("All of it."))
    await some_turns(world, 0)

    assert "happened" not in [each.verb for each in controls(await world.table())]


async def test_more_leads_to_everything_else(world: World) -> None:
    await some_turns(world)
    dan, table = world.person("Dan"), await world.table()

    more = reply(await dan.click(table, label="More"))

    assert [each.verb for each in controls(more)] == [
        *("history", "replay", "score", "unseen", "danger", "zoom", "follow", "rules"),
    ]


async def test_what_more_leads_to_leads_back_to_more(world: World) -> None:
    await some_turns(world)
    dan, table = world.person("Dan"), await world.table()
    more = reply(await dan.click(table, label="More"))
    offered = [each.label for each in controls(more)]

    for label in offered:
        shown = reply(await dan.click(more, label=label))
        more = reply(await dan.click(shown, label="Back"))
        assert [each.label for each in controls(more)] == offered

    history = reply(await dan.click(more, label="History"))
    after = reply(await dan.select(history, ["2"]))
    more = reply(await dan.click(after, label="Back"))
    guide = reply(await dan.click(more, label="Rules"))
    turned = reply(await dan.click(guide, label="Your turn"))
    assert [
        each.label for each in controls(reply(await dan.click(turned, label="Back")))
    ] == offered


async def test_what_was_not_opened_by_more_has_no_way_back(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    score = reply(await dan.slash(world.channel, "table score"))
    rules = reply(await dan.slash(world.channel, "seismic rules"))

    assert "Back" not in [each.label for each in (*controls(score), *controls(rules))]


async def test_reading_commands_answer_privately(world: World) -> None:
    await some_turns(world)
    dan, table = world.person("Dan"), (await world.match()).table.message

    for name in ("since", "unseen", "score", "replay", "board"):
        answer = reply(await dan.slash(world.channel, f"table {name}"))
        assert answer.ephemeral
        assert raw(answer)

    assert world.newest.id == table


async def test_a_running_match_keeps_its_record(world: World) -> None:
    await some_turns(world, 1)
    dan = world.person("Dan")

    export = reply(await dan.slash(world.channel, "table export"))
    verify = reply(await dan.slash(world.channel, "table verify"))

    assert "You can get the record after the match" in said(export)
    assert "You can get the record after the match" in said(verify)
    assert not export.attachments


async def test_a_channel_without_a_table_says_so(world: World) -> None:
    ann = world.person("Ann")

    slip = reply(await ann.slash(world.channel, "table board"))

    assert "No table here" in said(slip)


async def test_several_tables_are_asked_about(world: World) -> None:
    ann, bob, dan = (world.person(name) for name in ("Ann", "Bob", "Dan"))
    await world.begun(ann, bob)
    await bob.slash(world.channel, "seismic new", seats=2, where="here")
    second = world.newest
    await world.person("Cleo").click(second, label="Join")
    await bob.click(second, label="Start")

    own = reply(await ann.slash(world.channel, "table score"))
    which = reply(await dan.slash(world.channel, "table score"))
    asked = said(which)
    score = reply(await dan.click(which, label="Seismic 2"))

    assert "Which table?" not in said(own)
    assert "Which table?" in asked
    assert raw(score)


async def test_my_tables_lists_those_that_wait_first(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover = acting(match, people)
    await mover.slash(world.channel, "seismic new", where="here")

    listed = said(reply(await mover.slash(world.channel, "my-tables"))).splitlines()
    nothing = reply(await world.person("Dan").slash(world.channel, "my-tables"))

    assert "Seismic 1" in listed[2]
    assert str(match.table.message) in listed[2]
    assert "1 of 4 seats taken" in listed[3]
    assert "You aren't at any table" in said(nothing)


async def test_leaving_asks_once_and_a_computer_player_moves_on(world: World) -> None:
    people = [world.person("Ann"), world.person("Bob")]
    match = await world.begun(*people)
    mover = acting(match, people)

    asked = reply(await mover.slash(world.channel, "table leave"))
    question = said(asked)
    left = reply(await mover.click(asked, label="Leave the table"))
    await world.tick()

    after = await world.match()
    assert "Leave Seismic 1?" in question
    assert "You left Seismic 1" in said(left)
    assert after.line > match.line
    assert after.seat_of(mover.id) is None  # type: ignore[arg-type]


async def test_a_table_that_has_not_begun_says_so(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")

    for name in ("table board", "table score", "table since"):
        assert "hasn't begun yet" in said(reply(await ann.slash(world.channel, name)))


async def test_parts_of_the_text_are_offered_and_found(world: World) -> None:
    await some_turns(world, 2)
    dan = world.person("Dan")

    offered = await dan.autocomplete(world.channel, "table text", "part", "til")
    page = reply(await dan.slash(world.channel, "table text", part=offered[0]["value"]))

    assert offered[0]["name"] == "Tiles"
    assert "## Tiles" in said(page)


async def test_an_open_table_is_left_by_command_without_a_question(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")

    left = reply(await ann.slash(world.channel, "table leave"))
    slip = reply(await world.person("Dan").slash(world.channel, "table leave"))

    assert "You left Seismic 1" in said(left)
    assert "No table here" in said(slip)


async def test_nothing_is_suggested_where_no_match_has_begun(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")

    assert await ann.autocomplete(world.channel, "table board", "move", "") == []
    assert await ann.autocomplete(world.channel, "table text", "part", "") == []


async def test_a_paused_table_says_so(world: World) -> None:
    await some_turns(world, 1)
    dan, match = world.person("Dan"), await world.match()
    table = await world.table()
    await MatchStore(world.database, games()).pause(match.id, 3, world.clock.now())

    board = reply(await dan.slash(world.channel, "table board"))
    late = reply(await dan.click(table, custom_id=control(table, "w").custom_id))

    assert "This table is locked" in said(late)
    assert "No table here" in said(board) or "This table is locked" in said(board)
