"""Time that is up, seats on offer, tables that stand still: what the channel reads of them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from discord.utils import format_dt

from bot.games.custom_ids import about_match, for_match, plain_id
from bot.games.names import escaped_name, shortened
from bot.games.screen import Button, Post, Row, Style
from bot.games.speech import and_list
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.table.ids import PlayerId
from bot.table.match.match import Chair, Match, Status, WhenLate
from bot.table.together import holds
from engine.game import Seat

MOST_GIVEN: Final = 2
"""To how many of those whose time is up a day can be given below the message."""


def time_up(about: NoticeView, words: Words) -> Post:
    """Return what is said when the time of one or more players is up; it pings each once."""
    match, table = about.match, about.table(words)
    # Messages of earlier versions are about one player each.
    every = [_late(match, each) for each in about.fact("late") or (about.notice.facts,)]
    if match.status is not Status.PLAYING:
        return Post(
            words.say(
                "**Time was up for {who}** at {table}.", who=_named(every, words), table=table
            )
        )
    late = [each for each in every if each.is_theirs and each.chair.lapses]
    lines = [_what_came(each, table, words) for each in every if each not in late]
    if not late:
        return Post("\n".join(lines))
    called, pings = _called(about, late, words)
    told = [words.say("**Time is up for {who}** at {table}.", who=_named(late, words), table=table)]
    due = _first_due(about, late)
    if match.is_deserted:
        told.append(words.say("No one else is there, so the table is waiting."))
    elif match.held_until is not None:
        told.append(words.say("The match is on hold now."))
    elif match.when_late is WhenLate.COMPUTER:
        told.append(words.say("As agreed, a computer player makes this move."))
    elif match.when_late is WhenLate.END and due is not None:
        told.append(
            words.say(
                "As agreed, the match ends with no result if there's no move before {t}.",
                t=format_dt(due, "f"),
            )
        )
    elif due is not None and due > about.now:
        # Another player gave more.
        told.append(words.say("There is time until {t} now.", t=format_dt(due, "f")))
    told.append(words.say(_ASKED[match.when_late, match.is_deserted], ping=called))
    lines.insert(0, " ".join(told))
    return Post("\n".join(lines), rows=(Row(_of_late(about, late, words)),), pings=pings)


_ASKED: Final[Mapping[tuple[WhenLate, bool], str]] = MappingProxyType(
    {
        (WhenLate.COMPUTER, False): mark("{ping}: press **I am back** to keep playing."),
        (WhenLate.WAIT, False): mark("{ping}: the table is still waiting for the move."),
        (WhenLate.END, False): mark("{ping}: now is the time to move."),
        **dict.fromkeys(
            ((each, True) for each in WhenLate),
            mark("{ping}: press **I am back** to resume it."),
        ),
    }
)
"""What those are told whose time is up, by what their table agreed on and whether it stands."""


class _Late(NamedTuple):
    """A player whose time was up, and the seat as it is now; `told`: they were told before."""

    chair: Chair
    seat: Seat
    player: PlayerId
    name: str
    told: bool = False

    @property
    def is_theirs(self) -> bool:
        """Whether the seat is still theirs."""
        return self.chair.player == self.player and self.chair.agent is None


def _late(match: Match, facts: Mapping[str, Any]) -> _Late:
    seat = Seat(facts["seat"])
    told = bool(facts.get("told") or facts.get("own"))
    return _Late(match.chairs[seat], seat, PlayerId(facts["player"]), facts["name"], told)


def _named(every: Sequence[_Late], words: Words) -> str:
    return and_list(words, [escaped_name(each.name) for each in every])


def _what_came(late: _Late, table: str, words: Words) -> str:
    """Return what became of a player whose time was up."""
    if not late.is_theirs:
        return _replaced(late.chair, late.name, table, words)
    return words.say("**{who} is back** at {table}.", who=escaped_name(late.name), table=table)


def _first_due(about: NoticeView, late: Sequence[_Late]) -> datetime | None:
    """Return when the match ends by which of them is due first; None: time stands still."""
    seats = {each.seat for each in late}
    due = (each.due_at for each in about.times.waits if each.seat in seats)
    return min((each for each in due if each is not None), default=None)


def _of_late(about: NoticeView, late: Sequence[_Late], words: Words) -> tuple[Button, ...]:
    """Return what those whose time is up can press, and what the others can."""
    match, is_stood_in = about.match, about.match.when_late is WhenLate.COMPUTER
    buttons = [_back(match, words)]
    if match.when_late is WhenLate.END and not match.is_deserted:
        play = for_match("play", match.id, 0)
        buttons = [Button(words.say("Play my move"), play, Style.BLUE)]
    if not is_stood_in and not match.is_deserted:
        buttons.append(about.board(words))
    if about.is_direct or match.is_deserted:
        return tuple(buttons)
    # A computer player has moved as soon as anybody could press that.
    for each in late[:MOST_GIVEN] if not is_stood_in else ():
        more = about_match("more-time", match, each.seat)
        name = shortened(each.name, 20)
        buttons.append(Button(words.say("Give {name} one more day", name=name), more))
    if len(late) == 1:
        offer = about_match("vote-on", match, f"offer-seat:{late[0].seat}")
        buttons.append(Button(words.say("Offer the seat"), offer))
    return tuple(buttons)


def auto_holiday(about: NoticeView, words: Words) -> Post:
    """Return that a holiday began as a player's time was up; it pings them once.

    It is deleted when they have moved, and says so if the holiday was over before that.
    """
    match, table = about.match, about.table(words)
    late = _late(match, about.notice.facts)
    who, holiday = escaped_name(late.name), about.times.away.get(late.seat)
    if not late.is_theirs or holiday is None or not (holiday.is_on(about.now)):
        return Post(words.say("**{who}'s automatic holiday** is over.", who=who))
    facts = {"table": table, "t": format_dt(holiday.ends_at, "f")}
    called, pings = _called(about, [late], words)
    lines = [
        words.say(
            "**Time is up for {who}** at {table}: an automatic holiday has begun, and the table"
            " waits until {t}.",
            who=who,
            **facts,
        ),
        words.say(
            "{ping}: **I am back**, or a move, ends it right away. You can switch such holidays"
            " off in **All settings**.",
            ping=called,
        ),
    ]
    if about.is_direct:
        lines = [
            words.say(
                "**Your time is up** at {table}: your automatic holiday has begun, and your tables"
                " there wait until {t}.",
                **facts,
            ),
            words.say(
                "**I am back**, or a move, ends it right away. You can switch such holidays off in"
                " **All settings**."
            ),
        ]
    settings = Button(words.say("All settings"), plain_id("settings"))
    return Post("\n".join(lines), rows=(Row((_back(match, words), settings)),), pings=pings)


def seat_offered(about: NoticeView, words: Words) -> Post:
    """Return that a new person may take a seat, and later who did; it pings its owner, once."""
    match, table = about.match, about.table(words)
    offered = _late(match, about.notice.facts)
    who = escaped_name(offered.name)
    if not offered.is_theirs:
        return Post(_replaced(offered.chair, offered.name, table, words))
    if match.status is not Status.PLAYING:
        return Post(words.say("{table} is over.", table=table))
    if not offered.chair.is_offered:
        return Post(_what_came(offered, table, words))
    called, pings = _called(about, [offered], words)
    goes_on = words.say("The new player inherits {who}'s position and secrets.", who=who)
    until = words.say("Until then a computer player moves.")
    if match.is_deserted:
        until = words.say("Until then the table is waiting.")
    lines = [
        words.say("**{who}'s seat at {table} is free** for a new player.", who=who, table=table),
        goes_on,
        until,
        words.say(
            "{ping}, as long as no one has taken it, **I am back** gives it back to you.",
            ping=called,
        ),
    ]
    take = Button(words.say("Take the seat"), about_match("sit", match, offered.seat), Style.GREEN)
    return Post(" ".join(lines), rows=(Row((take, _back(match, words))),), pings=pings)


def standstill(about: NoticeView, words: Words) -> Post:
    """Return that a table stands still, that it will be closed, or that it continues."""
    match, table, says = about.match, about.table(words), about.fact("says")
    if match.status is not Status.PLAYING:
        return Post(words.say("{table} is over.", table=table))
    pings = () if about.is_edit else tuple(PlayerId(each) for each in about.fact("pings") or ())
    # Some may have left by now.
    pings = tuple(each for each in pings if match.seat_of(each) is not None)
    if says == "goes-on" or not match.is_deserted:
        # Others may have moved.
        pings = tuple(each for each in pings if match.seat_of(each) in match.acting)
        if not pings or says != "goes-on":
            return Post(words.say("**{table} is back on.**", table=table))
        called = " ".join(f"<@{each}>" for each in pings)
        text = words.say("{who}, **{table} is back on:** it's your move.", who=called, table=table)
        return Post(text, pings=pings)
    late = [escaped_name(each) for each in about.fact("late") or ()]
    if says == "closing":
        lines = [
            words.say(
                "**Nothing has happened at {table} for {n} days.** I'll close it with no result on"
                " {t} unless someone comes back.",
                table=table,
                n=holds.DESERTED.days,
                t=format_dt(match.held_until or about.now, "f"),
            )
        ]
    elif late:
        lines = [
            words.say(
                "**Time is up for {who}** at {table}.", who=and_list(words, late), table=table
            ),
            words.say("No one else is there, so the table is waiting."),
        ]
    else:
        lines = [words.say("**{table} is waiting:** everyone is late or away.", table=table)]
    until = [each.ends_at for each in about.times.away.values() if each.is_on(about.now)]
    if until:
        t = format_dt(min(until), "f")
        lines.append(words.say("It resumes by itself on {t}, when a holiday is over.", t=t))
    if pings:
        called = " ".join(f"<@{each}>" for each in pings)
        lines.append(words.say("{ping}: press **I am back** to resume it.", ping=called))
    else:
        lines.append(words.say("**I am back** resumes it."))
    return Post(" ".join(lines), rows=(Row((_back(match, words),)),), pings=pings)


def _replaced(chair: Chair, name: str, table: str, words: Words) -> str:
    who = escaped_name(name)
    if chair.agent is not None:
        return words.say("A computer player takes over for **{who}**.", who=who)
    new = escaped_name(chair.name)
    return words.say(
        "**{new}** takes over for **{who}** at {table}.", new=new, who=who, table=table
    )


def _back(match: Match, words: Words) -> Button:
    return Button(words.say("I am back"), about_match("back", match), Style.BLUE)


def _called(
    about: NoticeView, every: Sequence[_Late], words: Words
) -> tuple[str, tuple[PlayerId, ...]]:
    """Return what people are called, and who of them is pinged: each once, and by no edit."""
    pinged = [each for each in every if not about.is_edit and not each.told]
    loud = [] if about.is_direct else [each.player for each in pinged]
    names = [
        f"<@{each.player}>" if each.player in loud else f"**{escaped_name(each.name)}**"
        for each in every
    ]
    return and_list(words, names), tuple(each.player for each in pinged)
