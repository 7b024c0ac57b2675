"""Phases 2 and 3 in sentences: meeples, plans, bridges and aftershocks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.games.aftershock.words import (
    bold,
    gained,
    item_name,
    link_name,
    meeples,
    money,
    pieces,
    planned,
    space_name,
    tallied,
)
from bot.games.panel import View
from bot.games.people import name
from bot.games.speech import listed
from engine.game import Seat
from engine.games.aftershock.events import (
    AftershockChosen,
    AftershockFaded,
    AftershockRolled,
    AreaPopulated,
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    CardsRevealed,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    PlanOpened,
)


def _area(view: View, key: str) -> str:
    return space_name(view.words, view.observation, key)


def populated(view: View, *events: AreaPopulated) -> str:
    """Return "**Ann** adds meeples: Oakland +2 and Hayward +3."."""
    placed: dict[str, int] = {}
    for each in events:
        placed[each.area] = placed.get(each.area, 0) + each.placed
    areas = listed(view.words, [f"{_area(view, area)} +{n}" for area, n in placed.items()])
    who = bold(view, events[0].seat)
    return view.words.say("{who} adds meeples: {areas}.", who=who, areas=areas)


def revealed(view: View, event: CardsRevealed) -> str:
    """Return what somebody has to plan and mark with."""
    words, what = view.words, gained(view.words, event.items)
    if not what:
        return words.say("{who} has nothing to plan.", who=bold(view, event.seat))
    return words.say("{who} has {items}.", who=bold(view, event.seat), items=what)


def opened(view: View, event: PlanOpened) -> str:
    """Return a plan that lies open now."""
    words, plan = view.words, planned(view, event.plan)
    if not plan:
        return words.say("{who} had nothing to plan.", who=bold(view, event.seat))
    return words.say("{who} reveals the plan: {plan}.", who=bold(view, event.seat), plan=plan)


def begun(view: View, event: BridgeChosen) -> str:
    """Return for which bridge others are about to come down."""
    link = link_name(view.words, view.observation, event.area, event.to)
    who = bold(view, event.seat)
    return view.words.say("{who} chooses **{link}**, but lacks pieces.", who=who, link=link)


def built(view: View, event: BridgeBuilt) -> str:
    """Return which bridge stands now."""
    return view.words.say("{who} builds **{link}** ({pieces}).", **_bridge(view, event))


def dismantled(view: View, event: BridgeDismantled) -> str:
    """Return which bridge is gone."""
    return view.words.say("{who} takes {link} down ({pieces}).", **_bridge(view, event))


def _bridge(view: View, event: BridgeBuilt | BridgeDismantled) -> dict[str, str]:
    return {
        "who": bold(view, event.seat),
        "link": link_name(view.words, view.observation, event.area, event.to),
        "pieces": pieces(view.words, event.sections),
    }


def replaced(view: View, event: BridgeReplaced) -> str:
    """Return that a meeple stands in for a bridge."""
    data = {"who": bold(view, event.seat), "area": _area(view, event.area)}
    if event.placed:
        return view.words.say("{who}: no space for a bridge in {area}, a meeple instead.", **data)
    return view.words.say("{who}: no space for a bridge in {area}, and no meeple left.", **data)


def given_up(view: View, event: BridgeGivenUp) -> str:
    """Return that a bridge is not built."""
    data = {"who": bold(view, event.seat), "area": _area(view, event.area)}
    return view.words.say("{who} gives up the bridge in {area}.", **data)


def chosen(view: View, event: AftershockChosen) -> str:
    """Return which marker is resolved."""
    return view.words.say("{who}: {marker} in {area}.", **_marker(view, event))


def faded(view: View, event: AftershockFaded) -> str:
    """Return that a marker found nobody."""
    return view.words.say("{who}: {marker} in {area}, but nobody is there.", **_marker(view, event))


def _marker(
    view: View, event: AftershockChosen | AftershockFaded | AftershockRolled
) -> dict[str, str]:
    return {
        "who": bold(view, event.seat),
        "marker": item_name(view.words, event.marker),
        "area": _area(view, event.area),
    }


def rolled(view: View, event: AftershockRolled) -> str:
    """Return what the die shows and how many are shocked."""
    return view.words.count(
        "{who} rolls **{face}**, {marker} in **{area}**: {n} meeple is shocked.",
        "{who} rolls **{face}**, {marker} in **{area}**: {n} meeples are shocked.",
        event.count,
        face=event.face,
        **_marker(view, event),
    )


def shocked(view: View, event: MeeplesShocked) -> str:
    """Return whose meeples are shocked."""
    who = tallied(view, event.counts)
    return view.words.say(
        "Shocked meeples in {area}: {who}.", area=_area(view, event.area), who=who
    )


def moved(view: View, *events: MeepleMoved) -> str:
    """Return how many meeples of a player went where, and who was paid."""
    first, words = events[0], view.words
    data = {
        "who": bold(view, first.seat),
        "meeples": meeples(words, len(events)),
        "a": _area(view, first.area),
        "b": _area(view, first.to),
        "tolls": payees(view, first.paid * len(events)),
    }
    if not first.paid:
        return words.say("{who} moves {meeples} from {a} to **{b}**, toll-free.", **data)
    return words.say("{who} moves {meeples} from {a} to **{b}** and pays {tolls}.", **data)


def payees(view: View, paid: Sequence[Seat], called: Callable[[View, Seat], str] = name) -> str:
    """Return "$2M to Ann and $1M to Bob"."""
    words = view.words
    tolls = [
        words.say("{money} to {who}", money=money(words, paid.count(seat)), who=called(view, seat))
        for seat in dict.fromkeys(paid)
    ]
    return listed(words, tolls)


def taken_back(view: View, *events: MeepleTakenBack) -> str:
    """Return who took meeples off the board."""
    return view.words.say(
        "{who} removes {meeples} from {area}.",
        who=bold(view, events[0].seat),
        meeples=meeples(view.words, len(events)),
        area=_area(view, events[0].area),
    )


TELLERS: Final[Mapping[type, Callable[..., str]]] = {
    AreaPopulated: populated,
    CardsRevealed: revealed,
    PlanOpened: opened,
    BridgeChosen: begun,
    BridgeBuilt: built,
    BridgeDismantled: dismantled,
    BridgeReplaced: replaced,
    BridgeGivenUp: given_up,
    AftershockChosen: chosen,
    AftershockFaded: faded,
    AftershockRolled: rolled,
    MeeplesShocked: shocked,
    MeepleMoved: moved,
    MeepleTakenBack: taken_back,
}
