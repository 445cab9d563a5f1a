(* Written by make formal UPDATE=1 from the claims of proofs_numeric/cordp: not to be edited. *)
From Optcheck.statements Require Import Language.

(* cordp/after-eq-83, corrected *)
Definition cordp_after_eq_83 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall c : Z, ((0 <= c)%Z) -> ((c <= n - 1)%Z) ->
  forall sigma2_min : R, (0 < sigma2_min) ->
  forall variance : R, (0 < variance) -> (variance < sigma2_min) ->
  forall covariance : R,
  (0 <= covariance ^ 2 * IZR (n - 1) * IZR (c - 1) + covariance * (variance * IZR (n + c - 2) - sigma2_min * IZR (n -
    2)) + variance * (variance - sigma2_min)) ->
  ((covariance <= 0) -> (covariance * IZR (n - 1) <= - variance)).

(* cordp/claim-3, corrected *)
Definition cordp_claim_3 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall sigma : R, (0 < sigma) ->
  (0 <= 2 * PI) /\
  (~ (sigma ^ 2 * sqrt (2 * PI) = 0)) /\
  (~ (sigma = 0)) /\
  (~ (sigma ^ 2 = 0)) /\
  (~ (sqrt (2 * PI) = 0)) /\
  exp ((- (1 / sigma - epsilon * sigma / 2) ^ 2) / 2) / sqrt (2 * PI) * (-1 / sigma ^ 2 - epsilon / 2) - exp epsilon *
    (exp ((- (-1 / sigma - epsilon * sigma / 2) ^ 2) / 2) / sqrt (2 * PI)) * (1 / sigma ^ 2 - epsilon / 2) = -2 /
    (sigma ^ 2 * sqrt (2 * PI)) * exp ((- (1 / sigma - epsilon * sigma / 2) ^ 2) / 2).

(* cordp/claim-8, corrected *)
Definition cordp_claim_8 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n)%Z) ->
  forall c : Z, ((0 <= c)%Z) -> ((c <= t - 1)%Z) ->
  forall sigma2_min : R, (0 < sigma2_min) ->
  ((t < n)%Z) ->
  ((~ ((t = 1)%Z)) -> ((0 <= (n - c - 1) * (n - t) * (t - c))%Z)) /\
  ((~ ((t = 1)%Z)) -> (~ (((n - c) ^ 2 = 0)%Z))) /\
  ((~ ((t = 1)%Z)) -> (~ (((n - c) ^ 2 * (n - t) * (t - c) = 0)%Z))) /\
  (~ ((t = 1)%Z) -> ((0 <= (t - c) * (n - c - 1) * (n - t))%Z)) /\
  (~ ((t = 1)%Z) -> (~ ((n - t = 0)%Z))) /\
  (~ ((t = 1)%Z) -> (~ ((n - c = 0)%Z))) /\
  (~ ((t = 1)%Z) -> (~ ((t - c = 0)%Z))) /\
  (((~ ((t = 1)%Z)) /\ (~ ((t = 1)%Z)) /\ (sigma2_min * (IZR (n - c - 1) + sqrt (IZR ((t - c) * (n - c - 1) * (n -
    t))) / IZR (n - t)) / IZR (n - c) - IZR (c - 1) * (sigma2_min * (1 + sqrt (IZR ((t - c) * (n - c - 1) * (n - t)))
    / IZR (t - c)) / IZR (n - c) - sigma2_min * (IZR (n - c - 1) + sqrt (IZR ((t - c) * (n - c - 1) * (n - t))) / IZR
    (n - t)) / IZR (n - c)) / IZR (n - c) = sigma2_min * IZR (n ^ 2 - 2 * n - c * n + 2) / IZR ((n - c) ^ 2) +
    sigma2_min * IZR ((n + c) * (t + 1) - 2 * (n * c + t)) * sqrt (IZR ((n - c - 1) * (n - t) * (t - c))) / IZR ((n -
    c) ^ 2 * (n - t) * (t - c)))) \/ ((~ (~ ((t = 1)%Z))) /\ (~ (~ ((t = 1)%Z))))).

