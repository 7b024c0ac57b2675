"""Long texts cut into pages that fit a message, never inside a line."""

from collections.abc import Iterable
from typing import Final

from bot.games.panel import Page

LONGEST: Final = 3900


def paged(key: str, title: str, lines: Iterable[str]) -> tuple[Page, ...]:
    """Return the lines under a heading, on as many pages as they need.

    A page that breaks below a "###" heading repeats it, so that it can be heard on its own.
    """
    pages: list[list[str]] = [[f"## {title}"]]
    heading = ""
    for line in lines:
        heading = line if line.startswith("### ") else heading
        if _length(pages[-1]) + len(line) + 1 > LONGEST:
            again = [heading] if heading and line != heading else []
            if pages[-1][-1] == heading:
                pages[-1].pop()
            pages.append([f"## {title}", *again])
        pages[-1].append(line)
    return tuple(_page(key, title, number, page) for number, page in enumerate(pages, 1))


def _length(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _page(key: str, title: str, number: int, lines: list[str]) -> Page:
    if number == 1:
        return Page(key, title, "\n".join(lines))
    return Page(f"{key}{number}", f"{title} {number}", "\n".join(lines))
