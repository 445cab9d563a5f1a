(** CorDP, Theorem 1 with Eq. 14 as corrected: the least error over all safe pairs, decoders against the worst responders,
    colluders and data. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders.
Import ListNotations.
Open Scope R_scope.

Section Minimum.

Variables (n t c d : nat) (s : R).
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis dimension : (0 < d)%nat.
Hypothesis s_positive : 0 < s.

(** However many respond and collude, some weights keep the error at most this, whatever the data are. *)
Definition error_at_most (v r E : R) : Prop :=
  forall f j, setting n t c f j -> exists weights, length weights = (f - j)%nat /\
    forall data, in_ball d (f - j) data -> decoding_error d j v r weights data <= E.

(** Some responders and colluders, and for any weights some data, make the error at least this. *)
Definition error_at_least (v r E : R) : Prop :=
  exists f j, setting n t c f j /\ forall weights, length weights = (f - j)%nat ->
    exists data, in_ball d (f - j) data /\ E <= decoding_error d j v r weights data.

Lemma parts_of_safe v r f j : safe n c s v r -> setting n t c f j ->
  r <= 0 /\ 0 < v + (INR n - 1) * r /\ 0 < v + (INR j - 1) * r /\ 0 < v + (INR j - 1) * r + INR (f - j) * r.
Proof.
  intros [sign keeps] (many & all & few); specialize (keeps c (le_n c)).
  pose proof (lengthwise_positive n c s ltac:(lia) v r keeps) as own; pose proof (honest_at_least_1 n c ltac:(lia)).
  assert (0 < lengthwise n v r) as long by nra; unfold lengthwise in long.
  assert (INR (f - j) = INR f - INR j) as size by (apply minus_INR; lia).
  assert (INR f <= INR n) by (apply le_INR; lia); assert (INR j <= INR f) by (apply le_INR; lia).
  repeat split; [assumption..| |rewrite size]; apply Rlt_le_trans with (v + (INR n - 1) * r); try assumption; nra.
Qed.

(** The decoder makes d E/(t-c) over 1 + d E/(t-c) of E. *)
Lemma least_error_of v r f j : (j < f)%nat -> 0 < v + (INR f - 1) * r ->
  least_error d (f - j) j v r = error f j (INR d) (v + (INR f - 1) * r).
Proof.
  intros some positive; apply lt_INR in some as less; assert (0 < INR d) by now apply lt_0_INR.
  unfold least_error, mean_variance, error; rewrite minus_INR by lia.
  replace (v + (INR j - 1) * r + (INR f - INR j) * r) with (v + (INR f - 1) * r) by ring.
  set (E := v + (INR f - 1) * r) in *; assert (0 < INR d * E) by (apply Rmult_lt_0_compat; lra); field; nra.
Qed.

Lemma worst_error v r f j : safe n c s v r -> setting n t c f j ->
  error f j (INR d) (v + (INR f - 1) * r) <= error t c (INR d) (effective t v r).
Proof.
  intros allowed here; destruct (parts_of_safe v r f j allowed here) as (sign & own & _).
  destruct (worst_setting n t c f j v r c_below_t here sign own) as [most _].
  destruct here as (many & all & few); assert (0 < INR d) by now apply lt_0_INR.
  apply lt_INR in c_below_t as less; assert (INR t <= INR f) by now apply le_INR.
  assert (INR j <= INR c) by now apply le_INR.
  assert (INR f <= INR n) by now apply le_INR.
  assert (0 < v + (INR f - 1) * r) as one by nra; assert (0 < v + (INR t - 1) * r) as two by nra.
  unfold error, effective in *; set (A := v + (INR f - 1) * r) in *; set (B := v + (INR t - 1) * r) in *.
  apply Rinv_le_contravar; [assert (0 < (INR t - INR c) / INR d / B) by (repeat apply Rdiv_lt_0_compat; lra); lra|].
  apply Rplus_le_compat_l.
  replace ((INR t - INR c) / INR d / B) with (/ (INR d * (B / (INR t - INR c)))) by (field; lra).
  replace ((INR f - INR j) / INR d / A) with (/ (INR d * (A / (INR f - INR j)))) by (field; lra).
  assert (0 < A / (INR f - INR j)) by (apply Rdiv_lt_0_compat; lra).
  apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra|apply Rmult_le_compat_l; lra].
Qed.

Lemma error_of_a_pair v r : safe n c s v r ->
  error_at_most v r (error t c (INR d) (effective t v r)) /\ error_at_least v r (error t c (INR d) (effective t v r)).
Proof.
  intros allowed; split.
  - intros f j here; destruct (parts_of_safe v r f j allowed here) as (sign & own & a_positive & mean_positive).
    pose proof (worst_error v r f j allowed here) as most; destruct here as (many & all & few).
    exists (repeat (best_weight d (f - j) j v r) (f - j)); split; [apply repeat_length|]; intros data ball.
    eapply Rle_trans; [apply best_weight_is_enough; assumption || lia|].
    rewrite least_error_of; [exact most|lia|].
    replace (v + (INR f - 1) * r) with (v + (INR j - 1) * r + INR (f - j) * r) by (rewrite minus_INR by lia; ring).
    assumption.
  - assert (setting n t c t c) as here by (repeat split; lia); exists t, c; split; [exact here|]; intros weights size.
    destruct (parts_of_safe v r t c allowed here) as (sign & own & a_positive & mean_positive).
    exists (equal_vectors d (t - c)); split; [now apply equal_vectors_in_ball|].
    assert (effective t v r = v + (INR c - 1) * r + INR (t - c) * r) as value
      by (unfold effective; rewrite minus_INR by lia; ring).
    unfold effective in *; rewrite <- (least_error_of v r t c) by (assumption || (rewrite value; assumption)).
    apply no_decoder_does_better; assumption || lia.
