(** Theorem 5 of Chained-DP in rational numbers: preferences that are squares of rationals make the cubes rational. *)

From Coq Require Import Reals Lra Psatz List QArith Qreals Qminmax.
From Optcheck.chained Require Import Game Nash SubgamePerfect Anarchy.
Import ListNotations.
Open Scope R_scope.

(** * The executable forms; [roots] are the square roots of the preferences *)

Definition cube (q : Q) : Q := (q * q * q)%Q.

Definition total (l : list Q) : Q := fold_right Qplus 0%Q l.

Definition count (l : list Q) : Q := inject_Z (Z.of_nat (length l)).

Definition largest (roots : list Q) : Q := fold_right Qmax 0%Q roots.

Definition smallest (roots : list Q) : Q := fold_right Qmin (largest roots) roots.

(** The cube of the optimal level: the square of the mean weight. *)
Definition optimal_level_cubed (roots : list Q) : Q :=
  let mean := (total (map cube roots) / count roots)%Q in (mean * mean)%Q.

(** The mean weight over the largest, if all users but one had the least preference. *)
Definition least_mean_of (roots : list Q) : Q :=
  ((1 + (count roots - 1) * cube (smallest roots / largest roots)) / count roots)%Q.

Definition bound_cubed (roots : list Q) : Q :=
  let a := least_mean_of roots in (cube (1 + 2 * a) / (27 * (a * a)))%Q.

(** The price of anarchy itself, cubed. *)
Definition price_cubed (roots : list Q) : Q :=
  let weight := total (map cube roots) in
  (cube (count roots * (largest roots * largest roots) + 2 * weight / largest roots)
   / (27 * count roots * (weight * weight)))%Q.

(** * From rationals to reals *)

Definition preferences_of (roots : list Q) : list R := map (fun r => Q2R r * Q2R r) roots.

Definition positive_roots (roots : list Q) : Prop := roots <> [] /\ Forall (fun r => 0 < r)%Q roots.

Lemma Q2R_positive q : (0 < q)%Q -> 0 < Q2R q.
Proof. intros less; rewrite <- RMicromega.Q2R_0; now apply Qlt_Rlt. Qed.

Lemma Q2R_cube q : Q2R (cube q) = Q2R q * Q2R q * Q2R q.
Proof. unfold cube; now rewrite !Q2R_mult. Qed.

Lemma Q2R_count roots : Q2R (count roots) = users (preferences_of roots).
Proof.
  unfold count, users, preferences_of; rewrite map_length, INR_IZR_INZ; unfold Q2R, inject_Z; cbn [Qnum Qden]; field.
Qed.

Lemma weight_of_square r : 0 <= r -> weight (r * r) = r * r * r.
Proof. intros not_negative; unfold weight; now rewrite sqrt_square. Qed.

Lemma Q2R_weights roots :
  Forall (fun r => 0 < r)%Q roots -> Q2R (total (map cube roots)) = weights (preferences_of roots).
Proof.
  induction 1 as [|r roots more _ IH]; [exact RMicromega.Q2R_0|].
  apply Q2R_positive in more; cbn [map total fold_right preferences_of]; fold (total (map cube roots)).
  change (map (fun r => Q2R r * Q2R r) roots) with (preferences_of roots).
  rewrite weights_cons, weight_of_square, Q2R_plus, Q2R_cube, IH by lra; reflexivity.
Qed.

Lemma preferences_positive roots : Forall (fun r => 0 < r)%Q roots -> positive (preferences_of roots).
Proof.
  intros all; apply Forall_map; revert all; apply Forall_impl; intros r more%Q2R_positive.
  now apply Rmult_lt_0_compat.
Qed.

Lemma preferences_not_negative roots : Forall (fun r => 0 < r)%Q roots -> not_negative (preferences_of roots).
Proof. intros all%preferences_positive; revert all; apply Forall_impl; intros; lra. Qed.

Lemma count_positive roots : roots <> [] -> 0 < Q2R (count roots).
Proof.
  intros some; rewrite Q2R_count; destruct roots; [congruence|].
  cbn [preferences_of map]; rewrite users_cons; pose proof (users_not_negative (map (fun r => Q2R r * Q2R r) roots)); lra.
Qed.

Lemma weights_positive roots : positive_roots roots -> 0 < weights (preferences_of roots).
Proof.
  intros [some all]; destruct roots as [|r roots]; [congruence|]; inversion all; subst.
  cbn [preferences_of map]; rewrite weights_cons.
  change (map (fun r => Q2R r * Q2R r) roots) with (preferences_of roots).
  pose proof (weights_not_negative _ (preferences_not_negative roots ltac:(assumption))).
  assert (0 < Q2R r) by now apply Q2R_positive.
  rewrite weight_of_square by lra.
  assert (0 < Q2R r * Q2R r * Q2R r) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption); lra.
