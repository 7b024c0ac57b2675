"""How the opponents of a lesson play its first round: the learner sees all of it, and scores.

They build a bridge, shake an area where the learner stands, take few of the learner's meeples,
offer a deal, and mark what pays the learner most.
"""

from collections.abc import Sequence

from engine.agents.heuristics import Bargain, Teaching
from engine.game import Seat
from engine.games.aftershock.actions import Action, Keep, Mark, Plan, Shock
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.deals import leaves_room
from engine.games.aftershock.evaluation import points, spaces
from engine.games.aftershock.state import Observation


def manners(
    observation: Observation, legal: Sequence[Action], teaching: Teaching
) -> Sequence[Action]:
    """Return the actions by which an opponent shows the learner what matters, in round 1."""
    if observation.round != 1:
        return legal
    learner, best = teaching.learner, _best_space(observation, teaching.learner)
    match observation.phase:
        case "keep":
            kept = [each for each in legal if isinstance(each, Keep)]
            wanted = _wanted_cards(observation)
            return [each for each in kept if wanted <= set(each.cards)]
        case "plan" if _next_item(observation) in MARKERS:
            plans = [each for each in legal if isinstance(each, Plan)]
            near = [each for each in plans if observation.there(each.area)[learner]]
            return [each for each in near if each.area != best] or near
        case "shock":
            shocks = [each for each in legal if isinstance(each, Shock)]
            hit = [each for each in shocks if each.counts[learner]]
            least = min((each.counts[learner] for each in hit), default=0)
            return [each for each in hit if each.counts[learner] == least]
        case "mark" if best is not None:
            marks = [each for each in legal if isinstance(each, Mark)]
            return [each for each in marks if leaves_room(observation, each, {best}, set())]
        case _:
            return legal


def offered(observation: Observation, teaching: Teaching) -> Bargain | None:
    """Return the deal that the last seat offers the learner in phase "plan" of round 1, if any.

    It marks the space that pays the learner most for a mark on the one that pays itself most.
    """
    me = Seat(int(observation.viewer))
    if observation.round != 1 or observation.phase != "plan" or me != observation.seats - 1:
        return None
    mine = _best_space(observation, teaching.learner)
    yours = _best_space(observation, me, besides=mine)
    return None if mine is None or yours is None else Bargain(mine, yours)


def _best_space(observation: Observation, seat: Seat, besides: str | None = None) -> str | None:
    """Return the space that would pay a seat most, the first of equal ones; None: none would."""
    worth = {
        observation.board.spaces[each.place].key: points(each)[seat] for each in spaces(observation)
    }
    worth.pop(besides or "", None)
    best = max(worth, key=worth.__getitem__)
    return best if worth[best] else None


def _wanted_cards(observation: Observation) -> set[str]:
    """Return a Bridge and an Aftershock of the own hand, as far as they are there."""
    card = observation.board.card
    bridge = [each for each in observation.hand if card[each].kind == "bridge"]
    shock = [each for each in observation.hand if card[each].marker]
    return {*bridge[:1], *shock[:1]}


def _next_item(observation: Observation) -> str:
    """Return what the viewer plans next."""
    order = observation.items[int(observation.viewer)].order
    done = len(observation.draft or ())
    return order[done] if done < len(order) else ""
