(** The noise game of Chained-DP, and Lemma 1: a user's best response.

    Variances are written as multiples of m = 2^(-2/3). A user with preference b whose data carry the noise [seen] when
    they are sent out, and [total] in the end, pays total + 2 b^(3/2) / sqrt seen; without noise a user who cares
    pays infinitely much, a user with b = 0 does not mind. *)

From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition weight (b : R) : R := b * sqrt b.

Definition cost (b total seen : R) : R := total + 2 * weight b / sqrt seen.

Definition finite (b seen : R) : Prop := b = 0 \/ 0 < seen.

Definition no_worse (b total seen total' seen' : R) : Prop :=
  finite b seen' -> finite b seen /\ cost b total seen <= cost b total' seen'.

Definition better (b total seen total' seen' : R) : Prop :=
  finite b seen /\ (finite b seen' -> cost b total seen < cost b total' seen').

Lemma better_no_worse b t s t' s' : better b t s t' s' -> no_worse b t s t' s'.
Proof. intros [here there] fin; split; [exact here|]; apply Rlt_le, there, fin. Qed.

Lemma better_not_no_worse b t s t' s' : better b t s t' s' -> ~ no_worse b t' s' t s.
Proof. intros [here there] back; destruct (back here) as [fin le]; specialize (there fin); lra. Qed.

(** * Eq. 14 in units of m *)

(** With variances m u and weights alpha = b^(3/2), the cost of Eq. 14 is m times the cost above, since 4 m^3 = 1. *)
Lemma cost_in_units_of_m m b total seen :
  0 < m -> 4 * (m * m * m) = 1 -> 0 < seen -> m * total + weight b / sqrt (m * seen) = m * cost b total seen.
Proof.
  intros positive unit more; unfold cost; rewrite sqrt_mult by lra.
  pose proof (sqrt_lt_R0 m positive); pose proof (sqrt_lt_R0 seen more).
  pose proof (sqrt_sqrt m ltac:(lra)) as square.
  assert (1 = 2 * m * sqrt m) as root.
  { apply Rsqr_inj; [lra|apply Rmult_le_pos; lra|]; unfold Rsqr; nra. }
  replace (weight b / (sqrt m * sqrt seen)) with (1 * (weight b / (sqrt m * sqrt seen))) by ring.
  rewrite root at 1; field; lra.
Qed.

(** * The cost of a level of noise, in terms of the square roots of preference and level *)

Definition level_cost (r y : R) : R := y * y + 2 * (r * r * r) / y.

Lemma least_at_the_preference r y : 0 < r -> 0 < y -> y <> r -> level_cost r r < level_cost r y.
Proof.
  intros r_positive y_positive other; unfold level_cost.
  assert (0 < (y - r) * (y - r) * (y + 2 * r) / y).
  { apply Rdiv_lt_0_compat; [|assumption]; apply Rmult_lt_0_compat; [nra|lra]. }
  enough (y * y + 2 * (r * r * r) / y - (r * r + 2 * (r * r * r) / r) = (y - r) * (y - r) * (y + 2 * r) / y) by lra.
  field; lra.
Qed.

Lemma rises_beyond_the_preference r z y : 0 <= r <= z -> 0 < z < y -> level_cost r z < level_cost r y.
Proof.
  intros below [z_positive above]; unfold level_cost.
  assert (r * r * r <= z * z * z) by (apply Rmult_le_compat; nra).
  assert (0 < (y - z) * ((y + z) * y * z - 2 * (r * r * r)) / (y * z)).
  { apply Rdiv_lt_0_compat; [|nra]; apply Rmult_lt_0_compat; [lra|].
    assert (z * z < y * z) by nra; assert (z * z * (2 * z) < y * z * (y + z)) by (apply Rmult_gt_0_lt_compat; nra).
    lra. }
  enough (y * y + 2 * (r * r * r) / y - (z * z + 2 * (r * r * r) / z)
          = (y - z) * ((y + z) * y * z - 2 * (r * r * r)) / (y * z)) by lra.
  field; lra.
Qed.

Lemma cost_in_roots b rest level :
  0 <= b -> 0 < level -> cost b (level + rest) level = level_cost (sqrt b) (sqrt level) + rest.
Proof.
  intros not_negative positive; unfold cost, weight, level_cost.
  rewrite (sqrt_sqrt b), (sqrt_sqrt level) by lra; lra.
Qed.

Lemma cost_indifferent total seen : cost 0 total seen = total.
Proof. unfold cost, weight, Rdiv; ring. Qed.

(** * Lemma 1 *)

(** A user who finds [found] leaves the larger of that and its preference; every other level is worse. *)
Lemma best_level b found rest level :
  0 <= b -> 0 <= found -> found <= level -> level <> Rmax b found ->
  better b (Rmax b found + rest) (Rmax b found) (level + rest) level.
Proof.
  intros wants finds adds other; pose proof (Rmax_l b found); pose proof (Rmax_r b found).
  destruct (Req_dec b 0) as [->|cares].
  - split; [now left|intros _]; rewrite !cost_indifferent.
    rewrite Rmax_right in * by lra; lra.
  - split; [right; lra|intros [?|positive]; [contradiction|]].
    rewrite !cost_in_roots by lra; apply Rplus_lt_compat_r.
    assert (0 < sqrt b) by (apply sqrt_lt_R0; lra); assert (0 < sqrt level) by (apply sqrt_lt_R0; lra).
    destruct (Rle_lt_dec found b) as [lifts|enough].
    + rewrite Rmax_left in * by lra; apply least_at_the_preference; [assumption..|].
      intros same; apply other, sqrt_inj; lra.
    + rewrite Rmax_right in * by lra; apply rises_beyond_the_preference.
      * split; [lra|]; apply sqrt_le_1; lra.
      * split; [apply sqrt_lt_R0; lra|]; apply sqrt_lt_1; lra.
Qed.

Definition best_response (b found : R) : R := Rmax (b - found) 0.

Lemma best_response_level b found : found + best_response b found = Rmax b found.
Proof. unfold best_response, Rmax; destruct (Rle_dec _ _), (Rle_dec _ _); lra. Qed.

(** Lemma 1: what a user adds, given what it finds and what the others add later, is best, and nothing else is. *)
(* Claim: chained/lem-1 printed *)
Theorem lemma1_best_response b found later added :
  0 <= b -> 0 <= found -> 0 <= added -> added <> best_response b found ->
  better b (found + best_response b found + later) (found + best_response b found)
           (found + added + later) (found + added).
Proof.
  intros wants finds adds other; rewrite best_response_level.
  apply best_level; try lra; rewrite <- best_response_level; lra.
Qed.
