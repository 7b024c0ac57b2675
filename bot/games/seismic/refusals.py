"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.games.names import escaped_name
from bot.games.people import name
from bot.games.seismic.offers import LETTERS
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    cell_name,
    crew_of,
    direction,
    line_from,
    magnitude,
    table_of,
    tile_name,
    town_name,
)
from bot.games.speech import and_list, capitalised, or_list
from engine.boards.hexes import Cell
from engine.errors import EngineError
from engine.games.seismic.preview import fits

SOME: Final = 3
"""How many cells are named when there are many."""


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    words, observation, data = view.words, view.observation, error.data
    say, told = words.say, _worded(view, error.data)
    match error.key.removeprefix("seismic-"):
        case "tile-not-on-offer":
            offer = and_list(words, [tile_name(words, code) for code in observation.display])
            return say("**{tile} is not on offer.** On offer: {tiles}.", tiles=offer, **told)
        case "no-such-cell":
            table = table_of(observation)
            columns = sorted(cell.q for cell in table.cells)
            return say(
                "**There is no cell {cell}.** Columns go from {first} to {last}.",
                first=table.column(columns[0]),
                last=table.column(columns[-1]),
                **told,
            )
        case "cell-taken":
            return say("**{cell} already has a tile.**", **told)
        case "tile-does-not-fit":
            return f"{_misfit(view, data)} {_fits_at(view, data['tile'])}"
        case "second-tile-does-not-fit":
            second = say("This would have been the second tile of your turn.")
            return f"{_misfit(view, data)} {_fits_at(view, data['tile'])} {second}"
        case "second-without-crew":
            return say("**A second tile takes no crew.** Place it without one.")
        case "no-such-turn":
            return say("**{tile} has no such orientation.** Choose one by its number.", **told)
        case "section-taken":
            theirs = and_list(words, [crew_of(view, seat) for seat in data["owners"]])
            if not data["free"]:
                return say(
                    "**That road already has {crews}.** Nothing else is free: place the tile "
                    "without a crew.",
                    crews=theirs,
                )
            letters = ", ".join(LETTERS[: len(data["free"])])
            return say(
                "**That road already has {crews}.** Free here: {letters}.",
                crews=theirs,
                letters=letters,
            )
        case "no-such-fragment":
            tile = tile_name(words, data["tile"])
            return say("**The tile has no such fragment:** {tile}.", tile=tile)
        case "no-crews-left":
            return say("**You have no crews left.** Place without one.")
        case "line-not-tied":
            town = observation.quakes[-1].town if observation.quakes else 0
            lines = or_list(words, [line_from(view, line, town) for line in data["tied"]])
            return say("**That line isn't one of the longest.** Choose: {lines}.", lines=lines)
        case "tie-already-chosen":
            return say(
                "**Already decided:** the {magnitude} quake took the {line}.",
                magnitude=magnitude(data["tile"]),
                line=line_from(view, data["line"], data["town"]),
            )
        case "town-already-chosen":
            return say(
                "**Already decided:** the {magnitude} quake struck the {town} first.",
                magnitude=magnitude(data["tile"]),
                town=town_name(words, observation, data["town"]),
            )
        case "no-such-town":
            towns = or_list(words, [town_name(words, observation, town) for town in data["towns"]])
            return say("**There is no such town.** Choose: {towns}.", towns=towns)
        case "no-tile-there":
            return f"{say('**There is no tile at {cell} to rotate.**', **told)} {_turns_at(view)}"
        case "town-does-not-turn":
            stays = say("**Towns can't be rotated.**")
            return f"{stays} {_turns_at(view)}"
        case "turned-already":
            who = name(view, data["seat"])
            turned = say(
                "**{cell} has already been rotated after this quake**, by {who}.", who=who, **told
            )
            return f"{turned} {_turns_at(view)}"
        case "no-such-rotation" if not data["free"]:
            stays = say("**{tile} at {cell} fits in no other orientation.**", **told)
            return f"{stays} {_turns_at(view)}"
        case "no-such-rotation":
            return say(
                "**{tile} at {cell} can't be rotated like that.** Choose an orientation by its"
                " number.",
                **told,
            )
        case "rotation-does-not-fit" if not data["free"]:
            return f"{_misfit(view, data)} {_turns_at(view)}"
        case "rotation-does-not-fit":
            ways = words.count(
                "It fits in {n} other orientation.",
                "It fits in {n} other orientations.",
                len(data["free"]),
            )
            return f"{_misfit(view, data)} {ways}"
        case "not-now":
            return say("**That can't be done now.** Nothing was sent.")
        case _:
            raise KeyError(error.key)


def _worded(view: View, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the tile and the cell that an error tells of, as they are called."""
    told = {}
    if "tile" in data:
        told["tile"] = capitalised(tile_name(view.words, data["tile"]))
    if "cell" in data:
        cell = data["cell"]
        is_known = isinstance(cell, Cell) and cell in table_of(view.observation).cells
        # A cell that the table doesn't have is called what was typed.
        told["cell"] = cell_name(view.observation, cell) if is_known else escaped_name(str(cell))
    return told


def _misfit(view: View, data: Mapping[str, Any]) -> str:
    say, told = view.words.say, _worded(view, data)
    if data["edge"] is not None:
        told["direction"] = direction(view.words, data["edge"])
    match data["meets"]:
        case "green":
            return say(
                "**{tile} can't go on {cell}:** its {direction} edge would meet green.", **told
            )
        case "highway":
            return say(
                "**{tile} can't go on {cell}:** its {direction} edge would meet a highway.", **told
            )
        case "nothing":
            return say("**{tile} can't go on {cell}:** it wouldn't continue any highway.", **told)
        case _:
            return say("**{tile} can't go on {cell}**, whatever its orientation.", **told)


def _fits_at(view: View, tile: str) -> str:
    """Return "It fits at F6, F7, G6 and 10 more."."""
    words, names = view.words, _named(view, fits(view.observation, tile))
    if not names:
        return words.say("It fits nowhere now.")
    if len(names) <= SOME + 1:
        return words.say("It fits at {cells}.", cells=and_list(words, names))
    return words.count(
        "It fits at {cells} and {n} more.",
        "It fits at {cells} and {n} more.",
        len(names) - SOME,
        cells=", ".join(names[:SOME]),
    )


def _turns_at(view: View) -> str:
    """Return "These can turn: F6, F7, G6 and 10 more."."""
    words = view.words
    names = _named(view, {rotate.cell for rotate in view.observation.rotations})
    if len(names) <= SOME + 1:
        return (
            words.say("These can be rotated: {cells}.", cells=and_list(words, names))
            if names
            else ""
        )
    return words.count(
        "These can be rotated: {cells} and {n} more.",
        "These can be rotated: {cells} and {n} more.",
        len(names) - SOME,
        cells=", ".join(names[:SOME]),
    )


def _named(view: View, cells: Iterable[Cell]) -> list[str]:
    return [cell_name(view.observation, cell) for cell in sorted(cells)]


def no_such_choice(view: View, typed: str) -> str:
    """Return that something typed is none of the choices; "" if nothing was typed."""
    if not typed.strip():
        return ""
    return view.words.say("**{typed} isn't one of the choices here.**", typed=escaped_name(typed))
