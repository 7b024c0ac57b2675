"""Looking back on a match of the toy game: luck against counting worlds, decisions by value."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from engine.agents.heuristics import Heuristics
from engine.agents.review import (
    Finding,
    Judgement,
    Luck,
    can_be_reviewed,
    judged,
    luck,
    read_finding,
    summary,
    tasks,
    write_finding,
)
from engine.draws import SealedDraws
from engine.game import CHANCE, Seat, Setup
from engine.record import Record, canonical
from engine.referee import Referee, new_header
from tests.engine.agents.test_search import bidding, imagination, values
from tests.engine.toy import TOY, Action, Bid, Deal, Reopen, State, Throw

ALL_WORLDS = 6 * 5 * 3


def own_hand(state: State, seat: Seat) -> float:
    """Like a high card, and a high die a little."""
    return state.hands[seat] + 0.1 * (state.die or 0)


IMAGINED = replace(imagination(), worth=own_hand)


@pytest.mark.parametrize(("cards", "pips"), [((6, 1), 3), ((3, 4), 2), ((1, 2), 1)])
def test_luck_is_what_came_less_the_average_of_all_that_could_and_what_all_gain(
    cards: tuple[int, int], pips: int
) -> None:
    drawn = [*map(Deal, cards), Throw(pips)]

    found = luck(IMAGINED, TOY.initial(Setup(2)), drawn, 2, Random(1), ALL_WORLDS)

    # The die is the same for both, so that is luck for nobody.
    assert found == pytest.approx([card - sum(cards) / 2 for card in cards])


def test_luck_makes_nought_over_the_seats_and_over_all_that_can_be_drawn() -> None:
    """With a judge who favours the first seat, so it isn't his doing."""
    partial = replace(IMAGINED, worth=lambda state, seat: own_hand(state, seat) * (3 - 2 * seat))
    start, total, weights = TOY.initial(Setup(2)), [0.0, 0.0], 0

    for one, two in permutations(range(1, 7), 2):
        for pips, weight in ((1, 3), (2, 2), (3, 1)):
            drawn = [Deal(one), Deal(two), Throw(pips)]
            found = luck(partial, start, drawn, 2, Random(1), ALL_WORLDS)
            assert sum(found) == pytest.approx(0)
            total = [sofar + weight * more for sofar, more in zip(total, found, strict=True)]
            weights += weight

    assert weights == 6 * 5 * 6
    assert total == pytest.approx([0, 0])


def test_luck_that_shows_later_is_judged_when_it_shows() -> None:
    imagined = replace(
        imagination(),
        worth=lambda state, seat: state.scores[seat],
        is_open=lambda _, state: state.round == 1,
        reply=lambda _state, _seat, _rng: Bid(0),
    )

    found = luck(
        imagined, TOY.initial(Setup(2)), [Deal(6), Deal(2), Throw(3)], 2, Random(1), ALL_WORLDS
    )

    # Who bids nothing like all others wins the die and the own card.
    assert found == pytest.approx([2, -2])


def test_luck_of_few_positions_is_near_that_of_all() -> None:
    drawn = [Deal(6), Deal(1), Throw(3)]

    few = luck(IMAGINED, TOY.initial(Setup(2)), drawn, 2, Random(1), positions=12)

    assert few == pytest.approx([2.5, -2.5], abs=1)
    assert few == luck(IMAGINED, TOY.initial(Setup(2)), drawn, 2, Random(1), positions=12)


def test_a_bad_bid_loses_what_a_better_one_would_have_brought() -> None:
    seen, legal = bidding(6, 3)
    known = Heuristics(values, imagination())

    bad = judged(known, seen, legal, Bid(0), Random(1))
    good = judged(known, seen, legal, Bid(2), Random(1))

    # Nothing wins only if the other bids nothing, too; two wins always.
    assert bad.better is not None
    assert '"coins":2' in bad.better
    assert bad.loss > 2
    assert bad.gain == 0
    # Aloud or not is the same.
    assert good.loss < 0.5
    assert judged(known, seen, legal, Bid(0), Random(1)) == bad


def test_what_differs_in_nothing_that_counts_is_no_better_way() -> None:
    seen, legal = bidding(6, 3)
    # Whether a bid is said aloud makes no difference, so only one of the two is a candidate.
    by_coins = replace(imagination(), alike=lambda _, bid: getattr(bid, "coins", None))

    found = judged(Heuristics(values, by_coins), seen, legal, Bid(2, aloud=True), Random(1))

    assert found.better is None
    assert found.gain > 0


def test_what_is_as_good_as_any_gains_on_the_others() -> None:
    seen, legal = bidding(6, 3)
    known = Heuristics(values, imagination())

    found = judged(known, seen, [Bid(0), Bid(1), Bid(2)], Bid(2), Random(1))

    assert found.better is None
    assert found.gain > 1
    assert legal


