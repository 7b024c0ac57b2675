"""Promises about marks: which are worth giving, and how one is kept (rules 3).

A promise is the key of a space to mark, or that key after `NOT` for a space to leave alone. It
binds nobody: computer players judge it by what it changes of who marks what.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.agents.heuristics import (
    EVEN,
    Bargain,
    Bargaining,
    Character,
    DealReason,
    Objection,
    Promise,
)
from engine.agents.trust import AT_LAST, FAIR, SURE, UNKNOWN, Verdicts, trust
from engine.game import Seat
from engine.games.aftershock.actions import Action, Influence, Mark
from engine.games.aftershock.evaluation import Marking, gained, marking, profit, rounds_left, spaces
from engine.games.aftershock.state import Observation

NOT: Final = "-"
"""Before the key of a space: not to mark it."""
WORTHWHILE: Final = 0.4
"""The least number of points that a deal must bring a seat so that a computer player agrees."""
CHEAP: Final = 0.3
"""The most points that a promise may cost and is still always kept."""
IMPOSSIBLE: Final = -100.0
"""In place of points: a seat can't keep all that it would have promised."""


def chapter(observation: Observation) -> str | None:
    """Return the round whose marks a word given now is about; None when there are no more."""
    return None if observation.outcome is not None else str(observation.round)


def matters(observation: Observation) -> bool:
    """Say whether deals matter in this phase: seats may propose, or marks may break a promise."""
    return observation.phase in ("plan", "build", "mark")


def decides(observation: Observation) -> bool:
    """Say whether seats mark now, by which they keep or break their promises."""
    return observation.phase == "mark"


class Given(NamedTuple):
    """The promises about the marks of this round, and how far the word of each seat is believed.

    `trust`: how likely it keeps a promise that costs it something; `fair`: one that it gains by
    keeping.
    """

    promises: tuple[Promise, ...]
    trust: tuple[float, ...]
    fair: tuple[float, ...]


def given(observation: Observation, promises: Sequence[Promise], character: Character) -> Given:
    """Return those of all promises that are about this round, as a character sees them."""
    now = str(observation.round)
    present = tuple(each for each in promises if each.chapter in ("", now))
    most, trusted, fair = 1.0 if rounds_left(observation) else AT_LAST, list[float](), list[float]()
    for seat in map(Seat, range(observation.seats)):
        likely = trust(_verdicts(observation, seat, promises), character.forgiveness)
        trusted.append(min(most, likely))
        fair.append(FAIR * min(1.0, likely / UNKNOWN))
    return Given(present, tuple(trusted), tuple(fair))


def _verdicts(observation: Observation, seat: Seat, promises: Sequence[Promise]) -> list[Verdicts]:
    """Return what became of a seat's promises in each round that was scored, oldest first.

    A promise given to several seats is one.
    """
    words = {(each.chapter, each.key) for each in promises if each.seat == seat}
    found = []
    for scoring in observation.scorings:
        of_round = str(scoring.round)
        mine = [key for about, key in words if about == of_round]
        kept = sum(is_kept(observation, of_round, seat, key) is True for key in mine)
        found.append(Verdicts(kept, len(mine) - kept))
    return found


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


def can_keep(observation: Observation, seat: Seat, keys: Collection[str]) -> bool:
    """Say whether a seat has the markers to keep all these promises of this round."""
    banned = {key.removeprefix(NOT) for key in keys if key.startswith(NOT)}
    marks = {key for key in keys if not key.startswith(NOT)}
    wanted = observation.score_markers
    most = wanted + observation.items[seat].influence
    free = len(observation.board.spaces) - len(banned)
    return not marks & banned and len(marks) <= most and free >= wanted


def _guessed(observation: Observation, me: Seat, words: Given) -> Marking:
    """Return how likely everybody marks what, as a seat sees it that has read the promises."""
    promised = dict[Seat, dict[str, None]]()
    for each in words.promises:
        promised.setdefault(each.seat, {})[each.key] = None
    possible = {seat: of for seat, of in promised.items() if can_keep(observation, seat, of)}
    sure = dict[tuple[Seat, str], float]()
    for seat, keys in possible.items():
        if seat == me:
            continue
        wishes = _wishes(observation, seat, possible)
        likely = words.trust[seat]
        for key in keys:
            is_wished = (key.removeprefix(NOT) in wishes) is not key.startswith(NOT)
            sure[seat, key] = max(words.fair[seat], likely) if is_wished else likely
    return _believed(observation, sure)


def _wishes(
    observation: Observation, seat: Seat, keys: Mapping[Seat, Collection[str]]
) -> frozenset[str]:
    """Return what a seat would mark that is bound by nothing, if all others keep these promises."""
    sure = {(other, key): FAIR for other, of in keys.items() if other != seat for key in of}
    return _best(observation, seat, _believed(observation, sure), EVEN).marks


def _believed(observation: Observation, sure: Mapping[tuple[Seat, str], float]) -> Marking:
    """Return how likely everybody marks what if each of these promises is kept as likely."""
    usual = marking(observation).chances
    if not sure:
        return Marking(usual)
    chances = [list(of_space) for of_space in usual]
    for (seat, key), likely in sure.items():
        of_space = chances[observation.board.index[key.removeprefix(NOT)]]
        was = of_space[seat]
        of_space[seat] = was * (1 - likely) if key.startswith(NOT) else max(was, likely)
    return Marking(tuple(map(tuple, chances)))


