"""The public message: who is called, what happened, the line that tells who is ready."""

from dataclasses import replace
from re import split
from typing import Any

import pytest

from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.summary import ROOM
from bot.games.aftershock.table_post import mover
from bot.games.screen import Image, Text
from bot.locale.localisation import LANGUAGES
from bot.messages.components import layout, message
from bot.table.match.match import Chair
from engine.game import PUBLIC, Seat
from engine.games.aftershock.actions import Keep
from engine.games.aftershock.events import CardBought, CardsOffered, Passed, RoundScored
from tests.games.aftershock.tables import Table, finished, in_phase, until
from tests.games.pressing import LONGEST_ALT, texts
from tests.games.views import NAMES

LONG = "W" * 40


def lines(table: Table) -> list[str]:
    return PANEL.post(table.view(PUBLIC), table.news()).text.splitlines()


def test_a_sealed_phase_calls_everybody_and_tells_who_is_ready() -> None:
    post = PANEL.post(Table(3, 1).view(PUBLIC), ())

    assert post.text.splitlines() == [
        "<@100> <@101> <@102>, **choose which cards to keep.**",
        "-# Aftershock 42 · round 1 of 3 · ready 0 of 3",
    ]
    assert post.pings == (100, 101, 102)
    assert [[b.label for b in row.buttons] for row in post.rows] == [
        ["Open my desk", "Propose a deal"]
    ]


def test_a_seal_changes_the_last_line_and_who_is_still_called() -> None:
    table = Table(3, 1)
    news = table.news()
    before = PANEL.post(table.view(PUBLIC), news)
    table.submit(Seat(1), Keep(()))

    after = PANEL.post(table.view(PUBLIC), news)

    assert after.text.splitlines()[1:-1] == before.text.splitlines()[1:-1]
    assert after.text.splitlines()[-1].endswith("ready 1 of 3 · waiting for Ann and Cleo")
    assert after.pings == (100, 102)
    assert after.rows[0].buttons[0].label == before.rows[0].buttons[0].label


def test_the_reveal_says_all_that_was_revealed() -> None:
    table = Table(3, 1)
    for seat in range(3):
        table.submit(Seat(seat), table.chance.choice(table.legal(Seat(seat))))
    offered = [event for event in table.news() if isinstance(event, CardsOffered)]

    post = PANEL.post(table.view(PUBLIC), table.news())

    assert len(offered) == 3
    paid = ", ".join(f"{NAMES[each.seat]} ${each.paid}M" for each in offered)
    count = sum(len(each.cards) for each in offered)
    assert f"**Paid for kept cards:** {paid}. {count} cards are for sale." in post.text
    for name, event, told in zip(NAMES, offered, post.happened, strict=False):
        assert told.startswith(f"**{name}** pays ${event.paid}M and offers ")


def test_whoever_made_the_news_is_not_called() -> None:
    def again(table: Table) -> bool:
        done = mover(table.news())
        return done is not None and table.awaited == (done,)

    table = until(again, 3, 1)
    post = PANEL.post(table.view(PUBLIC), table.news())

    assert post.pings == ()
    assert "<@" not in post.text


def test_the_next_in_turn_is_called_alone() -> None:
    table = until(lambda t: t.phase == "buy" and mover(t.news()) not in (None, *t.awaited), 4, 1)

    post = PANEL.post(table.view(PUBLIC), table.news())

    (seat,) = table.awaited
    assert post.pings == (100 + seat,)
    assert post.text.startswith(f"<@{100 + seat}>, **buy a card or pass.**")
    assert [b.label for b in post.rows[0].buttons] == ["Buy a card", "Pass", "Propose a deal"]


def test_a_turn_is_told_in_the_line_that_a_locked_phone_shows() -> None:
    table = until(lambda t: any(isinstance(event, CardBought) for event in t.news()), 4, 1)

    first = lines(table)[0]

    assert first.startswith("<@")
    assert "**buy a card or pass.** **" in first
    assert " buys " in first
    assert " from " in first


def test_who_went_on_is_named_beside_those_who_are_called() -> None:
    def begun(table: Table) -> bool:
        return table.phase in ("take", "mark") and mover(table.news()) in table.awaited

    table = until(begun, 3, 1)
    done = mover(table.news())
    assert done is not None

    first = lines(table)[0]

    called = split(r"\*\*(take|mark)", first)[0]
    assert f"**{('Ann', 'Bob', 'Cleo')[done]}**" in called
    assert f"<@{100 + done}>" not in first


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("fr", "à toi de choisir", "à vous de choisir")],
)
def test_one_who_is_left_is_not_addressed_as_many(language: str, one: str, many: str) -> None:
    table = Table(3, 1)
    news = table.news()
    assert many in PANEL.post(table.view(PUBLIC, language), news).text
    for seat in (0, 2):
        table.submit(Seat(seat), Keep(()))

    assert one in PANEL.post(table.view(PUBLIC, language), news).text