Qed.

Lemma error_grows E E' : 0 < E <= E' -> error t c (INR d) E <= error t c (INR d) E'.
Proof. intros le; apply error_rises; [assumption|now apply lt_0_INR|assumption]. Qed.

(** Nearly the same effective variance, nearly the same error. *)
Lemma error_is_continuous E more : 0 < E -> 0 < more -> exists step, 0 < step /\
  forall E', 0 < E' < E + step -> error t c (INR d) E' < error t c (INR d) E + more.
Proof.
  intros positive extra; assert (0 < INR d) as d_more by now apply lt_0_INR.
  apply lt_INR in c_below_t as less; exists (E * more); split; [now apply Rmult_lt_0_compat|]; intros E' [low high].
  set (g := (INR t - INR c) / INR d); assert (0 < g) by (apply Rdiv_lt_0_compat; lra).
  assert (forall F, 0 < F -> error t c (INR d) F = F / (F + g)) as value.
  { intros F F_more; unfold error; fold g; field; split; nra. }
  rewrite !value by assumption; apply Rmult_lt_reg_r with ((E' + g) * (E + g)); [apply Rmult_lt_0_compat; lra|].
  replace (E' / (E' + g) * ((E' + g) * (E + g))) with (E' * (E + g)) by (field; lra).
  replace ((E / (E + g) + more) * ((E' + g) * (E + g))) with (E * (E' + g) + more * ((E' + g) * (E + g))) by (field; lra).
  assert (0 < more * (E' * E)) by (repeat first [lra | apply Rmult_lt_0_compat]).
  assert (0 < more * (E' * g)) by (repeat first [lra | apply Rmult_lt_0_compat]).
  assert (0 < more * (g * g)) by (repeat first [lra | apply Rmult_lt_0_compat]).
  assert (g * E' < g * (E + E * more)) by (apply Rmult_lt_compat_l; lra); lra.
Qed.

End Minimum.

(** No safe pair has a smaller error than Eq. 14's as corrected, pairs come as near as one likes, and a pair reaches it
    where somebody may drop out or a single user is honest. *)
(* Claim: cordp/eq-14 corrected *)
Theorem theorem1_minimum n t c d q :
  (c < t)%nat -> (t <= n)%nat -> (0 < d)%nat -> (0 < q)%Q ->
  let E := error t c (INR d) (value (least_effective_variance (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) q)) in
  (forall v r, safe n c (Q2R q) v r -> error_at_least n t c d v r E) /\
  (forall more, 0 < more -> exists v r, safe n c (Q2R q) v r /\ error_at_most n t c d v r (E + more)) /\
  ((t < n)%nat \/ n = S c -> exists v r, safe n c (Q2R q) v r /\ error_at_most n t c d v r E).
Proof.
  intros below all dimension positive E; apply Q2R_more in positive as s_more.
  unfold E; rewrite value_of_least by assumption; clear E.
  pose proof (least_positive n t c (Q2R q) below all s_more) as low.
  destruct (least_is_least n t c (Q2R q) below all s_more) as (bound & reached & limit & _).
  assert (forall v r, r <= 0 -> private n c (Q2R q) v r -> safe n c (Q2R q) v r) as allowed.
  { intros v r sign keeps; apply safe_from_private; [lia|assumption|split; assumption]. }
  split; [|split].
  - intros v r here; destruct (error_of_a_pair n t c d (Q2R q) below all dimension s_more v r here) as [_ (f & j & set & data)].
    exists f, j; split; [exact set|]; intros weights size; destruct (data weights size) as (x & ball & large).
    exists x; split; [exact ball|]; eapply Rle_trans; [|exact large].
    apply error_grows; [assumption..|]; split; [assumption|]; apply bound, here, le_n.
  - intros more extra; destruct (error_is_continuous t c d below dimension _ more low extra) as (step & some & near).
    assert (exists v r, safe n c (Q2R q) v r /\ effective t v r < least n t c (Q2R q) + step) as (v & r & here & close).
    { destruct (Nat.eq_dec t n) as [full|drop].
      - destruct (limit full step some) as (v & r & sign & keeps & close); exists v, r; auto.
      - destruct (reached ltac:(lia)) as (v & r & sign & keeps & value); exists v, r; split; [auto|lra]. }
    exists v, r; split; [exact here|]; intros f j set.
    destruct (error_of_a_pair n t c d (Q2R q) below all dimension s_more v r here) as [most _].
    destruct (most f j set) as (weights & size & small); exists weights; split; [exact size|]; intros data ball.
    assert (least n t c (Q2R q) <= effective t v r) by apply bound, here, le_n.
    specialize (near (effective t v r) ltac:(lra)); specialize (small data ball); lra.
  - intros case; destruct (reached case) as (v & r & sign & keeps & value); exists v, r; split; [auto|].
    rewrite <- value; now apply (error_of_a_pair n t c d (Q2R q) below all dimension s_more v r (allowed v r sign keeps)).
Qed.
