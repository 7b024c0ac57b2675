"""How long people take to answer: noted while a match runs, counted by classes when it is over.

Functions of a connection, parts of the caller's transaction.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, and_, bindparam, delete, exists, insert, select

from bot.storage.schema import answer_times, answers, results, sitters
from bot.table.ids import MatchId
from bot.table.match.sitters import SitterKind
from bot.table.people.answer_times import class_of
from bot.table.time.waits import TimedAnswer
from engine.game import Seat

_OF: Final = answers.c.match_id == bindparam("of")
_NOTED: Final = select(answers).where(_OF)
_FORGET: Final = delete(answers).where(_OF)
_TAKE_BACK: Final = _FORGET.where(answers.c.upto > bindparam("begun"))
_TAKEN_OVER: Final = exists().where(
    sitters.c.match_id == answers.c.match_id,
    sitters.c.seat == answers.c.seat,
    sitters.c.kind == SitterKind.PERSON,
    sitters.c.player != results.c.player,
    sitters.c.from_line <= answers.c.line,
)
# Results are those of the person who had the seat first.
_COUNTED: Final = (
    select(answers.c.seat, answers.c.taken_s)
    .join(
        results,
        and_(results.c.match_id == answers.c.match_id, results.c.seat == answers.c.seat),
    )
    .where(_OF, results.c.player.is_not(None), ~_TAKEN_OVER)
)


def note(connection: Connection, match: MatchId, found: Collection[TimedAnswer]) -> None:
    """Store how long people took in waits that ended."""
    values = [
        {
            "match_id": match,
            "seat": each.seat,
            "line": each.line,
            "upto": each.upto,
            "taken_s": round(each.taken.total_seconds()),
        }
        for each in found
    ]
    connection.execute(insert(answers), values)


def noted(connection: Connection, match: MatchId) -> Sequence[TimedAnswer]:
    """Return what is stored of a running match."""
    return [
        TimedAnswer(Seat(row.seat), row.line, row.upto, timedelta(seconds=row.taken_s))
        for row in connection.execute(_NOTED, {"of": match})
    ]


def take_back(connection: Connection, match: MatchId, line: int) -> None:
    """Forget answers that don't stand: what was played from `line` on was taken back."""
    connection.execute(_TAKE_BACK, {"of": match, "begun": line})


def settle(connection: Connection, match: MatchId) -> None:
    """Count the answers of a match that is over, if it has results, and forget the rest."""
    counted = Counter(
        (row.seat, class_of(timedelta(seconds=row.taken_s)))
        for row in connection.execute(_COUNTED, {"of": match})
    )
    if counted:
        values = [
            {"match_id": match, "seat": seat, "class": number, "answers": count}
            for (seat, number), count in sorted(counted.items())
        ]
        connection.execute(insert(answer_times), values)
    connection.execute(_FORGET, {"of": match})
