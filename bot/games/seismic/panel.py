"""Seismic's panel: the door through which the shell reaches everything here."""

from typing import Final

from bot.games.panel import Commands, Panel
from bot.games.screen import Image
from bot.games.seismic import (
    aids,
    captions,
    lessons,
    marked_moves,
    news,
    phases,
    reasons,
    recap,
    refusals,
    scores,
    setups,
    table_post,
    text_board,
)
from bot.games.seismic.guide import GUIDE
from bot.games.seismic.phases import PHASES
from bot.locale.localisation import Words, mark
from engine.games.seismic.actions import Action
from engine.games.seismic.rules import META
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


class SeismicPanel:
    """The face of Seismic."""

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
    unplanned = ""
    # What is explained at a teaching table.
    good_move = staticmethod(lessons.good_move)
    worked = staticmethod(lessons.worked)
    worked_phases = frozenset({"placing"})
    beside = staticmethod(lessons.beside)
    decided = staticmethod(lessons.decided)
    lesson_start = lessons.START
    lessons = lessons.LESSONS
    quake = staticmethod(news.quake)
    first_match = mark("the easiest start · 12 turns")
    # The table message, and what is said about a table.
    post = staticmethod(table_post.post)
    briefly = staticmethod(table_post.told)
    cover = staticmethod(table_post.cover)
    headline = staticmethod(table_post.headline)
    result = staticmethod(scores.result)
    # What everybody may look at.
    board = staticmethod(captions.board)
    text = staticmethod(text_board.text)
    texts = staticmethod(text_board.texts)
    since = staticmethod(recap.since)
    history = staticmethod(recap.history)
    unseen_name = staticmethod(aids.unseen_name)
    unseen = staticmethod(aids.unseen)
    fitting = staticmethod(aids.fitting)
    danger = staticmethod(aids.danger)
    places = staticmethod(aids.places)
    zoom = staticmethod(aids.zoom)
    score = staticmethod(scores.score)
    animation = staticmethod(recap.animation)
    window = staticmethod(recap.window)
    maps = staticmethod(recap.maps)
    holdings = staticmethod(recap.holdings)
    marking = staticmethod(recap.marking)
    rules = staticmethod(GUIDE.page)
    # Settings.
    invitation = staticmethod(setups.invitation)
    value = staticmethod(setups.value)
    reason = staticmethod(setups.reason)
    variant = staticmethod(setups.variant)

    def commands(self) -> Commands[Action]:
        return Commands("seismic", "Build highways between quakes.", PHASES.commands())

    def title(self, words: Words) -> str:  # noqa: ARG002 - the same in every language
        return "Seismic"

    def banner(self, words: Words) -> Image:
        title = self.title(words)
        return Image(RENDERER.banner(title), title, "banner")

    def tagline(self, words: Words) -> str:
        return words.say("2 to 4 · build roads from end to end while quakes tear at them")

    def option(self, words: Words, name: str) -> str:
        return words.say(setups.OPTIONS[name])


PANEL: Final[Panel[Observation, Action]] = SeismicPanel()
