"""Why a move is worth a look: what it joins and completes, what sections will probably bring."""

from collections.abc import Sequence
from typing import Final

from bot.games.people import name
from bot.games.seismic.offers import Draft, best_first, offer_of
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    cell_name,
    direction,
    distinct_names,
    line_from,
    tile_name,
    tiles,
    town_name,
)
from bot.games.speech import and_list, capitalised, points
from bot.locale.localisation import Words
from engine.boards.hexes import neighbour
from engine.game import Seat
from engine.games.seismic import preview
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Place,
    Rotate,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.evaluation import seen_odds
from engine.games.seismic.outlook import Outlook
from engine.games.seismic.state import Observation

MUCH: Final = 1.5
"""How many points of another player are worth a word."""


def told(view: View, actions: Sequence[Action]) -> str:
    """Return a move in a few words."""
    words, observation = view.words, view.observation
    action = actions[0]
    match action:
        case Place():
            return words.say("{move}, {crew}", move=_laid(view, action), crew=_crew(view, action))
        case Strike(line):
            town = observation.quakes[-1].town if observation.quakes else 0
            return words.say("Take the {line}", line=line_from(view, line, town))
        case StrikeFirst(town):
            return words.say("The {town} first", town=town_name(words, observation, town))
        case Rotate(cell):
            laid = observation.board.at(cell)
            tile = tile_name(words, laid.tile) if laid else ""
            where = cell_name(observation, cell)
            return words.say("Rotate the tile at **{cell}** ({tile})", cell=where, tile=tile)
        case KeepAll():
            return words.say("Don't rotate")
        case EndTurn():
            return words.say("No second tile")
        case _:
            raise TypeError(type(action))


def _laid(view: View, place: Place) -> str:
    """Return which tile lies where, and in which orientation, named as on the buttons."""
    words, offer = view.words, offer_of(view, place.tile)
    names = distinct_names(words, tuple({*view.observation.display, place.tile}))
    tile = capitalised(names[place.tile])
    cell = cell_name(view.observation, place.cell)
    turns = best_first(view, offer, place.cell) if offer else ()
    if len(turns) > 1 and place.turn in turns:
        return words.say(
            "{tile} at **{cell}**, orientation {k} of {n}",
            tile=tile,
            cell=cell,
            k=turns.index(place.turn) + 1,
            n=len(turns),
        )
    return words.say("{tile} at **{cell}**", tile=tile, cell=cell)


def _crew(view: View, place: Place) -> str:
    """Return where the crew stands: by its letter, as on the buttons, if it can be placed now."""
    words, offer = view.words, offer_of(view, place.tile)
    if place.crew is None:
        return words.say("no crew")
    letters = Draft.of(view, offer, place.cell, place.turn).letters if offer and view.legal else {}
    if place.crew in letters:
        return words.say("crew {letter}", letter=letters[place.crew])
    return words.say("crew: {direction}", direction=direction(words, place.crew))


def why(view: View, actions: Sequence[Action]) -> str:
    """Return what a move does to the sections of the viewer, and to those of others."""
    observation, action = view.observation, actions[0]
    match action:
        case Place():
            return ", ".join(_placed(view, action, preview.placed(observation, action)))
        case Strike(line):
            after = preview.struck(observation, line)
            fallen = len(observation.board.built) - len(after.board.built)
            parts = [tiles(view.words, fallen), *_changes(view, after, least=0.5)]
            return ", ".join(parts)
        case StrikeFirst(town):
            return ", ".join(_changes(view, preview.struck_first(observation, town), least=0.5))
        case Rotate():
            return ", ".join(_changes(view, preview.rotated(observation, action), least=0.5))
        case KeepAll() | EndTurn():
            return ""
        case _:
            raise TypeError(type(action))


def _placed(view: View, place: Place, after: Observation) -> list[str]:
    words, before, me = view.words, view.observation, Seat(int(view.viewer))
    mine = [each for each in after.sections if place.cell in each.cells and me in each.owners]
    joined = [
        each
        for each in before.sections
        if any(crew.seat == me for _, crew in each.crews)
        and any(not set(each.pieces).isdisjoint(now.pieces) for now in mine)
    ]
    gained = after.points[me] - before.points[me]
    more = _expected(after)[me] - _expected(before)[me]
    sign = _plus(words, gained if gained > 0 else round(more))
    parts = []
    if gained > 0 and any(each.complete for each in mine):
        parts.append(words.say("completes a road of yours: {points}", points=sign))
    elif len(joined) > 1:
        parts.append(words.say("connects {n} of your roads", n=len(joined)))
    elif joined:
        near = [neighbour(place.cell, edge) for edge in range(6)]
        at = next((each for each in near if each in joined[0].cells), place.cell)
        where = cell_name(before, at)
        parts.append(words.say("extends your road at **{cell}**", cell=where))
    elif place.crew is not None:
        parts.append(words.say("starts a new road for you"))
    if not gained > 0 and round(more) > 0:
        likely = words.say("probably {points} for you", points=sign)
        parts.append(likely)
    return [*parts, *_others(view, after)]


def _plus(words: Words, more: int) -> str:
    """Return "**+7 points**"."""
    return f"**+{points(words, more)}**"


def _changes(view: View, after: Observation, least: float) -> list[str]:
    """Return what a change of the table probably brings the viewer and costs others."""
    words, me = view.words, Seat(int(view.viewer))
    more = _expected(after)[me] - _expected(view.observation)[me]
    parts = []
    if more >= least:
        likely = _plus(words, max(1, round(more)))
        parts.append(words.say("probably {points} for you", points=likely))
    return [*parts, *_others(view, after)]


def _others(view: View, after: Observation) -> list[str]:
    before, now = _expected(view.observation), _expected(after)
    changed = [
        (old - new, Seat(seat))
        for seat, (old, new) in enumerate(zip(before, now, strict=True))
        if seat != view.viewer and old - new >= MUCH
    ]
    if not changed:
        return []
    lost = points(view.words, round(max(changed)[0]))
    who = and_list(view.words, [name(view, seat) for _, seat in sorted(changed)[-1:]])
    return [view.words.say("probably costs {who} {points}", who=who, points=lost)]


def _expected(table: Observation) -> list[float]:
    """Return what the sections of each seat will probably bring, by what comes true of hopes."""
    return Outlook(table.board, seen_odds(table), table.crews).likely
