"""What stands before the board: little, with figures, whatever came together in one message."""

from dataclasses import replace
from math import ceil
from re import sub
from typing import Any

import pytest

from bot.games.aftershock import table_post
from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.summary import LINES, summary
from bot.games.people import tally
from bot.locale.localisation import LANGUAGES
from engine.game import PUBLIC, Event, Seat
from engine.games.aftershock import events as e
from engine.games.aftershock.actions import Reopen, Stand, Withdraw
from engine.games.aftershock.state import Crossing, Items, Purchase
from tests.games.aftershock.tables import Table
from tests.games.strict import StrictWords

ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")
WIDE, SMALL = 38, 44
"""Letters on a line of a phone, of ordinary and of small type."""
HIGH, LOW = 22, 18
"""Pixels of such a line."""
ROOM = 255
"""Pixels above the board: with a picture 231 high the first buttons end at 560."""


def height(text: str) -> int:
    """Return how high a message is on a phone 400 pixels wide, above the board."""
    total = 0
    for line in text.split("\n"):
        shown = sub(r"<@\d+>", "@Maria", line.removeprefix("-# ").replace("**", ""))
        small = line.startswith("-# ")
        total += ceil(len(shown) / (SMALL if small else WIDE)) * (LOW if small else HIGH)
    return total


def against_computers(seats: int, seed: int) -> Table:
    """Return a table at which one person plays against computer players."""
    table = Table(seats, seed)
    chairs = [
        replace(each, name=NAMES[0]) if n == 0 else replace(each, name=f"Computer {n}", agent="x")
        for n, each in enumerate(table.match.chairs)
    ]
    table.match = replace(table.match, chairs=tuple(chairs))
    return table


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_phone_shows_the_board_and_the_first_buttons_whatever_came_together(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    monkeypatch.setattr(table_post, "picture", lambda *_: None)
    phases = set()
    for seed in (1, 2):
        table = against_computers(seats, seed)
        news: list[Event] = [*table.news()]
        while not table.is_over:
            if Seat(0) in table.awaited:
                phases.add(table.phase)
                for language in LANGUAGES:
                    post = PANEL.post(table.view(PUBLIC, language), tuple(news))
                    assert height(post.text) <= ROOM, post.text
                    assert_scores_are_told(table, news, post.text, language)
                news = []
                idle = Reopen | Withdraw | Stand
                legal = [each for each in table.legal(ANN) if not isinstance(each, idle)]
                table.submit(ANN, table.chance.choice(legal))
            else:
                table.play()
            news += table.news()

    assert phases >= {"keep", "buy", "plan", "mark", "move", "shock"}


def assert_scores_are_told(table: Table, news: list[Event], text: str, language: str) -> None:
    for event in news:
        if isinstance(event, e.RoundScored):
            gains = [
                tally(StrictWords(language), each.name, f"+{n}")
                for each, n in zip(table.match.chairs, event.points, strict=True)
            ]
            assert ", ".join(gains) in text


def told(*news: Any) -> tuple[list[str], tuple[str, ...]]:
    return summary(Table(3, 1).view(PUBLIC), news)


def test_a_single_turn_is_told_as_it_is_and_nothing_is_left_out() -> None:
    bought = e.CardBought(Purchase(ANN, BOB, "vallejo-3", "minus_2", 1, 0))

    assert told(bought, e.Passed(CLEO)) == (
        ["**Ann** buys Vallejo ($3M) from Bob with −2, for $1M.", "**Cleo** passes."],
        (),
    )


def test_many_purchases_are_gathered_by_buyer_and_then_counted() -> None:
    cards = ("vallejo-3", "bridge", "oakland-1", "influence")
    bought = [
        e.CardBought(Purchase(Seat(n % 2), CLEO, card, "tax", 1, 1)) for n, card in enumerate(cards)
    ]

    some, happened = told(*bought[:3], *(e.Passed(BOB), e.Passed(CLEO)))
    many, _ = told(*bought)

    assert some == ["**Bought:** Ann: Vallejo ($3M), Oakland ($1M); Bob: Bridge ($4M)."]
    assert len(happened) == 4
    assert many == ["**Cards bought:** Ann 2, Bob 2."]


def test_meeples_and_tolls_of_several_aftershocks_are_added_up() -> None:
    way = (Crossing("oakland", "hayward", BOB), Crossing("hayward", "fremont", CLEO))
    moved = e.MeepleMoved(ANN, "oakland", "fremont", way, (BOB, CLEO))
    news = (
        *(
            e.AftershockRolled(BOB, "oakland", "big", 3, 4),
            e.MeeplesShocked(BOB, "oakland", (3, 1, 0)),
        ),
        *(moved, moved, e.MeepleTakenBack(ANN, "oakland"), e.MeepleTakenBack(BOB, "oakland")),
    )

    lines, happened = told(*news)

    (line,) = lines
    lost, moved_on, tolls = "Ann 1, Bob 1", "Ann 2", "Ann −$4M, Bob +$2M, Cleo +$2M"
    assert line == f"**Meeples lost:** {lost}. **Moved on:** {moved_on}. **Tolls:** {tolls}."
    assert len(happened) == 5


def test_what_is_to_come_is_counted_for_everybody() -> None:
    items = Items(2, 2, ("normal", "mega"), 1)
    placed = [e.AreaPopulated(seat, "oakland-3", "oakland", 2) for seat in (ANN, ANN, CLEO)]
    shown = [e.CardsRevealed(ANN, (), items), e.CardsRevealed(BOB, (), Items(1, 1, (), 0))]

    lines, _ = told(*placed, *shown)

    assert lines == [
        "**New meeples:** Ann 4, Cleo 2.",
        "**To come:** bridges Ann 2, Bob 1; aftershocks Ann 2.",
    ]


def test_scores_come_first_and_stay_when_much_has_happened_since() -> None:
    news = (
        e.RoundScored(1, (11, 0, 7), (11, 0, 7)),
        e.BankShared(4, 1),
        e.FreeMarkerGiven(BOB),
        *(e.CardsOffered(seat, 5, ("bridge", "influence")) for seat in (ANN, BOB, CLEO)),
        *(e.CardBought(Purchase(ANN, BOB, card, "tax", 1, 1)) for card in ("bridge", "influence")),
    )

    lines, happened = told(*news)

    assert lines[0] == "**Round 1:** Ann +11, Bob +0, Cleo +7 points."
    assert lines[-1] == "**Bought:** Ann: Bridge ($4M), Influence ($5M)."
    assert len(lines) <= LINES
    assert len(happened) == 8


def test_computer_players_and_their_figures_keep_apart() -> None:
    table = against_computers(3, 1)
    news = [e.AreaPopulated(Seat(seat), "oakland-3", "oakland", 2) for seat in range(3)] * 2

    lines, _ = summary(table.view(PUBLIC), news)

    assert lines == ["**New meeples:** Ann 4, Computer 1: 4, Computer 2: 4."]
