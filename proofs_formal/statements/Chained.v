(* Written by make formal UPDATE=1 from the claims of proofs_numeric/chained: not to be edited. *)
From Optcheck.statements Require Import Language.

(* chained/cor-1, corrected *)
Definition chained_cor_1 : Prop :=
  forall sensitivity : R, (0 < sensitivity) ->
  forall variances : list R, ((1 <= Z.of_nat (length variances))%Z) -> (forall x : R, In x variances -> 0 < x) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  (~ (2 * sumR variances = 0)) /\
  (~ (delta = 0)) /\
  (0 < 1 / delta) /\
  (~ (sumR variances = 0)) /\
  (0 <= 2 * ln (1 / delta) / sumR variances) /\
  (0 <= sensitivity ^ 2 / sumR variances) /\
  (~ (sqrt (sensitivity ^ 2 / sumR variances) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc (((sensitivity ^ 2 / (2 * sumR variances) + sensitivity * sqrt (2 * ln (1 / delta) / sumR variances)) / sqrt
    (sensitivity ^ 2 / sumR variances) - sqrt (sensitivity ^ 2 / sumR variances) / 2) / sqrt 2) - exp (sensitivity ^ 2
    / (2 * sumR variances) + sensitivity * sqrt (2 * ln (1 / delta) / sumR variances)) * erfc (((sensitivity ^ 2 / (2
    * sumR variances) + sensitivity * sqrt (2 * ln (1 / delta) / sumR variances)) / sqrt (sensitivity ^ 2 / sumR
    variances) + sqrt (sensitivity ^ 2 / sumR variances) / 2) / sqrt 2)) / 2 <= delta.

(* chained/def-5, printed *)
Definition chained_def_5 : Prop :=
(forall users : Z, ((2 <= users)%Z) ->
  forall victim : Z, ((1 <= victim)%Z) -> ((victim <= users - 1)%Z) ->
  forall attackers : list Z, (StronglySorted Z.lt attackers) -> (forall i : Z, In i attackers -> ((0 <= i)%Z) /\ ((i <
    users)%Z)) ->
  (forall i1 : Z, In i1 attackers -> (~ ((i1 = victim)%Z))) ->
  (((exists i2 : Z, In i2 attackers /\ ((i2 < victim)%Z)) /\ (exists i3 : Z, In i3 attackers /\ ((victim < i3)%Z)))
    <-> (exists start : Z, In start ((flat_map (fun i4 : Z => [i4; (i4 + 1)%Z]) attackers) ++ (if (memZ (0)%Z
    attackers) then [(0)%Z] else [])) /\ (exists end1 : Z, In end1 (flat_map (fun i4 : Z => [i4; (i4 + 1)%Z])
    attackers) /\ ((((0 < start)%Z) \/ (In (0)%Z attackers)) /\ (((start <= victim)%Z) /\ ((victim < end1)%Z))))))) /\
(True).

(* chained/eq-10, corrected *)
Definition chained_eq_10 : Prop :=
  forall variances : list R, ((2 <= Z.of_nat (length variances))%Z) -> (forall x : R, In x variances -> 0 <= x) ->
  forall dimension : Z, ((1 <= dimension)%Z) ->
  (~ ((Z.of_nat (length variances) ^ 2 = 0)%Z)) /\
  (forall x1 : Z, In x1 (Zrange 0 dimension) -> (forall variance : R, In variance variances -> (~ ((Z.of_nat (length
    variances) ^ 2 = 0)%Z)))) /\
  sumR (map (fun x1 : Z => (sumR (map (fun variance : R => (variance / IZR (Z.of_nat (length variances) ^ 2))%R)
    variances))%R) (Zrange 0 dimension)) = IZR dimension * sumR variances / IZR (Z.of_nat (length variances) ^ 2).

(* chained/eq-15, corrected *)
Definition chained_eq_15 : Prop :=
  forall preference : R, (0 <= preference) ->
  forall noise : R, (0 < noise) ->
  forall found : R, (0 <= found) -> (found <= noise) ->
  (0 <= preference) /\
  (0 <= noise) /\
  (~ (sqrt noise = 0)) /\
  (~ (preference = 0) -> (~ (found + (noise - found) = 0) -> (~ (found + (noise - found) = 0)))) /\
  (~ (preference = 0) -> (~ (found + (noise - found) = 0) -> (0 <= preference / (found + (noise - found))))) /\
  ((((preference = 0) -> True) /\ (~ (preference = 0) -> ~ (found + (noise - found) = 0))) /\ ((if (Reqb preference 0)
    then (found + (noise - found))%R else (found + (noise - found) + 2 * preference * sqrt (preference / (found +
    (noise - found))))%R) = noise + 2 * powerR preference (3 / 2) / sqrt noise)).

(* chained/eq-18, printed *)
Definition chained_eq_18 : Prop :=
  forall preferences : list R, ((1 <= Z.of_nat (length preferences))%Z) -> (forall x : R, In x preferences -> 0 <= x)
    ->
  (preferences <> nil) /\
  (fold_left (fun (noise : R) (item1 : R) => (noise + Rmax (item1 - noise) 0)%R) preferences 0) = max_ofR preferences.

(* chained/eq-21, corrected *)
Definition chained_eq_21 : Prop :=
  forall own : R, (0 <= own) ->
  forall others : list R, ((1 <= Z.of_nat (length others))%Z) -> (forall x : R, In x others -> 0 <= x) ->
  forall first : R, (0 < first) ->
  (0 <= own) /\
  (0 <= first) /\
  (~ (sqrt first = 0)) /\
  (others <> nil) /\
  (~ (own = 0) -> (~ (first = 0) -> (~ (first = 0)))) /\
  (~ (own = 0) -> (~ (first = 0) -> (0 <= own / first))) /\
  ((((own = 0) -> True) /\ (~ (own = 0) -> ~ (first = 0))) /\ ((if (Reqb own 0) then (fold_left (fun (noise : R)
    (item1 : R) => (noise + Rmax (item1 - noise) 0)%R) others first) else ((fold_left (fun (noise : R) (item1 : R) =>
    (noise + Rmax (item1 - noise) 0)%R) others first) + 2 * own * sqrt (own / first))%R) = 2 * powerR own (3 / 2) /
    sqrt first + Rmax first (max_ofR others))).

(* chained/eq-25, corrected *)
Definition chained_eq_25 : Prop :=
(forall top : R, (0 < top) ->
  forall own : R, (0 <= own) -> (own <= top) ->
  (0 <= own) /\
  (0 <= top) /\
  (~ (sqrt top = 0)) /\
  (~ (own = 0) -> (~ (top = 0) -> (~ (top = 0)))) /\
  (~ (own = 0) -> (~ (top = 0) -> (0 <= own / top))) /\
  ((((own = 0) -> True) /\ (~ (own = 0) -> ~ (top = 0))) /\ ((if (Reqb own 0) then top else (top + 2 * own * sqrt (own
    / top))%R) = top + 2 * powerR own (3 / 2) / sqrt top))) /\
(forall top : R, (0 < top) ->
  forall own : R, (0 <= own) -> (own <= top) ->
  (0 <= own) /\
  (0 <= top) /\
  (~ (sqrt top = 0)) /\
  (~ (own = 0) -> (~ (top = 0) -> (~ (top = 0)))) /\
  (~ (own = 0) -> (~ (top = 0) -> (0 <= own / top))) /\
  ((((own = 0) -> True) /\ (~ (own = 0) -> ~ (top = 0))) /\ ((if (Reqb own 0) then top else (top + 2 * own * sqrt (own
    / top))%R) = top + 2 * powerR own (3 / 2) / sqrt top))).

(* chained/eq-26, corrected *)
Definition chained_eq_26 : Prop :=
  forall cube_root : R, (0 < cube_root) ->
  forall other : R, (0 < other) ->
  (0 <= cube_root ^ 2) /\
  (~ (sqrt (cube_root ^ 2) = 0)) /\
  (0 <= other ^ 2) /\
  (~ (sqrt (other ^ 2) = 0)) /\
  2 * cube_root ^ 3 / sqrt (cube_root ^ 2) + cube_root ^ 2 <= 2 * cube_root ^ 3 / sqrt (other ^ 2) + other ^ 2.

(* chained/eq-3, corrected *)
Definition chained_eq_3 : Prop :=
  forall sensitivity : R, (0 < sensitivity) ->
  forall epsilon : R, (0 < epsilon) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  (~ (delta = 0)) /\
  (0 < 1 / delta) /\
  (0 <= 2 * ln (1 / delta)) /\
  (0 <= 2 * ln (1 / delta) + 2 * epsilon) /\
  (~ (2 * epsilon = 0)) /\
  (~ (sensitivity * (sqrt (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) + 2 * epsilon)) / (2 * epsilon) = 0)) /\
  (~ (sensitivity / (sensitivity * (sqrt (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) + 2 * epsilon)) / (2 *
    epsilon)) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (sensitivity / (sensitivity * (sqrt (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) + 2 *
    epsilon)) / (2 * epsilon))) - sensitivity / (sensitivity * (sqrt (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) +
    2 * epsilon)) / (2 * epsilon)) / 2) / sqrt 2) - exp epsilon * erfc ((epsilon / (sensitivity / (sensitivity * (sqrt
    (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) + 2 * epsilon)) / (2 * epsilon))) + sensitivity / (sensitivity *
    (sqrt (2 * ln (1 / delta)) + sqrt (2 * ln (1 / delta) + 2 * epsilon)) / (2 * epsilon)) / 2) / sqrt 2)) / 2 <=
    delta.

