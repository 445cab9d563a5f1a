(** CorDP: the pairs that the protocol can make and that keep the variance s against at most c colluders; for t < n one
    of them has the least error, and no other. *)

From Coq Require Import Reals Lra Psatz Lia List.
From Optcheck.cordp Require Import Optimum.
Import ListNotations.
Open Scope R_scope.

(** * The model *)

(** Pairwise seeds make covariances up to 0; whoever colludes, at most c users, an honest report keeps s. *)
Definition safe (n c : nat) (s v r : R) : Prop := r <= 0 /\ forall j, (j <= c)%nat -> private n j s v r.

(** The error grows with [effective] (Eqs. 10 and 17), so these pairs have the least one. *)
Definition best (n t c : nat) (s v r : R) : Prop :=
  safe n c s v r /\ forall v' r', safe n c s v' r' -> effective t v r <= effective t v' r'.

(** * Privacy in terms of the eigenvalues *)

Section Colluders.

Variables (n c : nat) (s : R).
Hypothesis c_below_n : (c < n)%nat.
Hypothesis s_positive : 0 < s.

Notation m := (m n c).

Definition crosswise (v r : R) : R := v + (INR c - 1) * r.
Definition lengthwise (v r : R) : R := v + (INR n - 1) * r.

Lemma honest : m = INR n - INR c.
Proof. unfold Optimum.m; apply minus_INR; lia. Qed.

Lemma honest_at_least_1 : 1 <= m.
Proof. unfold Optimum.m; change 1 with (INR 1); apply le_INR; lia. Qed.

Lemma lengthwise_from v r : lengthwise v r = crosswise v r + m * r.
Proof. unfold lengthwise, crosswise; rewrite honest; ring. Qed.

Lemma variance_from v r : variance n c (crosswise v r) (lengthwise v r) = v.
Proof.
  unfold variance, covariance; rewrite lengthwise_from; pose proof honest_at_least_1.
  unfold crosswise; field; lra.
Qed.

Lemma covariance_from v r : covariance n c (crosswise v r) (lengthwise v r) = r.
Proof. unfold covariance; rewrite lengthwise_from; pose proof honest_at_least_1; field; lra. Qed.

Lemma kept_by_equal_weights v r b : private n c s v r ->
  s <= crosswise v r * (1 + (m - 1) * (b * b)) + r * ((1 + (m - 1) * b) * (1 + (m - 1) * b)).
Proof.
  intros keeps; pose proof (equal_weights_are_private n (S c) c s ltac:(lia) ltac:(lia) v r b keeps) as le.
  now rewrite (variance_of_equal_weights n (S c) c) in le by lia.
Qed.

Lemma lengthwise_positive v r : private n c s v r -> s <= m * lengthwise v r.
Proof. intros keeps; pose proof (kept_by_equal_weights v r 1 keeps); rewrite lengthwise_from; lra. Qed.

Lemma several_honest : (2 <= n - c)%nat -> 2 <= m.
Proof. intros several; unfold Optimum.m; change 2 with (INR 2); now apply le_INR. Qed.

Lemma crosswise_positive v r : (2 <= n - c)%nat -> private n c s v r -> 0 < crosswise v r.
Proof.
  intros several keeps; pose proof (several_honest several).
  pose proof (kept_by_equal_weights v r (- / (m - 1)) keeps) as le.
  replace (1 + (m - 1) * - / (m - 1)) with 0 in le by (field; lra).
  replace (1 + (m - 1) * (- / (m - 1) * - / (m - 1))) with (m / (m - 1)) in le by (field; lra).
  assert (0 < m / (m - 1)) by (apply Rdiv_lt_0_compat; lra); nra.
Qed.

(** What is left of a report, given the others, is ab/(v + (n-2) r). *)
Lemma private_boundary v r : (2 <= n - c)%nat -> private n c s v r ->
  s * (crosswise v r + (m - 1) * lengthwise v r) <= m * (crosswise v r * lengthwise v r).
Proof.
  intros several keeps; pose proof (several_honest several).
  pose proof (crosswise_positive v r several keeps) as a_positive.
  pose proof (lengthwise_positive v r keeps) as b_positive.
  pose proof (lengthwise_from v r) as along; set (a := crosswise v r) in *; set (b := lengthwise v r) in *.
  assert (0 < b) by nra.
  set (L := a + (m - 1) * r).
  assert (m * L = a + (m - 1) * b) as level by (unfold L; rewrite along; ring).
  assert (0 < L) by nra.
  pose proof (kept_by_equal_weights v r (- r / L) keeps) as le; fold a in le.
  assert (L * (a * (1 + (m - 1) * (- r / L * (- r / L))) + r * ((1 + (m - 1) * (- r / L)) * (1 + (m - 1) * (- r / L))))
          = a * b) as kept.
  { rewrite along; unfold L; field; fold L; lra. }
  apply Rmult_le_compat_l with (r := L) in le; [|lra]; rewrite kept in le.
  rewrite <- level; nra.
