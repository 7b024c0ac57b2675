"""Looking for the next opponent: what the person reads, and how those who fit are called."""

from datetime import datetime

from discord.utils import format_dt

from bot.games.custom_ids import for_match
from bot.games.screen import AMBER, Button, Post, Row, Screen, Style, Text
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView
from bot.messages.time.times import pace_name
from bot.table.ids import MatchId, PlayerId
from bot.table.match.pace import NO_LIMIT, PACES

ANYBODY = "anybody"
STOP = "stop"


def looking_screen(
    words: Words, match: MatchId, title: str, until: datetime, *, anybody: bool
) -> Screen:
    """Return what a person reads who looks for opponents, until a moment."""
    call = words.say("I'll ping you when I find one, until {t}.", t=format_dt(until, "f"))
    if anybody:
        text = words.say("**I'm looking for your next opponent at {game}.**", game=title)
    else:
        text = words.say(
            "**I'm looking for your next opponent at {game}**, of similar rating.", game=title
        )
    any_will_do = Button(words.say("Anyone will do"), for_match("next-opponent", match, 0, ANYBODY))
    stop = Button(words.say("Stop looking"), for_match("next-opponent", match, 0, STOP))
    return Screen((Text(f"{text} {call}"), Row((stop,) if anybody else (any_will_do, stop))), AMBER)


def opponents(about: NoticeView, words: Words) -> Post:
    """Call people who look for the same to a table; each has to press."""
    match, size = about.match, int(about.fact("size"))
    players = tuple(PlayerId(int(each)) for each in about.fact("names"))
    called = {
        "pings": " ".join(f"<@{each}>" for each in players),
        "game": about.panels[match.game].title(words),
    }
    if about.fact("similar"):
        said = words.say(
            "{pings}, **you're looking for the same: {game}**, and are of similar rating.", **called
        )
    else:
        said = words.say("{pings}, **you're looking for the same: {game}**.", **called)
    pace = pace_name(PACES.get(about.fact("pace"), NO_LIMIT), words)
    table = words.say("A table for {n}, {pace}:", n=size, pace=pace[:1].lower() + pace[1:])
    group = about.fact("group")
    buttons = (
        Button(words.say("Sit down"), for_match("sit-down", match.id, 0, group), Style.GREEN),
        Button(words.say("Not now"), for_match("not-now", match.id, 0)),
    )
    return Post(f"{said} {table}", rows=(Row(buttons),), pings=players)
