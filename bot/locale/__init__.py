"""Words in English, French and Spanish."""
