"""States as text, to go on from: a cache of what a replay would find, never a record.

A value is written by its declared type: a dataclass or named tuple as the list of its fields, a
mapping as the list of its pairs, which keeps their order. Nothing of a text is called or looked up
by name, and each part is of its declared type when it has been read.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from json import dumps, loads
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)
from typing import get_type_hints as type_hints

Reader: TypeAlias = Callable[[Any], Any]
Writer: TypeAlias = Callable[[Any], Any]


S = TypeVar("S")


class StateText(NamedTuple, Generic[S]):
    """How the states of a title are written: they are of this class.

    What follows from the fields isn't written. Where the order of that shows, as that of legal
    actions, `order` returns it as numbers, and `in_order` puts it back.
    """

    kind: type[S]
    order: Callable[[S], Iterable[int]] = lambda _: ()
    in_order: Callable[[S, Sequence[int]], S] = lambda state, _: state


class BadStateText(ValueError):
    """A text holds no state of this type."""


def write_state(title: StateText[S], state: S) -> str:
    """Return a state as JSON; only the same version of the program reads it."""
    plain = [_codec_of(title).write(state), list(title.order(state))]
    return dumps(plain, separators=(",", ":"), ensure_ascii=False)


def read_state(title: StateText[S], text: str) -> S:
    """Return the state that a text holds; raise `BadStateText` if it holds none of the title."""
    try:
        plain, order = _listed(loads(text))
        state: S = _codec_of(title).read(plain)
        return title.in_order(state, [_codec(int).read(each) for each in _listed(order)])
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise BadStateText(repr(error)) from error


def _codec_of(title: StateText[Any]) -> "_Codec":
    kind: Any = title.kind
    return _codec(kind)


class _Codec(NamedTuple):
    """How values of a type are written as plain ones, and read again."""

    write: Writer
    read: Reader


@cache
def _codec(hint: Any) -> _Codec:
    if hint in _PLAIN:
        return _Codec(_same, _exactly(hint))
    if isinstance(hint, NewType):
        return _codec(hint.__supertype__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _codec(arguments[0])
    if origin is Literal:
        return _Codec(_same, _one_of(arguments))
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is tuple and arguments[1:] == (...,):
        return _row(_codec(arguments[0]))
    if origin is tuple:
        return _fixed(tuple, tuple(map(_codec, arguments)))
    if origin is Mapping:
        return _mapping(*map(_codec, arguments))
    if is_dataclass(hint):
        return _dataclass(hint)
    if isinstance(hint, type) and issubclass(hint, tuple):
        parts = tuple(map(_codec, type_hints(hint, include_extras=True).values()))
        return _fixed(lambda values: hint(*values), parts)
    raise TypeError(hint)


_PLAIN: Final = frozenset({int, str, bool, NoneType})


def _same(value: Any) -> Any:
    return value


def _exactly(kind: type) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not kind:
            raise TypeError(kind)
        return plain

    return read


def _one_of(names: tuple[Any, ...]) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not str or plain not in names:
            raise TypeError(names)
        return plain

    return read


def _union(hints: tuple[Any, ...]) -> _Codec:
    """Plain types are told apart by what they are in JSON; of others there is at most one."""
    plain, others = tuple(each for each in hints if each in _PLAIN), set(hints) - _PLAIN
    if not others:

        def plain_read(value: Any) -> Any:
            if type(value) not in plain:
                raise TypeError(hints)
            return value

        return _Codec(_same, plain_read)
    (other,) = others
    write, read = _codec(other)
    return _Codec(
        lambda value: value if type(value) in plain else write(value),
        lambda value: value if type(value) in plain else read(value),
    )


def _row(each: _Codec) -> _Codec:
    if each.write is _same:
        return _Codec(list, lambda plain: tuple(map(each.read, _listed(plain))))
    return _Codec(
        lambda value: [each.write(part) for part in value],
        lambda plain: tuple([each.read(part) for part in _listed(plain)]),
    )


def _fixed(made: Callable[[Any], Any], parts: tuple[_Codec, ...]) -> _Codec:
    reads, writes = [each.read for each in parts], [each.write for each in parts]
    return _Codec(
        lambda value: [write(part) for write, part in zip(writes, value, strict=True)],
        lambda plain: made([read(part) for read, part in zip(reads, _listed(plain), strict=True)]),
    )


def _mapping(key: _Codec, each: _Codec) -> _Codec:
    return _Codec(
        lambda value: [[key.write(name), each.write(part)] for name, part in value.items()],
        lambda plain: {key.read(name): each.read(part) for name, part in _listed(plain)},
    )


def _dataclass(kind: Any) -> _Codec:
    hints = type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]
    codecs = [_codec(hints[name]) for name in names]
    reads, writes = [each.read for each in codecs], [each.write for each in codecs]
    is_positional = not any(field.kw_only for field in fields(kind))

    def write(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(type(value))
        return [write(getattr(value, name)) for name, write in zip(names, writes, strict=True)]

    def positional(plain: Any) -> Any:
        return kind(*[read(part) for read, part in zip(reads, _listed(plain), strict=True)])

    def named(plain: Any) -> Any:
        parts = zip(names, reads, _listed(plain), strict=True)
        return kind(**{name: read(part) for name, read, part in parts})

    return _Codec(write, positional if is_positional else named)


def _listed(plain: Any) -> list[Any]:
    if type(plain) is not list:
        raise TypeError(list)
    return plain
