"""Golden pictures of positions from played matches; they also illustrate the README."""

from dataclasses import replace

import pytest

from engine.boards.hexes import Cell
from engine.game import Seat
from engine.games.seismic.actions import Place
from engine.games.seismic.events import QuakeStruck
from engine.games.seismic.preview import fits, legal_placements, placed, struck
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice
from tests.render.comparing import assert_looks_like, difference, opened
from tests.render.positions import captions, names_of, stored


@pytest.fixture(scope="module")
def positions() -> dict[str, Observation]:
    return stored()


@pytest.mark.parametrize("name", ["start", "early", "middle", "late", "quake"])
def test_the_board_looks_as_agreed(positions: dict[str, Observation], name: str) -> None:
    picture = RENDERER.board(positions[name], captions(positions[name]))

    assert_looks_like(picture.data, name)


def test_a_tie_shows_its_lines_with_letters(positions: dict[str, Observation]) -> None:
    tie = positions["tie"]
    lettered = dict(zip(tie.quakes[-1].tied, "XYZVWU", strict=False))

    picture = RENDERER.quake(tie, captions(tie, "Cleo chooses", note="two lines tie"), lettered)

    assert_looks_like(picture.data, "tie")


def test_a_line_that_would_fall_is_private_and_torn(positions: dict[str, Observation]) -> None:
    tie = positions["tie"]
    after = struck(tie, tie.quakes[-1].tied[1])

    picture = RENDERER.fall(after, captions(after, "North-west line", note="3 tiles fall"))

    assert_looks_like(picture.data, "fall")


def test_the_tiles_to_choose_from_stand_beside_the_board(
    positions: dict[str, Observation],
) -> None:
    middle = positions["middle"]
    notes = tuple(f"{len(fits(middle, tile))} cells fit" for tile in middle.display)

    picture = RENDERER.tiles(middle, captions(middle, "Which tile?"), notes)

    assert_looks_like(picture.data, "tiles")


def test_the_cells_where_a_tile_fits_glow(positions: dict[str, Observation]) -> None:
    middle, tile = positions["middle"], positions["middle"].display[1]
    cells = {cell: names_of(middle).name(cell) for cell in fits(middle, tile)}

    picture = RENDERER.where(
        middle, captions(middle, "Where?"), tile, cells, (str(len(cells)), "cells fit")
    )

    assert_looks_like(picture.data, "where")


def test_a_draft_shows_its_ways_round_and_its_free_roads(
    positions: dict[str, Observation],
) -> None:
    middle, tile, cell = positions["middle"], positions["middle"].display[1], Cell(1, -4)
    turns = fits(middle, tile)[cell]
    place = Place(tile, cell, turns[0])
    legal = [each for each in legal_placements(middle) if replace(each, crew=None) == place]
    edges = sorted(each.crew for each in legal if each.crew is not None)
    letters = dict(zip(edges, "XYZVWU", strict=False))
    choices = tuple(Choice(letter, "4 so far", "open") for letter in letters.values())
    draft = replace(placed(middle, place), to_act=middle.to_act)
    words = captions(draft, names_of(middle).name(cell), title="Two straights", note="way 1 of 2")

    picture = RENDERER.how(draft, words, place, turns, letters, choices)

    assert_looks_like(picture.data, "how")


def test_a_draft_says_what_everybody_would_have_unless_nobody_adds_points_up(
    positions: dict[str, Observation],
) -> None:
    middle, tile, cell = positions["middle"], positions["middle"].display[1], Cell(1, -4)
    place = Place(tile, cell, fits(middle, tile)[cell][0])
    draft = replace(placed(middle, place), to_act=middle.to_act)
    told = captions(draft, seat_changes=("+4", "", "", ""))
    more = replace(draft, points=tuple(points + 1 for points in draft.points))
    plain, pure = replace(told, seat_changes=()), replace(told, seat_changes=(), points_label="")

    change, now, later, untold, untold_later = (
        opened(RENDERER.how(table, words, place, (0,), {}, ()).data)
        for table, words in (
            *((draft, told), (draft, plain), (more, plain)),
            *((draft, pure), (more, pure)),
        )
    )

    assert difference(change, now)[0] > 0
    assert difference(now, later)[0] > 0
    assert difference(untold, untold_later)[0] == 0


def test_the_result_shows_what_scored(positions: dict[str, Observation]) -> None:
    end = positions["end"]
    roads = sum(one.complete and bool(one.owners) for one in end.sections)
    foot = (f"{roads} roads scored", f"{len(end.tiles)} tiles on the table")

    picture = RENDERER.result(end, captions(end, "Ben wins", foot=foot))

    assert_looks_like(picture.data, "result")


def test_what_happened_since_a_turn_is_numbered(positions: dict[str, Observation]) -> None:
    now = positions["quake"]
    fell, new = now.quakes[-1], now.tiles[-2:]
    strike = QuakeStruck(fell.tile, fell.line or 0, fell.fallen, fell.lengths, None)
    marks = {laid.cell: str(n) for n, laid in enumerate(new, start=1)} | {fell.fallen[1].cell: "3"}
    lines = tuple(
        Choice(str(n), name, names_of(now).name(laid.cell), seat=Seat(seat))
        for n, (laid, seat, name) in enumerate(zip(new, (0, 1), ("Nora", "Ben"), strict=True), 1)
    )
    quake = Choice("3", "3 tiles lost", quake="Q6.0")
    changes = tuple(f"\N{MINUS SIGN}{lost}" for lost in (9, 10, 6, 18))
    words = captions(now, "Since your turn", seat_changes=changes)

    picture = RENDERER.since(now, words, marks, (strike,), (*lines, quake))

    assert_looks_like(picture.data, "since")


def test_the_shapes_not_yet_seen_are_counted(positions: dict[str, Observation]) -> None:
    middle = positions["middle"]
    count = sum(many for _, many in middle.unseen)

    picture = RENDERER.unseen(middle, captions(middle, "Not seen yet", note=f"{count} tiles"))

    assert_looks_like(picture.data, "unseen")
