"""The table of Aftershock in words: complete."""

from bot.games.aftershock.panel import PANEL
from bot.games.panel import Page
from engine.game import PUBLIC, Seat
from tests.games.aftershock.tables import finished, in_phase


def all_of(pages: tuple[Page, ...]) -> str:
    return "\n".join(page.text for page in pages)


def test_every_meeple_and_every_bridge_is_told() -> None:
    view = in_phase("mark", 4, 3).view(PUBLIC)
    pages = {page.key: page.text for page in PANEL.text(view)}

    counts = [sum(row) for row in view.observation.meeples]
    told = [
        sum(
            int(part.split()[-1])
            for part in line.partition(": ")[2].rstrip(".").split("; ")[0].split(", ")
        )
        for line in pages["areas"].splitlines()[1:11]
        if "no one" not in line
    ]
    assert sum(told) == sum(counts)
    owners = sum(len(each) for each in view.observation.bridges)
    names = ("Ann", "Bob", "Cleo", "Dan")
    assert sum(pages["bridges"].count(name) for name in names) == owners


def test_only_the_viewer_hears_what_is_hidden() -> None:
    table = in_phase("buy", 3, 2)
    seat = next(Seat(seat) for seat in range(3) if table.state.hands[seat])

    own, public = (all_of(PANEL.text(table.view(each))) for each in (seat, PUBLIC))

    assert "### Only you know" in own
    assert "(you)" in own
    assert "Only you know" not in public
    assert "you" not in public.lower()


def test_the_end_is_told() -> None:
    text = PANEL.text(finished(3, 2).view(PUBLIC))[0].text

    assert "round 3 of 3, the end." in text
    assert "waiting" not in text.lower()
