"""Vithana, Cadambe, Calmon, Jeong: Correlated Privacy Mechanisms for Private Distributed Mean Estimation (CorDP-DME).

n users send x_i + Z_i with equicorrelated Gaussian noise; at least t respond, at most c collude with the server.
Symbols: sigma^2 (variance), r (covariance), rho = r/sigma^2, s = sigma^2_{eps,delta} (``sigma2_min``).

Common model. n >= 2, as a correlation needs two users. Where a file says so, the server takes out of the honest
reports what responding colluders share with them, as the proof of Proposition 1 does (Var = sigma^2 + r |F n C|) and
as every later formula needs; prop-1, eq-10, thm-1-eq-10 and cor-3-eq-10 judge the letter of Eq. 10. For t = n the
optimum is a limit.
"""
