"""Golden pictures of the aids: danger, zoom, points now, what fits, since a turn, examples."""

from collections.abc import Mapping
from io import BytesIO

import pytest
from PIL import Image

from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.pieces import Crew, Laid, laid_out
from engine.games.seismic.preview import fits
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES, fragments
from render.games.seismic import RENDERER
from render.games.seismic.board import side_of
from render.games.seismic.captions import Choice, Lesson
from render.games.seismic.check import Undrawable
from render.games.seismic.examples import DRAWINGS, EXAMPLES
from render.games.seismic.marked import MarkedCells
from render.games.seismic.scenes import Scene
from render.games.seismic.strip import board_strip
from render.games.seismic.view import is_window, whole_layout
from render.layout import SMALLEST
from tests.render.comparing import assert_looks_like, difference, opened
from tests.render.positions import captions, names_of, on, stored

LESSONS: Mapping[str, tuple[str, ...]] = {
    "pieces": ("Highways", "Intersections", "San Andreas", "Quakes"),
    "placing": (
        "Highway meets highway, green meets green.",
        "No: a highway would meet green.",
        "No: no highway goes on.",
    ),
    "crews": ("Nobody works here yet.", "No: Ben is here.", "Joined: all crews stay."),
    "sections": ("Complete: 6 + 1 + 2 = 9", "Open: nothing", "A loop: nothing"),
    "quakes": ("A quake 2.0 takes two tiles of the longest line.", "Ann's crew comes home."),
    "scoring": ("6 + 1 + 1 + 1 + 3 = 12", "Shared: both get 12."),
    "big_one": ("The last six tiles of the pile", "Five that nobody knows, and the 6.0"),
    "road_crews_dilemma": ("A crew,", "a second tile,", "or nothing."),
    "aftershocks": ("After a quake", "Ann turns a tile: her road is complete."),
    "twin_cities": ("From town to town: 6 + 6 + 7 + 10 = 29", "A quake 3.0 strikes both."),
    "balance": ("Own tile or one of two", "A quake: one of what is left"),
}


@pytest.fixture(scope="module")
def positions() -> dict[str, Observation]:
    return stored() | stored("variants")


def test_endangered_tiles_have_the_magnitude_that_takes_them(
    positions: dict[str, Observation],
) -> None:
    late = positions["late"]
    lines = tuple(Choice("", "1 left", f"{n} %", quake=f"Q{n}.0") for n in range(1, 7))
    words = captions(late, "Danger", note="3 lines tie", foot=("next tile a quake: 21 %",))

    assert_looks_like(RENDERER.danger(late, words, lines).data, "danger")


def test_played_and_better_lie_on_the_board_each_under_its_sign(
    positions: dict[str, Observation],
) -> None:
    late, seat = positions["late"], Seat(0)
    free = sorted(fits(late, "03").items())
    (first, first_turns), (second, second_turns) = free[0], free[-1]
    played = Laid(first, "03", first_turns[0], ())
    better = Laid(
        second, "03", second_turns[0], (Crew(seat, fragments("03", second_turns[0])[0][0]),)
    )
    marks = (
        MarkedCells("1", (first,), played, is_played=True),
        MarkedCells("2", (second,), better),
    )

    picture = RENDERER.marked(late, captions(late, "Review"), marks)

    assert_looks_like(picture.data, "marked")


def test_two_towns_are_in_danger_each_on_its_own(positions: dict[str, Observation]) -> None:
    twins = positions["twins"]
    words = captions(twins, "Danger", town_labels=("left", "right"))

    danger, board = (
        opened(picture.data)
        for picture in (RENDERER.danger(twins, words, ()), RENDERER.board(twins, words))
    )

    assert difference(danger, board)[0] > 0.01


def test_a_zoom_shows_a_third_of_the_width_and_the_whole_table_below_it(
    positions: dict[str, Observation],
) -> None:
    twins = positions["twins"]

    picture = RENDERER.zoom(twins, captions(twins, "Around Q9"), Cell(8, 0))

    assert_looks_like(picture.data, "zoom")


def test_a_zoom_shows_a_third_of_a_wide_table_and_no_more_of_a_small_one_than_helps(
    positions: dict[str, Observation],
) -> None:
    for name, least, most in (("twins", 0.3, 0.36), ("late", 0.3, 0.45), ("start", 1.0, 9.0)):
        observation = positions[name]
        columns = [laid.cell.q for laid in observation.tiles]
        table = 1.5 * (max(columns) - min(columns) + 2) + 1
        shown = 1172 / side_of(observation)
        assert least <= shown / table <= most, name


