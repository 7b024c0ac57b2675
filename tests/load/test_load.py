"""What the load says: whose processor time it was, and which click made a message."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.load.crowd import TURN, Click, Crowd, Somebody, Table
from tests.load.family import Family

CHILD = "import time; sum(range(3_000_000)); print(flush=True); time.sleep(600)"
# Its own command line must not have the name of its child's.
NAME = "'bot.' + 'workers.drawing'"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}, {NAME}])"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_are_told_apart_and_those_that_ended_still_count() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as bot:
        family = Family([bot.pid])
        try:
            assert bot.stdout is not None
            bot.stdout.readline()
            before, memory = family.look(), family.memory()
            children = [each for each in family._ids() if each != bot.pid]
        finally:
            bot.kill()
        for each in children:
            subprocess.run(["kill", str(each)], check=False)

    assert before["drawing"] > 0
    assert memory["bot"] > 1
    assert memory["drawing"] > 1
    assert set(before) == {"bot", "drawing"}
    assert family.look()["drawing"] >= before["drawing"]


def click(table: Table, *, is_receipt: bool) -> Click:
    somebody, interaction = Somebody(None), SimpleNamespace(id="1", token="1")
    made = Click(TURN, 0.0, interaction, somebody, table, may_move=True)
    made.is_receipt = is_receipt
    return made


def test_a_message_counts_for_the_click_that_made_it() -> None:
    table = Table("aftershock", SimpleNamespace(id="7"), [])
    posted = SimpleNamespace(path="channels/7/messages", operation="create_message", at=5.0)
    crowd = Crowd(SimpleNamespace(journal=[posted], interactions={}), [table])
    sealed, last, refused = (click(table, is_receipt=each) for each in (True, True, False))
    crowd._moving["7"] = [sealed, last, refused]

    crowd.drain()

    assert [each.told for each in (sealed, last, refused)] == [None, 5.0, None]
    assert crowd.posts == 1
