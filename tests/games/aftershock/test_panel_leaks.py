"""Nothing hidden shows: what the public sees is the same whatever lies in secret."""

from bot.games.aftershock.panel import PANEL
from engine.game import PUBLIC, Seat
from tests.games.aftershock.tables import PHASES, Table, in_phase
from tests.games.test_contract import shown


def sealed(choice: int) -> Table:
    """Return a table at which the first player has sealed one of two different choices."""
    table = Table(3, 4)
    cheap = [each for each in table.legal(Seat(0)) if getattr(each, "cards", None)]
    table.submit(Seat(0), cheap[choice])
    return table


def test_different_sealed_choices_read_the_same_to_all_others() -> None:
    one, other = sealed(1), sealed(40)

    assert one.state.drafts != other.state.drafts
    for viewer in (PUBLIC, Seat(1), Seat(2)):
        assert list(shown(one, viewer)) == list(shown(other, viewer))
        told = [PANEL.history(each.moments(viewer)) for each in (one, other)]
        assert told[0] == told[1]
    assert one.news() == other.news() == ()


def test_public_ids_hold_no_draft() -> None:
    for phase in PHASES:
        post = PANEL.post(in_phase(phase, 3, 2).view(PUBLIC), ())
        ids = [button.id for row in post.rows for button in row.buttons]

        assert all(len(each.split(".")) == 3 for each in ids), ids


def test_the_public_text_names_no_hand_and_no_plan() -> None:
    view = in_phase("build", 3, 2).view(PUBLIC)

    text = "\n".join(page.text for page in PANEL.text(view))

    assert "Only you know" not in text
    assert view.observation.hand == ()
