"""Structured logs on standard error, our own and those of libraries, in one format.

As JSON, a line has `timestamp`, `level`, `logger`, `event` and `process`. What follows from an
interaction has `click` and `interaction`, and `shard` where there are any; where spans are sent,
`trace` is OpenTelemetry's id. Keys and events are constants: what varies has a field of its own.
"""

import logging
import re
import sys
import unicodedata
from io import StringIO
from textwrap import indent
from typing import Final, Literal, TextIO

import structlog
from discord import VoiceClient

from bot import tracing
from bot.metrics import CountingHandler
from bot.system import process_name


def _where(_: object, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Add the trace of what is done just now."""
    if (trace := tracing.trace_id()) is not None:
        line["trace"] = trace
    return line


_SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _where,
)
HIDDEN: Final = "[hidden]"
_SECRETS: Final = re.compile(
    # The address of an answer holds the interaction's token, that of a webhook its own.
    r"(?<=/interactions/)\d+/[^\s/?\"'\\]+"
    r"|(?<=/webhooks/)\d+/[^\s/?\"'\\]+"
    # The password of a database.
    r"|(?<=://)[^\s/:@\"']*:[^\s@\"']+(?=@)"
    # A bot's token, and the header that has it: three parts, the first one its id.
    r"|\b[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{20,}"
    r"|(?<=\bBot )[^\s\"'\\]{16,}"
)


def without_secrets(text: str) -> str:
    """Return a text of the log in which no token and no password stands.

    Nothing of ours logs one. This is for what libraries and their errors say.

    >>> without_secrets("POST https://discord.com/api/v10/webhooks/7/aW50ZXI/messages failed")
    'POST https://discord.com/api/v10/webhooks/[hidden]/messages failed'
    """
    return _SECRETS.sub(HIDDEN, text)


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
        _Formatter(
            foreign_pre_chain=_SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_rendering(form),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler, CountingHandler()]
    root.setLevel(level)
    # Nobody speaks here: the libraries for it are not missed.
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False
    # Libraries tell at INFO what only their authors want to know, and at DEBUG what nobody may.
    for library in ("discord", "aiosqlite", "alembic", "sqlalchemy", "asyncio", "aiohttp"):
        logging.getLogger(library).setLevel(max(logging.WARNING, root.level))


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Renders a line, and takes out what nobody may read there."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def _rendering(form: Literal["console", "json"]) -> tuple[structlog.typing.Processor, ...]:
    if form == "json":
        process = process_name()

        def named(
            _: object, __: str, line: structlog.typing.EventDict
        ) -> structlog.typing.EventDict:
            line["process"] = process
            return line

        return (
            named,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        )
    colors = sys.stderr.isatty()
    return (
        _on_one_line,
        structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=_traceback),
    )


def _on_one_line(
    _: object, __: str, line: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Write signs that a terminal would obey, or nobody would see, as escapes."""
    return {name: _shown(each) if isinstance(each, str) else each for name, each in line.items()}


def _traceback(out: TextIO, error: structlog.typing.ExcInfo) -> None:
    """Write a traceback, indented: no line of it looks like a line of the log.

    A plain one: the pretty ones show local variables, and secrets may be among them.
    """
    plain = StringIO()
    structlog.dev.plain_traceback(plain, error)
    out.write("\n".join(indent(_shown(each), "    ") for each in plain.getvalue().split("\n")))


def _shown(text: str) -> str:
    hidden = {"Cc", "Cf", "Zl", "Zp"}
    return "".join(
        ascii(each)[1:-1] if unicodedata.category(each) in hidden else each for each in text
    )
