"""A person who is erased: every row that names them, in transactions that may all be repeated.

What is played stays whole. A seat keeps its letter and the number of the click by which it was
taken, which the seal of the record needs; its player and its name are gone. The timer that was
stored first goes last, so a process that is killed in between leaves the rest to the next one.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from json import loads
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    or_,
    select,
    union,
    update,
)

from bot.storage import outbox as notices
from bot.storage import timers as timer_rows
from bot.storage.database import Database
from bot.storage.page.pages import end_pages
from bot.storage.people.fingerprints import Fingerprints
from bot.storage.schema import (
    ballots,
    bans,
    blocks,
    deals,
    erased,
    follows,
    hints,
    holidays,
    invitations,
    lanes,
    matches,
    moderation,
    nudges,
    opponent_wishes,
    outbox,
    plans,
    players,
    presences,
    puzzle_answers,
    ratings,
    reminded,
    requests,
    results,
    seats,
    sitters,
    table_preferences,
    table_wishes,
    tellings,
    timers,
    waits,
)
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import COMPUTER_PLAYER, Status, Target
from bot.table.notices.notice import NoticeKind, NoticeState, to_player
from bot.table.people.rating import Counted, Rating, beginner, blurred
from bot.table.time.timers import Timer, TimerKind

AT_ONCE: Final = 200
"""How many matches are changed in one transaction."""
RESUMED_AFTER: Final = timedelta(minutes=1)
"""When another process takes up what one has begun that doesn't live any more."""
APART: Final = timedelta(seconds=5)
"""Between the moments at which two matches are shown anew."""
NOBODY: Final = 0
"""In place of a person where a column needs one."""
LEFT_OUT: Final = "…"
"""In place of a name in what others wrote."""

# Rows that say nothing but what this person did or wants.
_GO: Final[tuple[Column[Any], ...]] = (
    players.c.id,
    ratings.c.player,
    blocks.c.player,
    blocks.c.blocked,
    table_wishes.c.player,
    opponent_wishes.c.player,
    invitations.c.player,
    invitations.c.by,
    follows.c.player,
    waits.c.player,
    plans.c.player,
    holidays.c.player,
    ballots.c.player,
    presences.c.player,
    table_preferences.c.player,
    reminded.c.player,
    puzzle_answers.c.player,
)
_STAY: Final[tuple[Column[Any], ...]] = (
    seats.c.player,
    results.c.player,
    sitters.c.player,
    matches.c.host,
    bans.c.player,
    bans.c.by,
    moderation.c.player,
    moderation.c.moderator,
)
PEOPLE: Final = (*_GO, *_STAY)
"""Every column that holds a person's number, but for timers."""

_NAMES: Final = (
    (seats.c.name, seats.c.player),
    (results.c.name, results.c.player),
    (ratings.c.name, ratings.c.player),
    (puzzle_answers.c.name, puzzle_answers.c.player),
    (opponent_wishes.c.name, opponent_wishes.c.player),
    (invitations.c.name, invitations.c.player),
    (blocks.c.name, blocks.c.blocked),
    (bans.c.name, bans.c.player),
    (moderation.c.name, moderation.c.player),
    (moderation.c.moderator_name, moderation.c.moderator),
)
_PUT_FINGERPRINT: Final = Upsert(erased, ["fingerprint"], ["at"])


class ErasedMatches(NamedTuple):
    """The matches in which nobody finds a person any more, and where messages of them change."""

    matches: Sequence[MatchId]
    channels: int


