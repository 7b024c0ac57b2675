"""TLS to a PostgreSQL: a server that proves who it is is used, any other one is refused."""

import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlalchemy import text

from bot import app
from bot.storage import address
from bot.storage.database import Database
from bot.storage.migration import upgrade
from tests import postgresql
from tests.bot.command_line.conftest import Typed, folder, typed
from tests.certificates import Authority, authority

__all__ = ["folder", "typed"]
ASKED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"


class Protected:
    """A server on a port of this machine, and the authority that has signed its certificate."""

    def __init__(self, server: postgresql.Server, port: int, signer: Authority) -> None:
        self.authority = signer
        self.port = port
        self._server = server

    def url(self, query: str = "", host: str = "localhost", user: str = "postgres") -> str:
        """Return its address, with the authority's certificate in the place of `{root}`."""
        asked = query.format(root=self.authority.certificate, folder=self.authority.folder)
        return f"postgresql://{user}@{host}:{self.port}/postgres{asked and '?'}{asked}"

    def show(self, certificate: str) -> None:
        """Let it begin anew with this certificate; "": without TLS."""
        self._server.stop()
        started(self._server, self.port, certificate).start()


def started(server: postgresql.Server, port: int, certificate: str) -> postgresql.Server:
    """Return the server with its settings."""
    path = server.folder / certificate
    files = f"-c ssl_cert_file={path}.crt -c ssl_key_file={path}.key"
    tls = f"-c ssl=on {files} -c ssl_ca_file={server.folder}/authority.crt" if certificate else ""
    where = f"-c listen_addresses=localhost -c port={port}"
    return replace(server, options=f"{postgresql.FAST} {where} {tls}")


@pytest.fixture(scope="module")
def protected() -> Iterator[Protected]:
    found = postgresql.programs()
    if found is None:
        pytest.skip("no PostgreSQL is installed here")
    server = postgresql.Server(found, Path(mkdtemp(prefix="faultline-tls-")))
    try:
        signer = authority(server.folder)
        authority(server.folder, "stranger")
        signer.sign("right", of="DNS:localhost,IP:127.0.0.1")
        signer.sign("other", of="DNS:other.example")
        signer.sign("expired", of="DNS:localhost", days=0)
        signer.sign("client")
        for each in server.folder.iterdir():
            postgresql.hand_over(each)
        postgresql.hand_over(server.folder)
        server.make()
        rules = server.folder / "data" / "pg_hba.conf"
        asks = "hostssl all guest localhost cert map=any\nhostssl all guest ::1/128 cert map=any\n"
        rules.write_text(asks + rules.read_text("utf-8"), "utf-8")
        (server.folder / "data" / "pg_ident.conf").write_text("any client guest\n", "utf-8")
        with socket.create_server(("localhost", 0)) as free:
            port: int = free.getsockname()[1]
        started(server, port, "right").start()
        yield Protected(server, port, signer)
        server.stop()
    finally:
        shutil.rmtree(server.folder)


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGSSLMODE", "PGHOST", *(each.variable for each in address.FILES.values())):
        monkeypatch.delenv(name, raising=False)
    # As in a container, or under a unit that may see no home.
    monkeypatch.setenv("HOME", "/nonexistent")
    address._context.cache_clear()


async def is_encrypted(url: str) -> bool:
    database = Database(url)
    try:
        return bool(await database.scalar(text(ASKED)))
    finally:
        await database.close()


