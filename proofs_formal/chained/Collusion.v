(** Chained-DP: the chance that attackers stand on both sides of a user (Theorem 8), and the threshold of Eq. 33. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.chained Require Import Exact.
Open Scope R_scope.

(** The sum of f over the numbers below a count. *)
Fixpoint sum_below (count : nat) (f : nat -> R) : R :=
  match count with O => 0 | S count => sum_below count f + f count end.

Lemma sum_below_ext count f g : (forall i, (i < count)%nat -> f i = g i) -> sum_below count f = sum_below count g.
Proof. induction count as [|count IH]; intros same; cbn; [reflexivity|]; rewrite IH, same by (intros; apply same || idtac; lia); reflexivity. Qed.

Lemma sum_below_plus count f g : sum_below count (fun i => f i + g i) = sum_below count f + sum_below count g.
Proof. induction count as [|count IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma sum_below_scale count a f : sum_below count (fun i => a * f i) = a * sum_below count f.
Proof. induction count as [|count IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma sum_below_constant count a : sum_below count (fun _ => a) = INR count * a.
Proof. induction count as [|count IH]; [cbn; ring|]; rewrite S_INR; cbn [sum_below]; rewrite IH; ring. Qed.

(** * Theorem 8 *)

(** Every place in a row of K users is as likely; an attacker must be among the i users before and among those behind. *)
Definition strong_exposure (users : nat) (p : R) : R :=
  sum_below users (fun i => (1 - (1 - p) ^ i) * (1 - (1 - p) ^ (users - 1 - i))) / INR users.

Lemma geometric q count : (1 - q) * sum_below count (pow q) = 1 - q ^ count.
Proof. induction count as [|count IH]; cbn [sum_below pow]; [ring|]; rewrite Rmult_plus_distr_l, IH; ring. Qed.

Lemma geometric_from_behind q count : (1 - q) * sum_below count (fun i => q ^ (count - 1 - i)) = 1 - q ^ count.
Proof.
  induction count as [|count IH]; cbn [sum_below]; [cbn; ring|].
  rewrite (sum_below_ext count _ (fun i => q * q ^ (count - 1 - i))).
  - rewrite sum_below_scale, Rmult_plus_distr_l; replace (S count - 1 - count)%nat with 0%nat by lia.
    replace ((1 - q) * (q * sum_below count (fun i => q ^ (count - 1 - i))))
      with (q * ((1 - q) * sum_below count (fun i => q ^ (count - 1 - i)))) by ring.
    rewrite IH; cbn; ring.
  - intros i inside; replace (S count - 1 - i)%nat with (S (count - 1 - i)) by lia; reflexivity.
Qed.

Lemma exposure_value users p : (2 <= users)%nat -> p <> 0 ->
  strong_exposure users p = 1 + (1 - p) ^ (users - 1) - 2 * (1 - (1 - p) ^ users) / (INR users * p).
Proof.
  intros two nonzero; unfold strong_exposure; set (q := 1 - p).
  assert (0 < INR users) by (apply lt_0_INR; lia); assert (1 - q = p) as gap by (unfold q; ring).
  rewrite (sum_below_ext users _ (fun i => 1 + (-1 * q ^ i + (-1 * q ^ (users - 1 - i) + q ^ (users - 1))))).
  - rewrite !sum_below_plus, !sum_below_scale, !sum_below_constant.
    pose proof (geometric q users) as ahead; pose proof (geometric_from_behind q users) as behind; rewrite gap in *.
    assert (sum_below users (pow q) = (1 - q ^ users) / p) as -> by
      (apply Rmult_eq_reg_l with p; [rewrite ahead; field|]; assumption).
    assert (sum_below users (fun i => q ^ (users - 1 - i)) = (1 - q ^ users) / p) as -> by
      (apply Rmult_eq_reg_l with p; [rewrite behind; field|]; assumption).
    field; lra.
  - intros i inside; replace (q ^ (users - 1)) with (q ^ i * q ^ (users - 1 - i)) by (rewrite <- pow_add; f_equal; lia); ring.
Qed.

Fixpoint power (q : Q) (count : nat) : Q := match count with O => 1%Q | S count => Qred (q * power q count) end.

Definition eq32 (users : nat) (p : Q) : Q :=
  if Qeq_bool p 0 then 0%Q
  else (1 + power (1 - p) (users - 1) - 2 * (1 - power (1 - p) users) / (inject_Z (Z.of_nat users) * p))%Q.

Lemma Q2R_power q count : Q2R (power q count) = Q2R q ^ count.
Proof.
  induction count as [|count IH]; cbn [power pow]; [apply RMicromega.Q2R_1|].
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IH; reflexivity.
Qed.

Lemma Q2R_whole n : Q2R (inject_Z (Z.of_nat n)) = INR n.
Proof. unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite INR_IZR_INZ; field. Qed.

(* Claim: chained/thm-8 corrected *)
Theorem theorem8_exposure users p : (2 <= users)%nat -> (0 <= p < 1)%Q ->
  Q2R (eq32 users p) = strong_exposure users (Q2R p).
Proof.
  intros two [low high]; unfold eq32; assert (0 < INR users) as some by (apply lt_0_INR; lia).
  destruct (Qeq_bool p 0) eqn:zero.
  - apply Qeq_bool_eq, Qeq_eqR in zero; rewrite zero, RMicromega.Q2R_0; unfold strong_exposure.
    rewrite (sum_below_ext users _ (fun _ => 0)) by (intros; rewrite Rminus_0_r, !pow1; ring).
    rewrite sum_below_constant; field; lra.
  - assert (Q2R p <> 0) as nonzero.
    { intros none; apply Qeq_bool_neq in zero; apply zero, eqR_Qeq; now rewrite RMicromega.Q2R_0. }
    rewrite exposure_value by assumption.
    assert (~ inject_Z (Z.of_nat users) * p == 0)%Q as denominator.
    { intros none; apply Qeq_eqR in none; rewrite Q2R_mult, Q2R_whole, RMicromega.Q2R_0 in none.
      apply Rmult_integral in none; destruct none; lra. }
    rewrite Q2R_minus, Q2R_plus, Q2R_div, !Q2R_mult, Q2R_minus, !Q2R_power, Q2R_minus, Q2R_whole, RMicromega.Q2R_1 by assumption.
    replace (Q2R 2) with 2 by (unfold Q2R; cbn; lra); reflexivity.
Qed.

(** * Eq. 33 *)

(** At each of the inner places both neighbours must be attackers. *)
Definition weak_exposure (users : nat) (p : R) : R := sum_below (users - 2) (fun _ => p ^ 2) / INR users.

(** The square of the printed threshold. *)
Definition eq33 (users : nat) : Q := (1 / inject_Z (Z.of_nat users * (Z.of_nat users - 2)))%Q.

(* Claim: chained/eq-33 printed *)
Theorem eq33_threshold users p : (3 <= users)%nat -> 0 <= p ->
  (p <= sqrt (Q2R (eq33 users)) <-> weak_exposure users p <= 1 / (INR users * INR users)).
Proof.
  intros three low; assert (3 <= INR users) as many by (replace 3 with (INR 3) by (cbn; ring); now apply le_INR).
  assert (Q2R (eq33 users) = 1 / (INR users * (INR users - 2))) as value.
  { unfold eq33; assert (Q2R (inject_Z (Z.of_nat users * (Z.of_nat users - 2))) = INR users * (INR users - 2)) as below.
    { unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite mult_IZR, minus_IZR, <- INR_IZR_INZ; field. }
    rewrite Q2R_div, below, RMicromega.Q2R_1; [reflexivity|].
    intros zero; apply Qeq_eqR in zero; rewrite below, RMicromega.Q2R_0 in zero; nra. }
  assert (INR (users - 2) = INR users - 2) as inner by (rewrite minus_INR by lia; cbn; ring).
  unfold weak_exposure; rewrite sum_below_constant, inner, value.
  set (K := INR users) in *; assert (0 < K * (K - 2)) as positive by (apply Rmult_lt_0_compat; lra).
  set (limit := 1 / (K * (K - 2))); assert (0 < limit) as limit_more by (apply Rdiv_lt_0_compat; lra).
  assert ((K - 2) * p ^ 2 / K - 1 / (K * K) = (K - 2) / K * (p * p - limit)) as gap by (unfold limit; field; lra).
  assert (0 < (K - 2) / K) as scale by (apply Rdiv_lt_0_compat; lra).
  pose proof (sqrt_sqrt limit ltac:(lra)) as square; pose proof (sqrt_pos limit) as root; split; intros le.
  - assert (p * p <= sqrt limit * sqrt limit) by (apply Rmult_le_compat; lra); nra.
  - apply Rsqr_incr_0_var; [unfold Rsqr|assumption]; rewrite square.
    apply Rnot_lt_le; intros more; assert (0 < (K - 2) / K * (p * p - limit)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.
