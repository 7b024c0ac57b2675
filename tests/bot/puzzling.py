"""Puzzles as they are stored, of positions that nobody has searched: any move may be the best."""

from dataclasses import replace
from datetime import date
from functools import cache
from random import Random

from bot.table.advice.puzzles import KeptPuzzle
from engine.puzzle_text import write_puzzle
from engine.puzzles import Place, Puzzle, Simulate, Simulated
from engine.registry import game

TITLES = ("aftershock", "san_andreas", "seismic")


@cache
def _played(title: str) -> Simulated:
    return Simulate(title, "a position", 30).done()


def puzzle_of(title: str = "seismic", answer: int = 1, place: int = 12) -> Puzzle:
    """Return a puzzle with this answer; the other moves are worth less and less."""
    played = _played(title)
    at: Place = played.places[place]
    options = tuple(Random(3).sample(at.legal, min(5, len(at.legal))))
    values = [10.0 - 2.0 * n for n in range(len(options))]
    values[answer], values[0] = values[0], values[answer]
    record = replace(played.record, entries=played.record.entries[: at.line])
    errors = tuple(0.0 if n == answer else 0.2 for n in range(len(options)))
    return Puzzle(record, at.seat, options, answer, tuple(values), errors, 120, 0)


def kept_puzzle(day: date, title: str = "seismic", answer: int = 1, place: int = 12) -> KeptPuzzle:
    puzzle = puzzle_of(title, answer, place)
    return KeptPuzzle(day, title, write_puzzle(game(title), puzzle, "seed", "a version"))
