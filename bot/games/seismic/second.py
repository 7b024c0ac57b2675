"""Two tiles in one turn (Road Crew's Dilemma): the first stays a draft while the second is chosen.

The ids of its buttons begin with the first tile, and a "+" before the second.
"""

from dataclasses import dataclass, fields
from typing import Final

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.seismic.words import cell_name
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place
from engine.games.seismic.preview import legal_placements, placed

AND: Final = "+"


@dataclass(frozen=True, slots=True)
class Drafted(View):
    """The table with the first tile drawn in; nothing of it has been played."""

    first: Place | None = None


def drafted(view: View, first: Place) -> Drafted:
    """Return the table with a first tile; raise `IllegalAction` if no second may follow it."""
    after = placed(view.observation, first)
    if after.phase != "extending":
        raise IllegalAction("seismic-not-now")
    known = {each.name: getattr(view, each.name) for each in fields(View)}
    known |= {"observation": after, "legal": legal_placements(after)}
    return Drafted(**known, first=first)


def first_of(view: View) -> tuple[Place, ...]:
    """Return the first tile of a turn of two while it is a draft; else nothing."""
    return (view.first,) if isinstance(view, Drafted) and view.first else ()


def first_cell(view: View) -> Cell | None:
    """Return where the first tile is drawn in, if one is."""
    return next((place.cell for place in first_of(view)), None)


def step_id(view: View, verb: str, *draft: str | int) -> str:
    """Return the id of a control that goes on with a placement, the first tile before it."""
    steps = [each for place in first_of(view) for each in (*steps_of(view, place), AND)]
    return draft_id(view, verb, *steps, *draft)


def steps_of(view: View, place: Place) -> tuple[str, str, int]:
    """Return a placement as it stands in ids."""
    return place.tile, cell_name(view.observation, place.cell), place.turn


def is_second(view: View) -> bool:
    """Say whether the tile that is being chosen is the second one of a turn."""
    return bool(view.observation.phase == "extending")
