"""Addresses of databases: which can be used, and what they ask of the way to a PostgreSQL.

What `ssl=`, or `sslmode=`, and the files beside it mean is what they mean to PostgreSQL's own
programs. The one thing more: without a root file `verify-full` goes by the certificates that the
machine trusts.
"""

import os
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.hosts import PORTS, is_host, is_loopback

DRIVERS: Final[Mapping[str, str]] = MappingProxyType(
    {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
)
MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""From what asks for nothing to what makes sure that it is this very server."""
ENCRYPTING: Final = MODES[3:]
SYSTEM: Final = "system"
"""In place of a root file: the certificates that this machine trusts."""


class _File(NamedTuple):
    """Where else a file may be named, and where it lies if it is named nowhere."""

    variable: str
    at_home: str


FILES: Final[Mapping[str, _File]] = MappingProxyType(
    {
        "sslrootcert": _File("PGSSLROOTCERT", "root.crt"),
        "sslcrl": _File("PGSSLCRL", "root.crl"),
        "sslcert": _File("PGSSLCERT", "postgresql.crt"),
        "sslkey": _File("PGSSLKEY", "postgresql.key"),
    }
)
_OF_TLS: Final = ("ssl", "sslmode", *FILES)
_OF_SERVERS: Final = ("host", "port", "target_session_attrs")

Endpoints: TypeAlias = Sequence[tuple[str | None, int | None]]
"""Host and port of each server; None: the driver's own default."""


class WrongAddress(ValueError):
    """This can't be the address of a database; the text shows nothing of it."""


class UnusableCertificate(OSError):
    """A file of certificates or a key can't be used; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What is asked of the way to a server; the files by their names, None where there is none."""

    mode: str | None = None
    sslrootcert: str | None = None
    sslcrl: str | None = None
    sslcert: str | None = None
    sslkey: str | None = None

    @property
    def verifies(self) -> bool:
        """Whether another server than the right one would be refused."""
        return self.mode in ENCRYPTING and self.sslrootcert is not None

    def given(self) -> ssl.SSLContext | str | None:
        """Return what the driver is given; raise `UnusableCertificate`.

        Files are read again once they have changed: certificates are renewed while the bot runs.
        """
        if self.mode not in ENCRYPTING:
            return self.mode
        return _context(self, tuple(_changed_at(name, file) for name, file in self._files()))

    def variables(self) -> Mapping[str, str]:
        """Return the same for PostgreSQL's own programs, as variables of their environment."""
        named = {FILES[name].variable: file for name, file in self._files()}
        if self.sslrootcert == SYSTEM:
            # They know the word from version 16 on.
            named["PGSSLROOTCERT"] = ssl.get_default_verify_paths().cafile or SYSTEM
        return named if self.mode is None else {"PGSSLMODE": self.mode, **named}

    def _files(self) -> list[tuple[str, str]]:
        files = ((name, getattr(self, name)) for name in FILES)
        return [(name, file) for name, file in files if file is not None]


def parsed(text: str) -> URL:
    """Return the parts of a database's address; raise `WrongAddress` if it can't be one."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise WrongAddress("it is no address of a database") from None
    kind = url.get_backend_name()
    if kind not in DRIVERS:
        raise WrongAddress(f"{kind} is not supported")
    if kind == "sqlite":
        if url.host is not None:
            raise WrongAddress("before the name of a file are three slashes, or four before /")
        if url.query:
            raise WrongAddress("after the name of the file nothing can be set")
        return url
    if text.count("@") > 1:
        raise WrongAddress("an @ in a name or a password is written %40")
    for name, value in url.query.items():
        if name not in (*_OF_SERVERS, *_OF_TLS):
            known = ", ".join((*_OF_SERVERS, *_OF_TLS))
            raise WrongAddress(f"nothing is known of {name}=; what can be set is {known}")
        if name != "host" and not isinstance(value, str):
            raise WrongAddress(f"{name}= stands there twice")
    for host, port in endpoints(url):
        if host is not None and not host.startswith("/") and not is_host(host):
            raise WrongAddress(
                "its host can't be one (special characters of a password are written %2F and the"
                " like, the folder of a socket ?host=/FOLDER)"
            )
        # SQLAlchemy takes a port 0 for none.
        if (port is not None and port not in PORTS) or url.port == 0:
            raise WrongAddress(f"its port can't be one: they go from 1 to {PORTS[-1]}")
    tls_of(url)
    return url


def driven(url: URL) -> URL:
    """Return the address as the driver gets it: what protects the way is given beside it."""
    kind = url.get_backend_name()
    named = url.set(drivername=DRIVERS.get(kind, url.drivername))
    return named.difference_update_query(_OF_TLS)


def endpoints(url: URL) -> Endpoints:
    """Return the servers that a PostgreSQL's address names, in order. Raises `WrongAddress`."""
    try:
        dialect = url.set(drivername=DRIVERS["postgresql"]).get_dialect()()
        _, named = dialect.create_connect_args(url)
    except (ArgumentError, ValueError):
        raise WrongAddress("its hosts and ports don't belong together") from None
    hosts: Any = named.get("host")
    ports: Any = named.get("port")
    if not isinstance(hosts, list):
        return [(hosts, ports)]
    return list(zip(hosts, ports, strict=True))


def beyond_this_machine(url: URL) -> Sequence[str]:
    """Return the hosts that are reached over a network."""
    hosts = [host or os.environ.get("PGHOST") for host, _ in endpoints(url)]
    named = [each for host in hosts if host for each in host.split(",")]
    return [each for each in named if not each.startswith("/") and not is_loopback(each)]


def tls_of(url: URL) -> Tls:
    """Return what an address and the environment ask of the way. Raises `WrongAddress`."""
    if url.get_backend_name() == "sqlite":
        return Tls()
    query: Mapping[str, Any] = url.query
    mode = query.get("ssl", query.get("sslmode"))
    if "sslmode" in query and query["sslmode"] != mode:
        raise WrongAddress("ssl= and sslmode= are two names of one thing: keep one of them")
    mode = mode or os.environ.get("PGSSLMODE") or None
    if mode is not None and mode not in MODES:
        raise WrongAddress(f"ssl=, or PGSSLMODE, is one of {', '.join(MODES)}")
    if mode not in ENCRYPTING:
        if named := [name for name in FILES if name in query]:
            raise WrongAddress(f"{named[0]}= counts with ssl={', '.join(ENCRYPTING)} alone")
        return Tls(mode)
    files = {name: query.get(name) or _named_elsewhere(name) for name in FILES}
    if files["sslcert"] is None:
        if "sslkey" in query:
            raise WrongAddress("sslkey= is the key of a certificate: name that by sslcert=")
        files["sslkey"] = None
    if files["sslrootcert"] == SYSTEM and mode != "verify-full":
        raise WrongAddress(
            "sslrootcert=system goes with ssl=verify-full alone: others have certificates, too"
        )
    if files["sslrootcert"] is None and mode == "verify-ca":
        raise WrongAddress("ssl=verify-ca needs sslrootcert=FILE; verify-full does without")
    if files["sslrootcert"] is None and mode == "verify-full":
        files["sslrootcert"] = SYSTEM
    return Tls(mode, **files)


def _named_elsewhere(name: str) -> str | None:
    file = FILES[name]
    if (named := os.environ.get(file.variable)) is not None:
        return named or None
    # Left as it is where there is no home.
    at_home = os.path.expanduser(f"~/.postgresql/{file.at_home}")  # noqa: PTH111 - Path would raise
    return at_home if os.path.exists(at_home) else None  # noqa: PTH110 - the same


def _changed_at(name: str, file: str) -> int:
    if file == SYSTEM:
        return 0
    try:
        return Path(file).stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise _unusable(name, file, error) from None


@lru_cache(maxsize=8)
def _context(tls: Tls, _: tuple[int, ...]) -> ssl.SSLContext:
    # Not `create_default_context`: Python 3.13's refuses what `openssl req -x509` makes.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = tls.mode == "verify-full"
    context.set_alpn_protocols(["postgresql"])
    if tls.sslrootcert is None:
        context.verify_mode = ssl.CERT_NONE
    elif tls.sslrootcert == SYSTEM:
        context.load_default_certs()
    else:
        _load(context, "sslrootcert", tls.sslrootcert)
    if tls.sslcrl is not None:
        _load(context, "sslcrl", tls.sslcrl)
        context.verify_flags |= ssl.VERIFY_CRL_CHECK_CHAIN
    if tls.sslcert is not None:
        try:
            # A key with a passphrase would be asked for at the terminal.
            context.load_cert_chain(tls.sslcert, tls.sslkey, password=lambda: "")
        except OSError as error:
            raise _unusable("sslcert", tls.sslcert, error) from None
    return context


def _load(context: ssl.SSLContext, name: str, file: str) -> None:
    try:
        context.load_verify_locations(file)
    except OSError as error:
        raise _unusable(name, file, error) from None


def _unusable(name: str, file: str, error: Exception) -> UnusableCertificate:
    if not isinstance(error, ssl.SSLError):
        reason = str(getattr(error, "strerror", None) or "that is no name of a file").lower()
    elif error.reason == "KEY_VALUES_MISMATCH":
        reason = "it is not the certificate of the key"
    elif name == "sslcert":
        reason = "no certificate with its key can be read; a key with a passphrase won't do"
    else:
        reason = "no certificate can be read there"
    return UnusableCertificate(f"{name}={file}: {reason}")
