"""Addresses of databases: what is possible, what is refused in a line that shows nothing of it."""

from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.storage.address import (
    FILES,
    UnusableCertificate,
    WrongAddress,
    beyond_this_machine,
    driven,
    endpoints,
    parsed,
    tls_of,
)
from bot.storage.postgresql_backup import environment
from tests.certificates import Authority, authority, openssl


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PGSSLMODE", "PGHOST", *(each.variable for each in FILES.values())):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def made(tmp_path: Path) -> Authority:
    return authority(tmp_path)


@pytest.mark.parametrize(
    ("address", "servers"),
    [
        ("postgresql://u:geheim@db.example/games", [("db.example", None)]),
        ("postgresql://u:geheim@[::1]:5433/games", [("::1", 5433)]),
        ("postgresql://u:%40%2F%3A@db/games", [("db", None)]),
        ("postgresql://u@/games?host=/run/postgresql", [("/run/postgresql", None)]),
        ("postgresql:///games", [(None, None)]),
        ("postgresql:///games?host=a:5433&host=b:5434", [("a", 5433), ("b", 5434)]),
        ("postgresql+asyncpg://münchen.example/games", [("münchen.example", None)]),
    ],
)
def test_servers_are_named_in_every_way_that_postgresql_knows(
    address: str, servers: list[tuple[str | None, int | None]]
) -> None:
    assert endpoints(parsed(address)) == servers


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("geheim", "it is no address of a database"),
        ("postgresql://u:geheim/games", "it is no address of a database"),
        ("mysql://u:geheim@db/games", "mysql is not supported"),
        ("sqlite://geheim.db", "three slashes"),
        ("sqlite:///games.db?mode=geheim", "nothing can be set"),
        ("postgresql://u:ge@heim@db/games", "an @ in a name or a password is written %40"),
        ("postgresql://u:geheim@300.1.1.1/games", "its host can't be one"),
        ("postgresql://u:geheim@%2Frun%2Fpostgresql/games", "?host=/FOLDER"),
        ("postgresql://u:geheim@a b/games", "its host can't be one"),
        ("postgresql://u:geheim@db:0/games", "its port can't be one"),
        ("postgresql://u:geheim@db:99999/games", "its port can't be one"),
        ("postgresql://u:geheim@db/games?port=99999", "its port can't be one"),
        ("postgresql://u:geheim@db/games?port=many", "don't belong together"),
        ("postgresql:///games?host=a:1&host=b", "don't belong together"),
        ("postgresql://u:geheim@db/games?password=geheim", "nothing is known of password="),
        ("postgresql://u:geheim@db/games?ssl=geheim", "ssl=, or PGSSLMODE, is one of"),
        ("postgresql://u:geheim@db/games?ssl=true", "ssl=, or PGSSLMODE, is one of"),
        ("postgresql://u:geheim@db/games?ssl=require&ssl=verify-full", "ssl= stands there twice"),
        ("postgresql://db/games?ssl=require&sslmode=verify-full", "two names of one thing"),
        ("postgresql://u:geheim@db/games?sslrootcert=/geheim", "sslrootcert= counts with ssl="),
        ("postgresql://u:geheim@db/games?ssl=prefer&sslcert=/geheim", "sslcert= counts with ssl="),
        ("postgresql://u:geheim@db/games?ssl=require&sslkey=/geheim", "name that by sslcert="),
        ("postgresql://u:geheim@db/games?ssl=verify-ca", "verify-ca needs sslrootcert=FILE"),
        ("postgresql://db/games?ssl=require&sslrootcert=system", "ssl=verify-full alone"),
    ],
)
def test_what_can_be_no_address_is_refused_in_a_line_without_its_secret(
    address: str, reason: str
) -> None:
    with pytest.raises(WrongAddress) as refused:
        parsed(address)

    assert reason in str(refused.value)
    assert "geheim" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "hosts"),
    [
        ("postgresql://localhost/games", []),
        ("postgresql://127.0.0.2/games", []),
        ("postgresql://[::1]/games", []),
        ("postgresql:///games?host=/run/postgresql", []),
        ("postgresql:///games", []),
        ("postgresql://database/games", ["database"]),
        ("postgresql://10.0.0.1/games", ["10.0.0.1"]),
        ("postgresql:///games?host=localhost:1&host=far:2", ["far"]),
    ],
)
def test_it_is_known_what_a_network_lies_between(address: str, hosts: list[str]) -> None:
    assert beyond_this_machine(make_url(address)) == hosts


def test_a_host_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "/run/postgresql,far.example")

    assert beyond_this_machine(make_url("postgresql:///games")) == ["far.example"]


def test_nothing_of_tls_reaches_the_driver_as_a_parameter() -> None:
    url = driven(make_url("postgresql://u:p@db/games?sslmode=verify-full&sslrootcert=x&port=1"))

    assert url.render_as_string(hide_password=False) == ("postgresql+asyncpg://u:p@db/games?port=1")


