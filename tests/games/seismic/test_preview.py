"""Drafts: what the table would look like, from an observation alone."""

from random import Random

import pytest

from engine.agents import agent
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Move, Seat, Setup
from engine.games.seismic import GAME, preview
from engine.games.seismic.actions import (
    Action,
    EndTurn,
    KeepAll,
    Place,
    Rotate,
    Strike,
    StrikeFirst,
)
from engine.games.seismic.preview import scored_through
from engine.games.seismic.sections import points
from engine.games.seismic.state import Observation, State
from engine.setups import sets_of_variants
from tests.engine.playing import states
from tests.games.seismic.views import Table
from tests.games.seismic.worked import flipping, place, standing

SHOWN = ("tiles", "points", "lines", "crews", "last", "last_by", "quakes", "rotated")


def same(draft: Observation, seen: Observation) -> bool:
    fields = all(getattr(draft, name) == getattr(seen, name) for name in SHOWN)
    return fields and set(draft.sections) == set(seen.sections)


@pytest.mark.parametrize("number", range(6))
def test_a_draft_looks_like_the_table_after_the_move(number: int) -> None:
    drafts_agree(Setup(2 + number % 3), number)


@pytest.mark.parametrize("variants", sets_of_variants(GAME), ids="-".join)
def test_with_variants_a_draft_looks_like_the_table_after_the_move(
    variants: tuple[str, ...],
) -> None:
    drafts_agree(Setup(3, variants), 7, every=4)


@pytest.mark.parametrize("variants", sets_of_variants(GAME), ids="-".join)
def test_what_scored_is_known_from_what_happened_since(variants: tuple[str, ...]) -> None:
    table, rng = Table(3, 4, variants=variants), Random(4)
    while not table.is_over:
        legal = list(table.legal(table.acting))
        table.play(agent("greedy").choose(table.view().observation, legal, rng))
    first, *moments = table.moments()
    events = [event for moment in moments for event in moment.events]

    scored = scored_through(moments[-1].view.observation, events)

    told = [points(sections, 3) for sections in scored]
    assert told[0] == first.view.observation.points
    assert len(set(told)) > 3
    for moment in reversed(moments):
        assert told[-1] == moment.view.observation.points
        del told[len(told) - len(moment.events) :]


def drafts_agree(setup: Setup, number: int, every: int = 1) -> None:
    """Draft a random choice in each state of a random match: in each rare one, in one of some."""
    rng = Random(number)
    for n, (state, _) in enumerate(states(GAME, setup, number)):
        is_rare = state.phase in ("choosing_town", "striking", "rotating", "extending")
        if is_rare or (state.phase == "placing" and n % every == 0):
            before = GAME.observe(state, state.seat)
            legal = list(GAME.legal_actions(state, state.seat))
            placements = [each for each in legal if isinstance(each, Place)]
            assert set(preview.legal_placements(before)) == set(placements)
            draft_agrees(state, before, rng.choice(legal))


def draft_agrees(state: State, before: Observation, action: Action) -> None:
    step = GAME.apply(state, Move(state.seat, action))
    after = GAME.observe(step.state, state.seat)
    match action:
        case Place():
            assert same(draft := preview.placed(before, action), after)
            assert (draft.phase == "extending") == (after.phase == "extending")
        case Strike(line):
            drafted = preview.struck(before, line)
            assert same(drafted, after) or after.quakes[: len(drafted.quakes)] == drafted.quakes
        case StrikeFirst(town):
            drafted = preview.struck_first(before, town)
            assert after.quakes[: len(drafted.quakes)] == drafted.quakes
        case Rotate():
            assert same(preview.rotated(before, action), after)
        case _:
            assert action in (KeepAll(), EndTurn())


def seen(tiles: str = "", crews: str = "", display: str = "03 02 01") -> Observation:
    return GAME.observe(standing(tiles, crews, display=display), Seat(0))


def test_a_placed_tile_leaves_the_display() -> None:
    draft = preview.placed(seen(display="03 02 03"), place("0,-1 03/0", 0))

    assert draft.display == ("02", "03")
    assert draft.crews == (19, 20)
    assert draft.last is not None
    assert draft.last.crews[0].edge == 0


def test_an_illegal_draft_is_refused() -> None:
    with pytest.raises(IllegalAction, match="seismic-tile-does-not-fit"):
        preview.placed(seen(), place("0,-1 03/1"))


def test_where_a_tile_fits_is_told_for_any_tile() -> None:
    found = preview.fits(seen("0,-1 03/0"), "+1:0")

    assert found[Cell(0, -2)] == (3,)
    assert Cell(0, -1) not in found


def test_why_a_tile_does_not_fit_is_told_with_the_edge() -> None:
    refused = preview.why_not(seen(), "03", Cell(0, -1), 1)

    assert refused is not None
    assert refused.data == {"tile": "03", "cell": Cell(0, -1), "edge": 3, "meets": "highway"}
    assert preview.why_not(seen(), "03", Cell(0, -1), 0) is None


def test_while_a_quake_waits_only_lines_can_be_drafted() -> None:
    waiting = GAME.observe(flipping(standing("0,-1 03/0; 0,1 03/0"), "Q1.0"), Seat(0))

    assert preview.legal_placements(waiting) == ()
    refused = preview.why_not(waiting, "03", Cell(1, -1), 1)
    assert refused is not None
    assert refused.key == "seismic-not-now"
    with pytest.raises(IllegalAction, match="seismic-line-not-tied"):
        preview.struck(waiting, 1)
    assert preview.struck(waiting, 3).quakes[-1].line == 3


@pytest.mark.parametrize("quake", [None, "Q1.0"])
def test_without_a_tie_no_line_can_be_drafted(quake: str | None) -> None:
    state = flipping(standing(), quake) if quake else standing()

    with pytest.raises(IllegalAction, match="seismic-not-now"):
        preview.struck(GAME.observe(state, Seat(0)), 0)


def test_after_the_end_nothing_can_be_drafted() -> None:
    over = GAME.apply(standing(display="03", pile=""), Move(Seat(0), place("0,-1 03/0"))).state

    assert preview.legal_placements(GAME.observe(over, Seat(0))) == ()


def test_a_draft_joins_the_section_that_it_builds_on() -> None:
    drafted = preview.placed(seen("0,-1 03/0", "0,-1:0 b"), place("0,-2 03/0"))
    (section,) = (
        each
        for each in drafted.sections
        if any(str(piece.cell) == "0,-2" for piece in each.fragments)
    )

    assert [str(each.cell) for each in section.fragments] in (["0,-1", "0,-2"], ["0,-2", "0,-1"])
    assert [crew.seat for _, crew in section.crews] == [1]
