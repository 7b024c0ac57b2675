"""The words of reminders: by the bot, by other players, and of pings that waited for a morning.

They get warmer, not louder. Times are Discord's: each reader sees their own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.custom_ids import for_match, plain_id
from bot.games.names import escaped_name, shortened
from bot.games.screen import Button, Post, Row, Style
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import WhenLate
from bot.table.time.mentions import Says
from bot.table.time.reminders import LAST_STEP, ReminderKind

MOST_LISTED: Final = 8
"""At most how many tables one reminder lists."""
MOST_TOLD: Final = 5
"""At most how many tables one message names that says what came in quiet hours, …"""
MOST_CLAUSES: Final = 3
"""… and how much of each: the most urgent."""

Table = Mapping[str, Any]
"""What a notice knows of a table: "match", "game", "guild", "place", "message", "asked", "due"."""


def reminder(about: NoticeView, words: Words) -> Post:
    """Return what a player reads for whom one table waits, or several."""
    tables: Sequence[Table] = about.fact("tables")
    first, who = tables[0], _called(about)
    name, due, asked = _name(about, first, words), first["due"], first["asked"]
    is_last = about.fact("kind") == ReminderKind.LAST.value
    if len(tables) > 1:
        text = words.say("{who}, several tables are waiting for you:", who=who)
        if is_last:
            text = words.say("{who}, your time at several tables is running out:", who=who)
        return _post(about, words, [text, *_listed(about, tables, words)], _of_several(words))
    buttons = [_play(first, words)]
    if is_last:
        text = words.say("{who}, **{table}** is still waiting for your move.", who=who, table=name)
        text = f"{text} {_until(due, words)}"
        buttons += [_more_time(first, words), _remind_me(first, words), _mute(first, words)]
    elif due is None and about.fact("step") >= LAST_STEP - 1:
        text = words.say(
            "{who}, is everything all right? **{table}** is waiting for your move; your turn came"
            " {r}. Busy? Plan a holiday or hand over your seat: no one will mind.",
            who=who, table=name, r=_moment(asked, "R"),
        )  # fmt: skip
        away = Button(words.say("Holiday"), plain_id("away"))
        on = Button(
            words.say("Hand over my seat"), for_match("hand-on", MatchId(first["match"]), 0)
        )
        buttons += [away, on]
    else:
        text = words.say(
            "{who}, the table is waiting for you: **{table}**. Your turn came {r}.",
            who=who, table=name, r=_moment(asked, "R"),
        )  # fmt: skip
        buttons += [_remind_me(first, words), _mute(first, words)]
        if due is not None:
            text = f"{text} {_until(due, words)}"
            buttons.append(_more_time(first, words))
    lines = [text]
    if due is not None and first.get("is_moved"):
        later = words.say("Later than usual because of your quiet hours or your holiday.")
        lines.append(f"-# {later}")
    if about.fact("is_final"):
        lines.append(words.say("-# I won't remind you about this move again."))
    return _post(about, words, lines, buttons)


def nudge(about: NoticeView, words: Words) -> Post:
    """Return what a player reads whom another player reminds."""
    first: Table = about.fact("tables")[0]
    text = words.say(
        "{who}, **{by}** is looking forward to your move at **{table}**. Your turn came {r}.",
        who=_called(about),
        by=escaped_name(about.fact("by")),
        table=_name(about, first, words),
        r=_moment(first["asked"], "R"),
    )
    if first["due"] is not None:
        text = f"{text} {_until(first['due'], words)}"
    buttons = [_play(first, words), _remind_me(first, words), _mute(first, words)]
    if first["due"] is not None:
        buttons.append(_more_time(first, words))
    return _post(about, words, [text], buttons)


def wish(about: NoticeView, words: Words) -> Post:
    """Return what a player reads at the moment at which they wanted to be reminded."""
    first: Table = about.fact("tables")[0]
    text = words.say(
        "{who}, you asked me to remind you now: it's your move at **{table}**.",
        who=_called(about),
        table=_name(about, first, words),
    )
    buttons = [_play(first, words), _remind_me(first, words)]
    if first["due"] is not None:
        text = f"{text} {_until(first['due'], words)}"
        buttons.append(_more_time(first, words))
    return _post(about, words, [text], buttons)


def mention(about: NoticeView, words: Words) -> Post:
    """Return the ping that a player gets when their quiet hours or holiday end: all of it."""
    tables: Sequence[Table] = about.fact("tables") or ()
    who, is_back = _called(about), about.fact("is_back")
    if [each["says"] for each in tables] == [[Says.TURN]]:
        (table,) = tables
        name = _name(about, table, words)
        text = words.say("{who}, **it's your move** at **{table}**.", who=who, table=name)
        if is_back:
            text = words.say(
                "{who}, welcome back: **it's your move** at **{table}**.", who=who, table=name
            )
        if table["due"] is not None:
            text = f"{text} {_until(table['due'], words)}"
        return _post(about, words, [text], [_play(table, words)])
    head = words.say("{who}, this came in during your quiet hours:", who=who)
    if is_back:
        head = words.say("{who}, welcome back. This came in while you were away:", who=who)
    lines = [
        f"- [{_name(about, each, words)}]({_link(each)}): {_clauses(each, words)}"
        for each in tables[:MOST_TOLD]
    ]
    if (more := len(tables) - MOST_TOLD) > 0:
        lines.append(words.count("- and {n} more table", "- and {n} more tables", more))
    buttons = []
    if (mine := next((each for each in tables if each["is_awaited"]), None)) is not None:
        buttons.append(_play(mine, words))
    if (left := next((each for each in tables if _NEEDS_BACK & {*each["says"]}), None)) is not None:
        back = for_match("back", MatchId(left["match"]), 0)
        buttons.append(Button(words.say("I am back"), back, Style.GREY if mine else Style.BLUE))
    if mine is None and left is None:
        buttons.append(Button(words.say("Go to the message"), url=_link(tables[0])))
    buttons.append(Button(words.say("My tables"), plain_id("mine")))
    return _post(about, words, [head, *lines], buttons)


_NEEDS_BACK: Final = frozenset({Says.TIME_UP, Says.OFFERED, Says.STANDS_STILL})
_TIME_WAS_UP: Final[Mapping[str, str]] = {
    WhenLate.COMPUTER: mark("**time was up**, a computer player made that move for you"),
    WhenLate.WAIT: mark("**time is up**, the table is waiting for you"),
    WhenLate.END: mark("**time is up**, the match ends soon if you don't move"),
}
_OF_A_MOVE: Final = frozenset({Says.TIME_UP, Says.TURN, Says.NUDGE})
"""After these, what is due is the move; a vote or a deal has a moment of its own."""
_TIME_IS_UP: Final = mark("**time is up**")
_CLAUSES: Final[Mapping[str, str]] = {
    Says.OFFERED: mark("**your seat is free** for a new player"),
    Says.STANDS_STILL: mark("**the table is waiting** until you or another player is back"),
    Says.TURN: mark("**it's your move**"),
    Says.TAKE_BACK: mark("someone asks to take a move back: do you agree?"),
    Says.VOTE: mark("the table is voting, and your vote is missing"),
    Says.DEAL: mark("a deal is waiting for your answer"),
    Says.ASK_TIME: mark("{by} asks for more time"),
    Says.NUDGE: mark("{by} is looking forward to your move"),
    Says.INVITATION: mark("a seat is saved for you"),
}
"""What a line says of a table; all that is said of one is in one line."""


def _clauses(table: Table, words: Words) -> str:
    said, shown = [], table["says"][:MOST_CLAUSES]
    for each in shown:
        clause = _CLAUSES.get(each) or _TIME_WAS_UP[table["when_late"]]
        is_still_asked = table.get("is_still_asked") and table["when_late"] == WhenLate.COMPUTER
        if each == Says.TIME_UP and (Says.STANDS_STILL in table["says"] or is_still_asked):
            # No computer player moved there.
            clause = _TIME_IS_UP
        name = escaped_name(shortened(table["by"].get(each, "")))
        said.append(words.say(clause, by=f"**{name}**"))
    if table["due"] is not None:
        at = next((place for place, each in enumerate(shown) if each in _OF_A_MOVE), None)
        if at is None:
            said.append(words.say("your move is due {t} ({r})", **_due(table["due"])))
        else:
            said.insert(at + 1, words.say("due {t} ({r})", **_due(table["due"])))
    return " · ".join(said)


def _link(table: Table) -> str:
    return _url(table["guild"], table["place"], table["message"])


def asked_for_time(about: NoticeView, words: Words) -> Post:
    """Return how a player asks the others for more time, and later that they have more."""
    first: Table = about.fact("tables")[0]
    others = [each.id for each in about.match.people if each.id != about.fact("player")]
    name = escaped_name(about.fact("by"))
    due = [each.due_at for each in about.times.waits if each.seat == about.fact("seat")]
    given = next((int(each.timestamp()) for each in due if each is not None), 0)
    if about.is_edit and given > first["due"]:
        text = words.say(
            "**{name}** asked for more time at **{table}** and got it: until {t} ({r}).",
            name=name,
            table=about.table(words),
            **_due(given),
        )
        return Post(text)
    text = words.say(
        "{who}: **{name}** asks for more time at **{table}**.",
        who=" ".join(f"<@{each}>" for each in others),
        name=name,
        table=about.table(words),
    )
    text = f"{text} {_until(first['due'], words)}"
    more = for_match("more-time", MatchId(first["match"]), 0, about.fact("seat"))
    label = words.say("Give {name} one more day", name=shortened(about.fact("by"), 20))
    give = Button(label, more, Style.GREEN)
    return Post(text, rows=(Row((give,)),), pings=() if about.is_edit else tuple(others))


def first_direct(about: NoticeView, words: Words) -> Post:
    """Return the first direct message; where they are closed, what the channel reads instead."""
    is_turns = about.fact("turns")
    if about.is_direct:
        text = words.say(
            "**Your reminders come here from now on.** `/settings` in any server changes that."
        )
        if is_turns:
            text = words.say(
                "**Your turns come here from now on**, with the board: you play them here."
                " `/settings` in any server changes that."
            )
        return Post(text)
    text = words.say(
        "{who}, I can't send you direct messages, so reminders stay in the channels. Allow"
        " direct messages from this server's members, then switch them on again in `/settings`.",
        who=_called(about),
    )
    if is_turns:
        text = words.say(
            "{who}, I can't send you direct messages, so your turns stay in the channels. Allow"
            " direct messages from this server's members, then switch them on again in"
            " `/settings`.",
            who=_called(about),
        )
    return Post(
        text, rows=(Row((Button(words.say("Reminders, quiet hours"), plain_id("reminders")),)),)
    )


def _post(about: NoticeView, words: Words, lines: Sequence[str], buttons: Sequence[Button]) -> Post:
    lines = list(lines)
    if about.fact("fell_back"):
        lines.append(
            words.say(
                "-# I can't send you direct messages, so I remind you here. You can change that"
                " in `/settings`."
            )
        )
    # In a direct message that is what lets the phone sound.
    pings = (PlayerId(int(about.fact("player"))),)
    return Post("\n".join(lines), rows=(Row(tuple(buttons)),), pings=pings)


def _called(about: NoticeView) -> str:
    return f"<@{about.fact('player')}>"


def _name(about: NoticeView, table: Table, words: Words) -> str:
    return f"{about.panels[table['game']].title(words)} {table['match']}"


def _listed(about: NoticeView, tables: Sequence[Table], words: Words) -> list[str]:
    lines = []
    for table in tables[:MOST_LISTED]:
        url = _url(table["guild"], table["place"], table["message"])
        name = f"[{_name(about, table, words)}]({url})"
        since = words.say("your move came up {r}", r=_moment(table["asked"], "R"))
        parts = [name, since]
        if table["due"] is not None:
            parts.append(words.say("due {t} ({r})", **_due(table["due"])))
        lines.append(f"- {' · '.join(parts)}")
    more = len(tables) - MOST_LISTED
    if more > 0:
        lines.append(words.count("- and {n} more table", "- and {n} more tables", more))
    return lines


def _of_several(words: Words) -> list[Button]:
    mine = Button(words.say("My tables"), plain_id("mine"), Style.BLUE)
    return [mine, Button(words.say("Reminders, quiet hours"), plain_id("reminders"))]


def _play(table: Table, words: Words) -> Button:
    """Return the button that leads to the move, which is made wherever it is pressed."""
    label = words.say("Play my move")
    return Button(label, for_match("play", MatchId(table["match"]), 0), Style.BLUE)


def _mute(table: Table, words: Words) -> Button:
    return Button(words.say("Quiet for this move"), for_match("mute", MatchId(table["match"]), 0))


def _remind_me(table: Table, words: Words) -> Button:
    return Button(words.say("Remind me…"), for_match("remind-me", MatchId(table["match"]), 0))


def _more_time(table: Table, words: Words) -> Button:
    return Button(words.say("Ask for more time"), for_match("ask-time", MatchId(table["match"]), 0))


def _url(guild: int | None, place: int, message: int | None) -> str:
    end = "" if message is None else f"/{message}"
    return f"https://discord.com/channels/{guild or '@me'}/{place}{end}"


def _until(due: int, words: Words) -> str:
    return words.say("You have until {t} ({r}).", **_due(due))


def _due(due: int) -> Mapping[str, str]:
    return {"t": _moment(due, "f"), "r": _moment(due, "R")}


def _moment(seconds: int, style: str) -> str:
    return f"<t:{seconds}:{style}>"