def test_computer_players_are_named_but_not_called() -> None:
    table = Table(3, 1)
    chairs = (replace(table.match.chairs[0], agent="uniform"), *table.match.chairs[1:])
    table.match = replace(table.match, chairs=chairs)

    post = PANEL.post(table.view(PUBLIC), ())

    assert post.pings == (101, 102)
    assert "ready 0 of 3" in post.text


def test_with_computer_players_alone_they_are_named() -> None:
    table = Table(3, 1)
    chairs = tuple(replace(each, agent="uniform") for each in table.match.chairs)
    table.match = replace(table.match, chairs=chairs)

    post = PANEL.post(table.view(PUBLIC), ())

    assert post.text.startswith("**Ann**, **Bob** and **Cleo**, **choose")
    assert post.pings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_a_match_of_five_with_long_names_fits(language: str) -> None:
    table = Table(5, 3)
    chairs = tuple(
        Chair(f"{number}{LONG}", each.join, each.player, letter=each.letter)
        for number, each in enumerate(table.match.chairs)
    )
    table.match = replace(table.match, chairs=chairs)
    longest = 0
    while not table.is_over:
        if len(table.news()) > 3:
            post = PANEL.post(table.view(PUBLIC, language), table.news())
            message(post)
            longest = max(longest, len(post.text))
            assert post.happened
        table.play()
    message(PANEL.result(table.view(PUBLIC, language), table.news()))

    assert ROOM < longest < 1000


def test_a_scoring_is_shown_when_it_is_told() -> None:
    table = until(lambda t: any(isinstance(event, RoundScored) for event in t.news()), 3, 1)
    view = table.view(PUBLIC)

    post = PANEL.post(view, table.news())

    assert post.image is not None
    assert post.image.alt.startswith("Points of round 1: ")
    assert "**Round 1:** " in post.text
    told = "\n".join(post.happened)
    assert "Round 2 begins." in told
    assert all(f"**{name}** marks " in told for name in ("Ann", "Bob", "Cleo"))


def test_what_news_begin_with_tells_whose_turn_made_them() -> None:
    assert mover((Passed(Seat(2)), Passed(Seat(0)))) == Seat(2)
    assert mover((CardsOffered(Seat(1), 3, ()),)) is None
    assert mover(()) is None


def test_whose_turn_began_a_run_of_computer_players_is_called_when_it_comes_back() -> None:
    table = in_phase("buy", 3, 2)
    seat = table.acting
    chairs = [
        each if n == seat else replace(each, agent="greedy")
        for n, each in enumerate(table.match.chairs)
    ]
    others = [Passed(Seat(n)) for n in range(3) if n != seat]

    alone = PANEL.post(table.view(PUBLIC), (Passed(seat),))
    table.match = replace(table.match, chairs=tuple(chairs))
    run = PANEL.post(table.view(PUBLIC), (Passed(seat), *others))

    assert (alone.pings, run.pings) == ((), (100 + seat,))


def test_the_receipt_goes_on_with_what_is_wanted_next() -> None:
    table = Table(3, 1)
    table.submit(Seat(0), Keep(()))

    sealed = PANEL.receipt(table.view(Seat(0)), Keep(()), ())

    assert "**Sealed.** You can change it until everyone is ready." in texts(sealed)
    assert "You keep nothing." in texts(sealed)


def test_the_last_seal_opens_everything_in_its_receipt() -> None:
    table = Table(3, 1)
    for seat in range(3):
        table.submit(Seat(seat), Keep(()))

    shown = PANEL.receipt(table.view(Seat(2)), Keep(()), table.news())

    assert texts(shown).startswith("**Everyone is ready:** all choices are revealed.")
    assert "**Paid for kept cards:** Ann $0M, Bob $0M, Cleo $0M. 24 cards are for sale." in texts(
        shown
    )


def test_the_last_plan_opens_no_plan_but_the_first_one() -> None:
    table = in_phase("plan", 3, 2)
    act: Any = None
    while table.phase == "plan":
        seat = table.acting
        act = table.legal(seat)[0]
        table.submit(seat, act)

    shown = texts(PANEL.receipt(table.view(seat), act, table.news()))

    assert shown.startswith("**Everyone is ready:** plans are revealed one after the other.")
    assert shown.count(" planned: ") == 1


