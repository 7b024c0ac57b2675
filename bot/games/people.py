"""Who sits at the table, as every title names them; who won, and how one says it."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Final, TypeVar, cast

from bot.games.names import escaped_name, shortened
from bot.games.panel import AnyView
from bot.games.speech import and_list, capitalised
from bot.locale.localisation import Words, mark
from bot.table.ids import PlayerId
from bot.table.match.match import Chair, StandIn, Status
from engine.errors import EngineError
from engine.game import AS_IT_STANDS, Event, Outcome, Seat

S = TypeVar("S", bound=Callable[..., str])

SHAPES: Final = ("■", "▲", "◆", "●", "★")
"""The shapes of the seats, as in the pictures."""

MACHINE: Final = "\N{GEAR}"
"""The mark of a computer player, behind its shape."""

SEAT_COLOURS: Final = (0x1E5A96, 0xF0671F, 0xFEDD3F, 0xF593CC, 0x23262A)
LONGEST_LABEL: Final = 14
"""Names on buttons and in pictures."""

PLANNED: Final = mark("(planned)")
"""Stands behind the sentence of a move that was planned ahead."""
STANDS_IN: Final = MappingProxyType(
    {
        StandIn.TIME_UP: mark("(computer, time was up)"),
        StandIn.HOLIDAY: mark("(computer, on holiday)"),
        StandIn.VOTE: mark("(computer, by vote)"),
        StandIn.MODERATORS: mark("(computer, by the moderators)"),
        StandIn.OFFERED: mark("(computer, seat on offer)"),
        StandIn.FOR_GOOD: mark("(computer)"),
    }
)
"""Stands behind the name of a player for whom a computer player moved."""


def chair(view: AnyView, seat: Seat) -> Chair:
    """Return who sits there."""
    return view.match.chairs[seat]


def name(view: AnyView, seat: Seat) -> str:
    """Return a player's name for a message, escaped."""
    return escaped_name(chair(view, seat).name)


def numbered(view: AnyView, title: str) -> str:
    """Return "Seismic 42"; a position of no table, as in a puzzle, has the title alone."""
    return f"{title} {view.match.id}" if view.match.id else title


def short_name(view: AnyView, seat: Seat) -> str:
    """Return a player's name for a button or a picture, cut."""
    return shortened(chair(view, seat).name, LONGEST_LABEL)


def is_machine(sitter: Chair) -> bool:
    """Say whether a computer player sits here that was never a person."""
    return not sitter.had_person and sitter.agent is not None


def machines(view: AnyView) -> frozenset[int]:
    """Return the seats of computer players, which pictures mark."""
    return frozenset(seat for seat, each in enumerate(view.match.chairs) if is_machine(each))


def shape(view: AnyView, seat: int) -> str:
    """Return "▲" for the shape of a seat in the pictures, with the mark of a computer player."""
    return f"{SHAPES[seat]}{MACHINE}" if is_machine(view.match.chairs[seat]) else SHAPES[seat]


def is_person(view: AnyView, seat: Seat) -> bool:
    """Say whether a person sits here, who can be pinged."""
    taken = chair(view, seat)
    return taken.player is not None and taken.agent is None


def since_people(
    view: AnyView, news: Sequence[Event], actor: Callable[[Event], Seat | None]
) -> Sequence[Event]:
    """Return what happened after the last thing that a person did: a run of computer players.

    `actor` says whose choice made an event, None: nobody's.
    """
    stood_in = [event for each in view.absent if each.stand_in for event in each.events]
    last = max(
        (
            number
            for number, event in enumerate(news)
            if (seat := actor(event)) is not None
            and chair(view, seat).mover is None
            and not any(event is each for each in stood_in)
        ),
        default=-1,
    )
    return news[last + 1 :]


def mention(view: AnyView, seat: Seat) -> str:
    """Return a ping."""
    return f"<@{chair(view, seat).player}>"


def absentees(view: AnyView) -> tuple[Seat, ...]:
    """Return the seats for which some of the news was done: their players weren't there."""
    return tuple(dict.fromkeys(each.seat for each in view.absent))


def doer(view: AnyView, seat: Seat, *done: Event) -> str:
    """Return "**Cleo**" as the one who did this, or "**Cleo** (computer, time was up)"."""
    own = (each for each in view.absent if each.seat == seat and each.stand_in)
    known = (each.stand_in for each in own if any(a is b for a in each.events for b in done))
    return _stood_in(view, seat, next(known, None))


