"""Shuffled reports: the pair of distributions to which Feldman, McMillan and Talwar (2021) reduce every protocol."""

from math import comb

from optcheck.claims import *


def clone_delta(clients: int, ratio: Value, growth: Value) -> Value:
    """The exact delta of the pair at exp(epsilon) = growth, where exp(epsilon_0) = ratio for a report by itself.

    Each other client is a clone with probability 1/ratio; each of c clones shows one face or the other like a fair
    coin. The client who changes shows the first face with probability ratio/(1 + ratio) in one data set, the second in
    the other. Fewer second faces are always the likelier in the first data set: those below a share of all are gained.
    """
    if growth >= ratio:
        return 0 * ratio
    share = (ratio - growth) / ((ratio - 1) * (growth + 1))
    gained, lost, edge = 0 * ratio, 0 * ratio, 0
    for clones in range(clients):
        while edge < share * (clones + 1):
            edge += 1
        chance = comb(clients - 1, clones) * (ratio - 1) ** (clients - 1 - clones) * Fraction(1, 2) ** clones
        first = sum(comb(clones, k) for k in range(edge))
        second = first - comb(clones, edge - 1)  # one more second face: the client's own
        gained += chance * (ratio * first + second)
        lost += chance * (first + ratio * second)
    return (gained - growth * lost) / (ratio ** (clients - 1) * (1 + ratio))
