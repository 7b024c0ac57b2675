"""Reading along: the board, in pictures and in words, now and before. Watchers may, too."""

from dataclasses import replace
from typing import Final

from bot.games.abilities import MakesDeals, ShowsDanger, ShowsHeights, ShowsPlaces
from bot.games.custom_ids import CustomId, OldButton, about_match, base36, for_match, plain
from bot.games.pages import paged
from bot.games.panel import Moment, Page, View
from bot.games.screen import (
    HOUSE,
    Attachment,
    Block,
    Button,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
)
from bot.hosting.match import Match, MatchId
from bot.locale.localisation import Words
from bot.views.asking import Asking
from bot.views.lobby import table_name
from bot.views.posts import table_row, title_post
from bot.views.slips import slip
from bot.views.viewing import Reader, moments
from engine.game import PUBLIC, Seat

PAGE: Final = 20
"""So many moves stand on a page of the history."""
LONGEST_LINE: Final = 150


BEHIND_MORE: Final = frozenset(
    {"history", "at", "score", "unseen", "danger", "zoom", "replay", "deals"}
)
"""Verbs to which **More** leads, and which lead back to it."""


async def board(ask: Asking, control: CustomId) -> None:
    """Show the newest board, with the tiles to choose from if it is this person's move."""
    view = await ask.view(control.about)
    await ask.answer(await ask.drawn(_board, ask, view))


async def text(ask: Asking, control: CustomId) -> None:
    """Show a page of the board in words, or give all of them as a file."""
    view = await ask.view(control.about)
    pages = await ask.drawn(ask.panel(view.match).text, view)
    await ask.answer(_text(ask, view.match, pages, control.first))


async def happened(ask: Asking, control: CustomId) -> None:
    """Show all that happened where the newest table message says only what matters most.

    For a player that is all since their own last move, if they missed more than it tells of.
    """
    match = (await ask.view(control.about)).match
    name = table_name(match, ask.panel(match), ask.words)
    told = await newest(ask, match, ask.words, match.seat_of(ask.player))
    # Where nothing is left out, the message says all of it, also of what this player missed.
    lines = told.happened or told.text.splitlines()
    pages = paged("", f"{name} · {ask.words.say('What happened')}", lines)
    last = len(pages) - 1
    page = min(int(control.first), last) if control.first.isdecimal() else 0
    turn = _pages(ask, match, "happened", page, last)
    rows = (turn,) if turn.buttons else ()
    await ask.answer(Screen((Text(pages[page].text), *rows), HOUSE))


async def newest(ask: Asking, match: Match, words: Words, seat: Seat | None = None) -> Post:
    """Return what the newest table message says, as everybody may know it, in these words.

    With a `seat` it begins no later than after its last move.
    """
    past = await ask.patiently(ask.shell.host.history(match.id, PUBLIC))
    since, upto = match.table.since, match.told
    if seat is not None:
        since = min(since, len(past) - len(past.since_last_action(seat)))
    events = tuple(event for each in past[since:upto] for event in each.events)
    (then,) = await ask.drawn(moments, match, (past.at(upto),), Reader(PUBLIC, words))
    return await ask.drawn(title_post, ask.panel(match), then.view, events)


async def heights(ask: Asking, control: CustomId) -> None:
    """Show the board from the side, if this title has one that is not flat."""
    view = await ask.view(control.about)
    panel = ask.panel(view.match)
    if not isinstance(panel, ShowsHeights):
        raise OldButton("old-button", id=control.verb)
    await ask.answer(await ask.drawn(panel.heights, view))


async def more(ask: Asking, control: CustomId) -> None:
    """Show what else one can do at this table."""
    view = await ask.view(control.about)
    match, words = view.match, ask.words
    rules = Button(words.say("Rules"), plain("rules", match.game, 0, base36(match.id)))
    buttons = [_about(match, "history", words.say("History")), rules, *_aids(ask, match)]
    if isinstance(ask.panel(match), MakesDeals):
        buttons.append(_about(match, "deals", words.say("Proposals")))
    if match.seat_of(ask.player) is not None:
        buttons.append(_about(match, "absent", words.say("Somebody has left")))
        buttons.append(_about(match, "quit", words.say("Leave the table"), Style.DANGER))
    title = Text(f"### {table_name(match, ask.panel(match), words)}")
    await ask.answer(Screen((title, *keypad(tuple(buttons))), HOUSE))


