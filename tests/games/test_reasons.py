"""What hints and reviews say of moves: something of each legal action, in three languages."""

from dataclasses import replace
from random import Random

import pytest

from bot.games.abilities import GivesReasons
from bot.games.registry import panels
from bot.hosting.hints import GivenHint
from bot.hosting.match import Hints
from bot.locale.localisation import LANGUAGES
from bot.messages.components import layout
from bot.messages.hints import hint
from engine.agents.hints import Hint
from engine.game import Seat
from tests.games.test_watchers import TITLES, played

LONGEST = 320
"""Characters of a move with its reason: three of them stay well within a message."""


@pytest.mark.parametrize("title", TITLES)
def test_every_legal_move_is_told_with_its_reason(title: str) -> None:
    panel, chance, reasons = panels()[title], Random(3), set[str]()
    assert isinstance(panel, GivesReasons)
    for number, sight in enumerate(played(title)):
        if not sight.awaited:
            break
        view = sight.view(sight.awaited[0], LANGUAGES[number % len(LANGUAGES)])
        for action in chance.sample(view.legal, min(3, len(view.legal))):
            told, why = panel.told(view, (action,)), panel.why(view, (action,))

            assert told
            assert "{" not in told + why
            assert len(told + why) <= LONGEST
            assert not told.endswith(".")
            reasons.add(why)
    assert len(reasons) > 5


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_fits_into_a_message(title: str) -> None:
    panel = panels()[title]
    for number, sight in enumerate(played(title)):
        if number % 4 or not sight.awaited:
            continue
        seat = sight.awaited[0]
        view = sight.view(seat, LANGUAGES[number // 4 % len(LANGUAGES)])
        hints = tuple(Hint((each,), 2.0 * n) for n, each in enumerate(view.legal[:3]))
        match = replace(view.match, hints=Hints.NOTED)
        given = GivenHint(match, Seat(seat), view.line, view.observation, view.legal, hints, 1)

        built = layout(hint(panel, view, given))

        assert built.view.total_children_count <= 40
        assert built.view.content_length() <= 2000
