(** Weak duality for Eq. 6 without listing coalitions: a lower bound on every feasible total from two lists of numbers.

    In a schedule (a packing of outsides of coalitions) let y j be the time that party j leads and w i the time that
    party i is present. The bound needs no more of the schedule than these sums. *)

From Coq Require Import QArith Lqa Lia Bool Arith.
From Optcheck.tpmdp Require Import Sums Choice Coalitions Exchange.
Open Scope Q_scope.

Section Duality.

Variables (n t : nat) (active : nat -> bool) (r x : nat -> Q).

Notation inside := (inside n x).
Notation theta := (theta active).

Hypothesis Hfeasible : feasible n active r t x.
Hypothesis Ht : (1 <= t <= n - 1)%nat.

(** ** The choice of the set, and the theorem *)

Variables (y w : nat -> Q).

(** What a schedule with leading times y and presences w over a horizon Sum y satisfies. *)
Definition packing : Prop :=
  (forall i, (i < n)%nat -> 0 <= y i <= w i)
  /\ (forall i, (i < n)%nat -> w i <= Sum n y)
  /\ Sum n w == Q_of (n - t) * Sum n y
  /\ Sum n (fun i => if active i then w i else 0) <= (Q_of (card n active) - 1) * Sum n y.

Hypothesis Hpacking : packing.

Lemma theta_times_w mu nu :
  Sum n (fun i => w i * theta mu nu i)
  == mu * Sum n w - (mu - nu) * Sum n (fun i => if active i then w i else 0).
Proof.
  rewrite <- !Sum_scale.
  rewrite (Sum_ext n (fun i => w i * theta mu nu i)
    (fun i => mu * w i + - (mu - nu) * (if active i then w i else 0))).
  - rewrite Sum_plus, !Sum_scale. lra.
  - intros i _. unfold theta. destruct (active i); ring.
Qed.

Lemma theta_in_M (M : nat -> bool) mu nu :
  Sum n (fun i => if M i then theta mu nu i else 0)
  == mu * Q_of (card n M) - (mu - nu) * Q_of (card n (fun i => M i && active i)).
Proof.
  rewrite !card_Sum, <- !Sum_scale.
  rewrite (Sum_ext n (fun i => if M i then theta mu nu i else 0)
    (fun i => mu * ind (M i) + - (mu - nu) * ind (M i && active i))).
  - rewrite Sum_plus, !Sum_scale. lra.
  - intros i _. unfold theta, ind. destruct (M i), (active i); simpl; ring.
Qed.

(** Either one threshold serves everybody, or all active parties but one are in M. *)
Lemma balance_holds (M : nat -> bool) mu nu :
  card n M = (n - t)%nat -> nu <= mu ->
  nu == mu \/ (card n (fun i => M i && active i) + 1 = card n active)%nat ->
  Sum n y * Sum n (fun i => if M i then theta mu nu i else 0) <= Sum n (fun i => w i * theta mu nu i).
Proof.
  intros HM Hnu Hcase. rewrite theta_times_w, theta_in_M, HM.
  destruct Hpacking as [_ [_ [Hw Hact]]]. rewrite Hw.
  destruct Hcase as [E|E].
  - assert (mu - nu == 0) as -> by lra. lra.
  - assert (Q_of (card n (fun i => M i && active i)) == Q_of (card n active) - 1) as ->.
    { rewrite <- E, Q_of_plus. change (Q_of 1) with 1. lra. }
    nra.
Qed.

Section Choice.

(** u is the heaviest active party; M holds the n - t lightest others, h being the heaviest of them. *)
Variables (u h : nat) (M : nat -> bool).
Hypothesis Hu : (u < n)%nat.
Hypothesis Au : active u = true.
Hypothesis u_heaviest : forall i, (i < n)%nat -> active i = true -> x i <= x u.
Hypothesis Mu : M u = false.
Hypothesis HM : card n M = (n - t)%nat.
Hypothesis Hh : (h < n)%nat.
Hypothesis Mh : M h = true.
Hypothesis below : forall i, (i < n)%nat -> M i = true -> x i <= x h.
Hypothesis above : forall i, (i < n)%nat -> i <> u -> M i = false -> x h <= x i.

Lemma members_are_covered j : (j < n)%nat -> M j = true -> r j <= inside M.
Proof. intros Hj Mj. apply (outsides_protect n t active); auto. now exists u. Qed.

