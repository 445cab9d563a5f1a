(** Who may collude: Eq. 5 and Eq. 6 of TPMDP, the groups that decide safety, and dropouts.

    Parties 0 .. n-1 add independent noise of variance x i; party j asks for r j. The parties in [active] see the
    result. A group can remove its own noise; what is left is the noise of its outside. *)

From Coq Require Import QArith Lqa Lia Bool Arith.
From Optcheck.tpmdp Require Import Sums Choice.
Open Scope Q_scope.

Section Coalitions.

Variables (n : nat) (active : nat -> bool) (r : nat -> Q).

(** The variance that a group cannot remove. *)
Definition outside (x : nat -> Q) (group : nat -> bool) : Q := Sum n (fun i => if group i then 0 else x i).

Definition sees_result (group : nat -> bool) : Prop := exists i, (i < n)%nat /\ active i = true /\ group i = true.

(** The requirement of party j holds against a group: a group without an active member sees nothing. *)
Definition protects (x : nat -> Q) (group : nat -> bool) (j : nat) : Prop :=
  sees_result group -> r j <= outside x group.

Definition nonnegative (x : nat -> Q) : Prop := forall i, (i < n)%nat -> 0 <= x i.

(** Safety against every group of at most t parties. *)
Definition safe (t : nat) (x : nat -> Q) : Prop :=
  forall group j, (j < n)%nat -> group j = false -> (card n group <= t)%nat -> protects x group j.

(** Eq. 6: variances, and the sum condition of Theorem 1 (Eq. 5) for groups of exactly t parties. *)
Definition sum_condition (t : nat) (x : nat -> Q) : Prop :=
  forall group j, (j < n)%nat -> group j = false -> card n group = t -> protects x group j.

Definition feasible (t : nat) (x : nat -> Q) : Prop := nonnegative x /\ sum_condition t x.

Lemma sees_more g h : subset n g h -> sees_result g -> sees_result h.
Proof. intros gh [i [Hi [Ai gi]]]. exists i. auto. Qed.

Lemma outside_shrinks x g h : nonnegative x -> subset n g h -> outside x h <= outside x g.
Proof.
  intros Hx gh. apply Sum_le. intros i Hi. specialize (gh i Hi).
  specialize (Hx i Hi). destruct (g i), (h i); try lra; discriminate (gh eq_refl).
Qed.

Lemma larger_groups_decide x g h j :
  nonnegative x -> subset n g h -> protects x h j -> protects x g j.
Proof.
  intros Hx gh Hh Hg. assert (outside x h <= outside x g) by (apply outside_shrinks; auto).
  assert (r j <= outside x h) by (apply Hh; now apply sees_more with g). lra.
Qed.

(** A group that leaves j out extends to any size that leaves j out. *)
Lemma extend_group g j t :
  (j < n)%nat -> g j = false -> (card n g <= t <= n - 1)%nat ->
  exists h, subset n g h /\ h j = false /\ card n h = t.
Proof.
  intros Hj gj Ht.
  destruct (extend_within n g (set_at (fun _ => true) j false) t) as [h [gh [hj Hh]]].
  - intros i Hi gi. apply set_at_other. congruence.
  - now rewrite card_but_one.
  - exists h. repeat split; [exact gh| |exact Hh].
    apply not_true_iff_false. intros Hjt. apply hj in Hjt; [|exact Hj].
    now rewrite set_at_same in Hjt.
Qed.

(** * Theorem 1, the sum condition: groups of exactly t decide *)

Theorem theorem1_exactly_t_decides t x :
  (t <= n - 1)%nat -> nonnegative x -> (safe t x <-> sum_condition t x).
Proof.
  intros Ht Hx. split.
  - intros Hsafe g j Hj gj Hg. apply Hsafe; auto. lia.
  - intros Hsum g j Hj gj Hg. destruct (extend_group g j t) as [h [gh [hj Hh]]]; auto.
    apply larger_groups_decide with h; auto.
Qed.

(** * Dropouts *)

Definition union (A D : nat -> bool) (i : nat) : bool := A i || D i.

Definition disjoint (A D : nat -> bool) : Prop := forall i, (i < n)%nat -> A i = true -> D i = false.

Lemma card_union A D : (card n (union A D) <= card n A + card n D)%nat.
Proof. clear. unfold union. induction n as [|k IH]; simpl; [lia|]. destruct (A k), (D k); simpl; lia. Qed.

(** Safety when at most t parties collude and at most d others leave with their noise: the noise that is left is that
    of the parties in neither set. Who has left is not to be protected, since its data are not in the result. *)