def record(*actions: Action | int) -> Record[Action]:
    """Play a match of two by the lowest seat that is awaited; a number takes back from a line."""
    draws, referee = SealedDraws(b"key"), Referee(TOY)
    header = new_header(TOY, Setup(2), "0" * 64, ("a", "b"))
    progress = referee.begin(header, draws)
    seats = iter((0, 1, 0, 1))
    for each in actions:
        if isinstance(each, int):
            progress = referee.settle(referee.undo(progress, each), draws)
            seats = iter((0, 1, 0, 1))
        elif isinstance(each, Reopen):
            progress = referee.submit(progress, Seat(0), each, draws)
            seats = iter((0, 1, 0, 1))
        else:
            progress = referee.submit(progress, Seat(next(seats)), each, draws)
    return progress.record


def test_draws_in_a_row_are_one_task_and_each_decision_is_one() -> None:
    played = record(Bid(0), Bid(1), Bid(2), Bid(0))

    found = tasks(TOY, played)

    actors = [each.moves[0].actor for each in found]
    assert actors == [CHANCE, 0, 1, CHANCE, 0, 1]
    assert [each.line for each in found] == [0, 3, 4, 5, 8, 9]
    assert [len(each.moves) for each in found] == [3, 1, 1, 3, 1, 1]
    assert [len(each.before) for each in found] == [0, 3, 4, 5, 8, 9]
    only_ann = tasks(TOY, played, frozenset({Seat(0)}))
    assert [each.moves[0].actor for each in only_ann] == [CHANCE, 0, CHANCE, 0]


def test_what_was_taken_back_and_what_nobody_waited_for_is_no_task() -> None:
    played = record(Bid(0), Reopen(), Bid(1), 3, Bid(2), Bid(2))

    found = tasks(TOY, played)

    own = [each for each in found if each.moves[0].actor == 0]
    assert [each.moves[0].action for each in own] == [Bid(2)]
    assert [len(each.before) for each in own] == [3]


def test_a_task_of_a_title_that_imagines_nothing_is_refused() -> None:
    task = tasks(TOY, record(Bid(0), Bid(1)))[1]

    assert not can_be_reviewed(task.game)
    with pytest.raises(ValueError, match=task.game):
        task.done()


def test_findings_are_read_as_they_were_written() -> None:
    findings: list[Finding] = [
        Judgement(4, Seat(1), canonical(Bid(2)), 1.5, 0.0, 0.25),
        Luck(0, (1.25, -1.25)),
    ]

    assert [read_finding(write_finding(each)) for each in findings] == findings


def test_a_summary_has_the_luck_of_a_seat_and_its_best_and_worst() -> None:
    losses = [Judgement(n, Seat(0), "x", loss, 0, 0.2) for n, loss in enumerate((1, 4, 0.1, 3, 2))]
    gains = [Judgement(n + 10, Seat(0), gain=gain) for n, gain in enumerate((0.2, 5, 6))]
    by_chance = Judgement(20, Seat(0), "x", loss=9.0, error=10.0)
    other = Judgement(21, Seat(1), "x", loss=8.0)
    draws = [Luck(0, (1, -1)), Luck(9, (0.5, -2))]
    findings: list[Finding] = [*losses, *gains, by_chance, other, *draws]

    ann = summary(findings, Seat(0))

    # What an earlier version stored, such as the second draw, makes nought over the seats, too.
    assert ann.luck == 2.25
    assert summary(findings, Seat(1)).luck == -2.25
    assert [each.loss for each in ann.worst] == [4, 3, 2]
    assert [each.gain for each in ann.best] == [5, 6]
    assert ann.judged == 9
    assert ann.lost == 10


def test_a_decision_that_is_known_better_goes_before_one_that_may_be_worse() -> None:
    vague = Judgement(1, Seat(0), "x", 5.0, error=2.0)
    sure = [Judgement(n, Seat(0), "x", 4.0, error=0.5) for n in (2, 3, 4)]

    found = summary([vague, *sure], Seat(0))

    assert found.worst == tuple(sure)


def test_the_worst_stand_in_the_order_of_the_match_whatever_they_are_judged_at() -> None:
    def lines(*losses: float) -> list[int]:
        found = [Judgement(n, Seat(0), "x", each, error=0.5) for n, each in enumerate(losses)]
        return [each.line for each in summary(found[::-1], Seat(0)).worst]

    assert lines(4.0, 4.2, 4.1) == lines(4.3, 4.0, 4.2) == [0, 1, 2]


def test_what_may_be_worth_a_word_is_compared_until_it_is_known_well() -> None:
    seen, _ = bidding(6, 3)
    known = Heuristics(values, imagination())

    found = [judged(known, seen, [Bid(0), Bid(2)], Bid(0), Random(seed)) for seed in range(8)]

    for one in found:
        low, high = one.between
        assert one.better is not None
        assert 0 < low < one.loss < high
        inside = [low <= other.loss <= high for other in found]
        assert sum(inside) >= len(found) - 2
