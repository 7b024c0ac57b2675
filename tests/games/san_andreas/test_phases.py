"""What each part of a match allows, refuses and leads to."""

from typing import Any

import pytest

from engine.boards.squares import Space
from engine.errors import BadSetup, IllegalAction, NotYourTurn
from engine.game import CHANCE, PUBLIC, Chance, Decision, Finished, Move, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Begin, Epicenter, Found, Pass, Resolve, Roll, Swap
from engine.games.san_andreas.events import (
    CityFounded,
    CoinChosen,
    DiceRolled,
    EpicenterSet,
    MatchBegun,
    MatchEnded,
    QuakeBegun,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.state import State, but, remember
from engine.games.san_andreas.tiles import PAWNS
from tests.games.san_andreas.worked import after, cleared, resolved, shaking, table


def refused(state: State, action: Any, seat: int | None = None) -> tuple[str, dict[str, Any]]:
    actor = state.seat if seat is None else Seat(seat)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, Move(actor, action))
    return caught.value.key, caught.value.data


def test_who_begins_is_drawn_and_may_be_agreed() -> None:
    drawn, agreed = (
        GAME.node(GAME.initial(Setup(4, options=options)))
        for options in ({}, {"first_player": "4"})
    )

    assert drawn == Chance({Begin(Seat(seat)): 1 for seat in range(4)})
    assert agreed == Chance({Begin(Seat(3)): 1})


def test_the_first_turn_offers_every_space_and_every_coin() -> None:
    state = table()
    step = GAME.apply(GAME.initial(Setup(3)), Move(CHANCE, Begin(Seat(2))))

    assert step.events == (MatchBegun(Seat(2)),)
    assert GAME.node(state) == Decision(frozenset({Seat(0)}))
    legal = list(GAME.legal_actions(state, Seat(0)))
    assert len(legal) == 92 * 6 + 32 * 4
    assert not list(GAME.legal_actions(state, Seat(1)))


def test_founding_tells_the_value_to_its_owner_alone() -> None:
    step = GAME.apply(table(), Move(Seat(0), Found(5, Space(4, 12))))

    assert step.events == (
        CityFounded(Seat(0), "C2", "a", Space(4, 12)),
        CoinChosen(Seat(0), 5),
    )
    assert step.events[1].seen_by == frozenset({Seat(0)})
    values = [
        [city.value for city in GAME.observe(step.state, viewer).layout.cities]
        for viewer in (PUBLIC, Seat(0), Seat(1))
    ]
    assert values == [[None], [5], [None]]
    assert (step.state.seat, step.state.turn) == (1, 2)


@pytest.mark.parametrize(
    ("coin", "space", "key", "data"),
    [
        (5, "4,12", "no-such-coin", {"coin": 5, "coins": (0, 1, 2, 3)}),
        (3, "0,12", "no-tile", {"space": Space(0, 12)}),
        (3, "1,17", "no-tile", {"space": Space(1, 17)}),
        (3, "2,12", "city-there", {"space": Space(2, 12), "seat": 0}),
        (3, "3,12", "next-to-city", {"space": Space(3, 12), "city": Space(2, 12), "seat": 0}),
        (3, "5,4", "next-to-city", {"space": Space(5, 4), "city": Space(5, 5), "seat": 0}),
        (3, "1,15", "pawn-there", {"space": Space(1, 15), "pawn": "sun"}),
    ],
)
def test_a_city_is_refused_with_the_reason(
    coin: int, space: str, key: str, data: dict[str, Any]
) -> None:
    state = but(table("5 at 2,12; 4 at 5,5"), pawns=(("A1", "d"), None, None, None))
    x, y = space.split(",")

    found = Found(coin, Space(int(x), int(y)))

    assert refused(state, found) == (f"san-andreas-{key}", data)
    assert found not in list(GAME.legal_actions(state, state.seat))


def test_a_city_may_stand_at_the_corner_of_another_one() -> None:
    state = table("5 at 2,12")

    assert Found(4, Space(3, 11)) in list(GAME.legal_actions(state, state.seat))


@pytest.mark.parametrize(("limit", "steep"), [(2, True), (1, True), (3, False)])
def test_how_steep_is_too_steep_is_for_the_table_to_say(limit: int, *, steep: bool) -> None:
    state = cleared(after("3 on E1; 1 on D1", too_steep=limit))
    space = next(at for at, (tile, _) in state.ground.visible.items() if tile == "E1")
    found = Found(5, space)

    assert (found in list(GAME.legal_actions(state, state.seat))) != steep
    if steep:
        data = {"space": space, "tile": "E1", "steepness": 2}
        assert refused(state, found) == ("san-andreas-too-steep", data)


