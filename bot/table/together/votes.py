"""What a table decides together: who has a ballot, how many it takes, and what comes of it.

Functions from a match to the next one. A vote passes as soon as enough of all who have a ballot
are for it; when its time is up, enough of those who are there. A silent player can't block a vote
for ever, and nobody who plays in time can be voted out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from bot.table.errors import NotSeated, VoteRefused
from bot.table.ids import PlayerId
from bot.table.match.lobby import closed, handed_over
from bot.table.match.match import (
    ABOUT_A_SEAT,
    COMPUTER_PLAYER,
    Ballot,
    Chair,
    Ending,
    Match,
    StandIn,
    Status,
    Vote,
    VoteKind,
    VoteResult,
    not_playing,
)
from bot.table.match.pace import PACES
from bot.table.together import holds
from engine.game import Seat

LAPSE: Final = timedelta(hours=72)
"""How long a vote is open; what was refused may be asked again after as long."""
PRESENCE: Final = timedelta(days=7)
"""How lately players must have moved, pressed or voted at the table to count as there."""
EXTENSION: Final = timedelta(hours=48)
MOST_EXTENSIONS: Final = 2
LONG_SILENCE: Final = timedelta(days=7)
"""How long a player may let a table without a limit wait before they count as late."""


@dataclass(frozen=True, slots=True)
class Quorum:
    """How many must be for it.

    More than half of the ballots if `is_majority`, else all. `spares`: the number of ballots from
    which on one may be missing. `alone`: whether a single person who is there may decide it when
    its time is up. `lapse`: how long it is open.
    """

    is_majority: bool = False
    spares: int | None = None
    alone: bool = False
    lapse: timedelta = LAPSE

    def needed(self, ballots: int) -> int:
        """Return how many of `ballots` ballots must be for it."""
        if self.is_majority:
            return ballots // 2 + 1
        return ballots - (self.spares is not None and ballots >= self.spares)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What lies outside of a match and changes by itself: read when it is asked for.

    `late`: seats whose time is up, or that have been silent for a week without a limit; `waits`:
    the open wait of each seat that is waited for; `runs`: whether time runs out for any of them.
    `present`: who was at the table in the last week; `away`: who is on holiday, `long_away`: who
    has more than three days of it to go; `knowing`: who ever had a seat here. `counts`: whether the
    title can say what everybody has by now.
    """

    late: frozenset[Seat] = frozenset()
    waits: Mapping[Seat, int] = field(default_factory=dict)
    runs: bool = False
    present: frozenset[PlayerId] = frozenset()
    away: frozenset[PlayerId] = frozenset()
    long_away: frozenset[PlayerId] = frozenset()
    knowing: frozenset[PlayerId] = frozenset()
    counts: bool = True


def voters(match: Match, vote: Vote) -> tuple[Seat, ...]:
    """Return the seats that have a ballot: people, but not whom it is about or who asks back."""
    chairs = enumerate(match.chairs)
    people = (Seat(n) for n, each in chairs if each.player is not None and each.agent is None)
    left_out = vote.by if vote.kind is VoteKind.TAKE_BACK else vote.about
    return tuple(each for each in people if each != left_out)


def needed(match: Match, vote: Vote) -> int:
    """Return how many must be for it to pass at once."""
    return VOTES[vote.kind].quorum.needed(len(voters(match, vote)))


def open_vote(match: Match, kind: VoteKind) -> Vote | None:
    """Return the one vote of a kind that is open."""
    return next((each for each in match.votes if each.kind is kind and each.is_open), None)


def vote_of(match: Match, vote_id: int) -> Vote:
    """Return an open vote; raise `VoteRefused` (vote-over) if there is none of this id."""
    found = next((each for each in match.votes if each.id == vote_id), None)
    if found is None or not found.is_open:
        raise VoteRefused("vote-over", match=match.id)
    return found


def check(
    match: Match, kind: VoteKind, arg: str, circumstances: Circumstances, *, now: datetime
) -> None:
    """Refuse what can't be asked now; raise `VoteRefused`, `NotPlaying`."""
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    if open_vote(match, kind) is not None:
        raise VoteRefused("vote-open", match=match.id)
    about = arg if kind in ABOUT_A_SEAT or kind is VoteKind.TAKE_BACK else None
    refused = [
        each.closed_at
        for each in match.votes
        if each.kind is kind and each.result is VoteResult.REFUSED and about in (None, each.arg)
    ]
    if (until := max((at for at in refused if at), default=now - LAPSE) + LAPSE) > now:
        raise VoteRefused("vote-refused-lately", match=match.id, until=until)
    if (key := VOTES[kind].obstacle(match, arg, circumstances)) is not None:
        raise VoteRefused(key, match=match.id)


