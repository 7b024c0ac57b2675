"""What people type: any case, any name, and only what leads to a legal move is suggested."""

import pytest

from bot.games.panel import Answer, Submit, View
from bot.games.screen import Screen, Text
from bot.games.seismic.offers import offers
from bot.games.seismic.panel import PANEL
from bot.games.seismic.placing import the_tile
from bot.games.seismic.striking import lines_called
from bot.games.seismic.words import cell_name, direction, means_none
from bot.locale.localisation import LANGUAGES, words
from engine.errors import IllegalAction
from engine.games.seismic.actions import Place, Strike
from tests.games.pressing import suggested, typed
from tests.games.seismic.views import played, tied


def heading(answer: Answer) -> str:
    return told(answer)[0]


def told(answer: Answer) -> list[str]:
    assert isinstance(answer, Screen)
    return [block.markdown for block in answer.blocks if isinstance(block, Text)]


def with_choice() -> tuple[View, str, str]:
    """Return a view with a tile and a cell where it lies more than one way."""
    for seed in range(1, 20):
        view = played(12, 3, seed).view()
        for offer in offers(view.observation):
            for cell, turns in offer.fits.items():
                if len(turns) > 1:
                    return view, offer.tile, cell_name(view.observation, cell)
    raise AssertionError("no tile lies more than one way")


def test_a_complete_move_is_played_at_once_whatever_the_case() -> None:
    view, tile, cell = with_choice()

    move = typed(view, "place", tile, f" {cell.lower()} ", "2", "NONE")

    assert isinstance(move, Submit)
    assert isinstance(move.actions[0], Place)
    assert move.actions[0].crew is None
    assert move.actions[0] in view.legal


def test_an_open_way_is_asked_for() -> None:
    view, tile, cell = with_choice()

    asked = typed(view, "place", tile, cell, "", "none")

    assert heading(asked).splitlines()[1].startswith("Orientation 1 of ")


def test_a_crew_that_is_not_there_is_asked_for() -> None:
    view, tile, cell = with_choice()

    said, asked, *_ = told(typed(view, "place", tile, cell, "2", "Q"))

    assert said == "**Q isn't one of the choices here.**"
    assert asked.splitlines()[1].startswith("Orientation 2 of ")


def test_a_way_that_is_not_there_is_asked_for() -> None:
    view, tile, cell = with_choice()

    said, asked, *_ = told(typed(view, "place", tile, cell, "*" * 6000))

    assert said.endswith("… isn't one of the choices here.**")
    assert len(said) < 100
    assert asked.splitlines()[1].startswith("Orientation 1 of ")


def test_a_cell_that_is_not_there_is_named_harmlessly_and_in_short() -> None:
    view, tile, _ = with_choice()

    with pytest.raises(IllegalAction) as refused:
        typed(view, "place", tile, "**J8** @everyone " * 400)

    said = PANEL.refusal(view, refused.value)
    assert said.startswith(r"**There is no cell \*\*J8\*\*")
    assert "@everyone" not in said
    assert len(said) < 200


def test_an_open_cell_is_asked_for() -> None:
    view, tile, _ = with_choice()

    assert heading(typed(view, "place", tile)).endswith("Nothing is sent yet.")


def test_an_unknown_tile_is_asked_for() -> None:
    view, _, cell = with_choice()

    assert heading(typed(view, "place", "roundabout", cell)).startswith("**That isn't one of")


def test_a_cell_where_the_tile_does_not_fit_is_refused() -> None:
    view, tile, _ = with_choice()

    with pytest.raises(IllegalAction, match="seismic-tile-does-not-fit"):
        typed(view, "place", tile, "A1")


def test_a_tile_is_known_by_its_number_on_offer() -> None:
    view, tile, _ = with_choice()
    number = view.observation.display.index(tile) + 1

    found = the_tile(view, str(number))

    assert found is not None
    assert found.tile == tile


def test_cells_are_suggested_as_they_are_typed() -> None:
    view, tile, cell = with_choice()

    found = suggested(view, "place", tile, cell[0].lower())

    assert cell in [each.value for each in found]
    assert all(each.value.startswith(cell[0]) for each in found)
    assert all("; highway from " in each.name for each in found)


def test_nothing_is_suggested_after_an_unknown_tile() -> None:
    view, _, cell = with_choice()

    assert suggested(view, "place", "roundabout", "") == []
    assert suggested(view, "place", "roundabout", cell, "") == []
    assert [each.value for each in suggested(view, "place", "roundabout", cell, "", "")] == ["-"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_is_known_by_direction_name_and_letter(language: str) -> None:
    view = tied().view(language=language)
    tied_lines = view.observation.quakes[-1].tied

    by_direction = [each.value for each in suggested(view, "quake", "")]
    by_name = [each.name.split(", ")[0] for each in suggested(view, "quake", "")]

    in_english = [direction(words("en"), line) for line in tied_lines]

    for lines in (by_direction, by_name, in_english, "XYZVWU"[: len(tied_lines)].lower()):
        struck = [typed(view, "quake", line.upper()) for line in lines]
        assert struck == [Submit(Strike(line)) for line in tied_lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_is_not_tied_is_asked_for(language: str) -> None:
    view = tied().view(language=language)
    shorter = next(n for n in range(6) if n not in view.observation.quakes[-1].tied)

    unknown, asked, *_ = told(typed(view, "quake", "upwards"))
    untied, again, *_ = told(typed(view, "quake", direction(view.words, shorter)))

    assert unknown.startswith("**upwards ")
    assert untied == PANEL.refusal(
        view,
        IllegalAction("seismic-line-not-tied", line=shorter, tied=view.observation.quakes[-1].tied),
    )
    assert asked == again
    assert asked.startswith("### ")


def test_there_is_no_line_to_choose_without_a_quake() -> None:
    view = played(12, 3, 2).view()

    assert suggested(view, "quake", "") == []
    with pytest.raises(IllegalAction, match="seismic-not-now"):
        typed(view, "quake", "upwards")


def test_a_line_that_comes_too_late_is_told_which_one_fell() -> None:
    table = tied()
    line, *_ = table.view().observation.quakes[-1].tied
    table.play(Strike(line))

    late = typed(table.view(), "quake", "south")

    assert isinstance(late, Submit)
    with pytest.raises(IllegalAction, match="seismic-tie-already-chosen") as refused:
        table.submit(table.acting, *late.actions)
    assert "Already decided" in PANEL.refusal(table.view(), refused.value)


def test_placing_while_a_quake_waits_asks_for_the_line() -> None:
    assert heading(typed(tied().view(), "place", "03", "J8")).startswith("### Quake ")


@pytest.mark.parametrize(
    ("language", "typed_"),
    [
        *(("en", each) for each in ("none", "No crew", "nothing")),
        *(("fr", each) for each in ("aucune", "aucun", "rien", "sans équipe", "none")),
        *(("es", each) for each in ("ninguna", "ninguno", "NADA", "sin equipo", "none", "-")),
    ],
)
def test_whatever_means_none_is_understood(language: str, typed_: str) -> None:
    assert means_none(words(language), typed_)


@pytest.mark.parametrize("typed_line", ["northeast", "north-east", "North-East line"])
def test_a_line_is_known_with_a_hyphen_and_without(typed_line: str) -> None:
    assert lines_called(tied().view(), typed_line, 0) == [1]
