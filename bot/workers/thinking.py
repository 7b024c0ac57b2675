"""A process in which computer players think: `python -m bot.workers.thinking LIMITS`.

It knows observations, what may be done in them and a seed for its own chance; no state of a match,
no database, no Discord and no secrets.
"""

from pickle import loads

from bot.workers.pipes import serve

if __name__ == "__main__":
    serve(lambda: None, lambda packed: loads(packed).done())  # noqa: S301 - from the bot
