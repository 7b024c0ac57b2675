"""`python -m bot page`: a record as one file for a browser."""

import re
from collections.abc import Callable
from json import dumps, loads
from pathlib import Path

import pytest
from click.testing import Result

from engine.agents.review import Finding, Judgement, Luck, Task
from engine.game import CHANCE, Seat

Typed = Callable[..., Result]


def head_of(path: Path) -> dict[str, object]:
    found = re.search(r'id="head">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    assert found
    head: dict[str, object] = loads(found[1])
    return head


def test_a_record_becomes_a_page_with_letters_or_with_names(
    typed: Typed, record: Path, tmp_path: Path
) -> None:
    lettered, named = tmp_path / "match.html", tmp_path / "named.html"

    told = typed("page", str(record), "--out", str(lettered))
    again = typed("page", str(record), "--out", str(named), "--names", "Ann, Bob", "--language=fr")

    assert (told.exit_code, again.exit_code) == (0, 0)
    assert re.search(r"match\.html: \d+ lines, \d+ draws, \d+ kB\.", told.output)
    head = head_of(lettered)
    assert head["seats"] == [{"name": "A", "letter": "A"}, {"name": "B", "letter": "B"}]
    assert (head["match"], head["date"], head["review"], head["live"]) == (None,) * 4
    assert "<title>Seismic</title>" in lettered.read_text("utf-8")
    head = head_of(named)
    assert head["seats"] == [{"name": "Ann", "letter": "A"}, {"name": "Bob", "letter": "B"}]
    assert head["lang"] == "fr"


def test_the_same_record_gives_the_same_page(typed: Typed, record: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    for path in (one, other):
        assert typed("page", str(record), "--out", str(path)).exit_code == 0

    assert one.read_bytes() == other.read_bytes()


def test_a_page_may_have_a_review(
    typed: Typed, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quickly(task: Task) -> Finding:
        actor = task.moves[0].actor
        if actor == CHANCE:
            return Luck(task.line, (0.5, -0.5))
        return Judgement(task.line, Seat(actor), gain=1.0 + task.line / 100)

    monkeypatch.setattr(Task, "done", quickly)
    out = tmp_path / "match.html"

    assert typed("page", str(record), "--out", str(out), "--review").exit_code == 0

    review = head_of(out)["review"]
    assert isinstance(review, list)
    assert all(len(each["best"]) == 3 for each in review)


@pytest.mark.parametrize("fault", ["unfinished", "seed", "line", "cut"])
def test_what_verify_refuses_is_refused_with_the_same_sentence(
    typed: Typed, record: Path, tmp_path: Path, fault: str
) -> None:
    raw = loads(record.read_text("utf-8"))
    if fault == "unfinished":
        del raw["seed"], raw["outcome"]
    elif fault == "seed":
        raw["seed"] = "0" * 64
    elif fault == "line":
        raw["entries"][9]["digest"] = "0" * 16
    else:
        raw["entries"].pop()
    (wrong := tmp_path / "wrong.json").write_text(dumps(raw), "utf-8")

    verified, paged = typed("verify", str(wrong)), typed("page", str(wrong))

    assert verified.exit_code == paged.exit_code == 1
    assert verified.output == paged.output
    assert not wrong.with_suffix(".html").exists()


@pytest.mark.parametrize("names", ["Ann", "Ann,Bob,Cleo", "Ann,", ""])
def test_names_are_one_for_each_player(typed: Typed, record: Path, names: str) -> None:
    refused = typed("page", str(record), "--names", names)

    assert refused.exit_code == 2
    assert "--names" in refused.output
