"""The rules in eight short pages, each with a drawn example from one small match."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.games.aftershock import buying, keep, moving, plan
from bot.games.aftershock import example as ex
from bot.games.aftershock.building import picture as bridge_picture
from bot.games.aftershock.scores import result_image
from bot.games.aftershock.table_post import board, scoring
from bot.locale.localisation import Words, mark
from bot.views.custom_ids import plain
from bot.views.screen import HOUSE, Button, Image, Row, Screen, Style, Text
from engine.games.aftershock.preview import builds

IN_A_ROW: Final = 4


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page: its title, its text, the picture of its example and what that shows."""

    title: str
    text: str
    shows: str
    draw: Callable[[Words], Image]


def page(words: Words, number: int) -> Screen:
    """Return a page, counted from 0, with buttons to the others."""
    number = min(max(number, 0), len(CHAPTERS) - 1)
    chapter = CHAPTERS[number]
    count = words.say("Page {k} of {n}", k=number + 1, n=len(CHAPTERS))
    shows = words.say(chapter.shows)
    return Screen(
        (
            Text(f"### Aftershock · {words.say(chapter.title)}\n{words.say(chapter.text)}"),
            replace(chapter.draw(words), alt=shows.replace("**", "")),
            Text(f"{shows}\n-# {count}"),
            *_buttons(words, number),
        ),
        HOUSE,
    )


def _buttons(words: Words, current: int) -> tuple[Row, ...]:
    buttons = tuple(
        Button(
            words.say(chapter.title),
            plain("rules", "aftershock", number),
            Style.PRIMARY if number == current else Style.PLAIN,
            disabled=number == current,
        )
        for number, chapter in enumerate(CHAPTERS)
    )
    return Row(buttons[:IN_A_ROW]), Row(buttons[IN_A_ROW:])


def _map(words: Words) -> Image:
    return board(ex.example(words, ex.position()))


def _hand(words: Words) -> Image:
    view = ex.example(words, ex.position())
    return keep.picture(view, keep.drafted(view, ex.KEPT), ex.BOARD.cost(ex.KEPT))


def _sale(words: Words) -> Image:
    return buying.picture(ex.example(words, ex.selling()))


def _plan(words: Words) -> Image:
    view = ex.example(words, ex.planning())
    return plan.picture(view, plan.drafted(view, ("fremont", "oakland")), 2)


def _bridge(words: Words) -> Image:
    view = ex.example(words, ex.building())
    return bridge_picture(view, "fremont", builds(view.observation))


def _move(words: Words) -> Image:
    view = ex.example(words, ex.shaken())
    return moving.picture(view, moving.offered(view))


def _scoring(words: Words) -> Image:
    return scoring(ex.example(words, ex.scoring()))


def _end(words: Words) -> Image:
    return result_image(ex.example(words, ex.ended()))


