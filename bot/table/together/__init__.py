"""What players agree: votes, deals, leaving: values and rules."""
