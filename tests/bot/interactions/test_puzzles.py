"""A puzzle a day: one try, sealed until tomorrow, then the solution and who found it."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.games.people import numbered
from bot.games.registry import panels
from bot.hosting.advice.puzzles import today
from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.puzzles import ShownPuzzle, date_said, look, question, sealed
from bot.messages.advice.puzzles import text as text_screen
from bot.messages.viewing import Reader
from bot.storage.advice.puzzles import PuzzleStore
from bot.table.advice.puzzles import KeptPuzzle, PuzzleAnswer
from bot.table.ids import PlayerId
from bot.table.preferences import Preferences
from engine.game import PUBLIC
from engine.puzzle_text import read_puzzle
from engine.registry import games
from tests.bot.interactions.test_languages import all_of, leaks
from tests.bot.puzzling import TITLES, kept_puzzle
from tests.bot.world import World, controls, posts, reply, said
from tests.games.titles import played

RIGHT, WRONG = 1, 3


async def keep(world: World, days: int = 0, title: str = "seismic", answer: int = RIGHT) -> date:
    day = today(world.clock) + timedelta(days=days)
    await PuzzleStore(world.database).keep(kept_puzzle(day, title, answer))
    return day


async def asked(person: MemberActor, world: World) -> ResponseMessage:
    return reply(await person.slash(world.channel, "puzzle"))


async def sealing(person: MemberActor, world: World, option: int) -> ResponseMessage:
    """Look at an option and seal it."""
    looked = reply(await person.click(await asked(person, world), label="ABCDE"[option]))
    seal = next(each for each in controls(looked) if each.custom_id.startswith("b.puzzle-seal"))
    return reply(await person.click(looked, custom_id=seal.custom_id))


async def solved(person: MemberActor, world: World) -> ResponseMessage:
    shown = await asked(person, world)
    key = next(each for each in controls(shown) if each.custom_id.startswith("b.solution"))
    return reply(await person.click(shown, custom_id=key.custom_id))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_day_of_a_puzzle(world: World, language: str) -> None:
    speak, people = words(language), [world.person(name) for name in ("Ann", "B*b", "Cleo")]
    ann, bob, cleo = people
    for each in people:
        await world.bot.shell.stores.players.prefer(PlayerId(each.id), Preferences(language))
    await keep(world)
    await keep(world, 1, "san_andreas")

    first = await asked(ann, world)
    mine, other = await sealing(ann, world, RIGHT), await sealing(bob, world, WRONG)
    again = await asked(ann, world)

    assert [each.label for each in controls(first)][:5] == list("ABCDE")
    assert first.ephemeral
    assert first.attachments[0].description
    assert said(mine) == said(again)
    sealed_b, sealed_d = (
        speak.say("**Sealed: {letter}.** The solution comes {t}.", letter=letter, t="").strip(" .")
        for letter in "BD"
    )
    assert sealed_b in said(mine)
    chosen = f" · {speak.say('your choice')}"
    alike = [said(each).replace(chosen, "") for each in (mine, other)]
    assert alike[0].replace(sealed_b, sealed_d) == alike[1]
    assert not world.channel.history()

    world.clock.pass_by(days=1)
    next_day, own, hers = (
        await asked(ann, world),
        await solved(ann, world),
        await solved(cleo, world),
    )

    assert "San Andreas" in said(next_day)
    assert speak.say("**You found it.**") in said(own)
    assert speak.say("You didn't answer.") in said(hers)
    told = speak.say("Found by {n} of {all} in this server: {names}.", n=1, all=2, names="**Ann**")
    assert told in said(own)
    assert told in said(hers)
    assert speak.say("Not this time.") in said(await solved(bob, world))
    for shown in (first, mine, next_day, own, hers):
        assert language == "en" or not leaks(all_of(shown), language)


async def test_one_try_is_all(world: World) -> None:
    ann = world.person("Ann")
    day = await keep(world)
    screen = await asked(ann, world)
    looked = reply(await ann.click(screen, label="B"))
    seal = next(each for each in controls(looked) if "seal" in each.custom_id).custom_id

    await ann.click(looked, custom_id=seal)
    await world.restart()
    later = await world.leftover(seal.replace(".1", ".2"), seal.replace("seal", "look"))
    slips = [reply(await ann.click(later, custom_id=each.custom_id)) for each in controls(later)]

    assert all("**Sealed: B.**" in said(each) for each in slips)
    answer = await PuzzleStore(world.database).find_answer(day, PlayerId(ann.id))
    assert answer is not None
    assert (answer.option, answer.is_right, answer.guild) == (1, True, world.guild.id)


async def test_a_streak_counts_today_only_when_it_is_over(world: World) -> None:
    ann = world.person("Ann")
    for n in range(4):
        await keep(world, n)

    runs = []
    for option in (RIGHT, RIGHT, WRONG):
        await sealing(ann, world, option)
        runs.append(said(await asked(ann, world)))
        world.clock.pass_by(days=1)
        runs.append(said(await solved(ann, world)))

    assert not any("streak" in each for each in runs[::2])
    assert ["Streak: 1 day · best: 1" in each for each in runs[1::2]] == [1, 0, 0]
    assert "Streak: 2 days · best: 2" in runs[3]
    assert "Streak: 0 days · best: 2" in runs[5]


async def test_a_channel_hears_that_somebody_sealed_not_what(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    day = await keep(world)
    left = await world.leftover(f"b.puzzle-tell.{day:%Y%m%d}")
    early = said(reply(await bob.click(left, custom_id=f"b.puzzle-tell.{day:%Y%m%d}")))
    before = len(posts(world))
    mine = await sealing(ann, world, RIGHT)

    after = reply(await ann.click(mine, label="Tell the channel I sealed"))
    first = world.newest.content
    other = await sealing(bob, world, WRONG)
    await bob.click(other, label="Tell the channel I sealed")

    assert "Which one is best?" in early
    assert len(posts(world)) == before + 2
    assert first == "**Ann** has sealed an answer: Puzzle of the day · November 21 · Seismic"
    assert world.newest.content == first.replace("Ann", "Bob")
    assert [each.custom_id for each in controls(world.newest)] == ["b.puzzle"]
    assert "Shown to everyone" in said(after)


async def test_a_puzzle_of_the_last_days_is_solved_late_without_the_streak(world: World) -> None:
    ann = world.person("Ann")
    day = await keep(world)
    await sealing(ann, world, RIGHT)
    for n, title in enumerate(("san_andreas", "aftershock"), 1):
        await keep(world, n, title)
    world.clock.pass_by(days=2)

    listed = reply(await ann.click(await asked(ann, world), label="Last seven days"))
    labels = [each.label for each in controls(listed)]
    late = reply(await ann.click(listed, label="November 22 · San Andreas"))
    asked_late = said(late)
    looked = reply(await ann.click(late, label="B"))
    kinds = [each.custom_id.split(".")[1] for each in controls(looked)]
    own = said(reply(await ann.click(looked, label="My answer: B")))

    assert labels == [
        "November 22 · San Andreas",
        "November 21 · Seismic: solution",
        "Today's puzzle",
    ]
    assert "doesn't count for your streak" in asked_late
    assert "puzzle-seal" not in kinds
    assert "**You found it.** That day is over" in own
    assert "Streak: 0 days · best: 1\n🟩⬜" in own
    store = PuzzleStore(world.database)
    assert await store.find_answer(day + timedelta(days=1), PlayerId(ann.id)) is None


async def test_todays_puzzle_is_no_late_one(world: World) -> None:
    ann, day = world.person("Ann"), await keep(world)
    key = f"b.puzzle-late.{day:%Y%m%d}.{RIGHT}.a"

    shown = said(reply(await ann.click(await world.leftover(key), custom_id=key)))

    assert "Which one is best?" in shown
    assert "You found it" not in shown


async def test_clicks_on_an_older_message_show_the_solution(world: World) -> None:
    ann = world.person("Ann")
    await keep(world)
    screen = await asked(ann, world)
    looked = reply(await ann.click(screen, label="B"))
    seal = next(each for each in controls(looked) if "seal" in each.custom_id).custom_id
    old = await world.leftover(seal, seal.replace("seal", "look"))

    world.clock.pass_by(days=1)
    late = [reply(await ann.click(old, custom_id=each.custom_id)) for each in controls(old)]

    assert all("Solution of November 21" in said(each) for each in late)
    assert all("That day is over" in said(each) for each in late)
    assert all("You didn't answer." in said(each) for each in late)


async def test_nobody_sees_a_solution_before_its_time(world: World) -> None:
    ann = world.person("Ann")
    day = await keep(world)
    await keep(world, 1, "san_andreas")
    verbs = ("solution", "puzzle-show", "puzzle-look", "puzzle-text", "puzzle", "puzzle-late")
    days = (day, day + timedelta(days=1))
    ids = [f"b.{verb}.{each:%Y%m%d}.1" for each in days for verb in verbs]
    odd = [f"b.puzzle-look.{text}" for text in ("", "2026", "x" * 8, "20261399", "٢٠٢٦١١٢١")]
    out = [f"b.puzzle-look.{day:%Y%m%d}.{n}" for n in ("5", "-1", "x", "")]

    for each in [*ids, *odd, *out]:
        left = await world.leftover(each)
        shown = said(reply(await ann.click(left, custom_id=each)))
        assert "Solution" not in shown
        assert "points less" not in shown
        assert "San Andreas" not in shown


async def test_a_solution_is_shown_to_everybody_in_silence(world: World) -> None:
    ann = world.person("**Ann**")
    await keep(world)
    await sealing(ann, world, RIGHT)
    world.clock.pass_by(days=1)

    after = reply(await ann.click(await solved(ann, world), label="Show to everyone"))
    sent, post = world.newest, posts(world)[-1]

    assert sent.content.startswith(r"**\*\*Ann\*\*** shows: Solution of November 21 · Seismic")
    assert r"Found by 1 of 1 in this server: **\*\*Ann\*\***." in sent.content
    # The reasons speak to whoever was asked for the move.
    assert " you" not in sent.content
    assert len(sent.content) < 2000
    assert sent.attachments[0].description
    assert post["flags"] == 1 << 12
    assert "Shown to everyone" in said(after)


async def test_in_direct_messages_it_is_the_same_but_for_who_found_it(world: World) -> None:
    eve = world.env.create_user("eve", global_name="Eve")
    day = await keep(world)

    first = reply(await eve.slash("puzzle"))
    looked = reply(await eve.click(first, label="B"))
    mine = reply(await eve.click(looked, label="Seal B"))
    world.clock.pass_by(days=1)
    await keep(world)
    own = reply(await eve.click(reply(await eve.slash("puzzle")), label="Yesterday's solution"))
    answer = await PuzzleStore(world.database).find_answer(day, PlayerId(eve.id))

    assert "**Sealed: B.**" in said(mine)
    assert "**You found it.**" in said(own)
    assert "server" not in said(own)
    assert "Show to everyone" not in [each.label for each in controls(own)]
    assert answer is not None
    assert answer.guild is None


async def test_a_day_without_a_puzzle_says_so(world: World) -> None:
    ann = world.person("Ann")

    shown = await asked(ann, world)

    assert "There's no puzzle today." in said(shown)
    assert not controls(shown)


@pytest.mark.parametrize("body", ["", "{}", "[" * 1000])
async def test_a_stored_puzzle_that_is_damaged_breaks_nothing(world: World, body: str) -> None:
    ann, day = world.person("Ann"), today(world.clock)
    await PuzzleStore(world.database).keep(KeptPuzzle(day, "seismic", body))

    shown = await asked(ann, world)

    assert "The puzzle of November 21 can't be read anymore." in said(shown)


async def test_the_board_is_told_in_words(world: World) -> None:
    ann = world.person("Ann")
    await keep(world)

    page = reply(await ann.click(await asked(ann, world), label="Board as text"))
    back = reply(await ann.click(page, label="Back"))

    assert len(said(page)) > 300
    assert said(back) == said(await asked(ann, world))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_before_tomorrow_nothing_tells_which_move_is_right(title: str, language: str) -> None:
    day = date(2026, 11, 21)
    posed = read_puzzle(games(), kept_puzzle(day, title).body)
    count = len(posed.puzzle.options)

    def screens(answer: int) -> list[Any]:
        values = [0.0] * count
        values[answer] = 9.0
        puzzle = replace(posed.puzzle, answer=answer, values=tuple(values), obvious=answer)
        shown = ShownPuzzle(
            day,
            posed._replace(puzzle=puzzle),
            panels()[title],
            Reader(PUBLIC, words(language)),
        )
        mine = PuzzleAnswer(day, PlayerId(1), "Ann", 1, 2, is_right=answer == 2)
        return [
            question(shown, has_yesterday=True),
            *(look(shown, n) for n in range(count)),
            sealed(shown, mine, has_yesterday=False),
            text_screen(shown, "", is_over=False),
        ]

    first = screens(0)

    assert all(screens(n) == first for n in range(1, count))


PLAN = 1
"""The place of the position in Aftershock in which one plans."""


def position(
    title: str, language: str = "en", day: date = date(2026, 11, 21), place: int = 12
) -> ShownPuzzle:
    posed = read_puzzle(games(), kept_puzzle(day, title, place=place).body)
    return ShownPuzzle(day, posed, panels()[title], Reader(PUBLIC, words(language)))


@pytest.mark.parametrize("title", TITLES)
def test_a_position_of_no_table_has_no_number(title: str) -> None:
    shown = position(title)
    name = shown.panel.title(shown.words)

    pages = [page.text for page in shown.panel.text(shown.view())]

    assert name in pages[0]
    assert f"{name} 0" not in "\n".join(pages)
    assert numbered(shown.view(), name) == name


def test_a_plan_that_is_begun_shows_what_it_places() -> None:
    shown = position("aftershock", place=PLAN)
    after = shown.view_after(0)
    assert after is not None

    own, begun = shown.pictures(shown.view())[1], shown.pictures(after)[1]

    assert begun.alt.count("not placed") == own.alt.count("not placed") - 1


def test_a_purchase_shows_what_is_for_sale() -> None:
    shown = position("aftershock")
    sale = next(each for each in played("aftershock") if each.view().observation.phase == "buy")

    board, cards = shown.pictures(sale.view())[:2]

    assert board.alt.startswith("Map of the Bay")
    assert cards.alt.startswith("Cards: ")


def test_the_first_of_a_month_is_a_date_of_its_own() -> None:
    first, second = date(2026, 12, 1), date(2026, 12, 2)

    said = {
        each: (date_said(first, words(each)), date_said(second, words(each))) for each in LANGUAGES
    }

    assert said["en"] == ("December 1", "December 2")
    assert said["fr"] == ("1er d\u00e9cembre", "2 d\u00e9cembre")
    assert said["es"] == ("1 de diciembre", "2 de diciembre")
