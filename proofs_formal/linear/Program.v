(** Linear programs with rational data, as docs/certificates.md writes them, and what can be true of one. *)

From Coq Require Import QArith NArith List.
Import ListNotations.
Open Scope Q_scope.

(** A linear form: pairs of a column's index and a coefficient. A column that occurs twice counts with the sum. *)
Definition terms := list (N * Q).

Definition point := N -> Q.

Fixpoint apply (form : terms) (x : point) : Q :=
  match form with
  | [] => 0
  | (j, a) :: rest => a * x j + apply rest x
  end.

(** The form whose coefficients are the entries of a list, from column [first] on. *)
Fixpoint form_from (first : N) (coefficients : list Q) : terms :=
  match coefficients with
  | [] => []
  | a :: rest => (first, a) :: form_from (N.succ first) rest
  end.

Inductive relation := AtMost | Equal | AtLeast.

Definition satisfies (left : Q) (r : relation) (right : Q) : Prop :=
  match r with
  | AtMost => left <= right
  | Equal => left == right
  | AtLeast => right <= left
  end.

Record row := Row { coefficients : terms; relates : relation; side : Q }.

Inductive sense := Minimise | Maximise.

Record program := Program {
  goal : sense;
  costs : list Q;
  lower : list (option Q);
  upper : list (option Q);
  rows : list row }.

Definition column_bound (bounds : list (option Q)) (j : N) : option Q :=
  match nth_error bounds (N.to_nat j) with Some b => b | None => None end.

Definition within_bounds (p : program) (x : point) : Prop :=
  (forall j l, column_bound (lower p) j = Some l -> l <= x j) /\
  (forall j u, column_bound (upper p) j = Some u -> x j <= u).

Definition within_rows (rs : list row) (x : point) : Prop :=
  forall r, In r rs -> satisfies (apply (coefficients r) x) (relates r) (side r).

Definition feasible (p : program) (x : point) : Prop := within_bounds p x /\ within_rows (rows p) x.

Definition objective (p : program) (x : point) : Q := apply (form_from 0 (costs p)) x.

(** s = 1 when minimising and -1 when maximising: [sign * objective] is to be small. *)
Definition sign (g : sense) : Q := match g with Minimise => 1 | Maximise => -(1) end.

Definition better_or_equal (g : sense) (a b : Q) : Prop :=
  match g with Minimise => a <= b | Maximise => b <= a end.

(** * The three statements *)

Definition has_optimum (p : program) (value : Q) : Prop :=
  (exists x, feasible p x /\ objective p x == value) /\
  (forall x, feasible p x -> better_or_equal (goal p) value (objective p x)).

Definition infeasible (p : program) : Prop := forall x, ~ feasible p x.

Definition unbounded (p : program) : Prop :=
  forall level, exists x, feasible p x /\ better_or_equal (goal p) (objective p x) level.

Lemma better_by_sign g a b : better_or_equal g a b <-> sign g * a <= sign g * b.
Proof.
  destruct g; cbn [better_or_equal sign].
  - now rewrite !Qmult_1_l.
  - setoid_replace (-(1) * a) with (- a) by ring; setoid_replace (-(1) * b) with (- b) by ring.
    split; [apply Qopp_le_compat|]; intros le; apply Qopp_le_compat in le; now rewrite !Qopp_involutive in le.
Qed.
