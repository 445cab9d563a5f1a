(** CorDP, Eq. 14 as corrected, in numbers that can be computed: the least error for all n, t, c, as a limit for t = n. *)

From Coq Require Import Reals Lra Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum.
Open Scope R_scope.

(** * The executable form: a rational, and a rational times a square root *)

Record quadratic := Quadratic { rational : Q; coefficient : Q; radicand : Z }.

Definition value (q : quadratic) : R := Q2R (rational q) + Q2R (coefficient q) * sqrt (IZR (radicand q)).

Definition least_effective_variance (n t c : Z) (s : Q) : quadratic :=
  let m := (n - c)%Z in
  let k := (t - c)%Z in
  Quadratic
    (s * inject_Z ((m - k) * (m - 1) + k) / inject_Z (m * m))
    (2 * s / inject_Z (m * m))
    (k * (m - 1) * (m - k)).

Lemma Q2R_inject z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z; cbn [Qnum Qden]; field. Qed.

Lemma INR_sub a b : (b <= a)%nat -> INR (a - b) = IZR (Z.of_nat a - Z.of_nat b).
Proof. intros le; rewrite INR_IZR_INZ; f_equal; lia. Qed.

Lemma value_of_least n t c s :
  (c < t)%nat -> (t <= n)%nat ->
  value (least_effective_variance (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) s) = least n t c (Q2R s).
Proof.
  intros colluders responders; unfold value, least_effective_variance, least; cbn [rational coefficient radicand].
  pose proof (k_at_least_1 n t c colluders responders) as one; pose proof (k_at_most_m n t c colluders responders) as few.
  pose proof (x_squared n t c colluders responders) as xx; pose proof (y_squared n t c colluders responders) as yy.
  assert (IZR (Z.of_nat n - Z.of_nat c) = m n c) as mm by (symmetry; apply INR_sub; lia).
  assert (IZR (Z.of_nat t - Z.of_nat c) = k t c) as kk by (symmetry; apply INR_sub; lia).
  assert (~ inject_Z ((Z.of_nat n - Z.of_nat c) * (Z.of_nat n - Z.of_nat c)) == 0)%Q as nonzero.
  { intros zero; apply Qeq_eqR in zero; rewrite Q2R_inject, mult_IZR, mm, RMicromega.Q2R_0 in zero; nra. }
  rewrite !Q2R_div, !Q2R_mult, !Q2R_inject by assumption.
  rewrite plus_IZR, !mult_IZR, !(minus_IZR (_ - _)), mm, kk.
  replace (Q2R 2) with 2 by (unfold Q2R; cbn; lra).
  replace (sqrt (k t c * (m n c - 1) * (m n c - k t c))) with (x n t c * y t c).
  - rewrite <- xx, <- yy; field; lra.
  - unfold x, y; rewrite <- sqrt_mult by (try apply Rmult_le_pos; lra); f_equal; ring.
Qed.

(** * The theorem *)

Lemma error_rises t c d E E' : (c < t)%nat -> 0 < d -> 0 < E <= E' -> error t c d E <= error t c d E'.
Proof.
  intros colluders dimension [positive le]; unfold error.
  assert (0 < INR t - INR c) by (apply lt_INR in colluders; lra).
  assert (0 < (INR t - INR c) / d) by (apply Rdiv_lt_0_compat; lra).
  assert (forall F, 0 < F -> 0 < (INR t - INR c) / d / F) as more by (intros; apply Rdiv_lt_0_compat; lra).
  apply Rinv_le_contravar; [specialize (more E' ltac:(lra)); lra|].
  apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|]; apply Rinv_le_contravar; lra.
Qed.

(** What holds of the least effective variance E. *)
Definition is_least (n t c : nat) (s E : R) : Prop :=
  (forall v r, private n c s v r -> E <= effective t v r) /\
  ((t < n)%nat \/ n = S c -> exists v r, r <= 0 /\ private n c s v r /\ effective t v r = E) /\
  (t = n -> forall more, 0 < more -> exists v r, r <= 0 /\ private n c s v r /\ effective t v r < E + more) /\
  (t = n -> (c + 2 <= n)%nat -> forall v r, private n c s v r -> E < effective t v r).

Lemma single_honest_user n t c s :
  (c < t)%nat -> (t <= n)%nat -> n = S c -> private n c s s 0 /\ effective t s 0 = least n t c s.
Proof.
  intros colluders responders single; split.
  - intros [|other others] count; [|cbn in count; lia].
    unfold variance_of; cbn; rewrite !Rmult_0_r; lra.
  - rewrite least_without_dropouts by lia; unfold effective, m.
    replace (n - c)%nat with 1%nat by lia; cbn; field.
Qed.

Lemma least_is_least n t c s : (c < t)%nat -> (t <= n)%nat -> 0 < s -> is_least n t c s (least n t c s).
Proof.
  intros colluders responders floor; split; [|split; [|split]].
  - intros v r; now apply no_private_pair_does_better.
  - intros [drop|single].
    + do 2 eexists; now apply attained.
    + exists s, 0; split; [lra|]; now apply single_honest_user.
  - intros same more positive; destruct (Nat.eq_dec n (S c)) as [single|several].
    + exists s, 0; destruct (single_honest_user n t c s colluders responders single) as [keeps ->].
      repeat split; [lra|assumption|lra].
    + pose proof (least_positive n t c s colluders responders floor) as least_more.
      set (f := 1 + Rmin 1 (more / (2 * least n t c s))).
      assert (0 < more / (2 * least n t c s)) by (apply Rdiv_lt_0_compat; lra).
      assert (1 < f <= 2) as factor.
      { unfold f; pose proof (Rmin_l 1 (more / (2 * least n t c s))).
        assert (0 < Rmin 1 (more / (2 * least n t c s))) by (apply Rmin_pos; lra); lra. }
      destruct (near_the_limit n t c s colluders responders floor f ltac:(lia) same factor) as (sign & keeps & reached).
      do 2 eexists; repeat split; [exact sign|exact keeps|]; rewrite reached.
      assert (f * least n t c s <= least n t c s + more / 2); [|lra].
      replace (more / 2) with (more / (2 * least n t c s) * least n t c s) by (field; lra).
      pose proof (Rmin_r 1 (more / (2 * least n t c s))); unfold f; nra.
  - intros same several v r; apply limit_not_attained; assumption || lia.
Qed.

Theorem theorem1_least_error n t c s :
  (c < t)%nat -> (t <= n)%nat -> (0 < s)%Q ->
  let E := value (least_effective_variance (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) s) in
  0 < E /\ is_least n t c (Q2R s) E /\
  forall d v r, 0 < d -> private n c (Q2R s) v r -> error t c d E <= error t c d (effective t v r).
Proof.
  intros colluders responders floor E.
  assert (0 < Q2R s) as positive by (rewrite <- RMicromega.Q2R_0; now apply Qlt_Rlt).
  assert (E = least n t c (Q2R s)) as -> by now apply value_of_least.
  pose proof (least_positive n t c (Q2R s) colluders responders positive).
  repeat split; try apply least_is_least; try assumption.
  intros d v r dimension keeps; apply error_rises; [assumption..|split; [assumption|]].
  now apply no_private_pair_does_better.
Qed.
