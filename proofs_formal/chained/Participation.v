(** Chained-DP: whether taking part pays (Theorem 4), and the bound that the proof of Theorem 5 arrives at. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals Qminmax.
From Optcheck.chained Require Import Game Nash SubgamePerfect Anarchy Exact.
Import ListNotations.
Open Scope R_scope.

Definition largest_preference (preferences : list Q) : Q := fold_right Qmax 0%Q preferences.

(** * Theorem 4 *)

(** Inside the first user adds the largest preference; outside a user adds its own, and the others regroup. *)
Definition cost_inside (preferences : list R) (user : nat) : R :=
  let profile := all_first (highest 0 preferences) preferences in
  cost (nth user preferences 0) (sum profile) (sum (firstn (S user) profile)).

Definition without (user : nat) {A} (l : list A) : list A := firstn user l ++ skipn (S user) l.

Definition cost_outside (preferences : list R) (user : nat) : R :=
  let own := nth user preferences 0 in cost own (own + highest 0 (without user preferences)) own.

Definition pays_to_stay (preferences : list Q) (user : nat) : bool :=
  negb (Qle_bool (nth user preferences 0%Q) 0) && negb (Qle_bool (largest_preference (without user preferences)) 0).

Lemma highest_without l : forall user base, (user < length l)%nat ->
  highest base l = Rmax (nth user l 0) (highest base (without user l)).
Proof.
  induction l as [|b l IH]; intros [|user] base inside; cbn in inside; try lia; [reflexivity|].
  cbn [highest fold_right nth]; fold (highest base l); rewrite (IH user base) by lia.
  change (without (S user) (b :: l)) with (b :: without user l); cbn [highest fold_right].
  fold (highest base (without user l)); rewrite !Rmax_assoc, (Rmax_comm b); reflexivity.
Qed.

Lemma sum_of_first level preferences user : preferences <> [] ->
  sum (firstn (S user) (all_first level preferences)) = level /\ sum (all_first level preferences) = level.
Proof.
  intros some; destruct preferences as [|b others]; [congruence|]; unfold all_first; cbn [firstn sum fold_right].
  assert (forall l k, fold_right Rplus 0 (firstn k (map (fun _ : R => 0) l)) = 0) as zeros.
  { induction l as [|z l IH]; intros [|k]; cbn; try reflexivity; rewrite IH; ring. }
  split; [rewrite zeros; ring|]; pose proof (zeros others (length others)) as all.
  rewrite firstn_all2 in all by (rewrite map_length; lia); rewrite all; ring.
Qed.

Lemma cost_without_care total seen : cost 0 total seen = total.
Proof. unfold cost, weight; rewrite Rmult_0_l; unfold Rdiv; rewrite Rmult_0_r, Rmult_0_l; ring. Qed.

Lemma staying_pays b o : 0 <= b -> 0 <= o ->
  (cost b (Rmax b o) (Rmax b o) < cost b (b + o) b <-> 0 < b /\ 0 < o).
Proof.
  intros cares others; destruct (Req_dec b 0) as [->|positive].
  - rewrite !cost_without_care, Rmax_right by lra; lra.
  - assert (0 < b) as own by lra; pose proof (sqrt_lt_R0 b own) as root; pose proof (sqrt_sqrt b cares) as square.
    assert (cost b (b + o) b = 3 * b + o) as -> by (unfold cost, weight; field; lra).
    destruct (Rle_lt_dec b o) as [less|more].
    + rewrite Rmax_right by assumption; split; [intros _; lra|intros _].
      assert (sqrt b <= sqrt o) as roots by (apply sqrt_le_1; lra); pose proof (sqrt_lt_R0 o ltac:(lra)).
      unfold cost, weight; assert (2 * (b * sqrt b) / sqrt o <= 2 * b); [|lra].
      apply Rmult_le_reg_r with (sqrt o); [assumption|].
      replace (2 * (b * sqrt b) / sqrt o * sqrt o) with (2 * b * sqrt b) by (field; lra).
      apply Rmult_le_compat_l; lra.
    + rewrite Rmax_left by lra; assert (cost b b b = 3 * b) as -> by (unfold cost, weight; field; lra); lra.
Qed.

(* Claim: chained/thm-4 corrected *)
Theorem theorem4_participation preferences user : (user < length preferences)%nat ->
  Forall (fun b => 0 <= b)%Q preferences ->
  (pays_to_stay preferences user = true <->
   cost_inside (map Q2R preferences) user < cost_outside (map Q2R preferences) user).
Proof.
  intros inside wants; set (prefs := map Q2R preferences).
  assert (not_negative prefs) as real_wants by now apply Q2R_not_negative.
  assert (preferences <> []) as some by (intros ->; cbn in inside; lia).
  assert (user < length prefs)%nat as inside' by (unfold prefs; now rewrite map_length).
  destruct (sum_of_first (highest 0 prefs) prefs user) as [seen total]; [unfold prefs; destruct preferences; discriminate || congruence|].
  unfold cost_inside, cost_outside; rewrite seen, total, (highest_without prefs user 0) by assumption.
  assert (0 <= nth user prefs 0) by (apply (proj1 (Forall_nth _ prefs)); assumption).
  pose proof (found_le_highest (without user prefs) 0).
  rewrite staying_pays by assumption; unfold pays_to_stay; rewrite andb_true_iff.
  assert (forall q, negb (Qle_bool q 0) = true <-> 0 < Q2R q) as positive.
  { intros q; rewrite negb_true_iff, <- RMicromega.Q2R_0; split.
    - intros no; apply Qlt_Rlt, Qnot_le_lt; intros le%Qle_bool_iff; congruence.
    - intros more; apply not_true_iff_false; intros le%Qle_bool_iff%Qle_Rle; lra. }
  rewrite !positive; unfold largest_preference; rewrite Q2R_highest.
  replace (map Q2R (without user preferences)) with (without user prefs)
    by (unfold without, prefs; now rewrite map_app, firstn_map, skipn_map).
  replace (nth user prefs 0) with (Q2R (nth user preferences 0%Q)); [reflexivity|].
  unfold prefs; rewrite <- RMicromega.Q2R_0, map_nth; reflexivity.
Qed.

(** * The bound in the proof of Theorem 5 *)

Definition proof_bound (roots : list Q) : Q := ((largest roots / smallest roots) * (largest roots / smallest roots))%Q.

Lemma price_below z : 0 < z < 1 -> price z < 1 / (z * z).
Proof.
  intros [low high]; unfold price; assert (0 < z * z) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_lt_reg_r with (3 * (z * z)); [lra|].
  replace ((1 + 2 * (z * z * z)) / (3 * (z * z)) * (3 * (z * z))) with (1 + 2 * (z * z * z)) by (field; lra).
  replace (1 / (z * z) * (3 * (z * z))) with 3 by (field; lra).
  assert (z * z * z < 1) by (replace 1 with (1 * 1 * 1) by ring; repeat apply Rmult_le_0_lt_compat; nra); lra.
Qed.

(** Where not all preferences are equal the outcome costs more than the least cost, and less than max/min times it. *)
(* Claim: chained/thm-5-proof-bound printed *)
Theorem theorem5_proof_bound roots T : positive_roots roots -> 0 < T -> T * T * T = Q2R (optimal_level_cubed roots) ->
  (exists r, In r roots /\ ~ r == largest roots)%Q ->
  let preferences := preferences_of roots in
  let outcome := total_cost preferences (all_first (Q2R (largest roots) * Q2R (largest roots)) preferences) in
  let least := total_cost preferences (all_first T preferences) in
  least < outcome /\ outcome < Q2R (proof_bound roots) * least.
Proof.
  intros good positive cube (r & r_in & r_other) preferences outcome least.
  set (top := Q2R (largest roots)) in *; set (low := Q2R (smallest roots)).
  assert (0 < low) as low_more by now apply (low_positive roots T).
  assert (In top (map Q2R roots)) as top_in by now apply (top_is_one roots T).
  assert (forall z, In z roots -> low <= Q2R z <= top) as range.
  { intros z member; split; [exact (smallest_below roots (largest roots) z member)|now apply roots_above]. }
  assert (low <= top) as order by (apply in_map_iff in top_in; destruct top_in as (z & <- & inside); apply (range z inside)).
  assert (In (top * top) preferences) as member.
  { apply in_map_iff in top_in; destruct top_in as (z & same & inside); rewrite <- same.
    apply (in_map (fun r => Q2R r * Q2R r)), inside. }
  assert (forall b, In b preferences -> low * low <= b <= top * top) as between.
  { intros b (z & inside & -> & more)%in_preferences; [|assumption]; destruct (range z inside); split; nra. }
  assert (positive_roots roots) as [_ all] by assumption; apply preferences_positive in all as cares.
  pose proof (optimal_level_of_cube roots T good positive cube) as optimal; fold preferences in cares, optimal.
  assert (forall b, In b preferences -> b <= top * top) as above by (intros b inside; now apply between).
  assert (forall b, In b preferences -> low * low <= b) as below by (intros b inside; now apply between).
  assert (0 < low * low) as low_square by nra.
  assert (exists b, In b preferences /\ b <> top * top) as other.
  { exists (Q2R r * Q2R r); split; [now apply (in_map (fun r => Q2R r * Q2R r))|]; intros same; apply r_other, eqR_Qeq.
    destruct (range r r_in); fold top; nra. }
  set (z := sqrt T / sqrt (top * top)).
  assert (0 < z) as z_more by now apply (share_positive preferences T (top * top) (low * low)).
  assert (z < 1) as z_less by now apply (share_below_1 preferences T (top * top) (low * low)).
  assert (outcome = price z * least) as reached by now apply (price_of_the_outcome preferences T (top * top) (low * low)).
  assert (low / top <= z) as share.
  { apply cube_le; [apply Rlt_le, Rdiv_lt_0_compat; lra|lra|].
    eapply Rle_trans; [|apply (least_mean_le preferences T (top * top) (low * low)); assumption].
    pose proof (K_at_least_1 preferences T (top * top) (low * low) cares optimal member above below) as one.
    unfold least_mean; set (K := users preferences) in *.
    assert (low * low / (top * top) = low / top * (low / top)) as -> by (field; lra).
    set (q := low / top); assert (0 < q) by (apply Rdiv_lt_0_compat; lra).
    assert (q <= 1) by (apply Rmult_le_reg_r with top; [lra|]; replace (q * top) with low by (unfold q; field; lra); lra).
    rewrite weight_of_square by lra; apply Rmult_le_reg_r with K; [lra|].
    replace ((1 + (K - 1) * (q * q * q)) / K * K) with (1 + (K - 1) * (q * q * q)) by (field; lra).
    assert (q * q * q <= 1) by (assert (q * q <= 1) by nra; nra); lra. }
  assert (0 < least) as cost_positive.
  { unfold least; destruct (theorem5_optimum preferences T) as [-> _]; [intros none; rewrite none in member; contradiction| |assumption|].
    - revert cares; apply Forall_impl; intros b more; lra.
    - pose proof (K_at_least_1 preferences T (top * top) (low * low) cares optimal member above below).
      repeat first [lra | apply Rmult_lt_0_compat]. }
  rewrite reached; split.
  - rewrite <- (Rmult_1_l least) at 1; apply Rmult_lt_compat_r; [assumption|]; now apply price_above_1.
  - apply Rmult_lt_compat_r; [assumption|]; apply Rlt_le_trans with (1 / (z * z)); [now apply price_below|].
    assert (Q2R (proof_bound roots) = top / low * (top / low)) as ->
      by (unfold proof_bound; rewrite Q2R_mult, Q2R_div_positive by exact low_more; reflexivity).
    apply Rmult_le_reg_r with (z * z); [nra|]; replace (1 / (z * z) * (z * z)) with 1 by (field; lra).
    assert (1 <= top / low * z) as scaled.
    { apply Rmult_le_reg_l with (low / top); [apply Rdiv_lt_0_compat; lra|].
      replace (low / top * (top / low * z)) with z by (field; lra); lra. }
    replace (top / low * (top / low) * (z * z)) with (top / low * z * (top / low * z)) by ring; nra.
Qed.