Qed.

Lemma Q2R_div_positive a b : 0 < Q2R b -> Q2R (a / b) = Q2R a / Q2R b.
Proof.
  intros more; apply Q2R_div; intros zero; apply Qeq_eqR in zero; rewrite RMicromega.Q2R_0 in zero; lra.
Qed.

Lemma optimal_level_of_cube roots T :
  positive_roots roots -> 0 < T -> T * T * T = Q2R (optimal_level_cubed roots) ->
  optimal_level (preferences_of roots) T.
Proof.
  intros [some all] more cubed; pose proof (count_positive roots some) as users_positive.
  split; [assumption|]; rewrite cubed; unfold optimal_level_cubed.
  rewrite Q2R_mult, Q2R_div_positive, Q2R_weights, Q2R_count by assumption.
  rewrite Q2R_count in users_positive; field; lra.
Qed.

(** * The optimum *)

(* Claim: chained/thm-5-optimum corrected *)
Theorem theorem5_optimum_exact roots T :
  positive_roots roots -> 0 < T -> T * T * T = Q2R (optimal_level_cubed roots) ->
  let preferences := preferences_of roots in
  total_cost preferences (all_first T preferences) = 3 * users preferences * T /\
  forall added, not_negative added -> all_finite 0 preferences added ->
    total_cost preferences (all_first T preferences) <= total_cost preferences added.
Proof.
  intros roots_positive more cubed; apply theorem5_optimum.
  - destruct roots_positive as [some _]; destruct roots; [congruence|discriminate].
  - apply preferences_not_negative, roots_positive.
  - now apply optimal_level_of_cube.
Qed.

(** * The bound *)

Lemma highest_member l : l <> [] -> positive l -> In (highest 0 l) l.
Proof.
  induction l as [|b l IH]; [congruence|intros _ all]; inversion all; subst.
  destruct l as [|c l]; [left; cbn; rewrite Rmax_left; lra|].
  cbn [highest fold_right]; fold (highest 0 (c :: l)); apply Rmax_case; [now left|right].
  apply IH; [discriminate|assumption].
Qed.

Lemma highest_above l b : In b l -> b <= highest 0 l.
Proof.
  induction l as [|c l IH]; [contradiction|intros [->|member]]; cbn [highest fold_right]; fold (highest 0 l).
  - apply Rmax_l.
  - eapply Rle_trans; [apply IH, member|apply Rmax_r].
Qed.

Lemma Q2R_min a b : Q2R (Qmin a b) = Rmin (Q2R a) (Q2R b).
Proof.
  destruct (Q.min_spec a b) as [[less ->]|[less ->]].
  - rewrite Rmin_left; [reflexivity|apply Qle_Rle, Qlt_le_weak, less].
  - rewrite Rmin_right; [reflexivity|apply Qle_Rle, less].
Qed.

Lemma smallest_below roots first r : In r roots -> Q2R (fold_right Qmin first roots) <= Q2R r.
Proof.
  induction roots as [|s roots IH]; [contradiction|intros [->|member]]; cbn [fold_right]; rewrite Q2R_min.
  - apply Rmin_l.
  - eapply Rle_trans; [apply Rmin_r|apply IH, member].
Qed.

Lemma smallest_positive roots first :
  0 < Q2R first -> Forall (fun r => 0 < r)%Q roots -> 0 < Q2R (fold_right Qmin first roots).
Proof.
  intros start; induction 1 as [|r roots more _ IH]; [assumption|]; cbn [fold_right]; rewrite Q2R_min.
  apply Q2R_positive in more; apply Rmin_case; assumption.
Qed.

Section Bound.

Variables (roots : list Q) (T : R).
Hypothesis roots_positive : positive_roots roots.
Hypothesis T_positive : 0 < T.
Hypothesis T_cubed : T * T * T = Q2R (optimal_level_cubed roots).

Let preferences := preferences_of roots.
Let top := Q2R (largest roots).
Let low := Q2R (smallest roots).

Lemma roots_above r : In r roots -> Q2R r <= top.
Proof.
  intros member; unfold top, largest; rewrite Q2R_highest; apply highest_above, in_map, member.
Qed.