Qed.

Lemma private_several v r : (2 <= n - c)%nat ->
  (private n c s v r <-> 0 < crosswise v r /\ 0 < lengthwise v r /\
     s * (crosswise v r + (m - 1) * lengthwise v r) <= m * (crosswise v r * lengthwise v r)).
Proof.
  intros several; pose proof (several_honest several); split.
  - intros keeps; pose proof (lengthwise_positive v r keeps); repeat split; [now apply crosswise_positive|nra|].
    now apply private_boundary.
  - intros (a_positive & b_positive & boundary).
    pose proof (private_by_eigenvalues n (S c) c s ltac:(lia) ltac:(lia)
                  _ _ several a_positive b_positive boundary) as keeps.
    now rewrite variance_from, covariance_from in keeps.
Qed.

Lemma private_single v r : n = S c -> (private n c s v r <-> s <= lengthwise v r).
Proof.
  intros single; assert (m = 1) as one by (unfold Optimum.m; replace (n - c)%nat with 1%nat by lia; reflexivity).
  split.
  - intros keeps; pose proof (lengthwise_positive v r keeps); rewrite one in *; lra.
  - intros enough [|other others] count; [|cbn in count; lia].
    unfold variance_of; cbn; rewrite lengthwise_from, one in enough; unfold crosswise in enough; lra.
Qed.

End Colluders.

(** * Fewer colluders know less *)

Lemma one_colluder_less n c s v r : (c < n)%nat -> 0 < s -> r <= 0 -> private n c s v r ->
  forall j, S j = c -> private n j s v r.
Proof.
  intros below positive sign keeps j next others count.
  destruct (@exists_last _ others) as (kept & u & split); [intros ->; cbn in count; lia|].
  subst others; rewrite app_length in count; cbn in count.
  assert (S (length kept) = n - c)%nat as size by lia.
  specialize (keeps kept size) as told.
  pose proof (lengthwise_positive n c s below v r keeps) as more.
  pose proof (honest_at_least_1 n c below).
  assert (0 < lengthwise n v r) as own by nra.
  revert told own; unfold variance_of, lengthwise, squares, sum; cbn [fold_right].
  rewrite !fold_right_app; cbn [fold_right].
  assert (forall l, fold_right (fun z total => z * z + total) (u * u + 0) l = squares l + u * u) as squares_app.
  { unfold squares; induction l as [|z l IH]; cbn; [ring|]; rewrite IH; ring. }
  assert (forall l, fold_right Rplus (u + 0) l = sum l + u) as sum_app.
  { unfold sum; induction l as [|z l IH]; cbn; [ring|]; rewrite IH; ring. }
  rewrite squares_app, sum_app; fold (squares kept) (sum kept).
  assert (0 <= squares kept - 2 * u * sum kept + INR (length kept) * (u * u)) as distance.
  { clear; induction kept as [|z l IH]; cbn [squares sum fold_right length]; [cbn; lra|].
    fold (squares l) (sum l); rewrite S_INR; pose proof (Rle_0_sqr (z - u)) as square; unfold Rsqr in square; lra. }
  assert (INR (length kept) = INR n - INR j - 2) as others.
  { replace (length kept) with (n - j - 2)%nat by lia; rewrite !minus_INR by lia; reflexivity. }
  assert (INR c = INR j + 1) as -> by (rewrite <- next; apply S_INR).
  rewrite others in distance; set (Q := squares kept) in *; set (S := sum kept) in *; clearbody Q S.
  intros told own.
  (* What the user who no longer colludes adds: its own noise, and the pairwise terms of the others with it. *)
  replace ((v + INR j * r) * (1 * 1 + (Q + u * u)) + r * ((1 + (S + u)) * (1 + (S + u)) - (1 * 1 + (Q + u * u))))
    with ((v + (INR j + 1) * r) * (1 * 1 + Q) + r * ((1 + S) * (1 + S) - (1 * 1 + Q))
          + - r * ((1 - u) * (1 - u) + (Q - 2 * u * S + (INR n - INR j - 2) * (u * u)))
          + (v + (INR n - 1) * r) * (u * u)) by ring.
  pose proof (Rle_0_sqr (1 - u)) as first; pose proof (Rle_0_sqr u) as last; unfold Rsqr in *.
  assert (0 <= - r * ((1 - u) * (1 - u) + (Q - 2 * u * S + (INR n - INR j - 2) * (u * u))))
    by (apply Rmult_le_pos; lra).
  assert (0 <= (v + (INR n - 1) * r) * (u * u)) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma safe_from_private n c s v r : (c < n)%nat -> 0 < s -> (safe n c s v r <-> r <= 0 /\ private n c s v r).
