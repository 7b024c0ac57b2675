"""Aftershock's panel: the door through which the shell reaches everything here."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.abilities import HasDesk, MakesDeals, Promised, Verdict
from bot.games.aftershock import (
    desk,
    promises,
    recap,
    receipts,
    refusals,
    scores,
    setups,
    table_post,
    text_board,
    wizard,
)
from bot.games.aftershock.commands import COMMANDS
from bot.games.aftershock.guide import GUIDE
from bot.games.aftershock.words import TITLE
from bot.games.panel import Answer, Commands, Moment, Page, Panel, View
from bot.games.screen import Image, Post, Screen
from bot.locale.localisation import Words
from engine.errors import EngineError
from engine.game import Event, OptionValue, Seat, Setup
from engine.games.aftershock.actions import Action


class AftershockPanel:
    """The face of Aftershock."""

    key = "aftershock"
    verbs = wizard.VERBS

    def commands(self) -> Commands[Action]:
        return COMMANDS

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        """Return the name of the game."""
        return TITLE

    def invitation(self, words: Words, host: str, setup: Setup) -> str:  # noqa: ARG002
        """Return what the host is about to play."""
        return setups.invitation(words, host)

    def tagline(self, words: Words) -> str:
        """Return players and idea in one line."""
        return words.say("3 to 5 · plan in secret, bargain in public")

    def option(self, words: Words, name: str) -> str:
        """Return what a setting is called."""
        return words.say(setups.OPTIONS[name])

    def value(self, words: Words, name: str, value: OptionValue) -> str:
        """Return what a value of a setting is called."""
        return setups.value(words, name, value)

    def reason(self, words: Words, error: EngineError) -> str:
        """Return why a setup was refused."""
        return setups.reason(words, error)

    def post(self, view: View, news: Sequence[Event]) -> Post:
        """Return the table message."""
        return table_post.post(view, news)

    def cover(self, view: View) -> str:
        """Return "Round 2 of 3 · plan · waiting for **Ann** · Ann ■ 12 · Bob ▲ 9"."""
        return table_post.cover(view)

    def headline(self, view: View) -> str:
        """Return "round 2, plan: your choice"."""
        return table_post.headline(view)

    def desk(self, view: View) -> Screen:
        """Return what a player has before them."""
        return desk.desk(view)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        """Answer a button of the desk."""
        return wizard.press(view, verb, args)

    def anew(self, view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
        """Return the desk for an outdated draft."""
        return wizard.anew(view, verb, args)

    def receipt(self, view: View, action: Any, news: Sequence[Event]) -> Screen:
        """Return what the desk becomes."""
        return receipts.receipt(view, action, news)

    def refusal(self, view: View, error: EngineError) -> str:
        """Return why an action was refused."""
        return refusals.refusal(view, error)

    def board(self, view: View) -> Image:
        """Return the picture of the table."""
        return table_post.board(view)

    def text(self, view: View) -> tuple[Page, ...]:
        """Return the table in words."""
        return text_board.text(view)

    def since(self, view: View, moments: Sequence[Moment]) -> Screen:
        """Return what happened since the viewer's turn."""
        return recap.since(view, moments)

    history = staticmethod(recap.history)

    def unseen(self, view: View) -> Screen:
        """Return the cards nobody has seen."""
        return scores.unseen(view)

    def score(self, view: View) -> Screen:
        """Return who scores what, and why."""
        return scores.score(view)

    def result(self, view: View, news: Sequence[Event]) -> Post:
        """Return the final message."""
        return scores.result(view, news)

    def animation(self, moments: Sequence[Moment]) -> Image:
        """Return the match as a film."""
        return recap.animation(moments)

    def rules(self, words: Words, page: int) -> Screen:
        """Return a page of the guide."""
        return GUIDE.page(words, page)

    def chapter(self, view: View) -> str | None:
        """Return the round that promises made now are about."""
        return promises.chapter(view)

    def promises(self, view: View) -> tuple[str, ...]:
        """Return what can be promised."""
        return promises.promises(view)

    def promised(self, words: Words, promise: str) -> Promised:
        """Return a promise in words."""
        return promises.promised(words, promise)

    def verdict(self, view: View, chapter: str, seat: Seat, promise: str) -> Verdict | None:
        """Return whether a seat kept its word."""
        return promises.verdict(view, chapter, seat, promise)


_PANEL: Final = AftershockPanel()
DESK: Final[HasDesk] = _PANEL
DEALS: Final[MakesDeals] = _PANEL
PANEL: Final[Panel] = _PANEL
