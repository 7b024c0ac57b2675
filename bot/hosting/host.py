"""Runs matches: load, referee, append, tell. No Discord here and no SQL."""

from dataclasses import dataclass
from typing import Any

from bot.hosting.errors import CannotPost
from bot.hosting.match import Match, MatchId, Person, PlayerId, Venue
from bot.hosting.ports import Clock, Entropy, Matches, Messenger
from engine.event import Event
from engine.record import Setup
from engine.referee import Progress


@dataclass(frozen=True, slots=True)
class Played:
    """A stored move: the match after it, what happened, and why the channel wasn't told, if so."""

    match: Match
    events: tuple[Event, ...]
    trouble: CannotPost | None = None


class Host:
    """The one way into a match: commands, buttons, agents and the clock all come through here.

    Each method stores before it tells. Methods that take a `request` (an interaction id) may be
    called again with the same one: the second call changes nothing and returns what is there.
    """

    def __init__(
        self, matches: Matches, messenger: Messenger, clock: Clock, entropy: Entropy
    ) -> None:
        raise NotImplementedError

    async def open_table(
        self,
        opener: Person,
        venue: Venue,
        game: str,
        places: int,
        request: str,
        setup: Setup | None = None,
    ) -> Match:
        """Open a lobby with `opener` as host and first to sit, and post it."""
        raise NotImplementedError

    async def join(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Seat a person. Raises `LobbyRefused` (lobby-full, lobby-already-in, lobby-closed)."""
        raise NotImplementedError

    async def add_agent(
        self, match_id: MatchId, by: PlayerId, agent: str, name: str, request: str
    ) -> Match:
        """Seat a computer player; only the host may."""
        raise NotImplementedError

    async def leave(self, match_id: MatchId, player: PlayerId, stand_in: str = "uniform") -> Match:
        """Give up a seat: free in the lobby (the next seat is host, the last one closes it); in a
        running match the agent `stand_in` moves on for the seat."""
        raise NotImplementedError

    async def change(self, match_id: MatchId, by: PlayerId, places: int, setup: Setup) -> Match:
        """Change what the lobby offers; only the host may. Raises `BadSetup`, `LobbyRefused`."""
        raise NotImplementedError

    async def start(self, match_id: MatchId, by: PlayerId | None) -> Match:
        """Begin the match; `by` None: the clock. Raises `LobbyRefused` (lobby-alone, lobby-not-host)."""
        raise NotImplementedError

    async def play(
        self, match_id: MatchId, player: PlayerId, action: Any, seen: int, request: str
    ) -> Played:
        """Play `action` for `player`, who last saw the match after `seen` lines.

        Raises `NotSeated`, `NotPlaying`, `Stale`, `NotYourTurn`, `IllegalAction`; then nothing
        has changed.
        """
        raise NotImplementedError

    async def rematch(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Open a lobby with the same settings; whoever asks later gets the one that is open."""
        raise NotImplementedError

    async def reopen(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Open a closed lobby anew with the same settings and `person` as host."""
        raise NotImplementedError

    async def get(self, match_id: MatchId) -> Match:
        """Return a match; raises `UnknownMatch`."""
        raise NotImplementedError

    async def progress(self, match_id: MatchId) -> tuple[Match, Progress[Any, Any]]:
        """Return a begun match and where it stands (replayed, or from a bounded cache)."""
        raise NotImplementedError

    async def in_channel(self, channel: int) -> tuple[Match, ...]:
        """Return the tables of a channel or thread that are open or playing, newest first."""
        raise NotImplementedError

    async def tables_of(self, player: PlayerId) -> tuple[Match, ...]:
        """Return a person's open or running tables, those that wait for them first."""
        raise NotImplementedError

    async def tick(self) -> None:
        """Do what time asks for: close or start lobbies, let agents move, tell what is untold."""
        raise NotImplementedError

    async def refresh(self, match_id: MatchId) -> Match:
        """Post the newest table message again, for a channel that lost it."""
        raise NotImplementedError
