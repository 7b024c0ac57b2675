"""`/aftershock …` in a simulated Discord: the desk, typed moves, deals, what others see."""

from random import Random

import pytest
from simcord.actors import MemberActor

from bot.table.match.match import Match
from tests.bot.world import Control, World, control, controls, menus, posts, reply, said, words_of
from tests.games.aftershock.clicking import answered, desk_of


async def table(world: World) -> list[MemberActor]:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="aftershock")
    return people


async def until(world: World, people: list[MemberActor], phase: str, seed: int = 1) -> Match:
    """Play on by clicks to a phase."""
    chance, by_id = Random(seed), {each.id: each for each in people}
    match, progress = await world.bot.shell.host.cache.progress((await world.match()).id)
    while progress.state.phase != phase:
        player = match.chairs[match.acting[0]].player
        assert player is not None
        await answered(by_id[player], await world.table(), chance)
        match, progress = await world.bot.shell.host.cache.progress(match.id)
    return match


def whose_turn(match: Match, people: list[MemberActor]) -> MemberActor:
    player = match.chairs[match.acting[0]].player
    return next(each for each in people if each.id == player)


async def test_the_hint_stays_when_a_card_is_chosen(world: World) -> None:
    ann, _, _ = await table(world)
    desk = await desk_of(ann, await world.table())

    chosen = reply(await ann.click(desk, custom_id=controls_of(desk, "k")[0].custom_id))
    listed = reply(await ann.click(chosen, custom_id=control(chosen, "a").custom_id))

    for screen in (desk, chosen, listed):
        assert control(screen, "hint").label == "Hint"


def controls_of(message: object, verb: str) -> list[Control]:
    return [each for each in controls(message) if each.verb == verb]


async def test_a_table_of_cards_does_not_speak_of_tiles(world: World) -> None:
    ann, _, _ = await table(world)
    newest = await world.table()

    more = reply(await ann.click(newest, custom_id=control(newest, "more").custom_id))
    left = reply(await ann.click(more, custom_id=control(more, "unseen").custom_id))

    assert "tile" not in words_of(more).casefold()
    assert "### Cards you haven't seen" in said(left)


@pytest.mark.parametrize("aid", ["unseen", "score"])
async def test_cards_and_points_are_a_picture_first_and_a_list_behind_a_button(
    world: World, aid: str
) -> None:
    ann, _, _ = await table(world)

    drawn = reply(await ann.slash(world.channel, f"table {aid}"))
    shown, pictures = said(drawn), list(drawn.attachments)
    told = reply(await ann.click(drawn, label="As text"))

    assert pictures
    assert "\n- " not in shown
    assert "\n- " in said(told)
    assert not told.attachments


async def test_the_desk_opens_by_click_and_by_command(world: World) -> None:
    ann, _, _ = await table(world)

    clicked = await desk_of(ann, await world.table())
    typed = reply(await ann.slash(world.channel, "aftershock desk"))

    assert clicked.ephemeral
    assert typed.ephemeral
    assert said(clicked) == said(typed)
    assert "### Your desk: keep (only you see this)" in said(clicked)


async def test_a_watcher_gets_no_desk(world: World) -> None:
    await table(world)
    eve = world.person("Eve")

    shown = reply(await eve.slash(world.channel, "aftershock desk"))
    clicked = await desk_of(eve, await world.table())

    assert "You're watching this table." in said(shown)
    assert "You're watching this table." in said(clicked)


async def test_a_seal_edits_the_public_message_and_posts_nothing(world: World) -> None:
    ann, bob, _ = await table(world)
    before, count = (await world.match()).table.message, len(posts(world))
    desk = await desk_of(ann, await world.table())

    sealed = reply(await ann.click(desk, custom_id=control(desk, "K").custom_id))

    shown = await world.table()
    assert (await world.match()).table.message == before
    assert len(posts(world)) == count
    assert "ready 1 of 3 · waiting for Bob and Cleo" in shown.content
    assert "**Sealed.**" in said(sealed)
    assert "ready 1 of 3" in said(await desk_of(bob, shown))
    assert world.env.errors == []


async def test_a_sealed_choice_can_be_changed_until_all_are_ready(world: World) -> None:
    ann, bob, cleo = await table(world)
    desk = await desk_of(ann, await world.table())
    sealed = reply(await ann.click(desk, custom_id=control(desk, "K").custom_id))

    again = reply(await ann.click(sealed, custom_id=control(sealed, "c").custom_id))
    world.clock.pass_by(seconds=10)
    await world.tick()
    waiting = (await world.table()).content
    chosen = reply(await ann.click(again, custom_id=controls_of(again, "k")[0].custom_id))
    await ann.click(chosen, custom_id=control(chosen, "K").custom_id)
    for each in (bob, cleo):
        other = await desk_of(each, await world.table())
        await each.click(other, custom_id=control(other, "K").custom_id)

    assert "ready 0 of 3" in waiting
    told = (await world.table()).content
    assert ", Bob $0M, Cleo $0M. " in told
    assert "Ann $0M" not in told
    assert world.env.errors == []


async def test_what_one_ticks_shows_nowhere_before_the_reveal(world: World) -> None:
    ann, _, _ = await table(world)
    desk = await desk_of(ann, await world.table())
    listed = reply(await ann.click(desk, custom_id=control(desk, "a").custom_id))
    (menu,) = menus(listed)
    names = [option["label"].partition(" · ")[2] for option in menu["options"]]
    start = len(world.env.http_requests)

    ticked = reply(await ann.select(listed, ["0", "1"], custom_id=menu["custom_id"]))
    seal = control(ticked, "K")
    if not seal.disabled:
        await ann.click(ticked, custom_id=seal.custom_id)

    public = [each for each in world.env.http_requests[start:] if "/channels/" in each.path]
    assert not any(name in str(each.json) for each in public for name in names)
    shown = words_of(await world.table())
    assert not any(name in shown for name in names)


