"""The public message of a turn or a phase: who must act, what happened, picture, buttons."""

from collections.abc import Sequence

from bot.games.aftershock.phases import PHASES, ROUND
from bot.games.aftershock.pictures import board, scoring
from bot.games.aftershock.summary import summary
from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    SEALED,
    awaited,
    bold,
    known_next,
    match_name,
    money,
    phase_name,
    round_name,
)
from bot.games.people import is_person, mention, name, player_ids, shape, since_people
from bot.games.screen import Image, Post, Row
from bot.games.speech import and_list
from engine.game import Event, Seat
from engine.games.aftershock import events

BY_SOMEBODY = (
    events.AftershockChosen,
    events.BridgeBuilt,
    events.BridgeChosen,
    events.BridgeDismantled,
    events.BridgeGivenUp,
    events.BridgeReplaced,
    events.MeepleMoved,
    events.MeeplesShocked,
    events.MeepleTakenBack,
    events.Passed,
)
"""What a seat does in turn, in the open; what begins with anything else opened sealed choices."""


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message, which contains only what is public.

    A locked phone shows the first line: who must act, and what happened if that is one sentence.
    In a sealed phase the same news with other seats ready give the same text but for the last
    line, and for who is still called.
    """
    lines, happened = summary(view, news)
    first = asked(view, news)
    if len(lines) == 1:
        first, lines = f"{first} {lines[0]}", []
    return Post(
        "\n".join([first, *lines, *known_next(view), small_line(view)]),
        picture(view, news),
        buttons(view),
        player_ids(view, pinged(view, news)),
        happened=happened,
    )


def told(view: View, news: Sequence[Event]) -> list[str]:
    """Return what happened in at most three lines."""
    return summary(view, news)[0]


def asked(view: View, news: Sequence[Event]) -> str:
    """Return the first line: who must act, and what is wanted."""
    due = ROUND.get(view.observation.phase)
    if due is None:
        return view.words.say("**The match is over.**")
    called, seats = pinged(view, news), due.addressed(view)
    named = [mention(view, seat) if seat in called else bold(view, seat) for seat in seats]
    is_call = set(seats) <= set(called)
    return due.wanted(view, " ".join(named) if is_call else and_list(view.words, named))


def mover(news: Sequence[Event]) -> Seat | None:
    """Return whose turn made the news, or began a run of turns; None if choices were revealed."""
    return _doer(news[0]) if news else None


def _doer(event: Event) -> Seat | None:
    """Return who did something in turn and in the open."""
    if isinstance(event, events.CardBought):
        return event.purchase.seat
    return event.seat if isinstance(event, BY_SOMEBODY) else None


def pinged(view: View, news: Sequence[Event]) -> tuple[Seat, ...]:
    """Return who is called: all that are waited for, but nobody whose own click made the news.

    Whose turn began a run of computer players, or of turns planned ahead, is called when it comes
    back to them.
    """
    doers = {seat for event in news if (seat := _doer(event)) is not None}
    alone = all(is_person(view, seat) for seat in doers) and not view.absent
    done = mover(news) if alone else None
    return tuple(seat for seat in view.observation.to_act if seat != done and is_person(view, seat))


def picture(view: View, news: Sequence[Event]) -> Image:
    """Return the scoring that the news tell of, what the phase is about, or the table."""
    if any(isinstance(event, events.RoundScored) for event in news):
        return scoring(view)
    due = PHASES.due(view)
    run = since_people(view, news, _doer)
    opened = (each.seat for each in run if isinstance(each, events.PlanOpened | events.BridgeBuilt))
    return (due.picture(view) if due else None) or board(view, dict.fromkeys(opened))


def small_line(view: View) -> str:
    """Return "-# Aftershock 7 · round 1 of 3 · ready 2 of 4 · waiting for Cleo and Dan"."""
    head = f"-# {match_name(view)} · {round_name(view)}"
    return f"{head} · {awaited(view) if view.observation.phase in SEALED else standings(view)}"


def standings(view: View, *, with_money: bool = True) -> str:
    """Return "points: Ann ■ 12 ($3M) · Bob ▲ 9 ($5M)"."""
    observation, words = view.observation, view.words
    found = [
        f"{name(view, Seat(seat))} {shape(view, seat)} {points}"
        + (f" ({money(words, observation.money[seat])})" if with_money else "")
        for seat, points in enumerate(observation.scores)
    ]
    return words.say("points: {scores}", scores=" · ".join(found))


def buttons(view: View) -> tuple[Row, ...]:
    """Return the way to the desk, under the name of what is wanted there."""
    due = PHASES.due(view)
    return due.rows(view) if due else ()


def cover(view: View) -> str:
    """Return one line for the cover: round, phase, who is waited for, standings."""
    observation, words = view.observation, view.words
    scores = standings(view, with_money=False)
    if observation.outcome is not None:
        return scores
    where = words.say("Round {k} of {n}", k=observation.round, n=observation.rounds)
    who = and_list(words, [bold(view, seat) for seat in observation.to_act])
    waiting = words.say("waiting for {who}", who=who)
    return " · ".join([where, phase_name(words, observation.phase), waiting, scores])


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    observation, words = view.observation, view.words
    if observation.outcome is not None:
        return words.say("the match is over")
    data = {"k": observation.round, "phase": phase_name(words, observation.phase)}
    if view.viewer in observation.to_act:
        return words.say("round {k}, {phase}: your choice", **data)
    who = and_list(words, [name(view, seat) for seat in observation.to_act])
    return words.count(
        "round {k}, {phase}: {who} to choose",
        "round {k}, {phase}: {who} to choose",
        len(observation.to_act),
        who=who,
        **data,
    )
