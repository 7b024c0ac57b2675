"""Pages of golden records, one of each title: moves taken back, a review, names."""

from dataclasses import replace
from functools import cache

from bot.command_line.replay import match_of
from bot.hosting.advice.reviews import Review
from bot.messages.page.contents import Contents, contents
from bot.messages.page.file import written
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch
from engine.agents.review import Judgement, Luck, tasks
from engine.game import CHANCE, Seat
from engine.record import canonical
from engine.record_text import read_record
from engine.replay import Replay
from tests.games.titles import GAMES, PANELS, part

NAMES = ("Ann", "Maximiliana von Hohenstein", "Cleo", "Dan", "Eve")


@cache
def reviewed(title: str) -> Contents:
    """Return the page of a match with moves taken back; its review praises and blames some."""
    text = (part(title, "golden").RECORDS / "taken-back.json").read_text("utf-8")
    record, rules = read_record(GAMES, text), GAMES[title]
    match = replace(match_of(record), id=MatchId(42))
    chairs = zip(match.chairs, NAMES, strict=False)
    match = replace(match, chairs=tuple(replace(chair, name=name) for chair, name in chairs))
    seats = tuple(map(Seat, range(len(match.chairs))))
    every = tasks(rules, record, frozenset(seats))
    findings: list[Judgement | Luck] = [Luck(0, tuple(-1.0 for _ in seats))]
    for number, task in enumerate(each for each in every if each.moves[0].actor != CHANCE):
        move = task.moves[0]
        if number % 5 == 0 and isinstance(move.actor, int):
            better = canonical(move.action) if number % 2 else None
            findings.append(Judgement(task.line, move.actor, better, loss=2.6, gain=4.2))
    review = Review(seats, tuple(findings), len(every), is_done=True)
    return contents(PANELS[title], LoadedMatch(match, Replay(rules, record)), review=review)


@cache
def page_of(title: str) -> bytes:
    """Return that page as a file."""
    return written(reviewed(title))
