(** Theorem 5 of Chained-DP, corrected: the least total cost, and the bound on the price of anarchy. *)

From Coq Require Import Reals Lra Psatz List Qreals.
From Optcheck.chained Require Import Game Nash SubgamePerfect.
Import ListNotations.
Open Scope R_scope.

(** * The total cost of a profile *)

Fixpoint costs_from (total found : R) (preferences added : list R) : R :=
  match preferences, added with
  | b :: others, x :: later => cost b total (found + x) + costs_from total (found + x) others later
  | _, _ => 0
  end.

Definition total_cost (preferences added : list R) : R := costs_from (sum added) 0 preferences added.

Fixpoint all_finite (found : R) (preferences added : list R) : Prop :=
  match preferences, added with
  | [], [] => True
  | b :: others, x :: later => finite b (found + x) /\ all_finite (found + x) others later
  | _, _ => False
  end.

(** All noise in the first place: the shape of the optimum and of the subgame-perfect outcome. *)
Definition all_first (level : R) (preferences : list R) : list R :=
  match preferences with
  | [] => []
  | _ :: others => level :: map (fun _ => 0) others
  end.

Definition users (preferences : list R) : R := INR (length preferences).

Definition weights (preferences : list R) : R := sum (map weight preferences).

(** * Weights *)

Lemma weight_root b : 0 <= b -> weight b = sqrt b * sqrt b * sqrt b.
Proof. intros not_negative; unfold weight; now rewrite sqrt_sqrt. Qed.

Lemma weight_not_negative b : 0 <= b -> 0 <= weight b.
Proof. intros; apply Rmult_le_pos; [assumption|apply sqrt_pos]. Qed.

Lemma weight_le a b : 0 <= a <= b -> weight a <= weight b.
Proof. intros [a_le b_le]; apply Rmult_le_compat; [assumption|apply sqrt_pos|assumption|apply sqrt_le_1; lra]. Qed.

Lemma weight_lt a b : 0 < a < b -> weight a < weight b.
Proof.
  intros [a_lt b_lt]; apply Rmult_le_0_lt_compat; [lra|apply sqrt_pos|assumption|apply sqrt_lt_1; lra].
Qed.

Lemma weights_cons b others : weights (b :: others) = weight b + weights others.
Proof. reflexivity. Qed.

Lemma users_cons b others : users (b :: others) = users others + 1.
Proof. unfold users; cbn [length]; apply S_INR. Qed.

Lemma users_not_negative preferences : 0 <= users preferences.
Proof. apply pos_INR. Qed.

Lemma weights_not_negative preferences : not_negative preferences -> 0 <= weights preferences.
Proof.
  induction 1 as [|b others wants _ IH]; [apply Rle_refl|].
  rewrite weights_cons; pose proof (weight_not_negative b wants); lra.
Qed.

(** * Noise is worth most at the start *)

Definition flat_cost (preferences : list R) (level : R) : R :=
  users preferences * level + 2 * weights preferences / sqrt level.

Lemma flat_cost_cons b others level : flat_cost (b :: others) level = cost b level level + flat_cost others level.
Proof. unfold flat_cost, cost; rewrite users_cons, weights_cons; unfold Rdiv; ring. Qed.

Lemma costs_without_more preferences level :
  costs_from level level preferences (map (fun _ => 0) preferences) = flat_cost preferences level.
Proof.
  induction preferences as [|b others IH]; cbn [costs_from map].
  - unfold flat_cost, users, weights; cbn; unfold Rdiv; ring.
  - now rewrite Rplus_0_r, IH, flat_cost_cons.
Qed.

Lemma sum_zeros (l : list R) : sum (map (fun _ => 0) l) = 0.
Proof. induction l as [|a l IH]; [reflexivity|]; change (0 + sum (map (fun _ => 0) l) = 0); lra. Qed.

Lemma total_cost_all_first preferences level :
  preferences <> [] -> total_cost preferences (all_first level preferences) = flat_cost preferences level.
