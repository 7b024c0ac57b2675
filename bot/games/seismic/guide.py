"""The rules in short pages with drawn examples; the last pages are the variants'."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.games.custom_ids import plain
from bot.games.screen import HOUSE, Block, Button, Image, Row, Screen, Style, Text, keypad
from bot.games.seismic.captions import captions, table_captions
from bot.games.seismic.chapters import CHAPTERS, Chapter
from bot.games.seismic.draft import Draft
from bot.games.seismic.example import FIRST, example, opening, position, shaken
from bot.games.seismic.how import picture as how_picture
from bot.games.seismic.scores import result_image
from bot.games.seismic.where import offer_of
from bot.games.seismic.words import cell_name
from bot.games.speech import clipped
from bot.locale.localisation import Words
from engine.boards.hexes import Cell
from engine.games.seismic.preview import struck
from render.games.seismic import RENDERER
from render.games.seismic.captions import Lesson

BUILT: Final = Cell(1, 0)
"""Where the example builds its tile."""


def page(words: Words, number: int) -> Screen:
    """Return a page, counted from 0, with buttons to the others."""
    number = min(max(number, 0), len(CHAPTERS) - 1)
    chapter = CHAPTERS[number]
    count = words.say("Page {k} of {n}", k=number + 1, n=len(CHAPTERS))
    return Screen(
        (
            Text(f"### Seismic · {words.say(chapter.title)}\n{words.say(chapter.text)}"),
            *_position(words, chapter),
            *lesson(words, chapter),
            Text(f"-# {count}"),
            *_buttons(words, number),
        ),
        HOUSE,
    )


def _position(words: Words, chapter: Chapter) -> tuple[Block, ...]:
    """Return the picture of the example position, if the chapter has one, with what it shows."""
    if chapter.example not in DRAWN:
        return ()
    shows = words.say(chapter.shows)
    return DRAWN[chapter.example](words, shows.replace("**", "")), Text(shows)


def lesson(words: Words, chapter: Chapter) -> tuple[Image, ...]:
    """Return the small drawings of a chapter, each with its line, if it has any."""
    if not chapter.labels:
        return ()
    title, labels = words.say(chapter.title), [words.say(each) for each in chapter.labels]
    picture = RENDERER.example(chapter.example, Lesson(title, tuple(labels)))
    return (Image(picture, clipped(f"{title}. {' '.join(labels)}"), "example"),)


def _buttons(words: Words, current: int) -> tuple[Row, ...]:
    return keypad(
        tuple(
            Button(
                words.say(chapter.title),
                plain("rules", "seismic", number),
                Style.PRIMARY if number == current else Style.PLAIN,
                disabled=number == current,
            )
            for number, chapter in enumerate(CHAPTERS)
        )
    )


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


def _first_turn(words: Words, alt: str) -> Image:
    view = example(words, opening())
    offer = offer_of(view, FIRST.tile)
    if offer is None:
        raise ValueError(view)
    return replace(how_picture(Draft.of(view, offer, FIRST.cell)), alt=alt)


def _quake(words: Words, alt: str) -> Image:
    view = example(words, struck(shaken(), 0))
    drawn = captions(view, words.say("Quake {magnitude}", magnitude="3.0"))
    return Image(RENDERER.fall(view.observation, drawn), alt)


def _score(words: Words, alt: str) -> Image:
    view = example(words, position())
    return replace(result_image(view, words.say("Final score")), alt=alt)


DRAWN: Final[Mapping[str, Callable[[Words, str], Image]]] = {
    "pieces": _board,
    "placing": _where,
    "crews": _how,
    "first_turn": _first_turn,
    "quakes": _quake,
    "scoring": _score,
}
"""Chapters whose pages show the example position, too."""
