from tests.bench.storage import MATCHES, measure


async def test_moves_are_stored_and_a_start_finds_many_matches() -> None:
    figures = await measure(stored=200)

    assert figures["moves"] > 50 * MATCHES
    assert 0 < figures["move_ms"] <= figures["move_p99_ms"]
    assert figures["matches"] == 200
    assert figures["restart_s"] > 0
