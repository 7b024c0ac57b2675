"""Hints, reviews, puzzles, teaching: messages."""
