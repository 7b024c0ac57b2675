"""The rules in ten short pages, each with a drawn example from one small match."""

from collections.abc import Callable
from typing import Final

from bot.games.aftershock import building, buying, keeping, marking, planning, shaking, taking
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
        mark("The idea"),
        mark(
            "The mega earthquake has torn San Francisco Bay apart, and you rebuild it. Bring"
            " **meeples** (your wooden people) into ten areas, build **bridges** between them,"
            " and let **aftershocks** chase the others away. You have 35 meeples and 16 bridge"
            " pieces.\n"
            "Every round has eight new cards for everybody and ends with a scoring. Before it,"
            " all of you mark areas; one that gets fewer than two markers doesn't score, so you"
            " will have to talk. Three rounds, two with five players; most points wins.\n"
            "Choices are sealed: nobody sees yours before everybody is ready."
        ),
        mark(
            "Each area lists the players from most meeples to fewest, with the points for that"
            " rank below: in San Francisco Cleo (◆) has the most, four, and the first rank"
            " brings 9 points."
        ),
        picture_of(ex.position, board),
    ),
    Chapter(
        mark("Keep"),
        mark(
            "Everybody has $15M at the start, and is dealt **eight new cards** every round, a"
            " Bridge among them in the first. **Keep** as many as you like by paying their price"
            " to the bank. Nobody sees the cards you keep; the others go up for sale with your"
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
            "In turn, buy one card of another player with a Buy token, or pass:\n"
            "- **−2** or **−1**: that much off, each once a round.\n"
            "- **tax**: $1M to the bank, then the full price; as often as you like.\n"
            "The seller gets the money at once. A pass is not final: the sale ends when all have"
            " passed in a row. You can also pass in advance for the rest of the sale.\n"
            "Then everybody **takes one** of their own unsold cards for free, sealed again, and"
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
            " now everybody knows how many bridges and aftershocks are to come, but not where.\n"
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
            " bridge **leads**: to any neighbour with a free bridge space. A bridge takes as"
            " many of your 16 pieces as it has sections.\n"
            "You must build if you can. Too few pieces? First take down bridges of yours, each"
            " as a whole; if you can't build any bridge without that, you may give up the new"
            " one instead. If there is no free bridge space at all, a meeple takes the place of"
            " the bridge."
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
            " Hayward for $1M to Ben, or over Richmond to San Francisco for $1M to Cleo."
        ),
        picture_of(ex.shaken, lambda view: shaking.routes_picture(view, shaking.offered(view))),
    ),
    Chapter(
        mark("Marks"),
        mark(
            "**Mark** four spaces in secret, three with five players: areas, or *most bridges*."
            " An Influence marker may join your own marker on a space.\n"
            "A space scores only if it has at least **two markers**, whoever they belong to; San"
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
        mark("Scoring"),
        mark(
            "In each area that scores, whoever has the **most meeples** takes the highest"
            " number, the second most the next, and so on. **Tied players** add their ranks and"
            " split, rounded down. Without a meeple there you score nothing.\n"
            "Then whoever has the most meeples there, everybody in a tie for it, removes"
            " **one**.\n"
            "*Most bridges* pays {points} points in the same way, by bridge pieces on the board;"
            " nobody loses any."
        ),
        mark(
            "Ann and Ben both marked Oakland and tie for the most: (8 + 6) ÷ 2 = **7** points"
            " each, Cleo 4, and both remove one meeple. San Jose had one marker and brings"
            " nothing."
        ),
        picture_of(ex.scoring, scoring),
    ),
    Chapter(
        mark("The end"),
        mark(
            "Between rounds the bank's money is shared out, Buy tokens come back, first player"
            " moves round to the left, and the player in last place gets a free aftershock."
            " Meeples and bridges stay. After the last round every full $2M is a point. Most"
            " points wins; if players tie, whoever has more money.\n"
            "Here everything happens at your **desk**, a message that only you see. Nothing is"
            " sent before you press a green or red button, you may change it until all are"
            " ready, and I ping you when you are needed. `/aftershock desk` opens it, **Board as"
            " text** describes everything."
        ),
        mark(
            "Cleo wins with 42 points and $6M: 42 + 3 = **45**. Ann and Ben have 43 each; Ann"
            " has more money."
        ),
        picture_of(ex.ended, result_image),
    ),
    Chapter(
        mark("A first round"),
        mark(
            "You are Ann, and this is your first round.\n"
            "1. Press **Open my desk**. Tick Richmond ($6M), Bridge ($4M) and Fremont ($1M), and"
            " seal: you pay $11M.\n"
            "2. All are ready, and the sale begins. Buy Oakland ($1M) from Ben with −1: it costs"
            " you nothing. Then pass.\n"
            "3. Of your unsold cards take Vallejo ($3M) for free.\n"
            "4. Your meeples are placed automatically: 3 to Richmond, 2 to Vallejo, 1 to"
            " Fremont, 1 to Oakland. Plan the bridge in Fremont and its meeple in Oakland, and"
            " seal.\n"
            "5. On your turn build from Fremont to Hayward: 1 piece.\n"
            "6. Cleo's aftershock shakes Oakland. Your meeple there moves on, or off the board."
            "\n"
            "7. You have the most meeples in Richmond. Ben wants Oakland to score: offer to mark"
            " it if he marks Richmond. Seal your four marks, and see who kept their word."
        ),
        mark("Step 3: Ann's unsold cards, and the one she takes."),
        picture_of(ex.taking, lambda view: taking.picture(view, "vallejo-3")),
    ),
)

GUIDE: Final = Guide(
    "aftershock",
    TITLE,
    CHAPTERS,
    values={"points": ", ".join(map(str, ex.BOARD.spaces[-1].points))},
)
