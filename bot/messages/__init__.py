"""Messages and private screens for Discord: what they say, and how they get to their channels."""
