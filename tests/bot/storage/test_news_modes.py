"""What the ids of messages say of their time."""

from datetime import timedelta

from bot.table.notices.news_modes import first_message, moment_of
from tests.bot.fakes import StandingClock


def test_the_id_of_a_message_says_when_it_was_taken() -> None:
    now = StandingClock().now()

    assert moment_of(first_message(now)) == now
    assert moment_of(first_message(now) - 1) == now - timedelta(milliseconds=1)
