"""Times and months on a card, and what others are told of how long somebody takes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.games.registry import panels
from bot.locale.localisation import words
from bot.messages.people.statistics import (
    PersonalStatistics,
    card_image,
    lasting,
    since,
    statistics_screen,
)
from bot.table.ids import MatchId, PlayerId
from bot.table.people.rating import Rating
from bot.table.people.statistics import MatchPlace, TitleStatistics

NOW = datetime(2026, 11, 1, tzinfo=UTC)
ENGLISH = words("en")


def played(game: str, *counts: int) -> TitleStatistics:
    since = datetime(2025, 9, 3, tzinfo=UTC)
    return TitleStatistics(game, 11, 6, 1, since, 58, 94, MatchId(1), counts, 400, 8, (6, 1))


SHOWN = PersonalStatistics(
    PlayerId(5),
    panels(),
    (
        played("seismic", 9, 61, 34),
        played("san_andreas", 1, 2, 3),
        played("aftershock", 1, 2, 3, 4),
    ),
    (3, 5),
    {"seismic": Rating(27.0, 6.5, 9), "aftershock": Rating(25.0, 8.0, 3)},
    {each: [MatchPlace(MatchId(1), each, 2, 3, is_win=False)] * 10 for each in panels()},
    (),
    timedelta(hours=3),
    NOW,
    {},
    own_name="W" * 32,
)


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(seconds=20), "1 min"),
        (timedelta(minutes=59), "59 min"),
        (timedelta(minutes=80), "1 hr"),
        (timedelta(hours=47), "47 hr"),
        (timedelta(hours=60), "2 days"),
        (timedelta(days=90), "90 days"),
    ],
)
def test_a_time_is_said_in_one_unit(time: timedelta, said: str) -> None:
    assert lasting(ENGLISH, time) == said


def test_a_month_of_another_year_has_its_year() -> None:
    assert since(ENGLISH, datetime(2026, 3, 31, tzinfo=UTC), NOW) == "March"
    assert since(ENGLISH, datetime(2025, 9, 3, tzinfo=UTC), NOW) == "September 2025"
    assert since(words("fr"), datetime(2025, 9, 3, tzinfo=UTC), NOW) == "septembre 2025"


@pytest.mark.parametrize(
    ("time", "told"),
    [
        (timedelta(hours=8), "usually answers within hours"),
        (timedelta(hours=9), "usually answers within a day"),
        (timedelta(hours=24), "usually answers within a day"),
        (timedelta(hours=25), "usually takes days to answer"),
    ],
)
def test_others_are_told_a_time_in_words_alone(time: timedelta, told: str) -> None:
    seen = replace(SHOWN, answers=time).seen_by_others("Ann")

    text = statistics_screen(ENGLISH, seen).blocks[0]

    assert told in str(text)
    assert lasting(ENGLISH, time) not in str(text)


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_words_for_a_full_card_fit(language: str) -> None:
    image = card_image(words(language), SHOWN)

    assert len(image.alt) < 1000
    assert image.alt.endswith(".")


def test_a_name_that_is_not_known_any_more_has_a_stand_in() -> None:
    assert SHOWN.seen_by_others("").name
