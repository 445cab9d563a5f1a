(* Written by make formal UPDATE=1 from the claims of proofs_numeric/adpml: not to be edited. *)
From Optcheck.statements Require Import Language.

(* adpml/eq-11, corrected *)
Definition adpml_eq_11 : Prop :=
  forall records : list ((R * R)), ((1 <= Z.of_nat (length records))%Z) -> (forall x : (R * R), In x records -> 0 <
    (fst x)) ->
  (forall pair1 : (R * R), In pair1 records -> (~ (sumR (map (fun pair : (R * R) => ((fst pair) ^ 2)%R) records) =
    0))) /\
  (forall pair1 : (R * R), In pair1 records -> (~ ((fst pair1) = 0))) /\
  (~ (sumR (map (fun pair3 : (R * R) => ((fst pair3) ^ 2)%R) records) = 0)) /\
  sumR (map (fun pair2 : (R * R) => ((fst pair2) * (snd pair2))%R) records) / sumR (map (fun pair3 : (R * R) => ((fst
    pair3) ^ 2)%R) records) = sumR (map (fun pair1 : (R * R) => ((fst pair1) ^ 2 / sumR (map (fun pair : (R * R) =>
    ((fst pair) ^ 2)%R) records) * ((snd pair1) / (fst pair1)))%R) records).

(* adpml/eq-12, corrected *)
Definition adpml_eq_12 : Prop :=
  forall clip : R, (0 < clip) ->
  forall common : list R,
  forall one : R,
  forall other : R,
  (~ ((Z.of_nat (length common) + 1 = 0)%Z)) /\
  Rabs (Rmax (- (clip * IZR (Z.of_nat (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common) + 1)) (sumR
    common + one)) - Rmax (- (clip * IZR (Z.of_nat (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common)
    + 1)) (sumR common + other))) / IZR (Z.of_nat (length common) + 1) <= 2 * clip.

(* adpml/eq-18, corrected *)
Definition adpml_eq_18 : Prop :=
  forall clip : R, (0 < clip) ->
  forall common : list R,
  forall one : R,
  forall other : R,
  forall elsewhere : Z, ((0 <= elsewhere)%Z) ->
  forall rest : R,
  (~ ((Z.of_nat (length common) + 1 + elsewhere = 0)%Z)) /\
  Rabs ((rest + Rmax (- (clip * IZR (Z.of_nat (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common) + 1))
    (sumR common + one))) / IZR (Z.of_nat (length common) + 1 + elsewhere) - (rest + Rmax (- (clip * IZR (Z.of_nat
    (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common) + 1)) (sumR common + other))) / IZR (Z.of_nat
    (length common) + 1 + elsewhere)) <= 2 * clip * IZR (Z.of_nat (length common) + 1) / IZR (Z.of_nat (length common)
    + 1 + elsewhere).

(* adpml/eq-20, corrected *)
Definition adpml_eq_20 : Prop :=
  forall minimum : R, (0 < minimum) ->
  forall maximum : R, (minimum <= maximum) ->
  forall rate : R, (0 < rate) ->
  forall rounds : Z, ((1 <= rounds)%Z) ->
  (~ (minimum = 0)) /\
  (~ (rate = 0)) /\
  sumR (map (fun t : Z => (Rmin ((1 + rate * IZR t) * minimum) maximum)%R) (Zrange 0 rounds)) = IZR (Z.min (ceilR
    ((maximum / minimum - 1) / rate)) rounds) * minimum * (2 + rate * IZR (Z.min (ceilR ((maximum / minimum - 1) /
    rate)) rounds - 1)) / 2 + IZR (rounds - Z.min (ceilR ((maximum / minimum - 1) / rate)) rounds) * maximum.

