"""What was played of a title in a server: its points, its length, its records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.games.custom_ids import plain_id
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel
from bot.games.screen import AMBER, Block, Button, Image, Post, Row, Screen, Style, Text
from bot.locale.localisation import Words
from bot.messages.people.ranking import number
from bot.messages.people.statistics import lasting, since, variant_names
from bot.table.people.statistics import TitlePage, TitleRecord
from render.people.distribution import Bar, Distribution
from render.people.field import Scale
from render.people.renderer import PEOPLE
from render.people.stats_card import Figure

TELLING_FROM: Final = 20
"""From how many matches on it is said how often the first seat wins."""
_MOST_BARS: Final = 9
_MOST_RECORDS: Final = 20


@dataclass(frozen=True, slots=True)
class ShownTitle:
    """What is shown of a title in a server; `page` None: no match was played to its end."""

    panel: AnyPanel
    page: TitlePage | None
    records: Sequence[TitleRecord]
    now: datetime


def title_screen(words: Words, shown: ShownTitle, also: str = "") -> Screen:
    """Return the page of a title; `also` stands in place of the button that shows its picture."""
    game, title = shown.panel.key, _title(words, shown)
    open_ = Button(words.say("Open a table"), plain_id("open", game))
    if shown.page is None:
        said = words.say("**No match has ended in this server yet.**")
        return Screen((Text(f"### {title}\n{said}"), Row((open_,))), AMBER)
    lines = [f"### {title}", _matches(words, shown, shown.page), _points(words, shown.page)]
    if shown.records:
        best = max(shown.records, key=lambda each: each.points)
        lines.append(
            words.say("Highest: **{who} {n}**", who=escaped_name(best.name), n=best.points)
        )
    blocks: list[Block] = [Text("\n".join(lines)), _image(words, shown, shown.page)]
    buttons = [
        Button(words.say("Ranking"), plain_id("ranking", game)),
        Button(words.say("Records by variant"), plain_id("stats-records", game)),
        open_,
    ]
    if also:
        blocks.append(Text(also))
    else:
        show = plain_id("stats-title-show", game)
        buttons.append(Button(words.say("Show it here"), show, Style.BLUE))
    return Screen((*blocks, Row(tuple(buttons))), AMBER)


def title_post(words: Words, shown: ShownTitle, page: TitlePage, by: str) -> Post:
    """Return the message that shows the picture of a title to everybody."""
    title = _title(words, shown)
    said = words.say("**{who}** shows: {title}", who=escaped_name(by), title=title)
    return Post(said, _image(words, shown, page))


def records_screen(words: Words, shown: ShownTitle) -> Screen:
    """Return the most points for each choice of variants."""
    lines = [f"### {_title(words, shown)} · {words.say('Records by variant')}"]
    for each in shown.records[:_MOST_RECORDS]:
        variants = variant_names(words, shown.panel, ",".join(each.variants))
        lines.append(f"{variants}: **{escaped_name(each.name)} {each.points}**")
    if not shown.records:
        lines.append(words.say("No one yet."))
    back = Button(words.say("Back to the statistics"), plain_id("stats-title", shown.panel.key))
    return Screen((Text("\n".join(lines)), Row((back,))), AMBER)


def _title(words: Words, shown: ShownTitle) -> str:
    return words.say("{game} · this server", game=shown.panel.title(words))


def _matches(words: Words, shown: ShownTitle, page: TitlePage) -> str:
    told = [
        words.count(
            "**{n} match** since {t}",
            "**{n} matches** since {t}",
            page.matches,
            t=since(words, page.since, shown.now),
        )
    ]
    length = words.count("{n} move", "{n} moves", page.moves)
    if page.lasted is not None:
        time = lasting(words, page.lasted, "long")
        told.append(words.say("{moves} and {t} in the middle", moves=length, t=time))
    seats = max(page.seats, key=lambda each: each[1])[0]
    told.append(words.say("mostly with {k} seats", k=seats))
    return " · ".join(told)


def _points(words: Words, page: TitlePage) -> str:
    first = _first(page)
    told = [
        words.say("First seat: too few matches to tell")
        if first is None
        else words.say("The first seat wins {p}% (a fair share is {q}%)", p=first[0], q=first[1])
    ]
    of_all = sum(seats * matches * points for seats, matches, points in page.seats)
    average = of_all / sum(seats * matches for seats, matches, _ in page.seats)
    by_seats = ", ".join(
        words.say("{k} seats {m}", k=seats, m=number(words, round(points)))
        for seats, _, points in page.seats
    )
    told.append(
        words.say("{n} points on average: {list}", n=number(words, round(average)), list=by_seats)
    )
    return " · ".join(told)


def _first(page: TitlePage) -> tuple[int, int] | None:
    """Return how many of a hundred the first seat wins, and how many would be fair."""
    if page.known_first < TELLING_FROM:
        return None
    wins, fair = (round(100 * each / page.known_first) for each in (page.first_wins, page.fair))
    return wins, fair


def distribution(words: Words, shown: ShownTitle, page: TitlePage) -> Distribution:
    """Return what the picture of a title shows."""
    points = [score for score, _, _ in page.scores]
    step = Scale(min(points), max(points), 0, 1).ticks(_MOST_BARS).step
    lows = range(min(points) // step * step, max(points) + 1, step)
    bars = (
        Bar(
            low,
            sum(times for score, times, _ in page.scores if low <= score < low + step),
            sum(wins for score, _, wins in page.scores if low <= score < low + step),
        )
        for low in lows
    )
    figures = [Figure(number(words, page.moves), words.say("moves, in the middle"))]
    if page.lasted is not None:
        time = lasting(words, page.lasted, "long")
        figures.append(Figure(time, words.say("a match")))
    if (first := _first(page)) is not None:
        fair = words.say("fair: {q}%", q=first[1])
        share = words.say("{p}%", p=first[0])
        figures.append(Figure(share, words.say("won by the first seat"), fair))
    return Distribution(
        words.say("This server · since {t}", t=since(words, page.since, shown.now)),
        words.say("points of all players"),
        shown.panel.title(words),
        words.count("{n} match", "{n} matches", page.matches),
        tuple(bars),
        step,
        words.say("won with so many"),
        words.say("all"),
        tuple(figures),
    )


def _image(words: Words, shown: ShownTitle, page: TitlePage) -> Image:
    drawn = distribution(words, shown, page)
    told = [drawn.headline, drawn.title, drawn.totals, drawn.aside]
    told += [
        words.say(
            "{a} to {b}: {n}, of these {w} won",
            a=each.low,
            b=each.low + drawn.step - 1,
            n=each.count,
            w=each.wins,
        )
        for each in drawn.bars
        if each.count
    ]
    for each in drawn.figures:
        told.append(f"{each.number} {each.label}" + (f" ({each.aside})" if each.aside else ""))
    alt = f"{' · '.join(told)}."
    return Image(PEOPLE.distribution(drawn), alt, "distribution")
