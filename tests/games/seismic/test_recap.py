"""Looking back: sentences with the numbers that stand in the picture, scores that add up."""

from dataclasses import replace

import pytest

from bot.games.names import escaped_name
from bot.games.seismic.captions import signed
from bot.games.seismic.news import Happened
from bot.games.seismic.panel import PANEL
from bot.games.seismic.recap import MOST_SENTENCES, numbered_cells, through
from bot.games.seismic.scores import scored
from bot.games.seismic.words import turns_played
from bot.games.speech import earlier, without_markdown
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import layout
from engine.boards.hexes import Cell
from engine.game import PUBLIC, Seat
from engine.games.seismic.events import QuakeStruck, TilePlaced
from engine.games.seismic.pieces import Laid
from tests.games.pressing import images, texts
from tests.games.seismic.views import finished, played, tied


def test_sentences_are_numbered_like_the_picture() -> None:
    table = tied(3, 2)
    moments = table.moments(table.acting)[-30:]
    events = through(moments)
    marks, strikes = numbered_cells(table.view().observation, events)
    fallen = [laid for strike in strikes for laid in strike.fallen]

    told = texts(PANEL.since(table.view(), moments)).splitlines()

    placed = [
        (number, each.event)
        for number, each in enumerate(events, 1)
        if isinstance(each.event, TilePlaced)
    ]
    assert told[0] == "### Since your last turn"
    assert placed
    for number, event in placed:
        assert told[number].startswith(f"{number}. ")
        assert marks[event.cell] == str(number) or event.cell in {laid.cell for laid in fallen}
    struck = [each.event for each in events if isinstance(each.event, QuakeStruck)]
    assert len(fallen) == sum(len(event.fallen) for event in struck)


def test_two_quakes_that_took_from_one_cell_have_numbers_on_different_cells() -> None:
    view = played(3, 2, 1).view()
    gone = [Laid(Cell(0, -4), "03", 0), Laid(Cell(0, -5), "03", 0)]
    strikes = [
        QuakeStruck(code, 0, tuple(fallen), (0,) * 6, None)
        for code, fallen in (("Q1.0", gone[:1]), ("Q2.0", gone))
    ]

    marks, told = numbered_cells(view.observation, [Happened(view, each) for each in strikes])

    assert marks == {gone[0].cell: "1", gone[1].cell: "2"}
    assert told == tuple(strikes)


def test_quakes_are_numbered_on_their_rubble() -> None:
    table = finished(3, 5)
    moments = table.moments()
    last = max(
        number
        for number, moment in enumerate(moments)
        if any(isinstance(event, QuakeStruck) for event in moment.events)
    )
    view, near = moments[last + 3].view, moments[last - 3 : last + 4]

    screen = PANEL.since(view, near)

    layout(screen)
    marks, strikes = numbered_cells(view.observation, through(near))
    fallen = [laid for strike in strikes for laid in strike.fallen]
    gone = [laid.cell for laid in fallen if view.observation.at(laid.cell) is None]
    numbers = {marks[cell] for cell in gone if cell in marks}
    told = texts(screen).splitlines()
    assert numbers
    assert all(told[int(number)].startswith(f"{number}. The **") for number in numbers)


def test_the_reader_learns_where_they_stand() -> None:
    table = played(40, 3, 2)

    screen = PANEL.since(table.view(), table.moments(table.acting)[-6:])

    home = table.view().observation.crews[table.acting]
    assert texts(screen).splitlines()[-1].startswith(f"You: {home} crews, +")


def test_watchers_get_the_last_round() -> None:
    table = played(10, 3, 2)

    screen = PANEL.since(table.view(PUBLIC), table.moments()[-6:])

    assert texts(screen).startswith("### The last round\n1. ")
    assert "You:" not in texts(screen)


def test_nothing_new_is_said_too() -> None:
    table = played(10, 3, 2)

    assert texts(PANEL.since(table.view(), ())) == (
        "### Since your last turn\nNothing has happened."
    )


def test_the_history_has_a_line_for_each_placement() -> None:
    table = finished(2, 3)

    lines = PANEL.history(table.moments())

    turns = turns_played(table.view(PUBLIC).observation)
    assert sum(" at **" in said for _, said in lines) == turns
    assert [line for line, _ in lines] == sorted(line for line, _ in lines)
    assert lines[-1][0] == len(table.progress.record.entries)
    assert "The tiles have run out." in lines[-1][1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [2, 3])
def test_sections_add_up_to_the_score(seed: int, language: str) -> None:
    view = finished(3, seed).view(PUBLIC, language)

    screen = PANEL.score(view)

    layout(screen)
    for seat, total in enumerate(view.observation.points):
        assert sum(section.points for section in scored(view, Seat(seat))) == total
    assert len(images(screen)[0].alt) <= 300


def test_a_section_of_several_owners_names_them() -> None:
    view = finished(2, 2).view(PUBLIC)
    section = next(each for each in view.observation.sections if each.complete)
    shared = (replace(section, owners=(Seat(0), Seat(1))),)

    screen = PANEL.score(replace(view, observation=replace(view.observation, sections=shared)))

    assert texts(screen).count(", shared by Ann and Bob") == 2


def test_a_long_list_of_sections_ends_with_their_sum() -> None:
    view = finished(2, 2).view(PUBLIC)
    section = next(each for each in view.observation.sections if each.complete)
    many = tuple(section for _ in range(60))
    owned = tuple(replace(each, owners=(Seat(0),)) for each in many)
    crowded = replace(view, observation=replace(view.observation, sections=owned))

    screen = PANEL.score(crowded)

    layout(screen)
    assert "more roads, " in texts(screen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moves", [0, 60])
def test_unseen_tiles_are_counted(moves: int, language: str) -> None:
    view = played(moves, 3, 2).view(PUBLIC, language)

    screen = PANEL.unseen(view)

    layout(screen)
    listed = [line for line in texts(screen).splitlines() if line.startswith("- ")]
    counts = [int(line.rpartition(":")[2]) for line in listed]
    assert sum(counts) == view.observation.pile + 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_film_has_a_picture_for_every_step(language: str) -> None:
    table = played(4, 2, 2)

    film = PANEL.animation(table.moments(PUBLIC, language))

    assert film.picture.format == "gif"
    assert "4" in film.alt


def test_the_film_of_nothing_yet_is_the_empty_table() -> None:
    film = PANEL.animation(played(0, 2, 2).moments())

    assert film.picture.data.startswith(b"GIF")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_recap_says_what_it_leaves_out(language: str) -> None:
    table = played(60, 2, 2)
    moments = table.moments(PUBLIC, language)

    screen = PANEL.since(table.view(PUBLIC, language), moments)

    left_out = len(through(moments)) - MOST_SENTENCES
    assert texts(screen).splitlines()[1] == earlier(words(language), left_out)
    assert "\n24. " in texts(screen)


def test_alt_texts_say_names_without_markdown() -> None:
    sentence = f"**{escaped_name('**Zoë**_x')}**: straight at **I6**"

    assert without_markdown(sentence) == "**Zoë**_x: straight at I6"


def test_changes_have_a_sign() -> None:
    assert [signed(n) for n in (4, 0, -17)] == ["+4", "+0", "\N{MINUS SIGN}17"]


def test_a_tile_that_joins_claimed_sections_is_said_to() -> None:
    for seed in range(1, 12):
        table = played(45, 2, seed, radius=6)
        events = through(table.moments())
        joining = [each for each in events if each.joins]
        if joining:
            break

    assert joining
    assert all("That connects roads (" in each.sentence for each in joining)
    assert all(len(each.joins) <= 2 for each in joining)
