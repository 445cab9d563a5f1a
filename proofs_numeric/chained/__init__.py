"""Li, Huang, Zeng, Chen, Chen: Chained-DP: Can We Recycle Privacy Budget?

Judged is arXiv 2309.07075, version 1 of 12 September 2023; the journal version, IEEE Transactions on Mobile Computing
24(3), 2025, was not at hand.

Conventions: definitions are fixed once from Eq. 14 and Remark 2: C_k = (sum of all sigma_i^2) + alpha_k / sqrt(sum over
i <= k of sigma_i^2) and beta_k = alpha_k^(2/3), the preference. The paper writes beta for alpha in Eq. 21 to 23, 25, 26
and in the proof of Theorem 5, and swaps the weights after Eq. 15; printed formulas are judged by the definitions.
Variances and costs are counted in units of m = 2^(-2/3). Where an instance gives preferences by their roots, or noise
by its root, costs are rational.
"""
