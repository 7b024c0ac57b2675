"""What is shown, as values: no Discord here, so that panels are tested without it.

Public messages are `Post`s (plain text, one picture, few buttons), private ones `Screen`s
(blocks in reading order). `bot.messages.components` turns both into discord.py's classes.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from bot.table.ids import PlayerId
from render.picture import Picture

MOST_IN_A_ROW: Final = 5
"""Buttons side by side, as Discord has them."""

MOST_ROWS: Final = 5
"""Rows of buttons below a public message, as Discord has them."""

MOST_PARTS: Final = 40
"""Parts of a private message, rows and buttons included, as Discord has them."""

AMBER: Final = 0xE0A030
"""Accent of what the bot says about tables, settings and deals."""
GREY: Final = 0x6B7280
"""Accent of refusals and of tables that are closed."""
GREEN: Final = 0x6B8E5A
"""Accent of a running table."""


class Style(Enum):
    """The colour of a button: green and red ones send a move, grey and blue ones ask."""

    GREY = "grey"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Button:
    """`id` is the custom_id without its "b." prefix (see `bot.games.custom_ids`), or `url`."""

    label: str
    id: str = ""
    style: Style = Style.GREY
    disabled: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class SelectOption:
    """A line of a menu; `value` is appended to the menu's id as its last part."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is offered while a player types, and what is typed if it is taken."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 options; `id` without its "s." prefix."""

    id: str
    placeholder: str
    options: tuple[SelectOption, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class UserSelect:
    """A menu of the server's members."""

    id: str
    placeholder: str
    most: int = 1


@dataclass(frozen=True, slots=True)
class ChannelSelect:
    """A menu of the server's text channels; `chosen` are their ids."""

    id: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    least: int = 0
    most: int = 25


@dataclass(frozen=True, slots=True)
class RoleSelect:
    """A menu of the server's roles; `chosen` are their ids."""

    id: str
    placeholder: str
    chosen: tuple[int, ...] = ()
    least: int = 0
    most: int = 25


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown; `is_drawn`: a picture of the same screen shows it, too, so it may be left out."""

    markdown: str
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class Image:
    """A picture with its alt text (at most 1,024 characters; 300 is plenty)."""

    picture: Picture
    alt: str
    name: str = "board"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download, with its alt text if it is a picture."""

    name: str
    data: bytes
    alt: str = ""


Block: TypeAlias = (
    Text | Image | Row | Select | UserSelect | ChannelSelect | RoleSelect | Attachment
)


@dataclass(frozen=True, slots=True)
class Screen:
    """A private message: `accent` is the colour of its edge as 0xRRGGBB."""

    blocks: tuple[Block, ...]
    accent: int | None = None

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons, in reading order."""
        rows = (each for each in self.blocks if isinstance(each, Row))
        return tuple(button for row in rows for button in row.buttons)


def picture_first(screen: Screen, as_text: Button) -> Screen:
    """Return a screen without what its picture shows as well; that is behind a button below it."""
    if not any(isinstance(each, Text) and each.is_drawn for each in screen.blocks):
        return screen
    blocks: list[Block] = []
    for each in screen.blocks:
        if not isinstance(each, Text) or not each.is_drawn:
            blocks.append(each)
        if isinstance(each, Image):
            blocks.append(Row((as_text,)))
    return replace(screen, blocks=tuple(blocks))


def in_words(screen: Screen) -> Screen:
    """Return the texts of a screen alone."""
    return replace(screen, blocks=tuple(each for each in screen.blocks if isinstance(each, Text)))


def has_room(screen: Screen) -> bool:
    """Say whether a screen takes one button more: Discord allows it forty parts."""
    parts = 1 + sum(
        1 + len(each.buttons)
        if isinstance(each, Row)
        else 2 - isinstance(each, Text | Image | Attachment)
        for each in screen.blocks
    )
    return parts + 2 <= MOST_PARTS


def ending_with(screen: Screen, button: Button) -> Screen:
    """Return a screen with one more button, in its last row if there is room."""
    *blocks, last = screen.blocks
    if isinstance(last, Row) and len(last.buttons) < MOST_IN_A_ROW:
        return replace(screen, blocks=(*blocks, Row((*last.buttons, button))))
    return replace(screen, blocks=(*screen.blocks, Row((button,))))


@dataclass(frozen=True, slots=True)
class TextInput:
    """A line to type in a form; its answer is "name=text" as a menu's is.

    The name is what stands after the last dot of `id`. It may stay empty if `shortest` is 0.
    """

    id: str
    value: str = ""
    placeholder: str = ""
    longest: int = 200
    shortest: int = 0


@dataclass(frozen=True, slots=True)
class FormField:
    """One menu or line of a form, with what it is called."""

    label: str
    menu: Select | TextInput


@dataclass(frozen=True, slots=True)
class Form:
    """A modal of at most five questions; `id` without its "m." prefix."""

    id: str
    title: str
    questions: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """A public message. It pings `pings` alone; with none it is silent, if not `is_heard`.

    `text` stands before the board, so a phone shows both: who must act, the two or three things
    that matter most, with figures, and how it stands. `happened` is all that happened, a paragraph
    each, where `text` leaves something out; the shell shows it behind **What happened**.
    """

    text: str
    image: Image | None = None
    rows: tuple[Row, ...] = ()
    pings: tuple[PlayerId, ...] = ()
    files: tuple[Attachment, ...] = ()
    happened: tuple[str, ...] = ()
    is_heard: bool = False


def keypad(buttons: tuple[Button, ...], in_a_row: int = MOST_IN_A_ROW) -> tuple[Row, ...]:
    """Return buttons in rows of five, or of as many as a picture shows side by side."""
    starts = range(0, len(buttons), in_a_row)
    return tuple(Row(buttons[start : start + in_a_row]) for start in starts)


def text_block(first: str) -> tuple[Block, ...]:
    """Return a text block, or none for ""."""
    return (Text(first),) if first else ()
