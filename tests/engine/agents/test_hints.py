"""What a hint says: nothing that a seat can't know, whole choices, the same each time."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.agents.heuristics import AnyHeuristics, heuristics_for
from engine.agents.hints import LONGEST, MOST, Hint, HintJob, hinted
from engine.agents.move_job import MoveJob
from engine.agents.search import Candidate, Distance, searched
from engine.game import AnyGame, Decision, Move, Setup
from engine.registry import games
from tests.engine.agents.test_levels import EVERY_GAME, positions
from tests.engine.playing import deciding, states
from tests.engine.test_contract import twin_of


@pytest.mark.parametrize("game", EVERY_GAME)
def test_worlds_that_a_seat_cannot_tell_apart_get_the_same_hint(game: AnyGame) -> None:
    different = 0
    for number, state in enumerate(positions(game, 12)[1:4]):
        for seat in deciding(game, state)[:1]:
            twin = twin_of(game)(state, seat, Random(number))
            different += twin != state
            one, other = (
                hinted(
                    game.observe(each, seat), list(game.legal_actions(each, seat)), Random(number)
                )
                for each in (state, twin)
            )
            assert one == other
    assert different


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_hint_can_be_played_as_it_stands(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, 25, number=2)[:3]):
        seat = deciding(game, state)[0]
        legal = list(game.legal_actions(state, seat))
        node = game.node(state)
        assert isinstance(node, Decision)

        found = hinted(game.observe(state, seat), legal, Random(number))

        assert 1 <= len(found) <= MOST
        assert len({each.action for each in found}) == len(found)
        assert found[0].behind == 0
        assert [each.behind for each in found[1:]] == sorted(each.behind for each in found[1:])
        for each in found:
            assert each.action in legal
            assert len(each.actions) <= LONGEST
            assert node.is_sealed or len(each.actions) == 1
            after = state
            for action in each.actions:
                after = game.apply(after, Move(seat, action)).state


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts and hints play a fraction of their lines: many positions are looked at."""

    def hasty_for(observation: Any) -> AnyHeuristics:
        known = heuristics_for(observation)
        assert known is not None
        assert known.imagination is not None
        quick = replace(known.imagination, playouts=8, hint_work=1, hint_breadth=1.0)
        return replace(known, imagination=quick)

    for asking in ("hints", "expert", "move_job"):
        monkeypatch.setattr(f"engine.agents.{asking}.heuristics_for", hasty_for)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_first_is_what_an_expert_plays_with_the_same_chance(game: AnyGame) -> None:
    for number, state in enumerate(positions(game, 5, number=3)[:24]):
        seat = deciding(game, state)[0]
        seen, legal = game.observe(state, seat), tuple(game.legal_actions(state, seat))
        seed = bytes([number])

        (hint, *_) = HintJob(seen, legal, seed).done()

        assert hint.action == MoveJob("expert", seen, legal, seed).done()


def test_a_title_may_want_more_lines_and_candidates_than_an_expert_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, seed = games()["seismic"], bytes([7])
    state = positions(game, 5, number=3)[6]
    seat = deciding(game, state)[0]
    seen, legal = game.observe(state, seat), tuple(game.legal_actions(state, seat))
    known = heuristics_for(seen)
    assert known is not None
    assert known.imagination is not None
    asked = list[int]()

    def noted(
        known: Any, observation: Any, legal: Any, rng: Random, lines: int, width: int
    ) -> list[Candidate]:
        asked.extend((lines, width))
        return searched(known, observation, legal, rng, playouts=8)

    monkeypatch.setattr("engine.agents.hints.searched", noted)

    hinted(seen, legal, Random(seed))

    usual = known.imagination
    assert usual.hint_work > 1
    assert asked == [
        round(usual.hint_work * usual.playouts * usual.effort(seen)),
        round(usual.hint_breadth * usual.width * usual.breadth(seen)),
    ]


@pytest.mark.usefixtures("hasty")
def test_all_that_the_first_seals_is_what_a_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = games()["aftershock"], list[Any]()

    def noted(*given: Any) -> list[Candidate]:
        best = searched(*given)
        found.append(best[0].action)
        return best

    monkeypatch.setattr("engine.agents.hints.searched", noted)
    most = 0
    for number, state in enumerate(positions(game, 5, number=3)[:24]):
        seat = deciding(game, state)[0]
        found.clear()

        (hint, *_) = hinted(
            game.observe(state, seat), tuple(game.legal_actions(state, seat)), Random(number)
        )

        sealed = iter(hint.actions)
        assert all(each in sealed for each in found)
        most = max(most, len(found))
    assert most > 2


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", EVERY_GAME)
def test_all_are_of_another_kind_and_fewer_only_where_no_more_differ(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = list[tuple[int, int]]()

    def counted(*asked: Any) -> list[Distance]:
        _, _, ways, _, _, worlds = asked
        compared.append((len(ways), worlds))
        return [Distance(float(n), 0.0, worlds) for n in range(len(ways))]

    monkeypatch.setattr("engine.agents.hints.gaps", counted)
    for number, state in enumerate(positions(game, 9, number=4)[:8]):
        seat = deciding(game, state)[0]
        seen, legal = game.observe(state, seat), tuple(game.legal_actions(state, seat))
        known = heuristics_for(seen)
        assert known is not None
        assert known.imagination is not None
        differs = known.imagination.differs
        compared.clear()

        found = [each.actions for each in hinted(seen, legal, Random(number))]

        assert all(differs(seen, *pair) for pair in combinations(found, 2))
        assert compared == [(len(found), compared[0][1])] if len(found) > 1 else not compared
        assert all(worlds >= 8 for _, worlds in compared)
        if len(found) < MOST and all(len(each) == 1 for each in found):
            for each in legal:
                assert not all(differs(seen, (each,), way) for way in found)


def test_what_is_found_can_be_sent_from_another_process() -> None:
    game = games()["seismic"]
    state = positions(game, 30)[0]
    seat = deciding(game, state)[0]
    job = HintJob(game.observe(state, seat), tuple(game.legal_actions(state, seat)), b"1")
    found = (Hint((job.legal[0],), 0.0), Hint((job.legal[1],), -0.25, 0.5))

    assert job.read(job.written(found)) == found
    with pytest.raises(ValueError, match="2"):
        job.read(job.written(found).replace("0.5", "2"))


def test_the_last_to_seal_is_told_of_this_choice_alone() -> None:
    """Whoever takes the last card of Aftershock plans at once, but with cards that open before."""
    game, found = games()["aftershock"], 0
    for state, _ in states(game, Setup(3), 2):
        if state.phase == "take" and len(deciding(game, state)) == 1:
            (seat,) = deciding(game, state)
            legal = list(game.legal_actions(state, seat))
            (hint,) = hinted(game.observe(state, seat), legal[:1], Random(1))

            assert hint.actions == (legal[0],)
            found += 1
    assert found


def test_the_only_way_is_a_hint_at_once() -> None:
    game = games()["seismic"]
    state = positions(game, 30)[0]
    seat = deciding(game, state)[0]
    seen, legal = game.observe(state, seat), list(game.legal_actions(state, seat))

    (found,) = hinted(seen, legal[:1], Random(1))

    assert found.actions == (legal[0],)
    assert heuristics_for(seen) is not None


def test_nothing_is_said_of_a_title_that_nobody_knows_to_play() -> None:
    assert hinted(object(), ["a", "b"], Random(1)) == ()
