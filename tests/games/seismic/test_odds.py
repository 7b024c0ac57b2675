"""The odds of quakes, against every way the box can have been set up."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from engine.game import Chance, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Flip
from engine.games.seismic.preview import QuakeOdds, next_is_quake, quake_odds
from engine.games.seismic.state import Observation, State
from engine.games.seismic.tiles import TILES
from tests.engine.playing import states

HALF = Fraction(1, 2)


def seen_at(variants: tuple[str, ...], turn: int, number: int = 3) -> Observation:
    for state, _ in states(GAME, Setup(2, variants), number):
        if state.turn == turn and state.phase == "placing":
            return GAME.observe(state, "public")
    raise AssertionError(turn)


def test_at_the_start_half_of_the_quakes_are_still_to_come() -> None:
    opened = next(state for state, _ in states(GAME, Setup(2), 3) if state.phase == "opening")

    odds = quake_odds(GAME.observe(opened, "public"))

    assert [*odds] == [f"Q{force}.0" for force in range(1, 7)]
    assert {(each.unseen, each.expected, each.any) for each in odds.values()} == {(1, HALF, HALF)}


def test_the_big_one_is_sure_and_waits_at_the_bottom() -> None:
    seen = seen_at(("big_one",), 30)
    odds = quake_odds(seen)
    others = sum((each.expected for code, each in odds.items() if code != "Q6.0"), Fraction())

    assert odds["Q6.0"] == QuakeOdds(1, Fraction(1), Fraction(1))
    assert next_is_quake(seen) == others / (seen.pile - 1)


def test_at_the_bottom_the_big_one_may_be_next() -> None:
    for state, _ in states(GAME, Setup(2, ("big_one",)), 3):
        seen = GAME.observe(state, "public")
        if state.phase == "placing" and seen.buried and seen.pile <= seen.bottom:
            assert next_is_quake(seen) >= Fraction(1, seen.pile)
            return
    raise AssertionError


def test_of_two_equal_quakes_either_may_come() -> None:
    opened = next(state for state, _ in states(GAME, Setup(2, ("twin_cities",)), 3) if state.pile)
    odds = quake_odds(GAME.observe(opened, "public"))

    assert {(each.unseen, each.expected) for each in odds.values()} == {(2, Fraction(1))}
    assert {each.any for each in odds.values()} == {1 - Fraction(12 * 11, 24 * 23)}


def test_after_the_end_and_with_an_empty_pile_no_quake_comes() -> None:
    every = [state for state, _ in states(GAME, Setup(2), 3)]
    late = next(state for state in every if state.phase == "placing" and not state.pile)

    assert quake_odds(GAME.observe(every[-1], "public")) == {}
    assert quake_odds(GAME.observe(late, "public")) == {}
    assert next_is_quake(GAME.observe(late, "public")) == 0


def test_in_balance_the_own_pile_counts() -> None:
    seen = seen_at(("balance",), 20)
    own = seen.piles[seen.on_turn]
    lots = sum(each.tiles - each.intersections for each in seen.piles)
    come = sum((each.expected for each in quake_odds(seen).values()), Fraction())

    assert next_is_quake(seen) == come / lots * Fraction(own.tiles - own.intersections, own.tiles)


def labelled(state: State) -> tuple[list[str], list[str]]:
    """Return the tiles of the first stage and the others, one by one."""
    way = state.variant
    staged = [code for code, n in way.staged().items() for _ in range(n)]
    return staged, [code for code, n in way.later_stage().items() for _ in range(n)]


@pytest.mark.parametrize("variants", [(), ("balance",)])
def test_the_odds_are_those_of_every_set_up_that_explains_what_was_seen(
    variants: tuple[str, ...],
) -> None:
    """Weigh each choice of tiles set aside by the chance of drawing what was drawn."""
    state, drawn = replayed(variants, draws=24)
    staged, later = labelled(state)
    total, quakes = Fraction(), dict.fromkeys((f"Q{force}.0" for force in range(1, 7)), Fraction())
    for aside in combinations(range(len(staged)), state.variant.set_aside):
        stays = [code for n, code in enumerate(staged) if n not in aside]
        weight = likelihood([*later, *stays], drawn, opening=bool(variants))
        total += weight
        for code in quakes:
            quakes[code] += weight * (code in stays and code not in drawn)

    odds = quake_odds(GAME.observe(state, "public"))

    for code, weight in quakes.items():
        assert weight / total == (odds[code].expected if code in odds else 0)


def replayed(variants: tuple[str, ...], draws: int) -> tuple[State, list[str]]:
    drawn: list[str] = []
    for state, move in states(GAME, Setup(2, variants), 4):
        if move is not None and isinstance(move.action, Flip) and is_plain(state, move.action.tile):
            drawn.append(move.action.tile)
        if len(drawn) == draws:
            return state, drawn
    raise AssertionError


def is_plain(state: State, tile: str) -> bool:
    return tile not in state.variant.kept_apart


def likelihood(pile: list[str], drawn: list[str], *, opening: bool) -> Fraction:
    """Return the chance to draw these in this order; in Balance the first two are no quakes."""
    chance, left = Fraction(1), list(pile)
    for n, tile in enumerate(drawn):
        among = (
            [each for each in left if TILES[each].kind != "quake"] if opening and n < 2 else left
        )
        if tile not in among:
            return Fraction()
        chance *= Fraction(among.count(tile), len(among))
        left.remove(tile)
    return chance


def test_the_chance_of_a_quake_is_that_of_the_draws() -> None:
    """On average over many worlds the next tile is a quake as often as the odds say."""
    rng, came, said = Random(5), 0, 0.0
    for number in range(60):
        turn = rng.randrange(5, 60)
        for state, _ in states(GAME, Setup(2), number):
            if state.turn == turn and state.phase == "flipping":
                node = GAME.node(state)
                assert isinstance(node, Chance)
                weights = {each.tile: n for each, n in state.pile.items()}
                quakes = sum(n for tile, n in weights.items() if tile.startswith("Q"))
                came += quakes / sum(weights.values())
                said += float(next_is_quake(GAME.observe(state, "public")))
                break
    assert abs(came - said) < 0.6
