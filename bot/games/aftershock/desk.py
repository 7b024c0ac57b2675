"""The desk: what a player has before them in every phase, also one who has nothing to do.

All its screens are written on one sheet: what is wanted above, who is waited for below. In ids
areas and spaces are letters, by their place on the board; "-" stands for nothing.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from bot.games.abilities import propose_button
from bot.games.aftershock.pictures import board, captions, plan_alt
from bot.games.aftershock.view import View
from bot.games.aftershock.words import awaited, own_seat, phase_name, planned, priced_cards
from bot.games.custom_ids import about_match, draft_id
from bot.games.panel import Command
from bot.games.people import accent, is_person
from bot.games.phase import Phase
from bot.games.screen import Block, Button, Image, Row, Screen, Style, Text, text_block
from bot.games.speech import and_list
from bot.locale.localisation import mark
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Action, Reopen
from engine.games.aftershock.rules import META
from engine.games.aftershock.state import Observation, Planned
from render.games.aftershock import RENDERER

NOT_NOW: Final = META.not_now

LONGEST_BUTTON: Final = 80
"""Characters on a button; Discord takes no more."""

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""Areas and spaces in ids; answers in pictures."""

NONE: Final = "-"
LIST: Final = "l"
KEYS: Final = "k"


class Desk(Phase[Observation, Action]):
    """A phase of Aftershock as it stands on everybody's desk."""

    door: ClassVar[str] = mark("Open my desk")
    """What is written on the public button that opens the desk."""

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return ()

    def rows(self, view: View) -> tuple[Row, ...]:
        words, match = view.words, view.match
        opens = Button(words.say(self.door), about_match("desk", match), Style.BLUE)
        return (Row((opens, propose_button(match, words))),)

    @abstractmethod
    def ask(self, view: View, first: str = "") -> Screen:
        """Return the first question to a player who must act, `first` above it."""

    def waits(self, view: View, first: str = "") -> Screen:
        """Return the desk of a player who has nothing to do now."""
        told = view.words.say("It's not your turn. I'll ping you when it is.")
        return waiting_screen(view, told, first=first)

    def for_viewer(self, view: View, first: str = "") -> Screen:
        """Return the viewer's desk."""
        acts = own_seat(view) in view.observation.to_act
        return self.ask(view, first) if acts else self.waits(view, first)

    def relisted(self, view: View, args: tuple[str, ...]) -> Screen:  # noqa: ARG002
        """Return the question again, as a list or as buttons, with the draft in `args`."""
        return self.for_viewer(view)

    def addressed(self, view: View) -> tuple[Seat, ...]:
        """Return who is named in the first line of the table message."""
        return view.observation.to_act


