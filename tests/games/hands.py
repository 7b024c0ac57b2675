"""Hands that press whatever a title offers, from the public message on until something is sent."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from bot.games.abilities import HasDesk
from bot.games.custom_ids import CustomId, parsed
from bot.games.panel import AnyView, ListPreference, Submit
from bot.games.plain import PlainPanel
from bot.games.screen import Post, Row, Screen, Select, Style
from bot.messages.components import message
from bot.messages.match.posts import table_row
from engine.game import Seat, Setup
from tests.games.pressing import LONGEST_ALT, checked
from tests.games.titles import GAMES, PANELS
from tests.games.views import Table

MOST_TAPS: Final = 16
ASK_IN_COLOUR: Final = ("aftershock", "san_andreas")
"""Titles in which green is also what has been chosen, or red what asks about a quake."""
SENDING: Final = (Style.GREEN, Style.RED)


def asked(title: str, setup: Setup, number: int, times: int = 2) -> Iterator[tuple[Table, Seat]]:
    """Play a random match to its end; stop `times` times in each phase where a seat is asked."""
    table, met = Table(GAMES[title], setup, number), Counter[str]()
    while table.awaited:
        met[table.phase] += 1
        line = len(table.progress.record.entries)
        if met[table.phase] <= times:
            yield table, table.chance.choice(table.awaited)
        if len(table.progress.record.entries) == line:
            table.play()


def posted(table: Table, view: AnyView) -> Post:
    """Return the public message, held against Discord's limits and ours."""
    panel, news = PANELS[view.match.game], table.news()
    post = panel.post(view, news) if table.awaited else panel.result(view, news)
    row = table_row(view.match, view.words)
    assert message(Post(post.text, post.image, (*post.rows, row))).content
    assert len(post.text) <= 1500
    assert post.image is not None
    assert 0 < len(post.image.alt) <= LONGEST_ALT
    return post


def turn(
    view: AnyView, post: Post, chance: Random, drafts: list[CustomId], taps: int = MOST_TAPS
) -> Submit[Any]:
    """Press anything from the public message on until it sends; keep the drafts of all buttons.

    Every button of every screen on the way is tried: only green and red ones send.
    """
    panel = PANELS[view.match.game]
    firsts: list[Post | Screen] = [post]
    if isinstance(panel, HasDesk):
        firsts.append(panel.desk(view))
    shown = chance.choice(firsts)
    for _ in range(taps):
        answers = [*_by_buttons(view, shown, drafts), *_by_menus(view, shown, chance)]
        if not answers:
            break
        found = chance.choice(answers)
        if isinstance(found, Submit):
            return found
        shown = found
    # Hands that wander about too long begin anew.
    return turn(view, post, chance, drafts)


def _by_buttons(
    view: AnyView, shown: Post | Screen, drafts: list[CustomId]
) -> Iterator[Screen | Submit[Any]]:
    panel = PANELS[view.match.game]
    for block in shown.rows if isinstance(shown, Post) else shown.blocks:
        for button in block.buttons if isinstance(block, Row) else ():
            draft = None if button.disabled else _draft(view, button.id)
            if draft is not None:
                drafts.append(draft)
                found = _answer(view, draft, ())
                says_so, sends = button.style in SENDING, isinstance(found, Submit)
                assert says_so or not sends or isinstance(panel, PlainPanel), button
                assert sends or not says_so or view.match.game in ASK_IN_COLOUR, button
                yield found


def _by_menus(
    view: AnyView, shown: Post | Screen, chance: Random
) -> Iterator[Screen | Submit[Any]]:
    for menu in () if isinstance(shown, Post) else shown.blocks:
        draft = _draft(view, menu.id) if isinstance(menu, Select) else None
        if draft is not None and isinstance(menu, Select):
            values = [option.value for option in menu.options]
            picked = chance.sample(values, chance.randint(menu.least, menu.most))
            yield _answer(view, draft, tuple(picked))


def _draft(view: AnyView, control: str) -> CustomId | None:
    """Return what a button of the title's own is about, at the table as it is."""
    draft = parsed(control)
    if draft.verb not in PANELS[view.match.game].verbs:
        return None
    assert (draft.match, draft.seen) == (view.match.id, view.seen)
    return draft


def _answer(view: AnyView, draft: CustomId, values: tuple[str, ...]) -> Screen | Submit[Any]:
    found = PANELS[view.match.game].press(view, draft.verb, (*draft.args, *values))
    if isinstance(found, Submit):
        return found
    return checked(found.screen if isinstance(found, ListPreference) else found)
