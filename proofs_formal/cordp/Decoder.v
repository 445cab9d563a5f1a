(** CorDP: the noise from its sources, and the best linear decoder against the worst data (Proposition 1, Eq. 10). *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1.
Import ListNotations.
Open Scope R_scope.

(** * The noise *)

(** Every user adds noise of its own, of variance v + (n-1) r, and for every other user a term of variance -r that the
    two share with opposite signs. These are the terms of users with the given weights among themselves. *)
Fixpoint shared_terms (weights : list R) : R :=
  match weights with
  | [] => 0
  | w :: others => sum (map (fun z => (w - z) * (w - z)) others) + shared_terms others
  end.

Lemma shared_with_one w l :
  sum (map (fun z => (w - z) * (w - z)) l) = INR (length l) * (w * w) - 2 * w * sum l + squares l.
Proof.
  induction l as [|z l IH]; [cbn; ring|].
  cbn [map sum squares fold_right length]; fold (sum l) (squares l) (sum (map (fun z => (w - z) * (w - z)) l)).
  rewrite IH, S_INR; ring.
Qed.

Lemma shared_terms_value l : shared_terms l = INR (length l) * squares l - sum l * sum l.
Proof.
  induction l as [|w l IH]; [cbn; ring|]; cbn [shared_terms]; rewrite IH, shared_with_one.
  cbn [sum squares fold_right length]; fold (sum l) (squares l); rewrite S_INR; ring.
Qed.

(** What is left of a combination of h users' noises when the terms that they share with j colluders are removed; they
    share terms with n - h - j others as well. *)
Lemma variance_by_sources n j v r weights : (length weights + j <= n)%nat ->
  variance_of j v r weights =
  (v + (INR n - 1) * r) * squares weights
  + - r * (shared_terms weights + INR (n - length weights - j) * squares weights).
Proof.
  intros few; rewrite shared_terms_value, !minus_INR by lia; unfold variance_of; ring.
Qed.

(** * The error of a linear decoder *)

Definition plus (u w : list R) : list R := map (fun p => fst p + snd p) (combine u w).

(** The sum of (w_i - 1) x_i. *)
Fixpoint residual (d : nat) (weights : list R) (data : list (list R)) : list R :=
  match weights, data with
  | w :: weights, x :: data => plus (map (Rmult (w - 1)) x) (residual d weights data)
  | _, _ => repeat 0 d
  end.

(** The expected squared distance of the weighted mean of the reports from the mean of the data. *)
Definition decoding_error (d j : nat) (v r : R) (weights : list R) (data : list (list R)) : R :=
  let h := INR (length weights) in
  (squares (residual d weights data) + INR d * variance_of j v r weights) / (h * h).

(** h vectors in d dimensions of length at most 1. *)
Definition in_ball (d h : nat) (data : list (list R)) : Prop :=
  length data = h /\ Forall (fun x => length x = d /\ squares x <= 1) data.

Definition unit_vector (d : nat) : list R := 1 :: repeat 0 (pred d).

Definition equal_vectors (d h : nat) : list (list R) := repeat (unit_vector d) h.

Lemma squares_zeros d : squares (repeat 0 d) = 0.
Proof. rewrite squares_repeat; ring. Qed.

Lemma equal_vectors_in_ball d h : (0 < d)%nat -> in_ball d h (equal_vectors d h).
Proof.
  intros some; split; [apply repeat_length|]; apply Forall_forall; intros x member%repeat_spec; subst x.
  split; [cbn; rewrite repeat_length; lia|].
  unfold unit_vector; cbn [squares fold_right]; fold (squares (repeat 0 (pred d))); rewrite squares_zeros; lra.
Qed.

Lemma length_residual d weights : forall data, in_ball d (length weights) data -> length (residual d weights data) = d.
Proof.
  induction weights as [|w weights IH]; intros [|x data] [size ball]; cbn in *; try discriminate; try apply repeat_length.
  inversion ball as [|? ? [lx _] others]; subst; unfold plus; rewrite map_length, combine_length, map_length.
  rewrite IH by (split; [now injection size|assumption]); lia.
Qed.

Lemma squares_shifted z l :
  squares (map (fun w => w - z) l) = squares l - 2 * z * sum l + INR (length l) * (z * z).
Proof.
  induction l as [|w l IH]; [cbn; ring|]; cbn [map squares sum fold_right length].
  fold (squares l) (sum l) (squares (map (fun w => w - z) l)); rewrite IH, S_INR; ring.
Qed.

(** ** Equal vectors *)

Lemma residual_of_equal_vectors d weights : (0 < d)%nat ->
  squares (residual d weights (equal_vectors d (length weights)))
  = (sum weights - INR (length weights)) * (sum weights - INR (length weights)).
Proof.
  intros some; assert (residual d weights (equal_vectors d (length weights))
    = (sum weights - INR (length weights)) :: repeat 0 (pred d)) as ->.
  { destruct d as [|d]; [lia|]; cbn [pred]; induction weights as [|w weights IH].
    - cbn; f_equal; ring.
    - cbn [length equal_vectors repeat residual]; fold (equal_vectors (S d) (length weights)); rewrite IH.
      unfold plus, unit_vector; cbn [pred map combine fst snd]; f_equal.
      + cbn [sum fold_right]; fold (sum weights); rewrite S_INR; ring.
      + clear; induction d as [|d IH]; cbn; [reflexivity|]; f_equal; [ring|exact IH]. }
  cbn [squares fold_right]; fold (squares (repeat 0 (pred d))); rewrite squares_zeros; ring.
Qed.

(** ** Equal weights *)

Lemma squares_scaled g x : squares (map (Rmult g) x) = g * g * squares x.
Proof.
  induction x as [|z x IH]; [cbn; ring|].
  cbn [map squares fold_right]; fold (squares x) (squares (map (Rmult g) x)); rewrite IH; ring.
Qed.

Lemma squares_plus h u : forall w, 0 < h -> length u = length w ->
  squares (plus u w) <= (1 + h) * squares u + (1 + / h) * squares w.
Proof.
  induction u as [|z u IH]; intros [|y w] positive size; cbn in size; try discriminate; [cbn; lra|].
  specialize (IH w positive ltac:(now injection size)).
  cbn [plus combine map squares fold_right fst snd]; fold (plus u w) (squares (plus u w)) (squares u) (squares w).
  assert (2 * (z * y) <= h * (z * z) + / h * (y * y)); [|lra].
  assert (0 <= (h * z - y) * (h * z - y) * / h) as square
    by (apply Rmult_le_pos; [apply Rle_0_sqr|apply Rlt_le, Rinv_0_lt_compat; lra]).
  replace ((h * z - y) * (h * z - y) * / h) with (h * (z * z) - 2 * (z * y) + / h * (y * y)) in square by (field; lra).
  lra.
Qed.

Lemma residual_of_equal_weights d h alpha : forall data, in_ball d h data ->
  squares (residual d (repeat alpha h) data) <= (alpha - 1) * (alpha - 1) * (INR h * INR h).
Proof.
  induction h as [|h IH]; intros [|x data] [size ball]; cbn in size; try discriminate.
  - cbn; rewrite squares_zeros; lra.
  - inversion ball as [|? ? [lx short] others]; subst.
    assert (in_ball (length x) (length data) data) as rest by (split; [reflexivity|assumption]).
    assert (h = length data) as -> by now injection size.
    cbn [repeat residual]; specialize (IH data rest); rewrite S_INR; set (g := alpha - 1) in *.
    assert (length (residual (length x) (repeat alpha (length data)) data) = length x) as fits
      by (apply length_residual; now rewrite repeat_length).
    pose proof (Rle_0_sqr g) as positive; unfold Rsqr in positive.
    destruct data as [|x' data].
    + cbn [length repeat residual INR].
      assert (plus (map (Rmult g) x) (repeat 0 (length x)) = map (Rmult g) x) as ->
        by (clear; induction x as [|z x IH]; cbn; [reflexivity|]; f_equal; [ring|exact IH]).
      rewrite squares_scaled; revert short positive.
      generalize (squares x); intros Q short positive; nra.
    + set (H := INR (length (x' :: data))) in *; assert (0 < H) by (apply lt_0_INR; cbn; lia).
      eapply Rle_trans; [apply (squares_plus H); [assumption|now rewrite map_length, fits]|].
      rewrite squares_scaled; assert (0 < / H) by now apply Rinv_0_lt_compat.
      assert ((1 + H) * (g * g * squares x) <= (1 + H) * (g * g)) by (apply Rmult_le_compat_l; nra).
      assert ((1 + / H) * squares (residual (length x) (repeat alpha (length (x' :: data))) (x' :: data))
              <= (1 + / H) * (g * g * (H * H))) by (apply Rmult_le_compat_l; lra).
      replace ((1 + / H) * (g * g * (H * H))) with (g * g * (H * H + H)) in * by (field; lra); lra.
Qed.

(** * The best decoder *)

Section Best.

Variables (d h j : nat) (v r : R).
Hypothesis dimension : (0 < d)%nat.
Hypothesis reports : (0 < h)%nat.

Notation a := (v + (INR j - 1) * r).
Notation N := (INR h).

(** The variance of the mean of the reports. *)
Definition mean_variance : R := (a + N * r) / N.

Hypothesis a_positive : 0 < a.
Hypothesis mean_positive : 0 < a + N * r.

Definition best_weight : R := / (1 + INR d * mean_variance).
Definition least_error : R := INR d * mean_variance / (1 + INR d * mean_variance).

Lemma N_positive : 0 < N.
Proof. now apply lt_0_INR. Qed.

Lemma scaled_positive : 0 < INR d * mean_variance.
Proof.
  pose proof N_positive; apply Rmult_lt_0_compat; [now apply lt_0_INR|]; now apply Rdiv_lt_0_compat.
Qed.

(** Equal vectors show, for weights with the mean z, at least (z - 1)^2 + d e z^2; the rest is how uneven weights are. *)
Lemma error_at_equal_vectors weights : length weights = h ->
  let z := sum weights / N in let D := INR d * mean_variance in
  decoding_error d j v r weights (equal_vectors d h) =
  least_error + (1 + D) * ((z - best_weight) * (z - best_weight))
  + INR d * a * squares (map (fun w => w - z) weights) / (N * N).
Proof.
  intros size z D; pose proof N_positive; pose proof scaled_positive as positive; fold D in positive.
  unfold decoding_error; rewrite size, <- size at 1; rewrite residual_of_equal_vectors, size by assumption.
  rewrite squares_shifted, size; unfold least_error, best_weight, variance_of; fold D.
  assert (sum weights = N * z) as -> by (unfold z; field; lra).
  assert (N * mean_variance = a + N * r) as whole by (unfold mean_variance; field; lra).
  replace ((v + INR j * r) * squares weights + r * (N * z * (N * z) - squares weights))
    with (a * squares weights + r * (N * z * (N * z))) by ring.
  assert (D * N = INR d * (a + N * r)) as level by (unfold D; rewrite <- whole; ring).
  apply Rmult_eq_reg_r with (N * N); [|nra].
  replace ((D / (1 + D) + (1 + D) * ((z - / (1 + D)) * (z - / (1 + D)))
     + INR d * a * (squares weights - 2 * z * (N * z) + N * (z * z)) / (N * N)) * (N * N))
    with ((1 - 2 * z + z * z) * (N * N) + D * N * (N * (z * z)) + INR d * a * (squares weights - N * (z * z)))
    by (field; lra).
  rewrite level; field; lra.
Qed.

Lemma uneven_not_negative weights z : 0 <= INR d * a * squares (map (fun w => w - z) weights) / (N * N).
Proof.
  pose proof N_positive; pose proof (pos_INR d); pose proof (squares_not_negative (map (fun w => w - z) weights)).
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|apply Rlt_le, Rinv_0_lt_compat; nra].
Qed.

(** No weights are better for equal vectors, and only equal weights [best_weight] are as good. *)
Lemma no_decoder_does_better weights : length weights = h ->
  least_error <= decoding_error d j v r weights (equal_vectors d h) /\
  (decoding_error d j v r weights (equal_vectors d h) = least_error -> weights = repeat best_weight h).
Proof.
  intros size; rewrite error_at_equal_vectors by assumption; pose proof scaled_positive; pose proof N_positive.
  set (z := sum weights / N); pose proof (uneven_not_negative weights z) as uneven.
  pose proof (Rle_0_sqr (z - best_weight)) as square; unfold Rsqr in square.
  assert (0 <= (1 + INR d * mean_variance) * ((z - best_weight) * (z - best_weight))) by (apply Rmult_le_pos; lra).
  cbv zeta; fold z; split; [lra|]; intros equal.
  assert (z = best_weight) as same.
  { assert ((z - best_weight) * (z - best_weight) = 0) as zero by nra.
    destruct (Rmult_integral _ _ zero); lra. }
  assert (squares (map (fun w => w - z) weights) = 0) as even.
  { assert (INR d * a * squares (map (fun w => w - z) weights) / (N * N) = 0) as none by lra.
    apply Rmult_eq_reg_l with (INR d * a / (N * N)); [lra|apply Rgt_not_eq, Rdiv_lt_0_compat; [|nra]].
    apply Rmult_lt_0_compat; [now apply lt_0_INR|assumption]. }
  rewrite <- same, <- size; clear - even; clearbody z; induction weights as [|w weights IH]; [reflexivity|].
  cbn [map squares fold_right] in even; fold (squares (map (fun w => w - z) weights)) in even.
  pose proof (squares_not_negative (map (fun w => w - z) weights)).
  pose proof (Rle_0_sqr (w - z)) as square; unfold Rsqr in square.
  assert ((w - z) * (w - z) = 0) as zero by lra; cbn; f_equal; [destruct (Rmult_integral _ _ zero); lra|apply IH; lra].
Qed.

(** With these weights no data are worse. *)
Lemma best_weight_is_enough data : in_ball d h data ->
  decoding_error d j v r (repeat best_weight h) data <= least_error.
Proof.
  intros ball; pose proof scaled_positive; pose proof N_positive.
  pose proof (residual_of_equal_weights d h best_weight data ball) as most.
  unfold decoding_error, variance_of; rewrite repeat_length, sum_repeat, squares_repeat.
  assert (N * mean_variance = a + N * r) as whole by (unfold mean_variance; field; lra).
  apply Rle_trans with (((best_weight - 1) * (best_weight - 1) * (N * N)
    + INR d * (N * (best_weight * best_weight) * (N * mean_variance))) / (N * N)).
  - apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|]; rewrite whole; lra.
  - apply Req_le; unfold least_error, best_weight; field; lra.
Qed.

End Best.
