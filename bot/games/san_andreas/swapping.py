"""The phase "swapping": a 0 survived; keep it, or take a lost coin instead, before the scoring.

x                         the 0: swap it?
y coin                    swap it, or keep it ("-")
"""

from collections.abc import Sequence
from typing import Final

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.san_andreas.captions import captions, swap_alt, zero_at
from bot.games.san_andreas.names import coins_named, the_coin
from bot.games.san_andreas.view import Answer, View
from bot.games.screen import Button, Image, Row, Screen, Style, Suggestion, Text, keypad, text_block
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Action, Swap
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation
from render.games.san_andreas import RENDERER

KEEP: Final = "-"


class Swapping(Phase[Observation, Action]):
    """Which lost coin takes the place of the 0, if any? Several may be asked at the same time."""

    verbs = "xy"

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "swap",
                "Swap your surviving 0 for a lost coin.",
                self.typed,
                (CommandOption("coin", "one you have lost; 0 keeps your 0", self.suggested),),
                elsewhere="san-andreas-no-swap",
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        return view.words.count(
            "{who}, **your 0 survived:** keep it, or swap it?",
            "{who}, **your 0s survived:** keep them, or swap them?",
            len(view.observation.to_act),
            who=who,
        )

    def rows(self, view: View) -> tuple[Row, ...]:
        label = view.words.say("Keep or swap my 0")
        return (Row((Button(label, draft_id(view, "x"), Style.BLUE),)),)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "x", _:
                return self.ask(view)
            case "y", (coin,) if coin == KEEP:
                return Submit(Swap(None))
            case "y", (coin,) if coin.isdecimal():
                return Submit(Swap(int(coin)))
            case _:
                raise IllegalAction(META.not_now)

    def typed(self, view: View, text: str) -> Answer:
        """Return the swap if the coin is clear, otherwise the question."""
        coin = the_coin(text)
        if coin is None:
            return self.ask(view, view.words.say("There is no such coin."))
        return Submit(Swap(coin or None))

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the lost coins that may come back, and keeping the 0."""
        legal = [each.coin for each in view.legal if isinstance(each, Swap)]
        return coins_named([coin or 0 for coin in legal], text)

    def ask(self, view: View, first: str = "") -> Screen:
        """Ask which lost coin shall stand there instead; these buttons decide."""
        words = view.words
        if view.viewer in view.observation.decided and not first:
            first = words.say(
                "**Your decision is in.** You can change it until the others have decided."
            )
        title = words.say(
            "### Your 0 survived\n"
            "On **{space}** one of your lost coins may replace it before the scoring.",
            space=zero_at(view),
        )
        picture = RENDERER.swap(view.observation, captions(view, words.say("Swap your 0?")))
        legal = {each.coin for each in view.legal if isinstance(each, Swap)}
        swaps = [
            Button(
                words.say("Swap in your {coin}", coin=coin),
                draft_id(view, "y", coin),
                Style.GREEN,
            )
            for coin in sorted((coin for coin in legal if coin), reverse=True)
        ]
        keep = Button(words.say("Keep your 0"), draft_id(view, "y", KEEP), Style.GREEN)
        image = Image(picture, swap_alt(view))
        return Screen(
            (*text_block(first), Text(title), image, *keypad((*swaps, keep))), accent(view)
        )
