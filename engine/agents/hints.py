"""What a seat might do now: the best that a search finds, from what the seat knows alone."""

from collections.abc import Sequence
from dataclasses import field
from json import dumps, loads
from random import Random  # noqa: TID251 - a stream of the chance that the caller gives
from typing import Any, Final, NamedTuple

from engine.agents.heuristics import (
    FAITHFUL,
    AnyHeuristics,
    Chooser,
    Heuristics,
    Imagination,
    Promise,
    Scored,
    heuristics_for,
)
from engine.agents.search import gaps, searched
from engine.game import Decision, Move, Opens, Seat
from engine.record import canonical, spelled
from engine.record_text import read_action
from engine.values import dataclass

MOST: Final = 3
"""At most how many ways are named."""
WORLDS: Final = 8
"""At least in how many worlds the ways are compared that are named."""
OTHER: Final = 2
"""By how many actions a sealed choice of several is made to differ from those before."""
LONGEST: Final = 24
"""At most how many actions a seat seals at the same moment."""


class Hint(NamedTuple):
    """Something worth a look; `behind` is how many points less than the first it brings.

    That is what the same worlds say of both; `error` is the standard error of it. Of a sealed
    choice of several actions, `actions` are all that go with the first one.
    """

    actions: tuple[Any, ...]
    behind: float
    error: float = 0.0

    @property
    def action(self) -> Any:
        """The first action, the one that a search compared with others."""
        return self.actions[0]


