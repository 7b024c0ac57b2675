"""The same match is the same text in every process, whatever its hashes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAY = """
from engine.game import Setup
from engine.registry import game
from engine.record_text import write_record
from tests.engine.playing import played
print(write_record(game("seismic"), played(game("seismic"), Setup(3), 11)))
"""


def printed(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_two_processes_play_the_same_match() -> None:
    assert printed("1") == printed("2")
    assert '"outcome"' in printed("3")
