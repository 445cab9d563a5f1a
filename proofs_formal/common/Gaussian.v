(* The privacy curve of Gaussian noise, bounded from above: every calibration of the papers follows from these. *)
From Coq Require Import Lra Psatz.
From Optcheck.statements Require Import Language.
From Optcheck.common Require Import Normal Steps.

(* The least delta of noise whose means are s deviations apart, at budget e. *)
Notation gaussian_delta s e := ((erfc ((e / s - s / 2) / sqrt 2) - exp e * erfc ((e / s + s / 2) / sqrt 2)) / 2).

Lemma root_2 : 0 < sqrt 2.
Proof. apply sqrt_lt_R0; lra. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [H | ->]; [left; now apply exp_increasing | lra]. Qed.

Lemma delta_below_tail s e : gaussian_delta s e <= erfc ((e / s - s / 2) / sqrt 2) / 2.
Proof. pose proof (tail_not_negative ((e / s + s / 2) / sqrt 2)); pose proof (exp_pos e); nra. Qed.

Lemma bell_of_root x : bell (x / sqrt 2) = exp (- (x ^ 2 / 2)).
Proof.
  unfold bell; pose proof root_2; f_equal; replace (x / sqrt 2 * (x / sqrt 2)) with (x ^ 2 / (sqrt 2 * sqrt 2)).
  - now rewrite sqrt_sqrt by lra.
  - field; lra.
Qed.

(* x deviations beyond the mean of the loss. *)
Lemma delta_chernoff s e x : x <= e / s - s / 2 -> 0 <= x -> gaussian_delta s e <= exp (- (x ^ 2 / 2)) / 2.
Proof.
  intros H X; pose proof (delta_below_tail s e); pose proof root_2.
  assert (x / sqrt 2 <= (e / s - s / 2) / sqrt 2) as L.
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | assumption]. }
  assert (0 <= x / sqrt 2) as P by (apply quotient_not_negative; lra).
  pose proof (tail_decreases _ _ L); pose proof (tail_below_bell _ P); rewrite bell_of_root in *; lra.
Qed.

(* Where the budget is below the mean of the loss. *)
Lemma delta_left s e y : - y <= e / s - s / 2 -> 0 <= y -> gaussian_delta s e <= (1 + 3 / 2 * y) / 2.
Proof.
  intros H Y; pose proof (delta_below_tail s e); pose proof root_2.
  assert (1 <= sqrt 2) by (rewrite <- sqrt_1; apply sqrt_le_1; lra).
  assert (y / sqrt 2 <= y) as K.
  { apply Rmult_le_reg_r with (sqrt 2); [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra. }
  assert (0 <= y / sqrt 2) by (apply quotient_not_negative; lra).
  assert (- (y / sqrt 2) <= (e / s - s / 2) / sqrt 2) as L.
  { replace (- (y / sqrt 2)) with (- y / sqrt 2) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | assumption]. }
  pose proof (tail_decreases _ _ L); pose proof (tail_left (y / sqrt 2)); lra.
Qed.

Lemma ln_quotient c delta : 0 < c -> 0 < delta -> ln (c / delta) = ln c - ln delta.
Proof. intros; unfold Rdiv; rewrite ln_mult, ln_Rinv; try lra; now apply Rinv_0_lt_compat. Qed.

Lemma ln_le_0 x : 0 < x <= 1 -> ln x <= 0.
Proof. intros [H [K | ->]]; [left; rewrite <- ln_1; now apply ln_increasing | rewrite ln_1; lra]. Qed.

Lemma ln_inverse_not_negative delta : 0 < delta <= 1 -> 0 <= ln (1 / delta).
Proof. intros H; rewrite ln_quotient, ln_1 by lra; pose proof (ln_le_0 delta H); lra. Qed.

(* exp(-w^2/2) = delta for w = sqrt(2 ln(1/delta)). *)
Lemma exp_of_root delta : 0 < delta <= 1 -> exp (- (sqrt (2 * ln (1 / delta)) ^ 2 / 2)) = delta.
Proof.
  intros H; pose proof (ln_inverse_not_negative delta H).
  rewrite pow2_sqrt by lra; replace (- (2 * ln (1 / delta) / 2)) with (- ln (1 / delta)) by field.
  rewrite ln_quotient, ln_1 by lra; replace (- (0 - ln delta)) with (ln delta) by ring; apply exp_ln; lra.
Qed.

(* The conversion of zero-concentrated privacy: s^2 = 2 rho. *)
Lemma conversion rho delta : 0 < rho -> 0 < delta <= 1 ->
  gaussian_delta (sqrt (2 * rho)) (rho + 2 * sqrt (rho * ln (1 / delta))) <= delta.
