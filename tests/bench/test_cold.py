from tests.bench.cold import measure


async def test_long_matches_of_each_title_are_loaded_both_ways() -> None:
    figures = await measure(rounds=1)

    assert {name for name in figures if name.endswith("by_snapshot_ms")} == {
        "seismic_by_snapshot_ms",
        "aftershock_by_snapshot_ms",
    }
    assert all(figures.values())
