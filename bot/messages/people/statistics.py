"""What a person has played, in words and on a card: for themselves, or as others here see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.units import format_unit

from bot.games.custom_ids import base36, plain_id
from bot.games.names import escaped_name, shortened
from bot.games.panel import AnyPanel, Panels
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Image,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
)
from bot.locale.localisation import Words, mark
from bot.messages.match.variants import named
from bot.messages.people.ranking import number
from bot.messages.people.seats import list_button
from bot.table.ids import PlayerId
from bot.table.people.rating import LISTED_FROM, Rating
from bot.table.people.statistics import Encounter, MatchPlace, TitleStatistics
from render.people.renderer import PEOPLE
from render.people.stats_card import Figure, StatsCard, TitleLine

HERE: Final = "here"
EVERYWHERE: Final = "all"
_MOST_MET: Final = 3
_MOST_VARIANTS: Final = 4
_LONGEST_ALT: Final = 1000

COUNTERS: Final[Mapping[str, str]] = {
    "seismic": mark("longest road {a} · {b} quakes drawn · {c} crews lost"),
    "san_andreas": mark("best quake {a} points · {b} cities lost · {c} toppled"),
    "aftershock": mark("${a}M of tolls · {b} bridge pieces · {c} of {d} saved"),
}
"""What is said of what a title counts, in the order of `engine.counters`."""
FIGURES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "seismic": (
        ("{a}", mark("longest road")),
        ("{b}", mark("quakes drawn")),
        ("{c}", mark("crews lost")),
    ),
    "san_andreas": (
        ("{a}", mark("points, best quake")),
        ("{b}", mark("cities lost")),
        ("{c}", mark("cities toppled")),
    ),
    "aftershock": (
        (mark("${a}M"), mark("of tolls")),
        ("{b}", mark("bridge pieces")),
        (mark("{c} of {d}"), mark("meeples saved")),
    ),
}
"""The same, number by number."""
HOURS, DAY, DAYS = timedelta(hours=8), timedelta(hours=24), timedelta.max
ANSWERS: Final = (
    (HOURS, mark("usually answers within hours"), mark("hours")),
    (DAY, mark("usually answers within a day"), mark("a day")),
    (DAYS, mark("usually takes days to answer"), mark("days")),
)
"""What others are told of how long a person takes to answer, up to which median."""


@dataclass(frozen=True, slots=True)
class PersonalStatistics:
    """What is shown of a person.

    `name` None: they look at themselves, as `own_name`. `titles` are all, or that of `game` alone.
    `streak` are the last wins in a row, and the most there ever were. `ratings` are those of a
    server, by title; `places` are the last ones, newest first. `met` are those most often met; of
    somebody else only the viewer. `answers` is the median of the time until they answered.
    `variants` counts those of `game`.
    """

    who: PlayerId
    panels: Panels
    titles: Sequence[TitleStatistics]
    streak: tuple[int, int]
    ratings: Mapping[str, Rating]
    places: Mapping[str, Sequence[MatchPlace]]
    met: Sequence[Encounter]
    answers: timedelta | None
    now: datetime
    variants: Mapping[str, int]
    own_name: str = ""
    name: str | None = None
    game: str = ""
    is_everywhere: bool = False

    def total(self, of: str) -> int:
        """Return the sum of one figure of all titles."""
        return sum(getattr(each, of) for each in self.titles)

    @property
    def missed(self) -> int | None:
        """The share of turns that were missed, in percent; None: there were none."""
        moves = self.total("moves")
        return round(100 * self.total("late") / moves) if moves else None

    def seen_by_others(self, name: str) -> "PersonalStatistics":
        """Return what of it others in this server may see; `name` is the person's."""
        return replace(self, name=shortened(name), own_name="", met=())


