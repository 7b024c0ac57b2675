"""The public message: who is asked, who is pinged, what a locked phone shows."""

import re
from dataclasses import replace
from random import Random

import pytest

from bot.games.panel import View
from bot.games.people import SHAPES
from bot.games.screen import Image, Post, Screen
from bot.games.seismic.captions import signed
from bot.games.seismic.news import gain
from bot.games.seismic.panel import PANEL
from bot.games.seismic.scores import by_rank
from bot.games.seismic.sections import end_name
from bot.games.seismic.words import cell_name
from bot.locale.localisation import LANGUAGES
from bot.messages.components import message
from bot.table.ids import PlayerId
from bot.table.match.match import Chair
from engine.agents import agent
from engine.boards.hexes import Cell
from engine.game import CHANCE, PUBLIC, Chance, Event, Move, Seat
from engine.games.seismic import GAME
from engine.games.seismic.actions import Strike
from engine.games.seismic.events import NothingFitted, QuakeFlipped, QuakeStruck, TilePlaced
from engine.games.seismic.pieces import Crew, End, Fragment, Laid, Quake, Section
from engine.games.seismic.state import but
from render.games.seismic.renderer import SeismicRenderer
from render.picture import Picture
from tests.games.seismic.views import NAMES, Table, finished, match_of, played, tied
from tests.games.seismic.worked import place, standing

GREEDY = agent("greedy")
VARIANTS = (
    (),
    ("aftershocks",),
    ("balance",),
    ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities"),
)


def posted(table: Table, language: str = "en") -> Post:
    post = PANEL.post(table.view(PUBLIC, language), table.events)
    message(post)
    assert post.image is not None
    assert 0 < len(post.image.alt) <= 300
    return post


def labels(post: Post) -> list[str]:
    return [button.label for row in post.rows for button in row.buttons]


def test_the_first_line_says_who_must_act_and_what_was_built() -> None:
    table = played(3, 3, 1)
    placed = next(event for event in table.events if isinstance(event, TilePlaced))
    mover, acting = table.match.chairs[placed.seat], table.match.chairs[table.acting]

    first = posted(table).text.splitlines()[0]

    assert first.startswith(f"<@{acting.player}>, **your move.** **{mover.name}**: ")
    assert first.endswith((", with a crew.", ", no crew."))


def test_only_the_one_to_move_is_pinged() -> None:
    table = played(3, 3, 1)

    post = posted(table)

    assert post.pings == (table.match.chairs[table.acting].player,)
    assert post.text.count("<@") == 1


def test_whoever_chose_the_line_is_not_pinged_for_it() -> None:
    table = tied()
    chooser = table.match.chairs[table.acting]
    assert posted(table).pings == (chooser.player,)

    table.play(Strike(table.view().observation.quakes[-1].tied[0]))
    post = posted(table)

    assert table.view().observation.to_act is not None
    assert post.pings == ()
    assert post.text.startswith(f"**{chooser.name}**, **your move.**\nThe **")


def test_a_computer_player_is_named_and_not_pinged() -> None:
    table = played(3, 3, 1)
    chairs = tuple(
        Chair(each.name, "", None, "uniform", each.letter) for each in table.match.chairs
    )
    table.match = replace(table.match, chairs=chairs)

    post = posted(table)

    assert post.pings == ()
    assert "Next: " in post.text.splitlines()[0]


def test_a_player_who_left_is_not_pinged() -> None:
    table = played(3, 3, 1)
    chairs = tuple(replace(each, agent="uniform") for each in table.match.chairs)
    table.match = replace(table.match, chairs=chairs)

    assert posted(table).pings == ()


def test_the_small_line_has_every_seat_with_its_shape() -> None:
    table = played(9, 4, 1)
    points = table.view().observation.points

    small = posted(table).text.splitlines()[-1]

    assert small.startswith("-# Seismic 42 · turn 10 · ")
    assert " tiles in the pile · points: " in small
    for chair, shape, score in zip(table.match.chairs[:3], "■▲◆", points[:3], strict=True):
        assert f"{chair.name} {shape} {score}, " in small


def test_equal_tiles_share_a_button() -> None:
    view = played(9, 4, 1).view(PUBLIC)
    same = replace(view, observation=replace(view.observation, display=("01", "03", "01")))

    post = PANEL.post(same, ())

    assert labels(post) == ["1·3 · Tight curve", "2 · Straight"]


