"""Records in notations of others."""

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Typed = Callable[..., Result]


def test_a_match_of_the_piecepack_is_written_next_to_its_record(typed: Typed) -> None:
    typed("simulate", "san_andreas", "--seats", "3", "--out", "match.json")

    exported = typed("export", "match.json", "--format", "ppn")

    assert exported.exit_code == 0
    assert exported.output.startswith("match.ppn: ")
    assert Path("match.ppn").read_text(encoding="utf-8").startswith("---\nEvent: San Andreas\n")


def test_it_goes_where_one_wants(typed: Typed) -> None:
    typed("simulate", "san_andreas", "--seats", "4", "--out", "match.json")

    assert typed("export", "match.json", "--out", "there.txt").exit_code == 0
    assert "setup. tb@(1.5,15.5)" in Path("there.txt").read_text(encoding="utf-8")


def test_a_game_without_such_a_notation_says_so(typed: Typed, record: Path) -> None:
    exported = typed("export", str(record))

    assert exported.exit_code == 2
    assert "seismic is no game of the piecepack" in exported.output