def test_a_turn_is_told_in_its_receipt() -> None:
    table = in_phase("buy", 3, 2)
    seat = table.acting
    act = next(each for each in table.legal(seat) if type(each).__name__ == "Pass")
    table.submit(seat, act)

    shown = PANEL.receipt(table.view(seat), act, table.news())

    assert texts(shown).startswith("**Sent.**\n**")
    layout(shown)


def test_the_cover_and_the_headline_tell_phase_and_who_is_waited_for() -> None:
    table = in_phase("plan", 3, 1)
    view = table.view(PUBLIC)

    assert PANEL.cover(view).startswith("Round 1 of 3 · plan · waiting for **Ann**")
    assert PANEL.headline(table.view(Seat(0))) == "round 1, plan: your choice"
    assert PANEL.headline(view) == "round 1, plan: Ann, Bob and Cleo to choose"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "manche 1, cartes à garder\N{NARROW NO-BREAK SPACE}: à Ann, Bob et Cleo de choisir"),
        ("es", "ronda 1, elección de cartas: eligen Ann, Bob y Cleo"),
    ],
)
def test_a_phase_stands_in_a_sentence_as_a_noun_and_names_end_with_and(
    language: str, told: str
) -> None:
    assert PANEL.headline(Table(3, 1).view(PUBLIC, language)) == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 5])
def test_the_result_names_the_winner_and_every_sum(seats: int, language: str) -> None:
    table = finished(seats, 2)
    view = table.view(PUBLIC, language)

    post = PANEL.result(view, table.news())

    message(post)
    assert post.image is not None
    assert 0 < len(post.image.alt) <= LONGEST_ALT
    assert len(post.pings) == seats
    for seat, total in enumerate(view.observation.scores):
        row = next(line for line in post.text.splitlines() if f" {total} = " in line)
        parts = row.partition(" = ")[2].rpartition(" (")[0].split(" + ")
        assert sum(map(int, parts)) == total, seat
    assert len(view.observation.scorings) == (3 if seats == 3 else 2)


def test_after_the_end_nobody_is_to_move() -> None:
    table = finished(3, 2)
    view = table.view(Seat(0))

    assert "waiting" not in PANEL.cover(view)
    assert PANEL.headline(view) == "the match is over"
    assert PANEL.post(view, ()).rows == ()
    assert "**The match is over.**" in PANEL.post(view, ()).text


def test_the_picture_says_which_bridge_and_which_aftershock_came_last() -> None:
    building = until(lambda t: t.phase == "build" and any(b.built for b in t.state.builds), 3, 1)
    moving = in_phase("move", 3, 1)

    assert " builds " in PANEL.board(building.view(PUBLIC)).alt
    assert " Shocked meeples in " in PANEL.board(moving.view(PUBLIC)).alt
    assert "*" not in PANEL.board(building.view(PUBLIC)).alt


def test_what_happened_since_ones_turn_is_numbered_and_drawn() -> None:
    table = finished(3, 4)
    moments = table.moments(Seat(1))[-40:]

    screen = PANEL.since(table.view(Seat(1)), moments)

    layout(screen)
    assert "### Since your last turn\n" in texts(screen)
    assert "\n1. " in texts(screen)
    assert "You: " in texts(screen)
    assert any(isinstance(block, Image) for block in screen.blocks)


def test_watchers_get_the_last_round_and_nothing_is_said_of_nothing() -> None:
    table = Table(3, 4)
    view = table.view(PUBLIC)

    nothing = PANEL.since(view, ())

    assert [block for block in nothing.blocks if isinstance(block, Text)] == [
        Text("### The last round\nNothing has happened.")
    ]


def test_unseen_cards_are_what_is_left_of_all() -> None:
    view = Table(3, 1).view(Seat(0))

    listed = texts(PANEL.unseen(view)).splitlines()[2:]

    counts = [int(line.partition(" ×")[2] or 1) for line in listed]
    assert sum(counts) == 53 - 8
    assert "29 cards in the deck, 16 in other players' hands." in texts(PANEL.unseen(view))


def test_after_the_end_the_score_page_has_every_round() -> None:
    text = texts(PANEL.score(finished(3, 2).view(PUBLIC)))

    assert all(f"**Round {number}:** " in text for number in (1, 2, 3))
    assert "**Money:** " in text
