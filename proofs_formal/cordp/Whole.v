(** CorDP, Theorem 1 and Corollary 3 by the letter of Eq. 10: the whole noise of the honest responders counts, also what
    colluders could subtract. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders Infimum.
Open Scope R_scope.

(** The error of the mean of f - j reports, nothing removed. *)
Definition whole_error (v r : R) (f j : nat) : R := plain_mean_error (f - j) 0 v r.

Section Whole.

Variables (n t c : nat) (s : R).
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis s_positive : 0 < s.

Notation h := (INR t - INR c).

Lemma worst_whole v r : safe n c s v r -> worst n t c (whole_error v r) ((v + (h - 1) * r) / h).
Proof.
  intros allowed; pose proof (safe_definite n c s v r ltac:(lia) s_positive allowed) as own.
  apply INR_less in c_below_t as gap; assert (INR t <= INR n) by now apply le_INR.
  destruct allowed as [sign _]; pose proof (pos_INR c).
  assert (forall f j, setting n t c f j -> whole_error v r f j = r + (v - r) / (INR f - INR j)) as value.
  { intros f j (many & all & few); unfold whole_error; rewrite plain_mean_error_value by lia.
    assert (INR j < INR f) by (apply lt_INR; lia); rewrite minus_INR by lia; cbn [INR]; field; lra. }
  assert ((v + (h - 1) * r) / h = r + (v - r) / h) as -> by (field; lra); split.
  - intros f j here; rewrite value by assumption; destruct here as (many & all & few).
    assert (INR t <= INR f) by now apply le_INR. assert (INR j <= INR c) by now apply le_INR.
    assert (0 <= v - r) by nra; apply Rplus_le_compat_l, Rmult_le_compat_l; [assumption|].
    apply Rinv_le_contravar; lra.
  - exists t, c; split; [repeat split; lia|]; apply value; repeat split; lia.
Qed.

(** c colluders leave the noise of n - c users that nobody knows anything of. *)
Lemma private_without_colluders v r : private n c s v r <-> private (n - c) 0 s (v + INR c * r) r.
Proof.
  unfold private, variance_of; rewrite Nat.sub_0_r; cbn [INR].
  split; intros keeps others count; specialize (keeps others count); lra.
Qed.

Lemma few_honest : (t <= 2 * c)%nat -> infimum n t c s whole_error (s / h).
Proof.
  intros few; apply INR_less in c_below_t as gap; assert (INR t <= 2 * INR c) by
    (replace 2 with (INR 2) by reflexivity; rewrite <- mult_INR; now apply le_INR).
  split.
  - intros v r E allowed largest; rewrite (worst_is_one _ _ _ _ _ _ largest (worst_whole v r allowed)).
    assert (s <= v + INR c * r) as own.
    { destruct allowed as [_ keeps]; pose proof (keeps c (le_n c) (List.repeat 0 (n - c - 1))) as told.
      rewrite List.repeat_length in told; specialize (told ltac:(lia)); unfold variance_of in told.
      cbn [sum squares List.fold_right] in told.
      change (List.fold_right Rplus 0 ?l) with (sum l) in told.
      change (List.fold_right (fun z total => z * z + total) 0 ?l) with (squares l) in told.
      rewrite sum_repeat, squares_repeat in told; lra. }
    destruct allowed as [sign _]; apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|]; nra.
  - intros more extra; assert (safe n c s s 0) as allowed.
    { split; [lra|]; intros j _ others count; unfold variance_of; cbn [squares sum List.fold_right].
      pose proof (squares_not_negative others); unfold squares in *; nra. }
    exists s, 0, ((s + (h - 1) * 0) / h); split; [assumption|]; split; [now apply worst_whole|].
    replace ((s + (h - 1) * 0) / h) with (s / h) by (field; lra); lra.
Qed.

