"""The guide: its pages in three languages, and its examples are true."""

from dataclasses import replace

from bot.games.seismic.example import ANN, BEN, FIRST, opening, position, shaken
from bot.games.seismic.guide import CHAPTERS
from bot.games.seismic.lessons import LESSONS
from bot.games.seismic.setups import VARIANTS
from engine.boards.hexes import parsed_cell
from engine.games.seismic.actions import Place
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Quake
from engine.games.seismic.preview import legal_placements, placed, struck
from render.games.seismic.examples import EXAMPLES


def test_every_variant_has_a_page_of_its_own() -> None:
    titles = {chapter.title for chapter in CHAPTERS}

    assert titles >= {called for called, _ in VARIANTS.values()}


def test_what_a_lesson_tells_of_stands_on_the_page_it_leads_to() -> None:
    pages = {each.text.split("**")[1].rstrip(".:,"): CHAPTERS[each.page].title for each in LESSONS}

    assert pages["You play for closed roads"] == "In a minute"
    assert pages["Nothing fit"] == "Your turn"
    assert pages["Your crew has a road"] == "Roads"
    assert pages["No road is yours yet"] == "Crews"
    assert pages["A quake struck"] == "Quakes"
    assert pages["A road is complete"] == "Scoring"
    assert pages["You know the game"] == "The end"


def test_every_drawing_has_its_line() -> None:
    assert all(len(each.labels) == EXAMPLES.get(each.lesson, 0) for each in CHAPTERS)


def test_the_worked_example_counts_right() -> None:
    observation = position()
    ann, ben = (
        next(each for each in observation.sections if each.complete and each.owners == (seat,))
        for seat in (ANN, BEN)
    )

    assert (len(ann.fragments), ann.points) == (5, 17)
    assert (len(ben.fragments), ben.points) == (0, 8)
    assert observation.points == (17, 8)


def test_the_worked_first_turn_is_a_turn() -> None:
    before = opening()
    table = Grid(before.towns, before.radius)
    straight = {each for each in legal_placements(before) if each.tile == "03"}

    after = placed(before, FIRST)
    road = next(each for each in after.sections if each.crews)
    closed = placed(replace(after, phase="placing"), Place("+3:024", parsed_cell("0,-2"), 1))

    assert table.name(FIRST.cell) == "I8"
    assert len({each.cell for each in straight}) == 6
    assert FIRST in straight
    assert (len(road.fragments), road.points, road.complete) == (1, 7, False)
    assert table.name(parsed_cell("0,-2")) == "I7"
    assert closed.points == (10, 0)


def test_the_quake_of_the_first_turn_takes_what_it_says() -> None:
    after = placed(opening(), FIRST)
    lengths = after.lines[0]
    quake = Quake("Q2.0", lengths, (0,), None, ())

    fallen = struck(replace(after, quakes=(quake,)), 0).quakes[-1].fallen

    assert lengths == (1, 0, 0, 0, 0, 0)
    assert [each.cell for each in fallen] == [FIRST.cell]
    assert [crew.seat for each in fallen for crew in each.crews] == [ANN]


def test_the_example_of_a_quake_is_a_tie_of_two() -> None:
    quake = shaken().quakes[-1]
    after = struck(shaken(), 0)

    assert (quake.lengths,) == position().lines
    assert quake.tied == (0, 3)
    assert len(after.quakes[-1].fallen) == 2
