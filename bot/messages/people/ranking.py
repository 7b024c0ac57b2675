"""The ranking of a server at one title: who plays well there, and what counts for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from babel import Locale
from babel.numbers import format_decimal, get_group_symbol

from bot.games.custom_ids import plain_id
from bot.games.names import escaped_name
from bot.games.screen import AMBER, Button, Image, Row, Screen, Select, SelectOption, Text
from bot.games.speech import and_list
from bot.locale.localisation import Words, mark
from bot.table.ids import PlayerId
from bot.table.match.match import BEGINNER, COMPUTER_PLAYER, EXPERT
from bot.table.people.levels import levels
from bot.table.people.rating import CENTRE, LISTED_FROM, Rating
from bot.table.people.statistics import RankedRating
from render.people.ranking import MOST_ROWS, RankedPlayer, Ranking
from render.people.renderer import PEOPLE

AS_TEXT: Final = "text"
_BEST: Final = 3
FARTHEST: Final = 500
"""A level that is farther from where people begin isn't drawn: it would leave no room for them."""

NAMES: Final = {
    BEGINNER: mark("beginner"),
    COMPUTER_PLAYER: mark("regular"),
    EXPERT: mark("expert"),
}
"""What the levels of computer players are called beside their strength."""
COUNTS: Final = (
    mark("Rated: matches played to the end by at least two people."),
    mark("Not rated: friendly matches, lessons, matches ended by vote, closed tables."),
    mark("Computer players don't count; people are compared with one another."),
    mark(
        "A player who leaves, or lets time run out for more than a quarter of the moves, is placed"
        " last. The others are compared as if that seat hadn't been there."
    ),
    mark("A holiday costs nothing: the seat is left out."),
    mark("Seats that changed hands are left out."),
    mark("A tie decided by height is a tie."),
    mark("Hints, variants and moves taken back don't matter."),
)


@dataclass(frozen=True, slots=True)
class RankingView:
    """What is shown of a ranking, and to whom.

    `own` is the viewer's rating, also if it isn't listed yet. `matches` counts all rated ones of
    the server and title. `games` are the titles to choose from, by key, with their names.
    """

    game: str
    games: Sequence[tuple[str, str]]
    ranked: Sequence[RankedRating]
    viewer: PlayerId
    own: Rating | None
    matches: int
    is_unlisted: bool = False
    page: int = 0

    @property
    def name(self) -> str:
        """The name of the title."""
        return dict(self.games)[self.game]

    @property
    def rows(self) -> Sequence[RankedRating]:
        """Those on this page."""
        first = self.page * MOST_ROWS
        return self.ranked[first : first + MOST_ROWS]


def number(words: Words, count: int) -> str:
    """Return a number as the language writes it: "1,610"."""
    return str(format_decimal(count, locale=Locale.parse(words.language)))


def rating(words: Words, of: Rating) -> str:
    """Return a rating with its doubt: "1,610 ± 100", and a question mark while provisional."""
    doubtful = "?" if of.is_provisional else ""
    return f"{number(words, of.number)}{doubtful} ± {number(words, of.doubt)}"


def ranking_screen(words: Words, shown: RankingView, *, as_text: bool = False) -> Screen:
    """Return a page of the ranking, with its picture or in words."""
    title = words.say("### Ranking · {game}", game=shown.name)
    blocks: list[Text | Image | Row | Select] = []
    if shown.ranked:
        best = [
            f"**{escaped_name(each.name)}** {rating(words, each.rating)}"
            for each in shown.ranked[:_BEST]
        ]
        lines = [title, and_list(words, best) + ".", own_line(words, shown)]
        lines.append(
            "-# "
            + words.say(
                "Two times in three, the true strength lies within the bar. The order is that of"
                " its lower end."
            )
        )
        blocks.append(Text("\n".join(lines)))
        blocks.append(Text(listed(words, shown)) if as_text else picture(words, shown))
    else:
        said = words.say(
            "**No one is listed here yet.** It takes {n} rated matches.", n=LISTED_FROM
        )
        blocks.append(Text("\n".join([title, said, own_line(words, shown)])))
    blocks.append(Row(tuple(_buttons(words, shown, as_text=as_text))))
    options = tuple(SelectOption(name, key, chosen=key == shown.game) for key, name in shown.games)
    blocks.append(Select(plain_id("ranking"), words.say("A game"), options))
    return Screen(tuple(blocks), AMBER)


