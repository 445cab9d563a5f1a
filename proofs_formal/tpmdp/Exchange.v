(** The exchange argument behind weak duality for Eq. 6: a set of light parties pays for all leaders. *)

From Coq Require Import QArith Lqa Lia Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions.
Open Scope Q_scope.

Section Exchange.

Variables (n t : nat) (active : nat -> bool) (r x : nat -> Q).

Definition inside (S : nat -> bool) : Q := Sum n (fun i => if S i then x i else 0).

Definition misses_active (S : nat -> bool) : Prop := exists i, (i < n)%nat /\ active i = true /\ S i = false.

Hypothesis Hfeasible : feasible n active r t x.
Hypothesis Ht : (1 <= t <= n - 1)%nat.

(** Eq. 6 in terms of outsides: n - t parties that miss an active one protect each of them. *)
Lemma outsides_protect S j :
  (j < n)%nat -> S j = true -> card n S = (n - t)%nat -> misses_active S -> r j <= inside S.
Proof.
  intros Hj Sj HS [i [Hi [Ai Si]]]. destruct Hfeasible as [_ Hsum].
  assert (H : r j <= outside n x (fun i => negb (S i))).
  { apply Hsum; [exact Hj|now rewrite Sj| |exists i; now rewrite Si].
    assert (Hc := card_negb n S). lia. }
  unfold outside in H. unfold inside.
  rewrite (Sum_ext n _ (fun i => if negb (S i) then 0 else x i)); [exact H|].
  intros k _. now destruct (S k).
Qed.

Definition swap (M : nat -> bool) (h j : nat) : nat -> bool := set_at (set_at M h false) j true.

Lemma swap_protects M h j :
  card n M = (n - t)%nat -> (h < n)%nat -> M h = true -> (j < n)%nat -> M j = false ->
  misses_active (swap M h j) -> r j <= inside M - x h + x j.
Proof.
  intros HM Hh Mh Hj Mj Hmiss.
  assert (Hjh : set_at M h false j = false).
  { rewrite set_at_other; [exact Mj|]. intros ->. congruence. }
  assert (H1 := card_set_at n M h false Hh). rewrite Mh in H1.
  assert (H2 := card_set_at n (set_at M h false) j true Hj). rewrite Hjh in H2.
  assert (H : r j <= inside (swap M h j)).
  { apply outsides_protect; [exact Hj|apply set_at_same|unfold swap; lia|exact Hmiss]. }
  assert (E1 := Sum_set_at n M h false x Hh). rewrite Mh in E1.
  assert (E2 := Sum_set_at n (set_at M h false) j true x Hj). rewrite Hjh in E2.
  unfold inside, swap in *. lra.
Qed.

(** ** The bound, from a set M that separates light from heavy parties

    The threshold is nu for active parties and mu for the others. *)

Section Threshold.

Variables (M : nat -> bool) (mu nu : Q) (y w : nat -> Q).

Definition theta (i : nat) : Q := if active i then nu else mu.

Hypothesis light : forall i, (i < n)%nat -> M i = true -> x i <= theta i.
Hypothesis heavy : forall i, (i < n)%nat -> M i = false -> theta i <= x i.
Hypothesis covered : forall j, (j < n)%nat -> y j * r j <= y j * (inside M + pos (x j - theta j)).
Hypothesis y_le_w : forall i, (i < n)%nat -> 0 <= y i <= w i.
Hypothesis w_le : forall i, (i < n)%nat -> w i <= Sum n y.
Hypothesis balance : Sum n y * Sum n (fun i => if M i then theta i else 0) <= Sum n (fun i => w i * theta i).

Lemma each_party_pays i : (i < n)%nat ->
  w i * theta i + (Sum n y * (if M i then x i else 0) + (- Sum n y) * (if M i then theta i else 0))
    + y i * pos (x i - theta i) <= w i * x i.
Proof.
  intros Hi. specialize (y_le_w i Hi) as [Hy Hyw]. specialize (w_le i Hi).
  specialize (light i Hi). specialize (heavy i Hi).
  destruct (M i), (pos_cases (x i - theta i)) as [[Hs ->]|[Hs ->]];
    try specialize (light eq_refl); try specialize (heavy eq_refl); nra.
Qed.

Lemma leaders_are_paid : Sum n (fun j => y j * r j) <= Sum n (fun i => w i * x i).
Proof.
  assert (Hpay := Sum_le n _ _ each_party_pays). rewrite !Sum_plus, !Sum_scale in Hpay.
  assert (Hcov := Sum_le n _ _ covered).
  assert (E : Sum n (fun j => y j * (inside M + pos (x j - theta j)))
    == inside M * Sum n y + Sum n (fun j => y j * pos (x j - theta j))).
  { rewrite <- Sum_scale, <- Sum_plus. apply Sum_ext. intros. ring. }
  rewrite E in Hcov. unfold inside in *. lra.
Qed.

End Threshold.

End Exchange.
