"""The pictures that several screens show: the few words in them, and what they are in words.

An alt text has at most 300 characters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.games.aftershock.news import sentence
from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    KINDS,
    TITLE,
    awaited,
    item_name,
    meeples,
    phase_name,
    space_name,
    space_names,
)
from bot.games.people import is_without_result, machines, short_name, tally, verdict
from bot.games.screen import Image
from bot.games.speech import and_list, capitalised, clipped, semicolon_list, without_markdown
from bot.locale.localisation import Words, mark
from engine.game import Seat
from engine.games.aftershock.events import AftershockChosen, BridgeBuilt, MeeplesShocked
from engine.games.aftershock.state import RoundScore
from render.games.aftershock import RENDERER
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
    number = view.match.id
    return Captions(
        title=words.say("{game} · match {n}", game=TITLE, n=number) if number else TITLE,
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        machines=machines(view),
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
    """Return the signs before and after an amount of millions in a picture."""
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
    """Return the current phase in a word, or who won."""
    observation = view.observation
    if observation.outcome is not None:
        return verdict(view, observation.outcome)
    return view.words.say(HEADLINES.get(observation.phase, AFTERSHOCKS))


def board(view: View, recent: Iterable[Seat] = (), ringed: str = "") -> Image:
    """Return the picture of the table; what `recent` seats have built is marked like the newest.

    An area may be `ringed`.
    """
    drawn = replace(table_captions(view), recent=tuple(recent), ringed=ringed)
    return Image(RENDERER.board(view.observation, drawn), table_alt(view))


def scoring(view: View, ringed: str = "") -> Image:
    """Return the picture of the newest scoring; an area may be `ringed`."""
    last = view.observation.scorings[-1]
    words = view.words
    small = words.say("Round {k} of {n}", k=last.round, n=view.observation.rounds)
    drawn = replace(captions(view, words.say("Scoring"), small), ringed=ringed)
    return Image(RENDERER.scoring(view.observation, drawn), scoring_alt(view, last))


def table_alt(view: View) -> str:
    """Return the alt text of the map: phase, pieces, latest event, scores."""
    words, observation = view.words, view.observation
    bridges = sum(len(owners) for owners in observation.bridges)
    people = sum(sum(counts) for counts in observation.meeples)
    waited = f"{awaited(view)}." if awaited(view) else ""
    if is_without_result(view):
        waited = words.say("The match is over.")
    parts = [
        words.say("Map of the Bay."),
        now_line(view),
        f"{meeples(words, people)}, {words.count('{n} bridge', '{n} bridges', bridges)}.",
        without_markdown(latest(view)),
        without_markdown(capitalised(waited)),
        scores(view),
        words.say("Details: Board as text."),
    ]
    return clipped(" ".join(part for part in parts if part))


def now_line(view: View) -> str:
    """Return "Round 2 of 3, buy.", or who won."""
    if view.observation.outcome is not None:
        return view.words.say("Match over: {verdict}.", verdict=phase_headline(view))
    return f"{round_line(view)}, {phase_name(view.words, view.observation.phase)}."


def latest(view: View) -> str:
    """Return the aftershock or the bridge that came last in this round, "" before the first."""
    observation = view.observation
    for shock in observation.aftershocks[-1:]:
        if any(shock.shocked):
            return sentence(view, MeeplesShocked(shock.seat, shock.area, shock.shocked))
        return sentence(view, AftershockChosen(shock.seat, shock.area, shock.marker))
    bridges = [(turn.seat, pair) for turn in observation.builds for pair in turn.built]
    for seat, pair in bridges[-1:]:
        board = observation.board
        sections = board.links[board.link_index[pair.area, pair.to]].sections
        return sentence(view, BridgeBuilt(seat, pair.area, pair.to, sections))
    return ""


def scores(view: View) -> str:
    """Return "Points: Ann 12, Bob 9."."""
    words, seats = view.words, enumerate(view.observation.scores)
    told = ", ".join(tally(words, short_name(view, Seat(seat)), n) for seat, n in seats)
    return f"{capitalised(words.say('points: {scores}', scores=told))}."


def cards_alt(view: View, cards: Sequence[str], chosen: Sequence[str]) -> str:
    """Return the cards of a hand or a sale in order, and which are chosen."""
    words = view.words
    shown = words.say("Cards: {cards}.", cards=", ".join(cards) or words.named("cards", "none"))
    picked = words.say("Chosen: {cards}.", cards=", ".join(chosen)) if chosen else ""
    return clipped(f"{shown} {picked}".rstrip())


def plan_alt(view: View, items: Sequence[str], areas: Sequence[str | None]) -> str:
    """Return "Your planning map. Bridge: San Francisco; meeple: not placed yet."."""
    words = view.words
    lines = [
        words.say("{item}: {areas}", item=item_name(words, item), areas=placed(view, area))
        for item, area in zip(items, areas, strict=True)
    ]
    return clipped(
        f"{words.say('Your planning map.')} {capitalised(semicolon_list(words, lines))}."
    )


def placed(view: View, area: str | None) -> str:
    """Return the name of an area, or that nothing is there yet."""
    if area is None:
        return view.words.say("not placed yet")
    return space_name(view, area)


def marks_alt(view: View, score: Sequence[str], influence: Sequence[str]) -> str:
    """Return which spaces a draft marks."""
    words = view.words
    spaces = and_list(words, space_names(view, score)) or words.say("none yet")
    extra = and_list(words, space_names(view, influence))
    if extra:
        told = words.say(
            "Your marks: {spaces}; Influence: {influence}.", spaces=spaces, influence=extra
        )
        return clipped(told)
    return clipped(words.say("Your marks: {spaces}.", spaces=spaces))


def choices_alt(view: View, title: str, choices: Sequence[str]) -> str:
    """Return what a picture asks, and every lettered answer."""
    return clipped(f"{without_markdown(title)} {semicolon_list(view.words, list(choices))}.")


def scoring_alt(view: View, scoring: RoundScore) -> str:
    """Return which spaces scored for whom first, and the points of the round."""
    words = view.words
    names = [short_name(view, Seat(seat)) for seat in range(view.observation.seats)]
    spaces = []
    for each in scoring.spaces:
        if each.scores:
            area, best = space_name(view, each.space), max(each.points)
            won = zip(names, each.points, strict=True)
            leaders = and_list(words, [name for name, n in won if n == best and n])
            spaces.append(
                words.say("{head}: {facts}", head=area, facts=leaders) if leaders else area
            )
    gains = ", ".join(
        tally(words, name, f"+{n}") for name, n in zip(names, scoring.points, strict=True)
    )
    head = words.say("Points of round {n}: {gains}.", n=scoring.round, gains=gains)
    return clipped(f"{head} {semicolon_list(words, spaces)}.")


def result_alt(view: View) -> str:
    """Return the final scores."""
    return clipped(f"{view.words.say('Aftershock, the final scores.')} {scores(view)}")


def since_alt(view: View, told: Sequence[str]) -> str:
    """Return what happened, as the picture of the changes shows it."""
    plain = " ".join(f"{n}. {without_markdown(each)}" for n, each in enumerate(told, 1))
    return clipped(view.words.say("Aftershock, what happened: {events}", events=plain))
