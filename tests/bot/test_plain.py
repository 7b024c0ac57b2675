"""A game without screens: every move can be clicked and typed from the fields of its actions."""

from dataclasses import replace
from random import Random
from typing import Any

from bot.games.custom_ids import parsed
from bot.games.panel import Submit, View
from bot.games.phase import Phases
from bot.games.plain import Plain
from bot.games.screen import Row, Screen, Select
from bot.messages.components import layout
from engine.draws import SealedDraws
from engine.game import AnyGame, Seat, Setup
from engine.referee import Referee
from tests.engine.toy import TOY, Action, Bid, Observation
from tests.games.san_andreas.views import moments
from tests.games.views import header

PHASES: Phases[Observation, Action] = Phases(
    {"bidding": Plain("toy-no-such-bid")}, name=lambda _: "bidding", not_now="toy-no-such-bid"
)


def view_of(game: AnyGame, state: Any, seat: Seat) -> View[Observation, Action]:
    table = moments()[0]
    shown: View[Any, Any] = table.view(seat)
    return replace(
        shown, observation=game.observe(state, seat), legal=tuple(game.legal_actions(state, seat))
    )


def keys(screen: Any) -> list[str]:
    assert isinstance(screen, Screen)
    return [key.id for row in screen.blocks if isinstance(row, Row) for key in row.buttons]


def test_a_match_is_clicked_to_its_end() -> None:
    game, chance, draws = TOY, Random(1), SealedDraws(bytes(32))
    referee = Referee(game)
    progress = referee.begin(header(game, Setup(2)), draws)
    sent = set()
    while waiting := getattr(game.node(progress.state), "seats", None) or getattr(
        game.node(progress.state), "waiting", None
    ):
        seat = min(waiting)
        view = view_of(game, progress.state, seat)
        answer = PHASES.press(view, "q", ())
        while not isinstance(answer, Submit):
            control = parsed(chance.choice(keys(answer)))
            answer = PHASES.press(view, control.verb, control.args)
        (action,) = answer.actions
        sent.add(action)
        (command,) = PHASES.commands()
        typed = Plain[Observation, Action]("").named(action)
        assert command.answer(view, typed) == answer
        progress = referee.submit(progress, seat, action, draws)
    assert len(sent) > 2
    assert all(isinstance(each, Bid) for each in sent)


def picks(screen: Any, chance: Random) -> tuple[str, tuple[str, ...]]:
    """Return a button, or a line of a menu, as the shell hands it to a panel."""
    offered: list[tuple[str, tuple[str, ...]]] = [(each, ()) for each in keys(screen)]
    menus = [each for each in screen.blocks if isinstance(each, Select)]
    offered += [(menu.id, (line.value,)) for menu in menus for line in menu.options]
    assert len({menu.id for menu in menus}) == len(menus)
    assert layout(screen).view.total_children_count <= 40
    id_, values = chance.choice(offered)
    control = parsed(id_)
    return control.verb, (*control.args, *values)


def test_a_real_game_needs_no_more() -> None:
    chance = Random(2)
    for table in moments()[::4]:
        for seat in table.awaited:
            view = table.view(seat)
            plain: Plain[Any, Any] = Plain("san-andreas-not-now")
            answer = plain.press(view, "q", ())
            while not isinstance(answer, Submit):
                answer = plain.press(view, *picks(answer, chance))
            assert answer.actions[0] in view.legal
