#!/usr/bin/env python3
"""Writes `requirements/`: what containers and services install, with the hashes of every file.

`uv run .ci/requirements.py`, after a version in `pyproject.toml` was changed. The hashes are those
that the package index tells; no address of one is in the files. `--check` asks nobody: it says what
differs from `uv.lock`, which has to be there.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "requirements"
BASE: Final = ("--no-default-groups",)
SETS: Final = {
    "base": BASE,
    "postgres": (*BASE, "--extra", "postgres"),
    "tracing": (*BASE, "--extra", "tracing"),
    "build": ("--only-group", "build"),
}
"""What `uv export` is asked for; those of extras are without what is in `base`."""
HEAD: Final = """\
# Made by `uv run .ci/requirements.py`, not by hand.
--require-hashes
--only-binary :all:
"""

Pins = dict[str, frozenset[str]]
"""The hashes of each `name==version`, with the condition under which it is needed."""


def read(text: str) -> Pins:
    """Return the pins of a file of requirements."""
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line[:1] not in ("#", "-")]
    found = (re.split(r"\s+--hash=", line.strip()) for line in lines if line.strip())
    return {pin: frozenset(hashes) for pin, *hashes in found}


def exported(*, frozen: bool) -> dict[str, Pins]:
    """Return the pins of each file as uv has locked them; it locks them first unless `frozen`."""
    words = ("uv", "export", "--quiet", "--no-emit-project", "--no-header", "--no-annotate")
    found = dict[str, Pins]()
    for name, asked in SETS.items():
        how = ("--frozen",) if frozen else ()
        told = subprocess.run(
            (*words, *how, *asked), cwd=ROOT, check=True, capture_output=True, text=True
        )
        pins = read(told.stdout)
        more = {pin: pins[pin] for pin in pins if pin not in found.get("base", {})}
        found[name] = pins if name == "build" else more
    return found


def written(pins: Pins) -> str:
    """Return the text of a file."""
    lines = (" \\\n    --hash=".join((pin, *sorted(hashes))) for pin, hashes in pins.items())
    return HEAD + "\n".join(lines) + "\n"


def differences() -> list[str]:
    """Return what differs between the files and `uv.lock`.

    Wheels may be added to a version later on: a file may lack hashes, but have none of its own.
    """
    found = list[str]()
    for name, pins in exported(frozen=True).items():
        there = read((FOLDER / f"{name}.txt").read_text("utf-8"))
        found += [f"{name}: {pin} is missing" for pin in pins.keys() - there.keys()]
        found += [f"{name}: {pin} is too much" for pin in there.keys() - pins.keys()]
        found += [
            f"{name}: {pin} has hashes of its own"
            for pin in pins.keys() & there.keys()
            if not there[pin] or not there[pin] <= pins[pin]
        ]
    return sorted(found)


def main() -> int:
    """Write the files, or check them."""
    if sys.argv[1:] == ["--check"]:
        print(*(found := differences()), sep="\n")
        return bool(found)
    FOLDER.mkdir(exist_ok=True)
    for name, pins in exported(frozen=False).items():
        (FOLDER / f"{name}.txt").write_text(written(pins), "utf-8")
        print(f"requirements/{name}.txt: {len(pins)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
