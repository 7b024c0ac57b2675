"""Deals at a table: who may propose, answer and withdraw, and what computer players say."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import structlog

from bot.storage.together.deals import DealStore
from bot.table.errors import DealRefused, NotSeated
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch, Match, Status, not_playing
from bot.table.together.deals import (
    EAGERNESS,
    LONGEST_WORDS,
    MOST_OPEN,
    Answer,
    Deal,
    DealId,
    DealTerms,
    Reply,
)
from engine.agents import agent as agent_named
from engine.agents.heuristics import EVEN, Bargain, Bargaining, Character, Promise, heuristics_of
from engine.draws import SealedDraws
from engine.errors import UnknownAgent
from engine.game import Seat
from engine.registry import game

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Negotiation:
    """Lets players propose and answer."""

    def __init__(self, deals: DealStore) -> None:
        self._deals = deals

    async def propose(
        self, loaded: LoadedMatch, by: PlayerId, to: Sequence[Seat], terms: DealTerms, request: str
    ) -> Deal:
        """Store a proposal, with the answers of computer players: they give theirs at once.

        Raises `NotSeated`, `NotPlaying`, `DealRefused` (deal-with-whom, deal-too-many).
        """
        match = loaded.match
        seat = _seated(match, by)
        others = sorted({each for each in to if each != seat and can_give_word(match, each)})
        if not others:
            raise DealRefused("deal-with-whom")
        terms = replace(terms, words=terms.words.strip()[:LONGEST_WORDS])
        before = await self._deals.of(match.id)
        answers = await asyncio.to_thread(_answers, loaded, seat, terms, others, before)
        deal = Deal(DealId(0), match.id, match.line, seat, terms, answers)

        def check(before: Sequence[Deal]) -> None:
            if sum(each.is_open for each in before if each.proposer == seat) >= MOST_OPEN:
                raise DealRefused("deal-too-many", n=MOST_OPEN)

        return await self._deals.add(deal, request, check)

    async def answer(self, match: Match, by: PlayerId, deal: DealId, reply: Reply) -> Deal:
        """Store an answer; a promise stands, but a refusal may still become one.

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
            if not now.is_open or not can_give_word(match, now.proposer):
                raise DealRefused("deal-closed")
            given = Answer(seat, reply)
            answers = tuple(given if each.seat == seat else each for each in now.answers)
            return replace(now, answers=answers)

        return await self._deals.change(deal, answered)

    async def withdraw(self, match: Match, by: PlayerId, deal: DealId) -> Deal:
        """Take back a proposal that no seat has accepted.

        Raises as `answer` does, and deal-accepted.
        """
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

    async def let_agent_propose(self, loaded: LoadedMatch, seat: Seat) -> None:
        """Let the computer player of a seat propose something, if it wants to.

        The player proposes once a chapter at most, even if this is repeated, and nothing if another
        computer player did, or if it sits in the place of a person.
        """
        match = loaded.match
        bargaining = _bargaining(match)
        if bargaining is None or match.chairs[seat].had_person:
            return
        progress, draws = loaded.playing
        seen = game(match.game).observe(progress.state, seat)
        chapter = bargaining.chapter(seen)
        if chapter is None or not bargaining.matters(seen):
            return
        deals = await self._deals.of(match.id)
        has_spoken = any(
            not match.chairs[each.proposer].had_person
            for each in deals
            if each.terms.chapter == chapter
        )
        if has_spoken:
            return
        teaching, taught = loaded.teaching, bargaining.taught
        found: tuple[Seat, Bargain] | None = None
        if teaching is not None and taught is not None:
            offered = await asyncio.to_thread(taught, seen, teaching)
            found = None if offered is None else (teaching.learner, offered)
        elif draws.of_deals(seat, f"propose {chapter}") < EAGERNESS:
            people = [
                Seat(n)
                for n, chair in enumerate(match.chairs)
                if chair.player is not None and chair.mover is None
            ]
            given, character = promises_given(deals, draws), _character(match, seat)
            found = await asyncio.to_thread(bargaining.proposed, seen, people, given, character)
        if found is not None:
            to, (mine, yours) = found
            terms = DealTerms(chapter, mine, yours)
            deal = Deal(DealId(0), match.id, match.line, seat, terms, (Answer(to),))
            request = f"agent-{match.id}-{seat}-{chapter}"
            await self._deals.add(deal, request, lambda _: None)

    async def promises_for(self, loaded: LoadedMatch, seat: Seat) -> tuple[Promise, ...]:
        """Return all promises as the computer player of a seat reckons with them.

        None are returned where promises play no part. In the place of a person it keeps what they
        have promised, whatever that costs.
        """
        match = loaded.match
        bargaining = _bargaining(match)
        if bargaining is None:
            return ()
        progress, draws = loaded.playing
        seen = game(match.game).observe(progress.state, seat)
        if bargaining.chapter(seen) is None or not bargaining.matters(seen):
            return ()
        given = promises_given(await self._deals.of(match.id), draws)
        if not match.chairs[seat].had_person:
            return given
        return tuple(each._replace(resolve=0.0) if each.seat == seat else each for each in given)

    async def promises(self, match: Match, seen: Any) -> tuple[Promise, ...]:
        """Return the promises that matter to a seat that sees this, as everybody could read them.

        They come without `resolve`: nobody knows which promises computer players will keep.
        """
        bargaining = _bargaining(match)
        if bargaining is None or not bargaining.matters(seen):
            return ()
        deals = await self._deals.of(match.id)
        return tuple(
            Promise(*each, chapter=deal.terms.chapter) for deal in deals for each in deal.promised
        )

    async def get(self, deal: DealId, of: MatchId | None = None) -> Deal:
        """Return a deal, of this match if one is named; raise `DealRefused` (deal-unknown)."""
        found = await self._deals.get(deal)
        if of is not None:
            _check_match(found, of)
        return found


