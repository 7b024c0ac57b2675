"""What a seat can choose, and what chance can bring.

Areas, spaces and cards are named by the keys of the board (`board.py`). The sealed choices are
`Keep`, `Take`, `Plan`, `Mark` and `Influence`; `Reopen` takes one back while others still choose.
"""

from typing import Literal, TypeAlias

from engine.game import Seat
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Keep:
    """Buy these of one's eight cards from the bank, for sale are the others (rules 2, 1A).

    `cards` are codes in ascending order, equal ones side by side; none is a choice too.
    """

    cards: tuple[str, ...]
    type: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a card of another player with a Buy token: minus_2, minus_1 or tax (rules 2, 1B)."""

    seller: Seat
    card: str
    token: str
    type: Literal["buy"] = "buy"


@dataclass(frozen=True, slots=True)
class Pass:
    """Buy nothing this time."""

    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Stand:
    """Pass now and whenever it is one's turn in this phase, until withdrawn."""

    type: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """End one's standing pass."""

    type: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take one of one's unsold cards free of charge (rules 2, 1C)."""

    card: str
    type: Literal["take"] = "take"


@dataclass(frozen=True, slots=True)
class Plan:
    """Put the next thing on an area: bridges first, then meeples, then markers (rules 2, 2C)."""

    area: str
    type: Literal["plan"] = "plan"


@dataclass(frozen=True, slots=True)
class Build:
    """Build the bridge planned on `area` over the link to the area `to` (rules 2, 3A)."""

    area: str
    to: str
    type: Literal["build"] = "build"


@dataclass(frozen=True, slots=True)
class Dismantle:
    """Take a whole own bridge down for the one being built; `area` and `to` in board order."""

    area: str
    to: str
    type: Literal["dismantle"] = "dismantle"


@dataclass(frozen=True, slots=True)
class MeepleInstead:
    """Place a meeple, for no vacant bridge space leads from the area of this bridge."""

    area: str
    type: Literal["meeple_instead"] = "meeple_instead"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Don't build this bridge: every way would take another one down."""

    area: str
    type: Literal["give_up"] = "give_up"


@dataclass(frozen=True, slots=True)
class Resolve:
    """Resolve this of one's Aftershock markers next: normal, big or mega (rules 2, 3B)."""

    area: str
    marker: str
    type: Literal["resolve"] = "resolve"


@dataclass(frozen=True, slots=True)
class Shock:
    """Choose whose meeples are Shocked: how many of each seat."""

    counts: tuple[int, ...]
    type: Literal["shock"] = "shock"


@dataclass(frozen=True, slots=True)
class MoveMeeple:
    """Move a Shocked meeple to another area; `paid` are who gets $1M each, in seat order.

    A seat stands in `paid` once for each of its bridges on the way.
    """

    area: str
    paid: tuple[Seat, ...] = ()
    type: Literal["move_meeple"] = "move_meeple"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take a Shocked meeple back to one's supply."""

    type: Literal["take_back"] = "take_back"


@dataclass(frozen=True, slots=True)
class Mark:
    """Put a Score marker on a space; one after the other in board order (rules 2, 4A)."""

    space: str
    type: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class Influence:
    """Put an Influence marker on a space, after the Score markers, never back in board order."""

    space: str
    type: Literal["influence"] = "influence"


@dataclass(frozen=True, slots=True)
class Reopen:
    """Take one's whole sealed choice of this phase back."""

    type: Literal["reopen"] = "reopen"


@dataclass(frozen=True, slots=True)
class Begin:
    """Chance: who is first player in the first round."""

    seat: Seat
    type: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the next card that is dealt; the hands are filled in seat order."""

    card: str
    type: Literal["deal"] = "deal"

    def __hash__(self) -> int:  # every deal looks it up in the deck
        return hash(self.card)


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: what the Aftershock die shows."""

    face: int
    type: Literal["roll"] = "roll"


Action: TypeAlias = (
    Keep
    | Buy
    | Pass
    | Stand
    | Withdraw
    | Take
    | Plan
    | Build
    | Dismantle
    | MeepleInstead
    | GiveUp
    | Resolve
    | Shock
    | MoveMeeple
    | TakeBack
    | Mark
    | Influence
    | Reopen
    | Begin
    | Deal
    | Roll
)
