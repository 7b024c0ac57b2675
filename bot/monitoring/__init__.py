"""What operators see of a running process: figures, health, and the files that read them."""
