(** An accepted certificate of kind tpmdp-allocation: its variances satisfy Eq. 6, its total is theirs, and its bound is
    at most every feasible total. *)

From Coq Require Import QArith Qreduction Lqa Lia ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation Rules Presence Cover CoverSound PackingSound.
From Optcheck.tpmdp Require Import Schedule Certificate Reading.
Import ListNotations.
Open Scope Q_scope.

(** ** What a certificate says, read directly *)

Definition parties (c : certificate) : nat := length (required c).

Definition sees (c : certificate) (i : nat) : bool := existsb (in_run (party_of i)) (active_runs c).

Definition requirement (c : certificate) (i : nat) : Q := nth i (required c) 0 / inject_Z (denominator c).

Definition noise (c : certificate) (i : nat) : Q :=
  nth i (written_out (variance_runs c)) 0 / inject_Z (variance_denominator c).

Definition satisfies_eq6 (c : certificate) (x : nat -> Q) : Prop :=
  feasible (parties c) (sees c) (requirement c) (Z.to_nat (threshold c)) x.

(** ** Soundness *)

Section Accepted.

Variables (c : certificate) (listed : list Z).
Let n := parties c.
Let active := party_set listed.
Let flags := map (fun party => PositiveMap.mem (key party) active) (iota n 0).

Hypothesis Hok : instance_ok c = true.
Hypothesis Hlisted : read_runs (parties_of c) (active_runs c) = Some listed.

Lemma instance_facts :
  (1 <= denominator c)%Z /\ nonnegative_all (required c) = true
  /\ (0 <= threshold c)%Z /\ (Z.to_nat (threshold c) <= n - 1)%nat /\ (1 <= n)%nat.
Proof.
  unfold instance_ok in Hok. rewrite !andb_true_iff, !Z.leb_le in Hok. unfold n, parties, parties_of in *.
  repeat split; try tauto; lia.
Qed.

Lemma active_spec i : PositiveMap.mem (key (party_of i)) active = sees c i.
Proof.
  destruct (read_runs_parties _ _ _ Hlisted) as [Hrange Hin]. apply eq_true_iff_eq.
  unfold active. rewrite party_set_spec; [apply Hin|unfold party_of; lia|]. intros q Hq. apply Hrange, Hq.
Qed.

Lemma flags_length : length flags = n.
Proof. unfold flags. now rewrite map_length, length_iota. Qed.

Lemma flags_spec i : (i < n)%nat -> flagged flags i = sees c i.
Proof.
  intros Hi. unfold flagged, flags. rewrite <- active_spec.
  rewrite (nth_indep _ false (PositiveMap.mem (key 0) active)) by now rewrite map_length, length_iota.
  rewrite (map_nth (fun party => PositiveMap.mem (key party) active)), nth_iota by exact Hi. reflexivity.
Qed.

Lemma flags_count : length (filter (fun b => b) flags) = card n (fun i => PositiveMap.mem (key (party_of i)) active).
Proof.
  fold (active_count flags). rewrite <- card_list, flags_length. apply card_ext. intros i Hi.
  fold (flagged flags i). now rewrite flags_spec, active_spec.
Qed.

Lemma needs_spec i : nth i (over (denominator c) (required c)) 0 == requirement c i.
Proof. apply nth_over. Qed.

Lemma variances_sound sum : check_variances c flags = Some sum ->
  satisfies_eq6 c (noise c) /\ Sum n (noise c) == sum.
Proof.
  unfold check_variances. destruct (read_repeated _ _) as [vs|] eqn:Hread; [|discriminate].
  destruct (read_repeated_spec _ _ _ Hread) as [-> Hlen]. unfold parties_of in Hlen. apply Nat2Z.inj in Hlen.
  set (xs := over (variance_denominator c) (written_out (variance_runs c))).
  destruct (_ && _) eqn:Hall; [|discriminate]. intros Hsum. assert (Esum : sum = total xs) by congruence.
  apply andb_true_iff in Hall as [Hall Hcov]. apply andb_true_iff in Hall as [Hd Hpos]. apply Z.leb_le in Hd.
  assert (Hn : length xs = n) by (unfold xs, over; now rewrite map_length).
  assert (Hx : forall i, nth i xs 0 == noise c i) by (intros; apply nth_over). split.
  - unfold satisfies_eq6. fold n. rewrite <- Hn.
    apply (feasible_ext _ _ (flagged flags) _ (fun i => nth i (over (denominator c) (required c)) 0) _
      (fun i => nth i xs 0)).
    + intros i Hi. apply flags_spec. lia.
    + intros i _. apply needs_spec.
    + intros i _. apply Hx.
    + apply covers_sound; auto.
      * unfold over at 1. now rewrite map_length, Hn.
      * now rewrite flags_length.
      * now apply nonnegative_over.
  - assert (E := Sum_list Q 0 (fun z => z) xs). rewrite map_id, Hn in E. rewrite Esum, <- E.
    apply Sum_ext. intros i _. symmetry. apply Hx.
Qed.

Lemma bound_sound bound x : check_bound c active flags = Some bound -> satisfies_eq6 c x -> bound <= Sum n x.
Proof.
  unfold check_bound. destruct (horizon_length c =? 0)%Z.
  { intros [= <-] [Hx _]. now apply Sum_nonneg. }
  destruct (read_tracks _ _) as [read|] eqn:Htracks; [|discriminate].
  destruct (read_repeated _ _) as [durations|]; [|discriminate].
  destruct instance_facts as [_ [_ [Ht0 [Ht _]]]].
  rewrite flags_count. rewrite <- (Z2Nat.id (threshold c)) by exact Ht0.
  intros Hbound Hx. apply packing_bound_sound with (1 := Ht) (3 := Hbound).
  - now apply read_tracks_range with (tracks c).
  - revert Hx. apply feasible_ext; try reflexivity.
    + intros i _. symmetry. apply active_spec.
    + intros i _. rewrite value_at_spec. symmetry. apply needs_spec.
Qed.

End Accepted.

(** The check is sound. *)
Theorem accepted_allocation_is_sound c : check c = true ->
  satisfies_eq6 c (noise c)
  /\ Sum (parties c) (noise c) == stated_total c
  /\ forall x, satisfies_eq6 c x -> stated_bound c <= Sum (parties c) x.
Proof.
  unfold check. intros H. apply andb_true_iff in H as [Hok H].
  destruct (read_runs _ _) as [listed|] eqn:Hlisted; [|discriminate].
  destruct (check_variances _ _) as [sum|] eqn:Hvar; [|discriminate].
  destruct (check_bound _ _ _) as [bound|] eqn:Hbound; [|discriminate].
  apply andb_true_iff in H as [H _]. apply andb_true_iff in H as [Esum Ebound].
  apply Qeq_bool_iff in Esum, Ebound.
  destruct (variances_sound c listed Hlisted sum Hvar) as [Hfeasible Htotal].
  split; [exact Hfeasible|]. split; [now rewrite Htotal|].
  intros x Hx. rewrite <- Ebound. now apply (bound_sound c listed Hok Hlisted).
Qed.

(** Where the total meets the bound, the variances are optimal. *)
Theorem accepted_equal_totals_are_optimal c : check c = true -> stated_total c == stated_bound c ->
  satisfies_eq6 c (noise c) /\ forall x, satisfies_eq6 c x -> Sum (parties c) (noise c) <= Sum (parties c) x.
Proof.
  intros H E. destruct (accepted_allocation_is_sound c H) as [Hf [Ht Hb]]. split; [exact Hf|].
  intros x Hx. rewrite Ht, E. now apply Hb.
Qed.
