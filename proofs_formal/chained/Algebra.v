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

(* Claim: chained/eq-33 printed *)
Theorem eq_33 : chained_eq_33.
Proof.
  intros n N p P1 P2 K; assert (0 < IZR n) by (apply IZR_lt; lia); assert (1 <= IZR (n - 2)) by (apply IZR_le; lia).
  assert (0 < IZR n * IZR (n - 2)) by nra.
  repeat split; try nia; rewrite ?mult_IZR; try (apply quotient_not_negative; lra);
    rewrite ?sumR_const, ?length_Zrange, ?IZR_square, ?Z2Nat.id by lia;
    replace (n - 1 - 1)%Z with (n - 2)%Z by lia; intros L.
  - apply Rmult_le_reg_r with (IZR n ^ 2); [nra |].
    replace (IZR (n - 2) * p ^ 2 / IZR n * IZR n ^ 2) with (p ^ 2 * (IZR n * IZR (n - 2))) by (field; lra).
    replace (1 / IZR n ^ 2 * IZR n ^ 2) with 1 by (field; lra).
    assert (p ^ 2 <= 1 / (IZR n * IZR (n - 2))).
    { rewrite <- (pow2_sqrt (1 / (IZR n * IZR (n - 2)))) by (apply quotient_not_negative; lra).
      now apply pow_incr. }
    apply Rle_trans with (1 / (IZR n * IZR (n - 2)) * (IZR n * IZR (n - 2))); [apply Rmult_le_compat_r; lra |].
    right; field; lra.
  - rewrite <- (sqrt_pow2 p) by assumption; apply sqrt_le_1_alt.
    apply Rmult_le_reg_r with (IZR n * IZR (n - 2)); [assumption |].
    replace (1 / (IZR n * IZR (n - 2)) * (IZR n * IZR (n - 2))) with 1 by (field; lra).
    apply Rmult_le_compat_r with (r := IZR n ^ 2) in L; [| nra].
    replace (IZR (n - 2) * p ^ 2 / IZR n * IZR n ^ 2) with (p ^ 2 * (IZR n * IZR (n - 2))) in L by (field; lra).
    replace (1 / IZR n ^ 2 * IZR n ^ 2) with 1 in L by (field; lra); exact L.
Qed.

(* (1 + 2 z)^3 / (27 z^2) falls on (0, 1). *)
Lemma price_falls a b : 0 < a < 1 -> 0 < b < 1 ->
  (1 + 2 * a) ^ 3 / (27 * a ^ 2) < (1 + 2 * b) ^ 3 / (27 * b ^ 2) <-> b < a.
Proof.
  intros A B; assert (0 < a ^ 2) by nra; assert (0 < b ^ 2) by nra; assert (0 < a * b < 1) by nra.
  assert (0 < a + b + 6 * (a * b) - 8 * (a * b) * (a * b)) as F by nra.
  assert (0 < 27 * a ^ 2 * b ^ 2) as P by (apply Rmult_lt_0_compat; lra).
  assert ((1 + 2 * b) ^ 3 / (27 * b ^ 2) - (1 + 2 * a) ^ 3 / (27 * a ^ 2)
    = (a - b) * (a + b + 6 * (a * b) - 8 * (a * b) * (a * b)) / (27 * a ^ 2 * b ^ 2)) as E by (field; lra).
  split; intros L.
  - apply Rnot_le_lt; intros M.
    assert ((a - b) * (a + b + 6 * (a * b) - 8 * (a * b) * (a * b)) <= 0) as G by nra.
    assert (0 <= - ((a - b) * (a + b + 6 * (a * b) - 8 * (a * b) * (a * b))) / (27 * a ^ 2 * b ^ 2))
      by (apply quotient_not_negative; lra).
    unfold Rdiv in *; rewrite <- Ropp_mult_distr_l in *; lra.
  - assert (0 < (a - b) * (a + b + 6 * (a * b) - 8 * (a * b) * (a * b)) / (27 * a ^ 2 * b ^ 2))
      by (apply quotient_positive; [apply Rmult_lt_0_compat; lra | lra]); lra.
Qed.

