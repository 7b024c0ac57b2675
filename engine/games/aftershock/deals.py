"""Promises about marks: which are worth giving, and how one is kept (rules 3).

A promise is the key of a space to mark, or that key after `NOT` for a space to leave alone. It
binds nobody: computer players judge it by what it changes of who marks what.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.agents.heuristics import EVEN, Bargain, Bargaining, Character, Promise
from engine.game import Seat
from engine.games.aftershock.actions import Action, Influence, Mark
from engine.games.aftershock.evaluation import Marking, gained, marking, profit, spaces
from engine.games.aftershock.state import Observation

NOT: Final = "-"
"""Before the key of a space: not to mark it."""
TRUST: Final = 0.85
"""How likely others keep their word."""
WORTHWHILE: Final = 0.4
"""The least number of points that a deal must bring a seat so that a computer player agrees."""
CHEAP: Final = 0.3
"""The most points that a promise may cost and is still always kept."""


def chapter(observation: Observation) -> str | None:
    """Return the round whose marks a word given now is about; None when there are no more."""
    return None if observation.outcome is not None else str(observation.round)


def matters(observation: Observation) -> bool:
    """Say whether deals matter in this phase: seats may propose, or marks may break a promise."""
    return observation.phase in ("plan", "build", "mark")


class _Outlook(NamedTuple):
    """The marks that are best for a seat under some promises, and what all spaces then bring it."""

    marks: frozenset[str]
    points: float


def is_kept(observation: Observation, of_round: str, seat: Seat, promise: str) -> bool | None:
    """Return whether a seat kept its word, from its marks of that round; None before they open."""
    for each in observation.scorings:
        if str(each.round) == of_round:
            marks = each.marks[seat]
            is_marked = promise.removeprefix(NOT) in {*marks.score, *marks.influence}
            return is_marked is not promise.startswith(NOT)
    return None


def _guessed(observation: Observation, promises: Sequence[Promise]) -> Marking:
    """Return how likely everybody marks what, given their promises."""
    chances = [list(of_space) for of_space in marking(observation).chances]
    for seat, promise, _ in promises:
        place = observation.board.index[promise.removeprefix(NOT)]
        chance = chances[place][seat]
        chances[place][seat] = (
            chance * (1 - TRUST) if promise.startswith(NOT) else max(chance, TRUST)
        )
    return Marking(tuple(map(tuple, chances)))


def _outlook(
    observation: Observation, me: Seat, promises: Sequence[Promise], character: Character
) -> _Outlook | None:
    """Return what a seat may expect that keeps its promises; None if it can't keep them all."""
    own = [promise.key for promise in promises if promise.seat == me]
    banned = {promise.removeprefix(NOT) for promise in own if promise.startswith(NOT)}
    marks = set(own) - {NOT + key for key in banned}
    wanted = observation.score_markers
    if (
        marks & banned
        or len(marks) > wanted
        or len(observation.board.spaces) - len(banned) < wanted
    ):
        return None
    guess = _guessed(observation, [promise for promise in promises if promise.seat != me])
    points, gains = 0.0, dict[str, float]()
    for place, space in enumerate(spaces(observation)):
        printed = observation.board.spaces[place]
        others = guess.others(place, me)
        won = profit(space, me, character.rivalry)
        points += (1 - sum(others[: printed.markers_needed])) * won
        gains[printed.key] = gained(space, others, 0) * won
    free = sorted((key for key in gains if key not in marks | banned), key=lambda key: -gains[key])
    marks.update(free[: wanted - len(marks)])
    return _Outlook(frozenset(marks), points + sum(gains[key] for key in marks))


def _improvement(
    observation: Observation,
    me: Seat,
    before: Sequence[Promise],
    more: Sequence[Promise],
    character: Character,
) -> float:
    """Return how many points more a seat may expect after these promises; far below 0: it can't."""
    now = _outlook(observation, me, before, character)
    then = _outlook(observation, me, (*before, *more), character)
    return then.points - now.points if now is not None and then is not None else -100.0


