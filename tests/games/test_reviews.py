"""The page of a review: within Discord's limits in every title and language, with its picture."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.games.registry import panels
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import History
from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.reviews import looked_at, page, shown, underway
from bot.messages.components import layout
from bot.messages.viewing import Reader, moments
from bot.table.match.match import Status
from engine.agents.review import Finding, Judgement, Luck, tasks
from engine.game import CHANCE, Chance, Move, Seat
from engine.record import canonical
from engine.registry import game
from engine.replay import Replay
from tests.games.titles import TITLES, played


def findings(title: str, record: Any, seat: Seat) -> Iterator[Finding]:
    """Find each second decision bad, and the last legal action better than what was played."""
    rules = game(title)
    replay: Replay[Any, Any] = Replay(rules, record)
    yield Luck(0, (-12.5,) * 3)
    for n, task in enumerate(tasks(rules, record, frozenset({seat}))):
        move: Move[Any] = task.moves[0]
        if move.actor == CHANCE:
            continue
        better = canonical(list(rules.legal_actions(replay.before(task.line), seat))[-1])
        yield (
            Judgement(task.line, seat, better, 3.0 + n)
            if n % 2
            else Judgement(task.line, seat, gain=3.0 + n)
        )


@pytest.mark.parametrize("title", TITLES)
def test_a_page_fits_into_a_message_in_every_language(title: str) -> None:
    panel, rules, sight = panels()[title], game(title), list(played(title))[-1]
    record = sight.progress.record
    match = replace(sight.match, status=Status.FINISHED)
    for n, language in enumerate(LANGUAGES):
        seat, said = Seat(n), words(language)
        past = History(rules, Replay(rules, record), seat)
        found = tuple(findings(title, record, seat))
        review = Review((Seat(0), Seat(1), Seat(2)), found, len(found), is_done=True)
        summary = review.summary(seat)
        looked = [
            looked_at(panel, match, record, past.at(each.line), each, said)
            for each in (*summary.worst, *summary.best)
        ]
        (then,) = moments(match, (past.at(looked[0].line + 1),), Reader(seat, said))
        picture = panel.board(then.view)

        built = layout(page(match, panel, review, seat, looked, (looked[0], picture), said))
        waits = layout(underway(match, panel, review, said))
        post = shown(match, panel, "Ann", looked[0], picture, said)

        assert len(looked) >= 4
        assert all(each.played for each in looked)
        assert all(each.better for each in looked if each.judgement.better)
        assert built.view.total_children_count <= 40
        assert built.view.content_length() <= 4000
        assert waits.view.content_length() <= 4000
        assert len(post.text) <= 2000


@pytest.mark.parametrize("title", TITLES)
def test_before_a_draw_nothing_says_that_the_match_is_over(title: str) -> None:
    panel, rules, sight = panels()[title], game(title), list(played(title))[-1]
    record, seat = sight.progress.record, Seat(0)
    replay: Replay[Any, Any] = Replay(rules, record)
    past = History(rules, replay, seat)
    drawn = [n for n in range(1, len(replay)) if isinstance(rules.node(replay.before(n)), Chance)]
    for line in drawn[-8:]:
        (then,) = moments(sight.match, (past.at(line),), Reader(seat, words("en")))
        told = [panel.board(then.view).alt, *(each.text for each in panel.text(then.view))]
        assert "match is over" not in "\n".join(told)