(* cordp/cor-1, corrected *)
Definition cordp_cor_1 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall one_minus_delta : R, (0 < one_minus_delta) -> (one_minus_delta < 1) ->
  forall d : Z, ((1 <= d)%Z) ->
  forall n : Z, ((2 <= n)%Z) ->
  (~ (1 - one_minus_delta = 0)) /\
  (0 < 5 / 4 / (1 - one_minus_delta)) /\
  (~ (Rmin epsilon (epsilon ^ 2) = 0)) /\
  (~ ((n ^ 2 = 0)%Z)) /\
  ((0 <= (n - n) * (n - 1) * n)%Z) /\
  (~ ((n * n ^ 2 = 0)%Z)) /\
  (~ (IZR d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)) = 0)) /\
  (0 <= 16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (n ^ 2)) / (IZR d *
    ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)))) /\
  (~ (sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (n ^ 2)) / (IZR d *
    ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)))) = 0)) /\
  (~ (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (n ^ 2)) / (IZR
    d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)))) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR
    (n ^ 2)) / (IZR d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)))))
    - 2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (n ^ 2)) / (IZR
    d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^ 2)))) / 2) / sqrt 2) -
    exp epsilon * erfc ((epsilon / (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon
    (epsilon ^ 2)) / IZR (n ^ 2)) / (IZR d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) /
    IZR (n * n ^ 2))))) + 2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) /
    IZR (n ^ 2)) / (IZR d * ((IZR ((n - n) * (n - 1) + n) + 2 * sqrt (IZR ((n - n) * (n - 1) * n))) / IZR (n * n ^
    2)))) / 2) / sqrt 2)) / 2 <= 1 - one_minus_delta.

(* cordp/cor-2, corrected *)
Definition cordp_cor_2 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall one_minus_delta : R, (0 < one_minus_delta) -> (one_minus_delta < 1) ->
  forall d : Z, ((1 <= d)%Z) ->
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ (1 - one_minus_delta = 0)) /\
  (0 < 5 / 4 / (1 - one_minus_delta)) /\
  (~ (Rmin epsilon (epsilon ^ 2) = 0)) /\
  (~ ((t * n = 0)%Z)) /\
  ((0 <= (n - t) * (n - 1) * t)%Z) /\
  (~ ((t * n ^ 2 = 0)%Z)) /\
  (~ (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2)) = 0)) /\
  (0 <= 64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (t * n)) /
    (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2)))) /\
  (~ (sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (t * n))
    / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2)))) = 0)) /\
  (~ (2 / sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (t *
    n)) / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2)))) = 0))
    /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (2 / sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^
    2)) / IZR (t * n)) / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n
    ^ 2))))) - 2 / sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) /
    IZR (t * n)) / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^
    2)))) / 2) / sqrt 2) - exp epsilon * erfc ((epsilon / (2 / sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 -
    one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (t * n)) / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt
    (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2))))) + 2 / sqrt (64 * (IZR (d * (n - t)) * (ln (5 / 4 / (1 -
    one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR (t * n)) / (IZR d * ((IZR ((n - t) * (n - 1) + t) + 2 * sqrt
    (IZR ((n - t) * (n - 1) * t))) / IZR (t * n ^ 2)))) / 2) / sqrt 2)) / 2 <= 1 - one_minus_delta.