def statistics_screen(words: Words, shown: PersonalStatistics, also: str = "") -> Screen:
    """Return a person's statistics: what the card doesn't say, the card, and where one goes on.

    `also` stands below, in place of the button that shows the card to everybody.
    """
    if not shown.titles:
        asks = shown.name is None and not shown.is_everywhere
        doors = (Row((list_button(words, shown.game),)),) if asks else ()
        return Screen((Text(_none(words, shown)), *doors, *_choice(words, shown)), AMBER)
    lines = [_title(words, shown), _totals(words, shown), *_details(words, shown)]
    if shown.name is None and not shown.is_everywhere:
        lines.append(
            "-# " + words.say("Only you see this. Others see what you played in this server.")
        )
    blocks: list[Block] = [Text("\n".join(lines)), card_image(words, shown)]
    if also:
        blocks.append(Text(also))
    blocks.append(Row(_buttons(words, shown, is_shown=bool(also))))
    return Screen((*blocks, *_choice(words, shown)), AMBER)


def shown_post(words: Words, shown: PersonalStatistics, by: str, name: str) -> Post:
    """Return the message that shows a person's card to everybody; `by` is who shows it."""
    public = shown.seen_by_others(name)
    title = words.say("{who} · in this server", who=escaped_name(name))
    if shown.name is None:
        title = words.say(
            "{matches}, {wins} in this server",
            matches=words.count("{n} match", "{n} matches", shown.total("matches")),
            wins=words.count("{n} win", "{n} wins", shown.total("wins")),
        )
    said = words.say("**{who}** shows: {title}", who=escaped_name(by), title=title)
    return Post(said, card_image(words, public))


def met_screen(words: Words, shown: PersonalStatistics) -> Screen:
    """Return everybody whom a person has met at tables."""
    lines = [
        "### " + words.say("Everyone I met"),
        *(_encounter(words, each) for each in shown.met if each.name),
    ]
    if len(lines) == 1:
        lines.append(words.say("No one yet."))
    return Screen((Text("\n".join(lines)), Row((back_button(words, shown),))), AMBER)


def back_button(words: Words, shown: PersonalStatistics) -> Button:
    """Return the button that leads back to a person's statistics."""
    return Button(words.say("Back to the statistics"), _id(shown, shown.game))


def _id(shown: PersonalStatistics, *game: str) -> str:
    """Return the id of what leads to a person's statistics."""
    if shown.name is not None:
        return plain_id("stats-of", base36(shown.who), *game)
    return plain_id("stats", EVERYWHERE if shown.is_everywhere else HERE, *game)


def _none(words: Words, shown: PersonalStatistics) -> str:
    if shown.name is None:
        return words.say("**You haven't finished a match yet.**")
    return words.say(
        "**There are no statistics to show for {who}** in this server.",
        who=escaped_name(shown.name),
    )


def _title(words: Words, shown: PersonalStatistics) -> str:
    if shown.name is not None:
        title = words.say("{who} · in this server", who=escaped_name(shown.name))
    elif shown.is_everywhere:
        title = words.say("Your statistics · all servers")
    else:
        title = words.say("Your statistics · this server")
    return f"### {title}" + (f" · {shown.panels[shown.game].title(words)}" if shown.game else "")


def _totals(words: Words, shown: PersonalStatistics) -> str:
    left, (now, best) = shown.total("left"), shown.streak
    told = [
        words.count("**{n} match**", "**{n} matches**", shown.total("matches")),
        words.count("**{n} win**", "**{n} wins**", shown.total("wins")),
    ]
    if best > 1:
        told.append(words.say("{n} wins in a row (best: {b})", n=now, b=best))
    if left:
        told.append(words.count("{n} match left", "{n} matches left", left))
    if shown.answers is not None and shown.name is None:
        t = lasting(words, shown.answers)
        told.append(words.say("you answer within about {t}", t=t))
    elif shown.answers is not None:
        told.append(words.say(_answers(shown.answers)[0]))
    if shown.name is None and shown.missed is not None:
        told.append(words.say("{p}% of your turns missed", p=shown.missed))
    return " · ".join(told)


