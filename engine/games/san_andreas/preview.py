"""What a viewer can work out from an observation alone: drafts, warnings, the quake's next steps.

No chance and no values that the viewer may not know; all that moves goes through the transitions of
the match.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas import match
from engine.games.san_andreas.actions import Epicenter, Found, Resolve
from engine.games.san_andreas.legal import die_refusal, turn_refusal, unresolved
from engine.games.san_andreas.match import running, scores
from engine.games.san_andreas.pieces import Coin, Layout, Shift
from engine.games.san_andreas.state import Observation, Quake, but
from engine.games.san_andreas.tiles import QUARTERS, Pawn, Quarter, Tile

__all__ = [
    "founded",
    "founding",
    "frames",
    "marked",
    "name_at",
    "refused",
    "scores",
    "setting",
    "shaken",
    "shaken_by",
    "space_of",
    "unresolved",
    "what_if",
]


def space_of(layout: Layout, tile: Tile, quarter: Quarter) -> Space | None:
    """Return where a quarter of a tile lies, visible or not; None if the tile has sunk."""
    lying = layout.tile(tile)
    if lying is None:
        return None
    (x, y), (east, north) = lying.space, QUARTERS[quarter]
    return Space(x + east, y + north)


def name_at(layout: Layout, space: Space) -> tuple[Tile, Quarter] | None:
    """Return the visible tile in `space` and its quarter there; None for water and bare land."""
    lying = layout.tile((layout.plates(space) or ("",))[-1])
    if lying is None:
        return None
    offset = (space.x - lying.space.x, space.y - lying.space.y)
    return lying.tile, next(quarter for quarter, at in QUARTERS.items() if at == offset)


def founding(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat on turn may found a city; nothing if it may not or has no coin."""
    can = observation.phase == "playing" and observation.hands[observation.seat]
    return tuple(observation.foundable) if can else ()


def setting(observation: Observation) -> tuple[Space, ...]:
    """Return where the seat on turn may set any pawn of the pool."""
    return tuple(observation.settable) if observation.phase == "playing" else ()


def refused(observation: Observation, action: Found | Epicenter | Resolve) -> IllegalAction | None:
    """Return why an action is illegal for the seat on turn, or None if it is legal.

    Coins are judged by the viewer's own purse: ask with the observation of the seat on turn.
    """
    if observation.phase != ("ordering" if isinstance(action, Resolve) else "playing"):
        return IllegalAction("san-andreas-not-now")
    if isinstance(action, Resolve):
        return die_refusal(observation, action)
    return turn_refusal(observation, action)


def founded(observation: Observation, found: Found) -> Observation:
    """Return the table as it would look with this city; raise `IllegalAction`."""
    _check(observation, found)
    return match.turn_taken(observation, found)[0]


def marked(observation: Observation, epicenter: Epicenter) -> Observation:
    """Return the table as it would look with this pawn; raise `IllegalAction`.

    If it is the last one the dice are not rolled yet: nobody knows them.
    """
    _check(observation, epicenter)
    return match.turn_taken(observation, epicenter)[0]


def shaken(observation: Observation, die: Pawn) -> Observation:
    """Return the table right after this die has acted; raise `IllegalAction`.

    Only this one shift, even if it leaves one die: what it did is `quake.shifts[-1]`.
    """
    _check(observation, Resolve(die))
    return match.die_acts(observation, die, None)[0]


def shaken_by(observation: Observation, order: Iterable[Pawn]) -> Observation:
    """Return the table after these dice in this order, each as by `shaken`.

    If one die remains it acts, too, and when none remains the islands have sunk (`quake.sunk`,
    unless the option lets them sink after the scoring). Raises `IllegalAction`.
    """
    for die in order:
        observation = shaken(observation, die)
    rest = unresolved(observation)
    if len(rest) == 1:
        observation = shaken(observation, rest[0])
    if not unresolved(observation) and observation.dials["islands_sink"] == "before":
        return match.islands_sink(observation)[0]
    return observation


def frames(observation: Observation) -> tuple[Observation, ...]:
    """Return the latest quake step by step: the table before it, after each shift, after islands.

    Each has in `quake` what had happened by then, scores and swaps aside; `points` are those
    before the quake, and of lost coins only those of this quake have names. Nothing if there was
    no quake.
    """
    if observation.quake is None:
        return ()
    steps = [_rewound(observation)]
    for shift in observation.quake.shifts:
        steps.append(shaken(steps[-1], shift.die))
    if observation.quake.sunk:
        steps.append(match.islands_sink(steps[-1])[0])
    return tuple(steps)


def _rewound(observation: Observation) -> Observation:
    """Return the table with the dice of the latest quake rolled and nothing shaken yet."""
    quake = running(observation)
    points, lost = list(observation.points), [len(coins) for coins in observation.lost]
    for each in quake.scores:
        points[each.seat] -= each.points
    for ruin in (*quake.drowned, *(ruin for shift in quake.shifts for ruin in shift.ruins)):
        lost[ruin.seat] -= 1
    dice = tuple(replace(each, is_resolved=each.face == 0) for each in quake.dice)
    return but(
        observation,
        ground=quake.before.ground,
        cities=quake.before.cities,
        pawns=quake.before.pawns,
        phase="ordering",
        seat=quake.seat,
        to_act=(quake.seat,),
        quake=Quake(quake.number, quake.seat, dice, quake.before),
        points=tuple(points),
        lost=tuple((Coin(None),) * count for count in lost),
        asked=(),
        decided=(),
        outcome=None,
    )


def what_if(
    observation: Observation, die: Pawn, tile: Tile, face: int
) -> tuple[Observation, Shift | None]:
    """Return the table if a die of this face acted on a tile now, and what that does.

    The pawns stay where they are. A null does nothing: None. The shift bears the name of `die`.
    """
    return (observation, None) if face == 0 else match.shifted(observation, tile, face, die)


def _check(observation: Observation, action: Found | Epicenter | Resolve) -> None:
    if refusal := refused(observation, action):
        raise refusal
