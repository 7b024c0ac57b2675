"""Counts and traces what Discord answers: a hook into the HTTP client under discord.py."""

from contextvars import ContextVar
from time import perf_counter
from types import SimpleNamespace
from typing import Final

import aiohttp
from aiohttp import (
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
)

from bot import metrics, tracing

UNCERTAIN: Final[ContextVar[bool]] = ContextVar("uncertain", default=False)
"""Whether Discord failed at a request of this task: it may have done what was asked, though."""
FAILED: Final = 500


def traced_requests() -> TraceConfig:
    """Return a hook that counts each request by route and answer, with its time and its span.

    It sees each try on its own: one that has to wait for a rate limit shows as 429, and again.
    """
    config = TraceConfig()
    config.on_request_start.append(_note_begin)
    config.on_request_end.append(_note_end)
    config.on_request_exception.append(_note_failure)
    return config


async def _note_begin(
    _: aiohttp.ClientSession, context: SimpleNamespace, params: TraceRequestStartParams
) -> None:
    context.route = metrics.route_of(params.method, params.url.path)
    context.began = perf_counter()
    context.span = tracing.started(f"discord {context.route}")


async def _note_end(
    _: aiohttp.ClientSession, context: SimpleNamespace, params: TraceRequestEndParams
) -> None:
    metrics.DISCORD.labels(context.route, str(params.response.status)).inc()
    if params.response.status >= FAILED:
        UNCERTAIN.set(True)
    context.span.set_attribute("http.response.status_code", params.response.status)
    context.span.end()
    # The gateway's connection lasts as long as it is used: no request.
    if params.response.status != 101:
        metrics.DISCORD_SECONDS.labels(context.route).observe(perf_counter() - context.began)


async def _note_failure(
    _: aiohttp.ClientSession, context: SimpleNamespace, params: TraceRequestExceptionParams
) -> None:
    metrics.DISCORD.labels(context.route, "failed").inc()
    UNCERTAIN.set(True)
    context.span.set_attribute("error.type", type(params.exception).__name__)
    context.span.end()
