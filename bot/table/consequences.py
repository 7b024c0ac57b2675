"""What is stored with every change of a match, whatever caused it: timers, notices, who sat where.

**The idea.** Code that changes a match returns another match and nothing else. What must happen
besides is derived here from the difference, in `consequences(before, after)`. So the code in which
players leave and move needs no thought of the votes that end because a player leaves, or of the
holds that end because one moves: code that changes `held_until` gets the timer that ends the hold
and the message that says so, whether a vote, a move, a timer or an operator did it.

**Who calls it.** Two services store matches, and both do so: `Tables` for changes between turns,
`Turns` for those that come with lines. Turns calls it twice: first for what the mover's presence
changes, then for what the lines change, since the second step may undo the first. What the caller
knows beside both matches it adds itself by `Effects.joined`: the timer that fired, the plan that
was used, time that a player gave away.

**What follows from what.**

- Another moves for a seat: who sat there from which line on. A player who has ever had a seat may
  take over no other one.
- A vote or its ballots: its message, edited; its timer, set or dropped; more time, if that passed.
  The request to take a move back goes when all agreed: the table's message says so.
- Hold, pace or extensions: the table's message, as it says when a player is due.
- The hold: the timer that ends it, and the message that the table stops or continues.
- The owner of a seat: their plans and proposals lapse, their clock begins anew.
- A player whose time was up is back: the message that said so, edited, and at least a day more.
- A seat on offer, or no longer: the message that offers it, sent or edited.
- Seats of an open table that are kept, taken or free: in `bot.table.invitations`.

**Invariants.** These are pure functions of both matches and the moment: told twice, they return the
same, and notices and timers have keys by which a repeated one replaces the first. A match that is
over gets none but its votes' messages; its timers are dropped as it is stored. Clocks (waits) are
no part of this: they follow from who must act, in `bot.table.time.waits`.

**What surprises.** A player who pressed is not pinged for the message that their own press has set
the match going again (`_goes_on`), nor one who hands their own seat on for its offer (`_of_offer`):
both are seen by comparing chairs and ballots, since the press itself is not known here.
"""

from collections.abc import Mapping
from datetime import datetime

from bot.table.effects import Effects
from bot.table.ids import PlayerId
from bot.table.invitations import of_lobby
from bot.table.match.match import Chair, Match, Status, Vote, VoteKind, VoteResult
from bot.table.match.sitters import Sitter, SitterKind
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from bot.table.time.lateness import DESERTED_AFTER, OFFERED_AFTER
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import MoreTime
from bot.table.together import holds
from bot.table.together.votes import VOTES
from engine.game import Seat


def consequences(before: Match, after: Match, *, now: datetime) -> Effects:
    """Return what goes with a change from one match to the next."""
    effects = Effects(sitters=sitters(before, after, after.line))
    for vote in after.votes:
        was = next((each for each in before.votes if each.id == vote.id), None)
        if was != vote:
            effects = effects.joined(_of_vote(was, vote, after))
    if not before.has_begun and before.status is not Status.CLOSED:
        effects = effects.joined(of_lobby(before, after))
    if after.status is not Status.PLAYING:
        return effects
    if (before.held_until, before.pace, before.extensions) != (
        after.held_until,
        after.pace,
        after.extensions,
    ):
        # The moment at which a player is due stands below the board, and where time was up.
        changed = Effects(
            tells_table=before.has_begun,
            has_new_pace=before.pace != after.pace,
            outdated=frozenset({NoticeKind.TIME_UP}),
        )
        effects = effects.joined(changed)
    if (before.held_since, before.held_until) != (after.held_since, after.held_until):
        effects = effects.joined(_of_hold(before, after, now))
    elif not before.has_begun:
        effects = effects.joined(Effects(timers=(deserted_timer(after, now),)))
    if before.has_begun:
        for number, (was_chair, chair) in enumerate(zip(before.chairs, after.chairs, strict=True)):
            seat = Seat(number)
            if was_chair.player != chair.player:
                effects = effects.joined(Effects(new_owners=(seat,)))
            if was_chair.lapses and not chair.lapses:
                effects = effects.joined(Effects(outdated=frozenset({NoticeKind.TIME_UP})))
                if was_chair.player == chair.player:
                    is_asked = seat in after.acting
                    effects = effects.joined(Effects(back=(seat,), tells_table=is_asked))
            if was_chair.is_offered != chair.is_offered:
                effects = effects.joined(_of_offer(before, after, seat))
    return effects


def sitters(before: Match, after: Match, line: int) -> tuple[Sitter, ...]:
    """Return who plays a seat from a line on, for each seat that changes hands."""
    if not before.has_begun or after.status is not Status.PLAYING:
        return ()
    found: list[Sitter] = []
    for number, (was, now) in enumerate(zip(before.chairs, after.chairs, strict=True)):
        if _sitter(was) == _sitter(now):
            continue
        if was.player != now.player:
            # The seat's owner now isn't the person who had it when the match began.
            found.append(Sitter(Seat(number), 0, SitterKind.PERSON, was.player))
        found.append(Sitter(Seat(number), line, *_sitter(now)))
    return tuple(found)


def _sitter(chair: Chair) -> tuple[SitterKind, PlayerId | None]:
    if chair.agent is not None:
        return SitterKind.COMPUTER, chair.player
    return SitterKind.STAND_IN if chair.has_stand_in else SitterKind.PERSON, chair.player


def vote_key(match: Match, vote: Vote) -> str:
    """Return the key of a vote's timer and notice."""
    return f"{match.id}:{vote.id}"


