(** The remark after Theorem 1 of Chained-DP: where subgame-perfect play leads. *)

From Coq Require Import Reals Lra List QArith Qreals Qminmax.
From Optcheck.chained Require Import Game Nash.
Import ListNotations.
Open Scope R_scope.

(** A plan says what a user adds, for every amount of noise that it may find. *)
Definition plan := R -> R.

Fixpoint outcome (found : R) (plans : list plan) : list R :=
  match plans with
  | [] => []
  | s :: later => s found :: outcome (found + s found) later
  end.

(** All noise in the end. *)
Fixpoint final (found : R) (plans : list plan) : R :=
  match plans with
  | [] => found
  | s :: later => final (found + s found) later
  end.

Lemma final_outcome plans : forall found, final found plans = found + sum (outcome found plans).
Proof. induction plans as [|s later IH]; intros found; unfold sum in *; cbn; [|rewrite IH]; ring. Qed.

(** Whatever a user finds, no other amount is cheaper for it when all later users follow their plans. *)
Fixpoint subgame_perfect (preferences : list R) (plans : list plan) : Prop :=
  match preferences, plans with
  | [], [] => True
  | b :: others, s :: later =>
      (forall found, 0 <= found -> 0 <= s found /\ forall y, 0 <= y ->
        no_worse b (final (found + s found) later) (found + s found) (final (found + y) later) (found + y)) /\
      subgame_perfect others later
  | _, _ => False
  end.

(** * The largest preference, or what is found if that is more *)

Definition highest (found : R) (preferences : list R) : R := fold_right Rmax found preferences.

Lemma found_le_highest preferences found : found <= highest found preferences.
Proof.
  induction preferences as [|b others IH]; [apply Rle_refl|].
  eapply Rle_trans; [exact IH|apply Rmax_r].
Qed.

Lemma highest_from preferences found level :
  found <= level -> highest level preferences = Rmax level (highest found preferences).
Proof.
  intros more; induction preferences as [|b others IH]; cbn; [now rewrite Rmax_left|].
  fold (highest level others) (highest found others); rewrite IH, !Rmax_assoc, (Rmax_comm b level).
  reflexivity.
Qed.

(** Lifting to the highest level leaves nothing to do for later users. *)
Lemma highest_is_enough b preferences found :
  highest (highest found (b :: preferences)) preferences = highest found (b :: preferences).
Proof.
  rewrite (highest_from preferences found) by apply found_le_highest.
  apply Rmax_left, Rmax_r.
Qed.

(** * One user, the later ones lifting the noise to h *)

Lemma lift_beats_any_level b h y :
  0 < b -> 0 <= h -> 0 <= y -> y <> Rmax b h -> better b (Rmax b h) (Rmax b h) (Rmax y h) y.
Proof.
  intros cares later adds other; pose proof (Rmax_l b h).
  destruct (Rle_lt_dec h y) as [enough|less].
  - rewrite (Rmax_left y h) by assumption.
    pose proof (best_level b h 0 y) as best; rewrite !Rplus_0_r in best; apply best; lra.
  - rewrite (Rmax_right y h) by lra; split; [right; lra|intros [?|positive]; [lra|]].
    apply Rle_lt_trans with (cost b h h).
    + destruct (Req_dec h (Rmax b h)) as [<-|far]; [apply Rle_refl|].
      pose proof (best_level b h 0 h) as best; rewrite !Rplus_0_r in best.
      apply Rlt_le, best; try lra; right; lra.
    + unfold cost; apply Rplus_lt_compat_l, Rmult_lt_compat_l.
      * assert (0 < weight b) by (apply Rmult_lt_0_compat; [|apply sqrt_lt_R0]; lra); lra.
      * apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; apply sqrt_lt_R0; lra|apply sqrt_lt_1; lra].
Qed.

Lemma lift_is_best b h y : 0 <= b -> 0 <= h -> 0 <= y -> no_worse b (Rmax b h) (Rmax b h) (Rmax y h) y.
Proof.
  intros wants later adds; destruct (Req_dec y (Rmax b h)) as [->|other].
  - intros fin; split; [exact fin|]; rewrite (Rmax_left (Rmax b h) h) by apply Rmax_r; apply Rle_refl.
  - destruct (Req_dec b 0) as [->|cares].
    + intros _; split; [now left|]; rewrite !cost_indifferent, (Rmax_right 0 h) by assumption; apply Rmax_r.
    + apply better_no_worse, lift_beats_any_level; [lra..|exact other].
Qed.

(** * Subgame-perfect plans exist: lift to the highest preference from here on *)

Definition lift (preferences : list R) : plan := fun found => highest found preferences - found.

Fixpoint lifts (preferences : list R) : list plan :=
  match preferences with
  | [] => []
  | b :: others => lift preferences :: lifts others
  end.

Lemma lift_level preferences found : found + lift preferences found = highest found preferences.
Proof. unfold lift; ring. Qed.

Lemma final_lifts preferences : forall found, final found (lifts preferences) = highest found preferences.
Proof.
  induction preferences as [|b others IH]; intros found; cbn [lifts final]; [reflexivity|].
  now rewrite lift_level, IH, highest_is_enough.
Qed.

Lemma lifts_are_subgame_perfect preferences :
  not_negative preferences -> subgame_perfect preferences (lifts preferences).
