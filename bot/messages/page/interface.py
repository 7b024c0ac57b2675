"""The words of a page's own: its buttons, what it says of a match, of itself and of the draws."""

from gettext import NullTranslations
from typing import Any

from bot.locale.localisation import Words


class Patterns:
    """Messages with their names left in braces: the page fills them in."""

    def __init__(self, catalog: NullTranslations) -> None:
        self._catalog = catalog

    def say(self, message: str) -> str:
        """Return a message."""
        return self._catalog.gettext(message)

    def count(self, singular: str, plural: str) -> list[str]:
        """Return what is said of one and what is said of many."""
        return [self._catalog.ngettext(singular, plural, n) for n in (1, 2)]

    def named(self, context: str, message: str) -> str:
        """Return a message as it is said in this context."""
        return self._catalog.pgettext(context, message)


def waiting(said: Words) -> str:
    """Return what stands below the points until the match is there, or for good."""
    return said.say(
        "Unfolding the map… If nothing more comes: this page takes a browser of 2023 or later, with"
        " scripts."
    )


def interface(said: Words, *, is_lesson: bool) -> dict[str, Any]:
    """Return the words by key; a list has what is said of one and of many.

    `is_lesson`: the draws are those of a prepared start.
    """
    page = Patterns(said.catalog)
    proves = page.say(
        "So nothing in the record was changed after it was written, and chance chose nothing but"
        " what the sealed seed says. `python -m bot verify` checks every line against the rules,"
        " too."
    )
    if is_lesson:
        lesson = page.say("A lesson has a prepared start: its seed is the same for everyone.")
        proves = f"{proves} {lesson}"
    return {
        "skip": page.say("To the board in words"),
        "first": page.say("First move"),
        "back": page.say("Back"),
        "play": page.named("of a film", "Play"),
        "pause": page.say("Pause"),
        "next": page.say("Next"),
        "last": page.say("Last move"),
        "speed": page.say("Speed {n}"),
        "moves": page.say("Moves"),
        "review": page.say("Review"),
        "words": page.say("In words"),
        "draws": page.say("Draws"),
        "language": page.say("Language"),
        "theme": page.say("Dark or light"),
        "help": page.say("Keys and gestures"),
        "close": page.say("Close"),
        "letters": page.say("Letter and digit keys"),
        "keys": [
            ["← →", page.say("one move")],
            [page.say("Home End"), page.say("first, last move")],
            [page.say("Page ↑ ↓"), page.say("the mark before, after: quake, scoring, review")],
            [page.say("Space"), page.say("play, pause")],
            ["1 … 5", page.say("next move of this seat")],
            ["+ − 0", page.say("zoom in, out, whole map")],
            ["s", page.say("speed")],
            ["t", page.say("board in words")],
            ["l", page.say("language")],
            ["d", page.say("dark or light")],
            ["?", page.say("keys and gestures")],
            [page.say("swipe"), page.say("one move; keep the finger moving for more")],
            [page.say("pinch, double tap"), page.say("zoom; drag to look around")],
        ],
        "slider": page.named("of a match", "Move"),
        "of": page.say("of {n}"),
        "board": page.say("Board after move {n}. {t}"),
        "points": page.say("Points"),
        "timeline": page.say("Course of the match"),
        "count": page.count("{n} move", "{n} moves"),
        "won": page.count("{w} wins with {p}", "{w} win with {p}"),
        "vote": page.say("Ended by vote"),
        "gone": page.say("taken back"),
        "good": page.say("good move"),
        "bad": page.say("could have been better"),
        "best": page.say("Best moves"),
        "worst": page.say("What could have been better"),
        "better": page.say("better: {m}"),
        "away": page.count("{n} decision", "{n} decisions"),
        "none": page.say("Nothing stands out here."),
        "noreview": page.say(
            "No review yet. In Discord, `/table review` asks for one; then load this page again."
        ),
        "how": page.say(
            "Every draw follows from a seed that was sealed before anyone sat down. This page can"
            " do the sum itself: nothing is sent anywhere."
        ),
        "check": page.say("Check the draws"),
        "lines": page.count("{n} line", "{n} lines"),
        "drawn": page.count("{n} draw", "{n} draws"),
        "right": page.say("{lines} and {draws} are right."),
        "proves": proves,
        "wrong_seal": page.say(
            "The seed doesn't match its seal: it is not the one from before the match."
        ),
        "wrong_header": page.say(
            "The beginning of the record is not right: the match, its seal or who joined was"
            " changed."
        ),
        "wrong_line": page.say(
            "Line {i} is not right: it, or what stands before it, was changed after it was written."
        ),
        "wrong_draw": page.say(
            "The draw at line {i} is not right: something else follows from the seed."
        ),
        "keep": page.say("Keep this file and show it to the table."),
        "seal": page.say("Sealed before the first move"),
        "seed": page.say("Opened at the end"),
        "sealed": page.say("The seed is opened when the match ends."),
        "line": page.say("line"),
        "came": page.say("what came"),
        "among": page.say("among"),
        "new": page.count("{n} new move", "{n} new moves"),
        "lost": page.say("Not live any more; trying again"),
    }
