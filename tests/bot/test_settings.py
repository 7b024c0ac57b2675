"""Every setting can be written wrong, and each time one line says what to do."""

from pathlib import Path

import pytest

from bot.settings import SECRET, Settings, WrongSettings, example

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_any_setting_the_defaults_hold() -> None:
    settings = Settings.read()

    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.database_url == "sqlite:///faultline.sqlite3"
    assert (settings.log_level, settings.log_format) == ("INFO", "console")


def test_the_example_names_every_setting_with_its_default() -> None:
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == example()


def test_the_example_can_be_used_as_it_is(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(example(), encoding="utf-8")

    assert Settings.read() == Settings()
    assert Settings.read().discord_token is None


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(
        "LOG_LEVEL=ERROR\nPLAYGROUND_PORT=9001\nUNKNOWN=1\n", encoding="utf-8"
    )
    monkeypatch.setenv("LOG_LEVEL", "debug")

    settings = Settings.read()

    assert (settings.log_level, settings.playground_port) == ("DEBUG", 9001)


def test_settings_are_not_read_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token-1")
    first = Settings.read()
    monkeypatch.setenv("DISCORD_TOKEN", " token-2 ")

    second = Settings.read()

    assert first.discord_token is not None
    assert first.discord_token.get_secret_value() == "token-1"
    assert second.discord_token is not None
    assert second.discord_token.get_secret_value() == "token-2"
    assert "token-2" not in repr(second)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "Bot abc"),
        ("DISCORD_TOKEN", "abc\ndef"),
        ("DISCORD_API_URL", "https://discord.example"),
        ("DISCORD_API_URL", "http://10.0.0.1:8080"),
        ("DISCORD_API_URL", "http://127.0.0.1.example.com"),
        ("DISCORD_API_URL", "http://me@discord.example#@127.0.0.1"),
        ("DISCORD_API_URL", "ftp://127.0.0.1"),
        ("DISCORD_API_URL", "127.0.0.1:8080"),
        ("DATABASE_URL", "faultline.sqlite3"),
        ("DATABASE_URL", "mysql://me:secret@localhost/faultline"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("TICK_SECONDS", "0"),
        ("TICK_SECONDS", "soon"),
        ("TICK_SECONDS", "nan"),
        ("PLAYGROUND_PORT", "70000"),
        ("PLAYGROUND_PORT", "eighty"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(WrongSettings) as refused:
        Settings.read()

    (line,) = refused.value.lines
    assert line.startswith(name)
    assert str(Settings.model_fields[name.lower()].description) in line
    assert "\n" not in line
    assert (value.lower() in line.lower()) is (name not in SECRET)


def test_every_wrong_setting_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("PLAYGROUND_PORT", "eighty")

    with pytest.raises(WrongSettings) as refused:
        Settings.read()

    assert [line.split("=")[0] for line in refused.value.lines] == ["LOG_LEVEL", "PLAYGROUND_PORT"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_server_on_this_machine_may_stand_in_for_discord(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_API_URL", f"http://{host}:8080/")

    assert Settings.read().discord_api_url == f"http://{host}:8080"
