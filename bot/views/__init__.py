"""What people see and press."""