def opened(
    match: Match,
    player: PlayerId,
    kind: VoteKind,
    arg: str,
    circumstances: Circumstances,
    *,
    now: datetime,
) -> Match:
    """Return the match with a new vote, for which `player` is; it may pass at once.

    Raises `NotSeated`, `NotPlaying`, `VoteRefused`.
    """
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    check(match, kind, arg, circumstances, now=now)
    vote = Vote(
        id=len(match.votes) + 1,
        kind=kind,
        arg=arg,
        by=seat,
        opened_at=now,
        lapses_at=now + VOTES[kind].quorum.lapse,
    )
    if vote.about == seat:
        raise VoteRefused("vote-about-you", match=match.id)
    if vote.about is not None:
        vote = replace(vote, wait=circumstances.waits.get(vote.about))
    match = replace(match, votes=(*match.votes, vote))
    if seat not in voters(match, vote):
        return match
    return cast(match, player, vote.id, is_yes=True, now=now)


def cast(match: Match, player: PlayerId, vote_id: int, *, is_yes: bool, now: datetime) -> Match:
    """Return the match with a ballot, in place of an earlier one of the same seat.

    Whatever the vote leads to has happened in it. Raises `NotSeated`, `VoteRefused` (vote-over,
    vote-not-yours), `NotPlaying`.
    """
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    seat, vote = match.seat_of(player), vote_of(match, vote_id)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    if seat not in voters(match, vote):
        raise VoteRefused("vote-not-yours", match=match.id)
    others = tuple(each for each in vote.ballots if each.seat != seat)
    return _decided(match, replace(vote, ballots=(*others, Ballot(seat, player, is_yes, now))), now)


def lapsed(match: Match, vote_id: int, present: frozenset[PlayerId], *, now: datetime) -> Match:
    """Return the match after the time of a vote is up: those who are there decide.

    `present` are those who were lately at the table. A player who has voted counts as there, too;
    one whose seat is on offer doesn't. Raises `VoteRefused` (vote-over).
    """
    vote = vote_of(match, vote_id)
    quorum = VOTES[vote.kind].quorum
    voted = {each.seat for each in vote.ballots}
    is_there = [not chair.is_offered and chair.player in present for chair in match.chairs]
    there = [seat for seat in voters(match, vote) if seat in voted or is_there[seat]]
    ayes = sum(each.is_yes for each in vote.ballots)
    may_decide = len(there) > 1 or quorum.alone or len(voters(match, vote)) == 1
    if (
        vote.kind is not VoteKind.TAKE_BACK
        and may_decide
        and ayes >= max(1, quorum.needed(len(there)))
    ):
        return _passed(match, vote, now)
    noes = len(vote.ballots) - ayes
    return closed_with(match, vote, VoteResult.REFUSED if noes else VoteResult.LAPSED, now=now)


def acted(match: Match, seat: Seat, *, now: datetime) -> Match:
    """Return the match after the person of a seat acted: nobody votes about them any more."""
    for vote in match.votes:
        if vote.is_open and vote.about == seat:
            match = closed_with(match, vote, VoteResult.DROPPED, now=now)
    return match


def come_home(match: Match, away: frozenset[PlayerId], *, now: datetime) -> Match:
    """Return the match without a vote on a holiday that is over; `away` are those on holiday."""
    vote = open_vote(match, VoteKind.COMPUTER_MEANWHILE)
    if vote is None or vote.about is None or match.chairs[vote.about].player in away:
        return match
    return closed_with(match, vote, VoteResult.DROPPED, now=now)


def recounted(match: Match, *, now: datetime) -> Match:
    """Return the match with its open votes counted anew, after anything of it has changed.

    The ballots of players who left are gone, so the others may be enough now. A vote that would
    have no effect any more is dropped.
    """
    for vote in match.votes:
        if not vote.is_open:
            continue
        kept = tuple(each for each in vote.ballots if match.seat_of(each.player) == each.seat)
        counted = replace(vote, ballots=kept)
        if match.status is not Status.PLAYING or _has_lost_its_reason(match, vote):
            match = closed_with(match, counted, VoteResult.DROPPED, now=now)
        elif vote.kind is VoteKind.TAKE_BACK:
            # Its line is appended with the ballot that decides it.
            match = _with(match, counted)
        else:
            match = _decided(match, counted, now)
            if not match.votes[vote.id - 1].is_open:
                # What it leads to may take the reason from others.
                return recounted(match, now=now)
    return match


