"""Lists, points, capitals, what is read aloud and typed: small words that all titles share."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from bot.games.panel import Page
from bot.locale.localisation import Words

T = TypeVar("T")

LONGEST_ALT: Final = 300
BEFORE_I: Final = re.compile(r"\W*h?i(?![aeou])")
BEFORE_O: Final = re.compile(r"\W*h?o")
"""How names begin before which a language may have another "and", another "or"."""
HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-")
"""After a letter: people write "north-east" and "northeast"; before a number it is a minus."""


def and_list(words: Words, items: Sequence[str]) -> str:
    """Return "Ann, Bob and Cleo"; Spanish says "Ann e Irene"."""
    if len(items) < 2:
        return "".join(items)
    data = {"first": ", ".join(items[:-1]), "last": items[-1]}
    if BEFORE_I.match(folded(items[-1])):
        return words.named("before an i", "{first} and {last}", **data)
    return words.say("{first} and {last}", **data)


def or_list(words: Words, items: Sequence[str]) -> str:
    """Return "north, south or south-west"; Spanish says "Hayward u Oakland"."""
    if len(items) < 2:
        return "".join(items)
    data = {"first": ", ".join(items[:-1]), "last": items[-1]}
    if BEFORE_O.match(folded(items[-1])):
        return words.named("before an o", "{first} or {last}", **data)
    return words.say("{first} or {last}", **data)


def semicolon_list(words: Words, items: Sequence[str]) -> str:
    """Return "north to south; north-east to south-west", for items that hold commas."""
    return words.say("; ").join(items)


def then_list(words: Words, items: Sequence[str]) -> str:
    """Return "straight, then loose curve", for what comes in this order."""
    return words.say(", then ").join(items)


def points(words: Words, n: int) -> str:
    """Return "4 points"."""
    return words.count("{n} point", "{n} points", n)


def capitalised(text: str) -> str:
    """Return `text` for the beginning of a sentence or a button."""
    return text[:1].upper() + text[1:]


def folded(text: str) -> str:
    """Return `text` as a hurried reader hears it: no case, accents, blanks, hyphens after letters.

    >>> folded("  Étroit +  Large"), folded("North-East"), folded("tile -2")
    ('etroit+large', 'northeast', 'tile-2')
    """
    plain = HYPHEN.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return "".join(each for each in plain if not unicodedata.combining(each) and not each.isspace())


def is_typed(typed: str, *names: str) -> bool:
    """Say whether a thing of these names may be meant by what is typed so far."""
    return any(folded(typed) in folded(each) for each in names)


def meant(things: Iterable[T], names: Callable[[T], Sequence[str]], typed: str) -> list[T]:
    """Return the things that are typed by a whole name, else those whose names begin so."""
    every, wanted = list(things), folded(typed)
    exact = [each for each in every if wanted in map(folded, names(each))]
    return exact or [
        each for each in every if any(folded(known).startswith(wanted) for known in names(each))
    ]


def clipped(text: str) -> str:
    """Return `text` within an alt text's length, cut at a word."""
    if len(text) <= LONGEST_ALT:
        return text
    return f"{text[: LONGEST_ALT - 1].rsplit(' ', 1)[0].rstrip(' ,;:')}…"


def without_markdown(markdown: str) -> str:
    r"""Return a sentence as plain text.

    >>> without_markdown(r"**Ann\_1**: straight at **I6**")
    'Ann_1: straight at I6'
    """
    bare = re.sub(r"(?<!\\)\*\*", "", markdown)
    return re.sub(r"\\([^\w\s]|_)", r"\1", bare)


def earlier(words: Words, n: int) -> str:
    """Return that more happened than is told here."""
    return words.count(
        "{n} earlier event: see History.",
        "{n} earlier events: see History.",
        n,
    )


def last_lines(words: Words, lines: Sequence[str], room: int) -> list[str]:
    """Return the last lines that fit into `room` characters, and how many came before."""
    kept = list(lines)
    while kept and len("\n".join([*kept, earlier(words, len(lines))])) > room:
        del kept[0]
    return kept if len(kept) == len(lines) else [earlier(words, len(lines) - len(kept)), *kept]


LONGEST_PAGE: Final = 3900


def paged(key: str, title: str, lines: Iterable[str]) -> tuple[Page, ...]:
    """Return the lines under a heading, on as many pages as they need.

    A page that breaks below a "###" heading repeats it, so that it can be heard on its own.
    """
    pages: list[list[str]] = [[f"## {title}"]]
    heading, length = "", len(pages[0][0]) + 1
    for line in lines:
        heading = line if line.startswith("### ") else heading
        length += len(line) + 1
        if length > LONGEST_PAGE:
            again = [heading] if heading and line != heading else []
            if pages[-1][-1] == heading:
                pages[-1].pop()
            pages.append([f"## {title}", *again])
            length = sum(len(each) + 1 for each in (*pages[-1], line))
        pages[-1].append(line)
    first, *others = ("\n".join(each) for each in pages)
    return (
        Page(key, title, first),
        *(Page(f"{key}{n}", f"{title} {n}", text) for n, text in enumerate(others, 2)),
    )
