"""Seismic in Discord."""
