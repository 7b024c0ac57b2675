"""A whole match as an animation."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from engine.games.seismic.state import Observation
from render.animation import gif
from render.games.seismic.board import board_canvas
from render.games.seismic.captions import Captions
from render.games.seismic.view import film_view
from render.renderer import Picture
from render.theme import HEIGHT, WIDTH

_PAUSE: Final = 0.7
_LAST: Final = 3.0


def film(observations: Sequence[Observation], captions: Sequence[Captions]) -> Picture:
    """Return the match in one view from start to end, so that nothing jumps."""
    view = film_view(observations)

    def frames() -> Iterator[Image.Image]:
        for observation, words in zip(observations, captions, strict=True):
            yield board_canvas(observation, words, view).picture

    return Picture(gif(frames(), _PAUSE, _LAST), WIDTH, HEIGHT, "gif")
