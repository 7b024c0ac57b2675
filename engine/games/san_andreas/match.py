"""The whole match, from the first draw to the last point (rules 2 and 4 to 7).

`go_on` is its table of contents: it alone says what follows what. A phase (`PHASES`) says who acts
in it, what is legal, and what an action does to the table; it knows no other phase. What everybody
sees is changed by functions of a `Table`, so that previews use them as well as the match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.game import Decision, Outcome, Seat, Step, clockwise, ranks
from engine.games.san_andreas import legal
from engine.games.san_andreas.actions import Begin, Epicenter, Found, Pass, Resolve, Roll, Swap
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    CoinChosen,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    MatchBegun,
    MatchEnded,
    NullSurvived,
    NullSwapped,
    QuakeBegun,
    SwapDecided,
    SwapSealed,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.ground import slid, sunken
from engine.games.san_andreas.legal import unresolved
from engine.games.san_andreas.memory import by_value, forgotten, is_open
from engine.games.san_andreas.pieces import (
    City,
    Coin,
    Die,
    LastMove,
    LeanChange,
    Ruin,
    Score,
    Shift,
    Swapped,
)
from engine.games.san_andreas.state import (
    Quake,
    Scene,
    State,
    T,
    Table,
    around,
    but,
    remember,
    without_spaces,
)
from engine.games.san_andreas.tiles import FACES, PAWNS, SHIFTS, Pawn, Tile
from engine.phase import Choice, Draw, Events, Phases, in_turn


def go_on(state: State, events: Events) -> Step[State]:
    """Go on from what was just done, as far as it goes without a draw or a choice."""
    done, dials = state.phase, state.dials
    if done == "beginning":
        return Step(but(state, turn=1, phase="playing"), events)

    # 2. A turn is over. The match ends when all have passed; the last pawn sets off a quake.
    if done == "playing":
        if not is_open(state) and state.quake is not None and state.quake.is_over:
            state = forgotten(state)
        if state.passes == state.seats:
            return _over("san-andreas-nobody-can-act", state, events)
        if None in state.pawns:
            return _next_turn(state, events)
        return _due("rolling", state, (*events, QuakeBegun(state.seat)))

    # 4. Four dice are rolled; if all are null, again. One by one they act, the last by itself.
    if done == "rolling":
        if len(state.faces) < len(PAWNS):
            return Step(state, events)
        events = (*events, DiceRolled(state.seat, state.faces))
        if not any(state.faces):
            return Step(but(state, faces=()), events)
        state = dice_lie(state)
    if done != "swapping":
        while left := unresolved(state):
            if len(left) > 1:
                return _due("ordering", state, events)
            state, told = die_acts(state, left[0], None)
            events += told

        # 5. The ground is still: islands sink. 6. Coins are turned up, nulls may be swapped.
        if dials["islands_sink"] == "before":
            state, told = islands_sink(state)
            events += told
        state, told = coins_turn_up(state)
        events += told
    if state.undecided:
        return _due("swapping", state, events)

    # 6. Every surviving city scores. 7. The match is over if a seat has no coin left in hand.
    for happens in (nulls_swapped, cities_score):
        state, told = happens(state)
        events += told
    if dials["islands_sink"] == "after":
        state, told = islands_sink(state)
        events += told
    if not all(state.hands):
        return _over("san-andreas-hand-empty", state, events)
    return _next_turn(state, events)


def _next_turn(state: State, events: Events) -> Step[State]:
    """Let the seat on the left act."""
    seat = Seat((state.seat + 1) % state.seats)
    return Step(but(state, seat=seat, turn=state.turn + 1, phase="playing"), events)


def following(table: Table, asked: Seat) -> Sequence[Seat]:
    """Return the seats whose turns come after that of the seat that is asked."""
    return () if table.phase == "swapping" else clockwise(asked, table.seats)


def _over(reason: str, state: State, events: Events) -> Step[State]:
    """End the match."""
    result = counted(state, reason)
    return Step(but(state, phase="over", outcome=result), (*events, MatchEnded(result)))


def counted(table: Table, reason: str) -> Outcome:
    """Return what each seat has; seats with equally many points share a place."""
    return Outcome(table.points, ranks(table.points), reason)


def _due(phase: str, state: State, events: Events) -> Step[State]:
    return Step(state if state.phase == phase else but(state, phase=phase), events)


# What chance brings (rules 2 and 4).


def beginnings(state: State) -> Mapping[Begin, int]:
    """Return who may play first."""
    return {Begin(seat): 1 for seat in state.starters}


def begun(state: State, begin: Begin) -> tuple[State, Events]:
    """Let a seat play first."""
    return but(state, seat=begin.seat), (MatchBegun(begin.seat),)


_ROLLS: Final[tuple[Mapping[Roll, int], ...]] = tuple(
    MappingProxyType({Roll(die, face): 1 for face in FACES}) for die in PAWNS
)


def rolls(state: State) -> Mapping[Roll, int]:
    """Return what the next die may show."""
    return _ROLLS[len(state.faces)]


def rolled(state: State, roll: Roll) -> tuple[State, Events]:
    """Let a die show a face."""
    return but(state, faces=(*state.faces, roll.face)), ()


def dice_lie(state: State) -> State:
    """Let the quake that was rolled begin: nulls count as done."""
    number = 1 if state.quake is None else state.quake.number + 1
    dice = tuple(Die(die, face, face == 0) for die, face in zip(PAWNS, state.faces, strict=True))
    before = Scene(state.ground, state.cities, state.pawns)
    return but(state, faces=(), quake=Quake(number, state.seat, dice, before))


# A turn (rules 2). Previews use this, too.


def turn_taken(table: T, action: Found | Epicenter | Pass) -> tuple[T, Events]:
    """Found a city with an own coin, set a pawn, or pass."""
    seat = table.seat
    if isinstance(action, Found):
        coin, space = action.coin, action.space
        tile, quarter = table.foundable[space]
        left = tuple([each for each in table.hands[seat] if each != coin])
        after = but(
            table,
            cities=(*table.cities, City(seat, coin, tile, quarter, space)),
            hands=(*table.hands[:seat], left, *table.hands[seat + 1 :]),
            last=LastMove(seat, "found", tile, quarter),
            passes=0,
        )
        events = CityFounded(seat, tile, quarter, space), CoinChosen(seat, coin)
        foundable = without_spaces(table.foundable, around(space))
        return remember(after, foundable, without_spaces(table.settable, (space,))), events
    if isinstance(action, Epicenter):
        pawn, space = action.pawn, action.space
        tile, quarter = spot = table.settable[space]
        place = PAWNS.index(pawn)
        after = but(
            table,
            pawns=(*table.pawns[:place], spot, *table.pawns[place + 1 :]),
            last=LastMove(seat, "epicenter", tile, quarter, pawn),
            passes=0,
        )
        remember(
            after,
            without_spaces(table.foundable, (space,)),
            without_spaces(table.settable, (space,)),
        )
        return after, (EpicenterSet(seat, pawn, tile, quarter, space),)
    return but(table, last=LastMove(seat, "pass"), passes=table.passes + 1), (TurnPassed(seat),)


# A quake (rules 4 and 5). Previews use this, too.


def running(table: Table) -> Quake:
    """Return the quake that is running, or was the latest."""
    assert table.quake is not None
    return table.quake


def die_acts(table: T, die: Pawn, by: Seat | None) -> tuple[T, Events]:
    """Shift the tile of a die's pawn, which returns to the pool."""
    quake, place = running(table), PAWNS.index(die)
    standing, face = table.pawns[place], quake.dice[place].face
    assert standing is not None
    after, shift = shifted(table, standing[0], face, die)
    done = Die(die, face, is_resolved=True)
    dice = (*quake.dice[:place], done, *quake.dice[place + 1 :])
    after = but(
        after,
        pawns=(*table.pawns[:place], None, *table.pawns[place + 1 :]),
        quake=Quake(quake.number, quake.seat, dice, quake.before, (*quake.shifts, shift)),
    )
    return after, (TileShifted(shift, by),)