def _details(words: Words, shown: PersonalStatistics) -> list[str]:
    kept, broken = (sum(each.promises[n] for each in shown.titles) for n in (0, 1))
    told = []
    if kept + broken:
        told.append(words.say("Promises: {k} kept, {b} broken", k=kept, b=broken))
    if shown.game and (one := shown.titles[0]).best is not None:
        average = number(words, round(one.points))
        told.append(words.say("{n} points on average, best {b}", n=average, b=one.best))
    lines = [" · ".join(told)] if told else []
    if shown.name is None:
        met = [_encounter(words, each) for each in shown.met[:_MOST_MET] if each.name]
        return [*lines, *([" · ".join(met)] if met else [])]
    return [
        *lines,
        *(
            words.count(
                "You met once: you were ahead {a} times, {who} {b} times.",
                "You met {n} times: you were ahead {a} times, {who} {b} times.",
                each.matches,
                a=each.ahead,
                who=escaped_name(shown.name),
                b=each.behind,
            )
            for each in shown.met[:1]
        ),
    ]


def _encounter(words: Words, each: Encounter) -> str:
    return words.say(
        "{who}: ahead {a} of {n} times", who=escaped_name(each.name), a=each.ahead, n=each.matches
    )


def _answers(median: timedelta) -> tuple[str, str]:
    return next((said, short) for most, said, short in ANSWERS if median <= most)


def lasting(words: Words, time: timedelta, length: Literal["long", "short"] = "short") -> str:
    """Return a time in days, hours or minutes: "3 hr", from two days on in days."""
    minutes = round(time.total_seconds() / 60)
    count, unit = max(1, minutes), "minute"
    if minutes >= 48 * 60:
        count, unit = round(minutes / (24 * 60)), "day"
    elif minutes >= 60:
        count, unit = round(minutes / 60), "hour"
    return format_unit(count, f"duration-{unit}", length, locale=words.language)


def since(words: Words, moment: datetime, now: datetime) -> str:
    """Return the month in which something began, with the year if that isn't this one."""
    if moment.year == now.year:
        return format_date(moment, "MMMM", locale=words.language)
    return format_skeleton("yMMMM", moment, locale=Locale.parse(words.language))


def _buttons(words: Words, shown: PersonalStatistics, *, is_shown: bool) -> tuple[Button, ...]:
    who = base36(shown.who)
    found = []
    if shown.name is None:
        label, way = (
            (words.say("This server"), HERE)
            if shown.is_everywhere
            else (words.say("All servers"), EVERYWHERE)
        )
        found.append(Button(label, plain_id("stats", way, shown.game)))
    if shown.ratings:
        game = shown.game or next(iter(shown.ratings))
        found.append(Button(words.say("Rating over time"), plain_id("stats-rating", who, game)))
    if shown.name is None:
        way = EVERYWHERE if shown.is_everywhere else HERE
        found.append(Button(words.say("Everyone I met"), plain_id("stats-met", way)))
    if not shown.is_everywhere and not is_shown:
        show = plain_id("stats-show", who, shown.game)
        found.append(Button(words.say("Show it here"), show, Style.BLUE))
    return tuple(found)


def _choice(words: Words, shown: PersonalStatistics) -> tuple[Select, ...]:
    """Return the menu of titles; none where nothing was played."""
    if not shown.titles and not shown.game:
        return ()
    options = tuple(
        SelectOption(panel.title(words), key, chosen=key == shown.game)
        for key, panel in shown.panels.items()
    )
    return (Select(_id(shown), words.say("A game"), options),)


def card_image(words: Words, shown: PersonalStatistics) -> Image:
    """Return the card of what was played, with all its numbers in words."""
    card = statistics_card(words, shown)
    return Image(PEOPLE.card(card), _alt(words, card), "statistics")


def statistics_card(words: Words, shown: PersonalStatistics) -> StatsCard:
    """Return what the card shows."""
    first = since(words, min(each.since for each in shown.titles), shown.now)
    where = (
        words.say("All servers · since {t}", t=first)
        if shown.is_everywhere
        else words.say("This server · since {t}", t=first)
    )
    totals = [
        words.count("{n} match", "{n} matches", shown.total("matches")),
        words.count("{n} win", "{n} wins", shown.total("wins")),
    ]
    return StatsCard(
        where,
        words.say("last ten places, newest on the right"),
        shown.own_name if shown.name is None else shown.name,
        " · ".join(totals),
        tuple(_line(words, shown, each) for each in shown.titles),
        (_counted(words, shown), _figures(words, shown)),
        _foot(words, shown),
        is_private=shown.name is None,
    )


