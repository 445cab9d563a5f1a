"""Kairouz et al.: Differentially Private Multi-party Computation: Optimality of Non-Interactive Randomized Response.

Judged is the preprint of 2014 under this title, which is cited as arXiv 1407.1546 (our text carries no number); the
shorter version of NIPS 2015, Secure Multi-party Differential Privacy, was not at hand.

Peter Kairouz, Sewoong Oh, Pramod Viswanath.

Conventions: k parties with one bit each, lambda = exp(epsilon) >= 1 (rational here), x the input, W_x(y) the
accuracy of deciding y on input x, S_s the column of a transcript with signature s, theta its mass. Inputs and
responses are numbered lexicographically, the first party's bit first.
"""
