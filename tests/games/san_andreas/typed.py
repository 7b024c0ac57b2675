"""What somebody types after `/sanandreas`, as the slash commands hand it over."""

from collections.abc import Callable
from typing import Any

from bot.games.panel import Answer, Command, View
from bot.games.san_andreas.phases import PHASES
from bot.games.screen import Suggestion


def _command(name: str) -> Command[Any]:
    return next(each for each in PHASES.commands() if each.name == name)


def _typed(command: str, option: str) -> Callable[[View, str], list[Suggestion]]:
    def suggestions(view: View, text: str) -> list[Suggestion]:
        options = _command(command).options
        number = next(n for n, each in enumerate(options) if each.name == option)
        suggest = options[number].suggest
        assert suggest is not None
        return suggest(view, *[""] * number, text)

    return suggestions


def found(view: View, space: str, coin: str) -> Answer[Any]:
    return _command("found").answer(view, space, coin)


def epicenter(view: View, space: str, pawn: str) -> Answer[Any]:
    return _command("epicenter").answer(view, space, pawn)


def quake(view: View, order: str) -> Answer[Any]:
    return _command("quake").answer(view, order)


def swap(view: View, coin: str) -> Answer[Any]:
    return _command("swap").answer(view, coin)


city_suggestions = _typed("found", "space")
coin_suggestions = _typed("found", "coin")
epicenter_suggestions = _typed("epicenter", "space")
pawn_suggestions = _typed("epicenter", "pawn")
order_suggestions = _typed("quake", "order")
swap_suggestions = _typed("swap", "coin")
