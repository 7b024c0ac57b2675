"""The questions of a game that brings no screens of its own: the fields of its actions.

q [n …]                   the answers so far, each by its number in its question
q … -                     send the only action that is left

`engine.choice` finds the next field that is open; typed, a move is written out as a whole.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar

from bot.games.controls import draft_id, said
from bot.games.panel import Answer, Command, Option, Submit, View
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.screen import (
    Block,
    Button,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Suggestion,
    Text,
    keypad,
)
from bot.games.speech import capitalised, folded
from engine.choice import KIND, Question, ask, left
from engine.errors import IllegalAction

O = TypeVar("O")  # noqa: E741
A = TypeVar("A")

SEND: Final = "-"
KEYS: Final = 20
"""More answers than that stand in menus."""
IN_A_MENU: Final = 25
MENU: Final = "m"
"""Begins the number of a menu: two in one message must differ in their ids."""


class Plain(Phase[O, A]):
    """Whatever is due: a button for each answer to each open field, the last one sends.

    `in_words` says a value; a game without words of its own says it as the code does.
    """

    verbs = "q"

    def __init__(self, not_now: str, in_words: Callable[[Any], str] = str) -> None:
        self._not_now = not_now
        self._in_words = in_words

    @property
    def commands(self) -> Sequence[Command[A]]:
        return (
            Command("play", "Make a move.", self.typed, (Option("move", "which", self.suggested),)),
        )

    def wanted(self, view: View[O, A], who: str) -> str:
        return view.words.say("{who}, **your move.**", who=who)

    def rows(self, view: View[O, A]) -> tuple[Row, ...]:
        return (Row((Button(view.words.say("Your move"), draft_id(view, "q"), Style.PRIMARY),)),)

    def ask(self, view: View[O, A], first: str = "") -> Screen:
        return self._asked(view, {}, (), first)

    def press(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Answer[A]:  # noqa: ARG002
        picked: dict[str, Any] = {}
        for number in (each for each in args if each[:1] != MENU):
            question = ask(view.legal, picked)
            if number == SEND and question is None:
                return Submit(left(view.legal, picked)[0])
            if question is None or not number.isdecimal() or int(number) >= len(question.answers):
                raise IllegalAction(self._not_now)
            picked[question.field] = question.answers[int(number)]
        if args and ask(view.legal, picked) is None:
            return Submit(left(view.legal, picked)[0])
        return self._asked(view, picked, args)

    def typed(self, view: View[O, A], move: str) -> Answer[A]:
        """Return the move that is written out, otherwise the first question."""
        for action in view.legal:
            if folded(self.named(action)) == folded(move):
                return Submit(action)
        return self.ask(view, view.words.say("There is no such move."))

    def suggested(self, view: View[O, A], move: str) -> list[Suggestion]:
        """Offer every move that has all that is typed."""
        named = [self.named(action) for action in view.legal]
        return [Suggestion(each, each) for each in named if folded(move) in folded(each)]

    def named(self, action: Any) -> str:
        """Return "bid coins 2 aloud True"."""
        parts = [
            f"{f.name} {self._in_words(getattr(action, f.name))}"
            for f in fields(action)
            if f.name != KIND
        ]
        return " ".join([str(getattr(action, KIND)), *parts])

    def _asked(
        self, view: View[O, A], picked: dict[str, Any], args: tuple[str, ...], first: str = ""
    ) -> Screen:
        question = ask(view.legal, picked)
        told = " · ".join(f"{name} {self._in_words(value)}" for name, value in picked.items())
        if question is None:
            only = left(view.legal, picked)[0]
            send = Button(self.named(only), draft_id(view, "q", *args, SEND), Style.GREEN)
            return Screen((*said(first), *keypad((send,))), accent(view))
        title = f"### {capitalised(question.field)}?\n{told}".rstrip()
        blocks = (*said(first), Text(title), *self._answers(view, question, args))
        return Screen(blocks, accent(view))

    def _answers(
        self, view: View[O, A], question: Question, args: tuple[str, ...]
    ) -> tuple[Block, ...]:
        named = [self._in_words(each) for each in question.answers]
        if len(named) <= KEYS:
            keys = tuple(
                Button(name, draft_id(view, "q", *args, n), Style.PRIMARY)
                for n, name in enumerate(named)
            )
            return keypad(keys)
        options = [SelectOption(name, str(n)) for n, name in enumerate(named)]
        return tuple(
            Select(
                draft_id(view, "q", *args, f"{MENU}{at}"),
                question.field,
                tuple(options[at : at + IN_A_MENU]),
            )
            for at in range(0, len(options), IN_A_MENU)
        )
