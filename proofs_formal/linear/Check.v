(** The conditions of docs/certificates.md for "optimal", "infeasible" and "unbounded", as functions that run. *)

From Coq Require Import QArith NArith List Bool.
From Optcheck.linear Require Import Program Table Forms.
Import ListNotations.
Open Scope Q_scope.

Inductive evidence :=
| Optimal (value : Q) (primal dual : list Q)
| Infeasible (dual : list Q)
| Crossed (column : N)
| Unbounded (primal ray : list Q).

Definition less (a b : Q) : bool := negb (Qle_bool b a).

Definition holds (left : Q) (r : relation) (right : Q) : bool :=
  match r with
  | AtMost => Qle_bool left right
  | Equal => Qeq_bool left right
  | AtLeast => Qle_bool right left
  end.

(** * Shape: one entry per column, and no column that is not there *)

Definition of_length {A B} (model : list A) (l : list B) : bool := Nat.eqb (length l) (length model).

Definition known_columns (p : program) : bool :=
  let n := N.of_nat (length (costs p)) in
  forallb (fun r => forallb (fun t => N.ltb (fst t) n) (coefficients r)) (rows p).

Definition well_formed (p : program) : bool :=
  of_length (costs p) (lower p) && of_length (costs p) (upper p) && known_columns p.

(** * Points *)

Definition point_of (values : table Q) : point := fun j => match entry values j with Some v => v | None => 0 end.

Definition check_bound (r : relation) (bound : option Q) (value : Q) : bool :=
  match bound with Some b => holds value r b | None => true end.

Fixpoint check_bounds (r : relation) (bounds : list (option Q)) (values : list Q) : bool :=
  match bounds, values with
  | b :: bounds, v :: values => check_bound r b v && check_bounds r bounds values
  | _, _ => true
  end.

Definition check_row (x : point) (r : row) : bool := holds (evaluate (coefficients r) x) (relates r) (side r).

Definition check_point (p : program) (values : list Q) : bool :=
  of_length (costs p) values &&
  check_bounds AtLeast (lower p) values && check_bounds AtMost (upper p) values &&
  forallb (check_row (point_of (table_of values))) (rows p).

Definition value_at (p : program) (values : list Q) : Q :=
  evaluate (form_from 0 (costs p)) (point_of (table_of values)).

(** * Bounds from row multipliers *)

Definition fits (s : Q) (multiplied : row * Q) : bool :=
  let (r, y) := multiplied in
  match relates r with
  | AtMost => Qle_bool (s * y) 0
  | Equal => true
  | AtLeast => Qle_bool 0 (s * y)
  end.

Fixpoint paid (multiplied : list (row * Q)) : Q :=
  match multiplied with
  | [] => 0
  | (r, y) :: rest => plus (y * side r) (paid rest)
  end.

(** A multiplier 0 adds nothing and is passed over. *)
Definition charged (multiplied : row * Q) : terms :=
  let (r, y) := multiplied in
  if Qeq_bool y 0 then [] else multiple (- y) (coefficients r).

Definition reduced_costs (c : terms) (multiplied : list (row * Q)) : terms :=
  collected (c ++ flat_map charged multiplied).

Definition bound_in (bounds : table (option Q)) (j : N) : option Q :=
  match entry bounds j with Some b => b | None => None end.

Fixpoint rest_bound (s : Q) (low high : table (option Q)) (reduced : terms) : option Q :=
  match reduced with
  | [] => Some 0
  | (j, d) :: rest =>
      match rest_bound s low high rest with
      | None => None
      | Some sum =>
          if Qeq_bool d 0 then Some sum
          else match bound_in (if less 0 (s * d) then low else high) j with
               | Some b => Some (plus (d * b) sum)
               | None => None
               end
      end
  end.

(** The bound on s * c that the multipliers prove, if they fit the rows and every column bound in use is finite. *)
Definition dual_bound (p : program) (s : Q) (c : terms) (dual : list Q) : option Q :=
  let multiplied := combine (rows p) dual in
  if of_length (rows p) dual && forallb (fits s) multiplied then
    match rest_bound s (table_of (lower p)) (table_of (upper p)) (reduced_costs c multiplied) with
    | Some sum => Some (plus (paid multiplied) sum)
    | None => None
    end
  else None.

(** * The checks *)

Definition check_optimal (p : program) (value : Q) (primal dual : list Q) : bool :=
  check_point p primal && Qeq_bool (value_at p primal) value &&
  match dual_bound p (sign (goal p)) (form_from 0 (costs p)) dual with
  | Some bound => Qeq_bool bound value
  | None => false
  end.

Definition check_infeasible (p : program) (dual : list Q) : bool :=
  match dual_bound p 1 [] dual with Some bound => less 0 bound | None => false end.

Definition check_crossed (p : program) (j : N) : bool :=
  match bound_in (table_of (lower p)) j, bound_in (table_of (upper p)) j with
  | Some l, Some u => less u l
  | _, _ => false
  end.

Definition slope_row (r : row) : row := Row (coefficients r) (relates r) 0.

(** The bound that a direction must respect: 0 where the column's bound is finite. *)
Definition slope_bound (bound : option Q) : option Q := option_map (fun _ => 0) bound.

Definition slope_program (p : program) : program :=
  Program (goal p) (costs p) (map slope_bound (lower p)) (map slope_bound (upper p)) (map slope_row (rows p)).

Definition check_unbounded (p : program) (primal ray : list Q) : bool :=
  check_point p primal && check_point (slope_program p) ray &&
  less (sign (goal p) * value_at p ray) 0.

Definition check (p : program) (e : evidence) : bool :=
  well_formed p &&
  match e with
  | Optimal value primal dual => check_optimal p value primal dual
  | Infeasible dual => check_infeasible p dual
  | Crossed column => check_crossed p column
  | Unbounded primal ray => check_unbounded p primal ray
  end.
