"""The paper that every private screen is written on: title above, who is waited for below."""

from typing import Final

from bot.games.aftershock.waiting import awaited
from bot.games.aftershock.words import phase_name
from bot.games.controls import draft_id, propose_button, said
from bot.games.custom_ids import about_match
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import Block, Button, Row, Screen, Text
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Reopen

LONGEST_BUTTON: Final = 80
"""Characters on a button; Discord takes no more."""

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
"""Areas and spaces in ids, by their place on the board; answers in pictures."""

LIST: Final = "l"
KEYS: Final = "k"


def sheet(view: View, text: str, *blocks: Block, first: str = "") -> Screen:
    """Return a private screen that says what is wanted, asks it, and who is waited for."""
    title = view.words.say(
        "### Your desk · {phase} (only you see this)",
        phase=phase_name(view.words, view.observation.phase),
    )
    return Screen((*said(first), Text(f"{title}\n{text}"), *blocks, *_foot(view)), accent(view))


def _foot(view: View) -> tuple[Block, ...]:
    words, match = view.words, view.match
    table = Button(words.say("See the table"), about_match("board", match))
    text = Button(words.say("Board as text"), about_match("text", match))
    waited = awaited(view)
    line = (Text(f"-# {waited}"),) if waited else ()
    deal = (propose_button(match, words),) if view.observation.to_act else ()
    return (*line, Row((table, text, *deal)))


def listing(view: View, *draft: str | int) -> Button:
    """Return the button that shows the choices as a list, or as buttons again."""
    words, lists = view.words, view.preferences.lists
    label = words.say("As buttons") if lists else words.say("As a list")
    return Button(label, draft_id(view, "a", KEYS if lists else LIST, *draft))


def sealing(view: View, *choice: Action) -> tuple[Action, ...]:
    """Return a sealed choice as actions; one that lies sealed already is taken back first."""
    return (Reopen(), *choice) if Reopen() in view.legal else choice


def letter(number: int) -> str:
    """Return the letter of a place on the board."""
    return LETTERS[number]


def place(text: str, most: int) -> int:
    """Return the place of a letter in an id; raise `IllegalAction` for one made by hand."""
    number = LETTERS.find(text) if len(text) == 1 else -1
    if not 0 <= number < most:
        raise IllegalAction("aftershock-not-now")
    return number


def digit(text: str, most: int) -> int:
    """Return a number below `most` out of an id; raise `IllegalAction` for anything else."""
    if not text.isdecimal() or int(text) >= most:
        raise IllegalAction("aftershock-not-now")
    return int(text)