def hinted(
    observation: Any, legal: Sequence[Any], rng: Chooser, promises: Sequence[Promise] = ()
) -> tuple[Hint, ...]:
    """Return what is worth a look, each of another kind: less than `MOST` only if no more differ.

    The first is what an expert plays with the same chance, or would if it had the time for as many
    lines and candidates as the title wants for hints. The others, the best first, are compared
    with it in other worlds than those in which they were found: there they were lucky.
    What would break a promise of the viewer is left out, as far as it can be kept; `promises` are
    all that were given in the match. Where a title can't imagine worlds the order is that of its
    heuristics; where it knows nothing of playing well, there is no hint.
    """
    known = heuristics_for(observation)
    if known is None:
        return ()
    ways = known.kept(observation, legal, promises, FAITHFUL)
    imagined = known.imagination
    if imagined is None:
        ranked = known.ranked(observation, ways)[:MOST] if len(ways) > 1 else [Scored(ways[0], 0.0)]
        return tuple(Hint((each,), ranked[0].value - value) for each, value in ranked)
    seat = Seat(int(observation.viewer))
    if len(ways) == 1:
        world = imagined.sampled(observation, rng)
        return (Hint(_whole(known, imagined, seat, world, ways[0], promises, (), rng)[0], 0.0),)
    lines = imagined.lines(observation, imagined.hint_work)
    width = imagined.candidates(observation, imagined.hint_breadth)
    found = searched(known, observation, ways, rng, lines, width)
    looked: AnyHeuristics = Heuristics(imagined.values or known.values)
    promised = dict[Any, float](looked.ranked(observation, ways))
    world = imagined.sampled(observation, rng)
    shown, expected = list[tuple[Any, ...]](), list[float]()
    for action in dict.fromkeys([*(each.action for each in found), *promised]):
        way, given_up = _whole(known, imagined, seat, world, action, promises, shown, rng)
        if all(imagined.differs(observation, each, way) for each in shown):
            shown.append(way)
            expected.append(promised[action] - given_up)
        if len(shown) == MOST:
            break
    worlds = max(WORLDS, imagined.playouts // len(shown)) if len(shown) > 1 else 0
    behind = gaps(known, observation, shown, expected, rng, worlds) if worlds else []
    hints = [
        Hint(way, gap.points, gap.error) for way, gap in zip(shown[1:], behind[1:], strict=False)
    ]
    return (Hint(shown[0], 0.0), *sorted(hints, key=lambda each: each.behind))


@dataclass(frozen=True, slots=True)
class HintJob:
    """A hint that a player waits for, as a value that may be sent to another process.

    It has what the player knows, a seed of its own for chance, and the promises that all players
    have read.
    """

    observation: Any = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    promises: tuple[Promise, ...] = ()

    @property
    def left_out(self) -> int:
        """How many ways are left out by which the asker would break a promise of their own."""
        known = heuristics_for(self.observation)
        own = [promise for promise in self.promises if promise.seat == self.observation.viewer]
        if known is None or not own:
            return 0
        return len(self.legal) - len(known.kept(self.observation, self.legal, own, FAITHFUL))

    def done(self) -> tuple[Hint, ...]:
        """Return what `hinted` does: the same every time, wherever it is thought over."""
        rng = Random(self.seed)  # noqa: S311 - no secret
        return hinted(self.observation, self.legal, rng, self.promises)

    def written(self, came: tuple[Hint, ...]) -> str:
        """Return what came of it as text."""
        return dumps(
            [[[canonical(each) for each in hint.actions], hint.behind, hint.error] for hint in came]
        )

    def read(self, text: str) -> tuple[Hint, ...]:
        """Return what `written` wrote; every hint begins with a legal action.

        Raises `ValueError`, or what else comes of a text that is none of ours.
        """
        known = heuristics_for(self.observation)
        game = None if known is None or known.imagination is None else known.imagination.game
        rows, hints = loads(text), list[Hint]()
        if type(rows) is not list:
            raise ValueError(text)
        for (first, *others), behind, error in rows:
            actions = [spelled(self.legal, first)]
            if type(behind) is not float or type(error) is not float:
                raise ValueError(text)
            for each in others:
                if game is None:
                    raise ValueError(text)
                actions.append(read_action(game, each))
            hints.append(Hint(tuple(actions), behind, error))
        return tuple(hints)


def _whole(
    known: AnyHeuristics,
    imagined: Imagination[Any, Any, Any],
    seat: Seat,
    world: Any,
    action: Any,
    promises: Sequence[Promise],
    shown: Sequence[Sequence[Any]],
    rng: Chooser,
) -> tuple[tuple[Any, ...], float]:
    """Return an action with what its seat would go on to seal at the same moment, if anything.

    `world` is one that it imagines. Of the first way that is shown, an expert's search finds each
    action; of others what looks best comes. After ways that are `shown` already, the second action
    that isn't one of theirs comes as soon as it can: one action more or less makes no other choice
    of several. Also return how much less that promises than what looks best.
    """
    game, state, actions = imagined.game, world, [action]
    node = game.node(state)
    if not isinstance(node, Decision) or not node.is_sealed:
        return (action,), 0.0
    looked: AnyHeuristics = Heuristics(imagined.values or known.values)
    theirs, given_up = [each for way in shown for each in way], 0.0
    for _ in range(LONGEST):
        step = game.apply(state, Move(seat, actions[-1]))
        state, node = step.state, game.node(step.state)
        if not isinstance(node, Decision) or not node.is_sealed or seat not in node.seats:
            break
        if any(isinstance(each, Opens) for each in step.events):
            break  # it was the last to seal: what comes is another choice
        seen = game.observe(state, seat)
        ways = known.kept(seen, tuple(game.legal_actions(state, seat)), promises, FAITHFUL)
        ranked = looked.ranked(seen, ways) if len(ways) > 1 else [Scored(ways[0], 0.0)]
        best = ranked[0].action
        if not shown:
            if len(ways) > 1:
                best = searched(known, seen, ways, rng)[0].action
        elif sum(each not in theirs for each in actions) < OTHER:
            best = next((each.action for each in ranked if each.action not in theirs), best)
        given_up += ranked[0].value - dict[Any, float](ranked)[best]
        actions.append(best)
    return tuple(actions), given_up
