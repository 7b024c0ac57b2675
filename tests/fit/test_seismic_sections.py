"""What Seismic's sections bring can be learned again."""

from random import Random

import pytest
from click.testing import CliRunner

from engine.game import Seat
from engine.games.seismic.heuristics import outlook_anew
from engine.games.seismic.section_value import INPUTS, UNITS, read
from tests.fit import seismic_sections
from tests.fit.seismic_sections import (
    Noted,
    brought,
    examples,
    fitted,
    holding,
    main,
    missed,
)
from tests.games.seismic.worked import standing

A = Seat(0)
NUMBERS = 1 + UNITS * (INPUTS + 2)
COMPLETE = "0,-1 03/0; 0,-2 +6:012345/0"


def test_a_section_brings_its_owners_what_it_counts_in_the_end() -> None:
    state = standing(COMPLETE, "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03 02")

    (noted,) = holding(state)
    (example,) = brought(state, [noted])

    assert (noted.seat, noted.turn) == (A, state.turn)
    known = outlook_anew(state)
    assert example == (known.inputs(known.held[0]), 13.0)  # one fragment, 6 at each end


def test_what_is_open_in_the_end_or_was_taken_by_a_quake_brings_nothing() -> None:
    before = standing(COMPLETE, "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03 02")
    opened = standing("0,-1 03/0", "0,-1:0 a", display="+1:0 02 03", pile="03 +2:03 02")
    gone = standing("", "", display="+1:0 02 03", pile="03 +2:03 02")
    noted = list(holding(before))

    assert [points for end in (opened, gone) for _, points in brought(end, noted)] == [0, 0]


def test_two_sections_of_a_seat_that_become_one_bring_half_of_it_each() -> None:
    tiles = "0,-1 03/0; 0,-2 03/0; 0,-3 +6:012345/0"
    end = standing(tiles, "0,-1:0 a; 0,-2:0 a", display="+1:0 02 03", pile="03 +2:03 02")
    one, other = (
        Noted((float(n),), 5, A, frozenset({(laid.cell, laid.tile, A)}))
        for n, laid in enumerate(end.tiles[1:3])
    )

    assert [points for _, points in brought(end, [one, other])] == [7.0, 7.0]
    assert [points for _, points in brought(end, [one, other._replace(turn=6)])] == [14.0, 14.0]


def test_a_section_with_more_crews_of_another_seat_brings_nothing() -> None:
    tiles = "0,-1 03/0; 0,-2 03/0; 0,-3 03/0; 0,-4 +6:012345/0"
    end = standing(tiles, "0,-1:0 a; 0,-2:0 b; 0,-3:0 b", display="+1:0 02 03", pile="03 +2:03 02")
    first = end.tiles[1]

    mine = Noted((), 5, A, frozenset({(first.cell, first.tile, A)}))

    assert [points for _, points in brought(end, [mine])] == [0]


def test_a_match_teaches_the_same_every_time() -> None:
    found = examples(3, 1)

    assert len(found) > 50
    assert {len(seen) for seen, _ in found} == {INPUTS}
    assert any(points for _, points in found)
    assert not all(points for _, points in found)
    assert found == examples(3, 1)


def test_what_follows_a_rule_is_learned() -> None:
    rng = Random(1)
    known = []
    for _ in range(4000):
        seen = [rng.random() for _ in range(INPUTS)]
        known.append((seen, 10 * max(0.0, seen[0] - seen[1]) + 5 * seen[2] * seen[3]))

    numbers = fitted(known[:3200], 12, Random(1))

    assert len(numbers) == NUMBERS
    assert missed(numbers, known[3200:]) < 0.15 * missed([0.25, *[0.0] * (NUMBERS - 1)], known)


def test_the_slope_is_by_how_much_what_lacks_rises() -> None:
    rng = Random(2)
    numbers = [rng.gauss(0, 0.5) for _ in range(NUMBERS)]
    batch = [([rng.random() for _ in range(INPUTS)], 10 * rng.random()) for _ in range(8)]

    slope = seismic_sections.slope(numbers, batch)

    for n in range(0, NUMBERS, 7):
        more, less = (
            [*numbers[:n], numbers[n] + step, *numbers[n + 1 :]] for step in (1e-6, -1e-6)
        )
        rise = (missed(more, batch) - missed(less, batch)) / 2e-6
        assert slope[n] == pytest.approx(rise / 100, abs=1e-4)


def test_numbers_as_they_are_printed_can_be_read() -> None:
    result = CliRunner().invoke(main, ["--seats", "2", "--matches", "3", "--rounds", "1"])

    assert result.exit_code == 0, result.output
    assert len(read([float(each) for each in result.stdout.split()]).hidden) == UNITS
    assert len(result.stdout.split()) == NUMBERS
    assert "remain" in result.stderr
