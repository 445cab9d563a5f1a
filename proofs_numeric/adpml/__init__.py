"""Pan, Feng: Differential Privacy-Enabled Multi-Party Learning with Dynamic Privacy Budget Allocating Strategy.

Judged is Electronics 12(3), article 658, of 28 January 2023 (doi 10.3390/electronics12030658).

Conventions: n stands for |D_i|, the number of records of a party; the sensitivity of training is tried on least
squares.

Short name: ADPML.
"""
