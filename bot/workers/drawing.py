"""A process that draws: `python -m bot.workers.drawing LIMITS`.

It knows observations and words, no database, no Discord and no secrets.
"""

import sys
from itertools import count
from typing import Final

from bot.system import return_unused
from bot.workers.limits import WorkerLimits
from bot.workers.pipes import serve
from render.drawing import Drawing
from render.renderer import renderers

TRIMMED_AFTER: Final = 8
"""Pictures; what they leave behind between sprites would take a third of the memory."""
_NUMBERS: Final = count(1)


def prepare() -> None:
    """Load what pictures are made of."""
    renderers()


def done(packed: bytes) -> bytes:
    """Return the picture that is asked for."""
    if not next(_NUMBERS) % TRIMMED_AFTER:
        return_unused()
    return Drawing.unpacked(packed).drawn().written()


if __name__ == "__main__":
    serve(prepare, done, WorkerLimits.of(sys.argv[1:]))