def test_with_the_limit_one_a_slight_lean_is_too_steep() -> None:
    strict, usual = (after("1 on B1", too_steep=limit) for limit in (1, 2))

    spaces = [GAME.observe(state, PUBLIC).foundable for state in (strict, usual)]
    assert set(spaces[1]) - set(spaces[0]) == {
        space for space, (tile, _) in usual.ground.visible.items() if tile == "B1"
    }


@pytest.mark.parametrize(
    ("pawn", "space", "key", "data"),
    [
        ("sun", Space(1, 14), "no-such-pawn", {"pawn": "sun", "pool": ("moon", "crown", "arms")}),
        ("moon", Space(0, 14), "no-tile", {"space": Space(0, 14)}),
        ("moon", Space(2, 12), "city-there", {"space": Space(2, 12), "seat": 0}),
        ("moon", Space(1, 15), "pawn-there", {"space": Space(1, 15), "pawn": "sun"}),
        ("moon", Space(3, 12), "inland", {"space": Space(3, 12), "tile": "C2"}),
    ],
)
def test_an_epicenter_is_refused_with_the_reason(
    pawn: Any, space: Space, key: str, data: dict[str, Any]
) -> None:
    state = but(table("5 at 2,12"), pawns=(("A1", "d"), None, None, None))

    assert refused(state, Epicenter(pawn, space)) == (f"san-andreas-{key}", data)


def test_a_pawn_may_stand_beside_a_city_and_on_the_tile_of_another_pawn() -> None:
    state = but(table("5 at 2,12"), pawns=(("C1", "d"), None, None, None))

    step = GAME.apply(state, Move(Seat(0), Epicenter("moon", Space(1, 12))))

    assert step.events == (EpicenterSet(Seat(0), "moon", "C1", "c", Space(1, 12)),)
    assert step.state.seat == 1


def test_a_covered_pawn_blocks_nothing_above_it() -> None:
    state = but(after("1 on A1"), pawns=(("A2", "c"), None, None, None))
    covered = Space(3, 16)
    assert state.ground.space("A2", "c") == covered

    assert Found(5, covered) in list(GAME.legal_actions(state, state.seat))
    assert Epicenter("moon", covered) in list(GAME.legal_actions(state, state.seat))
    (marker,) = GAME.observe(state, PUBLIC).layout.pawns
    assert marker.is_covered


def test_the_last_pawn_starts_a_quake_and_the_dice_fall_one_by_one() -> None:
    state = but(table(), pawns=(("A1", "a"), ("B1", "a"), None, ("C1", "a")))

    step = GAME.apply(state, Move(Seat(0), Epicenter("crown", Space(3, 8))))

    assert step.events[-1] == QuakeBegun(Seat(0))
    state = step.state
    for die, face in zip(PAWNS, (1, 2, 0, 5), strict=True):
        assert GAME.node(state) == Chance({Roll(die, each): 1 for each in range(6)})
        step = GAME.apply(state, Move(CHANCE, Roll(die, face)))
        state = step.state
    assert step.events == (DiceRolled(Seat(0), (1, 2, 0, 5)),)
    assert list(GAME.legal_actions(state, Seat(0))) == [
        Resolve("sun"),
        Resolve("moon"),
        Resolve("arms"),
    ]
    assert not list(GAME.legal_actions(state, Seat(1)))


def test_four_nulls_are_rolled_again() -> None:
    state = shaking(table(), "0 on A1; 0 on B1; 0 on C1; 0 on D1")

    assert state.phase == "rolling"
    assert GAME.node(state) == Chance({Roll("sun", face): 1 for face in range(6)})
    assert GAME.observe(state, PUBLIC).to_act == ()
    assert state.quake is None


def test_a_single_die_acts_by_itself_and_the_next_player_goes_on() -> None:
    state = shaking(table(), "1 on B1")

    assert (state.phase, state.seat, state.turn) == ("playing", 1, 2)
    assert state.quake is not None
    assert [shift.die for shift in state.quake.shifts] == ["sun"]
    assert state.quake.is_over


def test_the_last_die_acts_by_itself() -> None:
    state = shaking(table(), "1 on B1; 5 on G1; 4 on A1")

    step = GAME.apply(resolved(state, "crown"), Move(Seat(0), Resolve("sun")))

    shifts = [
        (event.shift.die, event.by) for event in step.events if isinstance(event, TileShifted)
    ]
    assert shifts == [("sun", 0), ("moon", None)]
    assert GAME.observe(step.state, PUBLIC).pool == ("sun", "moon", "crown")


def test_a_null_die_leaves_its_pawn_for_the_next_quake() -> None:
    state = after("1 on B1; 4 on A1")

    assert state.pawns == (None, None, ("C3", "a"), ("C3", "a"))


