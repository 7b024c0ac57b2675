"""A visitor tries the bot without a token: opens the page, and plays by switching people."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect

from tests.bot.playground.page import CLICKS, PATIENCE_MS, PICTURES, Seat


async def test_three_people_play_in_turn_at_the_table_that_is_ready(ann: Seat) -> None:
    await ann.sees("You are Ann.")
    await ann.sees("turn 28", ann.boards.last)
    await ann.sees_picture(ann.boards.last)
    await ann.keep("playground")

    for name, following in (("Ann", "Bob"), ("Bob", "Cleo"), ("Cleo", "Ann")):
        await ann.become(name)
        tiles = await ann.labels(ann.boards.last)
        await ann.play(tiles[0])
        await ann.sees(f"@{following}, your move. {name}:", ann.boards.last)
        await ann.sees_picture(ann.boards.last)

    await expect(ann.boards).to_have_count(1)
    await ann.keep("after-three-turns")


@pytest.mark.parametrize(("width", "height"), [(400, 860), (1280, 900)])
async def test_the_board_and_its_buttons_are_seen_first(ann: Seat, width: int, height: int) -> None:
    await ann.tab.set_viewport_size({"width": width, "height": height})
    await ann.tab.reload()

    tile = ann.boards.last.get_by_role("button", name="1 · Straight")
    picture = ann.boards.last.locator("img[alt]").last
    await expect(picture).to_be_in_viewport(ratio=0.99)
    await expect(tile).to_be_in_viewport(ratio=1)
    # Measured in one moment: the page may still be scrolling.
    await ann.tab.wait_for_function(
        """([above, below]) =>
            above.getBoundingClientRect().bottom <= below.getBoundingClientRect().top""",
        arg=[await picture.element_handle(), await tile.element_handle()],
    )
    green = ann.tab.locator(".component-button.button-style-3")
    assert set(await green.all_inner_texts()) == {"Learn by playing"}
    await expect(ann.tab.locator("#inspector-toggle")).to_be_hidden()
    await ann.tab.screenshot(path=PICTURES / f"playground-{width}.png")


async def test_a_click_refused_as_a_message_changed_is_tried_again(ann: Seat) -> None:
    sent: list[int] = []

    async def delayed(route: Route) -> None:
        """Let the first click name what the page showed a moment ago."""
        body: Any = route.request.post_data_json
        if body["kind"] != "click":
            await route.continue_()
            return
        sent.append(body["published_revision"])
        body["published_revision"] -= len(sent) == 1
        await route.continue_(post_data=body)

    await ann.tab.route("**/api/action", delayed)
    await ann.boards.last.get_by_role("button", name="1 · Straight").click()

    await ann.sees("Nothing is sent yet.")
    assert len(sent) == 2


async def test_the_answer_to_a_click_comes_into_view(ann: Seat) -> None:
    await ann.tab.set_viewport_size({"width": 400, "height": 860})
    await ann.tab.reload()

    await ann.press_until("1 · Straight", "Nothing is sent yet.", ann.boards.last)

    await expect(ann.newest.locator(".component-button").last).to_be_in_viewport(ratio=1)
    await expect(ann.tab.locator("#new-messages")).to_be_hidden()


async def test_another_tab_shows_a_move_without_being_touched(ann: Seat) -> None:
    bob = Seat(await ann.tab.context.new_page())
    await bob.tab.goto(ann.tab.url)
    await bob.become("Bob")

    await ann.play((await ann.labels(ann.boards.last))[0])

    await bob.sees("@Bob, your move. Ann:", bob.boards.last)


async def test_the_board_is_told_in_words_and_the_rules_are_drawn(ann: Seat) -> None:
    await ann.press("Board as text", ann.boards.last)
    await ann.sees("Quake danger")
    await ann.keep("board-as-text")

    await ann.type_command("/seismic rules")
    await ann.sees_picture()
    await ann.keep("rules")


async def test_a_press_makes_everything_french(ann: Seat) -> None:
    await ann.press("En français")
    await ann.sees("Je parle français maintenant.")
    board = ann.messages.nth(-2)
    await ann.sees("Plateau en texte", board)
    await ann.sees("Bonjour, je suis Faultline", ann.messages.first)
    await ann.keep("french")

    await ann.press((await ann.labels(board))[0], board)

    await ann.sees("Rien n'est encore joué.")
    await ann.sees_picture()
    await ann.keep("french-where")


async def sat_down(ann: Seat, title: str) -> None:
    """Let everybody join the newest table, and begin."""
    lobby = ann.messages.filter(has_text=f"{title} · a new table").last
    for name in ("Bob", "Cleo"):
        await ann.become(name)
        await ann.press("Join", lobby)
        await ann.sees(name, lobby)
    await ann.become("Ann")
    await ann.press("Start now", lobby)
    await ann.sees("Board as text")
    await ann.sees_picture()


async def test_the_other_titles_begin_by_a_button_and_by_typing(ann: Seat) -> None:
    await ann.press("New San Andreas table")
    await sat_down(ann, "San Andreas")
    await ann.sees("San Andreas 2 · turn 1")
    await ann.keep("san-andreas")

    await ann.type_command("/aftershock new")
    await sat_down(ann, "Aftershock")
    await ann.press("Open my desk")
    await ann.sees("Choose the cards")
    await ann.sees_picture()
    await ann.keep("aftershock-desk")


async def test_three_people_open_join_and_begin_a_table_of_their_own(ann: Seat) -> None:
    await ann.press("New Seismic table")
    await sat_down(ann, "Seismic")
    await ann.sees("turn 1")
    await ann.keep("a-new-table")

    first = await ann.newest.inner_text()
    name = next(each for each in ("Ann", "Bob", "Cleo") if f"@{each}" in first)
    await ann.become(name)
    await ann.play((await ann.labels())[0])

    await ann.sees(f"{name}:")
    await ann.sees("turn 2")


async def set_up(ann: Seat) -> Locator:
    """Open a table of Seismic and what its host may set up; return the lobby."""
    await ann.press("New Seismic table")
    lobby = ann.messages.filter(has_text="Seismic · a new table").last
    await ann.sees("Seismic · a new table", lobby)
    await ann.press("Set up", lobby)
    await ann.sees("Add a computer player")
    return lobby


async def test_computer_players_move_by_themselves(ann: Seat) -> None:
    lobby = await set_up(ann)
    for shape in "▲◆●":
        menu = "Add a computer player|Regular|Beginner"
        await ann.choose_until(menu, lobby, f"{shape}⚙", "Regular", "Beginner", "Expert")
    await ann.press("Start", lobby)

    # For a tile, or for the line of a quake if one comes that early.
    await ann.sees("@Ann, ")
    await ann.sees("⚙", ann.boards.last)
    await ann.sees_picture(ann.boards.last)


async def test_a_review_is_shown_by_itself_when_it_is_done(ann: Seat) -> None:
    for _ in range(CLICKS):
        # Each time in a new menu: one that has dropped a choice keeps it as made.
        await ann.type_command("/table vote")
        await ann.sees("What the table can agree on")
        with suppress(AssertionError):
            question = "Shall I ask the table?"
            await ann.choose_until("Ask the table to", ann.newest, question, "End as it stands")
            break
    vote = ann.messages.filter(has_text="Ann proposes to end").last
    await ann.press_until("Ask the table", "For: Ann", told=vote)
    await ann.become("Bob")
    # What Bob says is shown with what Cleo says; saying it twice changes nothing.
    for _ in range(2):
        await ann.press("Vote yes", vote)
    await ann.become("Cleo")
    await ann.press_until("Vote yes", "Agreed.", vote, told=vote)
    await ann.become("Ann")
    over = ann.messages.filter(has=ann.tab.get_by_role("button", name="Review", exact=True)).last
    await ann.press_until("Review", "I'm reviewing this match", over)

    await expect(ann.newest).not_to_contain_text("I'm reviewing", timeout=6 * PATIENCE_MS)
    await ann.sees("decisions")
    await ann.keep("review")


@pytest.mark.parametrize("settings", ["MASTER_LEVEL=true"])
async def test_masters_are_offered_where_the_operator_allows_them(ann: Seat) -> None:
    await set_up(ann)

    menu = ann.newest.get_by_role("combobox", name=re.compile("Add a computer player"))
    await menu.click()
    await expect(ann.newest.get_by_role("option", name=re.compile(r"^\s*Master"))).to_be_visible()


async def test_a_day_passes_by_a_press(ann: Seat) -> None:
    await ann.press("A day later")

    await ann.sees("the table is waiting for you")
    await ann.keep("a-day-later")
