(* Written by make formal UPDATE=1 from the claims of proofs_numeric/libraries: not to be edited. *)
From Optcheck.statements Require Import Language.

(* libraries/autodp-subsample, printed *)
Definition libraries_autodp_subsample : Prop :=
  forall ratio : R, (1 <= ratio) ->
  forall rate : R, (0 < rate) -> (rate <= 1) ->
  (~ (1 + ratio = 0)) /\
  (~ (1 / (1 + ratio) = 0)) /\
  (rate * (ratio / (1 + ratio)) + (1 - rate) * (1 / (1 + ratio))) / (1 / (1 + ratio)) = 1 + rate * (ratio - 1).

(* libraries/diffprivlib-exponential, printed *)
Definition libraries_diffprivlib_exponential : Prop :=
(forall one : Z, ((0 <= one)%Z) -> ((one <= 4)%Z) ->
  forall two : Z, ((0 <= two)%Z) -> ((two <= 4)%Z) ->
  forall then_one : Z, ((0 <= then_one)%Z) -> ((then_one <= 4)%Z) ->
  forall then_two : Z, ((0 <= then_two)%Z) -> ((then_two <= 4)%Z) ->
  ((Z.abs (one - then_one) <= 1)%Z) ->
  ((Z.abs (two - then_two) <= 1)%Z) ->
  (~ (1 + exp (1 / 2 * IZR (two - one) / 2) = 0)) /\
  1 / (1 + exp (1 / 2 * IZR (two - one) / 2)) * (1 + exp (1 / 2 * IZR (then_two - then_one) / 2)) <= exp (1 / 2)) /\
(forall one : Z, ((0 <= one)%Z) -> ((one <= 4)%Z) ->
  forall two : Z, ((0 <= two)%Z) -> ((two <= 4)%Z) ->
  forall then_one : Z, ((0 <= then_one)%Z) -> ((then_one <= 4)%Z) ->
  forall then_two : Z, ((0 <= then_two)%Z) -> ((then_two <= 4)%Z) ->
  ((Z.abs (one - then_one) <= 1)%Z) ->
  ((Z.abs (two - then_two) <= 1)%Z) ->
  (~ (1 + exp (IZR (two - one) / 2) = 0)) /\
  1 / (1 + exp (IZR (two - one) / 2)) * (1 + exp (IZR (then_two - then_one) / 2)) <= exp 1) /\
(forall one : Z, ((0 <= one)%Z) -> ((one <= 4)%Z) ->
  forall two : Z, ((0 <= two)%Z) -> ((two <= 4)%Z) ->
  forall then_one : Z, ((0 <= then_one)%Z) -> ((then_one <= 4)%Z) ->
  forall then_two : Z, ((0 <= then_two)%Z) -> ((then_two <= 4)%Z) ->
  ((Z.abs (one - then_one) <= 1)%Z) ->
  ((Z.abs (two - then_two) <= 1)%Z) ->
  (~ (1 + exp (IZR (2 * (two - one)) / 2) = 0)) /\
  1 / (1 + exp (IZR (2 * (two - one)) / 2)) * (1 + exp (IZR (2 * (then_two - then_one)) / 2)) <= exp 2) /\
(forall one : Z, ((0 <= one)%Z) -> ((one <= 4)%Z) ->
  forall two : Z, ((0 <= two)%Z) -> ((two <= 4)%Z) ->
  forall then_one : Z, ((0 <= then_one)%Z) -> ((then_one <= 4)%Z) ->
  forall then_two : Z, ((0 <= then_two)%Z) -> ((then_two <= 4)%Z) ->
  ((Z.abs (one - then_one) <= 1)%Z) ->
  ((Z.abs (two - then_two) <= 1)%Z) ->
  (~ (1 + exp (IZR (3 * (two - one)) / 2) = 0)) /\
  1 / (1 + exp (IZR (3 * (two - one)) / 2)) * (1 + exp (IZR (3 * (then_two - then_one)) / 2)) <= exp 3).

(* libraries/diffprivlib-laplace, printed *)
Definition libraries_diffprivlib_laplace : Prop :=
  forall epsilon : R, (0 <= epsilon) ->
  forall delta : R, (0 <= delta) -> (delta < 1) ->
  forall sensitivity : R, (0 < sensitivity) ->
  (0 < epsilon + delta) ->
  (0 < 1 - delta) /\
  (~ (epsilon - ln (1 - delta) = 0)) /\
  (~ (sensitivity / (epsilon - ln (1 - delta)) = 0)) /\
  Rmax 0 (1 - exp ((epsilon - sensitivity / (sensitivity / (epsilon - ln (1 - delta)))) / 2)) <= delta.

