(** CorDP: the sign of the optimal correlation, the limit of the error without dropouts (Claim 7), and the error with
    weights 1 (Proposition 3). *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Quadratics Variances.
Open Scope R_scope.

(** Of the best pair with the least variance; where no pair is best, covariances fall without end. *)
Definition has_sign (n t c : nat) (s : R) (sign : Z) : Prop :=
  (sign = 0%Z /\ exists v, best n t c s v 0 /\ forall v' r', best n t c s v' r' -> v <= v') \/
  (sign = (-1)%Z /\ exists v r, best n t c s v r /\ r < 0 /\ forall v' r', best n t c s v' r' -> v' = v /\ r' = r) \/
  (sign = (-1)%Z /\ (forall v r, ~ best n t c s v r) /\
     forall low, exists more, 0 < more /\ forall v r, nearly_best n t c s more v r -> r < low).

Definition rho_sign (t c : Z) : Z := if Z.eqb c (t - 1) then 0%Z else (-1)%Z.

Section Signs.

Variables (n t c : nat) (q : Q).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis q_positive : (0 < q)%Q.

Notation s := (Q2R q).

(** * The sign *)

Lemma sign_when_some_drop_out : (t < n)%nat ->
  (c = pred t -> best_covariance n t c s = 0) /\ (c <> pred t -> best_covariance n t c s < 0).
Proof.
  intros drop; destruct (honest_users_when_some_drop_out n t c c_below_t t_at_most_n drop) as (_ & x_positive & few & more).
  pose proof (y_positive n t c c_below_t t_at_most_n) as y_positive; pose proof (s_positive q q_positive).
  pose proof (x_squared n t c c_below_t t_at_most_n) as xx; pose proof (y_squared n t c c_below_t t_at_most_n) as yy.
  set (X := x n t c) in *; set (Y := y t c) in *.
  assert (best_covariance n t c s = s * (X + Y) * (X - (m n c - 1) * Y) / (m n c * m n c * X * Y)) as ->.
  { unfold best_covariance, covariance, across, along; fold X Y; field; lra. }
  assert (0 < m n c * m n c * X * Y) as below by (repeat first [lra | apply Rmult_lt_0_compat]).
  assert ((X - (m n c - 1) * Y) * (X + (m n c - 1) * Y) = - ((m n c - 1) * (m n c * (k t c - 1)))) as product.
  { replace ((X - (m n c - 1) * Y) * (X + (m n c - 1) * Y)) with (X * X - (m n c - 1) * (m n c - 1) * (Y * Y)) by ring.
    rewrite xx, yy; ring. }
  assert (0 < X + (m n c - 1) * Y) as positive by (apply Rplus_lt_0_compat; [|apply Rmult_lt_0_compat]; lra).
  split; intros case.
  - assert (k t c = 1) as one by (unfold k; replace (t - c)%nat with 1%nat by lia; reflexivity).
    rewrite one in product; replace (- ((m n c - 1) * (m n c * (1 - 1)))) with 0 in product by ring.
    destruct (Rmult_integral _ _ product) as [->|zero]; [field|exfalso]; lra.
  - assert (2 <= k t c) by (unfold k; change 2 with (INR 2); apply le_INR; lia).
    assert (X - (m n c - 1) * Y < 0).
    { assert (0 < (m n c - 1) * (m n c * (k t c - 1))) by (repeat first [lra | apply Rmult_lt_0_compat]); nra. }
    unfold Rdiv; apply Rmult_lt_reg_r with (m n c * m n c * X * Y); [assumption|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_0_l by lra.
    assert (0 < s * (X + Y)) by (apply Rmult_lt_0_compat; lra); nra.
Qed.

Lemma sign_of_a_single_honest_user : t = n -> n = S c ->
  best n t c s s 0 /\ forall v r, best n t c s v r -> s <= v.
Proof.
  intros all single; pose proof (s_positive q q_positive).
  destruct (single_honest_user n t c s c_below_t t_at_most_n single) as [keeps value]; split.
  - split; [apply safe_from_private; [lia|assumption|split; [lra|assumption]]|].
    intros v' r' other; rewrite value; now apply safe_bounds.
  - intros v r [allowed _]; now apply (safe_needs_s n t c q two_users c_below_t t_at_most_n v r).
Qed.

Lemma no_best_pair : t = n -> (2 <= n - c)%nat -> forall v r, ~ best n t c s v r.
Proof.
  intros all several v r [[sign keeps] least_one]; pose proof (s_positive q q_positive) as positive.
  pose proof (limit_not_attained n t c s c_below_t t_at_most_n positive v r several all (keeps c (le_n c))) as above.
  pose proof (least_positive n t c s c_below_t t_at_most_n positive) as low.
  set (f := (1 + effective t v r / least n t c s) / 2).
  assert (1 < effective t v r / least n t c s).
  { apply Rmult_lt_reg_r with (least n t c s); [assumption|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; lra. }
  destruct (large_variances n t c s c_below_t t_at_most_n positive f all two_users ltac:(unfold f; lra)) as [V found].
  destruct (found V (Rle_refl V)) as [other value]; specialize (least_one _ _ other); rewrite value in least_one.
  assert (f * least n t c s = (least n t c s + effective t v r) / 2) by (unfold f; field; lra); lra.
Qed.

Lemma covariances_fall low : t = n -> (2 <= n - c)%nat ->
  exists more, 0 < more /\ forall v r, nearly_best n t c s more v r -> r < low.
Proof.
  intros all several; pose proof (s_positive q q_positive) as positive; pose proof (several_honest n c several) as two.
  set (M := m n c * Rabs low + s + 3); pose proof (Rabs_pos low).
  assert (0 <= m n c * Rabs low) by (apply Rmult_le_pos; lra); assert (0 < M) by (unfold M; lra).
  set (gap := s * s * (m n c - 1) / (2 * (m n c * m n c) * M)).
  assert (0 < gap) by (apply Rdiv_lt_0_compat; repeat first [lra | apply Rmult_lt_0_compat]).
  exists (Rmin 1 gap); split; [apply Rmin_pos; lra|]; intros v r [[sign keeps] near].
  pose proof (Rmin_l 1 gap); pose proof (Rmin_r 1 gap); set (more := Rmin 1 gap) in *.
  assert (0 < more) by (apply Rmin_pos; lra).
  pose proof (least_positive n t c s c_below_t t_at_most_n positive) as low_least.
  assert (effective t v r < least n t c s + 2 * more) as here.
  { set (f := 1 + more / least n t c s).
    assert (0 < more / least n t c s) by (apply Rdiv_lt_0_compat; lra).
    destruct (large_variances n t c s c_below_t t_at_most_n positive f all two_users ltac:(unfold f; lra)) as [V other].
    destruct (other V (Rle_refl V)) as [allowed value]; specialize (near _ _ allowed); rewrite value in near.
    assert (f * least n t c s = least n t c s + more) by (unfold f; field; lra); lra. }
  clear near; specialize (keeps c (le_n c)).
  pose proof (lengthwise_positive n c s ltac:(lia) v r keeps) as long.
  apply private_several in keeps; [|lia|assumption|assumption]; destruct keeps as (a_positive & b_positive & boundary).
  rewrite least_without_dropouts in here by assumption.
  assert (effective t v r = lengthwise n v r) as same by (unfold effective, lengthwise; now rewrite all).
  rewrite same in here; pose proof (lengthwise_from n c ltac:(lia) v r) as from.
  set (a := crosswise c v r) in *; set (b := lengthwise n v r) in *; set (h := m n c) in *.
  assert (h * b < s + 2 * h * more) as close.
  { apply Rlt_le_trans with (h * (s / h + 2 * more)); [apply Rmult_lt_compat_l; lra|].
    apply Req_le; field; lra. }
  assert (s * (h - 1) * (s / h) <= a * (h * b - s)) as rises.
  { assert (s / h <= b) by (apply Rmult_le_reg_l with h; [lra|]; replace (h * (s / h)) with s by (field; lra); lra).
    assert (s * (h - 1) * (s / h) <= s * (h - 1) * b) by (apply Rmult_le_compat_l; [apply Rmult_le_pos|]; lra); nra. }
  assert (M < a) as wide.
  { apply Rnot_le_lt; intros small.
    assert (a * (h * b - s) <= M * (2 * h * more)) by (apply Rmult_le_compat; lra).
    assert (M * (2 * h * more) <= M * (2 * h * gap)) by (apply Rmult_le_compat_l; nra).
    assert (M * (2 * h * gap) = s * (h - 1) * (s / h)) by (unfold gap; field; lra).
    assert (a * (h * b - s) < M * (2 * h * more)).
    { apply Rle_lt_trans with (a * (2 * h * more)).
      - apply Rmult_le_compat_l; lra.
      - destruct (Rle_lt_or_eq_dec _ _ small) as [less|equal].
        + apply Rmult_lt_compat_r; [repeat apply Rmult_lt_0_compat|]; lra.
        + exfalso; rewrite equal in *; assert (M * (h * b - s) < M * (2 * h * more)) by (apply Rmult_lt_compat_l; lra); lra. }
    lra. }
  assert (b < s + 2).
  { assert (s / h <= s) by (apply Rmult_le_reg_l with h; [lra|]; replace (h * (s / h)) with s by (field; lra); nra); lra. }
  assert (h * r < - (h * Rabs low)) by (unfold M in wide; lra).
  pose proof (Rle_abs (- low)) as side; rewrite Rabs_Ropp in side.
  apply Rmult_lt_reg_l with h; [lra|]; assert (h * - low <= h * Rabs low) by (apply Rmult_le_compat_l; lra); lra.
Qed.

(* Claim: cordp/rho-negative printed *)
Theorem rho_is_never_positive : has_sign n t c s (rho_sign (Z.of_nat t) (Z.of_nat c)).
Proof.
  unfold rho_sign, has_sign; pose proof (s_positive q q_positive) as positive.
  pose proof (one_best_pair n t c s c_below_t t_at_most_n positive) as unique.
  destruct (Z.eqb_spec (Z.of_nat c) (Z.of_nat t - 1)) as [last|before].
  - left; split; [reflexivity|]; destruct (Nat.eq_dec t n) as [all|some].
    + exists s; apply sign_of_a_single_honest_user; lia.
    + exists (best_variance n t c s); assert (t < n)%nat as drop by lia.
      rewrite <- (proj1 (sign_when_some_drop_out drop) ltac:(lia)).
      split; [now apply unique|]; intros v' r' other; apply unique in other; [|assumption]; lra.
  - right; destruct (Nat.eq_dec t n) as [all|some].
    + right; split; [reflexivity|]; split; [apply no_best_pair; lia|intros low; apply covariances_fall; lia].
    + left; split; [reflexivity|]; assert (t < n)%nat as drop by lia.
      exists (best_variance n t c s), (best_covariance n t c s).
      split; [now apply unique|split; [apply (proj2 (sign_when_some_drop_out drop)); lia|]].
      intros v' r' other; now apply unique in other.
Qed.

(** * Proposition 3 *)

(** With weights 1 the error in d dimensions. *)
Definition plain_error (d v r : R) : R := d * effective t v r / (INR t - INR c).

(* Claim: cordp/prop-3 printed *)
Theorem proposition3 d : 0 < d -> (t < n)%nat \/ n = S c ->
  let E := value (least_effective_variance (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) q) in
  (exists v r, best n t c s v r) /\
  (forall v r, best n t c s v r -> plain_error d v r = d * E / (INR t - INR c)) /\
  forall v r, safe n c s v r -> d * E / (INR t - INR c) <= plain_error d v r.
Proof.
  intros dimension case E; pose proof (s_positive q q_positive) as positive.
  assert (E = least n t c s) as -> by now apply value_of_least.
  assert (0 < / (INR t - INR c)) as share by (apply Rinv_0_lt_compat; apply lt_INR in c_below_t; lra).
  assert (exists v r, best n t c s v r /\ effective t v r = least n t c s) as (v & r & here & reached).
  { destruct case as [drop|single].
    - exists (best_variance n t c s), (best_covariance n t c s); split; [now apply one_best_pair|].
      now destruct (attained n t c s c_below_t t_at_most_n positive drop).
    - exists s, 0; split; [apply sign_of_a_single_honest_user; lia|now apply single_honest_user]. }
  repeat split; [now exists v, r| |].
  - intros v' r' other; unfold plain_error; repeat f_equal; apply Rle_antisym.
    + rewrite <- reached; apply other, here.
    + apply safe_bounds; [assumption..|]; apply other.
  - intros v' r' other; unfold plain_error, Rdiv; apply Rmult_le_compat_r; [lra|].
    apply Rmult_le_compat_l; [lra|]; now apply safe_bounds.
Qed.

End Signs.

(** * Claim 7 *)

Definition claim7 (n c d : Z) (s : Q) : Q := (1 / (1 + inject_Z ((n - c) * (n - c)) / (inject_Z d * s)))%Q.

Lemma value_of_claim7 n c d q : (c < n)%nat -> (0 < d)%nat -> (0 < q)%Q ->
  Q2R (claim7 (Z.of_nat n) (Z.of_nat c) (Z.of_nat d) q) = error n c (INR d) (least n n c (Q2R q)).
Proof.
  intros below dimension positive; apply s_positive in positive as s_more.
  assert (0 < INR d) as d_more by now apply lt_0_INR.
  pose proof (honest_at_least_1 n c below); pose proof (honest n c below) as sizes.
  rewrite least_without_dropouts by lia; unfold claim7, error.
  assert (IZR (Z.of_nat d) = INR d) as dd by (now rewrite INR_IZR_INZ).
  assert (IZR (Z.of_nat n - Z.of_nat c) = m n c) as mm by (rewrite minus_IZR, <- !INR_IZR_INZ; lra).
  assert (~ inject_Z (Z.of_nat d) * q == 0)%Q as nonzero.
  { intros zero; apply Qeq_eqR in zero; rewrite Q2R_mult, Q2R_inject, dd, RMicromega.Q2R_0 in zero; nra. }
  assert (Q2R (1 + inject_Z ((Z.of_nat n - Z.of_nat c) * (Z.of_nat n - Z.of_nat c)) / (inject_Z (Z.of_nat d) * q))
          = 1 + m n c * m n c / (INR d * Q2R q)) as below_line.
  { rewrite Q2R_plus, Q2R_div, Q2R_mult, !Q2R_inject, mult_IZR, mm, dd, RMicromega.Q2R_1 by assumption; reflexivity. }
  assert (0 < m n c * m n c / (INR d * Q2R q)) by (apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra).
  rewrite Q2R_div, below_line, RMicromega.Q2R_1.
  - rewrite <- sizes; unfold Rdiv at 1; rewrite Rmult_1_l; f_equal; field; lra.
  - intros zero; apply Qeq_eqR in zero; rewrite below_line, RMicromega.Q2R_0 in zero; lra.
Qed.

Lemma error_times t c d E f : (c < t)%nat -> 0 < d -> 0 < E -> 1 < f ->
  error t c d E < 1 /\ error t c d (f * E) <= f * error t c d E.
Proof.
  intros below dimension positive factor; unfold error; apply lt_INR in below.
  set (g := (INR t - INR c) / d / E); assert (0 < g) by (unfold g; repeat apply Rdiv_lt_0_compat; lra).
  replace ((INR t - INR c) / d / (f * E)) with (g / f) by (unfold g; field; lra); split.
  - apply Rmult_lt_reg_r with (1 + g); [lra|]; rewrite Rinv_l by lra; lra.
  - assert (0 < g / f) by (apply Rdiv_lt_0_compat; lra).
    apply Rmult_le_reg_r with ((1 + g / f) * (1 + g)); [apply Rmult_lt_0_compat; lra|].
    replace (/ (1 + g / f) * ((1 + g / f) * (1 + g))) with (1 + g) by (field; lra).
    replace (f * / (1 + g) * ((1 + g / f) * (1 + g))) with (f + g) by (field; lra); lra.
Qed.

(** When nobody drops out every safe pair has a larger error, and with the variance grows a pair whose error tends to it. *)
(* Claim: cordp/claim-7 printed *)
Theorem claim7_limit n c d q : (2 <= n)%nat -> (c <= n - 2)%nat -> (0 < d)%nat -> (0 < q)%Q ->
  let limit := Q2R (claim7 (Z.of_nat n) (Z.of_nat c) (Z.of_nat d) q) in
  (forall v r, safe n c (Q2R q) v r -> limit < error n c (INR d) (effective n v r)) /\
  forall more, 0 < more -> exists far, forall v, far <= v ->
    exists r, safe n c (Q2R q) v r /\ error n c (INR d) (effective n v r) < limit + more.
Proof.
  intros two few dimension positive limit; apply s_positive in positive as s_more.
  assert (0 < INR d) as d_more by now apply lt_0_INR.
  unfold limit; rewrite value_of_claim7 by (assumption || lia).
  pose proof (least_positive n n c (Q2R q) ltac:(lia) ltac:(lia) s_more) as low; split.
  - intros v r [sign keeps].
    pose proof (limit_not_attained n n c (Q2R q) ltac:(lia) ltac:(lia) s_more v r ltac:(lia) eq_refl (keeps c (le_n c))) as above.
    unfold error; assert (0 < INR n - INR c) by (rewrite <- minus_INR by lia; apply lt_0_INR; lia).
    assert (0 < (INR n - INR c) / INR d) by (apply Rdiv_lt_0_compat; lra).
    assert (forall E, 0 < E -> 0 < (INR n - INR c) / INR d / E) as more by (intros; apply Rdiv_lt_0_compat; lra).
    pose proof (more _ low); pose proof (more (effective n v r) ltac:(lra)).
    apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|].
    apply Rplus_lt_compat_l, Rmult_lt_compat_l; [lra|]; apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
  - intros more extra.
    destruct (large_variances n n c (Q2R q) ltac:(lia) ltac:(lia) s_more (1 + more) eq_refl two ltac:(lra)) as [far found].
    exists far; intros v large; destruct (found v large) as [allowed value]; eexists; split; [exact allowed|].
    rewrite value.
    destruct (error_times n c (INR d) (least n n c (Q2R q)) (1 + more) ltac:(lia) d_more low ltac:(lra)) as [small step].
    nra.
Qed.