def _of_vote(was: Vote | None, vote: Vote, after: Match) -> Effects:
    key, target = vote_key(after, vote), to_channel(after.place)
    is_request = vote.kind is VoteKind.TAKE_BACK
    if (is_request or VOTES[vote.kind].ends) and was is None and not vote.is_open:
        # Nobody had to be asked, and the table's message says what came of it.
        return Effects()
    if is_request and vote.result is VoteResult.PASSED:
        # The table's message says who agreed, and shows the board as it is then.
        effects = Effects(retracted=((NoticeKind.TAKE_BACK, key),))
        return effects.joined(Effects(dropped=(TimerKey(TimerKind.VOTE, key),)))
    kind = NoticeKind.TAKE_BACK if is_request else NoticeKind.VOTE
    notice = Notice(target, kind, key, after.id, facts={"vote": vote.id})
    effects = Effects(notices=(notice,))
    if vote.is_open:
        timer = Timer(TimerKind.VOTE, key, vote.lapses_at, after.id)
        return effects.joined(Effects(timers=(timer,) if was is None else ()))
    effects = effects.joined(Effects(dropped=(TimerKey(TimerKind.VOTE, key),)))
    more_time = VOTES[vote.kind].more_time
    if more_time is not None and vote.result is VoteResult.PASSED:
        effects = effects.joined(Effects(more_time=(MoreTime(more_time),)))
    return effects


def _of_hold(before: Match, after: Match, now: datetime) -> Effects:
    key = str(after.id)
    hold = TimerKey(TimerKind.HOLD, key)
    if after.held_until is None:
        # What was said of the hold, and of seats on offer, is said as it is now.
        said = frozenset({NoticeKind.STANDSTILL, NoticeKind.SEAT_OFFERED})
        effects = Effects(timers=(deserted_timer(after, now),), dropped=(hold,), outdated=said)
        return effects.joined(_goes_on(before, after, now))
    if not after.is_deserted:
        return Effects(timers=(Timer(hold.kind, key, after.held_until, after.id),))
    warning = Timer(TimerKind.ALL_AWAY, key, now + holds.DESERTED, after.id)
    offered = frozenset({NoticeKind.SEAT_OFFERED})
    effects = Effects(timers=(warning,), dropped=(hold,), outdated=offered)
    return effects.joined(_standstill(after, "deserted", now, _stopped(before, after)))


def _stopped(before: Match, after: Match) -> Mapping[str, object]:
    """Return whose time was up just now, and who is called: all who are awaited.

    The message that a seat is on offer tells its owner; one who hands it on knows.
    """
    pairs = enumerate(zip(before.chairs, after.chairs, strict=True))
    changed = [(Seat(seat), was, chair) for seat, (was, chair) in pairs if chair.agent is None]
    awaited = [
        chair.player
        for seat, was, chair in changed
        if seat in after.acting and chair.player and chair.is_offered is was.is_offered
    ]
    late = [chair.name for _, was, chair in changed if chair.lapses > was.lapses]
    return {"pings": awaited, "late": late}


def _goes_on(before: Match, after: Match, now: datetime) -> Effects:
    """Tell those who are waited for, but nobody whose own press has just set the match going."""
    pairs = zip(before.chairs, after.chairs, strict=True)
    pressed = {chair.player for was, chair in pairs if was.lapses and not chair.lapses}
    pressed |= {each.player for vote in after.votes for each in vote.ballots if each.at == now}
    asked = (after.chairs[seat] for seat in after.acting)
    people = [each.player for each in asked if each.player and each.mover is None]
    pings = [each for each in people if each not in pressed]
    if not pings:
        # What said that the table stands still, or the vote, says that it goes on.
        return Effects()
    facts = {"pings": pings, "is_turn": True}
    return _standstill(after, "goes-on", before.held_since or now, facts)


def deserted_timer(match: Match, now: datetime) -> Timer:
    """Return what looks whether anything has happened in a match for long."""
    return Timer(TimerKind.ALL_AWAY, str(match.id), now + DESERTED_AFTER, match.id)


def closing_soon(match: Match) -> Effects:
    """Return what a table is told before it is closed since nobody came back."""
    assert match.held_since is not None
    assert match.held_until is not None
    key = str(match.id)
    effects = Effects(timers=(Timer(TimerKind.ALL_AWAY, key, match.held_until, match.id),))
    facts = {"pings": [each.id for each in match.people]}
    return effects.joined(_standstill(match, "closing", match.held_since, facts))


def _standstill(
    match: Match, says: str, since: datetime, facts: Mapping[str, object] | None = None
) -> Effects:
    key = f"{match.id}:{says}:{since.timestamp():.0f}"
    notice = Notice(
        to_channel(match.place),
        NoticeKind.STANDSTILL,
        key,
        match.id,
        facts={"says": says, **(facts or {})},
    )
    return Effects(notices=(notice,))


def _of_offer(before: Match, after: Match, seat: Seat) -> Effects:
    """Tell of a seat that is on offer, or edit what was told when it no longer is.

    A player who hands their own seat on isn't pinged for it.
    """
    was = before.chairs[seat]
    if was.is_offered:
        return Effects(outdated=frozenset({NoticeKind.SEAT_OFFERED}))
    key = f"{after.id}:{seat}:{after.revision}"
    is_late = after.chairs[seat].lapses >= OFFERED_AFTER
    decided = [each.about for each in after.votes if each not in before.votes]
    facts = {
        "seat": seat,
        "player": was.player,
        "name": was.name,
        "own": not is_late and seat not in decided,
    }
    notice = Notice(to_channel(after.place), NoticeKind.SEAT_OFFERED, key, after.id, facts=facts)
    return Effects(notices=(notice,))
