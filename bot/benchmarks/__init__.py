"""Figures, measured as ratios in one run."""
