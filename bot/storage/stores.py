"""All stores of one database, as a list of parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.storage.advice.hints import HintStore
from bot.storage.advice.puzzles import PuzzleStore
from bot.storage.advice.reviews import ReviewStore
from bot.storage.database import Database
from bot.storage.housekeeping import keep_house
from bot.storage.match import plans
from bot.storage.match.matches import MatchStore
from bot.storage.match.plans import PlanStore
from bot.storage.notices.outbox_store import NoticeQuestions, OutboxStore
from bot.storage.page.pages import PageStore
from bot.storage.people import follows, opponents, seated, servers, wishes
from bot.storage.people.blocks import BlockStore
from bot.storage.people.erasing import ErasureStore
from bot.storage.people.fingerprints import Fingerprints
from bot.storage.people.follows import FollowStore
from bot.storage.people.moderation import ModerationStore
from bot.storage.people.opponents import OpponentStore
from bot.storage.people.own_data import OwnDataStore
from bot.storage.people.servers import ServerStore
from bot.storage.people.statistics import StatisticsStore
from bot.storage.people.wishes import WishStore
from bot.storage.players import PlayerStore
from bot.storage.processes.rivals import RivalStore
from bot.storage.time import absences, attendance, holidays, mentions, reminders, turns
from bot.storage.time.beats import BeatStore
from bot.storage.time.holidays import HolidayStore
from bot.storage.time.timer_store import TimerHandler, TimerStore
from bot.storage.together.deals import DealStore
from bot.table.notices.notice import NoticeKind
from bot.table.time.timers import TimerKind
from engine.game import AnyGame

TIMER_HANDLERS: Final[Mapping[TimerKind, TimerHandler]] = MappingProxyType(
    {
        TimerKind.FOLLOW: follows.tell_daily,
        TimerKind.HOUSEKEEPING: keep_house,
        TimerKind.SERVER_GONE: servers.erase,
        TimerKind.HOLIDAY: holidays.turn,
        TimerKind.MENTION: mentions.mention,
        TimerKind.OPPONENT: opponents.look_again,
        TimerKind.REMINDER: reminders.remind,
        TimerKind.SEATS: wishes.seek_players,
        TimerKind.TURN: turns.come,
    }
)
"""What does the timers that are done within the database: the others are hosting's."""

NOTICE_QUESTIONS: Final[Mapping[NoticeKind, NoticeQuestions]] = MappingProxyType(
    {
        NoticeKind.BLOCKED: NoticeQuestions(still_holds=seated.still_warns),
        NoticeKind.MENTION: NoticeQuestions(facts=mentions.facts_of),
        NoticeKind.NUDGE: NoticeQuestions(still_holds=reminders.still_sends),
        NoticeKind.PLAN_DROPPED: NoticeQuestions(still_holds=plans.is_untold, sent=plans.told),
        NoticeKind.REMINDER: NoticeQuestions(
            still_holds=reminders.still_sends,
            left_of=reminders.left_of,
            unsent=reminders.unsent,
        ),
        NoticeKind.INVITATION: NoticeQuestions(facts=wishes.is_unwanted),
        NoticeKind.SEATS: NoticeQuestions(facts=wishes.seekers_of, sent=wishes.were_pinged),
        NoticeKind.WISH: NoticeQuestions(still_holds=reminders.still_sends),
        NoticeKind.LEFT: NoticeQuestions(still_holds=absences.still_have_left),
        NoticeKind.NEXT_UP: NoticeQuestions(still_holds=turns.is_next),
        NoticeKind.TURN: NoticeQuestions(still_holds=turns.may_be_asked, sent=turns.asked),
        NoticeKind.AUTO_HOLIDAY: NoticeQuestions(still_holds=attendance.may_be_told),
        NoticeKind.TIME_UP: NoticeQuestions(still_holds=attendance.may_be_told),
    }
)
"""What is asked about notices as they are handed out; others hold whatever has happened since."""


@dataclass(frozen=True, slots=True)
class Stores:
    """What one database keeps of these games; a service is given the stores that it uses."""

    games: Mapping[str, AnyGame]
    matches: MatchStore
    plans: PlanStore
    deals: DealStore
    hints: HintStore
    reviews: ReviewStore
    puzzles: PuzzleStore
    timers: TimerStore
    beats: BeatStore
    holidays: HolidayStore
    outbox: OutboxStore
    players: PlayerStore
    rivals: RivalStore
    statistics: StatisticsStore
    blocks: BlockStore
    opponents: OpponentStore
    moderation: ModerationStore
    servers: ServerStore
    own_data: OwnDataStore
    erasing: ErasureStore
    follows: FollowStore
    wishes: WishStore
    pages: PageStore


def stores_in(
    database: Database, games: Mapping[str, AnyGame], fingerprints: Fingerprints | None = None
) -> Stores:
    """Return the stores of a database; several processes may share it.

    `fingerprints` are those of people who were erased; None: nobody needs them after this process.
    """
    erasing = ErasureStore(database, fingerprints or Fingerprints(None))
    return Stores(
        games=games,
        matches=MatchStore(database, games, erasing.fingerprint_of),
        plans=PlanStore(database),
        deals=DealStore(database),
        hints=HintStore(database),
        reviews=ReviewStore(database),
        puzzles=PuzzleStore(database),
        timers=TimerStore(database, TIMER_HANDLERS),
        beats=BeatStore(database),
        holidays=HolidayStore(database),
        outbox=OutboxStore(database, NOTICE_QUESTIONS),
        rivals=RivalStore(database),
        players=PlayerStore(database),
        statistics=StatisticsStore(database),
        blocks=BlockStore(database),
        opponents=OpponentStore(database, erasing.fingerprint_of),
        moderation=ModerationStore(database, erasing.fingerprint_of),
        servers=ServerStore(database),
        own_data=OwnDataStore(database),
        erasing=erasing,
        follows=FollowStore(database),
        wishes=WishStore(database),
        pages=PageStore(database),
    )
