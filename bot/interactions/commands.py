"""What slash commands do: what the button of the same feature does, at the table that is meant."""

from bot.games.custom_ids import CustomId
from bot.interactions.answering import answering, let_answer
from bot.interactions.context import Interaction
from bot.interactions.match.tables import find_table, own
from bot.interactions.verbs import Handler


async def run(interaction: Interaction, handler: Handler, *given: str) -> None:
    """Answer as a button about no table; what is `given` becomes the arguments of its id."""
    async with answering(interaction) as ctx:
        await handler.run(ctx, CustomId(handler.verb, given))


async def run_here(
    interaction: Interaction, handler: Handler, *given: str, game: str | None = None
) -> None:
    """Answer as a button of the table in this channel; `game`: the only title that is meant.

    Of what is `given`, what is not empty becomes the arguments of its id.
    """
    async with answering(interaction) as ctx:
        match = await find_table(ctx, game, handler.verb)
        if match is not None:
            args = tuple(each for each in given if each)
            await let_answer(handler, ctx, CustomId(handler.verb, args, match.id))


async def run_at_own(interaction: Interaction, handler: Handler) -> None:
    """Answer as a button of a table where this person may press it, wherever that is."""
    async with answering(interaction) as ctx:
        match = await own(ctx, handler.verb)
        if match is not None:
            await let_answer(handler, ctx, CustomId(handler.verb, match=match.id))
