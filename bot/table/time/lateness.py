"""What happens when a player's time is up, and how they come back: from a match to the next one.

A first and a second time in a row a computer player moves once; the third time the seat is offered
to anybody who never sat here, and the computer plays it meanwhile. Computer players don't play a
match among themselves: when all people are late or away, it stands still until one comes back.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.table.errors import LobbyRefused, NotSeated, VoteRefused
from bot.table.ids import PlayerId
from bot.table.match.lobby import closed, with_host
from bot.table.match.match import (
    Chair,
    Ending,
    Match,
    Person,
    StandIn,
    Status,
    WhenLate,
    not_playing,
)
from bot.table.time.waits import Wait
from bot.table.together import holds, votes
from engine.game import Seat

OFFERED_AFTER: Final = 3
"""When a player's time was up this often in a row, the seat is offered to others."""
DESERTED_AFTER: Final = timedelta(days=60)
"""How long nothing must happen until a match without a limit stands still."""


def is_late(wait: Wait, now: datetime) -> bool:
    """Say whether the time of a wait is up; without a limit, whether it has lasted too long."""
    if wait.left is None:
        return wait.since is not None and wait.asked_at <= now - votes.LONG_SILENCE
    return (wait.left_at(now) or timedelta()) <= timedelta()


def time_up(
    match: Match,
    seats: Collection[Seat],
    away: frozenset[PlayerId] = frozenset(),
    again: Collection[Seat] = (),
    *,
    now: datetime,
) -> Match:
    """Return the match after the time of some seats was up; `away` are those on holiday.

    `again` are the seats for which it was up before in the same wait: where a match is to end a day
    later, it ends now, also if its player came back meanwhile but didn't move.
    """
    for seat in seats:
        chair = match.chairs[seat]
        chair = replace(chair, lapses=chair.lapses + 1)
        match match.when_late:
            case WhenLate.COMPUTER if chair.lapses >= OFFERED_AFTER:
                chair = replace(chair, is_offered=True)
            case WhenLate.COMPUTER:
                chair = replace(chair, stand_in=StandIn.TIME_UP)
            case WhenLate.END if seat in again:
                ended = replace(closed(match, now=now), ending=Ending.TIME_UP)
                return votes.recounted(ended, now=now)
            case _:
                pass
        match = _with(match, seat, chair)
    if match.when_late is WhenLate.COMPUTER and is_deserted(match, away):
        return holds.deserted(match, now=now)
    return match


def stood_in(match: Match, seat: Seat, away: frozenset[PlayerId], *, now: datetime) -> Match:
    """Return the match in which a computer player moves for a player on holiday, this once."""
    chair = match.chairs[seat]
    if chair.agent is not None or chair.player is None or seat not in match.acting:
        return match
    match = _with(match, seat, replace(chair, stand_in=StandIn.HOLIDAY))
    return holds.deserted(match, now=now) if is_deserted(match, away) else match


def is_deserted(match: Match, away: frozenset[PlayerId]) -> bool:
    """Say whether all people are late, away, or have their seats on offer."""
    people = [each for each in match.chairs if each.player is not None and each.agent is None]
    return all(each.lapses or each.is_offered or each.player in away for each in people)


