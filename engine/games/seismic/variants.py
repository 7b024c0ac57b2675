"""The dials that a variant turns: values, which the rules ask for; never for a variant's name."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.boards.hexes import Cell
from engine.errors import BadSetup
from engine.games.seismic.tiles import BOX, CREWS_EACH, FIRST_STAGE_SINGLES
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play: how many `boxes` of tiles, where the towns stand, what a turn has.

    Counts are those of one box: `first_stage` are the tiles of which `aside_a_box` leave unseen;
    those `kept_apart` come to the pile later, together with `mixed_a_box` tiles of the others.
    `opening` tiles lie face up before the first turn, `display` in every turn; `opening_quakes`
    says that quakes stay in the pile then, else they leave the game. `own_piles`: each seat draws
    from a pile of its own. `second_tile`: one may follow instead of a crew. `rotations`: after a
    quake every seat may turn a tile.
    """

    names: tuple[str, ...]
    towns: tuple[Cell, ...]
    first_stage: Mapping[str, int]
    aside_a_box: int
    boxes: int = 1
    kept_apart: tuple[str, ...] = ()
    mixed_a_box: int = 0
    opening: int = 2
    display: int = 3
    opening_quakes: bool = False
    own_piles: bool = False
    second_tile: bool = False
    rotations: bool = False

    @property
    def crews_each(self) -> int:
        """How many crews a seat has."""
        return CREWS_EACH * self.boxes

    @property
    def set_aside(self) -> int:
        """How many tiles of the first stage leave unseen."""
        return self.aside_a_box * self.boxes

    @property
    def mixed(self) -> int:
        """How many tiles lie in the bottom of the pile besides those kept apart."""
        return self.mixed_a_box * self.boxes

    @property
    def bottom(self) -> int:
        """How many tiles lie in the bottom of the pile, if what is kept apart goes there."""
        return self.mixed and self.mixed + len(self.kept_apart) * self.boxes

    def staged(self) -> dict[str, int]:
        """Count the tiles of the first stage."""
        return {code: count * self.boxes for code, count in self.first_stage.items()}

    def apart(self) -> dict[str, int]:
        """Count the tiles that come to the pile later."""
        return dict.fromkeys(self.kept_apart, self.boxes)

    def later_stage(self) -> dict[str, int]:
        """Count the tiles that go into the pile without passing the first stage."""
        rest = {tile.code: tile.count * self.boxes for tile in BOX if tile.kind != "town"}
        for code, count in (*self.staged().items(), *self.apart().items()):
            rest[code] -= count
        return {code: count for code, count in rest.items() if count}


STANDARD: Final = Variant(
    names=(),
    towns=(Cell(0, 0),),
    first_stage={
        **dict.fromkeys(("01", "02", "03"), FIRST_STAGE_SINGLES),
        **{tile.code: tile.count for tile in BOX if tile.kind == "quake"},
    },
    aside_a_box=6,
)

NAMES: Final = ("big_one", "road_crews_dilemma", "aftershocks", "twin_cities", "balance")
"""The variants that a setup may name, in the order of a menu."""

CLASHES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"balance": ("big_one", "road_crews_dilemma", "twin_cities")}
)
"""Which variants can't be played together with another."""


def variant(names: tuple[str, ...]) -> Variant:
    """Return the way to play that these of `NAMES` make together; raise `BadSetup`."""
    for name in (name for name in names if name in CLASHES):
        if clashes := tuple(other for other in CLASHES[name] if other in names):
            raise BadSetup("setup-variants-clash", variant=name, clashes=clashes)
    return _made(tuple(name for name in NAMES if name in names))


@cache
def _made(names: tuple[str, ...]) -> Variant:
    way = STANDARD
    for name in names:
        match name:
            case "big_one":  # the strongest quake waits in the bottom of the pile
                stage = {code: n for code, n in way.first_stage.items() if code != "Q6.0"}
                stage["01"] = 1
                way = replace(way, first_stage=stage, kept_apart=("Q6.0",))
                way = replace(way, aside_a_box=5, mixed_a_box=5)
            case "road_crews_dilemma":  # a second tile may follow instead of a crew
                way = replace(way, second_tile=True)
            case "aftershocks":  # everybody may turn a tile after a quake
                way = replace(way, rotations=True)
            case "twin_cities":  # a second town on the table, a second box in the pile
                way = replace(way, towns=(*way.towns, Cell(8, 0)), boxes=2)
            case "balance":  # each seat has a pile with its share of all intersections but the +1
                apart = [t.code for t in BOX if t.kind == "intersection" and t.value > 1]
                way = replace(way, kept_apart=tuple(apart), aside_a_box=5)
                way = replace(way, opening_quakes=True, own_piles=True)
            case _:
                raise BadSetup("setup-no-such-variant", variant=name, known=NAMES)
    return replace(way, names=names)
