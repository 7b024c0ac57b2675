"""Examples for the pages of the rules: drawings side by side, each with a line below."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.boards.hexes import Cell
from engine.games.seismic.pieces import Quake, laid_out
from render.canvas import Canvas, Face
from render.frames import framed, place_field
from render.games.seismic.captions import Lesson
from render.games.seismic.check import Undrawable
from render.games.seismic.scenes import Scene, Slots, Stack
from render.lettering import shortened, wrapped
from render.theme import WIDTH

_FAR_NORTH: Final = Cell(0, -2)
_EAST: Final = Cell(1, 0)

_PLACING: Final = (
    Scene("1,-1 03/1; 1,0 02/5", drafts=(_EAST,), verdict="yes"),
    Scene("1,-1 03/1; 1,0 01/5", drafts=(_EAST,), verdict="no"),
    Scene("1,-1 03/1; 2,-1 02/1", drafts=(Cell(2, -1),), verdict="no"),
)
_CREWS: Final = (
    Scene("0,-1 03/0; 0,-2 02/3", "0,-2:3 a", drafts=(_FAR_NORTH,), verdict="yes"),
    Scene(
        "0,-1 03/0; 0,-2 02/3",
        "0,-1:0 b",
        drafts=(_FAR_NORTH,),
        refused={(_FAR_NORTH, 3): 0},
        verdict="no",
    ),
    Scene("0,-1 03/0; 0,-2 03/0; 0,-3 +2:03/0", "0,-1:0 a; 0,-3:3 b", drafts=(_FAR_NORTH,)),
)
_SECTIONS: Final = (
    Scene("1,-1 02/2; 2,-1 +2:03/5", "1,-1:2 a", verdict="yes"),
    Scene("1,-1 02/2; 2,-1 02/5", "1,-1:2 a", verdict="no"),
    Scene("1,-1 01-24/2; 2,-1 01/4; 1,0 01-25/0", "2,-1:4 a", verdict="no"),
)
_ROAD: Final = "1,-1 02/2; 2,-1 02/5; 3,-2 02/2; 4,-2 +3:024/1"
_WORTH: Final[Mapping[tuple[Cell, int], str]] = {
    (Cell(0, 0), 1): "6",
    (Cell(1, -1), 2): "1",
    (Cell(2, -1), 1): "1",
    (Cell(3, -2), 2): "1",
    (Cell(4, -2), 5): "3",
}
_SCORING: Final = (
    Scene(_ROAD, labels=_WORTH),
    Scene(_ROAD, "1,-1:2 a; 3,-2:2 b"),
)

_REST: Final = "3,0 02/3; 1,-1 03/1; 0,1 +2:03/0"
_FALLING: Final = "1,0 03/2; 2,0 03/2"
_STRUCK: Final = Quake("Q2.0", (0, 1, 3, 1, 0, 0), (2,), 2, laid_out(_FALLING, "2,0:2 a"))
_QUAKE: Final = (
    Scene(f"{_FALLING}; {_REST}", "2,0:2 a; 0,1:0 b", threat=(2, 2)),
    Scene(_REST, "0,1:0 b", quakes=(_STRUCK,)),
)
_DILEMMA: Final = (
    Scene("0,-1 03/0; 0,-2 02/3", "0,-2:3 a", drafts=(_FAR_NORTH,)),
    Scene("0,-1 03/0; 0,-2 02/3; -1,-2 02/2", drafts=(_FAR_NORTH, Cell(-1, -2))),
    Scene("0,-1 03/0; 0,-2 02/3", drafts=(_FAR_NORTH,)),
)
_AFTERSHOCKS: Final = (
    Scene("1,-1 01-23-45/0; 1,0 +2:01/5", "1,-1:2 a"),
    Scene("1,-1 01-23-45/1; 1,0 +2:01/5", "1,-1:3 a", turned=(Cell(1, -1),)),
)
_TWINS: Final = (Cell(0, 0), Cell(8, 0))


def _between(first: int, last: int) -> str:
    """Return straights on the line between the two towns."""
    return "; ".join(f"{q},0 03/2" for q in range(first, last + 1))


def _strike(town: int, line: int, length: int, first: int) -> Quake:
    fallen = laid_out(_between(first, first + 2))
    lengths = tuple(length if each == line else 0 for each in range(6))
    return Quake("Q3.0", lengths, (line,), line, fallen, town)


_TWIN_CITIES: Final = (
    Scene(_between(1, 7), "2,0:2 a", towns=_TWINS, labels={(Cell(5, 0), 2): "+10"}),
    Scene(_between(4, 4), towns=_TWINS, quakes=(_strike(0, 2, 8, 1), _strike(1, 5, 5, 5))),
)
_BIG_ONE: Final = (
    Stack(tiles=22, bottom=6, chips=("6",)),
    Slots((("bottom", "bottom", "bottom"), ("bottom", "bottom", "Q6.0")), mark="?"),
)
_BALANCE: Final = (
    Slots((("pile", "03-14"), ("01-34", "02")), seat=0, mark="?", side=72),
    Slots((("pile", "Q4.0"), ("01-34", "lost")), seat=0, mark="?", side=72),
)

DRAWINGS: Final[Mapping[str, tuple[Scene | Slots | Stack, ...]]] = {
    "pieces": tuple(Slots(((code,),), side=110) for code in ("01-24", "+3:024", "SA", "Q4.0")),
    "placing": _PLACING,
    "crews": _CREWS,
    "sections": _SECTIONS,
    "quakes": _QUAKE,
    "scoring": _SCORING,
    "big_one": _BIG_ONE,
    "road_crews_dilemma": _DILEMMA,
    "aftershocks": _AFTERSHOCKS,
    "twin_cities": _TWIN_CITIES,
    "balance": _BALANCE,
}
"""The drawings of each example, from left to right:

