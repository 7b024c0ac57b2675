"""The playground as a process: it says where it is, and it ends when it is told to."""

import signal
import socket
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.bot.playground.conftest import address, begun


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_a_page_on_this_machine_until_it_is_told_to_stop(
    told: signal.Signals, tmp_path: Path
) -> None:
    process = begun(tmp_path, "--port", "0")
    page = urlopen(address(process), timeout=30).read()

    process.send_signal(told)
    said, _ = process.communicate(timeout=30)

    assert b"<html" in page
    assert process.returncode == 0
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def test_it_takes_another_port_if_one_is_taken_and_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        process = begun(tmp_path, "--port", str(taken))
        assert process.stdout is not None
        first = process.stdout.readline()
        page = address(process)
        process.terminate()
        process.communicate(timeout=30)

    assert first == f"Port {taken} is taken, so here is another one.\n"
    assert f":{taken}/" not in page


def test_its_database_is_kept_where_it_is_asked_to(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    process = begun(tmp_path, "--port", "0", "--database", str(file))
    address(process)
    process.terminate()
    process.communicate(timeout=30)

    assert file.stat().st_size > 0


def asked(page: str, **headers: str) -> int:
    """Return how the page's server answers who wants to open a page."""
    parts = urlsplit(page)
    given = {"X-Simcord-Capability": parts.fragment, **headers}
    request = Request(f"http://{parts.netloc}/api/pages", b"{}", given, method="POST")
    try:
        with urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code


def test_it_answers_its_own_page_alone_and_whoever_knows_its_address(
    playground: str, tmp_path: Path
) -> None:
    origin = playground.partition("/#")[0]
    strangers = (
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": f"{origin}.evil.example"},
        {"Host": "evil.example"},
        {"X-Simcord-Capability": "playground"},
        {"X-Simcord-Capability": ""},
    )

    assert {asked(playground), asked(playground, Origin=origin)}.isdisjoint({401, 403})
    assert [asked(playground, **each) for each in strangers] == [401] * len(strangers)

    another = begun(tmp_path, "--port", "0")
    there = address(another)
    another.terminate()
    another.communicate(timeout=30)
    assert urlsplit(there).fragment != urlsplit(playground).fragment
