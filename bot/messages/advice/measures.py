"""How much better or worse something is, in the unit of a title: points, or wins in 100 matches.

Figures are those of the engine; see `engine.agents.heuristics.Unit`.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from babel import Locale
from babel.numbers import format_decimal

from bot.games.speech import points
from bot.locale.localisation import Words
from engine.agents.heuristics import unit_of

ERRORS: Final = 2
"""How many standard errors a distance may be off."""
CLOSE: Final = 1.0
"""What is surely less than that ahead or behind is about as good."""
HALF: Final = 0.5
SMALL: Final = 3
"""Wins in 100: less did not show where matches were played out (`tests.bench.calibration`)."""
CERTAIN: Final = 100
"""Wins in 100 matches: nobody can give more away."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Says figures of a title in the words of a reader; all but luck are at least 0."""

    game: str
    words: Words

    @property
    def is_of_wins(self) -> bool:
        """Whether figures are chances to win; else they are points."""
        return unit_of(self.game).name == "wins"

    def whole(self, figure: float) -> int:
        """Return a figure as it is said; of wins at most as many as there are.

        Those of a whole match are by the chance at each time: they may add up to more.
        """
        n = round(figure * unit_of(self.game).each)
        return max(-CERTAIN, min(CERTAIN, n)) if self.is_of_wins else n

    def less(self, n: int) -> str:
        """Return "3 points less", "12 fewer wins in 100"."""
        if self.is_of_wins:
            return self.words.count("{n} fewer win in 100", "{n} fewer wins in 100", n)
        return self.words.count("{n} point less", "{n} points less", n)

    def more(self, n: int) -> str:
        """Return "3 points more", "12 more wins in 100"."""
        if self.is_of_wins:
            return self.words.count("{n} more win in 100", "{n} more wins in 100", n)
        return self.words.count("{n} point more", "{n} points more", n)

    def than_first(self, behind: float, error: float) -> str:
        """Return how far a hint is behind the first, below 0 ahead, as surely as it is known."""
        words, off = self.words, ERRORS * error
        least, most = behind - off, behind + off
        low, n, high = (max(1, self.whole(each)) for each in (least, behind, most))
        if least > 0 and most - least > 2 * CLOSE and low < high:
            return words.say("{low} to {less} than the first", low=low, less=self.less(high))
        if least > 0 and (n >= SMALL if self.is_of_wins else behind >= HALF):
            return words.say("about {less} than the first", less=self.less(n))
        if least > 0 and most > HALF and not self.is_of_wins:
            return words.say("less than a point behind the first")
        if most > CLOSE:
            return words.say("perhaps as good as the first, perhaps {less}", less=self.less(high))
        if least < -CLOSE:
            return words.say("perhaps better than the first")
        return words.say("about as good as the first")

    def better(self, figure: float, between: tuple[float, float]) -> str:
        """Return how much better another choice would have been."""
        n = max(1, self.whole(figure))
        return self._within(self.words.say("about {more}", more=self.more(n)), n, between)

    def good(self, figure: float, between: tuple[float, float]) -> str:
        """Return how much better a choice was than usual ones."""
        n = max(1, self.whole(figure))
        told = self.words.say("about {more} than a usual move", more=self.more(n))
        return self._within(told, n, between)

    def _within(self, told: str, n: int, between: tuple[float, float]) -> str:
        """Add between what it lies, if that can be told apart."""
        low, high = (max(0, self.whole(each)) for each in between)
        low, high = min(low, n), max(high, n)
        if low == high:
            return told
        return self.words.say("{told} ({low} to {high})", told=told, low=low, high=high)

    def given_away(self, figure: float) -> str:
        """Return what all decisions of a match lost."""
        words, n = self.words, self.whole(figure)
        if not n:
            return words.say("hardly anything given away")
        if self.is_of_wins:
            return words.count(
                "about {n} win in 100 given away", "about {n} wins in 100 given away", n
            )
        return words.say("about {points} given away", points=points(words, n))

    def luck(self, figure: float) -> str:
        """Return "luck of the draws: about +3 points"."""
        words, n = self.words, self.whole(figure)
        sign = "" if not n else "+" if n > 0 else "−"
        told = points(words, abs(n))
        if self.is_of_wins:
            told = words.count("{n} win in 100", "{n} wins in 100", abs(n))
        return words.say("luck of the draws: about {points}", points=f"{sign}{told}")

    def behind(self, figure: float) -> str:
        """Return "1.5 points less", of a puzzle's moves; French has the singular below two."""
        words = self.words
        if self.is_of_wins:
            return self.less(max(1, self.whole(figure)))
        told = format_decimal(figure, "0.0", locale=words.language)
        form = Locale(words.language).plural_form(Decimal(f"{figure:.1f}"))
        one_or_more = 1 if form == "one" else 2
        return words.count("{told} point less", "{told} points less", one_or_more, told=told)

    def of_worlds(self, n: int) -> str:
        """Return what the figures of a puzzle are."""
        if self.is_of_wins:
            return self.words.say("Average chance to win in {n} simulated continuations.", n=n)
        return self.words.say(
            "Average lead over the best rival in {n} simulated continuations.", n=n
        )
