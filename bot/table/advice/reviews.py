"""Matches that are looked back on."""

from typing import NamedTuple

from bot.table.ids import MatchId


class ReviewWanted(NamedTuple):
    """A match that is to be reviewed."""

    match: MatchId
    bucket: int
