"""Processes beside the bot that draw and think: no token, no database, no Discord."""