def _line(words: Words, shown: PersonalStatistics, one: TitleStatistics) -> TitleLine:
    matches = ", ".join(
        [
            words.count("{n} match", "{n} matches", one.matches),
            words.count("{n} win", "{n} wins", one.wins),
        ]
    )
    counts = ""
    if one.game in COUNTERS and not shown.game:
        counts = words.say(COUNTERS[one.game], **dict(zip("abcd", one.counts, strict=False)))
    line = TitleLine(
        one.game,
        shown.panels[one.game].title(words) if one.game in shown.panels else one.game,
        matches,
        places=tuple((each.rank, each.is_win) for each in reversed(shown.places[one.game])),
        counts=counts,
    )
    known = shown.ratings.get(one.game)
    if known is None:
        return line
    if known.is_listed:
        doubtful = " ?" if known.is_provisional else ""
        return replace(
            line,
            rating=number(words, known.number),
            doubt=f"± {number(words, known.doubt)}{doubtful}",
            is_provisional=known.is_provisional,
        )
    doubt = words.say("rated after {k}", k=LISTED_FROM)
    return replace(line, doubt=doubt, rated=known.matches, dots=LISTED_FROM)


def _counted(words: Words, shown: PersonalStatistics) -> tuple[Figure, ...]:
    """Return what the only title counts."""
    if not shown.game:
        return ()
    counts = dict(zip("abcd", shown.titles[0].counts, strict=False))
    return tuple(
        Figure(words.say(figure, **counts), words.say(label))
        for figure, label in FIGURES.get(shown.game, ())
    )


def _figures(words: Words, shown: PersonalStatistics) -> tuple[Figure, ...]:
    found = []
    if shown.answers is not None:
        time = (
            lasting(words, shown.answers)
            if shown.name is None
            else words.say(_answers(shown.answers)[1])
        )
        found.append(Figure(time, words.say("to answer, usually")))
    if shown.name is not None:
        left = words.say("{a} of {n}", a=shown.total("left"), n=shown.total("matches"))
        found.append(Figure(left, words.say("matches left")))
    elif shown.missed is not None:
        missed = words.say("{p}%", p=shown.missed)
        found.append(Figure(missed, words.say("of turns missed")))
    found.append(Figure(str(shown.streak[0]), words.say("wins in a row")))
    return tuple(found)


def _foot(words: Words, shown: PersonalStatistics) -> tuple[str, ...]:
    """Return how often the only title was played with which variants, most often first."""
    if not any(shown.variants):
        return ()
    panel = shown.panels[shown.game]
    return tuple(
        words.count(
            "{variant}: {n} time",
            "{variant}: {n} times",
            times,
            variant=variant_names(words, panel, each),
        )
        for each, times in list(shown.variants.items())[:_MOST_VARIANTS]
    )


def variant_names(words: Words, panel: AnyPanel, variants: str) -> str:
    """Return the names of variants, given with commas, or that there were none."""
    return named(panel, words, tuple(variants.split(","))) or words.say("no variant")


def _alt(words: Words, card: StatsCard) -> str:
    """Return all that a card shows in sentences, one for each title."""
    told = [f"{card.headline} · {card.title} · {card.totals}."]
    for each in card.titles:
        parts = [each.name, each.matches]
        if each.rating:
            parts.append(words.say("Rating: {rating}", rating=f"{each.rating} {each.doubt}"))
        elif each.dots:
            n, k = each.rated, each.dots
            parts.append(words.say("Rated after {k} matches: {n} of {k}", n=n, k=k))
        places = ", ".join(str(place) for place, _ in each.places)
        parts += [words.say("last places: {places}", places=places), each.counts]
        told.append(f"{' · '.join(filter(None, parts))}.")
    figures = [f"{each.number} {each.label}" for row in card.figures for each in row]
    told.append(f"{' · '.join([*figures, *card.foot])}.")
    return " ".join(told)[:_LONGEST_ALT]
