"""The chart of a match that is over, by its button."""

from tests.bot.interactions.test_reviews import over
from tests.bot.world import World, controls, reply, said


async def test_a_result_leads_to_the_chart_of_its_points(world: World) -> None:
    ann, _ = await over(world)
    result = await world.table()

    shown = reply(await ann.click(result, label="Chart"))

    assert shown.ephemeral
    assert "### Seismic 1" in said(shown)
    assert len(shown.attachments) == 1


async def test_a_running_match_has_no_chart(world: World) -> None:
    people = [world.person(each) for each in ("Ann", "Bob")]
    await world.begun(*people)

    assert "Chart" not in [each.label for each in controls(await world.table())]
    old = await world.leftover("b.chart.1.0")
    told = reply(await people[0].click(old, custom_id="b.chart.1.0"))
    assert "**When the match is over.**" in said(told)
