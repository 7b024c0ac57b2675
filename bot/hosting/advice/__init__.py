"""Hints, reviews, puzzles, teaching: services."""
