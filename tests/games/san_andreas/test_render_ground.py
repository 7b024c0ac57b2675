"""The ground of the pictures: heights, order of tiles, windows, colours."""

from itertools import combinations

import pytest
from PIL import Image

from engine.boards.squares import Space
from engine.games.san_andreas.pieces import Laid, Layout, Stack
from engine.games.san_andreas.tiles import LAND, START, Quarter, footprint
from render.games.san_andreas.coast import label
from render.games.san_andreas.colours import DIMMED, PALETTE, SUITS
from render.games.san_andreas.from_the_sea import FAR_LAND, drawing_order, projection_of
from render.games.san_andreas.ground import Ground, drawn_ground, from_below
from render.games.san_andreas.tiles import relief
from render.games.san_andreas.window import SCORES, SEA, Window, overlap, window_of
from render.palette import TRANSPARENT, painting
from tests.games.san_andreas.pictured import seen, shaken, turn
from tests.games.san_andreas.test_render_pictures import played
from tests.render.colour_vision import DEUTERANOPIA, PROTANOPIA, apart, contrast, seen_by


def laid(lean: tuple[int, int], depths: tuple[int, int, int, int]) -> Laid:
    return Laid("B1", Space(2, 13), lean, depths, ("a", "b", "c", "d"), is_coastal=True)


