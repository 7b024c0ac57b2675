"""The whole match, from the first draw to the last point (rules 3 to 9).

`go_on` is its table of contents: it alone says what follows what. A phase (`PHASES`) says who acts
in it, what is legal, and what an action does to the table; it knows no other phase. What lies open
is changed by functions of a `Table`, so that previews use them as well as the match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import Final, TypeVar, cast

from engine.game import Seat, Step, clockwise
from engine.games.seismic import legal
from engine.games.seismic.actions import (
    Begin,
    EndTurn,
    Flip,
    KeepAll,
    Place,
    Placing,
    Rotate,
    Rotating,
    SetAside,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.board import Board, with_rotated, with_tile, without_tiles
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
from engine.games.seismic.legal import after_rotation, any_fits, any_turns, turned
from engine.games.seismic.pieces import Crew, Laid, OwnPile, Quake, Rising, Rotated
from engine.games.seismic.sections import outcome, points, scoring_sections
from engine.games.seismic.state import State, T, Table, but, remember
from engine.games.seismic.tiles import TILES
from engine.phase import Draw, Events, Phases, in_turn

K = TypeVar("K")


def go_on(state: State, events: Events) -> Step[State]:
    """Go on from what was just done, as far as it goes without a draw or a choice."""
    done, way = state.phase, state.variant

    # 3. Setup: some tiles leave unseen, some lie face up before the first turn.
    if not state.turn:
        if done == "opening":
            is_opened = len(state.display) == way.opening
            return _due("flipping", _dealt(state), events) if is_opened else Step(state, events)
        if done == "setting_aside" and len(state.boxed) == way.set_aside:
            return _due("opening", _piled(state), events)
        return _due("setting_aside", state, events)

    # 4.3, 4.4 and 7. A tile was built: a second one, the end, or the turn of the next seat.
    if done in ("placing", "extending"):
        if done == "placing" and may_follow(state):
            return _due("extending", state, events)
        if not state.board.strands:
            return _over("seismic-nothing-open", state, events)
        return _next_turn(state, events)

    # 6. A quake strikes every town, the longest line out of each.
    if done in ("choosing_town", "striking") or state.rising:
        while waits_for_line(state) or state.rising:
            if waits_for_line(state):
                line, *others = state.quakes[-1].tied
                if others:
                    return _due("striking", state, events)
                state, told = struck(state, line, None)
            elif done == "flipping" and len(rising(state).towns) == len(state.towns) > 1:
                return _due("choosing_town", state, (*events, QuakeRose(rising(state).tile)))
            else:
                state, told = lines_counted(state, rising(state).towns[0])
            events += told
        # 9, Aftershocks. Then every seat may turn a tile.
        if way.rotations:
            state = but(state, asked=(state.on_turn, *clockwise(state.on_turn, state.seats)[:-1]))
    if state.asked:
        if any_turns(state.board, turned(state)):
            return _due("rotating", state, events)
        state = but(state, asked=())

    # 4.1 and 4.2. Tiles are turned up until one can be built.
    return _offer(state, events)


def _offer(state: State, events: Events) -> Step[State]:
    """Let a tile be turned up, or one be built; what fits nowhere leaves the game."""
    if state.variant.own_piles:
        if any_fits(state.board, state.display):
            return _due("placing", state, events)
        if state.drawn is not None:
            state, events = _nothing_fits(state, (state.drawn,), events)
            if state.piles[state.on_turn].tiles:
                return _due("flipping", state, events)
        return _next_turn(state, (*events, NothingPlaced(state.on_turn)))
    if len(state.display) < state.variant.display and state.pile:
        return _due("flipping", state, events)
    if state.display and any_fits(state.board, state.display):
        return _due("placing", state, events)
    if state.display:
        state, events = _nothing_fits(state, state.display, events)
        if state.pile:
            return _due("flipping", state, events)
    return _over("seismic-pile-empty", state, events)


def _next_turn(state: State, events: Events) -> Step[State]:
    """Begin the turn of the next seat; with own piles, of the next that has one left."""
    seat = Seat((state.on_turn + 1) % state.seats)
    if state.variant.own_piles:
        if not any(own.tiles for own in state.piles):
            return _over("seismic-pile-empty", state, events)
        while not state.piles[seat].tiles:
            seat = Seat((seat + 1) % state.seats)
    begun = but(state, on_turn=seat, turn=state.turn + 1, phase="flipping")
    return Step(begun, events) if state.variant.own_piles else _offer(begun, events)


def following(table: Table, asked: Seat) -> Sequence[Seat]:
    """Return the seats that come after the one that is asked, unless a choice of its own does."""
    match table.phase:
        case "placing" | "extending":
            seats = clockwise(asked, table.seats)
            return [seat for seat in seats if not table.piles or table.piles[seat].tiles]
        case "rotating":
            return (*table.asked[1:], table.on_turn)
        case _:
            return ()


def _over(reason: str, state: State, events: Events) -> Step[State]:
    """Count the points: the match is over (rules 7 and 8)."""
    result = outcome(points(scoring_sections(state.board), state.seats), reason)
    over = but(state, phase="over", outcome=result)
    return Step(over, (*events, MatchEnded(result, state.boxed)))


def _due(phase: str, state: State, events: Events) -> Step[State]:
    return Step(state if state.phase == phase else but(state, phase=phase), events)


def _nothing_fits(state: State, gone: tuple[str, ...], events: Events) -> tuple[State, Events]:
    """Let the last tiles of the display leave the game."""
    kept, discarded = state.display[: -len(gone)], state.discarded + gone
    left = but(state, display=kept, discarded=discarded, drawn=None)
    return left, (*events, NothingFitted(gone))


# What chance brings. The piles have no order: a tile is drawn when it is turned up.


def begun(state: State, action: Begin) -> tuple[State, Events]:
    """Let a seat play first (rules 3.4)."""
    return but(state, on_turn=action.seat), (MatchBegun(action.seat),)


def set_aside(state: State, action: SetAside) -> tuple[State, Events]:
    """Let a tile of the first stage leave unseen (rules 3.2)."""
    rest, boxed = bag_without(state.first_stage, action), (*state.boxed, action.tile)
    return but(state, first_stage=rest, boxed=boxed), (TileSetAside(action.tile),)


def _piled(state: State) -> State:
    """Put what is left of the first stage into the pile."""
    pile = dict(state.pile)
    for aside, count in state.first_stage.items():
        pile[Flip(aside.tile)] = pile.get(Flip(aside.tile), 0) + count
    return but(state, first_stage={}, pile=pile)


def openings(state: State) -> Mapping[Flip, int]:
    """Return what may lie face up before the first turn (rules 3.3 and 9)."""
    if not state.variant.opening_quakes:
        return state.pile
    return {flip: n for flip, n in state.pile.items() if TILES[flip.tile].kind != "quake"}


def opened(state: State, flip: Flip) -> tuple[State, Events]:
    """Turn a tile up before the first turn; a quake leaves without effect (rules 3.3)."""
    is_quake = TILES[flip.tile].kind == "quake"
    return drawn(state, flip), (QuakeLeft(flip.tile) if is_quake else TileFlipped(flip.tile),)


def _dealt(state: State) -> State:
    """Begin the first turn; with own piles, these are dealt before."""
    if not state.variant.own_piles:
        return but(state, turn=1)
    apart = sum(state.apart.values())
    each = OwnPile((sum(state.pile.values()) + apart) // state.seats, apart // state.seats)
    return but(state, turn=1, piles=(each,) * state.seats)


def drawable(state: State) -> Mapping[Flip, int]:
    """Return what may be turned up, with weights.

    Own piles (rules 9, Balance) are dealt as they are drawn: a seat knows how many intersections
    it has left, so the next tile is one of those that nobody drew yet with just that chance.
    """
    if not state.variant.own_piles:
        return state.pile
    own = state.piles[state.on_turn]
    others, apart = own.tiles - own.intersections, own.intersections
    # Each kind's share of the pile, times its share among all that are left of the kind.
    others *= sum(state.apart.values()) or 1
    apart *= sum(state.pile.values()) or 1
    outcomes = {flip: n * others for flip, n in state.pile.items()} if others else {}
    return outcomes | {flip: n * apart for flip, n in state.apart.items()} if apart else outcomes


def drawn(state: State, flip: Flip) -> State:
    """Take a tile off the pile, or off the own one: on display, or to the discarded quakes.

    The tiles apart belong to the bottom of the common pile, with some of the others (rules 9, The
    Big One). They join the pile when no more than those others are left in it.
    """
    display, discarded, tile, offered = state.display, state.discarded, flip.tile, None
    if TILES[tile].kind == "quake":
        discarded = (*discarded, tile)
    else:
        display, offered = (*display, tile), tile
    if not state.piles:
        pile, apart = bag_without(state.pile, flip), state.apart
        if apart and sum(pile.values()) == state.variant.mixed:
            pile, apart = {**pile, **apart}, {}
        return but(state, pile=pile, apart=apart, display=display, discarded=discarded)
    seat, own = state.on_turn, state.piles[state.on_turn]
    is_apart = flip in state.apart
    left = OwnPile(own.tiles - 1, own.intersections - is_apart)
    return but(
        state,
        pile=state.pile if is_apart else bag_without(state.pile, flip),
        apart=bag_without(state.apart, flip) if is_apart else state.apart,
        piles=(*state.piles[:seat], left, *state.piles[seat + 1 :]),
        display=display,
        discarded=discarded,
        drawn=offered,
    )


def flipped(state: State, flip: Flip) -> tuple[State, Events]:
    """Turn a tile up: it lies on offer, or a quake rises (rules 4.1)."""
    state, tile = drawn(state, flip), flip.tile
    if TILES[tile].kind != "quake":
        return state, (TileFlipped(tile),)
    return but(state, rising=Rising(tile, tuple(range(len(state.towns))))), ()


def bag_without(bag: Mapping[K, int], one: K) -> Mapping[K, int]:
    """Return a bag without one piece."""
    rest = cast("dict[K, int]", bag).copy()  # a copy keeps the hashes, dict() may not
    if (left := rest[one] - 1) > 0:
        rest[one] = left
    else:
        del rest[one]
    return rest


# What a seat does to the table. Everything here is open: previews use it as it is.


def placed(table: T, place: Place) -> tuple[T, Events]:
    """Build a face-up tile, with a crew or without (rules 4.3 and 4.4)."""
    seat, crews = table.on_turn, table.crews
    who: tuple[Crew, ...] = ()
    if place.crew is not None:
        who = (Crew(seat, place.crew),)
        crews = (*crews[:seat], crews[seat] - 1, *crews[seat + 1 :])
    laid = Laid(place.cell, place.tile, place.turn, who)
    index, board = table.display.index(place.tile), with_tile(table.board, laid)
    after = but(
        table,
        tiles=board.tiles,
        display=table.display[:index] + table.display[index + 1 :],
        crews=crews,
        last=laid,
        last_by=seat,
        quakes=(),
        rotated=(),
        drawn=None,
    )
    event = TilePlaced(seat, place.tile, place.cell, place.turn, place.crew)
    return remember(after, board), (event,)


def may_follow(table: Table) -> bool:
    """Say whether a second tile may follow the first, which is just built (Road Crew's Dilemma)."""
    is_bare = table.last is not None and not table.last.crews
    return table.variant.second_tile and is_bare and any_fits(table.board, table.display)


def second(table: T, action: Placing) -> tuple[T, Events]:
    """Build a second tile, or none (rules 9, Road Crew's Dilemma)."""
    if isinstance(action, EndTurn):
        return table, (SecondDeclined(table.on_turn),)
    return placed(table, action)


def lines_counted(table: T, town: int) -> tuple[T, Events]:
    """Let the quake count the lines out of a town (rules 6): the longest is struck."""
    tile, towns = rising(table).tile, rising(table).towns
    rest = tuple(each for each in towns if each != town)
    counts = line_lengths(table.board, town)
    longest = max(counts)
    tied = tuple(line for line, count in enumerate(counts) if count == longest and longest)
    quakes = (*table.quakes, Quake(tile, counts, tied, None, (), town))
    after = but(table, quakes=quakes, rising=Rising(tile, rest) if rest else None)
    return after, (QuakeFlipped(tile, tied, town),)


def struck(table: T, line: int, by: Seat | None) -> tuple[T, Events]:
    """Let the quake take the nearest tiles of a line, and give their crews back (rules 6)."""
    quake = table.quakes[-1]
    cells = can_fall(table.board, quake.town, line)[: TILES[quake.tile].value]
    fallen = tuple(table.board.built[cell][0] for cell in cells)
    board, home = without_tiles(table.board, cells), list(table.crews)
    for crew in (crew for laid in fallen for crew in laid.crews):
        home[crew.seat] += 1
    after = but(
        table,
        tiles=board.tiles,
        crews=tuple(home),
        discarded=(*table.discarded, *(laid.tile for laid in fallen)),
        quakes=(*table.quakes[:-1], replace(quake, line=line, fallen=fallen)),
    )
    event = QuakeStruck(quake.tile, line, fallen, quake.lengths, by, quake.town)
    return remember(after, board), (event,)


def rotated(table: T, action: Rotating) -> tuple[T, Events]:
    """Turn a tile where it lies, or none (rules 9, Aftershocks)."""
    seat, *asked = table.asked
    if isinstance(action, KeepAll):
        return but(table, asked=tuple(asked)), (AllKept(seat),)
    before = table.board.built[table.board.ground.numbers[action.cell]][0]
    laid = after_rotation(before, action.turn)
    board, done = (
        with_rotated(table.board, laid),
        Rotated(len(table.quakes) - 1, seat, before, laid),
    )
    after = but(table, tiles=board.tiles, asked=tuple(asked), rotated=(*table.rotated, done))
    return remember(after, board), (TileRotated(seat, before, laid),)


def town_chosen(table: T, first: StrikeFirst) -> tuple[T, Events]:
    """Let the seat on turn say which town comes first (rules 9, Twin Cities)."""
    chosen = TownChosen(table.on_turn, rising(table).tile, first.town)
    after, told = lines_counted(table, first.town)
    return after, (chosen, *told)


def line_chosen(table: T, strike: Strike) -> tuple[T, Events]:
    """Let the seat on turn say which of the tied lines is struck (rules 6)."""
    return struck(table, strike.line, table.on_turn)


def waits_for_line(table: Table) -> bool:
    """Say whether a quake has counted its lines and struck none of them yet."""
    return bool(table.quakes and table.quakes[-1].line is None and table.quakes[-1].tied)


def rising(table: Table) -> Rising:
    """Return the quake that has a town still to strike."""
    assert table.rising is not None
    return table.rising


def line_lengths(board: Board, town: int) -> tuple[int, ...]:
    """Return the number of tiles on each line out of a town, gaps ignored."""
    built = board.built
    return tuple(sum(cell in built for cell in ray) for ray in board.ground.rays[town])


def can_fall(board: Board, town: int, line: int) -> tuple[int, ...]:
    """Return the cells, by number, of the tiles on a line that can fall, nearest first.

    Another town on the line counts as a tile of it, but never falls (rules 9).
    """
    ray = (cell for cell in board.ground.rays[town][line] if cell in board.built)
    return tuple(cell for cell in ray if board.built[cell][0].tile != "SA")


PHASES: Final[Phases[State]] = MappingProxyType(
    {
        # chance:          what may come   what it does
        "beginning": Draw(lambda state: dict.fromkeys(map(Begin, state.starters), 1), begun),
        "setting_aside": Draw(attrgetter("first_stage"), set_aside),
        "opening": Draw(openings, opened),
        "flipping": Draw(drawable, flipped),
        # a seat:               what is legal      why not            what it does
        "placing": in_turn((Place,), legal.first_tiles, legal.place_refusal, placed),
        "extending": in_turn((Place, EndTurn), legal.second_tiles, legal.place_refusal, second),
        "choosing_town": in_turn((StrikeFirst,), legal.towns, legal.town_refusal, town_chosen),
        "striking": in_turn((Strike,), legal.strikes, legal.strike_refusal, line_chosen),
        "rotating": in_turn(
            (Rotate, KeepAll), legal.rotations_or_none, legal.rotate_refusal, rotated
        ),
    }
)
