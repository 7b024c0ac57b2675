"""`python -m bot …`: what an operator or a curious player types."""