Lemma many_honest : (2 * c < t)%nat -> (1 <= c)%nat -> infimum n t c s whole_error (least (n - c) (t - 2 * c) 0 s / h).
Proof.
  intros many some; apply INR_less in c_below_t as gap.
  assert (forall v r, v + (h - 1) * r = effective (t - 2 * c) (v + INR c * r) r) as total.
  { intros; unfold effective; rewrite minus_INR, mult_INR by lia; cbn [INR]; ring. }
  assert (0 <= / h) by (apply Rlt_le, Rinv_0_lt_compat; lra); split.
  - intros v r E allowed largest; rewrite (worst_is_one _ _ _ _ _ _ largest (worst_whole v r allowed)), total.
    apply Rmult_le_compat_r; [assumption|].
    apply no_private_pair_does_better; [lia|lia|]; apply private_without_colluders, allowed, le_n.
  - intros more extra.
    destruct (attained (n - c) (t - 2 * c) 0 s ltac:(lia) ltac:(lia) s_positive ltac:(lia)) as (sign & keeps & value).
    set (r := covariance _ _ _ _) in *; set (v := variance _ _ _ _) in *.
    assert (safe n c s (v - INR c * r) r) as allowed.
    { apply safe_from_private; [lia|assumption|]; split; [assumption|]; apply private_without_colluders.
      now replace (v - INR c * r + INR c * r) with v by ring. }
    exists (v - INR c * r), r, ((v - INR c * r + (h - 1) * r) / h); split; [assumption|]; split; [now apply worst_whole|].
    rewrite total; replace (v - INR c * r + INR c * r) with v by ring; rewrite value; lra.
Qed.

End Whole.

(** * The closed form *)

Definition scaled (a : Q) (q : quadratic) : quadratic := Quadratic (a * rational q) (a * coefficient q) (radicand q).

Definition eq10_least (n t c : Z) (s : Q) : quadratic :=
  if Z.leb t (2 * c) then Quadratic (s / inject_Z (t - c)) 0 0
  else scaled (1 / inject_Z (t - c)) (least_effective_variance (n - c) (t - 2 * c) 0 s).

Lemma value_scaled a q : value (scaled a q) = Q2R a * value q.
Proof. unfold value, scaled; cbn [rational coefficient radicand]; rewrite !Q2R_mult; ring. Qed.

Lemma value_of_eq10 n t c s : (c < t)%nat -> (t <= n)%nat ->
  value (eq10_least (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) s) =
  (if Nat.leb t (2 * c) then Q2R s else least (n - c) (t - 2 * c) 0 (Q2R s)) / (INR t - INR c).
Proof.
  intros below all; apply INR_less in below as gap; unfold eq10_least.
  assert (0 < Q2R (inject_Z (Z.of_nat t - Z.of_nat c))) as more by (rewrite Q2R_inject, minus_IZR, <- !INR_IZR_INZ; lra).
  destruct (Z.leb_spec (Z.of_nat t) (2 * Z.of_nat c)), (Nat.leb_spec t (2 * c)); try lia.
  - unfold value; cbn [rational coefficient radicand]; rewrite Q2R_over, Q2R_inject, minus_IZR, <- !INR_IZR_INZ, RMicromega.Q2R_0
      by assumption; field; lra.
  - rewrite value_scaled, Q2R_over, Q2R_inject, minus_IZR, <- !INR_IZR_INZ, RMicromega.Q2R_1 by assumption.
    replace (Z.of_nat n - Z.of_nat c)%Z with (Z.of_nat (n - c)) by lia.
    replace (Z.of_nat t - 2 * Z.of_nat c)%Z with (Z.of_nat (t - 2 * c)) by lia.
    change 0%Z with (Z.of_nat 0); rewrite value_of_least by lia; field; lra.
Qed.

(* Claim: cordp/thm-1-eq-10 corrected *)
Theorem theorem1_whole_noise n t c q : (1 <= c)%nat -> (c < t)%nat -> (t <= n)%nat -> (0 < q)%Q ->
  infimum n t c (Q2R q) whole_error (value (eq10_least (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) q)).
Proof.
  intros some below all positive; apply Q2R_more in positive; rewrite value_of_eq10 by assumption.
  destruct (Nat.leb_spec t (2 * c)); [now apply few_honest|now apply many_honest].
Qed.

(** * Corollary 3 *)

Definition corollary3_rate (n c : Z) (s : Q) : Q := (s * inject_Z (Z.min (c + 1) (n - c)) / inject_Z ((n - c) * (n - c)))%Q.

