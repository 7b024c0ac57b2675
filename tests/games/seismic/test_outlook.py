"""What a placement gains is found fast, and is what looking at the whole board finds."""

from collections import Counter
from random import Random

import pytest

from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.heuristics import outlook
from engine.games.seismic.legal import placements
from engine.games.seismic.outlook import COMPLETE, OPEN, Outlook
from engine.games.seismic.pieces import Laid
from engine.games.seismic.prospects import branches, prospects
from engine.games.seismic.sections import owners, sections
from engine.games.seismic.state import State
from engine.games.seismic.tiles import shape
from tests.engine.playing import states

MATCHES = [
    Setup(2, options={"table_radius": 5}),
    Setup(3, ("balance",)),
    Setup(4, ("aftershocks", "twin_cities")),
]


def moments(setup: Setup) -> list[State]:
    """Return some positions of a random match, in which crews stand anywhere."""
    found = [state for state, _ in states(GAME, setup, 5) if state.phase == "placing"]
    return found[::6]


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "balance", "variants"])
def test_sections_with_crews_are_worth_what_following_them_says(setup: Setup) -> None:
    for state in moments(setup):
        known = outlook(GAME.observe(state, state.seat))

        totals = [0.0] * setup.seats
        for section in sections(state.board):
            for seat in section.owners:
                totals[seat] += known.expected(section)

        assert known.totals == pytest.approx(totals)


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "balance", "variants"])
def test_what_is_added_up_after_some_moves_is_what_is_there_then(setup: Setup) -> None:
    """But for chances at open ends, which tiles further away change by a hundredth."""
    compared = Counter[bool]()
    for seed in range(3):
        every = [state for state, _ in states(GAME, setup, seed) if state.phase == "placing"]
        for one, later in zip(every[:-7:9], every[7::9], strict=False):
            before = outlook(GAME.observe(one, one.seat))

            after = before.after(later.board)
            anew = Outlook(later.board, before.odds, one.crews)

            for mine, known in (
                *zip(after.sums, anew.sums, strict=True),
                *zip(after.learned, anew.learned, strict=True),
            ):
                assert mine[COMPLETE] == pytest.approx(known[COMPLETE])
                assert mine[OPEN] == pytest.approx(known[OPEN], rel=0.03, abs=0.02)
            compared[set(map(id, one.board.tiles)) <= set(map(id, later.board.tiles))] += 1
    assert compared[True] > 1
    assert compared[False] > 1  # tiles fell in the meantime, or were turned


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "balance", "variants"])
def test_the_odds_of_a_later_moment_say_the_same_of_sections_that_are_known(setup: Setup) -> None:
    every = [state for state, _ in states(GAME, setup, 2) if state.phase == "placing"]
    compared = Counter[bool]()
    for one, later in zip(every[:-7:5], every[7::5], strict=False):
        now = outlook(GAME.observe(later, later.seat))

        known = outlook(GAME.observe(one, one.seat)).after(later.board).by(now.odds, later.crews)

        for mine, anew in zip(
            (*known.sums, *known.learned), (*now.sums, *now.learned), strict=True
        ):
            assert mine == pytest.approx(anew)
        compared[set(map(id, one.board.tiles)) <= set(map(id, later.board.tiles))] += 1
    assert compared[True] > 1
    assert compared[False] > 1


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "balance", "variants"])
def test_a_placement_makes_the_sections_that_following_them_finds(setup: Setup) -> None:
    """But for tiles that are crossed twice: the chance that they stay is counted twice there."""
    rng, compared = Random(1), 0
    for state in moments(setup):
        known = outlook(GAME.observe(state, state.seat))
        for each in rng.sample(placements(state.board, state.display, 0), 3):
            number = state.board.ground.numbers[each.cell]
            laid, lying = Laid(each.cell, each.tile, each.turn), shape(each.tile, each.turn)
            site = known.site(number)
            for section in prospects(branches(state.board, number), laid):
                through = known.through(each, site, lying, section.own[0])

                assert through[0] == owners(section.seats)
                tiles = sum(end.kind == "tile" for end in section.ends)
                if len(section.cells) == section.length + tiles:
                    assert through[1] == pytest.approx(known.expected(section))
                    compared += 1
    assert compared > 10


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "balance", "variants"])
def test_after_two_tiles_only_what_lies_near_is_looked_at_again(setup: Setup) -> None:
    """What lies far from them may have changed by chances of chances: hardly ever, and little."""
    rng, differing, compared = Random(1), 0, 0
    for state in moments(setup):
        known = outlook(GAME.observe(state, state.seat))
        now = state
        for _ in range(2):
            legal = list(GAME.legal_actions(now, now.seat))
            if now.phase == "placing":
                now = GAME.apply(now, Move(now.seat, rng.choice(legal))).state
                known = known.after(now.board)
        whole = Outlook(now.board, known.odds, state.crews)
        assert known.totals == pytest.approx(whole.totals, abs=0.5)
        tile = state.display[0]
        for seat in map(Seat, range(setup.seats)):
            gain, found = known.best(seat, tile, 1)
            places = placements(now.board, (tile,), 1)
            if places:
                assert found in places
                compared += 1
                differing += gain != pytest.approx(max(known.gains(seat, places)))
    assert compared > 20
    assert differing < 0.1 * compared
