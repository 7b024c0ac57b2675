"""The table in words: complete."""

from dataclasses import replace

from bot.games.panel import Page
from bot.games.seismic.panel import PANEL
from bot.games.seismic.words import cell_name
from bot.games.speech import paged
from engine.game import PUBLIC, Seat
from tests.games.seismic.views import finished, played, tied


def all_of(pages: tuple[Page, ...]) -> str:
    return "\n".join(page.text for page in pages)


def test_every_tile_and_every_section_is_told() -> None:
    view = played(40, 3, 2).view()
    observation = view.observation
    text = all_of(PANEL.text(view))

    tiles = [line for line in text.splitlines() if line.startswith("- ") and ": " in line]
    for laid in observation.tiles:
        name = cell_name(observation, laid.cell)
        assert any(line.startswith(f"- {name}, ") for line in tiles)
    live = [section for section in observation.sections if not section.complete]
    assert text.count("so far.") == sum(
        bool(section.ends) and all(end.kind != "closed" for end in section.ends) for section in live
    )


def test_every_crew_is_told() -> None:
    view = played(40, 3, 2).view(PUBLIC)
    crews = sum(len(laid.crews) for laid in view.observation.tiles)

    pages = [page for page in PANEL.text(view) if page.key.startswith("tiles")]

    assert all_of(tuple(pages)).count("'s crew") == crews


def test_the_viewer_is_addressed() -> None:
    table = played(40, 3, 2)

    mine, public = (all_of(PANEL.text(table.view(viewer))) for viewer in (None, PUBLIC))

    assert "(you)" in mine
    assert "your crew" in mine
    assert "your" not in public.lower()


def test_a_quake_that_waits_is_told() -> None:
    table = tied()

    text = PANEL.text(table.view())[0].text

    assert "waits for the choice of a line: " in text.splitlines()[1]


def test_the_end_is_told() -> None:
    text = PANEL.text(finished(3, 3).view(PUBLIC))[0].text

    assert "The match is over." in text.splitlines()[1]
    assert "if the game ended now" not in text


def test_those_who_share_an_open_section_are_named() -> None:
    view = played(40, 3, 2).view(Seat(0))
    section = next(
        each for each in view.observation.sections if each.owners == (0,) and not each.complete
    )
    shared = replace(section, owners=(Seat(0), Seat(1)))
    sections = tuple(shared if each is section else each for each in view.observation.sections)

    text = all_of(
        PANEL.text(replace(view, observation=replace(view.observation, sections=sections)))
    )

    assert "- You and Bob: " in text.partition("### Your open roads")[2].partition("###")[0]


def test_at_the_end_nothing_is_open_to_come() -> None:
    text = all_of(PANEL.text(finished(3, 3).view(PUBLIC)))

    assert "### Left open, worth nothing, " in text
    assert "so far" not in text
    assert "The next quake" not in text


def test_without_a_pile_no_quake_is_announced() -> None:
    view = played(30, 3, 2).view(PUBLIC)
    bare = replace(view, observation=replace(view.observation, pile=0))

    text = PANEL.text(bare)[0].text

    assert text.endswith("0 tiles in the pile. No quake can come anymore.")


def test_an_empty_display_is_told() -> None:
    view = played(3, 3, 2).view(PUBLIC)
    bare = replace(view, observation=replace(view.observation, display=()))

    pages = {page.key: page.text for page in PANEL.text(bare)}

    assert pages["fit"] == "## Where they fit\nNo tile is on offer."
    assert "Tiles on offer" not in pages["now"]


def test_a_page_breaks_between_lines_and_repeats_its_heading() -> None:
    lines = ["### Column A", *(f"- {number:0200}" for number in range(30))]

    first, second = paged("tiles", "Tiles", lines)

    assert (first.key, second.key) == ("tiles", "tiles2")
    assert second.text.startswith("## Tiles\n### Column A\n- ")
    assert (first.text + second.text).count("- ") == 30
