"""Reading along, for watchers too: the board, now and before; the record of a finished match."""

from dataclasses import replace

from bot.games.abilities import (
    MakesDeals,
    ShowsDanger,
    ShowsMaps,
    ShowsPlaces,
    ShowsSideView,
    Teaches,
)
from bot.games.custom_ids import CustomId, OldButton, about_match, base36, for_match, plain_id
from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import (
    AMBER,
    Attachment,
    Block,
    Button,
    Post,
    Row,
    Screen,
    Style,
    Text,
    keypad,
)
from bot.games.speech import paged
from bot.interactions.context import Context
from bot.interactions.match.page import page_links, page_settings
from bot.interactions.match.planning import can_plan
from bot.interactions.verbs import answers
from bot.locale.localisation import Words
from bot.messages.advice.hints import hint_button, with_hint
from bot.messages.advice.teaching import explain_button, skip_button, with_lessons
from bot.messages.match.posts import cover_line, record_file, table_row, title_post
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.messages.time import times
from bot.messages.viewing import Reader, moments, table_name
from bot.table.ids import MatchId, PlayerId
from bot.table.match.absence import absent_moves
from bot.table.match.lobby import is_prepared
from bot.table.match.match import Match, Status
from engine.draws import verify as verified
from engine.errors import CorruptRecord
from engine.game import PUBLIC, Seat
from engine.record import Record
from engine.registry import game


@answers("board", urgency=DrawUrgency.LOOK)
async def board(ctx: Context, control: CustomId) -> None:
    """Show the newest board, with the tiles to choose from if it is this person's move."""
    view = await ctx.view(control.about)
    panel, match = ctx.panel(view.match), view.match

    def drawn() -> Screen:
        title = Text(f"### {table_name(match, panel, ctx.words)}\n{cover_line(panel, view)}")
        rows = panel.post(view, ()).rows if view.legal else ()
        whole = Screen((title, panel.board(view), *rows, table_row(match, ctx.words)), AMBER)
        return with_hint(whole, view, ctx.words)

    await ctx.answer(await ctx.run_in_pool(drawn))


@answers("text", urgency=DrawUrgency.LOOK)
async def text(ctx: Context, control: CustomId) -> None:
    """Show a page of the board in words, or give all of them as a file."""
    view = await ctx.view(control.about)
    match, key = view.match, control.first
    pages = await ctx.run_in_pool(ctx.panel(match).text, view)
    shown: Block = Text(next((page.text for page in pages if page.key == key), pages[0].text))
    if key == "file":
        whole = "\n\n".join(page.text for page in pages)
        shown = Attachment(f"{match.game}-{match.id}.md", whole.encode())
    buttons = [_about(match, "text", page.title, page.key) for page in pages]
    buttons.append(_about(match, "text", ctx.words.say("As a file"), "file"))
    await ctx.answer(Screen((shown, *keypad(tuple(buttons))), AMBER))


@answers("happened", urgency=DrawUrgency.LOOK)
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
    await ctx.answer(Screen((Text(pages[page].text), *turn), AMBER))


async def newest(ctx: Context, match: Match, words: Words, seat: Seat | None = None) -> Post:
    """Return what the newest table message says, as everybody may know it, in these words.

    With a `seat` it begins no later than after its last move.
    """
    past = await ctx.patiently(ctx.shell.host.cache.history(match.id, PUBLIC))
    since, upto = match.table.since, match.told_line
    if seat is not None:
        missed = past.since_last_action(seat)
        since = min(since, missed[0].line - 1 if missed else len(past))
    events = tuple(event for each in past[since:upto] if each.stands for event in each.events)
    (then,) = await ctx.run_in_pool(moments, match, (past.at(upto),), Reader(PUBLIC, words))
    absent = absent_moves(await ctx.shell.host.cache.of(match.id), since, upto)
    seen = replace(then.view, absent=absent)
    return await ctx.run_in_pool(title_post, ctx.panel(match), seen, events)


