"""What a renderer is, and where those of all games are found."""

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Concatenate, Never, ParamSpec, Protocol, TypeVar

from render import games
from render.canvas import Canvas
from render.drawing import let_others_draw
from render.palette import CORE, Palette, painting
from render.picture import Picture

O = TypeVar("O")  # noqa: E741 - an observation
C = TypeVar("C")
P = ParamSpec("P")
O_contra = TypeVar("O_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


class Renderer(Protocol[O_contra, C_contra]):
    """Draws one game: an observation in, a picture out, never a state.

    Every word in the pictures comes with the captions. Each public method of a class that names
    this one as its base returns a picture, which another process may draw (`render.drawing`).
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        let_others_draw(cls)

    def board(self, observation: O_contra, captions: C_contra, /) -> Picture:
        """Draw what the table holds."""


def pictures(
    check: Callable[[O, C], object], palette: Palette = CORE
) -> Callable[
    [Callable[Concatenate[O, C, P], Canvas]], Callable[Concatenate[object, O, C, P], Picture]
]:
    """Return what makes a renderer's method of a function that draws a canvas.

    `check` raises for observations and captions that no table can show; `palette` is active while
    the function draws.
    """

    def method(
        draw: Callable[Concatenate[O, C, P], Canvas],
    ) -> Callable[Concatenate[object, O, C, P], Picture]:
        @wraps(draw)
        def picture(
            _: object, observation: O, captions: C, /, *args: P.args, **kwargs: P.kwargs
        ) -> Picture:
            check(observation, captions)
            with painting(palette):
                return Picture.packed(draw(observation, captions, *args, **kwargs).picture)

        return picture

    return method


@cache
def renderers() -> dict[str, Renderer[Never, Never]]:
    """Return the renderer of each game by its key: every package in `render.games` has one.

    Only who knows a game can ask its renderer for a picture.
    """
    found: dict[str, Renderer[Never, Never]] = {}
    for module in sorted(iter_modules(games.__path__), key=lambda module: module.name):
        title = import_module(f"{games.__name__}.{module.name}")
        if hasattr(title, "RENDERER"):
            found[module.name] = title.RENDERER
    return found
