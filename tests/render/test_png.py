from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image, ImageChops

from render.canvas import Canvas, Face
from render.png import png


def drawn() -> Canvas:
    canvas = Canvas.plain(301, 97, "land")
    canvas.box(10, 10, 80, 40, "seat2")
    canvas.write("Séisme · ñandú", 20, 60, Face("bold", 30, "ink", "land"))
    return canvas


def test_a_picture_survives_the_way_through_png() -> None:
    canvas = drawn()

    read = Image.open(BytesIO(png(canvas.picture)))

    assert read.mode == "P"
    assert read.size == (301, 97)
    assert (
        ImageChops.difference(read.convert("RGB"), canvas.picture.convert("RGB")).getbbox() is None
    )


def test_a_worker_thread_may_pack_otherwise_but_the_pixels_are_the_same() -> None:
    canvas = drawn()

    with ThreadPoolExecutor(1) as pool:
        packed = pool.submit(png, canvas.picture).result()

    one, other = (
        Image.open(BytesIO(data)).convert("RGB") for data in (packed, png(canvas.picture))
    )
    assert ImageChops.difference(one, other).getbbox() is None
