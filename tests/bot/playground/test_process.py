"""The playground as a process: it says where it is, and it ends when it is told to."""

import signal
import socket
from pathlib import Path
from urllib.request import urlopen

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
