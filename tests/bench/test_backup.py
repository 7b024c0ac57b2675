from tests.bench.backup import measure


def test_what_is_copied_is_sound_and_others_write_meanwhile() -> None:
    figures = measure(lines=3000)

    assert figures["lines"] == figures["replayed_lines"] >= 2500
    assert figures["damages"] == 0
    assert figures["packed_mb"] < figures["mb"]