class ErasureStore:
    """Erases people in a database."""

    def __init__(self, database: Database, fingerprints: Fingerprints) -> None:
        self._database = database
        self._fingerprints = fingerprints

    def fingerprint_of(self, player: PlayerId) -> str | None:
        """Return under what a person is known once they are erased; None: nobody was yet.

        Raises `OSError`.
        """
        return self._fingerprints.of(player) if self._fingerprints.is_there else None

    async def invited(self, player: PlayerId) -> Sequence[MatchId]:
        """Return the open tables that keep a seat for a person, or for their guest."""
        wanted = select(invitations.c.match_id).where(
            or_(invitations.c.player == player, invitations.c.by == player)
        )
        found = await self._database.scalars(wanted.distinct())
        return [MatchId(each) for each in found]

    async def knows(self, player: PlayerId) -> bool:
        """Say whether anything here is about a person."""

        def look(connection: Connection) -> bool:
            every = (select(literal(1)).where(each == player).limit(1) for each in PEOPLE)
            return any(connection.execute(each).first() for each in every)

        return await self._database.read(look)

    async def finished(self, player: PlayerId) -> int:
        """Return in how many finished matches a person has a seat."""
        mine = select(func.count(seats.c.match_id.distinct())).join(
            matches, matches.c.id == seats.c.match_id
        )
        is_over = matches.c.status == Status.FINISHED.value
        return await self._database.scalar(mine.where(seats.c.player == player, is_over)) or 0

    async def bans(self, player: PlayerId, now: datetime) -> Sequence[tuple[int, datetime | None]]:
        """Return which servers ban a person now, and until when; None: for good."""
        holds = or_(bans.c.until.is_(None), bans.c.until > now)
        wanted = select(bans.c.guild, bans.c.until).where(bans.c.player == player, holds)
        return [(*row,) for row in await self._database.rows(wanted.order_by(bans.c.guild))]

    async def begin(self, player: PlayerId, now: datetime) -> None:
        """Note that a person is to be erased, so that it is done even if this process ends.

        The fingerprint is outside of the database before anything goes. Raises `OSError`.
        """
        fingerprint = self._fingerprints.of(player)
        self._fingerprints.note(fingerprint, now)
        await self._database.write(_begin, fingerprint, player, now)

    async def erase(self, player: PlayerId, now: datetime) -> ErasedMatches:
        """Erase a person who has left all tables.

        May be repeated at any time. Other people's clicks are stored between its transactions.
        """
        database = self._database
        names = await database.ask(lambda connection: _names_of(connection, player))
        every = await database.scalars(_matches_of(player, names))
        words = _words_for(names)
        for first in range(0, len(every), AT_ONCE):
            some = every[first : first + AT_ONCE]
            await database.write(_leave_words_out, some, words)
        mentioned = await database.ask(
            lambda connection: _notices_about(connection, player, words, frozenset(every))
        )
        await database.write(_unsay, mentioned)
        await database.write(_leave_reasons_out, player, words)
        await database.write(_forget_results, player)
        channels = set[int]()
        for first in range(0, len(every), AT_ONCE):
            some = every[first : first + AT_ONCE]
            # Not all at once: each is an edit of a message.
            due = now + first * APART
            channels |= await database.write(_forget_seats, some, player, names, due)
        await database.write(_forget, player, self._fingerprints.of(player))
        await database.purge()
        return ErasedMatches([MatchId(each) for each in every], len(channels))


def erase_again(
    connection: Connection, fingerprints: Fingerprints, began: datetime, now: datetime
) -> int:
    """Let those be erased again whom a backup of the moment `began` brings back; say how many.

    Who was erased before it, and has come back since, is not touched. The bot does it as soon as it
    starts, before it answers anybody. Raises `OSError`.
    """
    noted = {row.fingerprint: row.at for row in connection.execute(select(erased))}
    noted |= fingerprints.noted()
    for fingerprint, at in noted.items():
        _PUT_FINGERPRINT.execute(connection, {"fingerprint": fingerprint, "at": at})
    later = {each for each, at in noted.items() if at >= began}
    if not later:
        return 0
    every = union(*(select(each.label("of")) for each in PEOPLE)).subquery()
    found = connection.execute(select(every.c.of).where(every.c.of > NOBODY)).scalars().all()
    back = [each for each in map(PlayerId, found) if fingerprints.of(each) in later]
    timer_rows.put(connection, *(_timer(each, now - RESUMED_AFTER) for each in back))
    return len(back)


def _timer(player: PlayerId, now: datetime) -> Timer:
    return Timer(TimerKind.ERASE, str(player), now + RESUMED_AFTER, player=player)


