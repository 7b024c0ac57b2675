"""Chaos by command: `python -m tests.chaos --kills 1000 --faults 1000 --database postgresql`."""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import fields
from pathlib import Path

from tests.chaos.campaign import Scenario, fought
from tests.chaos.mutants import MUTANTS


def main() -> None:
    """Play a scenario, print what was counted and what is wrong."""
    parser = argparse.ArgumentParser("tests.chaos", description=__doc__)
    for each in fields(Scenario):
        name = f"--{each.name.replace('_', '-')}"
        if each.name == "pictures":
            parser.add_argument(name, action="store_true", help="draw all pictures")
        elif each.name == "strict":
            parser.add_argument("--lax", dest=each.name, action="store_false")
        elif each.name == "mutant":
            parser.add_argument(name, choices=sorted(MUTANTS))
        else:
            default = each.default
            parser.add_argument(name, type=type(default), default=default)
    parser.add_argument("--keep", type=Path, help="a folder for database and logs, which stay")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")
    given = vars(parser.parse_args())
    keep: Path | None = given.pop("keep")
    is_json: bool = given.pop("json")
    scenario, began = Scenario(**given), time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        verdict = asyncio.run(fought(scenario, folder))
    if is_json:
        print(json.dumps({"counted": verdict.counted, "complaints": verdict.complaints}))
        sys.exit(1 if verdict.complaints else 0)
    print(f"{scenario}\n{time.monotonic() - began:.0f} s\n")
    for name, times in sorted(verdict.counted.items()):
        print(f"| {name} | {times} |")
    for line in verdict.complaints[:60]:
        print("-", line)
    print(f"{len(verdict.complaints)} complaints")
    sys.exit(1 if verdict.complaints else 0)


if __name__ == "__main__":
    main()
