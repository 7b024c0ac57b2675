"""A process that draws what it is told to, until nobody tells it anything any more.

`python -m render.worker` reads packed drawings and writes pictures, each behind its length. It
knows observations and words, no database, no Discord and no secrets.
"""

import os
import signal
import struct
import sys
from pickle import HIGHEST_PROTOCOL, dumps, loads
from traceback import format_exc
from typing import IO, Final

from render.drawing import Drawing
from render.renderer import renderers

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


def answer(packed: bytes) -> bytes:
    """Return what came of a drawing, packed: the picture or the error."""
    try:
        return dumps(Drawing.unpacked(packed).drawn(), HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - whoever asked for the picture explains it
        where = format_exc()
        try:
            # Not all that can be packed can be unpacked.
            came = loads(dumps(error, HIGHEST_PROTOCOL))  # noqa: S301 - our own
        except Exception:  # noqa: BLE001 - as above
            came = RuntimeError(repr(error))
        # Where it was raised would be lost on the way.
        came.add_note(where)
        return dumps(came, HIGHEST_PROTOCOL)


def main() -> None:
    """Draw until the other end of the pipe is closed, as it is when its process has ended."""
    # Whoever stops the whole group lets the bot end first: its last messages have pictures, too.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What somebody prints must not get between the pictures.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    renderers()
    while (packed := read(asked)) is not None:
        write(answers, answer(packed))


if __name__ == "__main__":
    main()
