"""Hints, reviews, puzzles, teaching: values and rules."""
