(** CorDP, Theorem 1 with Eq. 14 as corrected: the least error of a private pair of variance and covariance.

    n users send reports whose noises have one variance v and one covariance r. At least t of them respond, at most c
    collude with the server. An honest report must keep the variance s, given all that the server sees. *)

From Coq Require Import Reals Lra Psatz Lia List.
Import ListNotations.
Open Scope R_scope.

(** * The model *)

Definition sum (l : list R) : R := fold_right Rplus 0 l.

Definition squares (l : list R) : R := fold_right (fun z total => z * z + total) 0 l.

Section Model.

Variables (n t c : nat) (s : R).

(** After removing what c colluders know, an honest user's noise has the variance v + c r, two of them the covariance r.
    This is the variance of a combination of the honest users' noises with the given weights. *)
Definition variance_of (v r : R) (weights : list R) : R :=
  (v + INR c * r) * squares weights + r * (sum weights * sum weights - squares weights).

(** However well the other n - c - 1 honest noises predict a user's own, an error of variance s is left. *)
Definition private (v r : R) : Prop :=
  forall others, S (length others) = (n - c)%nat -> s <= variance_of v r (1 :: others).

(** The variance of the sum of the t - c honest reports, over t - c. *)
Definition effective (v r : R) : R := v + (INR t - 1) * r.

(** The worst-case error of the best decoder in d dimensions; the printed form with the covariance in its place. *)
Definition error (d E : R) : R := / (1 + (INR t - INR c) / d / E).

(** * The closed form *)

Definition m : R := INR (n - c).
Definition k : R := INR (t - c).
Definition x : R := sqrt ((m - k) * (m - 1)).
Definition y : R := sqrt k.
Definition least : R := s * ((x + y) * (x + y)) / (m * m).

Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis s_positive : 0 < s.

Lemma k_at_least_1 : 1 <= k.
Proof. unfold k; change 1 with (INR 1); apply le_INR; lia. Qed.

Lemma k_at_most_m : k <= m.
Proof. unfold k, m; apply le_INR; lia. Qed.

Lemma m_minus_c : m = INR n - INR c.
Proof. unfold m; apply minus_INR; lia. Qed.

Lemma k_minus_c : k = INR t - INR c.
Proof. unfold k; apply minus_INR; lia. Qed.

Lemma x_squared : x * x = (m - k) * (m - 1).
Proof. pose proof k_at_least_1; pose proof k_at_most_m; apply sqrt_sqrt, Rmult_le_pos; lra. Qed.

Lemma y_squared : y * y = k.
Proof. pose proof k_at_least_1; apply sqrt_sqrt; lra. Qed.

Lemma x_not_negative : 0 <= x.
Proof. apply sqrt_pos. Qed.

Lemma y_positive : 0 < y.
Proof. pose proof k_at_least_1; apply sqrt_lt_R0; lra. Qed.

Lemma least_positive : 0 < least.
Proof.
  pose proof k_at_least_1; pose proof k_at_most_m; pose proof x_not_negative; pose proof y_positive.
  apply Rdiv_lt_0_compat; [|nra]; apply Rmult_lt_0_compat; [assumption|]; apply Rmult_lt_0_compat; lra.
Qed.

(** * Equal weights for the others *)

Lemma sum_repeat b count : sum (repeat b count) = INR count * b.
Proof. induction count as [|count IH]; [cbn; ring|]; rewrite S_INR; cbn in *; unfold sum in IH; rewrite IH; ring. Qed.

Lemma squares_repeat b count : squares (repeat b count) = INR count * (b * b).
Proof. induction count as [|count IH]; [cbn; ring|]; rewrite S_INR; cbn in *; unfold squares in IH; rewrite IH; ring. Qed.

Definition equal_weights (b : R) : list R := repeat b (n - c - 1).

Lemma others_count : INR (n - c - 1) = m - 1.
Proof. unfold m; rewrite minus_INR by lia; reflexivity. Qed.

Lemma variance_of_equal_weights v r b :
  variance_of v r (1 :: equal_weights b) =
  (v + (INR c - 1) * r) * (1 + (m - 1) * (b * b)) + r * ((1 + (m - 1) * b) * (1 + (m - 1) * b)).
Proof.
  unfold variance_of, equal_weights; cbn [squares sum fold_right].
  fold (squares (repeat b (n - c - 1))) (sum (repeat b (n - c - 1))).
  rewrite sum_repeat, squares_repeat, others_count; ring.
Qed.

Lemma equal_weights_are_private v r b : private v r -> s <= variance_of v r (1 :: equal_weights b).
Proof. intros keeps; apply keeps; unfold equal_weights; rewrite repeat_length; lia. Qed.

(** * No private pair does better *)

(** The weights y of the dual matrix: p for the user's own noise, q for the others, sum of squares 1, sum sqrt k. *)
Definition p : R := (x + y) / m.
Definition q : R := if Req_EM_T m 1 then 0 else (y - p) / (m - 1).

Lemma p_positive : 0 < p.
Proof.
  pose proof k_at_least_1; pose proof k_at_most_m; pose proof x_not_negative; pose proof y_positive.
  apply Rdiv_lt_0_compat; lra.
Qed.

Lemma weights_sum : p + (m - 1) * q = y.
Proof.
  pose proof k_at_least_1; pose proof k_at_most_m; pose proof x_squared as xx; unfold q.
  destruct (Req_EM_T m 1) as [one|more]; [|field; lra].
  assert (x * x = 0) as zero by (rewrite xx, one; ring).
  assert (x = 0) as none by (destruct (Rmult_integral _ _ zero); assumption).
  unfold p; rewrite one, none; field.
Qed.

Lemma weights_squares : p * p + (m - 1) * (q * q) = 1.
Proof.
  pose proof k_at_least_1; pose proof k_at_most_m; pose proof x_squared as xx; pose proof y_squared as yy.
  pose proof weights_sum as total; destruct (Req_dec m 1) as [one|more].
  - rewrite one in *; assert (k = 1) by lra; assert (p = y) by lra; nra.
  - assert (q = (y - p) / (m - 1)) as -> by (rewrite <- total; field; lra).
    assert (p * m = x + y) as root by (unfold p; field; lra).
    apply Rmult_eq_reg_r with ((m - 1) * m); [|nra].
    replace ((p * p + (m - 1) * ((y - p) / (m - 1) * ((y - p) / (m - 1)))) * ((m - 1) * m))
      with ((p * m) * (p * m) - 2 * y * (p * m) + m * (y * y)) by (field; lra).
    rewrite root; replace ((x + y) * (x + y) - 2 * y * (x + y) + m * (y * y)) with (x * x - y * y + m * (y * y)) by ring.
    rewrite xx, yy; ring.
Qed.

Lemma effective_by_weights v r : effective v r = p * p * variance_of v r (1 :: equal_weights (q / p)).
Proof.
  pose proof p_positive; rewrite variance_of_equal_weights.
  replace (p * p * ((v + (INR c - 1) * r) * (1 + (m - 1) * (q / p * (q / p)))
      + r * ((1 + (m - 1) * (q / p)) * (1 + (m - 1) * (q / p)))))
    with ((v + (INR c - 1) * r) * (p * p + (m - 1) * (q * q)) + r * ((p + (m - 1) * q) * (p + (m - 1) * q)))
    by (field; lra).
  rewrite weights_squares, weights_sum, y_squared, k_minus_c; unfold effective; ring.
Qed.

Lemma no_private_pair_does_better v r : private v r -> least <= effective v r.
Proof.
  intros keeps; rewrite effective_by_weights; pose proof p_positive.
  replace least with (p * p * s) by (unfold least, p; field; pose proof k_at_least_1; pose proof k_at_most_m; lra).
  apply Rmult_le_compat_l; [nra|]; apply equal_weights_are_private, keeps.
Qed.

(** * Private pairs from eigenvalues: a across the sum of the honest noises, b along it *)

Definition covariance (a b : R) : R := (b - a) / m.
Definition variance (a b : R) : R := a - (INR c - 1) * covariance a b.

Lemma squares_not_negative l : 0 <= squares l.
Proof. induction l as [|z l IH]; cbn; [lra|]; fold (squares l); pose proof (Rle_0_sqr z); unfold Rsqr in *; lra. Qed.

(** Cauchy's inequality. *)
Lemma sum_le_squares l : sum l * sum l <= INR (length l) * squares l.
Proof.
  induction l as [|z l IH]; [cbn; lra|].
  cbn [sum squares fold_right length]; fold (sum l) (squares l); rewrite S_INR.
  pose proof (squares_not_negative l); pose proof (pos_INR (length l)).
  set (L := INR (length l)) in *; set (S := sum l) in *; set (Q := squares l) in *.
  destruct (Req_dec L 0) as [none|some].
  - rewrite none in *; assert (S = 0) as -> by nra; nra.
  - assert (L * (2 * z * S) <= L * (L * (z * z) + Q)) as scaled.
    { pose proof (Rle_0_sqr (L * z - S)) as square; unfold Rsqr in square; nra. }
    apply Rmult_le_reg_l in scaled; lra.
Qed.

Lemma private_by_eigenvalues a b :
  (2 <= n - c)%nat -> 0 < a -> 0 < b -> s * (a + (m - 1) * b) <= m * (a * b) ->
  private (variance a b) (covariance a b).
Proof.
  intros several a_positive b_positive keeps others count.
  assert (2 <= m) as m_at_least by (unfold m; change 2 with (INR 2); now apply le_INR).
  pose proof (sum_le_squares others) as cauchy.
  replace (INR (length others)) with (m - 1) in cauchy by (rewrite <- others_count; f_equal; lia).
  set (r := covariance a b); assert (m * r = b - a) as along by (unfold r, covariance; field; lra).
  unfold variance_of, variance; fold r; cbn [squares sum fold_right]; fold (squares others) (sum others).
  set (Q := squares others) in *; set (S := sum others) in *.
  assert (m * (a + (m - 1) * r) = a + (m - 1) * b) as level.
  { replace (m * (a + (m - 1) * r)) with (m * a + (m - 1) * (m * r)) by ring; rewrite along; ring. }
  assert (0 < a + (m - 1) * r) as curved by (apply Rmult_lt_reg_l with m; [lra|]; rewrite level; nra).
  assert (s * (a + (m - 1) * r) <= a * b) as boundary.
  { apply Rmult_le_reg_l with m; [lra|].
    replace (m * (s * (a + (m - 1) * r))) with (s * (m * (a + (m - 1) * r))) by ring; rewrite level; lra. }
  (* Both sides times (m - 1) (a + (m - 1) r): a square, and what the boundary leaves. *)
  assert (0 <= (a + (m - 1) * r) * ((a + (m - 1) * r) * (S * S) + 2 * ((m - 1) * r) * S + (m - 1) * (a + r - s))) as all.
  { replace ((a + (m - 1) * r) * ((a + (m - 1) * r) * (S * S) + 2 * ((m - 1) * r) * S + (m - 1) * (a + r - s)))
      with (((a + (m - 1) * r) * S + (m - 1) * r) * ((a + (m - 1) * r) * S + (m - 1) * r)
            + (m - 1) * (a * (a + m * r) - s * (a + (m - 1) * r))) by ring.
    rewrite along; replace (a + (b - a)) with b by ring.
    apply Rplus_le_le_0_compat; [apply Rle_0_sqr|apply Rmult_le_pos; lra]. }
  assert (0 <= (a + (m - 1) * r) * (S * S) + 2 * ((m - 1) * r) * S + (m - 1) * (a + r - s)) as rest
    by (apply Rmult_le_reg_l with (a + (m - 1) * r); [assumption|]; lra).
  assert (a * (S * S) <= a * ((m - 1) * Q)) by (apply Rmult_le_compat_l; lra).
  apply Rmult_le_reg_l with (m - 1); [lra|].
  replace ((m - 1) * ((a - (INR c - 1) * r + INR c * r) * (1 * 1 + Q) + r * ((1 + S) * (1 + S) - (1 * 1 + Q))))
    with ((m - 1) * a + a * ((m - 1) * Q) + (m - 1) * r * ((1 + S) * (1 + S))) by ring.
  lra.
Qed.

(** * The optimum is attained when somebody may drop out *)

Definition across : R := s * (m - 1) * (x + y) / (m * x).
Definition along : R := s * (x + y) / (m * y).

Lemma honest_users_when_some_drop_out : (t < n)%nat -> (2 <= n - c)%nat /\ 0 < x /\ k < m /\ 1 < m.
Proof.
  intros drop; assert (k < m) by (unfold k, m; apply lt_INR; lia).
  assert (1 < m) by (pose proof k_at_least_1; lra).
  repeat split; [lia| |assumption..]; apply sqrt_lt_R0, Rmult_lt_0_compat; lra.
Qed.

Lemma attained : (t < n)%nat -> let v := variance across along in let r := covariance across along in
  r <= 0 /\ private v r /\ effective v r = least.
Proof.
  intros drop; destruct (honest_users_when_some_drop_out drop) as (several & x_positive & fewer & more).
  pose proof y_positive; pose proof x_squared as xx; pose proof y_squared as yy; pose proof k_at_least_1.
  repeat split.
  - assert (x <= (m - 1) * y).
    { apply Rsqr_incr_0; [unfold Rsqr|apply x_not_negative|apply Rmult_le_pos; lra].
      replace ((m - 1) * y * ((m - 1) * y)) with ((m - 1) * (m - 1) * (y * y)) by ring; rewrite xx, yy.
      assert (0 <= (m - 1) * (m * (k - 1))) by (apply Rmult_le_pos; [|apply Rmult_le_pos]; lra); lra. }
    assert (along <= across).
    { unfold along, across; apply Rmult_le_reg_r with (m * x * y); [repeat apply Rmult_lt_0_compat; lra|].
      replace (s * (x + y) / (m * y) * (m * x * y)) with (s * (x + y) * x) by (field; lra).
      replace (s * (m - 1) * (x + y) / (m * x) * (m * x * y)) with (s * (x + y) * ((m - 1) * y)) by (field; lra).
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|assumption]. }
    unfold covariance, Rdiv; apply Rmult_le_reg_r with m; [lra|]; rewrite Rmult_assoc, Rinv_l by lra; lra.
  - apply private_by_eigenvalues; [assumption|unfold across|unfold along|].
    + apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra.
    + apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra.
    + apply Req_le; unfold across, along; field; lra.
  - unfold effective, variance, covariance.
    replace (across - (INR c - 1) * ((along - across) / m) + (INR t - 1) * ((along - across) / m))
      with (((m - k) * across + k * along) / m) by (rewrite k_minus_c; field; lra).
    unfold across, along, least.
    replace ((m - k) * (s * (m - 1) * (x + y) / (m * x))) with (s * (x + y) * ((m - k) * (m - 1)) / (m * x))
      by (field; lra).
    rewrite <- xx, <- yy; field; lra.
Qed.

(** * Without dropouts it is a limit *)

Lemma least_without_dropouts : t = n -> least = s / m.
Proof.
  intros same; assert (k = m) as full by (unfold k, m; now rewrite same).
  pose proof k_at_least_1; pose proof x_squared as xx; pose proof y_squared as yy; rewrite full in *.
  assert (x * x = 0) as zero by (rewrite xx; ring).
  assert (x = 0) as none by (destruct (Rmult_integral _ _ zero); assumption).
  unfold least; rewrite none, Rplus_0_l, yy; field; lra.
Qed.

(** Eigenvalues that meet the privacy bound, the second one f times the limit. *)
Lemma near_the_limit f : (2 <= n - c)%nat -> t = n -> 1 < f <= 2 ->
  let a := s * f * (m - 1) / (m * (f - 1)) in let b := s * f / m in
  covariance a b <= 0 /\ private (variance a b) (covariance a b) /\ effective (variance a b) (covariance a b) = f * least.
Proof.
  intros several same factor a b.
  assert (2 <= m) by (unfold m; change 2 with (INR 2); now apply le_INR).
  assert (0 < a) by (apply Rdiv_lt_0_compat; repeat apply Rmult_lt_0_compat; lra).
  assert (0 < b) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  repeat split.
  - assert (a - b = s * f * (m - f) / (m * (f - 1))) as gap by (unfold a, b; field; lra).
    assert (0 <= a - b).
    { rewrite gap; apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|].
      apply Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
    unfold covariance, Rdiv; apply Rmult_le_reg_r with m; [lra|]; rewrite Rmult_assoc, Rinv_l by lra; lra.
  - apply private_by_eigenvalues; [assumption..|]; apply Req_le; unfold a, b; field; lra.
  - rewrite least_without_dropouts by assumption; unfold effective, variance, covariance.
    replace (a - (INR c - 1) * ((b - a) / m) + (INR t - 1) * ((b - a) / m)) with (a + (INR t - INR c) * ((b - a) / m))
      by ring.
    rewrite same, <- m_minus_c; unfold b; field; lra.
Qed.

(** No pair reaches the limit: weighting the others a little less than 1 would tell more than allowed. *)
Lemma limit_not_attained v r : (2 <= n - c)%nat -> t = n -> private v r -> least < effective v r.
Proof.
  intros several same keeps; pose proof (no_private_pair_does_better v r keeps) as le.
  destruct (Req_dec least (effective v r)) as [equal|]; [exfalso|lra].
  assert (2 <= m) by (unfold m; change 2 with (INR 2); now apply le_INR).
  set (A := v + (INR c - 1) * r); pose proof least_positive.
  assert (A + m * r = effective v r) as level by (rewrite m_minus_c; unfold A, effective; rewrite same; ring).
  assert (m * effective v r = s) as bound by (rewrite <- equal, least_without_dropouts by assumption; field; lra).
  assert (forall h, 0 <= (m - 1) * (h * (h * (A + (m - 1) * r) - 2 * effective v r))) as slope.
  { intros h; pose proof (equal_weights_are_private v r (1 - h) keeps) as told.
    rewrite variance_of_equal_weights in told; fold A in told.
    replace (A * (1 + (m - 1) * ((1 - h) * (1 - h))) + r * ((1 + (m - 1) * (1 - h)) * (1 + (m - 1) * (1 - h))))
      with (m * (A + m * r) + (m - 1) * (h * (h * (A + (m - 1) * r) - 2 * (A + m * r)))) in told by ring.
    rewrite level, bound in told; lra. }
  destruct (Rle_lt_dec (A + (m - 1) * r) (effective v r)) as [flat|steep].
  - specialize (slope 1); nra.
  - specialize (slope (effective v r / (A + (m - 1) * r))).
    replace (effective v r / (A + (m - 1) * r) * (A + (m - 1) * r)) with (effective v r) in slope by (field; lra).
    assert (0 < effective v r / (A + (m - 1) * r)) by (apply Rdiv_lt_0_compat; lra).
    assert (0 < (m - 1) * (effective v r / (A + (m - 1) * r) * effective v r))
      by (apply Rmult_lt_0_compat; [lra|apply Rmult_lt_0_compat; [assumption|lra]]).
    lra.
Qed.

End Model.
