"""A whole match as an animation."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from engine.games.seismic.state import Observation
from render.animation import gif
from render.games.seismic.captions import Captions
from render.games.seismic.faults import fallen_crews, fallen_layer
from render.games.seismic.field import MapField
from render.games.seismic.sheets import Sheet
from render.games.seismic.strip import FILM_STRIP, film_strip
from render.games.seismic.turned import mark_turned, sign_turned
from render.games.seismic.view import film_layout
from render.layout import View
from render.renderer import Picture
from render.theme import WIDTH

_PAUSE: Final = 0.7
_LAST: Final = 3.0


def film(
    observations: Sequence[Observation], captions: Sequence[Captions], before: int = 0
) -> Picture:
    """Return a match in one view to its end, so that nothing jumps; `before` frames are skipped."""
    layout = film_layout(observations, FILM_STRIP)
    count = before + len(observations)

    def frames() -> Iterator[Image.Image]:
        for n, (observation, words) in enumerate(
            zip(observations, captions, strict=True), before + 1
        ):
            sheet = Sheet(_map(observation, words, layout.view), layout, "frame")
            film_strip(sheet, observation, words, n / count)
            yield sheet.canvas.picture

    return Picture(gif(frames(), _PAUSE, _LAST), WIDTH, layout.height, "gif")


def _map(observation: Observation, captions: Captions, view: View) -> MapField:
    """Return the map without the names of cells: nobody types while watching."""
    field = MapField(observation, view)
    field.outlines()
    field.shadows()
    fallen_layer(field)
    field.tiles()
    if observation.last and observation.at(observation.last.cell):
        field.mark(observation.last.cell)
    mark_turned(field)
    field.crews(captions.letters)
    fallen_crews(field, captions.letters)
    sign_turned(field)
    return field
