"""Computer players deal: what they accept, propose and keep, from what is public alone."""

from random import Random
from typing import Any

import pytest

from engine.agents import agent, agents
from engine.agents.heuristics import (
    CHARACTERS,
    EVEN,
    Bargain,
    Character,
    DealReason,
    Objection,
    Promise,
)
from engine.agents.hints import HintJob, hinted
from engine.agents.move_job import MoveJob
from engine.agents.review import judged
from engine.agents.trust import AT_LAST, Verdicts, trust
from engine.game import Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Influence, Mark
from engine.games.aftershock.deals import BARGAINING, chapter, given, improvement
from engine.games.aftershock.heuristics import HEURISTICS
from engine.games.aftershock.state import Items, Marks, Observation, RoundScore, State
from engine.record import canonical
from engine.values import but
from tests.games.aftershock.twin import twin
from tests.games.aftershock.worked import BAY, after, keys, laid, legal, marking
from tests.games.test_worlds import likely

A, B, C = (Seat(each) for each in range(3))
LAND = laid(
    meeples="Palo Alto: a3 b2; Oakland: a2 b1 c3; Richmond: a2 b3 c1; Hayward: b2 c2 a1;"
    "San Francisco: a2 b3 c3; Vallejo: a1 b1 c2; Fremont: c2 a1",
    phase="plan",
    round=3,
)
"""Palo Alto brings A and B points, and C nothing; nobody is sure that it will score."""
BOTH = Bargain("palo_alto", "palo_alto")


def seen(state: State, who: Seat = A) -> Observation:
    return GAME.observe(state, who)


def accepts(
    observation: Observation,
    proposer: Seat,
    bargain: Bargain,
    promises: tuple[Promise, ...],
    character: Character,
) -> bool:
    return BARGAINING.objection(observation, proposer, bargain, promises, character) is None


def other_of(state: State, rng: Random) -> State:
    """Return another world that looks the same to A."""
    other: State = twin(state, A, rng)
    return other


def marked(state: State, who: Seat, *promises: Promise, name: str = "greedy") -> tuple[str, ...]:
    """Return what an agent marks that is bound by these promises."""
    while not state.ready[who] and state.phase == "mark":
        observation = GAME.observe(state, who)
        action = MoveJob(name, observation, tuple(legal(state, who)), b"seed", promises).done()
        before = observation.draft or ()
        state = GAME.apply(state, Move(who, action)).state
        if state.phase != "mark" or state.ready[who]:
            return (*before, action.space)
    raise AssertionError(state.phase)


def test_a_deal_that_brings_both_points_is_accepted() -> None:
    assert accepts(seen(LAND), B, BOTH, (), EVEN)
    assert accepts(seen(LAND, B), A, BOTH, (), EVEN)


def test_what_only_helps_others_is_declined() -> None:
    for_c = Bargain("fremont", "south_san_francisco")

    assert BARGAINING.objection(seen(LAND), C, for_c, (), EVEN)
    assert BARGAINING.objection(seen(LAND), C, Bargain("-fremont", "-richmond"), (), EVEN)


def remembering(state: State, *marks: tuple[str, ...]) -> State:
    """Return the position with what B marked in the rounds before; A and C marked nothing."""
    rounds = tuple(
        RoundScore(number, (Marks(()), Marks(each), Marks(())), (), ())
        for number, each in enumerate(marks, 1)
    )
    return but(state, scorings=rounds)


def broken(*keys: str, of_round: str = "1") -> tuple[Promise, ...]:
    return tuple(Promise(B, key, chapter=of_round) for key in keys)


def test_who_broke_promises_is_told_how_many() -> None:
    state = remembering(LAND, ("oakland",), ("oakland",))
    words = (*broken("vallejo", "fremont", "oakland"), *broken("-oakland", of_round="2"))

    assert BARGAINING.objection(seen(LAND), B, BOTH, (), EVEN) is None
    assert BARGAINING.objection(seen(state), B, BOTH, words, EVEN) == Objection(
        DealReason.BROKEN, 3
    )