(* Claim: chained/gap-efficiency printed *)
Theorem gap_efficiency : chained_gap_efficiency.
Proof.
  intros n N one O other U; assert (2 <= IZR n) by (now apply IZR_le).
  assert (1 <= IZR (n - 1)) by (apply IZR_le; lia); assert (IZR (n - 1) = IZR n - 1) as M by (now rewrite minus_IZR).
  assert (forall x, 1 < x -> 0 < (1 + IZR (n - 1) / x ^ 3) / IZR n < 1) as Z.
  { intros x X; assert (1 < x ^ 3) by (cbn; nra).
    assert (0 < IZR (n - 1) / x ^ 3 < IZR (n - 1)) as [].
    { split; [apply quotient_positive; lra |]; apply Rmult_lt_reg_r with (x ^ 3); [lra |].
      unfold Rdiv; rewrite Rmult_assoc, Rinv_l; nra. }
    split; [apply quotient_positive; lra |]; apply Rmult_lt_reg_r with (IZR n); [lra |].
    unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (1 < one ^ 3 /\ 1 < other ^ 3) as [] by (split; cbn; nra).
  pose proof (Z one O) as A; pose proof (Z other U) as B.
  split; [lra |]; split; [lia |]; split; [nra |]; split; [lra |]; split; [nra |].
  rewrite (price_falls _ _ A B); split; intros L.
  - assert (0 < (other - one) * (one ^ 2 + one * other + other ^ 2)) by (apply Rmult_lt_0_compat; nra).
    assert (one ^ 3 < other ^ 3) by lra.
    apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra |]; apply Rplus_lt_compat_l.
    apply Rmult_lt_compat_l; [lra |]; apply Rinv_lt_contravar; nra.
  - apply Rnot_le_lt; intros K; assert (other ^ 3 <= one ^ 3) by (apply pow_incr; lra).
    assert (IZR (n - 1) / one ^ 3 <= IZR (n - 1) / other ^ 3).
    { apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; lra. }
    assert ((1 + IZR (n - 1) / one ^ 3) / IZR n <= (1 + IZR (n - 1) / other ^ 3) / IZR n); [| lra].
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra].
Qed.

(* Costs in units of m: at preference b with z found, the cost of privacy is 2 b sqrt(b / z). *)
Lemma privacy_cost b z : 0 <= b -> 0 < z -> (if Reqb b 0 then 0 else 2 * b * sqrt (b / z)) = 2 * powerR b (3 / 2) / sqrt z.
Proof.
  intros B Z; unfold Reqb, powerR; destruct (Req_EM_T b 0) as [-> | N]; [unfold Rdiv; ring |].
  assert (0 < b) by lra; assert (0 < sqrt z) by (now apply sqrt_lt_R0).
  replace (3 / 2) with (1 + / 2) by field; rewrite Rpower_plus, Rpower_1, Rpower_sqrt by assumption.
  rewrite sqrt_div by lra; field; lra.
Qed.

(* Claim: chained/eq-15 corrected *)
Theorem eq_15 : chained_eq_15.
Proof.
  intros b B z Z f F1 F2; assert (0 < sqrt z) by (now apply sqrt_lt_R0).
  replace (f + (z - f)) with z by ring; pose proof (privacy_cost b z B Z) as C; rewrite <- C.
  repeat split; try lra; intros; try (apply quotient_not_negative; lra); try lra.
  unfold Reqb in *; destruct (Req_EM_T b 0); ring.
Qed.

(* Claim: chained/eq-25 corrected *)
Theorem eq_25 : chained_eq_25.
Proof.
  assert (forall top, 0 < top -> forall own, 0 <= own -> own <= top ->
    (if Reqb own 0 then top else top + 2 * own * sqrt (own / top)) = top + 2 * powerR own (3 / 2) / sqrt top) as C.
  { intros top T own O1 O2; rewrite <- (privacy_cost own top O1 T); unfold Reqb; destruct (Req_EM_T own 0); ring. }
  split; intros top T own O1 O2; assert (0 < sqrt top) by (now apply sqrt_lt_R0);
    repeat split; try lra; intros; try (apply quotient_not_negative; lra); try lra; now apply C.
Qed.

Lemma topping_up_max l : forall a, fold_left (fun noise item => noise + Rmax (item - noise) 0) l a = fold_left Rmax l a.
Proof. induction l as [| b l IH]; intros a; [reflexivity |]; cbn; rewrite IH; f_equal; extremes; lra. Qed.

Lemma fold_max_start l : forall a b, fold_left Rmax l (Rmax a b) = Rmax a (fold_left Rmax l b).
Proof. induction l as [| c l IH]; intros a b; [reflexivity |]; cbn; now rewrite <- IH, Rmax_assoc. Qed.

(* Claim: chained/eq-21 corrected *)
Theorem eq_21 : chained_eq_21.
Proof.
  intros own O others L P z Z; assert (0 < sqrt z) by (now apply sqrt_lt_R0).
  rewrite topping_up_max, <- (privacy_cost own z O Z).
  replace (fold_left Rmax others z) with (Rmax z (max_ofR others)).
  - repeat split; try lra; try (now apply length_not_nil); intros; try (apply quotient_not_negative; lra); try lra.
    unfold Reqb; destruct (Req_EM_T own 0); ring.
  - destruct others as [| a l]; [cbn in L; lia |]; unfold max_ofR; cbn; now rewrite fold_max_start.
