"""Looking back: one screen that moves through a match, and a position shown to everybody."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.games.seismic.panel import PANEL
from bot.table.ids import MatchId
from tests.bot.world import World, acting, control, controls, played, posts, raw, reply, said


async def some_turns(world: World, turns: int = 4) -> list[MemberActor]:
    people = [world.person("Ann"), world.person("Bob")]
    await world.begun(*people)
    for turn in range(turns):
        match = await world.match()
        await played(acting(match, people), await world.table(), Random(turn))
    return people


def headline(message: object) -> str:
    return headline_of(said(message))


def headline_of(text: str) -> str:
    return text.strip().splitlines()[0]


async def test_one_screen_moves_through_the_match_in_place(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    shown = reply(await dan.slash(world.channel, "table history"))
    newest = headline(shown)
    steps = []
    for label in ("First", "Later", "Later", "Earlier", "Last"):
        moved = reply(await dan.click(shown, label=label))
        assert moved.id == shown.id
        shown = moved
        steps.append(headline(shown))

    last = newest.rsplit(" ", 1)[1]
    assert newest == f"### Seismic 1 · step {last} of {last}"
    assert steps == [f"### Seismic 1 · step {n} of {last}" for n in ("1", "2", "3", "2", last)]
    assert shown.ephemeral
    assert shown.attachments[0].description


async def test_no_step_leads_beyond_the_ends(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")

    newest = controls(reply(await dan.slash(world.channel, "table history")))
    first = controls(reply(await dan.slash(world.channel, "table board", move=1)))

    assert [each.label for each in newest if each.disabled] == ["Later", "Last"]
    assert [each.label for each in first if each.disabled] == ["First", "Earlier"]


async def test_the_menu_has_the_moves_around_the_one_that_is_shown(world: World) -> None:
    await some_turns(world, 27)
    dan = world.person("Dan")

    def menu(message: object) -> list[int]:
        options = raw(message)[0]["components"][3]["components"][0]["options"]
        return [int(each["value"]) for each in options]

    newest = menu(shown := reply(await dan.slash(world.channel, "table history")))
    chosen = reply(await dan.select(shown, [str(newest[5])]))
    middle, title = menu(chosen), headline(chosen)
    first = menu(reply(await dan.click(chosen, label="First")))

    assert f"· step {newest[5]} of" in title
    assert [len(each) for each in (newest, middle, first)] == [25] * 3
    assert newest[5] in middle
    assert first[0] == 1


async def test_a_move_is_gone_to_by_its_number(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")
    shown = reply(await dan.slash(world.channel, "table history"))

    async def typed(text: str) -> str:
        form = await dan.click(shown, custom_id=control(shown, "turn").custom_id)
        assert form.modal is not None
        line = form.modal["components"][0]["component"]["custom_id"]
        return said(reply(await dan.submit_modal(form, {line: text})))

    there = await typed(" 2 ")
    newest = await typed("")
    slips = [await typed(text) for text in ("0", "99", "x", "9" * 30)]

    assert "· step 2 of" in there
    assert "· step" in newest
    assert all("There is no move" in slip for slip in slips)
    assert all(headline_of(slip) == headline_of(newest) for slip in slips)


async def test_an_old_screen_works_after_a_restart(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")
    shown = reply(await dan.slash(world.channel, "table history"))

    await world.restart()
    first = reply(await dan.click(shown, label="First"))

    assert "· step 1 of" in headline(first)


async def test_a_position_is_shown_to_everybody_in_silence(world: World) -> None:
    await some_turns(world)
    dan = world.person("Dan")
    last = headline(shown := reply(await dan.slash(world.channel, "table history"))).split()[-1]

    second = reply(await dan.click(reply(await dan.click(shown, label="First")), label="Later"))
    sentence = said(second).strip().splitlines()[1]
    after = reply(await dan.click(second, label="Show to everyone"))
    sent, post = world.newest, posts(world)[-1]

    assert sent.content.splitlines() == [
        "**Dan** shows move 2 of Seismic 1.",
        sentence,
        f"-# As it was then; the newest move is {last}.",
    ]
    assert sent.attachments[0].description
    assert post["flags"] == 1 << 12
    assert not post["allowed_mentions"].get("users")
    assert "Shown to everyone" in said(after)
    assert "· step 2 of" in headline(after)
    assert (await world.match()).table.message != sent.id


async def test_from_what_was_shown_others_look_on(world: World) -> None:
    await some_turns(world)
    dan, eve = world.person("Dan"), world.person("Eve")
    shown = reply(await dan.slash(world.channel, "table board", move=2))
    await dan.click(shown, label="Show to everyone")

    own = reply(await eve.click(world.newest, label="History"))

    assert own.ephemeral
    assert "· step 2 of" in headline(own)


async def test_nobody_shows_more_than_all_may_know(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="aftershock")
    ann = people[0]

    private = reply(await ann.slash(world.channel, "table history"))
    told = said(private)
    await ann.click(private, label="Show to everyone")
    sent = world.newest

    assert "first player" in told
    assert "your" not in sent.content.lower()
    assert "**Ann** shows move" in sent.content
    assert (await world.bot.shell.host.cache.match(MatchId(1))).seen_by(0) > 0  # type: ignore[arg-type]


async def test_whoever_shows_too_much_waits(world: World) -> None:
    await some_turns(world, 1)
    dan = world.person("Dan")
    shown = reply(await dan.slash(world.channel, "table history"))

    for _ in range(5):
        await dan.click(shown, label="Show to everyone")
    before = world.newest.id
    slip = reply(await dan.click(shown, label="Show to everyone"))

    assert "That's a lot of positions at once." in said(slip)
    assert world.newest.id == before


async def test_what_was_told_is_not_told_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await some_turns(world, 3)
    dan, told = world.person("Dan"), list[int]()
    whole = PANEL.history

    def history(_: object, moments: list[object]) -> object:
        told.append(len(moments))
        return whole(moments)  # type: ignore[arg-type]

    monkeypatch.setattr(type(PANEL), "history", history)
    shown = reply(await dan.slash(world.channel, "table history"))
    await dan.click(shown, label="First")
    before = await world.match()
    await played(acting(before, people), await world.table(), Random(9))
    await dan.click(shown, label="Last")
    grown = (await world.match()).line - before.line

    assert told == [before.line, grown + 1]
