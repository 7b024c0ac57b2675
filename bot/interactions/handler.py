"""What answers a control or a command."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.games.custom_ids import CustomId
from bot.games.screen import Form, Screen
from bot.views.asking import Asking

Handler: TypeAlias = Callable[[Asking, CustomId], Awaitable[None]]
FormOf: TypeAlias = Callable[[Asking, CustomId], Form | Screen | None]
"""What makes a form of what is in memory alone; None: it isn't there."""
