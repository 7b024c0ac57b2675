from tests.bench.page import measure


def test_pages_of_all_titles_are_measured() -> None:
    figures = measure()

    assert figures["seismic_kb"] < 800
    assert all(figure > 0 for figure in figures.values())
