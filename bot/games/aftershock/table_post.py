"""The public message of a turn or a phase: who must act, what happened, picture, buttons."""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import scoring_alt, table_alt
from bot.games.aftershock.brief import brief
from bot.games.aftershock.buying import picture as sale
from bot.games.aftershock.captions import captions, table_captions
from bot.games.aftershock.waiting import asked, pinged, readiness
from bot.games.aftershock.words import (
    SEALED,
    bold,
    match_name,
    money,
    phase_name,
    round_name,
)
from bot.games.controls import draft_id, propose_button
from bot.games.custom_ids import about_match
from bot.games.panel import View
from bot.games.people import SHAPES, name, player_ids
from bot.games.screen import Button, Image, Post, Row, Style
from engine.game import Event, Seat
from engine.games.aftershock.events import RoundScored
from render.games.aftershock import RENDERER


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; all that it says is public, whoever looks.

    A locked phone shows the first line: who must act, and what happened if that is one sentence.
    In a sealed phase the same news with other seats ready give the same text but for the last
    line, and for who is still called.
    """
    told, happened = brief(view, news)
    first = asked(view, news)
    if len(told) == 1:
        first, told = f"{first} {told[0]}", []
    return Post(
        "\n".join([first, *told, small_line(view)]),
        picture(view, news),
        buttons(view),
        player_ids(view, pinged(view, news)),
        happened=happened,
    )


def picture(view: View, news: Sequence[Event]) -> Image:
    """Return the scoring that the news tell of, the sale while it goes on, or the table."""
    if any(isinstance(event, RoundScored) for event in news):
        return scoring(view)
    return sale(view) if view.observation.phase == "buy" else board(view)


def board(view: View) -> Image:
    """Return the picture of the table."""
    return Image(RENDERER.board(view.observation, table_captions(view)), table_alt(view))


def scoring(view: View) -> Image:
    """Return the picture of the newest scoring."""
    last = view.observation.scorings[-1]
    words = view.words
    small = words.say("Round {k} of {n}", k=last.round, n=view.observation.rounds)
    drawn = captions(view, words.say("Scoring"), small)
    return Image(RENDERER.scoring(view.observation, drawn), scoring_alt(view, last))


def small_line(view: View) -> str:
    """Return "-# Aftershock 7 · round 1 of 3 · ready 2 of 4 · waiting for Cleo, Dan"."""
    head = f"-# {match_name(view)} · {round_name(view)}"
    return f"{head} · {readiness(view) if view.observation.phase in SEALED else standings(view)}"


def standings(view: View, *, with_money: bool = True) -> str:
    """Return "points: Ann ■ 12 ($3M) · Bob ▲ 9 ($5M)"."""
    observation, words = view.observation, view.words
    found = [
        f"{name(view, Seat(seat))} {SHAPES[seat]} {points}"
        + (f" ({money(words, observation.money[seat])})" if with_money else "")
        for seat, points in enumerate(observation.scores)
    ]
    return words.say("points: {scores}", scores=" · ".join(found))


def buttons(view: View) -> tuple[Row, ...]:
    """Return the way to the desk, under the name of what is wanted there."""
    words, phase = view.words, view.observation.phase
    if not view.observation.to_act:
        return ()
    row = [Button(_door(view), desk_id(view), Style.PRIMARY)]
    if phase == "buy":
        row.append(Button(words.say("Pass"), draft_id(view, "x"), Style.DANGER))
    return (Row((*row, propose_button(view.match, words))),)


def desk_id(view: View) -> str:
    """Return the id of the button that opens the desk of whoever presses it."""
    return about_match("desk", view.match)


def _door(view: View) -> str:
    words = view.words
    match view.observation.phase:
        case "buy":
            return words.say("Buy a card")
        case "build" | "dismantle":
            return words.say("Build")
        case "resolve":
            return words.say("Choose the aftershock")
        case "shock":
            return words.say("Choose who is shocked")
        case "move":
            return words.say("Move my meeples")
        case _:
            return words.say("Open my desk")


def cover(view: View) -> str:
    """Return one line for the cover: round, phase, who is waited for, standings."""
    observation, words = view.observation, view.words
    if observation.outcome is not None:
        return standings(view, with_money=False)
    where = words.say("Round {k} of {n}", k=observation.round, n=observation.rounds)
    who = ", ".join(bold(view, seat) for seat in observation.to_act)
    waiting = words.say("waiting for {who}", who=who)
    scores = standings(view, with_money=False)
    return " · ".join([where, phase_name(words, observation.phase), waiting, scores])


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    observation, words = view.observation, view.words
    if observation.outcome is not None:
        return words.say("the match is over")
    data = {"k": observation.round, "phase": phase_name(words, observation.phase)}
    if view.viewer in observation.to_act:
        return words.say("round {k}, {phase}: your choice", **data)
    who = ", ".join(name(view, seat) for seat in observation.to_act)
    return words.say("round {k}, {phase}: {who} to choose", who=who, **data)
