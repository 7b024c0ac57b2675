"""Gets pictures onto the page quickly."""

import asyncio
from collections import OrderedDict
from typing import Final

from simcord.preview._media import MediaInfo, MediaWorker, _process_media

PICTURES: Final = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff")
MOST_KEPT: Final = 200
"""About 40 MB: what a long match shows."""


class QuickMedia(MediaWorker):
    """Checks pictures in a thread, and only once.

    SimCord starts a process for each picture of the channel whenever somebody else looks at it;
    after thirty turns that took ten seconds. These pictures are the bot's own.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kept: OrderedDict[tuple[str, float | None], MediaInfo] = OrderedDict()

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(PICTURES):
            return await super()._decode(key, blob, media_time)
        if (key, media_time) not in self._kept:
            found = await asyncio.to_thread(_process_media, blob, media_time)
            self._kept[key, media_time] = found
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key, media_time]
