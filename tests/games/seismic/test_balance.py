"""Balance: a pile for each seat, with its share of the intersections."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from engine.game import CHANCE, Chance, Move, Seat, Setup
from engine.games.seismic import GAME, match
from engine.games.seismic.actions import Action, Begin, Flip, SetAside
from engine.games.seismic.events import MatchEnded, NothingFitted, NothingPlaced, TileFlipped
from engine.games.seismic.pieces import OwnPile
from engine.games.seismic.state import State, but
from tests.games.seismic.worked import place, standing

RULES = ("balance",)
RING = "0,-1 01/2; 1,-1 01/4; 1,0 01/4; 0,1 01/0; -1,1 01/0"
ASIDE = ("01", "02", "Q1.0", "Q2.0", "Q3.0")


def drawing(
    tiles: str = "",
    *,
    display: str = "03 02",
    pile: str = "01 03",
    apart: str = "",
    piles: tuple[OwnPile, ...] = (OwnPile(1, 0), OwnPile(1, 0)),
) -> State:
    """Return a position in which seat 0 is to draw."""
    state = standing(tiles, display=display, pile=pile, variants=RULES)
    return but(state, phase="flipping", piles=piles, apart=bag(apart))


def bag(text: str) -> dict[Flip, int]:
    return {Flip(code): count for code, count in Counter(text.split()).items()}


def drawn(state: State, *tiles: str) -> State:
    for tile in tiles:
        state = GAME.apply(state, Move(CHANCE, Flip(tile))).state
    return state


def act(state: State, action: Action) -> State:
    return GAME.apply(state, Move(state.on_turn, action)).state


def opened(seats: int) -> State:
    state = GAME.initial(Setup(seats, RULES))
    actions: list[Action] = [Begin(Seat(0)), *(SetAside(tile) for tile in ASIDE)]
    for action in actions:
        state = GAME.apply(state, Move(CHANCE, action)).state
    return state


def test_quakes_stay_in_the_pile_when_the_first_tiles_are_turned_up() -> None:
    state = opened(2)
    node = GAME.node(state)

    assert isinstance(node, Chance)
    assert not any(flip.tile.startswith("Q") for flip in node.outcomes if isinstance(flip, Flip))
    assert sum(state.pile.values()) == 62


def test_the_rest_is_dealt_into_equal_piles_with_equal_shares_of_intersections() -> None:
    piles = {seats: drawn(opened(seats), "03", "+1:0").piles for seats in (2, 3, 4)}

    assert piles == {
        2: (OwnPile(36, 6),) * 2,
        3: (OwnPile(24, 4),) * 3,
        4: (OwnPile(18, 3),) * 4,
    }


def test_one_places_the_drawn_tile_or_a_face_up_one_and_the_others_stay() -> None:
    state = drawn(drawing(), "01")

    assert (state.phase, state.display, state.drawn) == ("placing", ("03", "02", "01"), "01")
    after = act(state, place("0,-1 03/0", 0))
    assert (after.display, after.drawn) == (("02", "01"), None)
    assert (after.phase, after.on_turn) == ("flipping", 1)


def test_a_quake_strikes_and_then_a_face_up_tile_is_placed_that_nothing_replaces() -> None:
    state = drawing("0,-1 03/0; 0,-2 03/0", pile="Q1.0 01")

    shaken = drawn(state, "Q1.0")
    assert len(shaken.board.tiles) == 2
    assert (shaken.phase, shaken.display, shaken.drawn) == ("placing", ("03", "02"), None)
    after = act(shaken, place("0,1 03/0"))
    assert after.display == ("02",)


def test_after_a_quake_as_the_last_tile_of_the_own_pile_the_drawer_still_places() -> None:
    for others in (0, 1):
        last = (OwnPile(1, 0), OwnPile(others, 0))
        state = drawing("0,-1 03/0; 0,-2 03/0", pile="Q1.0" + " 01" * others, piles=last)

        shaken = drawn(state, "Q1.0")

        assert shaken.piles[0] == OwnPile(0, 0)
        assert (shaken.phase, shaken.on_turn, shaken.display) == ("placing", 0, ("03", "02"))
        after = act(shaken, place("0,1 03/0"))
        assert after.display == ("02",)
        assert (after.outcome is None) == bool(others)


def test_after_a_quake_with_nothing_to_place_the_turn_ends() -> None:
    step = GAME.apply(drawing(display="", pile="Q1.0 01"), Move(CHANCE, Flip("Q1.0")))

    assert step.events[-1] == NothingPlaced(Seat(0))
    assert (step.state.on_turn, step.state.turn, step.state.phase) == (1, 2, "flipping")


def test_a_drawn_tile_leaves_if_nothing_fits_and_one_draws_again() -> None:
    piles = (OwnPile(2, 0), OwnPile(1, 0))
    state = drawing(RING, display="03 03", pile="02 02 01", piles=piles)

    step = GAME.apply(state, Move(CHANCE, Flip("02")))

    assert step.events == (TileFlipped("02"), NothingFitted(("02",)))
    assert (step.state.on_turn, step.state.discarded) == (0, ("02",))
    assert (step.state.display, step.state.drawn) == (("03", "03"), None)
    assert drawn(step.state, "01").phase == "placing"


def test_when_the_own_pile_runs_out_the_turn_ends_without_a_placement() -> None:
    state = drawing(RING, display="03 03", pile="02 01")

    step = GAME.apply(state, Move(CHANCE, Flip("02")))

    assert step.events[1:] == (NothingFitted(("02",)), NothingPlaced(Seat(0)))
    assert (step.state.on_turn, step.state.turn) == (1, 2)


def test_a_seat_with_an_empty_pile_is_skipped() -> None:
    state = drawing(pile="01 03 03", piles=(OwnPile(3, 0), OwnPile(0, 0)))

    after = act(drawn(state, "01"), place("0,-1 01/2"))

    assert (after.on_turn, after.turn) == (0, 2)


def test_the_match_ends_when_all_piles_are_empty_and_the_display_stays() -> None:
    state = drawing(pile="01", piles=(OwnPile(1, 0), OwnPile(0, 0)))

    step = GAME.apply(drawn(state, "01"), Move(Seat(0), place("0,-1 01/2")))

    assert isinstance(step.events[-1], MatchEnded)
    assert step.state.outcome is not None
    assert step.state.outcome.reason == "seismic-pile-empty"
    assert step.state.display == ("03", "02")


def test_the_match_ends_when_nothing_is_open() -> None:
    state = drawn(drawing(RING), "01")

    over = act(state, place("-1,0 01/2"))

    assert over.outcome is not None
    assert over.outcome.reason == "seismic-nothing-open"


def test_an_intersection_comes_with_the_chance_that_the_own_pile_gives_it() -> None:
    state = drawing(
        pile="01 01 01 02",
        apart="+2:01 +2:02 +6:012345",
        piles=(OwnPile(3, 1), OwnPile(4, 2)),
    )
    node = GAME.node(state)
    assert isinstance(node, Chance)
    total = sum(node.outcomes.values())

    chances = {
        flip.tile: Fraction(weight, total)
        for flip, weight in node.outcomes.items()
        if isinstance(flip, Flip)
    }

    assert chances == {
        "01": Fraction(1, 2),
        "02": Fraction(1, 6),
        **dict.fromkeys(("+2:01", "+2:02", "+6:012345"), Fraction(1, 9)),
    }


LOTS, APART = ("01", "01", "02", "03"), ("+2:01", "+2:02")


def dealt() -> Counter[tuple[str, ...]]:
    """Deal two piles of two lots and an intersection in every way; read them in turns."""
    ways: Counter[tuple[str, ...]] = Counter()
    for lots in permutations(LOTS):
        for one, other in permutations(APART):
            for left in permutations((*lots[:2], one)):
                for right in permutations((*lots[2:], other)):
                    ways[
                        tuple(tile for pair in zip(left, right, strict=True) for tile in pair)
                    ] += 1
    return ways


def late(
    state: State, chance: Fraction, seen: tuple[str, ...]
) -> Iterator[tuple[object, Fraction]]:
    """Draw late, in turns, in every way."""
    if len(seen) == 6:
        yield seen, chance
        return
    asked = but(state, on_turn=Seat(len(seen) % 2))
    outcomes = match.drawable(asked)
    for flip, weight in outcomes.items():
        after = match.drawn(asked, flip)
        yield from late(
            after, chance * Fraction(weight, sum(outcomes.values())), (*seen, flip.tile)
        )


def test_drawing_late_is_as_if_the_piles_had_been_dealt() -> None:
    piles = (OwnPile(3, 1), OwnPile(3, 1))
    state = drawing(pile=" ".join(LOTS), apart=" ".join(APART), piles=piles)
    ways = dealt()

    assert dict(late(state, Fraction(1), ())) == {
        seen: Fraction(n, ways.total()) for seen, n in ways.items()
    }


def test_everybody_sees_how_many_tiles_and_intersections_each_pile_has() -> None:
    state = drawn(
        drawing(apart="+2:01", pile="01 03", piles=(OwnPile(2, 1), OwnPile(1, 0))), "+2:01"
    )

    seen = GAME.observe(state, "public")

    assert seen.piles == (OwnPile(1, 0), OwnPile(1, 0))
    assert (seen.pile, seen.drawn, seen.bottom, seen.buried) == (2, "+2:01", 0, ())
