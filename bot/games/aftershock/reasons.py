"""Why a choice is worth a look: what it costs, what it gives, what an area would bring."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    card_name,
    counted_spaces,
    gives,
    item_name,
    link_name,
    money,
    planned,
    priced_cards,
    space_name,
    tallied,
)
from bot.games.people import name
from bot.games.speech import and_list, capitalised, points
from engine.game import Seat
from engine.games.aftershock.actions import (
    Action,
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Influence,
    Keep,
    Mark,
    MeepleInstead,
    MoveMeeple,
    Pass,
    Plan,
    Reopen,
    Resolve,
    Shock,
    Stand,
    Take,
    TakeBack,
    Withdraw,
)
from engine.games.aftershock.buying import price
from engine.games.aftershock.scoring import places
from engine.games.aftershock.state import Planned

MOST_AREAS: Final = 2
"""At most how many areas a reason names."""


def told(view: View, actions: Sequence[Action]) -> str:
    """Return a choice in a few words."""
    words, action = view.words, actions[0]
    match action:
        case Keep(()):
            return words.say("Keep nothing")
        case Keep(cards):
            return words.say("Keep {cards}", cards=and_list(words, priced_cards(view, cards)))
        case Buy(seller, card, token):
            cost = money(words, sum(price(view.observation.board.card[card].cost, token)))
            data = {"card": card_name(view, card), "who": name(view, seller), "cost": cost}
            return words.say("Buy **{card}** from {who} for {cost}", **data)
        case Take(card):
            return words.say("Take **{card}**", card=card_name(view, card))
        case Plan():
            return capitalised(planned(view, _planned(view, actions)))
        case Mark() | Influence():
            score = [each.space for each in actions if isinstance(each, Mark)]
            more = [each.space for each in actions if isinstance(each, Influence)]
            if not more:
                return words.say("Mark **{spaces}**", spaces=counted_spaces(view, score))
            if not score:
                return words.say("Influence on **{spaces}**", spaces=counted_spaces(view, more))
            data = {"spaces": counted_spaces(view, score), "influence": counted_spaces(view, more)}
            return words.say("Mark **{spaces}**, Influence on **{influence}**", **data)
        case Build(area, to):
            return words.say("A bridge **{link}**", link=link_name(view, area, to))
        case Dismantle(area, to):
            return words.say("Take the bridge **{link}** down", link=link_name(view, area, to))
        case MeepleInstead(area):
            return words.say("A meeple in **{area}** instead", area=space_name(view, area))
        case Resolve(area, marker):
            what = item_name(words, marker)
            return words.say("First: {item} in **{area}**", item=what, area=space_name(view, area))
        case Shock(counts):
            return words.say("Shock: {who}", who=tallied(view, counts) or "–")
        case MoveMeeple(area, paid) if paid:
            toll = money(words, len(paid))
            return words.say(
                "A meeple to **{area}**, {cost} of tolls", area=space_name(view, area), cost=toll
            )
        case MoveMeeple(area):
            return words.say("A meeple to **{area}**", area=space_name(view, area))
        case GiveUp():
            return words.say("Skip this bridge")
        case TakeBack():
            return words.say("Return the meeple to your supply")
        case Pass():
            return words.say("Buy nothing now")
        case Stand():
            return words.say("Pass automatically from now on")
        case Withdraw():
            return words.say("End the automatic pass")
        case Reopen():
            return words.say("Change the choice")
        case _:
            raise TypeError(type(action))


def why(view: View, actions: Sequence[Action]) -> str:
    """Return what a choice costs, and what it brings the viewer."""
    words, board, action = view.words, view.observation.board, actions[0]
    me = Seat(int(view.viewer))
    match action:
        case Keep(cards):
            left = view.observation.money[me] - board.cost(cards)
            return words.say("that leaves you {money}", money=money(words, left))
        case Buy(_, card) | Take(card):
            return gives(view, card)
        case Plan():
            arriving = Counter(
                each.area for each in _planned(view, actions) if each.item == "meeple"
            )
            return _brings(view, {area: {me: n} for area, n in arriving.items()})
        case MoveMeeple(area) | MeepleInstead(area):
            return _brings(view, {area: {me: 1}})
        case Shock(counts):
            leaving = {Seat(seat): -n for seat, n in enumerate(counts) if n}
            return _brings(view, {view.observation.aftershocks[-1].area: leaving})
        case Build(area, to):
            return _standing(view, [area, to])
        case Mark() | Influence():
            spaces = [each.space for each in actions if isinstance(each, Mark | Influence)]
            return _standing(view, list(dict.fromkeys(spaces)))
        case _:
            return ""


def _planned(view: View, actions: Sequence[Action]) -> list[Planned]:
    """Return what these actions put where; equal things lie in a row."""
    observation = view.observation
    order = observation.items[int(view.viewer)].order[len(observation.draft or ()) :]
    areas = [each.area for each in actions if isinstance(each, Plan)]
    return [Planned(*pair) for pair in zip(order, areas, strict=False)]


def _brings(view: View, changes: Mapping[str, Mapping[Seat, int]]) -> str:
    """Return what spaces would bring the viewer after these changes, against what they do now.

    Those that would bring less, or nothing, are left out.
    """
    words, rows = view.words, list[tuple[int, str]]()
    for area, change in changes.items():
        now, then = _points(view, area, {}), _points(view, area, change)
        if not then or then < now:
            continue
        data = {"area": space_name(view, area), "points": points(words, then), "n": now}
        if then > now:
            told = words.say("**{area}** would bring you {points} (now {n})", **data)
        else:
            told = words.say("**{area}** would bring you {points}, as now", **data)
        rows.append((now - then, told))
    return ", ".join(told for _, told in sorted(rows)[:MOST_AREAS])


def _standing(view: View, spaces: Sequence[str]) -> str:
    """Return what spaces bring the viewer if they score, the best first."""
    words = view.words
    found = sorted((-_points(view, each, {}), each) for each in spaces)
    parts = [
        words.say("**{area}** {points}", area=space_name(view, each), points=points(words, -n))
        for n, each in found[:MOST_AREAS]
        if n
    ]
    if not parts:
        return ""
    return words.say("if it scores: {areas}", areas=and_list(words, parts))


def _points(view: View, space: str, change: Mapping[Seat, int]) -> int:
    """Return what the viewer gets of a space with these changes of what stands there."""
    observation = view.observation
    counts = list(observation.counts_on(space))
    for seat, more in change.items():
        counts[seat] += more
    return places(observation.board.space(space).points, tuple(counts))[int(view.viewer)]
