"""Hints: counted once for a decision, limited, the same again, of what the asker knows alone."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.hosting.advice.hints import MOST, GivenHint
from bot.hosting.host import Host
from bot.storage.advice.hints import HintStore
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.table.errors import HintRefused, NotPlaying, NotSeated, ThinkingFailed
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import terms
from bot.table.match.match import Aids, Hints, Match
from bot.table.notices.notice import NoticeKind
from bot.table.world import Job, R, ThinkUrgency
from engine.agents.hints import Hint, HintJob
from engine.errors import NotYourTurn
from engine.game import Seat, Setup
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    HERE,
    legal,
    lobby_of,
    new_request,
    one_move,
    play_and_tell,
    played_out,
    player_in,
    table_of,
)
from tests.engine.toy import TOY, Bid, Reopen


class Thinker:
    """Thinks of the first three things at once, and remembers what it was asked."""

    def __init__(self) -> None:
        self.jobs: list[HintJob] = []
        self.fails = False

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        assert urgency is ThinkUrgency.HINT
        assert isinstance(job, HintJob)
        self.jobs.append(job)
        await asyncio.sleep(0)
        if self.fails:
            raise ThinkingFailed("busy")
        found: Any = tuple(Hint((each,), float(n)) for n, each in enumerate(job.legal[:3]))
        return found


@pytest.fixture
def thinkers() -> Thinker:
    return Thinker()


async def asked(host: Host, match: Match) -> GivenHint:
    """Let the seat that must act take a hint."""
    now = await host.cache.match(match.id)
    return await host.hints.take(match.id, player_in(now, now.acting[0]))


async def settled(host: Host, **changes: Any) -> Match:
    """Begin a match under other terms."""
    match = await lobby_of(host, ANN, BOB)
    await host.lobbies.change(match.id, ANN.id, replace(terms(match), **changes))
    return await host.lobbies.start(match.id, ANN.id)


async def test_the_same_decision_is_counted_once_and_answered_the_same(
    host: Host, stores: Stores, thinkers: Thinker
) -> None:
    match = await table_of(host, ANN, BOB)

    first, again = await asked(host, match), await asked(host, match)
    restarted = Host(stores, Listener(), StandingClock(), KnownEntropy(), thinkers=thinkers)
    after = await asked(restarted, match)

    assert first == again == after
    assert (first.taken, len(first.hints)) == (1, 3)
    assert thinkers.jobs[0] == thinkers.jobs[-1]
    assert await host.hints.count_left(match.id, first.seat) == MOST - 1


async def test_those_of_the_same_moment_are_thought_over_and_counted_once(
    host: Host, thinkers: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table_of(host, ANN, BOB)
    asking = asyncio.Barrier(4)

    async def taken(hints: HintStore, match_id: MatchId, seat: Seat) -> frozenset[int]:
        found = await of_seat(hints, match_id, seat)
        if not thinkers.jobs:
            await asking.wait()
        return found

    of_seat = HintStore.find_taken
    monkeypatch.setattr(HintStore, "find_taken", taken)

    given = await asyncio.gather(*(asked(host, match) for _ in range(4)))

    assert {each.taken for each in given} == {1}
    assert len(thinkers.jobs) == 1
    assert await host.hints.count_left(match.id, match.acting[0]) == MOST - 1


async def test_a_seat_takes_three_in_a_match_and_the_others_have_theirs(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    seat, player = match.acting[0], player_in(match, match.acting[0])
    while await host.hints.count_left(match.id, seat):
        if (await host.cache.match(match.id)).acting == (seat,):
            await host.hints.take(match.id, player)
        await one_move(host, match.id)
    while (now := await host.cache.match(match.id)).acting != (seat,):
        await one_move(host, match.id)

    with pytest.raises(HintRefused) as refused:
        await host.hints.take(match.id, player)

    assert (refused.value.key, refused.value.data) == ("hint-spent", {"n": MOST})
    assert await host.hints.count_left(match.id, now.acting[0]) == 0
    other = next(each for each in range(2) if each != seat)
    assert await host.hints.count_left(match.id, type(seat)(other)) == MOST


async def taken_back(host: Host, match: Match, player: PlayerId) -> None:
    """Take the last move of a player back, as the other one agrees."""
    look = await host.take_backs.look(match.id, player)
    assert look.take_back.line is not None
    await host.take_backs.ask(match.id, player, look.take_back.line, new_request())
    (other,) = (each.id for each in (ANN, BOB) if each.id != player)
    for vote in (each for each in (await host.cache.match(match.id)).votes if each.is_open):
        await host.take_backs.answer(match.id, other, vote.id, new_request(), is_yes=True)


async def test_what_is_taken_back_and_asked_again_costs_nothing(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    player = player_in(match, match.acting[0])
    first = await host.hints.take(match.id, player)
    await one_move(host, match.id)
    await taken_back(host, match, player)

    again = await host.hints.take(match.id, player)

    assert (again.hints, again.taken) == (first.hints, 1)


async def test_a_decision_after_another_move_instead_is_another_one(
    host: Host, thinkers: Thinker
) -> None:
    match = await table_of(host, ANN, BOB)
    player = player_in(match, match.acting[0])
    _, actions = await legal(host, match.id)

    async def after(action: Any) -> GivenHint:
        now = await host.cache.match(match.id)
        await play_and_tell(host, match.id, player, action, now.line, new_request())
        return await asked(host, match)

    one = await after(actions[0])
    await taken_back(host, match, player)
    other = await after(actions[-1])
    await taken_back(host, match, player)
    once_more = await after(actions[0])

    assert one.seat == other.seat == once_more.seat
    assert one.observation != other.observation
    assert [each.taken for each in (one, other, once_more)] == [1, 2, 2]
    assert one.hints == once_more.hints
    assert thinkers.jobs[0] != thinkers.jobs[1]
    assert len(thinkers.jobs) == 2


async def test_what_others_seal_and_change_meanwhile_changes_nothing(
    database: Database, clock: StandingClock, thinkers: Thinker
) -> None:
    games: Any = {"toy": TOY}
    stores = stores_in(database, games)
    host = Host(stores, Listener(), clock, KnownEntropy(), thinkers=thinkers)
    match = await host.lobbies.open(ANN, HERE, "toy", 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)

    given = [await host.hints.take(match.id, ANN.id)]
    for n, (person, action) in enumerate(((BOB, Bid(1)), (CLEO, Bid(2)), (BOB, Reopen()))):
        await host.moves.submit(match.id, person.id, (action,), match.line + n, new_request())
        given.append(await host.hints.take(match.id, ANN.id))

    told = {(each.hints, each.line, each.taken) for each in given}
    assert told == {(given[0].hints, match.line, 1)}
    assert len(thinkers.jobs) == 1


async def test_nobody_else_and_no_other_moment_gets_one(host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    waiting = next(each for each in (ANN, BOB) if each.id != player_in(match, match.acting[0]))

    with pytest.raises(NotYourTurn):
        await host.hints.take(match.id, waiting.id)
    with pytest.raises(NotSeated):
        await host.hints.take(match.id, CLEO.id)
    lobby = await lobby_of(host, ANN, BOB)
    with pytest.raises(NotPlaying):
        await host.hints.take(lobby.id, ANN.id)
    await played_out(host, match.id)
    with pytest.raises(NotPlaying):
        await host.hints.take(match.id, ANN.id)


@pytest.mark.parametrize("changes", [{"hints": Hints.NONE}, {"aids": Aids.PURE}])
async def test_a_table_that_agreed_on_none_gives_none(host: Host, changes: dict[str, Any]) -> None:
    match = await settled(host, **changes)

    with pytest.raises(HintRefused) as refused:
        await asked(host, match)

    assert refused.value.key == "hint-none"


async def test_a_hint_that_nobody_could_think_of_is_not_counted(
    host: Host, thinkers: Thinker
) -> None:
    match = await table_of(host, ANN, BOB)
    thinkers.fails = True

    with pytest.raises(ThinkingFailed):
        await asked(host, match)

    assert await host.hints.count_left(match.id, match.acting[0]) == MOST


@pytest.mark.parametrize(("hints", "told"), [(Hints.NOTED, 1), (Hints.PRIVATE, 0)])
async def test_the_table_hears_of_it_once_if_that_was_agreed(
    host: Host, messenger: Listener, hints: Hints, told: int
) -> None:
    match = await settled(host, hints=hints)

    await asked(host, match)
    await asked(host, match)
    await host.outbox.tick()

    said = [each.notice for each in messenger.noticed if each.notice.kind is NoticeKind.SAID]
    who = match.chairs[match.acting[0]].name
    assert [each.facts for each in said] == [{"says": "hint-taken", "who": who}] * told


async def test_a_job_has_what_the_asker_knows_and_a_seed_of_its_own(
    host: Host, thinkers: Thinker
) -> None:
    match = await table_of(host, ANN, BOB)

    given = await asked(host, match)

    loaded = await host.cache.of(match.id)
    draws = loaded.playing[1]
    (job,) = thinkers.jobs
    assert job.observation.viewer == given.seat
    assert type(job.observation).__name__ == "Observation"
    assert job.seed == draws.of_hint(given.seat, given.line)
    assert job.seed != draws.of_agent(given.seat, given.line)
