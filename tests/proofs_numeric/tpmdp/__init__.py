"""Tests of the claims of the TPMDP paper."""
