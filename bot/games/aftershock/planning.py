"""Phase 2C at the desk: where each bridge, meeple and aftershock goes. Drafts live in the ids.

p draft item [area]   the thing that is being placed; a menu appends the area
g draft item          go back to a thing, from a menu
P draft               seal the plan

A draft has a letter for each thing in the order of `Items.order`, "-" for what is not placed.
"""

from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.alt_texts import placed, plan_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.sheet import digit, letter, listing, place, sealing, sheet
from bot.games.aftershock.words import board_of, item_name, own_seat, space_name
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    keypad,
)
from bot.games.speech import capitalised
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Plan
from render.games.aftershock import RENDERER

OPEN: Final = "-"
IN_A_ROW: Final = 5
IN_A_MENU: Final = 25
LISTED: Final = 6
"""Things that are named above the map, so that a phone shows both."""


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a menu or button of this phase."""
    draft = checked(view, args[0] if args else "")
    if verb == "P":
        if OPEN in draft:
            raise IllegalAction("aftershock-not-now")
        areas = board_of(view.observation).areas
        return Submit(*sealing(view, *(Plan(areas[place(each, len(areas))]) for each in draft)))
    item = digit(args[1] if len(args) > 1 else "", len(draft))
    return _placed(view, draft, item, args[2]) if len(args) > 2 else plan(view, draft, item)


def _placed(view: View, draft: str, item: int, area: str) -> Screen:
    """Place a thing, and go on to the next that is open."""
    place(area, len(board_of(view.observation).areas))
    after = f"{draft[:item]}{area}{draft[item + 1 :]}"
    return plan(view, after, next_open(after, item))


def next_open(draft: str, item: int) -> int:
    """Return the first open thing after this one, else the first of all, else this one again."""
    later = draft.find(OPEN, item)
    found = later if later >= 0 else draft.find(OPEN)
    return found if found >= 0 else item


def checked(view: View, draft: str) -> str:
    """Return a draft that fits what there is to plan; a fresh one in place of any other."""
    count = len(items_of(view))
    areas = len(board_of(view.observation).areas)
    fits = len(draft) == count and all(each == OPEN or each in _letters(areas) for each in draft)
    return draft if fits else OPEN * count


def _letters(count: int) -> str:
    return "".join(letter(number) for number in range(count))


def items_of(view: View) -> tuple[str, ...]:
    """Return the things to plan, in the order in which they are placed."""
    order: tuple[str, ...] = view.observation.items[own_seat(view)].order
    return order


def drafted(view: View, areas: Sequence[str]) -> str:
    """Return the draft in which the first things lie on these areas."""
    index, count = board_of(view.observation).index, len(items_of(view))
    return checked(view, "".join(letter(index[area]) for area in areas).ljust(count, OPEN))


def plan(view: View, draft: str = "", item: int = 0, first: str = "") -> Screen:
    """Ask where the current thing goes; show the others and the map."""
    draft = checked(view, draft)
    item = min(item, len(draft) - 1)
    blocks: tuple[Block, ...] = (
        picture(view, draft, item),
        *_areas(view, draft, item),
        *_items(view, draft, item),
        Row((_seal(view, draft), listing(view, draft, item))),
    )
    return sheet(view, _list(view, draft, item), *blocks, first=first)


def areas_of(view: View, draft: str) -> tuple[str | None, ...]:
    """Return the areas of a draft, None for what is open."""
    areas = board_of(view.observation).areas
    return tuple(None if each == OPEN else areas[place(each, len(areas))] for each in draft)


def labels(view: View) -> list[str]:
    """Return "Bridge 1", "Bridge 2", "Meeple": numbered only where there are several."""
    items = items_of(view)
    names = [capitalised(item_name(view.words, item)) for item in items]
    return [
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def _list(view: View, draft: str, item: int) -> str:
    """Return the thing that is being placed, and those after it, in a circle."""
    words, named, areas = view.words, labels(view), areas_of(view, draft)
    lines = [
        words.say("**{item}**: {area}", item=named[at], area=placed(view, areas[at]))
        for at in _from(item, len(named))[:LISTED]
    ]
    marks = ["➤", *("◦" for _ in lines[1:])]
    left = len(named) - len(lines)
    more = [words.count("-# and {n} more item", "-# and {n} more items", left)] if left else []
    return "\n".join([*(f"{mark} {line}" for mark, line in zip(marks, lines, strict=True)), *more])


def _from(item: int, count: int) -> list[int]:
    """Return the numbers of all things, beginning with one, in a circle."""
    return [*range(item, count), *range(item)]


def picture(view: View, draft: str, item: int | None) -> Image:
    """Return the own planning map."""
    words = view.words
    areas = areas_of(view, draft)
    drawn = captions(view, words.say("Plan"))
    image = RENDERER.plan(view.observation, drawn, areas, item)
    return Image(image, plan_alt(view, items_of(view), areas))


def _areas(view: View, draft: str, item: int) -> tuple[Block, ...]:
    board, words = view.observation, view.words
    named = [space_name(words, board, area) for area in board_of(board).areas]
    if view.preferences.lists:
        options = tuple(SelectOption(name, letter(at)) for at, name in enumerate(named))
        label = words.say("{item}: where?", item=labels(view)[item])
        return (Select(draft_id(view, "p", draft, item), label, options),)
    return keypad(
        tuple(
            Button(
                name,
                draft_id(view, "p", draft, item, letter(at)),
                Style.PRIMARY if draft[item] != letter(at) else Style.GREEN,
            )
            for at, name in enumerate(named)
        )
    )


def _items(view: View, draft: str, item: int) -> tuple[Block, ...]:
    """Return the way back to other things: buttons, or a menu where there are many."""
    named = labels(view)
    if len(named) == 1:
        return ()
    if len(named) > IN_A_ROW or view.preferences.lists:
        options = tuple(
            SelectOption(named[at], str(at), chosen=at == item)
            for at in _from(item, len(named))[:IN_A_MENU]
        )
        label = view.words.say("Choose another item")
        return (Select(draft_id(view, "g", draft), label, options),)
    buttons = tuple(
        Button(name, draft_id(view, "g", draft, at), disabled=at == item)
        for at, name in enumerate(named)
    )
    return (Row(buttons),)


def _seal(view: View, draft: str) -> Button:
    label = view.words.say("Seal my plan")
    return Button(label, draft_id(view, "P", draft), Style.GREEN, disabled=OPEN in draft)
