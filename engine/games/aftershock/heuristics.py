"""What a greedy player likes: meeples where they lead, bridges between them, marks where it scores.

Everything is weighed in points; money in half points, since that is what it is worth at the end.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engine.agents import Chooser
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
from engine.games.aftershock.board import MOST_BRIDGES, TAX
from engine.games.aftershock.building import vacant
from engine.games.aftershock.buying import price
from engine.games.aftershock.scoring import places
from engine.games.aftershock.state import Observation

Weigh: TypeAlias = Callable[[Observation, Any], float]

MONEY: Final = 0.5
"""Points a million is worth."""
RIVAL: Final = 0.35
"""How much of a point of the best rival is lost to oneself."""
FOOTHOLD: Final = 0.4
"""What a meeple is worth beside its share: other rounds will score too."""
_SPECIAL: Final = {"bridge": 3.2, "influence": 3.0, "normal": 1.2, "big": 1.8, "mega": 2.3}


def choose(observation: Observation, legal: Sequence[Action], rng: Chooser) -> Action:
    """Return the best of the legal actions; equally good ones by chance."""
    weights = [_WEIGHTS[type(action)](observation, action) for action in legal]
    best = max(weights)
    pairs = zip(legal, weights, strict=True)
    return rng.choice([action for action, weight in pairs if weight >= best])


def _me(observation: Observation) -> Seat:
    return Seat(int(observation.viewer))


def standing(observation: Observation, space: str, change: Mapping[Seat, int]) -> float:
    """Return what a space is worth to the viewer after these changes of meeples there."""
    board, me = observation.board, _me(observation)
    counts = list(observation.counts_on(space))
    for seat, more in change.items():
        counts[seat] += more
    points = places(board.space(space).points, tuple(counts))
    rivals = max(each for seat, each in enumerate(points) if seat != me)
    return points[me] - RIVAL * rivals + FOOTHOLD * counts[me] * (space != MOST_BRIDGES)


def gain(observation: Observation, space: str, change: Mapping[Seat, int]) -> float:
    """Return what these changes are worth to the viewer."""
    return standing(observation, space, change) - standing(observation, space, {})


def card_value(observation: Observation, code: str) -> float:
    """Return what a card is worth to the viewer, whatever it costs."""
    card = observation.board.card[code]
    if not card.area:
        return _SPECIAL[card.marker or card.kind]
    placed = min(card.meeples, observation.supply[_me(observation)])
    return gain(observation, card.area, {_me(observation): placed})


def _keep(observation: Observation, action: Keep) -> float:
    value = sum(card_value(observation, code) for code in action.cards)
    return value - MONEY * observation.board.cost(action.cards)


def _buy(observation: Observation, action: Buy) -> float:
    cost, tax = price(observation.board.card[action.card].cost, action.token)
    # The money makes the seller stronger, and a token that is kept may save more later.
    saved = 0.0 if action.token == TAX else 0.3
    return card_value(observation, action.card) - MONEY * (cost + tax) - 0.15 * cost - saved


def _take(observation: Observation, action: Take) -> float:
    return card_value(observation, action.card)


def _nothing(observation: Observation, action: Action) -> float:  # noqa: ARG001
    return 0.0


def _never(observation: Observation, action: Action) -> float:  # noqa: ARG001
    """Weigh what ties one's own hands."""
    return -100.0


def _plan(observation: Observation, action: Plan) -> float:
    me, done = _me(observation), observation.draft or ()
    item = observation.items[me].order[len(done)]
    if item == "bridge":
        return _bridge_from(observation, action.area) - 2 * done.count(action.area)
    if item == "meeple":
        meeples = sum(each.item == "meeple" for each in _so_far(observation, action.area))
        return gain(observation, action.area, {me: meeples + 1})
    return _shaken(observation, action.area)


def _so_far(observation: Observation, area: str) -> list[Any]:
    """Return what the viewer's own draft puts on an area already."""
    plan = preview.planned(observation, observation.draft or ())
    return [each for each in plan if each.area == area]