Lemma others_are_covered j : (j < n)%nat -> M j = false -> j <> u -> r j <= inside M - x h + x j.
Proof.
  intros Hj Mj Hju. apply (swap_protects n t active); auto. exists u. repeat split; auto.
  unfold swap. rewrite !set_at_other; congruence.
Qed.

Lemma covered_but_u mu nu j :
  (j < n)%nat -> j <> u -> mu == x h -> (active j = true -> M j = false -> nu == x h) ->
  r j <= inside M + pos (x j - theta mu nu j).
Proof.
  intros Hj Hju Hmu Hnu. assert (H0 := pos_nonneg (x j - theta mu nu j)).
  assert (H1 := pos_ge (x j - theta mu nu j)). destruct (M j) eqn:Mj.
  - assert (H := members_are_covered j Hj Mj). lra.
  - assert (H := others_are_covered j Hj Mj Hju). unfold theta in *.
    destruct (active j); [specialize (Hnu eq_refl eq_refl)|]; lra.
Qed.

Let bound : Prop := Sum n (fun j => y j * r j) <= Sum n (fun i => w i * x i).

Lemma scaled_cover j c : (j < n)%nat -> r j <= c -> y j * r j <= y j * c.
Proof. intros Hj H. destruct Hpacking as [Hy _]. apply mult_le_mono_l; [apply Hy, Hj|exact H]. Qed.

(** Another active party is not in M: one threshold. *)
Lemma bound_with_spare_active z :
  (z < n)%nat -> active z = true -> z <> u -> M z = false -> bound.
Proof.
  intros Hz Az Hzu Mz. assert (Hxz := above z Hz Hzu Mz). assert (Hxu := u_heaviest z Hz Az).
  destruct Hpacking as [Hy [Hw _]].
  apply (leaders_are_paid n active r x M (x h) (x h)); auto.
  - intros i Hi Mi. unfold theta. destruct (active i); auto.
  - intros i Hi Mi. unfold theta. destruct (Nat.eq_dec i u) as [->|Hiu]; [rewrite Au; lra|].
    destruct (active i); auto.
  - intros j Hj. apply scaled_cover; [exact Hj|].
    destruct (Nat.eq_dec j u) as [->|Hju]; [|apply covered_but_u; auto; reflexivity].
    assert (H1 := pos_ge (x u - theta (x h) (x h) u)). unfold theta in *. rewrite Au in *.
    enough (r u <= inside M - x h + x u) by lra.
    apply (swap_protects n t active); auto. exists z. repeat split; auto.
    unfold swap. rewrite !set_at_other; congruence.
  - apply balance_holds; [exact HM|lra|left; reflexivity].
Qed.

(** All active parties but u are in M: active parties have a threshold of their own. *)
Hypothesis actives_in_M : forall i, (i < n)%nat -> active i = true -> i <> u -> M i = true.

Lemma all_but_one : (card n (fun i => M i && active i) + 1 = card n active)%nat.
Proof.
  assert (H := card_set_at n active u false Hu). rewrite Au in H.
  rewrite (card_ext n (fun i => M i && active i) (set_at active u false)); [lia|].
  intros i Hi. unfold set_at. destruct (Nat.eqb_spec i u) as [->|Hiu]; [now rewrite Mu|].
  destruct (active i) eqn:Ai; [now rewrite actives_in_M|apply andb_false_r].
Qed.

Lemma bound_with_active_threshold nu :
  nu <= x h -> nu <= x u ->
  (forall i, (i < n)%nat -> active i = true -> i <> u -> x i <= nu) ->
  y u * r u <= y u * (inside M + pos (x u - nu)) -> bound.
Proof.
  intros Hnu Hnuu Hact Hcov. destruct Hpacking as [Hy [Hw _]].
  apply (leaders_are_paid n active r x M (x h) nu); auto.
  - intros i Hi Mi. unfold theta. destruct (active i) eqn:Ai; [|auto].
    apply Hact; auto. congruence.
  - intros i Hi Mi. unfold theta. destruct (Nat.eq_dec i u) as [->|Hiu]; [now rewrite Au|].
    destruct (active i) eqn:Ai; [|auto]. rewrite actives_in_M in Mi; congruence.
  - intros j Hj. destruct (Nat.eq_dec j u) as [->|Hju]; [unfold theta; now rewrite Au|].
    apply scaled_cover; [exact Hj|]. apply covered_but_u; auto; [reflexivity|].
    intros Aj Mj. rewrite actives_in_M in Mj; congruence.
  - apply balance_holds; [exact HM|exact Hnu|right; exact all_but_one].
