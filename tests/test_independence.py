"""No test hands anything on to the next one."""

import pytest

from tests.bot.tables import new_request


@pytest.mark.parametrize("_", ["one test", "another"])
def test_each_test_numbers_its_requests_from_one(_: str) -> None:
    assert [new_request(), new_request()] == ["interaction-1", "interaction-2"]
