"""The page follows what the bot does by itself, also to messages that one person sees."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import simcord
from discord import ui
from discord.ext import commands
from playwright.async_api import async_playwright

from bot.hosting.host import Host
from bot.playground.page import MovableClock, PageDriver
from bot.playground.server import built
from bot.system import SystemClock
from tests.bot.browser import FLAGS, installed_browser
from tests.bot.playground.page import Seat


class _Answering(commands.Bot):
    """Answers each press in private, and keeps the press."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.pressed: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("Thinking.", ephemeral=True)
        self.pressed.put_nowait(interaction)


async def test_a_private_answer_that_changes_later_is_shown_by_itself(tmp_path: Path) -> None:
    bot, host = _Answering(), cast("Host", SimpleNamespace(looks={}))
    async with simcord.run(bot) as env, async_playwright() as playwright:
        server = built(env)
        await env.settle()
        place = bot.get_channel(server.channel.id)
        assert isinstance(place, discord.TextChannel)
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Review", custom_id="review"))
        await place.send("It is over.", view=view)
        async with env.preview(
            server.channel, viewers=server.viewers, layout="channel", port=0
        ) as preview:
            driving = asyncio.create_task(
                PageDriver(env, preview, MovableClock(SystemClock())).run(host)
            )
            context = await playwright.chromium.launch_persistent_context(
                tmp_path / "profile", executable_path=installed_browser(), args=FLAGS
            )
            ann = Seat(context.pages[0])
            await ann.tab.goto(preview.url)
            await ann.press("Review")
            await ann.sees("Thinking.")

            pressed = await bot.pressed.get()
            await pressed.edit_original_response(content="All is reviewed.")

            await ann.sees("All is reviewed.")
            await context.close()
            driving.cancel()
