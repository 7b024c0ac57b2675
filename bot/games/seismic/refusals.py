"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.games.names import shown
from bot.games.panel import View
from bot.games.people import name
from bot.games.seismic.draft import LETTERS
from bot.games.seismic.fits import ways_of
from bot.games.seismic.tile_names import magnitude, tile_name
from bot.games.seismic.words import (
    cell_name,
    crew_of,
    direction,
    line_from,
    table_of,
    town_name,
)
from bot.games.speech import capitalised, either, listed
from bot.locale.localisation import Words
from engine.boards.hexes import Cell
from engine.errors import EngineError

Data: TypeAlias = Mapping[str, Any]
SOME: Final = 3
"""How many cells are named when there are many."""


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    return REFUSALS[error.key](view, error.data)


def no_such_choice(view: View, typed: str) -> str:
    """Return that something typed is none of the choices; "" if nothing was typed."""
    if not typed.strip():
        return ""
    return view.words.say("**{typed} isn't one of the choices here.**", typed=shown(typed))


def _not_on_offer(view: View, data: Data) -> str:
    words = view.words
    offer = listed(words, [tile_name(words, code) for code in view.observation.display])
    return words.say(
        "**{tile} is not on offer.** On offer: {tiles}.", tile=_tile(words, data), tiles=offer
    )


def _no_such_cell(view: View, data: Data) -> str:
    table = table_of(view.observation)
    columns = sorted(cell.q for cell in table.cells)
    return view.words.say(
        "**There is no cell {cell}.** Columns go from {first} to {last}.",
        cell=_cell(view, data),
        first=table.column(columns[0]),
        last=table.column(columns[-1]),
    )


def _cell_taken(view: View, data: Data) -> str:
    return view.words.say("**{cell} already has a tile.**", cell=_cell(view, data))


def _does_not_fit(view: View, data: Data) -> str:
    return f"{_misfit(view, data)} {fits_at(view, data['tile'])}"


def _misfit(view: View, data: Data) -> str:
    words = view.words
    named = {"tile": _tile(words, data), "cell": _cell(view, data)}
    if data["edge"] is not None:
        named["direction"] = direction(words, data["edge"])
    match data["meets"]:
        case "green":
            return words.say(
                "**{tile} can't go on {cell}:** its {direction} edge would meet green.", **named
            )
        case "highway":
            return words.say(
                "**{tile} can't go on {cell}:** its {direction} edge would meet a highway.",
                **named,
            )
        case "nothing":
            return words.say(
                "**{tile} can't go on {cell}:** it wouldn't continue any highway.", **named
            )
        case _:
            return words.say("**{tile} can't go on {cell}**, whatever its orientation.", **named)


def fits_at(view: View, tile: str) -> str:
    """Return "It fits at F6, F7, G6 and 10 more."."""
    names = [cell_name(view.observation, cell) for cell in ways_of(view.observation, tile)]
    if not names:
        return view.words.say("It fits nowhere now.")
    if len(names) <= SOME + 1:
        return view.words.say("It fits at {cells}.", cells=listed(view.words, names))
    return view.words.count(
        "It fits at {cells} and {n} more.",
        "It fits at {cells} and {n} more.",
        len(names) - SOME,
        cells=", ".join(names[:SOME]),
    )


def _no_such_turn(view: View, data: Data) -> str:
    tile = _tile(view.words, data)
    return view.words.say(
        "**{tile} has no such orientation.** Choose one by its number.", tile=tile
    )


def _section_taken(view: View, data: Data) -> str:
    words = view.words
    theirs = listed(words, [crew_of(view, seat) for seat in data["owners"]])
    if not data["free"]:
        return words.say(
            "**That road already has {crews}.** Nothing else is free: place the tile "
            "without a crew.",
            crews=theirs,
        )
    letters = ", ".join(LETTERS[: len(data["free"])])
    return words.say(
        "**That road already has {crews}.** Free here: {letters}.", crews=theirs, letters=letters
    )


def _no_such_fragment(view: View, data: Data) -> str:
    tile = tile_name(view.words, data["tile"])
    return view.words.say("**The tile has no such fragment:** {tile}.", tile=tile)


