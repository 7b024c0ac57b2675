"""The log of proposals between players: a word, not a contract. It enforces nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NewType, Protocol

from bot.hosting.errors import DealRefused, NotPlaying, NotSeated
from bot.hosting.ids import MatchId, PlayerId
from bot.hosting.match import Match, Posted, Status
from bot.hosting.reminders import Unpinged
from engine.game import Seat

DealId = NewType("DealId", int)

MOST_OPEN: Final = 5
"""So many proposals of one seat may wait for answers."""
LONGEST_WORDS: Final = 200


_UNTOLD: Final = Posted(want=1)


class Reply(StrEnum):
    """What somebody who was asked says."""

    WAITED_FOR = "waited_for"
    ACCEPTED = "accepted"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat that was asked says."""

    seat: Seat
    reply: Reply = Reply.WAITED_FOR


@dataclass(frozen=True, slots=True)
class Terms:
    """What is proposed: keys of promises that the title's panel knows, and the proposer's words.

    `chapter` is the part of the match that the promises are about, as the panel names it.
    """

    chapter: str
    mine: str
    yours: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A proposal and what became of it.

    `post` is what the channel knows of it: every change is one thing more to tell. `is_closed`:
    nothing will change any more, since the chapter is over or the proposal was withdrawn.
    """

    id: DealId
    match: MatchId
    line: int
    proposer: Seat
    terms: Terms
    answers: tuple[Answer, ...]
    is_withdrawn: bool = False
    is_closed: bool = False
    post: Posted = _UNTOLD

    @property
    def is_open(self) -> bool:
        """Whether somebody may still answer."""
        waited_for = any(each.reply is Reply.WAITED_FOR for each in self.answers)
        return waited_for and not self.is_withdrawn and not self.is_closed

    def of(self, reply: Reply) -> tuple[Seat, ...]:
        """Return the seats that said this."""
        return tuple(each.seat for each in self.answers if each.reply is reply)

    @property
    def promised(self) -> tuple[tuple[Seat, str], ...]:
        """Who gave which word: nobody before somebody accepted."""
        accepted = self.of(Reply.ACCEPTED)
        theirs = tuple((seat, self.terms.yours) for seat in accepted)
        return ((self.proposer, self.terms.mine), *theirs) if accepted else ()


class Deals(Protocol):
    """Stores deals. Every method is one transaction."""

    async def add(self, deal: Deal, request: str, check: Callable[[Sequence[Deal]], None]) -> Deal:
        """Store a new deal and return it with its id; a repeated `request` returns the first.

        `check` gets those that the match has; what it raises changes nothing.
        """

    async def get(self, deal: DealId) -> Deal:
        """Return a deal; raise `DealRefused` if there is none."""

    async def of(self, match: MatchId) -> Sequence[Deal]:
        """Return the deals of a match, oldest first."""

    async def change(self, deal: DealId, change: Callable[[Deal], Deal]) -> Deal:
        """Store what `change` makes of a deal as it is now; what it raises changes nothing."""

    async def posted(self, deal: DealId, post: Posted) -> bool:
        """Store what the channel was told of a deal; False if somebody else was faster."""


class Negotiation:
    """Lets players propose and answer."""

    def __init__(self, deals: Deals) -> None:
        self._deals = deals

    async def propose(
        self, match: Match, by: PlayerId, to: Sequence[Seat], terms: Terms, request: str
    ) -> Deal:
        """Store a proposal.

        Raises `NotSeated`, `NotPlaying`, `DealRefused` (deal-with-whom, deal-too-many).
        """
        seat = _seated(match, by)
        others = sorted({each for each in to if each != seat and _is_person(match, each)})
        if not others:
            raise DealRefused("deal-with-whom")
        terms = replace(terms, words=terms.words.strip()[:LONGEST_WORDS])
        answers = tuple(map(Answer, others))
        deal = Deal(DealId(0), match.id, match.line, seat, terms, answers)

        def check(before: Sequence[Deal]) -> None:
            if sum(each.is_open for each in before if each.proposer == seat) >= MOST_OPEN:
                raise DealRefused("deal-too-many", n=MOST_OPEN)

        return await self._deals.add(deal, request, check)

    async def answer(self, match: Match, by: PlayerId, deal: DealId, reply: Reply) -> Deal:
        """Store an answer; a word given stands, a refusal may still become one.

        Raises `NotSeated`, `NotPlaying`, `DealRefused` (deal-not-asked, deal-word-given, …).
        """
        seat = _seated(match, by)

        def answered(now: Deal) -> Deal:
            _check_match(now, match.id)
            if seat not in (each.seat for each in now.answers):
                raise DealRefused("deal-not-asked")
            if seat in now.of(reply):
                return now
            if seat in now.of(Reply.ACCEPTED):
                raise DealRefused("deal-word-given")
            if not now.is_open or not _is_person(match, now.proposer):
                raise DealRefused("deal-closed")
            given = Answer(seat, reply)
            answers = tuple(given if each.seat == seat else each for each in now.answers)
            return replace(now, answers=answers)

        return await self._deals.change(deal, answered)

    async def withdraw(self, match: Match, by: PlayerId, deal: DealId) -> Deal:
        """Take a proposal back that nobody accepted. Raises as `answer` does, and deal-accepted."""
        seat = _seated(match, by)

        def withdrawn(now: Deal) -> Deal:
            _check_match(now, match.id)
            if now.proposer != seat:
                raise DealRefused("deal-not-yours")
            if now.of(Reply.ACCEPTED):
                raise DealRefused("deal-accepted")
            if not now.is_open:
                raise DealRefused("deal-closed")
            return replace(now, is_withdrawn=True)

        return await self._deals.change(deal, withdrawn)

    async def of(self, match: MatchId) -> Sequence[Deal]:
        """Return the deals of a match, oldest first."""
        return await self._deals.of(match)

    async def get(self, deal: DealId, of: MatchId | None = None) -> Deal:
        """Return a deal, of this match if one is named; raise `DealRefused` (deal-unknown)."""
        found = await self._deals.get(deal)
        if of is not None:
            _check_match(found, of)
        return found

    async def posted(
        self, shown: Deal, message: int | None, unpinged: tuple[Unpinged, ...] = ()
    ) -> None:
        """Store that a message shows a deal as it was here; it may have changed again since.

        Whom it left alone is pinged later, if they are still asked by then.
        """
        await self._deals.posted(shown.id, shown.post.done(message=message, unpinged=unpinged))

    async def closed(self, deal: DealId) -> Deal:
        """Store that nothing about a deal will change any more."""
        return await self._deals.change(deal, lambda now: replace(now, is_closed=True))


def _check_match(deal: Deal, match: MatchId) -> None:
    """Refuse a deal of another match as if there were none: nobody learns of it."""
    if deal.match != match:
        raise DealRefused("deal-unknown", deal=deal.id)


def _is_person(match: Match, seat: Seat) -> bool:
    """Say whether somebody moves for this seat who can give a word."""
    return seat < len(match.chairs) and match.chairs[seat].agent is None


def _seated(match: Match, player: PlayerId) -> Seat:
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    if match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", match=match.id, status=match.status)
    return seat
