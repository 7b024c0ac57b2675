"""The rules: pure games, no I/O, no clock, no randomness, no words."""