@answers("heights", urgency=DrawUrgency.LOOK)
async def side_view(ctx: Context, control: CustomId) -> None:
    """Show the board from the side, in a title where it has heights."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if not isinstance(panel, ShowsSideView):
        raise OldButton("old-button", id=control.verb)
    await ctx.answer(await ctx.run_in_pool(panel.side_view, view))


@answers("more")
async def more(ctx: Context, control: CustomId) -> None:
    """Show what else one can do at this table, in four groups."""
    view, words = await ctx.view(control.about), ctx.words
    match, panel = view.match, ctx.panel(view.match)
    seat = match.seat_of(ctx.player) if match.status is Status.PLAYING else None
    title, now = f"### {table_name(match, panel, words)}", ctx.shell.clock.now()
    found = await ctx.shell.stores.holidays.times([match], now)
    due = times.due(match, found[match.id], words, now)
    moved = times.moved(found[match.id], ctx.player, words)
    lines = [title, *times.agreed(match, words), *(f"-# {each}" for each in (due, moved) if each)]
    blocks: list[Block] = [Text("\n".join(lines))]
    if seat is not None and (
        match.is_deserted or match.chairs[seat].lapses or match.chairs[seat].is_offered
    ):
        back = about_match("back", match)
        blocks.append(Row((Button(words.say("I am back"), back, Style.BLUE),)))
    links = await page_links(ctx, match)
    groups = (
        (words.named("of More", "Look"), (*_to_look_at(view, panel), *links)),
        (words.named("of More", "Match"), _to_play(view, panel, seat)),
        (
            words.named("of More", "Table"),
            (*_to_arrange(match, seat, ctx.player, words), *page_settings(ctx, match)),
        ),
        (words.named("of More", "Leave"), _to_leave(match, ctx.player, words)),
    )
    for heading, buttons in groups:
        if buttons:
            blocks += [Text(f"-# **{heading}**"), *keypad(buttons)]
    await ctx.answer(Screen(tuple(blocks), AMBER))


def _to_look_at(view: AnyView, panel: AnyPanel) -> tuple[Button, ...]:
    """Return the buttons to what everybody may look at."""
    match, words = view.match, view.words
    buttons = [_about(match, "history", words.say("History"))]
    if match.has_aids:
        if match.status is Status.FINISHED and isinstance(panel, ShowsMaps):
            buttons.append(_about(match, "page", words.say("Look through it")))
        buttons.append(_about(match, "replay", words.say("Watch the replay")))
        buttons.append(_about(match, "score", words.say("Who scores what")))
        buttons.append(_about(match, "unseen", panel.unseen_name(words)))
        if isinstance(panel, ShowsDanger):
            buttons.append(_about(match, "danger", words.say("Danger")))
        if isinstance(panel, ShowsPlaces):
            buttons.append(_about(match, "zoom", words.say("Zoom")))
    if match.status is Status.PLAYING and view.viewer == PUBLIC:
        buttons.append(Button(words.say("Follow"), plain_id("follow", "", base36(match.id))))
    rules = plain_id("rules", match.game, 0, base36(match.id))
    return (*buttons, Button(words.say("Rules"), rules))


def _to_play(view: AnyView, panel: AnyPanel, seat: Seat | None) -> tuple[Button, ...]:
    """Return the buttons about a player's own moves; proposals are for all to read."""
    match, words = view.match, view.words
    buttons = [*hint_button(view, words)]
    if can_plan(view):
        label, plan = words.say("Plan my next move"), about_match("plan", match)
        buttons.append(Button(label, plan, Style.BLUE))
    if seat is not None:
        undo = for_match("undo", match.id, match.seen_by(seat))
        buttons.append(Button(words.say("Take back my move"), undo))
    if isinstance(panel, MakesDeals):
        buttons.append(_about(match, "deals", words.say("Proposals")))
    if seat is not None and isinstance(panel, Teaches) and match.is_for_one:
        door = skip_button if match.teaching else explain_button
        buttons.append(door(match, words))
    return tuple(buttons)


def _to_arrange(
    match: Match, seat: Seat | None, player: PlayerId, words: Words
) -> tuple[Button, ...]:
    """Return the buttons about time and messages, and about what several people agree on."""
    if seat is None:
        return ()
    buttons = []
    if not match.is_for_one:
        buttons.append(_about(match, "votes", words.say("Ask the table")))
        buttons.append(_about(match, "nudge", words.say("Nudge")))
    if seat in match.acting:
        buttons.append(_about(match, "remind-me", words.say("Remind me…")))
    buttons.append(_about(match, "remind", words.say("Reminders")))
    if match.host == player:
        buttons.append(_about(match, "news", words.say("How turns are announced")))
    if not match.is_for_one:
        buttons.append(_about(match, "absent", words.say("Replace a missing player")))
    return tuple(buttons)


