"""The wizard: every button leads on, to a legal action, within Discord's limits."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.games.custom_ids import parsed
from bot.games.panel import ListPreference, View
from bot.games.screen import Style
from bot.games.seismic.cell_choice import bands, fullest
from bot.games.seismic.offers import offers
from bot.games.seismic.panel import PANEL
from bot.games.seismic.words import cell_name
from bot.locale.localisation import LANGUAGES
from bot.table.preferences import Preferences
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import PUBLIC
from engine.games.seismic.actions import Place, Strike
from engine.games.seismic.pieces import Laid
from engine.games.seismic.preview import legal_placements
from tests.games.pressing import (
    buttons,
    checked,
    done,
    images,
    menus,
    of_verb,
    press,
    pressed,
    texts,
)
from tests.games.seismic.views import Table, played, tied

POSITIONS = [(0, 2, 1), (12, 3, 2), (30, 4, 3), (55, 3, 4), (68, 2, 5)]
"""Moves, seats, seed."""


def starts(view: View) -> Iterator[str]:
    for offer in offers(view.observation):
        if offer.fits:
            yield offer.tile


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_three_taps_place_every_tile_on_offer(
    position: tuple[int, int, int], language: str
) -> None:
    view = played(*position).view(language=language)

    for tile in starts(view):
        where = press(view, "w", tile)
        cells = of_verb(where, "p")
        how = pressed(view, cells[0].id) if cells and not of_verb(where, "g") else where
        acts = [act for each in of_verb(how, "g") for act in done(view, each.id)]

        assert acts
        assert all(act in view.legal for act in acts)


@pytest.mark.parametrize("position", POSITIONS[1:4], ids=str)
def test_the_wizard_offers_every_legal_action_and_no_other(position: tuple[int, int, int]) -> None:
    view = played(*position).view()
    offer = max(offers(view.observation), key=lambda offer: len(offer.fits))
    offered = set()

    for cell, turns in list(offer.fits.items())[:4]:
        name = _name(view, cell)
        for turn in turns:
            how = press(view, "p", offer.tile, name, str(turn))
            offered |= {act for each in of_verb(how, "g") for act in done(view, each.id)}

    cells = list(offer.fits)[:4]
    assert offered == {
        place
        for place in view.legal
        if isinstance(place, Place) and place.tile == offer.tile and place.cell in cells
    }


def _name(view: View, cell: Cell) -> str:
    return cell_name(view.observation, cell)


def test_labels_of_keys_are_names_of_the_cells_in_the_picture() -> None:
    view = played(20).view()
    tile = next(starts(view))
    screen = press(view, "w", tile)
    keys = of_verb(screen, "p")

    alt = images(screen)[0].alt

    assert [each.label for each in keys] == alt.split(": ")[1].rstrip(".").split(", ")
    assert f"{len(keys)} cells fit. Nothing is sent yet." in texts(screen)


def test_the_last_buttons_name_the_whole_act() -> None:
    view = played(12, 3, 2).view()
    offer = next(each for each in offers(view.observation) if len(each.fits) > 1)
    cell = _name(view, next(iter(offer.fits)))
    how = press(view, "p", offer.tile, cell)

    labels = [(each.label, each.style) for each in of_verb(how, "g")]

    assert labels[-1] == (f"Place at {cell}, no crew", Style.GREEN)
    crews = [re.fullmatch(r"Crew ([X-ZVWU]), (\d+) points?", label) for label, _ in labels[:-1]]
    worths = [int(each[2]) for each in crews if each]
    assert len(worths) == len(crews) > 0
    assert worths == sorted(worths, reverse=True)
    assert buttons(how)[-1].label == "Back to the cells"


def test_without_crews_there_is_one_button_and_a_reason() -> None:
    view = played(12, 3, 2).view()
    observation = replace(view.observation, crews=(0, 0, 0))
    bare = tuple(place for place in view.legal if place.crew is None)
    poor = replace(view, observation=observation, legal=bare)
    offer = next(each for each in offers(observation) if len(each.fits) > 1)

    cell = _name(view, next(iter(offer.fits)))
    how = press(poor, "p", offer.tile, cell)

    assert [each.label for each in of_verb(how, "g")] == [f"Place at {cell}"]
    assert "You have no crews left." in texts(how)


def test_ways_round_are_numbered_and_the_one_shown_is_disabled() -> None:
    drawn = played(30, 4, 3).view()
    tiles = replace(drawn.observation, display=("02-14",))
    view = replace(drawn, observation=tiles, legal=legal_placements(tiles))
    offer, cell = next(
        (offer, cell)
        for offer in offers(view.observation)
        for cell, turns in offer.fits.items()
        if len(turns) > 2
    )
    first = press(view, "p", offer.tile, _name(view, cell))
    numbered = [each for each in buttons(first) if each.label.isdecimal()]

    second = pressed(view, numbered[1].id)

    assert [each.disabled for each in numbered][:2] == [True, False]
    assert "Orientation 2 of" in texts(second)
    assert [each.disabled for each in buttons(second) if each.label.isdecimal()][:2] == [
        False,
        True,
    ]


def test_a_list_holds_every_cell_and_leads_on_like_the_keys() -> None:
    view = played(60, 3, 4).view(preferences=Preferences(lists=True))
    offer = max(offers(view.observation), key=lambda offer: len(offer.fits))
    screen = press(view, "w", offer.tile)
    options = [(menu, option) for menu in menus(screen) for option in menu.options]

    how = pressed(view, f"{options[-1][0].id}.{options[-1][1].value}")

    assert len(options) == len(offer.fits) > 25
    assert of_verb(how, "g")
    assert all("highway from" in option.description for _, option in options)
    as_buttons = PANEL.press(view, "w", (offer.tile, "k"))
    assert isinstance(as_buttons, ListPreference)
    assert not as_buttons.lists
    assert not menus(checked(as_buttons.screen))


def test_more_cells_than_keys_come_in_bands_of_whole_columns() -> None:
    view = played(60, 3, 4).view()
    offer = max(offers(view.observation), key=lambda offer: len(offer.fits))
    screen = press(view, "w", offer.tile)
    others = [each for each in buttons(screen) if each.label.startswith("Column")]

    seen = {each.label for each in of_verb(screen, "p")}
    for other in others:
        band = pressed(view, other.id)
        seen |= {each.label for each in of_verb(band, "p")}

    assert others
    assert seen == {_name(view, cell) for cell in offer.fits}


@pytest.mark.parametrize("count", [1, 25, 26, 40, 58, 75, 100])
def test_bands_hold_every_cell_once_and_fit_the_keypad(count: int) -> None:
    cells = tuple(Cell(number // 4, number % 4) for number in range(count))

    cut = bands(cells)

    assert tuple(cell for band in cut for cell in band) == cells
    assert max(map(len, cut)) <= 25
    assert len(cut[fullest(cut)]) == max(map(len, cut))
    columns = [{cell.q for cell in band} for band in cut]
    assert sum(map(len, columns)) == len(set().union(*columns))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tied_quake_takes_two_taps(language: str) -> None:
    view = tied().view(language=language)
    post = PANEL.post(tied().view(PUBLIC, language), tied().events)
    lines = [button for row in post.rows for button in row.buttons]

    for button in lines:
        preview = pressed(view, button.id)
        falls = of_verb(preview, "f")
        looks = of_verb(preview, "q")
        assert done(view, falls[0].id)[0] in view.legal
        assert len(looks) == len(lines) - 1

    assert len(lines) == len(view.legal)


def test_a_tie_of_six_lines_fits_a_message_and_a_screen() -> None:
    view = tied().view()
    quake = replace(view.observation.quakes[-1], tied=(0, 1, 2, 3, 4, 5), lengths=(2,) * 6)
    legal = tuple(Strike(line) for line in range(6))
    six = replace(view, observation=replace(view.observation, quakes=(quake,)), legal=legal)

    post = PANEL.post(six, ())
    preview = press(six, "q", "4")

    assert [len(row.buttons) for row in post.rows] == [3, 3]
    assert len(buttons(preview)) == 6


@pytest.mark.parametrize(
    ("verb", "args", "key"),
    [
        ("p", ("TILE", "Z99"), "seismic-no-such-cell"),
        ("p", ("TILE", "I9"), "seismic-cell-taken"),
        ("p", ("TILE", "A1"), "seismic-tile-does-not-fit"),
        ("p", ("TILE", "CELL", "9"), "seismic-no-such-turn"),
        ("p", ("TILE", "CELL", "x"), "seismic-not-now"),
        ("g", ("TILE", "CELL"), "seismic-not-now"),
        ("q", ("0",), "seismic-not-now"),
        ("f", ("0",), "seismic-not-now"),
    ],
)
def test_a_draft_gone_wrong_is_refused(verb: str, args: tuple[str, ...], key: str) -> None:
    view = played(12, 3, 2).view()
    offer = next(each for each in offers(view.observation) if each.fits)
    names = {"TILE": offer.tile, "CELL": _name(view, next(iter(offer.fits)))}

    with pytest.raises(IllegalAction) as refused:
        PANEL.press(view, verb, tuple(names.get(each, each) for each in args))

    assert refused.value.key == key
    assert PANEL.refusal(view, refused.value)


def test_a_line_that_is_not_tied_is_refused() -> None:
    view = tied().view()
    free = next(line for line in range(6) if line not in view.observation.quakes[-1].tied)

    with pytest.raises(IllegalAction, match="seismic-line-not-tied"):
        PANEL.press(view, "q", (str(free),))
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        PANEL.press(view, "w", ("03",))


def test_a_tile_that_is_gone_leads_to_the_question_which_tile() -> None:
    view = played(12, 3, 2).view()
    gone = next(each for each in ("01", "02", "03") if each not in view.observation.display)

    screen = press(view, "w", gone)

    assert "Which tile?" in texts(screen)
    assert {parsed(each.id).verb for each in buttons(screen)} == {"w"}


def test_an_outdated_draft_opens_the_wizard_anew_with_its_tile() -> None:
    view = played(12, 3, 2).view()
    offer = next(each for each in offers(view.observation) if len(each.fits) > 1)

    again = PANEL.refreshed(view, "g", (offer.tile, "A1", "0", "-"))

    assert again is not None
    assert "where?" in texts(again)


def test_an_outdated_draft_leads_to_the_quake_that_waits() -> None:
    again = PANEL.refreshed(tied().view(), "g", ("03", "A1", "0", "-"))

    assert again is not None
    assert {parsed(each.id).verb for each in buttons(again)} == {"q"}


def test_there_is_nothing_to_open_anew_for_who_has_nothing_to_decide() -> None:
    table: Table = played(12, 3, 2)
    waiting = next(seat for seat in range(3) if seat != table.acting)

    assert PANEL.refreshed(table.view(waiting), "w", ("03",)) is None  # type: ignore[arg-type]
    assert PANEL.refreshed(table.view(), "x", ()) is None


def test_one_cell_only_is_not_asked_for() -> None:
    view, tile = _with_one_cell()

    screen = press(view, "w", tile)

    assert of_verb(screen, "g")
    assert "Back to the cells" not in [each.label for each in buttons(screen)]


def _with_one_cell() -> tuple[View, str]:
    for seed in range(1, 30):
        table = played(8, 2, seed, radius=5)
        while not table.is_over:
            if table.state.phase == "placing":
                for offer in offers(table.view().observation):
                    if len(offer.fits) == 1:
                        return table.view(), offer.tile
            table.play()
    raise AssertionError("every tile had more cells")


def test_verbs_are_those_of_all_buttons_in_channels() -> None:
    assert PANEL.verbs == set("wlpgneqfthroyzk")


def test_a_preview_changes_nothing() -> None:
    view = played(12, 3, 2).view()
    before: tuple[Laid, ...] = view.observation.tiles
    offer = next(each for each in offers(view.observation) if each.fits)

    press(view, "p", offer.tile, _name(view, next(iter(offer.fits))))

    assert view.observation.tiles == before