(* chained/eq-33, printed *)
Definition chained_eq_33 : Prop :=
  forall users : Z, ((2 <= users)%Z) ->
  forall probability : R, (0 <= probability) -> (probability < 1) ->
  ((3 <= users)%Z) ->
  (~ ((users * (users - 2) = 0)%Z)) /\
  (0 <= 1 / IZR (users * (users - 2))) /\
  (~ ((users = 0)%Z)) /\
  (~ ((users ^ 2 = 0)%Z)) /\
  ((probability <= sqrt (1 / IZR (users * (users - 2)))) <-> (sumR (map (fun x : Z => (probability ^ 2)%R) (Zrange 1
    (users - 1))) / IZR users <= 1 / IZR (users ^ 2))).

(* chained/eq-9, printed *)
Definition chained_eq_9 : Prop :=
  forall variances : list R, ((1 <= Z.of_nat (length variances))%Z) -> (forall x : R, In x variances -> 0 <= x) ->
  (~ ((Z.of_nat (length variances) ^ 2 = 0)%Z)) /\
  (forall variance : R, In variance variances -> (~ ((Z.of_nat (length variances) ^ 2 = 0)%Z))) /\
  sumR (map (fun variance : R => (variance / IZR (Z.of_nat (length variances) ^ 2))%R) variances) = sumR variances /
    IZR (Z.of_nat (length variances) ^ 2).