Qed.

(* Sums of powers of q below n. *)
Lemma powers_below q n : (0 <= n)%Z -> (1 - q) * sumR (map (fun i => powerRZ q i) (Zrange 0 n)) = 1 - powerRZ q n.
Proof.
  intros H; pattern n; apply (Zrange_ind _ 0); [cbn; lra | | exact H]; intros k K IH.
  rewrite Zrange_last, map_app, sumR_app by lia; unfold sumR at 2; cbn [map fold_right].
  rewrite Rplus_0_r, Rmult_plus_distr_l, IH, !powerRZ_pow by lia.
  replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia; cbn; ring.
Qed.

Lemma powers_reversed q n : (0 <= n)%Z ->
  sumR (map (fun i => powerRZ q (n - 1 - i)) (Zrange 0 n)) = sumR (map (fun i => powerRZ q i) (Zrange 0 n)).
Proof.
  intros H; pattern n; apply (Zrange_ind _ 0); [reflexivity | | exact H]; intros k K IH.
  rewrite Zrange_last at 2 by lia; rewrite map_app, sumR_app, <- IH.
  rewrite Zrange_first by lia; cbn [map]; unfold sumR at 1 3; cbn [fold_right].
  replace (k + 1 - 1 - 0)%Z with k by lia; rewrite Rplus_0_r, Rplus_comm; f_equal.
  change (sumR (map (fun i => powerRZ q (k + 1 - 1 - i)) (Zrange (0 + 1) (k + 1)))
    = sumR (map (fun i => powerRZ q (k - 1 - i)) (Zrange 0 k))); f_equal.
  unfold Zrange; replace (Z.to_nat (k + 1 - (0 + 1))) with (Z.to_nat (k - 0)) by lia; rewrite !map_map.
  apply map_ext; intros i; f_equal; lia.
Qed.

(* Claim: chained/thm-8 corrected *)
Theorem thm_8 : chained_thm_8.
Proof.
  intros n N p P1 P2; assert (2 <= IZR n) by (now apply IZR_le).
  split; [intros; right; lia |]; split; [intros; right; lia |]; split; [intros; nra |].
  split; [intros i I; apply in_Zrange in I; right; lia |]; split; [intros i I; apply in_Zrange in I; right; lia |].
  split; [lia |]; set (q := 1 - p).
  assert (sumR (map (fun i => (1 - powerRZ q i) * (1 - powerRZ q (n - 1 - i))) (Zrange 0 n))
    = IZR n * (1 + powerRZ q (n - 1)) - 2 * sumR (map (fun i => powerRZ q i) (Zrange 0 n))) as E.
  { transitivity (sumR (map (fun i => (1 + powerRZ q (n - 1)) + (powerRZ q i * -1 + powerRZ q (n - 1 - i) * -1)) (Zrange 0 n))).
    - apply sumR_ext; intros i I; apply in_Zrange in I.
      assert (powerRZ q i * powerRZ q (n - 1 - i) = powerRZ q (n - 1)) as M.
      { rewrite !powerRZ_pow, <- pow_add by lia; f_equal; lia. }
      replace ((1 - powerRZ q i) * (1 - powerRZ q (n - 1 - i)))
        with (1 - powerRZ q i - powerRZ q (n - 1 - i) + powerRZ q i * powerRZ q (n - 1 - i)) by ring; rewrite M; ring.
    - rewrite sumR_plus, sumR_const, sumR_plus, !sumR_scaled, length_Zrange, Z.sub_0_r, Z2Nat.id by lia.
      pose proof (powers_reversed q n ltac:(lia)) as V; cbv beta in *; rewrite V.
      change (fun i => powerRZ q i) with (powerRZ q); ring. }
  rewrite E; pose proof (powers_below q n ltac:(lia)) as S; set (s := sumR (map (fun i => powerRZ q i) (Zrange 0 n))) in *.
  unfold Reqb; destruct (Req_EM_T p 0) as [Z | Z].
  - assert (q = 1) as Q by (unfold q; lra); assert (forall k, (0 <= k)%Z -> powerRZ q k = 1) as O
      by (intros; rewrite powerRZ_pow, Q by lia; apply pow1).
    assert (s = IZR n) as ->.
    { unfold s; rewrite (sumR_ext _ (fun _ => 1)) by (intros i I; apply in_Zrange in I; apply O; lia).
      rewrite sumR_const, length_Zrange, Z.sub_0_r, Z2Nat.id by lia; ring. }
    rewrite O by lia; field; lra.
  - replace (1 - q) with p in S by (unfold q; ring); rewrite <- S; field; lra.
Qed.
