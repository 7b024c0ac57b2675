"""What answers a control or a command."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.views.asking import Asking
from bot.views.custom_ids import CustomId

Handler: TypeAlias = Callable[[Asking, CustomId], Awaitable[None]]
