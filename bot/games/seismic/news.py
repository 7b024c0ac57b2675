"""What happened, in sentences, and who gained or lost points by it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.games.ending import victory
from bot.games.panel import View
from bot.games.people import name
from bot.games.seismic.captions import signed
from bot.games.seismic.tile_names import distinct_names, magnitude, tile_name
from bot.games.seismic.words import cell_name, cell_names, line_from, sent_home, town_name
from bot.games.speech import listed
from bot.locale.localisation import mark
from engine.game import Event, Outcome, Seat
from engine.games.seismic.events import (
    AllKept,
    MatchBegun,
    MatchEnded,
    NothingFitted,
    NothingPlaced,
    QuakeFlipped,
    QuakeLeft,
    QuakeRose,
    QuakeStruck,
    SecondDeclined,
    TileFlipped,
    TilePlaced,
    TileRotated,
    TileSetAside,
    TownChosen,
)
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.preview import scored_through
from engine.games.seismic.sections import points

SILENT: Final = (TileFlipped, TileSetAside, QuakeRose, TownChosen, SecondDeclined)
"""What comes after them says it, too."""

REASONS = {
    "seismic-pile-empty": mark("The tiles have run out."),
    "seismic-nothing-open": mark("No highway is open any more."),
}


def sentence(view: View, event: Event) -> str:
    """Return an event as a sentence of markdown."""
    match event:
        case TilePlaced():
            return placed(view, event)
        case QuakeStruck():
            return struck(view, event)
        case QuakeFlipped():
            return flipped(view, event)
        case MatchEnded(outcome):
            return ended(view, outcome)
        case _:
            return _small(view, event)


def _small(view: View, event: Event) -> str:
    words = view.words
    match event:
        case MatchBegun(seat):
            return words.say("{who} plays first.", who=_bold(view, seat))
        case TileFlipped(tile):
            return words.say("Turned up: {tile}.", tile=tile_name(words, tile))
        case QuakeLeft(tile):
            quake = magnitude(tile)
            return words.say("A {magnitude} quake left the game without effect.", magnitude=quake)
        case NothingFitted(tiles):
            names = listed(words, _tiles(view, tiles))
            return words.say(
                "None of the tiles on offer fitted: {tiles} left the game.", tiles=names
            )
        case TileSetAside():
            return words.say("A tile left the game unseen.")
        case _:
            return _chosen(view, event)


def _chosen(view: View, event: Event) -> str:
    """Return what only variants bring."""
    words = view.words
    match event:
        case QuakeRose(tile):
            return words.say("**A {magnitude} quake!**", magnitude=magnitude(tile))
        case TownChosen(seat, tile, town):
            return words.say(
                "{who} lets the {magnitude} quake strike the {town} first.",
                who=_bold(view, seat),
                magnitude=magnitude(tile),
                town=town_name(words, view.observation, town),
            )
        case TileRotated():
            return rotated(view, event)
        case AllKept(seat):
            return words.say("{who} turned nothing.", who=_bold(view, seat))
        case SecondDeclined(seat):
            return words.say("{who} placed no second tile.", who=_bold(view, seat))
        case NothingPlaced(seat):
            return words.say("{who} couldn't place anything.", who=_bold(view, seat))
        case _:
            raise TypeError(type(event))


def rotated(view: View, event: TileRotated) -> str:
    """Return "Cleo turned two straights at **I6**."."""
    return view.words.say(
        "{who} turned {tile} at **{cell}**.",
        who=_bold(view, event.seat),
        tile=tile_name(view.words, event.after.tile),
        cell=cell_name(view.observation, event.after.cell),
    )


def actor(event: Event) -> Seat | None:
    """Return whose choice made an event, None for what just happened."""
    match event:
        case QuakeStruck():
            return event.by
        case TilePlaced() | TownChosen() | TileRotated() | AllKept() | SecondDeclined():
            return event.seat
        case _:
            return None


def _tiles(view: View, codes: Sequence[str]) -> list[str]:
    names = distinct_names(view.words, tuple(codes))
    return [names[code] for code in codes]


def _bold(view: View, seat: Seat) -> str:
    return f"**{name(view, seat)}**"


def placed(view: View, event: TilePlaced) -> str:
    """Return "Cleo: straight at **I6**, with a crew."."""
    words = view.words
    data = {
        "who": _bold(view, event.seat),
        "tile": tile_name(words, event.tile),
        "cell": cell_name(view.observation, event.cell),
    }
    if event.crew is None:
        return words.say("{who}: {tile} at **{cell}**, no crew.", **data)
    return words.say("{who}: {tile} at **{cell}**, with a crew.", **data)


def flipped(view: View, event: QuakeFlipped) -> str:
    """Return that a quake came up, or that it found nothing."""
    words, quake = view.words, magnitude(event.tile)
    if not event.tied and len(view.observation.towns) > 1:
        town = town_name(words, view.observation, event.town)
        return words.say(
            "The **{magnitude} quake** found no tile to take around the {town}.",
            magnitude=quake,
            town=town,
        )
    if not event.tied:
        return words.say("The **{magnitude} quake** found no tile to take.", magnitude=quake)
    if len(event.tied) == 1:
        return words.say("**A {magnitude} quake!**", magnitude=quake)
    return words.say(
        "**A {magnitude} quake!** {n} lines are equally long.", magnitude=quake, n=len(event.tied)
    )


def struck(view: View, event: QuakeStruck) -> str:
    """Return "**Quake 3.0** took the north line: I8, I7. Crews sent home: Ann 1."."""
    data = {
        "magnitude": magnitude(event.tile),
        "line": line_from(view, event.line, event.town),
        "cells": cell_names(view.observation, (laid.cell for laid in event.fallen)),
    }
    if not event.fallen:
        return view.words.say(
            "The **{magnitude} quake** struck the {line}, where only the other town lies.", **data
        )
    took = view.words.say("The **{magnitude} quake** took the {line}: {cells}.", **data)
    return f"{took} {crews_home(view, event.fallen)}".rstrip()


def crews_home(view: View, fallen: Iterable[Laid]) -> str:
    """Return whose crews come home from fallen tiles, "" if there were none."""
    crews = sent_home(view, fallen)
    return view.words.say("Crews sent home: {crews}.", crews=crews) if crews else ""


def ended(view: View, outcome: Outcome) -> str:
    """Return why the match is over and who won."""
    why = view.words.say(REASONS[outcome.reason])
    return f"{why} {victory(view, outcome)}"


@dataclass(frozen=True, slots=True)
class Happened:
    """An event worth a line, the table after it, and the roads that scored before and after.

    `joins` are the seats whose roads it joined.
    """

    view: View
    event: Event
    before: tuple[Section, ...] = ()
    after: tuple[Section, ...] = ()
    joins: tuple[Seat, ...] = ()

    @property
    def sentence(self) -> str:
        """Return all of it in words."""
        words = self.view.words
        who = listed(words, [name(self.view, seat) for seat in self.joins])
        joined = words.say("That joins roads of {who}.", who=who) if self.joins else ""
        parts = (sentence(self.view, self.event), joined, gain(self.view, self.before, self.after))
        return " ".join(part for part in parts if part)


def happened(view: View, news: Sequence[Event]) -> tuple[Happened, ...]:
    """Return what of the news is worth a line, with what it changed; `view` is the table now.

    At a pure table nobody counts before the end.
    """
    scored = scored_through(view.observation, news) if view.match.has_aids else ()
    changed = dict(enumerate(pairwise(scored)))
    return tuple(
        Happened(view, event, *changed.get(number, ((), ())))
        for number, event in enumerate(news)
        if is_worth_a_line(event)
    )


def gain(view: View, before: Iterable[Section], after: Iterable[Section]) -> str:
    """Return "**+11 points** for Ann: 7-fragment road complete.", or "" if no points changed.

    `before` and `after` are the roads that score.
    """
    known = tuple(before)
    finished = [section for section in after if section not in known]
    seats, gained = view.observation.seats, point_changes(view, known, after)
    if not any(gained):
        return ""
    if len(finished) != 1 or points(finished, seats) != gained:
        return points_changed(view, gained)
    return _finished(view, finished[0])


def _finished(view: View, road: Section) -> str:
    words = view.words
    total = words.count("+{n} point", "+{n} points", road.points)
    who = listed(words, [name(view, seat) for seat in road.owners])
    data = {"points": total, "length": len(road.fragments), "who": who}
    if not road.fragments:
        return words.say("**{points}** for {who}: road complete.", **data)
    if len(road.owners) == 1:
        return words.say("**{points}** for {who}: {length}-fragment road complete.", **data)
    return words.say("**{points}** each for {who}: {length}-fragment road complete.", **data)


def point_changes(
    view: View, before: Iterable[Section], after: Iterable[Section]
) -> tuple[int, ...]:
    """Return what each seat gains or loses."""
    seats = view.observation.seats
    scores = zip(points(before, seats), points(after, seats), strict=True)
    return tuple(now - was for was, now in scores)


def points_changed(view: View, gained: Iterable[int]) -> str:
    """Return "Points: Ann +3, Bob -2.", "" if nobody's change."""
    told = [
        f"{name(view, Seat(seat))} {signed(change)}" for seat, change in enumerate(gained) if change
    ]
    return view.words.say("Points: {changes}.", changes=", ".join(told)) if told else ""


def is_worth_a_line(event: Event) -> bool:
    """Say whether an event is told: not tiles turned up, nor quakes that struck at once.

    Nor what was left undone, but for who turned nothing: then it is the next one's choice.
    """
    if isinstance(event, QuakeFlipped):
        return not event.tied
    return not isinstance(event, SILENT)
