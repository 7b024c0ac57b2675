"""What only one player knows, or has still to use: hidden cards, bought ones, the plan."""

from bot.games.aftershock.words import own_seat, planned, priced_cards
from bot.games.panel import View
from bot.games.speech import listed
from engine.games.aftershock.preview import planned as planned_so_far
from engine.games.aftershock.state import Planned


def is_hidden_plan(view: View) -> bool:
    """Say whether nobody else has seen the viewer's plan yet."""
    is_open = any(turn.seat == own_seat(view) for turn in view.observation.builds)
    return view.observation.phase in ("build", "dismantle") and not is_open


def held(view: View) -> list[str]:
    """Return a line for each of them."""
    words, observation, seat = view.words, view.observation, own_seat(view)
    lines = []
    if observation.hand:
        cards = listed(words, priced_cards(words, observation, observation.hand))
        lines.append(words.say("In your hand: {cards}.", cards=cards))
    if observation.gained[seat]:
        cards = listed(words, priced_cards(words, observation, observation.gained[seat]))
        lines.append(words.say("Bought: {cards}.", cards=cards))
    if is_hidden_plan(view) and (told := plan_told(view)):
        lines.append(told)
    return lines


def plan_of(view: View) -> tuple[Planned, ...]:
    """Return the viewer's plan: sealed just now, or kept until its turn to build."""
    if view.observation.phase == "plan":
        return planned_so_far(view.observation, view.observation.draft or ())
    return view.observation.plans[own_seat(view)] or ()


def plan_told(view: View) -> str:
    """Return the viewer's plan in words, "" without one."""
    told = planned(view, plan_of(view))
    return view.words.say("Your plan: {plan}.", plan=told) if told else ""
