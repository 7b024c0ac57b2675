"""Too much of a good thing is refused kindly, and says when there is more."""

from random import Random
from typing import Any

from simcord.actors import MemberActor

from bot.hosting.processes.limits import ALLOWANCES, AllowanceOwner, LimitedAction
from bot.messages.processes.render_pool import DrawUrgency
from bot.table.ids import MatchId
from tests.bot.dealing import form_of, proposed, seated
from tests.bot.world import World, acting, control, controls, played, posts, reply, said

OPENED = ALLOWANCES[LimitedAction.OPEN, AllowanceOwner.PERSON].burst


async def opened(world: World, person: MemberActor) -> Any:
    return reply(await person.slash(world.channel, "seismic new", where="here"))


async def invited(host: MemberActor, guest: MemberActor, lobby: Any) -> Any:
    shown = reply(await host.click(lobby, custom_id=control(lobby, "set-up").custom_id))
    asked = reply(await host.click(shown, custom_id=control(shown, "invite").custom_id))
    return reply(await host.select(asked, [guest]))


async def declined(world: World, guest: MemberActor) -> None:
    world.clock.pass_by(seconds=10)
    await world.tick()
    if any(each.verb == "decline-seat" for each in controls(world.newest)):
        await guest.click(world.newest, label="Decline")


