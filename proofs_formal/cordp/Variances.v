(** CorDP, Theorem 1: the optimal variance as printed (Eqs. 12, 141 and 162). *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Quadratics.
Open Scope R_scope.

(** * What is meant *)

(** A safe pair, and no other one has an [effective] variance smaller by [more]. *)
Definition nearly_best (n t c : nat) (s more v r : R) : Prop :=
  safe n c s v r /\ forall v' r', safe n c s v' r' -> effective t v r < effective t v' r' + more.

(** The one variance of the best pairs, and nothing far away comes near; or (None) variances without end do. *)
Definition optimal_at (n t c : nat) (s : R) (variance : option R) : Prop :=
  match variance with
  | Some v => (exists r, best n t c s v r) /\ (forall v' r', best n t c s v' r' -> v' = v) /\
      exists far, forall v' r', nearly_best n t c s 1 v' r' -> v' <= far
  | None => forall far more, 0 < more -> exists v r, far <= v /\ nearly_best n t c s more v r
  end.

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

Lemma s_positive : 0 < s.
Proof. rewrite <- RMicromega.Q2R_0; now apply Qlt_Rlt. Qed.

Lemma safe_needs_s v r : safe n c s v r -> s <= v.
Proof.
  intros [sign keeps]; specialize (keeps c (le_n c)).
  pose proof (kept_by_equal_weights n c s ltac:(lia) v r 0 keeps) as enough.
  pose proof (pos_INR c); unfold crosswise in enough; nra.
Qed.

Lemma best_is_safe : (t < n)%nat -> safe n c s v r.
Proof. intros drop; apply best_pair_is_safe; assumption || apply s_positive. Qed.

Lemma v_positive : (t < n)%nat -> 0 < v.
Proof. intros drop; pose proof (safe_needs_s _ _ (best_is_safe drop)); pose proof s_positive; lra. Qed.

Lemma n_at_least_2 : 2 <= INR n.
Proof. change 2 with (INR 2); now apply le_INR. Qed.

(** * The variance *)

Lemma nearly_best_is_near (drop : (t < n)%nat) v' r' :
  nearly_best n t c s 1 v' r' -> v' <= INR n * (m n c * (least n t c s + 1)).
Proof.
  intros [allowed near]; destruct (honest_users_when_some_drop_out n t c c_below_t t_at_most_n drop) as (several & _ & few & _).
  specialize (near _ _ (best_is_safe drop)).
  destruct (attained n t c s c_below_t t_at_most_n s_positive drop) as (_ & _ & value).
  unfold best_variance, best_covariance in near; rewrite value in near.
  destruct allowed as [sign keeps]; specialize (keeps c (le_n c)).
  apply private_several in keeps; [|lia|apply s_positive|assumption]; destruct keeps as (a_positive & b_positive & _).
  pose proof (effective_by_eigenvalues n t c c_below_t t_at_most_n v' r') as total.
  pose proof (lengthwise_from n c ltac:(lia) v' r') as from; pose proof (k_at_least_1 n t c c_below_t t_at_most_n).
  assert (m n c - k t c = INR n - INR t) as gap by (rewrite (honest n c), (k_minus_c n t c) by lia; ring).
  assert (1 <= INR n - INR t) by (rewrite <- minus_INR by lia; change 1 with (INR 1); apply le_INR; lia).
  pose proof (several_honest n c several); pose proof (pos_INR c); pose proof (honest n c ltac:(lia)).
  assert (crosswise c v' r' <= m n c * (least n t c s + 1)) as wide.
  { assert (0 <= k t c * lengthwise n v' r') by (apply Rmult_le_pos; lra).
    assert (m n c * effective t v' r' <= m n c * (least n t c s + 1)) by (apply Rmult_le_compat_l; lra).
    rewrite gap in total; nra. }
  assert (v' <= INR n * crosswise c v' r'); [|nra].
  assert (v' = crosswise c v' r' - (INR c - 1) * r') as own by (unfold crosswise; ring).
  set (a := crosswise c v' r') in *; assert (0 <= - r' <= a) as shared by nra.
  assert (- (INR c - 1) * r' <= (INR n - 1) * a); [|lra].
  replace (- (INR c - 1) * r') with ((INR c - 1) * - r') by ring.
  apply Rle_trans with ((INR n - 1) * - r'); [apply Rmult_le_compat_r; lra|apply Rmult_le_compat_l; lra].
Qed.

Definition eq12 (n t c : Z) (s : Q) : option quadratic :=
  if Z.eqb t n then None else Some (optimal_variance n t c s).

Lemma large_variances_are_nearly_best more : t = n -> 0 < more ->
  exists far, forall v, far <= v -> exists r, nearly_best n t c s more v r.
Proof.
  intros all positive; pose proof (least_positive n t c s c_below_t t_at_most_n s_positive) as low.
  set (f := 1 + more / (2 * least n t c s)).
  assert (0 < more / (2 * least n t c s)) by (apply Rdiv_lt_0_compat; lra).
  destruct (large_variances n t c s c_below_t t_at_most_n s_positive f all two_users ltac:(unfold f; lra)) as [far found].
  exists far; intros v large; destruct (found v large) as [allowed value].
  eexists; split; [exact allowed|]; intros v' r' other; rewrite value.
  pose proof (safe_bounds n t c s c_below_t t_at_most_n v' r' other).
  assert (f * least n t c s = least n t c s + more / 2) as -> by (unfold f; field; lra); lra.
Qed.

(* Claim: cordp/eq-12 printed *)
Theorem eq12_optimal_variance : optimal_at n t c s (option_map value (eq12 zn zt zc q)).
Proof.
  unfold eq12; destruct (Z.eqb_spec zt zn) as [all|some]; cbn [option_map optimal_at].
  - intros far more positive; destruct (large_variances_are_nearly_best more ltac:(lia) positive) as [enough found].
    destruct (found (Rmax far enough) (Rmax_r _ _)) as [r near]; exists (Rmax far enough), r.
    split; [apply Rmax_l|exact near].
  - assert (t < n)%nat as drop by lia; rewrite value_of_variance by assumption.
    pose proof (one_best_pair n t c s c_below_t t_at_most_n s_positive) as unique.
    split; [exists r; now apply unique|split].
    + intros v' r' other; now apply unique in other.
    + eexists; intros v' r' near; now apply (nearly_best_is_near drop v' r').
Qed.

(** Eq. 162: for one colluder, over s. *)
Definition eq162 (n t : Z) : quadratic :=
  Quadratic (inject_Z (n - 2) / inject_Z (n - 1)) (1 / inject_Z ((n - 1) * (n - t))) (discriminant n t 1).

Lemma value_of_eq162 : c = 1%nat -> (t < n)%nat ->
  value (eq162 zn zt) * s = value (optimal_variance zn zt 1 q).
Proof.
  intros one drop; destruct (sizes n t c c_below_t drop) as (_ & zt_ & zn_ & ct & tn & _); subst c; cbn [INR] in ct.
  unfold eq162, optimal_variance, value; cbn [rational coefficient radicand].
  set (root := sqrt _); clearbody root; unfold discriminant.
  rewrite !Q2R_quotient, !Q2R_div, !Q2R_inject, RMicromega.Q2R_1; into_reals; rewrite ?zt_, ?zn_.
  all: try (intros zero; apply Qeq_eqR in zero; rewrite Q2R_inject, RMicromega.Q2R_0 in zero; revert zero; into_reals;
    rewrite ?zt_, ?zn_).
  all: try (apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra).
  field; lra.
Qed.

(* Claim: cordp/eq-141 printed *)
Theorem eq141_optimal_variance : (t < n)%nat ->
  (exists r, best n t c s (value (optimal_variance zn zt zc q)) r) /\
  forall v' r', best n t c s v' r' -> v' = value (optimal_variance zn zt zc q).
Proof.
  intros drop; rewrite value_of_variance by assumption.
  pose proof (one_best_pair n t c s c_below_t t_at_most_n s_positive) as unique.
  split; [exists r; now apply unique|]; intros v' r' other; now apply unique in other.
Qed.

(* Claim: cordp/eq-162 printed *)
Theorem eq162_optimal_variance : c = 1%nat -> (t < n)%nat ->
  (exists r, best n t c s (value (eq162 zn zt) * s) r) /\
  forall v' r', best n t c s v' r' -> v' = value (eq162 zn zt) * s.
Proof.
  intros one drop; rewrite value_of_eq162 by assumption.
  replace 1%Z with zc by (subst c; reflexivity); now apply eq141_optimal_variance.
Qed.

End Theorem1.
