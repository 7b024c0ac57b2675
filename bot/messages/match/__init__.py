"""A match from its lobby to its end: messages."""
