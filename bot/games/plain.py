"""A title without screens of its own: all is asked and told by the fields of its dataclasses.

`PlainPanel` makes a title of a game on the day its rules run; `Plain` is its only phase:

q [n …]                   the answers so far, each by its number in its question
q … -                     send the only action that is left

`engine.questions` finds the next field that is open; typed, a move is written out as a whole.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final, Generic, Protocol, TypeVar

from bot.games import recap
from bot.games.custom_ids import draft_id
from bot.games.guide import Chapter, Guide
from bot.games.panel import Answer, Command, CommandOption, Commands, Moment, Page, Submit, View
from bot.games.people import (
    accent,
    by_rank,
    is_person,
    mention,
    name,
    numbered,
    over,
    people,
    player_ids,
    shape,
    tally,
)
from bot.games.phase import Phase, Phases
from bot.games.screen import (
    Block,
    Button,
    Image,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Suggestion,
    Text,
    keypad,
    text_block,
)
from bot.games.speech import and_list, capitalised, clipped, folded, paged, points
from bot.locale.localisation import Words
from engine.errors import EngineError, IllegalAction
from engine.game import Event, Game, OptionValue, Outcome, Seat, Setup
from engine.questions import KIND, Question, matching, next_question
from render.plain import card, film

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
            Command(
                "play",
                "Make a move.",
                self.typed,
                (CommandOption("move", "which", self.suggested),),
            ),
        )

    def wanted(self, view: View[O, A], who: str) -> str:
        return view.words.say("{who}, **your move.**", who=who)

    def rows(self, view: View[O, A]) -> tuple[Row, ...]:
        return (Row((Button(view.words.say("Your move"), draft_id(view, "q"), Style.BLUE),)),)

    def ask(self, view: View[O, A], first: str = "") -> Screen:
        return self._asked(view, {}, (), first)

    def press(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Answer[A]:  # noqa: ARG002
        picked: dict[str, Any] = {}
        for number in (each for each in args if each[:1] != MENU):
            question = next_question(view.legal, picked)
            if number == SEND and question is None:
                return Submit(matching(view.legal, picked)[0])
            if question is None or not number.isdecimal() or int(number) >= len(question.answers):
                raise IllegalAction(self._not_now)
            picked[question.field] = question.answers[int(number)]
        if args and next_question(view.legal, picked) is None:
            return Submit(matching(view.legal, picked)[0])
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
        question = next_question(view.legal, picked)
        told = " · ".join(f"{name} {self._in_words(value)}" for name, value in picked.items())
        if question is None:
            only = matching(view.legal, picked)[0]
            send = Button(self.named(only), draft_id(view, "q", *args, SEND), Style.GREEN)
            return Screen((*text_block(first), *keypad((send,))), accent(view))
        title = f"### {capitalised(question.field)}?\n{told}".rstrip()
        blocks = (*text_block(first), Text(title), *self._answers(view, question, args))
        return Screen(blocks, accent(view))

    def _answers(
        self, view: View[O, A], question: Question, args: tuple[str, ...]
    ) -> tuple[Block, ...]:
        named = [self._in_words(each) for each in question.answers]
        if len(named) <= KEYS:
            keys = tuple(
                Button(name, draft_id(view, "q", *args, n), Style.BLUE)
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


class Finishing(Protocol):
    """An observation, a dataclass, that says how the match ended."""

    @property
    def outcome(self) -> Outcome | None:
        """Ranks and scores; None until the match is over."""


F = TypeVar("F", bound=Finishing)


class PlainPanel(Generic[F, A]):
    """A whole title: `name`, `idea` in one line and `rules` in a page, as messages or plain text.

    What the fields of observations, events and actions are called is what the code calls them.
    """

    def __init__(self, game: Game[Any, A, F], name: str, idea: str, rules: str) -> None:
        self._name, self._idea = name, idea
        self.key = game.meta.key
        plain: Plain[F, A] = Plain(game.meta.not_now)
        self._phase = plain
        self.unplanned = ""
        self._phases = Phases({"": plain}, lambda _: "", game.meta.not_now)
        self.verbs = self._phases.verbs
        self.press, self.refreshed = self._phases.press, self._phases.refreshed
        self.rules = Guide(self.key, name, (Chapter(idea, rules),)).page

    def commands(self) -> Commands[A]:
        return Commands(self.key, self._idea, self._phases.commands())

    def title(self, words: Words) -> str:  # noqa: ARG002 - a name
        return self._name

    def invitation(self, words: Words, host: str, setup: Setup) -> str:  # noqa: ARG002
        return words.say("{host} invites you: {idea}", host=host, idea=words.say(self._idea))

    def banner(self, words: Words) -> Image:
        title = self.title(words)
        return Image(card(title, ()), title, "banner")

    def tagline(self, words: Words) -> str:
        return words.say(self._idea)

    def option(self, words: Words, name: str) -> str:
        return words.say(_spaced(name))

    def value(self, words: Words, name: str, value: OptionValue) -> str:  # noqa: ARG002
        return words.say(_spaced(str(value)))

    def reason(self, words: Words, error: EngineError) -> str:  # noqa: ARG002
        return words.say("**These settings don't go together.** Choose others.")

    def post(self, view: View[F, A], news: Sequence[Event]) -> Post:
        told = [_event(view, each) for each in news]
        who = and_list(view.words, [mention(view, seat) for seat in asked_people(view)])
        lines = [*([self._phase.wanted(view, who)] if who else []), *told[-MOST_TOLD:]]
        return Post(
            "\n".join(lines),
            self.board(view),
            self._phase.rows(view),
            player_ids(view, view.match.acting),
            happened=tuple(told) if len(told) > MOST_TOLD else (),
        )

    def briefly(self, view: View[F, A], news: Sequence[Event]) -> Sequence[str]:
        return [_event(view, each) for each in news[-MOST_TOLD:]]

    def cover(self, view: View[F, A]) -> str:
        return self.headline(view)

    def headline(self, view: View[F, A]) -> str:
        who = and_list(view.words, [name(view, seat) for seat in view.match.acting])
        return view.words.say("Waiting for {who}.", who=who) if who else ""

    def receipt(self, view: View[F, A], action: A, news: Sequence[Event]) -> Screen:
        told = [_event(view, each) for each in news]
        done = view.words.say("**Sent:** {move}.", move=self._phase.named(action))
        return Screen((Text("\n".join([done, *told])),), accent(view))

    def refusal(self, view: View[F, A], error: EngineError) -> str:  # noqa: ARG002
        return view.words.say("**That move isn't possible now.** **Your move** shows which are.")

    def planned(self, view: View[F, A], actions: Sequence[A]) -> str:  # noqa: ARG002
        return ", ".join(map(self._phase.named, actions))

    def told(self, view: View[F, A], actions: Sequence[A]) -> str:
        return self.planned(view, actions)

    def why(self, view: View[F, A], actions: Sequence[A]) -> str:  # noqa: ARG002
        return ""

    def board(self, view: View[F, A]) -> Image:
        lines = _lines(view)
        alt = clipped(", ".join(f"{label}: {value}" for label, value in lines))
        return Image(card(self._headed(view), lines), alt)

    def text(self, view: View[F, A]) -> tuple[Page, ...]:
        title = view.words.say("Now")
        return paged("now", title, [f"{label}: {value}" for label, value in _lines(view)])

    def since(self, view: View[F, A], moments: Sequence[Moment[F, A]]) -> Screen:
        told = [text for _, text in self.history(moments)]
        return recap.since(view, told, lambda: self.board(view))

    def history(self, moments: Sequence[Moment[F, A]]) -> tuple[tuple[int, str], ...]:
        return tuple(
            (each.view.line, _event(each.view, event)) for each in moments for event in each.events
        )

    def unseen_name(self, words: Words) -> str:
        return words.say("Unseen pieces")

    def unseen(self, view: View[F, A]) -> Screen:
        told = view.words.say("The board shows everything that you may know.")
        return Screen((Text(told), self.board(view)), accent(view))

    def score(self, view: View[F, A]) -> Screen:
        outcome = view.observation.outcome
        if outcome is None:
            return Screen((Text(view.words.say("Points count at the end.")),), accent(view))
        lines = [
            f"{shape(view, seat)} **{name(view, seat)}** {points(view.words, outcome.scores[seat])}"
            for seat in by_rank(outcome)
        ]
        return Screen((Text("\n".join(lines)),), accent(view))

    def result(self, view: View[F, A], news: Sequence[Event]) -> Post:
        outcome = view.observation.outcome
        if outcome is None:
            raise ValueError(view.match.id)
        return Post(
            over(view, self._name, outcome),
            self.board(view),
            pings=player_ids(view, people(view)),
            happened=tuple(_event(view, each) for each in news),
        )

    def animation(self, moments: Sequence[Moment[F, A]]) -> Image:
        last = moments[-1].view
        alt = last.words.count(
            "Replay of the match: {n} frame.", "Replay of the match: {n} frames.", len(moments)
        )
        shown = film(self._headed(last), (_lines(each.view) for each in moments))
        return Image(shown, alt, "film")

    def _headed(self, view: View[F, A]) -> str:
        return numbered(view, self._name)


MOST_TOLD: Final = 3
"""As many events stand in the message; What happened has them all."""


def asked_people(view: View[Any, Any]) -> tuple[Seat, ...]:
    """Return the seats that are to move and can be pinged."""
    return tuple(seat for seat in view.match.acting if is_person(view, seat))


def _spaced(key: str) -> str:
    return capitalised(key.replace("_", " "))


def _lines(view: View[Any, Any]) -> list[tuple[str, str]]:
    """Return what each field of the observation is called and holds."""
    return [
        (_spaced(each.name), _told(view, getattr(view.observation, each.name)))
        for each in fields(view.observation)
        if each.name not in ("viewer", "outcome")
    ]


def _told(view: View[Any, Any], value: Any) -> str:
    """Return a value; one for each seat stands behind its player's name."""
    if value is None or value == ():
        return "–"
    if isinstance(value, tuple) and len(value) == len(view.match.chairs):
        named = enumerate(map(str, value))
        return ", ".join(tally(view.words, name(view, Seat(seat)), each) for seat, each in named)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _event(view: View[Any, Any], event: Any) -> str:
    """Return "Card dealt: seat Ann, card 3"."""
    what = capitalised(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower())
    told = [
        name(view, event.seat) if each.name == "seat" else f"{each.name} {_told(view, value)}"
        for each in fields(event)
        if each.name != "seen_by" and (value := getattr(event, each.name)) is not None
    ]
    return f"{what}: {', '.join(told)}." if told else f"{what}."
