"""The public message after each move: who must act, what happened, picture, buttons."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.games.custom_ids import about_match
from bot.games.people import (
    absentees,
    is_person,
    mention,
    name,
    player_ids,
    since_people,
    standings,
    tally,
)
from bot.games.san_andreas import pictures
from bot.games.san_andreas.news import gained, islands, pointed, revealed, sentence, worth_a_line
from bot.games.san_andreas.phases import PHASES
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import dice_named, match_name, pawns_named, space_name
from bot.games.screen import Button, Image, Post, Row
from bot.games.speech import and_list
from engine.game import Event, Seat
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    MatchEnded,
    NullSurvived,
    QuakeBegun,
    SwapDecided,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.memory import shown_again
from engine.games.san_andreas.pieces import Ruin, Shift
from engine.games.san_andreas.tiles import Pawn, Quarter, Tile

SHORT: Final = 3
"""Lines of what happened that stand before the board."""
FEW: Final = 4
"""Up to how many lost cities are named one by one."""
SUMMED: Final = (CitiesScored, IslandsSank, MatchEnded, NullSurvived, TileShifted)
"""What is told in sums, or by the question that it leads to."""
OF_THE_QUAKE: Final = (QuakeBegun, DiceRolled, TileShifted, IslandsSank)


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    is_there = {mover(news)} - {*absentees(view)}
    pinged = tuple(
        seat for seat in view.observation.to_act if is_person(view, seat) and seat not in is_there
    )
    short, happened = briefly(view, news), in_full(view, news)
    # A locked phone shows the first line: who must act, what was done.
    lines = [" ".join([_asked(view, pinged), *short[:1]]), *short[1:], small_line(view)]
    return Post(
        "\n".join(line for line in lines if line),
        image(view, news),
        buttons(view),
        player_ids(view, pinged),
        happened=() if short == happened else tuple(happened),
    )


def mover(news: Sequence[Event]) -> Seat | None:
    """Return whose turn the news is about."""
    turns = (
        event.seat
        for event in reversed(news)
        if isinstance(event, CityFounded | EpicenterSet | TurnPassed | QuakeBegun)
    )
    return next(turns, None)


def image(view: View, news: Sequence[Event]) -> Image:
    """Return the table, or the quake that has just been, or how it scored after a swap."""
    quake = view.observation.quake
    if quake is None or view.observation.phase in ("rolling", "ordering"):
        return pictures.public_board(view, _moved(view, news))
    scored = [each.scores for each in news if isinstance(each, CitiesScored) and each.scores]
    if scored and quake.is_over:
        # The next turn may have hidden again what is told here.
        view = replace(view, observation=shown_again(view.observation, scored[-1]))
    if any(isinstance(event, TileShifted) for event in news):
        return pictures.shaking(view)
    return pictures.scored(view) if scored else pictures.public_board(view, _moved(view, news))


def _moved(view: View, news: Sequence[Event]) -> Iterator[Pawn | tuple[Tile, Quarter]]:
    """Yield what computer players have set and where they founded since people did something."""
    for event in since_people(view, news, _actor):
        if isinstance(event, EpicenterSet):
            yield event.pawn
        elif isinstance(event, CityFounded):
            yield event.tile, event.quarter


def _actor(event: Event) -> Seat | None:
    if isinstance(event, CityFounded | EpicenterSet | TurnPassed | SwapDecided):
        return event.seat
    return None


def _asked(view: View, pinged: Sequence[Seat]) -> str:
    words, seats = view.words, view.observation.to_act
    if not seats:
        return words.say("**The match is over.**")
    called = [mention(view, s) if s in pinged else f"**{name(view, s)}**" for s in seats]
    who = and_list(words, called)
    if not any(is_person(view, seat) for seat in seats):
        return words.say("Next: {who}.", who=who)
    due = PHASES.due(view)
    return due.wanted(view, who) if due else ""


def briefly(view: View, news: Sequence[Event]) -> list[str]:
    """Return the most important of what happened: quakes and points as sums, the latest turns."""
    events = worth_a_line(news)
    lines: list[tuple[int, str]] = []
    shaken = [number for number, event in enumerate(events) if isinstance(event, TileShifted)]
    last = shaken[-1] if shaken else -1
    if shaken:
        lines.append((last, _lost(view, events, last)))
    scored = [n for n, event in enumerate(events) if isinstance(event, CitiesScored)]
    if scored:
        gains = [event.gained for event in events if isinstance(event, CitiesScored)]
        lines.append((scored[-1], gained(view, [sum(each) for each in zip(*gains, strict=True)])))
    turns = [
        (number, sentence(view, event))
        for number, event in enumerate(events)
        if not isinstance(event, SUMMED)
        and not (number < last and isinstance(event, DiceRolled))
        and not (scored and isinstance(event, SwapDecided))
    ]
    return [line for _, line in sorted([*lines, *turns[-(SHORT - len(lines)) :]])]


def _lost(view: View, events: Sequence[Event], last: int) -> str:
    """Return "**Quake 3**, set off by Cleo. Cities lost: Ann D1c.": of several quakes the sum.

    `last` is where the last shift stands; the dice of yet another quake may lie behind it.
    """
    words, quake = view.words, view.observation.quake
    if quake is None:
        return ""
    rolls = [n for n, event in enumerate(events) if isinstance(event, DiceRolled)]
    begun = max((n for n in rolls if n < last), default=0)
    rolled, number = events[begun], quake.number
    ruins = [ruin for event in events for ruin in _ruins(event)]
    if max(rolls, default=0) <= begun:
        # Its first dice may have acted before the news begins.
        ruins = [ruin for event in events[:begun] for ruin in _ruins(event)]
        ruins += [*(ruin for shift in quake.shifts for ruin in shift.ruins), *quake.drowned]
    else:
        number -= 1
    earlier = sum(isinstance(event, CitiesScored) for event in events[:begun])
    if earlier:
        head = words.say("**Quakes {first} to {n}**.", first=number - earlier, n=number)
    else:
        who = name(view, rolled.seat if isinstance(rolled, DiceRolled) else quake.seat)
        head = words.say("**Quake {n}**, set off by {who}.", n=number, who=who)
    if not ruins:
        return f"{head} {words.say('No city was lost.')}"
    lost = [f"{space_name(each.tile, each.quarter)} ({name(view, each.seat)})" for each in ruins]
    if len(ruins) > FEW:
        seats = sorted({each.seat for each in ruins})
        counts = ((seat, sum(each.seat == seat for each in ruins)) for seat in seats)
        lost = [tally(words, name(view, seat), n) for seat, n in counts]
    cities = ", ".join(lost)
    fallen = words.count(
        "City lost: {cities}.", "Cities lost: {cities}.", len(ruins), cities=cities
    )
    return f"{head} {fallen}"


def _ruins(event: Event) -> tuple[Ruin, ...]:
    match event:
        case TileShifted(shift):
            return shift.ruins
        case IslandsSank(_, drowned):
            return drowned
        case _:
            return ()


def in_full(view: View, news: Sequence[Event]) -> list[str]:
    """Return all that happened; the latest quake as a whole, one numbered line for each shift."""
    events = worth_a_line(news)
    if any(isinstance(event, CitiesScored) for event in events):
        # The scored cities show what the players who might swap a null decided.
        events = [event for event in events if not isinstance(event, SwapDecided)]
    if not any(isinstance(event, TileShifted) for event in events):
        return _sentences(view, events)
    # Where the latest quake begins: there may be several in a row.
    rolled = [n for n, event in enumerate(events) if isinstance(event, DiceRolled)]
    shaking = (n for n, event in enumerate(events) if isinstance(event, OF_THE_QUAKE))
    first = rolled[-1] if rolled else next(shaking)
    after = [event for event in events[first:] if not isinstance(event, OF_THE_QUAKE)]
    return [*_sentences(view, events[:first]), *report(view), *_sentences(view, after)]


def _sentences(view: View, events: Sequence[Event]) -> list[str]:
    """Return each event as a sentence; below a scoring the coins that were revealed."""
    return [
        line
        for event in events
        for line in (
            sentence(view, event),
            *(revealed(view, event.scores) if isinstance(event, CitiesScored) else ()),
        )
    ]


def report(view: View, tell: Callable[[View, Shift], str] = pointed) -> list[str]:
    """Return the latest quake as a whole, even if earlier messages told a part of it."""
    quake = view.observation.quake
    if quake is None:
        return []
    head = view.words.say(
        "**Quake {n}**, set off by {who}: {dice}.",
        n=quake.number,
        who=name(view, quake.seat),
        dice=dice_named(view.words, [(each.die, each.face) for each in quake.dice]),
    )
    # No markdown list: what stands below it would become part of its last item.
    steps = [f"{n}\\. {tell(view, each)}" for n, each in enumerate(quake.shifts, 1)]
    sunk = [islands(view, quake.sunk, quake.drowned)] if quake.sunk else []
    return [head, *steps, *sunk]


def small_line(view: View) -> str:
    """Return "-# San Andreas 42 · turn 19 · points: Ann ■ 4, Bob ▲ 2 · pawns left: Sun, …"."""
    words, observation = view.words, view.observation
    turn = words.say("turn {n}", n=observation.turn)
    pool = pawns_named(words, observation.pool)
    count = len(observation.pool)
    free = (
        [words.count("pawn left: {pawns}", "pawns left: {pawns}", count, pawns=pool)]
        if pool
        else []
    )
    return f"-# {' · '.join([match_name(view), turn, standings(view), *free])}"


def buttons(view: View) -> tuple[Row, ...]:
    """Return the public buttons: the first tap of the wizard."""
    due = PHASES.due(view)
    heights = Button(view.words.say("Seen from the ocean"), about_match("heights", view.match))
    if due is None:
        return () if view.observation.phase == "over" else (Row((heights,)),)
    return tuple(Row((*row.buttons, heights)) for row in due.rows(view))


def cover(view: View) -> str:
    """Return one line for the cover: turn, who is to move, standings."""
    words, observation = view.words, view.observation
    if not observation.to_act:
        return standings(view)
    turn = words.say("Turn {n}", n=observation.turn)
    names = and_list(words, [f"**{name(view, seat)}**" for seat in observation.to_act])
    return " · ".join([turn, words.say("{who} to move", who=names), standings(view)])


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    words, observation = view.words, view.observation
    if not observation.to_act:
        return words.say("the match is over")
    if view.viewer in observation.to_act:
        return words.say("turn {n}, your move", n=observation.turn)
    who = and_list(words, [name(view, seat) for seat in observation.to_act])
    return words.say("turn {n}, {who} to move", n=observation.turn, who=who)
