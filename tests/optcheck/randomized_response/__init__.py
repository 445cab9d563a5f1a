"""Tests of the randomised-response system."""