def _begin(connection: Connection, fingerprint: str, player: PlayerId, now: datetime) -> None:
    _PUT_FINGERPRINT.execute(connection, {"fingerprint": fingerprint, "at": now})
    timer_rows.put(connection, _timer(player, now))


def _names_of(connection: Connection, player: PlayerId) -> frozenset[str]:
    """Return all names that a person has or had here."""
    every = union(*(select(name.label("name")).where(of == player) for name, of in _NAMES))
    return frozenset(each for each in connection.execute(every).scalars() if each)


def _matches_of(player: PlayerId, names: Collection[str]) -> Select[Any]:
    """Return the question for the matches that name a person."""
    closed = and_(matches.c.closed_by.in_(names), matches.c.guild.in_(_guilds_of(player)))
    named = or_(matches.c.host == player, closed)
    found = union(
        select(seats.c.match_id).where(seats.c.player == player),
        select(results.c.match_id).where(results.c.player == player),
        select(sitters.c.match_id).where(sitters.c.player == player),
        select(matches.c.id).where(named),
    ).subquery()
    wanted = select(matches.c.id).join(found, found.c.match_id == matches.c.id)
    # An open table that they have joined since they left all is a new beginning.
    return wanted.where(matches.c.status != Status.LOBBY.value).order_by(matches.c.id)


def _guilds_of(player: PlayerId) -> Select[Any]:
    """Return the question for the servers in which a person played: a name is theirs only there."""
    own = select(seats.c.match_id).where(seats.c.player == player)
    return select(matches.c.guild).where(matches.c.id.in_(own))


def _words_for(names: Collection[str]) -> re.Pattern[str] | None:
    """Return what finds a name as a whole word; a single letter is no name to be recognised by."""
    told = sorted((each for each in names if len(each) > 1), key=len, reverse=True)
    if not told:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, told))})(?!\w)", re.IGNORECASE)


def _leave_words_out(
    connection: Connection, some: Sequence[int], words: re.Pattern[str] | None
) -> None:
    """Take a name out of what others said in proposals."""
    if words is None:
        return
    said = select(deals.c.id, deals.c.words).where(deals.c.match_id.in_(some), deals.c.words != "")
    for row in connection.execute(said).all():
        if words.search(row.words):
            shorter = {"words": words.sub(LEFT_OUT, row.words)}
            connection.execute(update(deals).where(deals.c.id == row.id).values(shorter))


def _leave_reasons_out(
    connection: Connection, player: PlayerId, words: re.Pattern[str] | None
) -> None:
    """Take a name out of the reasons that moderators gave."""
    if words is None:
        return
    for table in (bans, moderation):
        there = or_(table.c.guild.in_(_guilds_of(player)), table.c.player == player)
        for row in connection.execute(select(table.c.id, table.c.reason).where(there)).all():
            if words.search(row.reason):
                shorter = {"reason": words.sub(LEFT_OUT, row.reason)}
                connection.execute(update(table).where(table.c.id == row.id).values(shorter))


def _notices_about(
    connection: Connection,
    player: PlayerId,
    words: re.Pattern[str] | None,
    theirs: frozenset[int],
) -> Sequence[int]:
    """Return the messages of the last days that name a person."""

    def names(fact: Any) -> bool:
        match fact:
            case dict():
                return any(map(names, fact)) or any(map(names, fact.values()))
            case list():
                return any(map(names, fact))
            case str():
                is_number = fact == str(player)
                return is_number or (words is not None and words.search(fact) is not None)
            case _:
                return bool(fact == player)

    number = str(player)
    about = or_(
        outbox.c.match_id.in_(theirs) if len(theirs) < AT_ONCE else outbox.c.match_id.is_not(None),
        outbox.c.target == to_player(player),
        outbox.c.key.contains(number),
        outbox.c.facts.contains(number),
    )
    wanted = select(outbox.c.id, outbox.c.target, outbox.c.key, outbox.c.match_id, outbox.c.facts)
    return [
        row.id
        for row in connection.execute(wanted.where(about))
        if row.target == to_player(player)
        or number in row.key
        or number in row.facts
        or (row.match_id in theirs and names(loads(row.facts)))
    ]


