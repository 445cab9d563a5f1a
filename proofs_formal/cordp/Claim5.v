(** CorDP: Claim 5, Eqs. 47 and 48, Claim 6, and how the error grows with dropouts, in numbers that can be computed. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders Lemma1 Infimum Ends Covariances.
Open Scope R_scope.

Ltac real := repeat (rewrite Q2R_plus || rewrite Q2R_minus || rewrite Q2R_mult || rewrite Q2R_opp || rewrite Q2R_inject
  || rewrite mult_IZR || rewrite minus_IZR || rewrite plus_IZR || rewrite <- INR_IZR_INZ).

Section Values.

Variables (n c : nat) (s v : Q).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_n : (c < n)%nat.
Hypothesis s_positive : (0 < s)%Q.
Hypothesis enough : (s <= v)%Q.

Notation S := (Q2R s).
Notation V := (Q2R v).

Lemma in_reals : 0 < S /\ S <= V.
Proof. split; [now apply Q2R_more|now apply Qle_Rle]. Qed.

Lemma value_without_colluders up : let e := end_without_colluders (Z.of_nat n) s v up in
  0 <= Q2R (radical e) /\ end_value e = if up then high_0 n S V else low_0 n S V.
Proof.
  destruct in_reals as [positive le]; destruct (sizes n 0 two_users ltac:(lia)) as (two & _ & _).
  assert (Q2R (inject_Z (2 * (Z.of_nat n - 1))) = 2 * (INR n - 1)) as below by (real; reflexivity).
  assert (Q2R (radical (end_without_colluders (Z.of_nat n) s v up)) =
    inside_0 n S V / (2 * (INR n - 1) * (2 * (INR n - 1)))) as inner.
  { cbn [radical end_without_colluders]; rewrite Q2R_over, Q2R_mult, below by (rewrite Q2R_mult, below; nra).
    unfold inside_0; real; reflexivity. }
  assert (Q2R (middle (end_without_colluders (Z.of_nat n) s v up)) = (INR n - 2) * (V - S) / (2 * (INR n - 1))) as centre.
  { cbn [middle end_without_colluders]; rewrite Q2R_over, below by (rewrite below; lra); real; reflexivity. }
  intros e; unfold e, end_value; rewrite inner, centre; split.
  - apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; nra]; unfold inside_0.
    apply Rplus_le_le_0_compat; repeat first [lra | apply Rmult_le_pos].
  - destruct up; cbn [upper end_without_colluders]; unfold high_0, low_0; ring.
Qed.

Lemma value_of_eq102 : let e := eq102 (Z.of_nat n) (Z.of_nat c) s v in
  0 <= Q2R (radical e) /\ end_value e = least_covariance n c S V.