def _stood_in(view: AnyView, seat: Seat, why: StandIn | None) -> str:
    bold = f"**{name(view, seat)}**"
    return bold if why is None else f"{bold} {view.words.say(STANDS_IN[why])}"


def untold_absence(view: AnyView, news: Sequence[Event], text: str) -> tuple[str, ...]:
    """Return lines that say what of the news was done for absent players, if a text doesn't."""
    words, lines = view.words, list[str]()
    known = [each for each in view.absent if any(a is b for a in each.events for b in news)]
    planned = [each.seat for each in known if each.stand_in is None]
    if text.count(words.say(PLANNED)) < len(planned):
        # Where much happened the text has no sentence for each of them.
        who = ", ".join(name(view, seat) for seat in dict.fromkeys(planned))
        lines.append(words.say("-# Planned ahead: {who}.", who=who))
    stood_in = [_stood_in(view, each.seat, each.stand_in) for each in known if each.stand_in]
    if untold := [each for each in dict.fromkeys(stood_in) if each not in text]:
        lines.append(words.say("-# Stand-ins: {who}.", who=", ".join(untold)))
    return tuple(lines)


def marked_if_planned(sentence: S) -> S:
    """Let a sentence about events, of a view, say that they were planned ahead, if they were."""

    @wraps(sentence)
    def told(view: AnyView, *events: Event) -> str:
        text = sentence(view, *events)
        known = [event for each in view.absent if not each.stand_in for event in each.events]
        is_planned = bool(known) and all(event in known for event in events)
        return f"{text} {view.words.say(PLANNED)}" if is_planned else text

    return cast(S, told)


def people(view: AnyView) -> tuple[Seat, ...]:
    """Return the seats of those who move for themselves."""
    seats = (Seat(number) for number in range(len(view.match.chairs)))
    return tuple(seat for seat in seats if is_person(view, seat))


def player_ids(view: AnyView, seats: tuple[Seat, ...]) -> tuple[PlayerId, ...]:
    """Return who is pinged for these seats; computer players are left out."""
    players = (chair(view, seat).player for seat in seats if is_person(view, seat))
    return tuple(player for player in players if player is not None)


def accent(view: AnyView) -> int | None:
    """Return the colour of the viewer's seat."""
    return SEAT_COLOURS[view.viewer] if isinstance(view.viewer, int) else None


def standings(view: AnyView) -> str:
    """Return "points: Ann ■ 40, Bob ▲ 22", of a title whose observation has `points`."""
    points = enumerate(view.observation.points)
    scores = [f"{name(view, Seat(seat))} {shape(view, seat)} {n}" for seat, n in points]
    return view.words.say("points: {scores}", scores=", ".join(scores))


def tally(words: Words, who: str, n: int | str) -> str:
    """Return "Ann 40", or "Bob 2: 40" where two figures would stand side by side."""
    return words.say("{who}: {n}", who=who, n=n) if _ends_in_figure(who) else f"{who} {n}"


def _ends_in_figure(who: str) -> bool:
    return who.rstrip("*")[-1:].isdecimal()


def nobody_begins(words: Words, error: EngineError) -> str:
    """Return why a setup was refused in which a seat is to begin that nobody has."""
    return words.say(
        "**Seat {n} can't go first: it would be empty.** Choose another first player under"
        " **Set up**, **Rule options**.",
        n=error.data["value"],
    )