async def test_opening_and_leaving_again_and_again_comes_to_a_pause(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    for number in range(1, OPENED + 1):
        await opened(world, ann)
        await world.bot.shell.host.lobbies.leave_lobby(MatchId(number), ann.id)  # type: ignore[arg-type]
    count = len(posts(world))

    refused = await opened(world, ann)
    others = await opened(world, bob)
    await world.bot.shell.host.lobbies.leave_lobby(MatchId(OPENED + 1), bob.id)  # type: ignore[arg-type]
    world.clock.pass_by(minutes=1)
    again = await opened(world, ann)

    assert "**That's a lot of new tables.** Try again <t:" in said(refused)
    assert "Your table is open" in said(others)
    assert "Your table is open" in said(again)
    assert len(posts(world)) == count + 2


async def test_a_guest_is_pinged_three_times_an_hour_at_most(world: World) -> None:
    ann, bob, cleo = (world.person(name) for name in ("Ann", "Bob", "Cleo"))
    await opened(world, ann)
    lobby = world.newest
    told = []
    for _ in range(25):
        told.append(said(await invited(ann, bob, lobby)))
        await declined(world, bob)

    other = said(await invited(ann, cleo, lobby))
    await declined(world, cleo)
    world.clock.pass_by(hours=1)
    later = said(await invited(ann, bob, lobby))

    assert sum("**Invited.**" in each for each in told) == 3
    assert all("enough invitations for now" in each for each in told[3:])
    assert "**Invited.**" in other
    assert "**Invited.**" in later
    assert sum(bob.mention in str(each["content"]) for each in posts(world)) == 4


async def test_animations_have_a_limit(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)
    films = ALLOWANCES[LimitedAction.FILM, AllowanceOwner.PERSON].burst

    told = [said(reply(await ann.slash(world.channel, "table replay"))) for _ in range(films + 1)]
    other = said(reply(await bob.slash(world.channel, "table replay")))

    assert all("### Seismic 1" in each for each in (*told[:-1], other))
    assert "**I've just drawn a lot of animations.**" in told[-1]


async def test_whoever_types_faster_than_anybody_can_gets_no_suggestions(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)
    for _ in range(ALLOWANCES[LimitedAction.SUGGEST, AllowanceOwner.PERSON].burst):
        assert await ann.autocomplete(world.channel, "table zoom", "cell", "")

    refused = await ann.autocomplete(world.channel, "table zoom", "cell", "")
    world.clock.pass_by(seconds=1)
    again = await ann.autocomplete(world.channel, "table zoom", "cell", "")

    assert refused == []
    assert again


async def test_taking_back_again_and_again_comes_to_a_pause(world: World) -> None:
    """Each time adds lines to the record and news to the channel."""
    people, chance = [world.person(each) for each in ("Ann", "Bob", "Cleo")], Random(2)
    match = await world.begun(*people, title="sanandreas")
    mover = acting(match, people)
    await played(mover, await world.table(), chance)
    before = await world.match()
    most = ALLOWANCES[LimitedAction.UNDO, AllowanceOwner.PERSON].burst
    for _ in range(most):
        world.bot.shell.host.limits.spend(LimitedAction.UNDO, (AllowanceOwner.PERSON, mover.id))

    refused = said(reply(await mover.slash(world.channel, "table undo")))
    stands = (await world.match()).line == before.line
    world.clock.pass_by(minutes=1)
    await mover.slash(world.channel, "table undo")

    assert "**That's a lot of moves taken back.** Try again <t:" in refused
    assert stands
    assert (await world.match()).line > before.line


async def test_proposing_again_and_again_comes_to_a_pause(world: World) -> None:
    """Computer players have answered at once, so it doesn't count that few may be open."""
    ann, *_ = await seated(world)
    most = ALLOWANCES[LimitedAction.DEAL, AllowanceOwner.PERSON].burst
    for _ in range(most):
        world.bot.shell.host.limits.spend(LimitedAction.DEAL, (AllowanceOwner.PERSON, ann.id))
    before = len(posts(world))
    form, terms = await form_of(world, ann), {"s.deal.i": ["oakland"], "s.deal.you": ["-fremont"]}

    answers: dict[str, Any] = {"s.deal.to": ["1"], "s.deal.words": "", **terms}
    refused = said(reply(await ann.submit_modal(form, answers)))
    count = len(posts(world))
    world.clock.pass_by(minutes=1)
    await proposed(world, ann, 1)

    assert "**That's a lot of proposals at once.** Try again <t:" in refused
    assert count == before
    assert len(posts(world)) == before + 1


async def test_pictures_have_a_limit_that_nobody_reaches_who_plays(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.begun(ann, bob)
    limits = world.bot.shell.host.limits
    most = ALLOWANCES[LimitedAction.PICTURE, AllowanceOwner.PERSON].burst
    for _ in range(most):
        limits.spend(LimitedAction.PICTURE, (AllowanceOwner.PERSON, ann.id))

    refused = said(reply(await ann.slash(world.channel, "table board")))
    other = said(reply(await bob.slash(world.channel, "table board")))
    world.clock.pass_by(seconds=1)
    again = said(reply(await ann.slash(world.channel, "table board")))

    assert "**That was a lot of pictures.** Try again <t:" in refused
    assert "### Seismic 1" in other
    assert "### Seismic 1" in again


async def test_looks_are_refused_while_too_many_boards_are_drawn_and_turns_are_not(
    world: World,
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    match = await world.begun(ann, bob)
    pool = world.bot.shell.pool
    pool._most_waiting = {DrawUrgency.LOOK: 0, DrawUrgency.FILM: 0, DrawUrgency.TURN: 1}

    look = said(reply(await bob.slash(world.channel, "table board")))
    film = said(reply(await bob.slash(world.channel, "table replay")))
    suggested = await bob.autocomplete(world.channel, "table zoom", "cell", "")
    receipt = await played(acting(match, [ann, bob]), await world.table(), Random(1))

    assert look == film
    assert "**I'm drawing a lot of boards right now.** Try again in a few seconds." in look
    assert suggested == []
    assert "**Sent.**" in said(receipt)
    assert (await world.match()).line > match.line


async def test_coming_and_going_has_a_limit(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await opened(world, ann)
    lobby = world.newest
    codes = [control(lobby, verb).custom_id for verb in ("join", "leave")]
    most = ALLOWANCES[LimitedAction.LOBBY, AllowanceOwner.PERSON].burst
    for number in range(most):
        await bob.click(lobby, custom_id=codes[number % 2])

    refused = reply(await bob.click(lobby, custom_id=codes[most % 2]))

    assert "**That was a lot of coming and going.**" in said(refused)