async def test_an_old_seal_says_that_it_is_too_late(world: World) -> None:
    people = await table(world)
    ann = people[0]
    old = await desk_of(ann, await world.table())
    await until(world, people, "buy")

    late = reply(await ann.click(old, custom_id=control(old, "K").custom_id))

    assert "Too late (keep):" in said(late)
    assert "all choices have been revealed. Nothing was sent." in said(late)


async def test_a_card_that_is_suggested_can_be_typed_and_paid(world: World) -> None:
    people = await table(world)
    match = await until(world, people, "buy", 3)
    buyer = whose_turn(match, people)
    found = await buyer.autocomplete(world.channel, "aftershock buy", "card", "")
    card = {"card": found[0]["value"]}

    asked = reply(await buyer.slash(world.channel, "aftershock buy", **card))
    price = said(asked)
    shown = reply(await buyer.click(asked, custom_id=control(asked, "B").custom_id))

    assert "M)**, from " in price
    assert said(shown).strip().startswith("**Sent.**")
    assert " buys " in (await world.table()).content
    assert world.env.errors == []


async def test_what_was_missed_is_told_though_each_turn_was_short(world: World) -> None:
    people = await table(world)
    match = await until(world, people, "buy", 3)
    first, names = whose_turn(match, people), list[str]()
    await first.click(await world.table(), custom_id=control(await world.table(), "x").custom_id)
    for _ in range(2):
        match = await world.match()
        mover = whose_turn(match, people)
        names.append(match.chairs[match.acting[0]].name)
        found = await mover.autocomplete(world.channel, "aftershock buy", "card", "")
        asked = reply(await mover.slash(world.channel, "aftershock buy", card=found[0]["value"]))
        await mover.click(asked, custom_id=control(asked, "B").custom_id)
    newest = await world.table()

    told = said(reply(await first.click(newest, label="What happened")))

    assert whose_turn(await world.match(), people) is first
    assert [f"**{name}** buys " in newest.content for name in names] == [False, True]
    assert all(f"**{name}** buys " in told for name in names)
    assert world.env.errors == []


async def test_a_pass_is_typed_and_only_on_turn(world: World) -> None:
    people = await table(world)
    match = await until(world, people, "buy", 3)
    buyer = whose_turn(match, people)
    other = next(each for each in people if each is not buyer)

    before = (await world.match()).line
    refused = reply(await other.slash(world.channel, "aftershock pass"))
    unchanged = (await world.match()).line
    passed = reply(await buyer.slash(world.channel, "aftershock pass"))

    assert unchanged == before
    assert "**That can't be done now.** Nothing was sent." in said(refused)
    assert "It's not your turn. I'll ping you when it is." in said(refused)
    assert "**Sent.**" in said(passed)
    assert (await world.match()).line > before


async def test_who_presses_pass_out_of_turn_is_offered_a_standing_pass(world: World) -> None:
    people = await table(world)
    match = await until(world, people, "buy", 3)
    other = next(each for each in people if each is not whose_turn(match, people))
    shown = await world.table()

    desk = reply(await other.click(shown, custom_id=control(shown, "x").custom_id))

    assert (await world.match()).line == match.line
    assert "It's not your turn. I'll ping you when it is." in said(desk)
    assert control(desk, "s").label == "Auto-pass"


async def test_a_secret_of_somebody_else_makes_no_public_button_stale(world: World) -> None:
    people = await table(world)
    match = await until(world, people, "buy", 3)
    buyer = whose_turn(match, people)
    other = next(each for each in people if each is not buyer)
    shown = await world.table()
    desk = await desk_of(other, shown)
    left = reply(await other.click(desk, custom_id=control(desk, "s").custom_id))

    button = control(shown, "x").custom_id
    passed = reply(await buyer.click(shown, custom_id=button))
    late = reply(await buyer.click(await world.leftover(button), custom_id=button))

    assert control(left, "w").label == "Auto-pass on: turn off"
    assert "**Sent.**" in said(passed)
    assert "The table has moved on" in said(late)
    assert world.env.errors == []


async def test_what_is_typed_in_another_phase_says_so_above_what_is_wanted(world: World) -> None:
    ann, _, _ = await table(world)

    shown = reply(await ann.slash(world.channel, "aftershock build"))

    assert said(shown).strip().startswith("**That can't be done now.** Nothing was sent.")
    assert "Choose the cards you keep and pay for." in said(shown)
    assert not control(shown, "K").disabled


async def test_a_deal_is_proposed_by_typing(world: World) -> None:
    ann, bob, _ = await table(world)
    found = await ann.autocomplete(world.channel, "aftershock propose", "i", "oak")

    shown = reply(
        await ann.slash(
            world.channel, "aftershock propose", to=bob, i=found[0]["value"], you="Fremont"
        )
    )

    assert [each["value"] for each in found] == ["oakland", "-oakland"]
    assert "**Proposed.**" in said(shown)
    assert "I'll mark **Oakland** if you mark **Fremont**" in world.newest.content
    assert world.env.errors == []


async def test_the_desk_can_be_opened_by_everybody_in_every_phase(world: World) -> None:
    people = await table(world)
    await until(world, people, "plan", 2)

    shown = [await desk_of(each, await world.table()) for each in people]

    assert all(each.ephemeral for each in shown)
    assert all("Your desk: plan" in said(each) for each in shown)
    assert all(controls(each) for each in shown)
