"""The last message of the channel when somebody comes: what to press, and in which language."""

from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.games.custom_ids import plain
from bot.games.panel import Panels
from bot.games.screen import HOUSE
from bot.interactions.welcome import open_button
from bot.locale.localisation import LANGUAGES, Words, words
from bot.messages.components import sealed

SPEAK: Final = "playground."
"""What the ids of the language buttons begin with; the running bot knows none of them."""


def first_hint(said: Words, panels: Panels) -> ui.LayoutView:
    """Return what people read when they come."""
    text = said.say(
        "**You are Ann, and it is your move.** Press one of the three tiles, then a cell, then"
        " Place. Switch to Bob or Cleo with *Viewing as* at the top. The green buttons open more"
        " tables, typing / lists every command. Nothing here leaves your computer."
    )
    return _hint(text, said, panels)


def later_hint(said: Words, panels: Panels) -> ui.LayoutView:
    """Return what people read after they chose another language."""
    text = said.say(
        "**I speak English now.** When it is your move, press a button under the board. Switch"
        " between Ann, Bob and Cleo with *Viewing as* at the top. The green buttons open more"
        " tables, typing / lists every command. Nothing here leaves your computer."
    )
    return _hint(text, said, panels)


def language_of_button(interaction: discord.Interaction[discord.Client]) -> str | None:
    """Return the language that was asked for by a button of the hint, if one was pressed."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    language = custom_id.removeprefix(SPEAK)
    return language if custom_id == SPEAK + language and language in LANGUAGES else None


def _hint(text: str, said: Words, panels: Panels) -> ui.LayoutView:
    # Every language is offered in its own words, whoever reads it.
    offers = (each for each in LANGUAGES if each != said.language)
    opens = [open_button(each, said) for each in panels.values()]
    tables: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        *(
            ui.Button(label=each.label, custom_id=f"b.{each.id}", style=ButtonStyle.success)
            for each in opens
        )
    )
    others: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        ui.Button(label=said.say("How it works"), custom_id=f"b.{plain('help')}"),
        *(
            ui.Button(label=words(each).say("In English"), custom_id=SPEAK + each)
            for each in offers
        ),
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text), tables, others, accent_color=HOUSE))
    return sealed(view)
