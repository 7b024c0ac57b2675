"""A match from its lobby to its end: values and rules."""
