from tests.bench.table import measure


async def test_many_tables_are_played_at_once_without_an_error() -> None:
    figures = await measure(tables=6)

    assert figures["errors"] == 0
    assert figures["moves"] > 6 * 50
    assert 0 < figures["stored_p50_ms"] <= figures["stored_p99_ms"]
