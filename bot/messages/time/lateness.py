"""Time that is up, seats on offer, tables that stand still: what the channel reads of them."""

from datetime import UTC, datetime

from discord.utils import format_dt

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name, shortened
from bot.games.screen import Button, Post, Row, Style
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView
from bot.table.ids import PlayerId
from bot.table.match.match import Chair, Match, Status, WhenLate
from bot.table.together import holds
from engine.game import Seat


def time_up(about: NoticeView, words: Words) -> Post:
    """Return what is said when a player's time is up; it pings them, once."""
    match, seat, chair = _whom(about)
    who, table = escaped_name(about.fact("name")), about.table(words)
    if match.status is not Status.PLAYING:
        return Post(words.say("**{who}'s time was up** at {table}.", who=who, table=table))
    is_theirs = chair.player == about.fact("player") and chair.agent is None
    if not is_theirs:
        return _replaced(about, words)
    if not chair.lapses:
        return Post(words.say("**{who} is back** at {table}.", who=who, table=table))
    called = _called(about, chair)
    lines = [words.say("**{who}'s time is up** at {table}.", who=who, table=table)]
    match match.when_late:
        case WhenLate.COMPUTER:
            lines.append(
                words.say(
                    "As agreed, a computer player moves for {who} this once. {ping}, **I am"
                    " back** gives you the seat back.",
                    who=who,
                    ping=called,
                )
            )
        case WhenLate.WAIT:
            lines.append(words.say("{ping}, the table still waits for you.", ping=called))
        case WhenLate.END:
            ends = datetime.fromtimestamp(about.fact("ends"), UTC)
            lines.append(
                words.say(
                    "As agreed, the match ends without result if there is no move before {t}."
                    " {ping}, it is your move.",
                    t=format_dt(ends, "f"),
                    ping=called,
                )
            )
    buttons = []
    if match.when_late is WhenLate.COMPUTER:
        buttons.append(_back(match, words))
    else:
        buttons.append(about.board(words))
    if not about.is_direct:
        name = shortened(chair.name, 20)
        # A computer player has moved as soon as anybody could press that.
        if match.when_late is not WhenLate.COMPUTER:
            more = about_match("more-time", match, seat)
            buttons.append(Button(words.say("Give {name} one more day", name=name), more))
        offer = about_match("vote-on", match, f"offer-seat:{seat}")
        buttons.append(Button(words.say("Offer the seat"), offer))
    return Post(" ".join(lines), rows=(Row(tuple(buttons)),), pings=_pings(about, chair))


def seat_offered(about: NoticeView, words: Words) -> Post:
    """Return that a new person may take a seat, and later who did; it pings its owner, once."""
    match, seat, chair = _whom(about)
    who, table = escaped_name(about.fact("name")), about.table(words)
    if chair.player != about.fact("player") or chair.agent is not None:
        return _replaced(about, words)
    if not chair.is_offered or match.status is not Status.PLAYING:
        back = words.say("**{who} is back** at {table}.", who=who, table=table)
        over = words.say("{table} is over.", table=table)
        return Post(back if match.status is Status.PLAYING else over)
    lines = [
        words.say(
            "**The seat of {who} at {table} is free** for somebody new.", who=who, table=table
        ),
        words.say(
            "Whoever takes it goes on with what {who} has and knows; until then a computer player"
            " moves.",
            who=who,
        ),
        words.say(
            "{ping}, as long as nobody has taken it, **I am back** gives it back to you.",
            ping=_called(about, chair),
        ),
    ]
    take = Button(words.say("Take the seat"), about_match("sit", match, seat), Style.GREEN)
    row = Row((take, _back(match, words)))
    return Post(" ".join(lines), rows=(row,), pings=_pings(about, chair))


def standstill(about: NoticeView, words: Words) -> Post:
    """Return that a table stands still, that it will be closed, or that it continues."""
    match, table = about.match, about.table(words)
    until = match.held_until
    if match.status is not Status.PLAYING:
        return Post(words.say("{table} is over.", table=table))
    if about.fact("says") == "goes-on" or until is None:
        # Some may have moved by now, or left.
        asked = {match.chairs[seat].player for seat in match.acting}
        pings = tuple(PlayerId(each) for each in about.fact("pings") or () if each in asked)
        if not pings or about.is_edit:
            return Post(words.say("**{table} goes on.**", table=table))
        called = " ".join(f"<@{each}>" for each in pings)
        text = words.say("{who}, **{table} goes on:** it is your move.", who=called, table=table)
        return Post(text, pings=pings)
    if about.fact("says") == "closing":
        text = words.say(
            "**{table} has stood still for {n} days.** If nobody comes back, I close it without"
            " result on {t}.",
            table=table,
            n=holds.DESERTED.days,
            t=format_dt(until, "f"),
        )
    else:
        text = words.say(
            "**{table} stands still:** everybody is late or away. Whoever comes back first sets it"
            " going again.",
            table=table,
        )
    return Post(text, rows=(Row((_back(match, words),)),))


def _replaced(about: NoticeView, words: Words) -> Post:
    _, _, chair = _whom(about)
    who, table = escaped_name(about.fact("name")), about.table(words)
    if chair.agent is not None:
        return Post(words.say("A computer player takes over for **{who}**.", who=who))
    new = escaped_name(chair.name)
    return Post(
        words.say("**{new}** takes over for **{who}** at {table}.", new=new, who=who, table=table)
    )


def _whom(about: NoticeView) -> tuple[Match, Seat, Chair]:
    seat = Seat(int(about.fact("seat")))
    return about.match, seat, about.match.chairs[seat]


def _back(match: Match, words: Words) -> Button:
    return Button(words.say("I am back"), about_match("back", match), Style.BLUE)


def _called(about: NoticeView, chair: Chair) -> str:
    """Return a ping; in a message that is there already, and in direct ones, only a name."""
    is_called = _pings(about, chair) and not about.is_direct
    return f"<@{chair.player}>" if is_called else f"**{escaped_name(chair.name)}**"


def _pings(about: NoticeView, chair: Chair) -> tuple[PlayerId, ...]:
    is_loud = not about.is_edit and not about.fact("own")
    return (chair.player,) if is_loud and chair.player is not None else ()
