"""San Andreas's panel: the door through which the shell reaches everything here."""

from typing import Final

from bot.games.panel import Commands, Panel
from bot.games.san_andreas import (
    phases,
    recap,
    refusals,
    scores,
    setups,
    table_post,
    text_board,
    views,
)
from bot.games.san_andreas.guide import GUIDE
from bot.games.san_andreas.phases import PHASES
from bot.games.san_andreas.words import TITLE
from bot.locale.localisation import Words
from engine.game import Setup
from engine.games.san_andreas.actions import Action
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation


class SanAndreasPanel:
    """The face of San Andreas."""

    key = META.key
    verbs = PHASES.verbs

    # What is asked, typed and answered.
    press = staticmethod(PHASES.press)
    anew = staticmethod(PHASES.anew)
    receipt = staticmethod(phases.receipt)
    refusal = staticmethod(refusals.refusal)
    # The table message, and what is said about a table.
    post = staticmethod(table_post.post)
    cover = staticmethod(table_post.cover)
    headline = staticmethod(table_post.headline)
    result = staticmethod(scores.result)
    # What everybody may look at.
    board = staticmethod(views.board)
    text = staticmethod(text_board.text)
    since = staticmethod(recap.since)
    unseen = staticmethod(scores.unseen)
    score = staticmethod(scores.score)
    animation = staticmethod(recap.animation)
    rules = staticmethod(GUIDE.page)
    danger = staticmethod(views.danger)
    heights = staticmethod(views.sea)
    # Settings.
    value = staticmethod(setups.value)
    reason = staticmethod(setups.reason)

    def commands(self) -> Commands[Action]:
        return Commands("sanandreas", "Found cities on ground that moves.", PHASES.commands())

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        """Return the name of the game."""
        return TITLE

    def invitation(self, words: Words, host: str, setup: Setup) -> str:  # noqa: ARG002
        """Return what the host is about to play."""
        return setups.invitation(words, host)

    def tagline(self, words: Words) -> str:
        """Return players and idea in one line."""
        return words.say("3 or 4 · found cities on ground that moves")

    def option(self, words: Words, name: str) -> str:
        """Return what a setting is called."""
        return words.say(setups.OPTIONS[name])

    history = staticmethod(recap.history)


PANEL: Final[Panel[Observation, Action]] = SanAndreasPanel()
