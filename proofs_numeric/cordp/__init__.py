"""Vithana et al.: Correlated Privacy Mechanisms for Differentially Private Distributed Mean Estimation.

Judged is arXiv 2407.03289, version 1 of 3 July 2024, by its abstract; version 2 of 8 January 2025 was not at hand.

Sajani Vithana, Viveck R. Cadambe, Flavio P. Calmon, Haewon Jeong. Short name: CorDP, after the mechanism CorDP-DME.

Conventions: n users send x_i + Z_i with equicorrelated Gaussian noise; at least t respond, at most c collude with the
server. sigma^2 is the variance, r the covariance, rho = r/sigma^2, and s stands for sigma^2_{eps,delta} (``sigma2_min``
in code). n >= 2, as a correlation needs two users. One convention holds for all results: the server takes out of the
honest reports what responding colluders share with them, as the proof of Proposition 1 does (Var = sigma^2 + r |F n C|)
and as every later formula needs. Eqs. 2, 5, 10 and 17 print the whole noise; that letter is judged by itself, in eq-10,
thm-1-eq-10 and cor-3-eq-10, and as a reading of prop-1 and prop-3. For t = n the optimum is a limit.
"""
