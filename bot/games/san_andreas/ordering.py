"""The phase "ordering": the dice are rolled, and the one who set off the quake orders them.

d [order]                 the order so far, a letter for each die: which die next?
k order                   let them act in this order

It is tried out freely, one die after the other, then shaken all at once.
"""

from collections.abc import Sequence
from typing import Final

from bot.games.custom_ids import draft_id
from bot.games.names import escaped_name
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.san_andreas import pictures
from bot.games.san_andreas.names import the_dice
from bot.games.san_andreas.news import islands, moved, pointing
from bot.games.san_andreas.view import Answer, View
from bot.games.san_andreas.words import arrow, dice_named, pawn_name, pawns_named
from bot.games.screen import Button, Row, Screen, Style, Suggestion, Text, keypad, text_block
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Action, Resolve
from engine.games.san_andreas.preview import shaken, shaken_by, unresolved
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, Pawn

LETTERS: Final[dict[str, Pawn]] = {pawn[0]: pawn for pawn in PAWNS}
"""Dice in ids: s, m, c, a."""

Order = tuple[Pawn, ...]


class Ordering(Phase[Observation, Action]):
    """The quake: which die acts first, which then."""

    verbs = "dk"

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "quake",
                "Choose the order of the shifts.",
                self.typed,
                (
                    CommandOption(
                        "order", "the dice one after the other, such as Sun Moon", self.suggested
                    ),
                ),
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **quake!** Choose the order of the dice.", who=who)

    def rows(self, view: View) -> tuple[Row, ...]:
        label = view.words.say("Choose the order")
        return (Row((Button(label, draft_id(view, "d"), Style.RED),)),)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        order = tuple(LETTERS[each] for each in (args[0] if args else "") if each in LETTERS)
        if verb == "d":
            return self.ask(view, order=order)
        if not order:
            raise IllegalAction(META.not_now)
        return self.shake(view, order)

    def typed(self, view: View, text: str) -> Answer:
        """Return the whole order if every die is named, otherwise the question."""
        order, unknown = the_dice(view.words, text)
        if unknown:
            first = view.words.say("**There is no die “{word}”.**", word=escaped_name(unknown))
            return self.ask(view, first, order)
        return self.shake(view, order)

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the dice named so far with each one that may act next."""
        dice, _ = the_dice(view.words, text)
        left = unresolved(shaken_by(view.observation, dice))
        return [
            Suggestion(
                pawns_named(view.words, each), " ".join(pawn_name(view.words, d) for d in each)
            )
            for each in ([(*dice, die) for die in left] or [dice])
        ]

    def shake(self, view: View, order: Order) -> Answer:
        """Send the whole order, without the die that acts by itself; or ask again."""
        if unresolved(shaken_by(view.observation, order)):
            return self.ask(view, order=order)
        return Submit(*map(Resolve, order[: len(unresolved(view.observation)) - 1]))

    def ask(self, view: View, first: str = "", order: Order = ()) -> Screen:
        """Show what the dice chosen so far do, and offer the next ones.

        Raises `IllegalAction` for a die that can't act any more.
        """
        words, tried = view.words, shaken_by(view.observation, order)
        left = unresolved(tried)
        title = words.say("### Quake: in which order?\nTry it out; nothing is sent yet.")
        rolled = [(each.die, each.face) for each in view.observation.dice]
        told = words.say("You rolled {dice}.", dice=dice_named(words, rolled))
        text = "\n".join([title, told, *_steps(view, tried)])
        keys = [
            Button(
                _what(view, tried, die), draft_id(view, "d", order_id((*order, die))), Style.BLUE
            )
            for die in left
        ]
        if not left and tried.quake is not None:
            label = words.say(
                "Shake: {order}",
                order=pawns_named(words, (shift.die for shift in tried.quake.shifts)),
            )
            keys.append(Button(label, draft_id(view, "k", order_id(order)), Style.RED))
        if order:
            fewer = [order_id(order[:-1])] if len(order) > 1 else []
            keys.append(Button(words.say("Undo last step"), draft_id(view, "d", *fewer)))
        return Screen(
            (*text_block(first), Text(text), pictures.order(view, tried), *keypad(tuple(keys))),
            accent(view),
        )


def order_id(order: Order) -> str:
    """Return an order as ids have it, a letter for each die."""
    return "".join(pawn[0] for pawn in order)


def _steps(view: View, tried: Observation) -> list[str]:
    """Return a numbered line for each shift, and what sinks after the last one."""
    words, quake, lines = view.words, tried.quake, list[str]()
    if quake is None:
        return lines
    for n, shift in enumerate(quake.shifts, 1):
        told = [moved(view, shift), *([] if shift.ruins else [words.say("No city is lost.")])]
        step = words.say("**{die}**: {shift}", die=pointing(view, shift), shift=" ".join(told))
        lines.append(f"{n}. {step}")
    return [*lines, islands(view, quake.sunk, quake.drowned)] if quake.sunk else lines


def _what(view: View, tried: Observation, die: Pawn) -> str:
    """Return "Sun: D1 ← over": what a die would do next, for its button."""
    after = shaken(tried, die).quake
    if after is None:
        return pawn_name(view.words, die)
    shift = after.shifts[-1]
    data = {
        "die": pawn_name(view.words, die),
        "tile": shift.tile,
        "direction": arrow(shift.direction),
    }
    if shift.edge == "lift":
        return view.words.say("{die}: {tile} {direction} over", **data)
    return view.words.say("{die}: {tile} {direction} under", **data)
