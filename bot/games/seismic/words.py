"""What tiles, cells, lines, towns and crews are called, and how a typed name is understood.

A shape has a short name, as on buttons, and where two shapes share one, a full name that tells
them apart ("two loose curves, crossing"). Names are lower case, for the middle of a sentence.
"""

from collections.abc import Iterable
from typing import Final

from bot.games.people import name, numbered, tally
from bot.games.seismic.view import View
from bot.games.speech import capitalised, folded, then_list
from bot.locale.localisation import Words, mark
from bot.locale.localisation import words as words_of
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.seismic.grid import Grid
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES

DIRECTIONS: Final = (
    mark("north"),
    mark("northeast"),
    mark("southeast"),
    mark("south"),
    mark("southwest"),
    mark("northwest"),
)


def table_of(observation: Observation) -> Grid:
    """Return the table with its names of cells."""
    return observation.grid


def cell_name(observation: Observation, cell: Cell) -> str:
    """Return the public name of a cell, "J8".

    Cells beyond the table have none; the text board calls them the edge.
    """
    return table_of(observation).name(cell)


def cell_names(observation: Observation, cells: Iterable[Cell]) -> str:
    """Return "I8, I7, I6" in the order given."""
    return ", ".join(cell_name(observation, cell) for cell in cells)


def cell_of(observation: Observation, name: str) -> Cell:
    """Return the cell of this name, in any case; raise `IllegalAction` if there is none."""
    cell = table_of(observation).cell(name)
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=name)
    return cell


def neighbour_name(words: Words, observation: Observation, cell: Cell) -> str:
    """Return what a built cell is called: its own name, or the town's."""
    if cell in observation.towns:
        return at_town(words, observation, observation.towns.index(cell))
    return cell_name(observation, cell)


def direction(words: Words, number: int) -> str:
    """Return "south-west"."""
    return words.say(DIRECTIONS[number])


def line_name(words: Words, number: int) -> str:
    """Return "south line"."""
    return words.say("{direction} line", direction=direction(words, number))


TOWNS: Final = (mark("left town"), mark("right town"))
AT_TOWNS: Final = (mark("the left town"), mark("the right town"))


def town_name(words: Words, observation: Observation, town: int) -> str:
    """Return "San Andreas", or "left town" where there are two, for buttons and titles."""
    return words.say(TOWNS[town]) if len(observation.towns) > 1 else "San Andreas"


def at_town(words: Words, observation: Observation, town: int) -> str:
    """Return "San Andreas", or "the left town" where there are two, for sentences."""
    return words.say(AT_TOWNS[town]) if len(observation.towns) > 1 else "San Andreas"


def line_from(view: View, number: int, town: int) -> str:
    """Return "south line", or "south line of the left town" where there are two."""
    words, observation = view.words, view.observation
    line = line_name(words, number)
    if len(observation.towns) == 1:
        return line
    return words.say("{line} of the {town}", line=line, town=town_name(words, observation, town))


def nothing_falls(view: View, line: str) -> str:
    """Return what a quake does to a line where only the other town lies."""
    return view.words.say(
        "{line}: only the other town is there, so it takes nothing.", line=capitalised(line)
    )


def crew_of(view: View, seat: Seat) -> str:
    """Return "Bob's crew", "your crew"."""
    if seat == view.viewer:
        return view.words.say("your crew")
    return view.words.say("{who}'s crew", who=name(view, seat))


def crews(words: Words, n: int) -> str:
    """Return "4 crews"."""
    return words.count("{n} crew", "{n} crews", n)


def tiles(words: Words, n: int) -> str:
    """Return "4 tiles"."""
    return words.count("{n} tile", "{n} tiles", n)


def match_name(view: View) -> str:
    """Return "Seismic 42"."""
    return numbered(view, "Seismic")


def place_name(words: Words, observation: Observation, laid: Laid) -> str:
    """Return what an end of a section is called: "San Andreas", "+6 at J8"."""
    if TILES[laid.tile].kind == "town":
        return at_town(words, observation, observation.towns.index(laid.cell))
    cell = cell_name(observation, laid.cell)
    return words.say("+{n} at {cell}", n=TILES[laid.tile].value, cell=cell)


def sent_home(view: View, fallen: Iterable[Laid]) -> str:
    """Return "Ann 2, Bob 1", the crews that stood on fallen tiles; "" if none did."""
    seats = [crew.seat for laid in fallen for crew in laid.crews]
    counted = [(seat, seats.count(seat)) for seat in sorted(set(seats))]
    return ", ".join(tally(view.words, name(view, seat), count) for seat, count in counted)


def turns_played(observation: Observation) -> int:
    """Return how many turns there were; during one, it counts.

    When the common pile has run out, one more had begun, in which nothing could be built. Own piles
    run out at the end of a turn.
    """
    outcome, has_own_piles = observation.outcome, observation.variant.own_piles
    is_cut_short = outcome is not None and outcome.reason == "seismic-pile-empty"
    return observation.turn - (is_cut_short and not has_own_piles)


