"""What every picture of Seismic must bear: few and many, long names, nonsense, threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from engine.boards.hexes import Cell, disc
from engine.game import Seat
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.preview import fits
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import BOX, TILES
from render.games.seismic import RENDERER
from render.games.seismic.building import where_layout
from render.games.seismic.check import Undrawable
from render.games.seismic.crews import claims, claims_of, crew_size, placed_crews
from render.games.seismic.inset import placed_inset
from render.games.seismic.map import MapField, Room
from render.games.seismic.roads import Path, crossing
from render.games.seismic.view import EDGE
from render.layout import BOARD_FROM, LETTERS_FROM, Viewport
from render.sprites import SPRITES
from render.theme import COLOURS
from tests.render.comparing import difference, opened
from tests.render.positions import TOWN, TWINS, captions, layout_of, names_of, on, stored, table

BOARD_BYTES = 185_000


@pytest.fixture(scope="module")
def positions() -> dict[str, Observation]:
    return stored()


def grown(observation: Observation, count: int) -> Observation:
    """Return the position with tiles of any box until `count` lie there, crews on all of them."""
    tiles = [laid for laid in observation.tiles if laid.tile != "SA"]
    codes = [tile.code for tile in BOX if tile.kind == "highway"]
    while len(tiles) + 1 < count:
        board = on(tuple(tiles), observation.seats, observation.radius)
        code = codes[len(tiles) % len(codes)]
        options = fits(board, code)
        if not options:
            codes.remove(code)
            continue
        cell = min(options, key=lambda cell: (max(abs(cell.q), abs(cell.r)), cell))
        tiles.append(Laid(cell, code, options[cell][0]))
    return on(tuple(tiles), observation.seats, observation.radius)


def straggling(radius: int = 12) -> Observation:
    """Return straights from the town to both ends of a large table."""
    reach = range(1, radius + 1)
    north = tuple(Laid(Cell(0, -n), "03", 0) for n in reach)
    south = tuple(
        Laid(Cell(0, n), "03", 0, (Crew(Seat(n % 4), 0),) if n < 3 else ()) for n in reach
    )
    return on((*north, *south), 4, radius)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_empty_table_can_be_drawn_for_any_number_of_seats(seats: int) -> None:
    empty = table(seats=seats, display=("03", "+1:0", "02"), pile=70)

    assert opened(RENDERER.board(empty, captions(empty)).data).size == (1200, 724)


def test_a_full_table_stays_small_enough_to_send(positions: dict[str, Observation]) -> None:
    full = grown(positions["late"], 80)

    assert len(full.tiles) == 80
    assert len(RENDERER.board(full, captions(full)).data) <= BOARD_BYTES


def test_long_and_strange_names_leave_everything_in_its_place(
    positions: dict[str, Observation],
) -> None:
    middle = positions["middle"]
    plain, names = (
        captions(middle),
        ("Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", "🌋🌋", "林さん", "Ødegård-Ñandú"),
    )
    strange = replace(plain, names=names, headline="Wwwwwwwwwwwwwwwwwwww to play")

    ours, theirs = (opened(RENDERER.board(middle, words).data) for words in (strange, plain))

    layout = layout_of(middle)
    bottom = layout.top + layout.view.height
    assert ours.size == theirs.size
    # The map, the edge, and what stands beside the headline.
    for box in (
        (0, layout.top, 1200, bottom),
        (1180, 8, 1192, ours.height),
        (440, bottom, 1200, ours.height),
    ):
        assert difference(ours.crop(box), theirs.crop(box))[0] == 0


def test_equal_input_gives_equal_bytes_in_every_thread(positions: dict[str, Observation]) -> None:
    middle = positions["middle"]
    SPRITES.clear()

    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: RENDERER.board(middle, captions(middle)).data, range(12)))

    assert len(set(drawn)) == 1


def test_a_forgotten_cache_changes_nothing(positions: dict[str, Observation]) -> None:
    quake = positions["quake"]
    before = RENDERER.board(quake, captions(quake)).data

    SPRITES.clear()

    assert RENDERER.board(quake, captions(quake)).data == before


def test_public_frames_are_pine_and_private_ones_amber(positions: dict[str, Observation]) -> None:
    middle = positions["middle"]
    cells = {Cell(0, 4): "I13"}

    public = opened(RENDERER.board(middle, captions(middle)).data)
    private = opened(RENDERER.where(middle, captions(middle), "01", cells, ("1", "cell")).data)

    assert public.getpixel((3, 400)) == COLOURS["frame"]
    assert private.getpixel((3, 400)) == COLOURS["amber"]


def test_a_table_too_long_for_names_is_an_overview_with_the_last_move_enlarged() -> None:
    long = straggling(16)
    here, there = (replace(long, last=long.tiles[n]) for n in (-1, -2))
    layout = layout_of(long)
    view = layout.view

    ours, theirs = (opened(RENDERER.board(each, captions(each)).data) for each in (here, there))

    assert view.side < LETTERS_FROM
    right, bottom = EDGE + view.width, layout.top + view.height
    corners = [
        (left, top, left + 300, top + 250)
        for left in (EDGE, right - 300)
        for top in (layout.top, bottom - 250)
    ]
    changed = [difference(ours.crop(box), theirs.crop(box))[0] for box in corners]
    assert max(changed) > 0.02


def test_a_growing_board_seldom_moves_between_two_tiles(
    positions: dict[str, Observation],
) -> None:
    tiles = positions["end"].tiles[1:]

    views = [layout_of(on(tiles[:n], 4, 8)).view for n in range(len(tiles) + 1)]
    places = [(view.side, view.x, view.y) for view in views]
    moved = [
        n
        for n, (before, after) in enumerate(pairwise(places))
        if before != after and before[0] == after[0]
    ]

    assert len(tiles) == 63
    assert len(moved) <= 9


@pytest.mark.parametrize("name", ["twins", "second"])
def test_the_last_move_enlarged_hides_no_tile_and_is_shown_where_tiles_are_small(
    name: str,
) -> None:
    twins = stored("variants")[name]

    layout, corner = placed_inset(twins, layout_of(twins))

    assert layout_of(twins).view.side < LETTERS_FROM
    assert corner
    left, top = corner
    for laid in twins.tiles:
        x, y = layout.view.point(laid.cell)
        assert not (left < x < left + 322 and top < y < top + 270)


def test_a_small_table_is_drawn_without_an_inset(positions: dict[str, Observation]) -> None:
    late = positions["late"]

    assert placed_inset(late, layout_of(late)) == (layout_of(late), None)


@pytest.mark.parametrize(("towns", "least"), [((TOWN,), BOARD_FROM), (TWINS, 24)])
def test_even_a_table_full_of_tiles_can_be_read_on_a_phone(
    towns: tuple[Cell, ...], least: int
) -> None:
    near = {cell for town in towns for cell in disc(town, 1)}
    cells = Grid(towns, 8).cells - near
    full = on(tuple(Laid(cell, "03", 0) for cell in sorted(cells)), 4, 8, towns)

    picture = RENDERER.board(full, captions(full))

    assert layout_of(full).view.side >= least
    assert picture.width == 1200
    assert 800 < picture.height <= 1400


def test_names_of_cells_keep_clear_of_the_faults_of_quakes() -> None:
    room = Room(Viewport(30, 0, 0, 800, 600), (), [(0, 0), (12, -7), (-12, 7)])

    x, y = room.place("H9", 26, Cell(0, 0))

    assert abs(x) + abs(y) > 9


def test_a_board_too_wide_for_any_overview_shows_the_window_around_the_last_move() -> None:
    ends = tuple(Laid(cell, "03", 0) for cell in (Cell(0, -12), Cell(0, 12)))
    wide = on((*ends, *(Laid(Cell(q, -q // 2), "01", 0) for q in range(3, 12, 2))), 2, 20)
    wide = on((*wide.tiles[1:], Laid(Cell(0, 19), "03", 0), Laid(Cell(0, -19), "03", 0)), 2, 20)

    picture = RENDERER.board(wide, captions(wide, window="part of the table"))

    assert layout_of(wide).view.side == 18
    assert picture.width == 1200


def test_a_band_of_columns_is_drawn_larger_than_the_whole() -> None:
    reach = range(1, 9)
    east = [Laid(Cell(n, -n), "03", 1) for n in reach]
    west = [Laid(Cell(-n, n), "03", 1) for n in reach]
    slope = on((*east, *west), 2, 9)

    assert where_layout(slope, {Cell(9, -9)}).view.side > layout_of(slope).view.side


def test_no_crew_hides_another(positions: dict[str, Observation]) -> None:
    late = positions["late"]
    view = layout_of(late).view
    stand = placed_crews(late.tiles, view)

    for n, one in enumerate(stand):
        for other in stand[:n]:
            gap = max(abs(one.x - other.x), abs(one.y - other.y))
            assert gap >= 0.6 * crew_size(view.side)


def test_roads_followed_by_us_belong_to_whom_the_rules_say(
    positions: dict[str, Observation],
) -> None:
    for observation in positions.values():
        followed = claims_of(observation.tiles)

        owned = {place: colours for place, colours in followed.items() if colours}
        assert owned == claims(observation.sections)


@pytest.mark.parametrize(("a", "b"), [((0, 3), (1, 4)), ((0, 2), (1, 4)), ((0, 2), (1, 3))])
def test_a_bridge_stands_where_both_roads_run(a: tuple[int, int], b: tuple[int, int]) -> None:
    over, under = Path(*b), Path(*a)

    meeting = crossing(over, under)

    assert meeting
    x, y = over.at(meeting.over)
    assert under.at(meeting.under) == pytest.approx((x, y), abs=0.01)


def test_roads_side_by_side_have_no_bridge() -> None:
    assert crossing(Path(0, 1), Path(2, 3)) is None
    assert crossing(Path(0, 2), Path(3, 5)) is None


@pytest.mark.parametrize("tile", [tile.code for tile in BOX if tile.kind == "highway"])
def test_every_road_ends_in_the_middle_of_its_edges(tile: str) -> None:
    for a, b in TILES[tile].fragments:
        path = Path(a, b)
        for t in (0.0, 1.0):
            x, y = path.at(t)
            assert (x * x + y * y) ** 0.5 == pytest.approx(0.75**0.5)


def test_a_replay_is_small_and_ends_with_the_last_position(
    positions: dict[str, Observation],
) -> None:
    end = positions["end"]
    tiles = end.tiles[1:]
    frames = [on(tiles[:n], 4, 8) for n in range(0, len(tiles) + 1, 4)]

    film = RENDERER.animation(frames, [captions(each) for each in frames])

    shown = Image.open(BytesIO(film.data))
    assert film.format == "gif"
    assert len(film.data) < 1_000_000
    assert getattr(shown, "n_frames", 1) == len(frames)


BROKEN: list[tuple[str, Callable[[Observation], Observation]]] = [
    ("no town", lambda o: replace(o, towns=())),
    ("seats", lambda o: replace(o, seats=7)),
    ("crews", lambda o: replace(o, crews=(20,))),
    ("points", lambda o: replace(o, points=())),
    ("off the table", lambda o: replace(o, tiles=(*o.tiles, Laid(Cell(0, 9), "03", 0)))),
    ("two tiles", lambda o: replace(o, tiles=(*o.tiles, o.tiles[1]))),
    ("cannot lie", lambda o: replace(o, tiles=(*o.tiles, Laid(Cell(7, 0), "Q4.0", 0)))),
    ("cannot lie", lambda o: replace(o, tiles=(*o.tiles, Laid(Cell(7, 0), "xyz", 0)))),
    ("no tile", lambda o: replace(o, display=("nonsense",))),
    ("do not meet", lambda o: replace(o, tiles=(*o.tiles, Laid(Cell(1, 0), "01", 1)))),
    ("town's cell", lambda o: replace(o, tiles=o.tiles[1:])),
]


@pytest.mark.parametrize(("why", "broken"), BROKEN)
def test_nonsense_is_refused_and_not_drawn(
    why: str, broken: Callable[[Observation], Observation]
) -> None:
    sound = table("0,-1 03/0", "0,1 03/0")

    with pytest.raises(Undrawable, match=why):
        RENDERER.board(broken(sound), captions(sound))


def test_a_crew_off_the_road_is_refused() -> None:
    sound = table("0,-1 03/0")
    stray = replace(sound.tiles[1], crews=(Crew(Seat(0), 1),))

    with pytest.raises(Undrawable, match="off the road"):
        RENDERER.board(replace(sound, tiles=(sound.tiles[0], stray)), captions(sound))


def test_pictures_of_moments_that_are_not_there_are_refused(
    positions: dict[str, Observation],
) -> None:
    middle, tie = positions["middle"], positions["tie"]

    with pytest.raises(Undrawable, match="not over"):
        RENDERER.result(middle, captions(middle))
    with pytest.raises(Undrawable, match="no quake"):
        RENDERER.quake(middle, captions(middle), {0: "X"})
    with pytest.raises(Undrawable, match="no line"):
        RENDERER.fall(tie, captions(tie))


def test_a_name_is_written_only_where_a_road_points() -> None:
    straight = table("0,-1 03/0")

    pointed = MapField(straight, layout_of(straight).view).pointed_at()

    names = {names_of(straight).name(cell) for cell in pointed}
    assert names == {"I7", "J8", "J9", "I10", "H9", "H8"}
