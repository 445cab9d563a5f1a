"""Liu et al.: TPMDP: Threshold Personalized Multi-party Differential Privacy via Optimal Gaussian Mechanism.

Judged is arXiv 2305.11192 (2023) with its appendix, as a program read it from a scan; which of its versions, the text
does not say. The conference version (IEEE MASS 2023), which leaves the appendix to arXiv, was held beside the lines
that are wrong here; the statements say where it differs.

Jiandong Liu, Lan Zhang, Chaojie Lv, Ting Yu, Nikolaos M. Freris, Xiang-Yang Li.

Symbols of the paper and their names here:

================  ==========================================================================================
n, t              ``instance.n``, ``instance.threshold``: parties, and how many of them may collude
U+, U-            ``instance.active``, ``instance.inactive``: who sees the output and who does not
eta               ``len(instance.active) - 1``
sigma_Gamma_i^2   ``instance.required[i]``: the variance that party i's privacy requires
sigma_i^2         ``x[i]``: the variance of the noise that party i adds
A_t, A_t^+        coalitions of at most t parties; those with an active member
v_sigma           the total variance, the objective of Eq. 6
1+, 2+, 1-, t-    ranks by requirement inside the active and inside the non-active parties
================  ==========================================================================================

Conventions: sigma_Gamma_i^2 is the variance that party i's privacy requires, sigma_i^2 that of the noise that it adds.
The appendix assumes that parties are numbered by rank (its Conventions 2 and 4); instances of its lemmas are numbered
the same way: active parties first, each group from the largest requirement to the smallest.
"""
