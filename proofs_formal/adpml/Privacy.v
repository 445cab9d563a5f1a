(* ADPML: budgets of Gaussian noise, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Adpml.
From Optcheck.common Require Import Normal Steps Gaussian.

(* Randomised response with exp(h), h^2 = 2 rho, at the budget of Proposition 1, w^2 = 2 ln(1/delta). *)
Lemma response_excess h w : 0 <= h -> 0 <= w ->
  exp h - exp (h ^ 2 / 2 + h * w) <= exp (- (w ^ 2 / 2)) * (exp h + 1).
Proof.
  intros H W; pose proof (exp_pos h); pose proof (exp_pos (- (w ^ 2 / 2))).
  destruct (Rle_dec h (h ^ 2 / 2 + h * w)) as [L | L]; [pose proof (exp_le _ _ L); nra |].
  assert (h <> 0) by (intros ->; lra); set (z := 1 - h / 2).
  assert (0 <= w < z) as Z by (unfold z; nra); set (u := w ^ 2 / 2); assert (0 <= u <= z ^ 2 / 2) by (unfold u; nra).
  (* e^h (1 - e^-u) <= u e^h <= e^-u, as z^2 e^h <= 1 and u <= 1/2. *)
  assert (1 - u <= exp (- u)) as E by (pose proof (exp_ineq1_le (- u)); lra).
  assert (z ^ 2 * exp h <= 1) as Q.
  { assert (z <= exp (z - 1)) by (pose proof (exp_ineq1_le (z - 1)); lra).
    assert (z ^ 2 <= exp (z - 1) * exp (z - 1)) by nra.
    replace (exp h) with (/ (exp (z - 1) * exp (z - 1))).
    - assert (0 < exp (z - 1) * exp (z - 1)) by (pose proof (exp_pos (z - 1)); nra).
      apply Rmult_le_reg_r with (exp (z - 1) * exp (z - 1)); [assumption |].
      rewrite Rmult_assoc, Rinv_l; lra.
    - rewrite <- exp_plus, <- exp_Ropp; f_equal; unfold z; field. }
  assert (z ^ 2 <= 1) by (unfold z in *; nra).
  pose proof (exp_pos (h ^ 2 / 2 + h * w)); assert (u * exp h <= 1 / 2) by nra.
  fold u; assert (1 / 2 <= exp (- u)) by lra; nra.
Qed.

Lemma sqrt_positive x : 0 < x -> ~ sqrt x = 0.
Proof. intros H; pose proof (sqrt_lt_R0 x H); lra. Qed.

(* Claim: adpml/prop-1 printed *)
Theorem prop_1 : adpml_prop_1.
Proof.
  intros rho R delta D1 D2; pose proof (ln_inverse_not_negative delta (conj D1 D2)).
  assert (0 < 1 / delta) by (apply quotient_positive; lra); pose proof (exp_pos (sqrt (2 * rho))).
  split; [lra |]; split; [assumption |]; split; [nra |]; split; [lra |]; split; [apply sqrt_positive; lra |].
  split; [apply sqrt_positive; lra |]; split; [lra |]; split; [apply conversion; lra |].
  apply Rmult_le_reg_r with (exp (sqrt (2 * rho)) + 1); [lra |].
  unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  set (h := sqrt (2 * rho)) in *; set (w := sqrt (2 * ln (1 / delta))).
  rewrite <- (exp_of_root delta (conj D1 D2)) at 2; fold w.
  replace (rho + 2 * sqrt (rho * ln (1 / delta))) with (h ^ 2 / 2 + h * w).
  - apply response_excess; apply sqrt_pos.
  - unfold h, w; rewrite pow2_sqrt, <- sqrt_mult by lra.
    replace (2 * rho * (2 * ln (1 / delta))) with (2 * 2 * (rho * ln (1 / delta))) by ring.
    rewrite (sqrt_mult (2 * 2)), sqrt_square by nra; field.
Qed.

(* Claim: adpml/eq-4 printed *)
Theorem eq_4 : adpml_eq_4.
Proof.
  intros e E1 E2 delta D1 D2 size S; pose proof (ln_calibration delta (conj D1 D2)).
  set (c := sqrt (2 * ln (5 / 4 / delta))); assert (0 < c) by (apply sqrt_lt_R0; lra).
  assert (0 < 5 / 4 / delta) by (apply quotient_positive; lra).
  assert (0 < size / e * c) by (apply Rmult_lt_0_compat; [apply quotient_positive |]; lra).
  replace (size / (size / e * c)) with (e / c) by (field; repeat split; lra).
  assert (0 < e / c) by (apply quotient_positive; lra).
  repeat split; try lra; try (apply sqrt_positive; lra); apply classical; lra.
Qed.

(* Claim: adpml/eq-21 corrected *)
Theorem eq_21 : adpml_eq_21.
Proof.
  intros n N losses L P delta D1 D2; pose proof (ln_inverse_not_negative delta (conj D1 D2)).
  assert (0 < 1 / delta) by (apply quotient_positive; lra); assert (0 < IZR (n ^ 2)) as K by (apply IZR_lt; nia).
  set (k := IZR (n ^ 2)) in *; assert (0 < sumR losses) as S.
  { destruct losses as [| a l]; [cbn in L; lia |]; assert (0 < a) by (apply P; now left).
    assert (0 <= sumR l) by (apply sumR_not_negative; intros x X; left; apply P; now right); cbn in *; lra. }
  assert (forall x, In x losses -> 0 < k * x) as Q by (intros x X; apply Rmult_lt_0_compat; auto).
  assert (0 < k * sumR losses) by (now apply Rmult_lt_0_compat).
  replace (sumR (map (fun loss => 4 / (2 / (k * loss))) losses)) with (2 * (k * sumR losses)).
  - repeat split; try lra; try (apply sqrt_positive; lra); try (apply conversion; lra); try nra;
      intros x X; pose proof (Q x X); try lra; assert (0 < 2 / (k * x)) by (apply quotient_positive; lra); lra.
  - rewrite (sumR_ext _ (fun x => x * (2 * k))), (sumR_scaled (fun x => x)), map_id; [ring |].
    intros x X; pose proof (P x X); field; split; lra.
Qed.
