"""A match that begins at a snapshot is the one that a replay of all lines leads to."""

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from sqlalchemy import func, select, update

from bot.hosting.host import Host
from bot.hosting.match import snapshots
from bot.hosting.match.history import seen_after
from bot.hosting.match.snapshots import EVERY, Mismatch, replayed_from, snapshot_of
from bot.storage.database import Database
from bot.storage.schema import entries
from bot.storage.schema import snapshots as rows
from bot.storage.stores import Stores
from bot.table.ids import MatchId
from bot.table.match.match import Status
from bot.table.match.stored import Snapshot
from engine.game import PUBLIC, AnyGame, Seat, Setup
from engine.record import Record
from engine.referee import Progress, Referee
from engine.registry import games
from engine.replay import Replay
from engine.setups import sets_of_variants
from engine.state_text import BadStateText, StateText, read_state, write_state
from engine.takebacks import class_of, known_draws
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, one_move, played_out, table_of
from tests.engine.playing import draws, old_header, wandering

KEEPING = {key: game for key, game in games().items() if game.meta.state is not None}
VARIED = [
    pytest.param(game, Setup(seats, variants), id=f"{key}-{seats}-{'-'.join(variants)}")
    for key, game in KEEPING.items()
    for variants, seats in zip(
        [(), *sets_of_variants(game)] if game.meta.variants else [()] * len(game.meta.seats),
        cycle(game.meta.seats),
        strict=False,
    )
]
OPTED = [
    pytest.param(
        game, Setup(game.meta.seats[-1], options={each.name: value}), id=f"{key}-{each.name}"
    )
    for key, game in KEEPING.items()
    for each in game.meta.options
    for value in each.values[-1:]
]
SEED = (7).to_bytes(32)


def begun(record: Record[Any], lines: int) -> Record[Any]:
    return Record(record.header, record.entries[:lines])


def made(game: AnyGame, replay: Replay[Any, Any]) -> tuple[Snapshot, tuple[int, ...]]:
    seats = replay.record.header.setup.seats
    seen = seen_after((), seats, replay.record.entries, replay.events_after(0))
    snapshot = snapshot_of(game, replay, seen)
    assert snapshot is not None
    return snapshot, seen


def looks(game: AnyGame, replay: Replay[Any, Any]) -> Iterator[Any]:
    """Yield all that anybody can ask of a match."""
    record, state = replay.record, replay.state
    seats = [Seat(seat) for seat in range(record.header.setup.seats)]
    yield state
    yield game.node(state)
    yield [list(game.legal_actions(state, seat)) for seat in seats]
    yield game.observe(state, PUBLIC), [game.observe(state, seat) for seat in seats]
    yield [class_of(game, replay, seat) for seat in seats]
    yield known_draws(record)
    yield replay.drawn


