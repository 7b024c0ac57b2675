"""Draws Seismic: one method for each picture that people can ask for."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.boards.hexes import Cell
from engine.games.seismic.actions import Place
from engine.games.seismic.events import QuakeStruck
from engine.games.seismic.state import Observation
from render.games.seismic.board import board_canvas, film, picture_of, whole_canvas, zoom_canvas
from render.games.seismic.building import how_canvas, tiles_canvas, where_canvas
from render.games.seismic.captions import Captions, Choice, Lesson
from render.games.seismic.check import checked
from render.games.seismic.examples import lesson_canvas
from render.games.seismic.quakes import danger_canvas, fall_canvas, tie_canvas, towns_canvas
from render.games.seismic.result import result_canvas, score_canvas
from render.games.seismic.since import since_canvas
from render.games.seismic.turning import turn_canvas, turnable_canvas
from render.games.seismic.unseen import unseen_canvas
from render.renderer import Picture


class SeismicRenderer:
    """The pictures of Seismic; all words come with the captions.

    Every method raises `Undrawable` for an observation that no table can show.
    """

    def board(self, observation: Observation, captions: Captions) -> Picture:
        """Draw what the table holds: public, the last move ringed, fresh quakes torn open."""
        return picture_of(board_canvas(checked(observation, captions), captions))

    def quake(
        self, observation: Observation, captions: Captions, lettered: Mapping[int, str]
    ) -> Picture:
        """Draw a tie that waits for a choice: `lettered` has the letter of each direction."""
        return picture_of(tie_canvas(checked(observation, captions), captions, lettered))

    def fall(self, observation: Observation, captions: Captions) -> Picture:
        """Draw what a line would take: `observation` with the line struck; private."""
        return picture_of(fall_canvas(checked(observation, captions), captions))

    def towns(
        self, observation: Observation, captions: Captions, lettered: Mapping[Cell, str]
    ) -> Picture:
        """Draw a quake that waits for the choice of a town: each ringed, with its letter."""
        return picture_of(towns_canvas(checked(observation, captions), captions, lettered))

    def turnable(
        self,
        observation: Observation,
        captions: Captions,
        cells: Mapping[Cell, str],
        count: tuple[str, str],
    ) -> Picture:
        """Draw the tiles that can turn, each with its label; `count` is ("9", "tiles can turn")."""
        sound = checked(observation, captions)
        return picture_of(turnable_canvas(sound, captions, cells, count))

    def turn(
        self,
        observation: Observation,
        captions: Captions,
        cell: Cell,
        ways: Sequence[Observation],
        chosen: int,
    ) -> Picture:
        """Draw the tile on `cell` turned, private: `ways` are the tables after each way round.

        The chosen one (its index) is drawn large; below it stand the tile as it lies now and all
        ways, numbered from 1. `captions` are those of the chosen way, with `seat_changes`.
        """
        sound = checked(observation, captions)
        return picture_of(turn_canvas(sound, captions, cell, ways, chosen))

    def danger(
        self, observation: Observation, captions: Captions, lines: tuple[Choice, ...]
    ) -> Picture:
        """Draw which lines a quake would strike now; a tile's number is the magnitude it takes.

        `lines` say how likely each magnitude is: `Choice("", "2 left", "4 %", quake="Q3.0")`.
        """
        return picture_of(danger_canvas(checked(observation, captions), captions, lines))

    def zoom(self, observation: Observation, captions: Captions, cell: Cell) -> Picture:
        """Draw the surroundings of a cell large, and the whole table small beside it."""
        return picture_of(zoom_canvas(checked(observation, captions), captions, cell))

    def whole(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the whole table however wide it is, without an enlarged part."""
        return picture_of(whole_canvas(checked(observation, captions), captions))

    def score(self, observation: Observation, captions: Captions) -> Picture:
        """Draw who would score what if the match ended now, and pale what is still open."""
        return picture_of(score_canvas(checked(observation, captions), captions))

    def example(self, name: str, lesson: Lesson) -> Picture:
        """Draw a small example for the rules pages: `examples.EXAMPLES` has names and labels."""
        return picture_of(lesson_canvas(name, lesson))

    def tiles(
        self,
        observation: Observation,
        captions: Captions,
        fits: tuple[str, ...],
        drafted: Cell | None = None,
    ) -> Picture:
        """Draw the board and the tiles to choose from; `fits` has a note for each of them.

        `fits` are in the order of the display; the tile from the seat's own pile (Balance), its
        last one, is drawn first.
        `drafted` is where the first tile of a turn of two lies in `observation`, not yet played.
        """
        return picture_of(tiles_canvas(checked(observation, captions), captions, fits, drafted))

    def where(
        self,
        observation: Observation,
        captions: Captions,
        tile: str,
        cells: Mapping[Cell, str],
        count: tuple[str, str],
        drafted: Cell | None = None,
    ) -> Picture:
        """Draw the cells where `tile` fits, each with its label; `count` is ("10", "cells fit").

        If `cells` are only a part of a large board, this is drawn larger.
        """
        return picture_of(
            where_canvas(checked(observation, captions), captions, tile, cells, count, drafted)
        )

    def how(
        self,
        observation: Observation,
        captions: Captions,
        place: Place | tuple[Place, Place],
        turns: tuple[int, ...],
        letters: Mapping[int, str],
        choices: tuple[Choice, ...],
    ) -> Picture:
        """Draw a draft: `observation` with `place` done, its free roads lettered by edge.

        Of two tiles drafted in one turn the second is the one in question.
        `turns` are the ways round in the order of their numbers; with one way none are drawn.
        """
        places = (place,) if isinstance(place, Place) else place
        sound = checked(observation, captions)
        return picture_of(how_canvas(sound, captions, places, turns, letters, choices))

    def result(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the end of a match: what scored, on the map and as bars."""
        return picture_of(result_canvas(checked(observation, captions), captions))

    def since(
        self,
        observation: Observation,
        captions: Captions,
        marks: Mapping[Cell, str],
        strikes: Sequence[QuakeStruck],
        lines: tuple[Choice, ...],
    ) -> Picture:
        """Draw what happened since a player's turn.

        `marks` numbers the new and the turned tiles, and one cell of each quake's rubble;
        `strikes` are the quakes that took tiles; `lines` tell the events in order.
        """
        return picture_of(
            since_canvas(checked(observation, captions), captions, marks, strikes, lines)
        )

    def unseen(
        self,
        observation: Observation,
        captions: Captions,
        cell: Cell | None = None,
        fits: Mapping[str, int] = MappingProxyType({}),
    ) -> Picture:
        """Draw the shapes that nobody has seen yet, with their counts.

        With a `cell` it is drawn beside them; the shapes of `fits` come first, each in the turn
        that it says, the others are pale.
        """
        return picture_of(unseen_canvas(checked(observation, captions), captions, cell, fits))

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions], before: int = 0
    ) -> Picture:
        """Draw a match as a GIF that plays once; captions for each frame.

        If it is not shown from its start, `before` counts the frames that are left out.
        """
        for observation, words in zip(observations, captions, strict=True):
            checked(observation, words)
        return film(observations, captions, before)
