"""Questions for a move that is only planned, and the plan; a title without screens of its own."""

from dataclasses import replace
from itertools import chain
from typing import Any

from bot.games.abilities import NamesMoves
from bot.games.custom_ids import parsed
from bot.games.panel import Submit, View
from bot.games.plain import PlainPanel
from bot.games.screen import Button, Row, Screen, Style, Text, has_room, keypad
from bot.locale.localisation import words
from bot.messages.components import layout
from bot.messages.match.planning import LONGEST_LABEL, ahead_of_time, plan_screen
from bot.table.match.match import LoadedMatch, StandIn
from bot.table.match.takebacks import last_mover
from engine.game import CHANCE, Seat, Setup
from engine.plans import Ahead, Plan, Planning, added
from engine.referee import Referee
from engine.registry import game as registry_game
from engine.replay import Replay
from tests.engine.playing import draws, header, played
from tests.engine.toy import TOY, Bid
from tests.games.views import NAMES, match_of

PANEL: Any = PlainPanel(TOY, "Toy", "bid for cards", "Bid.")
LEGAL = tuple(Bid(coins) for coins in range(4))
PLANNING: Planning[Any, Any] = Planning(lambda seen: Ahead(seen, LEGAL), lambda seen, _: repr(seen))


def seen() -> View[Any, Any]:
    setup = Setup(2)
    progress = Referee(TOY).begin(header(TOY, setup), draws(setup))
    observation = TOY.observe(progress.state, Seat(0))
    return View(match_of(TOY, setup, NAMES), Seat(0), observation, LEGAL, 4, words("en"))


def buttons(screen: Screen) -> list[Button]:
    layout(screen)
    return list(
        chain.from_iterable(each.buttons for each in screen.blocks if isinstance(each, Row))
    )


def test_a_title_without_screens_plans_by_its_own_questions() -> None:
    view = seen()
    names: object = PANEL
    assert isinstance(names, NamesMoves)

    asked = buttons(ahead_of_time(view, PANEL, PANEL.press(view, "q", ())))
    control = parsed(asked[2].id)
    assert (control.verb, control.args[0]) == ("plan", "q")
    answer = PANEL.press(view, control.args[0], control.args[1:])

    assert answer == Submit(Bid(2))
    plan: Plan[Any] = added(None, PLANNING, view.observation, answer.actions)
    shown = plan_screen(view, PANEL, PLANNING, plan)
    assert [each.label for each in buttons(shown)] == [
        "Play 1 whenever it's legal",
        "Delete 1",
        "Add an alternative",
        "Delete the plan",
    ]


def test_what_sends_says_that_it_only_plans() -> None:
    view = seen()
    long = Button("x" * LONGEST_LABEL, "q.16.4.1", Style.RED)
    link, asks = Button("Rules", url="https://example.org"), Button("Other", "q.16.4", Style.BLUE)
    away = Button("My desk", "desk.16.4")

    screen = ahead_of_time(view, PANEL, Screen((Row((long, link, asks, away)), Row((away,)))))

    sends, same, other = buttons(screen)
    assert sends.label.startswith("Plan: xxx")
    assert len(sends.label) <= LONGEST_LABEL
    assert (sends.id, sends.style) == ("plan.16.4.q.1", Style.GREEN)
    assert same == link
    assert (other.id, other.label, other.style) == ("plan.16.4.q", "Other", Style.BLUE)


def test_the_fullest_question_of_a_title_can_be_planned_by() -> None:
    view = seen()
    keys = tuple(Button(str(number), f"q.16.4.{number}") for number in range(31))
    full = Screen((Text("Which?"), *keypad(keys)))
    assert not has_room(full)

    shown = ahead_of_time(view, PANEL, full, "The table has moved on.")

    assert len(buttons(shown)) == len(keys)
    assert isinstance(shown.blocks[0], Text)
    lines = shown.blocks[0].markdown.splitlines()
    assert (lines[0], lines[-1]) == ("The table has moved on.", "Which?")


def test_whoever_had_planned_the_newest_turn_clicked_nothing() -> None:
    game, setup = registry_game("seismic"), Setup(2)
    record = played(game, setup, 3)
    lines = [each for each in record.entries if each.move and each.move.actor != CHANCE]
    newest = lines[-1]
    assert newest.move is not None
    match = match_of(game, setup, NAMES)

    loaded = LoadedMatch(match, Replay(game, record))

    assert last_mover(loaded) == newest.move.actor
    assert last_mover(replace(loaded, planned=frozenset({newest.seq}))) is None
    assert last_mover(replace(loaded, planned=frozenset({lines[0].seq}))) == newest.move.actor
    assert last_mover(replace(loaded, stood_in={newest.seq: StandIn.TIME_UP})) is None
    assert last_mover(replace(loaded, stood_in={lines[0].seq: StandIn.VOTE})) == newest.move.actor