(* cordp/cor-3, corrected *)
Definition cordp_cor_3 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall one_minus_delta : R, (0 < one_minus_delta) -> (one_minus_delta < 1) ->
  forall d : Z, ((1 <= d)%Z) ->
  forall n : Z, ((2 <= n)%Z) ->
  forall c : Z, ((1 <= c)%Z) -> ((c <= n - 1)%Z) ->
  (~ (1 - one_minus_delta = 0)) /\
  (0 < 5 / 4 / (1 - one_minus_delta)) /\
  (~ (Rmin epsilon (epsilon ^ 2) = 0)) /\
  (~ (((n - c) ^ 2 = 0)%Z)) /\
  ((0 <= (n - n) * (n - c - 1) * (n - c))%Z) /\
  (~ (((n - c) * (n - c) ^ 2 = 0)%Z)) /\
  (~ (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n - c)))) / IZR ((n -
    c) * (n - c) ^ 2)) = 0)) /\
  (0 <= 16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR ((n - c) ^ 2)) / (IZR d
    * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n - c)))) / IZR ((n - c) * (n
    - c) ^ 2)))) /\
  (~ (sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR ((n - c) ^ 2)) /
    (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n - c)))) / IZR ((n -
    c) * (n - c) ^ 2)))) = 0)) /\
  (~ (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR ((n - c) ^ 2)) /
    (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n - c)))) / IZR ((n -
    c) * (n - c) ^ 2)))) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR
    ((n - c) ^ 2)) / (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n -
    c)))) / IZR ((n - c) * (n - c) ^ 2))))) - 2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin
    epsilon (epsilon ^ 2)) / IZR ((n - c) ^ 2)) / (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n
    - n) * (n - c - 1) * (n - c)))) / IZR ((n - c) * (n - c) ^ 2)))) / 2) / sqrt 2) - exp epsilon * erfc ((epsilon /
    (2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2)) / IZR ((n - c) ^ 2)) /
    (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) * (n - c)))) / IZR ((n -
    c) * (n - c) ^ 2))))) + 2 / sqrt (16 * (IZR d * (ln (5 / 4 / (1 - one_minus_delta)) / Rmin epsilon (epsilon ^ 2))
    / IZR ((n - c) ^ 2)) / (IZR d * ((IZR ((n - n) * (n - c - 1) + (n - c)) + 2 * sqrt (IZR ((n - n) * (n - c - 1) *
    (n - c)))) / IZR ((n - c) * (n - c) ^ 2)))) / 2) / sqrt 2)) / 2 <= 1 - one_minus_delta.

(* cordp/eq-120, corrected *)
Definition cordp_eq_120 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall c : Z, ((0 <= c)%Z) -> ((c <= n - 1)%Z) ->
  forall sigma2_min : R, (0 < sigma2_min) ->
  forall variance : R, (sigma2_min <= variance) ->
  ((c = 1)%Z) ->
  (~ ((variance * IZR (n - 1) - sigma2_min * IZR (n - 2)) ^ 2 = 0)) /\
  1 + IZR (n - 1) * ((sigma2_min - 2 * variance) * (variance * IZR (n - 1) - sigma2_min * IZR (n - 2)) - (- variance)
    * (variance - sigma2_min) * IZR (n - 1)) / (variance * IZR (n - 1) - sigma2_min * IZR (n - 2)) ^ 2 = (- sigma2_min
    ^ 2) * IZR (n - 2) / (variance * IZR (n - 1) - sigma2_min * IZR (n - 2)) ^ 2.

(* cordp/eq-126, corrected *)
Definition cordp_eq_126 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall c : Z, ((0 <= c)%Z) -> ((c <= n - 1)%Z) ->
  forall sigma2_min : R, (0 < sigma2_min) ->
  forall variance : R, (sigma2_min <= variance) ->
  ((1 < c)%Z) ->
  (~ (variance * IZR ((n - c) ^ 2) = sigma2_min * IZR (n ^ 2 - n * c - 2 * n + 2))) ->
  (~ (((IZR (n - 2) * (variance - sigma2_min) - IZR c * variance) ^ 2 + IZR (4 * (n - c - 1)) * variance * (variance -
    sigma2_min)) * IZR ((c - 1) ^ 2) = 0)) /\
  (~ ((IZR (n - 2) * (variance - sigma2_min) - IZR c * variance) ^ 2 + IZR (4 * (n - c - 1)) * variance * (variance -
    sigma2_min) = 0)) /\
  (~ ((4 * (c - 1) ^ 2 = 0)%Z)) /\
  ((variance * IZR ((n - c) ^ 2) - sigma2_min * IZR (n ^ 2 - n * c - 2 * n + 2)) ^ 2 / ((IZR (n - 2) * (variance -
    sigma2_min) - IZR c * variance) ^ 2 + IZR (4 * (n - c - 1)) * variance * (variance - sigma2_min)) - IZR ((n - c) ^
    2)) / IZR (4 * (c - 1) ^ 2) = sigma2_min ^ 2 * IZR (n - 1) * IZR (c ^ 2 - n * c + n - 1) / (((IZR (n - 2) *
    (variance - sigma2_min) - IZR c * variance) ^ 2 + IZR (4 * (n - c - 1)) * variance * (variance - sigma2_min)) *
    IZR ((c - 1) ^ 2)).

