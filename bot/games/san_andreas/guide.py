"""The rules in seven short pages, each with a drawn example."""

from collections.abc import Callable
from typing import Final

from bot.games.guide import Chapter, Guide
from bot.games.san_andreas.words import TITLE
from bot.games.screen import Image
from bot.locale.localisation import Words, mark
from render.games.san_andreas import RENDERER


def _example(name: str) -> Callable[[Words], Image]:
    return lambda _: Image(RENDERER.example(name), "", "example")


CHAPTERS: Final = (
    Chapter(
        mark("The idea"),
        mark(
            "Lay your six coins, worth 0 to 5, face down as cities on a coast of 23 tiles. After"
            " each quake the cities that stand score: **the nearer to the ocean, the better.**"
            " But quakes push tiles over and under one another, and ruin cities. When a quake"
            " ends and a player has no coin left in hand, the match is over: **most points"
            " wins.**\n"
            "**Where is what?** You look at the coast from the ocean: in every picture the ocean"
            " is at the bottom and the land at the top, left and right (north is on the left)."
            " Left, right, up and down always mean the picture.\n"
            "Each tile has four spaces, lettered as you read: **a** upper left, **b** upper"
            " right, **c** lower left, **d** lower right. **C1c** is the lower left space of"
            " tile C1."
        ),
        mark(
            "The letters of a tile, and a city on C1a: the four spaces that share a side with it"
            " are closed to other cities, the four at its corners (yellow) are not."
        ),
        _example("places"),
    ),
    Chapter(
        mark("Your turn"),
        mark(
            "On your turn you do **one** thing:\n"
            "- **Found a city.** Lay one of your coins face down on an empty space; only you know"
            " its value. Cities never share a side, but they may touch at a corner. Never on a tile"
            " that is too steep.\n"
            "- **Set an epicenter.** Put one of the four pawns on an empty space of a coastal tile,"
            " one that touches the ocean. Several may stand on a tile. The fourth starts a quake.\n"
            "Without coins you go on setting epicenters. You pass only if you can do neither.\n"
            "**A first turn:** Ann presses **Found a city**, **C1**, **C1c** and **Your 3 on C1c**."
            " By the ocean, her city would score all 3. Then Bob sets the **Sun** epicenter on"
            " **C1a**: when the Sun die is rolled, C1 moves, and only a 0 or a 4 spares her city."
        ),
        mark(
            "A tile that leans, and one that is too steep for a city. The arrow points downhill;"
            " the number says by how many layers one edge is raised."
        ),
        _example("lean"),
    ),
    Chapter(
        mark("Quakes"),
        mark(
            "Whoever sets the fourth epicenter rolls four dice, one for each pawn, and chooses in"
            " which order they act. Each die moves the tile under its pawn by one space:\n"
            "- **0**: not at all; the pawn stays for the next quake\n"
            "- **1**: up, over what is there\n"
            "- **2**: to the left, under · **3**: to the left, over\n"
            "- **4**: to the right, under · **5**: to the right, over\n"
            "A pawn counts even if a tile covers it. When its die has moved a tile, it is free"
            " again. Four 0s are rolled again.\n"
            "A tile that begins to lean, leans another way or lies flat again shakes off all its"
            " cities: **destroyed**. A city that another tile covers is **buried**. The coin of a"
            " lost city leaves the board unseen and never returns to your hand."
        ),
        mark(
            "A 1: B1 moves up, over B2, and leans, so its city is destroyed. Of the two cities on"
            " B2 one is buried; the other one stands, because B2 stays flat."
        ),
        _example("lift"),
    ),
    Chapter(
        mark("Over and under"),
        mark(
            "A tile that goes **over** its neighbours comes to rest on them with one edge. It"
            " leans, so it loses its own cities, and it buries those that it covers.\n"
            "A tile that goes **under** its neighbours lifts them. **They** lean and lose their"
            " cities. The tile itself stays flat: its cities ride along, and only those that are"
            " covered now are buried.\n"
            "Where two tiles overlap already, the upper one stays the upper one. The die decides"
            " only about tiles that did not overlap before."
        ),
        mark(
            "A 2: D1 moves to the left, under C1 and C2. Both are lifted at a corner and lean, so"
            " their cities are destroyed. D1 stays flat and keeps its city."
        ),
        _example("dip"),
    ),
    Chapter(
        mark("Land and water"),
        mark(
            "Left, right and above the tiles there is land without end. It never moves. A tile that"
            " goes **under** the land stays flat, and its cities beyond the border are buried. One"
            " that goes **over** the land leans and loses its cities.\n"
            "A tile leaves water behind. Water that joins the ocean is **ocean**, so other tiles"
            " become coastal. Water that is shut in is a **lake**, and does not count as ocean.\n"
            "After the last die, tiles that nothing connects to the land are **islands**: they sink"
            " with their cities, and pawns on them are free again."
        ),
        mark(
            "H1, at the right border. A 4: it goes under the land, and the city beyond the border"
            " is buried. A 5: it goes over the land and leans, so both cities are destroyed."
        ),
        _example("border"),
    ),
    Chapter(
        mark("Scoring"),
        mark(
            "After each quake all cities that stand are revealed. Each scores its value **minus the"
            " spaces between it and the ocean**, straight to the left, to the right, up or down,"
            " whichever is best, and never below 0. Land blocks the way; lake spaces count like"
            " ground. The cities stay and score again after the next quake.\n"
            "If your **0** survived, you may swap it before the scoring for a coin that you lost:"
            " that coin scores at once, and the 0 leaves the game.\n"
            "The match ends after a quake when a player has no coin in hand. Most points wins; a"
            " tie is shared."
        ),
        mark(
            "Ways to the ocean before anything has moved: a 3 by the ocean scores 3; a 2 with one"
            " space before the ocean scores 1."
        ),
        _example("scoring"),
    ),
    Chapter(
        mark("Settings"),
        mark(
            "The host can change some rules in the lobby; the default comes first.\n"
            "- **Steepness**: no city on a tile with an edge or a corner raised by 2 layers (or"
            " 1, or 3).\n"
            "- **Lakes** don't count as ocean, or they do: then they make coasts, too.\n"
            "- **Islands** sink before the scoring, or after it: then their cities score once"
            " more.\n"
            "- **Revealed coins** stay readable, or are hidden again before the next turn, so"
            " memory counts.\n"
            "- **First player**: drawn at random, or a certain seat."
        ),
        mark(
            "A tile that leans by 1 layer, and one that leans by 2: by default the second one is"
            " too steep."
        ),
        _example("lean"),
    ),
)

GUIDE: Final = Guide("san_andreas", TITLE, CHAPTERS)
