"""What a viewer can work out from an observation alone: drafts, warnings, the quake's next steps.

No state, no chance and no values that the viewer may not know.
"""

from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found, Resolve
from engine.games.san_andreas.reports import Score, Shift
from engine.games.san_andreas.state import Layout, Observation
from engine.games.san_andreas.tiles import Pawn, Quarter, Tile


def space_of(layout: Layout, tile: Tile, quarter: Quarter) -> Space | None:
    """Return where a quarter of a tile lies, visible or not; None if the tile has sunk."""
    raise NotImplementedError


def name_at(layout: Layout, space: Space) -> tuple[Tile, Quarter] | None:
    """Return the visible tile in `space` and its quarter there; None for water and bare land."""
    raise NotImplementedError


def founding(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat to act may found a city; nothing if it may not act or has no coin."""
    raise NotImplementedError


def setting(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat to act may set any pawn of the pool."""
    raise NotImplementedError


def unresolved(observation: Observation) -> tuple[Pawn, ...]:
    """Return the dice that the seat to act may choose from."""
    raise NotImplementedError


def refused(observation: Observation, action: Found | Epicenter | Resolve) -> IllegalAction | None:
    """Return why an action is illegal for the seat to act, or None if it is legal.

    Coins are judged by the viewer's own purse: ask with the observation of the seat to act.
    """
    raise NotImplementedError


def founded(observation: Observation, found: Found) -> Observation:
    """Return the table as it would look with this city; raise `IllegalAction`."""
    raise NotImplementedError


def marked(observation: Observation, epicenter: Epicenter) -> Observation:
    """Return the table as it would look with this pawn; raise `IllegalAction`.

    If it is the last one the dice are not rolled yet: nobody knows them.
    """
    raise NotImplementedError


def shaken(observation: Observation, die: Pawn) -> Observation:
    """Return the table right after this die has acted; raise `IllegalAction`.

    Only this one shift, even if it leaves one die: what it did is `quake.shifts[-1]`.
    """
    raise NotImplementedError


def shaken_by(observation: Observation, order: tuple[Pawn, ...]) -> Observation:
    """Return the table after these dice in this order, each as by `shaken`.

    If one die remains it acts, too, and when none remains the islands have sunk (`quake.sunk`,
    unless the option lets them sink after the scoring). Raises `IllegalAction`.
    """
    raise NotImplementedError


def frames(observation: Observation) -> tuple[Observation, ...]:
    """Return the latest quake step by step: the table before it, after each shift, after islands.

    The last one has the ground and the cities as they were when the scoring began. Nothing if
    there was no quake.
    """
    raise NotImplementedError


def what_if(layout: Layout, tile: Tile, face: int) -> tuple[Layout, Shift | None]:
    """Return what a die of this face would do to a tile now; None for the null."""
    raise NotImplementedError


def scores(observation: Observation) -> tuple[Score, ...]:
    """Return what every city would score now, in the order of `layout.cities`.

    `value` is None where the viewer doesn't know it; then `points` is 0, `distance` still true.
    """
    raise NotImplementedError