def test_a_file_comes_from_the_address_then_the_environment_then_home_then_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = make_url("postgresql://db/games?ssl=verify-full")
    found = [tls_of(url).sslrootcert]
    at_home = tmp_path / "home" / ".postgresql" / "root.crt"
    at_home.parent.mkdir(parents=True)
    at_home.touch()
    found.append(tls_of(url).sslrootcert)
    monkeypatch.setenv("PGSSLROOTCERT", "/environment.crt")
    found.append(tls_of(url).sslrootcert)
    found.append(tls_of(url.update_query_dict({"sslrootcert": "/address.crt"})).sslrootcert)
    monkeypatch.setenv("PGSSLROOTCERT", "")
    found.append(tls_of(url).sslrootcert)

    assert found == ["system", str(at_home), "/environment.crt", "/address.crt", "system"]


def test_whoever_has_no_home_goes_by_the_certificates_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "/nonexistent")

    assert tls_of(make_url("postgresql://db/games?ssl=verify-full")).sslrootcert == "system"


@pytest.mark.parametrize(
    ("mode", "verifies"),
    [("", False), ("prefer", False), ("require", False), ("verify-full", True)],
)
def test_only_a_certificate_that_is_checked_protects(mode: str, *, verifies: bool) -> None:
    assert tls_of(make_url(f"postgresql://db/games?ssl={mode}")).verifies is verifies


def test_require_with_a_root_file_checks_it_as_postgresqls_programs_do(made: Authority) -> None:
    address = f"postgresql://db/games?ssl=require&sslrootcert={made.certificate}"

    assert tls_of(make_url(address)).verifies


def test_postgresqls_own_programs_are_told_the_same(made: Authority) -> None:
    certificate, key = made.sign("client")
    ours = {"sslrootcert": made.certificate, "sslcert": certificate, "sslkey": key}
    query = "&".join(f"{name}={file}" for name, file in ours.items())
    told = environment(
        "postgresql://u:a%40b@/games?host=a:1&host=b:2&sslmode=verify-full"
        f"&target_session_attrs=read-write&{query}"
    )

    expected = {
        "PGHOST": "a,b",
        "PGPORT": "1,2",
        "PGUSER": "u",
        "PGPASSWORD": "a@b",
        "PGDATABASE": "games",
        "PGTARGETSESSIONATTRS": "read-write",
        "PGSSLMODE": "verify-full",
        "PGSSLROOTCERT": str(made.certificate),
        "PGSSLCERT": str(certificate),
        "PGSSLKEY": str(key),
    }
    assert {name: told.get(name) for name in expected} == expected


def test_a_certificate_that_was_renewed_is_read_again(made: Authority) -> None:
    certificate, key = made.sign("client")
    address = f"postgresql://db/games?ssl=require&sslcert={certificate}&sslkey={key}"
    tls = tls_of(make_url(address))
    first = tls.given()
    assert tls.given() is first

    made.sign("client")

    assert tls.given() is not first


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("sslrootcert={folder}/none.crt", "sslrootcert={folder}/none.crt: no such file"),
        ("sslrootcert={folder}", "sslrootcert={folder}: is a directory"),
        ("sslrootcert={folder}/empty", "sslrootcert={folder}/empty: no certificate can be read"),
        ("sslrootcert={folder}/client.key", "sslrootcert={folder}/client.key: no certificate"),
        ("sslrootcert={folder}/junk", "sslrootcert={folder}/junk: "),
        ("sslcert={folder}/client.crt", "sslcert={folder}/client.crt: no certificate with"),
        ("sslcert={folder}/client.crt&sslkey={folder}/other.key", "not the certificate of the key"),
        ("sslcert={folder}/client.crt&sslkey={folder}/none", "sslkey={folder}/none: no such file"),
        ("sslcert={folder}/client.crt&sslkey={folder}/locked.key", "a key with a passphrase"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    query: str, reason: str, made: Authority, tmp_path: Path
) -> None:
    made.sign("client")
    made.sign("other")
    (tmp_path / "empty").touch()
    (tmp_path / "junk").write_bytes(bytes(range(256)))
    locked(tmp_path / "client.key", tmp_path / "locked.key")
    tls = tls_of(make_url(f"postgresql://db/x?ssl=verify-full&{query.format(folder=tmp_path)}"))

    with pytest.raises(UnusableCertificate) as refused:
        tls.given()

    assert reason.format(folder=tmp_path) in str(refused.value)


def locked(key: Path, target: Path) -> None:
    """Write a key anew, with a passphrase."""
    openssl("pkey", "-in", key, "-aes256", "-passout", "pass:geheim", "-out", target)
