"""Public messages of a begun match: the panel's post with the rows that all titles share."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel, AnyView
from bot.games.people import PLANNED, ended_by_vote, people, player_ids
from bot.games.screen import Attachment, Button, Post, Row, Style
from bot.locale.localisation import Words, mark
from bot.messages.refusals import message_url, since_button, text_button
from bot.messages.viewing import names_of
from bot.table.ids import MatchId
from bot.table.match.match import Ending, Match, Status
from bot.table.match.takebacks import last_mover
from engine.agents.review import can_be_reviewed
from engine.game import Event, Seat
from engine.record import Record
from engine.record_text import write_record
from engine.registry import game

ROOM_FOR_TEXT: Final = 1700

CLOSED: Final = {
    Ending.AGREED: mark("**The table agreed to end here**, without result."),
    Ending.TIME_UP: mark("**Time was up, so the match ends here**, without result, as agreed."),
    Ending.DESERTED: mark("**Nobody came back, so this table is closed**, without result."),
}
"""What a table reads that is closed, by how that came."""


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
    match, words, shown = view.match, view.words, title_post(panel, view, news)
    has_more = bool(shown.happened or missed)
    if match.status is Status.FINISHED:
        rows = (*shown.rows, *result_rows(match, words, has_more=has_more))
        return replace(shown, rows=rows)
    text = f"{shown.text} · {due}" if due else shown.text
    rows = (*shown.rows, table_row(match, words, has_more=has_more))
    planned = [each for each in view.planned if each.event in news]
    if text.count(words.say(PLANNED)) < len(planned):
        # Where much happened the text has no sentence for each of them.
        who = names_of(match, tuple(dict.fromkeys(each.seat for each in planned)))
        text = f"{text}\n{words.say('-# Planned ahead: {who}.', who=who)}"
    if missed:
        who = names_of(match, tuple(missed))
        also = words.say("-# Also moved since your turn: {who}. See **What happened**.", who=who)
        text = f"{text}\n{also}"
    return replace(shown, text=text, rows=rows)


def title_post(panel: AnyPanel, view: AnyView, news: Sequence[Event]) -> Post:
    """Return what a title says of `news`, without the rows of the shell."""
    if view.match.ending is Ending.AS_IT_STANDS:
        return as_it_stands(panel, view)
    is_over = view.match.status is Status.FINISHED
    return panel.result(view, news) if is_over else panel.post(view, news)


def cover_line(panel: AnyPanel, view: AnyView) -> str:
    """Return one line about how a table stands; one that its players ended waits for nobody."""
    if view.match.ending is Ending.AS_IT_STANDS:
        return view.words.say("It ended by vote: the points count as they were.")
    return panel.cover(view)


def as_it_stands(panel: AnyPanel, view: AnyView) -> Post:
    """Return the last message of a match that its table ended before its rules did."""
    words, standing = view.words, game(view.match.game).meta.standing
    if standing is None:
        raise ValueError(view.match.game)
    told = ended_by_vote(view, panel.title(words), standing(view.observation))
    counts = words.say("the points count as they were")
    small = f"-# {counts} · {words.say('anybody can check the draws now')}"
    pings = player_ids(view, people(view))
    return Post(f"{told}\n{small}", panel.board(view), pings=pings)


def closing(match: Match, words: Words) -> Post:
    """Return the last message of a table that ended before its match did."""
    text = words.say("**This table is closed:** everybody has left it.")
    if match.ending is not None:
        text = words.say(CLOSED[match.ending])
    elif match.people:
        text = words.say("**This table is closed.**")
    again = Button(words.say("Open it again"), about_match("reopen", match), Style.BLUE)
    return Post(text, rows=(Row((again,)),))


def without_own_ping(
    match: Match, record: Record[Any], shown: Post, planned: Collection[int] = ()
) -> Post:
    """Return a message that is new to the channel: its own click pings nobody, but for the end.

    The record says which seat made the newest move; titles can't always tell, as sealing is no
    news. `planned` are the first lines of turns that were planned: there the player clicked
    nothing.
    """
    actor = last_mover(match, record, planned)
    if actor is None or match.status is Status.FINISHED:
        return shown
    chair = match.chairs[actor]
    mover = chair.player if chair.agent is None else None
    return replace(shown, pings=tuple(each for each in shown.pings if each != mover))


def without_mentions(match: Match, shown: Post) -> Post:
    """Return a message that names people instead of pinging them: it will be edited.

    An edit notifies nobody, but it would light up as if it did.
    """
    text = shown.text
    for chair in match.chairs:
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
    lines = [part for part in (pings, sorry, cover_line(panel, view), text) if part]
    show = Button(words.say("Show me the board"), about_match("board", match))
    over = match.status is Status.FINISHED
    rows = result_rows(match, words) if over else (table_row(match, words),)
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


def result_rows(
    match: Match, words: Words, rematch: Match | None = None, *, has_more: bool = False
) -> tuple[Row, Row]:
    """Return the rows under the result; a rematch that is open already is linked to."""
    again = Button(words.say("Rematch"), about_match("rematch", match), Style.GREEN)
    if rematch is not None and rematch.cover.message is not None:
        url = message_url(rematch, rematch.cover.message)
        again = Button(words.say("Go to the rematch"), url=url)
    looking_back = (
        again,
        _about(match, "replay", words.say("Watch the replay")),
        _about(match, "score", words.say("Who scored what")),
        *([_about(match, "review", words.say("Review"))] if can_be_reviewed(match.game) else []),
    )
    record = (
        *_happened(match, words, has_more=has_more),
        text_button(match, words),
        _about(match, "verify", words.say("Check the draws")),
        _about(match, "export", words.say("Game record")),
    )
    return Row(looking_back), Row(record)


def record_file(match_id: MatchId, record: Record[Any]) -> Attachment:
    """Return the record of a finished match as a file."""
    key = record.header.game
    return Attachment(f"{key}-{match_id}.json", write_record(game(key), record).encode())