(* chained/gap-efficiency, printed *)
Definition chained_gap_efficiency : Prop :=
  forall users : Z, ((2 <= users)%Z) ->
  forall one : R, (1 < one) ->
  forall other : R, (1 < other) ->
  (~ (one ^ 3 = 0)) /\
  (~ ((users = 0)%Z)) /\
  (~ (27 * ((1 + IZR (users - 1) / one ^ 3) / IZR users) ^ 2 = 0)) /\
  (~ (other ^ 3 = 0)) /\
  (~ (27 * ((1 + IZR (users - 1) / other ^ 3) / IZR users) ^ 2 = 0)) /\
  ((one < other) <-> ((1 + 2 * ((1 + IZR (users - 1) / one ^ 3) / IZR users)) ^ 3 / (27 * ((1 + IZR (users - 1) / one
    ^ 3) / IZR users) ^ 2) < (1 + 2 * ((1 + IZR (users - 1) / other ^ 3) / IZR users)) ^ 3 / (27 * ((1 + IZR (users -
    1) / other ^ 3) / IZR users) ^ 2))).

(* chained/past-vectors, corrected *)
Definition chained_past_vectors : Prop :=
(forall exposure : R, (0 <= exposure) -> (exposure <= 1) ->
  forall replacing : R, (0 <= replacing) -> (replacing <= 1) ->
  replacing * replacing * (1 - (1 - exposure)) + replacing * (1 - replacing) * 0 + (1 - replacing) * replacing * (1 -
    (1 - exposure) ^ 2) + (1 - replacing) * (1 - replacing) * (1 - (1 - exposure)) = exposure - exposure ^ 2 *
    replacing * (1 - replacing)) /\
