"""What a viewer can work out from an observation alone: drafts, where tiles fit, odds of quakes.

A draft is what the rules themselves do to the table (`match`), right after the choice, before
anything is turned up. It is in phase "flipping" if no choice of the same seat follows.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, perm
from typing import NamedTuple

from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Event
from engine.games.seismic import match
from engine.games.seismic.actions import Place, Rotate, Strike, StrikeFirst
from engine.games.seismic.board import with_rotated, with_tiles, without_tiles
from engine.games.seismic.events import QuakeStruck, TilePlaced, TileRotated
from engine.games.seismic.legal import (
    place_refusal,
    placements,
    rotate_refusal,
    strike_refusal,
    town_refusal,
)
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.sections import points, scoring_sections, sections
from engine.games.seismic.state import Observation, but
from engine.games.seismic.tiles import BOX, TILES
from engine.games.seismic.variants import Variant


def legal_placements(observation: Observation) -> tuple[Place, ...]:
    """Return where the seat to act may place, as the rules list it; nothing while a quake waits.

    In phase "extending" these are second tiles, without crews.
    """
    if not _is_placing(observation):
        return ()
    crews = observation.crews[observation.on_turn] if observation.phase == "placing" else 0
    return tuple(placements(observation.board, observation.display, crews))


def threatened(observation: Observation, town: int = 0) -> Mapping[int, tuple[Laid, ...]]:
    """Return for each longest line out of a town what a quake takes, nearest first.

    A quake of magnitude n takes the first n. Empty if no line has a tile.
    """
    board, lines = observation.board, observation.lines[town]
    longest = [line for line in range(6) if lines[line] == max(lines) > 0]
    return {
        line: tuple(board.built[cell][0] for cell in match.can_fall(board, town, line))
        for line in longest
    }


def fits(observation: Observation, tile: str) -> Mapping[Cell, tuple[int, ...]]:
    """Return the rotations in which `tile` fits, for each cell where it does; face up or not."""
    found: dict[Cell, tuple[int, ...]] = {}
    for place in placements(observation.board, (tile,), 0):
        found[place.cell] = (*found.get(place.cell, ()), place.turn)
    return found


def why_not(observation: Observation, tile: str, cell: Cell, turn: int) -> IllegalAction | None:
    """Return why `tile` can't go there, or None if it can; crews aside."""
    return refused(observation, Place(tile, cell, turn))


def refused(observation: Observation, place: Place) -> IllegalAction | None:
    """Return why a placement is illegal, or None if it is legal."""
    if not _is_placing(observation):
        return IllegalAction("seismic-not-now")
    return place_refusal(observation, place)


def placed(observation: Observation, place: Place) -> Observation:
    """Return the table as it would look with this placement; raise `IllegalAction`.

    It is in phase "extending" if a second tile may follow (rules 9, Road Crew's Dilemma).
    """
    if refusal := refused(observation, place):
        raise refusal
    after, _ = match.placed(observation, place)
    follows = observation.phase == "placing" and match.may_follow(after)
    return _looked_at(after, "extending" if follows else "flipping")


def struck_first(observation: Observation, town: int) -> Observation:
    """Return the table as it would look if the rising quake struck this town first.

    Its lines are counted; without a tie the longest is struck. Raises `IllegalAction`.
    """
    if observation.phase != "choosing_town":
        raise IllegalAction("seismic-not-now")
    if refusal := town_refusal(observation, StrikeFirst(town)):
        raise refusal
    after, _ = match.lines_counted(observation, town)
    tied = after.quakes[-1].tied
    return struck(after, tied[0]) if len(tied) == 1 else _looked_at(after, "striking")


def struck(observation: Observation, line: int) -> Observation:
    """Return the table as it would look if the waiting quake took `line`; raise `IllegalAction`."""
    if not match.waits_for_line(observation):
        raise IllegalAction("seismic-not-now")
    if refusal := strike_refusal(observation, Strike(line)):
        raise refusal
    return _looked_at(match.struck(observation, line, None)[0], "flipping")


def rotated(observation: Observation, rotate: Rotate) -> Observation:
    """Return the table as it would look with this tile turned; raise `IllegalAction`."""
    if observation.phase != "rotating":
        raise IllegalAction("seismic-not-now")
    if refusal := rotate_refusal(observation, rotate):
        raise refusal
    return _looked_at(match.rotated(observation, rotate)[0], "flipping")


def scored_through(
    observation: Observation, events: Sequence[Event]
) -> tuple[tuple[Section, ...], ...]:
    """Return the sections that scored before each of the latest events, and at last those now.

    An event that was taken back changed nothing: the table does not show it.
    """
    board = observation.board
    found = [scoring_sections(board)]
    for event in reversed(events):
        before = board
        match event:
            case TilePlaced(tile=tile, cell=cell):
                laid = board.at(cell)
                if laid is not None and laid.tile == tile:
                    before = without_tiles(board, (board.ground.numbers[cell],))
            case QuakeStruck(fallen=fallen) if not any(board.at(laid.cell) for laid in fallen):
                before = with_tiles(board, fallen)
            case TileRotated(before=unturned, after=after) if board.at(after.cell) == after:
                before = with_rotated(board, unturned)
            case _:
                pass
        found.append(found[-1] if before is board else scoring_sections(before))
        board = before
    return tuple(reversed(found))


