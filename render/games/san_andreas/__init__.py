"""San Andreas's pictures."""