Proof.
  destruct preferences as [|b others]; [congruence|intros _]; unfold total_cost; cbn [all_first costs_from].
  change (sum (level :: map (fun _ => 0) others)) with (level + sum (map (fun _ => 0) others)).
  now rewrite sum_zeros, Rplus_0_l, Rplus_0_r, costs_without_more, flat_cost_cons.
Qed.

Lemma cost_of_less_noise b total seen :
  0 <= b -> finite b seen -> seen <= total -> cost b total total <= cost b total seen.
Proof.
  intros wants [->|positive] less; [rewrite !cost_indifferent; lra|].
  apply Rplus_le_compat_l, Rmult_le_compat_l; [pose proof (weight_not_negative b wants); lra|].
  apply Rinv_le_contravar; [apply sqrt_lt_R0; lra|apply sqrt_le_1; lra].
Qed.

Lemma sum_not_negative l : not_negative l -> 0 <= sum l.
Proof. induction 1 as [|x l more _ IH]; cbn; [apply Rle_refl|]; unfold sum in IH; lra. Qed.

Lemma first_place_is_best preferences : forall found added total,
  not_negative preferences -> not_negative added -> all_finite found preferences added ->
  total = found + sum added -> flat_cost preferences total <= costs_from total found preferences added.
Proof.
  induction preferences as [|b others IH]; intros found [|x later] total wants adds fin all; try contradiction.
  - unfold flat_cost, users, weights; cbn; unfold Rdiv; lra.
  - inversion wants; inversion adds; subst; destruct fin as [here there].
    change (sum (x :: later)) with (x + sum later) in *.
    rewrite flat_cost_cons; cbn [costs_from]; apply Rplus_le_compat.
    + apply cost_of_less_noise; [assumption..|]; pose proof (sum_not_negative later); lra || intuition lra.
    + apply IH; [assumption..|ring].
Qed.

Lemma some_noise preferences : forall found added,
  0 <= found -> not_negative preferences -> not_negative added -> all_finite found preferences added ->
  0 < weights preferences -> 0 < found + sum added.
Proof.
  induction preferences as [|b others IH]; intros found [|x later] finds wants adds fin heavy; try contradiction.
  - unfold weights in heavy; cbn in heavy; lra.
  - inversion wants; inversion adds; subst; destruct fin as [here there].
    change (sum (x :: later)) with (x + sum later).
    assert (0 <= sum later) by now apply sum_not_negative.
    destruct here as [->|positive]; [|lra].
    rewrite weights_cons in heavy; unfold weight in heavy at 1; rewrite Rmult_0_l in heavy.
    enough (0 < found + x + sum later) by lra; apply IH; try assumption; lra.
Qed.

(** * The optimum *)

(** T is the cube root of the square of the mean weight. *)
Definition optimal_level (preferences : list R) (T : R) : Prop :=
  0 < T /\ users preferences * users preferences * (T * T * T) = weights preferences * weights preferences.

Lemma optimal_weights preferences T :
  not_negative preferences -> optimal_level preferences T ->
  weights preferences = users preferences * (sqrt T * sqrt T * sqrt T).
Proof.
  intros wants [positive cubes]; pose proof (weights_not_negative preferences wants).
  pose proof (users_not_negative preferences); pose proof (sqrt_pos T).
  apply Rsqr_inj; [assumption|repeat apply Rmult_le_pos; assumption|].
  unfold Rsqr; rewrite <- cubes; pose proof (sqrt_sqrt T ltac:(lra)) as square.
  rewrite <- square at 1 2 3; ring.
Qed.

Lemma flat_cost_in_roots preferences T level :
  not_negative preferences -> optimal_level preferences T -> 0 < level ->
  flat_cost preferences level = users preferences * level_cost (sqrt T) (sqrt level).
Proof.
  intros wants optimal positive; unfold flat_cost, level_cost.
  rewrite (optimal_weights preferences T wants optimal), (sqrt_sqrt level) by lra.
  field; apply Rgt_not_eq, sqrt_lt_R0, positive.
Qed.

Lemma flat_cost_optimum preferences T level :
  not_negative preferences -> optimal_level preferences T -> 0 < level ->
  flat_cost preferences T <= flat_cost preferences level.
