"""Aftershock in Discord."""
