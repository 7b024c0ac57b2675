"""Pictures: an observation in, a picture out; never a state."""
