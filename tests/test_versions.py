"""Every package that is installed is pinned, transitive ones too."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
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
        *(each for group in config["dependency-groups"].values() for each in group),
    ]

    assert pins(asked).items() <= constraints.items()
