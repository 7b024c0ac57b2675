"""The chart of a match that is over, by its button."""

import json
import re
from urllib.parse import unquote

from tests.bot.interactions.test_reviews import over
from tests.bot.world import World, controls, reply, said


async def test_a_result_leads_to_the_chart_of_its_points(world: World) -> None:
    ann, _ = await over(world)
    result = await world.table()

    shown = reply(await ann.click(result, label="Chart"))

    assert shown.ephemeral
    assert "### Seismic 1" in said(shown)
    assert len(shown.attachments) == 1


async def test_a_match_can_be_put_into_an_app(world: World) -> None:
    ann, _ = await over(world)
    chart = reply(await ann.click(await world.table(), label="Chart"))

    shown = reply(await ann.click(chart, label="Log in BG Stats"))

    (address,) = re.findall(
        r"https://app\.bgstatsapp\.com/createPlay\.html\?data=[^)\s]+", said(shown)
    )
    data = json.loads(unquote(address.partition("data=")[2]))
    match = await world.match()
    assert [each["name"] for each in data["players"]] == ["Ann", "Bob"]
    assert [each["winner"] for each in data["players"]].count(True) >= 1
    assert data["game"]["name"] == "Seismic"
    assert str(match.chairs[0].player) not in address
    assert data["playDate"] == f"{match.changed_at:%Y-%m-%d %H:%M:%S}"


async def test_a_running_match_has_no_chart(world: World) -> None:
    people = [world.person(each) for each in ("Ann", "Bob")]
    await world.begun(*people)

    assert "Chart" not in [each.label for each in controls(await world.table())]
    old = await world.leftover("b.chart.1.0")
    told = reply(await people[0].click(old, custom_id="b.chart.1.0"))
    assert "**When the match is over.**" in said(told)
