"""A process in which computer players think: `python -m bot.workers.thinking LIMITS`.

It knows observations, what may be done in them and a seed for its own chance; no state of a match,
no database, no Discord and no secrets.
"""

import sys
from importlib import import_module
from pickle import loads

from bot.workers.limits import WorkerLimits
from bot.workers.pipes import serve


def prepare() -> None:
    """Load the rules, and what is known of playing well."""
    for name in ("engine.agents.move_job", "engine.agents.hints", "engine.agents.review"):
        import_module(name)
    puzzles = import_module("engine.puzzles")
    puzzles.titles()


def done(packed: bytes) -> bytes:
    """Return what comes of a job, as text."""
    job = loads(packed)  # noqa: S301 - from the bot
    text: str = job.written(job.done())
    return text.encode()


if __name__ == "__main__":
    # Who is started for one job needs no other's rules.
    serve(lambda: None, done, WorkerLimits.of(sys.argv[1:]))
