"""What a seat may do, and why it may not (rules 2, 4 and 6): the one place that says so.

A listing and a refusal look at the same room (`Table.foundable`, `Table.settable`); what is listed
isn't refused, and what isn't is.
"""

from collections.abc import Sequence
from typing import Final

from engine.boards.squares import Space, neighbours
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.state import State, Table
from engine.games.san_andreas.tiles import PAWNS, Pawn
from engine.games.san_andreas.turns import Turns

_PASS: Final = Pass()


def turns(table: Table) -> Sequence[Action]:
    """Return cities tile by tile, then pawns; to pass, if there is neither."""
    return Turns(table) or (_PASS,)


def turn_refusal(table: Table, action: Found | Epicenter | Pass) -> IllegalAction | None:
    """Return why the seat on turn can't do that, or None if it can."""
    ground = table.ground
    if isinstance(action, Found):
        if action.coin not in (hand := table.hand):
            return IllegalAction("san-andreas-no-such-coin", coin=action.coin, coins=hand)
        if (space := action.space) in table.foundable:
            return None
        if taken := _taken(table, space):
            return taken
        for city in table.cities:
            if city.space in neighbours(space):
                data = {"space": space, "city": city.space, "seat": city.seat}
                return IllegalAction("san-andreas-next-to-city", **data)
        tile, _ = ground.visible[space]
        data = {"space": space, "tile": tile, "steepness": ground.steepness(tile)}
        return IllegalAction("san-andreas-too-steep", **data)
    if isinstance(action, Epicenter):
        if action.pawn not in (free := table.pool):
            return IllegalAction("san-andreas-no-such-pawn", pawn=action.pawn, pool=free)
        if (space := action.space) in table.settable:
            return None
        if taken := _taken(table, space):
            return taken
        return IllegalAction("san-andreas-inland", space=space, tile=ground.visible[space][0])
    return IllegalAction("san-andreas-must-act") if Turns(table) else None


def _taken(table: Table, space: Space) -> IllegalAction | None:
    """Return why a space is not an empty one."""
    on = table.ground.visible.get(space)
    if on is None:
        return IllegalAction("san-andreas-no-tile", space=space)
    for city in table.cities:
        if city.space == space:
            return IllegalAction("san-andreas-city-there", space=space, seat=city.seat)
    if on in table.pawns:
        pawn = PAWNS[table.pawns.index(on)]
        return IllegalAction("san-andreas-pawn-there", space=space, pawn=pawn)
    return None


def unresolved(table: Table) -> tuple[Pawn, ...]:
    """Return the dice of the quake that still have to act."""
    return tuple([each.die for each in table.dice if not each.is_resolved])


def dice(table: Table) -> Sequence[Resolve]:
    """Return the dice of which one acts next."""
    return [Resolve(die) for die in unresolved(table)]


def die_refusal(table: Table, resolve: Resolve) -> IllegalAction | None:
    """Return why a die can't act now, or None if it can."""
    data = {"die": resolve.die, "left": unresolved(table)}
    die = next((each for each in table.dice if each.die == resolve.die), None)
    if die is None:
        return IllegalAction("san-andreas-no-such-die", **data)
    if die.face == 0:
        return IllegalAction("san-andreas-die-null", **data)
    return IllegalAction("san-andreas-die-resolved", **data) if die.is_resolved else None


def swaps(table: Table, seat: Seat) -> Sequence[Swap]:
    """Return what a null may be swapped for: nothing, or a coin that its founder has lost."""
    lost = [coin.value for coin in table.lost[seat] if coin.value is not None]
    return [Swap(None), *(Swap(value) for value in lost)]


def swap_refusal(table: Table, seat: Seat, swap: Swap) -> IllegalAction | None:
    """Return why a null can't be swapped so, or None if it can."""
    lost = tuple(coin.value for coin in table.lost[seat])
    if swap.coin is None or swap.coin in lost:
        return None
    return IllegalAction("san-andreas-coin-not-lost", coin=swap.coin, lost=lost)


def not_now(state: State, action: Action) -> IllegalAction:
    """Return why an action of a kind that isn't due is refused."""
    if not isinstance(action, Swap):
        return IllegalAction("san-andreas-not-now")
    has_lost = state.lost[state.seat]
    return IllegalAction("san-andreas-no-swap" if has_lost else "san-andreas-nothing-lost")