@pytest.mark.parametrize(
    ("query", "host", "encrypted"),
    [
        ("ssl=verify-full&sslrootcert={root}", "localhost", True),
        ("sslmode=verify-full&sslrootcert={root}", "127.0.0.1", True),
        ("ssl=verify-ca&sslrootcert={root}", "127.0.0.1", True),
        ("ssl=require&sslrootcert={root}", "localhost", True),
        ("ssl=require", "localhost", True),
        ("ssl=prefer", "localhost", True),
        ("", "localhost", True),
        ("ssl=disable", "localhost", False),
    ],
)
async def test_what_the_address_asks_for_is_had(
    query: str, host: str, protected: Protected, *, encrypted: bool
) -> None:
    assert await is_encrypted(protected.url(query, host)) is encrypted


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "PGSSLROOTCERT"])
async def test_the_machines_certificates_do_and_the_variable_that_postgresql_knows(
    variable: str, protected: Protected, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = protected.url("ssl=verify-full")
    with pytest.raises(app.UnusableDatabase, match="is of nobody whom"):
        await opened(url)
    monkeypatch.setenv(variable, str(protected.authority.certificate))
    address._context.cache_clear()

    assert await is_encrypted(url)


async def opened(url: str) -> None:
    async with app.opened(url):
        pass


@pytest.mark.parametrize(
    ("certificate", "query", "reason"),
    [
        ("right", "ssl=verify-full&sslrootcert={folder}/stranger.crt", "is of nobody whom"),
        ("right", "ssl=verify-ca&sslrootcert={folder}/stranger.crt", "is of nobody whom"),
        ("right", "ssl=require&sslrootcert={folder}/stranger.crt", "is of nobody whom"),
        ("right", "ssl=verify-full&sslrootcert={folder}/none.crt", "none.crt: no such file"),
        ("other", "ssl=verify-full&sslrootcert={root}", "is of another name than the host"),
        ("expired", "ssl=verify-full&sslrootcert={root}", "the server's certificate has expired"),
        ("expired", "ssl=verify-ca&sslrootcert={root}", "the server's certificate has expired"),
        ("", "ssl=verify-full&sslrootcert={root}", "the server offers no TLS, which ssl= asks for"),
        ("", "ssl=require", "the server offers no TLS, which ssl= asks for"),
    ],
)
async def test_another_server_is_refused_at_once_and_why_is_said(
    certificate: str, query: str, reason: str, protected: Protected
) -> None:
    if certificate != "right":
        protected.show(certificate)
    try:
        with pytest.raises(app.UnusableDatabase) as refused:
            await opened(protected.url(query))
    finally:
        if certificate != "right":
            protected.show("right")

    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    # Waiting would not mend it.
    assert not isinstance(refused.value, app.DatabaseAway)


async def test_a_client_may_have_to_prove_who_it_is_too(protected: Protected) -> None:
    root, ours = "ssl=verify-full&sslrootcert={root}", "&sslcert={folder}/client.crt"
    with pytest.raises(app.UnusableDatabase, match="valid client certificate"):
        await opened(protected.url(root, user="guest"))
    database = Database(protected.url(f"{root}{ours}&sslkey={{folder}}/client.key"))
    await upgrade(database)
    await database.execute(text("CREATE ROLE guest LOGIN SUPERUSER"))
    await database.close()

    assert await is_encrypted(
        protected.url(f"{root}{ours}&sslkey={{folder}}/client.key", user="guest")
    )


def test_every_command_goes_the_same_way(
    protected: Protected, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    query, root = "ssl=verify-full", str(protected.authority.certificate)
    monkeypatch.setenv("DATABASE_URL", protected.url(query))
    # What the machine trusts, for Python and for PostgreSQL's programs.
    monkeypatch.setenv("SSL_CERT_FILE", root)
    ways: list[Callable[[], None]] = [
        lambda: monkeypatch.setenv("SSL_CERT_FILE", root),
        lambda: monkeypatch.setenv("DATABASE_URL", protected.url(f"{query}&sslrootcert={{root}}")),
    ]
    for number, way in enumerate(ways):
        way()
        monkeypatch.setenv("NEW", f"sqlite:///new-{number}.sqlite3")
        words = [
            ("migrate",),
            ("check",),
            ("backup", f"{number}.dump"),
            ("restore", f"{number}.dump"),
            ("copy", "DATABASE_URL", "NEW"),
        ]
        for each in words:
            done = typed(*each)
            assert done.exit_code == 0, (each, done.output)
            assert "nothing protects" not in done.output
    assert (tmp_path / "new-1.sqlite3").is_file()


def test_check_says_what_is_wrong_with_the_way(protected: Protected, typed: Typed) -> None:
    wrong = protected.url("ssl=verify-full&sslrootcert={folder}/stranger.crt")
    found = typed("check", DATABASE_URL=wrong)
    far = typed("check", DATABASE_URL="postgresql://u:geheim@far.invalid/games?ssl=require")

    assert found.exit_code == far.exit_code == 1
    assert "is of nobody whom sslrootcert" in found.output
    assert "docs/operating.md says what ssl=" in found.output
    assert "nothing protects the way to far.invalid" in far.output
    assert "geheim" not in far.output
