from engine.game import Seat
from engine.registry import game
from tests.bench.sittings import Way, count, measure


def test_plans_spare_sittings() -> None:
    everybody = tuple(map(Seat, range(4)))
    for key in ("aftershock", "san_andreas"):
        plain, planned = (count(game(key), 1, way) for way in (Way(), Way(everybody)))
        assert plain.planned == 0
        assert 0 < planned.played <= planned.planned
        assert planned.sittings < plain.sittings * 0.8
    assert measure(matches=0) == {}
