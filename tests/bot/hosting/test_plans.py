"""Moves planned ahead: played once when their turn comes, and else seen by nobody."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.hosting.match.plans import OwnPlan
from bot.storage.database import Database
from bot.storage.schema import deployment, entries, metadata
from bot.storage.schema import matches as matches_table
from bot.storage.schema import plans as plans_table
from bot.storage.schema import players as players_table
from bot.storage.stores import Stores
from bot.table.errors import CannotPost, NotSeated
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch, Match, Person, Posted, StandIn
from bot.table.match.plans import WhyDropped
from bot.table.notices.notice import DIRECT_CLOSED, NoticeKind, to_player
from bot.table.people.moderation import Act, Deed
from bot.table.together import holds
from bot.table.world import NullMessenger
from engine.boards.hexes import neighbour
from engine.game import CHANCE, Move, Seat, Setup
from engine.games.aftershock.actions import Pass
from engine.games.aftershock.ahead import with_home, with_ways
from engine.games.san_andreas.actions import Found
from engine.games.seismic.actions import Place
from engine.plans import Alternative, Plan, PlanVerdict, added, planning_of
from engine.registry import games
from engine.takebacks import TakeBackKind
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    legal,
    new_request,
    number_from_one,
    one_move,
    play_and_tell,
    player_in,
    table_of,
)
from tests.engine.planning import DILEMMA, rulings, turns_of

RULES = games()["seismic"]
PLANNING = planning_of(RULES)
PEOPLE = (ANN, BOB, CLEO, DAN)
KEPT = "kept"


async def ahead(host: Host, match_id: MatchId, player: PlayerId) -> tuple[Any, Sequence[Any]]:
    """Return what a player sees, and what they could play if it were their turn."""
    match, progress = await host.cache.progress(match_id)
    seat = match.seat_of(player)
    assert seat is not None
    assert PLANNING is not None
    seen = RULES.observe(progress.state, seat)
    found = PLANNING.ahead(seen)
    return seen, found.legal if found else ()


async def plans(
    host: Host, match_id: MatchId, who: Person, *, place: int = 0, same: bool = False
) -> Any:
    """Let a player plan one of the placements that would be legal now, and return it."""
    seen, offered = await ahead(host, match_id, who.id)
    action = offered[place]

    def change(plan: Plan[Any] | None) -> Plan[Any]:
        assert PLANNING is not None
        return added(plan, PLANNING, seen, (action,), is_same=same)

    await host.plans.change(match_id, who.id, change)
    return action


async def asked(host: Host, match_id: MatchId, people: Sequence[Person] = PEOPLE) -> Person:
    match = await host.cache.match(match_id)
    return next(each for each in people if each.id == player_in(match, match.acting[0]))


async def begun(host: Host, *people: Person) -> tuple[Match, list[Person]]:
    """Return a running match, and its people from whoever is to move on."""
    match = await table_of(host, *people)
    first = match.acting[0]
    order = [match.chairs[(first + step) % len(people)].player for step in range(len(people))]
    return match, [each for player in order for each in people if each.id == player]


async def planned_lines(host: Host, match_id: MatchId) -> list[Any]:
    loaded = await host.cache.of(match_id)
    return [loaded.begun.record.entries[line].move for line in sorted(loaded.planned)]


async def quiet_move(host: Host, match: Match) -> None:
    """Let the seat that must act place the tile that comes last, so that the others stay there."""
    seat, actions = await legal(host, match.id)
    action = actions[-1]
    await play_and_tell(host, match.id, player_in(match, seat), action, match.line, new_request())


async def test_what_is_planned_is_played_as_soon_as_the_turn_comes(
    host: Host, messenger: Listener
) -> None:
    match, (first, second, *_) = await begun(host, ANN, BOB, CLEO)
    action = await plans(host, match.id, second)
    before = len(messenger.told)

    await quiet_move(host, match)

    (move,) = await planned_lines(host, match.id)
    assert (move.actor, move.action) == (match.seat_of(second.id), action)
    assert len(messenger.told) == before + 1
    assert await host.plans.of(match.id, second.id) is None
    assert (await asked(host, match.id)).id not in (first.id, second.id)


def given(plan: Plan[Any], _: Plan[Any] | None) -> Plan[Any]:
    return plan


async def test_a_chain_of_plans_is_one_message(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    """Cities far from each other: whatever the others found, each of them can be founded."""
    match = await host.lobbies.open(ANN, HERE, "san_andreas", 4, new_request(), Setup(4))
    for person in (BOB, CLEO, DAN):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    seat, actions = await legal(host, match.id)
    apart: list[Found] = []
    for each in (each for each in actions if isinstance(each, Found) and each.coin == 1):
        if all(
            max(abs(each.space.x - far.space.x), abs(each.space.y - far.space.y)) > 3
            for far in apart
        ):
            apart.append(each)
    planning = planning_of(games()["san_andreas"])
    assert planning is not None
    for step, action in enumerate(apart[1:4], 1):
        player = player_in(match, Seat((seat + step) % 4))
        _, progress = await host.cache.progress(match.id)
        seen = games()["san_andreas"].observe(progress.state, Seat((seat + step) % 4))
        plan = added(None, planning, seen, (action,))
        await host.plans.change(match.id, player, partial(given, plan))
    told = len(messenger.told)

    await play_and_tell(host, match.id, player_in(match, seat), apart[0], match.line, new_request())

    # The move that they answer is free to be taken back; a minute later all answer at once.
    assert len(messenger.told) == told + 1
    assert await planned_lines(host, match.id) == []
    clock.pass_by(seconds=60)
    await host.tick()

    assert len(messenger.told) == told + 2
    moves = await planned_lines(host, match.id)
    assert [each.actor for each in moves] == [(seat + step) % 4 for step in (1, 2, 3)]
    assert [each.action for each in moves] == apart[1:4]
    assert messenger.told[-1].line == (await host.cache.match(match.id)).line
    assert (await host.cache.match(match.id)).acting == (seat,)


async def test_alternatives_are_tried_in_order(host: Host) -> None:
    match, (_, second, *_) = await begun(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    taken = actions[len(actions) // 2]
    _, offered = await ahead(host, match.id, second.id)
    same_cell = next(n for n, each in enumerate(offered) if each.cell == taken.cell)
    other = next(
        n for n, each in enumerate(offered) if each.tile != taken.tile and each.cell != taken.cell
    )
    await plans(host, match.id, second, place=same_cell)
    wanted = await plans(host, match.id, second, place=other)

    await play_and_tell(host, match.id, player_in(match, seat), taken, match.line, new_request())

    moves = await planned_lines(host, match.id)
    assert [each.action for each in moves] in ([wanted], [])


async def fails(host: Host, match: Match, second: Person) -> None:
    """Let a player plan on a cell, and another one build there."""
    seat, actions = await legal(host, match.id)
    taken = actions[len(actions) // 2]
    _, offered = await ahead(host, match.id, second.id)
    place = next(n for n, each in enumerate(offered) if each.cell == taken.cell)
    await plans(host, match.id, second, place=place)
    await play_and_tell(host, match.id, player_in(match, seat), taken, match.line, new_request())


async def test_a_plan_that_fails_is_dropped_and_only_its_owner_hears_of_it(
    host: Host, messenger: Listener
) -> None:
    match, (first, second, *_) = await begun(host, ANN, BOB)
    told = len(messenger.told)

    await fails(host, match, second)

    assert await planned_lines(host, match.id) == []
    assert len(messenger.told) == told + 1
    own = await host.plans.of(match.id, second.id)
    assert own is not None
    assert own.why is WhyDropped.IMPOSSIBLE
    assert await host.plans.of(match.id, first.id) is None
    await host.plans.forget(match.id, second.id)
    assert await host.plans.of(match.id, second.id) is None


async def test_a_plan_made_while_one_that_failed_is_told_stays(host: Host) -> None:
    match, (_, second, *_) = await begun(host, *PEOPLE)
    await plans(host, match.id, second)

    await host.plans.forget(match.id, second.id)

    assert await host.plans.of(match.id, second.id) is not None


async def test_what_should_be_the_same_fails_if_it_is_not(host: Host) -> None:
    match, (_, second, *_) = await begun(host, ANN, BOB)
    seat, actions = await legal(host, match.id)
    taken = actions[len(actions) // 2]
    _, offered = await ahead(host, match.id, second.id)

    # Beside what is built something changes; whether it is still legal plays no part.
    beside = next(
        n
        for n, each in enumerate(offered)
        if each.tile != taken.tile and each.cell != taken.cell and near(each, taken)
    )
    await plans(host, match.id, second, place=beside, same=True)
    await play_and_tell(host, match.id, player_in(match, seat), taken, match.line, new_request())

    assert await planned_lines(host, match.id) == []


def near(one: Place, other: Place) -> bool:
    return other.cell in [neighbour(one.cell, edge) for edge in range(6)]


async def test_own_moves_drop_a_plan(host: Host) -> None:
    match, (first, *_) = await begun(host, ANN, BOB)
    store = host.plans._store
    await plans(host, match.id, first)
    kept = await store.plan(match.id, first.id)
    assert kept is not None

    await quiet_move(host, match)

    assert await store.plan(match.id, first.id) is None


@pytest.mark.parametrize(
    ("how", "left"),
    [
        ("leave", None),
        ("closed", None),
        ("substitute", None),
        ("hold", KEPT),
        ("stand-in", WhyDropped.COMPUTER),
        ("offered", WhyDropped.COMPUTER),
        ("hand on", None),
    ],
)
async def test_a_plan_goes_with_its_owner_and_outlasts_a_hold(
    host: Host, how: str, left: object
) -> None:
    match, (_, second, _) = await begun(host, ANN, BOB, CLEO)
    await plans(host, match.id, second)
    seat = match.seat_of(second.id)
    assert seat is not None

    def chaired(each: Match, **changes: Any) -> Match:
        chairs = list(each.chairs)
        chairs[seat] = replace(chairs[seat], **changes)
        return replace(each, chairs=tuple(chairs))

    match how:
        case "leave":
            await host.lobbies.leave(match.id, second.id)
        case "hand on":
            await host.agreements.hand_on(match.id, second.id, new_request())
        case "closed":
            await host.moderation.do(match.id, Deed(Act.CLOSE, DAN, "over", new_request()), 1)
        case "hold":
            until = match.opened_at + timedelta(days=1)
            await host.tables.change(
                match.id, lambda each, _: replace(each, held_until=until, held_since=each.opened_at)
            )
        case "stand-in":
            late = {"stand_in": StandIn.TIME_UP}
            await host.tables.change(match.id, lambda each, _: chaired(each, **late))
        case "offered":
            change = {"is_offered": True}
            await host.tables.change(match.id, lambda each, _: chaired(each, **change))
        case _:
            await host.tables.change(match.id, lambda each, _: chaired(each, player=DAN.id))

    own = await host.plans._store.plan(match.id, second.id)
    assert (None if own is None else own.why or KEPT) == left


async def test_only_those_at_the_table_plan(host: Host) -> None:
    match, _ = await begun(host, ANN, BOB)

    with pytest.raises(NotSeated):
        await host.plans.change(match.id, DAN.id, lambda _: Plan())


async def test_nobody_reads_the_plan_of_another_seat(host: Host) -> None:
    match, (first, second) = await begun(host, ANN, BOB)
    await plans(host, match.id, second)

    assert await host.plans.of(match.id, first.id) is None
    assert isinstance(await host.plans.of(match.id, second.id), OwnPlan)


async def stored(database: Database) -> dict[str, list[Any]]:
    """Return every row of every table but that of the plans."""
    async with database.reading() as connection:
        return {
            table.name: sorted(map(repr, await connection.execute(select(table))))
            for table in metadata.sorted_tables
            if table is not plans_table
        }


async def test_keeping_and_failing_a_plan_look_like_nothing_at_all(
    stores: Stores, database: Database, clock: StandingClock
) -> None:
    """All that is stored and told, byte for byte, but for the plan's own row."""
    worlds = []
    for is_planned in (True, False):
        number_from_one()
        messenger = Listener()
        host = Host(stores, messenger, clock, KnownEntropy())
        match, (_, second) = await begun(host, ANN, BOB)
        seat, actions = await legal(host, match.id)
        taken = actions[len(actions) // 2]
        before = await stored(database)
        if is_planned:
            _, offered = await ahead(host, match.id, second.id)
            cell = next(n for n, each in enumerate(offered) if each.cell == taken.cell)
            await plans(host, match.id, second, place=cell)
            assert await stored(database) == before
            await plans(host, match.id, second, place=cell, same=True)
            assert await stored(database) == before
        await play_and_tell(host, match.id, player_in(match, seat), taken, match.line, "taken")
        await host.tick()
        after = await host.cache.match(match.id)
        worlds.append(
            (
                [(each.line, each.since, each.events, each.is_new) for each in messenger.told],
                (after.line, after.acting, after.seen, after.revision, after.table.version),
                [each[each.index(",") :] for each in (await stored(database))["entries"]],
                (await host.cache.of(match.id)).planned,
            )
        )
        async with database.writing() as connection:
            # The next world gets the same numbers, requests and all.
            for table in reversed(metadata.sorted_tables):
                await connection.execute(table.delete())
    assert worlds[0] == worlds[1]


class Dying(NullMessenger):
    """A process that ends as soon as it tells anybody."""

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        raise AssertionError(loaded.match.line, since, missed)


@pytest.mark.parametrize("after_plan", [False, True])
async def test_a_plan_is_played_once_though_the_process_ends(
    host: Host,
    stores: Stores,
    messenger: Listener,
    clock: StandingClock,
    monkeypatch: pytest.MonkeyPatch,
    *,
    after_plan: bool,
) -> None:
    match, (first, second, *_) = await begun(host, ANN, BOB, CLEO)
    action = await plans(host, match.id, second)
    told = len(messenger.told)
    dying = Host(stores, Dying(), clock, KnownEntropy())

    async def nothing(_: MatchId) -> bool:
        return False

    if not after_plan:
        monkeypatch.setattr(dying.plans, "play_next", nothing)
    seat, actions = await legal(host, match.id)
    await dying.moves.submit(match.id, first.id, (actions[-1],), match.line, new_request())
    assert seat == match.seat_of(first.id)

    reborn = Host(stores, messenger, clock, KnownEntropy())
    await reborn.tick()
    await reborn.tick()

    assert [each.action for each in await planned_lines(reborn, match.id)] == [action]
    assert len(messenger.told) == told + 1


async def test_two_processes_play_a_plan_once(
    stores: Stores, database: Database, clock: StandingClock
) -> None:
    hosts = [Host(stores, NullMessenger(), clock, KnownEntropy()) for _ in range(2)]
    match, people = await begun(hosts[0], *PEOPLE)
    for each in people[1:]:
        await plans(hosts[0], match.id, each, place=0)
        await plans(hosts[0], match.id, each, place=-1)
    for beside in hosts:
        await beside.cache.match(match.id)
    _, actions = await legal(hosts[0], match.id)
    plain = Host(stores, NullMessenger(), clock, KnownEntropy())
    turn = (match.id, people[0].id, (actions[-1],), match.line, "by hand")
    await asyncio.gather(plain.moves.submit(*turn), *(each.tick() for each in hosts))
    await asyncio.gather(*(each.tick() for each in hosts))

    moves = await planned_lines(plain, match.id)
    assert len({each.actor for each in moves}) == len(moves)
    async with database.reading() as connection:
        found = await connection.execute(
            select(entries.c.request).where(entries.c.request.is_not(None))
        )
        requests = list(found.scalars())
        revision = (await connection.execute(select(matches_table.c.revision))).scalar_one()
    assert len(requests) == len(set(requests)) == len(moves) + 1
    # A lobby, three who sat down, the start; then a turn each.
    assert revision == 5 + len(requests)


async def san_andreas(host: Host) -> tuple[Match, list[Person]]:
    """Return a match of three, and its people from whoever is to move on."""
    match = await host.lobbies.open(ANN, HERE, "san_andreas", 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    order = [match.chairs[(match.acting[0] + step) % 3].player for step in range(3)]
    return match, [each for player in order for each in (ANN, BOB, CLEO) if each.id == player]


@pytest.mark.parametrize("is_before", [False, True])
async def test_a_plan_made_after_what_is_taken_back_goes_with_it(
    host: Host, *, is_before: bool
) -> None:
    match, (first, _, third) = await san_andreas(host)
    line, planning = match.line, planning_of(games()["san_andreas"])
    assert planning is not None
    _, actions = await legal(host, match.id)
    founding = [each for each in actions if isinstance(each, Found)]
    plan = Plan((Alternative((founding[-1],)),))

    if is_before:
        await host.plans.change(match.id, third.id, partial(given, plan))
    await play_and_tell(host, match.id, first.id, founding[0], line, new_request())
    if not is_before:
        await host.plans.change(match.id, third.id, partial(given, plan))
    await host.take_backs.take_back(match.id, first.id, line, new_request())

    left = await host.plans.of(match.id, third.id)
    assert left == OwnPlan(plan, None if is_before else WhyDropped.TAKEN_BACK)


async def cities(host: Host) -> tuple[Match, list[Person], tuple[Found, Found]]:
    """Return a match in which the next player has planned a city; and both players' cities.

    They are far from each other, and nothing is turned up: the first may be taken back freely.
    """
    match, people = await san_andreas(host)
    _, actions = await legal(host, match.id)
    founding = [each for each in actions if isinstance(each, Found)]
    by_place = sorted(founding, key=lambda each: (each.space.x, each.space.y))
    mine, theirs = by_place[0], by_place[-1]
    plan = Plan((Alternative((theirs,)),))
    await host.plans.change(match.id, people[1].id, partial(given, plan))
    return match, people, (mine, theirs)


async def test_a_plan_takes_nobody_s_free_take_back(
    host: Host, messenger: Listener, clock: StandingClock
) -> None:
    match, (first, second, _), (mine, theirs) = await cities(host)
    plan = await host.plans.of(match.id, second.id)

    # Taken back within the minute: the plan was made before, so it waits for the next move.
    await play_and_tell(host, match.id, first.id, mine, match.line, new_request())
    clock.pass_by(seconds=59)
    await host.tick()
    look = await host.take_backs.look(match.id, first.id)
    assert look.take_back.kind is TakeBackKind.FREE
    await host.take_backs.take_back(match.id, first.id, match.line, new_request())
    clock.pass_by(seconds=120)
    await host.tick()
    assert await host.plans.of(match.id, second.id) == plan
    assert await planned_lines(host, match.id) == []

    line = (await host.cache.match(match.id)).line
    await play_and_tell(host, match.id, first.id, mine, line, new_request())
    told = messenger.told[-1]
    clock.pass_by(seconds=60)
    await host.tick()
    assert [each.action for each in await planned_lines(host, match.id)] == [theirs]
    assert messenger.told[-1] is not told


async def test_the_minute_shows_others_nothing_of_a_plan(
    stores: Stores, database: Database, clock: StandingClock
) -> None:
    """All that is told and stored, but for the plan's own row; only its owner is not pinged."""
    worlds = []
    for is_planned in (True, False):
        number_from_one()
        messenger = Listener()
        host = Host(stores, messenger, clock, KnownEntropy())
        match, (first, second, _), (mine, _) = await cities(host)
        if not is_planned:
            await host.plans.change(match.id, second.id, lambda _: None)
        await play_and_tell(host, match.id, first.id, mine, match.line, "mine")
        await host.tick()
        await host.tick()
        worlds.append(
            (
                [(each.line, each.since, each.events, each.is_new) for each in messenger.told],
                {name: len(rows) for name, rows in (await stored(database)).items()},
                (await host.cache.match(match.id)).revision,
            )
        )
        loaded = await host.cache.of(match.id)
        assert loaded.spares == (second.id if is_planned else None)
        async with database.writing() as connection:
            for table in reversed(metadata.sorted_tables):
                if table is not deployment:
                    await connection.execute(table.delete())
    assert worlds[0] == worlds[1]


async def test_a_plan_that_waits_is_played_after_a_restart_once_and_by_one_process(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    match, (first, *_), (mine, theirs) = await cities(host)
    await play_and_tell(host, match.id, first.id, mine, match.line, new_request())

    reborn = [Host(stores, NullMessenger(), clock, KnownEntropy()) for _ in range(2)]
    await asyncio.gather(*(each.tick() for each in reborn))
    assert await planned_lines(reborn[0], match.id) == []
    clock.pass_by(seconds=60)
    await asyncio.gather(*(each.tick() for each in reborn))
    await asyncio.gather(*(each.tick() for each in reborn))

    reborn[0].cache.forget(match.id)
    assert [each.action for each in await planned_lines(reborn[0], match.id)] == [theirs]


async def test_a_move_by_hand_within_the_minute_is_what_counts(
    host: Host, clock: StandingClock
) -> None:
    match, (first, second, third), (mine, _) = await cities(host)
    await play_and_tell(host, match.id, first.id, mine, match.line, new_request())
    match = await host.cache.match(match.id)
    _, actions = await legal(host, match.id)

    await play_and_tell(host, match.id, second.id, actions[-1], match.line, new_request())
    clock.pass_by(seconds=120)
    await host.tick()

    assert await planned_lines(host, match.id) == []
    assert await host.plans.of(match.id, second.id) is None
    assert (await asked(host, match.id)).id == third.id


async def test_a_plan_outlasts_a_hold_and_is_played_after_it(
    host: Host, clock: StandingClock
) -> None:
    match, (first, *_), (mine, theirs) = await cities(host)
    until = clock.now() + timedelta(days=1)
    await play_and_tell(host, match.id, first.id, mine, match.line, new_request())
    await host.tables.change(
        match.id, lambda each, now: replace(each, held_until=until, held_since=now)
    )
    clock.pass_by(hours=2)
    await host.tick()
    assert await planned_lines(host, match.id) == []

    await host.tables.change(match.id, lambda each, now: holds.gone_on(each, now=now))
    clock.pass_by(seconds=60)
    await host.tick()

    assert [each.action for each in await planned_lines(host, match.id)] == [theirs]


@pytest.mark.parametrize("computers", [0, 1])
async def test_a_planned_turn_is_played_whole_or_not_at_all(host: Host, computers: int) -> None:
    """Turns of one to three actions in Road Crew's Dilemma, with moves taken back in between."""
    chance, met = Random(4), Counter[str]()
    people = (ANN, BOB, CLEO)[: 3 - computers]
    match = await host.lobbies.open(ANN, HERE, "seismic", 3, new_request(), DILEMMA)
    for person in people[1:]:
        await host.lobbies.join(match.id, person, new_request())
    for _ in range(computers):
        await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    await host.tick()
    kept: dict[Seat, Plan[Any]] = {}
    for _ in range(MOVES):
        match, progress = await host.cache.progress(match.id)
        if not match.acting:
            break
        for person in people:
            seat = seated(match, person)
            seen, offered = await ahead(host, match.id, person.id)
            if seat not in (*match.acting, *kept) and offered:
                assert PLANNING is not None
                kept[seat] = turns_of(seen, PLANNING, chance)
                await host.plans.change(match.id, person.id, partial(given, kept[seat]))
        line, seat = match.line, match.acting[0]
        action = chance.choice(tuple(RULES.legal_actions(progress.state, seat)))
        await host.moves.submit(match.id, player_in(match, seat), (action,), line, new_request())
        met["back"] += await taken_back(host, match.id, player_in(match, seat), chance)
        await host.tick()
        kept = await as_the_rules_say(host, match.id, line, kept, met)
    rare = () if computers else ("later",)
    assert all(met[each] for each in ("whole", "over", "failed", "back", *rare)), met


async def test_a_turn_that_the_rules_refuse_all_the_same_is_dropped_and_nothing_of_it_played(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (_, second, _) = await begun(host, ANN, BOB, CLEO)
    action = await plans(host, match.id, second)

    def promised(*_: Any) -> PlanVerdict[Any]:
        return PlanVerdict((action, action), None)

    monkeypatch.setattr("bot.hosting.match.plans.judged", promised)
    await quiet_move(host, match)
    await host.tick()

    own = await host.plans.of(match.id, second.id)
    assert own is not None
    assert own.why is WhyDropped.IMPOSSIBLE
    assert await planned_lines(host, match.id) == []
    assert (await asked(host, match.id)).id == second.id


def seated(match: Match, person: Person) -> Seat:
    seat = match.seat_of(person.id)
    assert seat is not None
    return seat


async def taken_back(host: Host, match_id: MatchId, player: PlayerId, chance: Random) -> bool:
    """Let a player who still is on turn take back what they just played, now and then."""
    match = await host.cache.match(match_id)
    free = (await host.take_backs.look(match_id, player)).take_back
    if free.kind is not TakeBackKind.FREE or free.line is None or chance.random() < 0.7:
        return False
    await host.take_backs.take_back(match_id, player, free.line, new_request())
    return (await host.cache.match(match_id)).line > match.line


async def as_the_rules_say(
    host: Host, match_id: MatchId, line: int, kept: dict[Seat, Plan[Any]], met: Counter[str]
) -> dict[Seat, Plan[Any]]:
    """Check what was played by plans from a line on, and return the plans that are left.

    It is the first alternative that the rules let pass whole; if there is none, nothing.
    """
    loaded = await host.cache.of(match_id)
    replay, left = loaded.begun, dict(kept)
    turns = dict[Seat, tuple[int, tuple[Any, ...]]]()
    moves = [each.move or Move(CHANCE, None) for each in replay.record.entries]
    for first in (each for each in sorted(loaded.planned) if each >= line):
        actor, mine = moves[first].actor, next(groupby(moves[first:], attrgetter("actor")))[1]
        turns[Seat(int(actor))] = first, tuple(each.action for each in mine)
    assert turns.keys() <= kept.keys()
    for seat, plan in kept.items():
        own = await host.plans.of(match_id, player_in(loaded.match, seat))
        if seat not in turns and own == OwnPlan(plan):
            continue
        del left[seat]
        if seat not in turns and own is None:
            # It was made after a move that was taken back, its owner moved by hand, or it is over.
            news = replay.record.entries[line:]
            by_hand = any(each.move is not None and each.move.actor == seat for each in news)
            is_back = any(each.undo_to is not None for each in news)
            assert by_hand or is_back or not loaded.match.acting
            continue
        begun_at, actions = turns.get(seat, (None, ()))
        state = replay.state if begun_at is None else replay.before(begun_at)
        every = [rulings(RULES, state, seat, each.actions) for each in plan.alternatives]
        assert actions == next(filter(None, every), ())
        assert own == (OwnPlan(plan, WhyDropped.IMPOSSIBLE) if begun_at is None else None)
        met["whole"] += len(actions) > 1
        met["over"] += actions != () and actions not in [each.actions for each in plan.alternatives]
        met["failed"] += begun_at is None
        begins = plan.alternatives[0].actions[0] in RULES.legal_actions(state, seat)
        met["later"] += actions != () and begins and not every[0]
        if begun_at is None:
            await host.plans.forget(match_id, player_in(loaded.match, seat))
    return left


async def test_what_fails_to_be_played_is_tried_again(
    host: Host, stores: Stores, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (first, second, _) = await begun(host, ANN, BOB, CLEO)
    action = await plans(host, match.id, second)

    def broken(*_: Any) -> Any:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("bot.hosting.match.plans.judged", broken)
        await quiet_move(host, match)
        assert (await asked(host, match.id)).id == second.id

    reborn = Host(stores, NullMessenger(), clock, KnownEntropy())
    await reborn.tick()
    assert [each.action for each in await planned_lines(reborn, match.id)] == [action]
    assert first is not second


async def test_a_plan_of_other_rules_is_dropped(host: Host, database: Database) -> None:
    match, (_, second, _) = await begun(host, ANN, BOB, CLEO)
    await plans(host, match.id, second)
    async with database.writing() as connection:
        await connection.execute(plans_table.update().values(body="{}x"))

    await quiet_move(host, match)

    own = await host.plans.of(match.id, second.id)
    assert own == OwnPlan(None, WhyDropped.IMPOSSIBLE)
    assert await planned_lines(host, match.id) == []


@pytest.mark.parametrize("is_closed", [False, True])
async def test_whoever_takes_direct_messages_hears_there_and_no_channel_does(
    host: Host,
    database: Database,
    messenger: Listener,
    clock: StandingClock,
    *,
    is_closed: bool,
) -> None:
    match, (_, second) = await begun(host, ANN, BOB)
    person = {"id": second.id, "lists": False, "confirm_twice": False, "direct": True}
    await database.write(lambda connection: connection.execute(players_table.insert(), person))
    if is_closed:
        messenger.minds = lambda _: CannotPost(DIRECT_CLOSED)
    await fails(host, match, second)
    for _ in range(3):
        clock.pass_by(seconds=10)
        await host.tick()

    targets = [
        each.notice.target
        for each in messenger.noticed
        if each.notice.kind is NoticeKind.PLAN_DROPPED
    ]
    own = await host.plans.of(match.id, second.id)
    assert targets == ([] if is_closed else [to_player(second.id)])
    # Who could not be told so hears of it at the next press.
    assert (own is not None) == is_closed


MOVES = 60


@pytest.mark.parametrize("title", ["aftershock", "san_andreas", "seismic"])
async def test_matches_in_which_everybody_plans_go_on_as_any_other(
    stores: Stores, clock: StandingClock, title: str
) -> None:
    """Random moves and plans: what is stored replays, and nothing that is due is left over."""
    host, chance = Host(stores, NullMessenger(), clock, KnownEntropy()), Random(4)
    rules = games()[title]
    planning = planning_of(rules)
    assert planning is not None
    match = await host.lobbies.open(ANN, HERE, title, 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    for _ in range(MOVES):
        match, progress = await host.cache.progress(match.id)
        for seat in {*map(Seat, range(3))} - {*match.acting}:
            seen = rules.observe(progress.state, seat)
            found = planning.ahead(seen)
            plan: Plan[Any] | None = None
            if title == "aftershock":
                plan = with_home(plan, seen, is_on=True)
                plan = with_ways(plan, seen, chance.sample(seen.board.areas, 3))
            if found is not None:
                action = chance.choice(found.legal)
                plan = added(plan, planning, seen, (action,), is_same=chance.random() < 0.5)
            if plan is not None:
                await host.plans.change(match.id, player_in(match, seat), partial(given, plan))
        if not match.acting:
            break
        seat = chance.choice(match.acting)
        action = chance.choice(tuple(rules.legal_actions(progress.state, seat)))
        player = player_in(match, seat)
        await host.moves.submit(match.id, player, (action,), match.line, new_request())
        clock.pass_by(seconds=60)
        await host.tick()

    again = Host(stores, NullMessenger(), clock, KnownEntropy())
    loaded = await again.cache.of(match.id)
    assert loaded.planned == (await host.cache.of(match.id)).planned
    assert loaded.planned
    assert await stores.matches.for_plans() == {}


async def test_orders_outlive_own_moves(host: Host) -> None:
    rules = games()["aftershock"]
    match = await host.lobbies.open(ANN, HERE, "aftershock", 3, new_request(), Setup(3))
    for person in (BOB, CLEO):
        await host.lobbies.join(match.id, person, new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    for _ in range(3):
        await one_move(host, match.id)
    match, progress = await host.cache.progress(match.id)
    (seat,) = match.acting
    others = Seat((seat + 1) % 3)
    order = with_home(None, rules.observe(progress.state, others), is_on=True)
    assert order is not None
    owner = player_in(match, others)
    await host.plans.change(match.id, owner, partial(given, order))

    await host.moves.submit(match.id, player_in(match, seat), (Pass(),), match.line, new_request())
    match = await host.cache.match(match.id)
    assert match.acting == (others,)
    await host.moves.submit(match.id, owner, (Pass(),), match.line, new_request())

    own = await host.plans.of(match.id, owner)
    assert own == OwnPlan(order)
    assert await planned_lines(host, match.id) == []