def _aids(ask: Asking, match: Match) -> list[Button]:
    """Return the aids of this game; none at a pure table."""
    words, panel = ask.words, ask.panel(match)
    if not match.has_aids:
        return []
    return [
        _about(match, "score", words.say("Who scores what")),
        _about(match, "unseen", words.say("What is left")),
        *_if(isinstance(panel, ShowsDanger), _about(match, "danger", words.say("Danger"))),
        *_if(isinstance(panel, ShowsPlaces), _about(match, "zoom", words.say("Zoom"))),
        _about(match, "replay", words.say("Watch the replay")),
    ]


def _if(is_there: bool, button: Button) -> tuple[Button, ...]:  # noqa: FBT001 - what it is about
    return (button,) if is_there else ()


def _about(match: Match, verb: str, label: str, style: Style = Style.PLAIN) -> Button:
    return Button(label, about_match(verb, match), style)


async def rules(ask: Asking, control: CustomId) -> None:
    """Show a page of a game's guide; its third argument is the table to which it leads back."""
    panel = ask.shell.panels.get(control.first)
    number, table = (*control.args[1:], "", "")[:2]
    if panel is None or not (number or "0").isdecimal():
        raise OldButton("old-button", id="rules")
    page = await ask.drawn(panel.rules, ask.words, int(number or 0))
    if table:
        page = _leading_on(page, table)
        ask.way_back = _back(ask, plain("more", table, 0))
    await ask.answer(page)


def _leading_on(page: Screen, table: str) -> Screen:
    """Return a page of a guide whose buttons keep the table from which it was opened."""

    def kept(button: Button) -> Button:
        is_page = button.id.startswith("rules.")
        return replace(button, id=f"{button.id}.{table}") if is_page else button

    rows = (
        Row(tuple(map(kept, each.buttons))) if isinstance(each, Row) else each
        for each in page.blocks
    )
    return replace(page, blocks=tuple(rows))


def back_to_more(ask: Asking, match_id: MatchId) -> Button:
    """Return the button that leads back from what **More** leads to."""
    return _back(ask, for_match("more", match_id, 0))


def _back(ask: Asking, identity: str) -> Button:
    return Button(ask.words.say("Back"), identity)


