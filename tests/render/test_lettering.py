import pytest

from render.lettering import (
    cleaned,
    fitting_size,
    one_size,
    shortened,
    shortened_name,
    text_width,
    wrapped,
    written,
)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë", "Zoë"),
        ("Ångström Ñandú Œuvre", "Ångström Ñandú Œuvre"),
        ("Ann 🌋", "Ann"),
        ("🌋", "\N{REPLACEMENT CHARACTER}"),
        ("林さん", "\N{REPLACEMENT CHARACTER}" * 3),
        ("Жук Ωμέγα", "Жук Ωμέγα"),
        ("\U0001d4d1\U0001d4ee\U0001d4f7", "Ben"),
        ("  two\n lines\t", "two lines"),
        ("a\u200bb\u202ec", "abc"),
        ("", ""),
    ],
)
def test_names_keep_only_what_the_fonts_have(name: str, drawn: str) -> None:
    assert cleaned(name) == drawn


def test_long_names_are_cut_with_an_ellipsis() -> None:
    cut = shortened("Maximiliana von Erdbebenstein", "bold", 34, 160)

    assert cut.endswith("…")
    assert text_width(cut, "bold", 34) <= 160


def test_short_names_stay_whole() -> None:
    assert shortened("Ben", "bold", 34, 160) == "Ben"


def test_the_largest_size_that_fits_is_taken() -> None:
    assert fitting_size("Ben to play", "bold", (42, 38, 34), 300) == 42
    assert fitting_size("Maximiliana to play", "bold", (42, 38, 34), 300) == 34


def test_a_space_alone_can_be_written() -> None:
    picture, _, _, _ = written(" ", "bold", 34, "ink", "paper")

    assert picture.size == (1, 1)


@pytest.mark.parametrize("pattern", ["{name} wins", "À {name}", "{name} to play"])
def test_of_a_long_headline_the_name_is_cut_not_what_happened(pattern: str) -> None:
    name = "W" * 14

    cut = shortened_name(pattern.format(name=name), ("Ann", name), "bold", 34, 300)

    before, _, after = pattern.partition("{name}")
    assert cut.startswith(f"{before}WWW")
    assert cut.endswith(f"W...{after}")
    assert text_width(cut, "bold", 34) <= 300


def test_a_headline_without_a_name_is_cut_at_its_end() -> None:
    assert shortened_name("A shared win of nobody at all", ("Ann",), "bold", 34, 200).endswith("…")


def test_a_long_line_goes_on_below_and_is_cut_in_the_last_one() -> None:
    text = "No: a highway would meet green, and that is not allowed by any means"

    lines = wrapped(text, "regular", 30, 300, 3)

    assert len(lines) == 3
    assert all(text_width(line, "regular", 30) <= 300 for line in lines)
    assert lines[-1].endswith("…")
    assert wrapped("Short", "regular", 30, 300, 3) == ["Short"]
    assert wrapped("", "regular", 30, 300, 3) == [""]


def test_names_in_one_list_have_one_size() -> None:
    rooms = [("Ann", 160), ("Maximiliane", 180), ("Bob", 20)]

    assert one_size(rooms[:1], "bold", (34, 30, 28)) == 34
    assert one_size(rooms, "bold", (34, 30, 28)) == 28
    assert one_size([], "bold", (34, 30, 28)) == 34
