"""Clocks, reminders, holidays, absence: answers."""
