(* Chained-DP: budgets of Gaussian noise, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Chained.
From Optcheck.common Require Import Normal Steps Gaussian.

Lemma sqrt_not_0 x : 0 < x -> ~ sqrt x = 0.
Proof. intros H; pose proof (sqrt_lt_R0 x H); lra. Qed.

(* Noise of variance v for a squared distance q: rho = q/(2 v). *)
Lemma budget_of_variance q v delta : 0 < q -> 0 < v -> 0 < delta <= 1 ->
  gaussian_delta (sqrt (q / v)) (q / (2 * v) + sqrt (2 * q * ln (1 / delta) / v)) <= delta.
Proof.
  intros Q V D; pose proof (ln_inverse_not_negative delta D).
  assert (0 < q / (2 * v)) as P by (apply quotient_positive; lra).
  pose proof (conversion (q / (2 * v)) delta P D) as C.
  replace (2 * (q / (2 * v))) with (q / v) in C by (field; lra).
  replace (sqrt (2 * q * ln (1 / delta) / v)) with (2 * sqrt (q / (2 * v) * ln (1 / delta))); [exact C |].
  replace (2 * q * ln (1 / delta) / v) with (2 * 2 * (q / (2 * v) * ln (1 / delta))) by (field; lra).
  rewrite (sqrt_mult (2 * 2)), sqrt_square; try lra; apply Rmult_le_pos; lra.
Qed.

(* Claim: chained/thm-7-epsilon corrected *)
Theorem thm_7_epsilon : chained_thm_7_epsilon.
Proof.
  intros d D bound B v V delta D1 D2; pose proof (ln_inverse_not_negative delta (conj D1 D2)).
  assert (0 < IZR (4 * d)) by (apply IZR_lt; lia); assert (0 < bound ^ 2) by (now apply pow_lt).
  set (q := IZR (4 * d) * bound ^ 2); assert (0 < q) by (now apply Rmult_lt_0_compat).
  assert (0 < q / v) by (apply quotient_positive; lra); assert (0 < 1 / delta) by (apply quotient_positive; lra).
  assert (0 <= 2 * q * ln (1 / delta) / v) by (apply quotient_not_negative; nra).
  repeat split; try lra; try (apply sqrt_not_0; lra); apply budget_of_variance; lra.
Qed.

(* Claim: chained/cor-1 corrected *)
Theorem cor_1 : chained_cor_1.
Proof.
  intros size S variances L P delta D1 D2; pose proof (ln_inverse_not_negative delta (conj D1 D2)).
  assert (0 < sumR variances) as V.
  { destruct variances as [| a l]; [cbn in L; lia |]; assert (0 < a) by (apply P; now left).
    assert (0 <= sumR l) by (apply sumR_not_negative; intros x X; left; apply P; now right); cbn in *; lra. }
  set (v := sumR variances) in *; assert (0 < size ^ 2) by (now apply pow_lt).
  assert (0 < size ^ 2 / v) by (apply quotient_positive; lra); assert (0 < 1 / delta) by (apply quotient_positive; lra).
  assert (0 <= 2 * ln (1 / delta) / v) by (apply quotient_not_negative; lra).
  pose proof (budget_of_variance (size ^ 2) v delta) as G.
  replace (sqrt (2 * size ^ 2 * ln (1 / delta) / v)) with (size * sqrt (2 * ln (1 / delta) / v)) in G.
  - repeat split; try lra; try (apply sqrt_not_0; lra); apply G; lra.
  - replace (2 * size ^ 2 * ln (1 / delta) / v) with (size * size * (2 * ln (1 / delta) / v)) by (field; lra).
    rewrite (sqrt_mult (size * size)), sqrt_square; nra.
Qed.

(* Claim: chained/eq-3 corrected *)
Theorem eq_3 : chained_eq_3.
Proof.
  intros size S e E delta D1 D2; pose proof (ln_inverse_not_negative delta (conj D1 D2)).
  assert (0 < 1 / delta) by (apply quotient_positive; lra).
  set (w := sqrt (2 * ln (1 / delta))); set (r := sqrt (2 * ln (1 / delta) + 2 * e)).
  assert (0 <= w) by apply sqrt_pos; assert (0 < r) by (apply sqrt_lt_R0; lra).
  assert (r * r = w * w + 2 * e) as Q by (unfold r, w; rewrite !sqrt_sqrt; lra).
  assert (0 < size * (w + r) / (2 * e)) by (apply quotient_positive; nra).
  assert (0 < r - w) by nra.
  replace (size / (size * (w + r) / (2 * e))) with (r - w).
  - repeat split; try lra; try (apply sqrt_not_0; lra).
    apply Rle_trans with (exp (- (w ^ 2 / 2)) / 2); [| unfold w; rewrite exp_of_root; lra].
    apply delta_chernoff; [| assumption]; right; replace e with ((r * r - w * w) / 2) by lra; field; lra.
  - replace (2 * e) with ((r - w) * (r + w)) by lra; field; repeat split; lra.
Qed.