def test_the_same_promise_to_several_seats_is_broken_once() -> None:
    state = remembering(LAND, ("oakland",))
    words = broken("vallejo", "vallejo", "fremont")

    assert BARGAINING.objection(seen(state), B, BOTH, words, EVEN) == Objection(
        DealReason.BROKEN, 2
    )


def test_promises_of_this_round_are_no_broken_ones() -> None:
    state = remembering(LAND, ("oakland",))
    words = (*broken("vallejo", of_round="3"), Promise(B, "fremont"))

    assert BARGAINING.objection(seen(state), B, BOTH, words, EVEN) is None


def test_the_better_a_seat_kept_its_word_the_more_its_promises_are_worth() -> None:
    state = but(remembering(LAND, ("oakland",)), round=2)
    kept = broken("oakland")
    spaces = [sign + space.key for sign in ("", "-") for space in BAY.spaces]

    def worth(*words: Promise) -> list[float]:
        known = given(seen(state), words, EVEN)
        return [improvement(seen(state), A, known, (Promise(B, key),), EVEN) for key in spaces]

    liar, stranger, proven = (
        [abs(each) for each in worth(*words)] for words in (broken("vallejo"), (), kept)
    )

    assert all(a <= b <= c for a, b, c in zip(liar, stranger, proven, strict=True))
    assert sum(liar) < sum(stranger) < sum(proven)


def test_in_the_last_round_nobody_relies_on_a_promise_that_costs_points() -> None:
    spaces = [space.key for space in BAY.spaces]
    bargains = [Bargain(mine, yours) for mine in spaces for yours in spaces]
    before, last = (but(remembering(LAND, ("oakland",)), round=each) for each in (2, 3))

    def objections(state: State, word: str) -> list[Objection | None]:
        words = broken(word)
        return [BARGAINING.objection(seen(state), B, each, words, EVEN) for each in bargains]

    kept, liar = objections(last, "oakland"), objections(last, "fremont")

    assert Objection(DealReason.LAST) not in objections(before, "oakland")
    assert Objection(DealReason.LAST) in kept
    assert Objection(DealReason.UNPROVEN) not in kept
    assert Objection(DealReason.UNPROVEN) not in liar
    assert given(seen(last), broken("oakland"), EVEN).trust == (AT_LAST,) * 3


def test_in_the_last_round_broken_promises_are_the_reason_only_where_they_are() -> None:
    spaces = [sign + space.key for sign in ("", "-") for space in BAY.spaces]
    bargains = [Bargain(mine, yours) for mine in spaces for yours in spaces]
    last = remembering(LAND, ("oakland",), ("oakland",))

    def objections(*words: Promise) -> list[Objection | None]:
        return [BARGAINING.objection(seen(last), B, each, words, EVEN) for each in bargains]

    honest, liar = objections(*broken("oakland")), objections(*broken("oakland", "fremont"))

    told = {Objection(DealReason.BROKEN, 1): None, Objection(DealReason.LAST): DealReason.LAST}
    reasons = [each and each.why for each in honest]
    assert set(told) <= {*liar}
    assert all(
        reason is told[each]
        for reason, each in zip(reasons, liar, strict=True)
        if each is not None and each in told
    )


def test_in_the_last_round_a_deal_that_both_gain_by_keeping_is_accepted() -> None:
    assert LAND.round == LAND.board.seatings[LAND.seats].rounds
    assert accepts(seen(LAND), B, BOTH, (), EVEN)


def test_a_liar_can_bargain_for_less_than_a_stranger() -> None:
    state = remembering(LAND, ("oakland",), ("oakland",))
    spaces = [space.key for space in BAY.spaces]
    bargains = [Bargain(mine, yours) for mine in spaces for yours in spaces]

    def objections(*words: Promise) -> list[Objection | None]:
        return [BARGAINING.objection(seen(state), B, each, words, EVEN) for each in bargains]

    liar, stranger = objections(*broken("vallejo")), objections()

    assert liar.count(None) < stranger.count(None)
    assert Objection(DealReason.BROKEN, 1) in liar


