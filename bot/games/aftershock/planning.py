"""The phase "plan": where each bridge, meeple and aftershock goes. Drafts live in the ids.

p draft item [area]   the thing that is being placed; a menu appends the area
g draft item          go back to a thing, from a menu
P draft               seal the plan

A draft has a letter for each thing in the order of `Items.order`, "-" for what is not placed.
"""

from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.desk import (
    LETTERS,
    NONE,
    NOT_NOW,
    Sealed,
    area_of,
    digit,
    key_of,
    place,
    plan_in_words,
    plan_picture,
    private_screen,
    relisting,
    sealing,
    toggle,
)
from bot.games.aftershock.pictures import captions, placed, plan_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import item_name, own_seat, space_name
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import Block, Button, Image, Row, Screen, Select, SelectOption, Style, keypad
from bot.games.speech import capitalised
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Plan
from engine.games.aftershock.preview import planned
from render.games.aftershock import RENDERER

IN_A_ROW: Final = 5
IN_A_MENU: Final = 25
LISTED: Final = 4
"""Things that are named above the map, so that a phone shows both."""


class Planning(Sealed):
    """One thing after the other is put on an area; one can go back to each."""

    verbs = "pgP"
    seals = "P"

    def wanted(self, view: View, who: str) -> str:
        return view.words.count(
            "{who}, **make your plan.**",
            "{who}, **make your plan.**",
            len(self.addressed(view)),
            who=who,
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        draft = checked(view, args[0] if args else "")
        if verb == "P":
            if NONE in draft:
                raise IllegalAction(NOT_NOW)
            return Submit(*sealing(view, *(Plan(area_of(view, each)) for each in draft)))
        item = digit(args[1] if len(args) > 1 else "", len(draft))
        if len(args) > 2:
            place(args[2], len(view.observation.board.areas))
            draft = f"{draft[:item]}{args[2]}{draft[item + 1 :]}"
            item = next_open(draft, item)
        return self.question(view, draft, item)

    def refreshed(self, view: View, verb: str, args: tuple[str, ...]) -> Screen:
        return self.question(view, args[0] if verb in self.verbs and args else "")

    def relisted(self, view: View, args: tuple[str, ...]) -> Screen:
        if len(args) != 2:
            return self.for_viewer(view)
        draft = checked(view, args[0])
        return self.question(view, draft, digit(args[1], len(draft)))

    def reopened(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        return self.question(view, drafted(view, choice), first=first)

    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        return plan_in_words(view, planned(view.observation, choice))

    def choice_picture(self, view: View, choice: Sequence[str]) -> Image | None:
        return plan_picture(view, planned(view.observation, choice))

    def question(self, view: View, draft: str = "", item: int = 0, first: str = "") -> Screen:
        """Ask where a thing goes; show it with those after it, in a circle, and the map."""
        words, draft = view.words, checked(view, draft)
        item = min(item, len(draft) - 1)
        named, areas = labels(view), areas_of(view, draft)
        circle = [(item + at) % len(named) for at in range(len(named))]
        lines = [
            words.say("**{item}**: {area}", item=named[at], area=placed(view, areas[at]))
            for at in circle[:LISTED]
        ]
        told = [f"{'◦' if number else '➤'} {line}" for number, line in enumerate(lines)]
        if left := len(named) - len(lines):
            told.append(words.count("-# and {n} more item", "-# and {n} more items", left))

        known = [space_name(view, a) for a in view.observation.board.areas]
        keys: tuple[Block, ...]
        if view.preferences.lists:
            options = tuple(SelectOption(name, LETTERS[at]) for at, name in enumerate(known))
            label = words.say("{item}: where?", item=named[item])
            keys = (Select(draft_id(view, "p", draft, item), label, options),)
        else:
            keys = keypad(
                tuple(
                    toggle(
                        name,
                        draft_id(view, "p", draft, item, LETTERS[at]),
                        is_chosen=draft[item] == LETTERS[at],
                    )
                    for at, name in enumerate(known)
                )
            )

        others: tuple[Block, ...] = ()
        if len(named) > IN_A_ROW or (view.preferences.lists and len(named) > 1):
            things = tuple(
                SelectOption(named[at], str(at), chosen=at == item) for at in circle[:IN_A_MENU]
            )
            label = words.say("Choose another item")
            others = (Select(draft_id(view, "g", draft), label, things),)
        elif len(named) > 1:
            back = (
                Button(name, draft_id(view, "g", draft, at), disabled=at == item)
                for at, name in enumerate(named)
            )
            others = (Row(tuple(back)),)

        label = words.say("Seal my plan")
        seal = Button(label, draft_id(view, "P", draft), Style.GREEN, disabled=NONE in draft)
        drawn, form = picture(view, draft, item), relisting(view, draft, item)
        blocks = (drawn, *keys, *others, Row((seal,)))
        return private_screen(view, "\n".join(told), *blocks, first=first, other_form=form)


def next_open(draft: str, item: int = 0) -> int:
    """Return the first open thing after this one, else the first of all, else this one again."""
    later = draft.find(NONE, item)
    found = later if later >= 0 else draft.find(NONE)
    return found if found >= 0 else item


def checked(view: View, draft: str) -> str:
    """Return a draft that fits what there is to plan; a fresh one in place of any other."""
    count = len(items_of(view))
    letters = NONE + LETTERS[: len(view.observation.board.areas)]
    fits = len(draft) == count and all(each in letters for each in draft)
    return draft if fits else NONE * count


def items_of(view: View) -> tuple[str, ...]:
    """Return the things to plan, in the order in which they are placed."""
    return view.observation.items[own_seat(view)].order


def drafted(view: View, areas: Sequence[str]) -> str:
    """Return the draft in which the first things lie on these areas."""
    draft = "".join(key_of(view, area) for area in areas)
    return checked(view, draft.ljust(len(items_of(view)), NONE))


def areas_of(view: View, draft: str) -> tuple[str | None, ...]:
    """Return the areas of a draft, None for what is open."""
    return tuple(None if each == NONE else area_of(view, each) for each in draft)


def labels(view: View) -> list[str]:
    """Return "Bridge 1", "Bridge 2", "Meeple": numbered only where there are several."""
    names = [capitalised(item_name(view.words, item)) for item in items_of(view)]
    return [
        f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def picture(view: View, draft: str, item: int | None) -> Image:
    """Return the own planning map."""
    areas = areas_of(view, draft)
    drawn = captions(view, view.words.say("Plan"))
    image = RENDERER.plan(view.observation, drawn, areas, item)
    return Image(image, plan_alt(view, items_of(view), areas))