Proof.
  intros wants optimal positive; assert (0 < T) by apply optimal.
  rewrite !(flat_cost_in_roots preferences T) by assumption.
  apply Rmult_le_compat_l; [apply users_not_negative|].
  destruct (Req_dec (sqrt level) (sqrt T)) as [->|other]; [apply Rle_refl|].
  apply Rlt_le, least_at_the_preference; [apply sqrt_lt_R0; lra..|assumption].
Qed.

(** No profile costs less in all than T in the first place, which costs 3 K T. *)
Theorem theorem5_optimum preferences T :
  preferences <> [] -> not_negative preferences -> optimal_level preferences T ->
  total_cost preferences (all_first T preferences) = 3 * users preferences * T /\
  forall added, not_negative added -> all_finite 0 preferences added ->
    total_cost preferences (all_first T preferences) <= total_cost preferences added.
Proof.
  intros some wants optimal; assert (0 < T) as positive by apply optimal.
  rewrite total_cost_all_first by assumption; split.
  - rewrite (flat_cost_in_roots preferences T) by assumption; unfold level_cost.
    pose proof (sqrt_lt_R0 T positive); pose proof (sqrt_sqrt T ltac:(lra)) as square.
    replace (3 * users preferences * T) with (3 * users preferences * (sqrt T * sqrt T)) by now rewrite square.
    field; lra.
  - intros added adds fin; assert (0 < weights preferences).
    { rewrite (optimal_weights preferences T) by assumption; pose proof (sqrt_lt_R0 T positive).
      apply Rmult_lt_0_compat; [apply lt_0_INR; destruct preferences; [congruence|cbn; apply PeanoNat.Nat.lt_0_succ]|].
      repeat apply Rmult_lt_0_compat; assumption. }
    apply Rle_trans with (flat_cost preferences (sum added)).
    + apply flat_cost_optimum; [assumption..|].
      rewrite <- (Rplus_0_l (sum added)); apply (some_noise preferences); [lra|assumption..].
    + apply first_place_is_best; [assumption..|ring].
Qed.

(** * The price of anarchy *)

Lemma outcome_is_all_first preferences :
  map Q2R (subgame_perfect_multiples preferences) = all_first (highest 0 (map Q2R preferences)) (map Q2R preferences).
Proof.
  destruct preferences as [|b others]; [reflexivity|]; cbn [subgame_perfect_multiples map all_first].
  rewrite Q2R_highest, !map_map; f_equal; apply map_ext; intros _; apply RMicromega.Q2R_0.
Qed.

(** The subgame-perfect outcome has M, the largest preference, in the first place. With z the root of T / M, its price is
    (1 + 2 z^3) / (3 z^2), which falls to 1 as z rises to 1. *)
Definition price (z : R) : R := (1 + 2 * (z * z * z)) / (3 * (z * z)).

Lemma price_falls y z : 0 < y <= z -> z <= 1 -> price z <= price y.
Proof.
  intros [y_positive le] le_1; unfold price.
  assert (0 < y * z) by nra; assert (y * z <= y) by nra; assert (y * z * (y * z) <= y * z) by nra.
  assert (0 <= (z - y) * (z + y - 2 * (y * z * (y * z)))) by (apply Rmult_le_pos; lra).
  enough (0 <= (z - y) * (z + y - 2 * (y * z * (y * z))) / (3 * (y * z) * (y * z))) as difference.
  - replace ((z - y) * (z + y - 2 * (y * z * (y * z))) / (3 * (y * z) * (y * z)))
      with ((1 + 2 * (y * y * y)) / (3 * (y * y)) - (1 + 2 * (z * z * z)) / (3 * (z * z))) in difference
      by (field; lra); lra.
  - apply Rmult_le_pos; [assumption|]; apply Rlt_le, Rinv_0_lt_compat; nra.
Qed.

Lemma price_above_1 z : 0 < z < 1 -> 1 < price z.
Proof.
  intros [positive less]; enough (0 < price z - 1) by lra.
  replace (price z - 1) with ((1 - z) * (1 - z) * (1 + 2 * z) / (3 * (z * z))) by (unfold price; field; lra).
  apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; nra.
