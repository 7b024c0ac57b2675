"""Matches that were played once replay for ever: a change that breaks one is a new edition."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bot.games.seismic.words import turns_played
from engine.game import PUBLIC, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Action
from engine.games.seismic.events import NothingFitted, NothingPlaced, TilePlaced
from engine.games.seismic.state import State
from engine.record_text import read_record
from engine.registry import games
from engine.replay import Replay
from engine.setups import sets_of_variants
from tests.games.seismic.golden import GOLDEN, RECORDS

PATHS = sorted(RECORDS.glob("*.json"))
STRAIGHT = [path for path in PATHS if "undo_to" not in path.read_text("utf-8")]
"""Those in which no move was taken back."""
every_path = pytest.mark.parametrize("path", STRAIGHT, ids=lambda path: path.stem)


@cache
def replayed(path: Path) -> Replay[State, Action]:
    return Replay(GAME, read_record(games(), path.read_text("utf-8")))


@every_path
def test_the_turns_of_a_golden_record_are_those_that_somebody_took(path: Path) -> None:
    events = [event for line in replayed(path) for event in line.events]
    # A second tile is of the same turn, and comes when its seat has just built the first.
    built = [each.seat for each in events if isinstance(each, TilePlaced | NothingPlaced)]
    goes_on = [one == other for one, other in pairwise(built)]

    seen = GAME.observe(replayed(path)[-1].state, PUBLIC)

    assert turns_played(seen) == len(built) - sum(goes_on) * seen.variant.second_tile


def test_the_golden_records_are_of_every_two_variants_and_of_as_many_as_go_together() -> None:
    played = {golden.setup.variants for golden in GOLDEN.values()}
    every = {(), *sets_of_variants(GAME)}
    largest = {each for each in every if not any(set(each) < set(other) for other in every)}

    assert played <= every
    assert played >= {each for each in every if len(each) <= 2} | largest
    for variants in ((), ("road_crews_dilemma", "twin_cities"), ("balance",)):
        having = [golden.setup for golden in GOLDEN.values() if fits(golden.setup, variants)]
        assert len({setup.seats for setup in having}) > 1


def fits(setup: Setup, variants: tuple[str, ...]) -> bool:
    return set(variants) <= set(setup.variants)


def test_the_golden_records_end_in_every_way() -> None:
    ends = {path.stem: replayed(path)[-1] for path in PATHS}
    outcomes = {stem: end.state.outcome for stem, end in ends.items() if end.state.outcome}

    closed = {stem for stem, each in outcomes.items() if each.reason == "seismic-nothing-open"}
    blocked = {
        stem
        for stem, end in ends.items()
        if any(isinstance(event, NothingFitted) for event in end.events)
    }
    tied = {stem for stem, each in outcomes.items() if each.ranks.count(1) > 1}
    assert closed >= {"nothing-open", "balance-nothing-open", "balance-aftershocks"}
    assert blocked >= {"blocked", "aftershocks-blocked", "big-one-dilemma-blocked"}
    assert tied >= {"dilemma-tie"}
    assert len(closed | blocked | tied) < len(PATHS)