Lemma top_is_one : In top (map Q2R roots).
Proof.
  unfold top, largest; rewrite Q2R_highest; destruct roots_positive as [some all]; apply highest_member.
  - destruct roots; [congruence|discriminate].
  - apply Forall_map; revert all; apply Forall_impl; intros r; apply Q2R_positive.
Qed.

Lemma top_positive : 0 < top.
Proof.
  destruct (proj1 (in_map_iff _ _ _) top_is_one) as (r & <- & member).
  destruct roots_positive as [_ all]; rewrite Forall_forall in all; now apply Q2R_positive, all.
Qed.

Lemma low_positive : 0 < low.
Proof. apply smallest_positive; [apply top_positive|apply roots_positive]. Qed.

Lemma in_preferences b : In b preferences -> exists r, In r roots /\ b = Q2R r * Q2R r /\ 0 < Q2R r.
Proof.
  intros (r & <- & member)%in_map_iff; exists r; repeat split; [assumption|].
  destruct roots_positive as [_ all]; rewrite Forall_forall in all; now apply Q2R_positive, all.
Qed.

Lemma Q2R_least_mean : Q2R (least_mean_of roots) = least_mean preferences (top * top) (low * low).
Proof.
  pose proof (count_positive roots (proj1 roots_positive)); pose proof top_positive; pose proof low_positive.
  unfold least_mean_of, least_mean.
  rewrite Q2R_div_positive, Q2R_plus, Q2R_mult, Q2R_minus, Q2R_cube, Q2R_div_positive, RMicromega.Q2R_1
    by (assumption || apply top_positive).
  rewrite Q2R_count; fold preferences top low.
  replace (low * low / (top * top)) with (low / top * (low / top)) by (field; lra).
  rewrite weight_of_square; [reflexivity|]; apply Rlt_le, Rdiv_lt_0_compat; assumption.
Qed.

Lemma least_mean_positive : 0 < Q2R (least_mean_of roots).
Proof.
  rewrite Q2R_least_mean; unfold least_mean; pose proof (count_positive roots (proj1 roots_positive)) as more.
  rewrite Q2R_count in more; fold preferences in more; apply Rdiv_lt_0_compat; [|assumption].
  assert (1 <= users preferences).
  { unfold preferences; destruct roots; [destruct roots_positive; congruence|]; cbn [preferences_of map].
    rewrite users_cons; pose proof (users_not_negative (map (fun r => Q2R r * Q2R r) l)); lra. }
  assert (0 <= weight (low * low / (top * top))); [|nra].
  apply weight_not_negative, Rlt_le, Rdiv_lt_0_compat; apply Rmult_lt_0_compat; apply top_positive || apply low_positive.
Qed.

(** Every positive number has a cube root. *)
Lemma cube_root x : 0 < x -> exists z, 0 < z /\ z * z * z = x.
Proof.
  intros more; exists (Rpower x (/ 3)); split; [apply exp_pos|].
  rewrite <- !Rpower_plus; replace (/ 3 + / 3 + / 3) with 1 by field; now apply Rpower_1.
Qed.

Lemma Q2R_bound z : 0 < z -> z * z * z = Q2R (least_mean_of roots) ->
  Q2R (bound_cubed roots) = price z * price z * price z.
Proof.
  intros more cubed; unfold bound_cubed, price.
  assert (0 < Q2R (27 * (least_mean_of roots * least_mean_of roots))).
  { rewrite !Q2R_mult; replace (Q2R 27) with 27 by (unfold Q2R; cbn; lra).
    pose proof least_mean_positive; assert (0 < Q2R (least_mean_of roots) * Q2R (least_mean_of roots)); nra. }
  rewrite Q2R_div_positive, Q2R_cube, Q2R_plus, !Q2R_mult, <- cubed, RMicromega.Q2R_1 by assumption.
  replace (Q2R 27) with 27 by (unfold Q2R; cbn; lra); replace (Q2R 2) with 2 by (unfold Q2R; cbn; lra).
  field; lra.
Qed.

Lemma cubes_le x y : 0 <= x <= y -> x * x * x <= y * y * y.
Proof. intros; apply Rmult_le_compat; [nra|lra|apply Rmult_le_compat; lra|lra]. Qed.

(** * The two costs *)

Lemma some_preferences : preferences <> [].
Proof. unfold preferences; destruct roots_positive as [some _]; destruct roots; [congruence|discriminate]. Qed.

Let outcome_cost := total_cost preferences (all_first (top * top) preferences).
Let least_cost := total_cost preferences (all_first T preferences).

