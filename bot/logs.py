"""Structured logs on standard error, our own and those of libraries, in one format."""

import logging
import sys
from typing import Literal

import structlog
from discord import VoiceClient

_SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def begin(level: str, form: Literal["console", "json"]) -> None:
    """Send every log from `level` on to standard error; call it once, first of all."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_rendering(form),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Nobody speaks here: the libraries for it are not missed.
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False
    # Libraries tell at INFO what only their authors want to know.
    for library in ("discord", "aiosqlite", "alembic", "sqlalchemy", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.WARNING, root.level))


def _rendering(form: Literal["console", "json"]) -> tuple[structlog.typing.Processor, ...]:
    if form == "json":
        return (structlog.processors.format_exc_info, structlog.processors.JSONRenderer())
    # Plain tracebacks: the pretty ones show local variables, and secrets may be among them.
    plain = structlog.dev.plain_traceback
    return (structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain),)
