"""Limits: some at once, then one after another; each person, server and guest has their own."""

from datetime import timedelta

import pytest

from bot.hosting.processes.limits import (
    ALLOWANCES,
    Allowance,
    AllowanceOwner,
    LimitedAction,
    Limits,
)
from bot.table.errors import Limited
from tests.bot.fakes import StandingClock

ANN, BOB = (AllowanceOwner.PERSON, 1), (AllowanceOwner.PERSON, 2)
HERE, THERE = (AllowanceOwner.SERVER, 1), (AllowanceOwner.SERVER, 2)
FEW = {
    (LimitedAction.OPEN, AllowanceOwner.PERSON): Allowance(3, timedelta(seconds=10)),
    (LimitedAction.OPEN, AllowanceOwner.SERVER): Allowance(4, timedelta(seconds=60)),
}


@pytest.fixture
def limits(clock: StandingClock) -> Limits:
    return Limits(clock, FEW)


def test_a_burst_then_one_after_another(limits: Limits, clock: StandingClock) -> None:
    for _ in range(3):
        limits.spend(LimitedAction.OPEN, ANN)

    with pytest.raises(Limited, match="limit-open") as refused:
        limits.spend(LimitedAction.OPEN, ANN)
    clock.pass_by(seconds=10)
    limits.spend(LimitedAction.OPEN, ANN)

    assert refused.value.data["until"] == clock.now()
    with pytest.raises(Limited):
        limits.spend(LimitedAction.OPEN, ANN)


def test_everybody_has_their_own(limits: Limits) -> None:
    for _ in range(3):
        limits.spend(LimitedAction.OPEN, ANN)

    limits.spend(LimitedAction.OPEN, BOB)
    limits.spend(LimitedAction.FILM, ANN)


def test_a_refusal_costs_nothing(limits: Limits, clock: StandingClock) -> None:
    for person in (ANN, ANN, ANN, BOB):
        limits.spend(LimitedAction.OPEN, person, HERE)
    for _ in range(9):
        with pytest.raises(Limited) as refused:
            limits.spend(LimitedAction.OPEN, BOB, HERE)

    assert refused.value.data["until"] == clock.now() + timedelta(seconds=60)
    limits.spend(LimitedAction.OPEN, BOB, THERE)
    limits.spend(LimitedAction.OPEN, BOB, THERE)


def test_several_at_once_are_had_all_or_not_at_all(limits: Limits) -> None:
    limits.spend(LimitedAction.OPEN, ANN)

    with pytest.raises(Limited):
        limits.spend(LimitedAction.OPEN, ANN, ANN, ANN)

    limits.spend(LimitedAction.OPEN, ANN, ANN)


def test_a_clock_that_is_set_back_gives_nothing(limits: Limits, clock: StandingClock) -> None:
    for _ in range(3):
        limits.spend(LimitedAction.OPEN, ANN)
    clock.pass_by(hours=-5)

    with pytest.raises(Limited):
        limits.spend(LimitedAction.OPEN, ANN)


def test_what_is_full_again_is_forgotten(clock: StandingClock) -> None:
    limits = Limits(clock, FEW, most_kept=50)
    for person in range(50):
        limits.spend(LimitedAction.OPEN, (AllowanceOwner.PERSON, person))
    clock.pass_by(seconds=10)

    limits.spend(LimitedAction.OPEN, ANN, HERE)

    assert len(limits._remembered) == 2


def test_everything_limited_is_limited_for_a_person_and_a_server() -> None:
    for action in LimitedAction:
        mine, ours = (
            ALLOWANCES[action, AllowanceOwner.PERSON],
            ALLOWANCES[action, AllowanceOwner.SERVER],
        )
        assert 0 < mine.burst < ours.burst
        assert timedelta() < ours.every < mine.every


@pytest.mark.parametrize(
    "action",
    [
        LimitedAction.OPEN,
        LimitedAction.PICTURE,
        LimitedAction.FILM,
        LimitedAction.SHOW,
        LimitedAction.SUGGEST,
    ],
)
def test_a_channel_stands_between_its_people_and_its_server(action: LimitedAction) -> None:
    mine, here, ours = (
        ALLOWANCES[action, owner]
        for owner in (AllowanceOwner.PERSON, AllowanceOwner.CHANNEL, AllowanceOwner.SERVER)
    )

    assert mine.burst < here.burst < ours.burst
    assert ours.every <= here.every < mine.every


def test_people_of_a_channel_share_what_it_has(clock: StandingClock) -> None:
    channel = (AllowanceOwner.CHANNEL, 7)
    limits = Limits(
        clock, {(LimitedAction.PICTURE, AllowanceOwner.CHANNEL): Allowance(2, timedelta(seconds=3))}
    )
    limits.spend(LimitedAction.PICTURE, ANN, channel)
    limits.spend(LimitedAction.PICTURE, BOB, channel)

    with pytest.raises(Limited, match="limit-picture") as refused:
        limits.spend(LimitedAction.PICTURE, ANN, channel)

    assert refused.value.data["until"] == clock.now() + timedelta(seconds=3)
    limits.spend(LimitedAction.PICTURE, ANN, (AllowanceOwner.CHANNEL, 8))
