"""Clocks, reminders, holidays, absence: values and rules."""