def _unsay(connection: Connection, some: Sequence[int]) -> None:
    """Delete messages that name a person, where they stand in channels, too."""
    is_theirs = {
        "state": NoticeState.RETRACT.value,
        "version": outbox.c.version + 1,
        "facts": "{}",
        "key": literal("erased:") + cast(outbox.c.id, String),
        "wait_id": None,
    }
    woken = dict[str, int | None]()
    for first in range(0, len(some), AT_ONCE):
        which = outbox.c.id.in_(some[first : first + AT_ONCE])
        stands = and_(which, outbox.c.message.is_not(None), outbox.c.target.not_like("dm:%"))
        going = stands, outbox.c.state.in_(("pending", "sent", "retract"))
        retracted = update(outbox).where(*going).values(is_theirs)
        for row in connection.execute(retracted.returning(outbox.c.target, outbox.c.match_id)):
            woken[row.target] = row.match_id
        # What was never sent, is gone already, or stands in their own direct messages.
        rest = or_(outbox.c.state != NoticeState.RETRACT.value, outbox.c.message.is_(None))
        connection.execute(delete(outbox).where(which, or_(rest, outbox.c.target.like("dm:%"))))
    notices.wake(connection, woken)


def _forget_results(connection: Connection, player: PlayerId) -> None:
    """Leave of their results what others' ratings follow from: a strength as before, rounded."""
    own = (results.c.player == player,)
    wanted = select(results).where(*own).order_by(results.c.guild, results.c.game, results.c.number)
    before: dict[tuple[int, str], Rating] = {}
    strengths = []
    for row in connection.execute(wanted):
        if row.rated is None:
            continue
        if row.counted == Counted.RATED.value:
            known = blurred(before.get((row.guild, row.game), beginner()))
            new = {"new_mu": known.mu, "new_sigma": known.sigma}
            strengths.append({"of": row.match_id, "at": row.seat, **new})
        before[row.guild, row.game] = Rating(row.mu, row.sigma, row.rated)
    nobody = {"player": None, "name": None, "mu": None, "sigma": None, "rated": None}
    connection.execute(update(results).where(*own).values(nobody))
    if strengths:
        here = results.c.match_id == bindparam("of"), results.c.seat == bindparam("at")
        left: dict[str, Any] = {"mu": bindparam("new_mu"), "sigma": bindparam("new_sigma")}
        connection.execute(update(results).where(*here).values(left), strengths)


def _forget_seats(
    connection: Connection,
    some: Sequence[int],
    player: PlayerId,
    names: Collection[str],
    due: datetime,
) -> set[int]:
    """Take a person out of some matches; return the channels in which those are shown anew."""
    here = seats.c.match_id.in_(some), seats.c.player == player
    had = sitters.c.match_id.in_(some), sitters.c.player == player
    mine = connection.execute(
        select(seats.c.match_id, seats.c.seat, seats.c.joined_by).where(*here)
    )
    rows = mine.all()
    sat = connection.execute(select(sitters.c.match_id, sitters.c.seat).where(*had)).all()
    places = sorted({(*row[:2],) for row in rows} | {(*row,) for row in sat})
    clicks = [row.joined_by for row in rows]
    connection.execute(delete(requests).where(requests.c.id.in_(clicks)))
    of_seat = [{"of": match, "at": seat} for match, seat in places]
    for table, column in ((hints, hints.c.seat), (nudges, nudges.c.seat)):
        gone = table.c.match_id == bindparam("of"), column == bindparam("at")
        if of_seat:
            connection.execute(delete(table).where(*gone), of_seat)
    own_words = deals.c.match_id == bindparam("of"), deals.c.proposer == bindparam("at")
    if of_seat:
        connection.execute(update(deals).where(*own_words).values(words=""), of_seat)
    connection.execute(
        delete(ballots).where(ballots.c.match_id.in_(some), ballots.c.player == player)
    )
    connection.execute(update(sitters).where(*had).values(player=None))
    _forget_given(connection, some, player)
    running = select(matches.c.id).where(
        matches.c.status.in_((Status.PLAYING.value, Status.PAUSED.value))
    )
    plays = and_(seats.c.agent.is_(None), seats.c.match_id.in_(running))
    former = {
        "player": None,
        "name": "",
        "agent": case((plays, COMPUTER_PLAYER), else_=seats.c.agent),
        "stand_in_for": None,
        "offered": False,
        "stand_in_agreed_at": None,
    }
    connection.execute(update(seats).where(*here).values(former))
    which = matches.c.id.in_(some)
    connection.execute(update(matches).where(which, matches.c.host == player).values(host=NOBODY))
    connection.execute(
        update(matches).where(which, matches.c.closed_by.in_(names)).values(closed_by=None)
    )
    # Else what another process has in memory would be stored again.
    connection.execute(update(matches).where(which).values(revision=matches.c.revision + 1))
    end_pages(connection, [MatchId(each) for each in some])
    return _show_anew(connection, some, due)


