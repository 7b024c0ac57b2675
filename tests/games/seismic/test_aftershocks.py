"""Aftershocks: after a quake everybody may turn a tile."""

import pytest

from engine.boards.hexes import Cell
from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Move, Seat
from engine.games.seismic import GAME, preview
from engine.games.seismic.actions import Action, Flip, KeepAll, Place, Rotate, Strike
from engine.games.seismic.events import AllKept, QuakeFlipped, QuakeStruck, TileRotated
from engine.games.seismic.pieces import Crew, Quake
from engine.games.seismic.state import State, but
from tests.games.seismic.worked import flipping, standing

TILES = "0,-1 03-14-25/0; 1,0 01-34/4; -1,1 +3:024/1"
CREWS = "0,-1:3 a; 1,0:5 b"
RULES = ("aftershocks",)


def shaken(tiles: str = TILES, crews: str = CREWS, seats: int = 2) -> State:
    """Return the position while everybody is asked after a quake that took nothing."""
    state = standing(tiles, crews, variants=RULES, seats=seats)
    quake = Quake("Q1.0", (0,) * 6, (), None, ())
    asked = tuple(Seat(seat) for seat in range(seats))
    return but(state, phase="rotating", quakes=(quake,), asked=asked)


def ways(state: State, cell: str) -> list[int]:
    legal = GAME.legal_actions(state, state.seat)
    return [each.turn for each in legal if isinstance(each, Rotate) and str(each.cell) == cell]


def act(state: State, action: Action) -> State:
    return GAME.apply(state, Move(state.seat, action)).state


def crews_together(state: State) -> list[int]:
    return [len(section.crews) for section in GAME.observe(state, "public").sections]


def test_a_tile_turns_where_it_fits_or_where_its_crew_comes_to_another_place() -> None:
    state = shaken()

    assert [ways(state, cell) for cell in ("0,-1", "1,0", "-1,1")] == [[1, 2], [1, 2, 5], []]


def test_without_crews_only_other_fragments_are_another_way_round() -> None:
    state = shaken(crews="")

    assert [ways(state, cell) for cell in ("0,-1", "1,0", "-1,1")] == [[], [2], []]


def test_towns_and_tiles_that_touch_nothing_stay() -> None:
    state = shaken("0,-1 03/0; 5,0 03/0")

    assert {str(each.cell) for each in GAME.observe(state, "public").rotations} == set()


def test_a_crew_turns_with_its_fragment() -> None:
    step = GAME.apply(shaken(), Move(Seat(0), Rotate(Cell(1, 0), 5)))

    (event,) = step.events
    assert isinstance(event, TileRotated)
    assert (event.seat, event.before.turn, event.after.turn) == (0, 4, 5)
    assert event.before.crews == (Crew(Seat(1), 4),)
    assert event.after.crews == (Crew(Seat(1), 0),)
    assert step.state.board.at(Cell(1, 0)) == event.after


def test_a_turned_tile_keeps_its_place_among_the_tiles() -> None:
    state = shaken()

    after = act(state, Rotate(Cell(0, -1), 1))

    assert [each.cell for each in after.board.tiles] == [each.cell for each in state.board.tiles]


def test_a_rotation_can_join_claimed_sections_and_both_crews_stay() -> None:
    state = shaken("0,-1 01-24-35/1; 0,-2 03/0; 1,-2 03/1", "0,-2:0 a; 1,-2:1 b")
    assert max(crews_together(state)) == 1

    joined = act(state, Rotate(Cell(0, -1), 0))

    assert max(crews_together(joined)) == 2
    assert joined.crews == state.crews


def test_seats_are_asked_from_the_one_on_turn_and_then_the_turn_goes_on() -> None:
    state = but(standing(TILES, CREWS, variants=RULES, seats=3, pile="01 02"), on_turn=Seat(1))
    asked: list[int] = []

    state = flipping(state, "Q1.0")
    state = act(state, Strike(state.quakes[-1].tied[-1])) if state.phase == "striking" else state
    while state.phase == "rotating":
        asked.append(state.seat)
        assert list(GAME.legal_actions(state, Seat((state.seat + 1) % 3))) == []
        state = act(state, KeepAll())

    assert asked == [1, 2, 0]
    assert (state.phase, state.on_turn, state.asked) == ("flipping", 1, ())


def test_nobody_is_asked_when_nothing_turns() -> None:
    state = flipping(standing("0,-1 03/0; 0,-2 03/0", variants=RULES), "Q1.0")

    assert state.phase == "flipping"


