"""Whatever people press, and whenever: no table hangs, and who is asked is asked once and awake."""

from pathlib import Path

import pytest

from tests.weeks.crowd import pressed

pytestmark = pytest.mark.slow

SEEDS = 20


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_whatever_is_pressed_tables_go_on_or_end(seed: int, tmp_path: Path) -> None:
    wrong, done = await pressed(tmp_path, seed)

    assert not wrong, "\n".join(wrong[:20])
    assert done
