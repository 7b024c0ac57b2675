"""Every phase of a round with its class, and what the desk answers whatever phase it is.

d                 the desk as it is now
c                 take a sealed choice back, to change it
a how …           choices as a list (l) or as buttons (k), with the draft of a plan

All other verbs belong to a phase. Nothing is kept; ids hold the draft.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.aftershock.building import Building, Dismantling
from bot.games.aftershock.buying import Buying
from bot.games.aftershock.desk import LIST, NOT_NOW, Desk, Sealed, waiting_screen
from bot.games.aftershock.keeping import Keeping
from bot.games.aftershock.marking import Marking
from bot.games.aftershock.planning import Planning
from bot.games.aftershock.refusals import refusal
from bot.games.aftershock.shaking import Moving, Resolving, Shocking
from bot.games.aftershock.summary import summary
from bot.games.aftershock.taking import Taking
from bot.games.aftershock.view import Answer, View
from bot.games.panel import ListPreference, Submit
from bot.games.phase import Phases
from bot.games.screen import Screen
from engine.errors import IllegalAction
from engine.game import EVERYBODY, Event
from engine.games.aftershock.actions import Action, Influence, Keep, Mark, Plan, Reopen, Take
from engine.games.aftershock.events import ChoiceReopened
from engine.games.aftershock.state import Observation

ROUND: Final[dict[str, Desk]] = {
    "keep": Keeping(),
    "buy": Buying(),
    "take": Taking(),
    "plan": Planning(),
    "build": Building(),
    "dismantle": Dismantling(),
    "resolve": Resolving(),
    "shock": Shocking(),
    "move": Moving(),
    "mark": Marking(),
}
PHASES: Final[Phases[Observation, Action]] = Phases(
    ROUND, name=lambda observation: observation.phase, not_now=NOT_NOW
)
VERBS: Final = PHASES.verbs | frozenset("dca")
SEALED_BY: Final = {each.seals: key for key, each in ROUND.items() if isinstance(each, Sealed)}
"""The phase of each verb that seals a choice."""


def desk(view: View, first: str = "") -> Screen:
    """Return what the viewer has to do now, or what it waits for."""
    if due := ROUND.get(view.observation.phase):
        return due.for_viewer(view, first)
    if view.observation.outcome is not None:
        return waiting_screen(view, view.words.say("The match is over."), first=first)
    told = view.words.say("It's not your turn. I'll ping you when it is.")
    return waiting_screen(view, told, first=first)


def press(view: View, verb: str, args: tuple[str, ...]) -> Answer:
    """Answer a button; raise `IllegalAction` for a draft that the table does not allow."""
    phase = view.observation.phase
    due = ROUND.get(phase)
    match verb:
        case "d":
            return desk(view)
        case "c":
            return Submit(Reopen())
        case "a":
            lists = args[:1] == (LIST,)
            seen = replace(view, preferences=replace(view.preferences, lists=lists))
            return ListPreference(due.relisted(seen, args[1:]) if due else desk(seen), lists)
        case _ if SEALED_BY.get(verb, phase) != phase:
            raise IllegalAction("aftershock-already-open", phase=SEALED_BY[verb])
        case _:
            return PHASES.press(view, verb, args)


def refreshed(view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
    """Return the desk for an outdated draft; what of it still fits is kept."""
    if verb not in VERBS:
        return None
    phase = view.observation.phase
    if SEALED_BY.get(verb, phase) != phase:
        late = IllegalAction("aftershock-already-open", phase=SEALED_BY[verb])
        return desk(view, refusal(view, late))
    if view.viewer in view.observation.to_act:
        return ROUND[phase].refreshed(view, verb, args)
    return desk(view)


def receipt(view: View, action: Action, news: Sequence[Event]) -> Screen:
    """Return the desk as it is when `action` is stored, under what it led to."""
    words, due = view.words, ROUND.get(view.observation.phase)
    # What only the viewer may know is on the desk.
    told, _ = summary(view, [event for event in news if event.seen_by == EVERYBODY])
    match action:
        case Reopen() if isinstance(due, Sealed):
            draft = next((each.draft for each in news if isinstance(each, ChoiceReopened)), ())
            first = words.say("**Taken back.** The others wait for you again.")
            return due.reopened(view, draft, first)
        case Keep() | Take() | Plan() | Mark() | Influence() if not told:
            return desk(view)
        case Plan():
            head = words.say("**Everyone is ready:** plans are revealed one after the other.")
        case Keep() | Take() | Mark() | Influence():
            head = words.say("**Everyone is ready:** all choices are revealed.")
        case _:
            head = words.say("**Sent.**")
    return desk(view, "\n".join([head, *told]))
