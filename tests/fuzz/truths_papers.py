"""True values for the kinds of single papers, recomputed from definitions or taken from the library."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from flint import arb

from benchmarks.chained_enumeration import least_split_noise
from optcheck.adpml import optimal_schedule
from optcheck.cordp.closed_form import exact_noise, least_covariance
from optcheck.gaussian.balls import delta_ball
from tests.fuzz.oracle import Impossible, Truth, ball, need, rational, rationals, surd, truths, whole


@truths("adpml-schedule-total")
def _total(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    low, high, rate = (rational(instance[name]) for name in ("minimum", "maximum", "rate"))
    need(min(low, high, rate) > 0, "positive")
    losses = [min((1 + rate * t) * low, high) for t in range(whole(instance["rounds"], 1))]
    below = sum((1 + rate * t) * low < high for t in range(instance["rounds"]))
    return {"total loss": sum(losses, Fraction()), "rounds below the cap": below}


@truths("adpml-local-training")
def _training(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    model, records = _trained(instance["records"])
    return {"minimiser": model, "least loss": sum((y - x * model) ** 2 for x, y in records)}


def _trained(given: Any) -> tuple[Fraction, list[list[Fraction]]]:
    """The model of least squares through the origin, and the records."""
    records = [rationals(record) for record in given]
    need(all(len(record) == 2 for record in records) and any(x for x, _ in records), "pairs")
    return sum((x * y for x, y in records), Fraction()) / sum(x * x for x, _ in records), records


@truths("adpml-sensitivity")
def _sensitivity(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    clip, weight = rational(instance["clip"]), rational(instance["weight"])
    need(clip > 0 and weight > 0 and len(evidence["common"]) + 1 == whole(instance["records"], 1), "a data set")
    low, high = sorted(_trained([*evidence["common"], record])[0] for record in evidence["replaced"])
    need(low <= -clip and high >= clip, "neighbours that are as far apart as clipping allows")
    return {"sensitivity": 2 * clip * weight}


@truths("adpml-optimal-schedule")
def _schedule(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    upper = instance["upper"] if instance["upper"] is None else rational(instance["upper"])
    lower, total, size = (rational(instance[name]) for name in ("lower", "total", "sensitivity"))
    amplitudes = rationals(instance["amplitudes"])
    need(bool(amplitudes) and min(amplitudes) > 0 and lower >= 0 and total > 0 and size > 0, "positive")
    need(upper is None or upper >= lower, "bounds in order")
    best = optimal_schedule(amplitudes, total, sensitivity=size, lower=lower, upper=upper)
    return {"least cost": best.cost, "losses": tuple(map(Fraction, best.losses))}


def user_cost(beta: Fraction, total: Fraction, seen: Fraction) -> Any:
    """A user's cost by Eq. 14, as a ball, or "infinite"."""
    if beta == 0:
        return ball(total)
    return "infinite" if seen == 0 else ball(total) + 2 * ball(beta**3).sqrt() / ball(seen).sqrt()


def game(instance: dict[str, Any]) -> tuple[list[Fraction], list[Fraction]]:
    """Preferences and profile."""
    preferences, profile = rationals(instance["preferences"], 0), rationals(instance["profile"], 0)
    need(len(preferences) == len(profile) > 0, "one variance a user")
    return preferences, profile


def _responds(preferences: list[Fraction], profile: list[Fraction], first: int) -> bool:
    """Everybody from ``first`` on tops up what it sees to its preference, where the cost by Eq. 14 is least."""
    for user in range(first, len(profile)):
        before = sum(profile[:user], Fraction())
        best = max(Fraction(0), preferences[user] - before)
        if profile[user] != best:
            return False
    return True