@pytest.mark.parametrize(
    ("die", "key"),
    [("sun", "die-resolved"), ("arms", "die-null"), ("star", "no-such-die")],
)
def test_a_die_that_can_not_act_is_refused(die: Any, key: str) -> None:
    state = resolved(shaking(table(), "1 on B1; 5 on G1; 4 on A1"), "sun")

    assert refused(state, Resolve(die)) == (
        f"san-andreas-{key}",
        {"die": die, "left": ("moon", "crown")},
    )


def test_actions_of_another_phase_are_refused() -> None:
    playing, ordering = table("5 at 2,12"), shaking(table(), "1 on B1; 5 on G1")

    assert refused(playing, Resolve("sun"))[0] == "san-andreas-not-now"
    assert refused(playing, Begin(Seat(0)))[0] == "san-andreas-not-now"
    assert refused(ordering, Found(5, Space(4, 12)))[0] == "san-andreas-not-now"
    assert refused(playing, Pass())[0] == "san-andreas-must-act"
    assert refused(playing, Swap(None))[0] == "san-andreas-nothing-lost"
    shaken = but(after("5 on H1", "5 at 7,2"), seat=Seat(0))
    assert refused(shaken, Swap(5))[0] == "san-andreas-no-swap"


@pytest.mark.parametrize(
    "state", [table(), shaking(table(), "1 on B1; 5 on G1")], ids=["playing", "ordering"]
)
def test_who_is_not_awaited_may_not_act(state: State) -> None:
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(state, Move(Seat(2), Pass()))
    assert caught.value.data == {"seats": (0,)}
    with pytest.raises(IllegalAction):
        GAME.apply(state, Move(CHANCE, Roll("sun", 1)))


def test_nobody_but_chance_rolls_the_dice() -> None:
    state = shaking(table(), "0 on A1; 0 on B1; 0 on C1; 0 on D1")

    with pytest.raises(NotYourTurn):
        GAME.apply(state, Move(Seat(0), Roll("sun", 1)))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Move(CHANCE, Roll("moon", 1)))
    assert not list(GAME.legal_actions(state, Seat(0)))


def without_coast(state: State) -> State:
    """Return the state when no tile is coastal any more."""
    return remember(but(state), state.foundable, {})


def test_who_can_neither_found_nor_set_passes() -> None:
    stuck = without_coast(but(table(), hands=((), (0,), ())))

    assert list(GAME.legal_actions(stuck, Seat(0))) == [Pass()]
    step = GAME.apply(stuck, Move(Seat(0), Pass()))
    assert step.events == (TurnPassed(Seat(0)),)
    assert isinstance(next(iter(GAME.legal_actions(step.state, Seat(1)))), Found)


def test_when_all_pass_in_a_row_the_match_ends_without_a_scoring() -> None:
    state = without_coast(but(table(), hands=((), (), ()), points=(3, 7, 7)))

    for seat in range(3):
        step = GAME.apply(state, Move(Seat(seat), Pass()))
        state = step.state

    node = GAME.node(state)
    assert isinstance(node, Finished)
    assert (node.outcome.scores, node.outcome.ranks) == ((3, 7, 7), (3, 1, 1))
    assert node.outcome.reason == "san-andreas-nobody-can-act"
    assert step.events[-1] == MatchEnded(node.outcome)
    with pytest.raises(NotYourTurn):
        GAME.apply(state, Move(Seat(0), Pass()))
    assert not list(GAME.legal_actions(state, Seat(0)))


def test_a_turn_taken_between_passes_starts_their_count_anew() -> None:
    state = without_coast(but(table(), hands=((), (), (1,))))
    for seat in range(2):
        state = GAME.apply(state, Move(Seat(seat), Pass())).state

    state = GAME.apply(state, Move(Seat(2), Found(1, Space(4, 12)))).state

    assert state.passes == 0


def test_a_player_without_coins_goes_on_setting_pawns() -> None:
    state = but(table(), hands=((), (0,), (0,)))

    assert {type(each) for each in GAME.legal_actions(state, Seat(0))} == {Epicenter}


def test_the_match_ends_right_after_a_quake_when_a_hand_is_empty() -> None:
    state = shaking(but(table("5 at 1,15"), hands=((), (0,), (0,))), "5 on G1")

    node = GAME.node(state)
    assert isinstance(node, Finished)
    assert (node.outcome.scores, node.outcome.reason) == ((5, 0, 0), "san-andreas-hand-empty")


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup(2), "setup-seats"),
        (Setup(5), "setup-seats"),
        (Setup(3, ("aftershocks",)), "setup-no-such-variant"),
        (Setup(3, options={"table_radius": 5}), "setup-no-such-option"),
        (Setup(3, options={"memory": "weak"}), "setup-option"),
        (Setup(3, options={"first_player": "4"}), "setup-option"),
    ],
)
def test_a_table_that_can_not_be_played_is_refused(setup: Setup, key: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.initial(setup)
    assert caught.value.key == key
