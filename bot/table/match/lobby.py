"""What may happen to a table besides turns: functions from a match to the next one."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from string import ascii_uppercase
from typing import Any, Final
from unicodedata import normalize

from bot.table.ages import UNANSWERED
from bot.table.errors import LobbyRefused, NotSeated
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import (
    BEGINNER,
    COMPUTER_PLAYER,
    EXPERT,
    MASTER,
    Aids,
    Chair,
    Ending,
    Hints,
    Invitation,
    LoadedMatch,
    Match,
    Person,
    Status,
    Venue,
    WhenLate,
    not_playing,
)
from bot.table.match.pace import NO_LIMIT, Pace
from engine.agents import agent as agent_named
from engine.errors import BadSetup
from engine.game import AnyGame, Seat, Setup
from engine.record import Header, Record
from engine.referee import new_header

MOST_TABLES: Final = 20
"""A person sits at no more open or running tables than this."""

FULL: Final = timedelta(minutes=1)
LESSON: Final = "lesson:"
"""What the joins of a teaching table begin with; those of others are ids of clicks."""
FIRST_PLAYER: Final = "first_player"
"""The option by which games let a table say who begins: "random", or "1", "2"… for the seats."""


def opened(
    opener: Person,
    venue: Venue,
    game: AnyGame,
    setup: Setup,
    request: str,
    pace: Pace = NO_LIMIT,
    *,
    now: datetime,
) -> Match:
    """Return a new lobby with `opener` as host; it has neither id nor commitment yet."""
    _check_setup(game, setup)
    match = Match(
        id=MatchId(0),
        game=game.meta.key,
        status=Status.LOBBY,
        host=opener.id,
        venue=venue,
        places=setup.seats,
        setup=setup,
        commitment="",
        chairs=(Chair(opener.name, request, opener.id),),
        opened_at=now,
        changed_at=now,
        pace=pace,
    )
    return _timed(match, now)


def opened_to_learn(
    opener: Person,
    venue: Venue,
    game: AnyGame,
    names: Sequence[str],
    request: str,
    *,
    now: datetime,
) -> Match:
    """Return a full lobby of a teaching table: `opener`, who begins, and beginners.

    `names` are theirs, at least as many as the smallest table of the game takes. In place of
    clicks the joins are those of a prepared start: see `lesson_seed`.
    """
    seats = min(game.meta.seats)
    begins = {
        each.name: value
        for each in game.meta.options
        for value in each.values
        if each.name == FIRST_PLAYER and value == "1"
    }
    match = opened(opener, venue, game, Setup(seats, options=begins), request, now=now)
    (learner,) = match.chairs
    chairs = (learner, *(Chair(name, "", agent=BEGINNER) for name in names[: seats - 1]))
    chairs = tuple(
        replace(chair, join=f"{LESSON}{number}") for number, chair in enumerate(chairs, 1)
    )
    return _timed(replace(match, chairs=chairs, teaching=True), now)


def lesson_seed(game: str, start: int) -> bytes:
    """Return the seed of a prepared start of a title, the same in every lesson (32 bytes).

    With the joins of `opened_to_learn` it decides the draws, whoever learns. `start` is a number:
    each one is another start.
    """
    return sha256(f"Faultline lesson {game} {start}".encode()).digest()


def is_prepared(joins: Sequence[str]) -> bool:
    """Say whether the draws of a record are those of a lesson's prepared start."""
    return all(each.startswith(LESSON) for each in joins)


def explained(match: Match, by: PlayerId, *, is_on: bool) -> Match:
    """Return a running match in which what is new is explained to `by`, or no longer.

    Only to a player who has no other people at the table.
    """
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    if match.seat_of(by) is None:
        raise NotSeated("not-seated", match=match.id)
    if is_on and len(match.people) > 1:
        raise LobbyRefused("teaching-not-alone", match=match.id)
    return replace(match, teaching=is_on)