def winners(outcome: Outcome) -> tuple[Seat, ...]:
    """Return the seats that share the first place."""
    return tuple(Seat(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1)


def first_place(view: AnyView, outcome: Outcome) -> tuple[Seat, ...]:
    """Return who has won: the seats that share the first place, or the tallest of them."""
    tallest = view.match.tallest
    return winners(outcome) if tallest is None else (tallest,)


def by_height(view: AnyView, outcome: Outcome) -> str:
    """Return how heights broke a tie, if they did: "Ann and Bob tie; …"; else nothing."""
    tallest = view.match.tallest
    if tallest is None:
        return ""
    return view.words.say(
        "{players} tie, and a tie goes to the tallest: {who}.",
        players=and_list(view.words, [name(view, seat) for seat in winners(outcome)]),
        who=name(view, tallest),
    )


def victory(view: AnyView, outcome: Outcome) -> str:
    """Return who wins with how many points, and how heights broke a tie if they did."""
    words, first = view.words, first_place(view, outcome)
    names = and_list(words, [f"**{name(view, seat)}**" for seat in first])
    score = _points(view, outcome.scores[first[0]])
    if len(first) == 1:
        won = words.say("{who} wins with {n}.", who=names, n=score)
        return f"{won} {by_height(view, outcome)}".rstrip()
    return words.say("{who} share the win with {n} each.", who=names, n=score)


def by_rank(outcome: Outcome) -> list[Seat]:
    """Return the seats, the winner first."""
    seats = [Seat(seat) for seat in range(len(outcome.ranks))]
    return sorted(seats, key=lambda seat: outcome.ranks[seat])


def why_over(view: AnyView, outcome: Outcome, reasons: Mapping[str, str]) -> str:
    """Return why a match is over, for a small line; `reasons` are the title's own."""
    if outcome.reason == AS_IT_STANDS:
        return view.words.say("The points count as they were")
    return view.words.say(reasons[outcome.reason]).rstrip(".")


def verdict(view: AnyView, outcome: Outcome) -> str:
    """Return "Ann wins" for a picture, as short as that."""
    words, first = view.words, first_place(view, outcome)
    if outcome.reason == AS_IT_STANDS:
        return words.say("Ended early") if view.match.is_for_one else words.say("Ended by vote")
    if len(first) == 1:
        return words.say("{name} wins", name=short_name(view, first[0]))
    return words.say("A shared win")


def is_without_result(view: AnyView) -> bool:
    """Say whether this is how a match stood that ended early: nobody has to move any more."""
    return view.match.status is Status.CLOSED and view.line == view.match.line


def over(view: AnyView, title: str, outcome: Outcome) -> str:
    """Return "@Ann @Bob, **Seismic 42 is over: Ann wins** with 40 points, ahead of Bob (22).".

    Of a match whose points count as they are: that it ended by vote, and who leads.
    """
    if outcome.reason == AS_IT_STANDS:
        return _ended_by_vote(view, title, outcome)
    greeting = " ".join(mention(view, seat) for seat in people(view))
    told = f"{_told(view, numbered(view, title), outcome)} {by_height(view, outcome)}".rstrip()
    return f"{greeting}, {told}" if greeting else capitalised(told)


def _ended_by_vote(view: AnyView, title: str, standing: Outcome) -> str:
    """Return "@Ann @Bob, **Seismic 42 ended by vote:** Ann leads with 40 points, ahead of …"."""
    words, first = view.words, first_place(view, standing)
    greeting = " ".join(mention(view, seat) for seat in people(view))
    rest = [seat for seat in by_rank(standing) if seat not in first]
    data = {
        "match": numbered(view, title),
        "who": and_list(words, [name(view, seat) for seat in first]),
        "n": _points(view, standing.scores[first[0]]),
        "others": and_list(
            words, [f"{name(view, seat)} ({standing.scores[seat]})" for seat in rest]
        ),
    }
    message = mark("**{match} ended by vote:** {who} lead with {n} each, ahead of {others}.")
    if not rest:
        message = mark("**{match} ended by vote:** {who} have {n} each.")
    elif len(first) == 1:
        message = mark("**{match} ended by vote:** {who} leads with {n}, ahead of {others}.")
    if view.match.is_for_one and len(first) == 1:
        message = mark("**{match} ended early:** {who} leads with {n}, ahead of {others}.")
    elif view.match.is_for_one:
        message = mark("**{match} ended early:** {who} have {n} each.")
    told = f"{words.say(message, **data)} {by_height(view, standing)}".rstrip()
    return f"{greeting}, {told}" if greeting else capitalised(told)


def _told(view: AnyView, match: str, outcome: Outcome) -> str:
    words, first = view.words, first_place(view, outcome)
    names = and_list(words, [name(view, seat) for seat in first])
    rest = [seat for seat in by_rank(outcome) if seat not in first]
    others = and_list(words, [f"{name(view, seat)} ({outcome.scores[seat]})" for seat in rest])
    score = _points(view, outcome.scores[first[0]])
    data = {"match": match, "who": names, "n": score, "others": others}
    if not others:
        return words.say("**{match} is over: {who} share the win** with {n} each.", **data)
    if len(first) == 1:
        return words.say("**{match} is over: {who} wins** with {n}, ahead of {others}.", **data)
    return words.say(
        "**{match} is over: {who} share the win** with {n} each, ahead of {others}.", **data
    )


def _points(view: AnyView, n: int) -> str:
    return view.words.count("{n} point", "{n} points", n)


def days_played(view: AnyView) -> list[str]:
    """Return "11 days" since the table opened, nothing for less than one."""
    days = (view.match.changed_at - view.match.opened_at).days
    return [view.words.count("{n} day", "{n} days", days)] if days else []
