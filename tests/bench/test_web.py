from tests.bench.web import measure


async def test_a_page_is_served_from_memory() -> None:
    figures = await measure()

    assert figures["served_ms"] < figures["made_ms"] / 10
    assert figures["not_modified_ms"] < figures["made_ms"] / 10