(forall exposure : R, (0 <= exposure) -> (exposure <= 1) ->
  forall replacing : R, (0 <= replacing) -> (replacing <= 1) ->
  replacing * replacing * 0 + replacing * (1 - replacing) * 0 + (1 - replacing) * replacing * (1 - (1 - exposure)) +
    (1 - replacing) * (1 - replacing) * (1 - (1 - exposure)) = exposure - exposure * replacing).

(* chained/sec-8-preference, corrected *)
Definition chained_sec_8_preference : Prop :=
  forall sensitivity : R, (0 < sensitivity) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  forall deviation : R, (0 < deviation) ->
  (~ (delta = 0)) /\
  (0 < 5 / 4 / delta) /\
  (0 <= 2 * ln (5 / 4 / delta)) /\
  (~ (deviation = 0)) /\
  sensitivity / deviation * sqrt (2 * ln (5 / 4 / delta)) = sensitivity * sqrt (2 * ln (5 / 4 / delta)) / deviation.

(* chained/sec-8-variance, corrected *)
Definition chained_sec_8_variance : Prop :=
  forall deviations : list R, ((1 <= Z.of_nat (length deviations))%Z) -> (forall x : R, In x deviations -> 0 <= x) ->
  ((0 <= Z.of_nat (length deviations))%Z) /\
  (forall signs : list Z, In signs (tuples (Z.to_nat (Z.of_nat (length deviations))) [(1)%Z; (-1)%Z]) -> (length signs
    = length deviations)) /\
  (~ ((Z.of_nat (length (tuples (Z.to_nat (Z.of_nat (length deviations))) [(1)%Z; (-1)%Z])) = 0)%Z)) /\
  sumR (map (fun size : R => (size ^ 2)%R) deviations) = sumR (map (fun one : R => (one ^ 2)%R) (map (fun signs : list
    Z => (sumR (map (fun item1 : (Z * R) => (IZR (fst item1) * (snd item1))%R) (combine signs deviations)))%R) (tuples
    (Z.to_nat (Z.of_nat (length deviations))) [(1)%Z; (-1)%Z]))) / IZR (Z.of_nat (length (tuples (Z.to_nat (Z.of_nat
    (length deviations))) [(1)%Z; (-1)%Z]))).

(* chained/slice-sensitivity, printed *)
Definition chained_slice_sensitivity : Prop :=
  forall coordinates : Z, ((1 <= coordinates)%Z) ->
  forall slices : Z, ((1 <= slices)%Z) -> ((slices <= coordinates)%Z) ->
  forall users : R, (2 <= users) ->
  (~ ((slices = 0)%Z)) /\
  (~ ((coordinates = 0)%Z)) /\
  IZR (- ((- coordinates) / slices)) / IZR coordinates <= users / IZR slices.

(* chained/thm-2, printed *)
Definition chained_thm_2 : Prop :=
  forall own : R, (0 <= own) ->
  forall others : list R, ((1 <= Z.of_nat (length others))%Z) -> (forall x : R, In x others -> 0 <= x) ->
  forall instead : R, (0 <= instead) ->
  (0 < max_ofR others + instead) ->
  (others <> nil) /\
  ((0 < own) -> (~ (Rmax own (max_ofR others) = 0))) /\
  ((0 < own) -> (~ (Rmax instead (max_ofR others) = 0))) /\
  Rmax own (max_ofR others) ^ 2 + (if (Rltb 0 own) then (2 * own ^ 3 / Rmax own (max_ofR others))%R else 0) <= Rmax
    instead (max_ofR others) ^ 2 + (if (Rltb 0 own) then (2 * own ^ 3 / Rmax instead (max_ofR others))%R else 0).

