"""The rules in short pages with drawn examples; the last pages are the variants'."""

from typing import Final

from bot.games.guide import Chapter, Guide
from bot.games.screen import Image
from bot.games.seismic.captions import captions, table_captions
from bot.games.seismic.example import FIRST, example, opening, position, shaken
from bot.games.seismic.offers import Draft, Offer, offer_of
from bot.games.seismic.placing import cells_picture, draft_image
from bot.games.seismic.scores import result_image
from bot.games.seismic.view import View
from bot.locale.localisation import Words, mark
from engine.boards.hexes import Cell
from engine.games.seismic.preview import struck
from render.games.seismic import RENDERER
from render.games.seismic.captions import Lesson

BUILT: Final = Cell(1, 0)
"""Where the example builds its tile."""


def lesson(name: str, title: str, labels: tuple[str, ...]) -> Image:
    """Return the small drawings of a chapter, each with its line below it."""
    return Image(RENDERER.example(name, Lesson(title, labels)), "", "example")


def _board(words: Words) -> Image:
    view = example(words, position())
    return Image(RENDERER.board(view.observation, table_captions(view)), "")


def _where(words: Words) -> Image:
    view = example(words, position())
    offer = _offered(view, "02-14")
    n = len(offer.fits)
    fit = words.count("cell fits", "cells fit", n)
    return Image(cells_picture(view, offer, tuple(offer.fits), fit), "")


def _how(words: Words) -> Image:
    view = example(words, position())
    return draft_image(Draft.of(view, _offered(view, "02-14"), BUILT))


def _first_turn(words: Words) -> Image:
    view = example(words, opening())
    return draft_image(Draft.of(view, _offered(view, FIRST.tile), FIRST.cell))


def _offered(view: View, tile: str) -> Offer:
    offer = offer_of(view, tile)
    assert offer is not None
    return offer


def _quake(words: Words) -> Image:
    view = example(words, struck(shaken(), 0))
    drawn = captions(view, words.say("Quake {magnitude}", magnitude="3.0"))
    return Image(RENDERER.fall(view.observation, drawn), "")


def _score(words: Words) -> Image:
    view = example(words, position())
    return result_image(view, words.say("Final score"))


