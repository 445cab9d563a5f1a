(* ADPML: statements about sensitivities, variances and losses, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Adpml.
From Optcheck.common Require Import Steps.

(* Two clipped numbers are at most twice the bound apart. *)
Lemma clipped_apart c x y : 0 <= c -> Rabs (Rmax (- c) (Rmin c x) - Rmax (- c) (Rmin c y)) <= 2 * c.
Proof. intros; extremes; lra. Qed.

Lemma clipped_mean clip n rest one other :
  0 < clip -> 0 < n ->
  Rabs (Rmax (- (clip * n)) (Rmin (clip * n) (rest + one)) - Rmax (- (clip * n)) (Rmin (clip * n) (rest + other))) / n
  <= 2 * clip.
Proof.
  intros; assert (0 <= clip * n) by nra; apply Rmult_le_reg_r with n; [assumption |].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  pose proof (clipped_apart (clip * n) (rest + one) (rest + other)); lra.
Qed.

(* Claim: adpml/eq-12 corrected *)
Theorem eq_12 : adpml_eq_12.
Proof.
  intros clip H common one other; split; [lia |].
  apply clipped_mean; [assumption |]; apply IZR_lt; lia.
Qed.

(* Claim: adpml/sensitivity-clipping corrected *)
Theorem sensitivity_clipping : adpml_sensitivity_clipping.
Proof. exact eq_12. Qed.

(* Claim: adpml/eq-18 corrected *)
Theorem eq_18 : adpml_eq_18.
Proof.
  intros clip H common one other elsewhere K rest; split; [lia |].
  set (n := IZR (Z.of_nat (length common) + 1)); set (m := IZR (Z.of_nat (length common) + 1 + elsewhere)).
  assert (0 < n) by (apply IZR_lt; lia); assert (0 < m) by (apply IZR_lt; lia).
  pose proof (clipped_apart (clip * n) (sumR common + one) (sumR common + other)) as A.
  match goal with |- Rabs (?x / m - ?y / m) <= _ => replace (x / m - y / m) with ((x - y) / m) by (field; lra) end.
  unfold Rdiv at 1; rewrite Rabs_mult, (Rabs_right (/ m)) by (left; apply Rinv_0_lt_compat; assumption).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; assumption |].
  match goal with |- Rabs ?x <= _ => match type of A with _ -> Rabs ?y <= _ => replace x with y by ring end end.
  assert (0 <= clip * n) by nra; lra.
Qed.

(* Claim: adpml/eq-6 corrected *)
Theorem eq_6 : adpml_eq_6.
Proof.
  intros p P1 P2 q Q1 Q2 alpha A.
  assert (0 < p * Rpower (p / q) (alpha - 1) + (1 - p) * Rpower ((1 - p) / (1 - q)) (alpha - 1)) as S.
  { unfold Rpower; pose proof (exp_pos ((alpha - 1) * ln (p / q))).
    pose proof (exp_pos ((alpha - 1) * ln ((1 - p) / (1 - q)))); nra. }
  repeat split; try lra; try (apply quotient_positive; lra).
  replace ((alpha - 1) / (alpha - 1)) with 1 by (field; lra); now rewrite Rpower_1.
Qed.

(* Claim: adpml/eq-8 printed *)
Theorem eq_8 : adpml_eq_8.
Proof.
  intros clip C records N rho H; rewrite !IZR_square.
  assert (1 <= IZR records) by (apply IZR_le; lia).
  assert (0 < IZR records ^ 2 * rho) by (apply Rmult_lt_0_compat; [apply pow_lt; lra | assumption]).
  assert (0 < 2 * clip ^ 2 / (IZR records ^ 2 * rho)) by (apply quotient_positive; [nra | assumption]).
  repeat split; try lra; try lia; field; repeat split; lra.
Qed.

(* Claim: adpml/larger-n-data corrected *)
Theorem larger_n_data : adpml_larger_n_data.
Proof.
  intros records R1 few F1 F2 many M1 M2; split; [lia |].
  pose proof (Z.div_mod records many); nia.
Qed.

(* Claim: adpml/larger-n-variance corrected *)
Theorem larger_n_variance : adpml_larger_n_variance.
Proof.
  intros few F many M clip C loss L records N; rewrite !IZR_square, !sumR_const, !length_Zrange.
  assert (1 <= IZR few) by (apply IZR_le; lia); assert (1 <= IZR many) by (apply IZR_le; lia).
  assert (1 <= IZR records) by (apply IZR_le; lia).
  assert (forall k, 1 <= k -> 0 < (IZR records / k) ^ 2 * loss) as K.
  { intros; apply Rmult_lt_0_compat; [apply pow_lt, quotient_positive; lra | assumption]. }
  repeat split; try lia; intros; try (pose proof (K _ H); lra); try (pose proof (K _ H0); lra); try nia.
  rewrite !Z.sub_0_r, !Z2Nat.id by lia; field; repeat split; lra.
Qed.

(* Claim: adpml/prop-2 printed *)
Theorem prop_2 : adpml_prop_2.
Proof.
  intros s S sigma G alpha A; assert (0 < sigma ^ 2) by (apply pow_lt; lra).
  repeat split; try lra; field; repeat split; lra.
Qed.
