"""Direct messages about tables that a person follows: what everybody may see there, and no more."""

from itertools import groupby
from typing import Any, Final

from babel.dates import format_timedelta

from bot.games.custom_ids import base36, plain_id
from bot.games.names import shortened
from bot.games.panel import AnyView
from bot.games.people import victory
from bot.games.screen import Button, Post, Row, Style, keypad
from bot.locale.localisation import Words
from bot.messages.components import LIMITS
from bot.messages.match.posts import cover_line
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import table_button
from bot.messages.viewing import Reader, names_of, table_name, view
from bot.table.match.match import Ending, LoadedMatch, Match, Status
from bot.table.people.following import How
from engine.game import CHANCE, PUBLIC, visible
from engine.record import standing

LOOK: Final = "board"
STOP: Final = "off"
"""Stand in ids in place of how to follow a table."""


def newest(about: NoticeView, words: Words) -> Post:
    """Return the newest of a table that a person follows; of one that is over, who won."""
    match, table = about.match, about.table(words)
    loaded = about.loaded
    if match.status in (Status.FINISHED, Status.CLOSED):
        end = words.say("**{table} is over.**", table=table)
        parts = [end, *_won(loaded, words), words.say("I stop here.")]
        board = Button(words.say("Show me the board"), follow_id(match, LOOK))
        return Post(" ".join(parts), rows=(Row((board, table_button(match, words))),))
    title = words.say(
        "**You follow {table}.** What everyone there may see, and no more.", table=table
    )
    lines = [title]
    how = How(about.fact("how"))
    if how is How.DAY:
        lines.append(words.say("I tell you once a day what is new."))
    elif loaded is not None and loaded.replay is not None:
        panel, progress = about.panels[match.game], loaded.since(match.table.since)
        seen = view(match, progress, Reader(PUBLIC, words))
        news = tuple(each for each in progress.events if visible(each, PUBLIC))
        lines += [*panel.briefly(seen, news), f"-# {cover_line(panel, seen)}"]
    return Post("\n".join(lines), rows=(Row(choices(match, how, words)),))


def choices(match: Match, how: How | None, words: Words) -> tuple[Button, ...]:
    """Return the buttons of a person who follows a table."""
    labels = {
        How.TURN: words.say("Each turn"),
        How.DAY: words.say("Once a day"),
        STOP: words.say("Stop following"),
        LOOK: words.say("Show me the board"),
    }
    return tuple(
        Button(label, follow_id(match, each), Style.GREEN if each == how else Style.GREY)
        for each, label in labels.items()
    )


def follow_id(match: Match, how: str = "") -> str:
    """Return the id of a control about following a table: it works in direct messages, too."""
    return plain_id("follow", how, base36(match.id))


def _won(loaded: LoadedMatch | None, words: Words) -> list[str]:
    if loaded is None or loaded.replay is None:
        return []
    seen = view(loaded.match, loaded.since(len(loaded.begun)), Reader(PUBLIC, words))
    outcome = loaded.begun.record.outcome
    if loaded.match.ending is Ending.AS_IT_STANDS:
        outcome = seen.observation.outcome
    return [] if outcome is None else [victory(seen, outcome)]


def daily(about: NoticeView, words: Words) -> Post:
    """Return what is new, since yesterday, at all tables that a person follows once a day."""
    since, tables = about.fact("since"), about.watched
    lines = [_line(each, since[str(each.match.id)], about, words) for each in tables]
    while len("\n".join(lines)) > LIMITS["content"]:
        lines.pop()
    buttons = (
        Button(
            shortened(table_name(each.match, about.panels[each.match.game], words), 80),
            follow_id(each.match),
        )
        for each in tables
    )
    return Post("\n".join(lines), rows=keypad(tuple(buttons)))


def _line(loaded: LoadedMatch, since: int | None, about: NoticeView, words: Words) -> str:
    match, panel = loaded.match, about.panels[loaded.match.game]
    table = table_name(match, panel, words)
    if since is None or loaded.replay is None:
        return words.say(
            "{table}: nothing new since yesterday; waits for {who} for {t}.",
            table=f"**{table}**",
            who=names_of(match, match.acting) or "–",
            t=format_timedelta(about.now - match.changed_at, locale=words.language),
        )
    seen: AnyView = view(match, loaded.since(len(loaded.begun)), Reader(PUBLIC, words))
    new = words.count(
        "{table}: {n} turn since yesterday",
        "{table}: {n} turns since yesterday",
        _turns(loaded, since),
        table=f"**{table}**",
    )
    return f"{new} · {cover_line(panel, seen)}"


def _turns(loaded: LoadedMatch, since: int) -> int:
    """Return how many turns everybody could see after a line: what a seat did in a row is one."""
    replay: Any = loaded.begun
    entries = replay.record.entries
    actors = [
        entries[line].move.actor
        for line in standing(entries)
        if line >= since and any(visible(each, PUBLIC) for each in replay.happened(line))
    ]
    return sum(actor != CHANCE for actor, _ in groupby(actors))
