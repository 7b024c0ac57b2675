"""Several processes and what they share: services."""
