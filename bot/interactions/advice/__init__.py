"""Hints, reviews, puzzles, teaching: answers."""
