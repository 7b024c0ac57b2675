"""Positions for tests: fresh ground, cities and pawns as short texts.

A city is "5 at 4,12" of seat 0 or "b5 at 4,12" of seat 1: its coin and its space. A pawn is
"sun at 1,13". Dice are the faces of sun, moon, crown and arms.
"""

from typing import Any

from engine.boards.squares import parsed_space
from engine.game import CHANCE, Move, Seat, Setup, Viewer
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Begin, Epicenter, Found, Resolve, Roll
from engine.games.san_andreas.ground import Ground, fresh_ground, slid
from engine.games.san_andreas.match import go_on
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import State, but
from engine.games.san_andreas.tiles import COINS, PAWNS, START, Pawn, Tile, footprint

SEATS = "abcd"


def table(cities: str = "", *, seats: int = 3, **options: Any) -> State:
    """Return a table at the first turn of seat 0 on which these cities stand already."""
    options = {"first_player": "1", **options}
    state = GAME.apply(
        GAME.initial(Setup(seats, options=options)), Move(CHANCE, Begin(Seat(0)))
    ).state
    standing = [city(state.ground, text) for text in parts(cities)]
    hands = [list(COINS) for _ in range(seats)]
    for each in standing:
        if each.value in hands[each.seat]:
            hands[each.seat].remove(each.value)
    return but(state, cities=tuple(standing), hands=tuple(tuple(hand) for hand in hands))


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def city(ground: Ground, text: str) -> City:
    what, where = text.split(" at ")
    space = parsed_space(where)
    tile, quarter = ground.visible[space]
    seat = Seat(SEATS.index(what[0]) if what[0] in SEATS else 0)
    return City(seat, int(what[-1]), tile, quarter, space)


def shaking(state: State, dice: str) -> State:
    """Return the state when the dice lie: "1 on B1; 4 on A1" are the dice sun, moon, … in turn.

    A pawn stands on a quarter of its tile where no city stands; the others show nulls.
    """
    wanted = [part.split(" on ") for part in parts(dice)]
    free = {
        tile: [quarter for space, (on, quarter) in state.ground.visible.items() if on == tile]
        for _, tile in wanted
    }
    pawns: list[Any] = [(tile, (free[tile] or ["a"])[0]) for _, tile in wanted]
    pawns += [("C3", "a")] * (len(PAWNS) - len(pawns))
    state = go_on(but(state, pawns=tuple(pawns), phase="playing"), ()).state
    faces = [int(face) for face, _ in wanted] + [0] * (len(PAWNS) - len(wanted))
    for die, face in zip(PAWNS, faces, strict=True):
        state = GAME.apply(state, Move(CHANCE, Roll(die, face))).state
    return state


def resolved(state: State, *dice: Pawn) -> State:
    """Return the state after these dice have acted, in this order."""
    for die in dice:
        state = GAME.apply(state, Move(state.seat, Resolve(die))).state
    return state


def after(dice: str, cities: str = "", **options: Any) -> State:
    """Return fresh ground after these dice have acted in the order written."""
    state = shaking(table(cities, **options), dice)
    order = PAWNS[: len(parts(dice)) - 1]
    return resolved(state, *order)


def standing(state: State) -> dict[str, str]:
    """Return what stands where: the space by the tile and quarter."""
    return {f"{each.tile}{each.quarter}": str(each.space) for each in state.cities}


def how_lost(state: State) -> dict[str, str]:
    """Return what was lost in the latest quake and how, by tile and quarter."""
    assert state.quake is not None
    fallen = [ruin for shift in state.quake.shifts for ruin in shift.ruins]
    return {f"{each.tile}{each.quarter}": each.how for each in (*fallen, *state.quake.drowned)}


def leans(state: State) -> dict[Tile, tuple[int, int]]:
    """Return the tiles that are not flat."""
    return {tile: lean for tile, lean in state.ground.leans.items() if lean != (0, 0)}


def scores(state: State) -> dict[str, int]:
    """Return what the cities scored in the latest quake, by the space they stood in."""
    assert state.quake is not None
    return {str(each.space): each.points for each in state.quake.scores}


def distances(state: State) -> dict[str, int | None]:
    assert state.quake is not None
    return {str(each.space): each.distance for each in state.quake.scores}


def counts(state: State) -> tuple[int, int]:
    """Return in how many spaces a city may be founded, and a pawn set, by the seat on turn."""
    legal = list(GAME.legal_actions(state, state.seat))
    spaces = {each.space for each in legal if isinstance(each, Found)}
    return len(spaces), len({each.space for each in legal if isinstance(each, Epicenter)})


def ground_after(shifts: str, ground: Ground | None = None) -> Ground:
    """Return fresh ground after shifts such as "B1 by 1; B1 by 1"."""
    ground = ground or fresh_ground()
    for text in parts(shifts):
        tile, face = text.split(" by ")
        ground = slid(ground, tile, int(face)).ground
    return ground


def cities_on(*tiles: Tile) -> str:
    """Return a city of seat 0 on every space of these tiles, as they lie at the start."""
    return "; ".join(f"5 at {space}" for tile in tiles for space in footprint(START[tile]))


def cleared(state: State) -> State:
    """Return the state with all pawns in the pool."""
    return but(state, pawns=(None,) * len(PAWNS))


def values(state: State, viewer: Viewer) -> list[int | None]:
    """Return the values of the cities as far as a viewer knows them."""
    return [city.value for city in GAME.observe(state, viewer).layout.cities]
