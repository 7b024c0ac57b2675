"""What the table may settle, and the dials that it turns."""

from dataclasses import dataclass
from typing import Final

from engine.errors import BadSetup
from engine.game import Option
from engine.record import OptionValue, Setup
from engine.seat import Seat

TOO_STEEP: Final = Option("too_steep", (2, 1, 3))
LAKES: Final = Option("lakes_are_ocean", ("no", "yes"))
ISLANDS: Final = Option("islands_sink", ("before", "after"))
MEMORY: Final = Option("memory", ("open", "strict"))
FIRST_PLAYER: Final = Option("first_player", ("random", "1", "2", "3", "4"))

OPTIONS: Final = (TOO_STEEP, LAKES, ISLANDS, MEMORY, FIRST_PLAYER)


@dataclass(frozen=True, slots=True)
class Dials:
    """The settings as the rules read them.

    From steepness `too_steep` on no city is founded. `islands_sink` "before" or "after" the
    scoring. With `memory` "strict" values that were shown are hidden by the next turn.
    """

    too_steep: int
    lakes_are_ocean: bool
    islands_sink: str
    memory: str
    settings: tuple[tuple[str, OptionValue], ...]


def dials(setup: Setup) -> Dials:
    """Return the dials that a setup turns; raise `BadSetup`."""
    settings = tuple((each.name, _value(setup, each)) for each in OPTIONS)
    return Dials(
        too_steep=int(_value(setup, TOO_STEEP)),
        lakes_are_ocean=_value(setup, LAKES) == "yes",
        islands_sink=str(_value(setup, ISLANDS)),
        memory=str(_value(setup, MEMORY)),
        settings=settings,
    )


def _value(setup: Setup, option: Option) -> OptionValue:
    value = setup.options.get(option.name, option.values[0])
    if value not in option.values:
        raise BadSetup("setup-option", option=option.name, value=value, allowed=option.values)
    return value


def starters(setup: Setup) -> tuple[Seat, ...]:
    """Return who may be drawn to play first; raise `BadSetup`."""
    first = _value(setup, FIRST_PLAYER)
    if first == "random":
        return tuple(Seat(seat) for seat in range(setup.seats))
    if int(first) > setup.seats:
        raise BadSetup("setup-option", option=FIRST_PLAYER.name, value=first, seats=setup.seats)
    return (Seat(int(first) - 1),)
