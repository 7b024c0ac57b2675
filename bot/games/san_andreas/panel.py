"""San Andreas's panel: the door through which the shell reaches everything here."""

from typing import Final

from bot.games.panel import Commands, Panel
from bot.games.people import nobody_begins
from bot.games.san_andreas import (
    lessons,
    marked_moves,
    phases,
    pictures,
    reasons,
    recap,
    refusals,
    scores,
    table_post,
    text_board,
)
from bot.games.san_andreas.guide import GUIDE
from bot.games.san_andreas.phases import PHASES
from bot.games.san_andreas.words import TITLE
from bot.games.screen import Image
from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.game import OptionValue, Setup
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation
from render.games.san_andreas import RENDERER

OPTIONS: Final = {
    "too_steep": mark("Too steep for a city (layers)"),
    "lakes_are_ocean": mark("Lakes count as ocean"),
    "islands_sink": mark("Islands sink"),
    "memory": mark("Revealed coins"),
    "first_player": mark("First player"),
}

VALUES: Final = {
    ("lakes_are_ocean", "no"): mark("No (default)"),
    ("lakes_are_ocean", "yes"): mark("Yes"),
    ("islands_sink", "before"): mark("Before the scoring (default)"),
    ("islands_sink", "after"): mark("After the scoring"),
    ("memory", "open"): mark("Stay readable (default)"),
    ("memory", "strict"): mark("Are hidden again"),
    ("first_player", "random"): mark("Random"),
}

DEFAULT_STEEPNESS: Final = 2
TYPICAL_TURNS: Final = 30


def invitation(words: Words, host: str, _: Setup) -> str:
    """Return a sentence or two for the lobby."""
    return words.say(
        "{host} is founding cities on ground that moves. About {n} moves in all, one whenever you"
        " have a minute.",
        host=host,
        n=TYPICAL_TURNS,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    if name == "too_steep":
        if value == DEFAULT_STEEPNESS:
            return words.say("{n} (default)", n=value)
        return str(value)
    if (name, value) in VALUES:
        return words.say(VALUES[(name, str(value))])
    return words.say("Seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**San Andreas is for 3 or 4 players.** I left the table as it was.")
        case "setup-no-such-variant":
            return words.say("**San Andreas has no variants.** I left the table as it was.")
        case "setup-option" if error.data["option"] == "first_player":
            return nobody_begins(words, error)
        case _:
            return words.say("**San Andreas has no such setting.** I left the table as it was.")


class SanAndreasPanel:
    """The face of San Andreas."""

    key = META.key
    verbs = PHASES.verbs

    # What is asked, typed and answered.
    press = staticmethod(PHASES.press)
    refreshed = staticmethod(PHASES.refreshed)
    receipt = staticmethod(phases.receipt)
    refusal = staticmethod(refusals.refusal)
    planned = staticmethod(phases.planned)
    told = staticmethod(reasons.told)
    why = staticmethod(reasons.why)
    marked = staticmethod(marked_moves.marked)
    preview = staticmethod(marked_moves.preview)
    unplanned = "z"
    # What is explained at a teaching table.
    good_move = staticmethod(lessons.good_move)
    worked = staticmethod(lessons.worked)
    worked_phases = frozenset({"playing"})
    beside = staticmethod(lessons.beside)
    decided = staticmethod(lessons.decided)
    lesson_start = lessons.START
    lessons = lessons.LESSONS
    first_match = mark("hidden coins, sliding tiles · 7 turns or more")
    # The table message, and what is said about a table.
    post = staticmethod(table_post.post)
    briefly = staticmethod(table_post.briefly)
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
    danger = staticmethod(pictures.danger)
    side_view = staticmethod(pictures.sea)
    # Settings.
    invitation = staticmethod(invitation)
    value = staticmethod(value)
    reason = staticmethod(reason)

    def commands(self) -> Commands[Action]:
        return Commands("sanandreas", "Found cities on ground that moves.", PHASES.commands())

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        """Return the name of the game."""
        return TITLE

    def banner(self, words: Words) -> Image:
        title = self.title(words)
        return Image(RENDERER.banner(title), title, "banner")

    def tagline(self, words: Words) -> str:
        """Return players and idea in one line."""
        return words.say("3 or 4 · found cities on a coast that slides")

    def option(self, words: Words, name: str) -> str:
        """Return what a setting is called."""
        return words.say(OPTIONS[name])


PANEL: Final[Panel[Observation, Action]] = SanAndreasPanel()
