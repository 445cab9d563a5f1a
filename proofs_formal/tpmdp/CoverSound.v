(** Soundness of the test that variances satisfy Eq. 6. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Choice Coalitions Ranking Allocation Rules Cover.
Import ListNotations.
Open Scope Q_scope.

(** ** Weights *)

Definition weight (n : nat) (x : nat -> Q) (A : nat -> bool) : Q := Sum n (fun i => if A i then x i else 0).

Section Weights.

Variables (xs : list Q).
Notation n := (length xs).
Let x (i : nat) := nth i xs 0.
Hypothesis Hx : Forall (fun z => 0 <= z) xs.

(** k parties that are not marked weigh at most as much as the k heaviest of them. *)
Lemma unmarked_weight marks A :
  length marks = n -> (forall i, (i < n)%nat -> A i = true -> flagged marks i = false) ->
  weight n x A <= largest (card n A) (rest xs marks).
Proof.
  intros Hlen HA. unfold rest.
  assert (Hk : (card n A <= length (leaders false xs marks))%nat).
  { rewrite length_leaders by exact Hlen. apply card_le. intros i Hi Ai. unfold leads.
    fold (flagged marks i). now rewrite HA. }
  rewrite largest_by_level by (auto using leaders_nonneg).
  set (c := level_after (card n A) (leaders false xs marks)).
  rewrite total_leaders by exact Hlen. rewrite (Qmult_comm (Q_of _) c), card_Sum, <- Sum_scale, <- Sum_plus.
  apply Sum_le. intros i Hi. unfold leads, ind. fold (flagged marks i) (x i).
  assert (H1 := pos_ge (x i - c)). assert (H2 := pos_nonneg (x i - c)). specialize (HA i Hi).
  destruct (A i); [rewrite HA by reflexivity; simpl; lra|]. destruct (flagged marks i); simpl; lra.
Qed.

(** A coalition weighs at most as much as its heaviest admissible active member and the k heaviest others. *)
Lemma coalition_weight marks A heaviest s v :
  length marks = n -> (s < n)%nat -> (v < n)%nat -> A v = true -> x v <= heaviest -> x s <= heaviest ->
  (forall i, (i < n)%nat -> A i = true -> flagged marks i = true -> i = s) ->
  exists B, card n A = S (card n B) /\ subset n B A /\ weight n x A <= heaviest + weight n x B
    /\ forall i, (i < n)%nat -> B i = true -> flagged marks i = false.
Proof.
  intros Hlen Hs Hv Av Hxv Hxs Hmarks.
  set (e := if A s then s else v).
  assert (He : (e < n)%nat /\ A e = true /\ x e <= heaviest) by (unfold e; destruct (A s) eqn:As; auto).
  destruct He as [He [Ae Hxe]]. exists (set_at A e false).
  assert (Hc := card_set_at n A e false He). rewrite Ae in Hc.
  assert (Hw := Sum_set_at n A e false x He). rewrite Ae in Hw. repeat split.
  - lia.
  - intros i Hi. unfold set_at. destruct (i =? e)%nat; [discriminate|auto].
  - unfold weight. lra.
  - intros i Hi Bi. unfold set_at in Bi. destruct (Nat.eqb_spec i e) as [|Hie]; [discriminate|].
    apply not_true_iff_false. intros Mi. apply Hie. unfold e.
    rewrite <- (Hmarks i Hi Bi Mi). now rewrite Bi.
Qed.

Lemma outside_weight A : outside n x A == total xs - weight n x A.
Proof.
  assert (E : total xs == Sum n x).
  { unfold x. rewrite (Sum_list Q 0 (fun z => z)). now rewrite map_id. }
  rewrite E. assert (H : Sum n x == outside n x A + weight n x A); [|lra].
  unfold outside, weight. rewrite <- Sum_plus. apply Sum_ext. intros i _. destruct (A i); lra.
Qed.

End Weights.

(** ** Soundness *)

Section Soundness.

Variables (k : nat) (xs : list Q) (active : list bool).
Notation n := (length xs).
Let x (i : nat) := nth i xs 0.
Hypothesis Hx : Forall (fun z => 0 <= z) xs.
Hypothesis Hactive : length active = n.

Variables (A : nat -> bool) (j v : nat).
Hypothesis Hj : (j < n)%nat.
Hypothesis Aj : A j = false.
Hypothesis HA : card n A = S k.
Hypothesis Hv : (v < n)%nat.
Hypothesis Fv : flagged active v = true.
Hypothesis Av : A v = true.

Variables (heaviest : Q) (u : nat).
Hypothesis Hu : (u < n)%nat.
Hypothesis Eu : x u == heaviest.
Hypothesis Hmax : forall i, flagged active i = true -> x i <= heaviest.
Let first := mark heaviest active xs.
Hypothesis Hfirst : forall i, flagged first i = (i =? u)%nat.

Lemma first_length : length first = n.
Proof. now apply length_mark. Qed.

Let spared := total xs - heaviest - largest k (rest xs first).

Lemma reached_by_others : j <> u ->
  spared <= outside n x A /\ spared - level_after k (rest xs first) + x j <= outside n x A.
Proof.
  intros Hju.
  assert (Hout : outside n x A == total xs - weight n x A) by apply outside_weight.
  destruct (coalition_weight xs first A heaviest u v first_length Hu Hv Av (Hmax v Fv)) as [B [HB [BA [Hw Hb]]]].
  { change (x u <= heaviest). lra. }
  { intros i Hi Ai Mi. rewrite Hfirst in Mi. now apply Nat.eqb_eq. }
  assert (Bj : B j = false).
  { apply not_true_iff_false. intros H. apply BA in H; [congruence|exact Hj]. }
  assert (H1 := unmarked_weight xs Hx first B first_length Hb).
  assert (Hc := card_set_at n B j true Hj). rewrite Bj in Hc.
  assert (H2 := unmarked_weight xs Hx first (set_at B j true) first_length).
  assert (E2 := Sum_set_at n B j true x Hj). rewrite Bj in E2.
  replace (card n (set_at B j true)) with (S k) in H2 by lia. replace (card n B) with k in H1 by lia.
  rewrite largest_step in H2. change (fun i => nth i xs 0) with x in H1, H2, Hw. unfold weight in *.
  assert (H3 : Sum n (fun i => if set_at B j true i then x i else 0)
    <= largest k (rest xs first) + level_after k (rest xs first)).
  { apply H2. intros i Hi. unfold set_at. destruct (Nat.eqb_spec i j) as [->|]; [|auto].
    intros _. rewrite Hfirst. now apply Nat.eqb_neq. }
  unfold spared. lra.
Qed.

(** Against the heaviest active party itself the second heaviest one takes its place. *)
Lemma reached_by_first second s :
  j = u -> (s < n)%nat -> x s == second ->
  (forall i, flagged (without active first) i = true -> x i <= second) ->
  let marks := mark second (without active first) xs in
  (forall i, flagged marks i = (i =? s)%nat) ->
  total xs - second - largest k (rest xs (either first marks)) <= outside n x A.
Proof.
  intros Eju Hs Es Hmax2 marks Hmarks.
  assert (Hout : outside n x A == total xs - weight n x A) by apply outside_weight.
  assert (Hw1 : length (without active first) = n).
  { unfold without. rewrite map_length, combine_length, first_length. lia. }
  assert (Hw2 : length marks = n) by now apply length_mark.
  assert (Hboth : forall i, flagged (either first marks) i = (i =? u)%nat || (i =? s)%nat).
  { intros i. unfold either. rewrite flagged_map2; [|reflexivity|now rewrite first_length, Hw2].
    simpl. now rewrite Hfirst, Hmarks. }
  assert (Hlen : length (either first marks) = n).
  { unfold either. rewrite map_length, combine_length, first_length. lia. }
  assert (Hvu : v <> u) by congruence.
  destruct (coalition_weight xs (either first marks) A second s v Hlen Hs Hv Av) as [B [HB [BA [Hw Hb]]]].
  { apply Hmax2. unfold without. rewrite flagged_map2; [|reflexivity|now rewrite first_length].
    simpl. rewrite Fv, Hfirst. now apply Nat.eqb_neq in Hvu as ->. }
  { change (x s <= second). lra. }
  { intros i Hi Ai Mi. rewrite Hboth in Mi. apply orb_true_iff in Mi as [Mi|Mi]; apply Nat.eqb_eq in Mi; congruence. }
  assert (H1 := unmarked_weight xs Hx (either first marks) B Hlen Hb).
  replace (card n B) with k in H1 by lia. change (fun i => nth i xs 0) with x in H1, Hw. unfold weight in *. lra.
Qed.

End Soundness.

Lemma forallb_combine (P Q : Type) (f : P * Q -> bool) a b d e i :
  forallb f (combine a b) = true -> length a = length b -> (i < length a)%nat -> f (nth i a d, nth i b e) = true.
Proof.
  intros H Hlen Hi. rewrite forallb_forall in H. apply H. rewrite <- combine_nth by exact Hlen.
  apply nth_In. rewrite combine_length. lia.
Qed.

Theorem covers_sound t needs xs active :
  length needs = length xs -> length active = length xs -> Forall (fun z => 0 <= z) xs ->
  covers t needs xs active = true ->
  feasible (length xs) (flagged active) (fun i => nth i needs 0) t (fun i => nth i xs 0).
Proof.
  intros Hneeds Hactive Hx Hcov. split.
  { intros i Hi. rewrite Forall_forall in Hx. now apply Hx, nth_In. }
  intros A j Hj Aj HA [v [Hv [Fv Av]]]. unfold covers in Hcov. destruct t as [|k].
  { assert (0 < card (length xs) A)%nat by now apply card_pos with v. lia. }
  destruct (best active xs) as [heaviest|] eqn:B.
  2: { assert (N := best_none active xs Hactive B v). congruence. }
  destruct (heaviest_spec active xs heaviest Hactive B) as [u [Hu [Fu [Eu [Hmax Hfirst]]]]].
  set (first := mark heaviest active xs) in *.
  assert (Hlen1 : length first = length xs) by now apply length_mark.
  apply andb_true_iff in Hcov as [Hothers Hself].
  destruct (Nat.eq_dec j u) as [Eju|Hju].
  - destruct (best (without active first) xs) as [second|] eqn:B2.
    + assert (Hw : length (without active first) = length xs).
      { unfold without. rewrite map_length, combine_length. lia. }
      destruct (heaviest_spec (without active first) xs second Hw B2) as [s [Hs [Fs [Es [Hmax2 Hsecond]]]]].
      assert (Hr := forallb_combine bool Q _ first needs false 0 j Hself ltac:(lia) ltac:(lia)). simpl in Hr.
      fold (flagged first j) in Hr. rewrite Hfirst, Eju, Nat.eqb_refl in Hr. simpl in Hr. apply Qle_bool_iff in Hr.
      assert (Ho := reached_by_first k xs active Hx Hactive A j v Hj Aj HA Hv Fv Av heaviest u Hu Hfirst
        second s Eju Hs Es Hmax2 Hsecond).
      fold first in Ho. rewrite Eju. lra.
    + exfalso. assert (N := best_none (without active first) xs). rewrite B2 in N.
      assert (Nv := N ltac:(unfold without; rewrite map_length, combine_length; lia) eq_refl v).
      unfold without in Nv. rewrite flagged_map2 in Nv by (auto; lia). simpl in Nv. rewrite Fv, Hfirst in Nv.
      assert (v <> u) by congruence. apply Nat.eqb_neq in H. now rewrite H in Nv.
  - destruct (reached_by_others k xs active Hx Hactive A j v Hj Aj HA Hv Fv Av heaviest u Hu Eu Hmax Hfirst Hju)
      as [H1 H2]. fold first in H1, H2.
    assert (Hr := forallb_combine bool (Q * Q) _ first (combine needs xs) false (0, 0) j Hothers
      ltac:(rewrite combine_length; lia) ltac:(lia)).
    rewrite combine_nth in Hr by exact Hneeds. simpl in Hr. fold (flagged first j) in Hr. rewrite Hfirst in Hr.
    apply Nat.eqb_neq in Hju. rewrite Hju in Hr. simpl in Hr.
    apply orb_true_iff in Hr as [Hr|Hr]; apply Qle_bool_iff in Hr; lra.
Qed.