@pytest.mark.parametrize(("game", "setup"), [*VARIED, *OPTED])
def test_a_match_from_a_snapshot_is_the_match_replayed(game: AnyGame, setup: Setup) -> None:
    record = wandering(game, setup, 7).record
    referee, chance = Referee(game), draws(setup, SEED)

    for lines in (len(record.entries) // 3, 2 * len(record.entries) // 3, len(record.entries)):
        whole: Replay[Any, Any] = Replay(game, begun(record, lines))
        snapshot, seen = made(game, whole)
        replay, counted = replayed_from(game, begun(record, lines), snapshot)

        assert counted == seen
        assert list(looks(game, replay)) == list(looks(game, whole))
        progress = [Progress(each.record, each.state, each.drawn[-1]) for each in (replay, whole)]
        for seat in (Seat(seat) for seat in range(setup.seats)):
            for action in list(game.legal_actions(whole.state, seat))[:1]:
                on, as_ever = (referee.submit(each, seat, action, chance) for each in progress)
                assert on == as_ever
                assert replay.grown(on.record, on.lines)[-1] == whole.grown(on.record, on.lines)[-1]
        assert list(replay) == list(whole)


@pytest.mark.parametrize("key", KEEPING)
def test_whoever_looks_or_takes_back_needs_nothing_older(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games()[key]
    record = begun(wandering(game, Setup(game.meta.seats[0]), 3, backs=0).record, 100)
    replay, _ = replayed_from(game, record, made(game, Replay(game, record))[0])

    monkeypatch.setattr(Replay, "_whole", None)
    for seat in range(record.header.setup.seats):
        class_of(game, replay, Seat(seat))

    assert replay.at_hand > 70


@pytest.mark.parametrize("key", KEEPING)
def test_a_record_of_format_1_goes_on_from_a_snapshot(key: str) -> None:
    game = games()[key]
    setup = Setup(game.meta.seats[0])
    record = wandering(game, setup, 5, first=old_header(game, setup, (5).to_bytes(32))).record
    whole: Replay[Any, Any] = Replay(game, record)

    replay, _ = replayed_from(game, record, made(game, whole)[0])

    assert list(looks(game, replay)) == list(looks(game, whole))


def test_what_reaches_back_behind_a_snapshot_is_replayed() -> None:
    game = games()["seismic"]
    progress = wandering(game, Setup(2), 3, backs=0)
    record = begun(progress.record, 60)
    whole: Replay[Any, Any] = Replay(game, record)
    snapshot, _ = made(game, whole)
    at = Progress(record, whole.state, whole.drawn[-1])
    back = next(each.seq for each in record.entries if each.move and each.move.actor == 0)
    undone = Referee(game).undo(at, back).record

    replay, _ = replayed_from(game, undone, snapshot)

    assert (replay.state, replay.at_hand) == (whole.before(back), 0)


SEISMIC = games()["seismic"]
TITLE = SEISMIC.meta.state or StateText(object)
RECORD = begun(wandering(SEISMIC, Setup(2), 3, backs=0).record, 80)
GOOD = made(SEISMIC, Replay(SEISMIC, RECORD))[0]


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, line=GOOD.line - 1),
        replace(GOOD, line=0),
        replace(GOOD, line=81),
        replace(GOOD, body=GOOD.body.replace("1", "2", 1)),
        replace(GOOD, body=""),
        replace(GOOD, digest=""),
    ],
)
def test_a_snapshot_that_does_not_fit_is_no_snapshot(wrong: Snapshot) -> None:
    with pytest.raises(Mismatch):
        replayed_from(SEISMIC, RECORD, wrong)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[[]]", "null", "[" * 10_000, '["a", 1]'])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(BadStateText):
        read_state(TITLE, text)


def test_each_part_of_a_text_has_its_type() -> None:
    state = Replay(SEISMIC, RECORD).state
    text = write_state(TITLE, state)

    assert read_state(TITLE, text) == state
    for was, other in (("[2,", '["2",'), ("[2,", "[true,"), ("[2,", "[2.0,"), ('"placing"', "7")):
        assert was in text
        with pytest.raises(BadStateText):
            read_state(TITLE, text.replace(was, other, 1))


async def long_match(host: Host) -> MatchId:
    """Return a match that has just got its snapshot."""
    match = await table_of(host, ANN, BOB)
    while match.line < EVERY + 8:
        match = (await one_move(host, match.id)).match
    await host.snapshots.look()
    return match.id


def restarted(stores: Stores) -> Host:
    return Host(stores, Listener(), StandingClock(), KnownEntropy())


async def row(database: Database, column: Any = rows.c.line) -> Any:
    async with database.asking() as connection:
        return (await connection.execute(select(column))).scalar_one_or_none()


async def test_a_cold_match_begins_at_its_snapshot(host: Host, stores: Stores) -> None:
    match_id = await long_match(host)
    warm = await host.cache.of(match_id)

    cold = await restarted(stores).cache.of(match_id)

    assert cold.begun.at_hand > 20
    assert warm.begun.at_hand == 0
    assert (cold.match, cold.match.seen) == (warm.match, warm.match.seen)
    assert (cold.draws, cold.planned) == (warm.draws, warm.planned)
    assert list(cold.begun) == list(warm.begun)


async def test_a_match_gets_another_snapshot_when_it_has_gone_on(
    host: Host, database: Database
) -> None:
    match_id = await long_match(host)
    first = await row(database)
    match = await host.cache.match(match_id)

    while match.line < first + EVERY:
        assert await row(database) == first
        match = (await one_move(host, match_id)).match
        await host.snapshots.look()

    assert await row(database) > first


@pytest.mark.parametrize("column", ["body", "digest", "line"])
async def test_a_wrong_snapshot_is_dropped_and_said(
    host: Host,
    stores: Stores,
    database: Database,
    column: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    match_id = await long_match(host)
    async with database.writing() as connection:
        values = {"line": rows.c.line - 1} if column == "line" else {column: "7 7 7\n[]"}
        await connection.execute(update(rows).values(values))

    cold = await restarted(stores).cache.of(match_id)

    assert cold.begun.state == (await host.cache.of(match_id)).begun.state
    assert cold.match.status is Status.PLAYING
    assert await row(database) is None
    assert "snapshot-wrong" in capsys.readouterr().out


async def test_a_state_that_a_replay_contradicts_is_dropped(
    host: Host,
    stores: Stores,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(snapshots, "CHECKED", 1)
    match_id = await long_match(host)
    loaded = await host.cache.of(match_id)
    replay = loaded.begun
    line = replay.record.entries[await row(database) - 1]
    state = replay.before(line.seq + 1)
    body = "9 9 9\n" + write_state(TITLE, replace(state, turn=state.turn + 1))
    forged = Snapshot(
        line.seq + 1, snapshots._digest(line.digest, body), snapshots.fingerprint(), body
    )
    await stores.snapshots.keep(match_id, forged)

    cold = await restarted(stores).cache.of(match_id)

    assert cold.match.seen == loaded.match.seen
    assert cold.begun.state == replay.state
    assert "snapshot-wrong" in capsys.readouterr().out
    assert await row(database) is None


async def test_a_snapshot_of_other_rules_is_left_alone(
    host: Host, stores: Stores, database: Database
) -> None:
    match_id = await long_match(host)
    async with database.writing() as connection:
        await connection.execute(update(rows).values(made_by="another program"))

    cold = await restarted(stores).cache.of(match_id)

    assert cold.begun.at_hand == 0
    assert await row(database, rows.c.made_by) == "another program"


@pytest.mark.parametrize("file", ["history.py", "snapshots.py"])
def test_a_program_that_counts_otherwise_what_was_seen_is_another_one(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(Path(snapshots.__file__).parent, tmp_path / "hosting")
    elsewhere = {"bot.hosting.match": tmp_path / "hosting"}
    monkeypatch.setattr(snapshots, "files", lambda each: elsewhere.get(each) or files(each))
    fingerprint = snapshots.fingerprint.__wrapped__
    assert fingerprint() == snapshots.fingerprint()

    with (tmp_path / "hosting" / file).open("a", encoding="utf-8") as changed:
        changed.write("# otherwise")

    assert fingerprint() != snapshots.fingerprint()


async def test_a_changed_line_before_a_snapshot_is_found(
    host: Host, stores: Stores, database: Database
) -> None:
    match_id = await long_match(host)
    async with database.writing() as connection:
        changed = func.replace(entries.c.body, '"turn":0', '"turn":1')
        await connection.execute(update(entries).where(entries.c.seq < 20).values(body=changed))

    cold = await restarted(stores).cache.of(match_id)

    assert cold.match.status is Status.PAUSED
    assert cold.match.paused_at is not None
    assert cold.match.paused_at <= 20


async def test_a_finished_match_has_no_snapshot(host: Host, database: Database) -> None:
    match_id = await long_match(host)

    await played_out(host, match_id)
    await host.snapshots.look()

    assert await row(database) is None
