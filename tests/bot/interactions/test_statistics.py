"""`/stats`: one's own in this server and in all, what others see of it, and a title's page.

Every number that is shown is compared with one that is counted from a plain list of an invented
season.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from statistics import mean, median_low
from typing import Any

import pytest
from simcord.actors import MemberActor
from sqlalchemy import insert

from bot.games.custom_ids import base36
from bot.storage.match.matches import MatchStore
from bot.storage.schema import answer_times
from bot.table.ids import PlayerId
from bot.table.people.answer_times import CLASSES
from bot.table.preferences import Preferences
from engine.counters import counters_of
from tests.bot.interactions.test_reviews import over
from tests.bot.storage.test_statistics import Played, season
from tests.bot.world import World, control, controls, menus, posts, reply, said

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Fay")
OTHER_SERVER = 77
COUNT = 150


async def asked(world: World, person: Any, **options: Any) -> Any:
    return reply(await person.slash(world.channel, "stats", **options))


async def clicked(person: Any, message: Any, verb: str) -> Any:
    return reply(await person.click(message, custom_id=control(message, verb).custom_id))


async def chosen(person: Any, message: Any, game: str) -> Any:
    (menu,) = menus(message)
    return reply(await person.select(message, [game], custom_id=menu["custom_id"]))


async def a_season(world: World, count: int = COUNT) -> tuple[list[MemberActor], list[Played]]:
    """Return people and what they have played, here and elsewhere, lessons left out."""
    people = [world.person(each) for each in NAMES]
    players = [PlayerId(each.id) for each in people]
    matches = world.bot.shell.stores.matches
    assert isinstance(matches, MatchStore)
    guilds = (world.guild.id, OTHER_SERVER)
    played = await season(world.database, matches, count, players, guilds)
    return people, [each for each in played if not each.is_lesson]


def of(played: Sequence[Played], who: int, guild: int | None, game: str = "") -> list[Played]:
    return [
        each
        for each in played
        if who in each.people and guild in (None, each.guild) and game in ("", each.game)
    ]


def numbers(text: str) -> list[int]:
    """Return every number of a text; digits may be grouped, and the year is left out."""
    joined = re.sub(r"(?<=\d)[,.\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE}](?=\d{3})", "", text)
    return [int(each) for each in re.findall(r"\d+", joined) if each != "2026"]


def alt(message: Any) -> str:
    (picture,) = message.attachments
    return str(picture.description)


async def answered(world: World, match: Played, player: int, *classes: int) -> None:
    seat = match.people.index(PlayerId(player))
    rows = [
        {"match_id": match.match, "seat": seat, "class": each, "answers": count}
        for each, count in Counter(classes).items()
    ]
    await world.database.execute(insert(answer_times).values(rows))


def wins_in_a_row(mine: Sequence[Played], who: PlayerId) -> int:
    decided = [each.is_win(who) for each in mine[::-1] if not each.is_voted]
    return len(list(takewhile(bool, decided)))


async def rated(world: World, who: PlayerId, game: str) -> list[int]:
    known = await world.bot.shell.stores.statistics.rating(who, world.guild.id, game)
    if known is None:
        return []
    return [known.number, known.doubt] if known.is_listed else [5, known.matches, 5]


async def title_numbers(
    world: World, who: PlayerId, game: str, mine: Sequence[Played], *, is_rated: bool = True
) -> list[int]:
    """Return all that a card says of a title: matches, wins, rating, last places, counters."""
    places = [each.place(who) for each in mine[-10:]]
    of_rating = await rated(world, who, game) if is_rated else []
    return [len(mine), sum(each.is_win(who) for each in mine), *of_rating, *places]


def counted(who: PlayerId, game: str, mine: Sequence[Played]) -> list[int]:
    counters = counters_of(game)
    assert counters is not None
    own = [each.counts[each.people.index(who)] for each in mine]
    return [
        max(each[n] for each in own) if way == "best" else sum(each[n] for each in own)
        for n, way in enumerate(counters.summing.values())
    ]


def most_played(mine: Sequence[Played]) -> list[str]:
    counts = Counter(each.game for each in mine)
    return sorted(counts, key=lambda each: (-counts[each], each))


async def card_numbers(
    world: World, who: PlayerId, mine: Sequence[Played], *, is_rated: bool = True
) -> list[int]:
    found = [len(mine), sum(each.is_win(who) for each in mine)]
    for game in most_played(mine):
        own = [each for each in mine if each.game == game]
        found += await title_numbers(world, who, game, own, is_rated=is_rated)
        found += counted(who, game, own)
    return found


async def test_who_has_finished_nothing_is_told_so(world: World) -> None:
    shown = await asked(world, world.person("Ann"))

    assert shown.ephemeral
    assert "**You haven't finished a match yet.**" in said(shown)
    assert not shown.attachments


@pytest.mark.parametrize("language", ["en", "fr", "es"])
async def test_one_s_own_card_is_right_here_and_over_all_servers(
    world: World, language: str
) -> None:
    (ann, *_), played = await a_season(world)
    who = PlayerId(ann.id)
    await world.bot.shell.stores.players.prefer(who, Preferences(language=language))
    mine, every = of(played, who, world.guild.id), of(played, who, None)

    here = await asked(world, ann)
    alt_here, text, verbs = alt(here), said(here), [each.verb for each in controls(here)]
    everywhere = await clicked(ann, here, "stats")

    assert here.ephemeral
    row = wins_in_a_row(mine, who)
    assert numbers(alt_here) == [*await card_numbers(world, who, mine), 0, row]
    expected = await card_numbers(world, who, every, is_rated=False)
    assert numbers(alt(everywhere)) == [*expected, 0, wins_in_a_row(every, who)]
    assert f"**{len(mine)} " in text
    assert f"**{len(every)} " in said(everywhere)
    assert verbs == ["stats", "stats-rating", "stats-met", "stats-show"]
    assert [each.verb for each in controls(everywhere)] == ["stats", "stats-met"]


@pytest.mark.parametrize(
    ("language", "game"), [("en", "seismic"), ("fr", "san_andreas"), ("es", "aftershock")]
)
async def test_a_card_of_one_title_has_its_counters_and_variants(
    world: World, language: str, game: str
) -> None:
    (ann, *_), played = await a_season(world)
    who = PlayerId(ann.id)
    await world.bot.shell.stores.players.prefer(who, Preferences(language=language))
    mine = of(played, who, world.guild.id, game)

    shown = await chosen(ann, await asked(world, ann), game)
    by_command = await asked(world, ann, player=ann, game=game)

    variants = sorted(Counter(each.variants for each in mine).values(), reverse=True)
    scores = [
        each.scores[each.people.index(who)]
        for each in mine
        if not each.is_voted and each.left != who
    ]
    first = await title_numbers(world, who, game, mine)
    row = wins_in_a_row(mine, who)
    assert numbers(alt(shown)) == [*first[:2], *first, *counted(who, game, mine), 0, row, *variants]
    assert numbers(said(shown))[-2:] == [round(mean(scores)), max(scores)]
    assert alt(by_command) == alt(shown)


@pytest.mark.parametrize(
    ("language", "own", "others"),
    [
        ("en", "about 3 hr", "usually answers within hours"),
        ("fr", "tu réponds en 3 h environ", "répond en quelques heures"),
        ("es", "respondes en 3 h aprox.", "suele responder en horas"),
    ],
)
async def test_others_are_told_in_three_words_how_long_a_person_takes(
    world: World, language: str, own: str, others: str
) -> None:
    (ann, bob, *_), played = await a_season(world)
    for each in (ann, bob):
        await world.bot.shell.stores.players.prefer(
            PlayerId(each.id), Preferences(language=language)
        )
    here = of(played, bob.id, world.guild.id)
    await answered(world, here[0], bob.id, 0, 15, CLASSES - 1)
    await answered(world, here[1], bob.id, 15)
    await answered(world, of(played, bob.id, OTHER_SERVER)[0], bob.id, *[30] * 9)

    mine, theirs = await asked(world, bob), await asked(world, ann, player=bob)

    assert own in said(mine).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert numbers(alt(mine))[-3] == 3
    assert others in said(theirs)
    assert "3 h" not in said(theirs) + alt(theirs)


async def test_others_see_what_was_played_here_and_nothing_private(world: World) -> None:
    (ann, bob, cleo, *_), played = await a_season(world)
    who = PlayerId(bob.id)
    theirs = of(played, who, world.guild.id)

    shown = await asked(world, ann, player=bob)

    text = said(shown)
    both = [each for each in theirs if ann.id in each.people]
    decided = [each for each in both if not each.is_voted]
    ahead = sum(each.place(PlayerId(ann.id)) < each.place(who) for each in decided)
    behind = sum(each.place(PlayerId(ann.id)) > each.place(who) for each in decided)
    left = sum(each.left == who for each in theirs)
    assert shown.ephemeral
    assert "### Bob · in this server" in text
    assert f"You met {len(both)} times: you were ahead {ahead} times, Bob {behind} times." in text
    assert "missed" not in text + alt(shown)
    assert "Only you see this." not in text
    assert "Cleo" not in text + alt(shown)
    assert cleo.id != bob.id
    expected = await card_numbers(world, who, theirs)
    assert numbers(alt(shown)) == [*expected, left, len(theirs), wins_in_a_row(theirs, who)]
    assert [each.verb for each in controls(shown)] == ["stats-rating", "stats-show"]
    one = await chosen(ann, shown, "seismic")
    assert f"### P{bob.id} · in this server · Seismic" in said(one)


async def test_everyone_whom_one_met_is_listed(world: World) -> None:
    (ann, *others), played = await a_season(world)
    who = PlayerId(ann.id)
    mine = of(played, who, world.guild.id)

    shown = said(await clicked(ann, await asked(world, ann), "stats-met"))

    for name, each in zip(NAMES[1:], others, strict=True):
        met = [one for one in mine if each.id in one.people]
        other = PlayerId(each.id)
        ahead = sum(one.place(who) < one.place(other) for one in met if not one.is_voted)
        # Names in the invented season are numbers.
        assert name
        assert f"P{each.id}: ahead {ahead} of {len(met)} times" in shown


async def test_hidden_and_never_played_are_told_in_the_same_words(world: World) -> None:
    ann, bob = await over(world)
    stranger = world.person("Zoe")
    before = await asked(world, ann, player=bob)
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(unseen=True))

    hidden = said(await asked(world, ann, player=bob))
    unknown = said(await asked(world, ann, player=stranger))
    posted = len(posts(world))
    pressed = [said(await clicked(ann, before, "stats-show"))]
    ids = [f"b.{verb}.{base36(stranger.id)}.seismic" for verb in ("stats-show", "stats-rating")]
    left = await world.leftover(*ids)
    pressed += [said(reply(await ann.click(left, custom_id=each))) for each in ids]

    assert hidden.replace("Bob", "Zoe") == unknown
    assert "**There are no statistics to show for Zoe** in this server." in unknown
    assert "**1 match**" in said(await asked(world, bob))
    # A button of before, and a made-up one, say no more.
    assert pressed[0] == pressed[1]
    assert "Bob" not in pressed[0]
    assert len(posts(world)) == posted + 1  # what was left over
    assert "No rating yet" in pressed[2]


async def test_a_bot_has_no_statistics_and_an_unknown_game_is_refused(world: World) -> None:
    ann = world.person("Ann")
    robo = world.guild.add_member(world.env.create_user("robo", bot=True))

    of_bot = said(await asked(world, ann, player=robo))
    of_game = said(await asked(world, ann, game="**chess**"))
    of_both = said(await asked(world, ann, player=world.person("Bob"), game="chess"))

    assert "has no statistics" in of_bot
    assert "**I don't know the game \\*\\*chess\\*\\*.**" in of_game
    assert "Seismic, San Andreas" in of_game
    assert "**I don't know the game chess.**" in of_both


async def test_a_card_is_shown_to_the_channel_without_what_is_private(world: World) -> None:
    (ann, bob, *_), played = await a_season(world)
    who = PlayerId(ann.id)
    mine = of(played, who, world.guild.id)
    await answered(world, mine[0], who, 15)
    private = await asked(world, ann)
    before = len(posts(world))

    after = await clicked(ann, private, "stats-show")

    public = world.newest
    wins = sum(each.is_win(who) for each in mine)
    left = sum(each.left == who for each in mine)
    assert len(posts(world)) == before + 1
    assert said(public) == f"**Ann** shows: {len(mine)} matches, {wins} wins in this server"
    expected = await card_numbers(world, who, mine)
    assert numbers(alt(public)) == [*expected, left, len(mine), wins_in_a_row(mine, who)]
    assert "hours" in alt(public)
    assert not controls(public)
    assert "Shown to everyone in the channel." in said(after)
    assert "stats-show" not in [each.verb for each in controls(after)]
    # Of somebody else: who shows it is named.
    await clicked(bob, await asked(world, bob, player=ann), "stats-show")
    assert said(world.newest).startswith("**Bob** shows: ")
    assert "Ann" not in said(world.newest)


async def test_two_clicks_on_one_button_show_a_card_once(world: World) -> None:
    (ann, *_), _ = await a_season(world)
    button = f"b.stats-show.{base36(ann.id)}."
    left = await world.leftover(button)

    for _ in range(2):
        await ann.click(left, custom_id=button)
    first, second = posts(world)[-2:]

    # Discord keeps one of several messages with the same nonce.
    assert first["nonce"] == second["nonce"]


@pytest.mark.parametrize("language", ["en", "fr", "es"])
async def test_a_title_s_page_is_right(world: World, language: str) -> None:
    (ann, *_), played = await a_season(world)
    await world.bot.shell.stores.players.prefer(PlayerId(ann.id), Preferences(language=language))
    there = [
        each
        for each in played
        if (each.guild, each.game) == (world.guild.id, "aftershock")
        and not each.is_voted
        and None not in each.people
    ]

    shown = await asked(world, ann, game="Aftershock")
    text, picture = said(shown), alt(shown)
    records = said(await clicked(ann, shown, "stats-records"))

    scores = [
        (score, rank == 1)
        for each in there
        for score, rank in zip(each.scores, each.ranks, strict=True)
    ]
    sizes = Counter(len(each.people) for each in there)
    moves = median_low(len(each.moves) for each in there)
    lines = text.strip().splitlines()
    assert numbers(lines[1])[0] == len(there)
    assert numbers(lines[1])[1] == moves
    assert numbers(lines[1])[-1] == min(sizes, key=lambda each: (-sizes[each], each))
    assert round(mean(score for score, _ in scores)) in numbers(lines[2])
    bars = [
        number
        for points in sorted({score for score, _ in scores})
        for number in (
            points,
            points,
            sum(score == points for score, _ in scores),
            sum(is_win for score, is_win in scores if score == points),
        )
    ]
    assert numbers(picture)[: 1 + len(bars)] == [len(there), *bars]
    best = max(
        score
        for each in there
        for who, score in zip(each.people, each.scores, strict=True)
        if who is not None and who != each.left
    )
    assert numbers(lines[3])[-1] == best
    assert f" {best}**" in records


async def test_first_seats_are_told_of_from_twenty_matches_on(world: World) -> None:
    (ann, *_), played = await a_season(world)
    pages = {}
    for game in ("seismic", "san_andreas", "aftershock"):
        there = [
            each
            for each in played
            if (each.guild, each.game) == (world.guild.id, game)
            and not each.is_voted
            and None not in each.people
        ]
        pages[game] = (len(there), there, said(await asked(world, ann, game=game)))

    assert {count >= 20 for count, _, _ in pages.values()} == {True, False}
    for count, there, text in pages.values():
        assert ("too few matches to tell" in text) is (count < 20)
        if count >= 20:
            won = [1 / e.ranks.count(1) if e.ranks[e.first] == 1 else 0 for e in there]
            fair = mean(1 / len(each.people) for each in there)
            assert f"wins {round(100 * mean(won))}% (a fair share is {round(100 * fair)}%)" in text


async def test_a_title_s_page_leads_on_and_is_shown_by_name(world: World) -> None:
    (ann, *_), _ = await a_season(world)
    page = await asked(world, ann, game="seismic")

    ranking = said(await clicked(ann, page, "ranking"))
    page = await asked(world, ann, game="seismic")
    shown = await clicked(ann, page, "stats-title-show")

    assert "### Ranking · Seismic" in ranking
    assert said(world.newest) == "**Ann** shows: Seismic · this server"
    assert world.newest.attachments
    assert "stats-title-show" not in [each.verb for each in controls(shown)]


async def test_where_nothing_ended_a_title_s_page_offers_to_open_a_table(world: World) -> None:
    shown = await asked(world, world.person("Ann"), game="seismic")

    assert "**No match has ended in this server yet.**" in said(shown)
    assert [each.verb for each in controls(shown)] == ["open"]


async def test_a_rating_over_time_is_private_and_for_others_from_five_matches_on(
    world: World,
) -> None:
    (ann, bob, *_), _ = await a_season(world)
    store = world.bot.shell.stores.statistics
    history = await store.rated_results(PlayerId(ann.id), world.guild.id, "seismic")

    own = await asked(world, ann, player=ann, game="seismic")
    chart = await clicked(ann, own, "stats-rating")
    others = await clicked(bob, await asked(world, bob, player=ann, game="seismic"), "stats-rating")

    now = history[-1].rating
    assert now.is_listed
    wins = sum(each.is_win for each in history)
    best = max(each.rating.number for each in history if each.rating.is_listed)
    for each in (chart, others):
        told = alt(each).replace(f"P{ann.id}", "Ann")
        assert numbers(told) == [now.number, now.doubt, wins, len(history), best]
    assert "### Ann · Seismic · Rating over time" in said(chart)
    assert "stats" in [each.verb for each in controls(chart)]
    assert "stats-of" in [each.verb for each in controls(others)]


async def test_a_rating_that_is_not_shown_yet_is_drawn_for_oneself_alone(world: World) -> None:
    (ann, bob, *_), _ = await a_season(world, 30)
    store = world.bot.shell.stores.statistics
    people = {each.id: each for each in (ann, bob)}
    early = [
        (who, game)
        for who in people
        for game in ("seismic", "san_andreas", "aftershock")
        if (known := await store.rating(PlayerId(who), world.guild.id, game)) is not None
        and not known.is_listed
    ]
    assert early, "the season is too long"
    who, game = early[0]
    other = next(each for each in people.values() if each.id != who)
    left = await world.leftover(f"b.stats-rating.{base36(who)}.{game}")

    (button,) = controls(left)
    own = reply(await people[who].click(left, custom_id=button.custom_id))
    theirs = reply(await other.click(left, custom_id=button.custom_id))

    assert own.attachments
    assert not theirs.attachments
    assert "No rating yet: it takes 5 rated matches." in said(theirs)
