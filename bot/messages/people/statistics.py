"""What a person has played, in words: in this server, in all of them, or as others here see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.custom_ids import plain_id
from bot.games.names import escaped_name
from bot.games.screen import AMBER, Button, Row, Screen, Style, Text
from bot.locale.localisation import Words, mark
from bot.messages.people.ranking import number, rating
from bot.table.people.rating import LISTED_FROM, Rating
from bot.table.people.statistics import Encounter, TitleStatistics

HERE: Final = "here"
EVERYWHERE: Final = "all"
_MOST_MET: Final = 3

COUNTERS: Final[Mapping[str, str]] = {
    "seismic": mark("longest road {a} · {b} quakes drawn · {c} crews lost"),
    "san_andreas": mark("best quake {a} points · {b} cities lost · {c} toppled"),
    "aftershock": mark("${a}M of tolls · {b} bridge pieces · {c} of {d} saved"),
}
"""What is said of what a title counts, in the order of `engine.counters`."""


@dataclass(frozen=True, slots=True)
class PersonalStatistics:
    """What is shown of a person. `name` None: they look at themselves.

    `streak` are the last wins in a row, and the most there ever were. `ratings` are those of a
    server, by title. `met` are those most often met; of somebody else only the viewer.
    """

    titles: Sequence[TitleStatistics]
    names: Mapping[str, str]
    streak: tuple[int, int]
    ratings: Mapping[str, Rating]
    met: Sequence[Encounter]
    is_everywhere: bool = False
    name: str | None = None


def statistics_screen(words: Words, shown: PersonalStatistics) -> Screen:
    """Return a person's statistics, the totals first and then each title."""
    if not shown.titles:
        return Screen((Text(_none(words, shown)),), AMBER)
    lines = [_title(words, shown), _totals(words, shown)]
    lines += _met(words, shown)
    for each in shown.titles:
        lines += ["", *_of_title(words, shown, each)]
    if shown.name is None and not shown.is_everywhere:
        lines += [
            "",
            "-# " + words.say("Only you see this. Others see what you played in this server."),
        ]
    return Screen((Text("\n".join(lines)), *_rows(words, shown)), AMBER)


def _none(words: Words, shown: PersonalStatistics) -> str:
    if shown.name is None:
        return words.say("**You haven't finished a match yet.**")
    return words.say(
        "**There are no statistics to show for {who}** in this server.", who=shown.name
    )


def _title(words: Words, shown: PersonalStatistics) -> str:
    if shown.name is not None:
        return "### " + words.say("{who} · in this server", who=shown.name)
    if shown.is_everywhere:
        return "### " + words.say("Your statistics · all servers")
    return "### " + words.say("Your statistics · this server")


def _totals(words: Words, shown: PersonalStatistics) -> str:
    matches = sum(each.matches for each in shown.titles)
    wins = sum(each.wins for each in shown.titles)
    left = sum(each.left for each in shown.titles)
    told = [
        words.count("**{n} match**", "**{n} matches**", matches),
        words.count("**{n} win**", "**{n} wins**", wins),
    ]
    now, best = shown.streak
    if best > 1:
        told.append(words.say("{n} wins in a row (best: {b})", n=now, b=best))
    if left:
        told.append(words.count("{n} match left", "{n} matches left", left))
    moves, late = (sum(getattr(each, of) for each in shown.titles) for of in ("moves", "late"))
    if shown.name is None and moves:
        told.append(words.say("{p}% of your turns missed", p=round(100 * late / moves)))
    return " · ".join(told)


def _met(words: Words, shown: PersonalStatistics) -> list[str]:
    if shown.name is not None:
        return [
            words.count(
                "You met once: you were ahead {a} times, {who} {b} times.",
                "You met {n} times: you were ahead {a} times, {who} {b} times.",
                each.matches,
                a=each.ahead,
                who=shown.name,
                b=each.behind,
            )
            for each in shown.met[:1]
        ]
    told = [
        words.say(
            "{who}: ahead {a} of {n} times",
            who=escaped_name(each.name),
            a=each.ahead,
            n=each.matches,
        )
        for each in shown.met[:_MOST_MET]
        if each.name
    ]
    return [" · ".join(told)] if told else []


def _of_title(words: Words, shown: PersonalStatistics, one: TitleStatistics) -> list[str]:
    told = [
        words.count("{n} match", "{n} matches", one.matches),
        words.count("{n} win", "{n} wins", one.wins),
    ]
    if one.best is not None:
        average = number(words, round(one.points))
        told.append(words.say("{n} points on average, best {b}", n=average, b=one.best))
    lines = [f"**{shown.names.get(one.game, one.game)}** {' · '.join(told)}"]
    known = shown.ratings.get(one.game)
    if known is not None and known.is_listed:
        lines.append(words.say("Rating: {rating}", rating=rating(words, known)))
    elif known is not None and shown.name is None:
        lines.append(
            words.say("Rated after {k} matches: {n} of {k}", n=known.matches, k=LISTED_FROM)
        )
    if one.game in COUNTERS:
        counts = dict(zip("abcd", one.counts, strict=False))
        lines.append("-# " + words.say(COUNTERS[one.game], **counts))
    return lines


def _rows(words: Words, shown: PersonalStatistics) -> tuple[Row, ...]:
    if shown.name is not None:
        return ()
    label, way = (
        (words.say("This server"), HERE)
        if shown.is_everywhere
        else (words.say("All servers"), EVERYWHERE)
    )
    return (
        Row(
            (
                Button(label, plain_id("stats", way), Style.BLUE),
                Button(words.say("Ranking"), plain_id("ranking")),
            )
        ),
    )
