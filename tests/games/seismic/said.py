"""What happens in Seismic and what it refuses: one of each kind, and what reads otherwise."""

from collections.abc import Iterator
from typing import Any

from engine.boards.hexes import Cell
from engine.errors import BadSetup, IllegalAction
from engine.game import Outcome, Seat
from engine.games.seismic.events import (
    AllKept,
    MatchBegun,
    MatchEnded,
    NothingFitted,
    NothingPlaced,
    QuakeFlipped,
    QuakeLeft,
    QuakeRose,
    QuakeStruck,
    SecondDeclined,
    TileFlipped,
    TilePlaced,
    TileRotated,
    TileSetAside,
    TownChosen,
)
from engine.games.seismic.pieces import Crew, Laid
from tests.games.seismic.views import Table

J8 = Cell(1, -1)


FALLEN = (Laid(J8, "03", 0, (Crew(Seat(0), 0), Crew(Seat(1), 3))), Laid(Cell(2, -2), "01", 0))


HAPPENED = (
    MatchBegun(Seat(0)),
    TileFlipped("02-14"),
    TileSetAside("03"),
    QuakeLeft("Q1.0"),
    QuakeFlipped("Q2.0", ()),
    QuakeFlipped("Q2.0", (3,)),
    QuakeFlipped("Q2.0", (0, 3)),
    QuakeStruck("Q3.0", 1, FALLEN, (0, 2, 0, 0, 0, 0), None),
    QuakeStruck("Q3.0", 2, (), (0, 0, 1, 0, 0, 0), None),
    QuakeRose("Q5.0"),
    TownChosen(Seat(1), "Q5.0", 0),
    TileRotated(Seat(0), FALLEN[0], Laid(J8, "03", 1, FALLEN[0].crews)),
    AllKept(Seat(2)),
    NothingPlaced(Seat(1)),
    SecondDeclined(Seat(1)),
    NothingFitted(("02-13", "02-35")),
    TilePlaced(Seat(1), "+6:012345", J8, 0, 0),
    TilePlaced(Seat(1), "+6:012345", J8, 0, None),
    MatchEnded(Outcome((9, 4, 0), (1, 2, 3), "seismic-pile-empty"), ()),
    MatchEnded(Outcome((9, 9, 0), (1, 1, 3), "seismic-nothing-open"), ()),
)


REFUSED = (
    IllegalAction("seismic-tile-not-on-offer", tile="03"),
    IllegalAction("seismic-no-such-cell", cell="Z9"),
    IllegalAction("seismic-no-such-cell", cell=Cell(40, 40)),
    IllegalAction("seismic-cell-taken", cell=J8),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="green"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="highway"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=None, meets="nothing"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=None, meets="any way"),
    IllegalAction("seismic-no-such-turn", tile="03", turn=4),
    IllegalAction("seismic-section-taken", tile="03", cell=J8, crew=0, owners=(1,), free=()),
    IllegalAction("seismic-section-taken", tile="03", cell=J8, crew=0, owners=(0, 1), free=(2, 4)),
    IllegalAction("seismic-no-such-fragment", tile="03", cell=J8, crew=1),
    IllegalAction("seismic-no-crews-left"),
    IllegalAction("seismic-line-not-tied", line=2, tied=(0, 3)),
    IllegalAction("seismic-tie-already-chosen", line=2, tile="Q3.0", town=0),
    IllegalAction("seismic-town-already-chosen", tile="Q3.0", town=0),
    IllegalAction("seismic-no-such-town", town=5, towns=(0,)),
    IllegalAction("seismic-second-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="green"),
    IllegalAction("seismic-second-without-crew", tile="02", cell=J8),
    IllegalAction("seismic-no-tile-there", cell=J8),
    IllegalAction("seismic-town-does-not-turn", cell=J8),
    IllegalAction("seismic-turned-already", cell=J8, seat=Seat(1)),
    IllegalAction("seismic-no-such-rotation", tile="02", cell=J8, turn=4, free=()),
    IllegalAction("seismic-no-such-rotation", tile="02", cell=J8, turn=4, free=(1, 2)),
    IllegalAction(
        "seismic-rotation-does-not-fit", tile="02", cell=J8, turn=4, edge=1, meets="green", free=()
    ),
    IllegalAction(
        "seismic-rotation-does-not-fit",
        tile="02",
        cell=J8,
        turn=4,
        edge=1,
        meets="green",
        free=(1,),
    ),
    IllegalAction("seismic-not-now"),
)


def refused() -> Iterator[tuple[Any, IllegalAction]]:
    """Yield each refusal with the position in which it comes."""
    return ((Table().state, error) for error in REFUSED)


UNSETTLED = (
    BadSetup("setup-option", option="first_player", value="4", seats=3),
    BadSetup("setup-variant-unclear", variant="c", found=("twin_cities", "balance")),
    BadSetup("setup-variants-clash", variant="balance", clashes=("big_one",)),
    BadSetup("setup-variants-clash", variant="twin_cities", clashes=("big_one", "aftershocks")),
)