def back(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return the match in which a player is back in their seat; raise `NotSeated`, `NotPlaying`."""
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    return there(match, seat, now=now)


def handed_on(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return the match in which a player offers their seat; raise `NotSeated`, `NotPlaying`."""
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    match = _with(match, seat, replace(match.chairs[seat], is_offered=True))
    return holds.deserted(match, now=now) if is_deserted(match, frozenset()) else match


def there(match: Match, seat: Seat, *, now: datetime) -> Match:
    """Return the match after the person of a seat has shown that they are there.

    If the match stood still because nobody was, it continues: a computer player moves for those
    whose time was up as it stopped, not for those who were late before and have been asked again.
    """
    chair = replace(
        match.chairs[seat], lapses=0, stand_in=None, is_offered=False, stand_in_agreed_at=None
    )
    match = votes.acted(_with(match, seat, chair), seat, now=now)
    return holds.gone_on(match, now=now) if match.is_deserted else match


def woken(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return a match after a player did something at it: it goes on if nobody was there before."""
    seat = match.seat_of(player)
    is_asleep = match.is_deserted and match.status is Status.PLAYING
    return there(match, seat, now=now) if is_asleep and seat is not None else match


def returned(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return a match after the holiday of one of its players: it goes on if nobody was there.

    A player whose seat is on offer has to take it back themselves.
    """
    seat = match.seat_of(player)
    is_offered = seat is not None and match.chairs[seat].is_offered
    return match if is_offered else woken(match, player, now=now)


def waits_ended(match: Match, asked_anew: Collection[Seat] = ()) -> Match:
    """Return the match after a move: a stand-in plays on for those who are asked the same still."""
    if not any(each.stand_in for each in match.chairs):
        return match
    still = set(match.acting) - set(asked_anew)
    chairs = (
        replace(each, stand_in=each.stand_in if number in still else None)
        for number, each in enumerate(match.chairs)
    )
    return replace(match, chairs=tuple(chairs))


def given_a_day(match: Match, by: PlayerId, seat: Seat) -> Match:
    """Return the match in which a player gives a seat a day more, also after its time was up.

    Raises `NotSeated`, `NotPlaying`, `VoteRefused` (time-own, time-not-awaited, no-limit).
    """
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    own = match.seat_of(by)
    if own is None:
        raise NotSeated("not-seated", match=match.id)
    if own == seat:
        raise VoteRefused("time-own", match=match.id)
    is_person = seat < len(match.chairs) and match.chairs[seat].agent is None
    if not is_person or match.chairs[seat].player is None or seat not in match.acting:
        raise VoteRefused("time-not-awaited", match=match.id)
    if not match.pace.span:
        raise VoteRefused("no-limit", match=match.id)
    return _with(match, seat, replace(match.chairs[seat], stand_in=None))


def substituted(
    match: Match,
    seat: Seat,
    person: Person,
    knowing: frozenset[PlayerId],
    *,
    gone: PlayerId | None = None,
    now: datetime,
) -> Match:
    """Return the match in which `person` takes over a seat that is offered, or that of one `gone`.

    They know from then on what the seat knows. `knowing` are all who ever sat here: they know of
    other hands, and of this one. Raises `NotPlaying`, `LobbyRefused` (lobby-already-in,
    seat-known, player-replaced).
    """
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    if match.seat_of(person.id) is not None:
        raise LobbyRefused("lobby-already-in", match=match.id)
    if person.id in knowing or person.id in {each.player for each in match.chairs}:
        raise LobbyRefused("seat-known", match=match.id)
    chair = match.chairs[seat] if seat < len(match.chairs) else None
    if chair is None or chair.player is None or chair.agent is not None:
        raise LobbyRefused("player-replaced", match=match.id)
    if not chair.is_offered and chair.player != gone:
        raise LobbyRefused("player-replaced", match=match.id)
    taken = replace(chair, player=person.id, name=person.name)
    match = with_host(replace(_with(match, seat, taken), changed_at=now))
    return votes.recounted(there(match, seat, now=now), now=now)


def deserted_for_long(match: Match, *, now: datetime) -> Match:
    """Return the match after nobody played it for long: it stands still, and later it is closed."""
    if not match.is_deserted:
        return holds.deserted(match, now=now)
    if match.held_until is None or now < match.held_until:
        return match
    return votes.recounted(replace(closed(match, now=now), ending=Ending.DESERTED), now=now)


def _with(match: Match, seat: Seat, chair: Chair) -> Match:
    chairs = list(match.chairs)
    chairs[seat] = chair
    return replace(match, chairs=tuple(chairs))
