"""Simulates weeks by command: `python -m tests.weeks --matches 1000 --seed 1`."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.weeks.driver import Scenario
from tests.weeks.ledger import ran


def main() -> None:
    parser = argparse.ArgumentParser("tests.weeks", description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--titles", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill-every", type=int, default=200)
    parser.add_argument("--outages", type=int, default=5)
    parser.add_argument("--no-faults", action="store_true")
    parser.add_argument("--match", type=int, help="tell all that happened in this one")
    given = parser.parse_args()
    scenario = Scenario(
        given.seed,
        given.matches,
        given.titles,
        given.kill_every,
        given.outages,
        faults=not given.no_faults,
    )
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        weeks, wrong = ran(scenario, Path(folder))
    took = time.perf_counter() - began
    ended = sum(each.status == "finished" for each in weeks.tables)
    print(
        f"{ended} of {len(weeks.tables)} finished by {weeks.clock.now():%d %b},"
        f" {len(weeks.journal.acknowledged)} moves, {len(weeks.chat.messages)} messages,"
        f" {len(weeks.journal.kills)} kills, {len(weeks.journal.refused)} refused, {took:.1f} s"
    )
    print(
        *(
            f"{n} {kind}"
            for kind, n in Counter(each.kind for each in weeks.journal.notices).items()
        ),
        sep=", ",
    )
    backs = weeks.journal.taken_back
    print(
        f"{len(weeks.journal.planned)} plans, {len(backs)} taken back,"
        f" {sum(by_consent for *_, by_consent in backs)} by consent"
    )
    if given.match is not None:
        print(*weeks.told_of(given.match), sep="\n")
    for line, times in Counter(wrong).most_common(40):
        print(times, line)
    print(f"{len(wrong)} complaints")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
