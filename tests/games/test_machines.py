"""Computer players are told from people in pictures and in words."""

from dataclasses import replace

from bot.games.panel import AnyView
from bot.games.people import shape
from engine.game import PUBLIC
from tests.games.titles import PANELS, every_title, played
from tests.render.comparing import difference, opened

MIDDLE = 30
"""Of the decisions of a match; in Aftershock somebody builds then."""
HEAD = {
    "seismic": (0, 0, 1200, 110),
    "san_andreas": (0, 0, 480, 260),
    "aftershock": (0, 0, 1200, 160),
}
"""Where names stand in a picture of the table."""


def looked_at(title: str, *, machines: bool) -> AnyView:
    """Return a table in the middle of a match; its second and third may be computer players."""
    sight = list(played(title))[MIDDLE]
    if machines:
        first, *others = sight.match.chairs
        agents = (replace(each, player=None, agent="greedy") for each in others)
        sight.match = replace(sight.match, chairs=(first, *agents))
    return sight.view(PUBLIC)


@every_title
def test_pictures_mark_computer_players_beside_their_names_alone(title: str) -> None:
    drawn = [
        opened(PANELS[title].board(looked_at(title, machines=each)).picture.data)
        for each in (False, True)
    ]

    people, machines = drawn
    box = HEAD[title]
    assert difference(people.crop(box), machines.crop(box))[0] > 0
    for each in drawn:
        each.paste(0, box)
    assert difference(people, machines)[0] == 0


@every_title
def test_the_line_of_the_points_marks_computer_players(title: str) -> None:
    text = PANELS[title].post(looked_at(title, machines=True), ()).text

    assert "Ann ■ " in text
    assert "Bob ▲⚙ " in text
    assert "Cleo ◆⚙ " in text


def test_somebody_whose_seat_a_computer_player_took_over_is_no_machine() -> None:
    view = looked_at("seismic", machines=False)
    first, second, third = view.match.chairs
    chairs = (first, replace(second, agent="greedy"), third)
    view = replace(view, match=replace(view.match, chairs=chairs))

    assert [shape(view, seat) for seat in range(3)] == ["■", "▲", "◆"]
