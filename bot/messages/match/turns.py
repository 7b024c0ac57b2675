"""Turns by direct message, as the table's own message shows them; and the one who is next.

They are read far from the table: everything there is to do can be done in them.
"""

from dataclasses import replace

import structlog

from bot.games.custom_ids import about_match, for_match
from bot.games.names import escaped_name
from bot.games.screen import MOST_IN_A_ROW, Button, Post, Row, Style
from bot.locale.localisation import Words
from bot.messages.match.posts import post, without_mentions, without_picture
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import table_button
from bot.messages.time import times
from bot.messages.viewing import Reader, view
from bot.table.ids import PlayerId
from bot.table.match.absence import absent_moves
from bot.table.match.match import LoadedMatch, Status
from engine.game import PUBLIC, Seat, visible
from engine.plans import planning_of
from engine.record import standing
from engine.registry import game

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def turn(about: NoticeView, words: Words) -> Post:
    """Return the board with what a player is asked, and what happened since they last moved.

    It takes as long as a picture takes. What it shows is what everybody may know, and so is what
    its buttons contain; the questions behind them are private. In a channel it is only a ping:
    the board is there.
    """
    if about.loaded is None:
        raise ValueError(about.notice.kind)
    match, player = about.match, PlayerId(int(about.fact("player")))
    if not about.is_direct:
        return _in_channel(about, player, words)
    if match.status is not Status.PLAYING:
        return Post(about.table(words), rows=(Row((table_button(match, words),)),))
    shown = _board(about, about.loaded, words)
    if about.fact("seat") not in match.acting:
        sealed = words.say("**Your choice is sealed.**")
        shown = replace(shown, text=f"{sealed} {shown.text}")
    *rows, last = shown.rows
    link = table_button(match, words)
    ending = [Row((*last.buttons, link))]
    if len(last.buttons) >= MOST_IN_A_ROW:
        ending = [last, Row((link,))]
    return replace(
        without_mentions(match, shown, but=player),
        rows=(*rows, *ending),
        # In a direct message that is what lets the phone sound.
        pings=() if about.fact("is_own") else (player,),
    )


def _board(about: NoticeView, loaded: LoadedMatch, words: Words) -> Post:
    match, panel = loaded.match, about.panels[loaded.match.game]
    since = _last_move(loaded, Seat(int(about.fact("seat"))))
    progress = loaded.since(since)
    seen = replace(view(match, progress, Reader(PUBLIC, words)), absent=absent_moves(loaded, since))
    try:
        news = tuple(each for each in progress.events if visible(each, PUBLIC))
        return post(panel, seen, news, due=times.due(match, about.times, words, about.now))
    except Exception:
        log.exception("no-picture", match=match.id, line=match.line)
        return without_picture(panel, seen)


def _last_move(loaded: LoadedMatch, seat: Seat) -> int:
    """Return the line after the newest move of a seat; before its first one, that of the news."""
    entries = loaded.begun.record.entries
    moves = ((line, entries[line].move) for line in reversed(standing(entries)))
    own = (line + 1 for line, move in moves if move is not None and move.actor == seat)
    return next(own, loaded.match.table.since)


def _in_channel(about: NoticeView, player: PlayerId, words: Words) -> Post:
    """Return what is said where a player takes no direct messages."""
    match = about.match
    text = words.say(
        "{who}, **it's your move** at **{table}**.", who=f"<@{player}>", table=about.table(words)
    )
    if about.fact("fell_back"):
        why = words.say(
            "-# I can't send you direct messages, so I ask you here from now on. You can change"
            " that in `/settings`."
        )
        text = f"{text}\n{why}"
    play = Button(words.say("Play my move"), for_match("play", match.id, 0), Style.BLUE)
    return Post(text, rows=(Row((play,)),), pings=(player,))


def next_up(about: NoticeView, words: Words) -> Post:
    """Return that a player is next: silent, and gone when it is their turn."""
    match = about.match
    text = words.say(
        "**You're next** at **{table}**, after {who} (whose turn began {r}).",
        table=about.table(words),
        who=escaped_name(match.chairs[about.fact("seat")].name),
        r=f"<t:{about.fact('asked')}:R>",
    )
    buttons = [table_button(match, words)]
    if planning_of(game(match.game)) is not None:
        plan = Button(words.say("Plan my next move"), about_match("plan", match), Style.BLUE)
        buttons = [plan, *buttons]
    return Post(text, rows=(Row(tuple(buttons)),))
