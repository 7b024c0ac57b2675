"""The log of proposals between players: a word, not a contract. It enforces nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NewType

from bot.table.ids import MatchId
from bot.table.match.match import Match, Posted
from engine.agents.heuristics import DealReason
from engine.game import Seat

DealId = NewType("DealId", int)

MOST_OPEN: Final = 5
"""At most how many proposals of one seat may wait for answers."""
LONGEST_WORDS: Final = 200
EAGERNESS: Final = 0.3
"""How often a computer player proposes what it finds worth it."""
TALK: Final = timedelta(minutes=1)
"""How long computer players leave people to deal before they seal what promises are about."""

_UNTOLD: Final = Posted(want=1)


class Reply(StrEnum):
    """The answer of a seat that was asked."""

    WAITED_FOR = "waited_for"
    ACCEPTED = "accepted"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat that was asked says.

    `why` is why a computer player declined; `broken` how many promises the proposer had broken.
    """

    seat: Seat
    reply: Reply = Reply.WAITED_FOR
    why: DealReason | None = None
    broken: int = 0


@dataclass(frozen=True, slots=True)
class DealTerms:
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
    `handed_on` are the seats that other people have taken over since: they promised nothing.
    """

    id: DealId
    match: MatchId
    line: int
    proposer: Seat
    terms: DealTerms
    answers: tuple[Answer, ...]
    is_withdrawn: bool = False
    is_closed: bool = False
    post: Posted = _UNTOLD
    handed_on: frozenset[Seat] = frozenset()

    @property
    def is_open(self) -> bool:
        """Whether any seat may still answer."""
        waited_for = any(each.reply is Reply.WAITED_FOR for each in self.answers)
        return waited_for and not self.is_withdrawn and not self.is_closed

    def of(self, reply: Reply) -> tuple[Seat, ...]:
        """Return the seats that said this."""
        return tuple(each.seat for each in self.answers if each.reply is reply)

    @property
    def promised(self) -> tuple[tuple[Seat, str], ...]:
        """Which seat made which promise: none before a seat has accepted."""
        accepted = self.of(Reply.ACCEPTED)
        theirs = [(seat, self.terms.yours) for seat in accepted]
        every = [(self.proposer, self.terms.mine), *theirs] if accepted else []
        return tuple(each for each in every if each[0] not in self.handed_on)


def talk_is_on(match: Match, *, now: datetime) -> bool:
    """Say whether people may still be dealing: one is yet to choose, and has not had `TALK` for it.

    A match changes when something happens that all can see, not when somebody seals a choice.
    """
    is_awaited = any(match.chairs[seat].mover is None for seat in match.acting)
    return is_awaited and now < match.changed_at + TALK