RULES: Final = (
    Chapter(
        mark("In a minute"),
        mark(
            "**Goal.** Most points at the end. A road pays when both its ends are closed.\n"
            "**Turn.** Three tiles lie face up. Place one so that it continues a highway and "
            "every edge matches. Put a crew on it, if its road has none: the road is yours.\n"
            "**Quake.** A quake that is drawn is never placed. It strikes the longest of the "
            "six lines out of San Andreas and takes as many tiles as its number says, the "
            "nearest first; then another tile is drawn.\n"
            "**End.** With the last tile, or when no highway is open. A closed road pays its "
            "owner 1 each time it crosses a tile, and the number at both ends; San Andreas is 6."
        ),
        mark("Ann (■) and Ben (▲) after six tiles. A road has the color of its owner."),
        _board,
        lesson="pieces",
        labels=(
            mark("Highways: roads may cross on a bridge."),
            mark("An intersection: its number is worth points."),
            mark("San Andreas, worth 6."),
            mark("A quake: it takes four tiles."),
        ),
    ),
    Chapter(
        mark("A first turn"),
        mark(
            "Ann begins. Face up: a straight, a loose + straight, a +3.\n"
            "1. She presses **1 · Straight**, then **I8**, the cell north of the town.\n"
            "2. The picture calls the road X. She presses **Crew X, 7 points**: the road is "
            "hers. It has one closed end and counts 1 + 6 so far.\n"
            "3. For Ben's turn a 2.0 quake is drawn. Only the north line has a tile, so the "
            "straight falls, and Ann's crew comes home. Another tile is drawn; Ben has three to "
            "choose from.\n"
            "**Without the quake** a +3 at I7 would close the road: 1 + 6 + 3 = **10 points** "
            "for Ann."
        ),
        mark("Ann's last question: the tile at I8, the road north marked X."),
        _first_turn,
    ),
    Chapter(
        mark("Your turn"),
        mark(
            "1. Three tiles lie face up. Choose one.\n"
            "2. Place it on an empty cell. At least one of its highways must continue a highway "
            "of a tile already on the table, and all its edges must match what they touch: "
            "highway meets highway, green meets green. You may turn a tile, never flip it over.\n"
            "3. If you like, put one of your 20 crews on it.\n"
            "Then the next player reveals a new tile. If none of the three fits anywhere, all "
            "three leave the game and new ones come.\n"
            "The table has an edge, 8 cells from the town (by default). Nothing can be placed "
            "beyond."
        ),
        mark("Yellow cells: here the tile on offer fits, in some orientation."),
        _where,
        lesson="placing",
        labels=(
            mark("It fits: highway meets highway, green meets green."),
            mark("Not like this: a highway would meet green."),
            mark("Not here: it doesn't continue a highway."),
        ),
    ),
    Chapter(
        mark("Roads"),
        mark(
            "A **road** (a *section* in the rule sheet) runs from one end to the other, across as"
            " many tiles as it takes. Where two roads cross on a tile, the roads stay separate. "
            "Each time a road crosses a tile, that is one **fragment**.\n"
            "It ends at an intersection or at San Andreas; then that end is closed. The stub "
            "there, from the edge to the middle of the intersection, is no fragment. If both ends"
            " are closed, the road is **complete**, and nothing but a quake can change it."
        ),
        lesson="sections",
        labels=(
            mark("Complete: from San Andreas to a +2."),
            mark("Still open in the east: worth nothing yet."),
            mark("A loop has no end: worth nothing."),
        ),
    ),
    Chapter(
        mark("Crews"),
        mark(
            "You may put a crew on the tile you have just placed, one at most, and only on a road"
            " where no crew stands yet, not even yours, however far away.\n"
            "Later tiles can join roads that both have crews. Then all of them stay: the "
            "player with the most crews there owns the road; tied players all own it.\n"
            "A crew comes home only when a quake takes its tile."
        ),
        mark("The letters show where a crew could stand on the new tile."),
        _how,
        lesson="crews",
        labels=(
            mark("The road is free: A puts a crew on it."),
            mark("The road has a crew of B: A may not."),
            mark("The new tile joins two roads: both A and B own the road."),
        ),
    ),
    Chapter(
        mark("Quakes"),
        mark(
            "Six lines run straight out of San Andreas. A quake that is drawn strikes the line"
            " with the most tiles, gaps not counted; if lines tie, the player whose turn it is"
            " chooses. A 3.0 quake takes three tiles, the nearest to the town first, intersections"
            " too. Crews on them go back to their owners.\nA road that lost its crew can be claimed"
            " again by a new tile that continues it. Up to six quakes are in the pile; no one knows"
            " which. `/table danger` says what the next one would take.\nA quake is never one of"
            " the three tiles: it strikes, goes back to the box, and tiles are drawn until three"
            " are face up again. Among the two opening tiles it goes back without striking."
        ),
        mark(
            "A 3.0 quake: north and south were equally long, and Ben chose the north. Only "
            "two tiles lie there; both fall."
        ),
        _quake,
        lesson="quakes",
        labels=(
            mark("A 2.0: the southeast line is the longest, its two nearest tiles go."),
            mark("They have fallen, A's crew comes home. The rest stays."),
        ),
    ),
    Chapter(
        mark("Scoring"),
        mark(
            "Points count once, at the end. Only complete roads score, in full for every owner:\n"
            "- 1 for each fragment, that is, each time the road crosses a tile; stubs count "
            "nothing,\n"
            "- the number on the intersection at each end; San Andreas counts 6.\n"
            "If both ends are at the same tile, it counts twice. Open ends, the edge of the table"
            " and loops that touch no intersection score nothing."
        ),
        mark(
            "Ann's road leaves San Andreas and comes back: 5 fragments + 6 + 6 = **17**. Ben's"
            " runs from San Andreas straight into a +2: 0 fragments + 6 + 2 = **8**."
        ),
        _score,
        lesson="scoring",
        labels=(
            mark("6 + 1 + 1 + 1 + 3 = 12 points."),
            mark("One crew each: A and B both get 12."),
        ),
    ),
    Chapter(
        mark("The end"),
        mark(
            "The match ends with the last tile, or as soon as no highway is open anymore. Two"
            " players take about 70 turns. Most points wins. A tie goes to the tallest player: if"
            " all tied players have stated their height in `/settings`, the tallest wins; otherwise"
            " they share the win.\nHere you play with three taps: a tile, a cell, **Place**. Only"
            " green and red buttons send anything. There's no hurry: I ping you when it's your"
            " turn. If you would rather type, use `/seismic place`; **Board as text** describes the"
            " whole table in words."
        ),
        lesson="sections",
        labels=(
            mark("This scores at the end."),
            mark("This doesn't: one end is still open."),
            mark("Nor does this."),
        ),
    ),
)

