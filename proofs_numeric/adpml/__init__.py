"""Pan and Feng: Differential Privacy-Enabled Multi-Party Learning with Dynamic Privacy Budget Allocating Strategy.

Electronics 12(3), 658, 2023. Short name: ADPML.
"""
