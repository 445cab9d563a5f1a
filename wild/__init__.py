"""Formulas in the wild: calls the real packages, compares them with our restatements, and writes docs/wild.md."""
