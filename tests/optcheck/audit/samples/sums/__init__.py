"""Sums of powers, as a paper might print them."""
