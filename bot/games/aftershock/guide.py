"""The rules in ten short pages, each with a drawn example from one small match."""

from collections.abc import Callable
from typing import Final

from bot.games.aftershock import building, buying, keeping, marking, planning, shaking
from bot.games.aftershock import example as ex
from bot.games.aftershock.pictures import board, scoring
from bot.games.aftershock.scores import result_image
from bot.games.aftershock.view import View
from bot.games.aftershock.words import TITLE
from bot.games.guide import Chapter, Guide
from bot.games.screen import Image
from bot.locale.localisation import Words, mark
from engine.games.aftershock.preview import builds
from engine.games.aftershock.state import Observation


def picture_of(
    position: Callable[[], Observation], draw: Callable[[View], Image]
) -> Callable[[Words], Image]:
    """Return a function that draws this position of the example in a language."""
    return lambda words: draw(ex.example(words, position()))


CHAPTERS: Final = (
    Chapter(
        mark("In a minute"),
        mark(
            "**Goal.** Most points after three rounds (two with five players). Areas pay the"
            " player with the most people (*meeples*) there.\n**A round.** 1 Keep cards by paying"
            " for them; the others are for sale. 2 Cards bring people; send bridges, people and"
            " aftershocks to areas, in secret. 3 In turn: bridges are built; then aftershocks drive"
            " people out, over bridges. 4 Each marks four spaces in secret (three with five"
            " players). A space with **two marks** pays.\n**Pay.** The player with the most people"
            " takes the first number of the area, the second most the next. Then the leader takes"
            " one back.\n**End.** Each full $2M is a point."
        ),
        mark(
            "Each area lists the players from most meeples to fewest, with the points for that"
            " rank below: in San Francisco Cleo (◆) has the most, four, and the first rank"
            " brings 9 points."
        ),
        picture_of(ex.position, lambda view: board(view, ringed="san_francisco")),
    ),
    Chapter(
        mark("A first turn"),
        mark(
            "You are Ann.\n"
            "1. **Open my desk**: keep Richmond $6M (three people), Bridge $4M, Fremont $1M "
            "(one). You pay $11M.\n"
            "2. The sale: Ben's Oakland $1M, with **−1**, is free. Then pass.\n"
            "3. Your Vallejo $3M found no buyer: take it for nothing, two people.\n"
            "4. Plan the bridge in Fremont, its meeple in Oakland.\n"
            "5. Your turn: build from Fremont to Hayward, 1 piece.\n"
            "6. Cleo's aftershock in Oakland shocks one of your two: it leaves, over a bridge "
            "or off the board.\n"
            "7. You lead in Richmond. Promise Ben a mark in Oakland for his in Richmond: two "
            "marks, **7 points**."
        ),
        mark("Richmond, Bridge and Fremont cost Ann 6 + 4 + 1 = **$11M**; she has $4M left."),
        picture_of(ex.position, lambda view: keeping.picture(view, keeping.drafted(view, ex.KEPT))),
    ),
    Chapter(
        mark("How an area pays"),
        mark(
            "Oakland prints **8 6 4 3**. Ann and Ben marked it: two marks, it pays. Ann has 3 "
            "people, Ben 3, Cleo 1. Ann and Ben share the first two numbers: (8 + 6) ÷ 2 = "
            "**7** each. Cleo is third: **4**. Ann and Ben, tied for most, take one back each.\n"
            "**San Francisco, 9 7 5 4.** Ann marked it, Cleo twice, with Influence. Cleo 4 "
            "people: **9**. Ann 2: **7**. Ben 1: **5**, without a mark of his own. Cleo takes "
            "one back.\n"
            "**Fremont, 5 4 3 2.** Ben 2, Cleo 2: (5 + 4) ÷ 2 = 4½, so **4** each; Ann 1: **3**.\n"
            "**San Jose.** One mark: nothing for Ann's two people.\n"
            "*Most bridges* pays {points} points in the same way, by bridge pieces on the "
            "board; no one takes any back."
        ),
        mark(
            "Oakland is ringed. Below each meeple stands what it won; −1 marks who takes one back."
        ),
        picture_of(ex.scoring, lambda view: scoring(view, ringed="oakland")),
    ),
    Chapter(
        mark("Keep"),
        mark(
            "Everyone has $15M at the start, and is dealt **eight new cards** every round, a"
            " Bridge among them in the first. **Keep** as many as you like by paying their price"
            " to the bank. No one sees the cards you keep; the others go up for sale with your"
            " name on them.\n"
            "- An **area card** brings meeples there: $1M one, $3M two, $6M three.\n"
            "- A **Bridge** ($4M) is a bridge and a meeple to plan.\n"
            "- An **Aftershock** ($2M, big $3M, mega $4M) shakes an area.\n"
            "- An **Influence** ($5M) is one more marker when it comes to scoring."
        ),
        mark("Richmond, Bridge and Fremont cost Ann 6 + 4 + 1 = **$11M**; she has $4M left."),
        picture_of(ex.position, lambda view: keeping.picture(view, keeping.drafted(view, ex.KEPT))),
    ),
    Chapter(
        mark("Buy"),
        mark(
            "In turn, buy one card from another player with a Buy token, or pass:\n"
            "- **−2** or **−1**: that much off, each once a round.\n"
            "- **tax**: $1M to the bank, then the full price; as often as you like.\n"
            "The seller gets the money at once. A pass is not final: the sale ends when all have"
            " passed in a row. You can also pass in advance for the rest of the sale.\n"
            "Then everyone **takes one** of their own unsold cards for free, sealed again, and"
            " the rest is discarded."
        ),
        mark(
            "Ann has $4M. Ben's Vallejo costs $1M with −2, $2M with −1, $4M with the tax. She"
            " can afford Cleo's San Jose only with −2."
        ),
        picture_of(ex.selling, buying.picture),
    ),
    Chapter(
        mark("Plan"),
        mark(
            "The meeples of area cards go on the map automatically. The other cards are shown:"
            " now everyone knows how many bridges and aftershocks are to come, but not where.\n"
            "**Plan in secret** in which area each bridge, meeple and aftershock goes. A bridge"
            " and its meeple may go to different areas, several things may go to the same one,"
            " and you don't need a meeple there yet."
        ),
        mark("Ann plans a bridge in Fremont and a meeple in Oakland; the big aftershock is left."),
        picture_of(
            ex.planning,
            lambda view: planning.picture(view, planning.drafted(view, ("fremont", "oakland")), 2),
        ),
    ),
    Chapter(
        mark("Build"),
        mark(
            "In turn, plans are revealed. Your meeples are placed, then you choose where each"
            " bridge **leads**: to any neighbor with a free bridge slot. A bridge takes as many of"
            " your 16 pieces as it has sections.\nYou must build if you can. Too few pieces? First"
            " take down bridges of yours, each as a whole; if you can't build any bridge without"
            " that, you may give up the new one instead. If there is no free bridge slot at all, a"
            " meeple takes the place of the bridge."
        ),
        mark("From Fremont: Hayward takes 1 piece, Palo Alto and San Jose take 2 each."),
        picture_of(
            ex.building,
            lambda view: building.picture(view, "fremont", builds(view.observation)),
        ),
    ),
    Chapter(
        mark("Shaking"),
        mark(
            "In turn, roll the die for each of your aftershocks: 1 to 3, big + 1, mega + 2. That"
            " many meeples there are **shocked**. You choose whose; your own may be among them."
            "\n"
            "Shocked meeples have to leave. Starting with the player to the left of the roller,"
            " each player moves theirs one at a time over bridges, as far as they like: their"
            " own bridges are free, each other bridge costs $1M, paid to its owner. You must"
            " take the cheapest way to where you go. Or take the meeple off the board, back to"
            " your supply."
        ),
        mark(
            "Cleo rolled 2 + 1 in Oakland. Ann's shocked meeple goes to Richmond for free, to"
            " Hayward for $1M to Ben, or through Richmond to San Francisco for $1M to Cleo."
        ),
        picture_of(ex.shaken, lambda view: shaking.routes_picture(view, shaking.offered(view))),
    ),
    Chapter(
        mark("Marks"),
        mark(
            "**Mark** four spaces in secret, three with five players: areas, or *most bridges*."
            " An Influence marker may join your own marker on a space.\n"
            "A space scores only if it has at least **two markers**, no matter whose; San"
            " Rafael needs only one. So promise what you like: **Propose a deal** notes it, and"
            " later who kept their word. No promise is binding."
        ),
        mark("Ann marks Oakland, San Francisco, San Jose and most bridges."),
        picture_of(
            ex.marking,
            lambda view: marking.picture(view, *marking.drafted(view, ex.MARKED[ex.ANN].score)),
        ),
    ),
    Chapter(
        mark("The end"),
        mark(
            "Between rounds the bank's money is shared out, Buy tokens come back, the role of"
            " first player passes to the left, and the player in last place gets a free aftershock."
            " Meeples and bridges stay. After the last round every full $2M is a point. Most points"
            " wins; if players tie, the one with more money.\nHere everything happens at your"
            " **desk**, a message that only you see. Nothing is sent before you press a green or"
            " red button, you may change it until all are ready, and I ping you when you're needed."
            " `/aftershock desk` opens it, **Board as text** describes everything."
        ),
        mark(
            "Cleo wins with 42 points and $6M: 42 + 3 = **45**. Ann and Ben have 43 each; Ann"
            " has more money."
        ),
        picture_of(ex.ended, result_image),
    ),
)

GUIDE: Final = Guide(
    "aftershock",
    TITLE,
    CHAPTERS,
    values={"points": ", ".join(map(str, ex.BOARD.spaces[-1].points))},
)
