from concurrent.futures import ThreadPoolExecutor

from render.palette import Palette, active, painting
from render.signs import hollow_sprite, seat_sprite
from render.sprites import Sprite, Sprites, kept
from render.theme import COLOURS


def square(side: int) -> Sprite:
    return Sprite(active().blank(side, side, "ink"), None, 0, 0)


class Drawer:
    """Draws squares and remembers for which keys."""

    def __init__(self, sprites: Sprites) -> None:
        self.sprites = sprites
        self.drawn: list[str] = []

    def get(self, key: str) -> Sprite:
        def draw() -> Sprite:
            self.drawn.append(key)
            return square(50)

        return self.sprites.get(key, draw)


def test_a_sprite_is_drawn_once() -> None:
    drawer = Drawer(Sprites())

    for key in "aaa":
        drawer.get(key)

    assert drawer.drawn == ["a"]


def test_the_least_used_is_forgotten_when_the_budget_is_spent() -> None:
    drawer = Drawer(Sprites(budget=3 * square(50).size, packed_budget=0))

    for key in "abcadacdb":
        drawer.get(key)

    assert drawer.drawn == ["a", "b", "c", "d", "b"]
    assert drawer.sprites.size <= 3 * square(50).size


def test_what_has_no_room_is_packed_and_comes_back_as_it_was() -> None:
    drawer = Drawer(Sprites(budget=2 * square(50).size))

    for key in "abcdabcd":
        drawer.get(key)

    assert drawer.drawn == ["a", "b", "c", "d"]
    assert drawer.sprites.size <= 2 * square(50).size
    assert drawer.sprites.packed_size < square(50).size


def test_a_packed_piece_keeps_pixels_mask_and_anchor() -> None:
    sprites = Sprites(budget=1)
    piece = seat_sprite(2, 46, "A")

    for key in ("piece", "another", "piece"):
        again = sprites.get(key, lambda: piece if key == "piece" else square(3))  # noqa: B023

    assert again is not piece
    assert again.picture.tobytes() == piece.picture.tobytes()
    assert again.picture.getpalette() == piece.picture.getpalette()
    assert again.mask is not None
    assert piece.mask is not None
    assert again.mask.tobytes() == piece.mask.tobytes()
    assert (again.x, again.y) == (piece.x, piece.y)


def test_threads_share_one_cache() -> None:
    sprites = Sprites(budget=100_000)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: sprites.get(n % 7, lambda: square(20)), range(300)))

    assert sprites.size == 7 * square(20).size


def test_a_piece_is_kept_for_each_palette_and_each_way_in_which_it_is_called() -> None:
    drawn: list[tuple[int, str]] = []

    @kept
    def square_of(side: int, colour: str = "ink") -> Sprite:
        drawn.append((side, colour))
        return square(side)

    again = [square_of(20), square_of(20), square_of(20, colour="red")]
    with painting(Palette(COLOURS, ())):
        square_of(20)

    assert drawn == [(20, "ink"), (20, "red"), (20, "ink")]
    assert again[0] is again[1]


def test_all_five_shapes_differ_filled_and_hollow() -> None:
    drawn = [draw(seat, 46, "A") for seat in range(5) for draw in (seat_sprite, hollow_sprite)]

    assert len({sprite.picture.tobytes() for sprite in drawn}) == 10
