"""Reviews: line by line, on after a cut, first those for which a player waits."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from bot.hosting.advice.reviews import seats_of
from bot.hosting.host import Host
from bot.hosting.match.match_cache import MatchCache
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.table.errors import NewerRules, OutOfReach, ReviewRefused, ThinkingFailed
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, VoteKind
from bot.table.world import Job, R, ThinkUrgency
from engine.agents.review import Judgement, Luck, Task, tasks
from engine.game import CHANCE, Seat
from engine.registry import games
from tests import postgresql
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, new_request, one_move, record_of, table_of


class Killed(BaseException):
    """The process ends here."""


class Thinker:
    """Judges at once; can be killed, be busy, or break over a line."""

    def __init__(self) -> None:
        self.judged: list[int] = []
        self.most: int | None = None
        self.trouble: Exception | None = None
        self.troubles: set[int] = set()
        """Lines over which something goes wrong each time."""
        self.at: dict[int, Callable[[], object]] = {}
        """What happens while a line is judged, once."""

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        assert urgency is ThinkUrgency.REVIEW
        assert isinstance(job, Task)
        if self.most is not None and len(self.judged) >= self.most:
            raise Killed
        self.judged.append(job.line)
        self.at.pop(job.line, lambda: None)()
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            raise trouble
        if job.line in self.troubles:
            raise ThinkingFailed("too-long")
        actor = job.moves[0].actor
        found: Any = Luck(job.line, (0.0, 0.0))
        if actor != CHANCE:
            found = Judgement(job.line, Seat(actor), gain=1.0)
        return found


@pytest.fixture
def thinkers() -> Thinker:
    return Thinker()


async def over(host: Host) -> Match:
    """Return a match that its table has ended after some moves."""
    match = await table_of(host, ANN, BOB)
    for _ in range(6):
        await one_move(host, match.id)
    kind = VoteKind.END_AS_IT_STANDS
    match = await host.agreements.ask(match.id, ANN.id, kind, "", new_request())
    return await host.agreements.vote(
        match.id, BOB.id, match.votes[-1].id, new_request(), is_yes=True
    )


async def lines_of(host: Host, match: Match) -> list[int]:
    """Return what of a match there is to judge."""
    record = await record_of(host, match.id)
    every = tasks(games()[match.game], record, frozenset(seats_of(match)))
    return [each.line for each in every]


def host_again(stores: Stores, thinkers: Thinker) -> Host:
    """Return the host of a process that begins after another one has ended."""
    return Host(stores, Listener(), StandingClock(), KnownEntropy(), thinkers=thinkers)


async def broken_at_one_line(host: Host, thinkers: Thinker) -> tuple[Match, list[int]]:
    """Let a review be asked for and looked at, of which one line breaks each time."""
    match = await over(host)
    lines = await lines_of(host, match)
    thinkers.troubles = {lines[2]}
    await host.reviews.ask(match.id)
    await host.reviews.look()
    return match, lines


async def test_a_review_that_is_cut_short_goes_on_where_it_was(
    host: Host, stores: Stores, thinkers: Thinker
) -> None:
    match = await over(host)
    lines = await lines_of(host, match)
    before = await host.reviews.ask(match.id)
    thinkers.most = 7
    with pytest.raises(Killed):
        await host.reviews.look()

    thinkers.most = None
    restarted = host_again(stores, thinkers)
    halfway = await restarted.reviews.ask(match.id)
    await restarted.reviews.look()

    assert (len(before.findings), before.all_lines, before.is_done) == (0, len(lines), False)
    assert (len(halfway.findings), halfway.is_done) == (7, False)
    assert thinkers.judged == lines
    done = await restarted.reviews.ask(match.id)
    assert (len(done.findings), done.is_done) == (len(lines), True)
    assert done.summary(Seat(0)).judged > 0
    await restarted.reviews.look()
    assert thinkers.judged == lines


@pytest.mark.parametrize("trouble", [RuntimeError("a title went wrong"), ThinkingFailed("ended")])
async def test_what_breaks_over_a_line_is_tried_after_the_others(
    host: Host, thinkers: Thinker, trouble: Exception
) -> None:
    match = await over(host)
    lines = await lines_of(host, match)
    await host.reviews.ask(match.id)
    thinkers.trouble = trouble

    await host.reviews.look()

    review = await host.reviews.ask(match.id)
    assert thinkers.judged == [*lines, lines[0]]
    assert review.is_done
    assert [each.line for each in review.findings] == lines


async def test_what_breaks_each_time_costs_that_line_until_a_later_start(
    host: Host, stores: Stores, thinkers: Thinker
) -> None:
    match, lines = await broken_at_one_line(host, thinkers)
    first = await host.reviews.ask(match.id)
    await host.reviews.look()

    assert thinkers.judged == [*lines, lines[2]]
    assert first.is_done
    assert [each.line for each in first.findings] == [*lines[:2], *lines[3:]]

    thinkers.judged, thinkers.troubles = [], set()
    restarted = host_again(stores, thinkers)
    await restarted.reviews.look()
    assert not thinkers.judged
    assert (await restarted.reviews.ask(match.id)).is_done
    await restarted.reviews.look()
    assert thinkers.judged == [lines[2]]
    assert [each.line for each in (await restarted.reviews.ask(match.id)).findings] == lines


async def test_what_the_database_did_not_hear_is_asked_of_it_again(
    host: Host, stores: Stores, thinkers: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, lines = await broken_at_one_line(host, thinkers)
    thinkers.judged, thinkers.troubles = [], set()
    restarted = host_again(stores, thinkers)

    async def away(*_: object) -> None:
        raise OutOfReach("database")

    with monkeypatch.context() as without:
        without.setattr(type(stores.reviews), "reopen", away)
        with pytest.raises(OutOfReach):
            await restarted.reviews.ask(match.id)
    await restarted.reviews.ask(match.id)
    await restarted.reviews.look()

    assert thinkers.judged == [lines[2]]


@pytest.mark.parametrize("trouble", ["busy", "starved"])
async def test_nothing_is_lost_when_nobody_has_time(
    host: Host, thinkers: Thinker, trouble: str
) -> None:
    match = await over(host)
    lines = await lines_of(host, match)
    await host.reviews.ask(match.id)
    for _ in range(3):
        thinkers.trouble = ThinkingFailed(trouble)
        await host.reviews.look()
    first = await host.reviews.ask(match.id)
    await host.reviews.look()

    done = await host.reviews.ask(match.id)
    assert first.findings == ()
    assert done.is_done
    assert [each.line for each in done.findings] == lines


async def test_who_looks_twice_at_once_judges_nothing_twice(host: Host, thinkers: Thinker) -> None:
    match = await over(host)
    await host.reviews.ask(match.id)

    await asyncio.gather(host.reviews.look(), host.reviews.look())

    assert thinkers.judged == await lines_of(host, match)
    assert (await host.reviews.ask(match.id)).is_done


async def test_who_waits_comes_first(host: Host, clock: StandingClock, thinkers: Thinker) -> None:
    one, other = await over(host), await over(host)
    await host.reviews.ask(one.id)
    clock.pass_by(minutes=1)
    await host.reviews.ask(other.id)
    clock.pass_by(minutes=1)
    thinkers.most = 3
    with pytest.raises(Killed):
        await host.reviews.look()
    found = [len((await host.reviews.ask(each)).findings) for each in (other.id, one.id)]

    # The last to ask was for the first match.
    thinkers.most = 5
    clock.pass_by(minutes=1)
    await host.reviews.ask(one.id)
    with pytest.raises(Killed):
        await host.reviews.look()

    assert found == [3, 0]
    assert len((await host.reviews.ask(one.id)).findings) == 2


async def test_a_match_of_people_is_reviewed_by_itself_if_that_is_set(
    host: Host, stores: Stores
) -> None:
    unasked = await over(host)
    host.reviews.by_itself = True

    asked = await over(host)

    assert await stores.reviews.is_done(unasked.id) is None
    assert await stores.reviews.is_done(asked.id) is False
    await host.reviews.look()
    assert await stores.reviews.is_done(asked.id) is True


async def test_only_buckets_that_are_ours_are_looked_at(
    postgresql_url: str, clock: StandingClock
) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    match = await over(Host(stores, Listener(), clock, KnownEntropy()))
    await stores.reviews.ask(match.id, clock.now())

    (wanted,) = await stores.reviews.find_wanted()

    assert wanted.match == match.id
    assert await stores.reviews.find_wanted(frozenset({wanted.bucket})) == [wanted]
    assert await stores.reviews.find_wanted(frozenset({wanted.bucket + 1})) == []
    await database.close()


async def test_a_match_that_goes_on_has_no_review(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    with pytest.raises(ReviewRefused) as refused:
        await host.reviews.ask(MatchId(match.id))

    assert refused.value.key == "review-not-over"


async def test_many_that_can_not_be_reviewed_keep_none_from_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.advice.reviews._SOME", 2)
    match = await over(host)
    await host.reviews.ask(match.id)
    broken = {(await over(host)).id for _ in range(2)}
    for each in broken:
        await host.reviews.ask(each)

    async def of(cache: MatchCache, match_id: MatchId) -> LoadedMatch:
        if match_id in broken:
            raise NewerRules("newer-rules", match=match_id)
        return await known(cache, match_id)

    known = MatchCache.of
    monkeypatch.setattr(MatchCache, "of", of)
    await host.reviews.look()

    assert (await host.reviews.ask(match.id)).is_done


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
async def test_while_the_database_is_away_nothing_is_lost_but_what_was_judged_then(
    server: postgresql.Server, postgresql_url: str, thinkers: Thinker, clock: StandingClock
) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    host = Host(stores, Listener(), clock, KnownEntropy(), thinkers=thinkers)
    match = await over(host)
    lines = await lines_of(host, match)
    await host.reviews.ask(match.id)
    with ExitStack() as away:
        thinkers.at[lines[3]] = lambda: away.enter_context(server.away())
        await host.reviews.look()
        await host.reviews.look()
    before = list(thinkers.judged)
    await host.reviews.look()

    review = await host.reviews.ask(match.id)
    await database.close()
    assert before == lines[:4]
    assert thinkers.judged == [*before, *lines[3:]]
    assert review.is_done
    assert [each.line for each in review.findings] == lines


async def test_of_two_processes_that_review_a_match_each_keeps_what_the_other_stored(
    postgresql_url: str, thinkers: Thinker, clock: StandingClock
) -> None:
    databases = [Database(postgresql_url) for _ in range(2)]
    one, other = (
        Host(stores_in(each, games()), Listener(), clock, KnownEntropy(), thinkers=thinkers)
        for each in databases
    )
    match = await over(one)
    lines = await lines_of(one, match)
    await one.reviews.ask(match.id)

    await asyncio.gather(one.reviews.look(), other.reviews.look())

    reviews = [await each.reviews.ask(match.id) for each in (one, other)]
    for each in databases:
        await each.close()
    assert reviews[0] == reviews[1]
    assert reviews[0].is_done
    assert [each.line for each in reviews[0].findings] == lines
    assert set(thinkers.judged) == set(lines)
