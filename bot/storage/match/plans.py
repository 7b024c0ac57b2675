"""Moves planned ahead, as rows: they belong to their owner, and no revision counts them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.rows import READS_DIRECT
from bot.storage.schema import matches, plans, players, seats
from bot.table.errors import NotSeated, Stale
from bot.table.ids import MatchId, PlayerId
from bot.table.match import plans as rules
from bot.table.match.match import Match, Status
from bot.table.match.plans import KeptPlan, UsedPlan, WhyDropped
from bot.table.notices.notice import Delivered, Notice, NoticeKind, QueuedNotice, to_player
from engine.game import Seat
from engine.record import Entry

_COLUMNS: Final = (
    plans.c.seat,
    plans.c.player,
    plans.c.line,
    plans.c.body,
    plans.c.stands,
    plans.c.due,
    plans.c.why,
)
_OF: Final = select(*_COLUMNS).where(plans.c.match_id == bindparam("of"))
_OF_PLAYER: Final = _OF.where(plans.c.player == bindparam("who"))
_DUE: Final = select(*_COLUMNS).where(plans.c.match_id == bindparam("of"), plans.c.due)
_HERE: Final = (plans.c.match_id == bindparam("of"), plans.c.seat == bindparam("where"))
_AS_IT_WAS: Final = (*_HERE, plans.c.body == bindparam("before"))
_DROP: Final = delete(plans).where(*_HERE)
_USE_UP: Final = delete(plans).where(*_AS_IT_WAS)
_LEAVE: Final = update(plans).where(*_AS_IT_WAS).values(body=bindparam("left"))
_ASK: Final = update(plans).where(*_HERE).values(due=bindparam("now"))
_SET_ASIDE: Final = update(plans).where(*_AS_IT_WAS).values(due=False)
_TELL: Final = update(plans).where(*_AS_IT_WAS).values(due=False, why=bindparam("reason"))
_THEIRS: Final = (
    plans.c.match_id == bindparam("of"),
    plans.c.player == bindparam("who"),
    plans.c.why.is_not(None),
)
_UNTOLD: Final = select(plans.c.seat).where(*_THEIRS)
_FORGET: Final = delete(plans).where(*_THEIRS)


class PlanStore:
    """Keeps plans in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def plan(self, match_id: MatchId, player: PlayerId) -> KeptPlan | None:
        """Return what a person has planned in a match."""
        row = await self._database.row(_OF_PLAYER, {"of": match_id, "who": player})
        return None if row is None else _plan_of(row)

    async def keep_plan(self, match_id: MatchId, plan: KeptPlan) -> None:
        """Store a plan in place of the one that there was; raise `NotSeated`."""

        def keep(connection: Connection) -> None:
            # A transaction that stores a move meanwhile waits, and then finds the plan.
            one = matches.c.id == match_id
            found = connection.execute(
                select(matches.c.acting, matches.c.status, matches.c.held_until)
                .where(one)
                .with_for_update()
            ).one()
            seated = select(seats.c.player).where(
                seats.c.match_id == match_id, seats.c.seat == plan.seat, seats.c.agent.is_(None)
            )
            if connection.execute(seated).scalar_one_or_none() != plan.player:
                raise NotSeated("not-seated", match=match_id)
            is_due = found.status == Status.PLAYING and found.acting == 1 << plan.seat
            is_due = is_due and found.held_until is None
            connection.execute(_DROP, {"of": match_id, "where": plan.seat})
            values = {**plan._asdict(), "match_id": match_id, "due": is_due}
            connection.execute(insert(plans), values)

        await self._database.write(keep)

    async def drop_plan(self, match_id: MatchId, player: PlayerId) -> None:
        """Delete a person's plan, if there is one."""
        theirs = delete(plans).where(plans.c.match_id == match_id, plans.c.player == player)
        await self._database.execute(theirs)

    async def due_plan(self, match_id: MatchId) -> KeptPlan | None:
        """Return the plan of the seat that alone is awaited, unless it was judged already."""
        row = await self._database.row(_DUE, {"of": match_id})
        return None if row is None else _plan_of(row)

    async def set_aside(self, match_id: MatchId, plan: KeptPlan) -> None:
        """Store that a plan waits for another decision of its owner."""
        here = {"of": match_id, "where": plan.seat, "before": plan.body}
        await self._database.execute(_SET_ASIDE, here)

    async def store_failed(self, match_id: MatchId, plan: KeptPlan) -> None:
        """Store that a plan could not be played, as its owner is to hear."""
        await self._database.write(_dropped, match_id, plan, WhyDropped.IMPOSSIBLE)


def _dropped(connection: Connection, match_id: MatchId, plan: KeptPlan, why: WhyDropped) -> None:
    """Let the owner of a plan hear that it was dropped: directly, or at their next press."""
    values = {"of": match_id, "where": plan.seat, "before": plan.body, "reason": why.value}
    wish = select(READS_DIRECT).where(players.c.id == plan.player)
    if connection.execute(_TELL, values).rowcount and connection.execute(wish).scalar():
        facts = {"why": why.value, "seat": plan.seat, "plan": plan.body}
        key = f"{match_id}-{plan.seat}-{plan.line}"
        target = to_player(plan.player)
        notice = Notice(target, NoticeKind.PLAN_DROPPED, key, match_id, facts=facts)
        outbox.put(connection, notice)


def is_untold(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Say whether a player still has to hear that their plan was dropped."""
    del now
    return connection.execute(_UNTOLD, _told_to(queued)).one_or_none() is not None


def told(connection: Connection, queued: QueuedNotice, delivered: Delivered, now: datetime) -> None:
    """Forget a plan of which its owner has heard that it was dropped."""
    del delivered, now
    connection.execute(_FORGET, _told_to(queued))


def _told_to(queued: QueuedNotice) -> dict[str, Any]:
    notice = queued.notice
    return {"of": notice.match, "who": int(notice.target.removeprefix("dm:"))}


def follow(
    connection: Connection,
    match: Match,
    lines: Sequence[Entry[Any]] = (),
    used: UsedPlan | None = None,
    by: Seat | None = None,
) -> bool:
    """Let the plans of a match follow what is stored of it; say whether one is due by that.

    The one that was `used` is used up, or left as it says; if it isn't what it was by now, raises
    `Stale`. `by` is the seat whose owner took lines back, or offered it to others.
    """
    if used is not None:
        values = {"of": match.id, "where": used.seat, "before": used.body, "left": used.left}
        if connection.execute(_USE_UP if used.left is None else _LEAVE, values).rowcount != 1:
            raise Stale("stale", match=match.id)
    kept = {each.seat: each for each in map(_plan_of, connection.execute(_OF, {"of": match.id}))}
    is_any_due = False
    for seat, fate in rules.followed(kept.values(), match, lines, used, by).items():
        here = {"of": match.id, "where": seat}
        match fate:
            case None:
                connection.execute(_DROP, here)
            case WhyDropped():
                if kept[seat].why is None:
                    _dropped(connection, match.id, kept[seat], fate)
            case is_due:
                is_any_due |= is_due
                if kept[seat].due != is_due:
                    connection.execute(_ASK, {**here, "now": is_due})
    return is_any_due


def _plan_of(row: Any) -> KeptPlan:
    why = None if row.why is None else WhyDropped(row.why)
    return KeptPlan(
        Seat(row.seat), PlayerId(row.player), row.line, row.body, row.stands, row.due, why
    )