@truths("noise-game-equilibrium")
def _equilibrium(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    preferences, profile = game(instance)
    word = "a Nash equilibrium" if _responds(preferences, profile, 0) else "none"
    return {"profile": word, "total noise": sum(profile)}


@truths("noise-game-deviation")
def _deviation(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    preferences, profile = game(instance)
    user, other = whole(evidence["user"]), rational(evidence["deviation"])
    need(user < len(profile) and other >= 0, "a user and a variance")
    seen = sum(profile[:user], Fraction()) + other
    perfect = {"Nash": False, "subgame-perfect": True}[instance["concept"]]
    total = max([seen, *preferences[user + 1 :]]) if perfect else seen + sum(profile[user + 1 :], Fraction())
    after = user_cost(preferences[user], total, seen)
    before = user_cost(preferences[user], sum(profile, Fraction()), sum(profile[: user + 1], Fraction()))
    gains = before == "infinite" or after < before
    word = "not the outcome of a subgame-perfect equilibrium" if perfect else "not a Nash equilibrium"
    truth = {"profile": word if gains and after != "infinite" else "none", "user": user, "deviation": other}
    return (
        truth
        | {"cost before": before, "cost after deviating": after}
        | ({} if before == "infinite" else {"gain": before - after})
    )


@truths("noise-game-cost")
def _paid(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    preferences, profile = game(instance)
    user = whole(instance["user"])
    need(user < len(profile) and type(instance["responding"]) is bool, "a user")
    need(not instance["responding"] or _responds(preferences, profile, 1), "best responses")
    return {"cost": user_cost(preferences[user], sum(profile, Fraction()), sum(profile[: user + 1], Fraction()))}


@truths("noise-game-least-total")
def _least_total(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    betas = rationals(instance["preferences"], 0)
    need(bool(betas) and max(betas) > 0, "a user with a preference")
    users, weight = len(betas), sum((ball(beta**3).sqrt() for beta in betas), arb(0))
    ideal = (weight / users) ** (arb(2) / 3)  # where the derivative users - weight / x^(3/2) vanishes
    least = users * ideal + 2 * weight / ideal.sqrt()
    enforced = ball(users * max(betas)) + 2 * weight / ball(max(betas)).sqrt()
    truth = {"least total cost": least, "total cost of BAS": enforced, "price of anarchy": enforced / least}
    return truth | {"least total cost cubed": least**3, "price of anarchy cubed": (enforced / least) ** 3}


@truths("noise-game-report")
def _report(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    others = rationals(instance["others"], 0)
    own, report = rational(instance["preference"]), rational(instance["report"])
    need(bool(others) and own >= 0 and report >= 0, "reports >= 0")
    noise, ideal = max([report, *others]), max([own, *others])
    is_best = noise == ideal or (own == 0 and noise == max(others))
    word = "a best report" if is_best else "not a best report"
    return {"cost": user_cost(own, noise, noise), "least cost": user_cost(own, ideal, ideal), "report": word}


@truths("noise-game-participation")
def _participation(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    betas, user = rationals(instance["preferences"], 0), whole(instance["user"])
    need(len(betas) >= 2 and user < len(betas), "two users")
    rest = {"stay": max(betas) if user else Fraction(0), "regroup": max(betas[:user] + betas[user + 1 :])}
    outside, inside = 3 * betas[user] + rest[instance["others"]], user_cost(betas[user], max(betas), max(betas))
    return {"cost outside": outside, "cost inside": inside, "outside - inside": ball(outside) - inside}


@truths("chain-exposure")
def _exposure(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    users, p, back = whole(instance["users"], 1), rational(instance["probability"]), instance["kept_back"]
    need(users <= 7 and 0 <= p <= 1 and instance["attacker"] in ("weak", "strong"), "an attacker")
    need(back is None or whole(back) < users, "a user kept back")
    orders = [order for order in permutations(range(users)) if order[0] != back]
    total = Fraction(0)
    for order in orders:
        left, right = set(order[: order.index(0)]), set(order[order.index(0) + 1 :])
        if instance["attacker"] == "weak":
            left, right = set(order[: order.index(0)][-1:]), set(order[order.index(0) + 1 :][:1])
        a, b = len(left), len(right)
        total += (1 - (1 - p) ** a) * (1 - (1 - p) ** b)
    return {"exposure": total / len(orders)}


def _parts(instance: dict[str, Any], users: int) -> list[list[int]]:
    need(sorted(user for part in instance["split"] for user in part) == list(range(users)), "everybody once")
    need(all(type(user) is int for part in instance["split"] for user in part), "users")
    need(all(part for part in instance["split"]), "no empty part")
    return list(instance["split"])


@truths("chain-split")
def _split(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    betas = rationals(instance["preferences"], 0)
    parts = _parts(instance, len(betas))
    need(len({len(part) for part in parts}) == 1, "equal parts")
    noise = sum((max(betas[user] for user in part) for part in parts), Fraction())
    least = least_split_noise(tuple(betas), len(parts))
    return {"noise": noise, "least noise": least, "split": "a best split" if noise == least else "not a best split"}


@truths("chain-split-error")
def _split_error(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    betas, data, divisors = (rationals(instance[name]) for name in ("preferences", "data", "divisors"))
    parts, users = _parts(instance, len(betas)), len(betas)
    need(len(data) == users and len(divisors) == len(parts) and min(betas) >= 0 and min(divisors) > 0, "lengths")
    noise, bias = Fraction(0), -sum(data) / users
    for part, divisor in zip(parts, divisors, strict=True):
        noise += max(betas[user] for user in part) / divisor**2
        bias += sum(data[user] for user in part) / divisor
    unit, alone = arb(4) ** (arb(-1) / 3), sum(betas) / users**2
    truth = {"noise of the split": noise, "squared bias of the split": bias**2, "noise alone": alone}
    error = unit * ball(noise) + ball(bias**2)
    truth |= {"error of the split": error, "error alone": unit * ball(alone)}
    return truth | {"error of the split - error alone": error - unit * ball(alone)}


@truths("chain-error")
def _error(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    variances = rationals(instance["variances"], 0)
    need(bool(variances), "a user")
    each = sum(variances, Fraction()) / len(variances) ** 2
    return {"expected squared error": whole(instance["coordinates"], 1) * each}


@truths("gaussian-variance")
def _gaussian(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    epsilon, delta, size = (rational(instance[name]) for name in ("epsilon", "delta", "sensitivity"))
    need(epsilon >= 0 and 0 < delta < 1 and size > 0, "a budget")

    def test(fact: Any) -> bool:
        lost = delta_ball(ball(size) / ball(fact.value).sqrt() / 2, ball(epsilon))
        return not lost > ball(delta) if fact.relation == "<=" else not lost < ball(delta)

    return {"least variance": test}


def _kept(n: int, c: int, v: Any, r: Any) -> Any:
    x, y = v + c * r, r
    for _ in range(n - c - 1):
        x, y = x - y * y / x, y - y * y / x
    return x


def _worst(n: int, t: int, c: int, v: Any, r: Any) -> Any:
    errors = [(v + (f - 1) * r) / (f - j) for f in range(t, n + 1) for j in range(c + 1)]
    worst = errors[0]
    for error in errors[1:]:
        worst = worst.max(error)
    return worst


def _sizes(instance: dict[str, Any]) -> tuple[int, int, int]:
    n, t, c = (whole(instance[name]) for name in "ntc")
    need(c < t <= n, "0 <= c < t <= n")
    return n, t, c


@truths("cordp-pair")
def _pair(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    n, t, c = _sizes(instance)
    v, r = map(surd, instance["pair"])
    need(not (v + (n - 1) * r < 0 or v - r < 0) and (c == 0 or not r > 0), "a covariance matrix")
    m, x = n - c, v + c * r
    truth = {"kept variance": _kept(n, c, v, r), "error": _worst(n, t, c, v, r), "trace": m * x}
    truth |= {"eigenvalue of the mean": x + (m - 1) * r, "other eigenvalues": x - r}
    return truth | {"number of other eigenvalues": m - 1}


def _least(n: int, t: int, c: int, kept_in: bool) -> Any:
    """The least error for a floor of 1; with the whole noise 1/k where the honest are at most as many as colluders."""
    m, k = n - c, t - c
    weight = k - c if kept_in else k
    if weight <= 0:
        return ball(1) / k
    root = ball((m - weight) * (m - 1)).sqrt() + ball(weight).sqrt()
    return root**2 / (m * m * k)


def _optimal_variances(n: int, t: int, c: int, kept_in: bool, floor: Fraction) -> tuple[Any, Any]:
    """The least and the largest variance at which, or towards which, a private pair has the least error."""
    m, weight = n - c, t - 2 * c if kept_in else t - c
    if m == 1:  # the own noise counts, whatever the pairs share; with the whole noise they had better share none
        return ball(floor), ball(floor) if n == 1 or kept_in else "infinite"
    if weight == m:
        return "infinite", "infinite"
    noise = exact_noise(m, max(weight, 1), 0, floor)  # of the honest users; for a weight of 1 or less independent
    best = ball(noise.variance) - c * ball(noise.covariance)
    return best, best


def least_private(n: int, c: int, v: Any, floor: Any) -> tuple[Any, Any]:
    """The covariances at which an honest report keeps just the floor: the roots of a quadratic, or one of a line."""
    square = (n - 1) * (c - 1)
    linear, constant = v * (n + c - 2) - floor * (n - 2), v * (v - floor)
    if square == 0:
        return -constant / linear, None
    spread = (linear**2 - 4 * square * constant).max(ball(0)).sqrt()
    return (spread - linear) / (2 * square), (-spread - linear) / (2 * square)


@truths("cordp-optimum")
def _optimum(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    (n, t, c), floor = _sizes(instance), rational(instance["sigma2_min"])
    need(floor > 0, "a positive floor")
    kept_in = instance.get("whole", False)
    need(isinstance(kept_in, bool), "true or false")
    least = _least(n, t, c, kept_in) * ball(floor)
    d = whole(instance.get("d", 1), 1)

    low, high = _optimal_variances(n, t, c, kept_in, floor)

    def is_optimal(fact: Any) -> bool:
        if fact.value == "none" or low == "infinite":
            return bool(fact.value == "none" and low == "infinite")
        v, r = map(ball, fact.value)
        private = not (_kept(n, c, v, r) < ball(floor) or r > 0)
        error = (v + (t - c - 1) * r) / (t - c) if kept_in else _worst(n, t, c, v, r)
        return private and bool(error.overlaps(least)) and bool(v.overlaps(low))

    decoded = d * least / (1 + d * least)
    return {
        "least error": least,
        "least decoded error": decoded,
        "infimum of the error": least,
        "infimum of the decoded error": decoded,
        "optimal pair": is_optimal,
        "optimal variance": low,
        "largest optimal variance": high,
    }


@truths("cordp-covariance")
def _covariance(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    n, c = whole(instance["n"], 1), whole(instance["c"])
    v, s = surd(instance["variance"]), rational(instance["sigma2_min"])
    need(c < n and n > 1 and s > 0 and not v < ball(s), "sizes")
    low, high = least_private(n, c, v, ball(s))
    truth = {"least private covariance": low, "least private correlation": low / v}
    truth["error times responders if all respond"] = v + (n - 1) * low
    return truth | ({"largest private covariance": high} if c == 0 else {})


@truths("cordp-decoder")
def _decoder(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    n, f, j, d = (whole(instance[name]) for name in ("n", "responders", "told", "d"))
    need(j < f <= n and d > 0 and isinstance(instance["removed"], bool), "sizes")
    v, r = map(surd, instance["pair"])
    taken = j if instance["removed"] else 0
    need(not (v + (n - 1) * r < 0 or v - r < 0) and (taken == 0 or not r > 0), "a covariance matrix")
    total = (f - j) * (v + taken * r) + (f - j) * (f - j - 1) * r
    plain = d * total / (f - j) ** 2
    return {"plain error": plain, "best weight": 1 / (1 + plain), "least error": plain / (1 + plain)}


@truths("cordp-slope")
def _slope(instance: dict[str, Any], evidence: dict[str, Any]) -> Truth:
    n, c = whole(instance["n"], 1), whole(instance["c"])
    v, s = rational(instance["variance"]), rational(instance["sigma2_min"])
    need(c < n and v > 0 and s > 0, "sizes")
    if v < s:
        raise Impossible("less variance than must be kept")
    r, x, floor = ball(least_covariance(n, c, v, s)), ball(v), ball(s)
    by_v = (x + (n - 1) * r) + (x + (c - 1) * r) - floor
    by_r = (c - 1) * (x + (n - 1) * r) + (n - 1) * (x + (c - 1) * r) - floor * (n - 2)
    return {"derivative": 1 - (n - 1) * by_v / by_r}