def _to_leave(match: Match, player: PlayerId, words: Words) -> tuple[Button, ...]:
    """Return the buttons with which a player goes, or ends a match that is theirs alone."""
    if match.seat_of(player) is None:
        return ()
    leave = Button(words.say("Leave the table"), about_match("quit", match), Style.RED)
    if match.status is Status.PLAYING and match.is_for_one:
        return (_about(match, "end", words.say("End the match")), leave)
    return (leave,)


def _about(match: Match, verb: str, label: str, *draft: str | int) -> Button:
    return Button(label, about_match(verb, match, *draft))


@answers("rules", urgency=DrawUrgency.LOOK)
async def rules(ctx: Context, control: CustomId) -> None:
    """Show a page of a game's guide; its third argument is the table to which it leads back."""
    panel = ctx.shell.panels.get(control.first)
    number, table = (*control.args[1:], "", "")[:2]
    if panel is None or not (number or "0").isdecimal():
        raise OldButton("old-button", id="rules")
    page = await ctx.run_in_pool(panel.rules, ctx.words, int(number or 0))
    if table:
        # The buttons to other pages keep the table from which the guide was opened.
        def kept(button: Button) -> Button:
            is_page = button.id.startswith("rules.")
            return replace(button, id=f"{button.id}.{table}") if is_page else button

        blocks = (
            Row(tuple(map(kept, each.buttons))) if isinstance(each, Row) else each
            for each in page.blocks
        )
        page = replace(page, blocks=tuple(blocks))
        ctx.way_back = Button(ctx.words.say("Back"), plain_id("more", table, 0))
    else:
        page = with_lessons(panel, page, ctx.words)
    await ctx.answer(page)


def back_to_more(ctx: Context, match_id: MatchId) -> Button:
    """Return the button that leads back from what **More** leads to."""
    return Button(ctx.words.say("Back"), for_match("more", match_id, 0))


def _pages(ctx: Context, match: Match, verb: str, page: int, last: int) -> tuple[Row, ...]:
    """Return a row of buttons to the pages beside this one, if there are any."""
    buttons = []
    if page > 0:
        buttons.append(_about(match, verb, ctx.words.say("Earlier"), page - 1))
    if page < last:
        buttons.append(_about(match, verb, ctx.words.say("Later"), page + 1))
    return (Row(tuple(buttons)),) if buttons else ()


@answers("export")
async def export(ctx: Context, control: CustomId) -> None:
    """Give the record of a finished match as a file."""
    if (record := await _get_finished(ctx, control)) is not None:
        text = Text(ctx.words.say("The record of the match: every move and every draw."))
        look = Button(ctx.words.say("Look through it"), for_match("page", control.about, 0))
        file = record_file(control.about, record)
        links = await page_links(ctx, await ctx.match(control.about))
        await ctx.answer(Screen((text, file, Row((look, *links))), AMBER))


@answers("verify")
async def verify(ctx: Context, control: CustomId) -> None:
    """Draw a finished match again and say whether every draw was fair."""
    if (record := await _get_finished(ctx, control)) is None:
        return
    words = ctx.words
    try:
        draws = await ctx.run_in_pool(verified, game(record.header.game), record)
    except CorruptRecord as error:
        text = words.say(
            "**The draws don't check out**, from line {line} of the record on. Please tell the"
            " bot's operator.",
            line=int(error.data.get("line", 0)),
        )
        await ctx.answer(note(text))
        return
    lines = (
        words.say("### The draws are fair"),
        words.say(
            "I drew all {n} of them again from the seed, and each came out as it was"
            " played. The seed fits the seal that was in the lobby before anyone"
            " joined.",
            n=draws,
        ),
        *(
            [words.say("A lesson has a prepared start: its seed is the same for everyone.")]
            if is_prepared(record.header.joins)
            else []
        ),
        *(
            [words.say("The table ended the match by vote, before its rules did.")]
            if record.ended
            else []
        ),
        words.say("Seal: `{seal}`", seal=record.header.commitment),
        words.say("Seed: `{seed}`", seed=record.seed),
        words.say(
            "To check it yourself, take the game record and run `python -m bot verify {file}`.",
            file=record_file(control.about, record).name,
        ),
    )
    await ctx.answer(Screen((Text("\n".join(lines)),), AMBER))


async def _get_finished(ctx: Context, control: CustomId) -> Record[object] | None:
    match = await ctx.match(control.about)
    if match.status is Status.FINISHED:
        return (await ctx.shell.host.cache.of(match.id)).begun.record
    text = ctx.words.say(
        "**You can get the record after the match.** Until then it contains secrets."
    )
    await ctx.answer(note(text))
    return None
