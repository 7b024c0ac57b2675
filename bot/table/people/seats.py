"""What decides how the seats of a finished match count: who had them, who moved for whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.table.ids import PlayerId
from bot.table.match.match import Chair, StandIn
from bot.table.match.sitters import Sitter, SitterKind
from bot.table.people.rating import SeatFacts
from engine.game import Outcome, Seat

LATE: Final = frozenset({StandIn.TIME_UP, StandIn.VOTE})
"""Why a computer player moved for a person who did not: a vote comes after their time was up."""


def seat_facts(
    chairs: Sequence[Chair],
    outcome: Outcome,
    moves: Iterable[tuple[Seat, StandIn | None]],
    sitters: Iterable[Sitter],
    unlisted: frozenset[PlayerId] = frozenset(),
    freed: frozenset[Seat] = frozenset(),
) -> tuple[SeatFacts, ...]:
    """Return what decides how each seat counts.

    `sitters` are those of the whole match, `unlisted` the people who are not to be rated, `freed`
    the seats that a moderator freed or handed over, unless their owners took them back. A seat
    counts for the person who had it first.
    """
    counted = Counter(moves)
    by_seat: dict[int, list[Sitter]] = {number: [] for number in range(len(chairs))}
    for each in sorted(sitters, key=lambda each: each.from_line):
        by_seat[each.seat].append(each)
    found = list[SeatFacts]()
    for number, chair in enumerate(chairs):
        seat = Seat(number)
        former = [each for each in by_seat[number] if each.from_line == 0]
        first = former[0].player if former else chair.player
        if former and former[0].kind is SitterKind.WITHDRAWN:
            first = None
        others = [
            each
            for each in by_seat[number]
            if each.kind is SitterKind.PERSON and each.player != first
        ]
        until = others[0].from_line if others else None
        given_up = [
            each
            for each in by_seat[number]
            if each.kind is SitterKind.COMPUTER and (until is None or each.from_line < until)
        ]
        stays = not others and chair.agent is None and not chair.is_offered
        is_freed = seat in freed and not stays
        found.append(
            SeatFacts(
                seat,
                outcome.ranks[number],
                first,
                moves=sum(n for (whose, _), n in counted.items() if whose == seat),
                late=sum(counted[seat, why] for why in LATE),
                away=counted[seat, StandIn.HOLIDAY],
                has_left=first is not None
                and not stays
                and (bool(given_up) or not (others or is_freed)),
                has_changed=bool(others),
                is_freed=is_freed,
                is_listed=first not in unlisted,
            )
        )
    return tuple(found)
