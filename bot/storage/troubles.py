"""What is wrong when the database can't do what it is asked to: for programs, and in a sentence."""

import socket
import sqlite3
import ssl
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from bot.storage.address import UnusableCertificate
from bot.table.errors import OutOfReach

_OF_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_IOERR: "disk-failed",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot-open",
}


_OF_POSTGRESQL: Final = {
    "53100": "disk-full",
    "53": "overloaded",  # of connections or memory
    "25006": "read-only",
    "57014": "slow",
    "55P03": "slow",
    "58030": "disk-failed",
    "57P": "unreachable",  # it stops, or starts
    "08": "unreachable",
    "25P03": "unreachable",
}
"""By the beginning of what SQL calls its state; the longest one counts."""


def problem_of(error: BaseException) -> str | None:
    """Say what is wrong with the database; None: with what was asked of it."""
    # What breaks before SQLAlchemy looks comes as it is.
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.OperationalError):
        # The lowest byte is the kind of error, the others say more.
        return _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(cause, "sqlstate", None) or ""
    for begins in (state, state[:3], state[:2]):
        if begins in _OF_POSTGRESQL:
            return _OF_POSTGRESQL[begins]
    if isinstance(error, NoneFree):
        return "overloaded"
    if isinstance(cause, TimeoutError):
        return "slow"
    is_away = isinstance(error, OperationalError | InterfaceError | OSError)
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    is_driver = not isinstance(error, DBAPIError) and type(error).__module__.startswith("asyncpg.")
    return "unreachable" if is_away or is_lost or is_driver else None


PASSING: Final = frozenset({"unreachable", "overloaded", "slow", "disk-full"})
"""Problems that end without anything being changed in the settings."""
_NO_TLS: Final = "rejected SSL upgrade"
"""The driver's words for a server that offers none."""


def passes(error: BaseException) -> bool:
    """Say whether a database that can't be opened is worth waiting for.

    A server that isn't there yet, has no room or no name yet, is. One that answers and refuses, or
    can't prove that it is the right one, isn't.
    """
    cause = _cause(error)
    if (state := getattr(cause, "sqlstate", None)) is not None:
        # As `problem_of`, but an unknown word of the server's is a refusal.
        return any(_OF_POSTGRESQL.get(state[:n]) in PASSING for n in (5, 3, 2))
    if is_of_tls(cause) or isinstance(cause, PermissionError):
        return False
    is_there = isinstance(cause, OSError | sqlite3.Error | NoneFree)
    return is_there and problem_of(cause) in PASSING


def is_of_tls(error: BaseException) -> bool:
    """Say whether it is the protection of the way to the server that fails."""
    cause = _cause(error)
    # A server that stops closes connections in the middle of a word.
    is_cut = isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError)
    is_refused = isinstance(cause, ConnectionError) and _NO_TLS in str(cause)
    return is_refused or (isinstance(cause, UnusableCertificate | ssl.SSLError) and not is_cut)


_OF_CERTIFICATES: Final[Mapping[int, str]] = MappingProxyType(
    {
        9: "the server's certificate is not valid yet: is this machine's clock right?",
        10: "the server's certificate has expired",
        12: "the list of revoked certificates (sslcrl) has expired",
        3: "there is no list of revoked certificates (sslcrl) of the server's authority",
        23: "the server's certificate was revoked",
        62: "the server's certificate is of another name than the host in the address",
        64: "the server's certificate is not of the address that is its host",
    }
)
"""By OpenSSL's numbers (`X509_V_ERR_…`)."""


def reason_of(error: BaseException) -> str:
    """Return in one line, for operators, what is wrong."""
    cause = _cause(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        unknown = "the server's certificate is of nobody whom sslrootcert, or this machine, trusts"
        known = _OF_CERTIFICATES.get(cause.verify_code, unknown)
        return f"{known} ({cause.verify_message.rstrip('.')})"
    if isinstance(cause, ConnectionError) and _NO_TLS in str(cause):
        return "the server offers no TLS, which ssl= asks for"
    if isinstance(cause, ssl.SSLError) and is_of_tls(cause):
        return f"the server and this program don't agree on TLS ({cause.reason or cause})"
    if isinstance(cause, socket.gaierror):
        return f"no machine of its name is found ({cause.strerror})"
    if isinstance(cause, TimeoutError) and not str(cause):
        return "it did not answer in time"
    return (str(cause).splitlines() or [type(cause).__name__])[0]


def _cause(error: BaseException) -> BaseException:
    """Return what the driver or the system said, without what was put around it."""
    if isinstance(error, OutOfReach) and error.__cause__ is not None:
        return _cause(error.__cause__)
    if isinstance(error, DBAPIError) and error.orig is not None:
        # SQLAlchemy's own error between the two repeats the driver's and its class.
        return error.orig.__cause__ or error.orig
    return error
