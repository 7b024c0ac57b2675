"""Every package that is installed is pinned, transitive ones too; containers go by hashes."""

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distributions
from pathlib import Path
from runpy import run_path
from threading import Thread
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = ROOT / "pyproject.toml"
REQUIREMENTS = run_path(str(ROOT / ".ci" / "requirements.py"))
IMAGES = run_path(str(ROOT / ".ci" / "images.py"))
OURS_OR_INSTALLERS = {"faultline", "pip", "setuptools", "uv", "wheel", "hatchling"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(requirements: list[str]) -> dict[str, str]:
    """Return the versions of `name==version`, whatever extras are asked for."""
    pinned = (requirement.split("==") for requirement in requirements)
    return {plain(name.partition("[")[0]): version for name, version in pinned}


def test_every_installed_package_is_pinned_to_its_version() -> None:
    config = tomllib.loads(PYPROJECT.read_text("utf-8"))
    constraints = pins(config["tool"]["uv"]["constraint-dependencies"])

    installed = {plain(each.metadata["Name"]): each.version for each in distributions()}

    expected = {
        name: version for name, version in installed.items() if name not in OURS_OR_INSTALLERS
    }
    differing = {
        name: version for name, version in expected.items() if constraints.get(name) != version
    }
    assert differing == {}


def test_what_is_asked_for_is_what_is_pinned() -> None:
    config = tomllib.loads(PYPROJECT.read_text("utf-8"))
    constraints = pins(config["tool"]["uv"]["constraint-dependencies"])
    asked = [
        *config["project"]["dependencies"],
        *(each for extra in config["project"]["optional-dependencies"].values() for each in extra),
        *(
            each
            for group in config["dependency-groups"].values()
            for each in group
            if isinstance(each, str)
        ),
        *config["build-system"]["requires"],
    ]

    assert pins(asked).items() <= constraints.items()


@pytest.mark.parametrize("name", REQUIREMENTS["SETS"])
def test_what_containers_install_is_pinned_by_hashes_and_names_no_index(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    config = tomllib.loads(PYPROJECT.read_text("utf-8"))
    constraints = pins(config["tool"]["uv"]["constraint-dependencies"])

    found = REQUIREMENTS["read"](text)
    named = [pin.partition(" ;")[0] for pin in found]

    assert "--require-hashes\n--only-binary :all:\n" in text
    assert not re.search(r"://|index|find-links|trusted", text)
    assert pins(named).items() <= constraints.items()
    for pin, hashes in found.items():
        assert hashes, pin
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), pin


def test_nothing_that_is_needed_is_missing_from_what_containers_install() -> None:
    config = tomllib.loads(PYPROJECT.read_text("utf-8"))
    files = {
        name: pins(
            [
                pin.partition(" ;")[0]
                for pin in REQUIREMENTS["read"](
                    (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
                )
            ]
        )
        for name in REQUIREMENTS["SETS"]
    }
    extras = config["project"]["optional-dependencies"]

    assert files.keys() == {"base", "build", *extras}
    assert pins(config["project"]["dependencies"]).items() <= files["base"].items()
    for name, asked in extras.items():
        assert pins(asked).items() <= files[name].items()
        # Else pip would be told one thing twice.
        assert files[name].keys().isdisjoint(files["base"])
    made_with = [*config["build-system"]["requires"], *config["dependency-groups"]["compile"]]
    assert pins(made_with).items() <= files["build"].items()


@pytest.mark.skipif(
    shutil.which("uv") is None or not (ROOT / "uv.lock").is_file(),
    reason="uv has not locked anything here",
)
def test_the_hashes_are_those_of_what_uv_has_locked() -> None:
    """With everything that these need in turn, for every system."""
    assert REQUIREMENTS["differences"]() == []


DIGEST = f"sha256:{'0123456789abcdef' * 4}"


class Registry(BaseHTTPRequestHandler):
    """Answers as Docker's does: who comes without a token is told where one is."""

    def do_GET(self) -> None:
        self._answer(200, {}, json.dumps({"token": "let-in"}).encode())

    def do_HEAD(self) -> None:
        address = f"http://{self.headers['Host']}/token"
        if self.headers["Authorization"] != "Bearer let-in":
            way = f'Bearer realm="{address}",service="registry",scope="pull"'
            self._answer(401, {"WWW-Authenticate": way})
        elif "image.index" in self.headers["Accept"]:
            self._answer(200, {"Docker-Content-Digest": DIGEST})

    def _answer(self, code: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(code)
        for each in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(*each)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_images_get_the_digests_that_the_registry_tells(registry: str, tmp_path: Path) -> None:
    for name in IMAGES["IMAGES"]:
        text = re.sub(r"@sha256:[0-9a-f]{64}", "", (ROOT / name).read_text("utf-8"))
        (tmp_path / name).write_text(text, "utf-8")
    before = IMAGES["unpinned"](tmp_path)

    # Twice: pinned ones are brought up to date.
    for _ in range(2):
        IMAGES["pin"](tmp_path, registry)

    assert [each.partition(":")[0] for each in before] == ["Containerfile", "compose.yaml"]
    assert IMAGES["unpinned"](tmp_path) == []
    for name in IMAGES["IMAGES"]:
        text = (tmp_path / name).read_text("utf-8")
        assert text.count(f"@{DIGEST}") == 1
        assert text.replace(f"@{DIGEST}", "") == re.sub(
            r"@sha256:[0-9a-f]{64}", "", (ROOT / name).read_text("utf-8")
        )


def test_a_registry_that_cannot_be_asked_changes_nothing(tmp_path: Path) -> None:
    for name in IMAGES["IMAGES"]:
        shutil.copyfile(ROOT / name, tmp_path / name)

    with pytest.raises(OSError, match="refused"):
        IMAGES["pin"](tmp_path, "http://127.0.0.1:1")

    for name in IMAGES["IMAGES"]:
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()
