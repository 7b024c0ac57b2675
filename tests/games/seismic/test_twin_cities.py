"""Twin Cities: two boxes, two towns, and quakes that strike both."""

import pytest

from engine.boards.hexes import Cell
from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Move, Seat
from engine.games.seismic import GAME, preview
from engine.games.seismic.actions import Action, Flip, Strike, StrikeFirst
from engine.games.seismic.board import bare_board, with_tiles
from engine.games.seismic.events import QuakeFlipped, QuakeRose, QuakeStruck, TownChosen
from engine.games.seismic.grid import Grid
from engine.games.seismic.match import line_lengths
from engine.games.seismic.pieces import Rising, laid_out
from engine.games.seismic.sections import points, sections
from engine.games.seismic.state import State, but
from tests.games.seismic.worked import flipping, standing

TWINS = Grid((Cell(0, 0), Cell(8, 0)), 8)
BETWEEN = "; ".join(f"{q},0 03/2" for q in range(1, 8))
RULES = ("twin_cities",)


def rising(tiles: str = BETWEEN, crews: str = "4,0:2 a", quake: str = "Q3.0") -> State:
    return flipping(standing(tiles, crews, variants=RULES, pile="01 02"), quake)


def act(state: State, action: Action) -> State:
    return GAME.apply(state, Move(Seat(0), action)).state


def test_a_section_from_town_to_town_has_ten_more() -> None:
    state = standing(BETWEEN, "4,0:2 a", variants=RULES)

    assert GAME.observe(state, "public").points == (29, 0)


def test_a_section_that_comes_back_to_its_town_has_not() -> None:
    loop = "0,-1 01/2; 1,-1 01/4"
    state = standing(loop, "0,-1:3 a", variants=RULES)

    assert GAME.observe(state, "public").points == (14, 0)


def test_the_first_town_struck_loses_the_nearest_and_the_lines_are_counted_anew() -> None:
    step = GAME.apply(rising(), Move(Seat(0), StrikeFirst(0)))

    first, second = step.state.quakes
    assert (first.town, first.lengths[2], first.line) == (0, 8, 2)
    assert [str(laid.cell) for laid in first.fallen] == ["1,0", "2,0", "3,0"]
    assert (second.town, second.lengths[5], second.line) == (1, 5, 5)
    assert [str(laid.cell) for laid in second.fallen] == ["7,0", "6,0", "5,0"]
    assert step.events == (
        TownChosen(Seat(0), "Q3.0", 0),
        QuakeFlipped("Q3.0", (2,), 0),
        QuakeStruck("Q3.0", 2, first.fallen, first.lengths, None, 0),
        QuakeFlipped("Q3.0", (5,), 1),
        QuakeStruck("Q3.0", 5, second.fallen, second.lengths, None, 1),
    )


def test_the_other_order_takes_the_other_side_first() -> None:
    state = act(rising(), StrikeFirst(1))

    assert [quake.town for quake in state.quakes] == [1, 0]
    assert [[laid.cell.q for laid in quake.fallen] for quake in state.quakes] == [
        [7, 6, 5],
        [1, 2, 3],
    ]
    assert state.crews == (39, 40)


def test_the_seat_on_turn_says_each_time_which_town_is_first() -> None:
    step_to = rising()

    assert (step_to.phase, step_to.rising) == ("choosing_town", Rising("Q3.0", (0, 1)))
    assert list(GAME.legal_actions(step_to, Seat(0))) == [StrikeFirst(0), StrikeFirst(1)]
    assert list(GAME.legal_actions(step_to, Seat(1))) == []
    assert GAME.observe(step_to, "public").rising == Rising("Q3.0", (0, 1))


def test_a_quake_that_rises_is_told() -> None:
    state = but(standing(BETWEEN, variants=RULES), phase="flipping", pile={Flip("Q1.0"): 1})

    assert GAME.apply(state, Move(CHANCE, Flip("Q1.0"))).events == (QuakeRose("Q1.0"),)


def test_a_line_that_holds_only_the_other_town_is_struck_for_nothing() -> None:
    state = act(rising("", ""), StrikeFirst(1))

    assert [(quake.line, quake.fallen) for quake in state.quakes] == [(5, ()), (2, ())]
    assert state.rising is None
    assert state.phase == "flipping"