def _has_lost_its_reason(match: Match, vote: Vote) -> bool:
    """Say whether a vote would have no effect by now.

    What lies outside of the match is taken as it was when the table was asked: a vote ends by what
    has changed within it, such as a move, a hold or a seat on offer.
    """
    if not voters(match, vote):
        return True
    if vote.kind is VoteKind.TAKE_BACK:
        return match.chairs[vote.by].agent is not None
    late = frozenset() if vote.about is None else frozenset({vote.about})
    people = (each.player for each in match.chairs)
    then = Circumstances(
        late=late, runs=True, long_away=frozenset(each for each in people if each is not None)
    )
    return VOTES[vote.kind].obstacle(match, vote.arg, then) is not None


def _decided(match: Match, vote: Vote, now: datetime) -> Match:
    """Return the match with a vote whose ballots have changed, and with what follows from them."""
    ayes = sum(each.is_yes for each in vote.ballots)
    if ayes >= max(1, needed(match, vote)):
        return _passed(match, vote, now)
    ends_it = vote.kind is VoteKind.TAKE_BACK and ayes < len(vote.ballots)
    if ends_it or len(vote.ballots) == len(voters(match, vote)):
        return closed_with(match, vote, VoteResult.REFUSED, now=now)
    return _with(match, vote)


def moved_on(match: Match, *, now: datetime) -> Match:
    """Return the match after a line was played: nobody asks any more to take one back."""
    vote = open_vote(match, VoteKind.TAKE_BACK)
    return match if vote is None else closed_with(match, vote, VoteResult.DROPPED, now=now)


def closed_with(match: Match, vote: Vote, result: VoteResult, *, now: datetime) -> Match:
    """Return the match in which this vote has ended, without what comes of it."""
    return _with(match, replace(vote, result=result, closed_at=now))


def _with(match: Match, vote: Vote) -> Match:
    votes = (vote if each.id == vote.id else each for each in match.votes)
    return replace(match, votes=tuple(votes))


def _passed(match: Match, vote: Vote, now: datetime) -> Match:
    """Return the match in which a vote has passed, with what it leads to.

    The caller that stores it does what needs more than the match: it takes a move back, counts the
    points of a match that ends as it stands, gives more time to those who are awaited.
    """
    match = closed_with(match, vote, VoteResult.PASSED, now=now)
    return VOTES[vote.kind].passes(match, vote, now)


def _needs_nothing(_match: Match, _arg: str, _known: Circumstances) -> None:
    """Return no obstacle: this may always be asked."""


def _changes_nothing(match: Match, _vote: Vote, _now: datetime) -> Match:
    """Return the match as it is: the caller does what was agreed on."""
    return match


def _obstacle_to_hold(match: Match, _arg: str, _known: Circumstances) -> str | None:
    if holds.is_agreed(match):
        return "vote-held"
    return "vote-held-enough" if holds.left(match) <= timedelta() else None


def _obstacle_to_going_on(match: Match, _arg: str, _known: Circumstances) -> str | None:
    return None if holds.is_agreed(match) else "vote-not-held"


def _obstacle_to_extension(match: Match, _arg: str, known: Circumstances) -> str | None:
    if not known.runs or not match.pace.span or holds.is_agreed(match):
        return "vote-nothing-due"
    return "vote-extended-enough" if match.extensions >= MOST_EXTENSIONS else None


def _extend(match: Match, _vote: Vote, _now: datetime) -> Match:
    return replace(match, extensions=match.extensions + 1)


def _obstacle_to_pace(match: Match, arg: str, _known: Circumstances) -> str | None:
    if arg not in PACES:
        return "vote-no-such-pace"
    return "vote-same-pace" if PACES[arg] == match.pace else None


def _change_pace(match: Match, vote: Vote, _now: datetime) -> Match:
    return replace(match, pace=PACES[vote.arg])


def _chair_of_person(match: Match, arg: str) -> Chair | None:
    seat = int(arg) if arg.isdecimal() else len(match.chairs)
    chair = match.chairs[seat] if seat < len(match.chairs) else None
    return None if chair is None or chair.player is None or chair.agent is not None else chair


def _obstacle_to_replacing(match: Match, arg: str, known: Circumstances) -> str | None:
    chair = _chair_of_person(match, arg)
    if chair is None:
        return "vote-no-person"
    is_late = Seat(int(arg)) in known.late or chair.lapses or chair.is_offered
    return None if is_late else "vote-not-late"


def _obstacle_to_moving_once(match: Match, arg: str, known: Circumstances) -> str | None:
    chair = _chair_of_person(match, arg)
    if chair is not None and chair.mover is not None:
        return "vote-computer-plays"
    obstacle = _obstacle_to_replacing(match, arg, known)
    if obstacle is None and Seat(int(arg)) not in match.acting:
        return "vote-not-awaited"
    return obstacle