def opened_again(
    before: Match,
    game: AnyGame,
    person: Person,
    request: str,
    *,
    has_masters: bool,
    now: datetime,
) -> Match:
    """Return a lobby with the settings of `before`; its computer players come along.

    Where the bot `has_masters` no longer, experts come instead of them.
    """
    options = {name: value for name, value in before.setup.options.items() if name != FIRST_PLAYER}
    setup = replace(before.setup, seats=before.places, options=options)
    match = replace(
        opened(person, before.venue, game, setup, request, now=now),
        aids=before.aids,
        hints=before.hints,
        pace=before.pace,
        when_late=before.when_late,
        news=before.news,
        is_friendly=before.is_friendly,
    )
    agents = [chair for chair in before.chairs if not chair.had_person]
    instead = {} if has_masters else {MASTER: EXPERT}
    again = (
        Chair(chair.name, f"{request}:{number}", agent=instead.get(chair.agent or "", chair.agent))
        for number, chair in enumerate(agents[: match.places - 1], 1)
    )
    match = replace(match, chairs=(*match.chairs, *again), follows=before.id)
    return _timed(match, now)


def check_opener(lacks: Collection[int]) -> None:
    """Refuse a new table to a person who has none of the roles that may open one."""
    if lacks:
        raise LobbyRefused("no-opener", roles=tuple(lacks))


def check_rematch(match: Match, person: Person) -> None:
    """Refuse a rematch before the end, or for a person who wasn't at the table."""
    if match.status not in (Status.FINISHED, Status.CLOSED):
        raise LobbyRefused("rematch-not-over", match=match.id)
    if person.id not in {chair.player for chair in match.chairs}:
        raise NotSeated("not-seated", match=match.id)


def check_reopen(match: Match, _: Person) -> None:
    """Refuse to open a table again that isn't closed; else anybody may."""
    if match.status != Status.CLOSED:
        raise LobbyRefused("lobby-not-closed", match=match.id)


def joined(match: Match, person: Person, request: str, *, now: datetime) -> Match:
    """Return the lobby with `person` in the next free seat."""
    _check_open(match)
    if match.seat_of(person.id) is not None:
        raise LobbyRefused("lobby-already-in", match=match.id)
    match = _uninvited(match, person.id)
    return _with_chair(match, Chair(person.name, request, person.id), now)


def invited(match: Match, by: PlayerId, guests: Iterable[Person], *, now: datetime) -> Match:
    """Return the lobby with a seat kept for each guest, but those who have one already."""
    _check_open(match)
    if match.seat_of(by) is None:
        raise LobbyRefused("lobby-not-in", match=match.id)
    there = {each.id for each in match.people} | {each.player for each in match.kept}
    new = [each for each in guests if each.id not in there]
    for guest in new:
        kept = Invitation(guest.id, guest.name, by, now, now + UNANSWERED)
        match = _uninvited(match, guest.id)
        match = replace(match, invitations=(*match.invitations, kept))
    if match.free < 0:
        raise LobbyRefused("lobby-full", match=match.id)
    return _timed(match, now) if new else match


def declined(match: Match, by: PlayerId, player: PlayerId, *, now: datetime) -> Match:
    """Return the lobby in which a seat is no longer kept: its guest declines.

    Whoever invited them, or the host, takes the invitation back.
    """
    _check_open(match)
    kept = next((each for each in match.kept if each.player == player), None)
    if kept is None:
        raise LobbyRefused("invitation-over", match=match.id)
    if by not in (player, kept.by, match.host):
        raise LobbyRefused("seat-kept", match=match.id, who=kept.name)
    match = replace(_uninvited(match, player), changed_at=now)
    if by == player:
        no = replace(kept, is_declined=True)
        match = replace(match, invitations=(*match.invitations, no))
    return match


