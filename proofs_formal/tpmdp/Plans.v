(** What people plan with: [allocate] against every group of at most t, and against t colluders and d dropouts. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Allocation Feasibility Theorem3.
Import ListNotations.
Open Scope Q_scope.

(** The threshold that stands for t colluders and d dropouts: nobody sees anything without a colluder. *)
Definition missing_parties (t d : nat) : nat := if t =? 0 then 0 else t + d.

Section Plans.

Variables (required : list Q) (active : list bool).
Notation n := (length required).
Notation sees := (is_active active).
Notation needs := (need required).
Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.

(** Among all variances that are safe against every group of at most t, [allocate] has the least total. *)
Theorem safe_plan_is_optimal t : (t <= n - 1)%nat ->
  let x := sigma t required active in
  nonnegative n x /\ safe n sees needs t x
  /\ forall z, nonnegative n z -> safe n sees needs t z -> Sum n x <= Sum n z.
Proof.
  intros Ht x. destruct (theorem3_allocation_is_optimal t required active Hlen Hreq Ht) as [[Hx Hsum] [Hmin _]].
  split; [exact Hx|]. split; [now apply theorem1_exactly_t_decides|].
  intros z Hz Hsafe. apply Hmin. split; [exact Hz|]. now apply theorem1_exactly_t_decides.
Qed.

(** The same when d others may leave. *)
Theorem dropout_plan_is_optimal t d : (t + d <= n - 1)%nat ->
  let x := sigma (missing_parties t d) required active in
  nonnegative n x /\ safe_with_dropouts n sees needs t d x
  /\ forall z, nonnegative n z -> safe_with_dropouts n sees needs t d z -> Sum n x <= Sum n z.
Proof.
  intros Htd x. unfold x, missing_parties. destruct (Nat.eqb_spec t 0) as [->|Ht].
  - destruct (no_noise 0 required active Hlen (or_introl eq_refl)) as [[Hx _] [Hzero _]].
    split; [exact Hx|]. split; [apply no_colluders_need_nothing|].
    intros z Hz _. rewrite Hzero. now apply Sum_nonneg.
  - destruct (theorem3_allocation_is_optimal (t + d) required active Hlen Hreq Htd) as [Hf [Hmin _]].
    split; [apply Hf|]. split; [now apply threshold_covers_dropouts|].
    intros z Hz Hsafe. apply Hmin. apply (dropouts_are_planned_exactly n sees needs t d z); auto. lia.
Qed.

End Plans.
