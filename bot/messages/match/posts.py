"""Public messages of a begun match: the panel's post with the rows that all titles share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel, AnyView
from bot.games.people import untold_absence
from bot.games.screen import Attachment, Button, Post, Row, Style, keypad
from bot.locale.localisation import Words
from bot.messages.refusals import message_url, since_button, text_button, why_closed
from bot.messages.viewing import names_of
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Ending, LoadedMatch, Match, Status
from bot.table.match.takebacks import last_mover
from engine.agents.review import can_be_reviewed
from engine.game import Event, Seat
from engine.record import Record
from engine.record_text import write_record
from engine.registry import game

ROOM_FOR_TEXT: Final = 1700


def post(
    panel: AnyPanel,
    view: AnyView,
    news: Sequence[Event],
    missed: Sequence[Seat] = (),
    due: str = "",
) -> Post:
    """Return what the channel is shown after `news`.

    `missed` are the seats that moved since the last turn of the player who is asked now; earlier
    messages told their moves, and this one names them. `due` says until when the player may move:
    it ends the small line with which titles end their text.
    """
    match, words = view.match, view.words
    if match.status is Status.CLOSED:
        return last_board(panel, view, news)
    shown = title_post(panel, view, news)
    has_more = bool(shown.happened or missed)
    if match.status is Status.FINISHED:
        rows = (*shown.rows, *result_rows(match, words, has_more=has_more))
        return replace(shown, rows=rows)
    text = f"{shown.text} · {due}" if due else shown.text
    rows = (*shown.rows, table_row(match, words, has_more=has_more))
    text = "\n".join([text, *untold_absence(view, news, text)])
    if missed:
        who = names_of(match, tuple(missed))
        also = words.say("-# Also moved since your turn: {who}. See **What happened**.", who=who)
        text = f"{text}\n{also}"
    return replace(shown, text=text, rows=rows)


def naming_next(shown: Post, name: str, words: Words) -> Post:
    """Return a message that names who is next in a small line below its headline."""
    headline, *rest = shown.text.split("\n")
    line = words.say("-# Next: **{who}**", who=escaped_name(name))
    return replace(shown, text="\n".join([headline, line, *rest]))


def title_post(panel: AnyPanel, view: AnyView, news: Sequence[Event]) -> Post:
    """Return what a title says of `news`, without the rows of the shell."""
    is_over = view.match.status is Status.FINISHED
    return panel.result(view, news) if is_over else panel.post(view, news)


def cover_line(panel: AnyPanel, view: AnyView) -> str:
    """Return one line about how a table stands; one that its players ended waits for nobody."""
    if view.match.ending is Ending.AS_IT_STANDS and view.match.is_for_one:
        return view.words.say("It ended early: the points count as they were.")
    if view.match.ending is Ending.AS_IT_STANDS:
        return view.words.say("It ended by vote: the points count as they were.")
    return panel.cover(view)


def closing(match: Match, words: Words) -> Post:
    """Return the last message of a table that ended before its match did, without its board."""
    text = why_closed(match.ending, match.closed_by, words)
    if match.ending is Ending.AGREED and match.is_for_one:
        text = words.say("**The match ended here**, with no result.")
    return Post(text, rows=(Row((_open_again(match, words),)),))


def last_board(panel: AnyPanel, view: AnyView, news: Sequence[Event]) -> Post:
    """Return the last message of a table that ended without result: why, and how it stood.

    It leads to all that can be looked at; the record stays sealed, as the draws do.
    """
    match, words = view.match, view.words
    table = f"{panel.title(words)} {match.id}"
    small = words.say("-# {table}: no result, the board as it was.", table=table)
    lines = [closing(match, words).text, *panel.briefly(view, news), small]
    return Post("\n".join(lines), panel.board(view), closed_rows(match, words))


def closed_rows(match: Match, words: Words) -> tuple[Row, Row]:
    """Return the rows under the last board of a match without result."""
    again = _open_again(match, words)
    looking_back = (
        again,
        _about(match, "replay", words.say("Watch the replay")),
        _about(match, "history", words.say("History")),
    )
    scores = _about(match, "score", words.say("Who scores what"))
    return Row(looking_back), Row((scores, text_button(match, words)))


def _open_again(match: Match, words: Words) -> Button:
    return Button(words.say("Open it again"), about_match("reopen", match), Style.BLUE)


def without_own_ping(loaded: LoadedMatch, shown: Post) -> Post:
    """Return a message that is new to the channel: its own click pings nobody, but for the end.

    The record says which seat made the newest move; titles can't always tell, as sealing is no
    news. Where a turn was planned, or a computer player moved for them, the player clicked nothing.
    Nor does it ping the player whom the match spares; it looks to all as if it did.
    """
    match = loaded.match
    if match.status is Status.FINISHED:
        return shown
    actor = last_mover(loaded)
    chair = None if actor is None else match.chairs[actor]
    mover = chair.player if chair is not None and chair.agent is None else None
    pings = tuple(each for each in shown.pings if each not in (mover, loaded.spares))
    return replace(shown, pings=pings)


def without_mentions(match: Match, shown: Post, but: PlayerId | None = None) -> Post:
    """Return a message that names people instead of pinging them: it will be edited.

    An edit notifies nobody, but it would light up as if it did. `but` is mentioned all the same.
    """
    text = shown.text
    for chair in match.chairs:
        if chair.player is None or chair.player == but:
            continue
        text = text.replace(f"<@{chair.player}>", f"**{escaped_name(chair.name)}**")
    return replace(shown, text=text.replace("****", ""), pings=())


def without_picture(panel: AnyPanel, view: AnyView) -> Post:
    """Return the table in words, for when its picture did not come out."""
    match, words = view.match, view.words
    sorry = words.say("**I couldn't draw the picture;** here is the board as text.")
    chairs = [match.chairs[seat] for seat in match.acting if match.chairs[seat].agent is None]
    players = tuple(each.player for each in chairs if each.player is not None)
    pings = " ".join(f"<@{each}>" for each in players)
    text = "\n".join(page.text for page in panel.text(view)[:1])[:ROOM_FOR_TEXT]
    why = ""
    rows: tuple[Row, ...] = (table_row(match, words),)
    if match.status is Status.CLOSED:
        why, rows = closing(match, words).text, closed_rows(match, words)
    elif match.status is Status.FINISHED:
        rows = result_rows(match, words)
    stands = "" if match.status is Status.CLOSED else cover_line(panel, view)
    lines = [part for part in (why, pings, sorry, stands, text) if part]
    show = Button(words.say("Show me the board"), about_match("board", match))
    return Post("\n".join(lines), rows=(Row((show,)), *rows), pings=players)


def table_row(match: Match, words: Words, *, has_more: bool = False) -> Row:
    """Return the row under every board; `has_more`: more happened than stands above it."""
    more = _about(match, "more", words.say("More"))
    happened = _happened(match, words, has_more=has_more)
    return Row((*happened, text_button(match, words), *since_button(match, words), more))


def _happened(match: Match, words: Words, *, has_more: bool) -> tuple[Button, ...]:
    return (_about(match, "happened", words.say("What happened")),) if has_more else ()


def _about(match: Match, verb: str, label: str) -> Button:
    return Button(label, about_match(verb, match))


def has_chart(match: Match) -> bool:
    """Say whether the points of a match can be followed from turn to turn."""
    return game(match.game).meta.standing is not None


def result_rows(
    match: Match, words: Words, rematch: Match | None = None, *, has_more: bool = False
) -> tuple[Row, ...]:
    """Return the rows under the result; a rematch that is open already is linked to."""
    again = Button(words.say("Again"), about_match("rematch", match), Style.GREEN)
    if rematch is not None and rematch.cover.message is not None:
        url = message_url(rematch, rematch.cover.message)
        again = Button(words.say("Go to the next match"), url=url)
    next_one = _about(match, "next-opponent", words.say("Next opponent"))
    looking_back = (
        again,
        *([next_one] if match.venue.guild is not None and not match.teaching else []),
        *([_about(match, "chart", words.say("Chart"))] if has_chart(match) else []),
        _about(match, "replay", words.say("Watch the replay")),
        *([_about(match, "review", words.say("Review"))] if can_be_reviewed(match.game) else []),
    )
    record = (
        *_happened(match, words, has_more=has_more),
        _about(match, "page", words.say("Look through it")),
        _about(match, "score", words.say("Who scored what")),
        text_button(match, words),
        _about(match, "verify", words.say("Check the draws")),
        _about(match, "export", words.say("Game record")),
    )
    return Row(looking_back), *keypad(record)


def record_file(match_id: MatchId, record: Record[Any]) -> Attachment:
    """Return the record of a finished match as a file."""
    key = record.header.game
    return Attachment(f"{key}-{match_id}.json", write_record(game(key), record).encode())
