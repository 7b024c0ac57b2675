"""Where things lie on the map, and that its colours can be told apart and read."""

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from PIL import Image

from render.canvas import Canvas
from render.games.aftershock.chart import MAP, SPANS, Chart, Span, chart_of
from render.games.aftershock.colours import BAY
from render.games.aftershock.pieces import podium, spots
from render.games.aftershock.water import lay_water
from render.lettering import text_width
from render.palette import TRANSPARENT, painting
from tests.games.aftershock.positions import SAN_FRANCISCO
from tests.render.colour_vision import DEUTERANOPIA, PROTANOPIA, apart, contrast, seen_by

CHART = chart_of(SAN_FRANCISCO)


def undrawn() -> Chart:
    """Return the chart of a board whose areas nobody has drawn."""
    spaces = SAN_FRANCISCO.spaces
    areas = tuple(replace(space, key=f"x_{space.key}") for space in spaces[:-1])
    links = tuple(
        replace(link, between=(f"x_{link.between[0]}", f"x_{link.between[1]}"))
        for link in SAN_FRANCISCO.links
    )
    return chart_of(replace(SAN_FRANCISCO, spaces=(*areas, spaces[-1]), links=links))


def test_every_area_and_link_of_the_board_is_drawn() -> None:
    assert set(CHART.places) == set(SAN_FRANCISCO.areas)
    assert len(CHART.spans) == len(SAN_FRANCISCO.links) == len(SPANS)


def test_a_link_is_drawn_from_its_first_area_to_its_second() -> None:
    for link, span in zip(SAN_FRANCISCO.links, CHART.spans, strict=True):
        first, second = (CHART.places[area] for area in link.between)
        assert dist(span.start, (first.x, first.top + 100)) < dist(
            span.start, (second.x, second.top + 100)
        )


@pytest.mark.parametrize("span", CHART.spans)
def test_sections_can_be_counted_and_fit_between_the_shores(span: Span) -> None:
    assert span.section >= 16
    assert span.sections * (span.section + 5) <= span.length


@pytest.mark.parametrize("sections", range(1, 4))
def test_bars_adapt_to_a_corrected_length(sections: int) -> None:
    shortest = min(CHART.spans, key=lambda span: span.length)

    assert 8 <= replace(shortest, sections=sections).section <= 62


def test_no_two_links_cross() -> None:
    for one, other in combinations(CHART.spans, 2):
        assert not _cross(one, other)


def _cross(one: Span, other: Span) -> bool:
    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    return side(one.start, one.end, other.start) != side(one.start, one.end, other.end) and side(
        other.start, other.end, one.start
    ) != side(other.start, other.end, one.end)


@pytest.mark.parametrize("chart", [CHART, undrawn()], ids=["bay", "islands"])
def test_names_pieces_and_plates_lie_on_the_map(chart: Chart) -> None:
    for place in chart.places.values():
        half = text_width(place.name, "bold", place.size) / 2
        assert MAP[0] <= place.x - half
        assert place.x + half <= MAP[2]
        for seats in (4, 5):
            for x, y in spots(place, seats):
                assert MAP[0] + 26 <= x <= MAP[2] - 26
                assert MAP[1] + 26 <= y <= MAP[3] - 26


def test_a_board_without_a_drawing_gets_islands_that_do_not_touch() -> None:
    islands = undrawn()

    for one, other in combinations(islands.places.values(), 2):
        assert abs(one.x - other.x) > 176 or abs(one.top - other.top) > 236
    with painting(BAY):
        canvas = Canvas.plain(1200, 800, "paper")
        lay_water(canvas, islands)
    colours = canvas.picture.convert("RGB").getcolors(1 << 20) or []
    assert BAY.rgb["ground"] in {colour for _, colour in colours}


def test_the_best_stand_first_and_ties_in_seat_order() -> None:
    standing = podium(CHART.places["oakland"], (2, 0, 5, 2))

    assert [(each.seat, each.count) for each in standing] == [(2, 5), (0, 2), (3, 2)]


def test_the_palette_keeps_every_colour_and_leaves_room_for_transparency() -> None:
    assert len(BAY.colours) <= TRANSPARENT
    for name, colour in BAY.rgb.items():
        pixel = BAY.mapped(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        assert BAY.colours[pixel] == colour, name


@pytest.mark.parametrize(
    ("text", "ground", "least"),
    [
        ("ink", "ground", 4.5),
        ("ink", "glow", 4.5),
        ("soft", "grounddim", 4.5),
        ("worth", "grounddim", 4.5),
        ("ink", "land", 4.5),
        ("ready", "paper", 3.0),
        ("waterword", "deep", 3.0),
        ("cardtext", "cardpale", 3.0),
        ("vacant", "deep", 2.3),
    ],
)
def test_what_stands_on_the_map_can_be_read(text: str, ground: str, least: float) -> None:
    assert contrast(BAY.rgb[text], BAY.rgb[ground]) >= least


@pytest.mark.parametrize("vision", [DEUTERANOPIA, PROTANOPIA])
def test_land_water_and_what_is_out_of_the_question_differ(
    vision: tuple[tuple[float, ...], ...],
) -> None:
    seen = [seen_by(vision, BAY.rgb[name]) for name in ("ground", "deep", "grounddim")]

    assert min(apart(a, b) for a, b in combinations(seen, 2)) > 12
