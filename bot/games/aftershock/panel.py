"""Aftershock's panel: the door through which the shell reaches everything here."""

from typing import Final

from bot.games.abilities import HasDesk, MakesDeals
from bot.games.aftershock import (
    deals,
    lessons,
    marked_moves,
    news,
    orders,
    phases,
    pictures,
    reasons,
    recap,
    refusals,
    scores,
    table_post,
    text_board,
)
from bot.games.aftershock.guide import GUIDE
from bot.games.aftershock.words import TITLE
from bot.games.panel import Commands, Panel
from bot.games.people import nobody_begins
from bot.games.screen import Image
from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.game import OptionValue, Setup
from engine.games.aftershock.actions import Action
from engine.games.aftershock.rules import META
from engine.games.aftershock.state import Observation
from render.games.aftershock import RENDERER

OPTIONS: Final = {
    "auto_pass": mark("Players who can't afford a card"),
    "two_bridges": mark("Bridges per player on a link"),
    "first_player": mark("First player"),
    "board": mark("Board"),
}


def invitation(words: Words, host: str, _: Setup) -> str:
    """Return a sentence or two for the lobby."""
    return words.say(
        "{host} is rebuilding San Francisco after the mega earthquake. Two or three rounds of"
        " sealed plans, with bargaining in between.",
        host=host,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    match name, value:
        case "auto_pass", True:
            return words.say("Pass automatically (default)")
        case "auto_pass", _:
            return words.say("Are asked anyway")
        case "two_bridges", True:
            return words.say("Two (default)")
        case "two_bridges", _:
            return words.say("One")
        case "board", _:
            return str(value).replace("_", " ").title()
        case _:
            return words.say("Random") if value == "random" else words.say("Seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**Aftershock is for 3 to 5 players.** I left the table as it was.")
        case "setup-option" if error.data["option"] == "first_player":
            return nobody_begins(words, error)
        case _:
            return words.say("**Aftershock has no such setting.** I left the table as it was.")


class AftershockPanel:
    """The face of Aftershock."""

    key = META.key
    verbs = phases.VERBS

    # What is asked, typed and answered.
    desk = staticmethod(phases.desk)
    press = staticmethod(phases.press)
    refreshed = staticmethod(phases.refreshed)
    receipt = staticmethod(phases.receipt)
    told = staticmethod(reasons.told)
    why = staticmethod(reasons.why)
    marked = staticmethod(marked_moves.marked)
    preview = staticmethod(marked_moves.preview)
    refusal = staticmethod(refusals.refusal)
    # What is planned ahead.
    planned = staticmethod(orders.planned)
    unplanned = orders.UNPLANNED
    ordered = staticmethod(orders.ordered)
    orders = staticmethod(orders.orders)
    # What is explained at a teaching table.
    good_move = staticmethod(lessons.good_move)
    worked = staticmethod(lessons.worked)
    worked_phases = frozenset({"keep", "buy", "take"})
    beside = staticmethod(lessons.beside)
    decided = staticmethod(lessons.decided)
    lesson_start = lessons.START
    counted = staticmethod(news.counted)
    lessons = lessons.LESSONS
    first_match = mark("cards, secret choices, deals · one round")
    # The table message, and what is said about a table.
    post = staticmethod(table_post.post)
    briefly = staticmethod(table_post.told)
    cover = staticmethod(table_post.cover)
    headline = staticmethod(table_post.headline)
    result = staticmethod(scores.result)
    # What everybody may look at.
    board = staticmethod(pictures.board)
    text = staticmethod(text_board.text)
    texts = staticmethod(text_board.texts)
    since = staticmethod(recap.since)
    history = staticmethod(recap.history)
    unseen_name = staticmethod(scores.unseen_name)
    unseen = staticmethod(scores.unseen)
    score = staticmethod(scores.score)
    animation = staticmethod(recap.animation)
    window = staticmethod(recap.window)
    maps = staticmethod(recap.maps)
    holdings = staticmethod(recap.holdings)
    marking = staticmethod(recap.marking)
    rules = staticmethod(GUIDE.page)
    # Deals.
    chapter = staticmethod(deals.chapter)
    has_chosen = staticmethod(deals.has_chosen)
    promises = staticmethod(deals.promises)
    promised = staticmethod(deals.promised)
    verdict = staticmethod(deals.verdict)
    # Settings.
    invitation = staticmethod(invitation)
    value = staticmethod(value)
    reason = staticmethod(reason)

    def commands(self) -> Commands[Action]:
        return Commands(
            "aftershock",
            "Plan in secret, bargain in public.",
            phases.PHASES.commands(),
            desk="Open your desk: keep, plan or mark in secret.",
            mine="the space that you mark, or leave alone",
            yours="the space that they mark, or leave alone",
        )

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        """Return the name of the game."""
        return TITLE

    def banner(self, words: Words) -> Image:
        title = self.title(words)
        return Image(RENDERER.banner(title), title, "banner")

    def tagline(self, words: Words) -> str:
        """Return players and idea in one line."""
        return words.say("3 to 5 · fill areas, bargain over which ones pay")

    def option(self, words: Words, name: str) -> str:
        """Return what a setting is called."""
        return words.say(OPTIONS[name])


_PANEL: Final = AftershockPanel()
DESK: Final[HasDesk] = _PANEL
DEALS: Final[MakesDeals] = _PANEL
PANEL: Final[Panel[Observation, Action]] = _PANEL
