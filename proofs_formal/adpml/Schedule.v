(** ADPML: the zCDP loss of all rounds of a capped linear ramp, in closed form.

    Round t = 0, ..., T-1 spends min((1 + rate t) minimum, maximum). Eq. 20 of the paper sums this with the number a of
    rounds that the ramp needs to reach the cap; the correction puts min(a, T) in place of a. *)

From Coq Require Import QArith Qround Qminmax Lia Lqa.
Open Scope Q_scope.

Definition of_nat (t : nat) : Q := inject_Z (Z.of_nat t).

Section Schedule.

Variables minimum maximum rate : Q.

(** * The model: Algorithm 1, round by round *)

Definition ramp (t : nat) : Q := (1 + rate * of_nat t) * minimum.

Definition loss (t : nat) : Q := Qmin (ramp t) maximum.

Fixpoint spent (rounds : nat) : Q :=
  match rounds with O => 0 | S earlier => spent earlier + loss earlier end.

(** * The closed form, executable *)

Definition ramp_rounds (rounds : Z) : Z :=
  if Qeq_bool minimum maximum then 0%Z
  else if Qeq_bool rate 0 then rounds
  else Z.min rounds (Qceiling ((maximum / minimum - 1) / rate)).

Definition climbed_and_capped (below rounds : Z) : Q :=
  minimum * inject_Z below * (2 + rate * (inject_Z below - 1)) / 2 + inject_Z (rounds - below) * maximum.

Definition total (rounds : Z) : Q := climbed_and_capped (ramp_rounds rounds) rounds.

(** * The sum of a ramp of which the first [below] rounds lie under the cap *)

Lemma of_nat_S t : of_nat (S t) == of_nat t + 1.
Proof. unfold of_nat; rewrite Nat2Z.inj_succ; unfold Z.succ; rewrite inject_Z_plus; reflexivity. Qed.

Lemma spent_below_the_cap below :
  (forall t, (t < below)%nat -> ramp t <= maximum) ->
  spent below == climbed_and_capped (Z.of_nat below) (Z.of_nat below).
Proof.
  unfold climbed_and_capped; rewrite Z.sub_diag.
  induction below as [|below IH]; intros under; cbn [spent]; [field|].
  rewrite IH by (intros; apply under; lia).
  unfold loss; rewrite Q.min_l by (apply under; lia).
  fold (of_nat (S below)) (of_nat below); rewrite of_nat_S; unfold ramp.
  change (inject_Z 0) with 0; field.
Qed.

Lemma spent_past_the_cap below more :
  (forall t, (t < below)%nat -> ramp t <= maximum) ->
  (forall t, (below <= t < below + more)%nat -> maximum <= ramp t) ->
  spent (below + more) == climbed_and_capped (Z.of_nat below) (Z.of_nat (below + more)).
Proof.
  intros under over; induction more as [|more IH].
  - rewrite Nat.add_0_r; apply spent_below_the_cap; exact under.
  - rewrite Nat.add_succ_r; cbn [spent]; rewrite IH by (intros; apply over; lia).
    unfold loss; rewrite Q.min_r by (apply over; lia).
    unfold climbed_and_capped; rewrite Nat2Z.inj_succ, Z.sub_succ_l.
    unfold Z.succ; rewrite (inject_Z_plus (_ - _) 1); change (inject_Z 1) with 1; ring.
Qed.

(** * [ramp_rounds] counts the rounds under the cap *)

Hypothesis minimum_positive : 0 < minimum.
Hypothesis maximum_at_least_minimum : minimum <= maximum.
Hypothesis rate_not_negative : 0 <= rate.

Lemma of_nat_not_negative t : 0 <= of_nat t.
Proof. unfold of_nat; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia. Qed.

Lemma minimum_at_most_ramp t : minimum <= ramp t.
Proof.
  unfold ramp; assert (0 <= rate * of_nat t) by (apply Qmult_le_0_compat, of_nat_not_negative; assumption).
  nra.
Qed.

