"""What every picture of San Andreas must bear: few and many, secrets, nonsense, threads."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import accumulate
from random import Random

import pytest
from PIL import Image

from engine.game import CHANCE, PUBLIC, Chance, Decision, Move, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Epicenter, Found
from engine.games.san_andreas.preview import founded, founding, marked, setting, shaken_by
from engine.games.san_andreas.state import Observation, State, but
from engine.games.san_andreas.tiles import START
from render.games.san_andreas import RENDERER
from render.games.san_andreas.captions import Line
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.coast import coast_of
from render.games.san_andreas.colours import PALETTE
from render.games.san_andreas.examples import EXAMPLES
from render.games.san_andreas.scoring import placed_points
from render.games.san_andreas.window import SCORES, Box, close_to, close_up, overlap, window_of
from render.palette import painting
from render.picture import Picture
from render.sprites import SPRITES
from render.theme import COLOURS
from tests.games.san_andreas.pictured import (
    captions,
    labels,
    ordering,
    seen,
    shaken,
    states,
    swapping,
    turn,
)
from tests.games.san_andreas.twin import twin
from tests.render.comparing import difference, opened

BOARD_BYTES = 100_000
GIF_BYTES = 400_000


def played(seed: int, seats: int, **options: str) -> Iterator[State]:
    """Yield every state of a random match."""
    rng = Random(seed)
    state = GAME.initial(Setup(seats, options=options))
    while True:
        yield state
        match GAME.node(state):
            case Decision(seats=waiting):
                seat = min(waiting)
                action = rng.choice(list(GAME.legal_actions(state, seat)))
                state = GAME.apply(state, Move(seat, action)).state
            case Chance(outcomes):
                number = rng.random() * sum(outcomes.values())
                totals = zip(outcomes, accumulate(outcomes.values()), strict=True)
                drawn = next(each for each, total in totals if number < total)
                state = GAME.apply(state, Move(CHANCE, drawn)).state
            case _:
                return


def private(state: State) -> list[Picture]:
    """Return every private picture that the seat on turn can ask for."""
    own = seen(state, state.seat)
    words = captions(own)
    spaces, coin = founding(own), own.purses[state.seat].coins[0]
    city = founded(own, Found(coin, spaces[0]))
    pawn = marked(own, Epicenter(own.pool[0], setting(own)[0]))
    return [
        RENDERER.coins(own, words),
        RENDERER.found(own, words, labels(own.layout, spaces), coin),
        RENDERER.found(own, words, {spaces[0]: ""}, step=(3, 3)),
        RENDERER.epicenter(own, words, labels(own.layout, setting(own)), own.pool[0]),
        RENDERER.draft(city, captions(city)),
        RENDERER.draft(pawn, captions(pawn), (2, 2)),
        RENDERER.since(own, words, {spaces[0]: "1"}, (Line("1", "A1a", Seat(0)),)),
        RENDERER.unseen(own, words),
    ]


def test_every_private_picture_has_an_amber_frame() -> None:
    for picture in private(turn(25)):
        assert opened(picture.data).getpixel((3, 400)) == COLOURS["amber"]


def test_every_public_picture_has_a_pine_frame() -> None:
    after, end = seen(shaken(4)), seen(states()[-1])
    draw = (RENDERER.board, RENDERER.sea, RENDERER.quake, RENDERER.scoring, RENDERER.unseen)

    pictures = [each(after, captions(after)) for each in draw]
    for picture in (*pictures, RENDERER.result(end, captions(end))):
        assert opened(picture.data).getpixel((3, 400)) == COLOURS["frame"]


def test_a_quake_that_is_still_being_ordered_is_a_draft_for_its_player() -> None:
    state = ordering(4)
    tried = shaken_by(seen(state, state.seat), ("sun", "moon", "crown", "arms"))

    picture = RENDERER.quake(tried, captions(tried))

    assert opened(picture.data).getpixel((3, 400)) == COLOURS["amber"]


@pytest.mark.parametrize("number", [10, 25, 38])
def test_a_public_picture_shows_no_value_that_only_its_viewer_knows(number: int) -> None:
    state = turn(number)
    public, own = seen(state), seen(state, state.seat)

    assert RENDERER.board(own, captions(own)) == RENDERER.board(public, captions(public))
    assert RENDERER.sea(own, captions(own)) == RENDERER.sea(public, captions(public))


@pytest.mark.parametrize("number", [10, 25, 38])
def test_worlds_that_look_the_same_are_drawn_the_same(number: int) -> None:
    state = turn(number)
    for viewer in (PUBLIC, Seat(1)):
        other = twin(state, viewer, Random(5))
        assert other != state
        pair = [seen(each, viewer) for each in (state, other)]
        draw = [RENDERER.board, RENDERER.unseen, *([RENDERER.coins] if viewer != PUBLIC else [])]
        for each in draw:
            one, two = (each(observation, captions(observation)) for observation in pair)
            assert one == two


def test_own_values_are_seen_in_the_own_picture() -> None:
    state = turn(25)
    own = seen(state, state.seat)
    hidden = [city for city in own.layout.cities if city.value is not None and not city.is_shown]
    other = tuple(replace(city, value=0) if city in hidden else city for city in own.cities)

    assert hidden
    assert RENDERER.coins(own, captions(own)) != RENDERER.coins(
        but(own, cities=other), captions(own)
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_whole_matches_can_be_drawn_at_every_moment(seats: int) -> None:
    for n, state in enumerate(played(seats, seats)):
        observation = seen(state)
        assert RENDERER.board(observation, captions(observation)).width == 1200
        if n % 9 == 0:
            assert RENDERER.sea(observation, captions(observation)).width == 1200


def test_boards_stay_small_enough_to_send() -> None:
    for number in (1, 10, 25, 38):
        observation = seen(turn(number))
        for draw in (RENDERER.board, RENDERER.sea):
            assert len(draw(observation, captions(observation)).data) <= BOARD_BYTES


def test_an_animated_quake_has_a_frame_for_each_shift_and_holds_the_last() -> None:
    after = seen(shaken(3))
    assert after.quake

    film = Image.open(BytesIO(RENDERER.shaking(after, captions(after, "Quake 3")).data))

    shifts = len(after.quake.shifts)
    assert getattr(film, "n_frames", 1) == 2 * shifts + 2
    film.seek(2 * shifts + 1)
    last = opened(RENDERER.quake(after, captions(after, "Quake 3")).data)
    assert film.info["duration"] == 3000
    assert difference(film.convert("RGB"), last)[0] == 0


def test_animations_stay_small_enough_to_send() -> None:
    for number in range(1, 6):
        after = seen(shaken(number))
        assert len(RENDERER.shaking(after, captions(after)).data) <= GIF_BYTES


def test_a_match_is_an_animation_with_a_frame_for_each_moment() -> None:
    moments = [seen(turn(number)) for number in (1, 2, 12, 30)]

    picture = RENDERER.animation(moments, [captions(each) for each in moments])

    assert picture.format == "gif"
    assert getattr(Image.open(BytesIO(picture.data)), "n_frames", 1) == 4


def test_a_scoring_before_islands_sink_shows_what_was_scored() -> None:
    after = next(
        seen(state)
        for state in played(73, 4, islands_sink="after")
        if state.quake and state.quake.is_over and state.quake.drowned
    )
    assert after.quake
    gone = {(ruin.tile, ruin.quarter) for ruin in after.quake.drowned}

    assert gone & {(score.tile, score.quarter) for score in after.quake.scores}
    assert RENDERER.scoring(after, captions(after)).width == 1200


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_points_of_cities_touch_neither_one_another_nor_the_other_cities(number: int) -> None:
    after = seen(shaken(number))
    assert after.quake
    with painting(PALETTE):
        coast = coast_of(after)

    placed = placed_points(coast, after.quake.scores)

    for n, (score, box) in enumerate(placed):
        assert not any(overlap(_core(box), other) for _, other in placed[:n])
        stands = (
            coast.window.stand(each.space, each.quarter) for each, _ in placed if each != score
        )
        assert not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in stands)


def _core(box: Box) -> Box:
    """Return what of a pill is no round end."""
    return box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4


def test_a_swap_offers_the_lost_coins() -> None:
    state = swapping()
    own = seen(state, seen(state).swapping[0])
    lost = own.purses[seen(state).swapping[0]].lost_coins

    plain, picked = (RENDERER.swap(own, captions(own), coin) for coin in (None, lost[0]))

    assert lost
    assert difference(opened(plain.data), opened(picked.data))[0] > 0


def test_of_too_many_lines_the_latest_are_told() -> None:
    own = seen(turn(25), Seat(0))
    lines = tuple(Line(str(n), f"line {n}", Seat(n % 4)) for n in range(1, 10))

    all_of_them, the_latest = (
        RENDERER.since(own, captions(own), {}, told) for told in (lines, lines[2:])
    )

    assert all_of_them == the_latest


def test_two_dice_that_move_a_tile_to_the_same_place_have_an_arrow_each() -> None:
    state = ordering(4)
    own = seen(state, state.seat)
    first, second = own.dice[0], own.dice[1]
    on = own.pawns[0]
    assert on is not None
    assert own.quake is not None
    alike, null = replace(second, face=first.face), replace(second, face=0, is_resolved=True)
    both, one = (
        but(
            own,
            pawns=(on, (on[0], "b"), *own.pawns[2:]),
            quake=replace(own.quake, dice=(first, die, *own.dice[2:])),
        )
        for die in (alike, null)
    )

    drawn = [opened(RENDERER.order(each, captions(each)).data) for each in (both, one)]

    map_only = [picture.crop((480, 0, 1200, 800)) for picture in drawn]
    assert difference(*map_only)[0] > 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_of_the_guide_can_be_drawn(name: str) -> None:
    high = {"where": 1300}.get(name, 460)

    assert opened(RENDERER.example(name).data).size == (1200, high)


def test_strange_names_leave_the_map_as_it_is() -> None:
    observation = seen(turn(25))
    plain = captions(observation)
    strange = replace(plain, names=("W" * 30, "🌋🌋", "林さん", "Ødegård-Ñandú"), headline="W" * 40)

    ours, theirs = (opened(RENDERER.board(observation, each).data) for each in (strange, plain))

    assert difference(ours.crop((476, 0, 1200, 800)), theirs.crop((476, 0, 1200, 800)))[0] == 0


def test_equal_input_gives_equal_bytes_in_every_thread() -> None:
    after = seen(shaken(3))
    SPRITES.clear()

    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: RENDERER.quake(after, captions(after)).data, range(12)))

    assert len(set(drawn)) == 1


def broken() -> list[tuple[str, Observation]]:
    """Return observations that no table can show, with what is said of them."""
    good = seen(turn(25), Seat(0))
    ground, city = good.ground, good.cities[0]
    strange = {"Z9": ground.corners["A1"]}
    return [
        ("5 seats", but(good, seats=5)),
        ("points=", but(good, points=(1,))),
        ("no tile is called", but(good, ground=replace(ground, corners=strange))),
        ("not in its stack", but(good, ground=replace(ground, stacks={}))),
        ("which is not there", but(good, pawns=(("Z9", "a"), *good.pawns[1:]))),
        ("a city of seat 7", but(good, cities=(replace(city, seat=Seat(7)),))),
    ]


@pytest.mark.parametrize(("says", "observation"), broken())
def test_an_impossible_observation_is_refused(says: str, observation: Observation) -> None:
    with pytest.raises(Undrawable, match=says):
        RENDERER.board(observation, captions(seen(turn(25))))


@pytest.mark.parametrize(
    ("says", "draw"),
    [
        ("has no coins", RENDERER.coins),
        ("not over", RENDERER.result),
        ("no quake yet", RENDERER.quake),
        (
            "no tile on top",
            lambda now, words: RENDERER.found(
                seen(turn(1), Seat(0)), words, {now.layout.ocean[0]: "a"}
            ),
        ),
        ("no example", lambda *_: RENDERER.example("flood")),
        ("captions.names", lambda now, words: RENDERER.board(now, replace(words, names=()))),
    ],
)
def test_a_picture_of_another_moment_is_refused(says: str, draw: Callable[..., Picture]) -> None:
    start = seen(turn(1))
    with pytest.raises(Undrawable, match=says):
        draw(start, captions(start))


@pytest.mark.parametrize(
    "tiles", ["B1", "H1", "A3 C3", "G1 H1", "C1 D1 E1", "A1 H2", "A1 D1 F2 H1"]
)
def test_tiles_near_one_another_are_seen_close_up_and_clear_of_the_panel(tiles: str) -> None:
    layout = seen(turn(1)).layout
    corners = [START[tile] for tile in tiles.split()]
    whole, window = window_of([layout]), close_to(layout, corners)
    panel = (SCORES[0], SCORES[1], SCORES[2], 330)

    for corner in corners:
        box = window.box(corner)
        assert not overlap(box, panel)
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= 1200
        assert box[3] <= 800
    assert (window == whole) == (tiles in ("A1 H2", "A1 D1 F2 H1"))
    assert window.side >= whole.side


@pytest.mark.parametrize("tile", START)
def test_the_tile_that_is_chosen_from_lies_in_the_middle_twice_as_large(tile: str) -> None:
    window = close_up(START[tile])
    box = window.box(START[tile])

    assert not overlap(box, SCORES)
    assert 0 < box[0] < box[2] < 1200
    assert 0 < box[1] < box[3] < 800
    # A space is at least 30 pixels wide where the picture is 308.
    assert window.side * 308 / 1200 > 30
