"""A worker that is stopped in the middle of its answer: `python -m tests.bot.workers.halfway`."""

import os
import signal
import sys

from bot.workers.pipes import LENGTH, read

if __name__ == "__main__":
    read(sys.stdin.buffer)
    sys.stdout.buffer.write(LENGTH.pack(100) + b"half")
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGSTOP)
