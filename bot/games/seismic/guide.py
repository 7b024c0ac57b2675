"""The rules in six short pages, each with a drawn example from one small position."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.games.seismic.captions import captions, table_captions
from bot.games.seismic.draft import Draft
from bot.games.seismic.example import example, position, shaken
from bot.games.seismic.how import picture as how_picture
from bot.games.seismic.scores import result_image
from bot.games.seismic.where import offer_of
from bot.games.seismic.words import cell_name
from bot.locale.localisation import Words, mark
from bot.views.custom_ids import plain
from bot.views.screen import HOUSE, Button, Image, Row, Screen, Style, Text
from engine.boards.hexes import Cell
from engine.games.seismic.preview import struck
from render.games.seismic import RENDERER

BUILT: Final = Cell(1, 0)
"""Where the example builds its tile."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page: its title, its text, the picture of its example and what that shows."""

    title: str
    text: str
    shows: str
    draw: Callable[[Words, str], Image]


def page(words: Words, number: int) -> Screen:
    """Return a page, counted from 0, with buttons to the others."""
    number = min(max(number, 0), len(CHAPTERS) - 1)
    chapter = CHAPTERS[number]
    count = words.say("Page {k} of {n}", k=number + 1, n=len(CHAPTERS))
    shows = words.say(chapter.shows)
    return Screen(
        (
            Text(f"### Seismic · {words.say(chapter.title)}\n{words.say(chapter.text)}"),
            chapter.draw(words, shows.replace("**", "")),
            Text(f"{shows}\n-# {count}"),
            *_buttons(words, number),
        ),
        HOUSE,
    )


def _buttons(words: Words, current: int) -> tuple[Row, ...]:
    buttons = tuple(
        Button(
            words.say(chapter.title),
            plain("rules", "seismic", number),
            Style.PRIMARY if number == current else Style.PLAIN,
            disabled=number == current,
        )
        for number, chapter in enumerate(CHAPTERS)
    )
    return Row(buttons[:3]), Row(buttons[3:])


def _board(words: Words, alt: str) -> Image:
    view = example(words, position())
    return Image(RENDERER.board(view.observation, table_captions(view)), alt)


def _where(words: Words, alt: str) -> Image:
    view = example(words, position())
    offer = offer_of(view, "02-14")
    cells = {} if offer is None else {cell: cell_name(position(), cell) for cell in offer.ways}
    count = (str(len(cells)), words.count("cell fits", "cells fit", len(cells)))
    drawn = captions(view, words.say("Choose a cell"))
    return Image(RENDERER.where(position(), drawn, "02-14", cells, count), alt)


def _how(words: Words, alt: str) -> Image:
    view = example(words, position())
    offer = offer_of(view, "02-14")
    if offer is None:
        raise ValueError(view)
    return replace(how_picture(Draft.of(view, offer, BUILT)), alt=alt)


def _quake(words: Words, alt: str) -> Image:
    view = example(words, struck(shaken(), 0))
    drawn = captions(view, words.say("Quake {magnitude}", magnitude="3.0"))
    return Image(RENDERER.fall(view.observation, drawn), alt)


def _score(words: Words, alt: str) -> Image:
    view = example(words, position())
    return replace(result_image(view, words.say("Final score")), alt=alt)


CHAPTERS: Final = (
    Chapter(
        mark("The idea"),
        mark(
            "You run a road crew around **San Andreas**. Tile by tile you all build one network of"
            " highways and put your crews on the roads you hope to finish. A road that joins two"
            " intersections scores. But the ground shakes: quakes tear tiles away, and the"
            " longest row out of the town goes first.\n"
            "Whoever has most points when the tiles run out wins. Nothing is hidden but the pile."
        ),
        mark("Ann (■) and Ben (▲) after six tiles. A road wears the colour of its owner."),
        _board,
    ),
    Chapter(
        mark("Your turn"),
        mark(
            "1. Three tiles lie face up. Pick one.\n"
            "2. Build it on an empty cell. At least one of its highways must go on from a tile"
            " that is already there, and all its edges must match what they touch: highway meets"
            " highway, green meets green. You may turn a tile, never flip it over.\n"
            "3. If you like, put one of your 20 crews on it.\n"
            "Then the next player turns up a new tile. If none of the three fits anywhere, all"
            " three leave the game and new ones come."
        ),
        mark("Yellow cells: here the tile on the right fits, turned one way or another."),
        _where,
    ),
    Chapter(
        mark("Crews"),
        mark(
            "A **section** is a road from one end to the other, across as many tiles as it takes."
            " You may put a crew on the tile you have just built, one at most, and only on a"
            " section where no crew stands yet, yours included.\n"
            "Later tiles can join sections that both have crews. Then all of them stay: most"
            " crews own the section, and on a tie everybody who ties owns it.\n"
            "A crew comes home only when a quake takes its tile."
        ),
        mark("The letters show where a crew could stand on the new tile."),
        _how,
    ),
    Chapter(
        mark("Quakes"),
        mark(
            "Six lines run straight out of San Andreas. When a quake is turned up, it strikes the"
            " line with most tiles, gaps not counted; on a tie the player on turn chooses. A quake"
            " 3.0 takes three tiles, the nearest to the town first, intersections too. Crews on"
            " them go back to their owners.\n"
            "What is left stays where it is. A road that lost its crew can be claimed again, by a"
            " new tile that goes on from it. Up to six quakes are in the pile, nobody knows which."
        ),
        mark(
            "A quake 3.0: north and south were equally long, and Ben chose the north. Only two"
            " tiles lie there; both fall."
        ),
        _quake,
    ),
    Chapter(
        mark("Scoring"),
        mark(
            "Points count once, at the end. A section is complete if both its ends are"
            " intersections or San Andreas; only then it scores, in full for every owner:\n"
            "- 1 for each fragment, that is, each time the road crosses a tile,\n"
            "- the number on the intersection at each end; San Andreas counts 6.\n"
            "If both ends are at the same tile, it counts twice. Open ends, the edge of the table"
            " and loops that touch no intersection score nothing."
        ),
        mark(
            "Ann's road leaves San Andreas and comes back: 5 fragments + 6 + 6 = **17**. Ben's"
            " runs from San Andreas straight into a +2: 0 fragments + 6 + 2 = **8**."
        ),
        _score,
    ),
    Chapter(
        mark("The end"),
        mark(
            "The match ends with the last tile, or as soon as no highway is open any more. Most"
            " points win; equal points share the win.\n"
            "Here you play with three taps: a tile, a cell, **Place**. Nothing is sent before the"
            " last one, and there is no hurry: I ping you when it is your turn. If you would"
            " rather type, there is `/seismic place`, and **Board as text** tells the whole table"
            " in words."
        ),
        mark("Ben's other road is still open in the south; as it is, it would score nothing."),
        _board,
    ),
)
