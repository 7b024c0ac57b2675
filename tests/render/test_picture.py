from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render.canvas import Canvas
from render.picture import Picture, gif, timed_gif


def frames() -> list[Image.Image]:
    found = []
    for n in range(4):
        canvas = Canvas.plain(120, 80, "paper")
        canvas.box(10 + 20 * n, 10, 25 + 20 * n, 30, "hot")
        found.append(canvas.picture)
    return found


def test_every_frame_comes_out_as_it_went_in() -> None:
    film = Image.open(BytesIO(gif(frames(), 0.5, 3.0)))

    assert getattr(film, "n_frames", 1) == 4
    for n, frame in enumerate(frames()):
        film.seek(n)
        shown = ImageChops.difference(film.convert("RGB"), frame.convert("RGB"))
        assert shown.getbbox() is None


def test_the_last_frame_is_held_and_nothing_repeats() -> None:
    film = Image.open(BytesIO(gif(frames(), 0.5, 3.0)))

    film.seek(3)

    assert film.info["duration"] == 3000
    assert "loop" not in film.info


def test_frames_without_change_only_take_time() -> None:
    first, second = frames()[:2]

    film = Image.open(BytesIO(gif([first, first, first, second], 0.5, 3.0)))

    assert getattr(film, "n_frames", 1) == 2
    assert film.info["duration"] == 1500


def test_an_animation_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no frames"):
        gif([], 0.5, 3.0)


def test_each_frame_may_have_its_own_time() -> None:
    film = Image.open(BytesIO(timed_gif(zip(frames(), (0.8, 0.1, 0.9, 2.0), strict=True))))

    times = []
    for n in range(4):
        film.seek(n)
        times.append(film.info["duration"])

    assert times == [800, 100, 900, 2000]


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (37, 21), (1200, 800)])
def test_a_picture_is_packed_as_it_was_drawn(size: tuple[int, int]) -> None:
    canvas = Canvas.plain(*size, "paper")
    canvas.box(size[0] // 2, size[1] // 3, *size, "hot")

    packed = Picture.packed(canvas.picture)

    shown = Image.open(BytesIO(packed.data))
    shown.load()  # with its checksums
    assert (shown.mode, shown.size, (packed.width, packed.height)) == ("P", size, size)
    assert shown.tobytes() == canvas.picture.tobytes()
    assert shown.getpalette() == canvas.picture.getpalette()
