"""The turn as a desk: what each verb of a button answers. Nothing is kept; ids hold the draft.

d                 the desk as it is now
c                 take a sealed choice back, to change it
a how …           choices as a list (l) or as buttons (k), with the draft of a plan

All other verbs belong to a phase, and stand in its module.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games.aftershock import (
    building,
    buying,
    keeping,
    marking,
    moving,
    planning,
    shaking,
    taking,
)
from bot.games.aftershock.desk import desk
from bot.games.aftershock.refusals import refusal
from bot.games.aftershock.sheet import LIST
from bot.games.aftershock.words import own_seat
from bot.games.panel import Answer, Listed, Submit, View
from bot.games.screen import Screen
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Reopen

Press: TypeAlias = Callable[[View, str, Sequence[str]], Answer]

BY_VERB: Final[Mapping[str, tuple[Press, tuple[str, ...]]]] = {
    **dict.fromkeys("kK", (keeping.press, ("keep",))),
    **dict.fromkeys("blBxsw", (buying.press, ("buy",))),
    **dict.fromkeys("tT", (taking.press, ("take",))),
    **dict.fromkeys("pgP", (planning.press, ("plan",))),
    **dict.fromkeys("eEnuf", (building.press, ("build", "dismantle"))),
    **dict.fromkeys("rhH", (shaking.press, ("resolve", "shock"))),
    **dict.fromkeys("vVo", (moving.press, ("move",))),
    **dict.fromkeys("miM", (marking.press, ("mark",))),
}
"""Who answers a verb, and in which phases."""

OPENED: Final = {"K": "keep", "T": "take", "P": "plan", "M": "mark"}
"""The verbs that seal a choice, with its phase."""

IN_TURN: Final = frozenset("blBx")
"""Verbs of a phase in which others may do something as well: theirs is not the turn."""

VERBS: Final = frozenset(BY_VERB) | frozenset("dca")


def press(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    """Answer a button; raise `IllegalAction` for a draft that the table does not allow."""
    if verb == "d":
        return desk(view)
    if verb == "c":
        return Submit(Reopen())
    if verb == "a":
        return _as(view, args)
    answer, phases = BY_VERB[verb]
    phase = view.observation.phase
    if phase not in phases:
        if verb in OPENED:
            raise IllegalAction("aftershock-already-open", phase=OPENED[verb])
        raise IllegalAction("aftershock-not-now")
    if verb in IN_TURN and own_seat(view) not in view.observation.to_act:
        return desk(view)
    return answer(view, verb, args)


def _as(view: View, args: Sequence[str]) -> Answer:
    """Return the question as a list or as buttons, which is remembered."""
    lists = args[:1] == (LIST,)
    seen = replace(view, preferences=replace(view.preferences, lists=lists))
    match view.observation.phase, args[1:]:
        case "plan", (draft, item):
            screen = planning.press(seen, "g", (draft, item))
        case _:
            screen = desk(seen)
    return Listed(screen, lists) if isinstance(screen, Screen) else screen


def anew(view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
    """Return the desk for an outdated draft; a plan keeps what still fits."""
    if verb not in VERBS:
        return None
    phase = view.observation.phase
    if OPENED.get(verb, phase) != phase:
        late = IllegalAction("aftershock-already-open", phase=OPENED[verb])
        return desk(view, refusal(view, late))
    acts = own_seat(view) in view.observation.to_act
    if acts and args and verb in "pgP" and phase == "plan":
        return planning.plan(view, args[0])
    if acts and args and verb == "K" and phase == "keep":
        return keeping.keep(view, keeping.picked(view, args[0]))
    return desk(view)