def shifted(table: T, tile: Tile, face: int, die: Pawn) -> tuple[T, Shift]:
    """Shift a tile as a die of this face does, whatever stands on it; the pawns stay.

    A city is destroyed if the lean of its tile changes, and buried if its space is covered.
    """
    slide = slid(table.ground, tile, face)
    ground, standing, lost, ruins = slide.ground, list[City](), list[City](), list[Ruin]()
    for city in table.cities:
        rides = city.tile == tile
        now = city.carried(ground.space(tile, city.quarter)) if rides else city
        if now.tile in slide.leans:
            ruins.append(_ruin(now, "destroyed"))
            lost.append(now)
        elif ground.stacks[now.space][-1] != now.tile:
            ruins.append(_ruin(now, "buried"))
            lost.append(now)
        else:
            standing.append(now)
    direction, edge = SHIFTS[face]
    shift = Shift(
        die,
        face,
        tile,
        direction,
        edge,
        table.ground.corners[tile],
        ground.corners[tile],
        slide.over,
        slide.under,
        tuple(LeanChange(each, old, ground.leans[each]) for each, old in slide.leans.items()),
        tuple(ruins),
    )
    after = but(table, ground=ground, cities=tuple(standing), lost=_with_lost(table.lost, lost))
    return after, shift


def _ruin(city: City, how: str) -> Ruin:
    return Ruin(city.seat, city.tile, city.quarter, city.space, how)


def _with_lost(
    lost: tuple[tuple[Coin, ...], ...], cities: Sequence[City]
) -> tuple[tuple[Coin, ...], ...]:
    """Return the lost coins with those of `cities`."""
    if not cities:
        return lost
    heaps = [list(coins) for coins in lost]
    for city in cities:
        heaps[city.seat].append(Coin(city.value, city.is_shown))
    return tuple(tuple(sorted(heap, key=by_value)) for heap in heaps)


