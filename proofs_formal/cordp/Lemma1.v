(** CorDP, Lemma 1 as corrected: Eq. 46 for c colluders and for none says exactly which pairs are private; and Claim 1:
    what a report keeps given the others. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders.
Import ListNotations.
Open Scope R_scope.

(** * Eq. 46 *)

(** Its left side, for so many colluders. *)
Definition eq46 (n c : Z) (s v r : Q) : Q :=
  (r * r * inject_Z ((n - 1) * (c - 1)) + r * (v * inject_Z (n + c - 2) - s * inject_Z (n - 2)) + v * (v - s))%Q.

Definition keeps_eq46 (n c : Z) (s v r : Q) : bool := Qle_bool 0 (eq46 n c s v r) && Qle_bool 0 (eq46 n 0 s v r).

(** Whoever colludes a report keeps s. Pairwise seeds make covariances up to 0; of others colluders know nothing more
    than their own noise, which their reports tell as well. *)
Definition always_private (n c : nat) (s v r : R) : Prop :=
  forall j, (j <= c)%nat -> r <= 0 \/ j = 0%nat -> private n j s v r.

Section Lemma1.

Variables (n c : nat) (s v r : R).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_n : (c < n)%nat.
Hypothesis s_positive : 0 < s.
Hypothesis definite : 0 < v + (INR n - 1) * r.
Hypothesis below : r < v.

Definition left_side (j : nat) : R :=
  r * r * ((INR n - 1) * (INR j - 1)) + r * (v * (INR n + INR j - 2) - s * (INR n - 2)) + v * (v - s).

Lemma left_side_value j :
  left_side j = (v + (INR j - 1) * r) * (v + (INR n - 1) * r) - s * (v + (INR n - 2) * r).
Proof. unfold left_side; ring. Qed.

Lemma private_by_eq46 j : (j < n)%nat -> r <= 0 \/ j = 0%nat -> (private n j s v r <-> 0 <= left_side j).
Proof.
  intros inside case; rewrite left_side_value.
  assert (INR j + 1 <= INR n) as few by (rewrite <- S_INR; apply le_INR; lia); pose proof (pos_INR j).
  assert (0 < v + (INR j - 1) * r) as a_positive by (destruct case as [sign|zero]; [nra|rewrite zero; cbn; lra]).
  destruct (Nat.eq_dec n (S j)) as [single|several].
  - rewrite private_single by assumption; unfold lengthwise.
    assert (INR n = INR j + 1) as size by (rewrite single; apply S_INR).
    replace (INR n - 2) with (INR j - 1) by lra; split; intros le; nra.
  - rewrite private_several by (assumption || lia); unfold crosswise, lengthwise.
    pose proof (honest n j inside) as size; pose proof (several_honest n j ltac:(lia)).
    set (a := v + (INR j - 1) * r) in *; set (b := v + (INR n - 1) * r) in *.
    assert (m n j * (v + (INR n - 2) * r) = a + (m n j - 1) * b) as level by (rewrite size; unfold a, b; ring).
    split; [intros (_ & _ & boundary)|intros side; repeat split; try assumption].
    + rewrite <- level in boundary; assert (s * (v + (INR n - 2) * r) <= a * b); [|lra].
      apply Rmult_le_reg_l with (m n j); lra.
    + rewrite <- level; apply Rle_trans with (m n j * (s * (v + (INR n - 2) * r))); [lra|].
      apply Rmult_le_compat_l; lra.
Qed.

Lemma always_private_by_eq46 : always_private n c s v r <-> 0 <= left_side c /\ 0 <= left_side 0.
Proof.
  assert (left_side c = left_side 0 + INR c * r * (v + (INR n - 1) * r)) as step
    by (rewrite !left_side_value; cbn [INR]; ring).
  pose proof (pos_INR c); split.
  - intros all; assert (0 <= left_side 0) as none by (apply private_by_eq46; [lia|auto|apply all; lia || auto]).
    split; [|assumption]; destruct (Rle_lt_dec r 0) as [sign|sign].
    + apply private_by_eq46; [assumption|auto|apply all; auto].
    + rewrite step; assert (0 <= INR c * r * (v + (INR n - 1) * r)) by (repeat apply Rmult_le_pos; lra); lra.
  - intros [some none] j few case; destruct (Nat.eq_dec j 0) as [->|more].
    + apply private_by_eq46; [lia|auto|assumption].
    + destruct case as [sign|zero]; [|contradiction].
      apply (safe_from_private n c s v r c_below_n s_positive); [|assumption]; split; [assumption|].
      apply private_by_eq46; auto.
Qed.

End Lemma1.

Lemma Q2R_eq46 n c s v r :
  Q2R (eq46 (Z.of_nat n) (Z.of_nat c) s v r) = left_side n (Q2R s) (Q2R v) (Q2R r) c.
Proof.
  unfold eq46, left_side; rewrite !Q2R_plus, !Q2R_mult, !Q2R_minus, !Q2R_mult, !Q2R_inject.
  rewrite !mult_IZR, !minus_IZR, !plus_IZR, <- !INR_IZR_INZ; ring.
Qed.

(* Claim: cordp/lem-1-eq-46 corrected *)
Theorem lemma1_eq46 n c s v r : (2 <= n)%nat -> (c < n)%nat -> (0 < s)%Q -> (0 < v)%Q ->
  (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r < v)%Q ->
  (keeps_eq46 (Z.of_nat n) (Z.of_nat c) s v r = true <-> always_private n c (Q2R s) (Q2R v) (Q2R r)).
Proof.
  intros two below floor positive definite less; apply Q2R_more in floor; apply Q2R_more in positive.
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  apply Qlt_Rlt in less; unfold keeps_eq46; rewrite andb_true_iff, !Qle_bool_iff.
  rewrite always_private_by_eq46 by (assumption || lra).
  rewrite <- Q2R_eq46, <- (Q2R_eq46 n 0), <- RMicromega.Q2R_0.
  split; intros [one two']; split; (apply Qle_Rle || apply Rle_Qle); assumption.
Qed.

(** * Claim 1 *)

(** The mean's weights of the other honest reports, and the variance that is left. *)
Definition claim1 (n c : nat) (v r : Q) : list Q * Q :=
  let size := (n - c - 1)%nat in
  let inverse := (1 / (v + r * inject_Z (Z.of_nat n - 2)))%Q in
  (repeat (r * inverse)%Q size,
   (v + r * inject_Z (Z.of_nat c) - r * r * (inject_Z (Z.of_nat size) * inverse))%Q).

Lemma map_of_repeat {A B} (f : A -> B) x count : map f (repeat x count) = repeat (f x) count.
Proof. induction count; cbn; congruence. Qed.

Lemma sum_opposite l : sum (map Ropp l) = - sum l.
Proof. unfold sum; induction l as [|w l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma squares_opposite l : squares (map Ropp l) = squares l.
Proof. unfold squares; induction l as [|w l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma predicted_variance c v r b l :
  variance_of c v r (1 :: map Ropp l) =
  variance_of c v r (1 :: repeat (- b) (length l))
  + (2 * (v + (INR c - 1) * r) * b + 2 * r * (INR (length l) * b - 1)) * (sum l - INR (length l) * b)
  + r * ((sum l - INR (length l) * b) * (sum l - INR (length l) * b))
  + (v + (INR c - 1) * r) * squares (map (fun w => w - b) l).
Proof.
  unfold variance_of; cbn [sum squares fold_right].
  fold (sum (map Ropp l)) (squares (map Ropp l)) (sum (repeat (- b) (length l))) (squares (repeat (- b) (length l))).
  rewrite sum_opposite, squares_opposite, squares_shifted, sum_repeat, squares_repeat; ring.
Qed.

(** Subtracting these multiples of the other honest noises leaves this variance of a user's own, and all other multiples
    leave more. (The colluders' terms, which are known, are removed: [variance_by_sources].) *)
(* Claim: cordp/claim-1 printed *)
Theorem claim1_conditional_distribution n c v r : (2 <= n)%nat -> (c < n)%nat -> (0 < v)%Q ->
  (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r < 0)%Q ->
  let weights := map Q2R (fst (claim1 n c v r)) in
  length weights = (n - c - 1)%nat /\
  variance_of c (Q2R v) (Q2R r) (1 :: map Ropp weights) = Q2R (snd (claim1 n c v r)) /\
  forall others, length others = (n - c - 1)%nat -> others <> weights ->
    Q2R (snd (claim1 n c v r)) < variance_of c (Q2R v) (Q2R r) (1 :: map Ropp others).
Proof.
  intros two below positive definite sign weights; apply Q2R_more in positive.
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  apply Qlt_Rlt in sign; rewrite RMicromega.Q2R_0 in sign.
  set (V := Q2R v) in *; set (R := Q2R r) in *; set (size := (n - c - 1)%nat) in *.
  assert (INR size = INR n - INR c - 1) as count by (unfold size; rewrite !minus_INR by lia; reflexivity).
  assert (INR c + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia); pose proof (pos_INR c).
  assert (2 <= INR n) by (change 2 with (INR 2); now apply le_INR).
  set (L := V + R * (INR n - 2)); assert (0 < L) as level by (unfold L; nra).
  assert (Q2R (v + r * inject_Z (Z.of_nat n - 2)) = L) as denominator
    by (rewrite Q2R_plus, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ; reflexivity).
  assert (Q2R (1 / (v + r * inject_Z (Z.of_nat n - 2))) = / L) as inverse
    by (rewrite Q2R_over, denominator, RMicromega.Q2R_1 by (rewrite denominator; lra); unfold Rdiv; ring).
  set (b := R / L); assert (weights = repeat b size) as same.
  { unfold weights, claim1; cbn [fst]; fold size; rewrite map_of_repeat, Q2R_mult, inverse; reflexivity. }
  assert (V + (INR c - 1) * R + INR size * R = L) as sum_level by (rewrite count; unfold L; ring).
  assert (variance_of c V R (1 :: repeat (- b) size) = Q2R (snd (claim1 n c v r))) as kept.
  { unfold claim1; cbn [snd]; fold size; rewrite Q2R_minus, Q2R_plus, !Q2R_mult, inverse, !Q2R_inject, <- !INR_IZR_INZ.
    fold V R; unfold variance_of; cbn [sum squares fold_right].
    fold (sum (repeat (- b) size)) (squares (repeat (- b) size)); rewrite sum_repeat, squares_repeat.
    replace ((V + INR c * R) * (1 * 1 + INR size * (- b * - b))
      + R * ((1 + INR size * - b) * (1 + INR size * - b) - (1 * 1 + INR size * (- b * - b))))
      with (V + INR c * R - 2 * R * INR size * b + INR size * (b * b) * (V + (INR c - 1) * R + INR size * R)) by ring.
    rewrite sum_level; unfold b; field; lra. }
  assert (forall l, length l = size -> variance_of c V R (1 :: map Ropp l) =
    Q2R (snd (claim1 n c v r)) + R * ((sum l - INR size * b) * (sum l - INR size * b))
    + (V + (INR c - 1) * R) * squares (map (fun w => w - b) l)) as split_.
  { intros l fits; rewrite (predicted_variance c V R b l), fits, kept.
    replace (2 * (V + (INR c - 1) * R) * b + 2 * R * (INR size * b - 1))
      with (2 * ((V + (INR c - 1) * R + INR size * R) * b - R)) by ring.
    rewrite sum_level; unfold b; field; lra. }
  assert (forall l, sum l - INR (length l) * b = sum (map (fun w => w - b) l)) as shifted.
  { unfold sum; induction l as [|w l IH]; [cbn; ring|]; cbn [map fold_right length]; rewrite S_INR, <- IH; ring. }
  split; [rewrite same; apply repeat_length|]; split.
  - rewrite same, split_ by apply repeat_length.
    rewrite sum_repeat; assert (map (fun w => w - b) (repeat b size) = repeat 0 size) as ->
      by (rewrite map_of_repeat; f_equal; ring).
    rewrite squares_repeat; ring.
  - intros others fits different; rewrite split_ by assumption; rewrite <- fits, shifted.
    set (gaps := map (fun w => w - b) others); assert (length gaps = size) as gap_count by (unfold gaps; now rewrite map_length).
    pose proof (sum_le_squares gaps) as cauchy; rewrite gap_count in cauchy.
    assert (0 < squares gaps) as more.
    { destruct (Rle_lt_or_eq_dec _ _ (squares_not_negative gaps)) as [|zero]; [assumption|exfalso; apply different].
      rewrite same, <- fits; clear - zero; unfold gaps in zero; clear gaps; clearbody b.
      induction others as [|w others IH]; [reflexivity|].
      cbn [map squares fold_right] in zero; fold (squares (map (fun w => w - b) others)) in zero.
      pose proof (squares_not_negative (map (fun w => w - b) others)).
      pose proof (Rle_0_sqr (w - b)) as square; unfold Rsqr in square.
      assert ((w - b) * (w - b) = 0) as none by lra; cbn; f_equal; [destruct (Rmult_integral _ _ none); lra|apply IH; lra]. }
    assert (R * (sum gaps * sum gaps) >= R * (INR size * squares gaps)) by nra.
    assert (0 < (V + (INR c - 1) * R + INR size * R) * squares gaps)
      by (rewrite sum_level; apply Rmult_lt_0_compat; assumption).
    lra.
Qed.