Proof.
  destruct in_reals as [positive le]; destruct (sizes n c two_users c_below_n) as (two & C0 & few).
  unfold eq102; destruct (Z.eqb_spec (Z.of_nat c) 0) as [none|some].
  - destruct (value_without_colluders false) as [rad value]; split; [assumption|]; rewrite value.
    assert (c = 0)%nat as -> by lia; reflexivity.
  - destruct (Z.eqb_spec (Z.of_nat c) 1) as [one|more].
    + assert (c = 1)%nat as -> by lia; cbn [radical]; split; [rewrite RMicromega.Q2R_0; lra|].
      assert (Q2R (v * inject_Z (Z.of_nat n - 1) - s * inject_Z (Z.of_nat n - 2)) = V * (INR n - 1) - S * (INR n - 2)) as below
        by (real; reflexivity).
      unfold end_value; cbn [middle radical upper]; rewrite RMicromega.Q2R_0, sqrt_0, Q2R_over, below by (rewrite below; nra).
      unfold least_covariance; real; field; nra.
    + assert (2 <= c)%nat as several by lia; assert (2 <= INR c) by (change 2 with (INR 2); now apply le_INR).
      assert (Q2R (inject_Z (2 * (Z.of_nat n - 1) * (Z.of_nat c - 1))) = 2 * (INR n - 1) * (INR c - 1)) as below
        by (real; reflexivity).
      assert (0 < 2 * (INR n - 1) * (INR c - 1)) by (repeat apply Rmult_lt_0_compat; lra).
      cbn [radical]; match goal with |- context [Ended ?p ?q _] => set (P := p); set (Q := q) end.
      assert (Q2R P = (- (INR n - 2) * (V - S) - V * INR c) / (2 * (INR n - 1) * (INR c - 1))) as centre
        by (unfold P; rewrite Q2R_over, below by (rewrite below; lra); real; reflexivity).
      assert (Q2R Q = inside n c S V / (2 * (INR n - 1) * (INR c - 1) * (2 * (INR n - 1) * (INR c - 1)))) as inner.
      { unfold Q; rewrite Q2R_over, (Q2R_mult (inject_Z _) (inject_Z _)), below by (rewrite Q2R_mult, below; nra).
        unfold inside; real; reflexivity. }
      split; [change (0 <= Q2R Q); rewrite inner|].
      * apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; nra]; unfold inside.
        apply Rplus_le_le_0_compat; [apply Rle_0_sqr|repeat first [lra | apply Rmult_le_pos]].
      * unfold end_value; cbn [middle radical upper]; rewrite centre, inner.
        unfold least_covariance; destruct c as [|[|]]; [lia|lia|ring].
Qed.

End Values.

Lemma root_below_variance v r : 0 < v -> r <= 0 -> r < v.
Proof. lra. Qed.

(** With the printed covariance a report keeps exactly s, and no private covariance is smaller. *)
(* Claim: cordp/claim-5 printed *)
Theorem claim5_least_covariance n c s v : (2 <= n)%nat -> (c < n)%nat -> (0 < s)%Q -> (s <= v)%Q ->
  let r := end_value (eq102 (Z.of_nat n) (Z.of_nat c) s v) in
  r <= 0 /\ kept n c (Q2R v) r (Q2R s) /\
  forall r', 0 < Q2R v + (INR n - 1) * r' -> r' < Q2R v -> always_private n c (Q2R s) (Q2R v) r' -> r <= r'.
Proof.
  intros two below positive enough r; destruct (in_reals s v positive enough) as [s0 sv].
  destruct (value_of_eq102 n c s v two below positive enough) as [_ value]; unfold r; rewrite value.
  destruct (least_covariance_is_a_root n c (Q2R s) (Q2R v) two below s0 sv) as (sign & definite & zero & _).
  split; [assumption|]; split; [apply kept_on_boundary; try assumption; lra|].
  intros r' definite' less keeps; now apply (private_between n c (Q2R s) (Q2R v)) in keeps.
Qed.

Definition keeps_eq47 (n c : Z) (s v r : Q) : bool :=
  end_below (eq102 n c s v) r && end_above (end_without_colluders n s v true) r.

(* Claim: cordp/lem-1-eq-47 corrected *)
Theorem lemma1_eq47 n c s v r : (2 <= n)%nat -> (c < n)%nat -> (1 <= c)%nat -> (0 < s)%Q -> (s <= v)%Q ->
  (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r < v)%Q ->
  (keeps_eq47 (Z.of_nat n) (Z.of_nat c) s v r = true <-> always_private n c (Q2R s) (Q2R v) (Q2R r)).
Proof.
  intros two below _ positive enough definite less; destruct (in_reals s v positive enough) as [s0 sv].
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  apply Qlt_Rlt in less; rewrite (private_between n c (Q2R s) (Q2R v)) by (assumption || lra).
  destruct (value_of_eq102 n c s v two below positive enough) as [r1 v1].
  destruct (value_without_colluders n c s v two below positive enough true) as [r2 v2].
  unfold keeps_eq47; now rewrite andb_true_iff, end_below_spec, end_above_spec, v1, v2.
Qed.