def test_the_points_now_tell_what_is_complete_from_what_is_open(
    positions: dict[str, Observation],
) -> None:
    late = positions["late"]

    picture = RENDERER.score(late, captions(late, "Points now", foot=("hollow: still open",)))

    assert_looks_like(picture.data, "score")


def test_the_unseen_tiles_that_fit_on_a_cell_come_first(
    positions: dict[str, Observation],
) -> None:
    middle, cell = positions["middle"], Cell(4, -3)
    codes = [code for code, _ in middle.unseen if TILES[code].kind != "quake"]
    found = {code: fits(middle, code).get(cell) for code in codes}
    turns = {code: ways[0] for code, ways in found.items() if ways}
    words = captions(middle, "Not seen yet", note=f"{len(turns)} shapes fit at M6")

    picture = RENDERER.unseen(middle, words, cell, turns)

    assert_looks_like(picture.data, "unseen-fits")


def test_many_numbers_since_a_turn_keep_clear_of_one_another(
    positions: dict[str, Observation],
) -> None:
    late = positions["late"]
    marks = {laid.cell: str(n) for n, laid in enumerate(late.tiles[-18:], 1)}
    lines = (
        Choice("", "+13 earlier"),
        Choice("14", "Ben", "L9", seat=Seat(1), sign="turn"),
        Choice("15", "", "K9", seat=Seat(0), others=(Seat(3),), sign="join"),
        Choice("16", "Dan", "I7", seat=Seat(3), sign="claim"),
        Choice("17", "Cleo", "O8", seat=Seat(2)),
        Choice("18", "Dan", names_of(late).name(late.tiles[-1].cell), seat=Seat(3)),
    )

    picture = RENDERER.since(late, captions(late, "Since your turn"), marks, (), lines)

    assert_looks_like(picture.data, "since-many")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_rules_look_as_agreed(name: str) -> None:
    lesson = Lesson(name.replace("_", " ").capitalize(), LESSONS[name])

    assert_looks_like(RENDERER.example(name, lesson).data, f"example-{name}")


def test_an_example_wants_a_label_for_each_of_its_drawings() -> None:
    with pytest.raises(Undrawable, match="1 labels"):
        RENDERER.example("crews", Lesson("Crews", ("only one",)))
    with pytest.raises(Undrawable, match="no such"):
        RENDERER.example("no such", Lesson("", ()))


def test_examples_show_only_what_the_rules_allow_unless_they_say_no() -> None:
    allowed = [
        drawing
        for drawings in DRAWINGS.values()
        for drawing in drawings
        if isinstance(drawing, Scene) and drawing.verdict != "no"
    ]

    for scene in allowed:
        tiles = laid_out(scene.tiles, scene.crews)
        drawn = on(tiles, 2, 8, scene.towns)
        picture = RENDERER.board(drawn, captions(drawn))
        assert picture.width == 1200, scene


def test_the_whole_of_a_table_too_wide_for_a_board_can_be_drawn() -> None:
    far = "; ".join(f"0,{r} 03/0" for r in (*range(-24, 0), *range(1, 25)))
    wide = on(laid_out(far), 2, 25)

    whole, board = (draw(wide, captions(wide)) for draw in (RENDERER.whole, RENDERER.board))

    strip = board_strip(wide, captions(wide))
    assert is_window(wide, strip)
    assert whole_layout(wide, strip).view.side < SMALLEST
    assert difference(opened(whole.data), opened(board.data))[0] > 0


def test_a_replay_from_a_later_turn_goes_on_where_it_was(
    positions: dict[str, Observation],
) -> None:
    late = positions["late"]
    tiles = late.tiles[1:]
    frames = [on(tiles[:n], 4, 8) for n in range(40, 61, 4)]
    words = [captions(each) for each in frames]

    whole, part = (RENDERER.animation(frames, words, before) for before in (0, 60))

    first = [Image.open(BytesIO(film.data)).convert("RGB") for film in (whole, part)]
    bars = [frame.crop((24, frame.height - 40, 1176, frame.height)) for frame in first]
    assert difference(bars[0], bars[1])[0] > 0.1
