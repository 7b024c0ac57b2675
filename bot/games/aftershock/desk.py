"""The desk: always what is wanted now, sealed or not, and whose answer is missing."""

from collections.abc import Callable, Mapping, Sequence
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
from bot.games.aftershock.alt_texts import planned_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.holding import held, is_hidden_plan, plan_of, plan_told
from bot.games.aftershock.sheet import sheet
from bot.games.aftershock.table_post import board
from bot.games.aftershock.words import (
    SEALED,
    board_of,
    counted_spaces,
    own_seat,
    priced_cards,
    space_names,
)
from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.screen import Block, Button, Image, Row, Screen, Style
from bot.games.speech import listed
from engine.games.aftershock.actions import Reopen, Stand, Withdraw
from render.games.aftershock import RENDERER

Asks: TypeAlias = Callable[..., Screen]

QUESTIONS: Final[Mapping[str, Asks]] = {
    "keep": keeping.keep,
    "buy": buying.buy,
    "take": taking.take,
    "plan": planning.plan,
    "build": building.build,
    "dismantle": building.dismantle,
    "resolve": shaking.resolve,
    "shock": shaking.shock,
    "move": moving.move,
    "mark": marking.marks,
}


def desk(view: View, first: str = "") -> Screen:
    """Return what the viewer has to do now, or what it waits for."""
    observation = view.observation
    if own_seat(view) in observation.to_act:
        return QUESTIONS[observation.phase](view, first=first)
    if Reopen() in view.legal:
        return sealed(view, first)
    return idle(view, first)


def again(view: View, draft: Sequence[str], first: str = "") -> Screen:
    """Return the question of a sealed phase with a choice that was taken back, to change it."""
    match view.observation.phase:
        case "keep":
            return keeping.keep(view, keeping.drafted(view, draft), first)
        case "take":
            return taking.take(view, taking.drafted(view, draft), first)
        case "plan":
            return planning.plan(view, planning.drafted(view, draft), first=first)
        case "mark":
            return marking.marks(view, *marking.drafted(view, draft), first=first)
        case _:
            return desk(view, first)


def sealed(view: View, first: str = "") -> Screen:
    """Return what lies sealed, and the way to change it."""
    words = view.words
    told = words.say("**Sealed.** You can change it until everybody is ready.")
    change = Row((Button(words.say("Take back and change"), draft_id(view, "c"), Style.DANGER),))
    return sheet(view, f"{told}\n{choice_told(view)}", *_drawn(view), change, first=first)


def choice_told(view: View) -> str:
    """Return the viewer's own sealed choice in words."""
    words, observation = view.words, view.observation
    draft: tuple[str, ...] = observation.draft or ()
    match observation.phase:
        case "keep" if not draft:
            return words.say("You keep nothing.")
        case "keep":
            cards = listed(words, priced_cards(words, observation, draft))
            return words.say("You keep {cards}.", cards=cards)
        case "take":
            cards = listed(words, priced_cards(words, observation, draft))
            return words.say("You take {cards}.", cards=cards)
        case "mark":
            return _marks_told(view, *marking.drafted(view, draft))
        case _:
            return plan_told(view)


def _marks_told(view: View, score: str, influence: str) -> str:
    words, observation = view.words, view.observation
    spaces = listed(words, space_names(words, observation, marking.spaces_of(view, score)))
    extra = counted_spaces(words, observation, marking.spaces_of(view, influence))
    if not extra:
        return words.say("You mark {spaces}.", spaces=spaces)
    return words.say("You mark {spaces}; Influence: {influence}.", spaces=spaces, influence=extra)


def _drawn(view: View) -> tuple[Block, ...]:
    """Return the picture of what the viewer has sealed."""
    draft: tuple[str, ...] = view.observation.draft or ()
    match view.observation.phase:
        case "keep":
            chosen = keeping.drafted(view, draft)
            return (keeping.picture(view, chosen, board_of(view.observation).cost(draft)),)
        case "take":
            return (taking.picture(view, draft[0] if draft else ""),)
        case "mark":
            return (marking.picture(view, *marking.drafted(view, draft)),)
        case _:
            return _plan_drawn(view)


def _plan_drawn(view: View) -> tuple[Block, ...]:
    own = plan_of(view)
    if not own:
        return ()
    drawn = captions(view, view.words.say("Plan"))
    areas = [each.area for each in own]
    return (Image(RENDERER.plan(view.observation, drawn, areas), planned_alt(view, own)),)


def idle(view: View, first: str = "") -> Screen:
    """Return what the viewer holds while others choose."""
    words, phase = view.words, view.observation.phase
    if phase == "over":
        told = words.say("The match is over.")
    elif phase in SEALED:
        told = words.say("You have nothing to choose in this phase.")
    else:
        told = words.say("It is not your turn. I will ping you when it is.")
    lines = [told, *held(view)]
    buttons = (_standing(view),) if phase == "buy" else ()
    drawn = (buying.picture(view),) if phase == "buy" else _hidden_plan(view) or (board(view),)
    return sheet(view, "\n".join(lines), *drawn, *buttons, first=first)


def _hidden_plan(view: View) -> tuple[Block, ...]:
    """Return the picture of the own plan as long as nobody else has seen it."""
    return _plan_drawn(view) if is_hidden_plan(view) else ()


def _standing(view: View) -> Row:
    """Return the standing pass, to leave or to withdraw."""
    words = view.words
    if Withdraw() in view.legal:
        label = words.say("Auto-pass on: turn off")
        return Row((Button(label, draft_id(view, "w"), Style.GREEN),))
    none = Stand() not in view.legal
    return Row((Button(words.say("Auto-pass"), draft_id(view, "s"), Style.DANGER, none),))
