(** Alg. 2 and Alg. 3 of TPMDP in the paper's own terms, with Lemma 3's beta in line 6 of Alg. 3; executable.

    [Allocation.allocate] gives other variances of the same total where t = 1; both are optimal. *)

From Coq Require Import QArith Qminmax List Bool Arith.
From Optcheck.tpmdp Require Import Sums Ranking Allocation Eq7.
Import ListNotations.
Open Scope Q_scope.

Definition active_needs (required : list Q) (active : list bool) : list Q := leaders false required (map negb active).

(** Line 5 of Alg. 2, for n parties with the given requirements and a party that requires r. *)
Definition alg2_variance (n t : nat) (required : list Q) (r : Q) : Q :=
  let middle := nth_largest (xi n t) required in
  if Qle_bool r middle then 1 / Q_of (n - t) * middle else r - Q_of (n - t - 1) / Q_of (n - t) * middle.

Definition alg2 (t : nat) (required : list Q) : list Q := map (alg2_variance (length required) t required) required.

Definition alpha (required : list Q) (active : list bool) : Q :=
  Qmax (nth_largest 1 (inactive_needs required active)) (nth_largest 2 (active_needs required active)).

Definition beta (required : list Q) (active : list bool) : Q :=
  Qmax (nth_largest 1 (active_needs required active)) (nth_largest 2 (inactive_needs required active)).

(** Lines 11 to 18: a single active party. *)
Definition lemma2_variance (t : nat) (required : list Q) (active : list bool) (party : Q * bool) : Q :=
  let n := length required in
  let minus := inactive_needs required active in
  if snd party then 0
  else if 2 <=? t then alg2_variance (n - 1) (t - 1) minus (fst party)
  else 1 / Q_of (n - 1) * nth_largest 1 minus.

(** Lines 20 to 35: Subcase 4. *)
Definition lemma3_variance (t : nat) (required : list Q) (active : list bool) (party : Q * bool) : Q :=
  let m := (length required - active_count active - t + 1)%nat in
  let A := alpha required active in
  let B := beta required active in
  if (t =? 1) || Qle_bool A B
  then if snd party then Qmax 0 (fst party - A) else 1 / Q_of m * A
  else if snd party then 0
  else if Qeq_bool (fst party) (nth_largest 1 (inactive_needs required active))
  then A - Q_of (m - 1) / Q_of m * B
  else 1 / Q_of m * B.

Definition alg3_variance (t : nat) (required : list Q) (active : list bool) (party : Q * bool) : Q :=
  match subcase_of (length required) t (active_count active) with
  | OneActive => lemma2_variance t required active party
  | FewActive => lemma3_variance t required active party
  | _ => alg2_variance (length required) t required (fst party)
  end.

(** Alg. 3 for 1 <= t and at least one active party. *)
Definition alg3 (t : nat) (required : list Q) (active : list bool) : list Q :=
  map (alg3_variance t required active) (combine required active).
