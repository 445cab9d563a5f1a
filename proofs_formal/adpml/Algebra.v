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

(* Claim: adpml/eq-11 corrected *)
Theorem eq_11 : adpml_eq_11.
Proof.
  intros l L P; assert (0 < sumR (map (fun pair : R * R => fst pair ^ 2) l)) as S.
  { destruct l as [| a l]; [cbn in L; lia |]; unfold sumR; cbn [map fold_right].
    assert (0 < fst a ^ 2) by (apply pow_lt, P; now left).
    assert (0 <= sumR (map (fun pair : R * R => fst pair ^ 2) l)); [| unfold sumR in *; lra].
    apply sumR_not_negative; intros x X; apply in_map_iff in X; destruct X as (y & <- & _); apply pow2_ge_0. }
  set (s := sumR (map (fun pair : R * R => fst pair ^ 2) l)) in *.
  split; [intros; lra |]; split; [intros p I; apply P in I; lra |]; split; [lra |].
  unfold Rdiv at 1; rewrite <- (sumR_scaled (fun pair : R * R => fst pair * snd pair)).
  apply sumR_ext; intros p I; apply P in I; field; lra.
Qed.

Lemma floorR_bounds x : IZR (floorR x) <= x < IZR (floorR x) + 1.
Proof. unfold floorR; destruct (archimed x); rewrite minus_IZR; lra. Qed.

Lemma ceilR_bounds x : x <= IZR (ceilR x) < x + 1.
Proof. unfold ceilR; rewrite opp_IZR; pose proof (floorR_bounds (- x)); lra. Qed.

(* Claim: adpml/eq-20 corrected *)
Theorem eq_20 : adpml_eq_20.
Proof.
  intros low L high H rate R rounds T; split; [lra |]; split; [lra |].
  set (k := ceilR ((high / low - 1) / rate)).
  assert (forall t, (t < k)%Z -> (1 + rate * IZR t) * low <= high) as B.
  { intros t J; assert (IZR t <= IZR k - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
    pose proof (ceilR_bounds ((high / low - 1) / rate)) as [_ C]; fold k in C.
    assert (IZR t * rate < high / low - 1).
    { apply Rlt_le_trans with ((high / low - 1) / rate * rate); [apply Rmult_lt_compat_r; lra | right; field; lra]. }
    apply Rle_trans with (high / low * low); [apply Rmult_le_compat_r; lra | right; field; lra]. }
  assert (forall t, (k <= t)%Z -> high <= (1 + rate * IZR t) * low) as A.
  { intros t J; apply IZR_le in J; pose proof (ceilR_bounds ((high / low - 1) / rate)) as [C _]; fold k in C.
    assert (high / low - 1 <= IZR t * rate).
    { apply Rle_trans with ((high / low - 1) / rate * rate); [right; field; lra | apply Rmult_le_compat_r; lra]. }
    apply Rle_trans with (high / low * low); [right; field; lra | apply Rmult_le_compat_r; lra]. }
  assert (0 <= k)%Z as K.
  { apply le_IZR; pose proof (ceilR_bounds ((high / low - 1) / rate)) as [C _]; fold k in C.
    apply Rle_trans with (2 := C); apply quotient_not_negative; [| lra].
    enough (1 <= high / low) by lra; apply Rmult_le_reg_r with low; [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (0 <= rounds)%Z as N by lia; clear T; revert rounds N.
  apply (Zrange_ind (fun n => sumR (map (fun t => Rmin ((1 + rate * IZR t) * low) high) (Zrange 0 n)) =
    IZR (Z.min k n) * low * (2 + rate * IZR (Z.min k n - 1)) / 2 + IZR (n - Z.min k n) * high) 0).
  - rewrite Z.min_r by lia; cbn; lra.
  - intros n N IH; rewrite Zrange_last, map_app, sumR_app, IH by lia; unfold sumR; cbn [map fold_right].
    destruct (Z_lt_le_dec n k) as [J | J].
    + rewrite !Z.min_r, Rmin_left by (try lia; now apply B); rewrite !minus_IZR, plus_IZR; field.
    + rewrite !Z.min_l, Rmin_right by (try lia; now apply A); rewrite !minus_IZR, plus_IZR; field.
Qed.
