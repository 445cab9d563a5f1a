(** Theorem 3 of TPMDP as corrected: Alg. 3 is feasible for Eq. 6, no feasible variances have a smaller total, and the
    total is Eq. 7; for all numbers of parties, thresholds, active sets and rational requirements. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Choice Coalitions Ranking Allocation Rules Feasibility LevelPacking.
Import ListNotations.
Open Scope Q_scope.

Section Instance.

Variables (t : nat) (required : list Q) (active : list bool).

Notation n := (length required).
Notation a := (active_count active).
Notation need := (need required).
Notation is_active := (is_active active).

Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.

(** ** Where noise is needed, the level packing of the rule proves the total *)

Section Noise.

Hypothesis Ht : (1 <= t <= n - 1)%nat.
Hypothesis Ha : (1 <= a)%nat.

Let R := rule_of t required active.
Let L := level_of R required active.
Let Y := Q_of (carriers R) / Q_of (unit R).
Let lead := leads (all_lead (case R)) active.
Let y := leading n lead need L Y.

Let sound : sound_rule n t a R := R_sound t required active Hlen Ht Ha.

Let Yspec : Q_of (unit R) * Y == Q_of (carriers R) := Y_spec t required active Hlen Ht Ha.

Let unit_ge_1 : 1 <= Q_of (unit R) := unit_Q t required active Hlen Ht Ha.

Lemma above_at_most : (card n (fun i => lead i && exceeds L (need i)) <= rank R - 1)%nat.
Proof.
  assert (Hin := rank_in_leaders t required active Hlen Ht Ha).
  unfold need, lead. rewrite <- count_leaders by exact Hlen.
  apply few_exceed; [now apply leaders_nonneg|fold R in Hin; lia].
Qed.

Lemma reaching_at_least : (rank R <= card n (fun i => lead i && Qle_bool L (need i)))%nat.
Proof.
  assert (Hin := rank_in_leaders t required active Hlen Ht Ha). fold R in Hin.
  unfold need, lead. rewrite <- count_leaders by exact Hlen.
  assert (H := many_reach (leaders (all_lead (case R)) required active) (rank R - 1)
    (leaders_nonneg _ _ _ Hreq) ltac:(lia) Hin).
  unfold L, level_of. lia.
Qed.

Lemma Y_at_least : Q_of (rank R - 1) <= Y.
Proof.
  destruct sound as [Hu _ _ Hrank _ _ _ _ _]. assert (D := div_between (carriers R) (unit R) Hu).
  assert (H : ((rank R - 1) * unit R <= carriers R)%nat) by nia.
  apply Q_of_le in H. rewrite Q_of_mult in H. nra.
Qed.

Lemma Y_at_most : Y <= Q_of (rank R).
Proof.
  destruct sound as [_ _ _ _ _ H _ _ _]. apply Q_of_le in H. rewrite Q_of_mult in H. nra.
Qed.

Lemma Y_one : 1 <= Y.
Proof. destruct sound as [_ H _ _ _ _ _ _ _]. apply Q_of_le in H. nra. Qed.

Lemma leads_total : Sum n y == Y.
Proof.
  assert (H1 := above_at_most). assert (H2 := reaching_at_least). destruct sound as [_ _ Hr _ _ _ _ _ _].
  apply leading_total. lia.
Qed.

Lemma leads_bounds i : 0 <= y i <= 1.
Proof.
  assert (H1 := above_at_most). assert (H2 := reaching_at_least). destruct sound as [_ _ Hr _ _ _ _ _ _].
  assert (H3 := Y_at_least). assert (H4 := Y_at_most).
  apply leading_bounds; [apply Q_of_le in H1; lra|apply Q_of_le in H2; lra|lia].
Qed.

Let p := Sum n (fun i => if is_active i then y i else 0).
Let W := Q_of (n - t) * Y - (Q_of n - Q_of a).

Lemma active_lead_less_than_a : p <= Q_of a.
Proof.
  rewrite <- (card_active required active Hlen), card_Sum. apply Sum_le. intros i _.
  assert (H := leads_bounds i). unfold ind. destruct (is_active i); lra.
Qed.

Lemma active_lead_less_than_Y : p <= Y.
Proof.
  rewrite <- leads_total. apply Sum_le. intros i _.
  assert (H := leads_bounds i). destruct (is_active i); lra.
Qed.

Lemma active_do_not_lead : all_lead (case R) = false -> p == 0.
Proof.
  intros E. rewrite <- (Sum_zero n). apply Sum_ext. intros i _. unfold y, leading.
  assert (El : lead i = negb (is_active i)) by (unfold lead, leads; now rewrite E).
  rewrite El. destruct (is_active i); simpl; lra.
Qed.

(** Subcases 1 and 3: everybody carries, and every active party is present for one unit. *)
Lemma presence_if_all_carry : all_carry (case R) = true -> W == Q_of a /\ Q_of a <= (Q_of a - 1) * Y.
Proof.
  intros E. destruct sound as [_ _ _ _ _ _ _ _ Hfamily]. rewrite E in Hfamily.
  destruct Hfamily as [Hu [Hc [Hta _]]]. assert (HY := Yspec). unfold W. rewrite <- Hu, HY, Hc.
  split; [lra|]. rewrite Hc in HY. apply Q_of_le in Hta. rewrite Q_of_mult in Hta.
  assert (Hut : Q_of (unit R) == Q_of n - Q_of t) by (rewrite Hu; apply Q_of_minus; lia).
  assert (H1 : Q_of (unit R) * Q_of a <= Q_of (unit R) * ((Q_of a - 1) * Y)); [|nra].
  assert (E1 : Q_of (unit R) * ((Q_of a - 1) * Y) == (Q_of a - 1) * Q_of n) by (rewrite <- HY; ring).
  rewrite E1, Hut. lra.
Qed.

(** Subcases 2 and 4: the inactive parties carry, and the active ones fill all machines but those. *)
Lemma presence_if_inactive_carry : all_carry (case R) = false -> W == (Q_of a - 1) * Y /\ W <= Q_of a.
Proof.
  intros E. destruct sound as [_ _ _ _ _ _ _ _ Hfamily]. rewrite E in Hfamily.
  destruct Hfamily as [Hu [Hc Hta]]. assert (HY := Yspec).
  apply Q_of_le in Hta. rewrite Q_of_mult in Hta.
  apply (f_equal Q_of) in Hc, Hu.
  assert (Hct : Q_of (carriers R) + Q_of a == Q_of n) by (rewrite <- Hc; symmetry; apply Q_of_plus).
  assert (Hut : Q_of (unit R) + Q_of t + Q_of a == Q_of n + 1).
  { transitivity (Q_of (n + 1)); [rewrite <- Hu|]; rewrite !Q_of_plus; reflexivity. }
  assert (Hnt : Q_of (n - t) == Q_of n - Q_of t) by (apply Q_of_minus; lia).
  assert (HW : W == (Q_of a - 1) * Y).
  { unfold W. assert (Q_of n - Q_of a == Q_of (unit R) * Y) as -> by lra.
    assert (Q_of (n - t) == Q_of (unit R) + Q_of a - 1) as -> by lra. ring. }
  split; [exact HW|]. rewrite HW.
  assert (H1 : Q_of (unit R) * ((Q_of a - 1) * Y) <= Q_of (unit R) * Q_of a); [|nra].
  assert (E1 : Q_of (unit R) * ((Q_of a - 1) * Y) == (Q_of a - 1) * Q_of (carriers R)) by (rewrite <- HY; ring).
  rewrite E1. assert (Q_of (carriers R) == Q_of n - Q_of a) as -> by lra.
  assert (Q_of (unit R) == Q_of n + 1 - Q_of t - Q_of a) as -> by lra. lra.
Qed.

Lemma active_presence_exists : p <= W /\ W <= Q_of a /\ W <= (Q_of a - 1) * Y.
Proof.
  assert (H1 := active_lead_less_than_a). assert (H2 := active_lead_less_than_Y). assert (H3 := Y_one).
  destruct (all_carry (case R)) eqn:E.
  - destruct (presence_if_all_carry E) as [-> H]. repeat split; lra.
  - destruct (presence_if_inactive_carry E) as [HW Ha']. repeat split; [|exact Ha'|lra].
    rewrite HW. destruct sound as [_ _ _ _ _ _ Hlone Hfew _].
    destruct (bool_dec (all_lead (case R)) true) as [El|El].
    + assert (H4 := Hfew El). apply Q_of_le in H4. change (Q_of 2) with 2 in H4. nra.
    + apply not_true_iff_false in El. rewrite (active_do_not_lead El), (Hlone El). change (Q_of 1) with 1. lra.
Qed.

Lemma noise_is_optimal x :
  feasible n is_active need t x -> optimal_total t required active <= Sum n x.
Proof.
  intros Hx. rewrite (eq7_total t required active Hlen Hreq Ht Ha).
  assert (H1 := above_at_most). assert (H2 := reaching_at_least). destruct sound as [_ _ Hr _ _ _ _ _ _].
  assert (H3 := Y_at_least). assert (H4 := Y_at_most). destruct active_presence_exists as [H5 [H6 H7]].
  assert (Hca := card_active required active Hlen).
  apply (level_bound n t is_active lead need L Y); try rewrite Hca; auto.
  - apply Q_of_le in H1. lra.
  - apply Q_of_le in H2. lra.
  - lia.
  - exact Y_one.
Qed.

End Noise.

(** ** All cases *)

Definition sigma (i : nat) : Q := nth i (allocate t required active) 0.

Lemma no_noise : (t = 0 \/ a = 0)%nat ->
  feasible n is_active need t sigma /\ Sum n sigma == 0 /\ optimal_total t required active == 0.
Proof.
  intros H0. assert (E : rank (rule_of t required active) = O) by now apply no_noise_rule.
  assert (Hz : forall i, sigma i = 0).
  { intros i. unfold sigma, allocate. rewrite E. simpl. clear. revert i.
    induction required as [|z l IH]; intros [|i]; simpl; auto. }
  repeat split.
  - intros i _. rewrite Hz. lra.
  - intros group j Hj Gj Hg [v [Hv [Av Gv]]]. exfalso.
    assert (0 < card n group)%nat by now apply card_pos with v.
    assert (0 < card n is_active)%nat by now apply card_pos with v.
    rewrite (card_active required active Hlen) in *. lia.
  - rewrite <- (Sum_zero n). apply Sum_ext. intros i _. now rewrite Hz.
  - unfold optimal_total. now rewrite E.
Qed.

(** Theorem 3: feasible, of least total, and the total is Eq. 7. *)
Theorem theorem3_allocation_is_optimal :
  (t <= n - 1)%nat ->
  feasible n is_active need t sigma
  /\ (forall x, feasible n is_active need t x -> Sum n sigma <= Sum n x)
  /\ Sum n sigma == optimal_total t required active.
Proof.
  intros Ht. destruct (Nat.eq_dec t 0) as [Et|Et]; [|destruct (Nat.eq_dec a 0) as [Ea|Ea]].
  1,2: destruct no_noise as [Hf [Hs Ho]]; [tauto|]; repeat split; [apply Hf|apply Hf| |lra];
    intros x [Hx _]; rewrite Hs; now apply Sum_nonneg.
  assert (Ht' : (1 <= t <= n - 1)%nat) by lia. assert (Ha' : (1 <= a)%nat) by lia.
  assert (E : Sum n sigma == optimal_total t required active).
  { rewrite (eq7_total t required active Hlen Hreq Ht' Ha').
    apply (allocation_total t required active Hlen Ht' Ha'). }
  split; [now apply (allocation_is_feasible t required active Hlen Hreq Ht' Ha')|].
  split; [|exact E]. intros x Hx. rewrite E. now apply noise_is_optimal.
Qed.

End Instance.
