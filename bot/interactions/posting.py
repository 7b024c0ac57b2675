"""What a person lets the bot post where they are: only where they may write themselves."""

from bot.games.screen import Post
from bot.interactions.context import Context
from bot.messages.channels import place_of, posting, send_post
from bot.messages.refusals import note


async def may_write(ctx: Context) -> bool:
    """Say whether this person may write where they are; if not, they are told."""
    if ctx.interaction.permissions.send_messages:
        return True
    text = ctx.words.say("**You can't write in this channel,** so I don't write here for you.")
    await ctx.answer(note(text))
    return False


async def post_here(ctx: Context, post: Post, nonce: str) -> None:
    """Post something to the channel where this person is; of one `nonce` only once, for minutes."""

    async def posted() -> None:
        place = await place_of(ctx.interaction.client, ctx.interaction.channel_id or 0)
        async with posting(place):
            await send_post(place, post, nonce)

    await ctx.patiently(posted())
