import discord
import pytest

from bot.games.screen import (
    AMBER,
    Attachment,
    Button,
    ChannelSelect,
    Form,
    FormField,
    Image,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    UserSelect,
    ending_with,
    has_room,
    keypad,
)
from bot.messages.components import OverLimit, layout, message, modal
from bot.table.ids import PlayerId
from render.picture import Picture

PICTURE = Image(Picture(b"png", 2, 2), "A board.")


def buttons(number: int) -> tuple[Button, ...]:
    return tuple(Button(str(each), f"w.1.2.{each}") for each in range(number))


def test_a_screen_is_one_container_in_reading_order() -> None:
    menu = Select("s.1.2", "Which?", (SelectOption("One", "1", chosen=True),))
    people, channels = UserSelect("invited.1.0", "Who?"), ChannelSelect("channels", "Where?", (7,))
    blocks = (Text("Hello"), PICTURE, Row(buttons(2)), menu, people, channels)

    built = layout(Screen((*blocks, Attachment("a.md", b"a")), AMBER))

    (container,) = built.view.to_components()  # type: ignore[no-untyped-call]
    kinds = [each["type"] for each in container["components"]]
    assert kinds == [10, 12, 1, 1, 1, 1, 13]
    assert container["accent_color"] == AMBER
    assert [each.filename for each in built.files] == ["board.png", "a.md"]
    assert built.files[0].description == "A board."


async def test_every_view_is_stopped_before_it_is_sent() -> None:
    form = Form("options.1.0", "Table options", (FormField("Radius", Select("o.r", "", OPTION)),))

    assert layout(Screen((Text("a"),))).view.is_finished()
    assert message(Post("a")).view.is_finished()
    assert modal(form).is_finished()


OPTION = (SelectOption("One", "1"),)


def test_the_fullest_keypad_fits() -> None:
    rows = (*keypad(buttons(25)), Row(buttons(5)))

    built = layout(Screen((Text("a"), Text("b"), *rows)))

    assert built.view.total_children_count <= 40


def test_a_screen_that_has_room_takes_one_button_more() -> None:
    menu = Select("s.1.2", "Which?", (SelectOption("One", "1"),))
    for number in range(20, 35):
        screen = Screen((Text("Which one?"), PICTURE, menu, *keypad(buttons(number))), AMBER)
        more = ending_with(screen, Button("More", "more.1.2"))
        if has_room(screen):
            layout(more)
        else:
            with pytest.raises(OverLimit):
                layout(ending_with(more, Button("Still more", "mine")))


@pytest.mark.parametrize(
    "screen",
    [
        Screen(keypad(buttons(36))),
        Screen((Text("a" * 4001),)),
        Screen((Row(buttons(6)),)),
        Screen((Row((Button("a" * 81, "w.1.2"),)),)),
        Screen((Row((Button("a", "w" * 99),)),)),
        Screen((Select("s", "", OPTION * 26),)),
        Screen((Select("s", "p" * 151, OPTION),)),
        Screen((Image(Picture(b"", 1, 1), "a" * 1025),)),
    ],
)
def test_what_discord_would_refuse_is_refused_here(screen: Screen) -> None:
    with pytest.raises(OverLimit):
        layout(screen)


@pytest.mark.parametrize("post", [Post("a" * 2001), Post("a", rows=(Row(buttons(1)),) * 6)])
def test_posts_have_limits_too(post: Post) -> None:
    with pytest.raises(OverLimit):
        message(post)


def test_a_post_has_its_picture_first_and_its_rows_in_order() -> None:
    link = Button("Go", url="https://example.org")
    rows = (Row((Button("a", "w.1.2.a", Style.GREEN),)), Row((link,)))

    built = message(Post("Hi", PICTURE, rows, (PlayerId(1),), (Attachment("r.json", b"{}"),)))

    first, second = built.view.to_components()
    assert first["components"][0]["custom_id"] == "b.w.1.2.a"
    assert first["components"][0]["style"] == discord.ButtonStyle.success.value
    assert second["components"][0]["url"] == "https://example.org"
    assert [each.filename for each in built.files] == ["board.png", "r.json"]


def test_a_file_that_is_a_picture_has_its_alt_text() -> None:
    files = (Attachment("quake.gif", b"GIF", "The ground shakes."), Attachment("r.json", b"{}"))

    built = message(Post("Hi", files=files))

    assert [each.description for each in built.files] == ["The ground shakes.", None]


def test_two_pictures_of_one_screen_have_two_names() -> None:
    built = layout(Screen((PICTURE, PICTURE)))

    assert len({each.filename for each in built.files}) == 2
