"""What a screen offers, and pressing it without Discord."""

from typing import Any

from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.phases import desk
from bot.games.custom_ids import parsed
from bot.games.panel import Submit, View
from bot.games.screen import Button, Image, Row, Screen, Select, Text
from bot.messages.components import layout

LONGEST_ALT = 300


def buttons(screen: Screen) -> list[Button]:
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    return [button for row in rows for button in row.buttons]


def texts(screen: Screen) -> str:
    return "\n".join(block.markdown for block in screen.blocks if isinstance(block, Text))


def menus(screen: Screen) -> list[Select]:
    return [block for block in screen.blocks if isinstance(block, Select)]


def of_verb(screen: Screen, verb: str) -> list[Button]:
    return [each for each in buttons(screen) if each.id.split(".")[0] == verb]


def the(screen: Screen, verb: str) -> Button:
    (found,) = of_verb(screen, verb)
    return found


def answer(view: View, control: str, *values: str) -> Any:
    press = parsed(control)
    assert press.match == view.match.id
    assert press.seen == view.seen
    return PANEL.press(view, press.verb, (*press.args, *values))


def pressed(view: View, control: str, *values: str) -> Screen:
    found = answer(view, control, *values)
    assert isinstance(found, Screen)
    return checked(found)


def done(view: View, control: str) -> tuple[Any, ...]:
    found = answer(view, control)
    assert isinstance(found, Submit)
    return found.actions


def opened(view: View) -> Screen:
    return checked(desk(view))


def checked(screen: Screen) -> Screen:
    """Return a screen that Discord would take: `layout` counts, ids must differ."""
    layout(screen)
    ids = [each.id for each in buttons(screen)] + [each.id for each in menus(screen)]
    assert len(set(ids)) == len(ids)
    for block in screen.blocks:
        if isinstance(block, Image):
            assert 0 < len(block.alt) <= LONGEST_ALT
        if isinstance(block, Select):
            assert len({option.value for option in block.options}) == len(block.options)
            assert block.most <= len(block.options)
    return screen
