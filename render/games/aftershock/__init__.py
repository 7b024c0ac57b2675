"""Aftershock's pictures."""