def _best(
    observation: Observation,
    me: Seat,
    guess: Marking,
    character: Character,
    promised: Sequence[str] = (),
) -> _Outlook:
    """Return what a seat may expect that keeps these promises, which it can."""
    banned = {key.removeprefix(NOT) for key in promised if key.startswith(NOT)}
    marks = {key for key in promised if not key.startswith(NOT)}
    points, gains = 0.0, dict[str, float]()
    for place, space in enumerate(spaces(observation)):
        printed = observation.board.spaces[place]
        others = guess.others(place, me)
        won = profit(space, me, character.rivalry)
        points += (1 - sum(others[: printed.markers_needed])) * won
        gains[printed.key] = gained(space, others, 0) * won
    free = sorted((key for key in gains if key not in marks | banned), key=lambda key: -gains[key])
    marks.update(free[: observation.score_markers - len(marks)])
    return _Outlook(frozenset(marks), points + sum(gains[key] for key in marks))


def _outlook(
    observation: Observation, me: Seat, words: Given, character: Character
) -> _Outlook | None:
    """Return what a seat may expect that keeps its promises; None if it can't keep them all."""
    own = [promise.key for promise in words.promises if promise.seat == me]
    marks = {key for key in own if not key.startswith(NOT)}
    if len(marks) > observation.score_markers or not can_keep(observation, me, own):
        return None
    return _best(observation, me, _guessed(observation, me, words), character, own)


def improvement(
    observation: Observation,
    me: Seat,
    before: Given,
    more: Sequence[Promise],
    character: Character,
) -> float:
    """Return how many points more a seat may expect after these promises, or `IMPOSSIBLE`."""
    now = _outlook(observation, me, before, character)
    after = before._replace(promises=(*before.promises, *more))
    then = _outlook(observation, me, after, character)
    return then.points - now.points if now is not None and then is not None else IMPOSSIBLE


def objection(
    observation: Observation,
    proposer: Seat,
    bargain: Bargain,
    promises: Sequence[Promise],
    character: Character = EVEN,
) -> Objection | None:
    """Say why the viewer declines what `proposer` proposes; None if it accepts.

    Only what is public counts, so that no answer tells of what lies sealed; once it marks, the
    viewer accepts nothing.
    """
    me = Seat(int(observation.viewer))
    if observation.phase == "mark" and (observation.ready[me] or observation.draft):
        return Objection(DealReason.SEALED)
    words = given(observation, promises, character)
    more = (Promise(proposer, bargain.mine), Promise(me, bargain.yours))
    after = words._replace(promises=(*words.promises, *more))
    if not can_keep(observation, proposer, [e.key for e in after.promises if e.seat == proposer]):
        return Objection(DealReason.TOO_MUCH)
    gain = improvement(observation, me, words, more, character)
    if gain == IMPOSSIBLE:
        return Objection(DealReason.BOUND)
    if gain >= WORTHWHILE:
        return None
    sure = list(words.trust)
    sure[proposer] = SURE
    if (
        improvement(observation, me, words._replace(trust=tuple(sure)), more, character)
        < WORTHWHILE
    ):
        return Objection(DealReason.LITTLE)
    broken = sum(each.broken for each in _verdicts(observation, proposer, promises))
    if not broken:
        return Objection(DealReason.UNPROVEN if rounds_left(observation) else DealReason.LAST)
    if not rounds_left(observation):
        unbroken = [
            each
            for each in promises
            if each.seat != proposer
            or is_kept(observation, each.chapter, proposer, each.key) is not False
        ]
        pardoned = given(observation, unbroken, character)
        if improvement(observation, me, pardoned, more, character) < WORTHWHILE:
            return Objection(DealReason.LAST)
    return Objection(DealReason.BROKEN, broken)


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
    words, theirs = given(observation, promises, character), given(observation, promises, EVEN)

    def worth() -> Iterator[tuple[float, Seat, Bargain]]:
        keys = [space.key for space in observation.board.spaces]
        for seat in to:
            for yours in keys:
                for mine in keys:
                    more = (Promise(me, mine), Promise(seat, yours))
                    if improvement(observation, seat, theirs, more, EVEN) >= WORTHWHILE:
                        own = improvement(observation, me, words, more, character)
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
    return bound(observation, legal, given(observation, promises, character), character)


def bound(
    observation: Observation, legal: Sequence[Action], words: Given, character: Character
) -> Sequence[Action]:
    """Return those marks that are `kept` by a viewer who believes others as far as `words` say."""
    me = Seat(int(observation.viewer))
    if not words.promises:
        return legal
    own = [promise for promise in words.promises if promise.seat == me]
    words = words._replace(promises=tuple(each for each in words.promises if each.seat != me))
    for promise in own:
        gain = improvement(observation, me, words, (promise,), character)
        if gain >= -CHEAP or (gain > IMPOSSIBLE and promise.resolve < character.faith):
            words = words._replace(promises=(*words.promises, promise))
    best = _outlook(observation, me, words, character)
    if best is None:
        return legal
    named = {promise.key for promise in words.promises}
    wanted = {key for key in best.marks if key in named}
    avoided = {each.key.removeprefix(NOT) for each in words.promises if each.seat == me}
    avoided -= {each.key for each in words.promises if each.seat == me}
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
    chapter, matters, objection, proposed, kept, is_kept, decides
)
