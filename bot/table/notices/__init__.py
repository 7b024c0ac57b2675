"""What a channel or a person is told once: values and rules."""