(* adpml/eq-21, corrected *)
Definition adpml_eq_21 : Prop :=
  forall records : Z, ((1 <= records)%Z) ->
  forall losses : list R, ((1 <= Z.of_nat (length losses))%Z) -> (forall x : R, In x losses -> 0 < x) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  (~ (delta = 0)) /\
  (0 < 1 / delta) /\
  (0 <= IZR (records ^ 2) * sumR losses * ln (1 / delta)) /\
  (forall loss : R, In loss losses -> (~ (IZR (records ^ 2) * loss = 0))) /\
  (forall loss : R, In loss losses -> (~ (2 / (IZR (records ^ 2) * loss) = 0))) /\
  (0 <= sumR (map (fun loss : R => (4 / (2 / (IZR (records ^ 2) * loss)))%R) losses)) /\
  (~ (sqrt (sumR (map (fun loss : R => (4 / (2 / (IZR (records ^ 2) * loss)))%R) losses)) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc (((IZR (records ^ 2) * sumR losses + 2 * sqrt (IZR (records ^ 2) * sumR losses * ln (1 / delta))) / sqrt (sumR
    (map (fun loss : R => (4 / (2 / (IZR (records ^ 2) * loss)))%R) losses)) - sqrt (sumR (map (fun loss : R => (4 /
    (2 / (IZR (records ^ 2) * loss)))%R) losses)) / 2) / sqrt 2) - exp (IZR (records ^ 2) * sumR losses + 2 * sqrt
    (IZR (records ^ 2) * sumR losses * ln (1 / delta))) * erfc (((IZR (records ^ 2) * sumR losses + 2 * sqrt (IZR
    (records ^ 2) * sumR losses * ln (1 / delta))) / sqrt (sumR (map (fun loss : R => (4 / (2 / (IZR (records ^ 2) *
    loss)))%R) losses)) + sqrt (sumR (map (fun loss : R => (4 / (2 / (IZR (records ^ 2) * loss)))%R) losses)) / 2) /
    sqrt 2)) / 2 <= delta.

(* adpml/eq-4, printed *)
Definition adpml_eq_4 : Prop :=
  forall epsilon : R, (0 < epsilon) -> (epsilon < 1) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  forall sensitivity : R, (0 < sensitivity) ->
  (~ (epsilon = 0)) /\
  (~ (delta = 0)) /\
  (0 < 5 / 4 / delta) /\
  (0 <= 2 * ln (5 / 4 / delta)) /\
  (~ (sensitivity / epsilon * sqrt (2 * ln (5 / 4 / delta)) = 0)) /\
  (~ (sensitivity / (sensitivity / epsilon * sqrt (2 * ln (5 / 4 / delta))) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (sensitivity / (sensitivity / epsilon * sqrt (2 * ln (5 / 4 / delta)))) - sensitivity /
    (sensitivity / epsilon * sqrt (2 * ln (5 / 4 / delta))) / 2) / sqrt 2) - exp epsilon * erfc ((epsilon /
    (sensitivity / (sensitivity / epsilon * sqrt (2 * ln (5 / 4 / delta)))) + sensitivity / (sensitivity / epsilon *
    sqrt (2 * ln (5 / 4 / delta))) / 2) / sqrt 2)) / 2 <= delta.

(* adpml/eq-6, corrected *)
Definition adpml_eq_6 : Prop :=
  forall p : R, (0 < p) -> (p < 1) ->
  forall q : R, (0 < q) -> (q < 1) ->
  forall alpha : R, (1 < alpha) ->
  (~ (q = 0)) /\
  (0 < p / q) /\
  (~ (1 - q = 0)) /\
  (0 < (1 - p) / (1 - q)) /\
  (~ (alpha - 1 = 0)) /\
  (0 < p * Rpower (p / q) (alpha - 1) + (1 - p) * Rpower ((1 - p) / (1 - q)) (alpha - 1)) /\
  p * Rpower (p / q) (alpha - 1) + (1 - p) * Rpower ((1 - p) / (1 - q)) (alpha - 1) = Rpower (p * Rpower (p / q)
    (alpha - 1) + (1 - p) * Rpower ((1 - p) / (1 - q)) (alpha - 1)) ((alpha - 1) / (alpha - 1)).

(* adpml/eq-8, printed *)
Definition adpml_eq_8 : Prop :=
  forall clip : R, (0 < clip) ->
  forall records : Z, ((1 <= records)%Z) ->
  forall rho : R, (0 < rho) ->
  (~ (IZR (records ^ 2) * rho = 0)) /\
  (~ ((records = 0)%Z)) /\
  (~ (2 * (2 * clip ^ 2 / (IZR (records ^ 2) * rho)) = 0)) /\
  rho = (2 * clip / IZR records) ^ 2 / (2 * (2 * clip ^ 2 / (IZR (records ^ 2) * rho))).

