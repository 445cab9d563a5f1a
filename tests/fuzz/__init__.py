"""Certificates under attack: mutants of real ones, an independent oracle, and sabotages of the checker."""
