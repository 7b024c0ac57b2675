"""From move to move: keys, fingers, the timeline, the address, playing, languages."""

import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.bot.messages.page import tiny
from tests.bot.messages.page.conftest import Opened

COLOURS = """() => {
    const board = document.getElementById("board");
    const { data } = board.getContext("2d").getImageData(0, 0, board.width, board.height);
    return Array.from({ length: board.height }, (_, y) => Array.from(
        { length: board.width }, (_, x) => [0, 1, 2].map((i) => data[4 * (y * board.width + x) + i]
            .toString(16).padStart(2, "0")).join("")));
}"""


async def shows(tab: Page, move: int) -> None:
    await expect(tab.locator("#number")).to_have_text(f"{move}of {len(tiny.STEPS)}")
    await expect(tab.locator("#moves [aria-current=step] .number")).to_have_text(f"{move}")
    await expect(tab.locator("#slider")).to_have_value(f"{move}")
    await expect(tab.locator("#pill")).to_have_text(f"{move}")


async def pressed(tab: Page, *keys: str) -> None:
    for key in keys:
        await tab.keyboard.press(key)


async def test_any_jump_shows_exactly_the_picture_of_that_move(opened: Opened) -> None:
    tab = await opened("#1")

    for move in (1, 7, 3, 4, 2, 6, 5, 7, 1):
        await tab.locator(f"#moves [data-go='{move - 1}']").click()

        await shows(tab, move)
        assert await tab.evaluate(COLOURS) == tiny.pixels(move - 1)


@pytest.mark.parametrize(
    ("address", "move"), [("#3", 3), ("", 7), ("#0", 7), ("#99", 7), ("#words", 7), ("#3x", 7)]
)
async def test_an_address_names_a_move_and_nonsense_the_last(
    opened: Opened, address: str, move: int
) -> None:
    await shows(await opened(address), move)


async def test_the_address_follows_and_is_followed(opened: Opened) -> None:
    tab = await opened("#3")

    await pressed(tab, "ArrowRight")
    await expect(tab).to_have_url(re.compile("#4$"))
    await tab.evaluate("location.hash = '#6'")

    await shows(tab, 6)


async def test_an_address_is_followed_even_if_the_last_move_is_written_over_it(
    opened: Opened,
) -> None:
    tab = await opened("#3")

    # As the page does a moment after each move: the browser tells of the change only later.
    await tab.evaluate("location.hash = '#6'; history.replaceState(null, '', '#3')")

    await shows(tab, 6)


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        (["ArrowRight"], 4), (["ArrowLeft"], 2), (["Home"], 1), (["End"], 7), (["PageDown"], 5),
        (["PageDown", "PageDown"], 6), (["Home", "PageDown"], 3), (["PageUp"], 1), (["1"], 6),
        (["2"], 5), (["5"], 3), (["Home", "ArrowLeft"], 1), (["End", "ArrowRight"], 7),
    ],
)  # fmt: skip
async def test_keys_go_by_moves_marks_and_seats(opened: Opened, keys: list[str], move: int) -> None:
    tab = await opened("#3")

    await pressed(tab, *keys)

    await shows(tab, move)


async def test_letter_keys_can_be_turned_off(opened: Opened) -> None:
    tab = await opened("#3")

    await pressed(tab, "?")
    await expect(tab.get_by_role("dialog", name="Keys and gestures")).to_be_visible()
    await tab.get_by_label("Letter and digit keys").uncheck()
    await tab.get_by_role("button", name="Close").click()
    await pressed(tab, "1", "l")

    await shows(tab, 3)
    await expect(tab.locator("html")).to_have_attribute("lang", "en")
    await pressed(tab, "ArrowRight")
    await shows(tab, 4)


async def test_the_timeline_is_pressed_and_dragged(opened: Opened) -> None:
    tab = await opened("#1")
    box: Any = await tab.locator("#time").bounding_box()
    left, right = box["x"] + 28, box["x"] + box["width"] - 34

    await tab.mouse.move(left + (right - left) * 2 / 6, box["y"] + 40)
    await expect(tab.locator("#tip")).to_contain_text("3 · Move 3")
    await tab.mouse.down()
    await shows(tab, 3)
    await tab.mouse.move(left + (right - left) * 5 / 6, box["y"] + 40)

    await shows(tab, 6)
    await tab.mouse.up()
    await pressed(tab, "ArrowLeft")
    await shows(tab, 5)