def islands_sink(table: T) -> tuple[T, Events]:
    """Let tiles without a way to the land sink with their cities; pawns on them are free."""
    tiles = table.ground.adrift
    if not tiles:
        return table, ()
    lost = [city for city in table.cities if city.tile in tiles]
    sunk = tuple(table.ground.laid(tile) for tile in tiles)
    drowned = tuple(_ruin(city, "sunk") for city in lost)
    after = but(
        table,
        ground=sunken(table.ground, tiles),
        cities=tuple(city for city in table.cities if city.tile not in tiles),
        pawns=tuple(None if on is None or on[0] in tiles else on for on in table.pawns),
        lost=_with_lost(table.lost, lost),
        quake=replace(running(table), sunk=sunk, drowned=drowned),
    )
    return after, (IslandsSank(sunk, drowned),)


# The scoring (rules 6).


def coins_turn_up(state: State) -> tuple[State, Events]:
    """Turn all coins up, and ask each seat that has a null on the board and may swap it."""
    nulls = [city for city in state.cities if city.value == 0 and state.lost[city.seat]]
    after = but(
        state,
        cities=tuple([city.turned_up() for city in state.cities]),
        asked=tuple(sorted(city.seat for city in nulls)),
        swaps=(None,) * state.seats,
    )
    return after, tuple(
        NullSurvived(each.seat, each.tile, each.quarter, each.space) for each in nulls
    )


def swap_decided(state: State, seat: Seat, swap: Swap) -> tuple[State, Events]:
    """Let a founder decide on its null; anew until the last one has decided."""
    decided = but(state, swaps=(*state.swaps[:seat], swap, *state.swaps[seat + 1 :]))
    return decided, (SwapDecided(seat), SwapSealed(seat, swap.coin))


def nulls_swapped(state: State) -> tuple[State, Events]:
    """Replace the nulls that are swapped, all at once; they leave for good."""
    if not state.asked:
        return state, ()
    cities, lost, swaps = list(state.cities), list(state.lost), running(state).swaps
    for seat in state.asked:
        swap = state.swaps[seat]
        if swap is not None and swap.coin is not None:
            place = next(n for n, city in enumerate(cities) if (city.seat, city.value) == (seat, 0))
            cities[place] = replace(cities[place], value=swap.coin)
            left = [coin for coin in lost[seat] if coin.value != swap.coin]
            lost[seat] = (Coin(0, is_shown=True), *left)
            swaps = (*swaps, Swapped(seat, cities[place].space, swap.coin))
    after = but(
        state,
        cities=tuple(cities),
        lost=tuple(lost),
        quake=replace(running(state), swaps=swaps),
        asked=(),
        swaps=(None,) * state.seats,
    )
    return after, tuple(NullSwapped(each) for each in swaps)


def cities_score(state: State) -> tuple[State, Events]:
    """Score every surviving city."""
    scored = scores(state)
    gained = [0] * state.seats
    for each in scored:
        gained[each.seat] += each.points
    points = tuple(own + more for own, more in zip(state.points, gained, strict=True))
    quake = replace(running(state), scores=scored, is_over=True)
    event = CitiesScored(scored, tuple(gained), points)
    return but(state, points=points, quake=quake), (event,)


def scores(table: Table) -> tuple[Score, ...]:
    """Return what every city would score now: its value less the spaces before the ocean.

    `value` is None where the viewer doesn't know it; then `points` is 0, `distance` still true.
    """
    scored = []
    for city in table.cities:
        way, value = table.ground.path_to_ocean(city.space), city.value
        direction, distance, coast = way or (None, None, None)
        points = 0 if distance is None or value is None else max(0, value - distance)
        where = (city.seat, city.tile, city.quarter, city.space)
        scored.append(Score(*where, value, direction, distance, coast, points))
    return tuple(scored)


def die_chosen(table: T, resolve: Resolve) -> tuple[T, Events]:
    """Let the seat that caused the quake choose the die that acts."""
    return die_acts(table, resolve.die, table.seat)


def swapping(state: State) -> Decision:
    """Let those decide on their nulls who haven't yet; the others may decide anew."""
    waiting = frozenset(state.undecided)
    return Decision(waiting, optional=frozenset(state.asked) - waiting, is_sealed=True)


PHASES: Final[Phases[State]] = MappingProxyType(
    {
        # chance:          what may come   what it does
        "beginning": Draw(beginnings, begun),
        "rolling": Draw(rolls, rolled),
        # a seat:             what is legal  why not              what it does
        "playing": in_turn((Found, Epicenter, Pass), legal.turns, legal.turn_refusal, turn_taken),
        "ordering": in_turn((Resolve,), legal.dice, legal.die_refusal, die_chosen),
        # several seats at the same time, the same for each
        "swapping": Choice(swapping, (Swap,), legal.swaps, legal.swap_refusal, swap_decided),
    }
)
