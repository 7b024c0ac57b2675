"""A tiny match as a page's data: seven moves, three languages, draws that are right."""

import base64
import hashlib
import json
import struct
import zlib
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import accumulate
from string import Template
from typing import Any, Literal

from bot.messages.page.squeezed import squeezed_script, squeezed_style
from engine.draws import SealedDraws, commitment, key
from engine.game import CHANCE, Move, Seat, Setup
from engine.record import Header, canonical, line_digest, root_digest

SEED = bytes(range(32))
PALETTE = ("24413c", "f8f1e2", "c9291a", "1e5a96")
WIDTH, HEIGHT = 40, 24
PLACES = 6
FACES = {"heads": 3, "tails": 2, "edge": 1}
NAMES = ("<script>alert(1)</script>", "Bob & Co", "Cleo")

UI: dict[str, Any] = {
    "skip": "To the board in words",
    "first": "First move",
    "back": "Back",
    "play": "Play",
    "pause": "Pause",
    "next": "Next",
    "last": "Last move",
    "speed": "Speed {n}",
    "moves": "Moves",
    "review": "Review",
    "words": "In words",
    "draws": "Draws",
    "language": "Language",
    "theme": "Dark or light",
    "help": "Keys and gestures",
    "close": "Close",
    "letters": "Letter and digit keys",
    "keys": [["← →", "one move"], ["Space", "play, pause"]],
    "slider": "Move",
    "of": "of {n}",
    "board": "Board after move {n}. {t}",
    "points": "Points",
    "timeline": "Course of the match",
    "count": ["{n} move", "{n} moves"],
    "won": ["{w} wins with {p}", "{w} win with {p}"],
    "vote": "Ended by vote",
    "gone": "taken back",
    "good": "good move",
    "bad": "could have been better",
    "best": "Best moves",
    "worst": "What could have been better",
    "better": "better: {m}",
    "away": ["{n} decision", "{n} decisions"],
    "none": "Nothing stands out here.",
    "noreview": "No review yet. In Discord, `/table review` asks for one.",
    "how": "Every draw follows from a seed that was sealed before anybody sat down.",
    "check": "Check the draws",
    "lines": ["{n} line", "{n} lines"],
    "drawn": ["{n} draw", "{n} draws"],
    "right": "{lines} and {draws} are right.",
    "proves": "`faultline verify` checks every line against the rules, too.",
    "wrong_seal": "The seed does not match its seal.",
    "wrong_header": "The beginning of the record is not right.",
    "wrong_line": "Line {i} is not right.",
    "wrong_draw": "The draw at line {i} is not right.",
    "keep": "Keep this file and show it to the table.",
    "seal": "Sealed before the first move",
    "seed": "Opened at the end",
    "sealed": "The seed is opened when the match ends.",
    "line": "line",
    "came": "what came",
    "among": "among",
    "new": ["{n} new move", "{n} new moves"],
    "lost": "Not live any more; trying again",
}


@dataclass(frozen=True)
class Throw:
    """What chance brings."""

    face: str
    type: Literal["throw"] = "throw"


@dataclass(frozen=True)
class Step:
    """What a seat does."""

    to: int
    type: Literal["step"] = "step"


def _proof() -> dict[str, Any]:
    """Return what `engine.draws` and `engine.record` say of draw, move, draw, move, undo, …"""
    header = Header("coin", 1, Setup(3), commitment(SEED), ("a", "b", "c"))
    draws = SealedDraws(key(SEED, header.joins))
    lines = [[canonical(header), root_digest(header)]]
    drawn, told, before = list[list[Any]](), 0, [0]
    outcomes = {Throw(face): weight for face, weight in FACES.items()}
    ordered = sorted(outcomes, key=canonical)
    ends = dict(zip(ordered, accumulate(outcomes[each] for each in ordered), strict=True))
    for seq, what in enumerate(["draw", 0, "draw", 1, 1, "draw", 2, "back 3", 1, "draw"]):
        body: Move[Any] | int
        if what == "draw":
            face = draws.pick(told, outcomes)
            body = Move(CHANCE, face)
            start = ends[face] - outcomes[face]
            drawn.append([seq + 1, told, 6, start, outcomes[face], canonical(face)])
            told += 1
        elif isinstance(what, str):
            body = int(what.removeprefix("back "))
            told = before[body]
        else:
            assert isinstance(what, int)
            body = Move(Seat(what), Step(seq))
        before.append(told)
        text = f"undo_to {body}" if isinstance(body, int) else canonical(body)
        lines.append([f"{seq} {text}", line_digest(lines[-1][1], seq, body)])
    return {
        "seal": header.commitment,
        "seed": SEED.hex(),
        "joins": header.joins,
        "lines": lines,
        "draws": drawn,
    }


STEPS: list[dict[str, Any]] = [
    {"l": 1, "p": [0, 0, 0]},
    {"l": 2, "p": [4, 0, 0], "s": 0},
    {"l": 4, "p": [4, 9, 0], "s": 1, "k": "q", "m": "5.0"},
    {"l": 5, "p": [4, 9, 7], "s": 2, "x": 1},
    {"l": 8, "p": [4, 9, 0], "s": 1},
    {"l": 9, "p": [1, 9, 0], "s": 0, "k": "s", "n": 1},
    {"l": 10, "p": [1, 9, 12], "s": 2, "k": "s"},
]


