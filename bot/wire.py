"""Points discord.py at another server; the only place that knows how. Tests use it."""

import discord
import yarl


def use_server(base: str) -> None:
    """Let every later client talk to `base`, such as http://127.0.0.1:8080.

    discord.py has no setting for it, but derives every address from these three.
    """
    discord.http.Route.BASE = f"{base}/api/v10"
    gateway = base.replace("http", "ws", 1)
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{gateway}/gateway/")
    discord.asset.Asset.BASE = f"{base}/cdn"
