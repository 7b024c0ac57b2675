"""The dials that a variant turns; the rules read them and never ask for a variant's name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.boards.hexes import Cell
from engine.errors import BadSetup
from engine.games.seismic.phases import PHASES, Phase
from engine.games.seismic.table import Table
from engine.games.seismic.tiles import BOX, CREWS_EACH, FIRST_STAGE_SINGLES

SINGLES: Final = ("01", "02", "03")


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play: `boxes` of tiles, where the towns stand, and what each phase does.

    `first_stage` counts the tiles of which `set_aside` leave unseen; `opening` tiles lie face up
    before the first turn and `display` in every turn.
    """

    names: tuple[str, ...]
    towns: tuple[Cell, ...]
    boxes: int
    first_stage: Mapping[str, int]
    set_aside: int
    phases: Mapping[str, Phase] = field(repr=False)
    first_phase: str = "beginning"
    opening: int = 2
    display: int = 3

    @property
    def crews_each(self) -> int:
        """How many crews a seat has."""
        return CREWS_EACH * self.boxes

    def table(self, radius: int) -> Table:
        """Return the table of this radius around every town."""
        return Table(self.towns, radius)

    def later_stage(self) -> dict[str, int]:
        """Count the tiles that go into the pile without passing the first stage."""
        rest = {tile.code: tile.count * self.boxes for tile in BOX if tile.kind != "town"}
        for code, count in self.first_stage.items():
            rest[code] -= count
        return {code: count for code, count in rest.items() if count}


def _first_stage() -> Mapping[str, int]:
    quakes = {tile.code: tile.count for tile in BOX if tile.kind == "quake"}
    return {**dict.fromkeys(SINGLES, FIRST_STAGE_SINGLES), **quakes}


STANDARD: Final = Variant(
    names=(),
    towns=(Cell(0, 0),),
    boxes=1,
    first_stage=_first_stage(),
    set_aside=6,
    phases=PHASES,
)

NAMES: Final[tuple[str, ...]] = ()
"""The variants that a setup may name; any set of them makes one `Variant`."""


def variant(names: tuple[str, ...]) -> Variant:
    """Return the way to play that these names make together; raise `BadSetup`."""
    if unknown := [name for name in names if name not in NAMES]:
        raise BadSetup("setup-no-such-variant", variant=unknown[0])
    return STANDARD