Proof.
  induction preferences as [|b others IH]; intros wants; cbn [lifts subgame_perfect]; [exact I|].
  inversion wants; subst; split; [|now apply IH].
  intros found finds; pose proof (found_le_highest (b :: others) found) as more; split; [unfold lift; lra|].
  intros y adds; rewrite lift_level, !final_lifts, highest_is_enough, (highest_from others found (found + y)) by lra.
  apply lift_is_best; [assumption| |lra]; pose proof (found_le_highest others found); lra.
Qed.

(** * With positive preferences every subgame-perfect play has the same outcome *)

Fixpoint lifted (found : R) (preferences : list R) : list R :=
  match preferences with
  | [] => []
  | b :: others => lift preferences found :: lifted (highest found preferences) others
  end.

Lemma outcome_lifts preferences : forall found, outcome found (lifts preferences) = lifted found preferences.
Proof.
  induction preferences as [|b others IH]; intros found; cbn [lifts outcome lifted]; [reflexivity|].
  now rewrite lift_level, IH.
Qed.

Definition positive (l : list R) : Prop := Forall (fun x => 0 < x) l.

Lemma perfect_play preferences : forall plans, positive preferences -> subgame_perfect preferences plans ->
  forall found, 0 <= found ->
  outcome found plans = lifted found preferences /\ final found plans = highest found preferences.
Proof.
  induction preferences as [|b others IH]; intros [|s later] cares perfect found finds; try contradiction;
    [split; reflexivity|].
  inversion cares; subst; destruct perfect as [here there].
  specialize (IH later ltac:(assumption) there); destruct (here found finds) as [adds stable].
  set (h := highest found others); assert (found <= h) as more by apply found_le_highest.
  assert (found + s found = Rmax b h) as level.
  { destruct (Req_dec (found + s found) (Rmax b h)) as [|other]; [assumption|exfalso].
    pose proof (Rmax_r b h) as above; specialize (stable (Rmax b h - found) ltac:(lra)).
    replace (found + (Rmax b h - found)) with (Rmax b h) in stable by ring.
    destruct (IH (Rmax b h) ltac:(lra)) as [_ left_alone]; rewrite left_alone in stable.
    change (Rmax b h) with (highest found (b :: others)) in stable at 1; rewrite highest_is_enough in stable.
    destruct (IH (found + s found) ltac:(lra)) as [_ answered]; rewrite answered in stable.
    rewrite (highest_from others found) in stable by lra; fold h in stable; revert stable.
    apply better_not_no_worse, lift_beats_any_level; [lra..|exact other]. }
  cbn [outcome final lifted]; rewrite level; pose proof (Rmax_r b h).
  destruct (IH (Rmax b h) ltac:(lra)) as [-> ->]; change (Rmax b h) with (highest found (b :: others)).
  rewrite highest_is_enough; split; [|reflexivity]; f_equal; unfold lift.
  change (highest found (b :: others)) with (Rmax b h); lra.
Qed.

(** * The outcome, executable *)

Definition subgame_perfect_multiples (preferences : list Q) : list Q :=
  match preferences with
  | [] => []
  | _ :: others => fold_right Qmax 0%Q preferences :: map (fun _ => 0%Q) others
  end.

Lemma Q2R_highest preferences : Q2R (fold_right Qmax 0%Q preferences) = highest 0 (map Q2R preferences).
Proof.
  induction preferences as [|b others IH]; cbn; [apply RMicromega.Q2R_0|].
  now rewrite Q2R_max, IH.
Qed.

Lemma lifted_enough preferences : forall level,
  highest level preferences = level -> lifted level preferences = map (fun _ => 0) preferences.
Proof.
  induction preferences as [|b others IH]; intros level enough; cbn [lifted map]; [reflexivity|].
  unfold lift; rewrite enough; f_equal; [ring|]; apply IH.
  rewrite <- enough; apply highest_is_enough.
Qed.

Lemma lifted_from_nothing preferences :
  lifted 0 (map Q2R preferences) = map Q2R (subgame_perfect_multiples preferences).
Proof.
  destruct preferences as [|b others]; [reflexivity|].
  cbn [map lifted subgame_perfect_multiples]; unfold lift; rewrite Q2R_highest; cbn [map].
  f_equal; [ring|]; rewrite lifted_enough by apply highest_is_enough.
  rewrite !map_map; apply map_ext; intros _; now rewrite RMicromega.Q2R_0.
Qed.

(** Some subgame-perfect plans lead to [subgame_perfect_multiples]; with positive preferences all of them do. *)
(* Claim: chained/thm-1-subgame-perfect printed *)
Theorem theorem1_subgame_perfect preferences :
  Forall (fun b => 0 <= b)%Q preferences ->
  (exists plans, subgame_perfect (map Q2R preferences) plans /\
     outcome 0 plans = map Q2R (subgame_perfect_multiples preferences)) /\
  (Forall (fun b => 0 < b)%Q preferences -> forall plans, subgame_perfect (map Q2R preferences) plans ->
     outcome 0 plans = map Q2R (subgame_perfect_multiples preferences)).
Proof.
  intros wants%Q2R_not_negative; rewrite <- lifted_from_nothing; split.
  - exists (lifts (map Q2R preferences)); split; [now apply lifts_are_subgame_perfect|apply outcome_lifts].
  - intros cares plans perfect; apply (perfect_play (map Q2R preferences)); [|assumption|apply Rle_refl].
    apply Forall_map; revert cares; apply Forall_impl; intros b less.
    rewrite <- RMicromega.Q2R_0; now apply Qlt_Rlt.
Qed.
