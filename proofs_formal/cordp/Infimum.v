(** CorDP: the least error of the plain mean, colluders' terms removed as in the proofs, and what the paper says about
    its size: Section 5 and Fig. 4. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders.
Open Scope R_scope.

(** The worst error of a pair over responders and colluders, for an error of f responders, j of them colluding. *)
Definition worst (n t c : nat) (error : nat -> nat -> R) (E : R) : Prop :=
  (forall f j, setting n t c f j -> error f j <= E) /\ exists f j, setting n t c f j /\ error f j = E.

(** No safe pair has a smaller worst error, and pairs come as near as one likes. *)
Definition infimum (n t c : nat) (s : R) (error : R -> R -> nat -> nat -> R) (e : R) : Prop :=
  (forall v r E, safe n c s v r -> worst n t c (error v r) E -> e <= E) /\
  (forall more, 0 < more -> exists v r E, safe n c s v r /\ worst n t c (error v r) E /\ E < e + more).

(** The mean of the f - j honest reports with the colluders' terms subtracted. *)
Definition removed_error (v r : R) (f j : nat) : R := plain_mean_error f j v r.

Lemma safe_definite n c s v r : (c < n)%nat -> 0 < s -> safe n c s v r -> 0 < v + (INR n - 1) * r.
Proof.
  intros below positive [_ keeps]; specialize (keeps c (le_n c)).
  pose proof (lengthwise_positive n c s below v r keeps) as own; pose proof (honest_at_least_1 n c below).
  unfold lengthwise in own; nra.
Qed.

Section Least.

Variables (n t c : nat) (s : R).
Hypothesis c_below_t : (c < t)%nat.
Hypothesis t_at_most_n : (t <= n)%nat.
Hypothesis s_positive : 0 < s.

Lemma worst_of_a_pair v r : safe n c s v r -> worst n t c (removed_error v r) (effective t v r / k t c).
Proof.
  intros allowed; pose proof (safe_definite n c s v r ltac:(lia) s_positive allowed) as own.
  assert (effective t v r / k t c = (v + (INR t - 1) * r) / (INR t - INR c)) as same
    by (unfold effective; rewrite (k_minus_c n t c) by assumption; reflexivity).
  assert (setting n t c t c) as here by (repeat split; lia).
  rewrite same; unfold removed_error; split.
  - intros f j set; rewrite plain_mean_error_value by (destruct set as (? & ? & ?); lia).
    apply (worst_setting n t c f j v r c_below_t set); [apply allowed|assumption].
  - exists t, c; split; [assumption|]; now rewrite plain_mean_error_value.
Qed.

Lemma worst_is_one error E E' : worst n t c error E -> worst n t c error E' -> E = E'.
Proof. intros [a (f & j & h & <-)] [b (f' & j' & h' & <-)]; apply Rle_antisym; auto. Qed.

Lemma least_is_infimum : infimum n t c s removed_error (least n t c s / k t c).
Proof.
  pose proof (k_at_least_1 n t c c_below_t t_at_most_n) as one.
  destruct (least_is_least n t c s c_below_t t_at_most_n s_positive) as (bound & reached & limit & _).
  assert (forall a b, a <= b -> a / k t c <= b / k t c) as over
    by (intros; apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|assumption]).
  split.
  - intros v r E allowed largest; rewrite (worst_is_one _ _ _ largest (worst_of_a_pair v r allowed)).
    apply over, bound, allowed, le_n.
  - intros more extra.
    assert (exists v r, r <= 0 /\ private n c s v r /\ effective t v r < least n t c s + more * k t c) as (v & r & sign & keeps & close).
    { destruct (Nat.eq_dec t n) as [full|drop]; [apply (limit full); nra|].
      destruct (reached ltac:(lia)) as (v & r & sign & keeps & value); exists v, r; repeat split; try assumption; nra. }
    assert (safe n c s v r) as allowed by (apply safe_from_private; [lia|assumption|split; assumption]).
    exists v, r, (effective t v r / k t c); repeat split; try apply allowed; try apply (worst_of_a_pair v r allowed).
    apply Rmult_lt_reg_r with (k t c); [lra|]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    replace ((least n t c s / k t c + more) * k t c) with (least n t c s + more * k t c) by (field; lra); assumption.
Qed.

Notation m := (m n c).
Notation k := (k t c).
Notation x := (x n t c).
Notation y := (y t c).

Lemma least_in_parts : least n t c s / k = s * ((x + y) * (x + y)) / (k * (m * m)).
Proof.
  pose proof (k_at_least_1 n t c c_below_t t_at_most_n); pose proof (k_at_most_m n t c c_below_t t_at_most_n).
  unfold least; field; lra.
Qed.

(** Cauchy and Schwarz: at most independent noise, at least central noise. *)
Lemma square_bounds : m * m / k <= (x + y) * (x + y) <= m * m.
Proof.
  pose proof (k_at_least_1 n t c c_below_t t_at_most_n) as one; pose proof (k_at_most_m n t c c_below_t t_at_most_n) as few.
  pose proof (x_squared n t c c_below_t t_at_most_n) as xx; pose proof (y_squared n t c c_below_t t_at_most_n) as yy.
  pose proof (x_not_negative n t c) as x0; pose proof (y_positive n t c c_below_t t_at_most_n) as y0; split.
  - assert (m - k <= x * y) as product.
    { apply Rsqr_incr_0_var; [unfold Rsqr|nra]; replace (x * y * (x * y)) with (x * x * (y * y)) by ring.
      rewrite xx, yy; assert (0 <= (m - k) * (m * (k - 1))) by (repeat apply Rmult_le_pos; lra); nra. }
    apply Rmult_le_reg_r with k; [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    rewrite <- yy; replace ((x + y) * (x + y) * (y * y)) with ((x * y + y * y) * (x * y + y * y)) by ring; rewrite yy; nra.
  - assert (2 * (x * y) <= (m - k) + k * (m - 1)) as product.
    { set (u := sqrt (m - k)); set (w := sqrt (k * (m - 1))); assert (0 <= k * (m - 1)) by (apply Rmult_le_pos; lra).
      assert (u * u = m - k) as uu by (apply sqrt_sqrt; lra); assert (w * w = k * (m - 1)) as ww by (now apply sqrt_sqrt).
      assert (x * y = u * w) as -> by
        (unfold Optimum.x, Optimum.y, u, w; rewrite <- !sqrt_mult by (try apply Rmult_le_pos; lra); f_equal; ring).
      pose proof (Rle_0_sqr (u - w)) as square; unfold Rsqr in square; lra. }
    replace ((x + y) * (x + y)) with (x * x + 2 * (x * y) + y * y) by ring; rewrite xx, yy; lra.
Qed.

Lemma least_between : s / (k * k) <= least n t c s / k <= s / k.
Proof.
  pose proof (k_at_least_1 n t c c_below_t t_at_most_n); pose proof (k_at_most_m n t c c_below_t t_at_most_n).
  destruct square_bounds as [low high]; rewrite least_in_parts; split.
  - replace (s / (k * k)) with (s * (m * m / k) / (k * (m * m))) by (field; lra).
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|apply Rmult_le_compat_l; lra].
  - replace (s / k) with (s * (m * m) / (k * (m * m))) by (field; lra).
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|apply Rmult_le_compat_l; lra].
Qed.

Lemma least_of_everybody : t = n -> least n t c s / k = s / (m * m).
Proof.
  intros same; pose proof (k_at_least_1 n t c c_below_t t_at_most_n); rewrite least_without_dropouts by assumption.
  assert (k = m) as -> by (unfold Optimum.k, Optimum.m; now rewrite same).
  pose proof (k_at_most_m n t c c_below_t t_at_most_n); field; lra.
Qed.

(** With g = n - t dropouts and no colluders (x + y)^2 is between g n and 4 g n. *)
Lemma least_with_dropouts : c = 0%nat -> (t < n)%nat -> let rate := s * (INR n - INR t) / (INR t * INR n) in
  rate <= least n t c s / k <= 4 * rate.
Proof.
  intros none drop rate; pose proof (k_at_least_1 n t c c_below_t t_at_most_n) as one.
  pose proof (x_squared n t c c_below_t t_at_most_n) as xx; pose proof (y_squared n t c c_below_t t_at_most_n) as yy.
  pose proof (x_not_negative n t c) as x0; pose proof (y_positive n t c c_below_t t_at_most_n) as y0.
  rewrite least_in_parts.
  assert (m = INR n) as mm by (unfold Optimum.m; rewrite none; f_equal; lia).
  assert (k = INR t) as kk by (unfold Optimum.k; rewrite none; f_equal; lia).
  assert (INR t + 1 <= INR n) as gap by (rewrite <- S_INR; apply le_INR; lia).
  rewrite mm, kk in *; set (N := INR n) in *; set (T := INR t) in *; set (g := N - T) in *; unfold rate; clear rate.
  assert (g <= x * y) as product.
  { apply Rsqr_incr_0_var; [unfold Rsqr|nra]; replace (x * y * (x * y)) with (x * x * (y * y)) by ring.
    rewrite xx, yy; assert (g <= N - 1) by (unfold g; lra); assert (g * g <= g * (N - 1)) by (apply Rmult_le_compat_l; unfold g; lra).
    assert (0 <= g * (N - 1) * (T - 1)) by (repeat apply Rmult_le_pos; unfold g; lra); lra. }
  assert (2 * (x * y) <= x * x + y * y) by (pose proof (Rle_0_sqr (x - y)) as square; unfold Rsqr in square; lra).
  assert (1 <= g) by (unfold g; lra); assert (T <= g * N) by nra.
  assert (g * N <= (x + y) * (x + y) <= 4 * (g * N)) as [low high].
  { replace ((x + y) * (x + y)) with (x * x + 2 * (x * y) + y * y) by ring; split; rewrite xx in *; nra. }
  replace (s * g / (T * N)) with (s * (g * N) / (T * (N * N))) by (field; unfold g in *; lra).
  replace (4 * (s * (g * N) / (T * (N * N)))) with (s * (4 * (g * N)) / (T * (N * N))) by (field; lra).
  assert (0 <= / (T * (N * N))) by (apply Rlt_le, Rinv_0_lt_compat; nra).
  split; apply Rmult_le_compat_r; try assumption; apply Rmult_le_compat_l; lra.
Qed.

End Least.

(** * Section 5 *)

Definition section5_rate (n t c : Z) (s : Q) : Q :=
  if Z.eqb t n then (s / inject_Z ((n - c) * (n - c)))%Q else (s * inject_Z (n - t) / inject_Z (t * n))%Q.

Ltac sizes_into_reals := rewrite ?mult_IZR, ?minus_IZR, <- ?INR_IZR_INZ.

Lemma INR_less a b : (a < b)%nat -> INR a + 1 <= INR b.
Proof. intros less; rewrite <- S_INR; now apply le_INR. Qed.

(* Claim: cordp/sec-5-factor printed *)
Theorem section5_factor n t c q : (c < t)%nat -> (t <= n)%nat -> (0 < q)%Q -> t = n \/ c = 0%nat ->
  let rate := Q2R (section5_rate (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) q) in
  exists e, infimum n t c (Q2R q) removed_error e /\ 1 * rate <= e <= 4 * rate.
Proof.
  intros below all positive case rate; apply Q2R_more in positive; apply INR_less in below as gap; pose proof (pos_INR c).
  assert (INR t <= INR n) by now apply le_INR.
  exists (least n t c (Q2R q) / k t c); split; [now apply least_is_infimum|].
  unfold rate, section5_rate; destruct (Z.eqb_spec (Z.of_nat t) (Z.of_nat n)) as [same|other].
  - rewrite least_of_everybody, Q2R_over, Q2R_inject by (try assumption; try lia; rewrite Q2R_inject; sizes_into_reals; nra).
    sizes_into_reals; rewrite (m_minus_c n t c) by assumption.
    assert (0 < Q2R q / ((INR n - INR c) * (INR n - INR c))) by (apply Rdiv_lt_0_compat; nra); lra.
  - destruct (least_with_dropouts n t c (Q2R q)) as [low high]; try assumption; try lia.
    rewrite Q2R_over, Q2R_mult, !Q2R_inject by (rewrite Q2R_inject; sizes_into_reals; nra); sizes_into_reals; lra.
Qed.

(** * Fig. 4 *)

(** Central noise below, independent noise above; without dropouts and colluders central noise on both sides. *)
Definition figure4 (n t c : Z) (s : Q) : Q * Q :=
  let central := (s / inject_Z ((t - c) * (t - c)))%Q in
  if (Z.eqb t n && Z.eqb c 0)%bool then (central, central) else (central, s / inject_Z (t - c))%Q.

(* Claim: cordp/fig-4-centralised printed *)
Theorem figure4_centralised n t c q : (c < t)%nat -> (t <= n)%nat -> (0 < q)%Q ->
  let '(low, high) := figure4 (Z.of_nat n) (Z.of_nat t) (Z.of_nat c) q in
  exists e, infimum n t c (Q2R q) removed_error e /\ Q2R low <= e /\ e <= Q2R high.
Proof.
  intros below all positive; apply Q2R_more in positive; apply INR_less in below as gap; pose proof (pos_INR c).
  pose proof (least_between n t c (Q2R q) below all positive) as [low high]; rewrite (k_minus_c n t c) in * by assumption.
  assert (Q2R (q / inject_Z ((Z.of_nat t - Z.of_nat c) * (Z.of_nat t - Z.of_nat c)))
    = Q2R q / ((INR t - INR c) * (INR t - INR c))) as central
    by (rewrite Q2R_over, Q2R_inject by (rewrite Q2R_inject; sizes_into_reals; nra); sizes_into_reals; reflexivity).
  assert (Q2R (q / inject_Z (Z.of_nat t - Z.of_nat c)) = Q2R q / (INR t - INR c)) as local
    by (rewrite Q2R_over, Q2R_inject by (rewrite Q2R_inject; sizes_into_reals; lra); sizes_into_reals; reflexivity).
  pose proof (least_is_infimum n t c (Q2R q) below all positive) as least_one; rewrite (k_minus_c n t c) in least_one by assumption.
  unfold figure4; destruct (Z.eqb_spec (Z.of_nat t) (Z.of_nat n)) as [same|other], (Z.eqb_spec (Z.of_nat c) 0) as [none|some];
    cbn [andb]; exists (least n t c (Q2R q) / (INR t - INR c)); rewrite ?central, ?local; repeat split; try apply least_one; try assumption.
  pose proof (least_of_everybody n t c (Q2R q) below all ltac:(lia)) as value; rewrite (k_minus_c n t c) in value by assumption.
  rewrite value, (m_minus_c n t c) by assumption; assert (n = t) as -> by lia; right; reflexivity.
Qed.
