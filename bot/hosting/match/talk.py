"""Time for people to deal, before computer players seal what the promises are about."""

from datetime import datetime

from bot.table.match.match import LoadedMatch
from bot.table.together.deals import talk_is_on
from engine.agents.heuristics import heuristics_of
from engine.game import PUBLIC
from engine.registry import game


def lets_people_deal(loaded: LoadedMatch, *, now: datetime) -> bool:
    """Say whether computer players wait before they choose, as people may still deal about it."""
    match, known = loaded.match, heuristics_of(loaded.match.game)
    if known is None or known.bargaining is None or loaded.replay is None:
        return False
    # In the place of a person who left a computer player promises nothing.
    dealers = [each for each in match.chairs if each.agent is None or not each.had_person]
    if len(dealers) < 2 or not talk_is_on(match, now=now):
        return False
    return known.bargaining.decides(game(match.game).observe(loaded.replay.state, PUBLIC))
