(** Certificates of kind tpmdp-allocation, and the check of docs/certificates/tpmdp.md as an executable function.

    A certificate is taken as it stands in the file: numbers over a denominator, parties as runs (start, stop), numbers
    with their counts. *)

From Coq Require Import QArith Qreduction ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Ranking Schedule Cover.
Import ListNotations.
Open Scope Z_scope.

(** A track as written: machines, runs of parties, length of the last one. *)
Record written_track := WrittenTrack { track_machines : Z; track_runs : list (Z * Z); track_last : Z }.

Record certificate := Certificate {
  denominator : Z;
  required : list Q;
  threshold : Z;
  active_runs : list (Z * Z);
  variance_denominator : Z;
  variance_runs : list (Q * Z);
  stated_total : Q;
  stated_bound : Q;
  unit_length : Z;
  horizon_length : Z;
  tracks : list written_track;
  start : Z;
  leading_parties : list Z;
  duration_runs : list (Q * Z)
}.

(** ** Reading *)

Fixpoint iota (count : nat) (from : Z) : list Z :=
  match count with O => [] | S k => from :: iota k (from + 1) end.

Definition run_ok (n : Z) (run : Z * Z) : bool := (0 <=? fst run) && (fst run <? snd run) && (snd run <=? n).

Definition run_parties (run : Z * Z) : list Z := iota (Z.to_nat (snd run - fst run)) (fst run).

Definition read_runs (n : Z) (runs : list (Z * Z)) : option (list Z) :=
  if forallb (run_ok n) runs then Some (flat_map run_parties runs) else None.

Definition written_out (runs : list (Q * Z)) : list Q :=
  flat_map (fun run => repeat (fst run) (Z.to_nat (snd run))) runs.

(** Numbers with counts, that must make up a given length. *)
Definition read_repeated (length : Z) (runs : list (Q * Z)) : option (list Q) :=
  if forallb (fun run => 1 <=? snd run) runs && (zsum (map snd runs) =? length)
  then Some (written_out runs) else None.

Fixpoint read_tracks (n : Z) (l : list written_track) : option (list track) :=
  match l with
  | [] => Some []
  | T :: others =>
      match read_runs n (track_runs T), read_tracks n others with
      | Some parties, Some rest => Some (Track (track_machines T) parties (track_last T) :: rest)
      | _, _ => None
      end
  end.

(** Sets of parties and numbers by party, for fast access. *)
Definition party_set (parties : list Z) : PositiveMap.t Datatypes.unit :=
  fold_right (fun party => PositiveMap.add (key party) tt) (PositiveMap.empty _) parties.

Fixpoint index_from (place : positive) (l : list Q) : PositiveMap.t Q :=
  match l with
  | [] => PositiveMap.empty _
  | z :: others => PositiveMap.add place z (index_from (Pos.succ place) others)
  end.

Definition value_at (index : PositiveMap.t Q) (party : Z) : Q :=
  match PositiveMap.find (key party) index with Some z => z | None => 0%Q end.

Definition over (denominator : Z) (l : list Q) : list Q := map (fun z => Qred (z / inject_Z denominator)) l.

Definition nonnegative_all (l : list Q) : bool := forallb (Qle_bool 0) l.

(** ** The check *)

Definition parties_of (c : certificate) : Z := Z.of_nat (length (required c)).

Definition check_bound (c : certificate) (active : PositiveMap.t Datatypes.unit) (flags : list bool) : option Q :=
  let n := parties_of c in
  if horizon_length c =? 0 then Some 0%Q else
  match read_tracks n (tracks c), read_repeated (Z.of_nat (length (leading_parties c))) (duration_runs c) with
  | Some read, Some durations =>
      let needs := index_from 1 (over (denominator c) (required c)) in
      packing_bound n (threshold c) (Z.of_nat (length (filter (fun b => b) flags)))
        (fun party => PositiveMap.mem (key party) active) (value_at needs)
        (unit_length c) (horizon_length c) read (start c) (combine (leading_parties c) durations)
  | _, _ => None
  end.

(** Runs that follow each other, so that no active party is named twice. *)
Fixpoint in_order (runs : list (Z * Z)) : bool :=
  match runs with
  | run :: ((next :: _) as others) => (snd run <=? fst next) && in_order others
  | _ => true
  end.

Definition instance_ok (c : certificate) : bool :=
  (1 <=? denominator c) && nonnegative_all (required c)
  && (0 <=? threshold c) && (threshold c <=? parties_of c - 1) && in_order (active_runs c).

Definition check_variances (c : certificate) (flags : list bool) : option Q :=
  match read_repeated (parties_of c) (variance_runs c) with
  | None => None
  | Some variances =>
      let xs := over (variance_denominator c) variances in
      if (1 <=? variance_denominator c) && nonnegative_all variances
         && covers (Z.to_nat (threshold c)) (over (denominator c) (required c)) xs flags
      then Some (total xs) else None
  end.

Definition check (c : certificate) : bool :=
  instance_ok c &&
  match read_runs (parties_of c) (active_runs c) with
  | None => false
  | Some parties =>
      let active := party_set parties in
      let flags := map (fun party => PositiveMap.mem (key party) active) (iota (length (required c)) 0) in
      match check_variances c flags, check_bound c active flags with
      | Some sum, Some bound =>
          Qeq_bool sum (stated_total c) && Qeq_bool bound (stated_bound c) && Qle_bool bound sum
      | _, _ => false
      end
  end.
