"""A whole match as an animation, and as maps alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from PIL import Image

from engine.games.aftershock.state import Observation
from render.blocks import MapFrames
from render.canvas import Canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.chart import HEIGHT, MAP
from render.games.aftershock.map import Bay
from render.games.aftershock.scoring import scored_map, scoring_canvas
from render.games.aftershock.strip import SEALED
from render.games.aftershock.table import map_layers, newest, table_canvas
from render.picture import Picture, gif
from render.theme import WIDTH

_INSIDE: Final = (MAP[0] + 2, MAP[1] + 2, MAP[2] - 2, MAP[3] - 2)
"""The map without the line around it."""
_PAUSE: Final = 0.7
_LAST: Final = 3.0
_SCORING: Final = 4
"""How many pauses long a scoring is shown."""


def film(observations: Sequence[Observation], captions: Sequence[Captions]) -> Picture:
    """Return the match; while all decide at once only the beginning is shown."""
    shown = list(_shown(zip(observations, captions, strict=True)))

    def frames() -> Iterator[Image.Image]:
        scored = 0
        for n, (observation, words) in enumerate(shown, 1):
            if len(observation.scorings) > scored:
                scored = len(observation.scorings)
                told = replace(words, headline=words.scoring or words.headline)
                picture = _progress(scoring_canvas(observation, told), n / len(shown))
                yield from [picture] * _SCORING
            yield _progress(table_canvas(observation, words), n / len(shown))

    return Picture(gif(frames(), _PAUSE, _LAST), WIDTH, HEIGHT, "gif")


def frames(
    observations: Sequence[Observation], captions: Sequence[Captions], scored: int
) -> MapFrames:
    """Return maps of a match; where something has just scored, that of the scoring."""
    counts = [scored, *(len(each.scorings) for each in observations)]
    moments = zip(observations, captions, pairwise(counts), strict=True)
    return MapFrames.of(
        map_only(observation, words, is_scored=now > before).picture
        for observation, words, (before, now) in moments
    )


def map_only(observation: Observation, captions: Captions, *, is_scored: bool = False) -> Canvas:
    """Return the map alone, without frame, strip or words: of the table, or the newest scoring."""
    plain = replace(captions, bay="", ocean="", north="", most_bridges="", money=("$", ""))
    if is_scored:
        bay = scored_map(observation, plain)
    else:
        bay = Bay(observation, plain, "frame")
        map_layers(bay, newest(observation))
    return Canvas(bay.canvas.picture.crop(_INSIDE))


def _shown(
    moments: Iterable[tuple[Observation, Captions]],
) -> Iterator[tuple[Observation, Captions]]:
    """Leave out moments that only the strip would tell: who bought, who passed, who is ready."""
    before: object = None
    for observation, words in moments:
        now = (
            observation.round,
            observation.phase in SEALED and observation.phase,
            observation.meeples,
            observation.bridges,
            observation.outcome,
        )
        if now != before:
            yield observation, words
        before = now


def _progress(canvas: Canvas, done: float) -> Image.Image:
    canvas.box(MAP[0], MAP[1] - 7, MAP[0] + done * (MAP[2] - MAP[0]), MAP[1], "ink")
    return canvas.picture
