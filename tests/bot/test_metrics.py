"""Figures are counted where things happen, under names that have an end."""

import logging
from collections.abc import Iterator

import pytest
import structlog

from bot import metrics
from bot.metrics import REGISTRY, CountingHandler, route_of


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"faultline_{name}", labels) or 0.0


@pytest.mark.parametrize(
    ("path", "route"),
    [
        (
            "/api/v10/interactions/1187/aW50ZXJhY3Rpb246/callback",
            "POST interactions/callback",
        ),
        ("/api/v10/webhooks/77/aW50ZXJhY3Rpb246MTE/messages/@original", "POST webhooks/messages"),
        ("/api/v10/channels/42/messages/43/threads", "POST channels/messages/threads"),
        ("/api/v10/channels/42/messages/43/reactions/%F0%9F%94%A5/@me", None),
        ("/gateway/bot", "POST gateway/bot"),
    ],
)
def test_a_route_has_no_ids_and_no_tokens(path: str, route: str | None) -> None:
    said = route_of("POST", path)

    assert route is None or said.startswith(route)
    assert not any(character.isdigit() for character in said)
    assert "aW50" not in said


@pytest.fixture
def _counted() -> Iterator[None]:
    handler = CountingHandler()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)


@pytest.mark.usefixtures("_counted")
def test_a_warning_is_counted_by_its_event_and_a_librarys_by_its_name() -> None:
    structlog.configure(
        processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    before = value("logged_total", level="warning", event="cannot-post")
    errors = value("log_lines_total", level="error")
    libraries = value("logged_total", level="error", event="discord")
    try:
        structlog.get_logger("bot.hosting").warning("cannot-post", match=77)
        logging.getLogger("discord.http").error("We are blocked: %s", 12345)
        structlog.get_logger("bot.hosting").info("stopping")
    finally:
        structlog.reset_defaults()

    assert value("logged_total", level="warning", event="cannot-post") == before + 1
    assert value("logged_total", level="error", event="discord") == libraries + 1
    assert value("log_lines_total", level="error") == errors + 1
    assert value("logged_total", level="info", event="stopping") == 0


def test_the_stages_of_a_move_are_counted_from_its_click_and_told_once() -> None:
    name, title = "move_stage_seconds_count", {"title": "counted"}
    with metrics.clicked():
        metrics.told()
        metrics.decided("counted", "person")
        metrics.stored("counted", "person")
        metrics.told()
        metrics.told()
    metrics.decided("counted", "person")
    metrics.stored("counted", "agent")
    metrics.told()

    counts = [value(name, stage=stage, **title) for stage in ("decided", "stored", "told")]
    assert counts == [1, 1, 1]
    assert value("moves_total", title="counted", mover="person") == 1
    assert value("moves_total", title="counted", mover="agent") == 1


def test_an_age_counts_from_the_last_time() -> None:
    metrics.TICKS.forget()
    assert metrics.TICKS.of("test") is None

    metrics.TICKS.now("test")

    age = metrics.TICKS.of("test")
    assert age is not None
    assert value("tick_age_seconds", chore="test") >= age
    metrics.TICKS.forget()
    assert value("tick_age_seconds", chore="test") == 0
