"""The line that asks a player to move, where the table's message is only edited."""

from bot.games.screen import Post
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import message_url
from bot.messages.viewing import names_of
from bot.table.ids import PlayerId
from bot.table.match.match import Status
from bot.table.match.takebacks import last_mover


def ping_line(about: NoticeView, words: Words) -> Post:
    """Return who is asked, with a link to the table's message; it is deleted when they moved."""
    match, seat = about.match, about.fact("seat")
    if match.status is not Status.PLAYING or seat is None:
        return Post(about.table(words))
    player = PlayerId(match.chairs[seat].player or 0)
    table = about.table(words)
    if match.table.message is not None:
        table = f"[{table}]({message_url(match, match.table.message)})"
    is_own = (
        about.loaded is not None
        and last_mover(match, about.loaded.begun.record, about.loaded.planned) == seat
    )
    # Nobody is pinged by their own click.
    who = f"**{names_of(match, (seat,))}**" if is_own else f"<@{player}>"
    pings = () if is_own else (player,)
    return Post(words.say("{who}, **your move:** {table}", who=who, table=table), pings=pings)