CHAPTERS: Final = (
    Chapter(
        mark("The idea"),
        mark(
            "The mega earthquake has torn San Francisco Bay apart, and you rebuild it. Bring"
            " **meeples** into ten areas, build **bridges** between them, and let **aftershocks**"
            " chase the others away.\n"
            "Only what you mark together scores, so you will have to talk. Three rounds, two with"
            " five players; most points win. All choices are sealed: nobody sees yours before"
            " everybody is ready."
        ),
        mark(
            "Best first in each area, and under every place what it is worth: in San Francisco"
            " Cleo (◆) leads with four, and the first place brings 9."
        ),
        _map,
    ),
    Chapter(
        mark("Keep"),
        mark(
            "Everybody has $15M at the start and gets eight cards. **Buy any of them** for"
            " yourself, in secret; you pay the bank. The others go up for sale with your name on"
            " them.\n"
            "- An **area card** brings meeples there: $1M one, $3M two, $6M three.\n"
            "- A **Bridge** ($4M) is a bridge and a meeple to plan.\n"
            "- An **Aftershock** ($2M, big $3M, mega $4M) shakes an area.\n"
            "- An **Influence** ($5M) is one more marker when it comes to scoring."
        ),
        mark("Richmond, Bridge and Fremont cost Ann 6 + 4 + 1 = **$11M**; $4M stay."),
        _hand,
    ),
    Chapter(
        mark("Buy"),
        mark(
            "In turn, buy one card of somebody else with a Buy token, or pass:\n"
            "- **−2** or **−1**: so much off, each once a round.\n"
            "- **tax**: $1M to the bank, then the full price; as often as you like.\n"
            "The seller gets the money at once. A pass is not final: the sale ends when all have"
            " passed in a row. You can leave a standing pass.\n"
            "Then everybody **takes one** of their own unsold cards for nothing, sealed again, and"
            " the rest is discarded."
        ),
        mark(
            "Ann has $4M. Ben's Vallejo costs $1M with −2, $2M with −1, $4M with the tax. Cleo's"
            " San Jose is in reach only with −2."
        ),
        _sale,
    ),
    Chapter(
        mark("Plan"),
        mark(
            "Area cards put their meeples on the map by themselves. The other cards are shown: now"
            " everybody knows how many bridges and aftershocks are to come, but not where.\n"
            "**Plan in secret** on which area each bridge, meeple and aftershock goes. A bridge and"
            " its meeple may part, several things may share an area, and you need nobody there yet."
        ),
        mark("Ann plans a bridge at Fremont and a meeple at Oakland; the big aftershock is left."),
        _plan,
    ),
    Chapter(
        mark("Build"),
        mark(
            "In turn, plans are opened. Your meeples are placed, then you choose where each bridge"
            " **leads**: to any neighbour with a free bridge space. A bridge takes as many of your"
            " 16 pieces as it has sections.\n"
            "You must build if you can. Too few pieces? Whole bridges of yours come down first, or"
            " you give up the new one if none can be built without that. No free space at all: a"
            " meeple stands in for the bridge."
        ),
        mark("From Fremont: Hayward takes 1 piece, Palo Alto and San Jose take 2 each."),
        _bridge,
    ),
    Chapter(
        mark("Aftershocks"),
        mark(
            "In turn, roll the die for each of your aftershocks: 1 to 3, big + 1, mega + 2. So"
            " many meeples there are **shocked**, and you choose whose; your own count, too.\n"
            "The shocked have to leave. From the left of whoever rolled, each player moves theirs"
            " one at a time over bridges, as far as they like: own bridges are free, each other"
            " bridge costs $1M to its owner. Only the cheapest way counts. Or take the meeple off"
            " the board."
        ),
        mark(
            "Cleo rolled 2 + 1 at Oakland. Ann's shocked meeple goes to Richmond for nothing, to"
            " Hayward for $1M to Ben, or over Richmond to San Francisco for $1M to Cleo."
        ),
        _move,
    ),
    Chapter(
        mark("Marks"),
        mark(
            "**Mark** four spaces in secret, three with five players: areas, or most bridges."
            " Influence markers may double your own. A space scores with **two markers** of"
            " anybody; San Rafael with one.\n"
            "Then places are counted there, and ties share, rounded down. Whoever leads an area"
            " takes **one meeple back**. Most bridges counts pieces, and nobody loses any.\n"
            "Promise what you like: `/aftershock propose` notes who kept a word. Nothing binds."
        ),
        mark(
            "Ann and Ben both marked Oakland and tie: (8 + 6) ÷ 2 = **7** each, Cleo 4, and both"
            " take one back. San Jose had one marker and brings nothing."
        ),
        _scoring,
    ),
    Chapter(
        mark("The end"),
        mark(
            "Between rounds the bank is shared out, Buy tokens come back, the first player moves"
            " on, and the last in points gets an aftershock for nothing. After the last round"
            " every full $2M is a point. Most points win; then money decides.\n"
            "Here everything happens at your **desk**, a message that only you see. Nothing is"
            " sent before you seal, you may change it until all are ready, and I ping you when"
            " you are needed. `/aftershock desk` opens it, **Board as text** tells everything in"
            " words."
        ),
        mark(
            "Cleo wins with 42 and $6M: 42 + 3 = **45**. Ann and Ben have 43 each; Ann has more"
            " money."
        ),
        _end,
    ),
)