def _buttons(words: Words, shown: RankingView, *, as_text: bool) -> Sequence[Button]:
    found = []
    if shown.ranked:
        label, way = (words.say("As a picture"), "") if as_text else (words.say("As text"), AS_TEXT)
        found.append(Button(label, plain_id("ranking", shown.game, shown.page, way)))
    found.append(Button(words.say("What counts"), plain_id("what-counts", shown.game)))
    way = AS_TEXT if as_text else ""
    last = (len(shown.ranked) - 1) // MOST_ROWS
    for page in (shown.page - 1, shown.page + 1):
        if 0 <= page <= last:
            first = page * MOST_ROWS
            label = words.say(
                "Places {a} to {b}", a=first + 1, b=min(first + MOST_ROWS, len(shown.ranked))
            )
            found.append(Button(label, plain_id("ranking", shown.game, page, way)))
    return found


def own_line(words: Words, shown: RankingView) -> str:
    """Return where the viewer stands, or why they don't."""
    own = next((each for each in shown.ranked if each.player == shown.viewer), None)
    if own is not None:
        return words.say("You: place {n}, {rating}.", n=own.place, rating=rating(words, own.rating))
    if shown.is_unlisted:
        return words.say("You switched ratings off in `/settings`.")
    played = 0 if shown.own is None else shown.own.matches
    return words.say("You aren't listed yet: {n} of {k} rated matches.", n=played, k=LISTED_FROM)


def listed(words: Words, shown: RankingView) -> str:
    """Return a page of the ranking in words, one line a person; below, the computer players."""
    people = [
        words.count(
            "{place}. {who}: {rating}, {n} match",
            "{place}. {who}: {rating}, {n} matches",
            each.rating.matches,
            place=each.place,
            who=escaped_name(each.name),
            rating=rating(words, each.rating),
        )
        for each in shown.rows
    ]
    strengths = [
        f"{words.say(NAMES[level])} {number(words, one.number)}"
        for level, one in levels(shown.game).items()
    ]
    if strengths:
        people.append(f"-# {words.say('computer players:')} {', '.join(strengths)}")
    return "\n".join(people)


def picture(words: Words, shown: RankingView) -> Image:
    """Return the picture of a page, with the first of it in words."""
    rows = tuple(
        RankedPlayer(
            each.place,
            each.name,
            words.count("{n} match", "{n} matches", each.rating.matches),
            number(words, each.rating.number),
            f"± {number(words, each.rating.doubt)}",
            each.rating.lower,
            each.rating.number,
            2 * each.rating.number - each.rating.lower,
            is_provisional=each.rating.is_provisional,
            is_own=each.player == shown.viewer,
        )
        for each in shown.rows
    )
    drawn = Ranking(
        words.count(
            "Ranking of this server · {n} match",
            "Ranking of this server · {n} matches",
            shown.matches,
        ),
        shown.name,
        rows,
        tuple(
            (words.say(NAMES[level]), one.number)
            for level, one in levels(shown.game).items()
            if abs(one.number - CENTRE) <= FARTHEST
        ),
        words.say("computer players:"),
        words.say("In the order of the lower end. Hollow: provisional."),
        comma=str(get_group_symbol(Locale.parse(words.language))),
        is_private=True,
    )
    first = and_list(
        words, [f"{each.name} {rating(words, each.rating)}" for each in shown.rows[:_BEST]]
    )
    more = len(shown.rows) - _BEST
    alt = words.say("Ranking at {game}: {first}.", game=shown.name, first=first)
    if more > 0:
        alt += " " + words.count("{n} more follows.", "{n} more follow.", more)
    return Image(PEOPLE.ranking(drawn), alt, "ranking")


def counts_screen(words: Words, game: str) -> Screen:
    """Return what counts for ratings, line by line."""
    lines = [words.say("### What counts"), *(f"- {words.say(each)}" for each in COUNTS)]
    back = Button(words.say("Back to the ranking"), plain_id("ranking", game))
    return Screen((Text("\n".join(lines)), Row((back,))), AMBER)
