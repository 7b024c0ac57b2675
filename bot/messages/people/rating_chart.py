"""A person's rating after each match, as a picture and in a line."""

from collections.abc import Sequence

from babel import Locale
from babel.numbers import get_group_symbol

from bot.games.custom_ids import base36, plain_id
from bot.games.names import escaped_name
from bot.games.panel import Panels
from bot.games.screen import AMBER, Block, Button, Image, Row, Screen, Select, SelectOption, Text
from bot.locale.localisation import Words
from bot.messages.people.ranking import number, rating
from bot.messages.people.statistics import HERE
from bot.table.ids import PlayerId
from bot.table.people.rating import LISTED_FROM
from bot.table.people.statistics import RatedResult
from render.people.rating_chart import RatingChart, RatingLegend, RatingStep
from render.people.renderer import PEOPLE


def rating_screen(
    words: Words,
    panels: Panels,
    game: str,
    who: tuple[PlayerId, str],
    results: Sequence[RatedResult],
    *,
    is_own: bool,
) -> Screen:
    """Return the ratings of a person in a title of this server, after each rated match."""
    player, name = who
    title = panels[game].title(words)
    said = words.say("Rating over time")
    lines = [f"### {escaped_name(name)} · {title} · {said}"]
    blocks: list[Block] = []
    if is_listed(results, is_own=is_own):
        lines.append(words.say("Rating: {rating}", rating=rating(words, results[-1].rating)))
        blocks.append(_picture(words, title, name, results, is_own=is_own))
    else:
        lines.append(words.say("No rating yet: it takes {n} rated matches.", n=LISTED_FROM))
    back = plain_id("stats", HERE) if is_own else plain_id("stats-of", base36(player))
    options = tuple(
        SelectOption(panel.title(words), key, chosen=key == game) for key, panel in panels.items()
    )
    blocks += [
        Row((Button(words.say("Back to the statistics"), back),)),
        Select(plain_id("stats-rating", base36(player)), words.say("A game"), options),
    ]
    return Screen((Text("\n".join(lines)), *blocks), AMBER)


def is_listed(results: Sequence[RatedResult], *, is_own: bool) -> bool:
    """Say whether there is something to draw: others see it from when the rating is shown."""
    return bool(results) and (is_own or results[-1].rating.is_listed)


def _picture(
    words: Words, title: str, name: str, results: Sequence[RatedResult], *, is_own: bool
) -> Image:
    listed = [each.rating.number for each in results if each.rating.is_listed]
    best = words.say("best {n}", n=number(words, max(listed))) if listed else ""
    wins = sum(each.is_win for each in results)
    now = results[-1].rating
    headline = f"{name} {rating(words, now)}" if now.is_listed else name
    chart = RatingChart(
        words.say("{game} · this server", game=title),
        headline,
        words.count("{w} of {n} match won", "{w} of {n} matches won", len(results), w=wins),
        tuple(
            RatingStep(
                each.rating.number,
                each.rating.doubt,
                each.is_win,
                is_early=not each.rating.is_listed,
                is_provisional=each.rating.is_provisional,
            )
            for each in results
        ),
        words.say("match"),
        best,
        (),
        RatingLegend(words.say("won"), words.say("another place"), words.say("likely range"), ""),
        comma=str(get_group_symbol(Locale.parse(words.language))),
        is_private=is_own,
    )
    alt = f"{chart.title}. {headline}. {chart.aside}. {best}".strip()
    return Image(PEOPLE.rating(chart), alt, "rating")
