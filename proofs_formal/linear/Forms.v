(** Linear forms: sums, multiples, and the same form with every column at most once. *)

From Coq Require Import QArith NArith List Permutation Mergesort Orders Setoid.
From Optcheck.linear Require Import Program.
Import ListNotations.
Open Scope Q_scope.

(** Sums are reduced at once: without that the denominators of a long sum explode. *)
Definition plus (a b : Q) : Q := Qred (a + b).

Lemma plus_correct a b : plus a b == a + b.
Proof. apply Qred_correct. Qed.

Fixpoint evaluate (form : terms) (x : point) : Q :=
  match form with
  | [] => 0
  | (j, a) :: rest => plus (a * x j) (evaluate rest x)
  end.

Lemma evaluate_correct form x : evaluate form x == apply form x.
Proof. induction form as [|[j a] rest IH]; cbn [evaluate apply]; [reflexivity|]; now rewrite plus_correct, IH. Qed.

Lemma apply_app f g x : apply (f ++ g) x == apply f x + apply g x.
Proof. induction f as [|[j a] f IH]; cbn [apply app]; [ring|]; rewrite IH; ring. Qed.

Definition multiple (y : Q) (form : terms) : terms := map (fun '(j, a) => (j, y * a)) form.

Lemma apply_multiple y form x : apply (multiple y form) x == y * apply form x.
Proof. induction form as [|[j a] form IH]; cbn [apply app multiple map]; [ring|]; rewrite IH; ring. Qed.

Lemma apply_permutation f g x : Permutation f g -> apply f x == apply g x.
Proof.
  induction 1 as [|[j a] f g _ IH|[i a] [j b] f|f g h _ IH1 _ IH2]; cbn [apply].
  - reflexivity.
  - now rewrite IH.
  - ring.
  - now rewrite IH1.
Qed.

(** A point moved along a direction. *)
Definition moved (x : point) (step : Q) (ray : point) : point := fun j => x j + step * ray j.

Lemma apply_moved form x step ray : apply form (moved x step ray) == apply form x + step * apply form ray.
Proof. induction form as [|[j a] form IH]; cbn [apply app multiple map]; [ring|]; rewrite IH; unfold moved; ring. Qed.

(** * Sorting by column, then adding up neighbours *)

Module ColumnOrder <: TotalLeBool.
  Definition t := (N * Q)%type.
  Definition leb (a b : t) : bool := N.leb (fst a) (fst b).
  Lemma leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb; rewrite !N.leb_le; apply N.le_ge_cases. Qed.
End ColumnOrder.

Module ColumnSort := Sort ColumnOrder.

Fixpoint add_neighbours (j : N) (a : Q) (rest : terms) : terms :=
  match rest with
  | [] => [(j, a)]
  | (i, b) :: others =>
      if N.eqb i j then add_neighbours j (plus a b) others else (j, a) :: add_neighbours i b others
  end.

Lemma apply_add_neighbours rest : forall j a x, apply (add_neighbours j a rest) x == apply ((j, a) :: rest) x.
Proof.
  induction rest as [|[i b] rest IH]; intros j a x; cbn [add_neighbours]; [reflexivity|].
  destruct (N.eqb_spec i j) as [->|_].
  - rewrite IH; cbn [apply]; rewrite plus_correct; ring.
  - cbn [apply]; rewrite IH; reflexivity.
Qed.

Definition collected (form : terms) : terms :=
  match ColumnSort.sort form with
  | [] => []
  | (j, a) :: rest => add_neighbours j a rest
  end.

Lemma apply_collected form x : apply (collected form) x == apply form x.
Proof.
  rewrite (apply_permutation _ _ x (ColumnSort.Permuted_sort form)); unfold collected.
  destruct (ColumnSort.sort form) as [|[j a] rest]; [reflexivity|]; apply apply_add_neighbours.
Qed.
