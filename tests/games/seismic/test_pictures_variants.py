"""Golden pictures of what the variants add: two towns, turned tiles, own piles, second tiles."""

from dataclasses import replace

import pytest

from engine.games.seismic.actions import Place, Rotate
from engine.games.seismic.preview import fits, placed, rotated, struck
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.layout import BOARD_FROM
from tests.render.comparing import assert_looks_like, difference, opened
from tests.render.positions import TWINS, captions, layout_of, names_of, stored

TOWNS = ("left", "right")


@pytest.fixture(scope="module")
def positions() -> dict[str, Observation]:
    return stored("variants")


def named(observation: Observation) -> dict[Rotate, str]:
    return {each: names_of(observation).name(each.cell) for each in observation.rotations}


def test_a_wide_table_shows_both_towns_with_names_above_its_strip(
    positions: dict[str, Observation],
) -> None:
    twins = positions["twins"]

    assert layout_of(twins).view.side >= BOARD_FROM
    assert_looks_like(RENDERER.board(twins, captions(twins)).data, "twins")


def test_the_town_to_be_struck_first_is_ringed_and_lettered(
    positions: dict[str, Observation],
) -> None:
    rising = positions["rising"]
    words = captions(rising, "Quake 3.0", note="Which town first?", town_labels=TOWNS)

    picture = RENDERER.towns(rising, words, dict(zip(TWINS, "XY", strict=True)))

    assert_looks_like(picture.data, "towns")


def test_lines_start_at_the_town_that_is_struck(positions: dict[str, Observation]) -> None:
    second = positions["second"]
    lettered = dict(zip(second.quakes[-1].tied, "XYZVWU", strict=False))
    words = captions(second, "Quake 4.0", note="Ben chooses a line", town_labels=TOWNS)

    picture = RENDERER.quake(second, words, lettered)

    assert_looks_like(picture.data, "second-town")


def test_both_strikes_of_a_quake_are_torn_open(positions: dict[str, Observation]) -> None:
    second = positions["second"]
    after = struck(second, second.quakes[-1].tied[0])
    forgotten = replace(after, quakes=after.quakes[1:])

    both, one = (opened(RENDERER.board(each, captions(each)).data) for each in (after, forgotten))

    assert all(quake.fallen for quake in after.quakes)
    assert both.size == one.size
    assert difference(both, one)[0] > 0.0005


def test_the_tiles_that_can_turn_stand_out_with_their_names(
    positions: dict[str, Observation],
) -> None:
    turning = positions["turning"]
    cells = {each.cell: name for each, name in named(turning).items()}
    words = captions(turning, "Turn a tile?", note="after the quake")

    picture = RENDERER.turnable(turning, words, cells, (str(len(cells)), "tiles can turn"))

    assert_looks_like(picture.data, "turnable")


def test_a_turned_tile_is_shown_with_all_its_ways_round(
    positions: dict[str, Observation],
) -> None:
    turning = positions["turning"]
    cells = [each.cell for each in turning.rotations]
    cell = max(cells, key=cells.count)
    ways = [rotated(turning, each) for each in turning.rotations if each.cell == cell]
    words = captions(
        ways[1],
        names_of(turning).name(cell),
        title="Turn it?",
        note=f"way 2 of {len(ways)}",
        seat_changes=("+4", "", "\N{MINUS SIGN}9", ""),
    )

    picture = RENDERER.turn(turning, words, cell, ways, 1)

    assert_looks_like(picture.data, "turn")


def test_tiles_turned_since_the_last_move_have_an_arrow(
    positions: dict[str, Observation],
) -> None:
    turning = positions["turning"]

    assert_looks_like(RENDERER.board(turning, captions(turning)).data, "turned")


def test_everybody_s_own_pile_and_the_tile_from_it_stand_in_the_strip(
    positions: dict[str, Observation],
) -> None:
    own = positions["own"]
    words = captions(own, pile_label="left in the own piles")

    assert_looks_like(RENDERER.board(own, words).data, "own-piles")


def test_a_shrunken_display_leaves_gaps(positions: dict[str, Observation]) -> None:
    own = positions["own"]
    fewer = replace(own, display=own.display[:1], drawn=None)

    ours, theirs = (opened(RENDERER.board(each, captions(each)).data) for each in (fewer, own))

    layout = layout_of(own)
    below = layout.top + layout.view.height
    (ours_map, ours_strip), (theirs_map, theirs_strip) = (
        (each.crop((0, 0, 1200, below)), each.crop((800, below, 1190, below + 130)))
        for each in (ours, theirs)
    )
    assert difference(ours_map, theirs_map)[0] == 0
    assert difference(ours_strip, theirs_strip)[0] > 0


def test_the_first_of_two_tiles_is_drawn_in_while_the_second_is_chosen(
    positions: dict[str, Observation],
) -> None:
    extending = positions["bottom"]
    assert extending.last
    tile, first = extending.display[0], extending.last.cell
    cells = {cell: names_of(extending).name(cell) for cell in fits(extending, tile)}
    words = captions(extending, "Second tile: where?")

    picture = RENDERER.where(extending, words, tile, cells, (str(len(cells)), "cells fit"), first)

    assert_looks_like(picture.data, "second-tile")


def test_both_tiles_of_a_turn_are_ringed_in_amber(positions: dict[str, Observation]) -> None:
    extending = positions["bottom"]
    assert extending.last
    tile, first = extending.display[0], extending.last
    cell, turns = next(iter(fits(extending, tile).items()))
    places = tuple(
        Place(code, where, turn)
        for code, where, turn in ((first.tile, first.cell, first.turn), (tile, cell, turns[0]))
    )
    after = placed(extending, places[1])

    both = RENDERER.how(after, captions(after), (places[0], places[1]), turns, {}, ())
    one = RENDERER.how(after, captions(after), places[1], turns, {}, ())

    assert difference(opened(both.data), opened(one.data))[0] > 0


def test_the_bottom_of_the_pile_is_told_below_its_count(
    positions: dict[str, Observation],
) -> None:
    bottom = positions["bottom"]
    told, other = (
        opened(RENDERER.board(bottom, captions(bottom, bottom=text)).data)
        for text in ("the 6.0 is in the last 6", "the 5.0 is in the last 6")
    )

    layout = layout_of(bottom)
    box = (0, 0, 1200, layout.top + layout.view.height)
    assert told.size == other.size
    assert difference(told.crop(box), other.crop(box))[0] == 0
    assert difference(told, other)[0] > 0
