"""What moderators of a server do at its tables and to whom: values, and from a match to the next.

Each act has a reason, stands in the log of the server, and is told to those whom it concerns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.table.errors import LobbyRefused, ModerationRefused, VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match import lobby
from bot.table.match.match import Ending, Match, Person, StandIn, Status, not_playing
from bot.table.time import lateness
from bot.table.together import holds
from engine.game import Seat

SHORTEST_REASON: Final = 3
LONGEST_REASON: Final = 200


class Act(StrEnum):
    """What a moderator does.

    HOLD, GO_ON: the match stands still, or no longer; CLOSE: it is over, without result. COMPUTER:
    a computer player makes this move of a seat; FREE: anybody may take a seat; HAND: another person
    gets it. BAN: a person may neither open nor join tables of the server; LIFT: they may again.
    """

    HOLD = "hold"
    GO_ON = "go-on"
    CLOSE = "close"
    COMPUTER = "computer"
    FREE = "free"
    HAND = "hand"
    BAN = "ban"
    LIFT = "lift"


CHANGES_OWNER: Final = frozenset({Act.FREE, Act.HAND})
"""By these the result of a seat is nobody's alone."""


class Term(StrEnum):
    """How long a ban lasts."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    FOR_GOOD = "for-good"


TERMS: Final[Mapping[Term, timedelta | None]] = MappingProxyType(
    {
        Term.DAY: timedelta(days=1),
        Term.WEEK: timedelta(days=7),
        Term.MONTH: timedelta(days=30),
        Term.FOR_GOOD: None,
    }
)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An act as the log of a server keeps it.

    `request` is the interaction that caused it. `match` is the table from which it was done, and
    `game` its title. `whom` it concerns, None: nobody, or a person who was erased; `seat` was
    theirs. `until`: the end of a ban or hold. `plays_there`: the moderator had a seat at the table.
    """

    guild: int
    at: datetime
    moderator: Person
    act: Act
    reason: str
    request: str
    match: MatchId | None = None
    game: str | None = None
    seat: Seat | None = None
    whom: Person | None = None
    until: datetime | None = None
    plays_there: bool = False


@dataclass(frozen=True, slots=True)
class Ban:
    """Until when a person may neither open nor join tables of a server (None: for good), and why.

    `name` is what they were called then.
    """

    name: str
    reason: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Deed:
    """What a moderator wants to do at a table, and why.

    `player` is whom it concerns; `new` gets their seat, if it is handed over.
    """

    act: Act
    by: Person
    reason: str
    request: str
    player: PlayerId | None = None
    new: Person | None = None


def checked_reason(typed: str) -> str:
    """Return a reason on one line; raise `ModerationRefused` (reason-missing) if there is none."""
    reason = " ".join(typed.split())[:LONGEST_REASON]
    if sum(each.isalnum() for each in reason) < SHORTEST_REASON:
        raise ModerationRefused("reason-missing")
    return reason


def done(match: Match, deed: Deed, knowing: frozenset[PlayerId], *, now: datetime) -> Match:
    """Return the match after a deed; `knowing` are all who ever sat at the table.

    Raises `NotPlaying`, `VoteRefused` (there is no cause for it), `LobbyRefused` (player-replaced,
    lobby-already-in, seat-known).
    """
    is_in_lobby = match.status is Status.LOBBY and deed.act in (Act.CLOSE, Act.FREE)
    if match.status is not Status.PLAYING and not is_in_lobby:
        raise not_playing(match)
    match deed.act:
        case Act.HOLD:
            if holds.is_agreed(match):
                raise VoteRefused("vote-held", match=match.id)
            going = holds.gone_on(match, now=now)
            return replace(going, held_since=now, held_until=now + holds.LONGEST)
        case Act.GO_ON:
            if not holds.is_agreed(match):
                raise VoteRefused("vote-not-held", match=match.id)
            return holds.gone_on(match, now=now)
        case Act.CLOSE:
            return lobby.ended(match, deed.by, Ending.ADMIN, now=now)
        case Act.COMPUTER | Act.FREE | Act.HAND:
            return _done_at_seat(match, deed, knowing, now)
        case _:
            raise ValueError(deed.act)


def _done_at_seat(match: Match, deed: Deed, knowing: frozenset[PlayerId], now: datetime) -> Match:
    player = deed.player
    seat = None if player is None else match.seat_of(player)
    if player is None or seat is None:
        raise LobbyRefused("player-replaced", match=match.id)
    if match.status is Status.LOBBY:
        return lobby.left(match, player, now=now)
    chair = match.chairs[seat]
    if deed.act is Act.HAND and deed.new is not None:
        return lateness.substituted(match, seat, deed.new, knowing, gone=player, now=now)
    if deed.act is Act.FREE:
        if chair.is_offered:
            raise VoteRefused("vote-offered", match=match.id)
        return lateness.handed_on(match, player, now=now)
    if chair.mover is not None:
        raise VoteRefused("vote-computer-plays", match=match.id)
    if seat not in match.acting:
        raise VoteRefused("vote-not-awaited", match=match.id)
    if match.held_until is not None:
        raise VoteRefused("vote-held", match=match.id)
    chairs = list(match.chairs)
    chairs[seat] = replace(chair, stand_in=StandIn.MODERATORS)
    return replace(match, chairs=tuple(chairs))


def logged(before: Match, after: Match, deed: Deed, guild: int, *, now: datetime) -> LogEntry:
    """Return a deed as the log keeps it, from the match before and after."""
    seat = None if deed.player is None else before.seat_of(deed.player)
    whom = None
    if deed.player is not None and seat is not None:
        whom = Person(deed.player, before.chairs[seat].name)
    return LogEntry(
        guild,
        now,
        deed.by,
        deed.act,
        deed.reason,
        deed.request,
        before.id,
        before.game,
        seat if before.has_begun else None,
        whom,
        after.held_until if deed.act is Act.HOLD else None,
        before.seat_of(deed.by.id) is not None,
    )
