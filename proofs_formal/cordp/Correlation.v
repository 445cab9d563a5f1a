(** CorDP, Theorem 1: the optimal correlation as printed (Eqs. 13 and 44). *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Quadratics Variances.
Open Scope R_scope.

(** The best pair's correlation; for t = n the limit of those of nearly best pairs as their variances grow. *)
Definition correlation_at (n t c : nat) (s rho : R) : Prop :=
  ((t < n)%nat -> exists v r, best n t c s v r /\ rho = r / v /\ forall v' r', best n t c s v' r' -> v' = v /\ r' = r) /\
  (t = n -> forall close, 0 < close -> exists far, forall v r,
     far <= v -> nearly_best n t c s 1 v r -> Rabs (r / v - rho) < close).

Section Theorem1.

Variables (n t c : nat) (q : Q).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis q_positive : (0 < q)%Q.

Notation zn := (Z.of_nat n).
Notation zt := (Z.of_nat t).
Notation zc := (Z.of_nat c).
Notation s := (Q2R q).
Notation v := (best_variance n t c s).
Notation r := (best_covariance n t c s).

(** * The printed forms *)

(** 1 - s/sigma^2, which is 1 where the variance is infinite. *)
Definition share : R := if Nat.eqb t n then 1 else 1 - s / value (optimal_variance zn zt zc q).

Definition eq13 (n c share : R) : R :=
  (- (n - 2) * share - c) / (2 * (n - 1) * (c - 1))
  + sqrt (((n - 2) * share - c) * ((n - 2) * share - c) + 4 * (n - c - 1) * share) / (2 * (n - 1) * (c - 1)).

(** Eqs. 13 and 44 for c = 1, with the minus sign of the appendix. *)
Definition eq44_one_colluder : R :=
  if Nat.eqb t n then - (1 / (INR n - 1))
  else let V := value (optimal_variance zn zt zc q) in - ((V - s) / (V * (INR n - 1) - s * (INR n - 2))).

(** Whether a number is the best pair's correlation, by a product. *)
Definition is_correlation (n t c : Z) (s : Q) (rho : quadratic) : bool :=
  if Z.eqb t n then same rho (Quadratic (- 1 / inject_Z (n - 1)) 0 (radicand rho))
  else Z.eqb (radicand rho) (discriminant n t c)
    && same (times rho (optimal_variance n t c s)) (optimal_covariance n t c s).

Lemma is_correlation_sound rho : is_correlation zn zt zc q rho = true ->
  value rho = (if Nat.eqb t n then - (1 / (INR n - 1)) else r / v).
Proof.
  unfold is_correlation; pose proof (n_at_least_2 n two_users); destruct (Nat.eqb_spec t n) as [all|some].
  - replace (Z.eqb zt zn) with true by (symmetry; apply Z.eqb_eq; lia); intros ->%same_sound.
    unfold value; cbn [rational coefficient radicand]; rewrite RMicromega.Q2R_0, Rmult_0_l, Rplus_0_r.
    assert (IZR (zn - 1) = INR n - 1) as less by (rewrite minus_IZR, INR_IZR_INZ; reflexivity).
    rewrite Q2R_div, Q2R_inject, less by
      (intros zero; apply Qeq_eqR in zero; rewrite Q2R_inject, less, RMicromega.Q2R_0 in zero; lra).
    replace (Q2R (-1)) with (-1) by (unfold Q2R; cbn; lra); field; lra.
  - replace (Z.eqb zt zn) with false by (symmetry; apply Z.eqb_neq; lia).
    intros [root product]%andb_prop; apply Z.eqb_eq in root; apply same_sound in product.
    assert (t < n)%nat as drop by lia; pose proof (v_positive n t c q two_users c_below_t t_at_most_n q_positive drop).
    rewrite value_times, value_of_variance, value_of_covariance in product by
      (assumption || (rewrite root; repeat apply Z.mul_nonneg_nonneg; lia) || (rewrite root; reflexivity)).
    rewrite <- product; field; lra.
Qed.

Lemma best_pair_has_the_correlation : correlation_at n t c s (if Nat.eqb t n then - (1 / (INR n - 1)) else r / v).
Proof.
  pose proof (n_at_least_2 n two_users); destruct (Nat.eqb_spec t n) as [all|some]; split; intros case; try lia.
  - intros close positive; pose proof (least_positive n t c s c_below_t t_at_most_n (s_positive q q_positive)) as low.
    set (E := 2 * least n t c s + 1); exists (E / close + 1 + E); intros w cov far [allowed near].
    destruct (large_variances n t c s c_below_t t_at_most_n (s_positive q q_positive) 2 all two_users ltac:(lra)) as [V found].
    destruct (found V (Rle_refl V)) as [other value]; specialize (near _ _ other); rewrite value in near.
    assert (effective t w cov = w + (INR n - 1) * cov) as here by (unfold effective; now rewrite all).
    assert (0 < E / close) by (apply Rdiv_lt_0_compat; unfold E; lra).
    pose proof (safe_bounds n t c s c_below_t t_at_most_n w cov allowed).
    replace (cov / w - - (1 / (INR n - 1))) with ((w + (INR n - 1) * cov) / ((INR n - 1) * w))
      by (field; unfold E in *; lra).
    rewrite Rabs_pos_eq by (apply Rlt_le, Rdiv_lt_0_compat; [lra|apply Rmult_lt_0_compat; unfold E in *; lra]).
    apply Rmult_lt_reg_r with ((INR n - 1) * w); [apply Rmult_lt_0_compat; unfold E in *; lra|].
    unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; unfold E in *; lra).
    assert (E < close * w).
    { apply Rlt_le_trans with (close * (E / close + 1)); [|apply Rmult_le_compat_l; unfold E in *; lra].
      replace (close * (E / close + 1)) with (E + close) by (field; lra); lra. }
    assert (close * w <= close * ((INR n - 1) * w)) by (apply Rmult_le_compat_l; unfold E in *; nra).
    unfold E in *; lra.
  - exists v, r; pose proof (one_best_pair n t c s c_below_t t_at_most_n (s_positive q q_positive)) as unique.
    split; [now apply unique|split; [reflexivity|]]; intros v' r' other; now apply unique in other.
Qed.

(** * The best pair lies on the boundary of privacy *)

Lemma best_eigenvalues : (t < n)%nat ->
  crosswise c v r = across n t c s /\ lengthwise n v r = along n t c s.
Proof.
  intros drop; assert (crosswise c v r = across n t c s) as wide by
    (unfold crosswise, best_variance, variance, best_covariance; ring).
  split; [exact wide|]; rewrite (lengthwise_from n c), wide by lia; unfold best_covariance, covariance.
  pose proof (honest_at_least_1 n c ltac:(lia)); field; lra.
Qed.

(** Eq. 46 with equality. *)
Lemma best_pair_keeps_exactly_s : (t < n)%nat ->
  (v + (INR c - 1) * r) * (v + (INR n - 1) * r) = s * (v + (INR n - 2) * r).
Proof.
  intros drop; destruct (best_eigenvalues drop) as [a_ b_].
  destruct (honest_users_when_some_drop_out n t c c_below_t t_at_most_n drop) as (_ & x_positive & _ & more).
  pose proof (y_positive n t c c_below_t t_at_most_n).
  assert (m n c * (v + (INR n - 2) * r) = crosswise c v r + (m n c - 1) * lengthwise n v r) as level.
  { rewrite (honest n c) by lia; unfold crosswise, lengthwise; ring. }
  apply Rmult_eq_reg_l with (m n c); [|lra].
  replace (m n c * (s * (v + (INR n - 2) * r))) with (s * (m n c * (v + (INR n - 2) * r))) by ring.
  rewrite level; change (v + (INR c - 1) * r) with (crosswise c v r); change (v + (INR n - 1) * r) with (lengthwise n v r).
  rewrite a_, b_; unfold across, along; field; lra.
Qed.

Section Quotient.

Hypothesis drop : (t < n)%nat.
Notation rho := (r / v).
Notation kept := (1 - s / v).

Lemma quotient_equation : rho * rho * ((INR n - 1) * (INR c - 1)) + rho * ((INR n - 2) * kept + INR c) + kept = 0.
Proof.
  pose proof (best_pair_keeps_exactly_s drop) as exactly; pose proof (v_positive n t c q two_users c_below_t t_at_most_n q_positive drop).
  apply Rmult_eq_reg_l with (v * v); [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
  replace (v * v * (rho * rho * ((INR n - 1) * (INR c - 1)) + rho * ((INR n - 2) * kept + INR c) + kept))
    with ((v + (INR c - 1) * r) * (v + (INR n - 1) * r) - s * (v + (INR n - 2) * r)) by (field; lra).
  rewrite exactly; ring.
Qed.

Lemma kept_range : 0 <= kept < 1.
Proof.
  pose proof (v_positive n t c q two_users c_below_t t_at_most_n q_positive drop); pose proof (s_positive q q_positive).
  pose proof (safe_needs_s n t c q two_users c_below_t t_at_most_n _ _ (best_is_safe n t c q c_below_t t_at_most_n q_positive drop)).
  assert (s / v * v = s) by (field; lra); assert (0 < s / v) by (apply Rdiv_lt_0_compat; lra); split; nra.
Qed.

Lemma quotient_range : - 1 / (INR n - 1) < rho <= 0.
Proof.
  pose proof (v_positive n t c q two_users c_below_t t_at_most_n q_positive drop) as positive.
  pose proof (n_at_least_2 n two_users).
  destruct (best_is_safe n t c q c_below_t t_at_most_n q_positive drop) as [sign keeps]; specialize (keeps c (le_n c)).
  pose proof (lengthwise_positive n c s ltac:(lia) v r keeps) as own; pose proof (honest_at_least_1 n c ltac:(lia)).
  pose proof (s_positive q q_positive); assert (0 < lengthwise n v r) as long by nra; unfold lengthwise in long.
  assert (rho * v = r) by (field; lra); split; [|nra].
  apply Rmult_lt_reg_r with ((INR n - 1) * v); [apply Rmult_lt_0_compat; lra|].
  replace (- 1 / (INR n - 1) * ((INR n - 1) * v)) with (- v) by (field; lra); nra.
Qed.

(** The root of the discriminant is the one with the plus sign. *)
Lemma larger_root : c <> 1%nat -> 0 <= 2 * ((INR n - 1) * (INR c - 1)) * rho + ((INR n - 2) * kept + INR c).
Proof.
  intros other; pose proof quotient_equation as equation; pose proof kept_range; pose proof quotient_range as [low high].
  pose proof (n_at_least_2 n two_users); pose proof (pos_INR c).
  set (e := - 1 / (INR n - 1)) in *; assert (e * (INR n - 1) = - 1) as end_ by (unfold e; field; lra).
  set (p := rho) in *; set (g := kept) in *; clearbody p g e.
  destruct (Nat.eq_dec c 0) as [none|some].
  - rewrite none in *; cbn [INR] in *; nra.
  - assert (2 <= INR c) by (change 2 with (INR 2); apply le_INR; lia).
    set (A := (INR n - 1) * (INR c - 1)) in *; assert (0 < A) by (unfold A; nra).
    set (B := (INR n - 2) * g + INR c) in *.
    assert (e * e * A + e * B + g < 0) as below.
    { apply Rmult_lt_reg_r with (INR n - 1); [lra|]; unfold A, B.
      replace ((e * e * ((INR n - 1) * (INR c - 1)) + e * ((INR n - 2) * g + INR c) + g) * (INR n - 1))
        with (e * (INR n - 1) * (e * (INR n - 1) * (INR c - 1) + ((INR n - 2) * g + INR c)) + g * (INR n - 1)) by ring.
      rewrite end_; lra. }
    assert (0 < (p - e) * (A * (p + e) + B)) as rises by nra.
    assert (0 < A * (p + e) + B) by (apply Rmult_lt_reg_l with (p - e); lra).
    nra.
Qed.

Lemma eq13_when_some_drop_out : c <> 1%nat -> rho = eq13 (INR n) (INR c) kept.
Proof.
  intros other; pose proof (larger_root other) as sign; pose proof quotient_equation as equation.
  pose proof (n_at_least_2 n two_users); unfold eq13.
  assert (INR c - 1 <> 0) as nonzero.
  { intros zero; apply other, INR_eq; change (INR 1) with 1; lra. }
  set (g := kept) in *; set (p := rho) in *; clearbody p g.
  set (A := (INR n - 1) * (INR c - 1)) in *; set (B := (INR n - 2) * g + INR c) in *.
  replace (((INR n - 2) * g - INR c) * ((INR n - 2) * g - INR c) + 4 * (INR n - INR c - 1) * g)
    with ((2 * A * p + B) * (2 * A * p + B)).
  - rewrite sqrt_square by assumption; unfold A, B; field; lra.
  - replace ((2 * A * p + B) * (2 * A * p + B)) with (4 * A * (p * p * A + p * B + g) + B * B - 4 * A * g) by ring.
    rewrite equation; unfold A, B; ring.
Qed.

Lemma eq44_when_some_drop_out : c = 1%nat -> rho = - ((v - s) / (v * (INR n - 1) - s * (INR n - 2))).
Proof.
  intros one; pose proof quotient_equation as equation; pose proof kept_range as [low high].
  pose proof (n_at_least_2 n two_users); pose proof (v_positive n t c q two_users c_below_t t_at_most_n q_positive drop).
  assert (s = v * (1 - kept)) as needed by (field; lra).
  replace (INR c) with 1 in equation by (rewrite one; reflexivity).
  set (g := kept) in *; set (p := rho) in *; clearbody p g.
  assert (0 < (INR n - 2) * g + 1) by nra.
  set (V := v) in *; clearbody V; rewrite needed; replace (V * (INR n - 1) - V * (1 - g) * (INR n - 2)) with (V * ((INR n - 2) * g + 1)) by ring.
  replace (V - V * (1 - g)) with (V * g) by ring.
  apply Rmult_eq_reg_r with ((INR n - 2) * g + 1); [|lra].
  replace (- (V * g / (V * ((INR n - 2) * g + 1))) * ((INR n - 2) * g + 1)) with (- g) by (field; lra).
  lra.
Qed.

End Quotient.

Lemma eq13_when_nobody_drops_out : c <> 1%nat -> - (1 / (INR n - 1)) = eq13 (INR n) (INR c) 1.
Proof.
  intros other; pose proof (n_at_least_2 n two_users); unfold eq13.
  assert (INR c - 1 <> 0) as nonzero by (intros zero; apply other, INR_eq; change (INR 1) with 1; lra).
  assert (INR c <= INR n) by (apply le_INR; lia).
  replace (((INR n - 2) * 1 - INR c) * ((INR n - 2) * 1 - INR c) + 4 * (INR n - INR c - 1) * 1)
    with ((INR n - INR c) * (INR n - INR c)) by ring.
  rewrite sqrt_square by lra; field; lra.
Qed.

(** * The theorems *)

(* Claim: cordp/eq-13 printed, cordp/eq-44 corrected *)
Theorem eq13_optimal_correlation rho : c <> 1%nat -> is_correlation zn zt zc q rho = true ->
  value rho = eq13 (INR n) (INR c) share /\ correlation_at n t c s (value rho).
Proof.
  intros other ->%is_correlation_sound; split; [|apply best_pair_has_the_correlation].
  unfold share; destruct (Nat.eqb_spec t n) as [all|some].
  - now apply eq13_when_nobody_drops_out.
  - rewrite value_of_variance by lia; apply eq13_when_some_drop_out; [lia|assumption].
Qed.

(* Claim: cordp/eq-13-c1 corrected, cordp/eq-44-c1 printed *)
Theorem eq44_optimal_correlation rho : c = 1%nat -> is_correlation zn zt zc q rho = true ->
  value rho = eq44_one_colluder /\ correlation_at n t c s (value rho).
Proof.
  intros one ->%is_correlation_sound; split; [|apply best_pair_has_the_correlation].
  unfold eq44_one_colluder; destruct (Nat.eqb_spec t n) as [all|some]; [reflexivity|].
  cbv zeta; rewrite value_of_variance by lia; apply eq44_when_some_drop_out; [lia|assumption].
Qed.

End Theorem1.