Lemma outcome_cost_value : outcome_cost = users preferences * (top * top) + 2 * weights preferences / top.
Proof.
  unfold outcome_cost; rewrite total_cost_all_first by apply some_preferences; unfold flat_cost.
  rewrite sqrt_square; [reflexivity|]; pose proof top_positive; lra.
Qed.

Lemma outcome_cost_not_negative : 0 <= outcome_cost.
Proof.
  rewrite outcome_cost_value; pose proof top_positive; pose proof (users_not_negative preferences).
  pose proof (weights_positive roots roots_positive) as heavy; fold preferences in heavy.
  assert (0 <= users preferences * (top * top)) by (apply Rmult_le_pos; nra).
  assert (0 < 2 * weights preferences / top) by (apply Rdiv_lt_0_compat; lra); lra.
Qed.

Lemma least_cost_cubed :
  least_cost * least_cost * least_cost = 27 * users preferences * (weights preferences * weights preferences).
Proof.
  pose proof (optimal_level_of_cube roots T roots_positive T_positive T_cubed) as [_ cubes]; fold preferences in cubes.
  destruct (theorem5_optimum_exact roots T roots_positive T_positive T_cubed) as [value _].
  fold preferences in value; fold least_cost in value; rewrite value, <- cubes; ring.
Qed.

Lemma price_value :
  outcome_cost * outcome_cost * outcome_cost = Q2R (price_cubed roots) * (least_cost * least_cost * least_cost).
Proof.
  pose proof (weights_positive roots roots_positive) as heavy; pose proof top_positive as top_more.
  pose proof (count_positive roots (proj1 roots_positive)) as some; rewrite Q2R_count in some.
  rewrite least_cost_cubed, outcome_cost_value; unfold price_cubed; fold preferences in heavy, some.
  assert (0 < Q2R (27 * count roots * (total (map cube roots) * total (map cube roots)))) as denominator.
  { rewrite !Q2R_mult, Q2R_weights, Q2R_count by apply roots_positive; fold preferences.
    replace (Q2R 27) with 27 by (unfold Q2R; cbn; lra).
    apply Rmult_lt_0_compat; [lra|now apply Rmult_lt_0_compat]. }
  rewrite Q2R_div_positive, Q2R_cube, Q2R_plus, Q2R_div_positive, !Q2R_mult, Q2R_weights, Q2R_count
    by (assumption || apply roots_positive).
  fold preferences top; replace (Q2R 27) with 27 by (unfold Q2R; cbn; lra).
  replace (Q2R 2) with 2 by (unfold Q2R; cbn; lra); field; lra.
Qed.

(** The subgame-perfect outcome costs the cube root of [price_cubed] times the least cost, at most the cube root of
    [bound_cubed], and more than once unless all preferences are equal. *)
(* Claim: chained/thm-5-bound corrected *)
Theorem theorem5_bound_exact :
  let outcome := total_cost preferences (all_first (top * top) preferences) in
  let least := total_cost preferences (all_first T preferences) in
  outcome * outcome * outcome = Q2R (price_cubed roots) * (least * least * least) /\
  outcome * outcome * outcome <= Q2R (bound_cubed roots) * (least * least * least) /\
  ((exists b, In b preferences /\ b <> top * top) -> least < outcome).
Proof.
  destruct (cube_root _ least_mean_positive) as (z & z_positive & z_cubed).
  pose proof top_positive; pose proof low_positive.
  assert (forall b, In b preferences -> b <= top * top) as above.
  { intros b (r & member & -> & ?)%in_preferences; pose proof (roots_above r member); nra. }
  assert (forall b, In b preferences -> low * low <= b) as below.
  { intros b (r & member & -> & ?)%in_preferences; unfold low, smallest in *.
    pose proof (smallest_below roots (largest roots) r member); nra. }
  assert (In (top * top) preferences) as member.
  { destruct (proj1 (in_map_iff _ _ _) top_is_one) as (r & same & member); rewrite <- same.
    apply (in_map (fun r => Q2R r * Q2R r)), member. }
  destruct (theorem5_bound preferences T (top * top) (low * low) (preferences_positive roots (proj2 roots_positive))
    (optimal_level_of_cube roots T roots_positive T_positive T_cubed) member above ltac:(nra) below z z_positive)
    as [bound strict]; [rewrite z_cubed; apply Q2R_least_mean|].
  intros outcome least; split; [exact price_value|split; [|exact strict]].
  rewrite (Q2R_bound z z_positive z_cubed).
  apply Rle_trans with (price z * least * (price z * least) * (price z * least)); [|lra].
  apply cubes_le; split; [apply outcome_cost_not_negative|exact bound].
Qed.

End Bound.
