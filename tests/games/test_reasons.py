"""What hints and reviews say of moves: something of each legal action, in three languages."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.abilities import GivesReasons, MarkedMove
from bot.games.custom_ids import parsed
from bot.games.panel import View
from bot.games.plain import PlainPanel
from bot.games.registry import panels
from bot.games.screen import Row, Screen, Style, Text
from bot.games.seismic import reasons
from bot.hosting.advice.hints import GivenHint
from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.hints import hint
from bot.messages.components import layout
from bot.table.match.match import Hints
from engine.agents.hints import Hint
from engine.game import Seat
from engine.games.aftershock.actions import Influence, Mark, MoveMeeple, Plan
from engine.games.san_andreas.actions import Resolve
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place
from tests.engine.toy import TOY, Bid
from tests.games.seismic.views import match_of
from tests.games.seismic.worked import place, standing
from tests.games.titles import TITLES, played

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


@pytest.mark.parametrize("title", TITLES)
def test_no_two_moves_of_a_position_read_alike(title: str) -> None:
    panel = panels()[title]
    assert isinstance(panel, GivesReasons)
    for number, sight in enumerate(played(title)):
        if number % 5 or not sight.awaited:
            continue
        view = sight.view(sight.awaited[0], LANGUAGES[number // 5 % len(LANGUAGES)])
        moves = dict.fromkeys(view.legal[:: max(1, len(view.legal) // 40)])

        told = [panel.told(view, (each,)) for each in moves]

        assert len(set(told)) == len(told), told


def test_of_what_comes_to_the_same_a_hint_shows_the_first() -> None:
    panel, said = panels()["seismic"], words("en")
    state = standing(display="03 02")
    legal = tuple(GAME.legal_actions(state, Seat(0)))
    view = View(match_of(2), Seat(0), GAME.observe(state, Seat(0)), legal, 1, said)
    straights = [each for each in legal if isinstance(each, Place) and each.tile == "03"]
    curves = [each for each in legal if isinstance(each, Place) and each.tile == "02"]
    found = [*straights, *curves]
    hints = tuple(Hint((each,), 0.1 * n) for n, each in enumerate(found))
    given = GivenHint(view.match, Seat(0), 1, view.observation, legal, hints, 1)

    text = "\n".join(
        each.markdown for each in hint(panel, view, given).blocks if isinstance(each, Text)
    )

    # Every straight with a crew starts a road of the same worth, wherever it lies: one of them, and
    # one of those that start none, at another cell.
    shown = [line for line in text.splitlines() if line[:1].isdigit()]
    assert 2 <= len(shown) <= 3
    cells = [line.split("**")[1] for line in shown]
    assert len(set(cells)) == len(cells)
    assert sum("Straight" in line and "crew X" in line for line in shown) <= 1


def test_a_title_that_gives_no_reasons_shows_as_few() -> None:
    panel: Any = PlainPanel(TOY, "Toy", "bid for cards", "Bid.")
    match, legal = replace(match_of(2), game="toy"), tuple(Bid(coins) for coins in range(4))
    view: Any = View(match, Seat(0), None, legal, 1, words("en"))
    hints = tuple(Hint((each,), 0.1 * n) for n, each in enumerate(legal))

    blocks = hint(panel, view, GivenHint(match, Seat(0), 1, None, legal, hints, 1)).blocks

    text = "\n".join(each.markdown for each in blocks if isinstance(each, Text))
    assert [line[:2] for line in text.splitlines() if line[:1].isdigit()] == ["1.", "2.", "3."]


def test_a_road_that_ends_at_the_same_intersection_is_not_joined() -> None:
    # Three roads of seat 0 end at a +5, one of them goes on: that one alone is joined.
    state = standing(
        "0,1 +5:01234/0; 1,0 03/1; -1,2 03/1; 0,2 03/0",
        "1,0:4 a; -1,2:1 a; 0,2:0 a",
        display="03",
    )
    legal = tuple(GAME.legal_actions(state, Seat(0)))
    view = View(match_of(2), Seat(0), GAME.observe(state, Seat(0)), legal, 1, words("en"))
    on = next(each for each in legal if each == place("0,3 03/0"))

    assert reasons.why(view, (on,)).startswith("extends your road at **")


@pytest.mark.parametrize("title", TITLES)
def test_every_button_of_a_hint_opens_a_move_ready_to_be_sent(title: str) -> None:
    panel, opened = panels()[title], 0
    assert isinstance(panel, GivesReasons)
    for number, sight in enumerate(played(title)):
        if number % 3 or not sight.awaited:
            continue
        view = sight.view(sight.awaited[0], LANGUAGES[number // 3 % len(LANGUAGES)])
        for action in view.legal[:: max(1, len(view.legal) // 3)]:
            marked = panel.marked(view, (MarkedMove("1", (action,)),))
            assert marked.picture.width == 1200
            if control := panel.preview(view, (action,)):
                read = parsed(control)
                screen = panel.press(view, read.verb, read.args)

                assert isinstance(screen, Screen)
                sends = [
                    each for row in screen.blocks if isinstance(row, Row) for each in row.buttons
                ]
                assert any(each.style in {Style.GREEN, Style.RED} for each in sends) or (
                    isinstance(action, Resolve | Plan | Mark | Influence | MoveMeeple)
                )
                opened += 1
    assert opened > 5
