"""Looking back: what happened since one's turn, line by line, as a film."""

from collections.abc import Sequence

from bot.games import recap
from bot.games.abilities import Holding, StepMark
from bot.games.aftershock.news import gathered, sentence
from bot.games.aftershock.pictures import captions, since_alt, table_captions
from bot.games.aftershock.view import Moment, View
from bot.games.aftershock.words import TITLE, meeples, money, own_seat
from bot.games.screen import Image, Screen
from bot.games.speech import points
from engine.game import Event
from engine.games.aftershock.events import AftershockRolled, RoundScored
from render.games.aftershock import RENDERER
from render.picture import Picture


def history(moments: Sequence[Moment]) -> tuple[tuple[int, str], ...]:
    """Return (line, sentence) for each thing that happened."""
    return tuple(
        (each.view.line, sentence(each.view, *group))
        for each in moments
        for group in gathered(each.events)
    )


def since(view: View, moments: Sequence[Moment]) -> Screen:
    """Return numbered sentences, the map with what changed, one line about the reader."""
    told = [text for _, text in history(moments)]
    about_me = about(view, moments) if told and isinstance(view.viewer, int) else ""
    return recap.since(view, told, lambda: picture(view, moments, told), about_me)


def picture(view: View, moments: Sequence[Moment], told: Sequence[str]) -> Image:
    """Return the map with what has changed since the first of these moments."""
    drawn = captions(view, recap.headline(view))
    image = RENDERER.since(moments[0].view.observation, view.observation, drawn)
    return Image(image, since_alt(view, told))


def about(view: View, moments: Sequence[Moment]) -> str:
    """Return what has become of the reader."""
    words, seat = view.words, own_seat(view)
    before, now = moments[0].view.observation, view.observation
    gain = now.scores[seat] - before.scores[seat]
    cash = now.money[seat] - before.money[seat]
    there = sum(counts[seat] for counts in now.meeples)
    return words.say(
        "You: {gain}, {money}; {meeples} on the map.",
        gain=f"+{points(words, gain)}",
        money=f"{'−' if cash < 0 else '+'}{money(words, abs(cash))}",
        meeples=meeples(words, there),
    )


def animation(moments: Sequence[Moment], start: int = 0) -> Image:
    """Return the match as a film: a frame for each moment in which something could be seen."""
    shown = [each for each in moments[start:] if gathered(each.events)] or list(moments[-1:])
    frames = [each.view.observation for each in shown]
    drawn = [table_captions(each.view) for each in shown]
    last = shown[-1].view
    alt = last.words.say("{game}: replay of the match.", game=TITLE)
    return Image(RENDERER.animation(frames, drawn), alt, "film")


def window(moments: Sequence[Moment]) -> None:
    """Return nothing: the map is always whole."""


def maps(moments: Sequence[Moment], first: int = 0) -> Picture:
    """Return the maps of these moments from the first on."""
    shown = moments[first:]
    drawn = [table_captions(each.view) for each in shown]
    scored = len(moments[first - 1].view.observation.scorings) if first else 0
    return RENDERER.maps([each.view.observation for each in shown], drawn, scored)


def holdings(view: View) -> tuple[Holding, ...]:
    """Return points and money of each seat."""
    seats = zip(view.observation.scores, view.observation.money, strict=True)
    return tuple(Holding(points, money(view.words, cash)) for points, cash in seats)


def marking(events: Sequence[Event]) -> StepMark | None:
    """Return the scoring of a round, or an aftershock for which the die was rolled."""
    if any(isinstance(each, RoundScored) for each in events):
        return StepMark("scoring")
    is_rolled = any(isinstance(each, AftershockRolled) for each in events)
    return StepMark("quake", "!") if is_rolled else None
