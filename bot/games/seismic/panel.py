"""Seismic's panel: the door through which the shell reaches everything here."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.abilities import Described
from bot.games.panel import Answer, Commands, Moment, Page, Panel, View
from bot.games.screen import Image, Post, Screen
from bot.games.seismic import (
    due,
    forecasts,
    recap,
    receipts,
    refusals,
    scores,
    setups,
    table_post,
    text_board,
    wizard,
)
from bot.games.seismic.commands import COMMANDS
from bot.games.seismic.guide import GUIDE
from bot.locale.localisation import Words
from engine.errors import EngineError
from engine.game import Event, OptionValue, Setup
from engine.games.seismic.actions import Action


class SeismicPanel:
    """The face of Seismic."""

    key = "seismic"
    verbs = wizard.VERBS

    def commands(self) -> Commands[Action]:
        return COMMANDS

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        """Return the name of the game."""
        return "Seismic"

    def invitation(self, words: Words, host: str, setup: Setup) -> str:
        """Return what the host is about to play."""
        return setups.invitation(words, host, setup.variants)

    def tagline(self, words: Words) -> str:
        """Return players and idea in one line."""
        return words.say("2 to 4 · build highways between quakes")

    def option(self, words: Words, name: str) -> str:
        """Return what a setting is called."""
        return words.say(setups.OPTIONS[name])

    def value(self, words: Words, name: str, value: OptionValue) -> str:
        """Return what a value of a setting is called."""
        return setups.value(words, name, value)

    def reason(self, words: Words, error: EngineError) -> str:
        """Return why a setup was refused."""
        return setups.reason(words, error)

    def variant(self, words: Words, name: str) -> Described:
        """Return what a variant is called and what it does."""
        return setups.variant(words, name)

    def post(self, view: View, news: Sequence[Event]) -> Post:
        """Return the table message."""
        return table_post.post(view, news)

    def cover(self, view: View) -> str:
        """Return "Turn 19 · **Ann** to move · Ann ■ 40 · Bob ▲ 22"."""
        return table_post.cover(view)

    def headline(self, view: View) -> str:
        """Return "turn 19, Ann to move"."""
        return table_post.headline(view)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        """Answer a button of the wizard."""
        return wizard.press(view, verb, args)

    def anew(self, view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
        """Return the wizard from its start for an outdated draft."""
        return wizard.anew(view, verb, args)

    def receipt(self, view: View, action: Any, news: Sequence[Event]) -> Screen:  # noqa: ARG002
        """Return what the wizard becomes: the news say it all, also of two tiles in one turn."""
        return receipts.receipt(view, news)

    def refusal(self, view: View, error: EngineError) -> str:
        """Return why an action was refused."""
        return refusals.refusal(view, error)

    def board(self, view: View) -> Image:
        """Return the picture of the table."""
        return due.board(view)

    def text(self, view: View) -> tuple[Page, ...]:
        """Return the table in words."""
        return text_board.text(view)

    def since(self, view: View, moments: Sequence[Moment]) -> Screen:
        """Return what happened since the viewer's turn."""
        return recap.since(view, moments)

    history = staticmethod(recap.history)

    def unseen(self, view: View) -> Screen:
        """Return the tiles nobody has seen."""
        return scores.unseen(view)

    def fitting(self, view: View, place: str) -> Screen:
        """Return which unseen tiles would fit on a cell."""
        return forecasts.fitting(view, place)

    def danger(self, view: View) -> Screen:
        """Return what a quake would take now, and the odds."""
        return forecasts.danger(view)

    def places(self, view: View) -> tuple[str, ...]:
        """Return the names of the cells."""
        return forecasts.places(view)

    def zoom(self, view: View, place: str) -> Screen:
        """Return a part of the table."""
        return forecasts.zoom(view, place)

    def score(self, view: View) -> Screen:
        """Return who scores what, and why."""
        return scores.score(view)

    def result(self, view: View, news: Sequence[Event]) -> Post:
        """Return the final message."""
        return scores.result(view, news)

    def animation(self, moments: Sequence[Moment], start: int = 0) -> Image:
        """Return the match as a film."""
        return recap.animation(moments, start)

    def rules(self, words: Words, page: int) -> Screen:
        """Return a page of the guide."""
        return GUIDE.page(words, page)


PANEL: Final[Panel] = SeismicPanel()
