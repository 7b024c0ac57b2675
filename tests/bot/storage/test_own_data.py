"""Everything about a person is in their file: each table that names people, and nothing secret."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
from sqlalchemy import Connection, insert, update

from bot.hosting.host import Host
from bot.storage import schema
from bot.storage.database import Database
from bot.storage.people.own_data import (
    ONCE_IN,
    SECTIONS,
    OwnData,
    OwnDataStore,
    in_parts,
    own_data_schema,
    sized,
)
from bot.storage.stores import Stores
from bot.table.ids import PlayerId
from engine.record_text import write_record
from engine.registry import game
from tests.bot.fakes import StandingClock
from tests.bot.storage.everything import fill
from tests.bot.tables import ANN, BOB, CLEO, one_move, played_out, record_of, table_of

DOCS: Final = Path(__file__).parents[3] / "docs"
NAMES_PEOPLE: Final = frozenset(
    {"player", "by", "blocked", "host", "moderator", "seat", "proposer", "target", "given_by"}
)
"""Columns by which a row is somebody's, or tells of somebody."""
NOT_THEIRS: Final = {
    "matches": "each is in the file with its record; `host` says whether it is theirs",
}
"""Tables with such a column whose rows are not in the file as they are, and why."""
LEFT_OUT: Final = {
    ("invitations", "by"): "who invited: another person",
    ("entries", "body"): "the record has it",
    ("deals", "request"): "the click of whoever proposed it",
    ("waits", "given_by"): "who gave time: other people",
    ("lanes", "owner"): "a process",
    ("bans", "by"): "the moderator is another person",
    ("bans", "player"): "whom they banned is another person",
    ("bans", "name"): "whom they banned is another person",
    ("bans", "fingerprint"): "of people who are erased",
    ("moderation", "moderator"): "another person",
    ("moderation", "moderator_name"): "another person",
    ("moderation", "plays_there"): "of the moderator",
    ("moderation", "request"): "the click of the moderator",
    ("moderation", "player"): "whom they acted upon is another person",
    ("moderation", "name"): "whom they acted upon is another person",
}
"""Columns that a section is without, and why."""


def test_each_table_that_names_people_is_in_the_file_or_it_is_said_why_not() -> None:
    naming = {
        each.name for each in schema.metadata.sorted_tables if NAMES_PEOPLE & {*each.c.keys()}
    }
    # These name people by other columns.
    naming |= {"players", "entries"}

    told = {section.table.name for section in SECTIONS.values()}

    # What each process and target was told concerns messages of tables, not people.
    assert naming - told - {"tellings"} == {*NOT_THEIRS}
    assert told <= naming


def test_each_column_that_is_left_out_is_left_out_for_a_reason() -> None:
    left_out = {
        (section.table.name, name) for section in SECTIONS.values() for name in section.without
    }

    assert left_out == {*LEFT_OUT}


def test_the_schema_in_the_documents_is_that_of_the_file() -> None:
    stored = json.loads((DOCS / "own-data.schema.json").read_text(encoding="utf-8"))

    assert stored == own_data_schema()


async def file_of(store: OwnDataStore, player: PlayerId) -> Any:
    kept = await store.kept(player)
    matches = [each.match for each in await store.matches(player)]
    at = datetime(2026, 1, 1, tzinfo=UTC)
    data = OwnData(player=player, made_at=at, part=1, parts=1, kept=kept, matches=matches)
    return json.loads(data.model_dump_json())


async def test_rows_of_every_kind_are_in_the_file_as_the_schema_says(database: Database) -> None:
    player = PlayerId(2**60)

    def fill_all(connection: Connection) -> None:
        fill(connection)
        for column, text in (
            (schema.outbox.c.facts, "{}"),
            (schema.plans.c.body, "[]"),
            (schema.deals.c.answers, '[{"seat":1001,"reply":"declined"}]'),
        ):
            connection.execute(update(column.table).values({column: text}))
        for table in (schema.outbox, schema.lanes):
            mine = update(table).where(table.c.target.contains("target 0"))
            connection.execute(mine.values(target=f"dm:{player}"))
        connection.execute(insert(schema.players), {"id": player, "lists": 1, "confirm_twice": 0})
        own = update(schema.matches).where(schema.matches.c.id == 1001)
        connection.execute(own.values(status="finished"))
        moves = update(schema.entries).where(schema.entries.c.match_id == 1001)
        connection.execute(moves.values(body='{"move":{"actor":1001}}'))
        began = update(schema.sitters).where(schema.sitters.c.match_id == 1001)
        connection.execute(began.values(from_line=0))
        votes = update(schema.votes).where(schema.votes.c.match_id == 1001)
        connection.execute(votes.values(by=1001))

    await database.write(fill_all)

    told = await file_of(OwnDataStore(database), player)

    jsonschema_rs.validate(own_data_schema(), told)
    assert {name for name, rows in told["kept"].items() if not rows} == set()
    assert {len(rows) for rows in told["kept"].values()} == {1}
    assert [each["id"] for each in told["matches"]] == [1001]
    assert told["kept"]["blocked"][0]["blocked"] == str(2**60)
    assert told["kept"]["deals"][0]["answers"] == [{"seat": 1001, "reply": "declined"}]