Qed.

Lemma cube_le x y : 0 <= x -> 0 <= y -> x * x * x <= y * y * y -> x <= y.
Proof.
  intros x_le y_le cubes; apply Rnot_lt_le; intros less.
  assert (0 < (x - y) * (x * x + x * y + y * y)) by (apply Rmult_lt_0_compat; nra); lra.
Qed.

Lemma weights_at_most preferences M :
  positive preferences -> (forall b, In b preferences -> b <= M) -> weights preferences <= users preferences * weight M.
Proof.
  intros cares below; induction preferences as [|b others IH]; [unfold users, weights; cbn; lra|].
  inversion cares; subst; rewrite users_cons, weights_cons.
  assert (weight b <= weight M) by (apply weight_le; split; [lra|apply below; now left]).
  assert (weights others <= users others * weight M) by (apply IH; [assumption|intros; apply below; now right]).
  lra.
Qed.

Lemma weights_above preferences least :
  0 < least -> (forall b, In b preferences -> least <= b) -> users preferences * weight least <= weights preferences.
Proof.
  intros positive_least above; induction preferences as [|b others IH]; [unfold users, weights; cbn; lra|].
  rewrite users_cons, weights_cons.
  assert (weight least <= weight b) by (apply weight_le; split; [lra|apply above; now left]).
  assert (users others * weight least <= weights others) by (apply IH; intros; apply above; now right); lra.
Qed.

Section Price.

Variables (preferences : list R) (T M least : R).
Hypothesis cares : positive preferences.
Hypothesis optimal : optimal_level preferences T.
Hypothesis M_is_one : In M preferences.
Hypothesis M_is_largest : forall b, In b preferences -> b <= M.
Hypothesis least_positive : 0 < least.
Hypothesis least_is_least : forall b, In b preferences -> least <= b.

Let K := users preferences.
Let share := sqrt T / sqrt M.

Lemma M_positive : 0 < M.
Proof. specialize (least_is_least M M_is_one); lra. Qed.

Lemma K_at_least_1 : 1 <= K.
Proof.
  unfold K; destruct preferences as [|b others]; [contradiction M_is_one|].
  rewrite users_cons; pose proof (users_not_negative others); lra.
Qed.

Lemma wants : not_negative preferences.
Proof. apply (Forall_impl (fun x => 0 <= x)) with (2 := cares); intros; lra. Qed.

(** One user is at the maximum, and no user is below the least preference. *)
Lemma weights_at_least : weight M + (K - 1) * weight least <= weights preferences.
Proof.
  unfold K; clear - M_is_one least_is_least least_positive.
  induction preferences as [|b others IH]; [contradiction|].
  rewrite users_cons, weights_cons; destruct M_is_one as [->|later].
  - assert (users others * weight least <= weights others); [|lra].
    apply weights_above; [assumption|intros; apply least_is_least; now right].
  - assert (weight least <= weight b) by (apply weight_le; split; [lra|apply least_is_least; now left]).
    assert (weight M + (users others - 1) * weight least <= weights others); [|lra].
    apply IH; [assumption|intros; apply least_is_least; now right].
Qed.

Lemma weights_less : (exists b, In b preferences /\ b <> M) -> weights preferences < K * weight M.
Proof.
  unfold K; clear - cares M_is_largest; induction preferences as [|b others IH]; intros (c & member & other);
    [contradiction|].
  inversion cares; subst; rewrite users_cons, weights_cons.
  assert (b <= M) as below by (apply M_is_largest; now left).
  assert (weight b <= weight M) by (apply weight_le; lra).
  assert (weights others <= users others * weight M)
    by (apply weights_at_most; [assumption|intros; apply M_is_largest; now right]).
  destruct member as [->|later].
  - assert (weight c < weight M) by (apply weight_lt; lra); lra.
  - assert (weights others < users others * weight M); [|lra].
    apply IH; [assumption|intros; apply M_is_largest; now right|now exists c].
Qed.

Lemma share_cubed : share * share * share * weight M * K = weights preferences.
Proof.
  rewrite (optimal_weights preferences T wants optimal), weight_root by (pose proof M_positive; lra).
  unfold share, K; field; apply Rgt_not_eq, sqrt_lt_R0, M_positive.
