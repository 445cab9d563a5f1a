(** Theorem 1 of Chained-DP with Definition 3, corrected: the one Nash profile. *)

From Coq Require Import Reals Lra List QArith Qreals Qminmax.
From Optcheck.chained Require Import Game.
Import ListNotations.
Open Scope R_scope.

Definition sum (l : list R) : R := fold_right Rplus 0 l.

Definition not_negative (l : list R) : Prop := Forall (fun x => 0 <= x) l.

(** Definition 3: no user can lower its cost by adding another amount, while the others' amounts stay the same. [found]
    is the noise that the first user of the lists finds. *)
Fixpoint equilibrium (found : R) (preferences added : list R) : Prop :=
  match preferences, added with
  | [], [] => True
  | b :: others, x :: later =>
      (forall y, 0 <= y -> no_worse b (found + x + sum later) (found + x) (found + y + sum later) (found + y)) /\
      equilibrium (found + x) others later
  | _, _ => False
  end.

Definition nash_equilibrium (preferences added : list R) : Prop :=
  not_negative added /\ equilibrium 0 preferences added.

(** Every user lifts the noise to the largest preference so far. *)
Fixpoint nash_from (found : R) (preferences : list R) : list R :=
  match preferences with
  | [] => []
  | b :: others => (Rmax found b - found) :: nash_from (Rmax found b) others
  end.

Lemma lift_is_best_response found b : Rmax found b - found = best_response b found.
Proof. rewrite Rmax_comm, <- best_response_level; ring. Qed.

Lemma best_response_not_negative b found : 0 <= best_response b found.
Proof. apply Rmax_r. Qed.

Lemma nash_not_negative preferences : forall found, not_negative (nash_from found preferences).
Proof.
  induction preferences as [|b others IH]; intros found; constructor; [|apply IH].
  rewrite lift_is_best_response; apply best_response_not_negative.
Qed.

Lemma nash_is_equilibrium preferences : forall found,
  0 <= found -> not_negative preferences -> equilibrium found preferences (nash_from found preferences).
Proof.
  induction preferences as [|b others IH]; intros found finds wants; cbn [nash_from equilibrium]; [exact I|].
  inversion wants; subst; split.
  - intros y adds; rewrite lift_is_best_response.
    destruct (Req_dec y (best_response b found)) as [->|other]; [intros fin; split; [exact fin|lra]|].
    apply better_no_worse, lemma1_best_response; assumption.
  - replace (found + (Rmax found b - found)) with (Rmax found b) by ring.
    apply IH; [pose proof (Rmax_l found b); lra|assumption].
Qed.

Lemma equilibrium_is_nash preferences : forall found added,
  0 <= found -> not_negative preferences -> not_negative added ->
  equilibrium found preferences added -> added = nash_from found preferences.
Proof.
  induction preferences as [|b others IH]; intros found [|x later] finds wants adds stable; try contradiction;
    [reflexivity|].
  inversion wants; inversion adds; subst; destruct stable as [here there]; cbn [nash_from].
  assert (x = Rmax found b - found) as ->.
  { rewrite lift_is_best_response; destruct (Req_dec x (best_response b found)) as [|other]; [assumption|].
    exfalso; apply (better_not_no_worse _ _ _ _ _ (lemma1_best_response b found (sum later) x ltac:(lra) finds
      ltac:(lra) other)), here, best_response_not_negative. }
  f_equal; replace (found + (Rmax found b - found)) with (Rmax found b) in there by ring.
  apply IH; [pose proof (Rmax_l found b); lra|assumption..].
Qed.

(** * The executable forms, with rational preferences *)

Definition best_response_multiple (b found : Q) : Q := Qmax (b - found) 0.

Fixpoint nash_multiples_from (found : Q) (preferences : list Q) : list Q :=
  match preferences with
  | [] => []
  | b :: others => (Qmax found b - found)%Q :: nash_multiples_from (Qmax found b) others
  end.

Definition nash_multiples : list Q -> list Q := nash_multiples_from 0.

Lemma Q2R_max a b : Q2R (Qmax a b) = Rmax (Q2R a) (Q2R b).
Proof.
  destruct (Q.max_spec a b) as [[less ->]|[less ->]].
  - rewrite Rmax_right; [reflexivity|apply Qle_Rle, Qlt_le_weak, less].
  - rewrite Rmax_left; [reflexivity|apply Qle_Rle, less].
Qed.

Lemma Q2R_best_response b found : Q2R (best_response_multiple b found) = best_response (Q2R b) (Q2R found).
Proof. unfold best_response_multiple, best_response; now rewrite Q2R_max, Q2R_minus, RMicromega.Q2R_0. Qed.

Lemma Q2R_nash preferences : forall found,
  map Q2R (nash_multiples_from found preferences) = nash_from (Q2R found) (map Q2R preferences).
Proof.
  induction preferences as [|b others IH]; intros found; cbn; [reflexivity|].
  now rewrite IH, Q2R_minus, Q2R_max.
Qed.

Lemma Q2R_not_negative preferences : Forall (fun b => 0 <= b)%Q preferences -> not_negative (map Q2R preferences).
Proof.
  intros all; apply Forall_map; revert all; apply Forall_impl; intros b le.
  rewrite <- RMicromega.Q2R_0; now apply Qle_Rle.
Qed.

(** Among all real profiles, [nash_multiples] is the one Nash equilibrium. *)
(* Claim: chained/thm-1-nash corrected *)
Theorem theorem1_nash preferences added :
  Forall (fun b => 0 <= b)%Q preferences ->
  nash_equilibrium (map Q2R preferences) added <-> added = map Q2R (nash_multiples preferences).
Proof.
  intros wants%Q2R_not_negative; unfold nash_multiples; rewrite Q2R_nash, RMicromega.Q2R_0; split.
  - intros [adds stable]; apply equilibrium_is_nash; [lra|assumption..].
  - intros ->; split; [apply nash_not_negative|apply nash_is_equilibrium; [lra|assumption]].
Qed.