pieces: a highway tile with a bridge; an intersection; San Andreas; a quake.
placing: it fits; a highway meets green; no highway is joined.
crews: A on a free section; A may not join B's section; a new tile joins sections of A and B.
sections: complete, 6 + 1 + 2; open; a loop.
quakes: a 2.0 would take two tiles of the longest line, south-east; the same, fallen.
scoring: 6 + 1 + 1 + 1 + 3 = 12; A and B share the road, both get 12.
big_one: the pile with its bottom six; what lies there: five tiles and the 6.0.
road_crews_dilemma: a crew; a second tile; nothing.
aftershocks: before; after A turned the tile: the road runs from +2 to San Andreas.
twin_cities: a road from town to town, 6 + 6 + 7 + 10 = 29; a 3.0 took three tiles at each town.
balance: A drew a tile and places it or one of the two; A drew a quake: one of two is left.
"""

EXAMPLES: Final[Mapping[str, int]] = {name: len(found) for name, found in DRAWINGS.items()}
"""How many labels each example needs: one for each of its drawings."""


_HEIGHT: Final = 700
_MARGIN: Final = 28
_GAP: Final = 16
_ROOM: Final = WIDTH - 2 * _MARGIN
_TOP: Final = 92
_FIELD: Final = 400
_LINES: Final = 4
_TITLE: Final = Face("bold", 48)
_SIZES: Final = (38, 36, 34, 32, 30)
"""Of the labels: the largest at which none of them is cut."""


def lesson_canvas(name: str, lesson: Lesson) -> Canvas:
    """Return the examples of this name with their words."""
    if name not in DRAWINGS or len(lesson.labels) != len(DRAWINGS[name]):
        raise Undrawable(f"{name!r} with {len(lesson.labels)} labels")
    canvas = framed("frame", WIDTH, _HEIGHT)
    title = shortened(lesson.title, _TITLE.weight, _TITLE.size, _ROOM)
    canvas.write(title, _MARGIN + 4, 52, _TITLE)
    width = _width(len(lesson.labels))
    size, labels = label_lines(lesson.labels)
    for n, (drawing, lines) in enumerate(zip(DRAWINGS[name], labels, strict=True)):
        left = _MARGIN + n * (width + _GAP)
        place_field(canvas, drawing.draw((width, _FIELD)).picture, left, _TOP)
        for row, line in enumerate(lines):
            y = _TOP + _FIELD + 34 + 44 * row
            canvas.write(line, left + 4, y, Face("regular", size))
    return canvas


def label_lines(labels: Sequence[str]) -> tuple[int, list[list[str]]]:
    """Return the size of the labels below drawings and their lines, cut only if all sizes are."""
    room = _width(len(labels)) - 8
    for size in _SIZES:
        found = [wrapped(label, "regular", size, room, _LINES) for label in labels]
        if not any(line.endswith("…") for lines in found for line in lines):
            break
    return size, found


def _width(count: int) -> int:
    return (_ROOM - _GAP * (count - 1)) // count
