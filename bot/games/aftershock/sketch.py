"""Sketch: two phases of Aftershock in the shape of `bot.games.phase`.

Nothing leads here yet; it compiles, and says what the shape must be able to hold. What is called
from other modules is unchanged and would move into the class, as for San Andreas.
"""

from abc import abstractmethod
from collections.abc import Sequence

from bot.games.aftershock import buying, plan
from bot.games.aftershock.alt_texts import planned_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.holding import held, plan_of, plan_told
from bot.games.aftershock.sheet import digit, letter, sealing, sheet
from bot.games.aftershock.table_post import desk_id
from bot.games.aftershock.typed import card_suggestions, token_suggestions
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import board_of, own_seat
from bot.games.controls import draft_id
from bot.games.panel import Submit
from bot.games.phase import Command, Option, Phase
from bot.games.speech import folded
from bot.views.screen import Block, Button, Image, Row, Screen, Style
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Buy, Pass, Plan, Reopen, Stand, Withdraw
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.state import Observation
from render.games.aftershock import RENDERER


class Desk(Phase[Observation, Action]):
    """What every phase of Aftershock says: also those who wait have something before them."""

    commands: Sequence[Command[Action]] = ()

    def rows(self, view: View) -> tuple[Row, ...]:
        return (Row((Button(view.words.say("Open my desk"), desk_id(view), Style.PRIMARY),)),)

    def waits(self, view: View, first: str = "") -> Screen:
        """Return the desk of somebody who has nothing to do now."""
        told = view.words.say("It is not your turn. I will ping you when it is.")
        return sheet(view, "\n".join([told, *held(view)]), first=first)


class Sealed(Desk):
    """A phase in which all choose at the same time, and may take it back until all have."""

    @abstractmethod
    def choice_told(self, view: View) -> str:
        """Return the viewer's sealed choice in words."""

    @abstractmethod
    def choice_drawn(self, view: View) -> tuple[Block, ...]:
        """Return the picture of the viewer's sealed choice."""

    @abstractmethod
    def again(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        """Ask again, with the choice that was taken back."""

    def waits(self, view: View, first: str = "") -> Screen:
        if Reopen() not in view.legal:
            told = view.words.say("You have nothing to choose in this phase.")
            return sheet(view, "\n".join([told, *held(view)]), first=first)
        told = view.words.say("**Sealed.** You can change it until everybody is ready.")
        change = Row((Button(view.words.say("Change it"), draft_id(view, "c")),))
        text = f"{told}\n{self.choice_told(view)}"
        return sheet(view, text, *self.choice_drawn(view), change, first=first)


class Planning(Sealed):
    """Where does each bridge, meeple and aftershock go? A draft has a letter for each thing."""

    verbs = "pgP"

    def wanted(self, view: View, who: str) -> str:
        n = len(view.observation.to_act)
        return view.words.count(
            "{who}, **make your plan.** Each stays sealed until its owner builds.",
            "{who}, **make your plan.** Each stays sealed until its owner builds.",
            n,
            who=who,
        )

    def ask(self, view: View, first: str = "") -> Screen:
        return plan.plan(view, first=first)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        draft = plan.checked(view, args[0] if args else "")
        areas = board_of(view.observation).areas
        if verb == "P":
            if plan.OPEN in draft:
                raise IllegalAction("aftershock-not-now")
            placed = [area for area in plan.areas_of(view, draft) if area is not None]
            return Submit(*sealing(view, *map(Plan, placed)))
        item = digit(args[1] if len(args) > 1 else "", len(draft))
        if len(args) > 2:
            if args[2] not in map(letter, range(len(areas))):
                raise IllegalAction("aftershock-not-now")
            draft = f"{draft[:item]}{args[2]}{draft[item + 1 :]}"
            item = plan.next_open(draft, item)
        return plan.plan(view, draft, item)

    def anew(self, view: View, verb: str, args: tuple[str, ...]) -> Screen:
        acts = own_seat(view) in view.observation.to_act
        return plan.plan(view, args[0]) if acts and args and verb in self.verbs else self.ask(view)

    def again(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        return plan.plan(view, plan.drafted(view, choice), first=first)

    def choice_told(self, view: View) -> str:
        return plan_told(view)

    def choice_drawn(self, view: View) -> tuple[Block, ...]:
        own = plan_of(view)
        drawn = captions(view, view.words.say("Plan"))
        picture = RENDERER.plan(view.observation, drawn, [each.area for each in own])
        return (Image(picture, planned_alt(view, own)),) if own else ()


class Buying(Desk):
    """Which card, with which token? Who isn't on turn may leave a pass."""

    verbs = "blBxsw"

    @property
    def commands(self) -> Sequence[Command[Action]]:  # type: ignore[override]
        return (
            Command(
                "buy",
                "Buy a card that is for sale.",
                self.typed,
                (
                    Option("card", "one of those for sale, such as 3", card_suggestions),
                    Option(
                        "token",
                        "which Buy token pays for it",
                        lambda view, card, _: token_suggestions(view, card),
                        is_needed=False,
                    ),
                ),
            ),
            Command("pass", "Buy nothing this time.", lambda _: Submit(Pass())),
        )

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **buy a card or pass.**", who=who)

    def ask(self, view: View, first: str = "") -> Screen:
        return buying.buy(view, first)

    def waits(self, view: View, first: str = "") -> Screen:
        told = view.words.say("It is not your turn. I will ping you when it is.")
        label = view.words.say("Pass from now on")
        stand = Row((Button(label, draft_id(view, "s"), disabled=Stand() not in view.legal),))
        lines = "\n".join([told, *held(view)])
        return sheet(view, lines, buying.picture(view), stand, first=first)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "s", _:
                return Submit(Stand())
            case "w", _:
                return Submit(Withdraw())
            case _ if own_seat(view) not in view.observation.to_act:
                return self.waits(view)
            case "x", _:
                return Submit(Pass())
            case ("b", (number,)) | ("l", (_, number)):
                return buying.pay(view, self._card(view, number))
            case "B", (number, token):
                card = self._card(view, number)
                return Submit(Buy(card.seller, card.card, TOKENS[digit(token, len(TOKENS))]))
            case _:
                raise IllegalAction("aftershock-not-now")

    def typed(self, view: View, card: str, token: str) -> Answer:
        named = [each for each in buying.for_sale(view) if folded(card) == str(each.number)]
        if not named:
            return buying.buy(view, view.words.say("That is not one of the cards for sale."))
        if token in TOKENS:
            return Submit(Buy(named[0].seller, named[0].card, token))
        return buying.pay(view, named[0])

    def _card(self, view: View, number: str) -> buying.ForSale:
        for card in buying.for_sale(view):
            if str(card.number) == number:
                return card
        raise IllegalAction("aftershock-not-now")
