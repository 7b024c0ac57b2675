"""The operators' port: `/metrics` for Prometheus, `/health` and `/ready` for supervisors.

It answers from the start to the end of the process, whether or not Discord and the database are
there. It tells nothing of people or games, and nothing can be changed through it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.monitoring.health import Health, Problems
from bot.monitoring.watch import glance
from bot.ports import answering

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@asynccontextmanager
async def listening(health: Health, address: str, port: int) -> AsyncIterator[int]:
    """Answer on a port, 0 for any free one, and give it; raises `PortTaken`."""

    async def figures(_: web.Request) -> web.Response:
        if health.client is not None:
            glance(health.client)
        shown = generate_latest(metrics.REGISTRY)
        return web.Response(body=shown, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def healthy(_: web.Request) -> web.Response:
        return _said(health.problems())

    async def ready(_: web.Request) -> web.Response:
        return _said(await health.unready())

    app = web.Application()
    app.router.add_get("/metrics", figures)
    app.router.add_get("/health", healthy)
    app.router.add_get("/ready", ready)
    async with answering(app, "HEALTH", address, port) as bound:
        log.info("health-port", address=address, port=bound)
        yield bound


def _said(problems: Problems) -> web.Response:
    said = {
        "status": "failing" if problems else "ok",
        "problems": dict(problems),
        "version": metrics.program_version(),
    }
    return web.json_response(said, status=503 if problems else 200)