async def test_the_slider_says_number_and_sentence(opened: Opened) -> None:
    tab = await opened("#3")

    slider = tab.get_by_role("slider", name="Move")

    said = f"3 of 7: Move 3 of {tiny.NAMES[0]}."
    await expect(slider).to_have_attribute("aria-valuetext", said)
    await expect(tab.locator("#live")).to_contain_text(said.partition(": ")[2])
    await expect(tab.locator("#live")).to_contain_text("Cleo 0")


async def test_a_move_that_was_taken_back_is_struck_through_and_passed_over(
    opened: Opened,
) -> None:
    tab = await opened("#3", before="""
        const real = setInterval;
        window.setInterval = (does, wait) => { window.paced = wait; return real(does, 20); };
    """)  # fmt: skip
    await tab.evaluate("""() => {
        const number = document.getElementById("number");
        window.seen = [];
        new MutationObserver(() => window.seen.push(number.firstChild.data)).observe(
            number, { childList: true });
    }""")
    row = tab.locator("#moves li").nth(3)
    await expect(row.locator(".text")).to_have_css("text-decoration-line", "line-through")
    await expect(row).to_contain_text("taken back")

    await pressed(tab, "Space")

    await shows(tab, 7)
    assert await tab.evaluate("window.seen") == ["5", "6", "7"]
    assert await tab.evaluate("window.paced") == 1100
    await expect(tab.get_by_role("button", name="Play")).to_be_visible()


async def test_there_are_three_speeds(opened: Opened) -> None:
    tab = await opened("#3")
    button = tab.locator("#speed")
    seen = []

    for _ in range(4):
        seen.append(await button.inner_text())
        await button.click()

    assert seen == ["1×", "2×", "½×", "1×"]


async def test_playing_is_slower_for_those_who_want_less_motion(opened: Opened) -> None:
    tab = await opened(
        "#3",
        before="window.setInterval = (does, wait) => { window.paced = wait; return 1; };",
        reduced_motion="reduce",
    )

    await tab.get_by_role("button", name="Play").click()

    assert await tab.evaluate("window.paced") == 2400
    await expect(tab.get_by_role("button", name="Pause")).to_be_visible()


async def test_the_board_in_words_follows(opened: Opened) -> None:
    tab = await opened("#1")

    await tab.keyboard.press("Tab")
    await tab.keyboard.press("Enter")
    words = tab.get_by_role("tabpanel", name="In words")
    await expect(words).to_be_focused()

    await expect(words.get_by_role("heading", name="Now")).to_be_visible()
    await expect(words.get_by_role("listitem")).to_have_text(["a *road*", "A1"])
    await tab.keyboard.press("ArrowRight")
    await expect(words.get_by_role("listitem")).to_have_text(["another road", "A1"])


async def test_tabs_go_by_arrows(opened: Opened) -> None:
    tab = await opened()

    await tab.get_by_role("tab", name="Moves").focus()
    await pressed(tab, "ArrowLeft")

    await expect(tab.get_by_role("tab", name="Draws")).to_be_focused()
    await expect(tab.get_by_role("tabpanel", name="Draws")).to_be_visible()
    await expect(tab.locator("[role=tab][tabindex='0']")).to_have_count(1)
    await expect(tab.locator("#number")).to_contain_text("7")


async def test_a_review_leads_to_its_moves(opened: Opened) -> None:
    tab = await opened()

    await tab.get_by_role("tab", name="Review").click()
    review = tab.get_by_role("tabpanel", name="Review")
    await expect(review).to_contain_text("2 decisions · A lot.")
    await expect(review).to_contain_text("Lucky.")
    await expect(review).to_contain_text("better: Go")
    await expect(review).to_contain_text("a bit more")
    await review.get_by_role("button").nth(1).click()

    await shows(tab, 5)


async def test_without_a_review_the_page_says_where_to_ask_for_one(opened: Opened) -> None:
    tab = await opened(head=tiny.head() | {"review": None})

    await tab.get_by_role("tab", name="Review").click()

    await expect(tab.get_by_role("tabpanel", name="Review")).to_contain_text("/table review asks")


@pytest.mark.parametrize(
    ("locale", "language"), [("fr-CA", "fr"), ("es", "es"), ("en-GB", "en"), ("pl", "en")]
)
async def test_the_page_speaks_the_browsers_language_if_it_can(
    opened: Opened, locale: str, language: str
) -> None:
    tab = await opened(locale=locale)

    await expect(tab.locator("html")).to_have_attribute("lang", language)