def _obstacle_to_moving_meanwhile(match: Match, arg: str, known: Circumstances) -> str | None:
    chair = _chair_of_person(match, arg)
    if chair is None:
        return "vote-no-person"
    if chair.mover is not None:
        return "vote-computer-plays"
    if chair.player not in known.long_away:
        return "vote-not-away"
    if Seat(int(arg)) not in match.acting:
        return "vote-not-awaited"
    return "vote-held" if match.held_until is not None else None


def _obstacle_to_offer(match: Match, arg: str, known: Circumstances) -> str | None:
    chair = _chair_of_person(match, arg)
    if chair is not None and chair.is_offered:
        return "vote-offered"
    return _obstacle_to_replacing(match, arg, known)


def _move_once(match: Match, vote: Vote, _now: datetime) -> Match:
    seat, chairs = int(vote.arg), list(match.chairs)
    chairs[seat] = replace(chairs[seat], stand_in=StandIn.VOTE)
    return replace(match, chairs=tuple(chairs))


def _move_meanwhile(match: Match, vote: Vote, now: datetime) -> Match:
    seat, chairs = int(vote.arg), list(match.chairs)
    chairs[seat] = replace(chairs[seat], stand_in=StandIn.HOLIDAY, stand_in_agreed_at=now)
    return replace(match, chairs=tuple(chairs))


def _hand_over(match: Match, vote: Vote, now: datetime) -> Match:
    player = match.chairs[int(vote.arg)].player
    if player is None:
        return _offer(match, vote, now)
    return recounted(handed_over(match, player, COMPUTER_PLAYER, now=now), now=now)


def _offer(match: Match, vote: Vote, _now: datetime) -> Match:
    seat, chairs = int(vote.arg), list(match.chairs)
    chairs[seat] = replace(chairs[seat], is_offered=True)
    return replace(match, chairs=tuple(chairs))


def _end(match: Match, _vote: Vote, now: datetime) -> Match:
    return recounted(replace(closed(match, now=now), ending=Ending.AGREED), now=now)


def _obstacle_to_counting(_match: Match, _arg: str, known: Circumstances) -> str | None:
    return None if known.counts else "vote-no-points"


def _end_as_it_stands(match: Match, _vote: Vote, now: datetime) -> Match:
    ended = replace(match, status=Status.FINISHED, acting=(), changed_at=now)
    return recounted(replace(ended, ending=Ending.AS_IT_STANDS), now=now)


@dataclass(frozen=True, slots=True)
class VoteRule:
    """What a kind of vote takes and does.

    `obstacle` returns why it has no cause now, a key of `VoteRefused`, or None. `passes` returns
    the match after it has passed. `more_time`: what those get who are awaited. `ends`: the match is
    over by it, and its last board says that it was agreed.
    """

    quorum: Quorum
    obstacle: Callable[[Match, str, Circumstances], str | None] = _needs_nothing
    passes: Callable[[Match, Vote, datetime], Match] = _changes_nothing
    more_time: timedelta | None = None
    ends: bool = False


_MAJORITY: Final = Quorum(is_majority=True)
_ALONE: Final = Quorum(is_majority=True, alone=True)

VOTES: Final[Mapping[VoteKind, VoteRule]] = MappingProxyType(
    {
        VoteKind.HOLD: VoteRule(
            _ALONE, _obstacle_to_hold, lambda match, _, now: holds.held(match, now=now)
        ),
        VoteKind.GO_ON: VoteRule(
            _MAJORITY, _obstacle_to_going_on, lambda match, _, now: holds.gone_on(match, now=now)
        ),
        VoteKind.EXTEND: VoteRule(_MAJORITY, _obstacle_to_extension, _extend, EXTENSION),
        VoteKind.PACE: VoteRule(Quorum(), _obstacle_to_pace, _change_pace),
        VoteKind.COMPUTER_ONCE: VoteRule(_ALONE, _obstacle_to_moving_once, _move_once),
        VoteKind.COMPUTER_MEANWHILE: VoteRule(
            _ALONE, _obstacle_to_moving_meanwhile, _move_meanwhile
        ),
        VoteKind.COMPUTER_FOR_GOOD: VoteRule(_ALONE, _obstacle_to_replacing, _hand_over),
        VoteKind.OFFER_SEAT: VoteRule(_ALONE, _obstacle_to_offer, _offer),
        VoteKind.END: VoteRule(Quorum(spares=4, alone=True), passes=_end, ends=True),
        VoteKind.END_AS_IT_STANDS: VoteRule(
            Quorum(spares=4), _obstacle_to_counting, _end_as_it_stands, ends=True
        ),
        VoteKind.TAKE_BACK: VoteRule(Quorum(lapse=timedelta(hours=48))),
    }
)
"""A row for each kind."""
