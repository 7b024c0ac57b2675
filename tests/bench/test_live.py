from tests.bench.live import measure


def test_readers_of_a_running_match_cost_little() -> None:
    figures = measure()

    assert figures["move_cpu_ms"] < figures["whole_page_cpu_ms"]
    assert figures["core_percent"] < 10
