"""Pictures about people, with invented figures: as agreed, with long names, with many rows."""

from dataclasses import replace
from pathlib import Path

import pytest

from render.canvas import Canvas
from render.people.distribution import Bar, Distribution, distribution
from render.people.field import Scale, grouped
from render.people.match_chart import ChartEvent, MatchChart, SeatLine, match_chart
from render.people.ranking import MOST_ROWS, RankedPlayer, Ranking, ranking
from render.people.rating_chart import RatingChart, RatingLegend, RatingStep, rating_chart
from render.people.stats_card import Figure, StatsCard, TitleLine, stats_card
from render.picture import Picture
from render.theme import WIDTH
from tests.render.comparing import assert_looks_like, difference, opened

HERE = Path(__file__).parent
LEVELS = (("beginner", 1310.0), ("regular", 1450.0), ("expert", 1570.0))

ANN = (0, 0, 12, 12, 0, 17, 17, 27, 27, 37, 55, 61)
BOB = (0, 10, 10, 10, 0, 0, 18, 44, 65, 47, 68, 86)
CLEO = (0, 0, 0, 9, 9, 26, 43, 43, 60, 70, 81, 81)

MATCH = MatchChart(
    "Seismic · match 42",
    "Bob wins by 5",
    "points, if it had ended then",
    (SeatLine(1, "B", "Bob", BOB), SeatLine(2, "C", "Cleo", CLEO), SeatLine(0, "A", "Ann", ANN)),
    ((0, "turn 1"), (4, "20"), (8, "50"), (11, "71")),
    (
        ChartEvent(4, "Quake 5.0: Ann −12, Bob −10", "5", ((0, 12), (1, 10))),
        ChartEvent(9, "Quake 2.0: Bob −18", "2", ((1, 18),)),
        ChartEvent(10, "Biggest swing, turn 66: Bob +21"),
    ),
    "Shapes stand where points changed.",
)
RANKING = Ranking(
    "Ranking of this server · 48 matches",
    "Seismic",
    tuple(
        RankedPlayer(
            n,
            name,
            f"{matches} matches",
            f"{number:,}",
            f"± {doubt}",
            number - doubt,
            number,
            number + doubt,
            is_provisional=doubt > 120,
        )
        for n, (name, matches, number, doubt) in enumerate(
            (
                ("Ann", 33, 1610, 100),
                ("Cleo", 19, 1580, 110),
                ("Nora", 23, 1550, 110),
                ("Dan", 28, 1540, 100),
                ("Maximiliane-Charlotte", 5, 1480, 150),
                ("Ben", 21, 1280, 110),
            ),
            1,
        )
    ),
    LEVELS,
    "computer players:",
    "In the order of the lower end. Hollow: provisional.",
)
RATING = RatingChart(
    "Seismic · this server",
    "Ann 1,610 ± 100",
    "7 wins of 14",
    tuple(
        RatingStep(number, 160 - 4 * n, n % 2 == 0, is_early=n < 4, is_provisional=n < 10)
        for n, number in enumerate(
            (1560, 1610, 1650, 1670, 1690, 1600, 1640, 1670, 1590, 1640, 1650, 1600, 1540, 1610)
        )
    ),
    "match",
    "best 1,690",
    LEVELS,
    RatingLegend("won", "another place", "likely range", "computer players"),
)
CARD = StatsCard(
    "This server · since March",
    "last ten places, newest on the right",
    "Ann",
    "45 matches · 20 wins",
    (
        TitleLine(
            "seismic",
            "Seismic",
            "33 matches, 16 wins",
            "1,610",
            "± 100",
            places=tuple((place, place == 1) for place in (2, 1, 3, 1, 1, 4, 2, 1, 1, 1)),
            counts="longest road 9 · 61 quakes drawn · 34 crews lost",
        ),
        TitleLine(
            "san_andreas",
            "San Andreas",
            "9 matches, 3 wins",
            "1,540",
            "± 130 ?",
            places=tuple((place, place == 1) for place in (3, 2, 1, 4, 1, 2, 3, 2, 1)),
            counts="best quake 12 points · 17 cities lost · 12 toppled",
            is_provisional=True,
        ),
        TitleLine(
            "aftershock",
            "Aftershock",
            "3 matches, 1 win",
            "",
            "rated after 5",
            3,
            5,
            places=((2, False), (1, True), (3, False)),
            counts="$23M of tolls · 41 bridge pieces · 24 of 29 saved",
        ),
    ),
    (
        (
            Figure("3 h", "to answer, usually"),
            Figure("2%", "of turns missed"),
            Figure("3", "wins in a row"),
        ),
    ),
    is_private=True,
)
PUBLIC_CARD = replace(
    CARD,
    figures=((Figure("a day", "to answer, usually"), Figure("1 of 45", "matches left")),),
    is_private=False,
)
TITLE_CARD = replace(
    CARD,
    titles=(replace(CARD.titles[2], counts=""),),
    figures=(
        (
            Figure("$23M", "of tolls"),
            Figure("41", "bridge pieces"),
            Figure("24 of 29", "meeples saved"),
        ),
        *CARD.figures,
    ),
    foot=("The Big One 2 · no variant 1",),
)
DISTRIBUTION = Distribution(
    "This server · since March",
    "points of all players",
    "Seismic",
    "48 matches",
    tuple(
        Bar(*each)
        for each in (
            (20, 6, 0),
            (30, 17, 0),
            (40, 26, 3),
            (50, 31, 9),
            (60, 29, 14),
            (70, 17, 11),
            (80, 9, 8),
            (90, 3, 3),
        )
    ),
    10,
    "won with so many",
    "all",
    (
        Figure("71", "moves"),
        Figure("11 days", "a match"),
        Figure("31%", "won by the first seat", "fair: 31%"),
    ),
)