def _forget_given(connection: Connection, some: Sequence[int], player: PlayerId) -> None:
    """Take a person off the lists of those who gave others a day."""
    given = waits.c.match_id.in_(some), waits.c.given_by.contains(str(player))
    for row in connection.execute(select(waits.c.id, waits.c.given_by).where(*given)).all():
        others = [each for each in row.given_by.split(",") if each != str(player)]
        fewer = {"given_by": ",".join(others)}
        connection.execute(update(waits).where(waits.c.id == row.id).values(fewer))


def _show_anew(connection: Connection, some: Sequence[int], due: datetime) -> set[int]:
    """Let all that channels were told of matches be edited where it stands."""
    shown = (
        select(matches.c.id, matches.c.channel)
        .join(tellings, tellings.c.match_id == matches.c.id)
        .where(
            matches.c.id.in_(some),
            matches.c.lost_at.is_(None),
            tellings.c.target.in_((Target.COVER.value, Target.TABLE.value)),
            tellings.c.message.is_not(None),
        )
        .distinct()
        .order_by(matches.c.id)
    )
    rows = connection.execute(shown).all()
    timer_rows.put(
        connection,
        *(
            Timer(TimerKind.REDRAW, str(row.id), due + place * APART, MatchId(row.id))
            for place, row in enumerate(rows)
        ),
    )
    is_deal = tellings.c.match_id.in_(some), tellings.c.target.like("deal:%")
    connection.execute(update(tellings).where(*is_deal).values(want=tellings.c.want + 1))
    edited = (NoticeKind.VOTE.value, NoticeKind.TAKE_BACK.value)
    votes = (
        update(outbox)
        .where(
            outbox.c.match_id.in_(some),
            outbox.c.kind.in_(edited),
            outbox.c.state == NoticeState.SENT.value,
        )
        .values(state=NoticeState.PENDING.value, version=outbox.c.version + 1)
        .returning(outbox.c.target, outbox.c.match_id)
    )
    woken: Mapping[str, int | None] = {
        row.target: row.match_id for row in connection.execute(votes)
    }
    notices.wake(connection, woken)
    return {row.channel for row in rows}


def _forget(connection: Connection, player: PlayerId, fingerprint: str) -> None:
    """Delete all that is about a person alone, and the timer that went on with it."""
    for column in _GO:
        connection.execute(delete(column.table).where(column == player))
    told = {"player": None, "name": "", "fingerprint": fingerprint}
    connection.execute(update(bans).where(bans.c.player == player).values(told))
    connection.execute(update(bans).where(bans.c.by == player).values(by=NOBODY))
    of_them = moderation.c.player == player
    connection.execute(update(moderation).where(of_them).values(player=None, name=""))
    by_them = {"moderator": NOBODY, "moderator_name": ""}
    connection.execute(update(moderation).where(moderation.c.moderator == player).values(by_them))
    connection.execute(delete(outbox).where(outbox.c.target == to_player(player)))
    connection.execute(delete(lanes).where(lanes.c.target == to_player(player)))
    about = or_(timers.c.player == player, timers.c.key.contains(str(player)))
    connection.execute(delete(timers).where(about))
