"""The orientations of a tile: numbered from 1, the most promising first."""

from collections.abc import Callable

from bot.games.screen import Button, Row, Style, Suggestion, keypad
from bot.games.seismic.sections import roads_in_words
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name, headed, tile_name
from bot.games.speech import capitalised, semicolon_list
from engine.boards.hexes import Cell


def orientation_buttons(
    turns: tuple[int, ...], lying: int, id_of: Callable[[int], str]
) -> tuple[Row, ...]:
    """Return a button for each orientation, the present one disabled; none if there is only one."""
    if len(turns) == 1:
        return ()
    buttons = tuple(
        Button(
            str(number),
            id_of(turn),
            Style.BLUE if turn == lying else Style.GREY,
            disabled=turn == lying,
        )
        for number, turn in enumerate(turns, 1)
    )
    # Six stand in two rows of three.
    return (Row(buttons[:3]), Row(buttons[3:])) if len(buttons) > 5 else keypad(buttons)


def orientation_in_words(
    view: View, cell: Cell, tile: str, turns: tuple[int, ...], lying: int
) -> str:
    """Return "Straight at J8, orientation 1 of 2: north (J7) to south (J9, empty)."."""
    words = view.words
    head = words.say(
        "{tile} at {cell}, orientation {k} of {n}",
        tile=capitalised(tile_name(words, tile)),
        cell=cell_name(view.observation, cell),
        k=turns.index(lying) + 1,
        n=len(turns),
    )
    roads = semicolon_list(words, roads_in_words(view, cell, tile, lying))
    return words.say("{head}: {roads}.", head=head, roads=roads)


def orientation_suggestions(
    view: View, cell: Cell, tile: str, turns: tuple[int, ...], text: str
) -> list[Suggestion]:
    """Return the orientations whose numbers begin with `text`, with where the roads lead."""
    roads = {
        str(number): semicolon_list(view.words, roads_in_words(view, cell, tile, turn))
        for number, turn in enumerate(turns, 1)
    }
    return [
        Suggestion(headed(view.words, number, told), number)
        for number, told in roads.items()
        if number.startswith(text.strip())
    ]


def orientation_typed(turns: tuple[int, ...], text: str) -> int | None:
    """Return the orientation of this number, the only one if none is typed, or None."""
    if not text.strip():
        return turns[0] if len(turns) == 1 else None
    return {str(number): turn for number, turn in enumerate(turns, 1)}.get(text.strip())
