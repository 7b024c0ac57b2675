"""Puzzles as text: all that is needed to show one later, without making it again; read strictly."""

from collections.abc import Mapping
from json import dumps
from typing import Annotated, Any, Final, Literal, NamedTuple, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.errors import CorruptPuzzle, EngineError
from engine.game import AnyGame, Decision, Seat
from engine.puzzles import FEWEST, MOST, Puzzle
from engine.record_text import LONGEST, read_record, write_record
from engine.replay import Replay

FORMAT: Final = 1


class Posed(NamedTuple):
    """A puzzle that was read back, with the state that it is about and what may be done there.

    It was found by the seed, in the version that `made_by` names.
    """

    puzzle: Puzzle
    game: AnyGame
    state: Any
    legal: tuple[Any, ...]
    seed: str
    made_by: str


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: Literal[1]
    made_by: str
    seed: str
    record: Annotated[str, Field(max_length=LONGEST)]
    seat: Annotated[int, Field(ge=0)]
    options: Annotated[list[dict[str, Any]], Field(min_length=FEWEST, max_length=MOST)]
    answer: Annotated[int, Field(ge=0)]
    values: list[float]
    errors: list[float]
    worlds: Annotated[int, Field(ge=1)]
    obvious: Annotated[int, Field(ge=0)] | None


def write_puzzle(game: AnyGame, puzzle: Puzzle, seed: str, made_by: str) -> str:
    """Return a puzzle as JSON; `made_by` says which version has found it by the seed."""
    options = _adapter(game).dump_python(puzzle.options, mode="json")
    plain = {
        "format": FORMAT,
        "made_by": made_by,
        "seed": seed,
        "record": write_record(game, puzzle.record),
        "seat": int(puzzle.seat),
        "options": list(options),
        "answer": puzzle.answer,
        "values": [round(each, 3) for each in puzzle.values],
        "errors": [round(each, 3) for each in puzzle.errors],
        "worlds": puzzle.worlds,
        "obvious": puzzle.obvious,
    }
    return dumps(plain, ensure_ascii=False)


def read_puzzle(games: Mapping[str, AnyGame], text: str) -> Posed:
    """Return the puzzle that a text holds; its record is replayed. Raises `CorruptPuzzle`."""
    try:
        body = _Body.model_validate_json(text)
        record = read_record(games, body.record)
        game = games[record.header.game]
        options = _adapter(game).validate_python(body.options)
        state = Replay(game, record).state
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise CorruptPuzzle("puzzle-malformed", where=where, problem=first["type"]) from error
    except EngineError as error:
        raise CorruptPuzzle("puzzle-record", problem=error.key) from error
    node, seat = game.node(state), Seat(body.seat)
    if not isinstance(node, Decision) or seat not in node.seats:
        raise CorruptPuzzle("puzzle-malformed", where="seat", problem="not-awaited")
    legal = tuple(game.legal_actions(state, seat))
    if len(set(options)) < len(options) or not set(options) <= set(legal):
        raise CorruptPuzzle("puzzle-malformed", where="options", problem="not-legal")
    sizes = {len(options), len(body.values), len(body.errors)}
    if len(sizes) > 1 or max(body.answer, body.obvious or 0) >= len(options):
        raise CorruptPuzzle("puzzle-malformed", where="options", problem="not-as-many")
    puzzle = Puzzle(
        record,
        seat,
        options,
        body.answer,
        tuple(body.values),
        tuple(body.errors),
        body.worlds,
        body.obvious,
    )
    return Posed(puzzle, game, state, legal, body.seed, body.made_by)


def _adapter(game: AnyGame) -> TypeAdapter[tuple[Any, ...]]:
    action: Any = Union[game.meta.actions]  # noqa: UP007 - of a tuple
    return TypeAdapter(tuple[Annotated[action, Field(discriminator="type")], ...])
