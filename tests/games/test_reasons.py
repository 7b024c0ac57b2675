"""What hints and reviews say of moves: something of each legal action, in three languages."""

import re
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
from engine.agents.heuristics import Imagination, heuristics_of
from engine.agents.hints import Hint
from engine.game import Seat, Setup
from engine.games.aftershock.actions import (
    Action,
    Buy,
    Influence,
    Keep,
    Mark,
    MoveMeeple,
    Pass,
    Plan,
    Stand,
    Take,
)
from engine.games.san_andreas.actions import Resolve
from engine.games.seismic import GAME, preview
from engine.games.seismic.actions import Place
from engine.games.seismic.evaluation import seen_odds
from engine.games.seismic.outlook import HOPED, HOPED_UNTIL, Outlook
from engine.registry import games
from tests.engine.toy import TOY, Bid
from tests.games.seismic.views import match_of
from tests.games.seismic.worked import place, standing
from tests.games.titles import TITLES, played

PROMISED = "What would break a promise you gave is left out"
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


@pytest.mark.parametrize(
    ("behind", "error", "said"),
    [
        (0.0, 0.0, "about as good as the first"),
        (0.3, 0.3, "about as good as the first"),
        (-0.4, 0.2, "about as good as the first"),
        (0.4, 0.1, "less than a point behind the first"),
        (2.1, 0.3, "about 2 points less than the first"),
        (0.7, 0.2, "about 1 point less than the first"),
        (6.0, 2.0, "2 to 10 points less than the first"),
        (1.0, 1.0, "perhaps as good as the first, perhaps 3 points less"),
        (-1.0, 3.0, "perhaps as good as the first, perhaps 5 points less"),
        (-2.0, 0.8, "perhaps better than the first"),
    ],
)
def test_a_distance_is_told_as_surely_as_it_is_known(
    behind: float, error: float, said: str
) -> None:
    legal = tuple(Bid(coins) for coins in range(4))

    lines = told(legal, [Hint((legal[0],), 0.0), Hint((legal[1],), behind, error)])

    assert lines[2:4] == [lines[2], f"-# {said}"]
    assert lines[2].startswith("2. ")


@pytest.mark.parametrize(
    ("legal", "shown", "left_out", "said"),
    [
        (1, 1, 0, "There is only one thing to do."),
        (2, 2, 0, "There is nothing else to do."),
        (9, 1, 0, "All else is much like this."),
        (9, 2, 0, "All else is much like one of these."),
        (
            9,
            2,
            4,
            "What would break a promise you gave is left out. All else is much like one of these.",
        ),
        (9, 1, 8, "What would break a promise you gave is left out. There is nothing else to do."),
        (9, 3, 4, "What would break a promise you gave is left out."),
    ],
)
def test_it_is_told_why_fewer_than_three_are_shown(
    legal: int, shown: int, left_out: int, said: str
) -> None:
    ways = tuple(Bid(coins) for coins in range(legal))

    lines = told(ways, [Hint((each,), 0.0) for each in ways[:shown]], left_out)

    assert f"-# {said}" in lines


def test_nothing_is_told_where_three_are_shown() -> None:
    ways = tuple(Bid(coins) for coins in range(9))

    lines = told(ways, [Hint((each,), 0.0) for each in ways[:3]])

    assert [line[:2] for line in lines[1:]] == ["1.", "2.", "-#", "3.", "-#"]


def told(legal: tuple[Any, ...], hints: list[Hint], left_out: int = 0) -> list[str]:
    """Return the lines of a hint of a title that gives no reasons."""
    panel: Any = PlainPanel(TOY, "Toy", "bid for cards", "Bid.")
    match = replace(match_of(2), game="toy")
    view: Any = View(match, Seat(0), None, legal, 1, words("en"))
    given = GivenHint(match, Seat(0), 1, None, legal, tuple(hints), 1, left_out)
    (text, *_) = (
        each.markdown for each in hint(panel, view, given).blocks if isinstance(each, Text)
    )
    return text.splitlines()