(* libraries/flower-adaptive, corrected *)
Definition libraries_flower_adaptive : Prop :=
  forall multiplier : R, (0 < multiplier) ->
  forall deviation : R, (multiplier < deviation) ->
  (~ (multiplier ^ 2 = 0)) /\
  (~ (deviation ^ 2 = 0)) /\
  (0 < 1 / multiplier ^ 2 - 1 / deviation ^ 2) /\
  (~ (Rpower (1 / multiplier ^ 2 - 1 / deviation ^ 2) (-1 / 2) ^ 2 = 0)) /\
  1 / Rpower (1 / multiplier ^ 2 - 1 / deviation ^ 2) (-1 / 2) ^ 2 + 1 / deviation ^ 2 <= 1 / multiplier ^ 2.

(* libraries/flower-central, printed *)
Definition libraries_flower_central : Prop :=
  forall multiplier : R, (0 < multiplier) ->
  forall clipping : R, (0 < clipping) ->
  forall clients : Z, ((1 <= clients)%Z) ->
  (~ ((clients = 0)%Z)) /\
  (~ (multiplier * clipping / IZR clients = 0)) /\
  (~ (multiplier = 0)) /\
  clipping / IZR clients / (multiplier * clipping / IZR clients) <= 1 / multiplier.

(* libraries/libprio-gaussian, printed *)
Definition libraries_libprio_gaussian : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall sensitivity : R, (0 < sensitivity) ->
  (~ (epsilon = 0)) /\
  (~ (sensitivity / epsilon = 0)) /\
  epsilon = sensitivity / (sensitivity / epsilon).

(* libraries/libprio-laplace, printed *)
Definition libraries_libprio_laplace : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall sensitivity : R, (0 < sensitivity) ->
  (~ (epsilon = 0)) /\
  (~ (sensitivity / epsilon = 0)) /\
  epsilon = sensitivity / (sensitivity / epsilon).

(* libraries/tff-norm, printed *)
Definition libraries_tff_norm : Prop :=
  forall gamma : R, (0 < gamma) ->
  forall entries : list R, ((1 <= Z.of_nat (length entries))%Z) ->
  (0 <= sumR (map (fun x1 : R => (x1 ^ 2)%R) entries)) /\
  ((0 <= Z.of_nat (length entries))%Z) /\
  (forall x2 : R, In x2 entries -> (~ (gamma = 0))) /\
  (0 <= sumR (map (fun x2 : R => ((gamma * IZR (ceilR (Rabs x2 / gamma))) ^ 2)%R) entries)) /\
  sqrt (sumR (map (fun x2 : R => ((gamma * IZR (ceilR (Rabs x2 / gamma))) ^ 2)%R) entries)) <= sqrt (sumR (map (fun x1
    : R => (x1 ^ 2)%R) entries)) + gamma * sqrt (IZR (Z.of_nat (length entries))).

(* libraries/w3c-many-epochs, printed *)
Definition libraries_w3c_many_epochs : Prop :=
  forall most : R, (0 < most) ->
  forall epsilon : R, (0 < epsilon) ->
  forall value : R, (0 < value) -> (value <= most) ->
  forall size : Z, ((1 <= size)%Z) ->
  forall before : list R, ((Z.of_nat (length before) = size)%Z) -> (forall x : R, In x before -> (0 <= x) /\ (x <=
    value)) ->
  forall after : list R, ((Z.of_nat (length after) = size)%Z) -> (forall x1 : R, In x1 after -> (0 <= x1) /\ (x1 <=
    value)) ->
  (sumR before <= value) ->
  (sumR after <= value) ->
  (~ (epsilon = 0)) /\
  (~ (2 * most / epsilon = 0)) /\
  (length before = length after) /\
  sumR (map (fun item1 : (R * R) => (Rabs ((fst item1) - (snd item1)))%R) (combine before after)) / (2 * most /
    epsilon) <= 2 * value / (2 * most / epsilon).

(* libraries/w3c-single-epoch, printed *)
Definition libraries_w3c_single_epoch : Prop :=
  forall most : R, (0 < most) ->
  forall epsilon : R, (0 < epsilon) ->
  forall histogram : list R, ((1 <= Z.of_nat (length histogram))%Z) -> (forall x : R, In x histogram -> 0 <= x) ->
  (~ (epsilon = 0)) /\
  (~ (2 * most / epsilon = 0)) /\
  sumR (map (fun entry_2 : R => (Rabs entry_2)%R) histogram) / (2 * most / epsilon) = sumR histogram / (2 * most /
    epsilon).