(* cordp/eq-155, corrected *)
Definition cordp_eq_155 : Prop :=
  forall n : Z, ((3 <= n)%Z) ->
  forall c : Z, ((2 <= c)%Z) -> ((c <= n - 1)%Z) ->
  forall y : R, (1 <= y) ->
  (0 <= (IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) /\
  (~ (sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) * ((IZR (n - 2) * (y - 1) -
    y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) = 0)) /\
  (~ (4 * ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) = 0)) /\
  (~ (sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) = 0)) /\
  (((IZR (n - 2) * (y + 1 - 1) - (y + 1) * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * (y + 1) * (y + 1 - 1) - 2 * ((IZR (n -
    2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) + ((IZR (n - 2) * (y - 1 - 1) - (y - 1) * IZR
    c) ^ 2 + IZR (4 * (n - c - 1)) * (y - 1) * (y - 1 - 1))) / 2 - (((IZR (n - 2) * (y + 1 - 1) - (y + 1) * IZR c) ^ 2
    + IZR (4 * (n - c - 1)) * (y + 1) * (y + 1 - 1) - ((IZR (n - 2) * (y - 1 - 1) - (y - 1) * IZR c) ^ 2 + IZR (4 * (n
    - c - 1)) * (y - 1) * (y - 1 - 1))) / 2) ^ 2 / (4 * ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c -
    1)) * y * (y - 1)))) / sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) = IZR
    (4 * (c - 1) * (n - c - 1) * (n - 1)) / (sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y
    * (y - 1)) * ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1))).

