"""Proposals made and answered by clicks and forms, at a table of Aftershock."""

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from bot.table.together.deals import Deal, DealId
from tests.bot.world import World, control, reply


async def seated(world: World, *names: str) -> list[MemberActor]:
    people = [world.person(name) for name in names or ("Ann", "Bob", "Cleo")]
    await world.begun(*people, title="aftershock")
    return people


async def form_of(world: World, person: MemberActor, message: Any = None) -> InteractionResult:
    on = message or await world.table()
    return await person.click(on, custom_id=control(on, "deal").custom_id)


async def proposed(
    world: World,
    by: MemberActor,
    *to: int,
    i: str = "oakland",
    you: str = "-fremont",
    own: str = "",
) -> Any:
    """Fill in the form; return the message in the channel."""
    form = await form_of(world, by)
    answers: dict[str, Any] = {
        "s.deal.to": [str(seat) for seat in to],
        "s.deal.i": [i],
        "s.deal.you": [you],
        "s.deal.words": own,
    }
    receipt = reply(await by.submit_modal(form, answers))
    assert receipt.ephemeral
    return world.newest


async def pressed(
    world: World, person: MemberActor, verb: str, number: int = 1
) -> InteractionResult:
    """Press a button of a proposal."""
    message = await deal_message(world, number)
    return await person.click(message, custom_id=control(message, verb).custom_id)


async def deal_message(world: World, number: int = 1) -> Any:
    return world.message((await stored(world, number)).post.message)


async def stored(world: World, number: int = 1) -> Deal:
    return await world.bot.shell.host.negotiation.get(DealId(number))
