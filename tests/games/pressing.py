"""What a screen of any title offers, and how it is pressed and typed without Discord."""

from collections.abc import Iterator
from typing import Any

from bot.games.abilities import HasDesk, ShowsDanger, ShowsPlaces, ShowsSideView
from bot.games.custom_ids import parsed
from bot.games.panel import Answer, Command, ListPreference, Submit, View
from bot.games.screen import Button, Image, Post, Row, Screen, Select, Suggestion, Text
from bot.messages.components import layout
from engine.game import PUBLIC
from tests.games.titles import PANELS
from tests.games.views import Sight

LONGEST_ALT = 300


def buttons(shown: Screen | Post) -> list[Button]:
    blocks = shown.rows if isinstance(shown, Post) else shown.blocks
    return [each for block in blocks if isinstance(block, Row) for each in block.buttons]


def labels(shown: Screen | Post) -> list[str]:
    return [each.label for each in buttons(shown)]


def menus(screen: Screen) -> list[Select]:
    return [block for block in screen.blocks if isinstance(block, Select)]


def images(screen: Screen) -> list[Image]:
    return [block for block in screen.blocks if isinstance(block, Image)]


def texts(shown: Any) -> str:
    """Return what a screen says, without its buttons."""
    assert isinstance(shown, Screen)
    return "\n".join(block.markdown for block in shown.blocks if isinstance(block, Text))


def of_verb(shown: Screen | Post, verb: str) -> list[Button]:
    return [each for each in buttons(shown) if each.id.split(".")[0] == verb]


def the(screen: Screen, verb: str) -> Button:
    (found,) = of_verb(screen, verb)
    return found


def opened(view: View) -> Screen:
    """Return the desk of a title that has one."""
    panel = PANELS[view.match.game]
    assert isinstance(panel, HasDesk)
    return checked(panel.desk(view))


def answer(view: View, control: str, *values: str) -> Answer:
    """Return what a button answers, or a menu with these values chosen."""
    press = parsed(control)
    assert press.match == view.match.id
    assert press.seen == view.seen
    return PANELS[view.match.game].press(view, press.verb, (*press.args, *values))


def press(view: View, verb: str, *args: str) -> Screen:
    return shown(PANELS[view.match.game].press(view, verb, args))


def pressed(view: View, control: str, *values: str) -> Screen:
    return shown(answer(view, control, *values))


def shown(found: Answer) -> Screen:
    """Return the screen of an answer that sends nothing."""
    screen = found.screen if isinstance(found, ListPreference) else found
    assert isinstance(screen, Screen)
    return checked(screen)


def done(view: View, control: str, *values: str) -> tuple[Any, ...]:
    return moves(answer(view, control, *values))


def moves(found: Answer) -> tuple[Any, ...]:
    """Return the actions of an answer that sends."""
    assert isinstance(found, Submit)
    return found.actions


def typed(view: View, name: str, *words: str) -> Answer:
    """Return what a typed move answers; options that are left out are empty."""
    command = _command(view, name)
    return command.answer(view, *words, *[""] * (len(command.options) - len(words)))


def suggested(view: View, name: str, *words: str) -> list[Suggestion]:
    """Return what is suggested for the last of these options, half typed."""
    suggest = _command(view, name).options[len(words) - 1].suggest
    return suggest(view, *words) if suggest else []


def _command(view: View, name: str) -> Command[Any]:
    moves = PANELS[view.match.game].commands().moves
    return next(each for each in moves if each.name == name)


def checked(screen: Screen) -> Screen:
    """Return a screen that Discord would take: `layout` counts, ids must differ."""
    assert layout(screen).view.total_children_count <= 40
    ids = [each.id for each in buttons(screen)] + [each.id for each in menus(screen)]
    assert len(set(ids)) == len(ids)
    for image in images(screen):
        assert 0 < len(image.alt) <= LONGEST_ALT
        assert "**" not in image.alt
    for menu in menus(screen):
        assert len({option.value for option in menu.options}) == len(menu.options)
        assert menu.most <= len(menu.options)
    return screen


def aids(view: View, sight: Sight, recent: int = 4) -> Iterator[Screen]:
    """Yield every screen that the buttons and commands under a board lead to."""
    panel, moments = PANELS[view.match.game], sight.moments(view.viewer, view.words.language)
    yield panel.since(view, moments[-recent:])
    yield panel.unseen(view)
    yield panel.score(view)
    if isinstance(panel, HasDesk) and view.viewer != PUBLIC:
        yield panel.desk(view)
    if isinstance(panel, ShowsDanger):
        yield panel.danger(view)
    if isinstance(panel, ShowsSideView):
        yield panel.side_view(view)
    if isinstance(panel, ShowsPlaces):
        yield panel.zoom(view, "")
        yield panel.zoom(view, panel.places(view)[0])
