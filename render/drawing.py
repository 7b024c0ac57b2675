"""A picture that is to be drawn, as a value: it can be drawn here or elsewhere, or found again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copyreg import __newobj__  # type: ignore[attr-defined] # as pickle makes objects
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, wraps
from hashlib import blake2b
from io import BytesIO
from pickle import HIGHEST_PROTOCOL, Pickler, loads
from typing import Any, Final, Self, TypeAlias

from render.picture import Picture

_KEY_BYTES: Final = 20


@dataclass(frozen=True, slots=True)
class Drawing:
    """A method of a renderer's class, by name, with all that it is given.

    That is observations, captions, cells and the like: values, never a state.
    """

    renderer: type
    method: str
    given: tuple[Any, ...]
    named: dict[str, Any]

    def drawn(self) -> Picture:
        """Draw it here and now."""
        draw: Callable[..., Picture] = getattr(self.renderer, self.method).__wrapped__
        return draw(self.renderer(), *self.given, **self.named)

    def packed(self) -> bytes:
        """Return it as bytes: all that the picture shows is in them."""
        packed = BytesIO()
        _FieldsAlone(packed, HIGHEST_PROTOCOL).dump(
            (self.renderer, self.method, self.given, self.named)
        )
        return packed.getvalue()

    @classmethod
    def unpacked(cls, packed: bytes) -> Self:
        """Read what `packed` wrote; only what this program wrote itself may come here."""
        return cls(*loads(packed))  # noqa: S301 - from our own process


Drawer: TypeAlias = Callable[[Drawing], Picture]

_DRAWER: Final[ContextVar[Drawer | None]] = ContextVar("drawer", default=None)


@contextmanager
def drawing_by(drawer: Drawer) -> Iterator[None]:
    """Let this drawer make the pictures that are asked for in this thread or task."""
    before = _DRAWER.set(drawer)
    try:
        yield
    finally:
        _DRAWER.reset(before)


def drawable_elsewhere(
    renderer: type, name: str, draw: Callable[..., Picture]
) -> Callable[..., Picture]:
    """Return a renderer's method that asks the current drawer; without one it draws itself."""

    @wraps(draw)
    def picture(self: object, /, *given: Any, **named: Any) -> Picture:
        drawer = _DRAWER.get()
        if drawer is None:
            return draw(self, *given, **named)
        return drawer(Drawing(renderer, name, given, named))

    # `wraps` keeps what `draw` wraps; here it is `draw` itself that is to be found.
    picture.__wrapped__ = draw
    return picture


def let_others_draw(renderer: type) -> None:
    """Let each public method of a class, which returns a picture, ask the current drawer."""
    for name, method in list(vars(renderer).items()):
        if callable(method) and not name.startswith("_"):
            setattr(renderer, name, drawable_elsewhere(renderer, name, method))


def key_of(packed: bytes) -> bytes:
    """Return what tells a packed drawing from all others."""
    return blake2b(packed, digest_size=_KEY_BYTES).digest()


class _FieldsAlone(Pickler):
    """Leaves out what a value has worked out and remembered: it is no part of the value."""

    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        names = _remembering(kind)  # type: ignore[arg-type] # classes can be hashed
        if names is None:
            return NotImplemented
        return __newobj__, (kind,), {name: value.__dict__[name] for name in names}


@cache
def _remembering(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a dataclass whose values may remember more than these."""
    if not is_dataclass(kind) or kind.__dictoffset__ == 0:
        return None
    return tuple(field.name for field in fields(kind))