(* chained/thm-2-proof, corrected *)
Definition chained_thm_2_proof : Prop :=
  forall users : Z, ((1 <= users)%Z) ->
  forall cube_root : R, (0 < cube_root) ->
  forall other : R, (0 < other) ->
  (~ ((users ^ 2 = 0)%Z)) /\
  (0 <= cube_root ^ 2) /\
  (~ (sqrt (cube_root ^ 2) = 0)) /\
  (0 <= other ^ 2) /\
  (~ (sqrt (other ^ 2) = 0)) /\
  2 * (cube_root ^ 3 / IZR (users ^ 2)) / sqrt (cube_root ^ 2) + cube_root ^ 2 / IZR (users ^ 2) <= 2 * (cube_root ^ 3
    / IZR (users ^ 2)) / sqrt (other ^ 2) + other ^ 2 / IZR (users ^ 2).

(* chained/thm-7-epsilon, corrected *)
Definition chained_thm_7_epsilon : Prop :=
  forall slices : Z, ((1 <= slices)%Z) ->
  forall bound : R, (0 < bound) ->
  forall noise : R, (0 < noise) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  (~ (2 * noise = 0)) /\
  (~ (delta = 0)) /\
  (0 < 1 / delta) /\
  (~ (noise = 0)) /\
  (0 <= 2 * (IZR (4 * slices) * bound ^ 2) * ln (1 / delta) / noise) /\
  (0 <= IZR (4 * slices) * bound ^ 2 / noise) /\
  (~ (sqrt (IZR (4 * slices) * bound ^ 2 / noise) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc (((IZR (4 * slices) * bound ^ 2 / (2 * noise) + sqrt (2 * (IZR (4 * slices) * bound ^ 2) * ln (1 / delta) /
    noise)) / sqrt (IZR (4 * slices) * bound ^ 2 / noise) - sqrt (IZR (4 * slices) * bound ^ 2 / noise) / 2) / sqrt 2)
    - exp (IZR (4 * slices) * bound ^ 2 / (2 * noise) + sqrt (2 * (IZR (4 * slices) * bound ^ 2) * ln (1 / delta) /
    noise)) * erfc (((IZR (4 * slices) * bound ^ 2 / (2 * noise) + sqrt (2 * (IZR (4 * slices) * bound ^ 2) * ln (1 /
    delta) / noise)) / sqrt (IZR (4 * slices) * bound ^ 2 / noise) + sqrt (IZR (4 * slices) * bound ^ 2 / noise) / 2)
    / sqrt 2)) / 2 <= delta.

(* chained/thm-8, corrected *)
Definition chained_thm_8 : Prop :=
  forall users : Z, ((2 <= users)%Z) ->
  forall probability : R, (0 <= probability) -> (probability < 1) ->
  (~ (probability = 0) -> ((~ (1 - probability = 0)) \/ ((0 <= users - 1)%Z))) /\
  (~ (probability = 0) -> ((~ (1 - probability = 0)) \/ ((0 <= users)%Z))) /\
  (~ (probability = 0) -> (~ (IZR users * probability = 0))) /\
  (forall place : Z, In place (Zrange 0 users) -> ((~ (1 - probability = 0)) \/ ((0 <= place)%Z))) /\
  (forall place : Z, In place (Zrange 0 users) -> ((~ (1 - probability = 0)) \/ ((0 <= users - 1 - place)%Z))) /\
  (~ ((users = 0)%Z)) /\
  sumR (map (fun place : Z => ((1 - powerRZ (1 - probability) place) * (1 - powerRZ (1 - probability) (users - 1 -
    place)))%R) (Zrange 0 users)) / IZR users = (if (Reqb probability 0) then 0 else (1 + powerRZ (1 - probability)
    (users - 1) - 2 * (1 - powerRZ (1 - probability) users) / (IZR users * probability))%R).