(* Claim: cordp/lem-1-eq-48 printed *)
Theorem lemma1_eq48 n s v : (2 <= n)%nat -> (0 < s)%Q -> (s <= v)%Q ->
  let low := end_value (end_without_colluders (Z.of_nat n) s v false) in
  let high := end_value (end_without_colluders (Z.of_nat n) s v true) in
  kept n 0 (Q2R v) low (Q2R s) /\ kept n 0 (Q2R v) high (Q2R s) /\ low <= 0 <= high.
Proof.
  intros two positive enough low high; destruct (in_reals s v positive enough) as [s0 sv].
  unfold low, high; rewrite !(proj2 (value_without_colluders n 0 s v two ltac:(lia) positive enough _)).
  destruct (ends_around_0 n 0 (Q2R s) (Q2R v) two ltac:(lia) s0 sv) as ([below above] & definite & less).
  destruct (sizes n 0 two ltac:(lia)) as (N2 & _ & _).
  assert (forall r, left_side n (Q2R s) (Q2R v) r 0 = (INR n - 1) * ((r - low_0 n (Q2R s) (Q2R v)) * (high_0 n (Q2R s) (Q2R v) - r)))
    as factors by (intros; apply (left_side_0 n 0); assumption || lia).
  split; [|split; [|split; assumption]].
  - apply kept_on_boundary; try assumption; try lia; [lra|]; rewrite factors; ring.
  - assert (0 < Q2R v + (INR n - 1) * high_0 n (Q2R s) (Q2R v)) as along by nra.
    pose proof (kept_without_seeds n 0 (Q2R v) (high_0 n (Q2R s) (Q2R v)) two ltac:(lia) along less above) as keeps.
    pose proof (level_positive n (Q2R v) (high_0 n (Q2R s) (Q2R v)) two along less) as level.
    specialize (factors (high_0 n (Q2R s) (Q2R v))); rewrite left_side_value in factors; cbn [INR] in factors.
    set (h := high_0 n (Q2R s) (Q2R v)) in *; replace (Q2R s) with ((Q2R v - h) * (Q2R v + (INR n - 1) * h) / (Q2R v + (INR n - 2) * h)).
    + assumption.
    + replace ((Q2R v - h) * (Q2R v + (INR n - 1) * h)) with (Q2R s * (Q2R v + (INR n - 2) * h)) by lra; field; lra.
Qed.

(** * Claim 6 *)

(** The error with the least covariance, in each dimension: (v + (n-1) r)/(n-c). *)
Definition claim6 (n c : Z) (s v : Q) : ended :=
  let e := eq102 n c s v in
  let share := (inject_Z (n - 1) / inject_Z (n - c))%Q in
  Ended (v / inject_Z (n - c) + share * middle e) (share * share * radical e) (upper e).

Lemma value_of_claim6 n c s v : (2 <= n)%nat -> (c < n)%nat -> (0 < s)%Q -> (s <= v)%Q ->
  end_value (claim6 (Z.of_nat n) (Z.of_nat c) s v) =
  plain_mean_error n c (Q2R v) (end_value (eq102 (Z.of_nat n) (Z.of_nat c) s v)).
Proof.
  intros two below positive enough; destruct (sizes n c two below) as (N2 & C0 & few).
  destruct (value_of_eq102 n c s v two below positive enough) as [rad _].
  rewrite plain_mean_error_value by assumption; set (e := eq102 _ _ _ _) in *; unfold end_value, claim6; fold e.
  cbn [middle radical upper]; assert (Q2R (inject_Z (Z.of_nat n - Z.of_nat c)) = INR n - INR c) as honest by (real; reflexivity).
  assert (Q2R (inject_Z (Z.of_nat n - 1) / inject_Z (Z.of_nat n - Z.of_nat c)) = (INR n - 1) / (INR n - INR c)) as share
    by (rewrite Q2R_over, honest by (rewrite honest; lra); real; reflexivity).
  rewrite Q2R_plus, !Q2R_mult, share, Q2R_over, honest by (rewrite honest; lra).
  set (a := (INR n - 1) / (INR n - INR c)); assert (0 <= a) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
  rewrite (sqrt_mult (a * a)), sqrt_square by (try assumption; nra); unfold a; field; lra.