# fmt: off
NAMES: Final = {
    "01": mark("tight curve"),
    "02": mark("loose curve"),
    "03": mark("straight"),
    "01-23": mark("two tight curves"),
    "01-24": mark("tight + loose"),
    "01-25": mark("tight + straight"),
    "01-34": mark("two tight curves"),
    "01-35": mark("tight + loose"),
    "02-13": mark("two loose curves"),
    "02-14": mark("loose + straight"),
    "02-35": mark("two loose curves"),
    "03-14": mark("two straights"),
    "01-23-45": mark("three tight curves"),
    "01-24-35": mark("tight + two loose"),
    "01-25-34": mark("two tight + straight"),
    "02-14-35": mark("two loose + straight"),
    "03-14-25": mark("three straights"),
}

# Turning clockwise from the single part (or the straight's end), what comes next decides.
FULL_NAMES: Final = {
    "01-23": mark("two tight curves, side by side"),
    "01-34": mark("two tight curves, facing"),
    "01-24": mark("tight + loose, clockwise"),
    "01-35": mark("tight + loose, counterclockwise"),
    "02-13": mark("two loose curves, crossing"),
    "02-35": mark("two loose curves, apart"),
    "+2:01": mark("+2 intersection, tight"),
    "+2:02": mark("+2 intersection, loose"),
    "+2:03": mark("+2 intersection, straight"),
    "+3:012": mark("+3 intersection, in a row"),
    "+3:013": mark("+3 intersection, two and one clockwise"),
    "+3:014": mark("+3 intersection, two and one counterclockwise"),
    "+3:024": mark("+3 intersection, evenly spread"),
    "+4:0123": mark("+4 intersection, in a row"),
    "+4:0124": mark("+4 intersection, three and one"),
    "+4:0134": mark("+4 intersection, two and two"),
}
# fmt: on


def tile_name(words: Words, code: str) -> str:
    """Return the short name of a tile, a quake or San Andreas."""
    tile = TILES[code]
    match tile.kind:
        case "highway":
            return words.say(NAMES[code])
        case "intersection":
            return words.say("+{n} intersection", n=tile.value)
        case "quake":
            return words.say("quake {magnitude}", magnitude=magnitude(code))
        case "town":
            return "San Andreas"


def full_name(words: Words, code: str) -> str:
    """Return a name that no other shape has."""
    return words.say(FULL_NAMES[code]) if code in FULL_NAMES else tile_name(words, code)


def known_next(view: View) -> list[str]:
    """Return what is known of the next tiles from moves that were taken back, in a sentence."""
    words = view.words
    named = [
        words.say("quake {magnitude}", magnitude=magnitude(flip.tile))
        if TILES[flip.tile].kind == "quake"
        else full_name(words, flip.tile)
        for flip in view.known
    ]
    if not named:
        return []
    known = then_list(words, named)
    if not view.observation.piles:
        return [words.say("After the undo, everyone knows what comes next: {tiles}.", tiles=known)]
    # Own piles: the next one to draw may have others left.
    text = words.say(
        "After the undo, everyone knows what comes next: {tiles}, if the same is left to draw.",
        tiles=known,
    )
    return [text]


def distinct_names(words: Words, codes: tuple[str, ...]) -> dict[str, str]:
    """Return the short names of `codes`, full ones for those that would share theirs."""
    short = {code: tile_name(words, code) for code in codes}
    shared = [name for name in short.values() if list(short.values()).count(name) > 1]
    return {
        code: full_name(words, code) if name in shared else name for code, name in short.items()
    }


def magnitude(code: str) -> str:
    """Return the magnitude as it is printed on a quake tile.

    >>> magnitude("Q4.0")
    '4.0'
    """
    return code[1:]


def is_tile(words: Words, code: str, typed: str) -> bool:
    """Say whether `typed` begins a name of the tile or its code."""
    return any(name.startswith(folded(typed)) for name in _known_as(words, code))


def is_exactly(words: Words, code: str, typed: str) -> bool:
    """Say whether `typed` is a whole name of the tile or its code."""
    return folded(typed) in _known_as(words, code)


def _known_as(words: Words, code: str) -> list[str]:
    """Return the names of a tile in this language and in English, folded."""
    names = (tile_name(words, code), full_name(words, code), NAMES.get(code, code), code)
    return [folded(name) for name in names]


NOTHING: Final = "-"
"""In ids and among what is typed: no crew, no tile."""
NONE: Final = mark("no crew, none, nothing, no")
"""All that means it, one after the other."""


def means_none(words: Words, typed: str) -> bool:
    """Say whether `typed` asks for no crew, for no tile; English is understood as well."""
    known = [name for each in (words, words_of("en")) for name in each.say(NONE).split(",")]
    return folded(typed) in {NOTHING, *map(folded, known)}


def digit(text: str) -> int:
    """Read one digit of an id; raise `IllegalAction` for an id that is made by hand."""
    if len(text) == 1 and text.isdecimal():
        return int(text)
    raise IllegalAction("seismic-not-now")


def headed(words: Words, head: str, what: str) -> str:
    """Return "J8: 4 orientations", "X: open, length 1"."""
    return words.say("{head}: {what}", head=head, what=what)
