(** The two largest requirements of all parties are the alpha and beta of Lemma 3, in the order of their size. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Ranking Allocation Rules Eq7 Alg3.
Import ListNotations.
Open Scope Q_scope.

(** ** Counting decides the level *)

Lemma count_le (P R : Q -> bool) l : (forall z, P z = true -> R z = true) -> (count P l <= count R l)%nat.
Proof.
  intros H. unfold count. induction l as [|z l IH]; simpl; [lia|]. specialize (H z).
  destruct (P z), (R z); simpl; try lia; discriminate (H eq_refl).
Qed.

Lemma fewer_exceed c d l : c <= d -> (count (exceeds d) l <= count (exceeds c) l)%nat.
Proof. intros H. apply count_le. intros z. rewrite !exceeds_spec. lra. Qed.

Lemma fewer_reach c d l : c <= d -> (count (Qle_bool d) l <= count (Qle_bool c) l)%nat.
Proof. intros H. apply count_le. intros z. rewrite !Qle_bool_iff. lra. Qed.

Lemma reach_exceeds c d l : c < d -> (count (Qle_bool d) l <= count (exceeds c) l)%nat.
Proof. intros H. apply count_le. intros z. rewrite Qle_bool_iff, exceeds_spec. lra. Qed.

Lemma level_unique l k c : Forall (fun z => 0 <= z) l ->
  (count (exceeds c) l <= k)%nat -> (k < count (Qle_bool c) l)%nat -> level_after k l == c.
Proof.
  intros Hl Hfew Hmany. assert (Hk : (k < length l)%nat).
  { assert (H := count_le_length (Qle_bool c) l). lia. }
  assert (H1 := few_exceed l k Hl ltac:(lia)). assert (H2 := many_reach l k Hl ltac:(lia) Hk).
  destruct (Qlt_le_dec (level_after k l) c) as [Hlt|Hle].
  - assert (H := reach_exceeds _ _ l Hlt). lia.
  - destruct (Qlt_le_dec c (level_after k l)) as [Hlt|Hle']; [|lra].
    assert (H := reach_exceeds _ _ l Hlt). lia.
Qed.

Lemma in_counted (P : Q -> bool) l z : In z l -> P z = true -> (1 <= count P l)%nat.
Proof.
  intros Hin Hz. unfold count. assert (H : In z (filter P l)) by now apply filter_In.
  destruct (filter P l); [contradiction|simpl; lia].
Qed.

Lemma largest_is_largest l z : Forall (fun z => 0 <= z) l -> In z l -> z <= nth_largest 1 l.
Proof.
  intros Hl Hz. apply exceeds_false, not_true_iff_false. intros H.
  assert (H1 := in_counted _ l z Hz H). assert (H2 := few_exceed l 0 Hl ltac:(lia)). unfold nth_largest in H1.
  simpl in H1. lia.
Qed.

(** Whoever is below the largest is at most the second largest. *)
Lemma below_largest l z : Forall (fun z => 0 <= z) l -> In z l -> z < nth_largest 1 l -> z <= nth_largest 2 l.
Proof.
  intros Hl Hz Hlt. apply exceeds_false, not_true_iff_false. intros H. unfold nth_largest in *. simpl in *.
  assert (Hlen : (1 <= length l)%nat) by (destruct l; [contradiction|simpl; lia]).
  set (m1 := level_after 0 l) in *. set (m2 := level_after 1 l) in *.
  assert (H1 := few_exceed l 1 Hl Hlen). fold m2 in H1.
  assert (H2 := many_reach l 0 Hl ltac:(lia) ltac:(lia)). fold m1 in H2. apply exceeds_spec in H.
  assert (Hsplit : forall k, (count (Qle_bool m1) k + count (fun y => exceeds m2 y && negb (Qle_bool m1 y)) k
    <= count (exceeds m2) k)%nat).
  { intros k. unfold count. induction k as [|y k IH]; simpl; [lia|].
    destruct (Qle_bool m1 y) eqn:E; [|destruct (exceeds m2 y)]; simpl; try lia.
    apply Qle_bool_iff in E. replace (exceeds m2 y) with true by (symmetry; apply exceeds_spec; lra). simpl. lia. }
  specialize (Hsplit l).
  assert (1 <= count (fun y => exceeds m2 y && negb (Qle_bool m1 y)) l)%nat; [|lia].
  apply in_counted with z; [exact Hz|]. apply andb_true_iff. split; [now apply exceeds_spec|].
  apply exceeds_spec in Hlt. unfold exceeds in Hlt. apply negb_true_iff. apply not_true_iff_false.
  rewrite Qle_bool_iff. apply exceeds_spec in Hlt. lra.
Qed.

(** ** Active and inactive parties *)

Lemma count_split_by_activity P required active : length active = length required ->
  (count P (inactive_needs required active) + count P (active_needs required active) = count P required)%nat.
Proof.
  unfold inactive_needs, active_needs, leaders, count. revert active.
  induction required as [|r l IH]; intros [|b m] H; try discriminate; [reflexivity|]. injection H as H.
  specialize (IH m H). simpl in *. destruct b; simpl; destruct (P r); simpl; lia.
Qed.

Section Split.

Variables (required : list Q) (active : list bool).
Hypothesis Hlen : length active = length required.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.

Let minus := inactive_needs required active.
Let plus := active_needs required active.

Lemma minus_nonneg : Forall (fun z => 0 <= z) minus.
Proof. now apply leaders_nonneg. Qed.

Lemma plus_nonneg : Forall (fun z => 0 <= z) plus.
Proof. now apply leaders_nonneg. Qed.

Lemma count_both P : (count P minus + count P plus = count P required)%nat.
Proof. now apply count_split_by_activity. Qed.

Hypothesis Hminus : (1 <= length minus)%nat.
Hypothesis Hplus : (2 <= length plus)%nat.

Let m1 := nth_largest 1 minus.
Let m2 := nth_largest 2 minus.
Let p1 := nth_largest 1 plus.
Let p2 := nth_largest 2 plus.

Lemma counts_minus : count (exceeds m1) minus = O /\ (count (exceeds m2) minus <= 1)%nat
  /\ (1 <= count (Qle_bool m1) minus)%nat /\ ((2 <= length minus)%nat -> (2 <= count (Qle_bool m2) minus)%nat).
Proof.
  assert (H1 := few_exceed minus 0 minus_nonneg ltac:(lia)). assert (H2 := few_exceed minus 1 minus_nonneg Hminus).
  assert (H3 := many_reach minus 0 minus_nonneg ltac:(lia) ltac:(lia)).
  assert (H4 := many_reach minus 1 minus_nonneg Hminus).
  unfold m1, m2, nth_largest. simpl. repeat split; lia.
Qed.

Lemma counts_plus : count (exceeds p1) plus = O /\ (count (exceeds p2) plus <= 1)%nat
  /\ (1 <= count (Qle_bool p1) plus)%nat /\ (2 <= count (Qle_bool p2) plus)%nat.
Proof.
  assert (H1 := few_exceed plus 0 plus_nonneg ltac:(lia)).
  assert (H2 := few_exceed plus 1 plus_nonneg ltac:(lia)).
  assert (H3 := many_reach plus 0 plus_nonneg ltac:(lia) ltac:(lia)).
  assert (H4 := many_reach plus 1 plus_nonneg ltac:(lia) ltac:(lia)).
  unfold p1, p2, nth_largest. simpl. repeat split; lia.
Qed.

Lemma second_of_minus : (2 <= length minus)%nat \/ m2 == 0.
Proof.
  destruct (Nat.lt_ge_cases 1 (length minus)) as [H|H]; [left; lia|right].
  unfold m2, nth_largest, level_after. simpl. rewrite nth_overflow; [reflexivity|].
  rewrite <- (Permutation.Permutation_length (sorted_permutation minus)). exact H.
Qed.

Lemma p1_nonneg : 0 <= p1.
Proof. apply level_nonneg; [apply plus_nonneg|simpl; lia]. Qed.

Lemma second_is_alpha : alpha required active <= beta required active ->
  nth_largest 2 required == alpha required active.
Proof.
  unfold alpha, beta. fold minus plus m1 m2 p1 p2. intros H.
  destruct counts_minus as [A1 [A2 [A3 A4]]]. destruct counts_plus as [B1 [B2 [B3 B4]]].
  apply level_unique; [exact Hreq| |]; rewrite <- count_both; simpl.
  - assert (C1 := fewer_exceed m1 (Qmax m1 p2) minus (Q.le_max_l _ _)).
    assert (C2 := fewer_exceed p2 (Qmax m1 p2) plus (Q.le_max_r _ _)). lia.
  - destruct (Q.max_spec m1 p2) as [[Hc E]|[Hc E]]; rewrite E in H.
    + assert (C := fewer_reach (Qmax m1 p2) p2 plus ltac:(lra)). lia.
    + assert (C := fewer_reach (Qmax m1 p2) m1 minus ltac:(lra)).
      destruct (Qlt_le_dec p1 m1) as [Hp|Hp].
      * destruct second_of_minus as [Hl|H0]; [|assert (P := p1_nonneg); destruct (Q.max_spec p1 m2) as [[? E2]|[? E2]];
          rewrite E2 in H; lra].
        specialize (A4 Hl).
        assert (Hm : m1 <= m2) by (destruct (Q.max_spec p1 m2) as [[? E2]|[? E2]]; rewrite E2 in H; lra).
        assert (C2 := fewer_reach (Qmax m1 p2) m2 minus ltac:(lra)). lia.
      * assert (C2 := fewer_reach (Qmax m1 p2) p1 plus ltac:(lra)). lia.
Qed.

Lemma second_is_beta : beta required active <= alpha required active ->
  nth_largest 2 required == beta required active.
Proof.
  unfold alpha, beta. fold minus plus m1 m2 p1 p2. intros H.
  destruct counts_minus as [A1 [A2 [A3 A4]]]. destruct counts_plus as [B1 [B2 [B3 B4]]].
  assert (P := p1_nonneg).
  apply level_unique; [exact Hreq| |]; rewrite <- count_both; simpl.
  - assert (C1 := fewer_exceed p1 (Qmax p1 m2) plus (Q.le_max_l _ _)).
    assert (C2 := fewer_exceed m2 (Qmax p1 m2) minus (Q.le_max_r _ _)). lia.
  - destruct (Qlt_le_dec p1 m2) as [Hp|Hp].
    + destruct second_of_minus as [Hl|H0]; [|lra]. specialize (A4 Hl).
      assert (E : Qmax p1 m2 == m2) by (apply Q.max_r; lra).
      assert (C := fewer_reach (Qmax p1 m2) m2 minus ltac:(lra)). lia.
    + assert (E : Qmax p1 m2 == p1) by (apply Q.max_l; lra). rewrite E in H.
      assert (C := fewer_reach (Qmax p1 m2) p1 plus ltac:(lra)).
      destruct (Q.max_spec m1 p2) as [[? E2]|[? E2]]; rewrite E2 in H.
      * assert (C2 := fewer_reach (Qmax p1 m2) p2 plus ltac:(lra)). lia.
      * assert (C2 := fewer_reach (Qmax p1 m2) m1 minus ltac:(lra)). lia.
Qed.

End Split.
