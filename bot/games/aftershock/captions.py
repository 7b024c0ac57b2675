"""The few words that stand in the pictures."""

from typing import Final

from bot.games.aftershock.words import KINDS, TITLE
from bot.games.ending import winners
from bot.games.panel import View
from bot.games.people import short_name
from bot.locale.localisation import Words, mark
from engine.game import Outcome, Seat
from render.games.aftershock.captions import Captions

DRAWN: Final = {"bridge": "bridge", "influence": "influence", "aftershock": "normal"}
"""Kinds of cards that are no areas, with the card whose name stands for all of its kind."""

HEADLINES: Final = {
    "keep": mark("Keep"),
    "buy": mark("Buy"),
    "take": mark("Take"),
    "plan": mark("Plan"),
    "build": mark("Build"),
    "dismantle": mark("Build"),
    "mark": mark("Mark"),
}
AFTERSHOCKS: Final = mark("Aftershock")


def captions(view: View, headline: str, small: str = "", *, spent: int = 0) -> Captions:
    """Return the captions of a picture of this table under `headline`.

    `small` stands over the phase; "" is which round it is. `spent` is what a draft would cost.
    """
    words, observation = view.words, view.observation
    seats = [Seat(seat) for seat in range(observation.seats)]
    purse = observation.money[view.viewer] if isinstance(view.viewer, int) else 0
    return Captions(
        title=words.say("{game} · match {n}", game=TITLE, n=view.match.id),
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        round=small or round_line(view),
        note=round_line(view),
        money=coins(words),
        free=words.say("no toll"),
        spent=words.say("{a} of {b}", a=coin(words, spent), b=coin(words, purse)),
        left=words.say("{money} left", money=coin(words, purse - spent)),
        cards=tuple((kind, words.say(KINDS[code])) for kind, code in DRAWN.items()),
        most_bridges=words.say("most bridges"),
        rounds=tuple(words.say("Round {n}", n=n + 1) for n in range(observation.rounds)),
        cash=words.say("Money"),
        bay=words.say("BAY"),
        ocean=words.say("PACIFIC OCEAN"),
        north=words.say("N"),
        scoring=words.say("Scoring"),
    )


def coins(words: Words) -> tuple[str, str]:
    """Return what stands before and after an amount of millions in a picture."""
    before, after = words.say("$|").split("|")
    return before, after


def coin(words: Words, millions: int) -> str:
    """Return "$11", an amount as it stands in a picture."""
    before, after = coins(words)
    return f"{before}{millions}{after}"


def round_line(view: View) -> str:
    """Return "Round 2 of 3"."""
    observation = view.observation
    return view.words.say("Round {k} of {n}", k=observation.round, n=observation.rounds)


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands."""
    return captions(view, phase_headline(view))


def phase_headline(view: View) -> str:
    """Return what goes on, in a word, or who won."""
    words, observation = view.words, view.observation
    if observation.outcome is not None:
        return winner_line(view)
    return words.say(HEADLINES.get(observation.phase, AFTERSHOCKS))


def winner_line(view: View) -> str:
    """Return "Ben wins", short enough for a picture."""
    outcome: Outcome = view.observation.outcome
    first = winners(outcome)[0]
    return view.words.say("{name} wins", name=short_name(view, first))
