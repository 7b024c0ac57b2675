"""A worker's end of its pipes: it does what it is told, until nobody tells it anything any more.

What is asked and what comes of it are packed (pickle), each behind its length.
"""

import os
import signal
import struct
from collections.abc import Callable
from pickle import HIGHEST_PROTOCOL, dumps, loads
from traceback import format_exc
from typing import IO, Any, Final

from bot.workers.limits import WorkerLimits

STDIN, STDOUT, STDERR = range(3)
LENGTH: Final = struct.Struct(">I")


def read(stream: IO[bytes]) -> bytes | None:
    """Return the next message; None if there is none any more."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    body = stream.read(size)
    return body if len(body) == size else None


def write(stream: IO[bytes], body: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


def serve(
    prepare: Callable[[], object], done: Callable[[bytes], Any], limits: WorkerLimits
) -> None:
    """`prepare`, then do what is asked until the bot's end of the pipe is closed.

    It is closed when the bot has ended, however that came.
    """
    # A signal to the whole process group must not end this process before the bot: the bot's last
    # messages have pictures, too.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    asked, answers = os.fdopen(os.dup(STDIN), "rb"), os.fdopen(os.dup(STDOUT), "wb")
    # What a library prints must not get between the answers.
    os.dup2(STDERR, STDOUT)
    limits.begin()
    prepare()
    while (packed := read(asked)) is not None:
        with limits.answering():
            answer = _answer(done, packed)
        try:
            write(answers, answer)
        except BrokenPipeError:
            # The bot was killed meanwhile. What is left to flush would only fail again.
            os._exit(0)


def _answer(done: Callable[[bytes], Any], packed: bytes) -> bytes:
    """Return what came of it, packed: a value or an error."""
    try:
        return dumps(done(packed), HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - the bot explains it
        where = format_exc()
        try:
            # Not all that can be packed can be unpacked.
            came = loads(dumps(error, HIGHEST_PROTOCOL))  # noqa: S301 - our own
        except Exception:  # noqa: BLE001 - as above
            came = RuntimeError(repr(error))
        # Where it was raised would be lost on the way.
        came.add_note(where)
        return dumps(came, HIGHEST_PROTOCOL)