class Sealed(Desk):
    """A phase in which all choose at once and in secret, and may change it until all are ready.

    A choice is told as the observation has it: the cards, areas or spaces in order.
    """

    seals: ClassVar[str]
    """The verb that sends a choice."""

    @abstractmethod
    def reopened(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        """Return the question with a choice that was taken back, to change it."""

    @abstractmethod
    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        """Return the viewer's sealed choice in words."""

    @abstractmethod
    def choice_picture(self, view: View, choice: Sequence[str]) -> Image | None:
        """Return the picture of the viewer's sealed choice, if there is anything to show."""

    def ask(self, view: View, first: str = "") -> Screen:
        return self.reopened(view, view.observation.draft or (), first)

    def waits(self, view: View, first: str = "") -> Screen:
        words, choice = view.words, view.observation.draft or ()
        if Reopen() not in view.legal:
            told = words.say("You have nothing to choose in this phase.")
            return waiting_screen(view, told, first=first)
        told = words.say("**Sealed.** You can change it until everyone is ready.")
        label = words.say("Take back and change")
        change = Row((Button(label, draft_id(view, "c"), Style.RED),))
        drawn = self.choice_picture(view, choice)
        blocks = (drawn, change) if drawn else (change,)
        return private_screen(
            view, f"{told}\n{self.choice_in_words(view, choice)}", *blocks, first=first
        )

    def addressed(self, view: View) -> tuple[Seat, ...]:
        """Return the people who are not ready; computer players if there are no others."""
        waited = view.observation.to_act
        return tuple(seat for seat in waited if is_person(view, seat)) or waited


def private_screen(
    view: View, text: str, *blocks: Block, first: str = "", other_form: Button | None = None
) -> Screen:
    """Return a private screen that says what is wanted, asks it, and who is waited for.

    `other_form` shows the choices as a list, or as buttons.
    """
    words, match = view.words, view.match
    phase = phase_name(words, view.observation.phase)
    title = words.say("### Your desk: {phase} (only you see this)", phase=phase)
    waited = awaited(view)
    looks = (
        Button(words.say("See the table"), about_match("board", match)),
        Button(words.say("Board as text"), about_match("text", match)),
        *([other_form] if other_form else ()),
    )
    deal = (propose_button(match, words),) if view.observation.to_act else ()
    return Screen(
        (
            *text_block(first),
            Text(f"{title}\n{text}"),
            *blocks,
            *text_block(f"-# {waited}" if waited else ""),
            Row((*looks, *deal)),
        ),
        accent(view),
    )


def waiting_screen(view: View, told: str, *blocks: Block, first: str = "") -> Screen:
    """Return what the viewer holds while there is nothing to do, and the table or `blocks`."""
    shown = blocks or (plan_picture(view, hidden_plan(view)) or board(view),)
    return private_screen(view, "\n".join([told, *held(view)]), *shown, first=first)


def held(view: View) -> list[str]:
    """Return a line for each thing that only the viewer knows, or has still to use."""
    words, observation = view.words, view.observation
    gained = observation.gained[own_seat(view)]
    lines = []
    if observation.hand:
        cards = and_list(words, priced_cards(view, observation.hand))
        lines.append(words.say("In your hand: {cards}.", cards=cards))
    if gained:
        cards = and_list(words, priced_cards(view, gained))
        lines.append(words.say("Bought: {cards}.", cards=cards))
    if told := plan_in_words(view, hidden_plan(view)):
        lines.append(told)
    return lines


def hidden_plan(view: View) -> tuple[Planned, ...]:
    """Return the viewer's plan as long as nobody else has seen it; () after that."""
    observation, seat = view.observation, own_seat(view)
    is_open = any(turn.seat == seat for turn in observation.builds)
    if is_open or observation.phase not in ("build", "dismantle"):
        return ()
    return observation.plans[seat] or ()


def plan_in_words(view: View, plan: Sequence[Planned]) -> str:
    """Return an own plan in words, "" for an empty one."""
    told = planned(view, plan)
    return view.words.say("Your plan: {plan}.", plan=told) if told else ""


def plan_picture(view: View, plan: Sequence[Planned]) -> Image | None:
    """Return an own plan as its map shows it; None for an empty one."""
    if not plan:
        return None
    items, areas = [each.item for each in plan], [each.area for each in plan]
    drawn = captions(view, view.words.say("Plan"))
    return Image(RENDERER.plan(view.observation, drawn, areas), plan_alt(view, items, areas))


def relisting(view: View, *draft: str | int) -> Button:
    """Return the button that shows the choices as a list, or as buttons again."""
    words, lists = view.words, view.preferences.lists
    label = words.say("As buttons") if lists else words.say("As a list")
    return Button(label, draft_id(view, "a", KEYS if lists else LIST, *draft))


def toggle(label: str, id_: str, *, is_chosen: bool, disabled: bool = False) -> Button:
    """Return a button for a part of a draft; a tick and blue say that it is chosen."""
    if is_chosen:
        return Button(f"✓ {label}", id_, Style.BLUE, disabled)
    return Button(label, id_, disabled=disabled)


def sealing(view: View, *choice: Action) -> tuple[Action, ...]:
    """Return a sealed choice as actions; one that lies sealed already is taken back first."""
    return (Reopen(), *choice) if Reopen() in view.legal else choice


def place(text: str, most: int) -> int:
    """Return the place of a letter in an id; raise `IllegalAction` for one made by hand."""
    number = LETTERS.find(text) if len(text) == 1 else -1
    if not 0 <= number < most:
        raise IllegalAction(NOT_NOW)
    return number


def digit(text: str, most: int) -> int:
    """Return a number below `most` out of an id; raise `IllegalAction` for anything else."""
    if not text.isdecimal() or int(text) >= most:
        raise IllegalAction(NOT_NOW)
    return int(text)


def area_of(view: View, text: str) -> str:
    """Return the area of a letter in an id."""
    areas = view.observation.board.areas
    return areas[place(text, len(areas))]


def key_of(view: View, area: str) -> str:
    """Return the letter of an area in ids."""
    return LETTERS[view.observation.board.index[area]]


def seats_of(view: View, digits: str) -> tuple[Seat, ...]:
    """Return the seats in an id, a digit for each."""
    return tuple(Seat(digit(each, view.observation.seats)) for each in digits.replace(NONE, ""))
