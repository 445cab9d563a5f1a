(** Numbers p + q sqrt D that can be computed, and the optimal pair of CorDP in them. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs.
Open Scope R_scope.

(** * Equality and products over one root *)

Definition same (a b : quadratic) : bool :=
  let root := Z.sqrt (radicand a) in
  Z.eqb (radicand a) (radicand b) &&
  if Z.eqb (root * root) (radicand a)
  then Qeq_bool (rational a + coefficient a * inject_Z root) (rational b + coefficient b * inject_Z root)
  else Qeq_bool (rational a) (rational b) && Qeq_bool (coefficient a) (coefficient b).

Definition times (a b : quadratic) : quadratic :=
  Quadratic (rational a * rational b + coefficient a * coefficient b * inject_Z (radicand a))
            (rational a * coefficient b + coefficient a * rational b) (radicand a).

Lemma same_sound a b : same a b = true -> value a = value b.
Proof.
  unfold same, value; intros [roots numbers]%andb_prop; apply Z.eqb_eq in roots; rewrite <- roots.
  destruct (Z.eqb_spec (Z.sqrt (radicand a) * Z.sqrt (radicand a)) (radicand a)) as [whole|_].
  - assert (sqrt (IZR (radicand a)) = IZR (Z.sqrt (radicand a))) as ->.
    { rewrite <- whole at 1; rewrite mult_IZR; apply sqrt_square, IZR_le, Z.sqrt_nonneg. }
    apply Qeq_bool_eq, Qeq_eqR in numbers; rewrite !Q2R_plus, !Q2R_mult, !Q2R_inject in numbers; exact numbers.
  - apply andb_prop in numbers; destruct numbers as [one two].
    apply Qeq_bool_eq, Qeq_eqR in one; apply Qeq_bool_eq, Qeq_eqR in two; now rewrite one, two.
Qed.

Lemma value_times a b : (0 <= radicand a)%Z -> radicand a = radicand b -> value (times a b) = value a * value b.
Proof.
  intros positive roots; unfold value, times; cbn [rational coefficient radicand]; rewrite <- roots.
  rewrite !Q2R_plus, !Q2R_mult, Q2R_inject.
  pose proof (sqrt_sqrt (IZR (radicand a)) (IZR_le _ _ positive)) as square.
  set (w := sqrt (IZR (radicand a))) in *; rewrite <- square; ring.
Qed.

Ltac into_reals := repeat first [rewrite mult_IZR | rewrite plus_IZR | rewrite minus_IZR].

(** * The optimal pair *)

Definition discriminant (n t c : Z) : Z := ((t - c) * (n - t) * (n - c - 1))%Z.

(** Eqs. 12 and 141; a root below a fraction is written above it. *)
Definition optimal_variance (n t c : Z) (s : Q) : quadratic :=
  let D := discriminant n t c in
  Quadratic
    (s * inject_Z (n * n - 2 * n - c * n + 2) / inject_Z ((n - c) * (n - c)))
    (s * inject_Z ((n - c - 1) * (n + c - 2 * n * c + t * (n + c - 2))) / inject_Z ((n - c) * (n - c) * D))
    D.

Definition optimal_covariance (n t c : Z) (s : Q) : quadratic :=
  let D := discriminant n t c in
  Quadratic
    (s * inject_Z (2 - (n - c)) / inject_Z ((n - c) * (n - c)))
    (s * inject_Z (n + c - 2 * t) / inject_Z ((n - c) * (n - c) * ((t - c) * (n - t))))
    D.

Section Values.

Variables (n t c : nat) (s : Q).
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_below_n : (t < n)%nat.

Notation zn := (Z.of_nat n).
Notation zt := (Z.of_nat t).
Notation zc := (Z.of_nat c).
Notation w := (sqrt (IZR (discriminant zn zt zc))).

Lemma sizes : IZR zc = INR c /\ IZR zt = INR t /\ IZR zn = INR n /\ INR c + 1 <= INR t /\ INR t + 1 <= INR n /\ 0 <= INR c.
Proof.
  rewrite !INR_IZR_INZ; repeat split; try lra; try (rewrite <- plus_IZR; apply IZR_le; lia); apply IZR_le; lia.
Qed.

Lemma honest_sizes : m n c = INR n - INR c /\ k t c = INR t - INR c.
Proof. split; [apply honest; lia|apply (k_minus_c n); lia]. Qed.

Lemma root_is_product : w = x n t c * y t c.
Proof.
  destruct sizes as (zc_ & zt_ & zn_ & ct & tn & c0); destruct honest_sizes as (mm & kk).
  unfold x, y; rewrite <- sqrt_mult; [f_equal| |].
  - unfold discriminant; rewrite !mult_IZR, !minus_IZR, zc_, zt_, zn_, mm, kk; ring.
  - rewrite mm, kk; apply Rmult_le_pos; lra.
  - rewrite kk; lra.
Qed.

Lemma root_squared : w * w = (INR t - INR c) * (INR n - INR t) * (INR n - INR c - 1) /\ 0 < w.
Proof.
  destruct sizes as (zc_ & zt_ & zn_ & ct & tn & c0).
  assert (0 < IZR (discriminant zn zt zc)) as positive.
  { unfold discriminant; rewrite !mult_IZR, !minus_IZR, zc_, zt_, zn_; repeat apply Rmult_lt_0_compat; lra. }
  split; [|now apply sqrt_lt_R0]; rewrite sqrt_sqrt by lra.
  unfold discriminant; rewrite !mult_IZR, !minus_IZR, zc_, zt_, zn_; ring.
Qed.

Lemma eigenvalues :
  across n t c (Q2R s) = Q2R s * (INR n - INR c - 1 + w / (INR n - INR t)) / (INR n - INR c) /\
  along n t c (Q2R s) = Q2R s * (1 + w / (INR t - INR c)) / (INR n - INR c).
Proof.
  destruct sizes as (zc_ & zt_ & zn_ & ct & tn & c0); destruct honest_sizes as (mm & kk).
  destruct (honest_users_when_some_drop_out n t c c_below_t ltac:(lia) t_below_n) as (_ & x_positive & _).
  pose proof (y_positive n t c c_below_t ltac:(lia)); pose proof root_is_product as ->.
  pose proof (x_squared n t c c_below_t ltac:(lia)) as xx; pose proof (y_squared n t c c_below_t ltac:(lia)) as yy.
  unfold across, along; rewrite mm, kk in *; split.
  - replace (INR n - INR c - 1 + x n t c * y t c / (INR n - INR t))
      with ((INR n - INR c - 1) * (x n t c + y t c) / x n t c); [field; lra|].
    apply Rmult_eq_reg_r with (x n t c * (INR n - INR t)); [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    replace ((INR n - INR c - 1) * (x n t c + y t c) / x n t c * (x n t c * (INR n - INR t)))
      with ((INR n - INR c - 1) * (INR n - INR t) * x n t c + (INR n - INR c - 1) * (INR n - INR t) * y t c) by (field; lra).
    replace ((INR n - INR c - 1 + x n t c * y t c / (INR n - INR t)) * (x n t c * (INR n - INR t)))
      with ((INR n - INR c - 1) * (INR n - INR t) * x n t c + x n t c * x n t c * y t c) by (field; lra).
    rewrite xx; ring.
  - replace (1 + x n t c * y t c / (INR t - INR c)) with ((x n t c + y t c) / y t c); [field; lra|].
    rewrite <- yy; field; lra.
Qed.

Lemma Q2R_quotient a b : IZR b <> 0 -> Q2R (s * inject_Z a / inject_Z b) = Q2R s * IZR a / IZR b.
Proof.
  intros nonzero; rewrite Q2R_div, Q2R_mult, !Q2R_inject; [reflexivity|].
  intros zero; apply Qeq_eqR in zero; rewrite Q2R_inject, RMicromega.Q2R_0 in zero; contradiction.
Qed.

Lemma value_of_covariance : value (optimal_covariance zn zt zc s) = best_covariance n t c (Q2R s).
Proof.
  destruct sizes as (zc_ & zt_ & zn_ & ct & tn & c0); destruct honest_sizes as (mm & kk).
  destruct eigenvalues as (a_ & b_); unfold best_covariance, covariance; rewrite a_, b_, mm.
  unfold value, optimal_covariance; cbn [rational coefficient radicand].
  set (root := w); clearbody root; rewrite !Q2R_quotient; into_reals; rewrite ?zc_, ?zt_, ?zn_.
  - field; lra.
  - apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra.
  - apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma value_of_variance : value (optimal_variance zn zt zc s) = best_variance n t c (Q2R s).
Proof.
  destruct sizes as (zc_ & zt_ & zn_ & ct & tn & c0); destruct honest_sizes as (mm & kk).
  destruct eigenvalues as (a_ & b_); unfold best_variance, variance, covariance; rewrite a_, b_, mm.
  unfold value, optimal_variance; cbn [rational coefficient radicand].
  set (root := w); clearbody root; unfold discriminant.
  rewrite !Q2R_quotient; into_reals; rewrite ?zc_, ?zt_, ?zn_.
  - field; lra.
  - apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra.
  - apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra.
Qed.

End Values.
