"""A process that draws: `python -m bot.workers.drawing LIMITS`.

It knows observations and words, no database, no Discord and no secrets.
"""

from bot.workers.pipes import serve
from render.drawing import Drawing
from render.renderer import renderers

if __name__ == "__main__":
    serve(renderers, lambda packed: Drawing.unpacked(packed).drawn())
