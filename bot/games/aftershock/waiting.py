"""Who is waited for, and what for: readiness, pings, the first line of a table message."""

from collections.abc import Sequence
from typing import Any

from bot.games.aftershock.words import SEALED, bold, names, space_name
from bot.games.panel import View
from bot.games.people import is_person, mention
from bot.games.speech import listed
from engine.event import Event
from engine.games.aftershock.events import (
    AftershockChosen,
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    CardBought,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    Passed,
)
from engine.seat import Seat

BY_SOMEBODY = (
    AftershockChosen,
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    Passed,
)
"""What a seat does in turn, in the open; what begins with anything else opened sealed choices."""


def mover(news: Sequence[Event]) -> Seat | None:
    """Return whose turn made the news: what comes after its first event happened by itself."""
    first: Any = news[0] if news else None
    if isinstance(first, CardBought):
        return first.purchase.seat
    return first.seat if isinstance(first, BY_SOMEBODY) else None


def pinged(view: View, news: Sequence[Event]) -> tuple[Seat, ...]:
    """Return who is called: all that are waited for, but nobody whose own click made the news."""
    done = mover(news)
    return tuple(seat for seat in view.observation.to_act if seat != done and is_person(view, seat))


def readiness(view: View) -> str:
    """Return "ready 2 of 4: Ann, Bob · waiting for Cleo, Dan"."""
    words, observation = view.words, view.observation
    ready = [Seat(seat) for seat, done in enumerate(observation.ready) if done]
    data: dict[str, int | str] = {"k": len(ready), "n": observation.seats}
    if ready:
        done = words.say("ready {k} of {n}: {who}", who=names(view, ready), **data)
    else:
        done = words.say("ready {k} of {n}", **data)
    left = words.say("waiting for {who}", who=names(view, observation.to_act))
    return f"{done} · {left}"


def awaited(view: View) -> str:
    """Return a line about whose answer is missing, in any phase; "" when the match is over."""
    observation = view.observation
    if observation.phase in SEALED:
        return readiness(view)
    if not observation.to_act:
        return ""
    return view.words.say("waiting for {who}", who=names(view, observation.to_act))


def asked(view: View, news: Sequence[Event]) -> str:
    """Return the first line: who must act, and what is wanted."""
    observation, words = view.observation, view.words
    called = pinged(view, news)
    if observation.phase in SEALED:
        return _sealed(view, called)
    who = listed(words, [_called(view, seat, called) for seat in observation.to_act])
    if observation.phase == "buy":
        return words.say("{who}, **buy a card or pass.**", who=who)
    return _on_the_map(view, who)


def _sealed(view: View, called: Sequence[Seat]) -> str:
    """Return what those who aren't ready have to choose: one alone, or several; people first."""
    words, waited = view.words, view.observation.to_act
    seats = [seat for seat in waited if is_person(view, seat)] or waited
    named = [_called(view, seat, called) for seat in seats]
    n, who = len(seats), " ".join(named) if set(seats) <= set(called) else listed(words, named)
    match view.observation.phase:
        case "keep":
            return words.count(
                "{who}, **choose which cards to keep.** All choices open together.",
                "{who}, **choose which cards to keep.** All choices open together.",
                n,
                who=who,
            )
        case "take":
            return words.count(
                "{who}, **take one of your unsold cards**, for nothing. All choices open together.",
                "{who}, **take one of your unsold cards**, for nothing. All choices open together.",
                n,
                who=who,
            )
        case "plan":
            return words.count(
                "{who}, **make your plan.** Each stays sealed until its owner builds.",
                "{who}, **make your plan.** Each stays sealed until its owner builds.",
                n,
                who=who,
            )
        case _:
            return words.count(
                "{who}, **mark what is to score.** All marks open together, and no deal binds.",
                "{who}, **mark what is to score.** All marks open together, and no deal binds.",
                n,
                who=who,
            )


def _called(view: View, seat: Seat, called: Sequence[Seat]) -> str:
    return mention(view, seat) if seat in called else bold(view, seat)


def _on_the_map(view: View, who: str) -> str:
    observation, words = view.observation, view.words
    match observation.phase:
        case "build":
            return words.say("{who}, **build what you planned.**", who=who)
        case "dismantle":
            return words.say("{who}, **pieces are missing: take a bridge down.**", who=who)
        case "resolve":
            return words.say("{who}, **which aftershock comes first?**", who=who)
        case "shock":
            area = space_name(words, observation, observation.aftershocks[-1].area)
            return words.count(
                "{who}, **choose who is shocked**: {n} meeple at {area}.",
                "{who}, **choose who is shocked**: {n} meeples at {area}.",
                observation.aftershocks[-1].count,
                who=who,
                area=area,
            )
        case "move":
            area = space_name(words, observation, observation.aftershocks[-1].area)
            return words.say(
                "{who}, **move your shocked meeples** out of {area}.", who=who, area=area
            )
        case _:
            return words.say("**The match is over.**")