VARIANTS: Final = (
    Chapter(
        mark("The Big One"),
        mark(
            "The 6.0 quake can't leave the game unseen: it is shuffled with five other tiles,"
            " and these six lie at the bottom of the pile. Another quake may be among the five."
            " So everyone knows that it will come, late, and take up to six tiles of the"
            " longest line.\n"
            "Everything else is as usual: the other five quakes are shuffled with five tiles"
            " that have one road each, and five of these ten leave the game unseen."
        ),
        lesson="big_one",
        labels=(
            mark("The six bottom tiles of the pile hold the 6.0."),
            mark("Five tiles no one knows, and the 6.0."),
        ),
    ),
    Chapter(
        mark("Road Crew's Dilemma"),
        mark(
            "When you have placed your tile, choose: put a crew on it, or place a **second** one"
            " of the tiles that lie face up, or neither. The second tile takes no crew either.\n"
            "No new tile is revealed between the two; the next player reveals as many as are"
            " missing. To do this, press **Place, then a second tile** instead of **Place**."
        ),
        lesson="road_crews_dilemma",
        labels=(
            mark("A crew…"),
            mark("…or a second tile…"),
            mark("…or neither."),
        ),
    ),
    Chapter(
        mark("Aftershocks"),
        mark(
            "After each quake, even one that took nothing, everyone may turn **one** tile to"
            " another orientation: the player whose turn it is first, then the others in order."
            " It must fit where it lies, as if you had just placed it: a highway must meet a"
            " highway, and every edge must match.\n"
            "You may turn any tile except a town, no matter who placed it. Crews turn with their"
            " road, so a road can end up with several crews. No tile turns twice after one"
            " quake. Players who can't turn anything are skipped."
        ),
        lesson="aftershocks",
        labels=(
            mark("Before: A's road leads nowhere."),
            mark("A rotates the tile: now the road runs from the +2 to San Andreas."),
        ),
    ),
    Chapter(
        mark("Twin Cities"),
        mark(
            "Two towns, two boxes of tiles, 40 crews for each of you. Every quake strikes both"
            " towns, one after the other; the player whose turn it is says which comes first,"
            " and lines are counted again for the second.\n"
            "A road from one town to the other scores **10 more**: 6 + 6 + 10 and its fragments."
            " On a line the other town counts as a tile, but no quake can take it. With The Big"
            " One both 6.0 quakes lie among the last twelve tiles."
        ),
        lesson="twin_cities",
        labels=(
            mark("From town to town: 6 + 7 + 6 + 10 = 29 points."),
            mark("A 3.0 took three tiles at the left town, then three at the right."),
        ),
    ),
    Chapter(
        mark("Balance"),
        mark(
            "Everyone draws from a pile of their own, with the same number of intersections in"
            " each. On your turn the top tile of your pile is revealed: place it, or one of the"
            " two that lie face up for all; then the tile you drew lies there instead. Crews go"
            " as usual. If nothing fits, the tile you drew leaves the game and you draw again.\n"
            "If you draw a quake, it strikes; then you place one of the tiles that lie face up,"
            " even if the quake was your last tile, and it is not replaced. The match ends when"
            " all piles are empty. Balance can be combined only with Aftershocks."
        ),
        lesson="balance",
        labels=(
            mark("A draws a tile with two straights and places it, or one of the two others."),
            mark("A draws a quake: it strikes, A places one of the two, and one is left."),
        ),
    ),
)

CHAPTERS: Final = (*RULES, *VARIANTS)
GUIDE: Final = Guide("seismic", "Seismic", CHAPTERS, lesson=lesson)
