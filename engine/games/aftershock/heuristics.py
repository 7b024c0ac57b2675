"""What a greedy player likes: meeples where they lead, bridges between them, marks where it scores.

Everything is weighed in points; money in half points, since that is what it is worth at the end.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.agents.heuristics import Character, Heuristics
from engine.game import Seat
from engine.games.aftershock import preview
from engine.games.aftershock.actions import (
    Action,
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Influence,
    Keep,
    Mark,
    MoveMeeple,
    Plan,
    Reopen,
    Resolve,
    Shock,
    Stand,
    Take,
)
from engine.games.aftershock.board import MOST_BRIDGES, TAX
from engine.games.aftershock.building import vacant
from engine.games.aftershock.buying import price
from engine.games.aftershock.scoring import places
from engine.games.aftershock.state import Observation, State

MONEY: Final = 0.5
"""Points a million is worth."""
RIVAL: Final = 0.35
"""How much of a point of the best rival is lost to oneself."""
FOOTHOLD: Final = 0.4
"""What a meeple is worth beside its share: other rounds will score too."""
_SPECIAL: Final = {"bridge": 3.2, "influence": 3.0, "normal": 1.2, "big": 1.8, "mega": 2.3}


def values(
    observation: Observation,
    legal: Sequence[Action],
    character: Character,  # noqa: ARG001
) -> list[float]:
    """Return what each legal action is worth to the viewer."""
    return [weight(observation, action) for action in legal]


def weight(observation: Observation, action: Action) -> float:
    """Return what an action is worth to the viewer; 0 for one that changes nothing."""
    board, me = observation.board, Seat(int(observation.viewer))
    done, pieces = observation.draft or (), observation.pieces[me]
    match action:
        case Keep(cards):
            return sum(card_value(observation, code) for code in cards) - MONEY * board.cost(cards)
        case Buy(_, card, token):
            cost, tax = price(board.card[card].cost, token)
            # The money makes the seller stronger, and a token that is kept may save more later.
            saved = 0.0 if token == TAX else 0.3
            return card_value(observation, card) - MONEY * (cost + tax) - 0.15 * cost - saved
        case Take(card):
            return card_value(observation, card)
        case Plan(area):
            item = observation.items[me].order[len(done)]
            if item == "bridge":
                # The best link from there, for its pieces and for one's meeples.
                links = vacant(observation, me, area)
                sections = (link.sections for link in links if link.sections <= pieces)
                held = 0.3 * observation.there(area)[me]
                return max(sections, default=0) + held - 2 * done.count(area)
            if item == "meeple":
                plan = preview.planned(observation, done)
                placed = sum((each.item, each.area) == ("meeple", area) for each in plan)
                return gain(observation, area, {me: placed + 1})
            return shaken(observation, area)
        case Build(area, to):
            sections_there = board.links[board.link_index[area, to]].sections
            if (missing := sections_there - pieces) > 0:
                return -float(missing)
            most = gain(observation, MOST_BRIDGES, {me: sections_there})
            return 2 + most + 0.2 * sum(board.space(to).points)
        case GiveUp():
            return 1.0  # Taking an own bridge down for this one is seldom better.
        case Dismantle(area, to):
            return -board.links[board.link_index[area, to]].sections
        case Resolve(area):
            return shaken(observation, area)
        case Shock(counts):
            leaving = {Seat(seat): -count for seat, count in enumerate(counts)}
            return gain(observation, observation.aftershocks[-1].area, leaving)
        case MoveMeeple(area, paid):
            return gain(observation, area, {me: 1}) - (MONEY + 0.1) * len(paid)
        case Mark(space):
            # 1 for the next in board order of the best spaces, the others as they promise.
            spaces = [each.key for each in board.spaces]
            ranked = sorted(spaces, key=lambda each: -hope(observation, each))
            wanted = sorted(ranked[: observation.score_markers], key=spaces.index)
            return 1.0 if space == wanted[len(done)] else hope(observation, space) / 1000
        case Influence(space):
            # Beside an own Score marker the space scores for sure.
            markers = observation.score_markers
            is_own, is_double = space in done[:markers], space in done[markers:]
            return space_value(observation, space, {}) + 3 * is_own - 5 * is_double
        case Stand() | Reopen():
            return -100.0  # That ties one's own hands.
        case _:
            return 0.0


def space_value(observation: Observation, space: str, change: Mapping[Seat, int]) -> float:
    """Return what a space is worth to the viewer after these changes of meeples there."""
    board, me = observation.board, Seat(int(observation.viewer))
    counts = list(observation.counts_on(space))
    for seat, more in change.items():
        counts[seat] += more
    points = places(board.space(space).points, tuple(counts))
    rivals = max(each for seat, each in enumerate(points) if seat != me)
    return points[me] - RIVAL * rivals + FOOTHOLD * counts[me] * (space != MOST_BRIDGES)


def gain(observation: Observation, space: str, change: Mapping[Seat, int]) -> float:
    """Return what these changes are worth to the viewer."""
    return space_value(observation, space, change) - space_value(observation, space, {})


def card_value(observation: Observation, code: str) -> float:
    """Return what a card is worth to the viewer, whatever it costs."""
    card = observation.board.card[code]
    if not card.area:
        return _SPECIAL[card.marker or card.kind]
    me = Seat(int(observation.viewer))
    return gain(observation, card.area, {me: min(card.meeples, observation.supply[me])})


def shaken(observation: Observation, area: str) -> float:
    """Weigh what an Aftershock could take from the rivals who lead on an area."""
    board, me = observation.board, Seat(int(observation.viewer))
    there = observation.there(area)
    rivals = max(count for seat, count in enumerate(there) if seat != me)
    worth = sum(board.space(area).points[:2]) / 4
    return worth * min(2, rivals) - 0.5 * there[me]


def hope(observation: Observation, space: str) -> float:
    """Weigh a space by what it brings the viewer, and by who else will want it to score."""
    me = Seat(int(observation.viewer))
    shares = preview.shares(observation, space)
    mine = sum(share.points for share in shares if share.seat == me)
    rivals = [share.points for share in shares if share.seat != me]
    needed = observation.board.space(space).markers_needed
    likely = 1.0 if needed == 1 else min(1.0, 0.35 + 0.12 * sum(rivals))
    return likely * (mine - RIVAL * max(rivals, default=0))


HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(values)
