(** The checker's test of a packing: a wrap-around schedule and its leaders; executable.

    Time runs round a circle of length [horizon]. A track of k machines lays its parties end to end along a line of
    length k * horizon, each for [unit] (the last one for [last]); the line is wound round the circle. At each moment
    one party that is present leads. *)

From Coq Require Import QArith Qround Qreduction ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Ranking.
Import ListNotations.
Open Scope Z_scope.

Record track := Track { machines : Z; members : list Z; last : Z }.

(** A party and its place on a line: where it begins and how long it lasts. *)
Definition slot : Type := Z * (Z * Z).

Definition slot_length (s : slot) : Z := snd (snd s).

Fixpoint slots (unit last begin : Z) (parties : list Z) : list slot :=
  match parties with
  | [] => []
  | [party] => [(party, (begin, last))]
  | party :: others => (party, (begin, unit)) :: slots unit last (begin + unit) others
  end.

Definition track_slots (unit : Z) (T : track) : list slot := slots unit (last T) 0 (members T).

Definition zsum (l : list Z) : Z := fold_right Z.add 0 l.

Definition track_ok (unit horizon : Z) (T : track) : bool :=
  (1 <=? machines T) && (0 <=? last T) && (last T <=? unit)
  && (zsum (map slot_length (track_slots unit T)) =? machines T * horizon).

(** The lengths of the unbroken stretches of active parties, and how many windings meet them at a moment. *)
Fixpoint stretches (active : Z -> bool) (current : Z) (l : list slot) : list Z :=
  match l with
  | [] => [current]
  | s :: others =>
      if active (fst s) then stretches active (current + slot_length s) others
      else current :: stretches active 0 others
  end.

Definition ceiling_div (length horizon : Z) : Z := - ((- length) / horizon).

Definition meets (active : Z -> bool) (unit horizon : Z) (T : track) : Z :=
  zsum (map (fun length => ceiling_div length horizon) (stretches active 0 (track_slots unit T))).

(** Where everybody is; nobody may be laid twice. *)
Definition places := PositiveMap.t (Z * Z).

Definition key (party : Z) : positive := Z.to_pos (party + 1).

Fixpoint lay (l : list slot) (found : places) : option places :=
  match l with
  | [] => Some found
  | (party, place) :: others =>
      if PositiveMap.mem (key party) found then None else lay others (PositiveMap.add (key party) place found)
  end.

(** How late after its beginning a party is met at time [now], on the circle. *)
Definition late (horizon : Z) (now : Q) (begin : Z) : Q :=
  let since := (now - inject_Z begin)%Q in
  (since - inject_Z (horizon * Qfloor (since / inject_Z horizon)))%Q.

(** The time when the last leader stops, if every leader is present while it leads. *)
Fixpoint walk (n horizon : Z) (where_is : places) (now : Q) (leaders : list (Z * Q)) : option Q :=
  match leaders with
  | [] => Some now
  | (party, duration) :: others =>
      match PositiveMap.find (key party) where_is with
      | None => None
      | Some (begin, length) =>
          if (0 <=? party) && (party <? n) && negb (Qle_bool duration 0)
             && Qle_bool (late horizon now begin + duration) (inject_Z length)
          then walk n horizon where_is (Qplus' now duration) others
          else None
      end
  end.

Definition integral (required : Z -> Q) (leaders : list (Z * Q)) : Q :=
  total (map (fun leader => (required (fst leader) * snd leader)%Q) leaders).

Definition tracks_ok (n t active_count : Z) (active : Z -> bool) (unit horizon : Z) (tracks : list track) : bool :=
  let present := zsum (map machines tracks) in
  let most := Z.min (zsum (map (meets active unit horizon) tracks)) present in
  (1 <=? unit) && (unit <=? horizon) && forallb (track_ok unit horizon) tracks
  && (present =? n - t) && (most <? active_count).

(** The bound that the schedule proves for every feasible total. *)
Definition packing_bound (n t active_count : Z) (active : Z -> bool) (required : Z -> Q)
    (unit horizon : Z) (tracks : list track) (start : Z) (leaders : list (Z * Q)) : option Q :=
  if horizon =? 0 then Some 0%Q
  else if tracks_ok n t active_count active unit horizon tracks then
    match lay (flat_map (track_slots unit) tracks) (PositiveMap.empty _) with
    | None => None
    | Some where_is =>
        match walk n horizon where_is (inject_Z start) leaders with
        | None => None
        | Some stop =>
            if Qeq_bool (stop - inject_Z start) (inject_Z horizon)
            then Some (Qred (integral required leaders / inject_Z unit)) else None
        end
    end
  else None.
