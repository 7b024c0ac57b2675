"""Several processes and what they share: messages."""
