import pytest

from bot.hosting.host import Host
from bot.table.match.lobby import letters_of
from tests.bot.tables import ANN, BOB, lobby_of, new_request


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ann", "Bob", "Cleo"], "ABC"),
        (["Ann", "Anna", "Andy", "An"], "ANDK"),
        (["émile", "Éric", "Eve"], "ERV"),
        (["李", "王", "Ω"], "KMR"),
        (["李", "Kim"], "KI"),
        (["", "x", "x", "x", "x"], "KXMRT"),
        (["42nd Street", "🌋"], "NK"),
    ],
)
def test_every_seat_has_a_letter_of_its_own(names: list[str], expected: str) -> None:
    assert "".join(letters_of(names)) == expected


async def test_computer_players_leave_people_their_letters(host: Host) -> None:
    match = await lobby_of(host, ANN, places=3)
    await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Boulder", new_request())
    await host.lobbies.join(match.id, BOB, new_request())

    match = await host.lobbies.start(match.id, ANN.id)

    assert [chair.letter for chair in match.chairs] == ["A", "O", "B"]