def test_who_promises_more_than_its_markers_is_not_believed() -> None:
    words = tuple(Promise(B, key) for key in keys("Oakland, Richmond, Hayward, Vallejo"))
    both_ways = (Promise(B, "-palo_alto"),)

    for promises in (words, both_ways):
        against = BARGAINING.objection(seen(LAND), B, BOTH, promises, EVEN)
        assert against == Objection(DealReason.TOO_MUCH)


def test_an_influence_marker_is_one_more_promise_that_can_be_kept() -> None:
    words = tuple(Promise(B, key) for key in keys("Oakland, Richmond, Hayward, Vallejo"))
    items = (LAND.items[A], Items(influence=1), LAND.items[C])

    against = BARGAINING.objection(seen(but(LAND, items=items)), B, BOTH, words, EVEN)

    assert against is None or against.why is not DealReason.TOO_MUCH


def test_nothing_is_counted_on_that_can_not_all_be_kept() -> None:
    land = "San Jose: a3 b2; Fremont: a2 b2; Palo Alto: a3 c2; Hayward: a3 b2 c1; Oakland: a3 c2"
    state = marking(laid(meeples=f"{land}; Vallejo: a3", round=2))
    rest = keys("San Rafael, Richmond, San Francisco, Oakland")

    believed = marked(state, A, Promise(B, "vallejo"))
    too_much = marked(state, A, Promise(B, "vallejo"), *(Promise(B, key) for key in rest))

    assert "vallejo" in believed
    assert "vallejo" not in too_much


def test_it_says_why_else_it_declines() -> None:
    sealed = but(LAND, phase="mark", drafts=(keys("Palo Alto"), None, None))
    own = tuple(Promise(A, key) for key in keys("Oakland, Richmond, Hayward, Vallejo"))

    reasons = [
        BARGAINING.objection(seen(sealed), B, BOTH, (), EVEN),
        BARGAINING.objection(seen(LAND), B, BOTH, own, EVEN),
        BARGAINING.objection(seen(LAND), B, Bargain("-fremont", "-richmond"), (), EVEN),
    ]

    assert [each and each.why for each in reasons] == [
        DealReason.SEALED,
        DealReason.BOUND,
        DealReason.LITTLE,
    ]


def test_an_influence_marker_is_nothing_that_it_promises_away() -> None:
    items = (Items(influence=1), LAND.items[B], LAND.items[C])
    own = tuple(Promise(A, key) for key in keys("Oakland, Richmond, Hayward, Vallejo"))

    against = BARGAINING.objection(seen(but(LAND, items=items)), B, BOTH, own, EVEN)

    assert against == Objection(DealReason.BOUND)


def test_characters_differ_in_how_fast_they_forgive() -> None:
    believed = {
        name: trust([Verdicts(0, 1), Verdicts(1, 0)], character.forgiveness)
        for name, character in CHARACTERS.items()
    }

    assert believed["rival"] < believed["even"] < believed["builder"]


def test_no_word_is_given_against_another_one() -> None:
    assert BARGAINING.objection(seen(LAND), B, BOTH, (Promise(A, "-palo_alto"),), EVEN)


def test_who_marks_gives_no_word_whatever_lies_sealed() -> None:
    land = but(LAND, phase="mark", drafts=(keys("Palo Alto"), None, None))

    assert BARGAINING.objection(seen(land), B, BOTH, (), EVEN)
    assert accepts(seen(but(land, drafts=(None, None, None))), B, BOTH, (), EVEN)