def test_equal_names_are_told_apart() -> None:
    view = played(9, 4, 1).view(PUBLIC)
    same = replace(view, observation=replace(view.observation, display=("01-23", "01-34")))

    post = PANEL.post(same, ())

    assert [label.split(", ")[1] for label in labels(post)] == ["side by side", "facing"]


# Rules, worked position 3: only the northwest of San Andreas is open, for a tight curve.
NEARLY_CLOSED = (
    Laid(Cell(0, 0), "SA", 0),
    Laid(Cell(0, -1), "01", 2),
    Laid(Cell(1, -1), "01", 4),
    Laid(Cell(1, 0), "01", 4),
    Laid(Cell(0, 1), "01", 0),
    Laid(Cell(-1, 1), "01", 0),
)


def test_a_tile_that_fits_nowhere_is_disabled_and_says_so() -> None:
    view = played(3, 3, 1).view(PUBLIC)
    closed = replace(
        view.observation, tiles=NEARLY_CLOSED, sections=(), last=None, display=("02", "01")
    )

    post = PANEL.post(replace(view, observation=closed), ())

    assert labels(post) == ["1 · Loose curve, fits nowhere", "2 · Tight curve"]
    assert [button.disabled for button in post.rows[0].buttons] == [True, False]


def test_a_tie_is_asked_for_with_lettered_lines() -> None:
    table = tied()
    quake: Quake = table.view().observation.quakes[-1]

    post = posted(table)

    assert "lines are equally long: choose the one it takes." in post.text.splitlines()[0]
    assert [label[:3] for label in labels(post)] == ["X: ", "Y: ", "Z: ", "V: "][: len(quake.tied)]
    assert post.image is not None
    assert post.image.alt.startswith("Quake ")


def test_tiles_that_left_are_told_below_the_first_line() -> None:
    view = played(3, 3, 1).view(PUBLIC)

    lines = PANEL.post(view, (NothingFitted(("03", "02")),)).text.splitlines()

    assert (
        lines[1]
        == "None of the tiles on offer fit: straight and loose curve were removed from the game."
    )


def test_after_an_outage_it_adds_up_and_all_is_kept_apart() -> None:
    table = played(69, 4, 3)
    moments = table.moments()
    news = tuple(event for moment in moments[-60:] for event in moment.events)

    post = PANEL.post(table.view(PUBLIC), news)
    message(post)

    placed = [event for event in news if isinstance(event, TilePlaced)]
    last = cell_name(table.view().observation, placed[-1].cell)
    assert f"{len(placed)} tiles placed, the last at **{last}**." in post.text
    assert len(post.text.splitlines()) <= 5
    assert [line for line in post.happened if " crew." in line][-1] in post.happened[-2:]
    assert len(post.happened) >= len(placed)


