"""Look back on a match: the luck of its draws, decisions beside what an expert would have done."""

from pathlib import Path

import click

from bot.command_line.exits import Exit, Refusal
from bot.command_line.records import RECORD, replayed
from bot.command_line.replay import LETTERS, match_of
from bot.games.registry import panels
from bot.games.speech import without_markdown
from bot.hosting.match.history import History
from bot.locale.localisation import words
from bot.messages.advice.reviews import looked_at
from engine.agents.heuristics import unit_of
from engine.agents.review import can_be_reviewed, summary, tasks
from engine.game import Seat
from engine.registry import game


@click.command(short_help="Hold a record against what an expert would have played.")
@RECORD
def review(record: Path) -> None:
    """Print the luck of each player, and their three best and three worst decisions.

    An expert looks at each decision as its player knew the table then. The same record always gives
    the same review; it takes some tenths of a second for each decision.
    """
    played, lines = replayed(record)
    rules, match, said = game(played.header.game), match_of(played), words("en")
    if not can_be_reviewed(rules.meta.key):
        raise Refusal(f"{record}: nobody looks ahead in {rules.meta.key} yet", Exit.WRONG_USE)
    panel, unit = panels()[match.game], unit_of(match.game)
    measured = "wins in 100" if unit.name == "wins" else "points"
    every = tasks(rules, played)
    click.echo(f"Looking back on {len(every)} decisions and draws …", err=True)
    findings = [each.done() for each in every]
    for seat in map(Seat, range(played.header.setup.seats)):
        found = summary(findings, seat)
        past = History(rules, lines, seat)
        click.echo(
            f"Player {LETTERS[seat]}: luck {found.luck * unit.each:+.1f} {measured},"
            f" {found.judged} decisions, {found.lost * unit.each:.1f} {measured} given away"
        )
        for each in (*found.best, *found.worst):
            looked = looked_at(panel, match, played, past.at(each.line), each, said)
            told, better = without_markdown(looked.played), without_markdown(looked.better)
            (low, high), figure, also = each.between, each.gain, ""
            if each.better is not None:
                low, high, figure, also = -high, -low, -each.loss, f"; better: {better}"
            worth = "{:+.1f} ({:+.1f} to {:+.1f})".format(
                *(end * unit.each for end in (figure, low, high))
            )
            click.echo(f"  line {each.line + 1}: {told}: about {worth}{also}")