Definition safe_with_dropouts (t d : nat) (x : nat -> Q) : Prop :=
  forall colluders dropouts j,
    (j < n)%nat -> union colluders dropouts j = false -> disjoint colluders dropouts ->
    (card n colluders <= t)%nat -> (card n dropouts <= d)%nat ->
    sees_result colluders -> r j <= outside x (union colluders dropouts).

(** Planning with t + d suffices. *)
Lemma threshold_covers_dropouts t d x :
  (t + d <= n - 1)%nat -> feasible (t + d) x -> safe_with_dropouts t d x.
Proof.
  intros Htd [Hx Hsum] A D j Hj ADj _ HA HD Hsees.
  assert (Hsafe : safe (t + d) x) by now apply theorem1_exactly_t_decides.
  apply (Hsafe (union A D) j Hj ADj).
  - assert (H := card_union A D). lia.
  - apply sees_more with A; [|exact Hsees]. intros i _ Ai. unfold union. now rewrite Ai.
Qed.

Lemma outside_ext x g h : (forall i, (i < n)%nat -> g i = h i) -> outside x g == outside x h.
Proof. intros H. apply Sum_ext. intros i Hi. now rewrite H. Qed.

(** Planning with t + d is needed, if anybody may collude at all. *)
Lemma dropouts_need_threshold t d x :
  (1 <= t)%nat -> safe_with_dropouts t d x -> sum_condition (t + d) x.
Proof.
  intros Ht Hsafe C j Hj Cj HC [v [Hv [Av Cv]]].
  assert (Hone := card_set_at n (fun _ => false) v true Hv). rewrite card_none in Hone.
  destruct (extend_within n (set_at (fun _ => false) v true) C t) as [A [vA [AC HA]]]; [|lia|].
  { intros i Hi. unfold set_at. destruct (Nat.eqb_spec i v) as [->|]; [auto|discriminate]. }
  set (D := fun i => C i && negb (A i)).
  assert (HAD : forall i, (i < n)%nat -> union A D i = C i).
  { intros i Hi. specialize (AC i Hi). unfold union, D.
    destruct (A i), (C i); simpl; auto. now symmetry; apply AC. }
  rewrite <- (outside_ext x (union A D) C HAD).
  apply Hsafe; [exact Hj|now rewrite HAD| |lia| |].
  - intros i _ Ai. unfold D. rewrite Ai. apply andb_false_r.
  - assert (Hsplit := card_split n C A).
    rewrite (card_ext n (fun i => C i && A i) A) in Hsplit; [fold D in Hsplit; lia|].
    intros i Hi. specialize (AC i Hi). destruct (A i); [now rewrite AC|apply andb_false_r].
  - exists v. repeat split; auto. apply vA; [exact Hv|apply set_at_same].
Qed.

Theorem dropouts_are_planned_exactly t d x :
  (1 <= t)%nat -> (t + d <= n - 1)%nat -> nonnegative x ->
  (safe_with_dropouts t d x <-> feasible (t + d) x).
Proof.
  intros Ht Htd Hx. split.
  - intros Hsafe. split; [exact Hx|]. now apply dropouts_need_threshold.
  - now apply threshold_covers_dropouts.
Qed.

(** Without colluders nobody sees anything, whoever leaves. *)
Theorem no_colluders_need_nothing d x : safe_with_dropouts 0 d x.
Proof.
  intros A D j _ _ _ HA _ [v [Hv [_ Av]]].
  assert (0 < card n A)%nat by now apply card_pos with v. lia.
Qed.

End Coalitions.

(** Eq. 6 does not change when parts of it are written differently. *)
Lemma feasible_ext n t active active' r r' x x' :
  (forall i, (i < n)%nat -> active i = active' i) -> (forall i, (i < n)%nat -> r i == r' i) ->
  (forall i, (i < n)%nat -> x i == x' i) -> feasible n active r t x -> feasible n active' r' t x'.
Proof.
  intros Ha Hr Hx [Hpos Hsum]. split.
  - intros i Hi. rewrite <- Hx by exact Hi. now apply Hpos.
  - intros g j Hj Gj Hg [v [Hv [Av Gv]]].
    assert (E : outside n x g == outside n x' g).
    { apply Sum_ext. intros i Hi. specialize (Hx i Hi). destruct (g i); lra. }
    rewrite <- E, <- Hr by exact Hj. apply Hsum; auto. exists v. rewrite Ha by exact Hv. auto.
Qed.