def packed(canvas: Canvas) -> bytes:
    return Picture.packed(canvas.picture).data


@pytest.mark.parametrize(
    ("name", "canvas"),
    [
        ("match", lambda: match_chart(MATCH)),
        ("ranking", lambda: ranking(RANKING)),
        ("rating", lambda: rating_chart(RATING)),
        ("stats-card", lambda: stats_card(CARD)),
        ("stats-card-public", lambda: stats_card(PUBLIC_CARD)),
        ("stats-card-title", lambda: stats_card(TITLE_CARD)),
        ("distribution", lambda: distribution(DISTRIBUTION)),
    ],
)
def test_pictures_look_as_agreed(name: str, canvas: object) -> None:
    assert callable(canvas)
    assert_looks_like(packed(canvas()), name, folder=HERE)


def test_what_one_person_alone_sees_has_another_frame_and_a_padlock() -> None:
    rows = (replace(RANKING.rows[0], is_own=True), *RANKING.rows[1:])
    public, private = (
        opened(packed(ranking(each)))
        for each in (RANKING, replace(RANKING, rows=rows, is_private=True))
    )

    assert public.getpixel((2, 2)) != private.getpixel((2, 2))
    lock = (WIDTH - 70, 24, WIDTH - 30, 68)
    assert difference(public.crop(lock), private.crop(lock))[0] > 0.05


def test_a_card_is_as_high_as_what_it_shows_and_cuts_what_is_too_long() -> None:
    long = replace(
        TITLE_CARD,
        headline="W" * 80,
        title="t" * 200,
        aside="a" * 200,
        titles=(replace(TITLE_CARD.titles[0], name="N" * 80, places=((12, False),) * 30),),
        figures=((Figure("9" * 40, "l" * 80, "aside"),) * 3,),
        foot=("f" * 200,),
    )

    cut = stats_card(long).picture

    assert cut.width == WIDTH
    assert cut.height < stats_card(TITLE_CARD).picture.height < stats_card(CARD).picture.height
    with pytest.raises(ValueError, match="nothing"):
        stats_card(replace(CARD, titles=()))


def test_a_title_that_nobody_drew_an_emblem_for_has_a_card() -> None:
    unknown = replace(CARD, titles=(replace(CARD.titles[0], game="chess"),))

    assert stats_card(unknown).picture.width == WIDTH


def test_points_of_one_player_alone_make_a_distribution() -> None:
    one = replace(DISTRIBUTION, bars=(Bar(-10, 1, 1), Bar(0, 0, 0)), figures=())

    assert distribution(one).picture.width == WIDTH
    with pytest.raises(ValueError, match="nobody"):
        distribution(replace(DISTRIBUTION, bars=()))


def test_a_picture_of_a_match_is_as_high_as_its_events_need() -> None:
    bare = match_chart(replace(MATCH, events=()))
    many = match_chart(replace(MATCH, events=MATCH.events * 3))

    assert bare.picture.height < match_chart(MATCH).picture.height < many.picture.height
    # More events than have room are left out, the least ones.
    assert (
        many.picture.height
        == match_chart(replace(MATCH, events=MATCH.events[:2] * 2)).picture.height
    )


def test_the_shortest_match_and_the_flattest_have_a_chart() -> None:
    one = replace(MATCH, lines=(SeatLine(0, "A", "Ann", (0,)),), events=(), ticks=((0, "1"),))
    flat = replace(MATCH, lines=tuple(SeatLine(n, "X", "X", (0, 0)) for n in range(5)), events=())

    assert match_chart(one).picture.width == WIDTH
    assert match_chart(flat).picture.width == WIDTH
    with pytest.raises(ValueError, match="points at every step"):
        match_chart(replace(MATCH, lines=(*MATCH.lines, SeatLine(3, "D", "Dan", (1,)))))


def test_lists_of_nobody_are_refused_and_long_ones_cut() -> None:
    with pytest.raises(ValueError, match="nobody"):
        ranking(replace(RANKING, rows=()))
    with pytest.raises(ValueError, match="without matches"):
        rating_chart(replace(RATING, matches=()))

    long = ranking(replace(RANKING, rows=RANKING.rows * 3))
    assert (
        long.picture.height
        == ranking(replace(RANKING, rows=(RANKING.rows * 3)[:MOST_ROWS])).picture.height
    )
    assert (
        rating_chart(replace(RATING, matches=RATING.matches[:1], levels=())).picture.height == 1000
    )


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 86, [0, 20, 40, 60, 80]),
        (0, 1, [0, 1]),
        (-7, 12, [-5, 0, 5, 10]),
        (1170, 1720, [1200, 1300, 1400, 1500, 1600, 1700]),
        (3, 3, [3]),
    ],
)
def test_axes_have_round_numbers(low: int, high: int, ticks: list[int]) -> None:
    assert list(Scale(low, high, 0, 100).ticks()) == ticks


def test_digits_are_grouped_as_the_language_does() -> None:
    assert grouped(1610, ",") == "1,610"
    assert grouped(950, ",") == "950"
    assert grouped(1234567, "\N{NARROW NO-BREAK SPACE}").split("\N{NARROW NO-BREAK SPACE}") == [
        "1",
        "234",
        "567",
    ]
