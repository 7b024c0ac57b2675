"""What a reader needs to work out every digest of a record, its seal and every draw."""

from typing import Any

from engine.draws import share
from engine.game import CHANCE, AnyGame, Chance
from engine.record import canonical, end_digest, root_digest
from engine.replay import Replay


def proof(game: AnyGame, replay: Replay[Any, Any]) -> dict[str, Any]:
    """Return the proof; without a seed, which is opened at the end, the seal alone."""
    record = replay.record
    found: dict[str, Any] = {
        "seal": record.header.commitment,
        "seed": record.seed,
        "joins": [],
        "lines": [],
        "draws": [],
    }
    if record.seed is None:
        return found
    lines = [[canonical(record.header), root_digest(record.header)]]
    draws = list[list[Any]]()
    state = replay.initial
    for entry, after, _ in replay:
        body = f"undo_to {entry.undo_to}" if entry.move is None else canonical(entry.move)
        lines.append([f"{entry.seq} {body}", entry.digest])
        node = game.node(state)
        if entry.move is not None and entry.move.actor == CHANCE and isinstance(node, Chance):
            action = entry.move.action
            number = record.header.draw(entry.seq, replay.drawn[entry.seq])
            draws.append([entry.seq + 1, number, *share(node.outcomes, action), canonical(action)])
        state = after
    if record.ended is not None:
        by = record.ended.by
        lines.append([f"{len(record.entries)} ended {by}", end_digest(record, by)])
    return found | {"joins": record.header.joins, "lines": lines, "draws": draws}
