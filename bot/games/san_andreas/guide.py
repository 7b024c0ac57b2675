"""The rules in six short pages, each with a drawn example."""

from dataclasses import dataclass
from typing import Final

from bot.locale.localisation import Words, mark
from bot.views.custom_ids import plain
from bot.views.screen import HOUSE, Button, Image, Screen, Style, Text, keypad
from render.games.san_andreas import RENDERER


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page: its title, its text, the example that is drawn and what that shows."""

    title: str
    text: str
    shows: str
    example: str


def page(words: Words, number: int) -> Screen:
    """Return a page, counted from 0, with buttons to the others."""
    number = min(max(number, 0), len(CHAPTERS) - 1)
    chapter = CHAPTERS[number]
    count = words.say("Page {k} of {n}", k=number + 1, n=len(CHAPTERS))
    shows = words.say(chapter.shows)
    return Screen(
        (
            Text(f"### San Andreas · {words.say(chapter.title)}\n{words.say(chapter.text)}"),
            Image(RENDERER.example(chapter.example), shows.replace("**", ""), "example"),
            Text(f"{shows}\n-# {count}"),
            *keypad(_buttons(words, number)),
        ),
        HOUSE,
    )


def _buttons(words: Words, current: int) -> tuple[Button, ...]:
    return tuple(
        Button(
            words.say(chapter.title),
            plain("rules", "san_andreas", number),
            Style.PRIMARY if number == current else Style.PLAIN,
            disabled=number == current,
        )
        for number, chapter in enumerate(CHAPTERS)
    )


CHAPTERS: Final = (
    Chapter(
        mark("Your turn"),
        mark(
            "A coast of 23 tiles, and the ocean in the west. Everybody has six coins, worth 0 (the"
            " null) to 5, and found cities with them: the nearer to the ocean, the better.\n"
            "In your turn you do **one** thing:\n"
            "- **Found a city.** Lay one of your coins face down on an empty space. Only you know"
            " its value. No two cities stand side by side, and none on a tile that is too steep.\n"
            "- **Set an epicenter.** Put one of the four pawns on an empty space of a tile by the"
            " ocean; there may be several on a tile. When the last one is set, the ground shakes.\n"
            "Without coins you go on setting epicenters. Only who can do neither passes."
        ),
        mark(
            "A tile that leans, and one that is too steep for a city. The arrow points downhill;"
            " the number says how many layers one side is up."
        ),
        "lean",
    ),
    Chapter(
        mark("Quakes"),
        mark(
            "Whoever set the last epicenter rolls four dice and chooses in which order they act."
            " Each die moves the tile under the pawn with its picture by one space:\n"
            "- **null**: nothing; the pawn stays for the next quake\n"
            "- **ace**: east, over what is there\n"
            "- **2**: north, under · **3**: north, over\n"
            "- **4**: south, under · **5**: south, over\n"
            "A pawn counts even if another tile covers it. Four nulls are rolled again.\n"
            "A tile that begins to lean, leans another way or lies flat again shakes off all its"
            " cities: **destroyed**. A city that another tile covers is **buried**."
        ),
        mark(
            "An ace: the tile rides over its neighbour and leans, so its city is destroyed. Of the"
            " neighbour's cities one is buried; the other one stands, for that tile stays flat."
        ),
        "lift",
    ),
    Chapter(
        mark("Sliding under"),
        mark(
            "A tile that goes **under** lifts those that it newly slides under; they lean and lose"
            " their cities. Its own cities survive where it still lies open to the sky.\n"
            "A tile keeps lying above and below the tiles it lay above and below before. Over or"
            " under is about new neighbours only."
        ),
        mark(
            "A 2: the tile slides north under two others. They lean, so their cities are destroyed;"
            " its own city rides along."
        ),
        "dip",
    ),
    Chapter(
        mark("Borders"),
        mark(
            "North, south and east of the tiles there is land without end. It never moves. A tile"
            " can slide under it, and loses what stands on the part beyond, or ride over it, and"
            " leans.\n"
            "Where a tile has left, water is seen: **ocean** if it joins the ocean, else a"
            " **lake**. After the last die, tiles without any way to the land are **islands**: they"
            " sink with all that stands on them."
        ),
        mark(
            "The southernmost tile. A 4: under the land, and the city beyond the border is buried."
            " A 5: onto the land; the tile leans, and both cities are destroyed."
        ),
        "border",
    ),
    Chapter(
        mark("Scoring"),
        mark(
            "After each quake the cities that stand are turned up. Each scores its value **less the"
            " spaces between it and the ocean**, straight north, south, east or west, whichever is"
            " best, and never less than 0. Land in the way blocks; a lake costs like ground.\n"
            "If your **null** survived, you may swap it first for one of your coins that were lost:"
            " it scores at once.\n"
            "The match ends after a quake when somebody has no coin in hand. Most points win; a tie"
            " is shared."
        ),
        mark(
            "Ways to the ocean on still ground: the 3 right by the shore scores all of 3, the 2"
            " with one space before the water scores 1."
        ),
        "scoring",
    ),
    Chapter(
        mark("Settings"),
        mark(
            "The host can settle some things in the lobby; what is usual comes first.\n"
            "- **Steepness**: no city is founded on a tile where one side is up by 2 layers or"
            " more, or already by 1, or only by 3.\n"
            "- **Lakes** do not count as ocean, or they do: then they make coasts, too.\n"
            "- **Islands** sink before the scoring, or after it: then their cities score once"
            " more.\n"
            "- **Coins that were turned up** stay readable, or are hidden again by the next turn:"
            " then good memories win.\n"
            "- **First player**: drawn, or a seat that is named."
        ),
        mark(
            "A tile that leans by 1 layer, and one that leans by 2: usually the second is too"
            " steep."
        ),
        "lean",
    ),
)
