"""All stores of one database, as a list of parts."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.storage.advice.hints import HintStore
from bot.storage.advice.puzzles import PuzzleStore
from bot.storage.advice.reviews import ReviewStore
from bot.storage.database import Database
from bot.storage.handlers import NOTICE_SENT, STILL_HOLDS, TIMER_HANDLERS
from bot.storage.match.matches import MatchStore
from bot.storage.match.plans import PlanStore
from bot.storage.match.snapshots import SnapshotStore
from bot.storage.notices.outbox_store import OutboxStore
from bot.storage.players import PlayerStore
from bot.storage.time.beats import BeatStore
from bot.storage.time.holidays import HolidayStore
from bot.storage.time.timer_store import TimerStore
from bot.storage.together.deals import DealStore
from engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class Stores:
    """What one database keeps of these games; a service is given the stores that it uses."""

    games: Mapping[str, AnyGame]
    matches: MatchStore
    snapshots: SnapshotStore
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


def stores_in(database: Database, games: Mapping[str, AnyGame]) -> Stores:
    """Return the stores of a database; several processes may share it."""
    return Stores(
        games=games,
        matches=MatchStore(database, games),
        snapshots=SnapshotStore(database),
        plans=PlanStore(database),
        deals=DealStore(database),
        hints=HintStore(database),
        reviews=ReviewStore(database),
        puzzles=PuzzleStore(database),
        timers=TimerStore(database, TIMER_HANDLERS),
        beats=BeatStore(database),
        holidays=HolidayStore(database),
        outbox=OutboxStore(database, STILL_HOLDS, NOTICE_SENT),
        players=PlayerStore(database),
    )
