from bot.hosting.notices.outbox_worker import BURST
from tests.bench import outbox, timers


async def test_what_waits_is_left_and_what_is_due_is_done() -> None:
    figures = await timers.measure(pending=300)

    assert figures["fired"] == timers.DUE
    assert 0 < figures["none_due_cpu_ms"] <= figures["none_due_worst_cpu_ms"]


async def test_every_notice_is_delivered() -> None:
    figures = await outbox.measure(targets=10)

    assert figures["delivered"] == 10 * BURST
    assert figures["delivered_per_second"] > 0
