"""A match from the first draw to the last tile."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.errors import BadSetup, IllegalAction, NotYourTurn
from engine.game import CHANCE, Chance, Decision, Finished, Move, Outcome, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Action, Begin, Flip, Place, SetAside, Strike
from engine.games.seismic.events import (
    MatchBegun,
    MatchEnded,
    NothingFitted,
    QuakeFlipped,
    QuakeLeft,
    QuakeStruck,
    TileFlipped,
    TileSetAside,
)
from engine.games.seismic.state import State, but
from engine.games.seismic.tiles import BOX
from tests.engine.playing import states
from tests.games.seismic.worked import flipping, place, standing

ASIDE = ("01", "01", "02", "Q1.0", "Q2.0", "Q3.0")


def drawn(state: State, *actions: Action) -> State:
    for action in actions:
        state = GAME.apply(state, Move(CHANCE, action)).state
    return state


def outcomes(state: State) -> dict[Action, int]:
    node = GAME.node(state)
    assert isinstance(node, Chance)
    return dict(node.outcomes)


def opened(*flips: str, seats: int = 2) -> State:
    asides = (SetAside(tile) for tile in ASIDE)
    flipped = (Flip(tile) for tile in flips)
    return drawn(GAME.initial(Setup(seats)), Begin(Seat(1)), *asides, *flipped)


def test_each_seat_may_be_drawn_to_begin() -> None:
    state = GAME.initial(Setup(3))

    assert outcomes(state) == {Begin(Seat(seat)): 1 for seat in range(3)}
    step = GAME.apply(state, Move(CHANCE, Begin(Seat(2))))
    assert step.events == (MatchBegun(Seat(2)),)
    assert step.state.on_turn == 2


def test_the_table_may_say_who_begins() -> None:
    state = GAME.initial(Setup(3, options={"first_player": "2"}))

    assert outcomes(state) == {Begin(Seat(1)): 1}


def test_six_of_twelve_tiles_are_set_aside_unseen() -> None:
    state = drawn(GAME.initial(Setup(2)), Begin(Seat(0)))
    assert outcomes(state) == {
        **{SetAside(code): 2 for code in ("01", "02", "03")},
        **{SetAside(f"Q{force}.0"): 1 for force in range(1, 7)},
    }

    step = GAME.apply(state, Move(CHANCE, SetAside("Q4.0")))

    assert step.events == (TileSetAside("Q4.0"),)
    assert step.events[0].seen_by == frozenset()
    assert GAME.observe(step.state, Seat(0)).boxed == ()


def test_the_other_six_go_to_the_pile() -> None:
    state = opened()

    pile = {flip.tile: count for flip, count in outcomes(state).items() if isinstance(flip, Flip)}
    assert sum(pile.values()) == 73
    assert (pile["01"], pile["02"], pile["03"]) == (4, 5, 6)
    assert [code for code in pile if code.startswith("Q")] == ["Q4.0", "Q5.0", "Q6.0"]


def test_a_quake_among_the_opening_tiles_leaves_without_effect() -> None:
    step = GAME.apply(opened("03"), Move(CHANCE, Flip("Q4.0")))

    assert step.events == (QuakeLeft("Q4.0"),)
    assert (step.state.display, step.state.discarded) == (("03",), ("Q4.0",))


def test_the_first_turn_begins_when_two_tiles_lie_face_up() -> None:
    assert opened("03").turn == 0

    state = opened("03", "02")

    assert (state.turn, state.on_turn, state.phase) == (1, 1, "flipping")
    third = GAME.apply(state, Move(CHANCE, Flip("01")))
    assert third.events == (TileFlipped("01"),)
    assert GAME.node(third.state) == Decision(frozenset({Seat(1)}))


def test_a_quake_with_nothing_to_strike_does_nothing() -> None:
    step = GAME.apply(opened("03", "02"), Move(CHANCE, Flip("Q4.0")))

    assert step.events == (QuakeFlipped("Q4.0", ()),)
    assert step.state.phase == "flipping"
    assert GAME.observe(step.state, "public").quakes[0].tied == ()


def test_several_quakes_count_anew_each() -> None:
    line = standing("0,-1 03/0; 0,-2 03/0; 0,1 03/0", pile="Q1.0 Q2.0 01")

    first = flipping(line, "Q1.0")
    tie = drawn(first, Flip("Q2.0"))

    assert [quake.line for quake in tie.quakes] == [0, None]
    assert tie.quakes[1].tied == (0, 3)


def test_a_chosen_line_is_told_with_the_seat_that_chose() -> None:
    tie = flipping(standing("0,-1 03/0; 0,1 03/0"), "Q3.0")

    step = GAME.apply(tie, Move(Seat(0), Strike(3)))

    (event,) = step.events
    assert isinstance(event, QuakeStruck)
    assert (event.line, event.by, event.lengths) == (3, Seat(0), (1, 0, 0, 1, 0, 0))
    assert [str(laid.cell) for laid in event.fallen] == ["0,1"]
    assert step.state.discarded == ("Q3.0", "03")


def test_what_struck_is_remembered_until_the_next_placement() -> None:
    struck = flipping(standing("0,-1 03/0"), "Q1.0")
    assert len(struck.quakes) == 1

    placing = drawn(struck, Flip("+6:012345"))
    after = GAME.apply(placing, Move(Seat(0), place("0,1 03/0"))).state

    assert after.quakes == ()
    assert after.last_by == Seat(0)


def test_the_last_placement_is_remembered_though_it_fell() -> None:
    struck = flipping(standing("0,-1 03/0"), "Q1.0")

    seen = GAME.observe(struck, "public")

    assert seen.last is not None
    assert seen.at(seen.last.cell) is None


RING = "0,-1 01/2; 1,-1 01/4; 1,0 01/4; 0,1 01/0; -1,1 01/0"


def test_tiles_that_fit_nowhere_leave_and_three_new_ones_are_flipped() -> None:
    state = but(standing(RING, display="03 03", pile="+6:012345 01 02"), phase="flipping")

    step = GAME.apply(state, Move(CHANCE, Flip("+6:012345")))

    assert step.events[1:] == (NothingFitted(("03", "03", "+6:012345")),)
    assert (step.state.phase, step.state.display) == ("flipping", ())
    assert step.state.discarded == ("03", "03", "+6:012345")


def test_the_match_ends_when_the_last_tiles_fit_nowhere() -> None:
    state = but(standing(RING, display="03 03", pile="02"), phase="flipping")

    step = GAME.apply(state, Move(CHANCE, Flip("02")))

    assert [type(event) for event in step.events] == [TileFlipped, NothingFitted, MatchEnded]
    assert step.state.outcome == Outcome((0, 0), (1, 1), "seismic-pile-empty")


def test_turns_go_on_with_an_empty_pile_until_the_display_is_empty() -> None:
    state = standing(display="03 03", pile="")

    one_left = GAME.apply(state, Move(Seat(0), place("0,-1 03/0", 0))).state
    assert (one_left.phase, one_left.on_turn, one_left.turn) == ("placing", 1, 2)
    over = GAME.apply(one_left, Move(Seat(1), place("0,1 03/0"))).state

    node = GAME.node(over)
    assert isinstance(node, Finished)
    assert node.outcome.reason == "seismic-pile-empty"
    assert GAME.observe(over, "public").to_act is None


def test_a_quake_turned_up_as_the_last_tile_still_strikes() -> None:
    state = but(standing("0,-1 03/0", display="03 02", pile="Q6.0"), phase="flipping")

    step = GAME.apply(state, Move(CHANCE, Flip("Q6.0")))

    assert [type(event) for event in step.events] == [QuakeFlipped, QuakeStruck]
    assert step.state.phase == "placing"


def test_at_the_end_everybody_sees_what_was_set_aside() -> None:
    state = but(standing(display="03", pile=""), boxed=ASIDE)

    step = GAME.apply(state, Move(Seat(0), place("0,-1 03/0")))

    ended = step.events[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.boxed == GAME.observe(step.state, "public").boxed == ASIDE
    assert GAME.observe(step.state, "public").unseen == ()


def test_what_nobody_has_seen_is_counted_by_shape() -> None:
    seen = GAME.observe(opened("03", "02"), "public")

    whole = Counter({tile.code: tile.count for tile in BOX if tile.kind != "town"})
    assert Counter(dict(seen.unseen)) == whole - Counter(["03", "02"])
    assert seen.pile == 71


def test_a_cut_section_without_a_crew_can_be_claimed_by_who_extends_it() -> None:
    state = standing("0,-1 03/0; 0,-2 03/0; 0,-3 03/0", "0,-1:0 a", display="03 03", pile="01 02")
    assert Place("03", place("0,-4 03/0").cell, 0, 0) not in list(
        GAME.legal_actions(but(state, display=("03",)), Seat(0))
    )

    cut = drawn(flipping(state, "Q1.0"), Flip("01"))

    assert cut.crews == (20, 20)
    assert place("0,-4 03/0", 0) in list(GAME.legal_actions(cut, Seat(0)))


def test_a_seat_without_crews_places_bare_tiles_only() -> None:
    state = but(standing(), crews=(0, 20))

    legal = list(GAME.legal_actions(state, Seat(0)))

    assert legal
    assert all(isinstance(each, Place) and each.crew is None for each in legal)


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup(1), "setup-seats"),
        (Setup(5), "setup-seats"),
        (Setup(2, ("no-such",)), "setup-no-such-variant"),
        (Setup(2, options={"colour": "red"}), "setup-no-such-option"),
        (Setup(2, options={"table_radius": 4}), "setup-option"),
        (Setup(2, options={"first_player": "3"}), "setup-option"),
        (Setup(2, options={"first_player": "nobody"}), "setup-option"),
    ],
)
def test_a_setup_that_can_not_be_played_is_refused(setup: Setup, key: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.initial(setup)

    assert caught.value.key == key


PLACING = standing(RING, "-1,1:1 a", display="01 02 03")
TYING = flipping(standing(RING), "Q1.0")


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (place("-1,0 +2:01/2"), "seismic-tile-not-on-offer", {"tile": "+2:01"}),
        (place("9,9 01/0"), "seismic-no-such-cell", {}),
        (place("0,0 01/0"), "seismic-cell-taken", {}),
        (place("0,-1 01/0"), "seismic-cell-taken", {}),
        (place("-1,0 03/3"), "seismic-no-such-turn", {"turn": 3}),
        (place("-1,0 03/7"), "seismic-no-such-turn", {}),
        (place("-1,0 01/0"), "seismic-tile-does-not-fit", {"edge": 1, "meets": "green"}),
        (place("-1,0 02/3"), "seismic-tile-does-not-fit", {"edge": 2, "meets": "highway"}),
        (place("0,-2 01/0"), "seismic-tile-does-not-fit", {"edge": None, "meets": "nothing"}),
        (place("5,0 01/0"), "seismic-tile-does-not-fit", {"edge": None, "meets": "nothing"}),
        (place("-1,0 01/2", 3), "seismic-no-such-fragment", {"crew": 3}),
        (
            place("-1,0 01/2", 2),
            "seismic-section-taken",
            {"crew": 2, "owners": (Seat(0),), "free": ()},
        ),
        (Strike(0), "seismic-not-now", {}),
        (Flip("01"), "seismic-not-now", {}),
    ],
)
def test_a_refusal_says_why(action: Action, key: str, data: dict[str, object]) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(PLACING, Move(Seat(0), action))

    assert caught.value.key == key
    assert caught.value.data.items() >= data.items()


@pytest.mark.parametrize("crew", [*range(-13, 0), *range(6, 13), 10**9])
def test_a_crew_stands_on_one_of_six_edges(crew: int) -> None:
    state = next(each for each, _ in states(GAME, Setup(2), 1) if each.phase == "placing")
    places = [each for each in GAME.legal_actions(state, state.on_turn) if isinstance(each, Place)]

    with pytest.raises(IllegalAction, match="seismic-no-such-fragment"):
        GAME.apply(state, Move(state.on_turn, replace(places[0], crew=crew)))


def test_a_seat_without_crews_is_told_so() -> None:
    with pytest.raises(IllegalAction, match="seismic-no-crews-left"):
        GAME.apply(but(PLACING, crews=(0, 0)), Move(Seat(0), place("-1,0 01/2", 2)))


def test_a_line_that_is_not_tied_can_not_be_struck() -> None:
    with pytest.raises(IllegalAction, match="seismic-line-not-tied"):
        GAME.apply(TYING, Move(Seat(0), Strike(5)))


def test_a_tie_that_was_chosen_already_is_named_with_what_was_chosen() -> None:
    chosen = GAME.apply(TYING, Move(Seat(0), Strike(4))).state
    placing = drawn(chosen, Flip("+6:012345")) if chosen.phase == "flipping" else chosen

    with pytest.raises(IllegalAction, match="seismic-tie-already-chosen") as caught:
        GAME.apply(placing, Move(Seat(0), Strike(2)))

    assert caught.value.data == {"tile": "Q1.0", "line": 4, "town": 0}


def test_a_line_that_was_struck_without_a_choice_is_no_tie() -> None:
    struck = flipping(standing("0,-1 03/0; 0,-2 03/0", display="03 02"), "Q1.0")
    placing = drawn(struck, Flip("+6:012345"))

    with pytest.raises(IllegalAction, match="seismic-not-now"):
        GAME.apply(placing, Move(Seat(0), Strike(0)))


def test_while_a_quake_waits_nobody_places() -> None:
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        GAME.apply(TYING, Move(Seat(0), place("-1,0 01/2")))


@pytest.mark.parametrize("state", [PLACING, TYING])
def test_the_other_seat_and_chance_have_to_wait(state: State) -> None:
    assert list(GAME.legal_actions(state, Seat(1))) == []
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(state, Move(Seat(1), Strike(0)))
    assert caught.value.data == {"seats": (Seat(0),)}
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        GAME.apply(state, Move(CHANCE, Flip("01")))


def test_while_chance_acts_and_after_the_end_nobody_decides() -> None:
    over = GAME.apply(standing(display="03", pile=""), Move(Seat(0), place("0,-1 03/0"))).state

    for state in (opened(), over):
        assert list(GAME.legal_actions(state, Seat(0))) == []
        with pytest.raises(NotYourTurn) as caught:
            GAME.apply(state, Move(Seat(0), Strike(0)))
        assert not caught.value.data.get("seats")
