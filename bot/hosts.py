"""What may name a machine, and which names mean this one."""

import re
from ipaddress import ip_address
from typing import Final

LONGEST: Final = 253
PORTS: Final = range(1, 65536)
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII | re.IGNORECASE)


def is_host(name: str) -> bool:
    """Say whether this can be the name or the address of a machine.

    >>> [is_host(each) for each in ("db.example", "::1", "10.0.0.1", "300.1.1.1", "a b")]
    [True, True, True, False, False]
    """
    try:
        ip_address(name)
    except ValueError:
        try:
            plain = name.encode("idna").decode("ascii")
        except UnicodeError:
            return False
        labels = plain.removesuffix(".").split(".")
        # No domain has a number at its end: that is an address with a fault.
        is_named = all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit()
        return is_named and len(plain) <= LONGEST
    return True


def is_loopback(name: str) -> bool:
    """Say whether only this machine can be reached by the name or address."""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name.lower().removesuffix(".") == "localhost"
