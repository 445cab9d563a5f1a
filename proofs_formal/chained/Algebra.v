(* Chained-DP: statements that algebra closes, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Chained.
From Optcheck.common Require Import Steps.

(* Claim: chained/eq-9 printed *)
Theorem eq_9 : chained_eq_9.
Proof.
  intros v L P; assert (Z.of_nat (length v) ^ 2 <> 0)%Z by nia.
  split; [assumption |]; split; [intros; assumption |]; apply sumR_divided.
Qed.

(* Claim: chained/eq-10 corrected *)
Theorem eq_10 : chained_eq_10.
Proof.
  intros v L P d D; assert (Z.of_nat (length v) ^ 2 <> 0)%Z by nia.
  split; [assumption |]; split; [intros; assumption |].
  rewrite sumR_const, sumR_divided, length_Zrange, Z.sub_0_r, Z2Nat.id by lia; unfold Rdiv; ring.
Qed.

(* x^2 + 2 c^3 / x is least at c. *)
Lemma least_cost c x : 0 < c -> 0 < x -> 3 * c ^ 2 <= x ^ 2 + 2 * c ^ 3 / x.
Proof.
  intros C X; apply Rmult_le_reg_r with x; [assumption |].
  replace ((x ^ 2 + 2 * c ^ 3 / x) * x) with (x ^ 3 + 2 * c ^ 3) by (field; lra).
  assert (0 <= (x - c) ^ 2 * (x + 2 * c)) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
  replace (x ^ 3 + 2 * c ^ 3 - 3 * c ^ 2 * x) with ((x - c) ^ 2 * (x + 2 * c)) in * by ring; lra.
Qed.

Lemma sqrt_square x : 0 < x -> sqrt (x ^ 2) = x.
Proof. intros; rewrite sqrt_pow2; lra. Qed.

(* Claim: chained/eq-26 corrected *)
Theorem eq_26 : chained_eq_26.
Proof.
  intros c C x X; rewrite !sqrt_square by assumption; pose proof (least_cost c x C X).
  repeat split; try lra; try apply pow2_ge_0.
  replace (2 * c ^ 3 / c) with (2 * c ^ 2) by (field; lra); lra.
Qed.

(* Claim: chained/thm-2-proof corrected *)
Theorem thm_2_proof : chained_thm_2_proof.
Proof.
  intros n N c C x X; rewrite !sqrt_square, IZR_square by assumption; pose proof (least_cost c x C X).
  assert (0 < IZR n) by (apply IZR_lt; lia); assert (0 < IZR n ^ 2) by (now apply pow_lt).
  repeat split; try lra; try lia; try apply pow2_ge_0; try nia.
  apply Rmult_le_reg_r with (IZR n ^ 2); [assumption |].
  replace ((2 * (c ^ 3 / IZR n ^ 2) / c + c ^ 2 / IZR n ^ 2) * IZR n ^ 2) with (3 * c ^ 2) by (field; lra).
  replace ((2 * (c ^ 3 / IZR n ^ 2) / x + x ^ 2 / IZR n ^ 2) * IZR n ^ 2) with (x ^ 2 + 2 * c ^ 3 / x) by (field; lra).
  assumption.
Qed.

(* Claim: chained/past-vectors corrected *)
Theorem past_vectors : chained_past_vectors.
Proof. split; intros; ring. Qed.

(* Claim: chained/sec-8-preference corrected *)
Theorem sec_8_preference : chained_sec_8_preference.
Proof.
  intros s S delta D1 D2 v V; assert (1 <= 5 / 4 / delta).
  { apply Rmult_le_reg_r with delta; [assumption |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (0 <= ln (5 / 4 / delta)).
  { rewrite <- ln_1; destruct (Req_dec 1 (5 / 4 / delta)) as [<- | Z]; [lra | left; apply ln_increasing; lra]. }
  repeat split; try lra; field; lra.
Qed.

(* Claim: chained/slice-sensitivity printed *)
Theorem slice_sensitivity : chained_slice_sensitivity.
Proof.
  intros d D s S1 S2 k K; repeat split; try lia.
  assert (0 < IZR d) by (apply IZR_lt; lia); assert (0 < IZR s) by (apply IZR_lt; lia).
  apply Rle_trans with (2 / IZR s); [| unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat |]; lra].
  apply Rmult_le_reg_r with (IZR d * IZR s); [nra |].
  replace (IZR (- (- d / s)) / IZR d * (IZR d * IZR s)) with (IZR (- (- d / s)) * IZR s) by (field; lra).
  replace (2 / IZR s * (IZR d * IZR s)) with (IZR (2 * d)) by (rewrite mult_IZR; field; lra).
  rewrite <- mult_IZR; apply IZR_le.
  pose proof (Z.div_mod (- d) s); pose proof (Z.mod_pos_bound (- d) s); nia.
Qed.

Lemma topping_up l : forall a, (forall x, In x l -> 0 <= x) ->
  fold_left (fun noise item => noise + Rmax (item - noise) 0) l a = fold_left Rmax l a.
Proof.
  induction l as [| b l IH]; intros a P; [reflexivity |]; cbn.
  rewrite IH by (intros; apply P; now right); f_equal; extremes; lra.
Qed.

(* Claim: chained/eq-18 printed *)
Theorem eq_18 : chained_eq_18.
Proof.
  intros l L P; split; [now apply length_not_nil |].
  rewrite topping_up by assumption; destruct l as [| a l]; [cbn in L; lia |].
  unfold max_ofR; cbn; f_equal; apply Rmax_right, P; now left.
Qed.

(* Claim: chained/thm-2 printed *)
Theorem thm_2 : chained_thm_2.
Proof.
  intros c C others L P x X S; pose proof (length_not_nil _ L) as N.
  pose proof (P _ (max_ofR_in _ N)) as M; set (m := max_ofR others) in *.
  assert (forall y, 0 <= y -> 0 < m + y -> 0 < Rmax y m) as B by (intros; extremes; lra).
  repeat split; try assumption.
  - intros; apply positive_not_0, B; lra.
  - intros; apply positive_not_0, B; lra.
  - unfold Rltb; destruct (Rlt_dec 0 c) as [K | K].
    + pose proof (B c C ltac:(lra)); pose proof (B x X S).
      destruct (Rle_dec m c) as [A | A].
      * rewrite (Rmax_left c m) by lra; pose proof (least_cost c (Rmax x m) K ltac:(assumption)).
        replace (2 * c ^ 3 / c) with (2 * c ^ 2) by (field; lra); lra.
      * rewrite (Rmax_right c m) by lra; assert (m <= Rmax x m) as G by apply Rmax_r; set (y := Rmax x m) in *.
        apply Rmult_le_reg_r with (m * y); [nra |].
        replace ((m ^ 2 + 2 * c ^ 3 / m) * (m * y)) with (m ^ 3 * y + 2 * c ^ 3 * y) by (field; lra).
        replace ((y ^ 2 + 2 * c ^ 3 / y) * (m * y)) with (y ^ 3 * m + 2 * c ^ 3 * m) by (field; lra).
        assert (c ^ 3 <= m ^ 3) by (apply pow_incr; lra).
        assert (0 <= m * ((y - m) * (y + 2 * m))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
        assert (0 <= (y - m) * (m * y * (y + m) - 2 * c ^ 3)) by (apply Rmult_le_pos; lra); lra.
    + assert (c = 0) by lra; subst c; rewrite (Rmax_right 0 m) by lra.
      assert (m <= Rmax x m) as G by apply Rmax_r; nra.
Qed.
