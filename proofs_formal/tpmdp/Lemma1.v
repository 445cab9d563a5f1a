(** Everyone active: Theorem 2's total, and Lemma 1, which reduces Subcases 1 and 3 to it. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Allocation Feasibility Eq7.
Import ListNotations.
Open Scope Q_scope.

Definition everyone (required : list Q) : list bool := map (fun _ => true) required.

Lemma count_everyone required : active_count (everyone required) = length required.
Proof. unfold active_count, everyone. induction required as [|r l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma everyone_is_active required i : (i < length required)%nat -> is_active (everyone required) i = true.
Proof.
  unfold is_active, everyone. revert i. induction required as [|r l IH]; intros [|i] Hi; simpl in *; try lia; auto.
  apply IH. lia.
Qed.

(* Claim: tpmdp/thm-2-value printed *)
Theorem theorem2_total t required :
  Forall (fun z => 0 <= z) required -> (1 <= t <= length required - 1)%nat ->
  least_total t required (everyone required) (row_1_and_3 t required).
Proof.
  intros Hreq Ht. apply eq7_subcases_1_and_3; auto; rewrite ?count_everyone; unfold everyone, subcase_1.
  - now rewrite map_length.
  - left. lia.
Qed.

(** Lemma 1: in Subcases 1 and 3 what is optimal with everyone active is optimal. *)
(* Claim: tpmdp/lem-1 printed *)
Theorem lemma1 t required active x :
  let n := length required in
  let a := active_count active in
  length active = n -> Forall (fun z => 0 <= z) required -> (1 <= t <= n - 1)%nat ->
  subcase_1 n t a \/ subcase_3 n t a ->
  feasible n (fun _ => true) (need required) t x ->
  (forall z, feasible n (fun _ => true) (need required) t z -> Sum n x <= Sum n z) ->
  feasible n (is_active active) (need required) t x
  /\ forall z, feasible n (is_active active) (need required) t z -> Sum n x <= Sum n z.
Proof.
  intros n a Hlen Hreq Ht Hcase [Hx Hsum] Hmin. split.
  { split; [exact Hx|]. intros g j Hj Gj Hg [v [Hv [_ Gv]]]. apply Hsum; auto. now exists v. }
  intros z Hz.
  assert (Hev := everyone_is_active required).
  destruct (theorem2_total t required Hreq Ht) as [[y [[Hy Hys] Ey]] _].
  destruct (eq7_subcases_1_and_3 t required active Hlen Hreq Ht Hcase) as [_ Hleast].
  specialize (Hleast z Hz).
  assert (Sum n x <= Sum n y); [|unfold n in *; lra]. apply Hmin. split; [exact Hy|].
  intros g j Hj Gj Hg [v [Hv [_ Gv]]]. apply Hys; auto. exists v. auto.
Qed.
