"""What a viewer can work out from an observation alone: prices, drafts, what a move would do.

No state and no chance. What speaks of "the viewer" needs an observation of a seat.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.errors import IllegalAction
from engine.game import PUBLIC, Seat
from engine.games.aftershock import bridges as building
from engine.games.aftershock import planning
from engine.games.aftershock.actions import Build, Influence, Mark, MoveMeeple, TakeBack
from engine.games.aftershock.board import Board
from engine.games.aftershock.boardfile import board as board_named
from engine.games.aftershock.buying import Price, offers
from engine.games.aftershock.buying import price as price_of
from engine.games.aftershock.keeping import keep_refusal
from engine.games.aftershock.marking import marking_choices
from engine.games.aftershock.scoring import counts_on, places
from engine.games.aftershock.shaking import shock_refusal
from engine.games.aftershock.state import Cards, Observation, Pair, Planned
from engine.games.aftershock.ways import Way
from engine.games.aftershock.ways import ways as ways_from

Rows: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A purchase that can be paid: `price` goes to the seller, `tax` to the bank first."""

    seller: Seat
    card: str
    token: str
    price: int
    tax: int


@dataclass(frozen=True, slots=True)
class Site:
    """A link on which a planned bridge may be built; so many pieces are `missing` (0: none)."""

    area: str
    to: str
    sections: int
    missing: int


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat has on a space, and what it gets if the space scores."""

    seat: Seat
    count: int
    points: int


def board(observation: Observation) -> Board:
    """Return the board that is played on."""
    return board_named(observation.board)


def keep_cost(observation: Observation, cards: Iterable[str]) -> int:
    """Return what these cards of the viewer's hand cost; raise `IllegalAction` as `Keep` would."""
    kept, seat = tuple(sorted(cards)), _viewer(observation)
    refusal = keep_refusal(board(observation), observation.hand, observation.money[seat], kept)
    if refusal:
        raise refusal
    return board(observation).cost(kept)


def affordable(observation: Observation, cards: Iterable[str]) -> Cards:
    """Return the kinds of cards in the viewer's hand that can be kept besides these."""
    kept, known = tuple(cards), board(observation)
    left = observation.money[_viewer(observation)] - known.cost(kept)
    rest = Counter(observation.hand) - Counter(kept)
    return tuple(code for code in sorted(rest) if known.card[code].cost <= left)


def price(observation: Observation, card: str, token: str) -> Price:
    """Return what a card takes with a Buy token: `(price, tax)`."""
    return price_of(board(observation).card[card].cost, token)


def purchases(observation: Observation, seat: Seat) -> tuple[Offer, ...]:
    """Return every purchase that `seat` could pay now, on its turn or not."""
    money, tokens = observation.money[seat], observation.tokens[seat]
    return tuple(
        Offer(buy.seller, buy.card, buy.token, *price(observation, buy.card, buy.token))
        for buy in offers(board(observation), observation.market, seat, money, tokens)
    )


def planned(observation: Observation, areas: Iterable[str]) -> tuple[Planned, ...]:
    """Return the viewer's plan if its first things, in the order of `Items.order`, lie there."""
    items = observation.items[_viewer(observation)]
    return planning.planned(board(observation), items, tuple(areas))


def builds(observation: Observation) -> tuple[Site, ...]:
    """Return every link for every bridge that the seat on turn still has to build."""
    known, free = board(observation), _builder(observation)
    choices = building.building_choices(known, observation.bridges, free, observation.to_build)
    sites = ((each.area, each.to) for each in choices if isinstance(each, Build))
    return tuple(Site(*pair, *_pieces(observation, *pair)) for pair in sites)


def _pieces(observation: Observation, area: str, to: str) -> tuple[int, int]:
    known = board(observation)
    sections = known.links[known.link_index[area, to]].sections
    return sections, max(0, sections - _builder(observation).pieces)


def _builder(observation: Observation) -> building.Builder:
    seat = _on_turn(observation)
    return building.Builder(seat, observation.pieces[seat], observation.dials.two_bridges)


def built(observation: Observation, build: Build) -> Observation:
    """Return the map with this bridge; free pieces are below 0 if one has to come down first."""
    seat, place, sections = _link(observation, build.area, build.to)
    return replace(
        observation,
        bridges=building.with_bridge(observation.bridges, place, seat),
        pieces=_added(observation.pieces, seat, -sections),
    )


