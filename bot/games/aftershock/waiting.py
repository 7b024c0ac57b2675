"""Who is waited for, and what for: readiness, pings, the first line of a table message."""

from collections.abc import Sequence
from typing import Any

from bot.games.aftershock.words import SEALED, bold, names, space_name
from bot.games.panel import View
from bot.games.people import is_person, mention
from bot.games.speech import listed
from engine.game import Event, Seat
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
    """Return whose turn made the news, or began a run of turns; None if choices were revealed."""
    return _doer(news[0]) if news else None


def _doer(event: Any) -> Seat | None:
    """Return who did something in turn and in the open."""
    if isinstance(event, CardBought):
        return event.purchase.seat
    return event.seat if isinstance(event, BY_SOMEBODY) else None


def pinged(view: View, news: Sequence[Event]) -> tuple[Seat, ...]:
    """Return who is called: all that are waited for, but nobody whose own click made the news.

    Whose turn began a run of computer players is called when it comes back to them.
    """
    doers = {seat for event in news if (seat := _doer(event)) is not None}
    alone = all(is_person(view, seat) for seat in doers)
    done = mover(news) if alone else None
    return tuple(seat for seat in view.observation.to_act if seat != done and is_person(view, seat))


def readiness(view: View) -> str:
    """Return "ready 2 of 4 · waiting for Cleo, Dan"; nobody is named while nobody is ready."""
    words, observation = view.words, view.observation
    done = sum(observation.ready)
    told = words.say("ready {k} of {n}", k=done, n=observation.seats)
    return " · ".join([told, *(_others(view) if done else ())])


def awaited(view: View) -> str:
    """Return a line about who else has to answer, in any phase; "" for nobody."""
    return readiness(view) if view.observation.phase in SEALED else "".join(_others(view))


def _others(view: View) -> list[str]:
    """Return "waiting for Cleo, Dan" without who reads it, nothing for nobody else."""
    others = [seat for seat in view.observation.to_act if seat != view.viewer]
    return [view.words.say("waiting for {who}", who=names(view, others))] if others else []


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
                "{who}, **choose which cards to keep.**",
                "{who}, **choose which cards to keep.**",
                n,
                who=who,
            )
        case "take":
            return words.count(
                "{who}, **take one of your unsold cards** for free.",
                "{who}, **take one of your unsold cards** for free.",
                n,
                who=who,
            )
        case "plan":
            return words.count(
                "{who}, **make your plan.**",
                "{who}, **make your plan.**",
                n,
                who=who,
            )
        case _:
            return words.count(
                "{who}, **mark what should score.**",
                "{who}, **mark what should score.**",
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
            return words.say(
                "{who}, **you are short of bridge pieces: take a bridge down.**", who=who
            )
        case "resolve":
            return words.say("{who}, **which aftershock comes first?**", who=who)
        case "shock":
            area = space_name(words, observation, observation.aftershocks[-1].area)
            return words.count(
                "{who}, **choose who is shocked**: {n} meeple in {area}.",
                "{who}, **choose who is shocked**: {n} meeples in {area}.",
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
