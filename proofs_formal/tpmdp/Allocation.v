(** Alg. 3 of TPMDP as corrected, executable: what [optcheck.tpmdp.allocate] computes from exact requirements.

    The requirements and the flags of the active parties are lists in the order of the parties. *)

From Coq Require Import QArith Qminmax List Bool Arith.
From Optcheck.tpmdp Require Import Sums Ranking.
Import ListNotations.
Open Scope Q_scope.

(** The cases of the closed form; the paper's numbers are 1 to 4, the two trivial cases are one. *)
Inductive subcase := NoNoise | ManyActive | OneActive | SomeActive | FewActive.

Definition subcase_of (n t a : nat) : subcase :=
  if (t =? 0) || (a =? 0) then NoNoise
  else if a =? 1 then OneActive
  else if n - t <? a then ManyActive
  else if n <=? t * a then SomeActive
  else FewActive.

Record rule := Rule { case : subcase; unit : nat; carriers : nat; rank : nat }.

(** Whether active parties carry base noise too. *)
Definition all_carry (c : subcase) : bool := match c with ManyActive | SomeActive => true | _ => false end.

(** Whether the requirements of active parties count. *)
Definition all_lead (c : subcase) : bool := match c with OneActive => false | _ => true end.

Definition ranked (c : subcase) (unit carriers leaders : nat) : rule :=
  Rule c unit carriers (Nat.min (carriers / unit + 1) leaders).

Definition rule_for (n t a : nat) : rule :=
  match subcase_of n t a with
  | NoNoise => Rule NoNoise 1 0 0
  | OneActive => ranked OneActive (n - t) (n - 1) (n - 1)
  | FewActive => ranked FewActive (n - t - a + 1) (n - a) n
  | c => ranked c (n - t) n n
  end.

(** The requirements that count; the level that base noise reaches is one of them, by rank. *)
Definition leaders (all : bool) (required : list Q) (active : list bool) : list Q :=
  map fst (filter (fun p => all || negb (snd p)) (combine required active)).

Definition level_of (R : rule) (required : list Q) (active : list bool) : Q :=
  level_after (rank R - 1) (leaders (all_lead (case R)) required active).

Definition variance (R : rule) (level : Q) (party : Q * bool) : Q :=
  let (need, is_active) := party in
  let share := level / Q_of (unit R) in
  if all_carry (case R) || negb is_active
  then if Qle_bool need level then share else need - Q_of (unit R - 1) * share
  else if all_lead (case R) then Qmax 0 (need - level) else 0.

Definition active_count (active : list bool) : nat := length (filter (fun b => b) active).

Definition rule_of (t : nat) (required : list Q) (active : list bool) : rule :=
  rule_for (length required) t (active_count active).

(** Alg. 3. *)
Definition allocate (t : nat) (required : list Q) (active : list bool) : list Q :=
  let R := rule_of t required active in
  if rank R =? 0 then map (fun _ => 0) required
  else map (variance R (level_of R required active)) (combine required active).

(** Eq. 7: the sum of the rank - 1 largest requirements, and a share of the one that follows. *)
Definition optimal_total (t : nat) (required : list Q) (active : list bool) : Q :=
  let R := rule_of t required active in
  if rank R =? 0 then 0
  else largest (rank R - 1) (leaders (all_lead (case R)) required active)
       + (Q_of (carriers R) / Q_of (unit R) - Q_of (rank R) + 1) * level_of R required active.