def _is_placing(observation: Observation) -> bool:
    is_due = observation.phase in ("placing", "extending") and observation.turn > 0
    return observation.to_act is not None and is_due and not match.waits_for_line(observation)


def _looked_at(table: Observation, phase: str) -> Observation:
    """Return a table that changed, with what follows from it."""
    joined = sections(table.board)
    return but(
        table,
        phase=phase,
        sections=joined,
        lines=tuple(match.line_lengths(table.board, town) for town in range(len(table.towns))),
        points=points(joined, table.seats),
        rotations=(),
    )


class QuakeOdds(NamedTuple):
    """For a quake: how many have not come up, how many come on average, whether any comes."""

    unseen: int
    expected: Fraction
    any: Fraction


class _Stage(NamedTuple):
    """A shape of the first stage: how many in all, in the first stage, and turned up by now."""

    total: int
    staged: int
    seen: int

    def ways(self, aside: int) -> int:
        """Count the ways in which `aside` were set aside and the seen ones were turned up."""
        return comb(self.staged, aside) * perm(self.total - aside, self.seen)


def quake_odds(observation: Observation) -> Mapping[str, QuakeOdds]:
    """Return the odds of each quake that may still come, weakest first; none after the end.

    They are exact, from what everybody has seen (rules 3.2, 9 and 10). Which tiles of the first
    stage left unseen is hidden, but not every guess is equally likely: the more tiles of other
    shapes were turned up, the more quakes are missing.
    """
    if observation.outcome is not None:
        return {}
    way, unseen = observation.variant, dict(observation.unseen)
    found: dict[str, QuakeOdds] = {}
    for code in observation.buried:
        count = observation.buried.count(code)
        found[code] = QuakeOdds(count, Fraction(count), Fraction(1))
    stages = {
        tile.code: _Stage(
            tile.count * way.boxes,
            way.staged()[tile.code],
            tile.count * way.boxes - unseen.get(tile.code, 0),
        )
        for tile in BOX
        if tile.code in way.staged()
    }
    for code in stages:
        if TILES[code].kind == "quake" and code in unseen:
            found[code] = _odds(way, stages, code, unseen[code])
    return {code: odds for code, odds in sorted(found.items()) if odds.expected}


def _odds(way: Variant, stages: Mapping[str, _Stage], code: str, unseen: int) -> QuakeOdds:
    """Weigh each number of these quakes that may have been set aside."""
    # How many ways there are for each number of other shapes set aside and of quakes among them.
    rest = {(0, 0): 1}
    for other, stage in stages.items():
        if other != code:
            more: dict[tuple[int, int], int] = {}
            for (n, quakes), known in rest.items():
                for aside in range(stage.staged + 1):
                    key = n + aside, quakes + aside * (TILES[other].kind == "quake")
                    more[key] = more.get(key, 0) + known * stage.ways(aside)
            rest = more
    weights = {
        aside: sum(
            (
                stages[code].ways(aside) * ways * _opening(way, quakes + aside)
                for (n, quakes), ways in rest.items()
                if n + aside == way.set_aside
            ),
            Fraction(),
        )
        for aside in range(unseen + 1)
    }
    total = sum(weights.values(), Fraction())
    expected = sum((weight * (unseen - aside) for aside, weight in weights.items()), Fraction())
    return QuakeOdds(unseen, expected / total, 1 - weights[unseen] / total)


def _opening(way: Variant, quakes_aside: int) -> Fraction:
    """Weigh the opening: if it avoids quakes, the fewer lie in the pile, the less it says."""
    if not way.opening_quakes:
        return Fraction(1)
    quakes = sum(n for code, n in way.staged().items() if TILES[code].kind == "quake")
    pile = sum(way.later_stage().values()) + sum(way.staged().values()) - way.set_aside
    return Fraction(1, perm(pile - quakes + quakes_aside, way.opening))


def next_is_quake(observation: Observation) -> Fraction:
    """Return the chance that the next tile turned up is a quake.

    In Balance it is about the pile of the seat on turn.
    """
    odds = quake_odds(observation)
    come = sum((each.expected for each in odds.values()), Fraction())
    plain = observation.pile - sum(own.intersections for own in observation.piles)
    if not plain or not odds:
        return Fraction()
    if observation.piles:
        own = observation.piles[observation.on_turn]
        share = Fraction(own.tiles - own.intersections, own.tiles) if own.tiles else Fraction()
        return share * come / plain
    buried = len(observation.buried)
    is_bottom = observation.pile <= observation.bottom
    return come / plain if is_bottom else (come - buried) / (plain - buried)
