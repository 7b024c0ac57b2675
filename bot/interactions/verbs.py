"""Who answers which verb: each answer says so where it is defined, `@answers("vote-on")`.

Verbs of one letter are the panels'; they stand in no table here.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import MappingProxyType
from typing import Final, TypeAlias

import bot.interactions
from bot.games.custom_ids import CustomId
from bot.games.screen import Form, Screen
from bot.interactions.context import Context
from bot.messages.processes.render_pool import DrawUrgency

Answer: TypeAlias = Callable[[Context, CustomId], Awaitable[None]]
FormOf: TypeAlias = Callable[[Context, CustomId], Form | Screen | None]
"""What makes a form of what is in memory alone; None: it isn't there."""


@dataclass(frozen=True, slots=True)
class Handler:
    """An answer to the buttons, menus and forms of a verb; called, it answers as part of another.

    `urgency`: how soon its pictures are needed. What nobody needs to go on playing waits for what
    they do, and is refused first. `anywhere`: those at a table may do it wherever they are, because
    its channel or server may be gone. `behind_more`: **More** leads to it, and it back to **More**.
    """

    verb: str
    answer: Answer
    urgency: DrawUrgency = DrawUrgency.TURN
    anywhere: bool = False
    behind_more: bool = False

    async def __call__(self, ctx: Context, control: CustomId) -> None:
        """Answer with the urgency of what is being answered already."""
        await self.answer(ctx, control)

    async def run(self, ctx: Context, control: CustomId) -> None:
        """Answer a control or a command."""
        ctx.urgency = self.urgency
        await self.answer(ctx, control)


_HANDLERS: Final[dict[str, Handler]] = {}
_FORMS: Final[dict[str, FormOf]] = {}


def answers(
    verb: str,
    *,
    urgency: DrawUrgency = DrawUrgency.TURN,
    anywhere: bool = False,
    behind_more: bool = False,
) -> Callable[[Answer], Handler]:
    """Let a function answer the controls of a verb; the options are those of `Handler`."""

    def register(answer: Answer) -> Handler:
        if verb in _HANDLERS:
            raise ValueError(verb)
        _HANDLERS[verb] = Handler(verb, answer, urgency, anywhere, behind_more)
        return _HANDLERS[verb]

    return register


def opens_form(verb: str) -> Callable[[FormOf], FormOf]:
    """Let a function make the form that the buttons of a verb open."""

    def register(form_of: FormOf) -> FormOf:
        if verb in _FORMS:
            raise ValueError(verb)
        _FORMS[verb] = form_of
        return form_of

    return register


def handlers() -> Mapping[str, Handler]:
    """Return every answer by its verb."""
    _import_answers()
    return MappingProxyType(_HANDLERS)


def forms() -> Mapping[str, FormOf]:
    """Return what makes a form, by the verb of its button."""
    _import_answers()
    return MappingProxyType(_FORMS)


@cache
def _import_answers() -> None:
    """Import every module of this package: an answer counts where it stands. No list to edit."""
    for each in walk_packages(bot.interactions.__path__, "bot.interactions."):
        import_module(each.name)
