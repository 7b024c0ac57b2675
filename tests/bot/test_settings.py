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


@pytest.mark.parametrize(
    ("processors", "drawing", "thinkers"),
    [(None, 0, 0), (1, 0, 0), (2, 2, 1), (4, 4, 1), (64, 4, 1)],
)
def test_beside_the_bot_there_is_what_the_machine_has_processors_for(
    processors: int | None, drawing: int, thinkers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)

    assert (Settings.read().drawing_processes, Settings.read().thinkers) == (drawing, thinkers)

    monkeypatch.setenv("THINKING_PROCESSES", "0")
    monkeypatch.setenv("RENDER_PROCESSES", "3")
    assert (Settings.read().drawing_processes, Settings.read().thinkers) == (3, 0)


def test_masters_are_there_only_if_the_operator_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    unset = Settings.read().master_level
    monkeypatch.setenv("MASTER_LEVEL", "true")

    assert (unset, Settings.read().master_level) == (False, True)


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
        ("DISCORD_API_URL", "http://127.0.0.1:0"),
        ("DISCORD_API_URL", "http://127.0.0.1:99999"),
        ("DISCORD_API_URL", "http://[127.0.0.1"),
        ("DATABASE_URL", "faultline.sqlite3"),
        ("DATABASE_URL", "mysql://me:secret@localhost/faultline"),
        ("DATABASE_URL", "postgresql://me:secret@localhost/faultline?sslmode=all"),
        ("DATABASE_URL", "postgresql://me:secret@localhost/faultline?sslfile=/secret"),
        ("DATABASE_URL", "postgresql://me:secret@localhost:99999/faultline"),
        ("DATABASE_URL", "postgresql://me:secret@300.1.1.1/faultline"),
        ("HEALTH_ADDRESS", "300.1.1.1"),
        ("HEALTH_ADDRESS", "127.0.0.1:8080"),
        ("HEALTH_ADDRESS", "http://127.0.0.1"),
        ("HEALTH_ADDRESS", "a host"),
        ("HEALTH_PORT", "99999"),
        ("HEALTH_PORT", "-1"),
        ("SHARD_COUNT", "3"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "2048"),
        ("SHARD_COUNT", "many"),
        ("SHARD_IDS", "0"),
        ("SHARD_IDS", "0,"),
        ("SHARD_IDS", "3-1"),
        ("SHARD_IDS", "-1"),
        ("SHARD_IDS", "0-3,2"),
        ("SHARD_IDS", "0-99999999"),
        ("MASTER_LEVEL", "sometimes"),
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


@pytest.mark.parametrize(
    ("name", "text"),
    [("discord_token", "token-3"), ("database_url", "postgresql://me:hidden@localhost/games")],
)
@pytest.mark.parametrize("end", ["", "\n", " \r\n\n"])
def test_a_secret_may_stand_in_a_file(
    name: str, text: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text(text + end, encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE".upper(), str(tmp_path / "secret"))

    settings = Settings.read()

    known = {"discord_token": settings.discord_token, "database_url": settings.database_url}[name]
    assert (known if isinstance(known, str) else known and known.get_secret_value()) == text
    assert text not in repr(settings)


def test_the_address_of_the_example_gives_way_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(example(), encoding="utf-8")
    (tmp_path / "url").write_text("sqlite:///other.sqlite3\n", encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "url"))

    assert Settings.read().database_url == "sqlite:///other.sqlite3"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "its file can't be read (no such file or directory)"),
        (b"", "its file is empty"),
        (b" \n\n", "its file is empty"),
        (b"hidden-1\nhidden-2\n", "its file holds more than one line without spaces"),
        (b"hidden hidden", "its file holds more than one line without spaces"),
        (b"hidden" * 1000, "its file holds more than one line without spaces"),
        (b"hidden\xff", "its file is not text"),
        (b"hidden\x00", "a token has no spaces or line breaks, and no word before it"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line_that_shows_nothing_of_it(
    content: bytes | None, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hidden.txt"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))

    with pytest.raises(WrongSettings) as refused:
        Settings.read()

    (line,) = refused.value.lines
    assert line.startswith(f"DISCORD_TOKEN won't do: {reason}.")
    assert "hidden" not in line


def test_a_folder_or_a_token_in_place_of_a_files_name_is_refused_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wrong in (str(tmp_path), "hidden" * 100, "MTA.hidden"):
        monkeypatch.setenv("DISCORD_TOKEN_FILE", wrong)

        with pytest.raises(WrongSettings) as refused:
            Settings.read()

        (line,) = refused.value.lines
        assert "its file can't be read (" in line
        assert wrong not in line


@pytest.mark.parametrize("name", ["DISCORD_TOKEN", "DATABASE_URL"])
def test_a_secret_in_both_places_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text("sqlite:///hidden-1", encoding="utf-8")
    monkeypatch.setenv(name, "sqlite:///hidden-2")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "secret"))

    with pytest.raises(WrongSettings) as refused:
        Settings.read()

    (line,) = refused.value.lines
    assert line.startswith(f"{name} won't do: there is {name}_FILE, too: keep one of them.")
    assert "hidden" not in line


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


@pytest.mark.parametrize(
    ("text", "ids"), [("0-3,7", (0, 1, 2, 3, 7)), ("7, 1 - 2", (1, 2, 7)), ("5", (5,))]
)
def test_shards_are_named_one_by_one_or_as_ranges(
    text: str, ids: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/faultline")
    monkeypatch.setenv("SHARD_COUNT", "8")
    monkeypatch.setenv("SHARD_IDS", text)

    settings = Settings.read()

    assert (settings.shard_count, settings.shard_ids) == (8, ids)


@pytest.mark.parametrize(
    ("database", "count", "ids", "reason"),
    [
        ("postgresql://localhost/faultline", "4", "0-4", "no shard 4"),
        ("postgresql://localhost/faultline", "", "0-4", "that needs SHARD_COUNT"),
        ("sqlite:///faultline.sqlite3", "4", "0-2", "only one process can use SQLite"),
    ],
)
def test_shards_that_there_are_not_are_refused(
    database: str, count: str, ids: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)

    with pytest.raises(WrongSettings, match=reason) as refused:
        Settings.read()

    assert refused.value.lines[0].startswith(f"SHARD_IDS={ids} won't do: ")


def test_one_process_on_sqlite_may_have_all_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "0-3")

    assert Settings.read().shard_ids == (0, 1, 2, 3)
