"""Names and words that are meant to do harm: they are shown, and do nothing."""

import re
from random import Random
from typing import Any, Final

import pytest
from simcord.actors import MemberActor

from tests.bot.world import World, acting, controls, played, reply

NAMES: Final = (
    "@everyone[a](http://e.vil)",
    "\u202e*_`~||<@&1><#2>\n# x",
    "\u200b\u3164\u2800\ufeff",
    "```ansi\nhttps://e.vil/@here",
)
"""As Discord lets them be: at most 32 characters."""
WORDS: Final = "\x00\ud800@everyone [a](https://e.vil) \u202e<@&5> ```x``` \n# big"
HIDES: Final = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u3164\u2800]")
DOES_HARM: Final = {
    "calls": re.compile(r"@(everyone|here)\b|<@&\d|<#2>"),
    "leads away": re.compile(r"\]\(http|https?://e\.vil"),
    "hides or turns": HIDES,
    "heads": re.compile(r"^# (x|big)", re.MULTILINE),
    "is code": re.compile(r"(?<!\\)```"),
}


def harm_in(sent: Any, path: str = "") -> list[str]:
    """Return what in a request could do harm, and where it stands."""
    if isinstance(sent, dict):
        return [found for key, each in sent.items() for found in harm_in(each, f"{path}.{key}")]
    if isinstance(sent, list):
        return [found for each in sent for found in harm_in(each, path)]
    if not isinstance(sent, str):
        return []
    # Labels, alt texts and names of threads are shown letter by letter.
    is_markdown = path.endswith(".content")
    looked_for = DOES_HARM.items() if is_markdown else [("hides or turns", HIDES)]
    return [f"{path} {what}: {sent!r}" for what, sign in looked_for if sign.search(sent)]


def sent_by_the_bot(world: World) -> list[Any]:
    """Return the bodies of all requests of the bot, and what it answered to interactions."""
    return [each.json for each in world.env.http_requests if each.json]


async def hostile(world: World, count: int) -> list[MemberActor]:
    people = []
    for number, name in enumerate(NAMES[:count]):
        user = world.env.create_user(f"user{number}", global_name=name)
        people.append(world.guild.add_member(user))
    return people


@pytest.mark.parametrize("title", ["seismic", "sanandreas", "aftershock"])
async def test_names_do_nothing_but_name(world: World, title: str) -> None:
    people, chance = await hostile(world, 4), Random(2)
    match = await world.begun(*people[:3], title=title)
    eve = people[3]
    if title != "aftershock":
        for _ in range(2):
            await played(acting(match, people), await world.table(), chance)
            match = await world.match()
    for who in (acting(match, people), eve):
        for verb in ("text", "more", "history", "happened", "since", "score", "votes", "deals"):
            await who.click(await world.leftover(f"b.{verb}.1.0"), custom_id=f"b.{verb}.1.0")
    for verb in ("board", "show", "remind", "nudge", "absent", "quit"):
        await people[0].click(await world.leftover(f"b.{verb}.1.0"), custom_id=f"b.{verb}.1.0")
    await people[0].slash(world.channel, "table vote", what="computer:1")
    shown = reply(await people[0].slash(world.channel, "table hold"))
    for each in controls(shown):
        if each.verb == "vote-open":
            await people[0].click(shown, custom_id=each.custom_id)
    if title == "aftershock":
        await people[0].slash(
            world.channel,
            "aftershock propose",
            to=people[1],
            i="oakland",
            you="-fremont",
            words=WORDS,
        )

    sent = sent_by_the_bot(world)
    told = str(sent)
    assert "**\N{FULLWIDTH COMMERCIAL AT}everyone" in told
    assert ("> \N{FULLWIDTH COMMERCIAL AT}everyone" in told) is (title == "aftershock")
    assert [found for each in sent for found in harm_in(each)] == []
    for each in sent:
        mentions = each.get("allowed_mentions") if isinstance(each, dict) else None
        assert not (mentions or {}).get("parse")


async def test_what_is_stored_can_be_stored_anywhere(world: World) -> None:
    """PostgreSQL takes no zero byte, and no database half a letter."""
    users = [
        world.env.create_user(each, global_name=f"{each}\x00\ud800") for each in ("a", "b", "c")
    ]
    people = [world.guild.add_member(each) for each in users]

    match = await world.begun(*people, title="aftershock")
    deal: dict[str, Any] = {"to": people[1], "i": "oakland", "you": "-fremont", "words": WORDS}
    await people[0].slash(world.channel, "aftershock propose", **deal)

    assert [each.name for each in match.chairs] == ["a", "b", "c"]
    (kept,) = await world.bot.shell.stores.deals.of(match.id)
    assert kept.terms.words.startswith("@everyone")
    assert kept.terms.words.isprintable()