def _everywhere(said: Any) -> dict[str, Any]:
    return dict.fromkeys(("en", "fr", "es"), said)


def head() -> dict[str, Any]:
    """Return the block `head`, to be changed as a test likes."""
    changeable: dict[str, Any] = json.loads(json.dumps({
        "v": 1, "game": "coin", "title": "Coin", "match": 42, "lang": "en", "date": "2026-11-23",
        "seats": [{"name": n, "letter": x} for n, x in zip(NAMES, "ABC", strict=True)],
        "outcome": {"scores": [1, 9, 12], "ranks": [3, 2, 1], "end": "rules"},
        "w": WIDTH, "h": HEIGHT, "tight": 1.2, "b": 16, "pal": "".join(PALETTE),
        "cols": [["A", 0.25], ["B", 0.75]], "steps": STEPS, "live": None, "proof": _proof(),
        "review": [
            {"judged": 1, "lost": _everywhere("Nothing."), "luck": None, "best": [], "worst": []},
            {
                "judged": 2, "lost": _everywhere("A lot."), "luck": _everywhere("Lucky."),
                "best": [[2, _everywhere(["Step", "", "much better"])]],
                "worst": [[4, _everywhere(["Stay", "Go", "a bit more"])]],
            },
            {"judged": 1, "lost": _everywhere("Nothing."), "luck": None, "best": [], "worst": []},
        ],
    }))  # fmt: skip
    return changeable


def _translated(value: Any, tag: str) -> Any:
    if isinstance(value, list):
        return [_translated(each, tag) for each in value]
    return f"{tag}{value}"


def say() -> dict[str, Any]:
    """Return the block `say`: English, and the same with a tag before each text."""
    pages = [[[0, 1, 2, 3 + n % 2], [5, 6]] for n in range(len(STEPS))]
    lines = [
        "## Now", "**Bob** to move.", "### Roads", "- a \\*road\\*", "- another road",
        "## Places", "- `A1`",
    ]  # fmt: skip
    return {
        language: {
            "ui": {name: _translated(text, tag) for name, text in UI.items()},
            "say": [[f"{tag}**Move** {n + 1} of {NAMES[0]}."] for n in range(len(STEPS))],
            "note": [["2 crews", "", ""]] * len(STEPS),
            "text": {"lines": lines, "at": pages},
        }
        for language, tag in (("en", ""), ("fr", "fr "), ("es", "es "))
    }


FRAMES = (
    (1, 1, 1, 1, 1, 1),
    (0, 1, 0, 0, 0, 0),
    (2, 0, 0, 3, 1, 0),
    (0, 0, 9, 0, 0, 1),
    (1, 8, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 4),
    (7, 7, 7, 7, 7, 7),
)
"""Places of the seven frames: 1 is a new block, 0 as before, n + 2 block n."""
BLOCKS = tuple(bytes((7 * n + i // (n + 1)) % 4 for i in range(256)) for n in range(10))


def pixels(frame: int) -> list[list[str]]:
    """Return the colours of a frame, row by row, as the format says; slowly and plainly."""
    table, used = [0] * PLACES, 0
    for places in FRAMES[: frame + 1]:
        for i, number in enumerate(places):
            if number == 1:
                table[i], used = used, used + 1
            elif number:
                table[i] = number - 2
    return [
        [PALETTE[BLOCKS[table[y // 16 * 3 + x // 16]][y % 16 * 16 + x % 16]] for x in range(WIDTH)]
        for y in range(HEIGHT)
    ]


def packed(data: bytes) -> str:
    """Return the base64 of the raw deflate."""
    deflate = zlib.compressobj(9, wbits=-15)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode()


def parts() -> tuple[str, str, str]:
    """Return the template, the style and the script as they stand in pages."""
    folder = files("bot.messages.page")
    html, css, js = ((folder / f"page.{kind}").read_text("utf-8") for kind in ("html", "css", "js"))
    return html, squeezed_style(css), squeezed_script(js.partition("*/\n")[2])


def page(top: dict[str, Any] | None = None, connect: str = "'none'") -> str:
    """Return the page of the tiny match."""
    template, css, js = parts()
    top = top or head()
    numbers = [number for places in FRAMES for number in places]
    return Template(template).substitute(
        lang="en",
        title="Coin 42",
        description="A match of Coin",
        scores="".join(
            f"<li>{escape(seat['name'])} {points}</li>"
            for seat, points in zip(top["seats"], [1, 9, 12], strict=True)
        ),
        wait="Unfolding the map … This page takes a browser of 2023 or later, with scripts.",
        css=css,
        js=js,
        preview="",
        policy=(
            f"default-src 'none'; script-src 'sha256-{_hash(js)}'; style-src 'sha256-{_hash(css)}';"
            f" connect-src {connect}; base-uri 'none'; form-action 'none';"
            " require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        head=json.dumps(top).replace("<", "\\u003c"),
        say=packed(json.dumps(say()).encode()),
        pic=packed(struct.pack(f"<{len(numbers)}H", *numbers) + b"".join(BLOCKS)),
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
