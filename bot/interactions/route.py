"""The way of a click: its id is read, its verb finds who answers. Nothing is remembered.

Buttons and menus come through two dynamic items, forms and unknown ids through `routed`, so
that everything works after a restart. Verbs of one letter are the panels'.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from re import Match as Found
from typing import Any, Final

from discord import InteractionType, ui

from bot.games.custom_ids import OldButton, parsed
from bot.interactions import (
    absence,
    aids,
    deals,
    forms,
    leaving,
    lobby,
    playing,
    reading,
    records,
    settings,
    titles,
    welcome,
)
from bot.interactions.handler import FormOf, Handler
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked

# fmt: off
HANDLERS: Final[Mapping[str, Handler]] = {
    "join": lobby.join, "leave": lobby.leave, "start": lobby.start, "invite": lobby.invite,
    "invited": lobby.invited, "computer": lobby.computer, "options": lobby.options,
    "places": lobby.places, "variants": lobby.variants, "reopen": lobby.reopen,
    "rematch": lobby.rematch,
    "open": lobby.open_own,
    "board": reading.board, "text": reading.text, "more": reading.more,
    "happened": reading.happened,
    "history": reading.history, "at": reading.at, "rules": reading.rules,
    "since": aids.since, "replay": aids.replay, "unseen": aids.unseen, "score": aids.score,
    "danger": aids.danger, "zoom": aids.zoom, "heights": reading.heights,
    "verify": records.verify, "export": records.export,
    "quit": leaving.quit_, "quitting": leaving.quitting, "leaving": leaving.chosen,
    "close": leaving.close, "closing": leaving.closing,
    "absent": absence.absent, "takeover": absence.takeover, "standin": absence.standin,
    "sure": playing.sure, "desk": playing.desk, "typed": titles.at_table,
    "dealt": deals.proposed, "deals": deals.listed,
    "accept": deals.accept, "decline": deals.decline, "withdraw": deals.withdraw,
    "help": welcome.help_, "guide": welcome.guide, "mine": welcome.mine,
    "settings": settings.settings, "language": settings.language, "lists": settings.lists,
    "twice": settings.twice, "height": settings.height,
    "setup": settings.setup, "speak": settings.speak, "channels": settings.channels,
    "threads": settings.threads,
}
FORMS: Final[Mapping[str, FormOf]] = {
    "deal": deals.form, "options": lobby.options_form, "height": settings.height_form,
}
"""Buttons that open a form."""
ANYWHERE: Final = frozenset({"quit", "quitting", "close", "closing"})
"""What those at a table may do wherever they are: its channel or server may be gone."""
# fmt: on


class Press(ui.DynamicItem[ui.Button[Any]], template=r"b\.(?P<rest>.+)"):
    """Every button."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Asked, item: ui.Item[Any], _match: Found[str], /
    ) -> "Press":
        """Take the button as it stands in the message."""
        return cls(item)  # type: ignore[arg-type] # what the template matches is a button

    async def callback(self, interaction: Asked) -> Any:
        """Answer the click."""
        await answered(interaction, self.custom_id)


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"s\.(?P<rest>.+)"):
    """Every menu."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Asked, item: ui.Item[Any], _match: Found[str], /
    ) -> "Choose":
        """Take the menu as it stands in the message."""
        return cls(item)  # type: ignore[arg-type] # what the template matches is a menu

    async def callback(self, interaction: Asked) -> Any:
        """Answer the choice; the values become the last arguments."""
        data: Any = interaction.data
        await answered(interaction, self.custom_id, data.get("values", ()))


CONTROLS: Final = (Press, Choose)


async def routed(interaction: Asked) -> None:
    """Answer forms, and controls that no dynamic item takes."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    if interaction.type is InteractionType.modal_submit:
        await answered(interaction, custom_id, _answers(data))
    elif interaction.type is InteractionType.component and custom_id[:2] not in ("b.", "s."):
        await answered(interaction, f"?.{custom_id}")


async def answered(interaction: Asked, custom_id: str, values: Sequence[str] = ()) -> None:
    """Answer one control with its values."""
    form = _form_of(custom_id)
    if form is not None:
        Asking.at_once(interaction)
    async with asked(interaction) as ask:
        control = parsed(custom_id[2:])
        control = replace(control, args=(*control.args, *values))
        if form is not None:
            await forms.opened(ask, control, form, custom_id[2:])
            return
        if control.match is not None:
            known = forms.remembered(ask, control) or await ask.match(control.match)
            ask.check_server(known, anywhere=control.verb in ANYWHERE)
            if ask.from_private and control.verb in reading.BEHIND_MORE:
                ask.way_back = reading.back_to_more(ask, control.match)
        await handler_of(control.verb)(ask, control)


def _form_of(custom_id: str) -> FormOf | None:
    kind, verb, *_ = (*custom_id.split("."), "")
    return FORMS.get(verb) if kind == "b" else None


def handler_of(verb: str) -> Handler:
    """Return who answers a verb."""
    if len(verb) == 1:
        return playing.press
    if verb not in HANDLERS:
        raise OldButton("old-button", id=verb)
    return HANDLERS[verb]


def _answers(data: Any) -> tuple[str, ...]:
    """Return what was chosen or typed in a form as "name=value", the name after the last dot."""
    asked_ = [each.get("component", {}) for each in data.get("components", ())]
    return tuple(
        f"{str(each['custom_id']).rpartition('.')[2]}={value}"
        for each in asked_
        for value in each.get("values", [each.get("value", "")])
    )
