"""Spans cost nothing unless an operator asks for them, and say so if they can't be sent."""

import subprocess
import sys

import pytest
from structlog.testing import capture_logs

from bot import tracing


@pytest.fixture(autouse=True)
def _not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (*tracing.ENDPOINTS, tracing.DISABLED):
        monkeypatch.delenv(each, raising=False)


def test_without_an_endpoint_nothing_is_imported() -> None:
    script = (
        "import sys; from bot import app, tracing\n"
        "tracing.begin()()\n"
        "with tracing.span('interaction', kind='component') as span: span.set_attribute('a', 1)\n"
        "assert tracing.trace_id() is None\n"
        "print(any(name.startswith('opentelemetry') for name in sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"


def test_an_endpoint_without_the_extra_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter", None)

    with capture_logs() as logged:
        tracing.begin()()

    assert [each["event"] for each in logged] == ["no-tracing"]
    assert tracing.trace_id() is None


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")

    with capture_logs() as logged:
        tracing.begin()()

    assert logged == []
