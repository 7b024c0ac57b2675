"""Who is pinged for an open table, and seats that are kept, in both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.schema import invitations, outbox, timers
from bot.storage.stores import Stores
from bot.table.ages import UNANSWERED
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId
from bot.table.invitations import PATIENCE
from bot.table.match.match import Match, Person
from bot.table.notices.notice import Delivered, NoticeKind, NoticeState, QueuedNotice, Settled
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.timers import Timer, TimerKind
from tests.bot.fakes import Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, DAN, HERE, lobby_of, new_request

SEEKING = 555
QUIET = Preferences(zone="UTC", quiet_from=8 * 60, quiet_to=10 * 60)
"""The clock stands at nine."""


class Seeking:
    """Open tables of one server, and who is pinged for them in its channel for that."""

    def __init__(self, host: Host, stores: Stores, clock: StandingClock) -> None:
        self.host, self.stores, self.clock = host, stores, clock

    async def wished(self, *people: Person) -> None:
        for each in people:
            await self.stores.wishes.wish(each.id, 1, "seismic", self.clock.now())

    async def timer(self, match: Match) -> Timer:
        due = await self.stores.timers.due(match.opened_at + PATIENCE, 99)
        return next(each for each in due if each.kind is TimerKind.SEATS and each.match == match.id)

    async def handed_out(self) -> QueuedNotice | None:
        """Return what one process is to say in the channel, and let it say so."""
        now = self.clock.now()
        lanes = await self.stores.outbox.lease("me", now, 9, new_people=True)
        for lane in lanes:
            if (queued := await self.stores.outbox.next(lane, now)) is not None:
                there = tuple(queued.notice.facts["people"])
                said = Settled(NoticeState.SENT, Delivered(SEEKING, 1, there=there))
                await self.stores.outbox.settle(lane, queued, said, now)
                await self.stores.outbox.release(lane, now, has_sent=False)
                return queued
            await self.stores.outbox.release(lane, now, has_sent=False)
        return None

    async def pinged(self, match: Match) -> list[int]:
        """Return who is pinged for a table after its two minutes."""
        self.clock.time = max(self.clock.time, match.opened_at + PATIENCE)
        await self.stores.timers.fire(await self.timer(match), self.clock.now())
        queued = await self.handed_out()
        return [] if queued is None else list(queued.notice.facts["people"])


@pytest.fixture
async def seeking(host: Host, stores: Stores, clock: StandingClock) -> Seeking:
    await stores.players.set_guild(1, GuildPreferences(seeking=SEEKING))
    return Seeking(host, stores, clock)


async def test_those_who_wish_are_pinged_and_nobody_who_sits_there(seeking: Seeking) -> None:
    await seeking.wished(ANN, BOB, CLEO)
    await seeking.stores.wishes.wish(DAN.id, 1, "aftershock", seeking.clock.now())

    pinged = await seeking.pinged(await lobby_of(seeking.host, ANN, places=4))

    assert pinged == [BOB.id, CLEO.id]


async def test_a_person_is_pinged_once_an_hour_whatever_they_wish_meanwhile(
    seeking: Seeking,
) -> None:
    await seeking.wished(BOB)
    first = await seeking.pinged(await lobby_of(seeking.host, ANN, places=4))
    seeking.clock.pass_by(minutes=50)
    await seeking.stores.wishes.wish(BOB.id, 1, "san_andreas", seeking.clock.now())
    soon = await seeking.pinged(await lobby_of(seeking.host, CLEO, places=4))
    seeking.clock.pass_by(minutes=20)

    later = await seeking.pinged(await lobby_of(seeking.host, DAN, places=4))

    assert first == later == [BOB.id]
    assert soon == []


async def test_nobody_is_pinged_in_quiet_hours(seeking: Seeking) -> None:
    await seeking.wished(BOB, CLEO)
    await seeking.stores.players.prefer(BOB.id, QUIET)

    pinged = await seeking.pinged(await lobby_of(seeking.host, ANN, places=4))

    assert pinged == [CLEO.id]


@pytest.mark.parametrize("is_blocker", [True, False])
async def test_nobody_is_pinged_for_a_table_of_one_they_are_kept_apart_from(
    seeking: Seeking, *, is_blocker: bool
) -> None:
    await seeking.wished(BOB, CLEO)
    who, whom = (BOB, ANN) if is_blocker else (ANN, BOB)
    await seeking.stores.blocks.block(who.id, whom, seeking.clock.now())

    pinged = await seeking.pinged(await lobby_of(seeking.host, ANN, places=4))

    assert pinged == [CLEO.id]


async def test_a_table_that_is_full_by_then_pings_nobody(seeking: Seeking) -> None:
    await seeking.wished(BOB)

    filled = await seeking.pinged(await lobby_of(seeking.host, ANN, DAN))

    assert filled == []


async def test_a_table_that_fills_up_as_the_message_waits_pings_nobody(seeking: Seeking) -> None:
    await seeking.wished(BOB)
    match = await lobby_of(seeking.host, ANN, places=2)
    seeking.clock.pass_by(minutes=2)
    await seeking.stores.timers.fire(await seeking.timer(match), seeking.clock.now())
    await seeking.host.lobbies.join(match.id, DAN, new_request())

    assert await seeking.handed_out() is None


async def test_two_processes_that_see_the_same_moment_say_it_once(
    seeking: Seeking, database: Database
) -> None:
    await seeking.wished(BOB)
    match = await lobby_of(seeking.host, ANN, places=4)
    timer = await seeking.timer(match)
    seeking.clock.pass_by(minutes=2)

    for _ in range(2):
        await seeking.stores.timers.fire(timer, seeking.clock.now())

    about = outbox.c.kind == NoticeKind.SEATS.value
    assert await database.scalar(select(func.count()).where(about)) == 1


async def test_without_a_channel_for_it_each_reads_it_as_a_direct_message(
    seeking: Seeking, database: Database
) -> None:
    await seeking.stores.players.set_guild(1, GuildPreferences())
    await seeking.wished(BOB, CLEO)
    match = await lobby_of(seeking.host, ANN, places=4)

    await seeking.stores.timers.fire(await seeking.timer(match), seeking.clock.now())

    about = outbox.c.kind == NoticeKind.SEATS.value
    targets = await database.scalars(select(outbox.c.target).where(about))
    assert sorted(targets) == [f"dm:{BOB.id}", f"dm:{CLEO.id}"]


async def test_who_has_enough_of_it_is_pinged_nowhere(seeking: Seeking) -> None:
    await seeking.wished(BOB)
    await seeking.stores.wishes.wish(BOB.id, 2, "aftershock", seeking.clock.now())

    await seeking.stores.wishes.forget(BOB.id)

    assert await seeking.stores.wishes.of(BOB.id, 1) == frozenset()
    assert await seeking.stores.wishes.of(BOB.id, 2) == frozenset()


async def test_tables_that_have_not_begun_are_listed_open_the_longest_first(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    first = await lobby_of(host, ANN, places=4)
    clock.pass_by(minutes=5)
    second = await lobby_of(host, BOB, places=4)
    await host.lobbies.join(first.id, CLEO, new_request())
    await lobby_of(host, DAN, places=4, venue=replace(HERE, guild=2))
    begun = await lobby_of(host, ANN, DAN)
    await host.lobbies.start(begun.id, ANN.id)

    listed = await stores.matches.seeking(1)

    assert [each.id for each in listed] == [first.id, second.id]


async def invited(host: Host, *guests: Person, places: int = 3) -> Match:
    match = await lobby_of(host, ANN, places=places)
    return await host.lobbies.invite(match.id, ANN.id, guests, new_request())


async def test_a_kept_seat_is_nobody_elses_even_after_a_restart(
    host: Host, clock: StandingClock
) -> None:
    match = await invited(host, BOB, places=2)
    host.cache.forget(match.id)

    with pytest.raises(LobbyRefused) as refused:
        await host.lobbies.join(match.id, CLEO, new_request())
    sits = await host.lobbies.join(match.id, BOB, new_request())

    assert refused.value.key == "seat-kept"
    assert refused.value.data["who"] == "Bob"
    assert sits.seat_of(BOB.id) is not None
    assert sits.invitations == ()
    assert clock.now() == match.kept[0].at


async def test_a_seat_is_free_again_after_two_days_without_an_answer(
    host: Host, clock: StandingClock, messenger: Listener, database: Database
) -> None:
    match = await invited(host, BOB)
    clock.pass_by(hours=1)
    await host.lobbies.join(match.id, CLEO, new_request())
    clock.time = match.kept[0].until

    await host.tick()

    freed = await host.cache.match(match.id)
    assert freed.invitations == ()
    assert freed.free == 1
    assert await database.scalar(select(func.count()).select_from(invitations)) == 0
    answers = [each.notice.facts["answer"] for each in messenger.noticed]
    assert answers[-1] == "lapsed"


async def test_a_computer_player_takes_no_kept_seat(host: Host) -> None:
    match = await invited(host, BOB, places=2)

    with pytest.raises(LobbyRefused) as refused:
        await host.lobbies.add_agent(match.id, ANN.id, "greedy", "Robo", new_request())

    assert refused.value.key == "seat-kept"


async def test_no_more_seats_are_kept_than_there_are(host: Host) -> None:
    match = await invited(host, BOB, CLEO)

    with pytest.raises(LobbyRefused) as refused:
        await host.lobbies.invite(match.id, ANN.id, [DAN], new_request())

    assert refused.value.key == "lobby-full"
    assert len((await host.cache.match(match.id)).kept) == 2


async def test_only_the_guest_declines_but_the_host_takes_it_back(host: Host) -> None:
    match = await invited(host, BOB, CLEO)

    with pytest.raises(LobbyRefused) as refused:
        await host.lobbies.decline(match.id, CLEO.id, BOB.id, new_request())
    declined = await host.lobbies.decline(match.id, CLEO.id, CLEO.id, new_request())
    back = await host.lobbies.decline(match.id, ANN.id, BOB.id, new_request())

    assert refused.value.key == "seat-kept"
    assert [each.player for each in declined.kept] == [BOB.id]
    assert back.kept == ()


async def test_nothing_of_invitations_stays_when_the_match_begins_or_is_closed(
    host: Host, database: Database
) -> None:
    begun, closed = await invited(host, BOB), await invited(host, BOB)
    for each in (begun, closed):
        await host.lobbies.join(each.id, DAN, new_request())

    await host.lobbies.start(begun.id, ANN.id)
    await host.lobbies.end(closed.id, ANN)

    waiting = timers.c.kind == TimerKind.INVITATION.value
    assert await database.scalar(select(func.count()).select_from(invitations)) == 0
    assert await database.scalar(select(func.count()).where(waiting)) == 0
    assert (await host.cache.match(MatchId(begun.id))).has_begun


async def test_a_repeated_invitation_keeps_one_seat(host: Host) -> None:
    match, request = await lobby_of(host, ANN, places=3), new_request()

    for _ in range(2):
        match = await host.lobbies.invite(match.id, ANN.id, [BOB], request)
    again = await host.lobbies.invite(match.id, ANN.id, [BOB], new_request())

    assert len(again.kept) == 1
    assert again.kept[0].until - again.kept[0].at == UNANSWERED == timedelta(hours=48)