Qed.

Lemma share_positive : 0 < share.
Proof. apply Rdiv_lt_0_compat; apply sqrt_lt_R0; [apply optimal|apply M_positive]. Qed.

Lemma weight_M_positive : 0 < weight M.
Proof. apply Rmult_lt_0_compat; [|apply sqrt_lt_R0]; apply M_positive. Qed.

Lemma share_at_most_1 : share <= 1.
Proof.
  pose proof share_positive; pose proof weight_M_positive; pose proof K_at_least_1.
  apply cube_le; [lra..|]; apply Rmult_le_reg_r with (weight M * K); [apply Rmult_lt_0_compat; lra|].
  pose proof share_cubed; pose proof (weights_at_most preferences M cares M_is_largest); unfold K in *; lra.
Qed.

Lemma share_below_1 : (exists b, In b preferences /\ b <> M) -> share < 1.
Proof.
  intros other%weights_less; pose proof share_at_most_1; pose proof share_cubed as cubed.
  destruct (Req_dec share 1) as [one|]; [|lra].
  rewrite one in cubed; lra.
Qed.

Lemma price_of_the_outcome :
  total_cost preferences (all_first M preferences) = price share * total_cost preferences (all_first T preferences).
Proof.
  assert (preferences <> []) by (intros none; rewrite none in M_is_one; contradiction).
  pose proof (sqrt_lt_R0 M M_positive) as root_M; assert (0 < T) as positive_T by apply optimal.
  pose proof (sqrt_lt_R0 T positive_T) as root_T.
  rewrite !total_cost_all_first by assumption.
  rewrite !(fun level => flat_cost_in_roots preferences T level wants optimal) by (assumption || apply M_positive).
  unfold level_cost, price, share; field; lra.
Qed.

(** The mean weight over the largest is least when all users but one have the least preference. *)
Definition least_mean : R := (1 + (K - 1) * weight (least / M)) / K.

Lemma weight_quotient : weight (least / M) * weight M = weight least.
Proof.
  pose proof M_positive as positive_M; pose proof (sqrt_lt_R0 M positive_M).
  unfold weight; rewrite sqrt_div by lra; field; lra.
Qed.

Lemma least_mean_le : least_mean <= share * share * share.
Proof.
  pose proof weight_M_positive; pose proof K_at_least_1; pose proof weight_quotient as quotient.
  apply Rmult_le_reg_r with (weight M * K); [apply Rmult_lt_0_compat; lra|].
  pose proof share_cubed; pose proof weights_at_least as at_least; rewrite <- quotient in at_least.
  replace (least_mean * (weight M * K)) with (weight M + (K - 1) * (weight (least / M) * weight M))
    by (unfold least_mean; field; lra); lra.
Qed.

(** The corrected bound of Theorem 5, z being the cube root of a = [least_mean]. *)
Theorem theorem5_bound z :
  0 < z -> z * z * z = least_mean ->
  total_cost preferences (all_first M preferences)
    <= price z * total_cost preferences (all_first T preferences) /\
  ((exists b, In b preferences /\ b <> M) ->
   total_cost preferences (all_first T preferences) < total_cost preferences (all_first M preferences)).
Proof.
  intros z_positive cube; pose proof least_mean_le; pose proof share_positive.
  assert (preferences <> []) as some by (intros none; rewrite none in M_is_one; contradiction).
  rewrite price_of_the_outcome.
  destruct (theorem5_optimum preferences T some wants optimal) as [-> _].
  assert (0 < 3 * users preferences * T) by (pose proof K_at_least_1; destruct optimal; unfold K in *; nra).
  split.
  - apply Rmult_le_compat_r; [lra|]; apply price_falls; [|apply share_at_most_1].
    split; [assumption|]; apply cube_le; lra.
  - intros other; rewrite <- (Rmult_1_l (3 * _ * T)) at 1; apply Rmult_lt_compat_r; [assumption|].
    apply price_above_1; split; [assumption|]; apply share_below_1, other.
Qed.

End Price.
