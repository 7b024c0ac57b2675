"""A PostgreSQL of the tests' own, where its programs are installed: on a socket, not a port."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

GIVEN = os.environ.get("TEST_DATABASE_URL", "")
"""A database that may be emptied, instead of a server of our own."""
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that can be stopped and started again."""

    programs: Path
    folder: Path
    options: str = FAST

    @property
    def url(self) -> str:
        """The address of its first database."""
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} {self.options}"
        self._call("pg_ctl", "start", "-w", "-s", "-l", str(self.folder / "log"), "-o", options)

    def stop(self) -> None:
        """Stop it, even if clients are connected."""
        self._call("pg_ctl", "stop", "-w", "-s", "-m", "fast")

    def crash(self) -> None:
        """Let it die as if it had been killed, then start it; it recovers what was committed."""
        self._call("pg_ctl", "stop", "-w", "-s", "-m", "immediate")
        self.start()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let it be stopped for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def make(self) -> None:
        """Make its files."""
        self._call("initdb", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--no-locale")

    def _call(self, program: str, *words: str) -> None:
        # It refuses to run as root.
        account = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        subprocess.run(
            [self.programs / program, "-D", self.folder / "data", *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **account,  # type: ignore[call-overload] # names of accounts
        )


def hand_over(path: Path) -> None:
    """Let the server's account have a file of ours."""
    if os.geteuid() == 0:
        shutil.chown(path, "postgres", "postgres")


def programs() -> Path | None:
    """Return where the newest server's programs are installed."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    found = on_path or (debian[-1] if debian else None)
    return Path(found).resolve().parent if found else None


def _version(program: Path) -> int:
    return int(program.parents[1].name)


@contextmanager
def running(found: Path, options: str = FAST) -> Iterator[Server]:
    """Give a server with these settings that runs until the end."""
    # Not below pytest's folder: that is for its own account alone.
    server = Server(found, Path(mkdtemp(prefix="faultline-pg-")), options)
    try:
        hand_over(server.folder)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(server.folder)
