"""Buttons, menus and forms: where every click arrives, after a restart as before it."""

from re import Match as Found
from typing import Any, Final

from discord import InteractionType, ui
from discord.ext import commands

from bot.interactions.context import Interaction
from bot.interactions.routing import answer_control


class Press(ui.DynamicItem[ui.Button[Any]], template=r"b\.(?P<rest>.+)"):
    """Every button."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: ui.Item[Any], _match: Found[str], /
    ) -> "Press":
        return cls(item)  # type: ignore[arg-type] # what the template matches is a button

    async def callback(self, interaction: Interaction) -> Any:
        await answer_control(interaction, self.custom_id)


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"s\.(?P<rest>.+)"):
    """Every menu."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: ui.Item[Any], _match: Found[str], /
    ) -> "Choose":
        return cls(item)  # type: ignore[arg-type] # what the template matches is a menu

    async def callback(self, interaction: Interaction) -> Any:
        data: Any = interaction.data
        await answer_control(interaction, self.custom_id, data.get("values", ()))


CONTROLS: Final = (Press, Choose)


class ControlsCog(commands.Cog):
    """Buttons, menus and forms."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons and menus."""
        self.bot.add_dynamic_items(*CONTROLS)

    async def cog_unload(self) -> None:
        """Let discord.py know them no more."""
        self.bot.remove_dynamic_items(*CONTROLS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer forms, and buttons that are neither `Press` nor `Choose`: of earlier versions."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is InteractionType.modal_submit:
            # What was chosen or typed becomes "name=value", the name after the last dot.
            fields = [each.get("component", {}) for each in data.get("components", ())]
            answers = [
                f"{str(each['custom_id']).rpartition('.')[2]}={value}"
                for each in fields
                for value in each.get("values", [each.get("value", "")])
            ]
            await answer_control(interaction, custom_id, answers)
        elif interaction.type is InteractionType.component and custom_id[:2] not in ("b.", "s."):
            await answer_control(interaction, f"?.{custom_id}")


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(ControlsCog(bot))
