"""Which part of the work a server belongs to: buckets, of which each shard has whole ones.

The number of shards is a power of two, so that `bucket % shards` is Discord's own shard of the
server (developer documentation, "Sharding"), whatever that number is: other shards move no rows.
"""

from typing import Final

Buckets = frozenset[int] | None
"""Buckets to which a look is kept; None: it finds what there is anywhere."""


BUCKETS: Final = 1024
"""How many buckets there are, which is also the greatest number of shards."""


def bucket_of(guild: int | None) -> int:
    """Return the bucket of a server; 0 outside of servers, as Discord tells shard 0 of those."""
    return 0 if guild is None else (guild >> 22) % BUCKETS
