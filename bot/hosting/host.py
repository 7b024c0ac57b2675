"""The services that run matches, and what each is made of. No Discord here and no SQL."""

from collections.abc import Awaitable, Callable, Mapping

from bot.hosting.advice.hints import HintGiver
from bot.hosting.advice.puzzles import Puzzles
from bot.hosting.advice.reviews import Reviews
from bot.hosting.computer_players import ComputerPlayers
from bot.hosting.match.lobbies import Lobbies
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.pages import PageWishes
from bot.hosting.match.plans import Plans
from bot.hosting.match.tables import Tables
from bot.hosting.match.takebacks import TakeBacks
from bot.hosting.match.telling import Telling
from bot.hosting.match.turns import Turns
from bot.hosting.match.updates import USUAL, EditPauses, Rhythm
from bot.hosting.match.venues import Venues
from bot.hosting.moves import Moves
from bot.hosting.notices.news import News
from bot.hosting.notices.outbox_worker import Outbox
from bot.hosting.people.erasing import Erasing
from bot.hosting.people.moderation import Moderation
from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.breakers import Breakers, PatientMessenger
from bot.hosting.processes.limits import Limits
from bot.hosting.processes.scheduler import Scheduler
from bot.hosting.time.timer_worker import Timers
from bot.hosting.together.agreements import Agreements
from bot.hosting.together.negotiation import Negotiation
from bot.storage.stores import Stores
from bot.table.ids import MatchId
from bot.table.processes.concurrency import Locks
from bot.table.processes.shares import ALONE, SHARED, Leases, Ownership
from bot.table.time.timers import TimerKind
from bot.table.world import Clock, Entropy, Messenger, Thinkers, ThinksAtOnce


class Host:
    """The services of one process, each a part that commands, buttons and the clock call.

    What changes a match stores it before anybody is told.
    """

    def __init__(
        self,
        stores: Stores,
        messenger: Messenger,
        clock: Clock,
        entropy: Entropy,
        ownership: Ownership = SHARED,
        rhythm: Rhythm = USUAL,
        thinkers: Thinkers | None = None,
        leases: Leases = ALONE,
    ) -> None:
        matches, games = stores.matches, stores.games
        thinkers = thinkers or ThinksAtOnce()
        locks, backoff, breakers = Locks[MatchId](), Backoff[MatchId](clock), Breakers(clock)
        patient, edits = PatientMessenger(messenger, breakers), EditPauses(clock, rhythm.edits)
        self.limits = Limits(clock)

        # Matches in memory, and what is worked out of them beside the game.
        cache = self.cache = MatchCache(matches, games, ownership, clock)
        talks = self.negotiation = Negotiation(stores.deals)
        self.hints = HintGiver(stores.hints, cache, games, thinkers, clock, talks)
        self.puzzles = Puzzles(stores.puzzles, thinkers, clock, leases)
        self.reviews = Reviews(stores.reviews, cache, games, thinkers, clock, leases, stores.deals)

        # What changes a match and stores it.
        is_reviewed = self.reviews.begins_by_itself
        turns = self.turns = Turns(matches, cache, games, clock, locks, is_reviewed)
        tables = self.tables = Tables(matches, cache, turns, clock, entropy, locks)
        take_backs = self.take_backs = TakeBacks(matches, cache, turns, tables, clock)
        plans = self.plans = Plans(stores.plans, cache, turns, take_backs, games, clock)

        # What tells of it.
        telling = self.telling = Telling(
            matches, cache, tables, patient, backoff, edits, ownership, clock
        )
        tell, tell_anew = telling.tell, telling.tell_restored
        self.outbox = Outbox(stores.outbox, patient, tell, cache.about, clock, leases, tell_anew)
        tables.wake_outbox = self.outbox.wake

        # What does both.
        self.lobbies = Lobbies(matches, cache, tables, telling, clock, games)
        self.venues = Venues(matches, tables, telling)
        self.news = News(matches, tables, telling, clock)
        self.pages = PageWishes(stores.pages, cache, telling)
        self.agreements = Agreements(matches, stores.holidays, cache, tables, telling, clock, games)
        self.moderation = Moderation(matches, stores.moderation, cache, tables, telling, clock)
        computer_players = ComputerPlayers(cache, turns, talks, thinkers, games, clock)
        self.erasing = Erasing(stores, cache, tables, patient, clock)
        self.moves = Moves(cache, tables, turns, plans, computer_players, telling, rhythm)

        # What time asks for.
        pending, advance = matches.find_pending, self.moves.advance
        self.scheduler = Scheduler(
            pending, advance, backoff, clock, leases=leases, breakers=breakers
        )
        handlers = {
            TimerKind.TIME_UP: self.agreements.time_up,
            TimerKind.VOTE: self.agreements.lapse_vote,
            TimerKind.HOLD: self.agreements.end_hold,
            TimerKind.ALL_AWAY: self.agreements.all_away,
            TimerKind.AWAY: self.agreements.away,
            TimerKind.RETURN: self.agreements.returned,
            TimerKind.DIGEST: self.news.digest,
            TimerKind.ERASE: self.erasing.resume,
            TimerKind.REDRAW: self.erasing.redraw,
            TimerKind.INVITATION: self.lobbies.lapse_invitation,
        }
        self.timers = Timers(stores.timers, handlers, clock, leases)

    @property
    def looks(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """What is to be called again and again, so that what time asks for is done."""
        return {
            "tick": self.scheduler.look,
            "timers": self.timers.look,
            "outbox": self.outbox.look,
            "puzzles": self.puzzles.look,
            "reviews": self.reviews.look,
        }

    async def tick(self) -> None:
        """Do what time asks for now, and come back when it is done or given up.

        A match in trouble doesn't keep the others waiting: it is logged and left alone for a
        while.
        """
        await self.timers.tick()
        await self.scheduler.tick()
        await self.outbox.tick()
