"""The rules in nine short pages, each with a drawn example."""

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
        mark("In a minute"),
        mark(
            "**Goal.** Most points. Your six coins, 0 to 5, become cities. After each quake every"
            " city that stands pays its coin, less 1 for each space before the ocean.\n**Where.**"
            " The ocean is at the bottom of each picture; land left, right and at the"
            " top.\n**Turn.** One thing: found a city (a coin, face down), or set a pawn, an"
            " *epicenter*, on a tile by the water.\n**Quake.** The fourth pawn starts it. Each of"
            " four dice moves the tile under its pawn one space: up, left or right, **never down**."
            " Tiles that lean another way lose their cities, covered cities are buried.\n**End.**"
            " After a quake, if someone has no coins in hand."
        ),
        mark(
            "Ways to the ocean before anything has moved: a 3 by the ocean scores 3; a 2 with "
            "one space before the ocean scores 1."
        ),
        _example("scoring"),
    ),
    Chapter(
        mark("A first turn"),
        mark(
            "1. Ann presses **Found a city**, **C1**, **C1c**, **Lay your 3 on C1c**. The space is "
            "by the ocean: if the city stands, it pays all 3. No one else knows that it is a 3.\n"
            "2. Bob presses **Set an epicenter**, **C1**, **C1a**, **Sun**. There are four "
            "pawns, Sun, Moon, Crown and Arms, each with a die of its color.\n"
            "3. In the quake the Sun die moves C1. 1 up, 3 left or 5 right: it climbs on a "
            "neighbor, leans, and Ann's city is destroyed. 2: it slips left, under B1, and the "
            "city is buried. 4: it slips right, under D1, stays flat, and the city stands. 0: "
            "nothing moves."
        ),
        mark("Ann's city on C1c, the Sun on C1a, and what each face of its die would do to C1."),
        _example("first"),
    ),
    Chapter(
        mark("Where is what"),
        mark(
            "**You look from the ocean.** It is at the bottom; north is on the left. Left, "
            "right, up, down always mean the picture. A tile has four spaces: **a b** above, "
            "**c d** below; **C1c** is lower left on C1.\n"
            "**Dice.** 1: up, over. 2: left, under. 3: left, over. 4: right, under. 5: right, "
            "over. 0: stays, with its pawn.\n"
            "**Nothing moves down.** But the coast climbs to the right, so a tile moved "
            "sideways may enter open water: G1 with a 4 or a 5 covers nothing and stays flat.\n"
            "**What falls.** All cities on a tile that leans another way than before, and each "
            "city that a tile covers. Water left behind that meets the ocean is ocean: inland "
            "cities may end up by it."
        ),
        mark(
            "Above: the letters of a tile, and a city on C1a; only the yellow spaces around it "
            "may have cities, too. Below: a 1 and a 2. Destroyed cities are struck out, buried "
            "ones hatched."
        ),
        _example("where"),
    ),
    Chapter(
        mark("Your turn"),
        mark(
            "On your turn you do **one** thing:\n"
            "- **Found a city.** Lay one of your coins face down on an empty space; only you "
            "know its value. Cities can't share a side, but they may touch at a corner. Never "
            "on a tile that is too steep.\n"
            "- **Set an epicenter.** Put one of the four pawns on an empty space of a coastal "
            "tile, one that touches the ocean. Several may stand on a tile. The fourth starts a "
            "quake.\n"
            "Without coins you go on setting epicenters. You pass only if you can do neither."
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
            "The player who sets the fourth epicenter rolls four dice, one for each pawn, and "
            "chooses in which order they act. Each die moves the tile under its pawn by one "
            "space:\n"
            "- **0**: not at all; the pawn stays for the next quake\n"
            "- **1**: up, over what is there\n"
            "- **2**: left, under · **3**: left, over\n"
            "- **4**: right, under · **5**: right, over\n"
            "A pawn counts even if a tile covers it. When its die has moved a tile, it is free "
            "again. If all four dice show 0, roll again.\n"
            "When a tile's tilt changes, all cities on it are **destroyed**. A city that "
            "another tile covers is **buried**. The coin of a lost city leaves the board unseen "
            "and never returns to your hand."
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
            "A tile that goes **over** its neighbors comes to rest on them with one edge. It "
            "leans, so it loses its own cities, and it buries those that it covers.\n"
            "A tile that goes **under** its neighbors lifts them. **They** lean and lose their "
            "cities. The tile itself stays flat: its cities ride along, and only those that are "
            "covered now are buried.\n"
            "Tiles that already overlap keep their order. Over or under only matters where "
            "tiles meet for the first time."
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
            "Endless land surrounds the tiles on the left, right and top. It never moves. A "
            "tile that goes **under** the land stays flat, and its cities beyond the border are "
            "buried. One that goes **over** the land leans and loses its cities.\n"
            "A tile leaves water behind. Water that joins the ocean is **ocean**, so other "
            "tiles become coastal. Water that is shut in is a **lake**, and doesn't count as "
            "ocean.\n"
            "After the last die, tiles that nothing connects to the land are **islands**: they "
            "sink with their cities, and pawns on them are free again."
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
        mark("Rule options"),
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
