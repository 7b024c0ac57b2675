"""What a viewer can work out from an observation alone: sale, drafts, sites, routes, shares.

No state and no chance. What speaks of "the viewer" needs an observation of a seat.
"""

from collections.abc import Iterable

from engine.errors import IllegalAction
from engine.game import PUBLIC, Seat
from engine.games.aftershock import building, buying
from engine.games.aftershock.routes import Route
from engine.games.aftershock.scoring import places
from engine.games.aftershock.shaking import payable_routes
from engine.games.aftershock.state import Marks, Observation, Planned, RoundScore, SpaceScore
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """A purchase that can be paid: `price` goes to the seller, `tax` to the bank first."""

    seller: Seat
    card: str
    token: str
    price: int
    tax: int


@dataclass(frozen=True, slots=True)
class Lot:
    """A card of this round's sale; its number stays what it was when others are sold."""

    number: int
    seller: Seat
    card: str
    is_sold: bool


@dataclass(frozen=True, slots=True)
class Site:
    """A link on which a planned bridge may be built; `missing`: how many pieces it still needs."""

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


def purchases(observation: Observation, seat: Seat) -> tuple[Offer, ...]:
    """Return every purchase that `seat` could pay now, on its turn or not."""
    cards = observation.board.card
    return tuple(
        Offer(buy.seller, buy.card, buy.token, *buying.price(cards[buy.card].cost, buy.token))
        for buy in buying.offers(observation, seat)
    )


def lots(observation: Observation) -> tuple[Lot, ...]:
    """Return every card that was for sale this round, numbered from 1 by seller and code.

    Of equal cards of a seller those still for sale come first.
    """
    found: list[Lot] = []
    for seat, cards in enumerate(observation.market):
        sold = [each.card for each in observation.purchases if each.seller == seat]
        every = sorted([(card, False) for card in cards] + [(card, True) for card in sold])
        found += [Lot(len(found) + n, Seat(seat), *each) for n, each in enumerate(every, 1)]
    return tuple(found)


def planned(observation: Observation, areas: Iterable[str]) -> tuple[Planned, ...]:
    """Return the viewer's plan if its first things, in the order of `Items.order`, lie there."""
    if observation.viewer == PUBLIC:
        raise IllegalAction("aftershock-not-now")
    items = observation.items[observation.viewer]
    return building.planned(observation.board, items, tuple(areas))


def builds(observation: Observation) -> tuple[Site, ...]:
    """Return every link for every bridge that the seat on turn still has to build."""
    seat = _on_turn(observation)
    free = observation.pieces[seat]
    return tuple(
        Site(area, link.across(area), link.sections, max(0, link.sections - free))
        for area in dict.fromkeys(observation.to_build)
        for link in building.vacant(observation, seat, area)
    )


def routes(observation: Observation) -> tuple[Route, ...]:
    """Return every route that the seat on turn can pay for one Shocked meeple."""
    return payable_routes(observation, _on_turn(observation))


def shares(observation: Observation, space: str) -> tuple[Share, ...]:
    """Return what everybody who has something on a space would get for it now, best first."""
    counts = observation.counts_on(space)
    points = places(observation.board.space(space).points, counts)
    found = (Share(Seat(seat), count, points[seat]) for seat, count in enumerate(counts) if count)
    return tuple(sorted(found, key=lambda share: -share.count))


def scored_now(observation: Observation) -> RoundScore:
    """Return what every space would bring if it scored now; nobody has won or lost that yet."""
    spaces = []
    for space in observation.board.spaces:
        points = [0] * observation.seats
        for share in shares(observation, space.key):
            points[share.seat] = share.points
        counts = observation.counts_on(space.key)
        none = (0,) * observation.seats
        won = tuple(points)
        spaces.append(SpaceScore(space.key, none, scores=True, counts=counts, points=won, lost=()))
    marks = (Marks((), ()),) * observation.seats
    return RoundScore(observation.round, marks, tuple(spaces), (0,) * observation.seats)


def _on_turn(observation: Observation) -> Seat:
    if len(observation.to_act) != 1:
        raise IllegalAction("aftershock-not-now")
    return observation.to_act[0]
