"""The alerts are valid rules, and fire when and only when something is wrong."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bot import metrics, monitoring

HERE: Final = Path(__file__).parent
ALERTS: Final = Path(monitoring.__file__).with_name("alerts.yaml")
PROMTOOL: Final = shutil.which("promtool")


@pytest.mark.skipif(PROMTOOL is None, reason="promtool (of Prometheus) is not installed here")
def test_the_alerts_fire_when_something_is_wrong_and_only_then(tmp_path: Path) -> None:
    for each in (ALERTS, HERE / "alerts_test.yaml"):
        shutil.copy(each, tmp_path)

    for words in (("check", "rules", "alerts.yaml"), ("test", "rules", "alerts_test.yaml")):
        done = subprocess.run(
            [str(PROMTOOL), *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_each_alert_says_what_is_wrong_and_what_to_do() -> None:
    _, *rules = ALERTS.read_text(encoding="utf-8").split("- alert: ")

    assert len(rules) > 20
    for rule in rules:
        for part in ("expr: ", "severity: ", "summary: ", "action: "):
            assert rule.count(part) == 1, rule


def test_what_alerts_and_dashboard_ask_for_is_measured() -> None:
    asked = "".join(
        ALERTS.with_name(name).read_text(encoding="utf-8")
        for name in ("alerts.yaml", "dashboard.json")
    )
    named = set(re.findall(r"\bfaultline_[a-z_]+", asked))
    measured = {sample.name for metric in metrics.REGISTRY.collect() for sample in metric.samples}
    described = {metric.name for metric in metrics.REGISTRY.collect()}
    ends = ("", "_total", "_bucket", "_count", "_sum")

    assert "faultline_rival_answers_total" in named
    assert named <= measured | {f"{name}{end}" for name in described for end in ends}


def test_what_alerts_tell_to_look_for_in_the_log_is_logged() -> None:
    actions = re.findall(r"action: (.*)", ALERTS.read_text(encoding="utf-8"))
    named = set(re.findall(r"\b[a-z]+(?:-[a-z]+)+\b", " ".join(actions)))
    source = "\n".join(each.read_text(encoding="utf-8") for each in ALERTS.parents[1].rglob("*.py"))
    logged = re.findall(r"\blog\.(?:info|warning|error|exception)\(\s*\"([a-z-]+)\"", source)

    assert named
    assert named <= set(logged)
