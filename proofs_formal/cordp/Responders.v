(** CorDP: the best decoder for given responders (Proposition 1, Eq. 10), the worst responders and colluders (Eq. 138),
    and with both Theorem 1: the least error over pairs of the worst case over responders, colluders and data (Eq. 14). *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder.
Import ListNotations.
Open Scope R_scope.

Lemma Q2R_over a b : 0 < Q2R b -> Q2R (a / b) = Q2R a / Q2R b.
Proof. intros more; apply Q2R_div; intros zero; apply Qeq_eqR in zero; rewrite RMicromega.Q2R_0 in zero; lra. Qed.

Lemma Q2R_more q : (0 < q)%Q -> 0 < Q2R q.
Proof. intros more; rewrite <- RMicromega.Q2R_0; now apply Qlt_Rlt. Qed.

(** * Proposition 1 *)

(** f responders, j of them colluding, in d dimensions. *)
Definition prop1_weight (f j d : Z) (v r : Q) : Q :=
  (1 / (1 + inject_Z d * v / inject_Z (f - j) * (1 + r / v * inject_Z (f - 1))))%Q.

Section Proposition1.

Variables (n f j d : nat) (v r : Q).
Hypothesis some_honest : (j < f)%nat.
Hypothesis f_at_most_n : (f <= n)%nat.
Hypothesis dimension : (0 < d)%nat.
Hypothesis v_positive : (0 < v)%Q.
Hypothesis definite : (- v < inject_Z (Z.of_nat n - 1) * r)%Q.
Hypothesis seeded : (r <= 0)%Q.

Notation V := (Q2R v).
Notation r' := (Q2R r).

Lemma definite_reals : 0 < V /\ r' <= 0 /\ 0 < V + (INR n - 1) * r'.
Proof.
  repeat split; [now apply Q2R_more|rewrite <- RMicromega.Q2R_0; now apply Qle_Rle|].
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite; lra.
Qed.

Lemma honest_reports : INR (f - j) = INR f - INR j /\ 1 <= INR (f - j) /\ INR f <= INR n /\ 0 <= INR j.
Proof.
  repeat split; [apply minus_INR; lia|change 1 with (INR 1); apply le_INR; lia|apply le_INR; lia|apply pos_INR].
Qed.

Lemma positive_parts : 0 < V + (INR j - 1) * r' /\ 0 < V + (INR j - 1) * r' + INR (f - j) * r'.
Proof.
  destruct definite_reals as (_ & sign & own); destruct honest_reports as (size & one & few & none).
  rewrite size in *; split.
  - apply Rlt_le_trans with (V + (INR n - 1) * r'); [assumption|]; nra.
  - apply Rlt_le_trans with (V + (INR n - 1) * r'); [assumption|]; nra.
Qed.

Lemma value_of_weight : Q2R (prop1_weight (Z.of_nat f) (Z.of_nat j) (Z.of_nat d) v r) = best_weight d (f - j) j V r'.
Proof.
  destruct definite_reals as (more & sign & own); destruct honest_reports as (size & one & few & none).
  destruct positive_parts as [a_positive mean_positive].
  pose proof (scaled_positive d (f - j) j V r' dimension ltac:(lia) mean_positive) as scaled.
  assert (IZR (Z.of_nat f - Z.of_nat j) = INR (f - j)) as hh by (rewrite size, minus_IZR, <- !INR_IZR_INZ; reflexivity).
  assert (IZR (Z.of_nat f - 1) = INR f - 1) as ff by (rewrite minus_IZR, <- INR_IZR_INZ; reflexivity).
  assert (Q2R (1 + inject_Z (Z.of_nat d) * v / inject_Z (Z.of_nat f - Z.of_nat j)
            * (1 + r / v * inject_Z (Z.of_nat f - 1))) = 1 + INR d * mean_variance (f - j) j V r') as below.
  { rewrite Q2R_plus, !Q2R_mult, Q2R_over, Q2R_mult, Q2R_plus, Q2R_mult, (Q2R_over r v), !Q2R_inject, hh, ff, <- INR_IZR_INZ,
      RMicromega.Q2R_1 by (assumption || (rewrite Q2R_inject, hh; lra)).
    unfold mean_variance; rewrite size; field; lra. }
  unfold prop1_weight, best_weight; rewrite Q2R_over, below, RMicromega.Q2R_1 by (rewrite below; lra).
  unfold Rdiv; ring.
Qed.

(** The printed weight for all reports is better than any other weights for equal unit vectors, which are the worst
    data for it. *)
(* Claim: cordp/prop-1 printed *)
Theorem proposition1_optimum_decoder :
  let best := repeat (Q2R (prop1_weight (Z.of_nat f) (Z.of_nat j) (Z.of_nat d) v r)) (f - j) in
  let error := decoding_error d j V r' in
  let equal := equal_vectors d (f - j) in
  (forall weights, length weights = (f - j)%nat ->
     error best equal <= error weights equal /\ (error weights equal = error best equal -> weights = best)) /\
  forall data, in_ball d (f - j) data -> error best data <= error best equal.
Proof.
  rewrite value_of_weight; intros best error equal; destruct positive_parts as [a_positive mean_positive].
  assert (0 < f - j)%nat as some by lia.
  pose proof (no_decoder_does_better d (f - j) j V r' dimension some a_positive mean_positive) as lower.
  pose proof (best_weight_is_enough d (f - j) j V r' dimension some mean_positive) as upper.
  assert (error best equal = least_error d (f - j) j V r') as reached.
  { apply Rle_antisym; [apply upper, equal_vectors_in_ball; assumption|apply lower, repeat_length]. }
  rewrite reached; split; [exact lower|exact upper].
Qed.

End Proposition1.

(** * Eq. 10: the whole noise of the reports *)

Definition eq10_error (h d : Z) (v r : Q) : Q :=
  let spread := (inject_Z d * (v + r * inject_Z (h - 1)))%Q in (spread / (spread + inject_Z h))%Q.

(** The least error over all weights of h honest reports, against the worst data. *)
(* Claim: cordp/eq-10 corrected *)
Theorem eq10_least_error n h d v r :
  (0 < h)%nat -> (h <= n)%nat -> (0 < d)%nat -> (0 < v)%Q -> (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r < v)%Q ->
  let E := Q2R (eq10_error (Z.of_nat h) (Z.of_nat d) v r) in
  (forall weights, length weights = h -> E <= decoding_error d 0 (Q2R v) (Q2R r) weights (equal_vectors d h)) /\
  exists weights, length weights = h /\
    forall data, in_ball d h data -> decoding_error d 0 (Q2R v) (Q2R r) weights data <= E.
Proof.
  intros some few dimension positive definite below E; apply Q2R_more in positive; apply Qlt_Rlt in below.
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  assert (1 <= INR h) by (change 1 with (INR 1); apply le_INR; lia); assert (INR h <= INR n) by now apply le_INR.
  assert (0 < Q2R v + (INR 0 - 1) * Q2R r) as a_positive by (cbn; lra).
  assert (0 < Q2R v + (INR 0 - 1) * Q2R r + INR h * Q2R r) as mean_positive.
  { cbn [INR]; destruct (Rle_lt_dec 0 (Q2R r)); nra. }
  assert (E = least_error d h 0 (Q2R v) (Q2R r)) as same.
  { pose proof (scaled_positive d h 0 (Q2R v) (Q2R r) dimension some mean_positive) as scaled.
    assert (Q2R (inject_Z (Z.of_nat d) * (v + r * inject_Z (Z.of_nat h - 1))) = INR h * (INR d * mean_variance h 0 (Q2R v) (Q2R r)))
      as spread.
    { rewrite Q2R_mult, Q2R_plus, Q2R_mult, !Q2R_inject, minus_IZR, <- !INR_IZR_INZ.
      unfold mean_variance; cbn [INR]; field; lra. }
    assert (Q2R (inject_Z (Z.of_nat h)) = INR h) as hh by now rewrite Q2R_inject, <- INR_IZR_INZ.
    set (D := INR d * mean_variance h 0 (Q2R v) (Q2R r)) in *.
    unfold E, eq10_error; rewrite Q2R_over, Q2R_plus, spread, hh by (rewrite Q2R_plus, spread, hh; nra).
    unfold least_error; fold D; field; nra. }
  rewrite same; split; [intros weights size; now apply no_decoder_does_better|].
  exists (repeat (best_weight d h 0 (Q2R v) (Q2R r)) h); split; [apply repeat_length|].
  intros data ball; now apply best_weight_is_enough.
Qed.

(** * Eq. 138 *)

(** At least t of n users respond; j of them, at most c, collude. *)
Definition setting (n t c f j : nat) : Prop := (t <= f)%nat /\ (f <= n)%nat /\ (j <= c)%nat.

Lemma worst_setting n t c f j v r : (c < t)%nat -> setting n t c f j -> r <= 0 -> 0 < v + (INR n - 1) * r ->
  let error f j := (v + (INR f - 1) * r) / (INR f - INR j) in
  error f j <= error t c /\ (error f j = error t c -> f = t /\ j = c).
Proof.
  intros below (many & all & few) sign own error.
  assert (INR c + 1 <= INR t) by (rewrite <- S_INR; apply le_INR; lia).
  assert (INR t <= INR f) by now apply le_INR.
  assert (INR f <= INR n) by now apply le_INR.
  assert (INR j <= INR c) by now apply le_INR.
  assert (0 < v + (INR f - 1) * r) as spread by nra.
  assert (v + (INR f - 1) * r <= v + (INR t - 1) * r) as numerator by nra.
  assert (forall a b c d, 0 < a -> a <= b -> 0 < d -> d < c -> a / c < b / d) as fractions.
  { intros a b e g a_more ab g_more ge; apply Rlt_le_trans with (a / g).
    - apply Rmult_lt_compat_l; [assumption|]; apply Rinv_lt_contravar; [nra|assumption].
    - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; assumption. }
  destruct (Nat.eq_dec f t) as [same_f|other]; [destruct (Nat.eq_dec j c) as [same_j|other]|].
  - subst; split; [apply Rle_refl|tauto].
  - assert (INR j < INR c) by (apply lt_INR; lia).
    pose proof (fractions _ _ (INR f - INR j) (INR t - INR c) spread numerator ltac:(lra) ltac:(subst; lra)).
    unfold error; split; [lra|intros; exfalso; lra].
  - assert (INR t < INR f) by (apply lt_INR; lia).
    pose proof (fractions _ _ (INR f - INR j) (INR t - INR c) spread numerator ltac:(lra) ltac:(lra)).
    unfold error; split; [lra|intros; exfalso; lra].
Qed.

Definition eq138 (t c : Z) (v r : Q) : Q := ((v + r * inject_Z (t - 1)) / inject_Z (t - c))%Q.

(** The error of the plain mean of the f - j honest reports, in each dimension. *)
Definition plain_mean_error (f j : nat) (v r : R) : R :=
  variance_of j v r (repeat 1 (f - j)) / (INR (f - j) * INR (f - j)).

Lemma plain_mean_error_value f j v r : (j < f)%nat ->
  plain_mean_error f j v r = (v + (INR f - 1) * r) / (INR f - INR j).
Proof.
  intros some; unfold plain_mean_error, variance_of; rewrite sum_repeat, squares_repeat.
  assert (0 < INR f - INR j) by (apply lt_INR in some; lra); rewrite minus_INR by lia; field; lra.
Qed.

(* Claim: cordp/eq-138 printed *)
Theorem eq138_worst_case n t c v r :
  (c < t)%nat -> (t <= n)%nat -> (0 < v)%Q -> (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r <= 0)%Q ->
  let worst := Q2R (eq138 (Z.of_nat t) (Z.of_nat c) v r) in
  setting n t c t c /\ plain_mean_error t c (Q2R v) (Q2R r) = worst /\
  forall f j, setting n t c f j -> plain_mean_error f j (Q2R v) (Q2R r) <= worst /\
    (plain_mean_error f j (Q2R v) (Q2R r) = worst -> f = t /\ j = c).
Proof.
  intros below all positive definite sign worst.
  assert (Q2R r <= 0) by (rewrite <- RMicromega.Q2R_0; now apply Qle_Rle).
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  assert (worst = plain_mean_error t c (Q2R v) (Q2R r)) as same.
  { rewrite plain_mean_error_value by assumption; unfold worst, eq138.
    apply lt_INR in below; rewrite Q2R_over, Q2R_plus, Q2R_mult, !Q2R_inject, !minus_IZR, <- !INR_IZR_INZ
      by (rewrite Q2R_inject, minus_IZR, <- !INR_IZR_INZ; lra).
    field; lra. }
  split; [repeat split; lia|split; [now symmetry|]]; intros f j here.
  rewrite same, !plain_mean_error_value by (destruct here as (? & ? & ?); lia).
  apply (worst_setting n t c f j (Q2R v) (Q2R r)); [assumption..|lra].
Qed.
