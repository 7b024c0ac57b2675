"""Spans for OpenTelemetry: one trace leads from a click to its message.

They are sent if the extra `tracing` is installed and OpenTelemetry's own variables say where to
(OTEL_EXPORTER_OTLP_ENDPOINT and the like); otherwise nothing of it is imported, and a span costs a
look at one variable. The current span is a context variable: tasks and `asyncio.to_thread` take it
along by themselves, other threads by `contextvars.copy_context`.

Attributes say which kind of thing was done, and where: never what was chosen, seen, typed or said,
and no names, addresses or tokens.
"""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Thread
from typing import Any, Final, Protocol, TypeAlias

import structlog

from bot import metrics

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
DISABLED: Final = "OTEL_SDK_DISABLED"
LAST_SECONDS: Final = 2.0
"""How long sending the last spans may take when the process ends."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Attribute: TypeAlias = str | int | bool


class Span(Protocol):
    """A span as far as it is used here."""

    def set_attribute(self, key: str, value: Attribute) -> None: ...
    def end(self) -> None: ...


class _NoSpan:
    def set_attribute(self, key: str, value: Attribute) -> None:
        pass

    def end(self) -> None:
        pass


_NO_SPAN: Final = _NoSpan()
_NOTHING: Final[AbstractContextManager[Span]] = nullcontext(_NO_SPAN)
_tracer: Any = None


def span(name: str, **attributes: Attribute | None) -> AbstractContextManager[Span]:
    """Return a context whose work is a span within the current one; None is no attribute.

    One that an error ends says which type of error, not what it says.
    """
    return _NOTHING if _tracer is None else _Current(name, attributes)


def detail(name: str) -> AbstractContextManager[Span]:
    """Return what `span` does within another span; alone it would tell nobody anything."""
    return _NOTHING if trace_id() is None else span(name)


def started(name: str, **attributes: Attribute | None) -> Span:
    """Return a span within the current one that the caller must end; it is no span's parent."""
    if _tracer is None:
        return _NO_SPAN
    begun: Span = _tracer.start_span(name, attributes=_named(attributes))
    return begun


def trace_id() -> str | None:
    """Return the id of the current trace, in hexadecimal; None: there is none."""
    if _tracer is None:
        return None
    from opentelemetry import trace  # noqa: PLC0415 - only where it is installed

    context = trace.get_current_span().get_span_context()
    return trace.format_trace_id(context.trace_id) if context.is_valid else None


def begin() -> Callable[[], None]:
    """Send spans if the environment asks for it; call what it returns at the end of the process."""
    asked = any(os.environ.get(each) for each in ENDPOINTS)
    if not asked or os.environ.get(DISABLED, "").lower() == "true":
        return lambda: None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError as error:
        log.warning("no-tracing", missing=error.name, help="install the extra tracing")
        return lambda: None
    log.info("tracing")
    return send_to(BatchSpanProcessor(OTLPSpanExporter()))


def send_to(processor: Any) -> Callable[[], None]:
    """Give all spans from now on to a processor of OpenTelemetry's; return what ends that."""
    global _tracer  # noqa: PLW0603 - as `logging` has one configuration, this has one
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource  # noqa: PLC0415 - above
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415

    known = {"service.name": "faultline", "service.version": metrics.program_version()}
    # The environment wins: OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES.
    resource = Resource(known).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("faultline", metrics.program_version())

    def end() -> None:
        global _tracer  # noqa: PLW0603
        _tracer = None
        # What is left is sent. Where nobody takes it, that is tried for long: nobody waits for it.
        ending = Thread(target=provider.shutdown, name="tracing-end", daemon=True)
        ending.start()
        ending.join(LAST_SECONDS)

    return end


class _Current:
    """A span that is the current one within its block."""

    def __init__(self, name: str, attributes: dict[str, Attribute | None]) -> None:
        self._inner = _tracer.start_as_current_span(
            name,
            attributes=_named(attributes),
            record_exception=False,
            set_status_on_exception=False,
        )

    def __enter__(self) -> Span:
        self._span = self._inner.__enter__()
        return self._span  # type: ignore[no-any-return]

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        if kind is not None:
            self._span.set_attribute("error.type", kind.__name__)
        self._inner.__exit__(kind, *rest)


def _named(attributes: dict[str, Attribute | None]) -> dict[str, Attribute]:
    return {f"faultline.{name}": value for name, value in attributes.items() if value is not None}
