(** Eq. 7 of TPMDP row by row, in the paper's terms, with the third row as corrected; the subcases. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation Rules Feasibility Theorem3.
Import ListNotations.
Open Scope Q_scope.

(** The rank in Subcases 1 and 3, and in Subcase 2; numbers in descending order, counted from 1. *)
Definition xi (n t : nat) : nat := Nat.min ((2 * n - t) / (n - t)) (t + 1).
Definition xi_one (n t : nat) : nat := Nat.min ((2 * n - t - 1) / (n - t)) t.

Definition nth_largest (k : nat) (l : list Q) : Q := level_after (k - 1) l.

Definition inactive_needs (required : list Q) (active : list bool) : list Q := leaders false required active.

Definition row_1_and_3 (t : nat) (required : list Q) : Q :=
  let n := length required in
  largest (xi n t - 1) required
  + ((2 * Q_of n - Q_of t) / (Q_of n - Q_of t) - Q_of (xi n t)) * nth_largest (xi n t) required.

Definition row_2 (t : nat) (required : list Q) (active : list bool) : Q :=
  let n := length required in
  let minus := inactive_needs required active in
  largest (xi_one n t - 1) minus
  + ((2 * Q_of n - Q_of t - 1) / (Q_of n - Q_of t) - Q_of (xi_one n t)) * nth_largest (xi_one n t) minus.

(** As corrected: the two largest requirements of all parties, not of the active ones. *)
Definition row_4 (t : nat) (required : list Q) (active : list bool) : Q :=
  nth_largest 1 required
  + (Q_of t - 1) / (Q_of (length required) - Q_of (active_count active) - Q_of t + 1) * nth_largest 2 required.

(** ** The subcases as printed *)

Definition subcase_1 (n t a : nat) : Prop := (n - t + 1 <= a)%nat.
Definition subcase_2 (n t a : nat) : Prop := (a = 1)%nat.
Definition subcase_3 (n t a : nat) : Prop := (2 <= a <= n - t)%nat /\ (n <= t * a)%nat.
Definition subcase_4 (n t a : nat) : Prop := (2 <= a <= n - t)%nat /\ (t * a < n)%nat.

(** Exactly one applies: the one that the rule follows. *)
Theorem subcases_are_exclusive_and_complete n t a : (1 <= t <= n - 1)%nat -> (1 <= a <= n)%nat ->
  match subcase_of n t a with
  | ManyActive => subcase_1 n t a /\ ~ subcase_2 n t a /\ ~ subcase_3 n t a /\ ~ subcase_4 n t a
  | OneActive => ~ subcase_1 n t a /\ subcase_2 n t a /\ ~ subcase_3 n t a /\ ~ subcase_4 n t a
  | SomeActive => ~ subcase_1 n t a /\ ~ subcase_2 n t a /\ subcase_3 n t a /\ ~ subcase_4 n t a
  | FewActive => ~ subcase_1 n t a /\ ~ subcase_2 n t a /\ ~ subcase_3 n t a /\ subcase_4 n t a
  | NoNoise => False
  end.
Proof.
  intros Ht Ha. unfold subcase_of, subcase_1, subcase_2, subcase_3, subcase_4.
  destruct (Nat.eqb_spec t 0), (Nat.eqb_spec a 0); try lia. simpl.
  destruct (Nat.eqb_spec a 1); [lia|]. destruct (Nat.ltb_spec (n - t) a); [lia|].
  destruct (Nat.leb_spec n (t * a)); lia.
Qed.

(** ** The ranks *)

Lemma shifted_division n d : (1 <= d)%nat -> ((n + d) / d = n / d + 1)%nat.
Proof. intros Hd. rewrite <- (Nat.mul_1_l d) at 1. rewrite Nat.div_add by lia. reflexivity. Qed.

Lemma xi_is_rank n t : (1 <= t <= n - 1)%nat -> xi n t = Nat.min (n / (n - t) + 1) n.
Proof.
  intros Ht. unfold xi. replace (2 * n - t)%nat with (n + (n - t))%nat by lia.
  rewrite shifted_division by lia. destruct (Nat.eq_dec t (n - 1)) as [->|Hne]; [f_equal; lia|].
  assert (n / (n - t) < t + 1)%nat by (apply Nat.div_lt_upper_bound; nia). lia.
Qed.

Lemma xi_one_is_rank n t : (2 <= t <= n - 1)%nat -> xi_one n t = Nat.min ((n - 1) / (n - t) + 1) (n - 1).
Proof.
  intros Ht. unfold xi_one. replace (2 * n - t - 1)%nat with (n - 1 + (n - t))%nat by lia.
  rewrite shifted_division by lia. destruct (Nat.eq_dec t (n - 1)) as [->|Hne]; [f_equal; lia|].
  assert ((n - 1) / (n - t) < t)%nat by (apply Nat.div_lt_upper_bound; nia). lia.
Qed.

Lemma xi_one_single n : (2 <= n)%nat -> xi_one n 1 = 1%nat.
Proof.
  intros Hn. unfold xi_one. replace (2 * n - 1 - 1)%nat with (n - 1 + (n - 1))%nat by lia.
  now rewrite shifted_division, Nat.div_same by lia.
Qed.

Lemma rank_in_subcase_4 n t a : (1 <= t)%nat -> subcase_4 n t a ->
  Nat.min ((n - a) / (n - t - a + 1) + 1) n = 2%nat.
Proof.
  unfold subcase_4. intros Ht H.
  assert ((n - a) / (n - t - a + 1) = 1)%nat; [|lia].
  symmetry. apply Nat.div_unique with (t - 1)%nat; nia.
Qed.

(** ** The rules *)

Lemma rule_1_and_3 n t a : (1 <= t <= n - 1)%nat -> subcase_1 n t a \/ subcase_3 n t a ->
  exists c, rule_for n t a = ranked c (n - t) n n /\ all_lead c = true /\ all_carry c = true.
Proof.
  intros Ht Hcase. unfold rule_for, subcase_of, subcase_1, subcase_3 in *.
  destruct (Nat.eqb_spec t 0), (Nat.eqb_spec a 0); try lia. simpl.
  destruct (Nat.eqb_spec a 1); [lia|]. destruct (Nat.ltb_spec (n - t) a); [now exists ManyActive|].
  destruct (Nat.leb_spec n (t * a)); [now exists SomeActive|]. lia.
Qed.

Lemma rule_2 n t : (1 <= t)%nat -> rule_for n t 1 = ranked OneActive (n - t) (n - 1) (n - 1).
Proof. intros Ht. unfold rule_for, subcase_of. destruct (Nat.eqb_spec t 0); [lia|reflexivity]. Qed.

Lemma rule_4 n t a : (1 <= t)%nat -> subcase_4 n t a -> rule_for n t a = ranked FewActive (n - t - a + 1) (n - a) n.
Proof.
  intros Ht Hcase. unfold rule_for, subcase_of, subcase_4 in *.
  destruct (Nat.eqb_spec t 0), (Nat.eqb_spec a 0); try lia. simpl.
  destruct (Nat.eqb_spec a 1); [lia|]. destruct (Nat.ltb_spec (n - t) a); [lia|].
  destruct (Nat.leb_spec n (t * a)); [lia|reflexivity].
Qed.

(** ** The rows *)

Lemma leaders_true required active : length active = length required -> leaders true required active = required.
Proof.
  unfold leaders. simpl. revert active.
  induction required as [|r l IH]; intros [|b m] H; try discriminate; [reflexivity|].
  simpl. now rewrite IH by (injection H; auto).
Qed.

Lemma largest_one l : largest 1 l == level_after 0 l.
Proof. rewrite largest_step. change (largest 0 l) with 0. lra. Qed.

Lemma outside_count_Q n t : (1 <= t <= n - 1)%nat -> 1 <= Q_of n - Q_of t.
Proof. intros Ht. rewrite <- Q_of_minus by lia. change 1 with (Q_of 1). apply Q_of_le. lia. Qed.

(** A number is the least total of Eq. 6. *)
Definition least_total (t : nat) (required : list Q) (active : list bool) (v : Q) : Prop :=
  let n := length required in
  (exists x, feasible n (is_active active) (need required) t x /\ Sum n x == v)
  /\ forall x, feasible n (is_active active) (need required) t x -> v <= Sum n x.

Section Rows.

Variables (t : nat) (required : list Q) (active : list bool).
Notation n := (length required).
Notation a := (active_count active).
Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.
Hypothesis Ht : (1 <= t <= n - 1)%nat.

Lemma optimal_total_is_least v : optimal_total t required active == v -> least_total t required active v.
Proof.
  intros E. destruct (theorem3_allocation_is_optimal t required active Hlen Hreq ltac:(lia)) as [Hf [Hmin Hv]].
  split.
  - exists (sigma t required active). split; [exact Hf|]. now rewrite Hv.
  - intros x Hx. specialize (Hmin x Hx). lra.
Qed.

Lemma all_carry_total : subcase_1 n t a \/ subcase_3 n t a ->
  optimal_total t required active == row_1_and_3 t required.
Proof.
  intros Hcase. assert (Hn := outside_count_Q n t Ht).
  destruct (rule_1_and_3 n t a Ht Hcase) as [c [E [Hc _]]].
  unfold optimal_total, level_of, rule_of. rewrite E. unfold ranked. simpl. rewrite Hc.
  rewrite <- xi_is_rank by exact Ht. rewrite leaders_true by exact Hlen.
  assert (Hxi : (1 <= xi n t)%nat) by (rewrite xi_is_rank by exact Ht; lia).
  replace (xi n t =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
  unfold row_1_and_3, nth_largest. rewrite Q_of_minus by lia.
  assert (D : (2 * Q_of n - Q_of t) / (Q_of n - Q_of t) == Q_of n / (Q_of n - Q_of t) + 1) by (field; lra).
  rewrite D. lra.
Qed.

Lemma one_active_total : subcase_2 n t a -> optimal_total t required active == row_2 t required active.
Proof.
  unfold subcase_2. intros Ha. assert (Hn := outside_count_Q n t Ht).
  unfold optimal_total, level_of, rule_of. rewrite Ha, rule_2 by lia. unfold ranked. simpl.
  unfold row_2, nth_largest, inactive_needs. set (minus := leaders false required active).
  assert (Hpos : (1 <= Nat.min ((n - 1) / (n - t) + 1) (n - 1))%nat) by lia.
  replace (Nat.min ((n - 1) / (n - t) + 1) (n - 1) =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
  rewrite (Q_of_minus n 1), (Q_of_minus n t) by lia. change (Q_of 1) with 1.
  assert (D : (2 * Q_of n - Q_of t - 1) / (Q_of n - Q_of t) == (Q_of n - 1) / (Q_of n - Q_of t) + 1) by (field; lra).
  rewrite D. clear Hpos D. destruct (Nat.eq_dec t 1) as [E1|Hne]; [|rewrite <- xi_one_is_rank by lia; lra].
  assert (X : xi_one n t = 1%nat) by (rewrite E1; apply xi_one_single; lia).
  assert (D1 : (Q_of n - 1) / (Q_of n - Q_of t) == 1).
  { assert (T1 : Q_of t == 1) by (rewrite E1; reflexivity). rewrite T1 in *. field. lra. }
  rewrite X, D1. replace ((n - 1) / (n - t))%nat with 1%nat by (rewrite E1; symmetry; apply Nat.div_same; lia).
  destruct (Nat.eq_dec n 2) as [H2|H2].
  - replace (Nat.min (1 + 1) (n - 1)) with 1%nat by lia. lra.
  - replace (Nat.min (1 + 1) (n - 1)) with 2%nat by lia. simpl. rewrite largest_one.
    change (largest 0 minus) with 0. change (Q_of 2) with 2. change (Q_of 1) with 1. lra.
Qed.

Lemma few_active_total : subcase_4 n t a -> optimal_total t required active == row_4 t required active.
Proof.
  intros Hcase. assert (Hrank := rank_in_subcase_4 n t a ltac:(lia) Hcase).
  unfold optimal_total, level_of, rule_of. rewrite rule_4 by (auto; lia). unfold ranked. simpl. rewrite Hrank. simpl.
  rewrite leaders_true, largest_one by exact Hlen. unfold row_4, nth_largest. simpl.
  unfold subcase_4 in Hcase. rewrite Q_of_plus, !Q_of_minus by lia. change (Q_of 1) with 1. change (Q_of 2) with 2.
  assert (Hu : 1 <= Q_of n - Q_of a - Q_of t + 1).
  { assert (H : (t + a <= n)%nat) by lia. apply Q_of_le in H. rewrite Q_of_plus in H. lra. }
  assert (D : (Q_of n - Q_of a) / (Q_of n - Q_of t - Q_of a + 1) - 2 + 1
    == (Q_of t - 1) / (Q_of n - Q_of a - Q_of t + 1)) by (field; lra).
  rewrite D. lra.
Qed.

(* Claim: tpmdp/eq-7-subcases-1-3 printed *)
Theorem eq7_subcases_1_and_3 : subcase_1 n t a \/ subcase_3 n t a ->
  least_total t required active (row_1_and_3 t required).
Proof. intros Hcase. now apply optimal_total_is_least, all_carry_total. Qed.

(* Claim: tpmdp/eq-7-subcase-2 printed *)
Theorem eq7_subcase_2 : subcase_2 n t a -> least_total t required active (row_2 t required active).
Proof. intros Hcase. now apply optimal_total_is_least, one_active_total. Qed.

(* Claim: tpmdp/eq-7-subcase-4 corrected *)
Theorem eq7_subcase_4 : subcase_4 n t a -> least_total t required active (row_4 t required active).
Proof. intros Hcase. now apply optimal_total_is_least, few_active_total. Qed.

End Rows.
