(* What generated statements are written with, beside Coq's own library: tests, ranges, sums, sorting. *)
From Coq Require Export Reals ZArith List Bool Sorted.
Export ListNotations.
From Optcheck.common Require Normal.
Open Scope R_scope.

Definition Rleb (x y : R) : bool := if Rle_dec x y then true else false.
Definition Rltb (x y : R) : bool := if Rlt_dec x y then true else false.
Definition Reqb (x y : R) : bool := if Req_EM_T x y then true else false.
Definition floorR (x : R) : Z := (up x - 1)%Z.
Definition ceilR (x : R) : Z := (- floorR (- x))%Z.
(* The whole numbers from low to high - 1. *)
Definition Zrange (low high : Z) : list Z :=
  map (fun k => (low + Z.of_nat k)%Z) (seq 0 (Z.to_nat (high - low))).
Definition sumR : list R -> R := fold_right Rplus 0.
Definition sumZ : list Z -> Z := fold_right Z.add 0%Z.
Definition prodR : list R -> R := fold_right Rmult 1.
Definition prodZ : list Z -> Z := fold_right Z.mul 1%Z.
(* The largest and the smallest entry; of no entry at all they are 0, and a statement then needs that there is one. *)
Definition max_ofR (l : list R) : R := fold_left Rmax (tl l) (hd 0 l).
Definition min_ofR (l : list R) : R := fold_left Rmin (tl l) (hd 0 l).
Definition max_ofZ (l : list Z) : Z := fold_left Z.max (tl l) (hd 0%Z l).
Definition min_ofZ (l : list Z) : Z := fold_left Z.min (tl l) (hd 0%Z l).
Definition memZ (x : Z) (l : list Z) : bool := existsb (Z.eqb x) l.
Definition memR (x : R) (l : list R) : bool := existsb (Reqb x) l.
Definition sameZ (a b : list Z) : bool := if list_eq_dec Z.eq_dec a b then true else false.
Definition sameR (a b : list R) : bool := if list_eq_dec Req_EM_T a b then true else false.
Fixpoint insert {A} (below : A -> A -> bool) (x : A) (l : list A) : list A :=
  match l with
  | nil => [x]
  | y :: r => if below x y then x :: l else y :: insert below x r
  end.
Definition sortedR (l : list R) : list R := fold_right (insert Rleb) nil l.
Definition sortedZ (l : list Z) : list Z := fold_right (insert Z.leb) nil l.
(* All choices of k entries, in the list's order. *)
Fixpoint combinations {A} (k : nat) (l : list A) : list (list A) :=
  match k, l with
  | O, _ => [nil]
  | S _, nil => nil
  | S j, x :: r => map (cons x) (combinations j r) ++ combinations (S j) r
  end.
(* All lists of n of the entries, the last entry changing first. *)
Fixpoint tuples {A} (n : nat) (l : list A) : list (list A) :=
  match n with
  | O => [nil]
  | S k => flat_map (fun x => map (cons x) (tuples k l)) l
  end.
(* Each entry with the others, and all orders of a list. *)
Fixpoint picked {A} (l : list A) : list (A * list A) :=
  match l with
  | nil => nil
  | x :: r => (x, r) :: map (fun p => (fst p, x :: snd p)) (picked r)
  end.
Fixpoint orders {A} (n : nat) (l : list A) : list (list A) :=
  match n with
  | O => [nil]
  | S k => flat_map (fun p => map (cons (fst p)) (orders k (snd p))) (picked l)
  end.
Definition permutations {A} (l : list A) : list (list A) := orders (length l) l.
Fixpoint choose (n k : nat) : nat :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S m, S j => choose m j + choose m k
  end%nat.
Definition binomial (n k : Z) : Z := Z.of_nat (choose (Z.to_nat n) (Z.to_nat k)).
(* The least cost of a feasible point: one attains it, none has less. *)
Definition least {A} (feasible : A -> Prop) (cost : A -> R) (v : R) : Prop :=
  (exists x, feasible x /\ cost x = v) /\ forall x, feasible x -> v <= cost x.
(* The greatest, and a point that has the least. *)
Definition greatest {A} (feasible : A -> Prop) (cost : A -> R) (v : R) : Prop :=
  (exists x, feasible x /\ cost x = v) /\ forall x, feasible x -> cost x <= v.
Definition optimum {A} (feasible : A -> Prop) (cost : A -> R) (x : A) : Prop :=
  feasible x /\ forall y, feasible y -> cost x <= cost y.
(* A power with a positive exponent, of 0 too. *)
Definition powerR (x y : R) : R := if Req_EM_T x 0 then 0 else Rpower x y.
(* The complementary error function. *)
Notation erfc := Normal.tail_share.