def _no_crews(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**You have no crews left.** Place without one.")


def _line_not_tied(view: View, data: Data) -> str:
    town = view.observation.quakes[-1].town if view.observation.quakes else 0
    tied = either(view.words, [line_from(view, line, town) for line in data["tied"]])
    return view.words.say("**That line isn't one of the longest.** Choose: {lines}.", lines=tied)


def _tie_chosen(view: View, data: Data) -> str:
    return view.words.say(
        "**That choice is made already:** the {magnitude} quake took the {line}.",
        magnitude=magnitude(data["tile"]),
        line=line_from(view, data["line"], data["town"]),
    )


def _town_chosen(view: View, data: Data) -> str:
    return view.words.say(
        "**That choice is made already:** the {magnitude} quake struck the {town} first.",
        magnitude=magnitude(data["tile"]),
        town=town_name(view.words, view.observation, data["town"]),
    )


def _no_such_town(view: View, data: Data) -> str:
    words = view.words
    towns = either(words, [town_name(words, view.observation, town) for town in data["towns"]])
    return words.say("**There is no such town.** Choose: {towns}.", towns=towns)


def _second_does_not_fit(view: View, data: Data) -> str:
    second = view.words.say("This would have been the second tile of your turn.")
    return f"{_does_not_fit(view, data)} {second}"


def _second_without_crew(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**A second tile takes no crew.** Place it without one.")


def _no_tile_there(view: View, data: Data) -> str:
    words = view.words
    missing = words.say("**There is no tile at {cell} to turn.**", cell=_cell(view, data))
    return f"{missing} {turns_at(view)}"


def _town_does_not_turn(view: View, data: Data) -> str:  # noqa: ARG001
    stays = view.words.say("**Towns don't turn.**")
    return f"{stays} {turns_at(view)}"


def _turned_already(view: View, data: Data) -> str:
    turned = view.words.say(
        "**{cell} was turned already after this quake**, by {who}.",
        cell=_cell(view, data),
        who=name(view, data["seat"]),
    )
    return f"{turned} {turns_at(view)}"


def _no_such_rotation(view: View, data: Data) -> str:
    words = view.words
    named = {"tile": _tile(words, data), "cell": _cell(view, data)}
    if not data["free"]:
        stays = words.say("**{tile} at {cell} fits in no other orientation.**", **named)
        return f"{stays} {turns_at(view)}"
    return words.say(
        "**{tile} at {cell} can't be turned like that.** Choose an orientation by its number.",
        **named,
    )


def _rotation_does_not_fit(view: View, data: Data) -> str:
    words, free = view.words, len(data["free"])
    if not free:
        return f"{_misfit(view, data)} {turns_at(view)}"
    ways = words.count(
        "It fits in {n} other orientation.", "It fits in {n} other orientations.", free
    )
    return f"{_misfit(view, data)} {ways}"


def turns_at(view: View) -> str:
    """Return "F6, F7, G6 and 10 more can turn."."""
    words = view.words
    cells = dict.fromkeys(rotate.cell for rotate in view.observation.rotations)
    names = [cell_name(view.observation, cell) for cell in sorted(cells)]
    if len(names) <= SOME + 1:
        return words.say("These can turn: {cells}.", cells=listed(words, names)) if names else ""
    return words.count(
        "These can turn: {cells} and {n} more.",
        "These can turn: {cells} and {n} more.",
        len(names) - SOME,
        cells=", ".join(names[:SOME]),
    )


def _not_now(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**That can't be done now.** Nothing was sent.")


def _tile(words: Words, data: Data) -> str:
    return capitalised(tile_name(words, data["tile"]))


def _cell(view: View, data: Data) -> str:
    """Return a cell's name; what was typed if the table has no such cell."""
    cell = data["cell"]
    if isinstance(cell, Cell) and cell in table_of(view.observation).cells:
        return cell_name(view.observation, cell)
    return shown(str(cell))


# fmt: off
REFUSALS: Final[Mapping[str, Callable[[View, Data], str]]] = {
    "seismic-tile-not-on-offer": _not_on_offer,
    "seismic-no-such-cell": _no_such_cell,
    "seismic-cell-taken": _cell_taken,
    "seismic-tile-does-not-fit": _does_not_fit,
    "seismic-no-such-turn": _no_such_turn,
    "seismic-section-taken": _section_taken,
    "seismic-no-such-fragment": _no_such_fragment,
    "seismic-no-crews-left": _no_crews,
    "seismic-line-not-tied": _line_not_tied,
    "seismic-tie-already-chosen": _tie_chosen,
    "seismic-town-already-chosen": _town_chosen,
    "seismic-no-such-town": _no_such_town,
    "seismic-second-tile-does-not-fit": _second_does_not_fit,
    "seismic-second-without-crew": _second_without_crew,
    "seismic-no-tile-there": _no_tile_there,
    "seismic-town-does-not-turn": _town_does_not_turn,
    "seismic-turned-already": _turned_already,
    "seismic-no-such-rotation": _no_such_rotation,
    "seismic-rotation-does-not-fit": _rotation_does_not_fit,
    "seismic-not-now": _not_now,
}
# fmt: on