def test_a_proposal_brings_both_something_and_goes_to_who_was_named() -> None:
    found = BARGAINING.proposed(seen(LAND), (B, C), (), EVEN)

    assert found is not None
    to, bargain = found
    assert to == B
    assert accepts(seen(LAND, B), A, bargain, (), EVEN)
    assert BARGAINING.proposed(seen(LAND), (), (), EVEN) is None
    assert BARGAINING.proposed(seen(but(LAND, phase="mark")), (B, C), (), EVEN) is None


def test_words_are_about_a_round_while_there_are_marks_to_come() -> None:
    assert chapter(seen(LAND)) == "3"
    assert [BARGAINING.matters(seen(but(LAND, phase=each))) for each in ("plan", "mark")] == [
        True,
        True,
    ]
    assert not BARGAINING.matters(seen(but(LAND, phase="resolve")))


@pytest.mark.parametrize("level", sorted(agents()))
def test_a_word_is_kept_by_every_level(level: str) -> None:
    state = marking(LAND)

    assert "palo_alto" in marked(state, A, Promise(A, "palo_alto"), name=level)
    assert "san_rafael" in marked(state, A, Promise(A, "san_rafael"), name=level)
    assert "richmond" not in marked(state, A, Promise(A, "-richmond"), name=level)


def test_a_dear_word_is_kept_by_the_faithful_and_a_cheap_one_by_all() -> None:
    state = marking(LAND)
    dear, cheap = Promise(A, "san_jose", resolve=0.9), Promise(A, "-san_jose", resolve=0.9)

    assert "san_jose" not in marked(state, A, dear)
    assert "san_jose" in marked(state, A, dear, name="greedy:builder")
    assert "san_jose" in marked(state, A, dear._replace(resolve=0.1))
    assert "san_jose" not in marked(state, A, dear._replace(resolve=0.6), name="greedy:rival")
    assert "san_jose" not in marked(state, A, cheap, name="greedy:rival")


def test_what_another_one_promised_is_counted_on() -> None:
    land = "San Jose: a3 b2; Fremont: a2 b2; Palo Alto: a3 c2; Hayward: a3 b2 c1; Oakland: a3 c2"
    state = marking(laid(meeples=f"{land}; Vallejo: a3", round=2))

    alone, together = (marked(state, A, *promises) for promises in ((), (Promise(B, "vallejo"),)))

    assert "vallejo" not in alone
    assert "vallejo" in together


def test_words_that_can_not_all_be_kept_leave_every_choice() -> None:
    state = marking(LAND)
    promises = (Promise(A, "vallejo"), Promise(A, "-vallejo"))
    many = tuple(Promise(A, space.key) for space in BAY.spaces[:6])

    for each in (promises, many):
        assert len(marked(state, A, *each)) == 4


def test_an_influence_marker_goes_to_no_space_that_was_given_up() -> None:
    state = marking(LAND, Items(influence=2))

    marks = marked(state, A, Promise(A, "-richmond"), Promise(A, "palo_alto"))

    assert len(marks) == 6
    assert "richmond" not in marks
    assert "palo_alto" in marks


def test_a_word_that_was_passed_by_is_lost_and_the_others_are_kept() -> None:
    state = but(marking(LAND), drafts=(keys("Oakland"), None, None))

    marks = marked(state, A, Promise(A, "vallejo"), Promise(A, "fremont"))

    assert "fremont" in marks


def test_answers_and_proposals_tell_of_nothing_that_is_hidden() -> None:
    rng = Random(5)
    judged = 0
    for state in likely("aftershock", Setup(3), 5)[3:]:
        if state.phase not in ("keep", "plan", "build", "mark") or rng.random() < 0.7:
            continue
        # C asks A: whatever A itself holds and seals, its answer is the same.
        other = twin(state, B, rng)
        worlds: list[Any] = [seen(each) for each in (state, other)]
        if state.phase == "mark":
            worlds = [but(each, draft=("oakland",)) for each in worlds]
        past = tuple(
            Promise(seat, key, chapter=str(number))
            for number in range(1, state.round)
            for seat, key in ((C, "oakland"), (C, "-fremont"), (B, "hayward"))
        )
        for promise in ("oakland", "-fremont", "most_bridges"):
            bargain = Bargain(promise, "richmond")
            for words in ((), past):
                first, second = (
                    BARGAINING.objection(each, C, bargain, words, EVEN) for each in worlds
                )
                assert first == second
            if state.phase == "mark" and not state.ready[A]:
                # Also what it marks itself tells of nothing that is hidden from it.
                kept = [
                    BARGAINING.kept(seen(each), legal(each, A), (*past, Promise(C, promise)), EVEN)
                    for each in (state, other_of(state, rng))
                ]
                assert kept[0] == kept[1]
        judged += 1
    assert judged > 10


