"""Aftershock: bridges across the Bay, sealed plans, and deals that bind nobody."""
