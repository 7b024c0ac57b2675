"""What the table may settle, and the dials that it turns."""

from dataclasses import dataclass
from typing import Final

from engine.game import Option, OptionValue, Setup
from engine.games.san_andreas.water import ALWAYS_COAST
from engine.setups import first_player, value

TOO_STEEP: Final = Option("too_steep", (2, 1, 3))
LAKES: Final = Option("lakes_are_ocean", ("no", "yes"))
ISLANDS: Final = Option("islands_sink", ("before", "after"))
MEMORY: Final = Option("memory", ("open", "strict"))
FIRST_PLAYER: Final = first_player(4)

OPTIONS: Final = (TOO_STEEP, LAKES, ISLANDS, MEMORY, FIRST_PLAYER)


@dataclass(frozen=True, slots=True)
class Dials:
    """The settings as the rules read them.

    From steepness `too_steep` on no city is founded. `islands_sink` "before" or "after" the
    scoring. With `memory` "strict" values that were shown are hidden by the next turn.
    `always_coast` is no setting but the edition's.
    """

    too_steep: int
    lakes_are_ocean: bool
    islands_sink: str
    memory: str
    always_coast: int
    settings: tuple[tuple[str, OptionValue], ...]


def dials(setup: Setup, edition: int) -> Dials:
    """Return the dials that a setup and the edition of the rules turn; raise `BadSetup`."""
    settings = tuple((each.name, value(setup, each)) for each in OPTIONS)
    return Dials(
        too_steep=int(value(setup, TOO_STEEP)),
        lakes_are_ocean=value(setup, LAKES) == "yes",
        islands_sink=str(value(setup, ISLANDS)),
        memory=str(value(setup, MEMORY)),
        always_coast=ALWAYS_COAST[edition],
        settings=settings,
    )
