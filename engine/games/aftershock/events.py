"""What can happen in a match of Aftershock."""

from typing import TypeAlias

from engine.game import Opens, Outcome, Private, Public, Reveals, Seat
from engine.games.aftershock.state import (
    Cards,
    Crossing,
    Items,
    Marks,
    Planned,
    Purchase,
    SpaceScore,
)
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class MatchBegun(Public):
    """This seat is first player in the first round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardDealt(Private):
    """A card came into a hand."""

    card: str


@dataclass(frozen=True, slots=True)
class PhaseBegun(Public):
    """A phase began, named as in `Observation.phase`; "keep" begins a round."""

    phase: str
    round: int


@dataclass(frozen=True, slots=True)
class ChoiceSealed(Private):
    """A seat has chosen all there is to choose in this phase; others see only that it is ready."""

    phase: str


@dataclass(frozen=True, slots=True)
class ChoiceReopened(Private):
    """A seat took its sealed choice back: `draft`, as in `Observation`, before it was emptied."""

    phase: str
    draft: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsOffered(Opens):
    """The choice of 1A opened: what the seat paid for hidden cards, and what is for sale."""

    seat: Seat
    paid: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardBought(Public):
    """A card changed hands."""

    purchase: Purchase

    @property
    def seat(self) -> Seat:
        """Who bought it."""
        return self.purchase.seat


@dataclass(frozen=True, slots=True)
class Passed(Reveals):
    """A seat bought nothing, by hand or automatically: then its standing pass may show."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandingPassLeft(Private):
    """The seat passes by itself from now on."""


@dataclass(frozen=True, slots=True)
class StandingPassWithdrawn(Private):
    """The seat decides for itself again."""


@dataclass(frozen=True, slots=True)
class CardTaken(Opens):
    """A seat took an unsold card; the `discarded` others left."""

    seat: Seat
    card: str
    discarded: Cards


@dataclass(frozen=True, slots=True)
class AreaPopulated(Opens):
    """An area card brought meeples: `placed`, fewer than it says at the population ceiling."""

    seat: Seat
    card: str
    area: str
    placed: int


@dataclass(frozen=True, slots=True)
class CardsRevealed(Opens):
    """The other cards of a seat became things to plan and mark with, a free marker included."""

    seat: Seat
    cards: Cards
    items: Items


@dataclass(frozen=True, slots=True)
class PlanOpened(Opens):
    """A seat's build turn began; its planned meeples stand on `placed`."""

    seat: Seat
    plan: tuple[Planned, ...]
    placed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BridgeChosen(Public):
    """A bridge is to lead from `area` to the area `to`, for which other ones come down first."""

    seat: Seat
    area: str
    to: str


@dataclass(frozen=True, slots=True)
class BridgeBuilt(Public):
    """A bridge leads from `area`, where it was planned, to the area `to`."""

    seat: Seat
    area: str
    to: str
    sections: int


@dataclass(frozen=True, slots=True)
class BridgeDismantled(Public):
    """A whole bridge was taken down for its pieces."""

    seat: Seat
    area: str
    to: str
    sections: int


@dataclass(frozen=True, slots=True)
class BridgeReplaced(Public):
    """No vacant bridge space leads from the area: `placed` (0 or 1) meeples stand there instead."""

    seat: Seat
    area: str
    placed: int


@dataclass(frozen=True, slots=True)
class BridgeGivenUp(Public):
    """A seat would rather not take a bridge down for this one."""

    seat: Seat
    area: str


@dataclass(frozen=True, slots=True)
class AftershockFaded(Public):
    """Nobody stood where the marker lay: no roll."""

    seat: Seat
    area: str
    marker: str


@dataclass(frozen=True, slots=True)
class AftershockChosen(Public):
    """A seat resolves this marker now: the die is about to roll."""

    seat: Seat
    area: str
    marker: str


@dataclass(frozen=True, slots=True)
class AftershockRolled(Public):
    """The die came to rest: `count` meeples of the area are to be Shocked."""

    seat: Seat
    area: str
    marker: str
    face: int
    count: int


@dataclass(frozen=True, slots=True)
class MeeplesShocked(Public):
    """`counts` meeples of each seat are Shocked; `seat` resolved the marker."""

    seat: Seat
    area: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MeepleMoved(Public):
    """A Shocked meeple went over bridges to another area and paid $1M to each of `paid`."""

    seat: Seat
    area: str
    to: str
    way: tuple[Crossing, ...]
    paid: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MeepleTakenBack(Public):
    """A Shocked meeple went back to its supply."""

    seat: Seat
    area: str


@dataclass(frozen=True, slots=True)
class MarksOpened(Opens):
    """The spaces that a seat marked."""

    seat: Seat
    marks: Marks


@dataclass(frozen=True, slots=True)
class SpaceScored(Public):
    """A space with enough markers scored; those without have no event."""

    score: SpaceScore


@dataclass(frozen=True, slots=True)
class RoundScored(Public):
    """The points of each seat in this round, and in all."""

    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BankShared(Public):
    """At the end of a round each seat got `each` from the bank, where `left` stays."""

    each: int
    left: int


@dataclass(frozen=True, slots=True)
class FirstPlayerPassed(Public):
    """This seat is first player in the next round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FreeMarkerGiven(Public):
    """The last in score has a free normal Aftershock marker in the next round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoneyScored(Public):
    """At the end of the match each seat got these points for its money."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Public):
    """The last round was scored."""

    outcome: Outcome


Event: TypeAlias = (
    MatchBegun
    | CardDealt
    | PhaseBegun
    | ChoiceSealed
    | ChoiceReopened
    | CardsOffered
    | CardBought
    | Passed
    | StandingPassLeft
    | StandingPassWithdrawn
    | CardTaken
    | AreaPopulated
    | CardsRevealed
    | PlanOpened
    | BridgeChosen
    | BridgeBuilt
    | BridgeDismantled
    | BridgeReplaced
    | BridgeGivenUp
    | AftershockFaded
    | AftershockChosen
    | AftershockRolled
    | MeeplesShocked
    | MeepleMoved
    | MeepleTakenBack
    | MarksOpened
    | SpaceScored
    | RoundScored
    | BankShared
    | FirstPlayerPassed
    | FreeMarkerGiven
    | MoneyScored
    | MatchEnded
)
