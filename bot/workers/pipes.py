"""A worker's end of its pipes: it does what it is told, until nobody tells it anything any more.

What is asked is packed (pickle): it comes from the bot alone. What comes of it is bytes: a picture,
text, or an error as text. The bot reads them and runs nothing of them. Each stands behind its
length.
"""

import json
import os
import signal
import struct
from collections.abc import Callable
from traceback import format_exc
from typing import IO, Final

from bot.workers.limits import WorkerLimits

STDIN, STDOUT, STDERR = range(3)
LENGTH: Final = struct.Struct(">I")
LONGEST: Final = 1 << 26
"""Of a message, far more than any picture or thought has."""
DONE, FAILED = b"=", b"!"
"""How answers begin."""


class Unreadable(Exception):
    """What a worker said is no answer."""


class WorkerFailed(Exception):
    """A worker did its work, and raised an error of this kind."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


def read(stream: IO[bytes]) -> bytes | None:
    """Return the next message; None if there is none any more, or none of ours."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    if size > LONGEST:
        return None
    body = stream.read(size)
    return body if len(body) == size else None


def write(stream: IO[bytes], body: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


def serve(
    prepare: Callable[[], object], done: Callable[[bytes], bytes], limits: WorkerLimits
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


def _answer(done: Callable[[bytes], bytes], packed: bytes) -> bytes:
    """Return what came of it, marked as that or as an error."""
    try:
        return DONE + done(packed)
    except Exception as error:  # noqa: BLE001 - the bot explains it
        said = {"kind": type(error).__name__, "text": str(error), "where": format_exc()}
        return FAILED + json.dumps(said).encode()


def answered(answer: bytes) -> bytes:
    """Return what a worker made; raise `WorkerFailed`, or `Unreadable` for no answer of ours."""
    mark, rest = answer[:1], answer[1:]
    if mark == DONE:
        return rest
    try:
        said = json.loads(rest)
        kind, text, where = (said[name] for name in ("kind", "text", "where"))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Unreadable from None
    if mark != FAILED or not all(isinstance(each, str) for each in (kind, text, where)):
        raise Unreadable
    failed = WorkerFailed(kind, text)
    # Where it was raised would be lost on the way.
    failed.add_note(where)
    raise failed
