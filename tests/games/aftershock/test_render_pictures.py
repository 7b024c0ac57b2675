"""What every picture of Aftershock must bear: real matches, long names, nonsense, threads."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.game import PUBLIC, Seat, Viewer
from engine.games.aftershock import GAME
from engine.games.aftershock.preview import routes
from engine.games.aftershock.state import Aftershock, Observation, Pair
from render.games.aftershock import RENDERER
from render.games.aftershock.captions import Captions
from render.games.aftershock.check import Undrawable
from render.games.aftershock.strip import BLOCK
from render.sprites import SPRITES
from render.theme import COLOURS
from tests.games.aftershock.positions import FIVE, SAN_FRANCISCO, SCORED, captions, position
from tests.games.aftershock.tables import Table, in_phase
from tests.games.aftershock.twin import twin
from tests.render.comparing import difference, opened

SIZE = (1200, 800)
MAP_SIZE = (1200, 870)
BYTES = 135_000
LETTERS = [chr(97 + number % 26) for number in range(80)]


def asked(table: Table, viewer: Seat) -> tuple[str, bytes]:
    """Return the picture that the phase asks of a player for."""
    seen = GAME.observe(table.state, viewer)
    words, legal = captions(seen), table.legal(viewer)
    draw: dict[str, Callable[[], Any]] = {
        "keep": lambda: RENDERER.hand(seen, words, (0,)),
        "buy": lambda: RENDERER.market(seen, words),
        "take": lambda: RENDERER.take(seen, words, legal[0].card),
        "plan": lambda: _plan(seen, words),
        "build": lambda: RENDERER.bridge(seen, words, *_sites(legal)),
        "dismantle": lambda: RENDERER.dismantle(seen, words, _own_bridges(legal)),
        "shock": lambda: RENDERER.shock(seen, words, legal[0].counts),
        "move": lambda: RENDERER.route(seen, words, routes(seen), LETTERS[: len(routes(seen))]),
        "mark": lambda: RENDERER.marks(seen, words, seen.draft or ()),
    }
    plain: Callable[[], Any] = lambda: RENDERER.board(seen, words)  # noqa: E731
    return seen.phase, draw.get(seen.phase, plain)().data


def _plan(seen: Observation, words: Captions) -> Any:
    assert isinstance(seen.viewer, int)
    order, laid = seen.items[seen.viewer].order, seen.draft or ()
    areas = [*laid, *[None] * (len(order) - len(laid))]
    return RENDERER.plan(seen, words, areas, min(len(laid), len(order) - 1))


def _sites(legal: tuple[Any, ...]) -> tuple[str, dict[str, str]]:
    sites = [each for each in legal if each.type == "build"]
    if not sites:
        return legal[0].area, {}
    here = [each for each in sites if each.area == sites[0].area]
    return here[0].area, {each.to: letter for each, letter in zip(here, LETTERS, strict=False)}


def _own_bridges(legal: tuple[Any, ...]) -> dict[tuple[str, str], str]:
    bridges = [each for each in legal if each.type == "dismantle"]
    return {(each.area, each.to): letter for each, letter in zip(bridges, LETTERS, strict=False)}


def moments(seats: int, seed: int, every: int) -> Iterator[Table]:
    table, count = Table(seats, seed), 0
    while not table.is_over:
        if count % every == 0:
            yield table
        table.play()
        count += 1
    yield table


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_moment_of_a_match_can_be_drawn_for_all(seats: int) -> None:
    drawn = set()
    for table in moments(seats, seats, 3):
        public = GAME.observe(table.state, PUBLIC)
        board = RENDERER.board(public, captions(public)).data
        assert opened(board).size == MAP_SIZE
        assert len(board) <= BYTES
        for viewer in table.awaited[:1]:
            phase, picture = asked(table, viewer)
            drawn.add(phase)
            assert len(picture) <= BYTES

    assert drawn >= {"keep", "buy", "plan", "build", "mark"}


def test_a_finished_match_has_its_last_scoring_and_its_result() -> None:
    over = next(table for table in moments(3, 7, 9) if table.is_over)
    seen = GAME.observe(over.state, PUBLIC)

    for picture, size in (
        (RENDERER.scoring, MAP_SIZE),
        (RENDERER.result, SIZE),
        (RENDERER.board, MAP_SIZE),
    ):
        assert opened(picture(seen, captions(seen)).data).size == size


def test_turns_can_be_drawn_after_their_phase() -> None:
    marking = in_phase("mark", 4)
    seen = GAME.observe(marking.state, PUBLIC)
    quiet = RENDERER.board(seen, captions(seen)).data

    assert RENDERER.built(seen, captions(seen)).data != quiet


@pytest.mark.parametrize("phase", ["keep", "buy", "plan", "build", "mark"])
def test_pictures_tell_no_secret(phase: str) -> None:
    table = in_phase(phase, 4)
    viewers: tuple[Viewer, ...] = (PUBLIC, *table.awaited[:1])
    for viewer in viewers:
        mine = GAME.observe(table.state, viewer)
        theirs = GAME.observe(twin(table.state, viewer, Random(3)), viewer)

        boards = [RENDERER.board(each, captions(each)).data for each in (mine, theirs)]

        assert boards[0] == boards[1]


def test_a_sealed_choice_under_way_is_not_seen() -> None:
    table = in_phase("plan", 4)
    seat = table.awaited[0]
    before = GAME.observe(table.state, PUBLIC)
    table.submit(seat, table.legal(seat)[0])
    after = GAME.observe(table.state, PUBLIC)

    if not after.ready[seat]:
        ours, theirs = (RENDERER.board(each, captions(each)).data for each in (before, after))
        assert ours == theirs


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_empty_bay_can_be_drawn_for_any_number_of_seats(seats: int) -> None:
    empty = position({}, {}, seats, phase="keep", round=1, scores=(0,) * seats)

    assert opened(RENDERER.board(empty, captions(empty)).data).size == MAP_SIZE


def test_the_largest_numbers_fit() -> None:
    full = dict.fromkeys(FIVE, "N35 B35 C35 D35 E35")
    crowded = position(full, seats=5, scores=(188,) * 5, money=(75,) * 5)

    assert opened(RENDERER.board(crowded, captions(crowded)).data).size == MAP_SIZE


@pytest.mark.parametrize("seats", [4, 5])
def test_long_and_strange_names_leave_the_map_as_it_is(seats: int) -> None:
    table = position(seats=seats)
    plain = captions(table)
    names = ("W" * 32, "🌋🌋", "林さん", "Ødegård-Ñandú", "")[:seats]

    ours, theirs = (
        opened(RENDERER.board(table, words).data)
        for words in (replace(plain, names=names, headline="W" * 40, round="W" * 40), plain)
    )

    for box in ((0, 173, 1200, 870), (0, 0, 1200, 12), (1188, 0, 1200, 870)):
        assert difference(ours.crop(box), theirs.crop(box))[0] == 0


def test_what_one_person_sees_has_an_amber_frame() -> None:
    table = position(phase="mark", viewer=Seat(0))
    public = opened(RENDERER.board(table, captions(table)).data)
    private = opened(RENDERER.marks(table, captions(table), ("oakland",)).data)

    assert public.getpixel((3, 400)) == COLOURS["frame"]
    assert private.getpixel((3, 400)) == COLOURS["amber"]


def test_equal_input_gives_equal_bytes_in_every_thread() -> None:
    table = position()
    SPRITES.clear()

    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: RENDERER.board(table, captions(table)).data, range(8)))

    assert len(set(drawn)) == 1


def test_a_replay_is_small_and_shows_less_than_every_click() -> None:
    seen = [GAME.observe(table.state, PUBLIC) for table in moments(3, 2, 1)]

    film = RENDERER.animation(seen, [captions(each) for each in seen])

    frames = getattr(Image.open(BytesIO(film.data)), "n_frames", 1)
    assert film.format == "gif"
    assert len(film.data) < 1_000_000
    assert 20 < frames < len(seen)


def test_the_market_is_as_high_as_its_cards_need_and_no_higher_than_is_free() -> None:
    few = (("oakland-1",), ("bridge",) * 3, ("influence",), ("vallejo-3",), ("bridge",))
    codes = tuple(card.code for card in SAN_FRANCISCO.cards)
    many = tuple(codes[n : n + 8] for n in range(0, 20, 4))
    heights = []
    for market in (few, many):
        for viewer in (PUBLIC, Seat(0)):
            table = position(seats=5, phase="buy", to_act=(Seat(0),), market=market, viewer=viewer)
            width, height = opened(RENDERER.market(table, captions(table, "Buy?")).data).size
            assert width == SIZE[0]
            heights.append(height)

    assert heights[0] < heights[2] <= 1364
    assert heights[1] < heights[3] <= 1364


BROKEN: list[tuple[str, Callable[[Observation], Observation]]] = [
    ("seats", lambda o: replace(o, seats=6)),
    ("no board", lambda o: replace(o, board_name="atlantis")),
    ("scores", lambda o: replace(o, scores=(1,))),
    ("meeples of 9", lambda o: replace(o, meeples=o.meeples[1:])),
    ("meeples", lambda o: replace(o, meeples=((-1, 0, 0, 0), *o.meeples[1:]))),
    ("bridges", lambda o: replace(o, bridges=((Seat(0),) * 3, *o.bridges[1:]))),
    ("bridges", lambda o: replace(o, bridges=((Seat(4),), *o.bridges[1:]))),
]


@pytest.mark.parametrize(("why", "broken"), BROKEN)
def test_nonsense_is_refused_and_not_drawn(
    why: str, broken: Callable[[Observation], Observation]
) -> None:
    with pytest.raises(Undrawable, match=why):
        RENDERER.board(broken(position()), captions(position()))


MISSING: list[tuple[str, Callable[[Observation, Captions], Any]]] = [
    ("not over", RENDERER.result),
    ("nothing has scored", RENDERER.scoring),
    ("nobody has built", RENDERER.built),
    ("no aftershock", RENDERER.aftershock),
    ("no card", RENDERER.market),
    ("no unsold", lambda o, c: RENDERER.take(replace(o, viewer=Seat(0)), c)),
    ("player who looks", lambda o, c: RENDERER.marks(o, c, ())),
    ("things to plan", lambda o, c: RENDERER.plan(replace(o, viewer=Seat(0)), c, ("oakland",))),
    ("not all in the hand", lambda o, c: RENDERER.hand(replace(o, viewer=Seat(0)), c, (0,))),
    ("no aftershock", lambda o, c: RENDERER.shock(o, c, (0, 0, 0, 0))),
    ("waits for pieces", lambda o, c: RENDERER.dismantle(o, c, {})),
    ("no vacant", lambda o, c: RENDERER.bridge(o, c, "san_jose", {"palo_alto": "a"})),
    ("different", lambda o, c: RENDERER.since(position(seats=3), o, c)),
]


@pytest.mark.parametrize(("why", "draw"), MISSING)
def test_pictures_of_moments_that_are_not_there_are_refused(
    why: str, draw: Callable[[Observation, Captions], Any]
) -> None:
    table = position()

    with pytest.raises(Undrawable, match=why):
        draw(table, captions(table))


def test_a_bridge_of_somebody_else_cannot_come_down() -> None:
    table = position(
        phase="dismantle", to_act=(Seat(1),), building=Pair("oakland", "san_francisco")
    )

    with pytest.raises(Undrawable, match="no own bridge"):
        RENDERER.dismantle(table, captions(table), {("vallejo", "richmond"): "a"})


def test_an_own_bridge_that_may_come_down_has_its_letter() -> None:
    table = position(
        phase="dismantle", to_act=(Seat(1),), building=Pair("oakland", "san_francisco")
    )
    one, two = (
        RENDERER.dismantle(table, captions(table), {("richmond", "oakland"): letter}).data
        for letter in "ab"
    )

    assert one != two


def test_shocked_meeples_that_wait_are_starred() -> None:
    shock = Aftershock(Seat(1), "san_francisco", "big", 2, 3, (0, 0, 1, 2), (0, 0, 0, 2))
    some = position(phase="move", to_act=(Seat(3),), aftershocks=(shock,))
    none = replace(some, aftershocks=(replace(shock, left=(0, 0, 0, 0)),))

    ours, theirs = (opened(RENDERER.board(each, captions(each)).data) for each in (some, none))

    where = difference(ours, theirs)[1].getbbox()
    assert where
    assert where[0] > 260
    assert where[2] < 470


def test_a_scoring_counts_the_points_of_all_rounds() -> None:
    once = position(phase="keep", scorings=(SCORED,))
    twice = replace(once, scorings=(SCORED, SCORED))

    ours, theirs = (opened(RENDERER.scoring(each, captions(each)).data) for each in (once, twice))

    assert difference(ours.crop((0, 173, 1200, 870)), theirs.crop((0, 173, 1200, 870)))[0] == 0
    assert difference(ours.crop((212, 0, 1200, 173)), theirs.crop((212, 0, 1200, 173)))[0] > 0


def gaps(data: bytes, seat: int, rows: tuple[int, int], least: int) -> int:
    """Return how many gaps of at least `least` pixels such rows of one of five seats have."""
    left = round(BLOCK + seat * (1188 - BLOCK) / 5) + 14
    line = opened(data).crop((left, rows[0], left + 167, rows[1]))
    paper = line.getpixel((0, 0))
    empty = [
        all(line.getpixel((x, y)) == paper for y in range(line.height)) for x in range(line.width)
    ]
    inside = "".join("." if each else "#" for each in empty).strip(".")
    return len([run for run in inside.split("#") if len(run) >= least])


UPPER, LOWER = (80, 114), (126, 160)
"""Rows of what stands beside the points of a seat; points reach into both."""


def test_points_gains_and_money_of_five_keep_apart() -> None:
    now = replace(position(seats=5), scores=(22, 20, 34, 177, 8), money=(0, 13, 4, 15, 18))
    before = replace(now, scores=(5, 0, 14, 50, 1), viewer=Seat(0))
    words = captions(now)

    board = RENDERER.board(now, words).data
    since = RENDERER.since(before, replace(now, viewer=Seat(0)), words).data

    for picture in (board, since):
        for rows in (UPPER, LOWER):
            assert all(gaps(picture, seat, rows, 9) >= 1 for seat in range(5))
