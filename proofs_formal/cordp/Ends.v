(** CorDP, Lemma 1 and Claim 5: for a variance v >= s the covariances that keep s are those between two ends, given by
    Eqs. 47 to 50; with an end exactly s is kept. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders Lemma1.
Open Scope R_scope.

(** * The model *)

(** K is what a report keeps, whoever colludes: K and everything below it is kept, nothing above. *)
Definition kept (n c : nat) (v r K : R) : Prop := forall s, 0 < s -> (always_private n c s v r <-> s <= K).

(** * Numbers of the form p + sqrt d and p - sqrt d *)

Record ended := Ended { middle : Q; radical : Q; upper : bool }.

Definition end_value (e : ended) : R := Q2R (middle e) + (if upper e then 1 else -1) * sqrt (Q2R (radical e)).

(** Whether p + q sqrt D is this number. *)
Definition is_end (e : ended) (p q : Q) (D : Z) : bool :=
  let sign := if upper e then 1%Q else (- (1))%Q in
  if Qeq_bool q 0 then Qeq_bool ((p - middle e) * (p - middle e)) (radical e) && Qle_bool 0 (sign * (p - middle e))
  else Qeq_bool p (middle e) && Qeq_bool (q * q * inject_Z D) (radical e) && Qle_bool 0 (sign * q).

(** Whether it is at most a rational number, and at least. *)
Definition end_below (e : ended) (r : Q) : bool :=
  let d := (r - middle e)%Q in
  if upper e then Qle_bool 0 d && Qle_bool (radical e) (d * d) else Qle_bool 0 d || Qle_bool (d * d) (radical e).

Definition end_above (e : ended) (r : Q) : bool :=
  let d := (middle e - r)%Q in
  if upper e then Qle_bool 0 d || Qle_bool (d * d) (radical e) else Qle_bool 0 d && Qle_bool (radical e) (d * d).

Lemma Q2R_le_0 a : Qle_bool 0 a = true <-> 0 <= Q2R a.
Proof. rewrite Qle_bool_iff, <- RMicromega.Q2R_0; split; [apply Qle_Rle|apply Rle_Qle]. Qed.

Lemma Q2R_le a b : Qle_bool a b = true <-> Q2R a <= Q2R b.
Proof. rewrite Qle_bool_iff; split; [apply Qle_Rle|apply Rle_Qle]. Qed.

Lemma root_at_most a d : 0 <= a -> (sqrt a <= d <-> 0 <= d /\ a <= d * d).
Proof.
  intros some; pose proof (sqrt_sqrt a some); pose proof (sqrt_pos a); split; [intros le; split; nra|].
  intros [more le]; apply Rsqr_incr_0_var; [unfold Rsqr; lra|assumption].
Qed.

Lemma root_at_least a d : 0 <= a -> (d <= sqrt a <-> d <= 0 \/ d * d <= a).
Proof.
  intros some; pose proof (sqrt_sqrt a some); pose proof (sqrt_pos a); split.
  - intros le; destruct (Rle_dec d 0); [now left|right; nra].
  - intros [less|le]; [lra|]; destruct (Rle_dec d 0); [lra|]; apply Rsqr_incr_0_var; [unfold Rsqr; lra|assumption].
Qed.

Lemma end_below_spec e r : 0 <= Q2R (radical e) -> (end_below e r = true <-> end_value e <= Q2R r).
Proof.
  intros some; unfold end_below, end_value; destruct (upper e); rewrite ?andb_true_iff, ?orb_true_iff, ?Q2R_le_0, ?Q2R_le,
    ?Q2R_mult, !Q2R_minus.
  - rewrite <- (root_at_most (Q2R (radical e)) (Q2R r - Q2R (middle e)) some); lra.
  - pose proof (root_at_least (Q2R (radical e)) (Q2R (middle e) - Q2R r) some) as spec.
    replace ((Q2R r - Q2R (middle e)) * (Q2R r - Q2R (middle e))) with ((Q2R (middle e) - Q2R r) * (Q2R (middle e) - Q2R r)) by ring.
    split; intros H; [assert (Q2R (middle e) - Q2R r <= sqrt (Q2R (radical e))) by (apply spec; destruct H; [left; lra|now right]); lra|].
    destruct (proj1 spec ltac:(lra)) as [low|near]; [left; lra|now right].
Qed.

Lemma end_above_spec e r : 0 <= Q2R (radical e) -> (end_above e r = true <-> Q2R r <= end_value e).
Proof.
  intros some; unfold end_above, end_value; destruct (upper e); rewrite ?andb_true_iff, ?orb_true_iff, ?Q2R_le_0, ?Q2R_le,
    ?Q2R_mult, !Q2R_minus.
  - pose proof (root_at_least (Q2R (radical e)) (Q2R r - Q2R (middle e)) some) as spec.
    replace ((Q2R (middle e) - Q2R r) * (Q2R (middle e) - Q2R r)) with ((Q2R r - Q2R (middle e)) * (Q2R r - Q2R (middle e))) by ring.
    split; intros H; [assert (Q2R r - Q2R (middle e) <= sqrt (Q2R (radical e))) by (apply spec; destruct H; [left; lra|now right]); lra|].
    destruct (proj1 spec ltac:(lra)) as [low|near]; [left; lra|now right].
  - rewrite <- (root_at_most (Q2R (radical e)) (Q2R (middle e) - Q2R r) some); lra.
Qed.

(** * What a report keeps *)

Section Kept.

Variables (n c : nat) (v r : R).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_n : (c < n)%nat.
Hypothesis definite : 0 < v + (INR n - 1) * r.
Hypothesis below : r < v.

Lemma level_positive : 0 < v + (INR n - 2) * r.
Proof.
  assert (2 <= INR n) by (change 2 with (INR 2); now apply le_INR).
  destruct (Rle_dec r 0); [lra|]; nra.
Qed.

Lemma left_side_sign s j : 0 <= left_side n s v r j <->
  s <= (v + (INR j - 1) * r) * (v + (INR n - 1) * r) / (v + (INR n - 2) * r).
Proof.
  pose proof level_positive as level; rewrite left_side_value; set (L := v + (INR n - 2) * r) in *.
  set (W := (v + (INR j - 1) * r) * (v + (INR n - 1) * r)); split; intros le.
  - apply Rmult_le_reg_r with L; [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r; lra.
  - apply (Rmult_le_compat_r L) in le; [|lra]; unfold Rdiv in le; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in le; lra.
Qed.

Lemma kept_of_seeds : r <= 0 -> kept n c v r ((v + (INR c - 1) * r) * (v + (INR n - 1) * r) / (v + (INR n - 2) * r)).
Proof.
  intros sign s positive; rewrite always_private_by_eq46, <- left_side_sign by assumption.
  split; [tauto|]; intros some; split; [assumption|].
  assert (left_side n s v r c = left_side n s v r 0 + INR c * r * (v + (INR n - 1) * r)) as step
    by (rewrite !left_side_value; cbn [INR]; ring).
  pose proof (pos_INR c); assert (INR c * r <= 0) by nra; assert (INR c * r * (v + (INR n - 1) * r) <= 0) by nra; lra.
Qed.

Lemma kept_without_seeds : 0 <= r -> kept n c v r ((v - r) * (v + (INR n - 1) * r) / (v + (INR n - 2) * r)).
Proof.
  intros sign s positive; rewrite always_private_by_eq46 by assumption.
  replace (v - r) with (v + (INR 0 - 1) * r) by (cbn; ring); rewrite <- left_side_sign.
  split; [tauto|]; intros some; split; [|assumption].
  assert (left_side n s v r c = left_side n s v r 0 + INR c * r * (v + (INR n - 1) * r)) as step
    by (rewrite !left_side_value; cbn [INR]; ring).
  pose proof (pos_INR c); assert (0 <= INR c * r * (v + (INR n - 1) * r)) by (repeat apply Rmult_le_pos; lra); lra.
Qed.

(** On the boundary exactly s is kept. *)
Lemma kept_on_boundary s : r <= 0 -> left_side n s v r c = 0 -> kept n c v r s.
Proof.
  intros sign zero; pose proof level_positive as level; rewrite left_side_value in zero.
  pose proof (kept_of_seeds sign) as keeps.
  replace s with ((v + (INR c - 1) * r) * (v + (INR n - 1) * r) / (v + (INR n - 2) * r)); [assumption|].
  replace ((v + (INR c - 1) * r) * (v + (INR n - 1) * r)) with (s * (v + (INR n - 2) * r)) by lra; field; lra.
Qed.

End Kept.
