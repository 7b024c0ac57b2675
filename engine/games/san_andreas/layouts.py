"""What stands on the table, written out for those who look at it."""

from engine.games.san_andreas.ground import Ground
from engine.games.san_andreas.pieces import City, Laid, Layout, Marker, Stack
from engine.games.san_andreas.state import Scene
from engine.games.san_andreas.tiles import PAWNS, QUARTERS, Tile, footprint
from engine.games.san_andreas.water import spaces


def laid(ground: Ground, tile: Tile) -> Laid:
    """Return a tile as it lies."""
    a, b, c, d = ground.depths(tile)
    on = zip(QUARTERS, footprint(ground.corners[tile]), strict=True)
    return Laid(
        tile,
        ground.corners[tile],
        ground.leans[tile],
        (a, b, c, d),
        tuple(quarter for quarter, space in on if ground.stacks[space][-1] == tile),
        tile in ground.coastal,
    )


def layout(scene: Scene, cities: tuple[City, ...]) -> Layout:
    """Return a scene written out, with its cities as the viewer may know them."""
    ground = scene.ground
    return Layout(
        tiles=tuple(laid(ground, tile) for tile in ground.corners),
        stacks=tuple(Stack(space, ground.stacks[space]) for space in sorted(ground.stacks)),
        ocean=spaces(ground.water.ocean),
        lakes=spaces(ground.water.lakes),
        cities=cities,
        pawns=_markers(scene),
    )


def _markers(scene: Scene) -> tuple[Marker, ...]:
    ground, markers = scene.ground, []
    for pawn, on in zip(PAWNS, scene.pawns, strict=True):
        if on is not None:
            space = ground.space(*on)
            markers.append(Marker(pawn, *on, space, ground.stacks[space][-1] != on[0]))
    return tuple(markers)


def scene(layout: Layout, *, lakes_are_ocean: bool) -> Scene:
    """Return the scene that a layout writes out; values that the viewer may not know are None."""
    ground = Ground(
        {laid.tile: laid.space for laid in layout.tiles},
        {stack.space: stack.plates for stack in layout.stacks},
        {laid.tile: laid.lean for laid in layout.tiles},
        lakes_are_ocean,
    )
    standing = {each.pawn: (each.tile, each.quarter) for each in layout.pawns}
    return Scene(ground, layout.cities, tuple(standing.get(pawn) for pawn in PAWNS))
