"""Copies of a PostgreSQL database, by its own programs: pg_dump, pg_restore, psql.

They get the password through their environment, never on their command line.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from bot.storage.address import endpoints, tls_of
from bot.storage.schema_version import RESTORING
from bot.storage.sqlite_backup import BadBackup

CUSTOM: Final = b"PGDMP"
"""How a file of `pg_dump --format=custom` begins."""
ASIDE: Final = "before_"
"""How schemas are called that a restore put aside."""
# The rows of `claims` are for minutes.
_DUMP: Final = (
    "pg_dump",
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--no-unlogged-table-data",
    f"--exclude-schema={ASIDE}*",
    "--no-password",
)
_BEGIN: Final = """
\\set ON_ERROR_STOP on
BEGIN;
{aside}
CREATE SCHEMA IF NOT EXISTS public;
"""
_ASIDE: Final = "ALTER SCHEMA public RENAME TO {kept};"
# No bot begins on it before it is marked: to all of them it is of another version.
_END: Final = """
UPDATE public.alembic_version SET version_num = '{restoring}';
COMMIT;
"""


class ProgramFailed(Exception):
    """A program of PostgreSQL is missing, or ended badly; the text says why."""


def dumped(url: str, target: Path) -> None:
    """Write the database to a file, as it is at one moment; others go on writing meanwhile.

    The file is read again to its end. Raises `ProgramFailed`.
    """
    _run((*_DUMP, f"--file={target}"), environment(url))
    check_readable(target)


def check_readable(file: Path) -> None:
    """Read a backup to its end. Raises `BadBackup`, `ProgramFailed`."""
    with file.open("rb") as opened:
        if opened.read(len(CUSTOM)) != CUSTOM:
            raise BadBackup("it was not made by `pg_dump --format=custom`")
    try:
        _run(("pg_restore", f"--file={os.devnull}", str(file)), os.environ)
    except ProgramFailed as error:
        if shutil.which("pg_restore") is None:
            raise
        raise BadBackup(str(error)) from None


def revision_in(file: Path) -> str | None:
    """Return which migration a backup is of; None: it is no backup of this program's database."""
    words = ("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file))
    lines = _run(words, os.environ).splitlines()
    at = next((n for n, line in enumerate(lines) if line.startswith("COPY ")), None)
    return None if at is None else lines[at + 1].strip()


def brought_back(url: str, file: Path, kept: str | None) -> None:
    """Put a backup in the place of what is in the database, in one transaction.

    What is there stays as the schema `kept`; None: nothing is there. Afterwards the database says
    that it is being restored, until the caller marks it as whole. Raises `ProgramFailed`.
    """
    reading = ("pg_restore", "--no-owner", "--no-privileges", "--schema=public", "--file=-")
    writing = ("psql", "--no-psqlrc", "--quiet", "--no-password", "--output", os.devnull)
    aside = "" if kept is None else _ASIDE.format(kept=kept)
    with (
        _begun((*reading, str(file)), stdout=subprocess.PIPE) as source,
        _begun(writing, environment(url), stdin=subprocess.PIPE) as target,
    ):
        assert source.stdout is not None
        assert target.stdin is not None
        try:
            target.stdin.write(_BEGIN.format(aside=aside).encode())
            shutil.copyfileobj(source.stdout, target.stdin)
            # Without COMMIT nothing has happened.
            if source.wait() == 0:
                target.stdin.write(_END.format(restoring=RESTORING).encode())
            target.stdin.close()
        except BrokenPipeError:
            source.kill()
        for each in (target, source):
            _check(each)


def environment(url: str) -> Mapping[str, str]:
    """Return the environment in which PostgreSQL's programs find a database."""
    address = make_url(url)
    servers = endpoints(address)
    given = {
        "PGHOST": ",".join(host for host, _ in servers if host),
        "PGPORT": ",".join(str(port) for _, port in servers if port),
        "PGUSER": address.username,
        "PGPASSWORD": address.password and str(address.password),
        "PGDATABASE": address.database,
        "PGTARGETSESSIONATTRS": address.query.get("target_session_attrs"),
        **tls_of(address).variables(),
    }
    named = {name: str(value) for name, value in given.items() if value}
    return {**os.environ, **named, "PGCONNECT_TIMEOUT": "10", "LC_MESSAGES": "C"}


def _run(words: tuple[str, ...], environment: Mapping[str, str]) -> str:
    with _begun(words, environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        found = process.stdout.read()
        _check(process)
    return found.decode(errors="replace")


@contextmanager
def _begun(
    words: tuple[str, ...],
    environment: Mapping[str, str] = os.environ,
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
) -> Iterator["subprocess.Popen[bytes]"]:
    try:
        process = subprocess.Popen(  # noqa: S603 - our own words
            words, env=environment, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE
        )
    except FileNotFoundError:
        text = f"{words[0]} is not installed: PostgreSQL's client programs have it"
        raise ProgramFailed(text) from None
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def _check(process: "subprocess.Popen[bytes]") -> None:
    """Raise `ProgramFailed` with the first thing that a program said, if it failed."""
    assert process.stderr is not None
    said = process.stderr.read().decode(errors="replace").strip().splitlines()
    if process.wait():
        name = Path(str(process.args[0])).name  # type: ignore[index] # a tuple of words
        wrong = next((line for line in said if "error" in line.lower()), (said or [""])[0])
        raise ProgramFailed(wrong or f"{name} ended with {process.returncode}")
