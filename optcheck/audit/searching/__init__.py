"""Searching for the smallest counterexample."""
