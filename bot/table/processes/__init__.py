"""Several processes and what they share: values and rules."""