def lapsed(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return the lobby without an invitation that has not been answered in time."""
    kept = next((each for each in match.kept if each.player == player), None)
    return match if kept is None or kept.until > now else _uninvited(match, player)


def without_invitations(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return the lobby without what was kept for a person, or by them; others as they are."""
    kept = tuple(each for each in match.invitations if player not in (each.player, each.by))
    if match.status is not Status.LOBBY or kept == match.invitations:
        return match
    return replace(match, invitations=kept, changed_at=now)


def _uninvited(match: Match, player: PlayerId) -> Match:
    others = (each for each in match.invitations if each.player != player)
    return replace(match, invitations=tuple(others))


def with_agent(
    match: Match, by: PlayerId, agent: str, name: str, request: str, *, now: datetime
) -> Match:
    """Return the lobby with a computer player in the next free seat."""
    _check_host(match, by)
    agent_named(agent)
    return _with_chair(match, Chair(name, request, agent=agent), now)


def without_agent(match: Match, by: PlayerId, *, now: datetime) -> Match:
    """Return the lobby without the computer player that was seated last, if there is one."""
    _check_host(match, by)
    seated = [number for number, chair in enumerate(match.chairs) if chair.player is None]
    chairs = (chair for number, chair in enumerate(match.chairs) if number not in seated[-1:])
    return _timed(replace(match, chairs=tuple(chairs)), now)


def left(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return the lobby without `player`; the next person is host, the last one closes it."""
    _check_open(match)
    seat = match.seat_of(player)
    if seat is None:
        raise LobbyRefused("lobby-not-in", match=match.id)
    chairs = tuple(chair for number, chair in enumerate(match.chairs) if number != seat)
    match = replace(match, chairs=chairs)
    if not match.people:
        return left_by_all(replace(match, chairs=()), now=now)
    return _timed(with_host(match), now)


def with_host(match: Match) -> Match:
    """Return the match with a host who is still there: the next person, if the host has left."""
    people = [person.id for person in match.people]
    return match if match.host in people else replace(match, host=people[0])


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What the host settles in the lobby besides who plays."""

    setup: Setup
    aids: Aids
    pace: Pace
    when_late: WhenLate
    hints: Hints
    is_friendly: bool = False


def terms(match: Match) -> MatchTerms:
    """Return what the host has settled so far."""
    settled = match.setup, match.aids, match.pace, match.when_late, match.hints
    return MatchTerms(*settled, match.is_friendly)


def changed(match: Match, by: PlayerId, to: MatchTerms, game: AnyGame, *, now: datetime) -> Match:
    """Return the lobby with other places and settings."""
    _check_host(match, by)
    if to.setup.seats < len(match.chairs) + len(match.kept):
        raise LobbyRefused("lobby-too-few-places", match=match.id, seated=len(match.chairs))
    _check_setup(game, to.setup)
    settled = replace(
        match,
        places=to.setup.seats,
        setup=to.setup,
        aids=to.aids,
        hints=to.hints,
        pace=to.pace,
        when_late=to.when_late,
        is_friendly=to.is_friendly,
    )
    return _timed(settled, now)


def is_due(match: Match, *, now: datetime) -> bool:
    """Say whether the time of a lobby has come; it may have moved on since it was listed."""
    if match.status != Status.LOBBY or match.expires_at is None:
        return False
    return match.expires_at <= now


def closed(match: Match, *, now: datetime) -> Match:
    """Return the match as one that nobody plays any more."""
    ended = replace(match, status=Status.CLOSED, expires_at=None, acting=(), invitations=())
    return replace(ended, changed_at=now)


def expired(match: Match, *, now: datetime) -> Match:
    """Return the lobby closed, since too few have joined in time."""
    return replace(closed(match, now=now), ending=Ending.EXPIRED)


def ended(match: Match, by: Person, ending: Ending = Ending.HOST, *, now: datetime) -> Match:
    """Return the match as its host, or a moderator of its server (ADMIN), ends it for everybody."""
    if match.status not in (Status.LOBBY, Status.PLAYING):
        raise not_playing(match)
    if ending is Ending.HOST:
        _check_is_host(match, by.id)
    chairs = match.chairs if match.has_begun else ()
    return replace(closed(match, now=now), chairs=chairs, ending=ending, closed_by=by.name)


def lost(match: Match, *, now: datetime) -> Match:
    """Return a match whose channel or server is gone: it rests, and an open table is closed."""
    if match.lost_at is not None:
        return match
    if match.status is Status.LOBBY:
        match = replace(closed(match, now=now), chairs=())
    return replace(match, lost_at=now)


def found(match: Match) -> Match:
    """Return a match whose channel is there again."""
    return replace(match, lost_at=None)


def ready(match: Match, game: AnyGame, by: PlayerId | None, *, now: datetime) -> Match:
    """Return the match as it begins: playing, with letters on its chairs and all seats taken."""
    if by is None:
        _check_open(match)
    else:
        _check_host(match, by)
    if len(match.chairs) not in game.meta.seats:
        raise LobbyRefused("lobby-alone", match=match.id, least=min(game.meta.seats))
    # People choose no letters: a computer player leaves them theirs, whoever came first.
    order = sorted(range(len(match.chairs)), key=lambda seat: match.chairs[seat].player is None)
    letters = letters_of(match.chairs[seat].name for seat in order)
    letter_of = dict(zip(order, letters, strict=True))
    return replace(
        match,
        status=Status.PLAYING,
        chairs=tuple(
            replace(chair, letter=letter_of[seat]) for seat, chair in enumerate(match.chairs)
        ),
        setup=replace(match.setup, seats=len(match.chairs)),
        expires_at=None,
        changed_at=now,
    )


def header_of(match: Match, game: AnyGame) -> Header:
    """Return the header for the record of a match that begins."""
    joins = tuple(chair.join for chair in match.chairs)
    return new_header(game, match.setup, match.commitment, joins)


def next_to_begin(match: Match, before: LoadedMatch, game: AnyGame) -> Match:
    """Return a rematch that begins with the person who sat after the last match's first player.

    The host's own choice goes before. A person who isn't there again is passed over.
    """
    known = {option.name: option.values for option in game.meta.options}
    if FIRST_PLAYER not in known or FIRST_PLAYER in match.setup.options or before.replay is None:
        return match
    seats = [match.seat_of(player) for player in _after_first(before.match, before.replay.record)]
    seat = next((each for each in seats if each is not None), None)
    if seat is None:
        return match
    options = {**match.setup.options, FIRST_PLAYER: str(seat + 1)}
    return replace(match, setup=replace(match.setup, options=options))


def _after_first(before: Match, record: Record[Any]) -> list[PlayerId]:
    """Return the people of a match in the order of play, beginning after the first player."""
    moves = (entry.move for entry in record.entries)
    first = next((move.actor for move in moves if move and isinstance(move.actor, int)), Seat(0))
    chairs = (*before.chairs[first + 1 :], *before.chairs[: first + 1])
    return [chair.player for chair in chairs if chair.player is not None]


def given_up(match: Match, player: PlayerId, *, now: datetime) -> Match:
    """Return an open or running match without `player`, for whom a computer player moves on."""
    match match.status:
        case Status.LOBBY:
            return left(match, player, now=now)
        case Status.PLAYING:
            return handed_over(match, player, COMPUTER_PLAYER, now=now)
        case _:
            raise not_playing(match)


def handed_over(match: Match, player: PlayerId, agent: str, *, now: datetime) -> Match:
    """Return a running match in which `agent` moves for `player`; without people it is closed."""
    agent_named(agent)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    chairs = list(match.chairs)
    chairs[seat] = replace(chairs[seat], agent=agent, stand_in=None, is_offered=False)
    match = replace(match, chairs=tuple(chairs), changed_at=now)
    return with_host(match) if match.people else left_by_all(match, now=now)


def left_by_all(match: Match, *, now: datetime) -> Match:
    """Return the match closed, since it has no people any more."""
    return replace(closed(match, now=now), ending=Ending.LEFT)


def _with_chair(match: Match, chair: Chair, now: datetime) -> Match:
    if match.is_full:
        raise LobbyRefused("lobby-full", match=match.id)
    if match.free <= 0:
        raise LobbyRefused("seat-kept", match=match.id, who=match.kept[0].name)
    return _timed(replace(match, chairs=(*match.chairs, chair)), now)


def _timed(match: Match, now: datetime) -> Match:
    """Set when the lobby starts by itself, if full, or is cleared away."""
    return replace(match, changed_at=now, expires_at=now + (FULL if match.is_full else UNANSWERED))


def _check_open(match: Match) -> None:
    if match.status != Status.LOBBY:
        raise LobbyRefused("lobby-closed", match=match.id, status=match.status)


def _check_host(match: Match, by: PlayerId) -> None:
    _check_open(match)
    _check_is_host(match, by)


def _check_is_host(match: Match, by: PlayerId) -> None:
    if by != match.host:
        raise LobbyRefused("lobby-not-host", match=match.id, host=match.host_name)


def _check_setup(game: AnyGame, setup: Setup) -> None:
    if setup.seats not in game.meta.seats:
        raise BadSetup("setup-seats", seats=setup.seats, allowed=game.meta.seats)
    game.initial(setup)


_SPARE: Final = "KMRTX"


def letters_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return a letter for each name: its first one that no earlier seat has, without accents.

    >>> letters_of(["Ann", "Émile", "Anna", "An", "李"])
    ('A', 'E', 'N', 'K', 'M')
    """
    chosen: list[str] = []
    for name in names:
        own = [each for each in normalize("NFKD", name).upper() if each in ascii_uppercase]
        every = (*own, *_SPARE, *ascii_uppercase)
        chosen.append(next(each for each in every if each not in chosen))
    return tuple(chosen)
