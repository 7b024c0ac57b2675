"""The points over golden matches: they end as the match did; quakes are told with their losses."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.games.registry import panels
from bot.locale.localisation import words
from bot.messages.people.match_chart import chart, points_over
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, LoadedMatch, Match, Status, Venue
from engine.record_text import read_record
from engine.replay import Replay
from tests.games.titles import GAMES, TITLES, part

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def loaded(title: str, path: Any) -> LoadedMatch:
    record = read_record(GAMES, path.read_text("utf-8"))
    setup = record.header.setup
    chairs = tuple(
        Chair(name, "", PlayerId(n), letter=name[0])
        for n, name in zip(range(setup.seats), NAMES, strict=False)
    )
    match = Match(
        id=MatchId(1),
        game=title,
        status=Status.FINISHED,
        host=PlayerId(0),
        venue=Venue(1, 1),
        places=setup.seats,
        setup=setup,
        commitment="",
        chairs=chairs,
        opened_at=NOW,
        changed_at=NOW,
    )
    return LoadedMatch(match, Replay(GAMES[title], record))


RECORDS = [
    (title, path)
    for title in TITLES
    for path in sorted(part(title, "golden").RECORDS.glob("*.json"))
    if read_record(GAMES, path.read_text("utf-8")).outcome
]


@pytest.mark.parametrize(
    ("title", "path"), RECORDS, ids=[f"{title}-{path.stem}" for title, path in RECORDS]
)
def test_points_end_as_the_match_did(title: str, path: Any) -> None:
    match, panel = loaded(title, path), panels()[title]
    outcome = match.begun.record.outcome
    assert outcome is not None

    steps = points_over(panel, match)
    drawn = chart(panel, match, words("en"))

    assert drawn is not None
    assert steps[-1].points == outcome.scores
    assert {each.seat: each.points[-1] for each in drawn.lines} == dict(enumerate(outcome.scores))
    assert [each.points[-1] for each in drawn.lines] == sorted(outcome.scores, reverse=True)
    for each in drawn.events:
        before, after = steps[each.step - 1].points, steps[each.step].points
        assert before != after
        for seat, loss in each.losses:
            assert before[seat] - after[seat] == loss > 0
        assert bool(each.label) == bool(each.losses)