@pytest.mark.parametrize(
    ("lean", "depths", "corners"),
    [
        ((0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
        ((0, 0), (1, 1, 1, 0), (1, 1, 1, 1)),
        ((1, 0), (1, 1, 0, 0), (2, 2, 0, 0)),
        ((0, -1), (0, 1, 0, 1), (0, 2, 0, 2)),
        ((1, -1), (0, 1, 0, 0), (1, 2, 0, 1)),
        ((2, 0), (2, 2, 0, 0), (3.5, 3.5, 0, 0)),
    ],
)
def test_corners_rise_as_a_tile_leans(
    lean: tuple[int, int], depths: tuple[int, int, int, int], corners: tuple[float, ...]
) -> None:
    assert relief(laid(lean, depths)).corners == corners


def test_a_lean_of_one_shows_four_bands_and_one_of_two_twice_as_many() -> None:
    assert len(relief(laid((1, 0), (1, 1, 0, 0))).steps()) + 1 == 4
    assert len(relief(laid((2, 0), (2, 2, 0, 0))).steps()) + 1 in {7, 8}


def test_a_flat_tile_has_its_name_in_the_middle_and_no_arrow() -> None:
    placed = label(laid((0, 0), (0, 0, 0, 0)), ())

    assert (placed.name, placed.arrow) == ((0, 0), None)


def test_a_name_stands_where_fewer_pieces_are() -> None:
    leaning = laid((1, 0), (1, 1, 0, 0))

    left, right = label(leaning, ("b", "d")).name, label(leaning, ("a", "c")).name

    assert left is not None
    assert right is not None
    assert left[0] < 0 < right[0]


def test_a_tile_that_nobody_sees_has_no_label() -> None:
    hidden = Laid("B1", Space(2, 13), (1, 0), (0, 0, 0, 0), (), is_coastal=False)

    assert label(hidden, ()).name is None
    assert label(hidden, ()).arrow is None


def test_the_fresh_ground_fills_the_picture() -> None:
    window = window_of([seen(turn(1)).layout])

    assert window == Window(64, 1112, 720)
    assert window.corner(Space(16, 16)) == (88, -304)
    assert window.box(START["A3"]) == (88, 336, 216, 464)


def test_no_tile_lies_under_a_panel_or_outside_of_the_picture() -> None:
    for seed in range(3):
        for state in played(seed, 3):
            layout = seen(state).layout
            window = window_of([layout])
            for tile in layout.tiles:
                box = window.box(tile.space)
                assert box[0] >= 14
                assert box[2] <= 1186
                assert not overlap(box, SCORES)
                assert not overlap(box, SEA)


def test_tiles_far_in_the_north_and_east_make_the_window_wider() -> None:
    layout = seen(turn(1)).layout
    far = [Laid("A3", Space(9, 15), (0, 0), (1, 1, 1, 1), ("a",), is_coastal=False)]
    north = [Laid("A1", Space(1, 19), (0, 0), (1, 1, 1, 1), ("a",), is_coastal=False)]

    sides = [
        window_of([Layout((*layout.tiles, *more), (), (), (), (), ())]).side
        for more in ([], north, far)
    ]

    assert sides[0] == 64
    assert sides[1] < 64
    assert sides[2] < 64


def test_a_ground_that_nobody_could_show_still_has_a_window() -> None:
    tiles = tuple(
        Laid("A1", Space(1 + 2 * n, 15 + 3 * n), (0, 0), (1, 1, 1, 1), (), is_coastal=False)
        for n in range(20)
    )

    window = window_of([Layout(tiles, (), (), (), (), ())])

    assert window.side == 32
    assert projection_of(Layout(tiles, (), (), (), (), ())).unit == 35


def ring() -> Layout:
    """Return three tiles of which each lies on the next in some space."""
    corners = {"A1": Space(3, 10), "B1": Space(4, 11), "C1": Space(4, 10)}
    found: dict[Space, tuple[str, ...]] = {}
    for tile, corner in corners.items():
        for space in footprint(corner):
            found[space] = (*found.get(space, ()), tile)
    found[Space(4, 10)] = ("C1", "A1")
    stacks = tuple(Stack(space, plates) for space, plates in found.items())
    tiles = tuple(
        Laid(tile, corner, (0, 0), (0, 0, 0, 0), ("a", "b", "c", "d"), is_coastal=True)
        for tile, corner in corners.items()
    )
    return Layout(tiles, stacks, (), (), (), ())


def test_each_plate_is_drawn_once_even_in_a_ring() -> None:
    assert sorted(from_below(ring())) == sorted(["A1", "B1", "C1", LAND])
    assert sorted(drawing_order(ring())) == sorted(["A1", "B1", "C1", LAND, FAR_LAND])


def test_what_reaches_under_the_land_and_over_a_tile_is_drawn_between_them() -> None:
    """A tile under the south land may still lie on another tile: the land hides only its own."""
    layouts = [seen(state).layout for seed in (103, 9, 41) for state in played(seed, 4)]
    between = 0
    for layout in layouts:
        order = drawing_order(layout)
        for stack in layout.stacks:
            if len(stack.plates) > 1 and LAND in stack.plates and stack.space.y <= 16:
                tile = next(plate for plate in stack.plates if plate != LAND)
                under = stack.plates.index(tile) < stack.plates.index(LAND)
                assert (order.index(tile) < order.index(FAR_LAND)) == under
                between += under
    assert between


def test_in_a_ring_the_top_of_each_space_is_seen() -> None:
    layout = ring()
    window = window_of([layout])
    for pale in ("A1", "B1", "C1"):
        with painting(PALETTE):
            picture = drawn_ground(Ground(layout, window, frozenset({pale}))).picture.convert("RGB")
        for stack in layout.stacks:
            if stack.plates[-1] == pale:
                x, y = window.middle(stack.space)
                assert picture.getpixel((x + 10, y + 10)) == PALETTE.rgb[DIMMED[0]]


def test_a_tile_under_the_land_is_hidden_by_it() -> None:
    end = seen(shaken(5)).layout
    under = [stack for stack in end.stacks if stack.plates[-1] == LAND]
    window = window_of([end])

    with painting(PALETTE):
        picture = drawn_ground(Ground(end, window)).picture.convert("RGB")

    for stack in under:
        x, y = window.corner(stack.space)
        found = picture.crop((x + 8, y + 8, x + 56, y + 56)).getcolors(4096)
        assert found is not None
        assert PALETTE.rgb["land"] in {colour for _, colour in found}
    assert not under or min(len(stack.plates) for stack in under) >= 2


def test_every_colour_stays_exact() -> None:
    assert len(PALETTE.colours) <= TRANSPARENT
    for name, colour in PALETTE.rgb.items():
        found = PALETTE.mapped(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        assert found == PALETTE.index[name], name


@pytest.mark.parametrize("vision", [DEUTERANOPIA, PROTANOPIA])
def test_ocean_lakes_land_and_ground_are_told_apart_by_all(
    vision: tuple[tuple[float, ...], ...],
) -> None:
    colours = [seen_by(vision, PALETTE.rgb[name]) for name in ("deep", "sea", "land", "ground")]

    assert min(apart(a, b) for a, b in combinations(colours, 2)) > 9


@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        *(("white", suit, 7.0) for suit in SUITS),
        ("tilename", "ground", 5.0),
        ("tilename", "dim0", 5.0),
        ("ink", "glow", 7.0),
        ("white", "deep", 3.5),
        ("soft", "dim0", 4.0),
    ],
)
def test_what_is_written_can_be_read(text: str, ground: str, least: float) -> None:
    assert contrast(PALETTE.rgb[text], PALETTE.rgb[ground]) > least


def test_a_name_gives_way_to_an_arrow_that_crosses_its_seam() -> None:
    strip = Laid("B1", Space(2, 13), (0, 0), (0, 0, 0, 0), ("a", "c"), is_coastal=True)

    assert label(strip, ()).name == (-0.5, 0)
    assert label(strip, (), ("a", "c")).name == (-0.5, -0.5)


@pytest.mark.parametrize("visible", [("a", "d"), ("b", "c")])
@pytest.mark.parametrize("lean", [(0, 0), (1, 0), (2, -1)])
def test_a_tile_seen_at_two_opposite_corners_has_its_name_in_the_empty_one(
    visible: tuple[Quarter, Quarter], lean: tuple[int, int]
) -> None:
    laid = Laid("D1", Space(2, 9), lean, (0, 0, 0, 0), visible, is_coastal=True)
    first, second = visible

    taken: tuple[set[Quarter], ...] = (set(), {first}, {first, second})
    free, beside, full = (label(laid, each) for each in taken)

    assert free.name is not None
    assert beside.name is not None
    assert free.name != beside.name
    assert full.name is None
