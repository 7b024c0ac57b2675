"""Moves taken back, in words: what goes back, what the others are asked, what the channel hears."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from discord.utils import format_dt

from bot.games.custom_ids import about_match, for_match, plain_id
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel
from bot.games.screen import AMBER, Button, Post, Row, Screen, Style, Text
from bot.games.speech import and_list, last_lines
from bot.hosting.match.history import History
from bot.hosting.match.takebacks import TakeBackLook
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import NOT_PLAYING
from bot.messages.viewing import Reader, moments, names_of, table_name
from bot.table.match.match import Match, Status, Vote, VoteResult
from bot.table.match.takebacks import agreement
from bot.table.together.votes import voters
from engine.game import PUBLIC, Seat, Viewer
from engine.record import Entry, standing
from engine.registry import game
from engine.replay import Replay
from engine.takebacks import TakeBackKind, class_of

ROOM: Final = 500
"""Characters of what is taken back."""

WHY_ASKED: Final[Mapping[str | None, str]] = MappingProxyType(
    {
        "take-back-drawn": mark(
            "Something was drawn after that move, and everyone will still know it."
        ),
        "take-back-revealed": mark(
            "Something was revealed after that move, and everyone will still know it."
        ),
        "take-back-others": mark("Others may have moved after it; their moves go back, too."),
    }
)
"""What the others should know before they agree."""

RESULTS: Final[Mapping[VoteResult, str]] = MappingProxyType(
    {
        VoteResult.PASSED: mark("**Taken back by agreement** ({table})."),
        VoteResult.REFUSED: mark("**The move stays** ({table}): {keepers} would rather keep it."),
        VoteResult.LAPSED: mark("**The move stays** ({table}): not everyone answered in time."),
        VoteResult.DROPPED: mark("**The move stays** ({table}): the match has gone on."),
    }
)


def told_moves(
    panel: AnyPanel,
    match: Match,
    replay: Replay[Any, Any],
    first: int,
    upto: int,
    words: Words,
    viewer: Viewer = PUBLIC,
) -> tuple[str, ...]:
    """Return what the seat that moved in line `first` did from there up to line `upto`.

    What stood then: not what had been taken back before. Short enough for any message.
    """
    entries = replay.record.entries
    stood = {line for line in standing(entries[:upto]) if line >= first}
    seat = _actor(entries[first])
    past = History(game(match.game), replay, viewer)
    steps = (replace(past.at(first), events=()), *past[first:upto])
    told = panel.history(moments(match, steps, Reader(viewer, words)))
    own = [text for line, text in told if line - 1 in stood and _actor(entries[line - 1]) == seat]
    return tuple(last_lines(words, own, ROOM))


def _actor(entry: Entry[Any]) -> object:
    return None if entry.move is None else entry.move.actor


def news(
    panel: AnyPanel, match: Match, replay: Replay[Any, Any], since: int, words: Words
) -> tuple[str, ...]:
    """Return what was taken back after line `since`, for the table message to begin with."""
    lines: list[str] = []
    for entry in replay.record.entries[since:]:
        if entry.undo_to is None:
            continue
        gone = told_moves(panel, match, replay, entry.undo_to, entry.seq, words)
        vote = agreement(match, entry.undo_to)
        head = words.say("**Taken back:**")
        if vote is not None:
            head = words.say("**Taken back by agreement:**")
        ayes = () if vote is None else tuple(each.seat for each in vote.ballots if each.is_yes)
        also = [words.say("(agreed: {players})", players=names_of(match, ayes))] if ayes else []
        lines.append(" ".join([head, *(f"~~{each}~~" for each in gone), *also]))
    return tuple(lines)


def request(about: NoticeView, words: Words) -> Post:
    """Return the request to take a move back: who is asked, what goes back, how it stands.

    When all have agreed it is deleted (`bot.table.consequences`).
    """
    match, panel = about.match, about.panels[about.match.game]
    vote = next(each for each in match.votes if each.id == about.fact("vote"))
    if about.loaded is None or about.loaded.replay is None:
        return Post(words.say(NOT_PLAYING[Status.PAUSED]))
    replay, first = about.loaded.replay, int(vote.arg)
    table, who = table_name(match, panel, words), escaped_name(match.chairs[vote.by].name)
    upto = next((each.seq for each in replay.record.entries if each.undo_to == first), len(replay))
    moves = told_moves(panel, match, replay, first, upto, words)
    if vote.result is not None:
        noes = tuple(each.seat for each in vote.ballots if not each.is_yes)
        over = words.say(RESULTS[vote.result], table=table, keepers=names_of(match, noes))
        struck = vote.result is VoteResult.PASSED
        quoted = [f"~~{each}~~" if struck else each for each in moves]
        return Post("\n".join([over, *quoted]))
    asked = voters(match, vote)
    players = [match.chairs[seat].player for seat in asked]
    said = {each.seat for each in vote.ballots}
    lines = [
        words.say(
            "{players}, **{who} asks to take a move back** ({table}).",
            players=" ".join(f"<@{each}>" for each in players),
            who=who,
            table=table,
        ),
        *moves,
        *_why(class_of(game(match.game), replay, vote.by, first).reason, words),
        f"-# {' · '.join(_standing_of(match, vote, len(asked), words))}",
    ]
    yes = about_match("undoyes", match, vote.id)
    no = about_match("undono", match, vote.id)
    row = Row(
        (
            Button(words.say("Agree"), yes, Style.GREEN),
            Button(words.say("Keep the move"), no),
        )
    )
    pings = tuple(
        player
        for seat, player in zip(asked, players, strict=True)
        if player is not None and seat not in said
    )
    return Post("\n".join(lines), rows=(row,), pings=pings)


def _standing_of(match: Match, vote: Vote, asked: int, words: Words) -> list[str]:
    ayes = tuple(each.seat for each in vote.ballots if each.is_yes)
    parts = []
    if ayes:
        names = [escaped_name(match.chairs[seat].name) for seat in ayes]
        who = and_list(words, names)
        parts.append(words.count("{who} agrees", "{who} agree", len(ayes), who=who))
    parts.append(words.say("{n} of {all} have agreed", n=len(ayes), all=asked))
    ends = format_dt(vote.lapses_at, "f")
    parts.append(words.say("open until the next move or {t}", t=ends))
    return parts


def _why(reason: str | None, words: Words) -> list[str]:
    return [words.say(WHY_ASKED[reason])] if reason in WHY_ASKED else []


def undo_button(look: TakeBackLook, words: Words) -> Button:
    """Return the private button that takes the last move back."""
    seen = look.match.seen_by(look.seat)
    return Button(words.say("Take back my move"), for_match("undo", look.match.id, seen))


def question(panel: AnyPanel, look: TakeBackLook, moves: Sequence[str], words: Words) -> Screen:
    """Ask whether to take the last move back, and say what that needs."""
    match, seat = look.match, look.seat
    table = table_name(match, panel, words)
    lines = [words.say("### {table}: take back your last move?", table=table), *moves]
    seen = match.seen_by(seat)
    leave = Button(words.say("Keep my move"), about_match("board", match))
    if look.take_back.kind is TakeBackKind.FREE:
        lines.append(words.say("Nothing has been revealed since then, so it's undone right away."))
        return Screen((Text("\n".join(lines)), Row((undo_button(look, words), leave))), AMBER)
    others = tuple(
        Seat(number)
        for number, each in enumerate(match.chairs)
        if each.player is not None and each.agent is None and number != seat
    )
    lines += _why(look.take_back.reason, words)
    if others:
        lines.append(
            words.say("The others have to agree: {players}.", players=names_of(match, others))
        )
    label = words.say("Ask the others") if others else words.say("Take back my move")
    ask = Button(label, for_match("undoask", match.id, seen), Style.GREEN)
    return Screen((Text("\n".join(lines)), Row((ask, leave))), AMBER)


def done(match: Match, moves: Sequence[str], words: Words) -> Screen:
    """Say that the move was taken back."""
    text = " ".join([words.say("**Taken back:**"), *(f"~~{each}~~" for each in moves)])
    board = Button(words.say("Show me the board"), about_match("board", match), Style.BLUE)
    return Screen((Text(text), Row((board,))), AMBER)


def asked(words: Words, *, offer_twice: bool) -> Screen:
    """Say that the others were asked; `offer_twice`: offer to ask before each move from now on."""
    lines = [words.say("**Asked.** The others answer in the channel; until then the move stands.")]
    if not offer_twice:
        return Screen((Text(lines[0]),), AMBER)
    lines.append(words.say("-# Slipped? I can ask you to confirm every move."))
    twice = Button(words.say("Confirm every move"), plain_id("twice", "on"))
    return Screen((Text("\n".join(lines)), Row((twice,))), AMBER)
