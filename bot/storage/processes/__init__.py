"""Several processes and what they share: rows."""
