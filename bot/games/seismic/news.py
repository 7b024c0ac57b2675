"""What happened, in sentences, and who gained or lost points by it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, assert_never

from bot.games.people import doer, marked_if_planned, name, tally, victory
from bot.games.seismic.captions import signed
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    cell_name,
    cell_names,
    distinct_names,
    line_from,
    magnitude,
    sent_home,
    tile_name,
    town_name,
)
from bot.games.speech import and_list
from bot.locale.localisation import mark
from engine.game import Event, Seat
from engine.games.seismic import events
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
from engine.games.seismic.pieces import Laid, Quake, Section
from engine.games.seismic.preview import scored_through
from engine.games.seismic.sections import points
from engine.games.seismic.tiles import TILES

SILENT: Final = (TileFlipped, TileSetAside, QuakeRose, TownChosen, SecondDeclined)
"""What comes after them says it, too."""

REASONS = {
    "seismic-pile-empty": mark("The tiles have run out."),
    "seismic-nothing-open": mark("No highway is open anymore."),
}


@marked_if_planned
def sentence(view: View, event: Event) -> str:
    """Return an event as a sentence of markdown."""
    words, observation = view.words, view.observation
    assert isinstance(event, events.Event)
    match event:
        case TilePlaced(seat, tile, cell, crew=crew):
            data = {
                "who": doer(view, seat, event),
                "tile": tile_name(words, tile),
                "cell": cell_name(observation, cell),
            }
            if crew is None:
                return words.say("{who}: {tile} at **{cell}**, no crew.", **data)
            return words.say("{who}: {tile} at **{cell}**, with a crew.", **data)
        case QuakeStruck(tile, line, fallen, town=town):
            data = {
                "magnitude": magnitude(tile),
                "line": line_from(view, line, town),
                "cells": cell_names(observation, (laid.cell for laid in fallen)),
            }
            if not fallen:
                return words.say(
                    "The **{magnitude} quake** struck the {line}, where there is only the other"
                    " town.",
                    **data,
                )
            took = words.say("The **{magnitude} quake** took the {line}: {cells}.", **data)
            return f"{took} {crews_home(view, fallen)}".rstrip()
        case QuakeFlipped(tile, (), town) if len(observation.towns) > 1:
            return words.say(
                "The **{magnitude} quake** found no tile to take around the {town}.",
                magnitude=magnitude(tile),
                town=town_name(words, observation, town),
            )
        case QuakeFlipped(tile, ()):
            quake = magnitude(tile)
            return words.say("The **{magnitude} quake** found no tile to take.", magnitude=quake)
        case QuakeRose(tile) | QuakeFlipped(tile, (_,)):
            return words.say("**A {magnitude} quake!**", magnitude=magnitude(tile))
        case QuakeFlipped(tile, tied):
            return words.say(
                "**A {magnitude} quake!** {n} lines are equally long.",
                magnitude=magnitude(tile),
                n=len(tied),
            )
        case QuakeLeft(tile):
            quake = magnitude(tile)
            return words.say(
                "A {magnitude} quake was drawn but had nothing to strike.", magnitude=quake
            )
        case MatchBegun(seat):
            return words.say("{who} plays first.", who=_bold(view, seat))
        case MatchEnded(outcome):
            return f"{words.say(REASONS[outcome.reason])} {victory(view, outcome)}"
        case TileFlipped(tile):
            return words.say("Drawn: {tile}.", tile=tile_name(words, tile))
        case NothingFitted(tiles):
            names = distinct_names(words, tiles)
            return words.say(
                "None of the tiles on offer fit: {tiles} were removed from the game.",
                tiles=and_list(words, [names[code] for code in tiles]),
            )
        case TileSetAside():
            return words.say("A tile was removed from the game unseen.")
        # What only variants bring.
        case TownChosen(seat, tile, town):
            return words.say(
                "{who} chose: the {magnitude} quake strikes the {town} first.",
                who=doer(view, seat, event),
                magnitude=magnitude(tile),
                town=town_name(words, observation, town),
            )
        case TileRotated(seat, after=laid):
            return words.say(
                "{who} rotated {tile} at **{cell}**.",
                who=doer(view, seat, event),
                tile=tile_name(words, laid.tile),
                cell=cell_name(observation, laid.cell),
            )
        case AllKept(seat):
            return words.say("{who} rotated nothing.", who=doer(view, seat, event))
        case SecondDeclined(seat):
            return words.say("{who} placed no second tile.", who=doer(view, seat, event))
        case NothingPlaced(seat):
            return words.say("{who} couldn't place anything.", who=_bold(view, seat))
        case _:
            assert_never(event)


def _bold(view: View, seat: Seat) -> str:
    return f"**{name(view, seat)}**"


def quake_event(quake: Quake) -> QuakeStruck | QuakeFlipped:
    """Return the event that a quake on the table was: the line that it took, or what it found."""
    if quake.line is None:
        return QuakeFlipped(quake.tile, quake.tied, quake.town)
    return QuakeStruck(quake.tile, quake.line, quake.fallen, quake.lengths, None, quake.town)


def actor(event: Event) -> Seat | None:
    """Return whose choice made an event, None for what just happened."""
    if not isinstance(event, events.Chosen):
        return None
    return event.by if isinstance(event, QuakeStruck) else event.seat


def crews_home(view: View, fallen: Iterable[Laid]) -> str:
    """Return whose crews come home from fallen tiles, "" if there were none."""
    crews = sent_home(view, fallen)
    return view.words.say("Crews sent home: {crews}.", crews=crews) if crews else ""


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
        who = and_list(words, [name(self.view, seat) for seat in self.joins])
        joined = words.say("That connects roads ({who}).", who=who) if self.joins else ""
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
    words, road = view.words, finished[0]
    data = {
        "points": words.count("+{n} point", "+{n} points", road.points),
        "length": words.count("{n} fragment", "{n} fragments", len(road.fragments)),
        "who": and_list(words, [name(view, seat) for seat in road.owners]),
    }
    if not road.fragments:
        return words.say("**{points}** for {who} (road completed).", **data)
    if len(road.owners) == 1:
        return words.say("**{points}** for {who} (road of {length} completed).", **data)
    return words.say("**{points}** each for {who} (road of {length} completed).", **data)


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
        tally(view.words, name(view, Seat(seat)), signed(change))
        for seat, change in enumerate(gained)
        if change
    ]
    return view.words.say("Points: {changes}.", changes=", ".join(told)) if told else ""


def is_worth_a_line(event: Event) -> bool:
    """Say whether an event is told: not tiles turned up, nor quakes that struck at once.

    Nor what a player left undone, except that they turned no tile: then the next player chooses.
    """
    if isinstance(event, QuakeFlipped):
        return not event.tied
    return not isinstance(event, SILENT)


def quake(events: Sequence[Event]) -> str:
    """Return the magnitude of the largest quake that struck, as `MarksQuakes` has it."""
    struck = (TILES[each.tile].value for each in events if isinstance(each, QuakeStruck))
    return str(max(struck, default=""))