Proof.
  intros below positive; split; [intros [sign all]; split; [assumption|now apply all]|].
  intros [sign keeps]; split; [assumption|].
  induction c as [|c IH]; intros j few; [replace j with 0%nat by lia; exact keeps|].
  destruct (Nat.eq_dec j (S c)) as [->|other]; [exact keeps|].
  apply IH; [lia| |lia]; now apply (one_colluder_less n (S c) s v r).
Qed.

(** * For t < n one pair is best *)

Section Optimum.

Variables (n t c : nat) (s : R).
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis s_positive : 0 < s.

Notation m := (m n c).
Notation k := (k t c).
Notation x := (x n t c).
Notation y := (y t c).

Definition best_variance : R := variance n c (across n t c s) (along n t c s).
Definition best_covariance : R := covariance n c (across n t c s) (along n t c s).

Lemma effective_by_eigenvalues v r :
  m * effective t v r = (m - k) * crosswise c v r + k * lengthwise n v r.
Proof.
  rewrite (lengthwise_from n c) by lia; unfold effective, crosswise; rewrite (k_minus_c n t c) by assumption; ring.
Qed.

Lemma least_pair_is_unique v r : (t < n)%nat -> private n c s v r -> effective t v r = least n t c s ->
  v = best_variance /\ r = best_covariance.
Proof.
  intros drop keeps least_one.
  destruct (honest_users_when_some_drop_out n t c c_below_t t_at_most_n drop) as (several & x_positive & fewer & more).
  pose proof (y_positive n t c c_below_t t_at_most_n) as y_positive.
  pose proof (x_squared n t c c_below_t t_at_most_n) as xx.
  pose proof (y_squared n t c c_below_t t_at_most_n) as yy.
  apply private_several in keeps; [|lia|assumption|assumption]; destruct keeps as (a_positive & b_positive & boundary).
  pose proof (effective_by_eigenvalues v r) as total; rewrite least_one in total; unfold least in total.
  pose proof (variance_from n c ltac:(lia) v r) as same_v; pose proof (covariance_from n c ltac:(lia) v r) as same_r.
  set (a := crosswise c v r) in *; set (b := lengthwise n v r) in *.
  assert (s * ((x + y) * (x + y)) = m * ((m - k) * a + k * b)) as scaled by (rewrite <- total; field; lra).
  assert ((x * a - (m - 1) * (y * b)) * (x * a - (m - 1) * (y * b)) <= 0) as square.
  { assert (s * (((m - k) * a + k * b) * (a + (m - 1) * b)) <= s * ((x + y) * (x + y) * (a * b))) as product.
    { replace (s * ((x + y) * (x + y) * (a * b))) with (s * ((x + y) * (x + y)) * (a * b)) by ring.
      rewrite scaled; assert (0 <= (m - k) * a + k * b) by (rewrite <- yy; nra); nra. }
    apply Rmult_le_reg_l in product; [|assumption].
    assert ((m - 1) * (((m - k) * a + k * b) * (a + (m - 1) * b)) <= (m - 1) * ((x + y) * (x + y) * (a * b)))
      as wide by (apply Rmult_le_compat_l; lra).
    replace ((m - 1) * (((m - k) * a + k * b) * (a + (m - 1) * b)))
      with ((m - k) * (m - 1) * (a * a) + (m - 1) * ((m - k) * (m - 1)) * (a * b) + (m - 1) * k * (a * b)
            + (m - 1) * (m - 1) * k * (b * b)) in wide by ring.
    rewrite <- xx, <- yy in wide; lra. }
  assert (x * a = (m - 1) * (y * b)) as ratio.
  { assert (x * a - (m - 1) * (y * b) = 0); [|lra]; apply Rsqr_0_uniq; unfold Rsqr.
    pose proof (Rle_0_sqr (x * a - (m - 1) * (y * b))); unfold Rsqr in *; lra. }
  assert (b = along n t c s) as same_b.
  { unfold along; apply Rmult_eq_reg_r with (m * y * (x + y)); [|apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; lra].
    replace (s * (x + y) / (m * y) * (m * y * (x + y))) with (s * ((x + y) * (x + y))) by (field; lra).
    rewrite scaled; apply Rmult_eq_reg_l with x; [|lra].
    replace (x * (m * ((m - k) * a + k * b))) with (m * ((m - k) * (x * a) + k * x * b)) by ring.
    rewrite ratio; replace (m * ((m - k) * ((m - 1) * (y * b)) + k * x * b))
      with (m * ((m - k) * (m - 1) * (y * b) + k * x * b)) by ring.
    rewrite <- xx, <- yy; ring. }
  assert (a = across n t c s) as same_a.
  { unfold across; apply Rmult_eq_reg_l with x; [|lra]; rewrite ratio, same_b; unfold along; field; lra. }
  rewrite same_a, same_b in same_v, same_r; split; symmetry; assumption.
