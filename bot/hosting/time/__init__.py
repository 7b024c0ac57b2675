"""Clocks, reminders, holidays, absence: services."""
