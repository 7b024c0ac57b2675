"""Animations: a quake shift by shift, and a whole match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from engine.games.san_andreas.pieces import Layout, Shift
from engine.games.san_andreas.preview import frames
from engine.games.san_andreas.state import Observation, Quake
from render.animation import gif, timed_gif
from render.games.san_andreas.board import shown, too_steep
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.coast import Coast
from render.games.san_andreas.facing import step
from render.games.san_andreas.ground import Slide
from render.games.san_andreas.marks import Trail, dashed
from render.games.san_andreas.panels import epicenters, head, progress, scores
from render.games.san_andreas.quake import latest, quake_canvas, tails
from render.games.san_andreas.rows import DieRow, die_rows, height, put_rows
from render.games.san_andreas.window import Window, window_of
from render.renderer import Picture
from render.theme import HEIGHT, WIDTH

_CALM: Final = 1.2
_SLIDING: Final = 0.16
_LAST: Final = 3.0
_PAUSE: Final = 0.7


def shaking(observation: Observation, captions: Captions) -> Picture:
    """Return the latest quake: the ground before it, each shift, the report at the end."""
    quake = latest(observation)
    steps = frames(observation)
    window = window_of([*(step.layout for step in steps), observation.layout])
    film = _Film(observation, captions, window)

    def pictures() -> Iterator[tuple[Image.Image, float]]:
        yield film.rest(steps[0].layout, 0), _CALM
        for n, shift in enumerate(quake.shifts, 1):
            yield film.sliding(steps[n - 1].layout, steps[n].layout, shift, n), _SLIDING
            yield film.rest(steps[n].layout, n), _CALM
        yield quake_canvas(observation, captions, window).picture, _LAST

    return Picture(timed_gif(pictures()), WIDTH, HEIGHT, "gif")


@dataclass(frozen=True, slots=True)
class _Film:
    """Draws the frames of one quake, all in one window so that nothing jumps."""

    observation: Observation
    captions: Captions
    window: Window

    @property
    def quake(self) -> Quake:
        """The quake that is shown."""
        return latest(self.observation)

    def rest(self, layout: Layout, acted: int) -> Image.Image:
        """Return the ground after so many shifts, the latest of them marked."""
        coast = self._coast(layout)
        shift = self.quake.shifts[acted - 1] if acted else None
        if shift:
            dashed(coast.canvas, self.window.box(shift.before))
        ruins = [ruin.space for ruin in shift.ruins] if shift else []
        coast.names(ruins, tails([shift] if shift else []), crossed=True)
        coast.pieces(shown(self.captions))
        if shift:
            for ruin in shift.ruins:
                coast.lost(ruin.seat, ruin.space, ruin.quarter)
            Trail(coast.canvas, self.window).add(shift, acted)
        return self._framed(coast, acted)

    def sliding(self, before: Layout, after: Layout, shift: Shift, acted: int) -> Image.Image:
        """Return the moment in which a tile is half-way, with everything that stood on it."""
        right, down = step(shift.direction)
        half = self.window.side // 2
        moment = replace(after, cities=before.cities, pawns=before.pawns)
        coast = self._coast(moment, Slide(shift.tile, -right * half, -down * half))
        coast.names()
        coast.pieces(shown(self.captions))
        return self._framed(coast, acted - 1)

    def _coast(self, layout: Layout, slide: Slide | None = None) -> Coast:
        steep = too_steep(self.observation)
        return Coast(layout, too_steep=steep, window=self.window, slide=slide, keep=False)

    def _framed(self, coast: Coast, acted: int) -> Image.Image:
        coast.frame("frame")
        rows = [self._row(row, acted) for row in die_rows(self.observation)]
        quake = replace(self.quake, sunk=(), drowned=())
        top = head(coast.canvas, height(len(rows)), self.captions)
        put_rows(coast.canvas, top, rows, quake)
        return coast.canvas.picture

    def _row(self, row: DieRow, acted: int) -> DieRow:
        return row if row.number <= acted else replace(row, number=0, shift=None)


def film(observations: Sequence[Observation], captions: Sequence[Captions]) -> Picture:
    """Return the match in one window from start to end."""
    window = window_of([observation.layout for observation in observations])
    count = len(observations)

    def pictures() -> Iterator[Image.Image]:
        for n, (observation, words) in enumerate(zip(observations, captions, strict=True), 1):
            coast = Coast(observation.layout, too_steep=too_steep(observation), window=window)
            coast.names()
            coast.pieces(shown(words), observation.last)
            coast.frame("frame")
            scores(coast.canvas, observation, words)
            progress(coast.canvas, n / count)
            epicenters(coast.canvas, observation, words)
            yield coast.canvas.picture

    return Picture(gif(pictures(), _PAUSE, _LAST), WIDTH, HEIGHT, "gif")
