(** Sums over the parties 0 .. n-1, and the sizes of sets of parties.

    A set of parties is a function to [bool]; a sum of rationals runs over the parties in order. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
Import ListNotations.
Open Scope Q_scope.

Definition Q_of (k : nat) : Q := inject_Z (Z.of_nat k).

Fixpoint Sum (n : nat) (f : nat -> Q) : Q :=
  match n with O => 0 | S k => Sum k f + f k end.

Fixpoint card (n : nat) (A : nat -> bool) : nat :=
  match n with O => O | S k => (card k A + if A k then 1 else 0)%nat end.

Definition pos (x : Q) : Q := Qmax 0 x.

(** ** Numbers *)

Lemma Q_of_plus j k : Q_of (j + k) == Q_of j + Q_of k.
Proof. unfold Q_of. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

Lemma Q_of_mult j k : Q_of (j * k) == Q_of j * Q_of k.
Proof. unfold Q_of. rewrite Nat2Z.inj_mul, inject_Z_mult. reflexivity. Qed.

Lemma Q_of_le j k : (j <= k)%nat <-> Q_of j <= Q_of k.
Proof. unfold Q_of. rewrite <- Zle_Qle. lia. Qed.

Lemma Q_of_lt j k : (j < k)%nat <-> Q_of j < Q_of k.
Proof. unfold Q_of. rewrite <- Zlt_Qlt. lia. Qed.

Lemma Q_of_inj j k : Q_of j == Q_of k -> j = k.
Proof. unfold Q_of. rewrite inject_Z_injective. lia. Qed.

Lemma Q_of_minus j k : (k <= j)%nat -> Q_of (j - k) == Q_of j - Q_of k.
Proof.
  intros Hle. replace (Q_of j) with (Q_of ((j - k) + k)) by (f_equal; lia).
  rewrite Q_of_plus. lra.
Qed.

Lemma pos_cases x : (x <= 0 /\ pos x == 0) \/ (0 <= x /\ pos x == x).
Proof.
  unfold pos. destruct (Qlt_le_dec x 0) as [Hx|Hx].
  - left. split; [lra|]. apply Q.max_l. lra.
  - right. split; [lra|]. apply Q.max_r. lra.
Qed.

Lemma pos_nonneg x : 0 <= pos x.
Proof. destruct (pos_cases x) as [[_ H]|[Hx H]]; lra. Qed.

Lemma pos_ge x : x <= pos x.
Proof. destruct (pos_cases x) as [[Hx H]|[_ H]]; lra. Qed.

Lemma mult_le_mono_l c x y : 0 <= c -> x <= y -> c * x <= c * y.
Proof. intros. nra. Qed.

(** ** Sums *)

Lemma Sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> Sum n f <= Sum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  assert (Sum n f <= Sum n g) by (apply IH; auto with arith).
  assert (f n <= g n) by auto. lra.
Qed.

Lemma Sum_ext n f g : (forall i, (i < n)%nat -> f i == g i) -> Sum n f == Sum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  rewrite IH, H by auto with arith. reflexivity.
Qed.

Lemma Sum_plus n f g : Sum n (fun i => f i + g i) == Sum n f + Sum n g.
Proof. induction n; simpl; lra. Qed.

Lemma Sum_scale n c f : Sum n (fun i => c * f i) == c * Sum n f.
Proof. induction n as [|n IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma Sum_zero n : Sum n (fun _ => 0) == 0.
Proof. induction n; simpl; lra. Qed.

Lemma Sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= Sum n f.
Proof. intros H. rewrite <- (Sum_zero n). now apply Sum_le. Qed.

Lemma Sum_update n f j c : (j < n)%nat ->
  Sum n (fun i => if i =? j then c else f i) == Sum n f - f j + c.
Proof.
  induction n as [|n IH]; intros H; simpl; [lia|].
  destruct (Nat.eqb_spec n j) as [<-|Hne].
  - rewrite (Sum_ext n _ f); [lra|].
    intros i Hi. destruct (Nat.eqb_spec i n); [lia|reflexivity].
  - rewrite IH by lia. lra.
Qed.

(** A single term of a sum of terms that are not negative. *)
Lemma Sum_ge_term n f j : (j < n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> f j <= Sum n f.
Proof.
  intros Hj Hf.
  assert (H := Sum_update n f j 0 Hj).
  assert (0 <= Sum n (fun i => if i =? j then 0 else f i)).
  { apply Sum_nonneg. intros i Hi. destruct (i =? j); [lra|auto]. }
  lra.
Qed.

(** ** Sizes *)

Definition ind (b : bool) : Q := if b then 1 else 0.

Lemma card_Sum n A : Q_of (card n A) == Sum n (fun i => ind (A i)).
Proof.
  induction n as [|n IH]; simpl; [reflexivity|].
  rewrite Q_of_plus, IH. destruct (A n); reflexivity.
Qed.

Lemma card_le n A B : (forall i, (i < n)%nat -> A i = true -> B i = true) -> (card n A <= card n B)%nat.
Proof.
  induction n as [|n IH]; intros H; simpl; [lia|].
  assert (card n A <= card n B)%nat by (apply IH; auto with arith).
  specialize (H n (Nat.lt_succ_diag_r n)).
  destruct (A n), (B n); try lia; discriminate (H eq_refl).
Qed.

Lemma card_ext n A B : (forall i, (i < n)%nat -> A i = B i) -> card n A = card n B.
Proof.
  intros H. apply Nat.le_antisymm; apply card_le; intros i Hi; rewrite H by exact Hi; trivial.
Qed.

Lemma card_split n A B : card n A = (card n (fun i => A i && B i) + card n (fun i => A i && negb (B i)))%nat.
Proof. induction n as [|n IH]; simpl; [lia|]. destruct (A n), (B n); simpl; lia. Qed.

Lemma card_negb n A : (card n A + card n (fun i => negb (A i)) = n)%nat.
Proof. induction n as [|n IH]; simpl; [lia|]. destruct (A n); simpl; lia. Qed.

Lemma card_none n : card n (fun _ => false) = O.
Proof. induction n; simpl; lia. Qed.

Lemma card_all n : card n (fun _ => true) = n.
Proof. induction n; simpl; lia. Qed.

Definition set_at (A : nat -> bool) (j : nat) (b : bool) (i : nat) : bool := if i =? j then b else A i.

Lemma set_at_same A j b : set_at A j b j = b.
Proof. unfold set_at. now rewrite Nat.eqb_refl. Qed.

Lemma set_at_other A j b i : i <> j -> set_at A j b i = A i.
Proof. intros H. unfold set_at. now apply Nat.eqb_neq in H as ->. Qed.

Lemma Sum_set_at n A j b f : (j < n)%nat ->
  Sum n (fun i => if set_at A j b i then f i else 0)
  == Sum n (fun i => if A i then f i else 0) - (if A j then f j else 0) + (if b then f j else 0).
Proof.
  intros Hj. assert (H := Sum_update n (fun i => if A i then f i else 0) j (if b then f j else 0) Hj).
  simpl in H. rewrite <- H. apply Sum_ext. intros i Hi.
  unfold set_at. destruct (Nat.eqb_spec i j) as [->|_]; reflexivity.
Qed.

Lemma card_set_at n A j b : (j < n)%nat ->
  (card n (set_at A j b) + (if A j then 1 else 0) = card n A + (if b then 1 else 0))%nat.
Proof.
  intros Hj. apply Q_of_inj. rewrite !Q_of_plus, !card_Sum.
  assert (H := Sum_set_at n A j b (fun _ => 1) Hj). unfold ind.
  rewrite H. destruct (A j), b; change (Q_of 1) with 1; change (Q_of 0) with 0; lra.
Qed.

Lemma card_but_one n j : (j < n)%nat -> card n (set_at (fun _ => true) j false) = (n - 1)%nat.
Proof. intros Hj. assert (H := card_set_at n (fun _ => true) j false Hj). rewrite card_all in H. lia. Qed.