Qed.

(** On the boundary of privacy the eigenvalue along the sum falls as the variance grows. *)
Lemma boundary_falls n c s v r v' r' : (2 <= n)%nat -> (c + 1 < n)%nat -> 0 < s -> v < v' ->
  r <= 0 -> 0 < v + (INR n - 1) * r -> left_side n s v r c = 0 ->
  r' <= 0 -> 0 < v' + (INR n - 1) * r' -> left_side n s v' r' c = 0 -> v' + (INR n - 1) * r' < v + (INR n - 1) * r.
Proof.
  intros two several positive grow sign b0 zero sign' b0' zero'; rewrite left_side_value in zero, zero'.
  assert (INR c + 2 <= INR n) as few by (replace 2 with (INR 2) by reflexivity; rewrite <- plus_INR; apply le_INR; lia).
  pose proof (pos_INR c); set (M := INR n - INR c); assert (2 <= M) by (unfold M; lra).
  set (a := v + (INR c - 1) * r) in *; set (b := v + (INR n - 1) * r) in *.
  set (a' := v' + (INR c - 1) * r') in *; set (b' := v' + (INR n - 1) * r') in *.
  assert (b <= a) by (unfold a, b; nra); assert (b' <= a') by (unfold a', b'; nra).
  assert (M * (a * b) = s * (a + (M - 1) * b)) as curve.
  { replace (s * (a + (M - 1) * b)) with (M * (s * (v + (INR n - 2) * r))) by (unfold M, a, b; ring); nra. }
  assert (M * (a' * b') = s * (a' + (M - 1) * b')) as curve'.
  { replace (s * (a' + (M - 1) * b')) with (M * (s * (v' + (INR n - 2) * r'))) by (unfold M, a', b'; ring); nra. }
  assert (M * v = a * (INR n - 1) - b * (INR c - 1)) as total by (unfold M, a, b; ring).
  assert (M * v' = a' * (INR n - 1) - b' * (INR c - 1)) as total' by (unfold M, a', b'; ring).
  destruct (Rlt_dec b' b) as [|not_less]; [assumption|exfalso].
  (* 1/b + (M-1)/a is the same at both points: (b'-b) a a' = (M-1) (a-a') b b'. *)
  assert ((b' - b) * (a * a') = (M - 1) * ((a - a') * (b * b'))) as moves.
  { assert (s * ((a + (M - 1) * b) * (a' * b')) = s * ((a' + (M - 1) * b') * (a * b))) as both.
    { rewrite <- !Rmult_assoc, (Rmult_assoc _ a' b'), (Rmult_assoc _ a b), <- curve, <- curve'; ring. }
    apply Rmult_eq_reg_l in both; lra. }
  assert (0 < a * a') by nra; assert (0 < b * b') by nra; assert (b * b' <= a * a') by nra.
  assert (0 <= a - a') as back.
  { apply Rmult_le_reg_r with ((M - 1) * (b * b')); [apply Rmult_lt_0_compat; lra|]; nra. }
  assert (b' - b <= (M - 1) * (a - a')) as slow.
  { apply Rmult_le_reg_r with (a * a'); [assumption|]; rewrite moves.
    assert ((a - a') * (b * b') <= (a - a') * (a * a')) by (apply Rmult_le_compat_l; assumption); nra. }
  assert (M * (v' - v) = - (INR n - 1) * (a - a') - (INR c - 1) * (b' - b)) as change by nra.
  assert (0 < M * (v' - v)) by nra.
  destruct (Rle_dec 1 (INR c)); [nra|]; unfold M in *; nra.
Qed.

(* Claim: cordp/claim-6 corrected *)
Theorem claim6_error_falls n c s low high : (2 <= n)%nat -> (c + 1 < n)%nat -> (0 < s)%Q -> (s <= low)%Q -> (low < high)%Q ->
  let least v := end_value (eq102 (Z.of_nat n) (Z.of_nat c) s v) in
  plain_mean_error n c (Q2R high) (least high) < end_value (claim6 (Z.of_nat n) (Z.of_nat c) s low).
Proof.
  intros two several positive enough grow least; assert (s <= high)%Q as enough' by (apply Qle_trans with low; [assumption|now apply Qlt_le_weak]).
  rewrite value_of_claim6 by (assumption || lia); fold (least low).
  destruct (in_reals s low positive enough) as [s0 sv]; destruct (in_reals s high positive enough') as [_ sv'].
  unfold least; rewrite (proj2 (value_of_eq102 n c s low two ltac:(lia) positive enough)).
  rewrite (proj2 (value_of_eq102 n c s high two ltac:(lia) positive enough')).
  destruct (least_covariance_is_a_root n c (Q2R s) (Q2R low) two ltac:(lia) s0 sv) as (sign & definite & zero & _).
  destruct (least_covariance_is_a_root n c (Q2R s) (Q2R high) two ltac:(lia) s0 sv') as (sign' & definite' & zero' & _).
  apply Qlt_Rlt in grow; rewrite !plain_mean_error_value by lia.
  assert (INR c < INR n) by (apply lt_INR; lia).
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra|]; now apply (boundary_falls n c (Q2R s)).
Qed.

(** * Dropouts beyond the design *)

Definition twice_local (f : Z) : Q := (2 / inject_Z f)%Q.

(** The best pair for at least t < n responders and s = 1, when f of them respond. *)
(* Claim: cordp/graceful-dropouts corrected *)
Theorem graceful_dropouts n t f : (1 <= f)%nat -> (f <= t)%nat -> (t < n)%nat ->
  plain_mean_error f 0 (best_variance n t 0 1) (best_covariance n t 0 1) <= Q2R (twice_local (Z.of_nat f)).
Proof.
  intros some few drop; assert (0 < t)%nat as below by lia; assert (t <= n)%nat as all by lia.
  destruct (best_pair_is_safe n t 0 1 below all Rlt_0_1 drop) as [sign _].
  assert (1 <= INR f) by (change 1 with (INR 1); now apply le_INR).
  assert (Q2R (twice_local (Z.of_nat f)) = 2 / INR f) as ->.
  { unfold twice_local; rewrite Q2R_over, Q2R_inject, <- INR_IZR_INZ by (rewrite Q2R_inject, <- INR_IZR_INZ; lra).
    unfold Q2R; cbn [Qnum Qden]; unfold Rdiv; rewrite Rinv_1; ring. }
  rewrite plain_mean_error_value by lia; cbn [INR]; rewrite Rminus_0_r.
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; lra|].
  destruct (honest_users_when_some_drop_out n t 0 below all drop) as (_ & x0 & fewer & more).
  pose proof (y_positive n t 0 below all) as y0; pose proof (x_squared n t 0 below all) as xx; pose proof (y_squared n t 0 below all) as yy.
  set (r := best_covariance n t 0 1) in *.
  assert (best_variance n t 0 1 = across n t 0 1 + r) as ->
    by (unfold best_variance, variance; fold r; cbn [INR]; unfold r, best_covariance; ring).
  assert (y t 0 <= x n t 0) as ordered.
  { apply Rsqr_incr_0_var; [unfold Rsqr; rewrite xx, yy|lra].
    assert (1 <= m n 0 - k t 0) by (unfold m, k; rewrite !Nat.sub_0_r; apply INR_less in drop; lra).
    pose proof (k_at_least_1 n t 0 below all); nra. }
  assert (across n t 0 1 <= 2); [|nra].
  unfold across; apply Rmult_le_reg_r with (m n 0 * x n t 0); [nra|].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l by nra; nra.
Qed.
