"""Reading along, for watchers too: the board, now and before; the record of a finished match."""

from dataclasses import replace
from typing import Final

from bot.games.abilities import MakesDeals, ShowsDanger, ShowsHeights, ShowsPlaces
from bot.games.custom_ids import CustomId, OldButton, about_match, base36, for_match, plain
from bot.games.panel import AnyMoment, AnyView, Page
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
from bot.games.speech import paged
from bot.hosting.match import Match, MatchId, Status
from bot.interactions.context import Context
from bot.locale.localisation import Words
from bot.messages.lobby import table_name
from bot.messages.posts import record_file, table_row, title_post
from bot.messages.refusals import note
from bot.messages.viewing import Reader, moments
from engine.draws import verify as verified
from engine.errors import CorruptRecord
from engine.game import PUBLIC, Seat
from engine.record import Record
from engine.registry import game

PAGE: Final = 20
"""So many moves stand on a page of the history."""
LONGEST_LINE: Final = 150


BEHIND_MORE: Final = frozenset(
    {"history", "at", "score", "unseen", "danger", "zoom", "replay", "deals"}
)
"""Verbs to which **More** leads, and which lead back to it."""


async def board(ctx: Context, control: CustomId) -> None:
    """Show the newest board, with the tiles to choose from if it is this person's move."""
    view = await ctx.view(control.about)
    await ctx.answer(await ctx.drawn(_board, ctx, view))


async def text(ctx: Context, control: CustomId) -> None:
    """Show a page of the board in words, or give all of them as a file."""
    view = await ctx.view(control.about)
    pages = await ctx.drawn(ctx.panel(view.match).text, view)
    await ctx.answer(_text(ctx, view.match, pages, control.first))


async def happened(ctx: Context, control: CustomId) -> None:
    """Show all that happened where the newest table message says only what matters most.

    For a player that is all since their own last move, if they missed more than it tells of.
    """
    match = (await ctx.view(control.about)).match
    name = table_name(match, ctx.panel(match), ctx.words)
    told = await newest(ctx, match, ctx.words, match.seat_of(ctx.player))
    # Where nothing is left out, the message says all of it, also of what this player missed.
    lines = told.happened or told.text.splitlines()
    pages = paged("", f"{name} · {ctx.words.say('What happened')}", lines)
    last = len(pages) - 1
    page = min(int(control.first), last) if control.first.isdecimal() else 0
    turn = _pages(ctx, match, "happened", page, last)
    rows = (turn,) if turn.buttons else ()
    await ctx.answer(Screen((Text(pages[page].text), *rows), HOUSE))


async def newest(ctx: Context, match: Match, words: Words, seat: Seat | None = None) -> Post:
    """Return what the newest table message says, as everybody may know it, in these words.

    With a `seat` it begins no later than after its last move.
    """
    past = await ctx.patiently(ctx.shell.host.history(match.id, PUBLIC))
    since, upto = match.table.since, match.told_line
    if seat is not None:
        since = min(since, len(past) - len(past.since_last_action(seat)))
    events = tuple(event for each in past[since:upto] for event in each.events)
    (then,) = await ctx.drawn(moments, match, (past.at(upto),), Reader(PUBLIC, words))
    return await ctx.drawn(title_post, ctx.panel(match), then.view, events)


async def heights(ctx: Context, control: CustomId) -> None:
    """Show the board from the side, if this title has one that is not flat."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if not isinstance(panel, ShowsHeights):
        raise OldButton("old-button", id=control.verb)
    await ctx.answer(await ctx.drawn(panel.heights, view))


async def more(ctx: Context, control: CustomId) -> None:
    """Show what else one can do at this table."""
    view = await ctx.view(control.about)
    match, words = view.match, ctx.words
    rules = Button(words.say("Rules"), plain("rules", match.game, 0, base36(match.id)))
    buttons = [_about(match, "history", words.say("History")), rules, *_aids(ctx, match)]
    if isinstance(ctx.panel(match), MakesDeals):
        buttons.append(_about(match, "deals", words.say("Proposals")))
    if match.seat_of(ctx.player) is not None:
        buttons.append(_about(match, "absent", words.say("Somebody has left")))
        buttons.append(_about(match, "quit", words.say("Leave the table"), Style.DANGER))
    title = Text(f"### {table_name(match, ctx.panel(match), words)}")
    await ctx.answer(Screen((title, *keypad(tuple(buttons))), HOUSE))


def _aids(ctx: Context, match: Match) -> list[Button]:
    """Return the aids of this game; none at a pure table."""
    words, panel = ctx.words, ctx.panel(match)
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


async def rules(ctx: Context, control: CustomId) -> None:
    """Show a page of a game's guide; its third argument is the table to which it leads back."""
    panel = ctx.shell.panels.get(control.first)
    number, table = (*control.args[1:], "", "")[:2]
    if panel is None or not (number or "0").isdecimal():
        raise OldButton("old-button", id="rules")
    page = await ctx.drawn(panel.rules, ctx.words, int(number or 0))
    if table:
        page = _leading_on(page, table)
        ctx.way_back = _back(ctx, plain("more", table, 0))
    await ctx.answer(page)


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


