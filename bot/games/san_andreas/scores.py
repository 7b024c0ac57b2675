"""Who scores what and why; which coins are left; the final message."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.people import (
    accent,
    days_played,
    name,
    over,
    people,
    player_ids,
    shape,
    verdict,
    why_over,
)
from bot.games.san_andreas import pictures
from bot.games.san_andreas.captions import captions
from bot.games.san_andreas.captions import scores as scores_said
from bot.games.san_andreas.news import REASONS, by_seat
from bot.games.san_andreas.table_post import OF_THE_QUAKE, briefly, in_full
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import coins
from bot.games.screen import AMBER, Block, Image, Post, Screen, Text
from bot.games.speech import clipped, points
from bot.locale.localisation import Words
from engine.game import Event, Outcome, Seat
from engine.games.san_andreas.events import CitiesScored
from engine.games.san_andreas.pieces import Score
from engine.games.san_andreas.preview import scores as scores_now
from render.games.san_andreas import RENDERER

IN_A_SCREEN: Final = 1750
"""Characters of one list of cities; a screen has two, and 4,000 characters in all."""


def score(view: View) -> Screen:
    """Return the totals, what every city would score now, and how the latest quake scored."""
    words, observation = view.words, view.observation
    why = words.say("After each quake a city scores its value minus its distance to the ocean.")
    order = sorted(range(observation.seats), key=lambda seat: -observation.points[seat])
    totals = "\n".join(
        f"{shape(view, seat)} **{name(view, Seat(seat))}** {points(words, worth)}"
        for seat in order
        for worth in (observation.points[seat],)
    )
    blocks: list[Block] = [Text(f"### {words.say('Points')}\n{why}\n{totals}")]
    quake = observation.quake
    if quake is not None and quake.scores:
        told = _scored(view, words.say("Quake {n}", n=quake.number), quake.scores)
        blocks += [replace(told, is_drawn=True), pictures.scored(view)]
    if observation.layout.cities and observation.outcome is None:
        head = words.say("If scoring happened now")
        blocks.append(_scored(view, head, scores_now(observation)))
    return Screen(tuple(blocks), accent(view) or AMBER)


def _scored(view: View, head: str, scores: Sequence[Score]) -> Text:
    """Return a line for each city, as many as there is room for."""
    told = [f"- {each}" for each in by_seat(view, scores)]
    kept = [end for end in range(len(told) + 1) if len("\n".join(told[:end])) <= IN_A_SCREEN]
    left = len(told) - kept[-1]
    more = [view.words.count("and {n} more city", "and {n} more cities", left)] if left else []
    return Text("\n".join([f"**{head}**", *told[: kept[-1]], *more]))


def unseen_name(words: Words) -> str:
    """Return what the button to `unseen` is called."""
    return words.say("Coins")


def unseen(view: View) -> Screen:
    """Return which coins are where, as far as the viewer may know."""
    words, observation = view.words, view.observation
    lines = [words.say("### Coins")]
    for number, purse in enumerate(observation.purses):
        seat = Seat(number)
        standing = sum(city.seat == seat for city in observation.layout.cities)
        data = {
            "who": f"{shape(view, seat)} **{name(view, seat)}**",
            "hand": coins(words, purse.hand),
            "board": standing,
            "lost": words.count("{n} lost", "{n} lost", purse.lost),
        }
        told = [words.say("{who}: {hand} in hand, {board} on the board, {lost}.", **data)]
        if purse.coins:
            told.append(words.say("In hand: {coins}.", coins=", ".join(map(str, purse.coins))))
        if purse.lost_coins:
            lost = ", ".join(map(str, purse.lost_coins))
            told.append(words.say("Known to be lost: {coins}.", coins=lost))
        lines.append(" ".join(told))
    picture = RENDERER.unseen(observation, captions(view, words.say("Coins")))
    image = Image(picture, clipped(words.say("Coins in hand, on the board and lost.")))
    return Screen((Text("\n".join(lines)), image), accent(view) or AMBER)


def result(view: View, news: Sequence[Event]) -> Post:
    """Return the final message, which pings everybody who played, once."""
    outcome = view.observation.outcome
    if outcome is None:
        raise ValueError(view.match.id)
    words, quake = view.words, view.observation.quake
    figures = [
        words.count("{n} turn", "{n} turns", view.observation.turn),
        words.count("{n} quake", "{n} quakes", quake.number if quake else 0),
        *days_played(view),
    ]
    why = why_over(view, outcome, REASONS)
    unsealed = words.say("anyone can check the draws now")
    small = f"-# {why} · {', '.join(figures)} · {unsealed}"
    # What the quake that ended the match took and brought, in a line or two.
    last_quake = briefly(view, [e for e in news if isinstance(e, (*OF_THE_QUAKE, CitiesScored))])
    return Post(
        "\n".join([over(view, "San Andreas", outcome), *last_quake, small]),
        result_image(view, outcome),
        pings=player_ids(view, people(view)),
        happened=tuple(in_full(view, news)),
    )


def result_image(view: View, outcome: Outcome) -> Image:
    """Return the last table with the final scores."""
    headline = verdict(view, outcome)
    alt = clipped(f"{headline}. {scores_said(view)}")
    return Image(RENDERER.result(view.observation, captions(view, headline)), alt)
