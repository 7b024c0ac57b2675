"""What a table is and what may happen to it: values, and functions from one to the next."""
