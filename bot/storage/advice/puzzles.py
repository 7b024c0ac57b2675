"""The puzzles of the days and what people answered, as rows."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, select, update

from bot.storage.database import Database
from bot.storage.schema import puzzle_answers, puzzles
from bot.storage.upserts import Upsert
from bot.table.advice.puzzles import KeptPuzzle, PuzzleAnswer
from bot.table.ids import PlayerId

_ADD_PUZZLE: Final = Upsert(puzzles)
_ADD_ANSWER: Final = Upsert(puzzle_answers)


class PuzzleStore:
    """The puzzles of the days, and what people answered."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def puzzle(self, day: date) -> KeptPuzzle | None:
        """Return the puzzle of a day."""
        row = await self._database.row(select(puzzles).where(puzzles.c.day == day))
        return None if row is None else KeptPuzzle(row.day, row.game, row.body)

    async def keep(self, puzzle: KeptPuzzle) -> bool:
        """Store the puzzle of a day; False: there is one already, which stays."""
        return await self._database.write(_ADD_PUZZLE.execute, puzzle._asdict()) > 0

    async def find_games(self, days: Sequence[date]) -> Mapping[date, str]:
        """Return the key of the title of each of these days that has a puzzle."""
        query = select(puzzles.c.day, puzzles.c.game).where(puzzles.c.day.in_(days))
        return {row.day: row.game for row in await self._database.rows(query)}

    async def find_answered(self, days: Sequence[date], player: PlayerId) -> Sequence[date]:
        """Return those of the days on which a person answered."""
        theirs = puzzle_answers.c.day.in_(days), puzzle_answers.c.player == player
        return await self._database.scalars(select(puzzle_answers.c.day).where(*theirs))

    async def find_lacking(self, days: Sequence[date]) -> Sequence[date]:
        """Return those of the days that have no puzzle."""
        query = select(puzzles.c.day).where(puzzles.c.day.in_(days))
        there = set(await self._database.scalars(query))
        return [each for each in days if each not in there]

    async def find_answer(self, day: date, player: PlayerId) -> PuzzleAnswer | None:
        """Return what a person answered."""
        row = await self._database.row(_answer_of(day, player))
        return None if row is None else _answer(row)

    async def answer(self, answer: PuzzleAnswer, at: datetime) -> PuzzleAnswer:
        """Store an answer to a puzzle that is there, and return the one that counts: the first."""
        values = {
            "day": answer.day,
            "player": answer.player,
            "guild": answer.guild,
            "name": answer.name,
            "answer": answer.option,
            "right": answer.is_right,
            "at": at,
        }
        if answer.guild is None:
            # Nobody is told who found it.
            values |= _nobody(answer.day)

        def store(connection: Connection) -> PuzzleAnswer:
            _ADD_ANSWER.execute(connection, values)
            return _answer(connection.execute(_answer_of(answer.day, answer.player)).one())

        return await self._database.write(store)

    async def answers(self, day: date, guild: int) -> Sequence[PuzzleAnswer]:
        """Return what was answered in a server, the first answer first."""
        query = (
            select(puzzle_answers)
            .where(puzzle_answers.c.guild == guild, puzzle_answers.c.day == day)
            .order_by(puzzle_answers.c.at, puzzle_answers.c.player)
        )
        return [_answer(row) for row in await self._database.rows(query)]

    async def find_solved(self, player: PlayerId, before: date) -> Sequence[bool]:
        """Return for every day with a puzzle whether a person found it, the newest first."""
        theirs = and_(puzzle_answers.c.day == puzzles.c.day, puzzle_answers.c.player == player)
        query = (
            select(puzzle_answers.c.right)
            .select_from(puzzles.outerjoin(puzzle_answers, theirs))
            .where(puzzles.c.day < before)
            .order_by(puzzles.c.day.desc())
        )
        return [bool(each) for each in await self._database.scalars(query)]


def forget_names(connection: Connection, which: ColumnElement[bool]) -> None:
    """Keep of some answers to puzzles what streaks need, and of which days they are."""
    named = (which, puzzle_answers.c.guild.is_not(None))
    days = select(puzzle_answers.c.day).where(*named).distinct()
    for day in connection.execute(days).scalars().all():
        of_day = update(puzzle_answers).where(*named, puzzle_answers.c.day == day)
        connection.execute(of_day.values(_nobody(day)))


def _nobody(day: date) -> dict[str, Any]:
    return {"guild": None, "name": "", "at": datetime.combine(day, time(), UTC)}


def _answer_of(day: date, player: PlayerId) -> Select[Any]:
    return select(puzzle_answers).where(
        puzzle_answers.c.day == day, puzzle_answers.c.player == player
    )


def _answer(row: Any) -> PuzzleAnswer:
    return PuzzleAnswer(row.day, PlayerId(row.player), row.name, row.guild, row.answer, row.right)
