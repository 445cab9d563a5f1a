(** Lemma 3, and Alg. 3 with Lemma 3's beta: the paper's variances are feasible and of least total. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation Rules Feasibility Theorem3 Eq7 Alg3 TwoLargest.
From Optcheck.tpmdp Require Import Lemma2.
Import ListNotations.
Open Scope Q_scope.

Section Instance.

Variables (t : nat) (required : list Q) (active : list bool).
Notation n := (length required).
Notation a := (active_count active).
Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.
Hypothesis Ht : (1 <= t <= n - 1)%nat.

Let R := rule_of t required active.
Let L := level_of R required active.

(** *** Lemma 3 *)

Section Lemma3.

Hypothesis Hcase : subcase_4 n t a.

Let A := alpha required active.
Let B := beta required active.
Let m1 := nth_largest 1 (inactive_needs required active).
Let p1 := nth_largest 1 (active_needs required active).

Lemma rule_of_4 : R = ranked FewActive (n - t - a + 1) (n - a) n.
Proof. apply rule_4; [lia|exact Hcase]. Qed.

Lemma level_is_second : L = nth_largest 2 required.
Proof.
  unfold L, level_of. rewrite rule_of_4. simpl. rewrite rank_in_subcase_4 by (auto; lia).
  now rewrite leaders_true.
Qed.

Lemma minus_some : (1 <= length (inactive_needs required active))%nat.
Proof. unfold subcase_4 in Hcase. rewrite (length_minus t) by auto. lia. Qed.

Lemma plus_two : (2 <= length (active_needs required active))%nat.
Proof. unfold subcase_4 in Hcase. rewrite (length_plus t) by auto. lia. Qed.

Lemma inactive_at_most i : (i < n)%nat -> is_active active i = false -> need required i <= m1.
Proof. intros Hi Ai. apply largest_is_largest; [now apply minus_nonneg|]. now apply (inactive_need t). Qed.

Lemma active_at_most i : (i < n)%nat -> is_active active i = true -> need required i <= p1.
Proof. intros Hi Ai. apply largest_is_largest; [now apply plus_nonneg|]. now apply (active_need t). Qed.

Lemma m1_le_alpha : m1 <= A.
Proof. apply Q.le_max_l. Qed.

Lemma p1_le_beta : p1 <= B.
Proof. apply Q.le_max_l. Qed.

Lemma m2_le_beta : nth_largest 2 (inactive_needs required active) <= B.
Proof. apply Q.le_max_r. Qed.

Lemma alpha_above_beta : B < A -> A == m1.
Proof.
  intros H. unfold A, alpha in H |- *. fold m1 in H |- *.
  destruct (Q.max_spec m1 (nth_largest 2 (active_needs required active))) as [[Hc E]|[Hc E]]; [|exact E].
  assert (P := p1_le_beta).
  assert (P2 : nth_largest 2 (active_needs required active) <= p1); [|rewrite E in H; lra].
  assert (Hp := plus_two). assert (Hpos := plus_nonneg required active Hreq).
  assert (C1 := few_exceed (active_needs required active) 0 Hpos ltac:(lia)).
  assert (C2 := many_reach (active_needs required active) 1 Hpos ltac:(lia) ltac:(lia)).
  destruct (Qlt_le_dec p1 (nth_largest 2 (active_needs required active))) as [Hlt|Hle]; [|exact Hle].
  assert (C3 := reach_exceeds _ _ (active_needs required active) Hlt). unfold p1, nth_largest in C3. simpl in C3. lia.
Qed.

Lemma unit_of_4 : (length required - a - t + 1 = n - t - a + 1)%nat /\ (1 <= n - t - a + 1)%nat.
Proof. unfold subcase_4 in Hcase. lia. Qed.

(** alpha <= beta: the level is alpha. *)
Lemma lemma3_first : A <= B ->
  optimal t required active (map (lemma3_variance t required active) (combine required active)).
Proof.
  intros HAB. assert (EL : L == A).
  { rewrite level_is_second. apply second_is_alpha; auto using minus_some, plus_two. }
  apply optimal_like_allocate; auto; [fold R; rewrite rule_of_4; simpl; rewrite rank_in_subcase_4 by (auto; lia); lia|].
  intros i Hi. fold R L. unfold lemma3_variance, variance. fold A B. rewrite rule_of_4. simpl.
  replace (Qle_bool A B) with true by (symmetry; now apply Qle_bool_iff). rewrite orb_true_r.
  destruct unit_of_4 as [Eu Hu]. rewrite Eu. apply Q_of_le in Hu. change (Q_of 1) with 1 in Hu.
  destruct (is_active active i) eqn:Ai; simpl; [now rewrite EL|].
  assert (H1 := inactive_at_most i Hi Ai). assert (H2 := m1_le_alpha).
  replace (Qle_bool (need required i) L) with true by (symmetry; apply Qle_bool_iff; lra).
  rewrite EL. field. lra.
Qed.

(** alpha > beta and t >= 2: the level is beta, and only one party exceeds it. *)
Lemma lemma3_second : B < A -> t <> 1%nat ->
  optimal t required active (map (lemma3_variance t required active) (combine required active)).
Proof.
  intros HBA Ht1. assert (EL : L == B).
  { rewrite level_is_second. apply second_is_beta; auto using minus_some, plus_two. fold A B. lra. }
  apply optimal_like_allocate; auto; [fold R; rewrite rule_of_4; simpl; rewrite rank_in_subcase_4 by (auto; lia); lia|].
  intros i Hi. fold R L. unfold lemma3_variance, variance. fold A B m1. rewrite rule_of_4. simpl.
  replace (Qle_bool A B) with false by (symmetry; apply not_true_iff_false; rewrite Qle_bool_iff; lra).
  replace (t =? 1)%nat with false by (symmetry; now apply Nat.eqb_neq). simpl.
  destruct unit_of_4 as [Eu Hu]. rewrite Eu. assert (HuQ := Hu). apply Q_of_le in HuQ. change (Q_of 1) with 1 in HuQ.
  assert (EA := alpha_above_beta HBA). destruct (is_active active i) eqn:Ai; simpl.
  - assert (H1 := active_at_most i Hi Ai). assert (H2 := p1_le_beta). symmetry. apply Q.max_l. lra.
  - destruct (Qeq_bool (need required i) m1) eqn:E.
    + apply Qeq_bool_iff in E.
      replace (Qle_bool (need required i) L) with false
        by (symmetry; apply not_true_iff_false; rewrite Qle_bool_iff; lra).
      rewrite EL, E, EA. field. lra.
    + assert (H1 := inactive_at_most i Hi Ai). assert (H2 := m2_le_beta).
      assert (Hne : ~ need required i == m1) by (intros F; apply Qeq_bool_iff in F; congruence).
      assert (H3 : need required i <= nth_largest 2 (inactive_needs required active)).
      { apply below_largest; [now apply minus_nonneg|now apply (inactive_need t)|]. fold m1.
        destruct (Qlt_le_dec (need required i) m1); [assumption|]. exfalso. apply Hne. lra. }
      replace (Qle_bool (need required i) L) with true by (symmetry; apply Qle_bool_iff; lra).
      rewrite EL. field. lra.
Qed.

(** alpha > beta and t = 1: equal shares of alpha, the largest requirement. *)
Lemma lemma3_single : B < A -> t = 1%nat ->
  optimal t required active (map (lemma3_variance t required active) (combine required active)).
Proof.
  intros HBA Et. assert (EA := alpha_above_beta HBA). assert (Hc := Hcase). unfold subcase_4 in Hc.
  apply (equal_shares_are_optimal t required active Hlen Hreq Ht _ A); fold R; try rewrite rule_of_4; auto; try lia.
  - rewrite EA. apply level_nonneg; [now apply minus_nonneg|simpl; lia].
  - intros j Hj _. destruct (is_active active j) eqn:Aj.
    + assert (H1 := active_at_most j Hj Aj). assert (H2 := p1_le_beta). lra.
    + assert (H1 := inactive_at_most j Hj Aj). lra.
  - intros i Hi. unfold lemma3_variance. fold A B. rewrite Et. simpl.
    replace (n - a - 1 + 1)%nat with (n - a)%nat by lia.
    assert (Hu : 1 <= Q_of (n - a)) by (change 1 with (Q_of 1); apply Q_of_le; lia).
    destruct (is_active active i) eqn:Ai; [|field; lra].
    assert (H1 := active_at_most i Hi Ai). assert (H2 := p1_le_beta). apply Q.max_l. lra.
  - rewrite (few_active_total t required active Hlen Ht Hcase). unfold row_4. rewrite Et. change (Q_of 1) with 1.
    assert (D : (1 - 1) / (Q_of n - Q_of a - 1 + 1) * nth_largest 2 required == 0) by (unfold Qdiv; ring).
    rewrite D, EA. assert (Hm := minus_some). assert (Hpos := minus_nonneg required active Hreq).
    assert (C1 := many_reach (inactive_needs required active) 0 Hpos ltac:(lia) ltac:(lia)).
    assert (C2 := few_exceed required 0 Hreq ltac:(lia)).
    destruct (Qlt_le_dec (nth_largest 1 required) m1) as [Hlt|Hle]; [exfalso|lra].
    assert (C3 := reach_exceeds _ _ (inactive_needs required active) Hlt).
    assert (C4 := count_split_by_activity (exceeds (nth_largest 1 required)) required active Hlen).
    unfold m1, nth_largest in *. simpl in *. lia.
Qed.

(* Claim: tpmdp/lem-3 printed *)
Theorem lemma3 : optimal t required active (map (lemma3_variance t required active) (combine required active)).
Proof.
  destruct (Qlt_le_dec B A) as [HBA|HAB]; [|now apply lemma3_first].
  destruct (Nat.eq_dec t 1) as [Et|Et]; [now apply lemma3_single|now apply lemma3_second].
Qed.

End Lemma3.

(** ** Alg. 3 with Lemma 3's beta *)

(* Claim: tpmdp/alg-3 corrected *)
Theorem alg3_is_optimal : (1 <= a)%nat -> optimal t required active (alg3 t required active).
Proof.
  intros Ha. assert (Han : (a <= n)%nat).
  { assert (H := card_negb n (is_active active)). rewrite (card_active required active Hlen) in H. lia. }
  assert (H := subcases_are_exclusive_and_complete n t a Ht ltac:(lia)). unfold alg3, alg3_variance.
  destruct (subcase_of n t a); [contradiction| | | |].
  - apply alg2_is_optimal; auto. tauto.
  - apply lemma2; auto; tauto.
  - apply alg2_is_optimal; auto. tauto.
  - apply lemma3. tauto.
Qed.

End Instance.