def test_a_tile_that_turned_does_not_turn_again_for_the_same_quake() -> None:
    after = act(shaken(), Rotate(Cell(0, -1), 1))

    assert ways(after, "0,-1") == []
    assert GAME.observe(after, "public").rotated == after.rotated
    with pytest.raises(IllegalAction, match="seismic-turned-already") as caught:
        act(after, Rotate(Cell(0, -1), 2))
    assert caught.value.data == {"cell": Cell(0, -1), "seat": 0}


def test_it_may_turn_again_after_the_next_quake() -> None:
    once = act(act(shaken(), Rotate(Cell(0, -1), 1)), KeepAll())
    full = but(once, phase="flipping", pile={Flip("Q1.0"): 1}, display=once.display[:2])

    again = GAME.apply(full, Move(CHANCE, Flip("Q1.0"))).state
    again = act(again, Strike(again.quakes[-1].tied[-1])) if again.phase == "striking" else again

    assert again.phase == "rotating"
    assert ways(again, "0,-1") == [0, 2]


def test_a_quake_that_took_nothing_is_followed_by_rotations_too() -> None:
    state = standing("1,-2 01-24-35/0; 1,-3 03/0", variants=RULES, pile="01")

    step = GAME.apply(
        but(state, phase="flipping", pile={Flip("Q2.0"): 1}), Move(CHANCE, Flip("Q2.0"))
    )

    assert step.events == (QuakeFlipped("Q2.0", ()),)
    assert step.state.phase == "rotating"


def test_who_keeps_all_is_told() -> None:
    step = GAME.apply(shaken(), Move(Seat(0), KeepAll()))

    assert step.events == (AllKept(Seat(0)),)
    assert step.state.seat == 1
    assert GAME.observe(step.state, "public").to_act == 1
    assert GAME.observe(step.state, "public").on_turn == 0


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (Rotate(Cell(9, 9), 0), "seismic-no-such-cell", {}),
        (Rotate(Cell(3, 0), 0), "seismic-no-tile-there", {"cell": Cell(3, 0)}),
        (Rotate(Cell(0, 0), 1), "seismic-town-does-not-turn", {}),
        (Rotate(Cell(1, 0), 4), "seismic-no-such-rotation", {"free": (1, 2, 5)}),
        (Rotate(Cell(0, -1), 3), "seismic-no-such-rotation", {"free": (1, 2)}),
        (Rotate(Cell(0, -1), 7), "seismic-no-such-rotation", {}),
        (
            Rotate(Cell(1, 0), 0),
            "seismic-rotation-does-not-fit",
            {"tile": "01-34", "edge": 5, "meets": "highway", "free": (1, 2, 5)},
        ),
        (Place("03", Cell(0, 1), 0), "seismic-not-now", {}),
        (Strike(0), "seismic-not-now", {}),
    ],
)
def test_a_refusal_says_why(action: Action, key: str, data: dict[str, object]) -> None:
    with pytest.raises(IllegalAction) as caught:
        act(shaken(), action)

    assert caught.value.key == key
    assert caught.value.data.items() >= data.items()


def test_who_is_not_asked_waits() -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(shaken(), Move(Seat(1), KeepAll()))

    assert caught.value.data == {"seats": (0,)}


def test_while_others_turn_tiles_a_stale_strike_is_named() -> None:
    state = standing("0,-1 03-14/0; 0,1 03-14/0", variants=RULES, pile="01")
    tied = flipping(state, "Q1.0")
    step = GAME.apply(tied, Move(Seat(0), Strike(3)))
    assert isinstance(step.events[0], QuakeStruck)
    assert step.state.phase == "rotating"

    with pytest.raises(IllegalAction, match="seismic-tie-already-chosen") as caught:
        act(step.state, Strike(0))

    assert caught.value.data == {"tile": "Q1.0", "line": 3, "town": 0}


def test_a_drafted_rotation_looks_like_the_table_after_it() -> None:
    state = shaken()
    before = GAME.observe(state, Seat(0))

    for rotate in before.rotations:
        draft = preview.rotated(before, rotate)
        after = GAME.observe(act(state, rotate), Seat(0))

        assert (draft.tiles, draft.points, draft.lines) == (after.tiles, after.points, after.lines)
        assert set(draft.sections) == set(after.sections)
        assert draft.rotated == after.rotated
    with pytest.raises(IllegalAction, match="seismic-rotation-does-not-fit"):
        preview.rotated(before, Rotate(Cell(1, 0), 0))
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        preview.rotated(GAME.observe(standing(TILES), Seat(0)), Rotate(Cell(1, 0), 1))
