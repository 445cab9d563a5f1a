"""Tests of the claims of the randomised-response paper."""
