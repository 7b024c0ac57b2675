"""Who scores what and why; the tiles nobody has seen; the final message."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.ending import days_played, first_place, over
from bot.games.panel import View
from bot.games.people import SHAPES, accent, name, people, player_ids, short_name
from bot.games.screen import HOUSE, Image, Post, Screen, Text
from bot.games.seismic.alt_texts import result_alt
from bot.games.seismic.captions import captions
from bot.games.seismic.forecasts import cell_menus
from bot.games.seismic.news import REASONS, happened
from bot.games.seismic.sections import end_name
from bot.games.seismic.setups import variants_named
from bot.games.seismic.text_sections import run
from bot.games.seismic.tile_names import full_name
from bot.games.seismic.words import tiles, turns_played
from bot.games.speech import capitalised, clipped, listed, points
from engine.game import Event, Outcome, Seat
from engine.games.seismic.events import MatchEnded
from engine.games.seismic.pieces import Section
from engine.games.seismic.state import Observation
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
    words, is_over = view.words, view.observation.outcome is not None
    title = words.say("Who scored what") if is_over else words.say("If the match ended now")
    room = ROOM // view.observation.seats
    parts = [_sections(view, seat, room) for seat in by_rank(view)]
    why = words.say("1 for each fragment, plus the number at each end.")
    image = result_image(view, _winner_line(view)) if is_over else _preview(view)
    told = tuple(Text(part) for part in parts)
    lines = [f"### {title}", why, *_between_towns(view)]
    return Screen((Text("\n".join(lines)), *told, image), accent(view) or HOUSE)


def _between_towns(view: View) -> list[str]:
    """Return what a road from town to town has on top, where there are two."""
    bonus = view.words.say("10 more for a road from one town to the other.")
    return [bonus] if len(view.observation.towns) > 1 else []


def _preview(view: View) -> Image:
    """Return the board as it would score now; what one end would close is paler."""
    foot = (view.words.say("pale: one end is still open"),)
    drawn = captions(view, view.words.say("Points now"), foot=foot)
    return Image(RENDERER.score(view.observation, drawn), result_alt(view))


def _sections(view: View, seat: Seat, room: int) -> str:
    words = view.words
    head = f"**{name(view, seat)}** {SHAPES[seat]} {points(words, view.observation.points[seat])}"
    lines, left = [head], scored(view, seat)
    if not left:
        return f"{head}\n{words.say('No complete road.')}"
    while left and sum(map(len, lines)) < room - 120:
        lines.append(f"- {_worth(view, left.pop(0))}")
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


def _worth(view: View, section: Section) -> str:
    """Return "13: +6 at J8 to San Andreas, 1 fragment through I8, with Bob"."""
    first, last = (end_name(view, end) for end in section.ends)
    data = {"n": section.points, "a": first, "b": last, "run": run(view, section)}
    if len(section.owners) == 1:
        return view.words.say("{n}: {a} to {b}, {run}", **data)
    who = listed(view.words, [name(view, seat) for seat in section.owners])
    return view.words.say("{n}: {a} to {b}, {run}, shared by {who}", who=who, **data)


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


def as_if_over(view: View) -> Observation:
    """Return the table as if the match ended now; a tie that heights broke has one winner."""
    observation: Observation = view.observation
    scores, tallest = observation.points, view.match.tallest
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    ended = observation.outcome or Outcome(scores, ranks, "")
    if tallest is not None:
        behind = (max(rank, 2) if seat != tallest else 1 for seat, rank in enumerate(ended.ranks))
        ended = replace(ended, ranks=tuple(behind))
    return replace(observation, outcome=ended, to_act=None)


def _winner_line(view: View) -> str:
    outcome = view.observation.outcome
    first = first_place(view, outcome) if outcome else ()
    if len(first) == 1:
        return view.words.say("{name} wins", name=short_name(view, first[0]))
    return view.words.say("A shared win")


def result(view: View, news: Sequence[Event]) -> Post:
    """Return the final message, which pings everybody who played, once."""
    outcome: Outcome = view.observation.outcome
    pings = player_ids(view, people(view))
    first = over(view, "Seismic", outcome)
    text = f"{first} {_figures(view)}\n{small_line(view, outcome)}"
    latest = [each.sentence for each in happened(view, news) if not _is_end(each.event)]
    told = (*latest, *_table(view), *_variants(view))
    return Post(text, result_image(view, _winner_line(view)), pings=pings, happened=told)


def _is_end(event: Event) -> bool:
    return isinstance(event, MatchEnded)


def _variants(view: View) -> list[str]:
    names = variants_named(view.words, view.observation.variants)
    return [view.words.say("Variants: {names}.", names=", ".join(names))] if names else []


def _figures(view: View) -> str:
    words, observation = view.words, view.observation
    quakes = sum(code.startswith("Q") for code in observation.discarded)
    parts = [
        words.count("{n} turn", "{n} turns", turns_played(observation)),
        words.count("{n} quake", "{n} quakes", quakes),
        *days_played(view),
    ]
    return f"{', '.join(parts)}."


def _table(view: View) -> list[str]:
    """Return a line for each seat: "■ **Ann** 40 points = 17 + 15 + 8"."""
    return [_row(view, seat) for seat in by_rank(view)]


def _row(view: View, seat: Seat) -> str:
    total = points(view.words, view.observation.points[seat])
    sections = [section.points for section in scored(view, seat)]
    sum_ = " + ".join(str(n) for n in sections)
    tail = f" = {sum_}" if len(sections) > 1 else ""
    return f"{SHAPES[seat]} **{name(view, seat)}** {total}{tail}"


def small_line(view: View, outcome: Outcome) -> str:
    """Return "-# The tiles have run out · longest road: Ann, 6 fragments · …"."""
    words = view.words
    why = words.say(REASONS[outcome.reason]).rstrip(".")
    length, owners = _longest(view.observation)
    unsealed = words.say("anybody can check the draws now")
    if not owners:
        return f"-# {why} · {unsealed}"
    record = words.count(
        "longest road: {who}, {n} fragment",
        "longest road: {who}, {n} fragments",
        length,
        who=listed(words, [name(view, seat) for seat in owners]),
    )
    return f"-# {why} · {record} · {unsealed}"


def _longest(observation: Observation) -> tuple[int, list[Seat]]:
    """Return how long the longest section that scored is, and all who have one of that length."""
    scored_ = [each for each in observation.sections if each.complete and each.owners]
    length = max((len(each.fragments) for each in scored_), default=0)
    owners = {seat for each in scored_ if len(each.fragments) == length for seat in each.owners}
    return length, sorted(owners)


def unseen(view: View) -> Screen:
    """Return the tiles that nobody has seen yet, in words and as a picture."""
    words, observation = view.words, view.observation
    hidden = sum(count for _, count in observation.unseen)
    head = words.say("### Tiles nobody has seen yet")
    pile = words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    aside = words.count(
        "{n} that left the game face down",
        "{n} that left the game face down",
        hidden - observation.pile,
    )
    shapes = [
        words.say("- {tile}: {n}", tile=capitalised(full_name(words, code)), n=count)
        for code, count in observation.unseen
    ]
    title = words.say("Not seen yet")
    alt = clipped(words.say("Tiles nobody has seen yet: {tiles}.", tiles=tiles(words, hidden)))
    image = Image(RENDERER.unseen(observation, captions(view, title, tiles(words, hidden))), alt)
    text = "\n".join([head, f"{pile}, {aside}." if hidden else words.say("None."), *shapes])
    menus = cell_menus(view) if observation.outcome is None else ()
    return Screen((Text(text), image, *menus), accent(view) or HOUSE)
