from engine.registry import games
from tests.bench.cold import measure


async def test_a_long_match_of_each_title_is_loaded() -> None:
    figures = await measure(rounds=1)

    assert {f"{title}_replayed_ms" for title in games()} <= figures.keys()
    assert all(figures.values())
