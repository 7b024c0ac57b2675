"""Draws Seismic: one method for each picture that people can ask for."""

from collections.abc import Sequence

from engine.games.seismic.state import Observation
from render.games.seismic.banner import banner_canvas
from render.games.seismic.board import board_canvas, film, frames, whole_canvas, zoom_canvas
from render.games.seismic.building import how_canvas, tiles_canvas, where_canvas
from render.games.seismic.captions import Captions, Lesson
from render.games.seismic.check import check
from render.games.seismic.examples import lesson_canvas
from render.games.seismic.marked import marked_canvas
from render.games.seismic.quakes import danger_canvas, fall_canvas, tie_canvas, towns_canvas
from render.games.seismic.result import result_canvas, score_canvas
from render.games.seismic.since import since_canvas
from render.games.seismic.turning import turn_canvas, turnable_canvas
from render.games.seismic.unseen import unseen_canvas
from render.games.seismic.view import MapWindow
from render.picture import Picture
from render.renderer import Renderer, pictures

_drawn = pictures(check)


class SeismicRenderer(Renderer[Observation, Captions]):
    """The pictures of Seismic; all words come with the captions.

    Every method raises `Undrawable` for an observation that no table can show.
    """

    board = _drawn(board_canvas)
    whole = _drawn(whole_canvas)
    zoom = _drawn(zoom_canvas)
    tiles = _drawn(tiles_canvas)
    where = _drawn(where_canvas)
    how = _drawn(how_canvas)
    towns = _drawn(towns_canvas)
    quake = _drawn(tie_canvas)
    fall = _drawn(fall_canvas)
    turnable = _drawn(turnable_canvas)
    turn = _drawn(turn_canvas)
    marked = _drawn(marked_canvas)
    danger = _drawn(danger_canvas)
    unseen = _drawn(unseen_canvas)
    since = _drawn(since_canvas)
    score = _drawn(score_canvas)
    result = _drawn(result_canvas)

    def banner(self, title: str) -> Picture:
        """Draw the banner with the name of the game."""
        return Picture.packed(banner_canvas(title).picture)

    def example(self, name: str, lesson: Lesson) -> Picture:
        """Draw a small example for the rules pages: `examples.EXAMPLES` has names and labels."""
        return Picture.packed(lesson_canvas(name, lesson).picture)

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions], before: int = 0
    ) -> Picture:
        """Draw a match as a GIF that plays once; captions for each frame.

        If it is not shown from its start, `before` counts the frames that are left out.
        """
        for observation, words in zip(observations, captions, strict=True):
            check(observation, words)
        return film(observations, captions, before)

    def maps(
        self, observations: Sequence[Observation], captions: Sequence[Captions], window: MapWindow
    ) -> Picture:
        """Draw the maps alone of a match, packed for its page; captions for each."""
        for observation, words in zip(observations, captions, strict=True):
            check(observation, words)
        return frames(observations, captions, window).picture()
