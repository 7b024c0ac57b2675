"""Which modules an optional build compiles (`FAULTLINE_COMPILED=1`, `hatch_build.py`).

They are compiled by mypyc just as they are, and do the same; only faster.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, TypeVar

C = TypeVar("C", bound=type)

COMPILED: Final = (
    "engine.agents.network",
    "engine.agents.search",
    "engine.boards.hexes",
    "engine.boards.squares",
    "engine.games.aftershock.building",
    "engine.games.aftershock.buying",
    "engine.games.aftershock.cards",
    "engine.games.aftershock.evaluation",
    "engine.games.aftershock.heuristics",
    "engine.games.aftershock.match",
    "engine.games.aftershock.routes",
    "engine.games.aftershock.scoring",
    "engine.games.aftershock.shaking",
    "engine.games.aftershock.worlds",
    "engine.games.san_andreas.chances",
    "engine.games.san_andreas.evaluation",
    "engine.games.san_andreas.heuristics",
    "engine.games.san_andreas.legal",
    "engine.games.san_andreas.match",
    "engine.games.san_andreas.memory",
    "engine.games.san_andreas.tiles",
    "engine.games.san_andreas.water",
    "engine.games.san_andreas.worlds",
    "engine.games.seismic.board",
    "engine.games.seismic.evaluation",
    "engine.games.seismic.fits",
    "engine.games.seismic.forecast",
    "engine.games.seismic.legal",
    "engine.games.seismic.match",
    "engine.games.seismic.outlook",
    "engine.games.seismic.prospects",
    "engine.games.seismic.section_value",
    "engine.games.seismic.sections",
    "engine.games.seismic.tiles",
    "engine.games.seismic.worlds",
)
"""What gains by it."""

PLAIN: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "who checks, reads or writes values asks for declared types: compiled classes forget": (
            "engine.*.actions",
            "engine.*.events",
            "engine.*.pieces",
            "engine.*.state",
            "engine.game",
            "engine.record",
        ),
        "used in lessons alone, or once a match, where speed makes no difference": (
            "engine.*.counters",
            "engine.*.manners",
            "engine.counters",
        ),
        "pydantic's models, and types that are read at run time": (
            "engine.*.boardfile",
            "engine.puzzle_text",
            "engine.record_text",
            "engine.validation",
        ),
        "titles derive from `PhasedGame[…]`: a compiled class can't be subscripted": (
            "engine.phase",
            "engine.*.rules",
        ),
        "a compiled class works a cached property out anew each time": (
            "engine.*.grid",
            "engine.*.ground",
            "engine.games.aftershock.board",
        ),
        "compiled, functions within a generator don't find one another": (
            "engine.games.seismic.heuristics",
        ),
        "a compiled class can't derive from `Sequence`": (
            "engine.*.placements",
            "engine.*.turns",
        ),
        "not what a decision or a playout waits for": (
            "engine",
            "engine.agents",
            "engine.agents.[!ns]*",
            "engine.boards",
            "engine.compiled",
            "engine.draws",
            "engine.errors",
            "engine.games",
            "engine.games.aftershock",
            "engine.games.san_andreas",
            "engine.games.seismic",
            "engine.plans",
            "engine.puzzles",
            "engine.questions",
            "engine.referee",
            "engine.registry",
            "engine.replay",
            "engine.setups",
            "engine.takebacks",
            "engine.values",
            "engine.*.ahead",
            "engine.*.deals",
            "engine.*.piecepack",
            "engine.*.preview",
            "engine.*.variants",
            "engine.*.weights",
        ),
    }
)
"""Why all others are left plain, by patterns of their names."""


def compiled() -> tuple[str, ...]:
    """Return the modules that run compiled here."""
    origins = {name: find_spec(name) for name in COMPILED}
    return tuple(
        name for name, found in origins.items() if found and str(found.origin)[-3:] != ".py"
    )


def plain(cls: C) -> C:
    """Keep a class of a compiled module one of Python's own; its methods are compiled.

    So it can be pickled, derived from, and have cached tables. mypyc leaves every class alone that
    has a decorator which it doesn't know.
    """
    return cls
