"""What an observation alone tells: it agrees with what the rules then do."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.game import PUBLIC, Decision, Move, Seat, Setup
from engine.games.san_andreas import GAME, preview
from engine.games.san_andreas.actions import Action, Epicenter, Found, Resolve
from engine.games.san_andreas.state import State, but
from tests.engine.playing import states
from tests.games.san_andreas.worked import after, ground_after, resolved, shaking, table

SETUPS = [
    Setup(3),
    Setup(4, options={"lakes_are_ocean": "yes", "islands_sink": "after"}),
    Setup(3, options={"too_steep": 1, "memory": "strict"}),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_drafts_and_refusals_agree_with_the_rules(setup: Setup) -> None:
    rng, refused = Random(3), 0
    for state, _ in states(GAME, setup, 5):
        if not isinstance(GAME.node(state), Decision) or state.phase == "swapping":
            continue
        legal = list(GAME.legal_actions(state, state.seat))
        for action in rng.sample(legal, min(6, len(legal))):
            the_draft_is_right(state, action)
        tried: list[Action] = [
            Found(3, Space(4, 12)),
            Epicenter("sun", Space(1, 14)),
            Resolve("moon"),
        ]
        for action in tried:
            if action not in legal:
                refused += 1
                the_refusal_is_right(state, action)
    assert refused > 10


def the_draft_is_right(state: State, action: Any) -> None:
    seen = GAME.observe(state, state.seat)
    assert preview.refused(seen, action) is None
    after = GAME.observe(GAME.apply(state, Move(state.seat, action)).state, state.seat)
    match action:
        case Found():
            draft = preview.founded(seen, action)
            assert draft.purses == after.purses
        case Epicenter():
            draft = preview.marked(seen, action)
        case _:
            return
    assert (draft.layout, draft.foundable, draft.settable) == (
        after.layout,
        after.foundable,
        after.settable,
    )
    assert (draft.pool, draft.last) == (after.pool, after.last)


def the_refusal_is_right(state: State, action: Any) -> None:
    said = preview.refused(GAME.observe(state, state.seat), action)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, Move(state.seat, action))
    assert said is not None
    assert (said.key, said.data) == (caught.value.key, caught.value.data)


@pytest.mark.parametrize("viewer", [PUBLIC, Seat(0), Seat(1)])
def test_shaking_in_a_preview_is_what_the_quake_then_does(viewer: Any) -> None:
    cities = "5 at 1,11; b3 at 3,14; c5 at 2,9; c2 at 1,15"
    state = shaking(table(cities), "2 on B1; 4 on D1; 1 on C2")
    seen = GAME.observe(state, viewer)

    once = preview.shaken(seen, "moon")
    whole = preview.shaken_by(seen, ("moon", "sun"))

    done = resolved(state, "moon")
    now = GAME.observe(done, viewer)
    assert (once.layout, once.quake, once.dice) == (now.layout, now.quake, now.dice)
    assert (once.purses, once.pool) == (now.purses, now.pool)
    end = GAME.observe(resolved(done, "sun"), viewer)
    assert whole.quake is not None
    assert end.quake is not None
    assert (whole.quake.shifts, whole.quake.sunk) == (end.quake.shifts, end.quake.sunk)
    assert (whole.layout.tiles, whole.layout.stacks) == (end.layout.tiles, end.layout.stacks)
    assert [purse.lost for purse in whole.purses] == [purse.lost for purse in end.purses]


def test_a_part_of_an_order_leaves_the_rest_to_choose() -> None:
    seen = GAME.observe(shaking(table(), "2 on B1; 4 on D1; 1 on C2"), PUBLIC)

    assert preview.unresolved(seen) == ("sun", "moon", "crown")
    assert preview.unresolved(preview.shaken_by(seen, ())) == ("sun", "moon", "crown")
    assert preview.unresolved(preview.shaken_by(seen, ("crown",))) == ("sun", "moon")
    last = preview.shaken_by(seen, ("crown", "sun"))
    assert preview.unresolved(last) == ()
    with pytest.raises(IllegalAction):
        preview.shaken(last, "crown")


def test_islands_wait_for_the_scoring_if_the_table_said_so() -> None:
    state = shaking(table(islands_sink="after"), "2 on B1; 4 on D1; 1 on C2")

    whole = preview.shaken_by(GAME.observe(state, PUBLIC), ("sun", "moon"))

    assert whole.quake is not None
    assert whole.quake.sunk == ()


def test_the_latest_quake_can_be_seen_step_by_step() -> None:
    cities = "5 at 1,11; 4 at 1,16; b3 at 4,7; c5 at 4,12"
    state = after("2 on B1; 4 on D1; 1 on C2", cities)

    frames = preview.frames(GAME.observe(state, Seat(0)))

    shifts = [len(frame.quake.shifts) for frame in frames if frame.quake]
    assert shifts == [0, 1, 2, 3, 3]
    assert [len(frame.layout.cities) for frame in frames] == [4, 3, 2, 1, 0]
    assert frames[0].layout.tile("C1") is not None
    assert frames[-1].layout.tile("C1") is None
    assert [frame.points for frame in frames] == [(0, 0, 0)] * 5
    assert [[purse.lost for purse in frame.purses] for frame in (frames[0], frames[-1])] == [
        [0, 0, 0],
        [2, 1, 1],
    ]
    now = GAME.observe(state, Seat(0))
    assert frames[-1].layout.stacks == now.layout.stacks
    assert [len(frame.dice) for frame in frames] == [4] * 5


def test_frames_before_the_scoring_end_and_of_a_swap_have_the_points_of_before() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1; b5 at 1,13")
    scored = after("5 on G1", "5 at 1,15")

    assert [frame.points for frame in preview.frames(GAME.observe(asked, PUBLIC))] == [
        (0, 0, 0),
        (0, 0, 0),
    ]
    frames = preview.frames(GAME.observe(scored, PUBLIC))
    assert (scored.points, frames[-1].points) == ((5, 0, 0), (0, 0, 0))


def test_a_quake_without_islands_has_a_frame_less_and_no_quake_has_none() -> None:
    assert len(preview.frames(GAME.observe(after("1 on B1"), PUBLIC))) == 2
    assert preview.frames(GAME.observe(table(), PUBLIC)) == ()


def test_what_a_die_would_do_to_any_tile() -> None:
    seen = GAME.observe(table("5 at 1,13; b5 at 3,14"), Seat(1))

    shaken, shift = preview.what_if(seen, "sun", "B1", 1)

    assert shift is not None
    assert [(ruin.tile, ruin.how) for ruin in shift.ruins] == [
        ("B1", "destroyed"),
        ("B2", "buried"),
    ]
    assert [purse.lost for purse in shaken.purses] == [1, 1, 0]
    assert [purse.lost_coins for purse in shaken.purses] == [(), (5,), ()]
    assert preview.what_if(seen, "sun", "B1", 0) == (seen, None)


def test_scores_now_are_those_that_the_viewer_can_reckon() -> None:
    seen = GAME.observe(table("5 at 4,12; b5 at 1,13"), Seat(0))

    lines = preview.scores(seen)

    assert [(line.value, line.distance, line.points) for line in lines] == [(5, 3, 2), (None, 0, 0)]


def test_a_tile_tells_how_steep_it_is() -> None:
    layout = GAME.observe(after("3 on E1; 1 on D1"), PUBLIC).layout

    tiles = {laid.tile: laid.steepness for laid in layout.tiles if laid.steepness}
    assert tiles == {"D1": 1, "E1": 2}


def test_names_of_spaces_go_with_their_tiles() -> None:
    layout = GAME.observe(after("1 on B1"), PUBLIC).layout

    assert preview.name_at(layout, Space(3, 14)) == ("B1", "a")
    assert preview.name_at(layout, Space(1, 14)) is None
    assert preview.name_at(layout, Space(1, 17)) is None
    assert preview.space_of(layout, "B1", "d") == Space(2, 13)
    assert preview.space_of(layout, "B2", "c") == Space(3, 14)


def test_a_sunken_tile_and_land_have_no_names() -> None:
    layout = GAME.observe(after("2 on B1; 4 on D1; 1 on C2"), PUBLIC).layout
    under_land = GAME.observe(after("4 on H1"), PUBLIC).layout

    assert preview.space_of(layout, "C1", "a") is None
    assert preview.name_at(under_land, Space(7, 0)) is None
    assert under_land.plates(Space(7, 0)) == ("H1", "LAND")


def test_where_the_seat_on_turn_may_go() -> None:
    seen = GAME.observe(table(), PUBLIC)
    poor = GAME.observe(but(table(), hands=((), (0,), (0,))), PUBLIC)
    shaking_now = GAME.observe(shaking(table(), "1 on B1; 5 on G1"), PUBLIC)

    assert (len(preview.founding(seen)), len(preview.setting(seen))) == (92, 32)
    assert (len(preview.founding(poor)), len(preview.setting(poor))) == (0, 32)
    assert (preview.founding(shaking_now), preview.setting(shaking_now)) == ((), ())


def test_an_illegal_draft_is_refused() -> None:
    seen = GAME.observe(table(), Seat(0))

    with pytest.raises(IllegalAction):
        preview.founded(seen, Found(5, Space(0, 12)))
    with pytest.raises(IllegalAction):
        preview.shaken(seen, "sun")


def test_a_preview_reckons_the_coast_by_the_edition_that_the_match_plays() -> None:
    begun = [GAME.initial(Setup(3), edition) for edition in (1, 2)]
    ready = [
        but(
            state,
            ground=replace(ground_after("G3 by 1"), edition=state.ground.edition),
            phase="playing",
        )
        for state in begun
    ]

    first, second = (GAME.observe(state, Seat(0)) for state in ready)

    # G3 touches the far east, which the first edition took for coast.
    inland = {space for space, (tile, _) in first.settable.items() if tile == "G3"}
    assert inland
    assert set(first.settable) - set(second.settable) == inland
    for on in (first, second):
        draft, shaken = (
            preview.founded(on, Found(3, Space(4, 12))),
            preview.what_if(on, "sun", "A1", 4)[0],
        )
        assert (
            inland.isdisjoint(draft.settable)
            == inland.isdisjoint(shaken.settable)
            == (on is second)
        )
