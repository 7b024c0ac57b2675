"""Tables to test with: who sits there, and a way to play them on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from bot.hosting.host import Host
from bot.hosting.match.turns import Played
from bot.table.errors import CannotPost
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Person, Venue
from engine.game import Seat, Setup
from engine.record import Record
from engine.registry import games

ANN = Person(PlayerId(11), "Ann")
BOB = Person(PlayerId(12), "Bob")
CLEO = Person(PlayerId(13), "Cleo")
DAN = Person(PlayerId(14), "Dan")

HERE = Venue(guild=1, channel=100, threaded=False)
THREADED = Venue(guild=1, channel=100)
SMALL = Setup(2, options={"table_radius": 5})

_requests = count(1)


def number_from_one() -> None:
    """Begin anew with the numbers of requests, as each test does."""
    global _requests  # noqa: PLW0603
    _requests = count(1)


def new_request() -> str:
    """Return an interaction id that this test never used."""
    return f"interaction-{next(_requests)}"


async def lobby_of(host: Host, *people: Person, places: int = 0, venue: Venue = HERE) -> Match:
    """Return a lobby in which these people sit, the first one as host."""
    match = await host.lobbies.open(
        people[0], venue, "seismic", places or max(2, len(people)), new_request(), SMALL
    )
    for person in people[1:]:
        match = await host.lobbies.join(match.id, person, new_request())
    return match


async def table_of(host: Host, *people: Person, venue: Venue = HERE) -> Match:
    """Return a match that these people have begun."""
    match = await lobby_of(host, *people, venue=venue)
    return await host.lobbies.start(match.id, people[0].id)


async def legal(host: Host, match_id: MatchId) -> tuple[Seat, Sequence[Any]]:
    """Return the seat that must act and what it may choose."""
    match, progress = await host.cache.progress(match_id)
    seat = match.acting[0]
    return seat, tuple(games()[match.game].legal_actions(progress.state, seat))


async def record_of(host: Host, match_id: MatchId) -> Record[Any]:
    """Return the record of a begun match."""
    return (await host.cache.of(match_id)).begun.record


def player_in(match: Match, seat: Seat) -> PlayerId:
    """Return the person in a seat."""
    player = match.chairs[seat].player
    assert player is not None
    return player


@dataclass(frozen=True, slots=True)
class Told(Played):
    """A stored move, and why the channel wasn't told of it, if so."""

    trouble: CannotPost | None


async def play_and_tell(
    host: Host, match_id: MatchId, player: PlayerId, action: Any, seen: int, request: str
) -> Told:
    """Store a move and tell the channel, as a press does."""
    played = await host.moves.submit(match_id, player, (action,), seen, request)
    trouble = await host.telling.tell(match_id)
    return Told(await host.cache.match(match_id), played.events, trouble)


async def one_move(host: Host, match_id: MatchId, request: str = "") -> Told:
    """Let the seat that must act choose the middle one of their legal actions."""
    match = await host.cache.match(match_id)
    seat, actions = await legal(host, match_id)
    action = actions[len(actions) // 2]
    return await play_and_tell(
        host, match_id, player_in(match, seat), action, match.line, request or new_request()
    )


async def played_out(host: Host, match_id: MatchId) -> Match:
    """Play a match of people to its end."""
    match = await host.cache.match(match_id)
    while match.acting:
        match = (await one_move(host, match_id)).match
    return match