Qed.

Lemma bound_with_second_active : (2 <= card n active)%nat -> bound.
Proof.
  intros H2. assert (H := card_set_at n active u false Hu). rewrite Au in H.
  destruct (argmax n (set_at active u false) x) as [v [Hv [Av Hmax]]]; [lia|].
  assert (Hvu : v <> u) by (intros ->; rewrite set_at_same in Av; discriminate).
  rewrite set_at_other in Av by exact Hvu.
  assert (Mv : M v = true) by auto.
  apply (bound_with_active_threshold (x v)); auto.
  - intros i Hi Ai Hiu. apply Hmax; [exact Hi|now rewrite set_at_other].
  - apply scaled_cover; [exact Hu|]. assert (H1 := pos_ge (x u - x v)).
    enough (r u <= inside M - x v + x u) by lra.
    apply (swap_protects n t active); auto. exists v. repeat split; auto.
    unfold swap. rewrite set_at_other, set_at_same; auto.
Qed.

Lemma bound_with_one_active : card n active = 1%nat -> bound.
Proof.
  intros H1. destruct Hpacking as [Hy [_ [_ Hact]]]. rewrite H1 in Hact. change (Q_of 1) with 1 in Hact.
  assert (Hone := all_but_one). destruct Hfeasible as [Hx _].
  assert (Hwu : w u <= 0).
  { assert (H := Sum_ge_term n (fun i => if active i then w i else 0) u Hu). simpl in H. rewrite Au in H.
    enough (w u <= Sum n (fun i => if active i then w i else 0)) by lra. apply H.
    intros i Hi. specialize (Hy i Hi). destruct (active i); lra. }
  apply (bound_with_active_threshold 0); [now apply Hx|now apply Hx| |].
  - intros i Hi Ai Hiu. exfalso.
    assert (0 < card n (fun i => M i && active i))%nat; [|lia].
    apply card_pos with i; [exact Hi|]. now rewrite Ai, actives_in_M.
  - specialize (Hy u Hu). assert (y u == 0) as -> by lra. lra.
Qed.

End Choice.

Theorem packing_bounds_feasible :
  (1 <= card n active)%nat -> Sum n (fun j => y j * r j) <= Sum n (fun i => w i * x i).
Proof.
  intros Ha. destruct (argmax n active x Ha) as [u [Hu [Au Hmax]]].
  assert (HB := card_but_one n u Hu).
  destruct (lightest n (set_at (fun _ => true) u false) x (n - t - 1)) as [M [h [MB [HM [Hh [Mh [Hb Hab]]]]]]]; [lia|].
  assert (Mu : M u = false).
  { apply not_true_iff_false. intros H. apply MB in H; [|exact Hu]. now rewrite set_at_same in H. }
  assert (HM' : card n M = (n - t)%nat) by lia.
  assert (Habove : forall i, (i < n)%nat -> i <> u -> M i = false -> x h <= x i).
  { intros i Hi Hiu. apply Hab; [exact Hi|now rewrite set_at_other]. }
  destruct (Nat.eq_dec (card n (fun i => set_at active u false i && negb (M i))) 0) as [E|E].
  - assert (Hin : forall i, (i < n)%nat -> active i = true -> i <> u -> M i = true).
    { intros i Hi Ai Hiu. apply not_false_iff_true. intros Mi.
      assert (0 < card n (fun i => set_at active u false i && negb (M i)))%nat; [|lia].
      apply card_pos with i; [exact Hi|]. now rewrite set_at_other, Ai, Mi. }
    destruct (Nat.eq_dec (card n active) 1) as [E1|E1].
    + now apply (bound_with_one_active u h M).
    + apply (bound_with_second_active u h M); auto. lia.
  - destruct (pick n (fun i => set_at active u false i && negb (M i))) as [z [Hz Az]]; [lia|].
    apply andb_true_iff in Az as [Az Mz]. apply negb_true_iff in Mz.
    assert (Hzu : z <> u) by (intros ->; rewrite set_at_same in Az; discriminate).
    rewrite set_at_other in Az by exact Hzu.
    now apply (bound_with_spare_active u h M) with z.
Qed.

End Duality.
