"""Road Crew's Dilemma: a second tile instead of a crew."""

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Move, Seat
from engine.games.seismic import GAME, preview
from engine.games.seismic.actions import Action, EndTurn, Flip, Place, Strike
from engine.games.seismic.events import MatchEnded, SecondDeclined, TilePlaced
from engine.games.seismic.state import State
from tests.games.seismic.worked import place, standing

RULES = ("road_crews_dilemma",)
RING = "0,-1 01/2; 1,-1 01/4; 1,0 01/4; 0,1 01/0; -1,1 01/0"


def half_done(display: str = "03 02 01") -> State:
    """Return the position after seat 0 built a straight to the north, without a crew."""
    state = standing(display=display, variants=RULES)
    return act(state, place("0,-1 03/0"))


def act(state: State, action: Action) -> State:
    return GAME.apply(state, Move(Seat(0), action)).state


def test_a_tile_without_a_crew_may_be_followed_by_another() -> None:
    state = half_done()

    assert (state.phase, state.on_turn, state.display) == ("extending", 0, ("02", "01"))
    after = act(state, place("0,-2 01/2"))
    assert (after.phase, after.on_turn, after.display) == ("flipping", 1, ("02",))
    assert len(after.board.tiles) == 3


def test_a_tile_with_a_crew_ends_the_turn() -> None:
    state = act(standing(variants=RULES), place("0,-1 03/0", 0))

    assert (state.phase, state.on_turn, state.display) == ("flipping", 1, ("02", "01"))


def test_a_second_tile_brings_no_crew() -> None:
    legal = list(GAME.legal_actions(half_done(), Seat(0)))

    assert legal[-1] == EndTurn()
    assert all(isinstance(each, Place) and each.crew is None for each in legal[:-1])
    with pytest.raises(IllegalAction, match="seismic-second-without-crew"):
        act(half_done(), place("0,1 02/0", 0))


def test_the_second_tile_may_stand_anywhere_it_fits() -> None:
    after = act(half_done("03 03 01"), place("0,1 03/0"))

    assert [str(each.cell) for each in after.board.tiles] == ["0,0", "0,-1", "0,1"]


def test_one_may_leave_it_at_one_tile() -> None:
    step = GAME.apply(half_done(), Move(Seat(0), EndTurn()))

    assert step.events == (SecondDeclined(Seat(0)),)
    assert (step.state.on_turn, step.state.display) == (1, ("02", "01"))


def test_the_turn_ends_by_itself_when_nothing_more_fits() -> None:
    state = standing(RING, "-1,1:1 a", display="01 03 03", variants=RULES, pile="01 02")
    hooked = act(state, place("-1,0 01/2"))

    assert hooked.outcome is not None  # nothing is open: no second tile fits
    assert hooked.outcome.reason == "seismic-nothing-open"
    alone = act(standing(display="03", variants=RULES), place("0,-1 03/0"))
    assert (alone.phase, alone.on_turn) == ("flipping", 1)


def test_a_tile_that_leaves_nothing_open_may_bring_a_crew() -> None:
    state = standing(RING, display="01 03 03", variants=RULES)

    assert place("-1,0 01/2", 2) in list(GAME.legal_actions(state, Seat(0)))


def test_the_next_seat_flips_until_three_lie_there() -> None:
    state = standing(display="03 03 03", pile="01 02 +1:0", variants=RULES)
    state = act(act(state, place("0,-1 03/0")), place("0,1 03/0"))

    state = GAME.apply(state, Move(CHANCE, Flip("01"))).state
    assert (state.phase, state.display) == ("flipping", ("03", "01"))
    state = GAME.apply(state, Move(CHANCE, Flip("02"))).state
    assert (state.phase, state.on_turn, state.display) == ("placing", 1, ("03", "01", "02"))


def test_two_tiles_can_be_the_last_ones() -> None:
    state = standing(display="03 03", pile="", variants=RULES)
    first = GAME.apply(state, Move(Seat(0), place("0,-1 03/0")))
    last = GAME.apply(first.state, Move(Seat(0), place("0,1 03/0")))

    assert [type(event) for event in (*first.events, *last.events)] == [
        TilePlaced,
        TilePlaced,
        MatchEnded,
    ]


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (
            place("0,-2 02/0"),
            "seismic-second-tile-does-not-fit",
            {"tile": "02", "edge": 3, "meets": "highway"},
        ),
        (place("3,3 02/0"), "seismic-second-tile-does-not-fit", {"edge": None, "meets": "nothing"}),
        (place("0,-2 03/0"), "seismic-tile-not-on-offer", {"tile": "03"}),
        (place("0,-1 02/0"), "seismic-cell-taken", {}),
        (place("0,-2 02/7"), "seismic-no-such-turn", {}),
        (place("0,-2 01/3", 9), "seismic-second-without-crew", {"tile": "01"}),
        (Strike(0), "seismic-not-now", {}),
    ],
)
def test_a_refused_second_tile_says_why(action: Action, key: str, data: dict[str, object]) -> None:
    with pytest.raises(IllegalAction) as caught:
        act(half_done(), action)

    assert caught.value.key == key
    assert caught.value.data.items() >= data.items()


def test_the_other_seat_waits_and_nobody_ends_a_turn_that_has_not_begun() -> None:
    assert list(GAME.legal_actions(half_done(), Seat(1))) == []
    for action in (EndTurn(), place("0,-2 01/2")):
        with pytest.raises(NotYourTurn):
            GAME.apply(half_done(), Move(Seat(1), action))
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        act(standing(variants=RULES), EndTurn())


def test_drafts_chain_to_the_second_tile() -> None:
    state = standing(variants=RULES)
    before = GAME.observe(state, Seat(0))

    first = preview.placed(before, place("0,-1 03/0"))
    assert first.phase == "extending"
    legal = list(GAME.legal_actions(half_done(), Seat(0)))[:-1]
    assert set(preview.legal_placements(first)) == set(legal)
    second = preview.placed(first, place("0,-2 01/2"))

    after = GAME.observe(act(half_done(), place("0,-2 01/2")), Seat(0))
    assert (second.tiles, second.points, second.last) == (after.tiles, after.points, after.last)
    assert (second.phase, preview.legal_placements(second)) == ("flipping", ())
    refused = preview.refused(first, place("0,-2 02/0"))
    assert refused is not None
    assert refused.key == "seismic-second-tile-does-not-fit"


def test_no_second_tile_is_drafted_after_a_crew_or_in_the_standard_game() -> None:
    crewed = preview.placed(GAME.observe(standing(variants=RULES), Seat(0)), place("0,-1 03/0", 0))
    plain = preview.placed(GAME.observe(standing(), Seat(0)), place("0,-1 03/0"))

    assert (crewed.phase, plain.phase) == ("flipping", "flipping")
