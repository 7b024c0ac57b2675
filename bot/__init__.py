"""The table and Discord."""
