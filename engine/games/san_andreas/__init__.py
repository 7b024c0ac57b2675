"""San Andreas: cities on tiles that slide over one another."""