(** The ramp has reached the cap in round t exactly when t is at least this number. *)
Definition reached : Q := (maximum / minimum - 1) / rate.

Lemma reached_spec t : 0 < rate -> (maximum <= ramp t <-> reached <= of_nat t).
Proof.
  intros positive; unfold reached, ramp.
  setoid_replace ((maximum / minimum - 1) / rate) with ((maximum - minimum) / (rate * minimum)) by (field; lra).
  assert (0 < rate * minimum) by (apply Qmult_lt_0_compat; assumption).
  split; intros step.
  - apply Qle_shift_div_r; [assumption|]; lra.
  - assert (maximum - minimum <= of_nat t * (rate * minimum)); [|lra].
    setoid_replace (maximum - minimum) with ((maximum - minimum) / (rate * minimum) * (rate * minimum)) by (field; lra).
    nra.
Qed.

Lemma Qceiling_le_nat q t : q <= of_nat t <-> (Qceiling q <= Z.of_nat t)%Z.
Proof.
  split; intros bound.
  - rewrite <- (Qceiling_Z (Z.of_nat t)); apply Qceiling_resp_le; exact bound.
  - eapply Qle_trans; [apply Qle_ceiling|]; unfold of_nat; rewrite <- Zle_Qle; exact bound.
Qed.

Lemma ramp_rounds_range rounds : (0 <= ramp_rounds (Z.of_nat rounds) <= Z.of_nat rounds)%Z.
Proof.
  unfold ramp_rounds; destruct (Qeq_bool minimum maximum); [lia|].
  destruct (Qeq_bool rate 0) eqn:flat; [lia|].
  apply Qeq_bool_neq in flat.
  assert (0 <= Qceiling ((maximum / minimum - 1) / rate))%Z; [|lia].
  rewrite <- (Qceiling_Z 0); apply Qceiling_resp_le.
  apply Qle_shift_div_l; [lra|]; rewrite Qmult_0_l.
  assert (1 <= maximum / minimum) by (apply Qle_shift_div_l; lra); lra.
Qed.

Lemma ramp_rounds_spec rounds t :
  (t < rounds)%nat ->
  ((Z.of_nat t < ramp_rounds (Z.of_nat rounds))%Z -> ramp t <= maximum) /\
  ((ramp_rounds (Z.of_nat rounds) <= Z.of_nat t)%Z -> maximum <= ramp t).
Proof.
  intros inside; unfold ramp_rounds; pose proof (minimum_at_most_ramp t) as above.
  destruct (Qeq_bool minimum maximum) eqn:equal; [apply Qeq_bool_eq in equal; split; [lia|lra]|].
  destruct (Qeq_bool rate 0) eqn:flat.
  - apply Qeq_bool_eq in flat; split; [|lia]; intros _; unfold ramp; rewrite flat; lra.
  - apply Qeq_bool_neq in flat; fold reached.
    assert (0 < rate) as positive by lra.
    pose proof (reached_spec t positive) as spec; rewrite Qceiling_le_nat in spec.
    split; intros place; [|apply spec; lia].
    apply Qnot_lt_le; intros beyond; apply Qlt_le_weak, spec in beyond; lia.
Qed.

Theorem total_is_the_sum_of_the_rounds rounds : total (Z.of_nat rounds) == spent rounds.
Proof.
  pose proof (ramp_rounds_range rounds) as range.
  set (below := Z.to_nat (ramp_rounds (Z.of_nat rounds))).
  assert (Z.of_nat below = ramp_rounds (Z.of_nat rounds)) as same by (unfold below; lia).
  replace rounds with (below + (rounds - below))%nat at 2 by lia.
  rewrite spent_past_the_cap.
  - unfold total; rewrite <- same; replace (below + (rounds - below))%nat with rounds by lia; reflexivity.
  - intros t inside; apply (ramp_rounds_spec rounds t); lia.
  - intros t outside; apply (ramp_rounds_spec rounds t); lia.
Qed.

End Schedule.