def _check_match(deal: Deal, match: MatchId) -> None:
    """Refuse a deal of another match as if there were none: nobody learns of it."""
    if deal.match != match:
        raise DealRefused("deal-unknown", deal=deal.id)


def can_give_word(match: Match, seat: Seat) -> bool:
    """Say whether a person who is still there, or a computer player that deals, has this seat."""
    if seat >= len(match.chairs):
        return False
    chair = match.chairs[seat]
    if chair.agent is None:
        return True
    # A computer player that took the seat of a person who left promises nothing for them.
    return not chair.had_person and _bargaining(match) is not None


def promises_given(deals: Sequence[Deal], draws: SealedDraws) -> tuple[Promise, ...]:
    """Return the promises of a match, each with a computer player's resolve to keep it."""
    return tuple(
        Promise(seat, promise, draws.of_deals(seat, f"keep {deal.id}"), deal.terms.chapter)
        for deal in deals
        for seat, promise in deal.promised
    )


def _answers(
    loaded: LoadedMatch, by: Seat, terms: DealTerms, to: Sequence[Seat], before: Sequence[Deal]
) -> tuple[Answer, ...]:
    """Return the first answers: computer players say yes or no, people nothing yet.

    Computer players answer one after another. Each knows which of them have accepted: what the
    proposer has promised one of them already is worth nothing to the next.
    """
    match, bargaining = loaded.match, _bargaining(loaded.match)
    bargain = Bargain(terms.mine, terms.yours)
    answers = list[Answer]()
    for seat in to:
        if match.chairs[seat].agent is None or bargaining is None:
            answers.append(Answer(seat))
            continue
        progress, draws = loaded.playing
        so_far = Deal(DealId(0), match.id, match.line, by, terms, tuple(answers))
        promises = promises_given([*before, so_far], draws)
        seen: Any = game(match.game).observe(progress.state, seat)
        against = bargaining.objection(seen, by, bargain, promises, _character(match, seat))
        if against is None:
            answers.append(Answer(seat, Reply.ACCEPTED))
        else:
            answers.append(Answer(seat, Reply.DECLINED, against.why, against.broken))
    return tuple(answers)


def _bargaining(match: Match) -> Bargaining[Any, Any] | None:
    """Return what a match's title knows of deals, if it knows something."""
    known = heuristics_of(match.game)
    return None if known is None else known.bargaining


def _character(match: Match, seat: Seat) -> Character:
    try:
        return agent_named(match.chairs[seat].agent or "").character
    except UnknownAgent:
        # Of another version; it is played without one as well.
        return EVEN


def _seated(match: Match, player: PlayerId) -> Seat:
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    return seat