(* cordp/eq-156, corrected *)
Definition cordp_eq_156 : Prop :=
  forall n : Z, ((4 <= n)%Z) ->
  forall t : Z, ((3 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall c : Z, ((2 <= c)%Z) -> ((c <= t - 1)%Z) ->
  forall y : R, (1 <= y) ->
  (0 <= (IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) /\
  (~ (sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y * (y - 1)) = 0)) /\
  (~ ((2 * (n - 1) * (c - 1) = 0)%Z)) /\
  (((c = 0)%Z) -> (~ ((2 * (n - 1) = 0)%Z))) /\
  (((c = 0)%Z) -> (0 <= IZR ((n - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y - 1))) /\
  (~ ((c = 0)%Z) -> (((c = 1)%Z) -> (~ (y * IZR (n - 1) - IZR (n - 2) = 0)))) /\
  (~ ((c = 0)%Z) -> (~ ((c = 1)%Z) -> (0 <= (IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c)
    + IZR (4 * (n - c - 1)) * y * (y - 1)))) /\
  (~ ((c = 0)%Z) -> (~ ((c = 1)%Z) -> (~ ((2 * (n - 1) * (c - 1) = 0)%Z)))) /\
  (~ (IZR (c - 1) * (y + IZR (n - 1) * (if (Z.eqb c 0) then (IZR (n - 2) * (y - 1) / IZR (2 * (n - 1)) - sqrt (IZR ((n
    - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y - 1)) / IZR (2 * (n - 1)))%R else (if (Z.eqb c 1) then
    ((- y) * (y - 1) / (y * IZR (n - 1) - IZR (n - 2)))%R else ((IZR (- (n - 2)) * (y - 1) - y * IZR c + sqrt ((IZR (n
    - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c - 1)) * y * (y - 1))) / IZR (2
    * (n - 1) * (c - 1)))%R))) + IZR (n - 1) * (y + IZR (c - 1) * (if (Z.eqb c 0) then (IZR (n - 2) * (y - 1) / IZR (2
    * (n - 1)) - sqrt (IZR ((n - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y - 1)) / IZR (2 * (n - 1)))%R
    else (if (Z.eqb c 1) then ((- y) * (y - 1) / (y * IZR (n - 1) - IZR (n - 2)))%R else ((IZR (- (n - 2)) * (y - 1) -
    y * IZR c + sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c -
    1)) * y * (y - 1))) / IZR (2 * (n - 1) * (c - 1)))%R))) - IZR (n - 2) = 0)) /\
  1 - IZR (t - 1) * (y + IZR (c - 1) * (if (Z.eqb c 0) then (IZR (n - 2) * (y - 1) / IZR (2 * (n - 1)) - sqrt (IZR ((n
    - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y - 1)) / IZR (2 * (n - 1)))%R else (if (Z.eqb c 1) then
    ((- y) * (y - 1) / (y * IZR (n - 1) - IZR (n - 2)))%R else ((IZR (- (n - 2)) * (y - 1) - y * IZR c + sqrt ((IZR (n
    - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c - 1)) * y * (y - 1))) / IZR (2
    * (n - 1) * (c - 1)))%R)) + (y + IZR (n - 1) * (if (Z.eqb c 0) then (IZR (n - 2) * (y - 1) / IZR (2 * (n - 1)) -
    sqrt (IZR ((n - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y - 1)) / IZR (2 * (n - 1)))%R else (if
    (Z.eqb c 1) then ((- y) * (y - 1) / (y * IZR (n - 1) - IZR (n - 2)))%R else ((IZR (- (n - 2)) * (y - 1) - y * IZR
    c + sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c - 1)) * y *
    (y - 1))) / IZR (2 * (n - 1) * (c - 1)))%R))) - 1) / (IZR (c - 1) * (y + IZR (n - 1) * (if (Z.eqb c 0) then (IZR
    (n - 2) * (y - 1) / IZR (2 * (n - 1)) - sqrt (IZR ((n - 2) ^ 2) * (y - 1) * (y - 1) + IZR (4 * (n - 1)) * y * (y -
    1)) / IZR (2 * (n - 1)))%R else (if (Z.eqb c 1) then ((- y) * (y - 1) / (y * IZR (n - 1) - IZR (n - 2)))%R else
    ((IZR (- (n - 2)) * (y - 1) - y * IZR c + sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y *
    IZR c) + IZR (4 * (n - c - 1)) * y * (y - 1))) / IZR (2 * (n - 1) * (c - 1)))%R))) + IZR (n - 1) * (y + IZR (c -
    1) * (if (Z.eqb c 0) then (IZR (n - 2) * (y - 1) / IZR (2 * (n - 1)) - sqrt (IZR ((n - 2) ^ 2) * (y - 1) * (y - 1)
    + IZR (4 * (n - 1)) * y * (y - 1)) / IZR (2 * (n - 1)))%R else (if (Z.eqb c 1) then ((- y) * (y - 1) / (y * IZR (n
    - 1) - IZR (n - 2)))%R else ((IZR (- (n - 2)) * (y - 1) - y * IZR c + sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) *
    (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c - 1)) * y * (y - 1))) / IZR (2 * (n - 1) * (c - 1)))%R))) -
    IZR (n - 2)) = 1 + IZR (t - 1) * (IZR (- (n + c - 2)) + ((y * IZR (n - c - 2) - IZR (n - 2)) * IZR (n - c - 2) -
    IZR (2 * (- n + c + 1)) * (2 * y - 1)) / sqrt ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2 + IZR (4 * (n - c - 1)) * y
    * (y - 1))) / IZR (2 * (n - 1) * (c - 1)).

