"""Clocks, reminders, holidays, absence: rows."""