Proof.
  intros R D; pose proof (ln_inverse_not_negative delta D) as L.
  set (s := sqrt (2 * rho)); set (w := sqrt (2 * ln (1 / delta))).
  assert (0 < s) as S by (apply sqrt_lt_R0; lra); assert (s * s = 2 * rho) as S2 by (apply sqrt_sqrt; lra).
  assert (2 * sqrt (rho * ln (1 / delta)) = s * w) as P.
  { unfold s, w; rewrite <- sqrt_mult by lra.
    replace (2 * rho * (2 * ln (1 / delta))) with (2 * 2 * (rho * ln (1 / delta))) by ring.
    assert (0 <= rho * ln (1 / delta)) by (apply Rmult_le_pos; lra).
    rewrite (sqrt_mult (2 * 2)), sqrt_square; lra. }
  rewrite P; apply Rle_trans with (exp (- (w ^ 2 / 2)) / 2); [| unfold w; rewrite exp_of_root by assumption; lra].
  apply delta_chernoff; [| apply sqrt_pos]; right; replace rho with (s * s / 2) by lra; field; lra.
Qed.

(* ln(5/4) is between 1/5 and 1/4. *)
Lemma ln_5_4 : 1 / 5 <= ln (5 / 4) <= 1 / 4.
Proof.
  split.
  - assert (exp (1 / 5) <= 5 / 4) as E.
    { assert (4 / 5 <= exp (- (1 / 5))) by (pose proof (exp_ineq1_le (- (1 / 5))); lra).
      rewrite exp_Ropp in *; pose proof (exp_pos (1 / 5)).
      apply Rmult_le_reg_r with (/ exp (1 / 5)); [now apply Rinv_0_lt_compat |]; rewrite Rinv_r; lra. }
    rewrite <- (ln_exp (1 / 5)); destruct E as [E | ->]; [| lra].
    left; apply ln_increasing; [apply exp_pos | assumption].
  - assert (5 / 4 <= exp (1 / 4)) as E by (pose proof (exp_ineq1_le (1 / 4)); lra).
    rewrite <- (ln_exp (1 / 4)); destruct E as [E | ->]; [left; apply ln_increasing; lra | lra].
Qed.

Lemma ln_calibration delta : 0 < delta <= 1 -> 1 / 5 <= ln (5 / 4 / delta).
Proof. intros D; rewrite ln_quotient by lra; pose proof ln_5_4; pose proof (ln_le_0 delta D); lra. Qed.

Lemma exp_calibration delta : 0 < delta -> exp (- ln (5 / 4 / delta)) = 4 / 5 * delta.
Proof. intros D; rewrite exp_Ropp, exp_ln; [field; lra | apply quotient_positive; lra]. Qed.

Lemma root_of_e : exp (1 / 2) <= 2.
Proof.
  assert (1 / 2 <= exp (- (1 / 2))) as E by (pose proof (exp_ineq1_le (- (1 / 2))); lra).
  rewrite exp_Ropp in E; pose proof (exp_pos (1 / 2)).
  apply Rmult_le_reg_r with (/ exp (1 / 2)); [now apply Rinv_0_lt_compat |]; rewrite Rinv_r; lra.
Qed.

(* The classical calibration, c = sqrt(2 ln(1.25/delta)), for budgets below 1. *)
Lemma classical e delta : 0 < e <= 1 -> 0 < delta <= 1 ->
  gaussian_delta (e / sqrt (2 * ln (5 / 4 / delta))) e <= delta.
Proof.
  intros E D; pose proof (ln_calibration delta D) as L; set (c := sqrt (2 * ln (5 / 4 / delta))).
  assert (0 < c) as C by (apply sqrt_lt_R0; lra).
  assert (c * c = 2 * ln (5 / 4 / delta)) as C2 by (apply sqrt_sqrt; lra).
  assert (e / (e / c) - e / c / 2 = c - e / (2 * c)) as X by (field; lra).
  destruct (Rle_dec e (2 * (c * c))) as [H | H].
  - apply Rle_trans with (exp (- ((c - e / (2 * c)) ^ 2 / 2)) / 2).
    { apply delta_chernoff; [lra |]; replace (c - e / (2 * c)) with ((2 * (c * c) - e) / (2 * c)) by (field; lra).
      apply quotient_not_negative; lra. }
    assert (exp (- ((c - e / (2 * c)) ^ 2 / 2)) <= exp (1 / 2 - ln (5 / 4 / delta))).
    { apply exp_le; replace ((c - e / (2 * c)) ^ 2) with (c * c - e + (e / (2 * c)) ^ 2) by (field; lra).
      pose proof (pow2_ge_0 (e / (2 * c))); lra. }
    unfold Rminus in *; rewrite exp_plus, exp_calibration in * by lra; pose proof root_of_e; nra.
  - set (y := e / (2 * c) - c); assert (2 / 5 <= c * c) by lra.
    assert (6 / 10 <= c) by nra; assert (e / (2 * c) <= 5 / 6) as B.
    { apply Rmult_le_reg_r with (2 * c); [lra |]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l; lra. }
    assert (gaussian_delta (e / c) e <= (1 + 3 / 2 * y) / 2) as G.
    { apply delta_left; unfold y; [lra |].
      replace (e / (2 * c) - c) with ((e - 2 * (c * c)) / (2 * c)) by (field; lra); apply quotient_not_negative; lra. }
    assert (9 / 10 <= delta); [| unfold y in G; lra].
    pose proof (exp_calibration delta); pose proof (exp_ineq1_le (- ln (5 / 4 / delta))); lra.
Qed.
