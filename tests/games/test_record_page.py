"""A verifier written from docs/records.md alone: it shares nothing with the engine."""

import hmac
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

PATHS = sorted(Path(__file__).parent.glob("*/records/*.json"))
NAMES = [f"{path.parts[-3]}-{path.stem}" for path in PATHS]


def spelled(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(before: str, text: str) -> str:
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:16]


def standing(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves that no later line takes back."""
    kept: list[dict[str, Any]] = []
    after: list[list[dict[str, Any]]] = []
    for line in lines:
        if "undo_to" in line:
            back = line["undo_to"]
            kept = [] if back == 0 else after[back - 1]
        else:
            kept = [*kept, line]
        after.append(kept)
    return kept


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_digests_and_seal_are_as_the_page_says(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))

    before = digest("", spelled(record["header"]))
    for seq, line in enumerate(record["entries"]):
        body = spelled(line["move"]) if "move" in line else f"undo_to {line['undo_to']}"
        before = digest(before, f"{seq} {body}")
        assert (line["seq"], line["digest"]) == (seq, before)
    if "ended" in record:
        told = digest(before, f"{len(record['entries'])} ended vote")
        assert record["ended"] == {"by": "vote", "digest": told}
    assert ("ended" in record) != ("outcome" in record)
    sealed = sha256(bytes.fromhex(record["seed"])).hexdigest()
    assert sealed == record["header"]["commitment"]


# The draws of Balance.

TWO_OR_THREE = """
01-23 01-24 01-25 01-34 01-35 02-13 02-14 02-35 03-14
01-23-45 01-24-35 01-25-34 02-14-35 03-14-25
"""
QUAKES = [f"Q{strength}.0" for strength in range(1, 7)]
DEALT = [
    "+2:01",
    "+2:02",
    "+2:03",
    "+3:012",
    "+3:013",
    "+3:014",
    "+3:024",
    "+4:0123",
    "+4:0124",
    "+4:0134",
    "+5:01234",
    "+6:012345",
]
BOX = {
    **dict.fromkeys(("01", "02", "03"), 6),
    **dict.fromkeys(TWO_OR_THREE.split(), 3),
    **dict.fromkeys(("+1:0", *DEALT, *QUAKES), 1),
}


class Balance:
    """What may be drawn after the lines that stand."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.seats: int = header["setup"]["seats"]
        self.first = header["setup"]["options"].get("first_player")
        self.box = Counter(BOX)
        self.stage = Counter({"01": 2, "02": 2, "03": 2, **dict.fromkeys(QUAKES, 1)})
        self.aside, self.opened, self.turn = 0, 0, 0
        self.has_begun = self.has_flipped = self.has_built = False
        self.was_quake = False
        self.piles: list[list[int]] = []

    def pools(self) -> tuple[Counter[str], Counter[str]]:
        left = +self.box
        apart = Counter({code: n for code, n in left.items() if code in DEALT})
        return left - apart, apart

    def on_turn(self) -> int:
        """Return the seat whose pile the next tile comes from."""
        is_left_over = not self.has_built and not self.was_quake and self.piles[self.turn][0] > 0
        if not self.has_flipped or is_left_over:
            return self.turn
        seat = (self.turn + 1) % self.seats
        while not self.piles[seat][0]:
            seat = (seat + 1) % self.seats
        return seat

    def weights(self) -> dict[str, int]:
        """Return the JSON of what may be drawn next, with weights."""
        if not self.has_begun:
            seats = range(self.seats) if self.first is None else [int(self.first) - 1]
            return {spelled({"seat": seat, "type": "begin"}): 1 for seat in seats}
        if self.aside < 5:
            stage = {c: n for c, n in self.stage.items() if n}
            return {spelled({"tile": c, "type": "set_aside"}): n for c, n in stage.items()}
        others, apart = self.pools()
        if self.opened < 2:
            found = {code: n for code, n in others.items() if not code.startswith("Q")}
        else:
            tiles, crossings = self.piles[self.on_turn()]
            found = {c: n * (tiles - crossings) * (apart.total() or 1) for c, n in others.items()}
            found |= {c: n * crossings * (others.total() or 1) for c, n in apart.items()}
        return {spelled({"tile": c, "type": "flip"}): n for c, n in found.items() if n}

    def play(self, move: dict[str, Any]) -> None:
        action = move["action"]
        match action["type"]:
            case "begin":
                self.has_begun, self.turn = True, action["seat"]
            case "set_aside":
                self.aside += 1
                self.box[action["tile"]] -= 1
                self.stage[action["tile"]] -= 1
            case "flip" if self.opened < 2:
                self.opened += 1
                self.box[action["tile"]] -= 1
                if self.opened == 2:
                    others, apart = self.pools()
                    size = (others.total() + apart.total()) // self.seats
                    self.piles = [[size, apart.total() // self.seats] for _ in range(self.seats)]
            case "flip":
                self.turn = self.on_turn()
                self.box[action["tile"]] -= 1
                self.piles[self.turn][0] -= 1
                self.piles[self.turn][1] -= action["tile"] in DEALT
                self.has_flipped, self.has_built = True, False
                self.was_quake = action["tile"].startswith("Q")
            case "place":
                self.has_built = True
            case _:
                pass


def drawn(key: bytes, number: int, weights: dict[str, int]) -> str:
    total, text, again = sum(weights.values()), str(number), 0
    most = 2**256 // total * total
    while (value := int.from_bytes(hmac.digest(key, text.encode(), "sha256"), "big")) >= most:
        again += 1
        text = f"{number}:{again}"
    value %= total
    for each in sorted(weights):
        if value < weights[each]:
            return each
        value -= weights[each]
    raise AssertionError(number)


OF_BALANCE = [path for path in PATHS if path.stem.startswith("balance")]


@pytest.mark.parametrize("path", OF_BALANCE, ids=lambda path: path.stem)
def test_the_draws_of_balance_are_as_the_page_says(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    header, entries = record["header"], record["entries"]
    seed = bytes.fromhex(record["seed"])
    key = hmac.digest(seed, "\n".join(header["joins"]).encode(), "sha256")
    checked = 0

    for line in entries:
        if "move" not in line or line["move"]["actor"] != "chance":
            continue
        before = standing(entries[: line["seq"]])
        table = Balance(header)
        for each in before:
            table.play(each["move"])
        draws = sum(each["move"]["actor"] == "chance" for each in before)
        number = draws if header["format"] == 2 else line["seq"]
        assert drawn(key, number, table.weights()) == spelled(line["move"]["action"])
        checked += 1

    assert checked > 60


def test_records_of_balance_in_both_formats_are_among_them() -> None:
    records = [json.loads(path.read_text("utf-8")) for path in OF_BALANCE]

    assert {each["header"]["format"] for each in records} == {1, 2}
    assert all("balance" in each["header"]["setup"]["variants"] for each in records)
    assert any("undo_to" in line for each in records for line in each["entries"])