(* cordp/eq-8, printed *)
Definition cordp_eq_8 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall sigma : R, (0 < sigma) ->
  (~ (sigma = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (0 <= sigma ^ 2) /\
  (~ (sqrt (sigma ^ 2) = 0)) /\
  erfc ((- ((1 - epsilon * sigma ^ 2 / 2) / sqrt (sigma ^ 2))) / sqrt 2) / 2 - exp epsilon * (erfc ((- ((1 - epsilon *
    sigma ^ 2 / 2 - 2) / sqrt (sigma ^ 2))) / sqrt 2) / 2) = erfc ((- (1 / sigma - epsilon * sigma / 2)) / sqrt 2) / 2
    - exp epsilon * (erfc ((- (-1 / sigma - epsilon * sigma / 2)) / sqrt 2) / 2).

(* cordp/prop-2, printed *)
Definition cordp_prop_2 : Prop :=
  forall epsilon : R, (0 < epsilon) ->
  forall delta : R, (0 < delta) -> (delta < 1) ->
  ((epsilon < 1) -> (~ (delta = 0))) /\
  ((epsilon < 1) -> (0 < 5 / 4 / delta)) /\
  ((epsilon < 1) -> (~ (epsilon ^ 2 = 0))) /\
  (~ (epsilon < 1) -> ((delta <= 1 / 20) -> (~ (2 * delta = 0)))) /\
  (~ (epsilon < 1) -> (0 < (if (Rleb delta (1 / 20)) then (1 / (2 * delta))%R else 10))) /\
  (~ (epsilon < 1) -> (0 <= ln (if (Rleb delta (1 / 20)) then (1 / (2 * delta))%R else 10))) /\
  (~ (epsilon < 1) -> (~ (epsilon = 0))) /\
  (0 <= (if (Rltb epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if (Rleb delta
    (1 / 20)) then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R)) /\
  (~ (sqrt (if (Rltb epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if (Rleb
    delta (1 / 20)) then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R) = 0)) /\
  (~ (2 / sqrt (if (Rltb epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if
    (Rleb delta (1 / 20)) then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R) = 0)) /\
  (~ (sqrt 2 = 0)) /\
  (erfc ((epsilon / (2 / sqrt (if (Rltb epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 *
    sqrt (ln (if (Rleb delta (1 / 20)) then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R)) - 2 / sqrt (if (Rltb
    epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if (Rleb delta (1 / 20))
    then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R) / 2) / sqrt 2) - exp epsilon * erfc ((epsilon / (2 / sqrt
    (if (Rltb epsilon 1) then (8 * ln (5 / 4 / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if (Rleb delta (1
    / 20)) then (1 / (2 * delta))%R else 10))) ^ 2 / epsilon)%R)) + 2 / sqrt (if (Rltb epsilon 1) then (8 * ln (5 / 4
    / delta) / epsilon ^ 2)%R else (2 * (1 + 2 * sqrt (ln (if (Rleb delta (1 / 20)) then (1 / (2 * delta))%R else
    10))) ^ 2 / epsilon)%R) / 2) / sqrt 2)) / 2 <= delta.

(* cordp/protocol, printed *)
Definition cordp_protocol : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall i : Z, ((0 <= i)%Z) -> ((i <= n - 1)%Z) ->
  forall j : Z, ((0 <= j)%Z) -> ((j <= n - 1)%Z) ->
  forall variance : R, (0 < variance) ->
  forall covariance : R, ((- variance) / IZR (n - 1) <= covariance) -> (covariance <= 0) ->
  (if (orb (Z.ltb i j) (Z.ltb j i)) then (IZR ((if (Z.ltb j i) then (1)%Z else (-1)%Z) * (if (Z.ltb i j) then (1)%Z
    else (-1)%Z)) * (- covariance))%R else (variance + covariance * IZR (n - 1) + sumR (map (fun other : Z => (IZR
    ((if (Z.ltb other i) then (1)%Z else (-1)%Z) ^ 2) * (- covariance))%R) (Zrange 0 i)) + sumR (map (fun other1 : Z
    => (IZR ((if (Z.ltb other1 i) then (1)%Z else (-1)%Z) ^ 2) * (- covariance))%R) (Zrange (i + 1) n)))%R) = (if (orb
    (Z.ltb i j) (Z.ltb j i)) then covariance else variance).

(* cordp/table-1, printed *)
Definition cordp_table_1 : Prop :=
(forall n : Z, ((2 <= n)%Z) ->
  forall u : Z, ((0 <= u)%Z) -> ((u <= n - 1)%Z) ->
  (~ ((n - u = 0)%Z)) /\
  (~ (((n - u) ^ 2 = 0)%Z)) /\
  (1 / IZR (n - u) <= IZR (n - u) / IZR ((n - u) ^ 2)) /\ (IZR (n - u) / IZR ((n - u) ^ 2) <= 4 * (1 / IZR (n - u)))) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall u : Z, ((0 <= u)%Z) -> ((u <= n - 1)%Z) ->
  (~ (((n - u) ^ 2 = 0)%Z)) /\
  (1 / IZR ((n - u) ^ 2) <= 1 / IZR ((n - u) ^ 2)) /\ (1 / IZR ((n - u) ^ 2) <= 4 * (1 / IZR ((n - u) ^ 2)))) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall u : Z, ((0 <= u)%Z) -> ((u <= n - 1)%Z) ->
  (((u = 0)%Z) -> (~ ((n ^ 2 = 0)%Z))) /\
  (~ ((u = 0)%Z) -> (~ ((n * (n - u) = 0)%Z))) /\
  ((0 <= u * (n - 1) * (n - u))%Z) /\
  (~ (((n - u) * n ^ 2 = 0)%Z)) /\
  ((if (Z.eqb u 0) then (1 / IZR (n ^ 2))%R else (IZR u / IZR (n * (n - u)))%R) <= (IZR (u * (n - 1) + (n - u)) + 2 *
    sqrt (IZR (u * (n - 1) * (n - u)))) / IZR ((n - u) * n ^ 2)) /\ ((IZR (u * (n - 1) + (n - u)) + 2 * sqrt (IZR (u *
    (n - 1) * (n - u)))) / IZR ((n - u) * n ^ 2) <= 4 * (if (Z.eqb u 0) then (1 / IZR (n ^ 2))%R else (IZR u / IZR (n
    * (n - u)))%R))).

(* cordp/table-1-computation, corrected *)
Definition cordp_table_1_computation : Prop :=
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR d <= IZR d) /\ ((d <= 8 * d)%Z)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR (d * n) <= IZR (sumZ (map (fun x : Z => d) (Zrange 0 n)))) /\ ((sumZ (map (fun x : Z => d) (Zrange 0
    n)) <= 8 * (d * n))%Z)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR (n ^ 2 + d * n) <= IZR (d + sumZ (map (fun x1 : Z => d) (Zrange 0 (n - 1))) + 2 * sumZ (map (fun x : Z
    => (n / 2 + 1)%Z) (Zrange 0 n)))) /\ ((d + sumZ (map (fun x1 : Z => d) (Zrange 0 (n - 1))) + 2 * sumZ (map (fun x
    : Z => (n / 2 + 1)%Z) (Zrange 0 n)) <= 8 * (n ^ 2 + d * n))%Z)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR (d * n ^ 2) <= IZR (sumZ (map (fun x : Z => d) (Zrange 0 (n - n / 2))) + sumZ (flat_map (fun x1 : Z =>
    (map (fun x2 : Z => d) (Zrange 0 (n - n / 2)))) (Zrange 0 (n / 2))))) /\ ((sumZ (map (fun x : Z => d) (Zrange 0 (n
    - n / 2))) + sumZ (flat_map (fun x1 : Z => (map (fun x2 : Z => d) (Zrange 0 (n - n / 2)))) (Zrange 0 (n / 2))) <=
    8 * (d * n ^ 2))%Z)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR (d * n) <= IZR (d + sumZ (map (fun x : Z => d) (Zrange 0 (n - 1))))) /\ ((d + sumZ (map (fun x : Z =>
    d) (Zrange 0 (n - 1))) <= 8 * (d * n))%Z)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall d : Z, ((1 <= d)%Z) ->
  (1 / 8 * IZR (d * n) <= IZR (sumZ (map (fun x : Z => d) (Zrange 0 n)))) /\ ((sumZ (map (fun x : Z => d) (Zrange 0
    n)) <= 8 * (d * n))%Z)).

(* cordp/two-user, printed *)
Definition cordp_two_user : Prop :=
  forall variance : R, (0 < variance) ->
  forall rho : R, (-1 < rho) -> (rho < 1) ->
  (~ (variance = 0)) /\
  (variance - (rho * variance) ^ 2 / variance = variance * (1 - rho ^ 2)) /\ (variance + rho * variance + rho *
    variance + variance = 2 * variance * (1 + rho)).
