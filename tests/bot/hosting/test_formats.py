"""Matches whose records are of an older format go on by it, to the end."""

from dataclasses import replace
from typing import Any

import pytest

from bot.hosting.host import Host
from bot.storage.stores import Stores
from bot.table.errors import TakeBackRefused
from bot.table.match.lobby import header_of
from bot.table.match.match import Match, Status
from engine.draws import verify
from engine.game import AnyGame
from engine.record import Header
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, new_request, one_move, played_out, record_of, table_of


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let matches begin as they did before format 2."""

    def header_then(match: Match, game: AnyGame) -> Header:
        return replace(header_of(match, game), format=1)

    monkeypatch.setattr("bot.hosting.match.turns.header_of", header_then)
    return monkeypatch


async def test_a_match_of_format_1_is_read_played_on_and_verified(
    long_ago: pytest.MonkeyPatch,
    host: Host,
    stores: Stores,
    messenger: Listener,
    clock: StandingClock,
) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(4):
        await one_move(host, match.id)
    long_ago.undo()

    fresh: Any = Host(stores, messenger, clock, KnownEntropy())
    over = await played_out(fresh, match.id)

    record = await record_of(fresh, match.id)
    assert over.status is Status.FINISHED
    assert record.header.format == 1
    assert verify(games()["seismic"], record) > 0


async def test_in_a_match_of_format_1_no_move_goes_back_across_a_draw(
    long_ago: pytest.MonkeyPatch,  # noqa: ARG001
    host: Host,
) -> None:
    match = await table_of(host, ANN, BOB)
    seat = match.acting[0]
    await one_move(host, match.id)
    mover = ANN if seat == 0 else BOB

    with pytest.raises(TakeBackRefused) as caught:
        await host.take_backs.ask(match.id, mover.id, match.line, new_request())

    assert caught.value.key == "take-back-old"


async def test_a_new_match_is_of_format_2(host: Host) -> None:
    match = await table_of(host, ANN, BOB)

    assert (await record_of(host, match.id)).header.format == 2
