"""What turns the page that a reader has into a newer version of it, as one event."""

from base64 import b64encode
from collections.abc import Sequence
from itertools import chain
from json import dumps
from typing import Any, Final, NamedTuple

from bot.messages.page.contents import Contents, Json
from render.blocks import packed_changes

_NEW: Final = ("outcome", "proof", "review", "date")
"""Of `head`: what the end of a match brings."""
_OTHER: Final = frozenset({"steps", "live", "version", *_NEW})
"""What is no reason to load the page again."""


class PageEvent(NamedTuple):
    """A server-sent event: "step" and "end" change a page, "again" has it load itself anew."""

    name: str
    version: str
    data: str

    def written(self) -> bytes:
        """Return it as it is sent; after the newest event a browser asks again from `version`."""
        return f"id: {self.version}\nevent: {self.name}\ndata: {self.data}\n\n".encode()


def change(old: Contents, new: Contents) -> PageEvent | None:
    """Return what turns `old` into `new`; None: there is no difference.

    It does not depend on how a reader came to have `old`: what a page already has is spoken of by
    its place in the step before.
    """
    version = new.head["version"]
    if old.head["version"] == version:
        return None
    again = PageEvent("again", version, "")
    before, after = len(old.head["steps"]), len(new.head["steps"])
    if after < before or _rest(old) != _rest(new):
        return again
    was, now = old.maps.unfolded(before), new.maps.unfolded(after)
    numbers = [
        n for n in range(after) if n >= before or was[n] != now[n] or _step(old, n) != _step(new, n)
    ]
    if before > 1 and all(was[n] != now[n] for n in range(before)):
        # Another part of the map is shown.
        return again
    frames = ((now[n - 1] if n else None, now[n]) for n in numbers)
    pic = b64encode(packed_changes(frames)).decode()
    data: Json = {
        "n": numbers,
        "step": [_told(new, n) for n in numbers],
        "say": {code: _said(said, numbers) for code, said in new.say.items()},
        "pic": pic,
    }
    is_over = new.head["live"] is None
    if is_over:
        data["head"] = {name: new.head[name] for name in _NEW}
    text = dumps(data, ensure_ascii=False, separators=(",", ":"))
    return PageEvent("end" if is_over else "step", version, text)


def _rest(contents: Contents) -> tuple[Json, list[Any]]:
    """Return what can't be changed in a page that is open."""
    head = {name: value for name, value in contents.head.items() if name not in _OTHER}
    return head, [said["ui"] for said in contents.say.values()]


def _told(contents: Contents, n: int) -> Json:
    """Return a step as a page uses it."""
    return {name: value for name, value in contents.head["steps"][n].items() if name != "l"}


def _step(contents: Contents, n: int) -> tuple[Json, list[Any]]:
    every = contents.say.values()
    said = [(each["say"][n], each["note"][n], _lines(each, n)) for each in every]
    return _told(contents, n), said


def _lines(said: Json, n: int) -> list[list[str]]:
    return [[said["text"]["lines"][line] for line in page] for page in said["text"]["at"][n]]


def _said(said: Json, numbers: Sequence[int]) -> Json:
    return {
        "say": [said["say"][n] for n in numbers],
        "note": [said["note"][n] for n in numbers],
        "text": [_text(said, n) for n in numbers],
    }


def _text(said: Json, n: int) -> list[list[str | int]]:
    """Return the pages of a step: new lines, and the places of others among those before."""
    before = chain.from_iterable(_lines(said, n - 1)) if n else ()
    known = {line: place for place, line in enumerate(before)}
    return [[known.get(line, line) for line in page] for page in _lines(said, n)]
