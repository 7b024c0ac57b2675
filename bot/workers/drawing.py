"""A process that draws: `python -m bot.workers.drawing LIMITS`.

It knows observations and words, no database, no Discord and no secrets.
"""

import sys

from bot.workers.limits import WorkerLimits
from bot.workers.pipes import serve
from render.drawing import Drawing
from render.picture import Picture
from render.renderer import renderers


def prepare() -> None:
    """Load what pictures are made of."""
    renderers()


def done(packed: bytes) -> Picture:
    """Return the picture that is asked for."""
    return Drawing.unpacked(packed).drawn()


if __name__ == "__main__":
    serve(prepare, done, WorkerLimits.of(sys.argv[1:]))
