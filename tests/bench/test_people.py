from tests.bench.people import measure


async def test_many_results_are_filled_asked_and_rated() -> None:
    figures = await measure(300)

    assert figures["results"] == 300
    assert figures["rated_anew"] == 100
    assert all(figure > 0 for figure in figures.values())