(** x^2 + y^2 = m (c+1) - 2 c for the whole noise without dropouts, and 4 c <= m (c+1). *)
Lemma whole_square_bounds n c : (1 <= c)%nat -> (2 * c < n)%nat ->
  let X := x (n - c) (n - 2 * c) 0 in let Y := y (n - 2 * c) 0 in let M := INR n - INR c in
  M * (INR c + 1) / 2 <= (X + Y) * (X + Y) <= 2 * (M * (INR c + 1)).
Proof.
  intros some many X Y M; assert (0 < n - 2 * c)%nat as below by lia; assert (n - 2 * c <= n - c)%nat as all by lia.
  pose proof (x_squared (n - c) (n - 2 * c) 0 below all) as xx; pose proof (y_squared (n - c) (n - 2 * c) 0 below all) as yy.
  pose proof (x_not_negative (n - c) (n - 2 * c) 0); pose proof (y_positive (n - c) (n - 2 * c) 0 below all).
  fold X in xx, H; fold Y in yy, H0; unfold m, k in xx, yy.
  assert (INR (n - c - 0) = INR n - INR c) as honest by (rewrite Nat.sub_0_r; apply minus_INR; lia).
  assert (INR (n - 2 * c - 0) = INR n - 2 * INR c) as rest by (rewrite Nat.sub_0_r, minus_INR, mult_INR by lia; reflexivity).
  rewrite rest in xx, yy; rewrite honest in xx.
  assert (1 <= INR c) by (change 1 with (INR 1); now apply le_INR).
  assert (2 * INR c + 1 <= INR n) by (replace 2 with (INR 2) by reflexivity; rewrite <- mult_INR; now apply INR_less).
  pose proof (Rle_0_sqr (X - Y)) as square; unfold Rsqr in square.
  assert (0 <= X * Y) by nra; unfold M; split; nra.
Qed.

(* Claim: cordp/cor-3-eq-10 corrected *)
Theorem corollary3_whole_noise n c q : (1 <= c)%nat -> (c < n)%nat -> (0 < q)%Q ->
  let rate := Q2R (corollary3_rate (Z.of_nat n) (Z.of_nat c) q) in
  exists e, infimum n n c (Q2R q) whole_error e /\ 1 / 4 * rate <= e <= 4 * rate.
Proof.
  intros some below positive rate; exists (value (eq10_least (Z.of_nat n) (Z.of_nat n) (Z.of_nat c) q)).
  split; [now apply theorem1_whole_noise|]; rewrite value_of_eq10 by lia; apply Q2R_more in positive.
  apply INR_less in below as gap; set (M := INR n - INR c) in *; set (s := Q2R q) in *.
  assert (rate = s * IZR (Z.min (Z.of_nat c + 1) (Z.of_nat n - Z.of_nat c)) / (M * M)) as ->.
  { unfold rate, corollary3_rate; rewrite Q2R_over, Q2R_mult, !Q2R_inject, mult_IZR, minus_IZR, <- !INR_IZR_INZ
      by (rewrite Q2R_inject, mult_IZR, minus_IZR, <- !INR_IZR_INZ; unfold M in *; nra); reflexivity. }
  assert (1 <= M) by (unfold M; lra); destruct (Nat.leb_spec n (2 * c)) as [few|many].
  - rewrite Z.min_r, minus_IZR, <- !INR_IZR_INZ by lia; fold M; assert (0 < s / M) by (apply Rdiv_lt_0_compat; lra).
    replace (s * M / (M * M)) with (s / M) by (field; lra); lra.
  - rewrite Z.min_l, plus_IZR, <- INR_IZR_INZ by lia; destruct (whole_square_bounds n c some many) as [low high]; fold M in low, high.
    unfold least, m; rewrite Nat.sub_0_r, minus_INR by lia; fold M.
    set (W := (_ + _) * (_ + _)) in *; assert (0 < s / (M * M * M)) as unit by (apply Rdiv_lt_0_compat; [assumption|nra]).
    replace (s * W / (M * M) / M) with (s / (M * M * M) * W) by (field; lra).
    replace (s * (INR c + 1) / (M * M)) with (s / (M * M * M) * (M * (INR c + 1))) by (field; lra).
    assert (0 <= M * (INR c + 1)) by (pose proof (pos_INR c); nra); split; nra.
Qed.
