"""Which holidays count at the tables of a server: those for it, and those for all servers."""

from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, bindparam, or_

from bot.storage.schema import holidays


def counts_in(guild: ColumnElement[Any]) -> ColumnElement[bool]:
    """Return the condition that a holiday counts in a server, which may be none."""
    return or_(holidays.c.everywhere, holidays.c.guild.is_not_distinct_from(guild))


COUNTS_THERE: Final = counts_in(bindparam("there", type_=BigInteger))
"""The condition for the server that is the parameter `there`."""
