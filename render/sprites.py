"""Pieces that are drawn once and stamped many times, in a cache with a limit."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from PIL import Image

from render.palette import active

_CACHE_BYTES: Final = 12_000_000


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture in the fixed palette, which of its pixels count, and where its anchor is."""

    picture: Image.Image
    mask: Image.Image | None
    x: int
    y: int
    shared: bool = False
    """Whether the mask is that of other sprites, too."""

    @property
    def size(self) -> int:
        """About how many bytes it holds."""
        layers = 1 if self.mask is None or self.shared else 2
        return layers * self.picture.width * self.picture.height + 400


class Sprites:
    """Sprites by key, the least used forgotten first; for any number of threads."""

    def __init__(self, budget: int = _CACHE_BYTES) -> None:
        """Keep at most about `budget` bytes."""
        self._budget = budget
        self._kept: OrderedDict[Hashable, Sprite] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: Hashable, draw: Callable[[], Sprite]) -> Sprite:
        """Return the sprite of this key in the active palette, drawn now if it is not kept."""
        key = (active(), key)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        sprite = draw()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = sprite
                self.size += sprite.size
            while self.size > self._budget and len(self._kept) > 1:
                self.size -= self._kept.popitem(last=False)[1].size
        return sprite

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self.size = 0


SPRITES: Final = Sprites()
"""The sprites of this process."""
