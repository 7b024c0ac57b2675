"""Check the draws: what is right, and what was forged."""

import hashlib
import hmac
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from engine.draws import _number
from tests.bot.messages.page import tiny
from tests.bot.messages.page.conftest import Opened


async def _verdict(opened: Opened, head: dict[str, Any]) -> Locator:
    tab = await opened(head=head)
    await tab.get_by_role("tab", name="Draws").click()
    await tab.get_by_role("button", name="Check the draws").click()
    return tab.locator("#verdict")


async def test_every_line_and_every_draw_is_right(opened: Opened) -> None:
    verdict = await _verdict(opened, tiny.head())

    await expect(verdict).to_contain_text("10 lines and 4 draws are right.")
    await expect(verdict).to_contain_text("faultline verify")


def _changed(text: str) -> str:
    """Return a text with another last sign but two."""
    return text[:-3] + ("1" if text[-3] == "0" else "0") + text[-2:]


def _seed(proof: dict[str, Any]) -> None:
    proof["seed"] = _changed(proof["seed"])


def _seed_spelled(proof: dict[str, Any]) -> None:
    proof["seed"] = proof["seed"].upper()


def _seal(proof: dict[str, Any]) -> None:
    proof["seal"] = _changed(proof["seal"])


def _other_seed(proof: dict[str, Any]) -> None:
    proof["seed"] = "11" * 32
    proof["seal"] = hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest()


def _join(proof: dict[str, Any]) -> None:
    proof["joins"][1] = "x"


def _header(proof: dict[str, Any]) -> None:
    proof["lines"][0][0] = proof["lines"][0][0].replace("coin", "coit")


def _line(proof: dict[str, Any]) -> None:
    proof["lines"][4][0] = _changed(proof["lines"][4][0])


def _digest(proof: dict[str, Any]) -> None:
    proof["lines"][7][1] = _changed(proof["lines"][7][1])


def _line_lacks(proof: dict[str, Any]) -> None:
    del proof["lines"][5]


def _what(proof: dict[str, Any]) -> None:
    proof["draws"][1][5] = proof["draws"][1][5].replace("a", "o")


def _number_of_draw(proof: dict[str, Any]) -> None:
    proof["draws"][2][1] += 1


def _share(proof: dict[str, Any]) -> None:
    proof["draws"][0][3] = (proof["draws"][0][3] + 3) % 6
    proof["draws"][0][4] = 1


def _draw_lacks(proof: dict[str, Any]) -> None:
    del proof["draws"][3]


def _draw_doubled(proof: dict[str, Any]) -> None:
    proof["draws"].append(proof["draws"][3])


def _undrawn(proof: dict[str, Any]) -> None:
    """Let another face have come, in the line and all digests after it."""
    faces = [face for face in tiny.FACES if face not in proof["draws"][0][5]]
    what = f'{{"face":"{faces[0]}","type":"throw"}}'
    proof["lines"][1][0] = proof["lines"][1][0].replace(proof["draws"][0][5], what)
    proof["draws"][0][5] = what
    proof["draws"][0][3] = (proof["draws"][0][3] + proof["draws"][0][4]) % 6
    proof["draws"][0][4] = 1
    before = ""
    for line in proof["lines"]:
        line[1] = hashlib.sha256(f"{before}\n{line[0]}".encode()).hexdigest()[:16]
        before = line[1]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (_seed, "The seed does not match its seal."),
        (_seed_spelled, "The seed does not match its seal."),
        (_seal, "The seed does not match its seal."),
        (_other_seed, "The beginning of the record is not right."),
        (_join, "The beginning of the record is not right."),
        (_header, "The beginning of the record is not right."),
        (_line, "Line 4 is not right."),
        (_digest, "Line 7 is not right."),
        (_line_lacks, "Line 5 is not right."),
        (_what, "The draw at line 3 is not right."),
        (_number_of_draw, "The draw at line 6 is not right."),
        (_share, "The draw at line 1 is not right."),
        (_draw_lacks, "The draw at line 10 is not right."),
        (_draw_doubled, "The draw at line 10 is not right."),
        (_undrawn, "The draw at line 1 is not right."),
    ],
)
async def test_what_was_forged_is_found(opened: Opened, forge: Any, said: str) -> None:
    head = tiny.head()
    forge(head["proof"])

    verdict = await _verdict(opened, head)

    await expect(verdict).to_contain_text(said)
    await expect(verdict).to_contain_text("Keep this file and show it to the table.")


async def test_while_a_match_runs_there_is_nothing_to_check(opened: Opened) -> None:
    proof = tiny.head()["proof"] | {"seed": None, "joins": [], "lines": [], "draws": []}
    tab = await opened(head=tiny.head() | {"proof": proof, "outcome": None})

    await tab.get_by_role("tab", name="Draws").click()

    draws = tab.get_by_role("tabpanel", name="Draws")
    await expect(draws).to_contain_text("The seed is opened when the match ends.")
    await expect(draws).to_contain_text(proof["seal"])
    await expect(draws.get_by_role("button")).to_have_count(0)


async def test_its_sums_are_those_of_python(opened: Opened) -> None:
    # As it was written: in pages its names are shorter.
    script = (files("bot.messages.page") / "page.js").read_text("utf-8")
    start = script.index("const primes = ")
    sums = script[start : script.index("const wrong = ")]
    tab = await opened()
    texts = ["a" * n for n in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000)] + ["é…🎲"]
    total = 2**255 + 1  # about every second number is rejected

    found = await tab.evaluate(
        f"""([texts, total]) => {{
            {sums}
            return [
                texts.map((text) => hex(sha256(utf8(text)))),
                texts.map((text) => hex(hmac(utf8(text), utf8("42")))),
                Array.from({{ length: 20 }}, (_, n) => drawn(utf8("key"), n, total)),
                Array.from({{ length: 20 }}, (_, n) => drawn(utf8("key"), n, 52)),
            ];
        }}""",
        [texts, str(total)],
    )

    assert found == [
        [hashlib.sha256(text.encode()).hexdigest() for text in texts],
        [hmac.digest(text.encode(), b"42", "sha256").hex() for text in texts],
        [float(_number(b"key", n, total)) for n in range(20)],
        [_number(b"key", n, 52) for n in range(20)],
    ]