def test_the_same_tile_with_the_same_promise_is_shown_once_wherever_it_lies() -> None:
    differs = imagination("seismic").differs
    state = standing(display="03 02")
    seen, legal = GAME.observe(state, Seat(0)), tuple(GAME.legal_actions(state, Seat(0)))
    crewed = [each for each in legal if isinstance(each, Place) and each.crew is not None]
    straights = [each for each in crewed if each.tile == "03"]
    bare = next(each for each in legal if isinstance(each, Place) and each.crew is None)
    curve = next(each for each in crewed if each.tile == "02" and each.cell != straights[0].cell)

    assert len({each.cell for each in straights}) > 3
    assert not any(differs(seen, straights[:1], (each,)) for each in straights)
    assert differs(seen, straights[:1], (bare,))
    assert differs(seen, straights[:1], (curve,))


@pytest.mark.parametrize(
    ("one", "other", "do"),
    [
        ([Keep(("a", "b"))], [Keep(("a", "c"))], False),
        ([Keep(("a", "b"))], [Keep(("a",))], False),
        ([Keep(("a", "b"))], [Keep(("c", "d"))], True),
        ([Keep(("a",))], [Keep(("b",))], True),
        ([Keep(("a",))], [Keep(())], True),
        ([Buy(Seat(1), "a", "tax")], [Buy(Seat(2), "a", "minus_1")], False),
        ([Buy(Seat(1), "a", "tax")], [Pass()], True),
        ([Pass()], [Stand()], False),
        ([Mark("a"), Mark("b")], [Mark("b"), Mark("c")], False),
        ([Mark("a"), Mark("b")], [Mark("c"), Mark("d")], True),
        ([Take("a")], [Take("b")], True),
    ],
)
def test_card_sets_and_marks_differ_by_more_than_one(
    one: list[Action],
    other: list[Action],
    do: bool,  # noqa: FBT001
) -> None:
    rules = games()["aftershock"]
    seen = rules.observe(rules.initial(Setup(3)), Seat(0))

    assert imagination("aftershock").differs(seen, one, other) is do


def imagination(title: str) -> Imagination[Any, Any, Any]:
    known = heuristics_of(title)
    assert known is not None
    assert known.imagination is not None
    return known.imagination


@pytest.mark.parametrize("title", TITLES)
def test_no_reason_argues_against_its_move(title: str) -> None:
    panel, chance, reasons = panels()[title], Random(5), set[str]()
    assert isinstance(panel, GivesReasons)
    for sight in played(title):
        for seat in sight.awaited[:1]:
            view = sight.view(seat, "en")
            few = chance.sample(view.legal, min(6, len(view.legal)))
            reasons |= {panel.why(view, (each,)) for each in few}

    for why in reasons:
        assert not re.search(
            r"costs you|nothing|no straight|no city is|\b0 points|\+0|\b[0-4] of 10", why
        ), why
        assert not re.match(r"threatens \d+ of your", why), why
        assert not re.match(r"takes \d+ of your", why), why
        lost = [int(each) for each in re.findall(r"(\d+) of your cit", why)]
        hit = [int(each) for each in re.findall(r"(\d+) of \w+'s cit", why)]
        assert not lost or sum(hit) > sum(lost), why
        for then, now in re.findall(r"bring you (\d+) points? \(now (\d+)\)", why):
            assert int(then) > int(now), why
    assert len(reasons) > 5


def test_points_that_may_come_are_as_many_as_usually_do() -> None:
    sight = next(each for each in played("seismic") if each.awaited)
    view: Any = sight.view(sight.awaited[0], "en")
    crewed = next(each for each in view.legal if isinstance(each, Place) and each.crew is not None)
    after = preview.placed(view.observation, crewed)
    odds = seen_odds(after)
    hopes = Outlook(after.board, odds, after.crews).totals[view.viewer]

    assert view.observation.points == (0, 0, 0)
    assert odds.turns > HOPED_UNTIL
    assert f"**+{round(HOPED * hopes)} points**" in reasons.why(view, (crewed,))


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