async def history(ask: Asking, control: CustomId) -> None:
    """List the moves, the newest page first, with a menu that shows the board after each."""
    match, told = await moves_of(ask, control.about)
    last = max(0, (len(told) - 1) // PAGE)
    page = min(int(control.first), last) if control.first.isdecimal() else last
    await ask.answer(_history(ask, match, told, page))


async def at(ask: Asking, control: CustomId) -> None:
    """Show the board after a move of the history."""
    match, told = await moves_of(ask, control.about)
    number = int(control.first) if control.first.isdecimal() else 0
    if not 1 <= number <= len(told):
        text = ask.words.say(
            "**There is no move {n}.** The newest one is {last}.", n=number, last=len(told)
        )
        await ask.answer(slip(text))
        return
    line, sentence = told[number - 1]
    then = (await ask.past(match)).at(line)
    (step,) = await ask.drawn(moments, match, (then,), ask.reader(match))
    picture = await ask.drawn(ask.panel(match).board, step.view)
    title = Text(f"### {ask.words.say('Move {n}', n=number)}\n{sentence}")
    await ask.answer(Screen((title, picture, _steps(ask, match, number, len(told))), HOUSE))


async def choices(ask: Asking, match_id: MatchId) -> list[tuple[int, str]]:
    """Return the number and the sentence of every move, the newest first."""
    _, told = await moves_of(ask, match_id)
    return [(number, sentence) for number, (_, sentence) in enumerate(told, 1)][::-1]


async def parts(ask: Asking, match_id: MatchId) -> list[tuple[str, str]]:
    """Return the keys and titles of the pages of the board in words."""
    view = await ask.view(match_id)
    pages = await ask.drawn(ask.panel(view.match).text, view)
    return [*((page.key, page.title) for page in pages), ("file", ask.words.say("As a file"))]


async def moves_of(ask: Asking, match_id: MatchId) -> tuple[Match, tuple[tuple[int, str], ...]]:
    """Return a match with (line, sentence) for each of its moves."""
    match, steps = await steps_of(ask, match_id)
    return match, await ask.drawn(ask.panel(match).history, steps)


async def steps_of(ask: Asking, match_id: MatchId) -> tuple[Match, tuple[Moment, ...]]:
    """Return a match with its whole past as this person may know it, a step for each line."""
    match = (await ask.view(match_id)).match
    return match, await ask.drawn(moments, match, await ask.past(match), ask.reader(match))


def _board(ask: Asking, view: View) -> Screen:
    panel, match = ask.panel(view.match), view.match
    title = f"### {table_name(match, panel, view.words)}\n{panel.cover(view)}"
    rows = panel.post(view, ()).rows if view.legal else ()
    return Screen((Text(title), panel.board(view), *rows, table_row(match, view.words)), HOUSE)


def _text(ask: Asking, match: Match, pages: tuple[Page, ...], key: str) -> Screen:
    buttons = [Button(page.title, about_match("text", match, page.key)) for page in pages]
    as_file = about_match("text", match, "file")
    buttons.append(Button(ask.words.say("As a file"), as_file))
    shown: Block = Text(next((page.text for page in pages if page.key == key), pages[0].text))
    if key == "file":
        whole = "\n\n".join(page.text for page in pages)
        shown = Attachment(f"{match.game}-{match.id}.md", whole.encode())
    return Screen((shown, *keypad(tuple(buttons))), HOUSE)


def _history(ask: Asking, match: Match, told: tuple[tuple[int, str], ...], page: int) -> Screen:
    words, first = ask.words, page * PAGE
    part = list(enumerate((sentence for _, sentence in told), 1))[first : first + PAGE]
    lines = [f"**{number}** {sentence[:LONGEST_LINE]}" for number, sentence in part]
    name = table_name(match, ask.panel(match), words)
    blocks: list[Block] = [Text(f"### {words.say('History of {table}', table=name)}")]
    if not part:
        return Screen((*blocks, Text(words.say("Nothing has happened yet."))), HOUSE)
    options = tuple(SelectOption(f"{number} · {bare(text)}", str(number)) for number, text in part)
    menu = Select(about_match("at", match), words.say("Show the board after …"), options)
    blocks += [Text("\n".join(lines)), menu]
    turn = _pages(ask, match, "history", page, (len(told) - 1) // PAGE)
    return Screen((*blocks, turn) if turn.buttons else tuple(blocks), HOUSE)


def bare(sentence: str) -> str:
    """Return a sentence without markdown, for menus."""
    return sentence.replace("*", "").replace("\\", "")[:80]


def _pages(ask: Asking, match: Match, verb: str, page: int, last: int) -> Row:
    """Return the buttons to the pages beside this one."""
    buttons = []
    if page > 0:
        earlier = about_match(verb, match, page - 1)
        buttons.append(Button(ask.words.say("Earlier"), earlier))
    if page < last:
        later = about_match(verb, match, page + 1)
        buttons.append(Button(ask.words.say("Later"), later))
    return Row(tuple(buttons))


def _steps(ask: Asking, match: Match, number: int, last: int) -> Row:
    def to(target: int, label: str) -> Button:
        identity = about_match("at", match, target)
        return Button(label, identity, disabled=not 1 <= target <= last)

    listed = about_match("history", match, (number - 1) // PAGE)
    return Row(
        (
            to(number - 1, ask.words.say("Earlier")),
            to(number + 1, ask.words.say("Later")),
            Button(ask.words.say("History"), listed),
        )
    )