def accepts(
    observation: Observation,
    proposer: Seat,
    bargain: Bargain,
    promises: Sequence[Promise],
    character: Character = EVEN,
) -> bool:
    """Say whether the viewer accepts what `proposer` proposes, besides the promises given so far.

    Only what is public counts, so that no answer tells of what lies sealed; once it marks, the
    viewer accepts nothing.
    """
    me = Seat(int(observation.viewer))
    if observation.phase == "mark" and (observation.ready[me] or observation.draft):
        return False
    more = (Promise(proposer, bargain.mine), Promise(me, bargain.yours))
    return _improvement(observation, me, promises, more, character) >= WORTHWHILE


def proposed(
    observation: Observation,
    to: Sequence[Seat],
    promises: Sequence[Promise],
    character: Character = EVEN,
) -> tuple[Seat, Bargain] | None:
    """Return what the viewer may propose to one of these seats, so that both gain; best for it.

    None: there is no such deal, or it is not the time: it proposes once meeples stand on the map,
    and early enough for an answer.
    """
    if observation.phase not in ("plan", "build"):
        return None
    me = Seat(int(observation.viewer))

    def worth() -> Iterator[tuple[float, Seat, Bargain]]:
        keys = [space.key for space in observation.board.spaces]
        for seat in to:
            for yours in keys:
                for mine in keys:
                    more = (Promise(me, mine), Promise(seat, yours))
                    theirs = _improvement(observation, seat, promises, more, EVEN)
                    if theirs >= WORTHWHILE:
                        own = _improvement(observation, me, promises, more, character)
                        yield own, seat, Bargain(mine, yours)

    best = max(worth(), key=lambda each: each[0], default=None)
    return best[1:] if best is not None and best[0] >= WORTHWHILE else None


def kept(
    observation: Observation,
    legal: Sequence[Action],
    promises: Sequence[Promise],
    character: Character,
) -> Sequence[Action]:
    """Return those actions by which the viewer keeps its promises, and what others promised pays.

    All of them where nothing was promised about, or where no promise can be kept any more. A
    promise that costs much is kept if the character's `faith` is above its `resolve`.
    """
    if observation.phase != "mark":
        return legal
    me = Seat(int(observation.viewer))
    given = [promise for promise in promises if promise.seat != me]
    for promise in (promise for promise in promises if promise.seat == me):
        cost = -_improvement(observation, me, given, (promise,), character)
        if cost <= CHEAP or (cost < 100.0 and promise.resolve < character.faith):
            given.append(promise)
    best = _outlook(observation, me, given, character)
    if best is None:
        return legal
    named = {promise.key for promise in given}
    wanted = {key for key in best.marks if key in named}
    avoided = {promise.key.removeprefix(NOT) for promise in given if promise.seat == me}
    avoided -= {promise.key for promise in given if promise.seat == me}
    fitting = [each for each in legal if leaves_room(observation, each, wanted, avoided)]
    return fitting or legal


def leaves_room(
    observation: Observation, action: Action, wanted: set[str], avoided: set[str]
) -> bool:
    """Say whether a marker leaves room for the wanted spaces and stays away from the others."""
    draft, board = observation.draft or (), observation.board
    if isinstance(action, Influence):
        return action.space not in avoided
    if not isinstance(action, Mark) or action.space in avoided:
        return False
    missing = [key for key in wanted if key not in draft]
    place = board.index[action.space]
    left = observation.score_markers - len(draft) - 1
    # Spaces are marked in board order; one that was passed by is lost anyhow.
    reachable = [key for key in missing if not draft or board.index[key] > board.index[draft[-1]]]
    rest = [key for key in reachable if key != action.space]
    free = [
        space.key for n, space in enumerate(board.spaces) if n > place and space.key not in avoided
    ]
    return all(board.index[key] > place for key in rest) and len(rest) <= left <= len(free)


BARGAINING: Final[Bargaining[Action, Observation]] = Bargaining(
    chapter, matters, accepts, proposed, kept, is_kept
)
