"""Vithana, Cadambe, Calmon, Jeong: Correlated Privacy Mechanisms for Private Distributed Mean Estimation (CorDP-DME).

n users send x_i + Z_i with equicorrelated Gaussian noise; at least t respond, at most c collude with the server.
Symbols: sigma^2 (variance), r (covariance), rho = r/sigma^2, s = sigma^2_{eps,delta} (``sigma2_min``).

Common reading of all files. n >= 2, as a correlation needs two users. The noise is the one that Section 4 generates,
so r <= 0. In the error the server takes out of the honest reports what responding colluders share with them, as the
proof of Proposition 1 does (Var = sigma^2 + r |F n C|) and as every later formula needs. For t = n the optimum is a
limit.
"""