def back_to_more(ctx: Context, match_id: MatchId) -> Button:
    """Return the button that leads back from what **More** leads to."""
    return _back(ctx, for_match("more", match_id, 0))


def _back(ctx: Context, identity: str) -> Button:
    return Button(ctx.words.say("Back"), identity)


async def history(ctx: Context, control: CustomId) -> None:
    """List the moves, the newest page first, with a menu that shows the board after each."""
    match, told = await moves_of(ctx, control.about)
    last = max(0, (len(told) - 1) // PAGE)
    page = min(int(control.first), last) if control.first.isdecimal() else last
    await ctx.answer(_history(ctx, match, told, page))


async def at(ctx: Context, control: CustomId) -> None:
    """Show the board after a move of the history."""
    match, told = await moves_of(ctx, control.about)
    number = int(control.first) if control.first.isdecimal() else 0
    if not 1 <= number <= len(told):
        text = ctx.words.say(
            "**There is no move {n}.** The newest one is {last}.", n=number, last=len(told)
        )
        await ctx.answer(note(text))
        return
    line, sentence = told[number - 1]
    then = (await ctx.past(match)).at(line)
    (step,) = await ctx.drawn(moments, match, (then,), ctx.reader(match))
    picture = await ctx.drawn(ctx.panel(match).board, step.view)
    title = Text(f"### {ctx.words.say('Move {n}', n=number)}\n{sentence}")
    await ctx.answer(Screen((title, picture, _steps(ctx, match, number, len(told))), HOUSE))


async def choices(ctx: Context, match_id: MatchId) -> list[tuple[int, str]]:
    """Return the number and the sentence of every move, the newest first."""
    _, told = await moves_of(ctx, match_id)
    return [(number, sentence) for number, (_, sentence) in enumerate(told, 1)][::-1]


async def parts(ctx: Context, match_id: MatchId) -> list[tuple[str, str]]:
    """Return the keys and titles of the pages of the board in words."""
    view = await ctx.view(match_id)
    pages = await ctx.drawn(ctx.panel(view.match).text, view)
    return [*((page.key, page.title) for page in pages), ("file", ctx.words.say("As a file"))]


async def moves_of(ctx: Context, match_id: MatchId) -> tuple[Match, tuple[tuple[int, str], ...]]:
    """Return a match with (line, sentence) for each of its moves."""
    match, steps = await steps_of(ctx, match_id)
    return match, await ctx.drawn(ctx.panel(match).history, steps)


async def steps_of(ctx: Context, match_id: MatchId) -> tuple[Match, tuple[AnyMoment, ...]]:
    """Return a match with its whole past as this person may know it, a step for each line."""
    match = (await ctx.view(match_id)).match
    return match, await ctx.drawn(moments, match, await ctx.past(match), ctx.reader(match))


def _board(ctx: Context, view: AnyView) -> Screen:
    panel, match = ctx.panel(view.match), view.match
    title = f"### {table_name(match, panel, view.words)}\n{panel.cover(view)}"
    rows = panel.post(view, ()).rows if view.legal else ()
    return Screen((Text(title), panel.board(view), *rows, table_row(match, view.words)), HOUSE)


def _text(ctx: Context, match: Match, pages: tuple[Page, ...], key: str) -> Screen:
    buttons = [Button(page.title, about_match("text", match, page.key)) for page in pages]
    as_file = about_match("text", match, "file")
    buttons.append(Button(ctx.words.say("As a file"), as_file))
    shown: Block = Text(next((page.text for page in pages if page.key == key), pages[0].text))
    if key == "file":
        whole = "\n\n".join(page.text for page in pages)
        shown = Attachment(f"{match.game}-{match.id}.md", whole.encode())
    return Screen((shown, *keypad(tuple(buttons))), HOUSE)


def _history(ctx: Context, match: Match, told: tuple[tuple[int, str], ...], page: int) -> Screen:
    words, first = ctx.words, page * PAGE
    part = list(enumerate((sentence for _, sentence in told), 1))[first : first + PAGE]
    lines = [f"**{number}** {sentence[:LONGEST_LINE]}" for number, sentence in part]
    name = table_name(match, ctx.panel(match), words)
    blocks: list[Block] = [Text(f"### {words.say('History of {table}', table=name)}")]
    if not part:
        return Screen((*blocks, Text(words.say("Nothing has happened yet."))), HOUSE)
    options = tuple(SelectOption(f"{number} · {bare(text)}", str(number)) for number, text in part)
    menu = Select(about_match("at", match), words.say("Show the board after …"), options)
    blocks += [Text("\n".join(lines)), menu]
    turn = _pages(ctx, match, "history", page, (len(told) - 1) // PAGE)
    return Screen((*blocks, turn) if turn.buttons else tuple(blocks), HOUSE)


def bare(sentence: str) -> str:
    """Return a sentence without markdown, for menus."""
    return sentence.replace("*", "").replace("\\", "")[:80]


def _pages(ctx: Context, match: Match, verb: str, page: int, last: int) -> Row:
    """Return the buttons to the pages beside this one."""
    buttons = []
    if page > 0:
        earlier = about_match(verb, match, page - 1)
        buttons.append(Button(ctx.words.say("Earlier"), earlier))
    if page < last:
        later = about_match(verb, match, page + 1)
        buttons.append(Button(ctx.words.say("Later"), later))
    return Row(tuple(buttons))


def _steps(ctx: Context, match: Match, number: int, last: int) -> Row:
    def to(target: int, label: str) -> Button:
        identity = about_match("at", match, target)
        return Button(label, identity, disabled=not 1 <= target <= last)

    listed = about_match("history", match, (number - 1) // PAGE)
    return Row(
        (
            to(number - 1, ctx.words.say("Earlier")),
            to(number + 1, ctx.words.say("Later")),
            Button(ctx.words.say("History"), listed),
        )
    )


async def export(ctx: Context, control: CustomId) -> None:
    """Give the record of a finished match as a file."""
    if (record := await _finished(ctx, control)) is not None:
        text = Text(ctx.words.say("The record of the match: every move and every draw."))
        await ctx.answer(Screen((text, record_file(control.about, record)), HOUSE))


async def verify(ctx: Context, control: CustomId) -> None:
    """Draw a finished match again and say whether every draw was fair."""
    if (record := await _finished(ctx, control)) is None:
        return
    try:
        draws = await ctx.drawn(verified, game(record.header.game), record)
    except CorruptRecord as error:
        await ctx.answer(note(_unfair(ctx, int(error.data.get("line", 0)))))
    else:
        await ctx.answer(Screen((Text(_fair(ctx, control.about, record, draws)),), HOUSE))


async def _finished(ctx: Context, control: CustomId) -> Record[object] | None:
    match = await ctx.match(control.about)
    if match.status is Status.FINISHED:
        return (await ctx.shell.host.standing(match.id)).begun.record
    text = ctx.words.say(
        "**The record is revealed when the match is over.** Until then it contains hidden"
        " information."
    )
    await ctx.answer(note(text))
    return None


def _fair(ctx: Context, match_id: MatchId, record: Record[object], draws: int) -> str:
    words = ctx.words
    return "\n".join(
        (
            words.say("### The draws are fair"),
            words.say(
                "I drew all {n} of them again from the seed, and each came out as it was"
                " played. The seed fits the seal that was in the lobby before anyone"
                " joined.",
                n=draws,
            ),
            words.say("Seal: `{seal}`", seal=record.header.commitment),
            words.say("Seed: `{seed}`", seed=record.seed),
            words.say(
                "To check it yourself, take the game record and run `python -m bot verify {file}`.",
                file=record_file(match_id, record).name,
            ),
        )
    )


def _unfair(ctx: Context, line: int) -> str:
    return ctx.words.say(
        "**The draws don't check out**, beginning with line {line} of the record. Please tell"
        " whoever runs me.",
        line=line,
    )
