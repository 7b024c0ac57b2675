"""Who scores what and why; the final message."""

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
    tally,
    verdict,
    why_over,
)
from bot.games.screen import AMBER, Image, Post, Screen, Text
from bot.games.seismic.captions import captions, points_in_words
from bot.games.seismic.news import REASONS, happened
from bot.games.seismic.sections import crossed, end_name
from bot.games.seismic.setups import variants_named
from bot.games.seismic.view import View
from bot.games.seismic.words import turns_played
from bot.games.speech import and_list, clipped, points
from engine.game import Event, Outcome, Seat
from engine.games.seismic.events import MatchEnded
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation, but
from render.games.seismic import RENDERER

ROOM: Final = 3400
"""Characters for the sections of all seats together."""


def scored(view: View, seat: Seat) -> list[Section]:
    """Return the sections that count for a seat, the largest first."""
    counting = [s for s in view.observation.sections if s.complete and seat in s.owners]
    return sorted(counting, key=lambda section: -section.points)


def by_rank(view: View) -> list[Seat]:
    """Return the seats, most points first."""
    seats = [Seat(seat) for seat in range(view.observation.seats)]
    return sorted(seats, key=lambda seat: -view.observation.points[seat])


def score(view: View) -> Screen:
    """Return who scores what, now or at the end."""
    words, observation, outcome = view.words, view.observation, view.observation.outcome
    title = words.say("Who scored what") if outcome else words.say("If the match ended now")
    head = [f"### {title}", words.say("1 for each fragment, plus the number at each end.")]
    if len(observation.towns) > 1:
        head.append(words.say("10 more for a road from one town to the other."))
    room = ROOM // observation.seats
    told = [Text(sections_of(view, seat, room), is_drawn=True) for seat in by_rank(view)]
    if outcome is not None:
        image = result_image(view, verdict(view, outcome))
    else:
        foot = (words.say("pale: one end is still open"),)
        drawn = captions(view, words.say("Points now"), foot=foot)
        image = Image(RENDERER.score(observation, drawn), result_alt(view))
    return Screen((Text("\n".join(head)), *told, image), accent(view) or AMBER)


def sections_of(view: View, seat: Seat, room: int) -> str:
    """Return what a seat's roads are worth, the largest first, in about `room` characters."""
    words = view.words
    worth = points(words, view.observation.points[seat])
    head = f"**{name(view, seat)}** {shape(view, seat)} {worth}"
    lines, left = [head], scored(view, seat)
    if not left:
        return f"{head}\n{words.say('No complete road.')}"
    while left and sum(map(len, lines)) < room - 120:
        section = left.pop(0)
        first, last = (end_name(view, end) for end in section.ends)
        data = {"n": section.points, "a": first, "b": last, "run": crossed(view, section)}
        if len(section.owners) == 1:
            worth = words.say("{n}: {a} to {b}, {run}", **data)
        else:
            who = and_list(words, [name(view, each) for each in section.owners])
            worth = words.say("{n}: {a} to {b}, {run}, shared by {who}", who=who, **data)
        lines.append(f"- {worth}")
    if left:
        rest = sum(section.points for section in left)
        more = words.count(
            "{n} more road, {points}",
            "{n} more roads, {points}",
            len(left),
            points=points(words, rest),
        )
        lines.append(f"- {more}")
    return "\n".join(lines)


def result_image(view: View, headline: str) -> Image:
    """Return the board with every scored section in its owner's colour."""
    sections = [each for each in view.observation.sections if each.complete and each.owners]
    built = len(view.observation.tiles) - len(view.observation.towns)
    foot = (
        view.words.count("{n} road scored", "{n} roads scored", len(sections)),
        view.words.count("{n} tile on the table", "{n} tiles on the table", built),
    )
    drawn = captions(view, headline, foot=foot)
    return Image(RENDERER.result(as_if_over(view), drawn), result_alt(view))


def result_alt(view: View) -> str:
    """Return the scores, now or at the end, in words."""
    words, observation = view.words, view.observation
    counted = sum(section.complete and bool(section.owners) for section in observation.sections)
    head = words.say("Seismic, the final board.")
    if observation.outcome is None:
        head = words.say("Seismic, turn {n}.", n=turns_played(observation))
    roads = words.count("{n} road scored.", "{n} roads scored.", counted)
    return clipped(" ".join([head, *points_in_words(view), roads]))


def as_if_over(view: View) -> Observation:
    """Return the table as if the match ended now; a tie that heights broke has one winner."""
    observation, tallest = view.observation, view.match.tallest
    scores = observation.points
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    ended = observation.outcome or Outcome(scores, ranks, "")
    if tallest is not None:
        behind = (max(rank, 2) if seat != tallest else 1 for seat, rank in enumerate(ended.ranks))
        ended = replace(ended, ranks=tuple(behind))
    return but(observation, outcome=ended, to_act=None)


def result(view: View, news: Sequence[Event]) -> Post:
    """Return the final message, which pings everybody who played, once."""
    words, observation, outcome = view.words, view.observation, view.observation.outcome
    if outcome is None:
        raise ValueError(observation.phase)
    quakes = sum(code.startswith("Q") for code in observation.discarded)
    figures = [
        words.count("{n} turn", "{n} turns", turns_played(observation)),
        words.count("{n} quake", "{n} quakes", quakes),
        *days_played(view),
    ]
    text = f"{over(view, 'Seismic', outcome)} {', '.join(figures)}."
    latest = [each for each in happened(view, news) if not isinstance(each.event, MatchEnded)]
    told = [each.sentence for each in latest]
    for seat in by_rank(view):
        total = points(words, observation.points[seat])
        summands = [str(section.points) for section in scored(view, seat)]
        tail = f" = {' + '.join(summands)}" if len(summands) > 1 else ""
        told.append(f"{shape(view, seat)} {tally(words, f'**{name(view, seat)}**', total)}{tail}")
    if observation.variants:
        names = ", ".join(variants_named(words, observation.variants))
        told.append(words.say("Variants: {names}.", names=names))
    return Post(
        f"{text}\n{small_line(view, outcome)}",
        result_image(view, verdict(view, outcome)),
        pings=player_ids(view, people(view)),
        happened=tuple(told),
    )


def small_line(view: View, outcome: Outcome) -> str:
    """Return "-# The tiles have run out · longest road: Ann, 6 fragments · …"."""
    words = view.words
    why = why_over(view, outcome, REASONS)
    unsealed = words.say("anyone can check the draws now")
    counted = [each for each in view.observation.sections if each.complete and each.owners]
    if not counted:
        return f"-# {why} · {unsealed}"
    length = max(len(each.fragments) for each in counted)
    owners = {seat for each in counted if len(each.fragments) == length for seat in each.owners}
    record = words.count(
        "longest road: {who}, {n} fragment",
        "longest road: {who}, {n} fragments",
        length,
        who=and_list(words, [name(view, seat) for seat in sorted(owners)]),
    )
    return f"-# {why} · {record} · {unsealed}"