async def test_language_and_theme_are_remembered(opened: Opened) -> None:
    tab = await opened("#3", color_scheme="dark")
    await expect(tab.locator("html")).to_have_attribute("data-theme", "dark")

    await tab.get_by_title("français").click()
    await expect(tab.locator("#said")).to_contain_text("fr Move 3")
    await pressed(tab, "d")
    await tab.reload()

    await expect(tab.locator("html")).to_have_attribute("lang", "fr")
    await expect(tab.locator("html")).to_have_attribute("data-theme", "light")
    await expect(tab.locator("#moves li").first).to_contain_text("fr Move 1")


async def test_a_browser_that_keeps_nothing_still_shows_the_match(opened: Opened) -> None:
    tab = await opened(
        "#3", before="Object.defineProperty(window, 'localStorage', {get() { throw Error(); }})"
    )

    await tab.get_by_title("español").click()

    await expect(tab.locator("#said")).to_contain_text("es Move 3")


async def test_a_match_without_aids_has_no_points_before_its_end(opened: Opened) -> None:
    head = tiny.head()
    for step in head["steps"][:-1]:
        step["p"] = None

    tab = await opened("#3", head=head)

    await expect(tab.locator("#seats .points")).to_have_count(0)
    await expect(tab.locator("#live")).to_contain_text("2 crews, Bob & Co, Cleo")
    await pressed(tab, "End")
    await expect(tab.locator("#seats .points")).to_have_text(["1", "9", "12"])


async def test_the_map_is_zoomed_and_swiped(opened: Opened) -> None:
    # A busy machine may be late with the second click: the test says when each event was.
    tab = await opened("#3", before="""
        window.moment = 0;
        Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.moment });
    """)  # fmt: skip
    box: Any = await tab.locator("#map").bounding_box()
    x, y = box["x"] + 200, box["y"] + 100
    scale = "new DOMMatrix(getComputedStyle(document.getElementById('board')).transform).a"

    await tab.mouse.move(x, y)
    await tab.mouse.down()
    await tab.mouse.move(x - 40, y)
    await tab.mouse.move(x - 80, y)
    await tab.mouse.up()
    await shows(tab, 5)

    for moment, wanted in ((1_000, 1), (1_500, 1), (1_600, 2.5)):
        await tab.evaluate(f"window.moment = {moment}")
        await tab.mouse.click(x, y)
        assert await tab.evaluate(scale) == wanted
    await tab.mouse.down()
    await tab.mouse.move(x - 80, y)
    await tab.mouse.up()
    await shows(tab, 5)
    await pressed(tab, "0")
    assert await tab.evaluate(scale) == 1
    for _ in range(9):
        await pressed(tab, "+")
    assert await tab.evaluate(scale) == 5


async def test_two_fingers_zoom_the_map_around_them(opened: Opened) -> None:
    tab = await opened("#3", has_touch=True, viewport={"width": 400, "height": 860})
    box: Any = await tab.locator("#map").bounding_box()
    x, y = box["x"] + 150, box["y"] + 80
    hand = await tab.context.new_cdp_session(tab)

    async def touch(kind: str, *at: float) -> None:
        points = [{"x": each, "y": y, "id": n} for n, each in enumerate(at)]
        await hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", x - 20, x + 20)
    await touch("touchMove", x - 40, x + 40)
    await touch("touchMove", x - 60, x + 60)
    await touch("touchEnd")

    board = "new DOMMatrix(getComputedStyle(document.getElementById('board')).transform)"
    assert await tab.evaluate(f"{board}.a") == pytest.approx(3, abs=0.01)
    middle = await tab.evaluate(f"({x - box['x']} - {board}.e) / {board}.a")
    assert middle == pytest.approx(x - box["x"], abs=3)
    await shows(tab, 3)


async def test_a_finger_swipes_a_move_and_further_more(opened: Opened) -> None:
    tab = await opened("#5", has_touch=True, viewport={"width": 400, "height": 860})
    box: Any = await tab.locator("#map").bounding_box()
    x, y = box["x"] + 150, box["y"] + 80
    hand = await tab.context.new_cdp_session(tab)

    for kind, at in (
        ("touchStart", [x]), ("touchMove", [x + 40]), ("touchMove", [x + 80]), ("touchEnd", []),
    ):  # fmt: skip
        points = [{"x": each, "y": y} for each in at]
        await hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await shows(tab, 3)