async def test_of_a_finished_match_there_are_result_rating_and_the_moments_of_own_moves(
    host: Host, stores: Stores
) -> None:
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)
    seat = match.seat_of(ANN.id)
    moves = [each.move for each in (await record_of(host, match.id)).entries if each.move]

    kept = (await file_of(stores.own_data, ANN.id))["kept"]

    assert [each["seat"] for each in kept["results"]] == [seat]
    assert [each["player"] for each in kept["ratings"]] == [str(ANN.id)]
    assert len(kept["moves"]) == sum(each.actor == seat for each in moves)
    assert {each["name"] for each in kept["seats"]} == {ANN.name}


async def test_of_a_running_match_no_moment_is_told_and_nothing_of_others(
    host: Host, stores: Stores
) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(4):
        await one_move(host, match.id)
    await stores.blocks.block(BOB.id, ANN, host.timers._clock.now())

    ann, bob = [await file_of(stores.own_data, each.id) for each in (ANN, BOB)]

    assert ann["kept"]["moves"] == []
    assert BOB.name not in json.dumps(ann["kept"])
    assert str(BOB.id) not in {ann["player"], *(each["player"] for each in ann["kept"]["seats"])}
    assert [each["name"] for each in bob["kept"]["blocked"]] == [ANN.name]
    assert ann["kept"]["blocked"] == []


async def test_of_a_seat_that_changed_hands_each_has_their_own_part(
    database: Database, host: Host, stores: Stores
) -> None:
    match = await table_of(host, ANN, BOB)
    at = datetime(2026, 1, 1, tzinfo=UTC)

    def change(connection: Connection) -> None:
        rows = [
            {"match_id": match.id, "seat": 0, "from_line": line, "kind": "person", "player": who}
            for line, who in ((0, match.chairs[0].player), (5, CLEO.id))
        ]
        connection.execute(insert(schema.sitters), rows)
        taken = [{"match_id": match.id, "seat": 0, "line": line, "at": at} for line in (3, 7)]
        connection.execute(insert(schema.hints), taken)
        first = (schema.seats.c.match_id == match.id, schema.seats.c.seat == 0)
        connection.execute(update(schema.seats).where(*first).values(player=CLEO.id))

    await database.write(change)
    former = match.chairs[0].player
    assert former is not None

    before, after = [await file_of(stores.own_data, each) for each in (former, CLEO.id)]

    assert [each["line"] for each in before["kept"]["hints"]] == [3]
    assert [each["line"] for each in after["kept"]["hints"]] == [7]
    assert [each["id"] for each in before["matches"]] == [match.id]


async def test_of_who_was_never_here_there_is_nothing(stores: Stores) -> None:
    assert await stores.own_data.kept(PlayerId(404)) is None


async def test_once_a_day_is_enough_however_often_it_is_asked(
    stores: Stores, clock: StandingClock
) -> None:
    store, first = stores.own_data, clock.now()

    assert await store.claim(ANN.id, first) is None
    clock.pass_by(hours=1)
    assert await store.claim(ANN.id, clock.now()) == first
    assert await store.claim(BOB.id, clock.now()) is None
    clock.time = first + ONCE_IN
    assert await store.claim(ANN.id, clock.now()) is None


async def test_who_did_not_get_it_may_ask_again(stores: Stores, clock: StandingClock) -> None:
    store = stores.own_data
    await store.claim(ANN.id, clock.now())

    await store.give_back(ANN.id, clock.now() - timedelta(hours=1))
    assert await store.claim(ANN.id, clock.now()) is not None
    await store.give_back(ANN.id, clock.now())

    assert await store.claim(ANN.id, clock.now()) is None


async def test_the_size_of_a_record_is_never_reckoned_too_small(
    database: Database, host: Host
) -> None:
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)
    text = write_record(game(match.game), await record_of(host, match.id))

    (row,) = await database.rows(sized(schema.matches.c.id == match.id))

    assert len(text) <= row.size <= 1.5 * len(text)


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [([], [0]), ([1], [1]), ([4, 4, 4], [2, 1]), ([20], [1]), ([20, 1, 20], [1, 1, 1])],
)
def test_parts_are_as_large_as_they_may_be(sizes: list[int], parts: list[int]) -> None:
    assert [len(each) for each in in_parts(sizes, 10)] == parts
