"""What a table decides together, as functions of values."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.table.errors import NotPlaying, NotSeated, VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import handed_over
from bot.table.match.match import (
    ABOUT_A_SEAT,
    Chair,
    Ending,
    Match,
    StandIn,
    Status,
    Venue,
    VoteKind,
    VoteResult,
)
from bot.table.match.pace import NO_LIMIT, PACES
from bot.table.time import lateness
from bot.table.together import holds, votes
from bot.table.together.votes import Circumstances
from engine.game import Seat, Setup

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
LATER = NOW + votes.LAPSE
NOBODY: frozenset[PlayerId] = frozenset()


def player(seat: int) -> PlayerId:
    return PlayerId(11 + seat)


def table(people: int, computers: int = 0) -> Match:
    """Return a match that is played; the first seat is waited for."""
    seated = tuple(Chair(f"P{n}", f"j{n}", player(n)) for n in range(people))
    agents = tuple(Chair(f"C{n}", f"c{n}", agent="greedy") for n in range(computers))
    return Match(
        id=MatchId(1),
        game="toy",
        status=Status.PLAYING,
        host=player(0),
        venue=Venue(1, 100),
        places=people + computers,
        setup=Setup(people + computers),
        commitment="",
        chairs=(*seated, *agents),
        opened_at=NOW,
        changed_at=NOW,
        has_begun=True,
        acting=(Seat(0),),
        pace=PACES["three-days"],
    )


DUE = Circumstances(waits={Seat(0): 7}, runs=True)
LATE = replace(DUE, late=frozenset({Seat(0)}))
AWAY = replace(DUE, away=frozenset({player(0)}), long_away=frozenset({player(0)}))
BOTH = replace(AWAY, late=LATE.late)


def asked(
    match: Match, kind: VoteKind, arg: str = "", by: int = 1, about: Circumstances = DUE
) -> Match:
    return votes.opened(match, player(by), kind, arg, about, now=NOW)


def ayes(match: Match, *seats: int) -> Match:
    for seat in seats:
        match = votes.cast(match, player(seat), match.votes[-1].id, is_yes=True, now=NOW)
    return match


def result(match: Match) -> VoteResult | None:
    return match.votes[-1].result


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        # for 1, 2, 3, 4, 5 seats of people
        (VoteKind.HOLD, (1, 2, 2, 3, 3)),
        (VoteKind.GO_ON, (1, 2, 2, 3, 3)),
        (VoteKind.EXTEND, (1, 2, 2, 3, 3)),
        (VoteKind.PACE, (1, 2, 3, 4, 5)),
        (VoteKind.END, (1, 2, 3, 3, 4)),
        (VoteKind.END_AS_IT_STANDS, (1, 2, 3, 3, 4)),
    ],
)
def test_so_many_of_all_are_enough_at_once(kind: VoteKind, needed: tuple[int, ...]) -> None:
    arg = "week" if kind is VoteKind.PACE else ""

    for people, enough in enumerate(needed, 1):
        match = table(people, computers=1)
        if kind is VoteKind.GO_ON:
            match = holds.held(match, now=NOW)
        match = asked(match, kind, arg, by=0)
        for seat in range(1, enough):
            assert result(match) is None
            match = ayes(match, seat)
        assert result(match) is VoteResult.PASSED


@pytest.mark.parametrize("kind", sorted(ABOUT_A_SEAT))
def test_whom_it_is_about_has_no_ballot(kind: VoteKind) -> None:
    match = asked(table(4), kind, "0", about=BOTH)

    with pytest.raises(VoteRefused, match="vote-not-yours"):
        ayes(match, 0)
    assert result(match) is None
    assert result(ayes(match, 2)) is VoteResult.PASSED


@pytest.mark.parametrize(
    ("present", "voted", "kind", "passes"),
    [
        # two of four are there
        ({0, 1}, {0, 1}, VoteKind.END, True),
        ({0, 1}, {0, 1}, VoteKind.END_AS_IT_STANDS, True),
        ({0, 1}, {0, 1}, VoteKind.PACE, True),
        ({0, 1, 2}, {0, 1}, VoteKind.PACE, False),
        ({0, 1, 2}, {0, 1}, VoteKind.EXTEND, True),
        ({0, 1, 2, 3}, {0, 1}, VoteKind.EXTEND, False),
        ({0, 1, 2}, {0, 1}, VoteKind.END, False),
        # whoever has voted is there
        (set(), {0, 1}, VoteKind.END, True),
        # one alone
        ({0}, {0}, VoteKind.HOLD, True),
        ({0}, {0}, VoteKind.END, True),
        ({0}, {0}, VoteKind.END_AS_IT_STANDS, False),
        ({0}, {0}, VoteKind.PACE, False),
        ({0}, {0}, VoteKind.EXTEND, False),
    ],
)
def test_when_time_is_up_those_who_are_there_decide(
    present: set[int], voted: set[int], kind: VoteKind, *, passes: bool
) -> None:
    first, *others = sorted(voted)
    arg = "week" if kind is VoteKind.PACE else ""
    match = ayes(asked(table(4), kind, arg, by=first), *others)

    match = votes.lapsed(match, 1, frozenset(map(player, present)), now=LATER)

    assert result(match) is (VoteResult.PASSED if passes else VoteResult.LAPSED)
    assert match.votes[-1].closed_at == LATER


def test_one_alone_may_let_a_computer_play_for_somebody_who_is_late() -> None:
    match = asked(table(4), VoteKind.COMPUTER_FOR_GOOD, "0", about=LATE)

    match = votes.lapsed(match, 1, NOBODY, now=LATER)

    assert match.chairs[0].agent is not None


def test_a_seat_on_offer_counts_only_if_its_owner_votes() -> None:
    match = table(3)
    match = replace(match, chairs=(replace(match.chairs[0], is_offered=True), *match.chairs[1:]))
    everybody = frozenset(map(player, range(3)))
    match = ayes(asked(match, VoteKind.PACE, "week"), 2)

    passed = votes.lapsed(match, 1, everybody, now=LATER)
    objected = votes.cast(match, player(0), 1, is_yes=False, now=NOW)

    assert result(passed) is VoteResult.PASSED
    assert result(objected) is VoteResult.REFUSED


def test_a_lone_no_means_playing_on_and_blocks_nobody() -> None:
    match = asked(table(4), VoteKind.END)

    match = votes.cast(match, player(0), 1, is_yes=False, now=NOW)

    assert result(match) is None
    assert result(ayes(match, 2, 3)) is VoteResult.PASSED


def test_a_ballot_may_change() -> None:
    match = asked(table(3), VoteKind.PACE, "week")
    match = votes.cast(match, player(0), 1, is_yes=False, now=NOW)
    match = votes.cast(match, player(0), 1, is_yes=True, now=NOW)
    match = votes.cast(match, player(0), 1, is_yes=True, now=NOW)

    assert [each.is_yes for each in match.votes[0].ballots] == [True, True]
    assert result(ayes(match, 2)) is VoteResult.PASSED


def test_what_was_refused_may_be_asked_again_after_three_days() -> None:
    match = asked(table(2), VoteKind.PACE, "week")
    match = votes.cast(match, player(0), 1, is_yes=False, now=NOW)
    assert result(match) is VoteResult.REFUSED

    with pytest.raises(VoteRefused, match="vote-refused-lately") as refused:
        votes.opened(match, player(1), VoteKind.PACE, "day", DUE, now=LATER - timedelta(seconds=1))
    match = votes.opened(match, player(1), VoteKind.PACE, "day", DUE, now=LATER)

    assert refused.value.data["until"] == LATER
    assert match.votes[-1].id == 2


def test_what_lapsed_may_be_asked_again_at_once() -> None:
    match = votes.lapsed(asked(table(3), VoteKind.EXTEND), 1, NOBODY, now=LATER)

    again = votes.opened(match, player(1), VoteKind.EXTEND, "", DUE, now=LATER)

    assert again.votes[-1].is_open


def test_there_is_one_open_vote_of_a_kind() -> None:
    match = asked(table(3), VoteKind.EXTEND)

    with pytest.raises(VoteRefused, match="vote-open"):
        asked(match, VoteKind.EXTEND, by=2)
    assert len(asked(match, VoteKind.HOLD, by=2).votes) == 2


def test_whoever_leaves_takes_their_ballot_along() -> None:
    match = ayes(asked(table(4), VoteKind.PACE, "week"), 2)

    left = handed_over(match, player(2), "greedy", now=NOW)
    left = votes.recounted(left, now=NOW)

    assert [each.seat for each in left.votes[0].ballots] == [1]
    assert votes.needed(left, left.votes[0]) == 3


def test_the_others_are_enough_once_the_one_who_was_missing_has_left() -> None:
    match = ayes(asked(table(3), VoteKind.PACE, "week"), 2)

    left = votes.recounted(handed_over(match, player(0), "greedy", now=NOW), now=NOW)

    assert result(left) is VoteResult.PASSED
    assert left.pace == PACES["week"]


def test_a_substitute_votes_anew() -> None:
    match = ayes(asked(table(4), VoteKind.PACE, "week"), 2)
    chairs = list(match.chairs)
    chairs[2] = replace(chairs[2], player=PlayerId(99))

    match = votes.recounted(replace(match, chairs=tuple(chairs)), now=NOW)

    assert [each.seat for each in match.votes[0].ballots] == [1]


def test_nobody_votes_any_more_about_somebody_who_acts() -> None:
    match = asked(table(4), VoteKind.OFFER_SEAT, "0", about=LATE)

    match = votes.acted(match, Seat(0), now=NOW)

    assert result(match) is VoteResult.DROPPED


@pytest.mark.parametrize("status", [Status.CLOSED, Status.FINISHED])
def test_the_end_drops_what_is_open(status: Status) -> None:
    match = asked(table(4), VoteKind.EXTEND)

    match = votes.recounted(replace(match, status=status), now=NOW)

    assert result(match) is VoteResult.DROPPED
    with pytest.raises(NotPlaying):
        ayes(match, 2)


@pytest.mark.parametrize("status", [Status.LOBBY, Status.CLOSED, Status.FINISHED, Status.PAUSED])
def test_nothing_is_asked_at_a_table_that_does_not_play(status: Status) -> None:
    with pytest.raises(NotPlaying):
        asked(replace(table(3), status=status), VoteKind.HOLD)


def test_a_watcher_has_no_say() -> None:
    match = asked(table(3), VoteKind.HOLD)

    with pytest.raises(NotSeated):
        votes.opened(match, PlayerId(99), VoteKind.END, "", DUE, now=NOW)
    with pytest.raises(NotSeated):
        votes.cast(match, PlayerId(99), 1, is_yes=True, now=NOW)


@pytest.mark.parametrize("kind", list(VoteKind))
def test_a_vote_that_is_over_takes_no_ballot(kind: VoteKind) -> None:
    match = votes.recounted(asked(table(3), VoteKind.HOLD), now=NOW)
    over = replace(match.votes[0], kind=kind, result=VoteResult.DROPPED)

    for vote_id in (1, 2, 0):
        with pytest.raises(VoteRefused, match="vote-over"):
            votes.cast(replace(match, votes=(over,)), player(0), vote_id, is_yes=True, now=NOW)


@pytest.mark.parametrize(
    ("kind", "arg", "about", "key"),
    [
        (VoteKind.GO_ON, "", DUE, "vote-not-held"),
        (VoteKind.EXTEND, "", Circumstances(), "vote-nothing-due"),
        (VoteKind.PACE, "three-days", DUE, "vote-same-pace"),
        (VoteKind.PACE, "a minute", DUE, "vote-no-such-pace"),
        (VoteKind.END_AS_IT_STANDS, "", replace(DUE, counts=False), "vote-no-points"),
        # nobody in time can be voted out
        (VoteKind.COMPUTER_ONCE, "0", DUE, "vote-not-late"),
        (VoteKind.COMPUTER_FOR_GOOD, "0", DUE, "vote-not-late"),
        (VoteKind.OFFER_SEAT, "0", DUE, "vote-not-late"),
        (VoteKind.OFFER_SEAT, "2", LATE, "vote-not-late"),
        # a holiday of three days, or none
        (VoteKind.COMPUTER_MEANWHILE, "0", replace(AWAY, long_away=NOBODY), "vote-not-away"),
        (VoteKind.COMPUTER_MEANWHILE, "2", BOTH, "vote-not-away"),
        (VoteKind.COMPUTER_MEANWHILE, "3", AWAY, "vote-no-person"),
        (VoteKind.OFFER_SEAT, "3", LATE, "vote-no-person"),
        (VoteKind.OFFER_SEAT, "9", LATE, "vote-no-person"),
        (VoteKind.OFFER_SEAT, "Bob", LATE, "vote-no-person"),
    ],
)
def test_what_has_no_cause_is_refused(
    kind: VoteKind, arg: str, about: Circumstances, key: str
) -> None:
    with pytest.raises(VoteRefused, match=key):
        asked(table(3, computers=1), kind, arg, about=about)


@pytest.mark.parametrize(
    ("kind", "arg", "changes", "key"),
    [
        (VoteKind.HOLD, "", {"held_until": LATER}, "vote-held"),
        (VoteKind.EXTEND, "", {"held_until": LATER}, "vote-nothing-due"),
        (VoteKind.EXTEND, "", {"pace": NO_LIMIT}, "vote-nothing-due"),
        (VoteKind.PACE, "week", {"pace": PACES["week"]}, "vote-same-pace"),
        (VoteKind.COMPUTER_ONCE, "0", {"acting": (Seat(1),)}, "vote-not-awaited"),
        (VoteKind.COMPUTER_ONCE, "0", {"acting": ()}, "vote-not-awaited"),
        (VoteKind.COMPUTER_ONCE, "0", {"stand_in": StandIn.TIME_UP}, "vote-computer-plays"),
        (VoteKind.COMPUTER_ONCE, "0", {"is_offered": True}, "vote-computer-plays"),
        (VoteKind.COMPUTER_ONCE, "0", {"agent": "greedy"}, "vote-no-person"),
        (VoteKind.COMPUTER_MEANWHILE, "0", {"acting": (Seat(1),)}, "vote-not-awaited"),
        (VoteKind.COMPUTER_MEANWHILE, "0", {"held_until": LATER}, "vote-held"),
        (VoteKind.COMPUTER_MEANWHILE, "0", {"stand_in": StandIn.HOLIDAY}, "vote-computer-plays"),
        (VoteKind.COMPUTER_MEANWHILE, "0", {"agent": "greedy"}, "vote-no-person"),
        (VoteKind.COMPUTER_FOR_GOOD, "0", {"agent": "greedy"}, "vote-no-person"),
        (VoteKind.OFFER_SEAT, "0", {"is_offered": True}, "vote-offered"),
        (VoteKind.OFFER_SEAT, "0", {"agent": "greedy"}, "vote-no-person"),
    ],
)
def test_what_would_have_no_effect_is_not_asked_and_not_left_open(
    kind: VoteKind, arg: str, changes: dict[str, Any], key: str
) -> None:
    begun, of_chair = table(4), {"stand_in", "is_offered", "agent"}
    first = replace(begun.chairs[0], **{n: v for n, v in changes.items() if n in of_chair})
    of_match = {n: v for n, v in changes.items() if n not in of_chair}

    def changed(match: Match) -> Match:
        return replace(match, chairs=(first, *match.chairs[1:]), **of_match)

    dropped = votes.recounted(changed(asked(begun, kind, arg, about=BOTH)), now=LATER)

    assert result(dropped) is VoteResult.DROPPED
    assert dropped.votes[-1].closed_at == LATER
    assert votes.recounted(dropped, now=LATER) == dropped
    with pytest.raises(VoteRefused, match=key):
        asked(changed(begun), kind, arg, about=BOTH)


def test_going_on_is_voted_on_only_while_the_table_holds_the_match() -> None:
    held = holds.held(table(3), now=NOW)

    gone_on = votes.recounted(holds.gone_on(asked(held, VoteKind.GO_ON), now=LATER), now=LATER)

    assert result(gone_on) is VoteResult.DROPPED
    with pytest.raises(VoteRefused, match="vote-not-held"):
        asked(holds.deserted(table(3), now=NOW), VoteKind.GO_ON)


@pytest.mark.parametrize("kind", [VoteKind.HOLD, VoteKind.EXTEND, VoteKind.END])
def test_votes_stay_open_where_nobody_is_there_as_a_ballot_ends_that(kind: VoteKind) -> None:
    match = holds.deserted(asked(table(3), kind), now=NOW)

    assert votes.recounted(match, now=LATER) == match


@pytest.mark.parametrize(
    ("kind", "arg"),
    [
        (VoteKind.EXTEND, ""),
        (VoteKind.PACE, "week"),
        (VoteKind.COMPUTER_FOR_GOOD, "0"),
        (VoteKind.OFFER_SEAT, "0"),
        (VoteKind.END, ""),
        (VoteKind.END_AS_IT_STANDS, ""),
    ],
)
def test_a_vote_with_an_effect_outlasts_moves(kind: VoteKind, arg: str) -> None:
    match = replace(asked(table(4), kind, arg, about=LATE), acting=(Seat(2),))

    assert votes.recounted(match, now=LATER) == match


def test_what_a_vote_leads_to_takes_the_reason_from_others() -> None:
    match = asked(asked(table(3), VoteKind.EXTEND), VoteKind.HOLD, by=2)

    held = votes.recounted(ayes(match, 0), now=LATER)

    assert [each.result for each in held.votes] == [VoteResult.DROPPED, VoteResult.PASSED]
    assert held.extensions == 0


def test_nobody_asks_about_themselves() -> None:
    with pytest.raises(VoteRefused, match="vote-about-you"):
        asked(table(3), VoteKind.OFFER_SEAT, "0", by=0, about=LATE)


def test_time_is_added_twice_a_match() -> None:
    match = table(1)
    for _ in range(votes.MOST_EXTENSIONS):
        match = asked(match, VoteKind.EXTEND, by=0)

    assert match.extensions == votes.MOST_EXTENSIONS
    with pytest.raises(VoteRefused, match="vote-extended-enough"):
        asked(match, VoteKind.EXTEND, by=0)


def test_a_table_holds_a_match_for_four_weeks_in_all() -> None:
    match, now, held = table(1), NOW, []

    while holds.left(match) > timedelta():
        match = votes.opened(match, player(0), VoteKind.HOLD, "", DUE, now=now)
        assert match.held_until is not None
        held.append(match.held_until - now)
        with pytest.raises(VoteRefused, match="vote-held"):
            votes.opened(match, player(0), VoteKind.HOLD, "", DUE, now=now)
        now += min(held[-1], timedelta(days=10))
        match = votes.opened(match, player(0), VoteKind.GO_ON, "", DUE, now=now)

    days = [each / timedelta(days=1) for each in held]
    assert days == [14, 14, 8]
    with pytest.raises(VoteRefused, match="vote-held-enough"):
        votes.opened(match, player(0), VoteKind.HOLD, "", DUE, now=now)


def test_a_hold_because_nobody_is_there_counts_for_nothing() -> None:
    match = holds.deserted(table(2), now=NOW)
    again = holds.deserted(match, now=LATER)
    match = holds.gone_on(again, now=LATER)

    assert again.held_until == NOW + holds.DESERTED + holds.NOTICE
    assert (match.held_s, match.held_until, match.is_deserted) == (0, None, False)


def test_no_computer_plays_while_a_match_is_on_hold() -> None:
    match = replace(table(1, computers=1), acting=(Seat(1),))

    assert match.agent_acts
    assert not holds.held(match, now=NOW).agent_acts


def test_a_table_ends_without_result() -> None:
    match = ayes(asked(asked(table(3), VoteKind.EXTEND), VoteKind.END), 0, 2)

    assert (match.status, match.ending) == (Status.CLOSED, Ending.AGREED)
    assert [each.result for each in match.votes] == [VoteResult.DROPPED, VoteResult.PASSED]


def test_a_table_ends_as_it_stands() -> None:
    match = ayes(asked(table(3), VoteKind.END_AS_IT_STANDS), 0, 2)

    assert (match.status, match.ending) == (Status.FINISHED, Ending.AS_IT_STANDS)
    assert not match.acting


def test_a_computer_plays_once() -> None:
    match = ayes(asked(table(3), VoteKind.COMPUTER_ONCE, "0", about=LATE), 2)

    assert match.chairs[0].stand_in
    assert match.chairs[0].agent is None
    assert match.agent_acts
    assert match.seat_of(player(0)) == 0


def test_a_computer_plays_until_a_holiday_is_over_or_its_owner_acts() -> None:
    match = ayes(asked(table(3), VoteKind.COMPUTER_MEANWHILE, "0", about=AWAY), 2)

    assert match.chairs[0].stand_in
    assert match.chairs[0].stand_in_agreed_at == NOW
    assert (match.chairs[0].agent, match.seat_of(player(0))) == (None, 0)
    there = lateness.there(match, Seat(0), now=LATER).chairs[0]
    assert (there.stand_in, there.stand_in_agreed_at) == (None, None)


def test_one_yes_and_one_no_let_a_table_wait_for_a_holiday() -> None:
    match = asked(table(3), VoteKind.COMPUTER_MEANWHILE, "0", about=AWAY)

    match = votes.cast(match, player(2), 1, is_yes=False, now=NOW)

    assert result(match) is VoteResult.REFUSED
    assert match.chairs[0].stand_in_agreed_at is None


@pytest.mark.parametrize(
    ("kind", "away", "is_open"),
    [
        (VoteKind.COMPUTER_MEANWHILE, AWAY.away, True),
        (VoteKind.COMPUTER_MEANWHILE, NOBODY, False),
        (VoteKind.COMPUTER_ONCE, NOBODY, True),
    ],
)
def test_a_vote_on_a_holiday_ends_with_it(
    kind: VoteKind, away: frozenset[PlayerId], *, is_open: bool
) -> None:
    match = votes.come_home(asked(table(4), kind, "0", about=BOTH), away, now=LATER)

    assert match.votes[0].is_open is is_open
    assert result(match) is (None if is_open else VoteResult.DROPPED)


def test_a_seat_is_offered_and_a_computer_plays_it_meanwhile() -> None:
    match = ayes(asked(table(3), VoteKind.OFFER_SEAT, "0", about=LATE), 2)

    assert match.chairs[0].is_offered
    assert match.agent_acts


def test_one_keep_ends_a_take_back_and_silence_is_no() -> None:
    match = asked(table(3), VoteKind.TAKE_BACK, "7")
    kept = votes.cast(match, player(0), 1, is_yes=False, now=NOW)
    silent = votes.lapsed(ayes(match, 0), 1, frozenset(map(player, range(3))), now=LATER)

    assert result(kept) is VoteResult.REFUSED
    assert result(silent) is VoteResult.LAPSED
    assert result(ayes(match, 0, 2)) is VoteResult.PASSED
    with pytest.raises(VoteRefused, match="vote-not-yours"):
        ayes(match, 1)
