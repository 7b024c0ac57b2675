"""`/seismic …`: everything that can be clicked, for those who type."""

from typing import Final

from bot.games.panel import Command, Commands, Option
from bot.games.seismic import typed, typed_quakes
from bot.games.seismic.typed import Typed
from engine.games.seismic.actions import Action

MOVES: Final[tuple[Command[Action], ...]] = (
    Command(
        "place",
        "Place one of the tiles on offer.",
        lambda view, *texts: typed.place(view, Typed(*texts)),
        (
            Option("tile", "one of those on offer, such as 3", typed.tile_suggestions),
            Option("cell", "where, such as J8", typed.cell_suggestions),
            Option(
                "orientation",
                "which orientation, by its number",
                typed.way_suggestions,
                is_needed=False,
            ),
            Option(
                "crew",
                "on which free road, or none",
                lambda view, *texts: typed.crew_suggestions(view, Typed(*texts)),
                is_needed=False,
            ),
        ),
    ),
    Command(
        "quake",
        "Choose the line that a quake takes.",
        typed_quakes.quake,
        (
            Option(
                "line",
                "one of the longest lines, or the town to be struck first",
                typed_quakes.line_suggestions,
            ),
        ),
    ),
    Command(
        "rotate",
        "Turn one tile after a quake (Aftershocks).",
        typed_quakes.rotate,
        (
            Option("cell", "of the tile, such as J8, or none", typed_quakes.turn_suggestions),
            Option(
                "orientation",
                "which orientation, by its number",
                typed_quakes.rotation_suggestions,
                is_needed=False,
            ),
        ),
    ),
)

COMMANDS: Final = Commands("seismic", "Build highways between quakes.", MOVES)
