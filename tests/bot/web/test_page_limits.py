"""Who asks for too much is told when to come back; nobody else is held up."""

import pytest

from bot.web.limits import AddressLimit, address_of


def test_a_burst_is_let_through_and_then_one_in_a_while() -> None:
    now = [100.0]
    limit = AddressLimit(3, 2.0, lambda: now[0])

    burst = [limit.spend("a") for _ in range(4)]
    now[0] += 1.5
    early = limit.spend("a")
    now[0] += 0.5
    in_time = limit.spend("a")

    assert burst == [0, 0, 0, 2.0]
    assert early == 0.5
    assert in_time == 0
    assert limit.spend("a") == 2.0


def test_who_waits_long_gets_no_more_than_a_burst() -> None:
    now = [0.0]
    limit = AddressLimit(3, 2.0, lambda: now[0])
    limit.spend("a")

    now[0] += 1000

    assert [limit.spend("a") for _ in range(4)] == [0, 0, 0, 2.0]


def test_one_address_takes_nothing_from_another() -> None:
    limit = AddressLimit(1, 60.0, lambda: 0.0)
    limit.spend("a")

    assert limit.spend("a") == 60.0
    assert limit.spend("b") == 0


def test_of_very_many_addresses_the_oldest_is_forgotten() -> None:
    limit = AddressLimit(1, 60.0, lambda: 0.0, most_addresses=2)

    for each in ("a", "b", "c"):
        limit.spend(each)

    assert limit.spend("c") == 60.0
    assert limit.spend("a") == 0


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.114.7", "", "203.0.114.7"),
        # Who isn't a proxy of ours says what they like.
        ("203.0.114.7", "198.51.101.1", "203.0.114.7"),
        ("127.0.0.1", "6.6.6.6, 8.8.4.4", "8.8.4.4"),
        ("172.18.0.3", "8.8.4.4", "8.8.4.4"),
        ("::1", "8.8.4.4", "8.8.4.4"),
        ("fe80::1%eth0", "8.8.4.4", "8.8.4.4"),
        ("::ffff:8.8.8.8", "1.1.1.1", "8.8.8.8"),
        ("::ffff:172.18.0.3", "8.8.4.4", "8.8.4.4"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "8.8.4.4, <script>", "127.0.0.1"),
        ("2a00:1450:4001::1", "", "2a00:1450:4001::/64"),
        ("2a00:1450:4001::ffff:2", "", "2a00:1450:4001::/64"),
        ("", "8.8.4.4", ""),
    ],
)
def test_the_address_is_the_peers_or_what_a_proxy_beside_us_says(
    peer: str, forwarded: str, address: str
) -> None:
    assert address_of(peer, forwarded) == address
