(* Kairouz, Oh, Viswanath: statements that algebra closes, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Kairouz.
From Optcheck.common Require Import Steps.

(* Claim: kairouz/eq-15 printed *)
Theorem eq_15 : kairouz_eq_15.
Proof. intros l L; assert (0 < l ^ 2) by nra; repeat split; try lra; try nra; field; lra. Qed.

(* Claim: kairouz/rank-one-not-interactive printed *)
Theorem rank_one_not_interactive : kairouz_rank_one_not_interactive.
Proof.
  intros l L u U1 U2 v V1 V2.
  assert (l * u <= (l - 1) / 3) by (replace ((l - 1) / 3) with (l * ((1 - 1 / l) / 3)) by (field; lra); nra).
  assert (l * v <= (l - 1) / 5) by (replace ((l - 1) / 5) with (l * ((1 - 1 / l) / 5)) by (field; lra); nra).
  assert (0 < l * u) by nra; assert (0 < l * v) by nra.
  assert (u <= (l - 1) / 3) by nra; assert (v <= (l - 1) / 5) by nra.
  split; [intros _ | trivial]; repeat split; try lra; try nra.
Qed.

(* Claim: kairouz/simulation printed *)
Theorem simulation : kairouz_simulation.
Proof. intros l L; repeat split; try lra; field; lra. Qed.

(* Claim: kairouz/xor-flip-probability corrected *)
Theorem xor_flip_probability : kairouz_xor_flip_probability.
Proof. intros l L; repeat split; try lra; f_equal; lra. Qed.

(* Claim: kairouz/eq-2-operations printed *)
Theorem eq_2_operations : kairouz_eq_2_operations.
Proof.
  intros k K s S d D.
  assert (2 ^ k = 2 * 2 ^ (k - 1))%Z as P by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (0 < 2 ^ (k - 1))%Z by (apply Z.pow_pos_nonneg; lia).
  assert (forall a b (l : list Z), (0 <= a)%Z -> (0 <= b)%Z ->
    sumZ (flat_map (fun _ : Z => flat_map (fun _ : Z => map (fun _ : Z => 1%Z) (Zrange 0 a)) (Zrange 0 b)) l)
    = (Z.of_nat (length l) * (b * a))%Z) as C.
  { assert (forall m l : list Z, sumZ (flat_map (fun _ : Z => m) l) = (Z.of_nat (length l) * sumZ m)%Z) as F.
    { intros m l; induction l; [reflexivity |]; cbn [flat_map length]; rewrite sumZ_app, IHl; lia. }
    intros; rewrite !F, sumZ_const, !length_Zrange; lia. }
  rewrite sumZ_app, !C, !length_Zrange, !Z.sub_0_r, !Z2Nat.id, P by lia.
  assert (s * 2 ^ (k - 1) <= s * (d * 2 ^ (k - 1)))%Z by (apply Z.mul_le_mono_nonneg_l; nia).
  repeat split; intros; lia.
Qed.

(* Claim: kairouz/eq-4-size printed *)
Theorem eq_4_size : kairouz_eq_4_size.
Proof.
  intros k K s S d D.
  assert (2 ^ k = 2 * 2 ^ (k - 1))%Z as P by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (0 < 2 ^ (k - 1))%Z by (apply Z.pow_pos_nonneg; lia).
  assert (forall l : list Z, sumZ (flat_map (fun _ : Z => map (fun _ : Z => 1%Z) (Zrange 0 d)) l)
    = (Z.of_nat (length l) * d)%Z) as C.
  { induction l; [reflexivity |]; cbn [flat_map length]; rewrite sumZ_app, IHl, sumZ_const, length_Zrange; lia. }
  rewrite !C, !sumZ_const, !length_Zrange, P; rewrite !Z.sub_0_r, !Z2Nat.id by lia.
  assert (s <= s * d)%Z by nia.
  assert (forall a b, (a <= 2 * b)%Z -> 1 / 2 * IZR a <= IZR b) as R.
  { intros a b L; apply IZR_le in L; rewrite mult_IZR in L; lra. }
  repeat split; try lia; try (apply R; lia); try nia.
Qed.