def test_behind_the_other_town_the_line_goes_on() -> None:
    state = standing("9,0 03/2; 10,0 03/2", variants=RULES)

    assert line_lengths(state.board, 0) == (0, 0, 3, 0, 0, 0)
    after = act(rising("9,0 03/2; 10,0 03/2", "", "Q1.0"), StrikeFirst(0))
    assert [str(laid.cell) for laid in after.quakes[0].fallen] == ["9,0"]


def test_a_tie_at_either_town_is_chosen_before_the_other_is_struck() -> None:
    state = act(rising("0,-1 03/0; 0,1 03/0; 8,1 03/0", "", "Q1.0"), StrikeFirst(0))
    assert state.quakes[-1].tied == (0, 2, 3)
    assert (state.phase, state.rising) == ("striking", Rising("Q1.0", (1,)))

    state = act(state, Strike(3))

    assert [quake.town for quake in state.quakes] == [0, 1]
    assert state.quakes[1].tied == (3, 5)
    assert (state.phase, state.rising) == ("striking", None)
    assert act(state, Strike(3)).phase == "flipping"


@pytest.mark.parametrize(
    ("first", "action", "key", "data"),
    [
        (None, StrikeFirst(2), "seismic-no-such-town", {"town": 2, "towns": (0, 1)}),
        (None, Strike(0), "seismic-not-now", {}),
        (0, StrikeFirst(1), "seismic-town-already-chosen", {"tile": "Q1.0", "town": 0}),
        (1, StrikeFirst(1), "seismic-town-already-chosen", {"tile": "Q1.0", "town": 1}),
        (0, Strike(5), "seismic-line-not-tied", {"tied": (0, 2, 3)}),
    ],
)
def test_a_refusal_says_why(
    first: int | None, action: Action, key: str, data: dict[str, object]
) -> None:
    state = rising("0,-1 03/0; 0,1 03/0; 8,1 03/0; 8,-1 03/0", "", "Q1.0")
    state = state if first is None else act(state, StrikeFirst(first))

    with pytest.raises(IllegalAction) as caught:
        act(state, action)

    assert caught.value.key == key
    assert caught.value.data.items() >= data.items()


def test_the_other_seat_waits() -> None:
    with pytest.raises(NotYourTurn):
        GAME.apply(rising(), Move(Seat(1), StrikeFirst(0)))


def test_with_one_town_no_town_is_chosen() -> None:
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        act(standing(), StrikeFirst(0))


def test_a_drafted_choice_shows_the_strike_or_its_tie() -> None:
    sure = preview.struck_first(GAME.observe(rising(), Seat(0)), 1)
    assert [laid.cell.q for laid in sure.quakes[-1].fallen] == [7, 6, 5]
    assert sure.lines == ((0, 0, 5, 0, 0, 0), (0, 0, 0, 0, 0, 5))

    waiting = GAME.observe(rising("0,-1 03/0", "", "Q1.0"), Seat(0))
    tie = preview.struck_first(waiting, 0)
    assert (tie.phase, tie.quakes[-1].tied) == ("striking", (0, 2))
    assert preview.struck(tie, 2).quakes[-1].fallen == ()
    with pytest.raises(IllegalAction, match="seismic-no-such-town"):
        preview.struck_first(waiting, 2)
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        preview.struck_first(GAME.observe(standing(variants=RULES), Seat(0)), 0)


def test_what_a_quake_would_take_is_told_for_each_town() -> None:
    seen = GAME.observe(standing(BETWEEN, variants=RULES), Seat(0))

    (north,) = preview.threatened(seen, 0).values()
    assert [laid.cell.q for laid in north] == [1, 2, 3, 4, 5, 6, 7]
    assert [laid.cell.q for laid in preview.threatened(seen, 1)[5]] == [7, 6, 5, 4, 3, 2, 1]
    assert preview.threatened(GAME.observe(standing(), Seat(0))) == {}


def test_every_seat_has_forty_crews() -> None:
    assert standing(variants=RULES, seats=4).crews == (40,) * 4


def test_the_second_town_has_its_name() -> None:
    assert TWINS.name(Cell(0, 0)) == "I9"
    assert TWINS.name(Cell(8, 0)) == "Q9"


def test_the_bonus_is_kept_by_the_sections_of_a_bare_board() -> None:
    board = with_tiles(bare_board(TWINS), laid_out(BETWEEN, "4,0:2 a"))

    assert points(sections(board), 2) == (29, 0)
