"""Kairouz, Oh, Viswanath: Differentially Private Multi-party Computation: Optimality of Randomized Response.

Symbols: k parties with one bit each, lambda = exp(epsilon) >= 1 (rational here), x the input, W_x(y) the
accuracy of deciding y on input x, S_s the column of a transcript with signature s, theta its mass. Inputs and
responses are numbered lexicographically, the first party's bit first.
"""
