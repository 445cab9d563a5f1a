(** The choice of parties and of sets of parties: a member, a set between two sets, the heaviest, the k lightest. *)

From Coq Require Import QArith Lqa Lia Bool Arith.
From Optcheck.tpmdp Require Import Sums.
Open Scope Q_scope.

Lemma pick n A : (0 < card n A)%nat -> exists i, (i < n)%nat /\ A i = true.
Proof.
  induction n as [|n IH]; simpl; intros H; [lia|].
  destruct (A n) eqn:An; [exists n; auto|].
  destruct IH as [i [Hi Ai]]; [lia|]. exists i. auto.
Qed.

Lemma card_pos n A i : (i < n)%nat -> A i = true -> (0 < card n A)%nat.
Proof.
  induction n as [|n IH]; simpl; intros Hi Ai; [lia|].
  destruct (Nat.eq_dec i n) as [<-|]; [rewrite Ai; lia|].
  enough (0 < card n A)%nat by lia. apply IH; [lia|exact Ai].
Qed.

Definition subset n (A B : nat -> bool) := forall i, (i < n)%nat -> A i = true -> B i = true.

(** A set of the wanted size between two sets. *)
Lemma extend_within n A B k :
  subset n A B -> (card n A <= k <= card n B)%nat ->
  exists C, subset n A C /\ subset n C B /\ card n C = k.
Proof.
  remember (k - card n A)%nat as d eqn:Hd. revert A Hd.
  induction d as [|d IH]; intros A Hd AB Hk.
  - exists A. repeat split; [now intros i Hi|exact AB|lia].
  - assert (Hfree : (0 < card n (fun i => B i && negb (A i)))%nat).
    { assert (H := card_split n B A).
      enough (card n (fun i => B i && A i) <= card n A)%nat by lia.
      apply card_le. intros i _ Hi. now apply andb_true_iff in Hi as [_ Ai]. }
    destruct (pick _ _ Hfree) as [j [Hj Bj]]. apply andb_true_iff in Bj as [Bj Aj].
    apply negb_true_iff in Aj.
    assert (Hc := card_set_at n A j true Hj). rewrite Aj in Hc.
    destruct (IH (set_at A j true)) as [C [AC [CB HC]]]; [lia| |lia|].
    + intros i Hi. unfold set_at. destruct (Nat.eqb_spec i j) as [->|]; auto.
    + exists C. repeat split; [|exact CB|exact HC].
      intros i Hi Ai. apply AC; [exact Hi|]. unfold set_at. now destruct (i =? j).
Qed.

Lemma argmax n (P : nat -> bool) (x : nat -> Q) : (0 < card n P)%nat ->
  exists u, (u < n)%nat /\ P u = true /\ forall i, (i < n)%nat -> P i = true -> x i <= x u.
Proof.
  induction n as [|n IH]; simpl; intros H; [lia|].
  destruct (P n) eqn:Pn; [destruct (Nat.eq_dec (card n P) 0) as [H0|H0]|].
  - exists n. repeat split; [lia|exact Pn|]. intros i Hi Pi.
    destruct (Nat.eq_dec i n) as [->|]; [lra|].
    assert (0 < card n P)%nat by (apply card_pos with i; [lia|exact Pi]). lia.
  - destruct IH as [u [Hu [Pu Hmax]]]; [lia|].
    destruct (Qlt_le_dec (x u) (x n)) as [Hlt|Hle].
    + exists n. repeat split; [lia|exact Pn|]. intros i Hi Pi.
      destruct (Nat.eq_dec i n) as [->|]; [lra|].
      assert (x i <= x u) by (apply Hmax; [lia|exact Pi]). lra.
    + exists u. repeat split; [lia|exact Pu|]. intros i Hi Pi.
      destruct (Nat.eq_dec i n) as [->|]; [lra|]. apply Hmax; [lia|exact Pi].
  - destruct IH as [u [Hu [Pu Hmax]]]; [lia|].
    exists u. repeat split; [lia|exact Pu|]. intros i Hi Pi.
    destruct (Nat.eq_dec i n) as [->|]; [congruence|]. apply Hmax; [lia|exact Pi].
Qed.

(** The k lightest members of a set, with the heaviest of them. *)
Lemma lightest n (B : nat -> bool) (x : nat -> Q) k : (k < card n B)%nat ->
  exists M h, subset n M B /\ card n M = S k /\ (h < n)%nat /\ M h = true
    /\ (forall i, (i < n)%nat -> M i = true -> x i <= x h)
    /\ (forall i, (i < n)%nat -> B i = true -> M i = false -> x h <= x i).
Proof.
  induction k as [|k IH]; intros Hk.
  - destruct (argmax n B (fun i => - x i) Hk) as [h [Hh [Bh Hmin]]].
    exists (set_at (fun _ => false) h true), h.
    assert (Hc := card_set_at n (fun _ => false) h true Hh). rewrite card_none in Hc.
    repeat split; [|lia|exact Hh|apply set_at_same| |].
    + intros i _. unfold set_at. destruct (Nat.eqb_spec i h) as [->|]; [auto|discriminate].
    + intros i _. unfold set_at. destruct (Nat.eqb_spec i h) as [->|]; [lra|discriminate].
    + intros i Hi Bi _. assert (- x i <= - x h) by auto. lra.
  - destruct IH as [M [h [MB [HM [Hh [Mh [Hbelow Habove]]]]]]]; [lia|].
    destruct (argmax n (fun i => B i && negb (M i)) (fun i => - x i)) as [g [Hg [BMg Hmin]]].
    { assert (H := card_split n B M).
      enough (card n (fun i => B i && M i) <= card n M)%nat by lia.
      apply card_le. intros i _ Hi. now apply andb_true_iff in Hi as [_ Mi]. }
    apply andb_true_iff in BMg as [Bg Mg]. apply negb_true_iff in Mg.
    assert (Hhg := Habove g Hg Bg Mg).
    exists (set_at M g true), g.
    assert (Hc := card_set_at n M g true Hg). rewrite Mg in Hc.
    repeat split; [|lia|exact Hg|apply set_at_same| |].
    + intros i Hi. unfold set_at. destruct (Nat.eqb_spec i g) as [->|]; auto.
    + intros i Hi. unfold set_at. destruct (Nat.eqb_spec i g) as [->|]; [lra|].
      intros Mi. assert (x i <= x h) by auto. lra.
    + intros i Hi Bi. unfold set_at. destruct (Nat.eqb_spec i g) as [->|]; [discriminate|].
      intros Mi. assert (- x i <= - x g) by (apply Hmin; [exact Hi|now rewrite Bi, Mi]). lra.
Qed.
