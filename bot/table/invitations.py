"""Open tables that look for players: what follows as seats are kept, taken and free again."""

from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.table.effects import Effects
from bot.table.match.match import Invitation, Match, Status
from bot.table.notices.notice import Notice, NoticeKind, to_channel
from bot.table.time.timers import Timer, TimerKey, TimerKind

PATIENCE: Final = timedelta(minutes=2)
"""How long a table is open before those are pinged who want to hear of it."""


class GuestAnswer(StrEnum):
    """What became of an invitation. LAPSED: it was too late, taken back, or the table began."""

    NONE = "none"
    SITS = "sits"
    DECLINED = "declined"
    LAPSED = "lapsed"


def seeks_players(match: Match) -> tuple[Timer, ...]:
    """Return what pings people after a table was opened; nothing for a lesson."""
    if match.teaching or match.venue.guild is None:
        return ()
    due_at = match.opened_at + PATIENCE
    return (Timer(TimerKind.SEATS, str(match.id), due_at, match.id),)


def of_lobby(before: Match, after: Match) -> Effects:
    """Return what goes with a change of a table that had not begun."""
    is_open = after.status is Status.LOBBY
    kept = after.invitations if is_open else ()
    is_filled = before.free > 0 and not (is_open and after.free > 0)
    effects = Effects(
        has_new_invitations=before.invitations != kept,
        withdrawn=frozenset({NoticeKind.SEATS} if is_filled else ()),
    )
    for each in before.kept:
        if each not in kept:
            if after.seat_of(each.player) is not None:
                answer = GuestAnswer.SITS
            elif any((it.player, it.at) == (each.player, each.at) for it in kept):
                answer = GuestAnswer.DECLINED
            else:
                answer = GuestAnswer.LAPSED
            gone = TimerKey(TimerKind.INVITATION, _key(after, each))
            notice = _notice(before, each, answer)
            effects = effects.joined(Effects(dropped=(gone,), notices=(notice,)))
    for each in kept:
        if not each.is_declined and each not in before.invitations:
            key = _key(after, each)
            timer = Timer(TimerKind.INVITATION, key, each.until, after.id, player=each.player)
            notice = _notice(after, each, GuestAnswer.NONE)
            effects = effects.joined(Effects(timers=(timer,), notices=(notice,)))
    return effects


def _key(match: Match, kept: Invitation) -> str:
    return f"{match.id}:{kept.player}"


def _notice(match: Match, kept: Invitation, answer: GuestAnswer) -> Notice:
    by = next((each.name for each in match.people if each.id == kept.by), match.host_name)
    facts = {
        "answer": answer.value,
        "player": kept.player,
        "names": {str(kept.player): kept.name},
        "by": by,
        "by_id": kept.by,
        "until": int(kept.until.timestamp()),
    }
    # Who declined may be invited again, by another message.
    key = f"{_key(match, kept)}:{kept.at.timestamp():.0f}"
    target = to_channel(match.venue.channel)
    return Notice(target, NoticeKind.INVITATION, key, match.id, facts=facts)
