"""How much one address may ask for in a while, and which address that is."""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

MOST_ADDRESSES: Final = 10_000
_NETWORK_BITS: Final = 64
"""Of an IPv6 address: one network has all that begin so."""


class AddressLimit:
    """Tokens for each address: `most` at once, and one more every `every` seconds.

    `seconds` is the clock. Beyond `most_addresses` the one that asked longest ago is forgotten.
    """

    def __init__(
        self,
        most: int,
        every: float,
        seconds: Callable[[], float],
        most_addresses: int = MOST_ADDRESSES,
    ) -> None:
        self._slack = (most - 1) * every
        self._every = every
        self._seconds = seconds
        self._most_addresses = most_addresses
        self._full_at: OrderedDict[str, float] = OrderedDict()
        """When each will have all its tokens again."""

    def spend(self, address: str) -> float:
        """Take a token and return 0; or take none and return the seconds until there is one."""
        now = self._seconds()
        full_at = max(now, self._full_at.get(address, now))
        missing = full_at - now - self._slack
        if missing > 0:
            return missing
        self._full_at[address] = full_at + self._every
        self._full_at.move_to_end(address)
        if len(self._full_at) > self._most_addresses:
            self._full_at.popitem(last=False)
        return 0


def address_of(peer: str, forwarded: str) -> str:
    """Return who asks: the peer, unless that is a reverse proxy on this machine or beside it.

    Then it is the last one in its X-Forwarded-For, which the proxy itself has written.

    >>> address_of("127.0.0.1", "6.6.6.6, 9.9.9.9"), address_of("8.8.8.8", "9.9.9.9")
    ('9.9.9.9', '8.8.8.8')
    >>> address_of("::1", "2001:db8:1:2:3::4"), address_of("10.0.0.1", "unknown")
    ('2001:db8:1:2::/64', '10.0.0.1')
    """
    try:
        found = _read(peer.partition("%")[0])
        if found.is_private:
            found = _read(forwarded.rpartition(",")[2].strip())
    except ValueError:
        return peer
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((int(found), _NETWORK_BITS), strict=False))


def _read(text: str) -> IPv4Address | IPv6Address:
    """Return an address; one of IPv4 also where it is written as one of IPv6."""
    found = ip_address(text)
    return getattr(found, "ipv4_mapped", None) or found