def test_every_character_has_a_faith_of_its_own() -> None:
    assert CHARACTERS["builder"].faith == 1.0
    assert CHARACTERS["rival"].faith < CHARACTERS["even"].faith
    assert agent("greedy:rival").character.faith < 1.0


def test_words_change_nothing_but_marks() -> None:
    for state in likely("aftershock", Setup(3), 3):
        if state.phase == "plan" and not state.ready[A]:
            listed = legal(state, A)
            assert BARGAINING.kept(seen(state), listed, (Promise(A, "oakland"),), EVEN) == listed
            return
    raise AssertionError


def test_an_influence_or_a_mark_is_what_is_kept_from() -> None:
    state = marking(LAND)
    kept = BARGAINING.kept(seen(state), legal(state, A), (Promise(A, "san_rafael"),), EVEN)

    assert kept == [Mark("san_rafael")]
    assert not any(isinstance(each, Influence) for each in kept)


@pytest.mark.parametrize("promise", ["oakland", "san_jose", "-oakland", "-most_bridges"])
def test_hints_keep_the_word_that_the_asker_gave(promise: str) -> None:
    state = marking(laid(meeples="Oakland: a3 b1; Richmond: a2 c3; Vallejo: a1 b1; San Jose: b3"))
    promises = (Promise(A, promise), Promise(B, "-vallejo"))

    found = hinted(seen(state), legal(state, A), Random(1), promises)

    space = promise.removeprefix("-")
    assert found
    for hint in found:
        assert len(hint.actions) == 4
        assert any(Mark(space) == each for each in hint.actions) is (promise == space)


def test_a_promise_of_somebody_else_and_one_that_cannot_be_kept_forbid_nothing() -> None:
    state = marking(laid(meeples="Oakland: a3 b1; Richmond: a2 c3"))
    state = after(state, A, Mark("oakland"))

    for promises in (
        (Promise(B, "-fremont"),),
        (Promise(A, "-oakland"),),
        (Promise(A, "richmond"),),
    ):
        assert hinted(seen(state), legal(state, A), Random(1), promises)


def test_a_hint_leaves_out_what_breaks_a_word_that_can_still_be_kept() -> None:
    state = marking(laid(meeples="Oakland: a3 b1; Richmond: a2 c3"))

    def left_out(state: State, *promises: Promise) -> int:
        return HintJob(seen(state), tuple(legal(state, A)), b"a seed", promises).left_out

    assert left_out(state, Promise(A, "-oakland")) == 1
    assert left_out(state, Promise(B, "-oakland")) == 0
    assert left_out(after(state, A, Mark("oakland")), Promise(A, "-oakland")) == 0


def test_a_review_finds_nothing_better_that_breaks_a_promise() -> None:
    state = marking(laid(meeples="Oakland: a3 b1; Richmond: a2 c3; Vallejo: b3 c1; San Jose: b3"))
    state = after(state, A, Mark("richmond"))
    worse, promise = Mark("hayward"), (Promise(A, "-oakland"),)

    def better(promises: tuple[Promise, ...]) -> str | None:
        rng = Random(1)
        return judged(
            HEURISTICS, seen(state), legal(state, A), worse, rng, promises=promises
        ).better

    assert better(()) == canonical(Mark("oakland"))
    assert better(promise) != canonical(Mark("oakland"))