(* adpml/larger-n-data, corrected *)
Definition adpml_larger_n_data : Prop :=
  forall records : Z, ((2 <= records)%Z) ->
  forall few : Z, ((1 <= few)%Z) -> ((few <= records - 1)%Z) ->
  forall many : Z, ((few + 1 <= many)%Z) -> ((many <= records)%Z) ->
  (~ ((many = 0)%Z)) /\
  (records mod many * (records / many + 1) + (many - records mod many) * (records / many) = records)%Z.

(* adpml/larger-n-variance, corrected *)
Definition adpml_larger_n_variance : Prop :=
  forall few : Z, ((1 <= few)%Z) ->
  forall many : Z, ((few + 1 <= many)%Z) ->
  forall clip : R, (0 < clip) ->
  forall loss : R, (0 < loss) ->
  forall records : Z, ((many <= records)%Z) ->
  (~ ((few = 0)%Z)) /\
  (forall x : Z, In x (Zrange 0 few) -> (~ ((IZR records / IZR few) ^ 2 * loss = 0))) /\
  (forall x : Z, In x (Zrange 0 few) -> (~ ((few ^ 2 = 0)%Z))) /\
  (~ ((many = 0)%Z)) /\
  (forall x1 : Z, In x1 (Zrange 0 many) -> (~ ((IZR records / IZR many) ^ 2 * loss = 0))) /\
  (forall x1 : Z, In x1 (Zrange 0 many) -> (~ ((many ^ 2 = 0)%Z))) /\
  sumR (map (fun x1 : Z => (2 * clip ^ 2 / ((IZR records / IZR many) ^ 2 * loss) / IZR (many ^ 2))%R) (Zrange 0 many))
    = IZR many * sumR (map (fun x : Z => (2 * clip ^ 2 / ((IZR records / IZR few) ^ 2 * loss) / IZR (few ^ 2))%R)
    (Zrange 0 few)) / IZR few.

(* adpml/prop-1, printed *)
Definition adpml_prop_1 : Prop :=
  forall rho : R, (0 < rho) ->
  forall delta : R, (0 < delta) -> (delta <= 1) ->
  (~ (delta = 0)) /\
  (0 < 1 / delta) /\
  (0 <= rho * ln (1 / delta)) /\
  (0 <= 2 * rho) /\
  (~ (sqrt (2 * rho) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (~ (exp (sqrt (2 * rho)) + 1 = 0)) /\
  ((erfc (((rho + 2 * sqrt (rho * ln (1 / delta))) / sqrt (2 * rho) - sqrt (2 * rho) / 2) / sqrt 2) - exp (rho + 2 *
    sqrt (rho * ln (1 / delta))) * erfc (((rho + 2 * sqrt (rho * ln (1 / delta))) / sqrt (2 * rho) + sqrt (2 * rho) /
    2) / sqrt 2)) / 2 <= delta) /\ ((exp (sqrt (2 * rho)) - exp (rho + 2 * sqrt (rho * ln (1 / delta)))) / (exp (sqrt
    (2 * rho)) + 1) <= delta).

(* adpml/prop-2, printed *)
Definition adpml_prop_2 : Prop :=
  forall sensitivity : R, (0 < sensitivity) ->
  forall sigma : R, (0 < sigma) ->
  forall alpha : R, (1 < alpha) ->
  (~ (2 * sigma ^ 2 = 0)) /\
  (~ (alpha - 1 = 0)) /\
  (~ (alpha = 0)) /\
  (- ((1 - alpha) * sensitivity ^ 2 - (-2 * (1 - alpha) * sensitivity) ^ 2 / 4)) / (2 * sigma ^ 2) / (alpha - 1) /
    alpha = sensitivity ^ 2 / (2 * sigma ^ 2).

(* adpml/sensitivity-clipping, corrected *)
Definition adpml_sensitivity_clipping : Prop :=
  forall clip : R, (0 < clip) ->
  forall common : list R,
  forall one : R,
  forall other : R,
  (~ ((Z.of_nat (length common) + 1 = 0)%Z)) /\
  Rabs (Rmax (- (clip * IZR (Z.of_nat (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common) + 1)) (sumR
    common + one)) - Rmax (- (clip * IZR (Z.of_nat (length common) + 1))) (Rmin (clip * IZR (Z.of_nat (length common)
    + 1)) (sumR common + other))) / IZR (Z.of_nat (length common) + 1) <= 2 * clip.
