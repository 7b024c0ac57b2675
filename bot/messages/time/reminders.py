"""The words of reminders: by the bot, by other players, and of pings that waited for a morning.

They get warmer, not louder. Times are Discord's: each reader sees their own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.custom_ids import for_match, plain_id
from bot.games.names import escaped_name, shortened
from bot.games.screen import Button, Post, Row, Style
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView
from bot.table.ids import MatchId, PlayerId
from bot.table.time.reminders import LAST_STEP, ReminderKind

MOST_LISTED: Final = 8
"""At most how many tables one reminder lists."""

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
    buttons = [_play(about, first, words)]
    if is_last:
        text = words.say("{who}, **{table}** is still waiting for your move.", who=who, table=name)
        text = f"{text} {_until(due, words)}"
        buttons += [_more_time(first, words), _mute(first, words)]
    elif due is None and about.fact("step") >= LAST_STEP - 1:
        text = words.say(
            "{who}, is everything all right? **{table}** asked for your move {r}. If you are"
            " busy, plan a holiday or hand over your seat: nobody will mind.",
            who=who, table=name, r=_moment(asked, "R"),
        )  # fmt: skip
        # Holidays are planned in the server.
        away = Button(words.say("Holiday"), plain_id("away"))
        on = Button(
            words.say("Hand over my seat"), for_match("hand-on", MatchId(first["match"]), 0)
        )
        buttons += [on] if about.is_direct else [away, on]
    else:
        text = words.say(
            "{who}, the table is waiting for you: **{table}**. It became your move {r}.",
            who=who, table=name, r=_moment(asked, "R"),
        )  # fmt: skip
        buttons.append(_mute(first, words))
        if due is not None:
            text = f"{text} {_until(due, words)}"
            buttons.append(_more_time(first, words))
    lines = [text]
    if about.fact("is_final"):
        lines.append(words.say("-# I won't remind you of this move again."))
    return _post(about, words, lines, buttons)


def nudge(about: NoticeView, words: Words) -> Post:
    """Return what a player reads whom another player reminds."""
    first: Table = about.fact("tables")[0]
    text = words.say(
        "{who}, **{by}** is looking forward to your move at **{table}**. It became your move {r}.",
        who=_called(about),
        by=escaped_name(about.fact("by")),
        table=_name(about, first, words),
        r=_moment(first["asked"], "R"),
    )
    if first["due"] is not None:
        text = f"{text} {_until(first['due'], words)}"
    buttons = [_play(about, first, words), _mute(first, words)]
    if first["due"] is not None:
        buttons.append(_more_time(first, words))
    return _post(about, words, [text], buttons)


def mention(about: NoticeView, words: Words) -> Post:
    """Return the ping that a player gets when their quiet hours are over."""
    who = _called(about)
    tables: Sequence[Table] | None = about.fact("tables")
    if tables and len(tables) > 1:
        text = words.say("{who}, **it is your move** at several tables:", who=who)
        return _post(about, words, [text, *_listed(about, tables, words)], _of_several(words))
    if tables:
        name = _name(about, tables[0], words)
        text = words.say("{who}, **it is your move** at **{table}**.", who=who, table=name)
        return _post(about, words, [text], [_play(about, tables[0], words)])
    guild = None if about.is_direct else about.match.venue.guild
    url = _url(guild, about.fact("place"), about.fact("message"))
    text = words.say(
        "{who}, during your quiet hours you were asked something at **{table}**.",
        who=who,
        table=about.table(words),
    )
    link = Button(words.say("Go to the message"), url=url)
    buttons = [link] if about.is_direct else [about.board(words), link]
    return _post(about, words, [text], buttons)


def asked_for_time(about: NoticeView, words: Words) -> Post:
    """Return how a player asks the others for more time."""
    first: Table = about.fact("tables")[0]
    others = [each.id for each in about.match.people if each.id != about.fact("player")]
    name = escaped_name(about.fact("by"))
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
    if about.is_direct:
        text = words.say(
            "**Your reminders come here from now on.** `/settings` in any server changes that."
        )
        return Post(text)
    text = words.say(
        "{who}, I can't send you direct messages, so reminders stay in the channels. Allow"
        " direct messages from this server's members, then switch them on again in `/settings`.",
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


def _play(about: NoticeView, table: Table, words: Words) -> Button:
    """Return the button that leads to the move; from far away it leads to the table first."""
    label = words.say("Play my move")
    if about.is_direct:
        return Button(label, url=_url(table["guild"], table["place"], table["message"]))
    return Button(label, for_match("play", MatchId(table["match"]), 0), Style.BLUE)


def _mute(table: Table, words: Words) -> Button:
    return Button(words.say("Quiet for this move"), for_match("mute", MatchId(table["match"]), 0))


def _more_time(table: Table, words: Words) -> Button:
    return Button(words.say("Ask for more time"), for_match("ask-time", MatchId(table["match"]), 0))


def _url(guild: int | None, place: int, message: int | None) -> str:
    end = "" if message is None else f"/{message}"
    return f"https://discord.com/channels/{guild or '@me'}/{place}{end}"


def _until(due: int, words: Words) -> str:
    return words.say("Time for it: until {t} ({r}).", **_due(due))


def _due(due: int) -> Mapping[str, str]:
    return {"t": _moment(due, "f"), "r": _moment(due, "R")}


def _moment(seconds: int, style: str) -> str:
    return f"<t:{seconds}:{style}>"