def dismantled(observation: Observation, pair: Pair) -> Observation:
    """Return the map without this bridge of the seat on turn."""
    seat, place, sections = _link(observation, pair.area, pair.to)
    return replace(
        observation,
        bridges=building.without_bridge(observation.bridges, place, seat),
        pieces=_added(observation.pieces, seat, sections),
    )


def _link(observation: Observation, area: str, to: str) -> tuple[Seat, int, int]:
    known = board(observation)
    place = known.link_index[area, to]
    return _on_turn(observation), place, known.links[place].sections


def shocked(observation: Observation, counts: tuple[int, ...]) -> Observation:
    """Return the map without these meeples of the area that is hit; raise `IllegalAction`."""
    going_on = observation.aftershocks[-1]
    place = board(observation).index[going_on.area]
    there = observation.meeples[place]
    fits = len(counts) == len(there) and all(
        0 <= taken <= standing for taken, standing in zip(counts, there, strict=True)
    )
    if not fits or sum(counts) != going_on.count:
        raise shock_refusal(there, going_on.count, counts)
    left = tuple(standing - taken for standing, taken in zip(there, counts, strict=True))
    return replace(observation, meeples=_with(observation.meeples, place, left))


def ways(observation: Observation) -> tuple[Way, ...]:
    """Return every way that the seat on turn can pay for one Shocked meeple."""
    seat, area = _on_turn(observation), observation.aftershocks[-1].area
    money = observation.money[seat]
    return ways_from(board(observation), observation.bridges, area, seat, money)


def moved(observation: Observation, move: MoveMeeple | TakeBack) -> Observation:
    """Return map and money after the seat on turn moved a Shocked meeple or took it back."""
    seat, index = _on_turn(observation), board(observation).index
    meeples = _grown(observation.meeples, index[observation.aftershocks[-1].area], seat, -1)
    if isinstance(move, TakeBack):
        supply = _added(observation.supply, seat, 1)
        return replace(observation, meeples=meeples, supply=supply)
    money = _added(observation.money, seat, -len(move.paid))
    for owner in move.paid:
        money = _added(money, owner, 1)
    return replace(observation, meeples=_grown(meeples, index[move.area], seat, 1), money=money)


def score_markers(observation: Observation) -> int:
    """Return how many Score markers each seat has."""
    return board(observation).seatings[observation.seats].score_markers


def next_marks(observation: Observation, spaces: Iterable[str]) -> tuple[str, ...]:
    """Return where the next marker of the viewer may go after those on `spaces`; () if none is.

    Score markers come first, then Influence markers, each in board order.
    """
    draft, markers = tuple(spaces), score_markers(observation)
    if len(draft) >= markers + observation.items[_viewer(observation)].influence:
        return ()
    choices = marking_choices(board(observation), draft, markers)
    return tuple(each.space for each in choices if isinstance(each, Mark | Influence))


def shares(observation: Observation, space: str) -> tuple[Share, ...]:
    """Return what everybody who has something on a space would get for it now, best first."""
    known = board(observation)
    counts = counts_on(known, space, observation.meeples, observation.pieces)
    points = places(known.space(space).points, counts)
    found = (Share(Seat(seat), count, points[seat]) for seat, count in enumerate(counts) if count)
    return tuple(sorted(found, key=lambda share: -share.count))


def if_marked(observation: Observation, spaces: Iterable[str]) -> tuple[int, ...]:
    """Return the points of each seat if exactly these spaces scored now."""
    points = [0] * observation.seats
    for space in spaces:
        for share in shares(observation, space):
            points[share.seat] += share.points
    return tuple(points)


def _viewer(observation: Observation) -> Seat:
    if observation.viewer == PUBLIC:
        raise IllegalAction("aftershock-not-now")
    return observation.viewer


def _on_turn(observation: Observation) -> Seat:
    if len(observation.to_act) != 1:
        raise IllegalAction("aftershock-not-now")
    return observation.to_act[0]


def _with(rows: Rows, place: int, row: tuple[int, ...]) -> Rows:
    return (*rows[:place], row, *rows[place + 1 :])


def _added(values: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + change, *values[seat + 1 :])


def _grown(rows: Rows, place: int, seat: Seat, change: int) -> Rows:
    return _with(rows, place, _added(rows[place], seat, change))
