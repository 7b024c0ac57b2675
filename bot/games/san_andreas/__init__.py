"""San Andreas in Discord."""
