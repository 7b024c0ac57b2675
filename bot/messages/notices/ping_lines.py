"""The line that asks players to move, where the table's message is only edited."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.names import escaped_name
from bot.games.screen import Button, Post, Row
from bot.games.speech import and_list, without_markdown
from bot.locale.localisation import Words
from bot.messages.refusals import message_url
from bot.table.ids import MatchId
from bot.table.match.match import Match
from engine.game import Seat

ROOM: Final = 160
"""Letters of what happened: with who is asked, four lines on a phone."""
_LINE: Final = "line"
"""Ends the id of the button by which a line is known again."""


def ping_line(
    match: Match,
    seats: Sequence[Seat],
    own: Seat | None,
    told: Sequence[str],
    table: str,
    words: Words,
) -> Post:
    """Return who is asked, with a link to the table's message, and what happened before.

    Nobody is pinged by their own click: `own` is the seat that made it. `told` are sentences, of
    which as many are left out as there is no room for.
    """
    chairs = {seat: match.chairs[seat] for seat in seats}
    pings = tuple(
        chair.player for seat, chair in chairs.items() if chair.player is not None and seat != own
    )
    who = [
        f"<@{chair.player}>" if chair.player in pings else f"**{escaped_name(chair.name)}**"
        for chair in chairs.values()
    ]
    if match.table.message is not None:
        table = f"[{table}]({message_url(match, match.table.message)})"
    text = words.count(
        "{who}, **your move:** {table}",
        "{who}, **it's up to you:** {table}",
        len(seats),
        who=and_list(words, who),
        table=table,
    )
    happened = list(told)
    while happened and len(without_markdown(" ".join(happened))) > ROOM:
        # What came first was mostly done by a player, and led to the rest.
        happened.pop()
    if happened:
        text = f"{text}\n-# {' '.join(happened)}"
    board = Button(words.say("Show me the board"), about_match("board", match, _LINE))
    return Post(text, rows=(Row((board,)),), pings=pings)


def newest_line(match: Match) -> str:
    """Return the id of the button under the line that asks who must act now."""
    return f"b.{about_match('board', match, _LINE)}"


def is_line(ids: Collection[str], match: MatchId) -> bool:
    """Say whether a message with these ids is a line of this match."""
    begins, ends = f"b.{plain_id('board', base36(match))}.", f".{_LINE}"
    return any(each.startswith(begins) and each.endswith(ends) for each in ids)
