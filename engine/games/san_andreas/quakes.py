"""What a die does to the ground and the cities, and which islands sink (rules 3 to 5)."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar, cast

from engine.games.san_andreas.ground import Ground, Lean, adrift, sunken
from engine.games.san_andreas.pieces import City, Die, LeanChange, Ruin, Shift
from engine.games.san_andreas.plates import slid
from engine.games.san_andreas.state import Quake, Scene
from engine.games.san_andreas.tiles import PAWNS, SHIFTS, Pawn, Quarter, Standing, Tile

B = TypeVar("B")


def unresolved(quake: Quake[Any]) -> tuple[Pawn, ...]:
    """Return the dice that still have to act."""
    return tuple(each.die for each in quake.dice if not each.is_resolved)


def face_of(quake: Quake[Any], die: Pawn) -> int:
    """Return what a die shows."""
    return next(each.face for each in quake.dice if each.die == die)


def with_shift(quake: Quake[B], shift: Shift) -> Quake[B]:
    """Return the quake after one of its dice has acted; nothing has sunk or scored yet."""
    done = Die(shift.die, shift.face, is_resolved=True)
    dice = tuple([done if each.die == shift.die else each for each in quake.dice])
    shifts = (*quake.shifts, shift)
    return Quake(quake.number, quake.seat, dice, quake.before, shifts)


class Shaken(NamedTuple):
    """The table after a die or after the islands, with the cities that were lost and how."""

    scene: Scene
    lost: tuple[City, ...]
    ruins: tuple[Ruin, ...]


def shaken(scene: Scene, die: Pawn, face: int) -> tuple[Shaken, Shift]:
    """Return what a die of a face from 1 to 5 does to the tile that its pawn stands on."""
    tile, _ = cast("tuple[Tile, Quarter]", scene.pawns[PAWNS.index(die)])
    after, shift = shifted(scene, tile, face, die)
    pawns = tuple(
        [None if pawn == die else on for pawn, on in zip(PAWNS, scene.pawns, strict=True)]
    )
    return Shaken(Scene(after.scene.ground, after.scene.cities, tuple(pawns)), *after[1:]), shift


def shifted(scene: Scene, tile: Tile, face: int, die: Pawn) -> tuple[Shaken, Shift]:
    """Return what happens when `tile` shifts, whatever stands on it; the pawns stay."""
    slide = slid(scene.ground, tile, face)
    cities, lost, ruins = _survey(slide.ground, scene.cities, tile, slide.leans)
    direction, edge = SHIFTS[face]
    shift = Shift(
        die,
        face,
        tile,
        direction,
        edge,
        scene.ground.corners[tile],
        slide.ground.corners[tile],
        slide.over,
        slide.under,
        tuple(LeanChange(each, old, slide.ground.leans[each]) for each, old in slide.leans.items()),
        ruins,
    )
    return Shaken(Scene(slide.ground, cities, scene.pawns), lost, ruins), shift


def _survey(
    ground: Ground, cities: tuple[City, ...], shifted: Tile, leans: Mapping[Tile, Lean]
) -> tuple[tuple[City, ...], tuple[City, ...], tuple[Ruin, ...]]:
    """Part the cities that still stand from those that are lost, with what happened to them."""
    standing: list[City] = []
    lost: list[City] = []
    ruins: list[Ruin] = []
    for city in cities:
        rides = city.tile == shifted
        now = city.carried(ground.space(shifted, city.quarter)) if rides else city
        is_destroyed = now.tile in leans
        if is_destroyed or ground.stacks[now.space][-1] != now.tile:
            lost.append(now)
            ruins.append(ruin(now, "destroyed" if is_destroyed else "buried"))
        else:
            standing.append(now)
    return tuple(standing), tuple(lost), tuple(ruins)


def ruin(city: City, how: str) -> Ruin:
    """Return what everybody may know of a city that is lost."""
    return Ruin(city.seat, city.tile, city.quarter, city.space, how)


def drowned(scene: Scene) -> tuple[Shaken, tuple[Tile, ...]]:
    """Return the table after the islands have sunk, and their tiles; pawns on them are free."""
    tiles = adrift(scene.ground)
    if not tiles:
        return Shaken(scene, (), ()), ()
    lost = tuple(city for city in scene.cities if city.tile in tiles)
    left = Scene(
        sunken(scene.ground, tiles),
        tuple(city for city in scene.cities if city.tile not in tiles),
        tuple(_afloat(on, tiles) for on in scene.pawns),
    )
    return Shaken(left, lost, tuple(ruin(city, "sunk") for city in lost)), tiles


def _afloat(standing: Standing, sunk: tuple[Tile, ...]) -> Standing:
    return None if standing is None or standing[0] in sunk else standing
