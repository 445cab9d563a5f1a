(** Lists as binary tries, so that an entry is found in logarithmic time. *)

From Coq Require Import NArith FMapPositive List Lia.
Import ListNotations.

Section Table.

Variable A : Type.

Definition table := PositiveMap.t A.

Fixpoint table_from (first : N) (entries : list A) : table :=
  match entries with
  | [] => PositiveMap.empty A
  | a :: rest => PositiveMap.add (N.succ_pos first) a (table_from (N.succ first) rest)
  end.

Definition entry (t : table) (j : N) : option A := PositiveMap.find (N.succ_pos j) t.

Lemma entry_from first entries j :
  entry (table_from first entries) (first + j) = nth_error entries (N.to_nat j).
Proof.
  unfold entry; revert first j; induction entries as [|a rest IH]; intros first j; cbn [table_from].
  - rewrite PositiveMap.gempty; now destruct (N.to_nat j).
  - destruct j as [|j] using N.peano_ind.
    + rewrite N.add_0_r; apply PositiveMap.gss.
    + rewrite PositiveMap.gso by lia.
      rewrite N2Nat.inj_succ; cbn [nth_error]; rewrite <- (IH (N.succ first)); do 2 f_equal; lia.
Qed.

Definition table_of (entries : list A) : table := table_from 0 entries.

Lemma entry_of entries j : entry (table_of entries) j = nth_error entries (N.to_nat j).
Proof. exact (entry_from 0 entries j). Qed.

End Table.

Arguments table_of {A}.
Arguments entry {A}.
Arguments entry_of {A}.