Qed.

Lemma safe_bounds v r : safe n c s v r -> least n t c s <= effective t v r.
Proof. intros [_ keeps]; apply no_private_pair_does_better; try assumption; now apply keeps. Qed.

Lemma best_pair_is_safe : (t < n)%nat -> safe n c s best_variance best_covariance.
Proof.
  intros drop; destruct (attained n t c s c_below_t t_at_most_n s_positive drop) as (sign & keeps & _).
  apply safe_from_private; [lia|assumption|]; split; assumption.
Qed.

Theorem one_best_pair v r : (t < n)%nat -> (best n t c s v r <-> v = best_variance /\ r = best_covariance).
Proof.
  intros drop; destruct (attained n t c s c_below_t t_at_most_n s_positive drop) as (sign & keeps & value).
  pose proof (best_pair_is_safe drop) as here; split.
  - intros [allowed least_one]; apply least_pair_is_unique; [assumption|now apply allowed|].
    apply Rle_antisym; [|now apply safe_bounds].
    specialize (least_one _ _ here); unfold best_variance, best_covariance in least_one; lra.
  - intros [-> ->]; split; [assumption|]; intros v' r' allowed.
    unfold best_variance, best_covariance; rewrite value; now apply safe_bounds.
Qed.

(** * Without dropouts large variances come near the least error *)

Lemma large_variances f : t = n -> (2 <= n)%nat -> 1 < f -> exists V, forall v, V <= v ->
  safe n c s v ((s * f / m - v) / (INR n - 1)) /\ effective t v ((s * f / m - v) / (INR n - 1)) = f * least n t c s.
Proof.
  intros all two factor; pose proof (honest_at_least_1 n c ltac:(lia)) as one.
  assert (2 <= INR n) as n_at_least by (change 2 with (INR 2); now apply le_INR).
  pose proof (honest n c ltac:(lia)) as sizes; pose proof (pos_INR c).
  set (b := s * f / m).
  assert (0 < b) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  set (needed := (m - 1) * b / (f - 1) + b).
  assert (0 <= (m - 1) * b / (f - 1)) as low
    by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  exists (INR n * needed + b); intros v large.
  assert (b <= v) by (unfold needed in *; nra).
  set (r := (b - v) / (INR n - 1)).
  assert ((INR n - 1) * r = b - v) as along by (unfold r; field; lra).
  assert (r <= 0) as sign by (apply Rmult_le_reg_l with (INR n - 1); lra).
  assert (lengthwise n v r = b) as lengthwise_b by (unfold lengthwise; lra).
  assert (needed <= crosswise c v r) as wide.
  { pose proof (lengthwise_from n c ltac:(lia) v r) as from; rewrite lengthwise_b in from.
    assert ((INR n - 1) * crosswise c v r = (INR n - 1) * b + m * (v - b)) by (rewrite from; nra).
    apply Rmult_le_reg_l with (INR n - 1); [lra|]; unfold needed in *; nra. }
  split.
  - apply safe_from_private; [lia|assumption|]; split; [assumption|].
    destruct (Nat.eq_dec n (S c)) as [single|several].
    + apply private_single; [lia|assumption|]; rewrite lengthwise_b; unfold b.
      assert (m = 1) as -> by (unfold Optimum.m; replace (n - c)%nat with 1%nat by lia; reflexivity).
      unfold Rdiv; rewrite Rinv_1, Rmult_1_r; nra.
    + apply private_several; [lia|assumption|lia|]; rewrite lengthwise_b.
      pose proof (several_honest n c ltac:(lia)).
      repeat split; [unfold needed in *; lra|assumption|].
      set (a := crosswise c v r) in *.
      replace (m * (a * b)) with (s * (a * f)) by (unfold b; field; lra).
      apply Rmult_le_compat_l; [lra|].
      assert ((m - 1) * b <= (f - 1) * a); [|lra].
      replace ((m - 1) * b) with ((f - 1) * ((m - 1) * b / (f - 1))) by (field; lra).
      apply Rmult_le_compat_l; [lra|]; unfold needed in wide; lra.
  - rewrite least_without_dropouts by assumption; unfold effective; rewrite all.
    replace (v + (INR n - 1) * r) with b by lra; unfold b; field; lra.
Qed.

End Optimum.