def _bridge_from(observation: Observation, area: str) -> float:
    """Weigh the best link that leads from an area, for one's meeples there and for its pieces."""
    me = _me(observation)
    sections = (link.sections for link in vacant(observation, me, area))
    longest = max((each for each in sections if each <= observation.pieces[me]), default=0)
    return longest + 0.3 * observation.there(area)[me]


def _shaken(observation: Observation, area: str) -> float:
    """Weigh what an Aftershock could take from the rivals who lead on an area."""
    board, me = observation.board, _me(observation)
    there = observation.meeples[board.index[area]]
    rivals = max(count for seat, count in enumerate(there) if seat != me)
    worth = sum(board.space(area).points[:2]) / 4
    return worth * min(2, rivals) - 0.5 * there[me]


def _build(observation: Observation, action: Build) -> float:
    board, me = observation.board, _me(observation)
    link = board.links[board.link_index[action.area, action.to]]
    if (missing := link.sections - observation.pieces[me]) > 0:
        return -float(missing)
    pieces = gain(observation, MOST_BRIDGES, {me: link.sections})
    return 2 + pieces + 0.2 * sum(board.space(action.to).points)


def _give_up(observation: Observation, action: GiveUp) -> float:  # noqa: ARG001
    """Weigh a bridge that isn't built: taking an own one down for it is seldom better."""
    return 1.0


def _dismantle(observation: Observation, action: Dismantle) -> float:
    board = observation.board
    return -board.links[board.link_index[action.area, action.to]].sections


def _resolve(observation: Observation, action: Resolve) -> float:
    return _shaken(observation, action.area)


def _shock(observation: Observation, action: Shock) -> float:
    area = observation.aftershocks[-1].area
    return gain(observation, area, {Seat(n): -count for n, count in enumerate(action.counts)})


def _move(observation: Observation, action: MoveMeeple) -> float:
    there = gain(observation, action.area, {_me(observation): 1})
    return there - (MONEY + 0.1) * len(action.paid)


def _mark(observation: Observation, action: Mark) -> float:
    """Weigh 1 for the next in board order of the best spaces, the others as they promise."""
    markers, done = observation.score_markers, len(observation.draft or ())
    spaces = [space.key for space in observation.board.spaces]
    ranked = sorted(spaces, key=lambda space: -_hope(observation, space))
    wanted = sorted(ranked[:markers], key=spaces.index)
    return 1.0 if action.space == wanted[done] else _hope(observation, action.space) / 1000


def _hope(observation: Observation, space: str) -> float:
    """Weigh a space by what it brings the viewer, and by who else will want it to score."""
    me = _me(observation)
    shares = preview.shares(observation, space)
    mine = sum(share.points for share in shares if share.seat == me)
    rivals = [share.points for share in shares if share.seat != me]
    needed = observation.board.space(space).markers_needed
    likely = 1.0 if needed == 1 else min(1.0, 0.35 + 0.12 * sum(rivals))
    return likely * (mine - RIVAL * max(rivals, default=0))


def _influence(observation: Observation, action: Influence) -> float:
    """Weigh an Influence marker: beside an own Score marker the space scores for sure."""
    draft, markers = observation.draft or (), observation.score_markers
    is_own, is_double = action.space in draft[:markers], action.space in draft[markers:]
    return standing(observation, action.space, {}) + 3 * is_own - 5 * is_double


_WEIGHTS: Final[Mapping[type, Weigh]] = MappingProxyType(
    {
        Keep: _keep,
        Buy: _buy,
        Pass: _nothing,
        Stand: _never,
        Withdraw: _nothing,
        Take: _take,
        Plan: _plan,
        Build: _build,
        Dismantle: _dismantle,
        MeepleInstead: _nothing,
        GiveUp: _give_up,
        Resolve: _resolve,
        Shock: _shock,
        MoveMeeple: _move,
        TakeBack: _nothing,
        Mark: _mark,
        Influence: _influence,
        Reopen: _never,
    }
)

HEURISTICS: Final = choose
