"""Clocks, reminders, holidays, absence: messages."""