def test_what_the_text_tells_in_full_is_kept_nowhere_else() -> None:
    assert posted(played(3, 3, 1)).happened == ()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whole matches be told without their pictures."""
    for drawn in ("board", "quake", "towns"):
        monkeypatch.setattr(SeismicRenderer, drawn, lambda *_: Picture(b"", 0, 0))


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("variants", VARIANTS)
def test_whoever_changes_a_score_it_is_told(variants: tuple[str, ...]) -> None:
    table, rng, changed = Table(3, 5, variants=variants), Random(5), 0
    while not table.is_over:
        before = table.view(PUBLIC).observation.points
        legal = list(table.legal(table.acting))
        table.play(GREEDY.choose(table.view().observation, legal, rng))
        view = table.view(PUBLIC)
        change = [now - was for was, now in zip(before, view.observation.points, strict=True)]
        if any(change) and not table.is_over:
            changed += 1
            told = PANEL.post(view, table.events).text.split("-# ")[0]
            for seat, points in enumerate(change):
                if points:
                    line = next(each for each in told.splitlines() if f"{signed(points)}" in each)
                    assert NAMES[seat] in line
                    assert "oints" in line or "+1 point**" in line
    assert changed > 3


def test_a_finished_road_is_told_with_its_length() -> None:
    view = played(3, 3, 1).view(PUBLIC)
    road = Section(
        fragments=tuple(Fragment(Cell(0, -n), 0, 3) for n in range(1, 8)),
        stubs=(),
        ends=(End("tile", Cell(0, 0), 0, 6), End("tile", Cell(0, -8), 3, 2)),
        crews=(),
        owners=(Seat(0),),
        complete=True,
        points=15,
    )

    one = gain(view, (), (road,))
    two = gain(view, (), (replace(road, owners=(Seat(0), Seat(1))),))
    lost = gain(view, (road,), ())

    assert one == "**+15 points** for Ann (road of 7 fragments completed)."
    assert two == "**+15 points** each for Ann and Bob (road of 7 fragments completed)."
    assert lost == "Points: Ann −15."


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variants", VARIANTS)
def test_a_phone_shows_the_board_and_its_buttons_under_any_news(
    variants: tuple[str, ...], language: str
) -> None:
    table, news = Table(4, 3, variants=variants), list[Event]()
    while not table.is_over:
        view = table.view(PUBLIC, language)
        news = [*news[-40:], *table.events]
        assert phone_height(PANEL.post(view, table.events).text) <= 210
        assert phone_height(PANEL.post(view, news).text) <= 232
        for _ in range(3):
            if not table.is_over:
                table.play()
                news += table.events
    assert phone_height(PANEL.result(table.view(PUBLIC, language), news).text) <= 190


def test_a_line_of_the_other_town_alone_is_said_to_lose_nothing() -> None:
    view = Table(2, variants=("twin_cities",)).view()
    tied_ = Quake("Q3.0", (0, 0, 1, 0, 0, 0), (0, 2), None, ())
    asked = but(view.observation, phase="striking", quakes=(tied_,))
    striking = replace(view, observation=asked)

    lettered = PANEL.post(striking, ()).image
    looked = PANEL.press(striking, "q", ("2",))

    assert lettered is not None
    assert lettered.alt.endswith("southeast line of the left town: only the other town.")
    assert isinstance(looked, Screen)
    (fallen,) = (each.alt for each in looked.blocks if isinstance(each, Image))
    assert fallen.endswith(": only the other town is there, so it takes nothing.")


def test_a_match_that_goes_on_has_no_result() -> None:
    with pytest.raises(ValueError, match="placing"):
        PANEL.result(played(3).view(PUBLIC), ())


def test_an_end_at_a_cell_without_a_tile_is_called_by_the_cell() -> None:
    view = played(12).view()
    ends = [each for section in view.observation.sections for each in section.ends]

    named = {end_name(view, end): end for end in ends if end.kind != "closed"}

    assert {each.kind for each in named.values()} == {"open", "tile"}
    for name, end in named.items():
        cell = cell_name(view.observation, end.cell)
        assert (
            name in {"open": (cell,), "tile": ("San Andreas", f"+{end.value} at {cell}")}[end.kind]
        )


def phone_height(text: str) -> int:
    """Return how high a message is on a phone of 400 pixels, before its picture."""
    height = 0
    for line in re.sub(r"<@\d+>", "@Maximiliane", text.replace("**", "")).splitlines():
        a_line, letters = (18, 48) if line.startswith("-# ") else (22, 38)
        height += a_line * -(-len(line.removeprefix("-# ")) // letters)
    return height


def test_a_quake_that_took_nothing_is_told() -> None:
    view = played(3, 3, 1).view(PUBLIC)

    lines = PANEL.post(view, (QuakeFlipped("Q4.0", ()),)).text.splitlines()

    assert lines[1] == "The **4.0 quake** found no tile to take."


def test_the_result_pings_everybody_who_played_once() -> None:
    table = finished(4, 3)

    post = PANEL.result(table.view(PUBLIC), table.events)
    message(post)

    assert post.pings == tuple(PlayerId(100 + seat) for seat in range(4))
    assert "**Seismic 42 is over: Ann wins**" in post.text
    assert "70 turns, 3 quakes, 11 days." in post.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_result_adds_up(seats: int, language: str) -> None:
    table = finished(seats, 5)
    view: View = table.view(PUBLIC, language)
    outcome = view.observation.outcome

    post = PANEL.result(view, table.events)
    message(post)
    rows = [line for line in post.happened if line[0] in SHAPES]

    for seat, row in zip(by_rank(view), rows, strict=True):
        total, _, parts = row.rpartition("** ")[2].partition(" = ")
        assert int(total.split()[0]) == outcome.scores[seat]
        assert not parts or sum(map(int, parts.split(" + "))) == int(total.split()[0])


def test_a_shared_win_is_said_for_all_winners() -> None:
    view = finished(3, 3).view(PUBLIC)
    outcome = replace(view.observation.outcome, scores=(9, 9, 2), ranks=(1, 1, 3))
    shared = replace(view, observation=replace(view.observation, outcome=outcome))

    assert (
        "Ann and Bob share the win** with 9 points each, ahead of Cleo"
        in PANEL.result(shared, ()).text
    )


def test_everybody_with_a_longest_road_is_named() -> None:
    view = finished(3, 3).view(PUBLIC)
    scored = [each for each in view.observation.sections if each.complete and each.owners]
    longest = max(scored, key=lambda section: len(section.fragments))
    two = (replace(longest, owners=(Seat(2),)), replace(longest, owners=(Seat(0),)))
    equal = replace(view, observation=replace(view.observation, sections=two))

    told = PANEL.result(equal, ()).text

    assert f"longest road: Ann and Cleo, {len(longest.fragments)} fragment" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_and_the_headline_say_whose_move_it_is(language: str) -> None:
    table = played(9, 3, 1)
    acting = table.match.chairs[table.acting].name

    assert acting in PANEL.cover(table.view(PUBLIC, language))
    assert acting in PANEL.headline(table.view(PUBLIC, language))
    assert acting not in PANEL.headline(table.view(language=language))


def test_the_cover_of_a_match_that_is_over_counts_no_turn_that_was_never_played() -> None:
    line = PANEL.cover(finished(4, 3).view(PUBLIC))

    assert "Turn" not in line
    assert line.startswith("points: Ann ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receipt_says_what_was_done_and_who_is_next(language: str) -> None:
    table = played(9, 3, 1)
    me, action = table.acting, table.view().legal[0]
    table.play(action)

    screen = PANEL.receipt(table.view(me, language), action, table.events)

    text = getattr(screen.blocks[0], "markdown", "")
    assert table.match.chairs[table.acting].name in text
    assert text.startswith("**")


def test_the_receipt_of_a_strike_sends_on_to_the_move() -> None:
    table = tied()
    me, action = table.acting, table.view().legal[0]
    table.play(action)

    screen = PANEL.receipt(table.view(me), action, table.events)

    assert getattr(screen.blocks[0], "markdown", "").endswith("It's your turn now: see the board.")


def test_the_receipt_of_the_last_move_says_so() -> None:
    table = finished(2, 3)
    last = [each.move for each in table.progress.record.entries if each.move][-1]
    assert last.actor != CHANCE

    screen = PANEL.receipt(table.view(last.actor), last.action, table.events)

    assert getattr(screen.blocks[0], "markdown", "").endswith("the last move of the match.")


def test_however_much_has_happened_a_message_has_room_for_it() -> None:
    table = Table(4)
    names = tuple(f"{'*_' * 12}{number}" for number in range(4))
    table.match = match_of(4, names)
    fallen = tuple(Laid(Cell(n, -n), "03", 1, (Crew(Seat(n % 4), 1),)) for n in range(1, 7))
    quakes = [QuakeStruck("Q6.0", 1, fallen, (0, 6, 0, 0, 0, 0), None)] * 8

    post = PANEL.post(table.view(), (TilePlaced(Seat(0), "03", Cell(1, -1), 1, None), *quakes))

    assert len(post.text) <= 1500
    assert len(post.happened) == 9


def test_a_name_that_ends_in_a_figure_is_kept_apart_from_a_number() -> None:
    table = finished()
    chairs = tuple(
        replace(each, name=f"Computer {n}") for n, each in enumerate(table.match.chairs, 1)
    )
    table.match = replace(table.match, chairs=chairs)
    view = table.view(PUBLIC)
    scores = view.observation.points

    told, alt = PANEL.result(view, ()).text, PANEL.board(view).alt

    second = by_rank(view)[1]
    assert f"ahead of Computer {second + 1} ({scores[second]})" in told
    assert f"Computer 1: {scores[0]}, Computer 2: {scores[1]}" in alt


def test_two_tiles_that_score_are_told_whole() -> None:
    state = standing(
        "0,1 03/0; 0,-1 03/0", "0,1:0 a; 0,-1:0 b", display="+6:012345 +2:03 03", pile="03 03"
    )
    first, draws = place("0,2 +6:012345/0"), Random(1)
    after, events = state, list[Event]()
    for action in (first, place("0,-2 +2:03/0")):
        step = GAME.apply(after, Move(Seat(after.on_turn), action))
        after, events = step.state, [*events, *step.events]
        while isinstance(node := GAME.node(after), Chance):
            step = GAME.apply(after, Move(CHANCE, draws.choice(list(node.outcomes))))
            after, events = step.state, [*events, *step.events]
    view = replace(Table(2, 1).view(PUBLIC), observation=GAME.observe(after, PUBLIC))

    told = PANEL.post(view, events).text

    assert "**Ann**: +6 intersection at **I11**, no crew. **+13 points** for Ann" in told
    assert "**Bob**: +2 intersection at **I7**, no crew. **+9 points** for Bob" in told
