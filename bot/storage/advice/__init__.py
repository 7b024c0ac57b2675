"""Hints, reviews, puzzles, teaching: rows."""
