(* Written by make formal UPDATE=1 from the claims of proofs_numeric/kairouz: not to be edited. *)
From Optcheck.statements Require Import Language.

(* kairouz/eq-15, printed *)
Definition kairouz_eq_15 : Prop :=
  forall lambda : R, (1 <= lambda) ->
  (~ (lambda = 0)) /\
  (~ (lambda ^ 2 = 0)) /\
  (~ ((1 + lambda) ^ 2 = 0)) /\
  (~ (1 + lambda = 0)) /\
  (((1 / lambda = 1 / lambda) /\ (1 / lambda * (1 / lambda) = 1 / lambda ^ 2)) /\ ((lambda / (1 + lambda) * lambda /
    (1 + lambda) = lambda ^ 2 / (1 + lambda) ^ 2) /\ (lambda / (1 + lambda) / (1 + lambda) = 1 / lambda * (lambda ^ 2
    / (1 + lambda) ^ 2)) /\ (1 / (1 + lambda) * lambda / (1 + lambda) = 1 / lambda * (lambda ^ 2 / (1 + lambda) ^ 2))
    /\ (1 / (1 + lambda) / (1 + lambda) = 1 / lambda ^ 2 * (lambda ^ 2 / (1 + lambda) ^ 2)))) /\ (((lambda = lambda)
    /\ (lambda * lambda = lambda ^ 2)) /\ ((1 / (1 + lambda) / (1 + lambda) = 1 / (1 + lambda) ^ 2) /\ (1 / (1 +
    lambda) * lambda / (1 + lambda) = lambda * (1 / (1 + lambda) ^ 2)) /\ (lambda / (1 + lambda) / (1 + lambda) =
    lambda * (1 / (1 + lambda) ^ 2)) /\ (lambda / (1 + lambda) * lambda / (1 + lambda) = lambda ^ 2 * (1 / (1 +
    lambda) ^ 2)))).

(* kairouz/eq-2-operations, printed *)
Definition kairouz_eq_2_operations : Prop :=
  forall k : Z, ((1 <= k)%Z) ->
  forall transcripts : Z, ((1 <= transcripts)%Z) ->
  forall decisions : Z, ((1 <= decisions)%Z) ->
  ((0 <= k)%Z) /\
  (forall transcript : Z, In transcript (Zrange 0 transcripts) -> (forall decision : Z, In decision (Zrange 0
    decisions) -> ((0 <= k - 1)%Z))) /\
  (forall transcript1 : Z, In transcript1 (Zrange 0 transcripts) -> (forall decision1 : Z, In decision1 (Zrange 0
    decisions) -> ((0 <= k - 1)%Z))) /\
  ((2 ^ k * transcripts <= sumZ ((flat_map (fun transcript : Z => (flat_map (fun decision : Z => (map (fun others : Z
    => (1)%Z) (Zrange 0 (2 ^ (k - 1))))) (Zrange 0 decisions))) (Zrange 0 transcripts)) ++ (flat_map (fun transcript1
    : Z => (flat_map (fun decision1 : Z => (map (fun others1 : Z => (1)%Z) (Zrange 0 (2 ^ (k - 1))))) (Zrange 0
    decisions))) (Zrange 0 transcripts))))%Z) /\ ((sumZ ((flat_map (fun transcript : Z => (flat_map (fun decision : Z
    => (map (fun others : Z => (1)%Z) (Zrange 0 (2 ^ (k - 1))))) (Zrange 0 decisions))) (Zrange 0 transcripts)) ++
    (flat_map (fun transcript1 : Z => (flat_map (fun decision1 : Z => (map (fun others1 : Z => (1)%Z) (Zrange 0 (2 ^
    (k - 1))))) (Zrange 0 decisions))) (Zrange 0 transcripts))) <= decisions * (2 ^ k * transcripts))%Z).

(* kairouz/eq-4-size, printed *)
Definition kairouz_eq_4_size : Prop :=
  forall k : Z, ((1 <= k)%Z) ->
  forall transcripts : Z, ((1 <= transcripts)%Z) ->
  forall decisions : Z, ((1 <= decisions)%Z) ->
  ((0 <= k)%Z) /\
  ((0 <= k - 1)%Z) /\
  ((1 / 2 * IZR (transcripts * decisions) <= IZR (sumZ (flat_map (fun transcript : Z => (map (fun decision : Z =>
    (1)%Z) (Zrange 0 decisions))) (Zrange 0 transcripts)) + 1)) /\ (1 / 2 * IZR (2 ^ k + transcripts) <= IZR (sumZ
    (map (fun others : Z => (1)%Z) (Zrange 0 (2 ^ (k - 1)))) + sumZ (map (fun transcript1 : Z => (1)%Z) (Zrange 0
    transcripts))))) /\ (((sumZ (flat_map (fun transcript : Z => (map (fun decision : Z => (1)%Z) (Zrange 0
    decisions))) (Zrange 0 transcripts)) + 1 <= 2 * (transcripts * decisions))%Z) /\ ((sumZ (map (fun others : Z =>
    (1)%Z) (Zrange 0 (2 ^ (k - 1)))) + sumZ (map (fun transcript1 : Z => (1)%Z) (Zrange 0 transcripts)) <= 2 * (2 ^ k
    + transcripts))%Z)).

(* kairouz/fig-2-xor-or-and, printed *)
Definition kairouz_fig_2_xor_or_and : Prop :=
  forall lambda : R, (1 <= lambda) ->
  (~ (1 + lambda = 0)) /\
  Rmax ((lambda / (1 + lambda)) ^ 3 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (lambda / (1 + lambda))
    ^ 2 * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + lambda / (1 + lambda) * (1 /
    (1 + lambda)) ^ 2 / 8) ((lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (lambda / (1 + lambda)) ^ 2 * (1 /
    (1 + lambda)) / 8 + (1 / (1 + lambda)) ^ 3 / 8) + Rmax ((lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 +
    (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (1 / (1 + lambda)) ^ 3 / 8) ((lambda / (1 + lambda)) ^ 3 /
    8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8) +
    Rmax ((lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8
    + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (1 / (1 + lambda)) ^ 3 / 8 + (lambda / (1 + lambda)) ^ 2 *
    (1 / (1 + lambda)) / 8) (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (lambda / (1 + lambda)) ^ 3 / 8 +
    lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8) + Rmax (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    (lambda / (1 + lambda)) ^ 3 / 8 + (1 / (1 + lambda)) ^ 3 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8
    + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8) ((lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 +
    (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8) +
    Rmax ((lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (1 / (1 + lambda)) ^ 3 / 8 + (lambda / (1 + lambda))
    ^ 3 / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda))
    / 8) (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8) + Rmax (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 +
    (lambda / (1 + lambda)) ^ 3 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8) ((lambda / (1 + lambda)) ^ 2
    * (1 / (1 + lambda)) / 8 + (1 / (1 + lambda)) ^ 3 / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8) +
    Rmax (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 +
    (lambda / (1 + lambda)) ^ 3 / 8) ((1 / (1 + lambda)) ^ 3 / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) /
    8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8) + Rmax ((1 / (1 + lambda)) ^ 3 / 8 + (lambda / (1 +
    lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (lambda / (1 +
    lambda)) ^ 2 * (1 / (1 + lambda)) / 8 + (lambda / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) / 8) (lambda / (1 +
    lambda) * (1 / (1 + lambda)) ^ 2 / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 / 8 + (lambda / (1 +
    lambda)) ^ 3 / 8) <= Rmax (lambda / (1 + lambda) * (lambda / (1 + lambda)) / 8 + lambda / (1 + lambda) * (lambda /
    (1 + lambda)) / 8 + 1 / (1 + lambda) * (lambda / (1 + lambda)) / 8 + 1 / (1 + lambda) * (1 / (1 + lambda)) / 8 + 1
    / (1 + lambda) * (1 / (1 + lambda)) / 8) (lambda / (1 + lambda) * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) *
    (1 / (1 + lambda)) / 8 + 1 / (1 + lambda) * (lambda / (1 + lambda)) / 8) + Rmax (lambda / (1 + lambda) * (1 / (1 +
    lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) / 8 + 1 / (1 + lambda) * (1 / (1 + lambda)) / 8 + 1 / (1
    + lambda) * (lambda / (1 + lambda)) / 8 + 1 / (1 + lambda) * (lambda / (1 + lambda)) / 8) (lambda / (1 + lambda) *
    (lambda / (1 + lambda)) / 8 + lambda / (1 + lambda) * (lambda / (1 + lambda)) / 8 + 1 / (1 + lambda) * (1 / (1 +
    lambda)) / 8) + Rmax (1 / (1 + lambda) * (lambda / (1 + lambda)) / 8 + 1 / (1 + lambda) * (1 / (1 + lambda)) / 8 +
    lambda / (1 + lambda) * (lambda / (1 + lambda)) / 8 + lambda / (1 + lambda) * (lambda / (1 + lambda)) / 8 + lambda
    / (1 + lambda) * (lambda / (1 + lambda)) / 8) (1 / (1 + lambda) * (lambda / (1 + lambda)) / 8 + 1 / (1 + lambda) *
    (lambda / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) / 8) + Rmax (1 / (1 + lambda) * (1 / (1 +
    lambda)) / 8 + 1 / (1 + lambda) * (lambda / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) / 8 +
    lambda / (1 + lambda) * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (1 / (1 + lambda)) / 8) (1 / (1 + lambda)
    * (1 / (1 + lambda)) / 8 + 1 / (1 + lambda) * (1 / (1 + lambda)) / 8 + lambda / (1 + lambda) * (lambda / (1 +
    lambda)) / 8).

(* kairouz/rank-one-not-interactive, printed *)
Definition kairouz_rank_one_not_interactive : Prop :=
  forall lambda : R, (1 < lambda) ->
  forall u : R, (0 < u) -> (u <= (1 - 1 / lambda) / 3) ->
  forall v : R, (0 < v) -> (v <= (1 - 1 / lambda) / 5) ->
  ((True) <-> (((1 - 5 * v + (1 + 4 * v) + (1 + v) = 3) /\ (1 + u + (1 + 2 * u) + (1 - 3 * u) = 3) /\ ((1 + u) * (1 -
    5 * v) + (1 + 2 * u) * (1 + 4 * v) + (1 - 3 * u) * (1 + v) = 3)) /\ ((((1 <= (1 + u) * lambda) /\ (1 + u <=
    lambda)) /\ ((1 <= (1 + 2 * u) * lambda) /\ (1 + 2 * u <= lambda)) /\ ((1 <= (1 - 3 * u) * lambda) /\ (1 - 3 * u
    <= lambda)) /\ ((1 <= (1 - 5 * v) * lambda) /\ (1 - 5 * v <= lambda)) /\ ((1 <= (1 + 4 * v) * lambda) /\ (1 + 4 *
    v <= lambda)) /\ ((1 <= (1 + v) * lambda) /\ (1 + v <= lambda))) /\ ((((1 + u) * (1 - 5 * v) = (1 - 5 * v) * (1 +
    u)) /\ ((1 + 2 * u) * (1 + 4 * v) = (1 + 4 * v) * (1 + 2 * u)) /\ ((1 - 3 * u) * (1 + v) = (1 + v) * (1 - 3 * u)))
    /\ (((~ (1 + 2 * u = 1 + u)) /\ (~ (1 + 4 * v = 1 - 5 * v))) /\ (((~ (1 - 3 * u = 1 + u)) /\ (~ (1 + v = 1 - 5 *
    v))) /\ ((~ (1 - 3 * u = 1 + 2 * u)) /\ (~ (1 + v = 1 + 4 * v))))))))).

(* kairouz/simulation, printed *)
Definition kairouz_simulation : Prop :=
  forall lambda : R, (1 <= lambda) ->
  (~ (1 + lambda = 0)) /\
  (lambda / (1 + lambda) * (1 / (1 + lambda)) ^ 2 + lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 +
    lambda) * (1 / (1 + lambda))) + lambda / (1 + lambda) * (1 / (1 + lambda)) * (1 / (1 + lambda)) ^ 2 + (1 / (1 +
    lambda)) ^ 2 * (lambda / (1 + lambda)) + (1 / (1 + lambda)) ^ 2 * (lambda / (1 + lambda) * (1 / (1 + lambda))) +
    (1 / (1 + lambda)) ^ 2 * (1 / (1 + lambda)) ^ 2 = (lambda / (1 + lambda) + 1 / (1 + lambda) * 0) * (lambda / (1 +
    lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (lambda /
    (1 + lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (lambda / (1 + lambda))) + (lambda / (1 + lambda)
    * 0 + 1 / (1 + lambda) * (lambda / (1 + lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 +
    lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) * (lambda / (1 + lambda) + 1 / (1
    + lambda) * 0) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) * (lambda / (1 + lambda) * 0
    + 1 / (1 + lambda) * (lambda / (1 + lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 +
    lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda)))) /\ (lambda / (1 + lambda) *
    (lambda / (1 + lambda) * (1 / (1 + lambda))) + lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 +
    lambda)) ^ 2 + lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 + lambda) * (1 / (1 + lambda))) + (1 / (1
    + lambda)) ^ 2 * (1 / (1 + lambda)) + (1 / (1 + lambda)) ^ 2 * (lambda / (1 + lambda)) ^ 2 + (1 / (1 + lambda)) ^
    2 * (lambda / (1 + lambda) * (1 / (1 + lambda))) = (lambda / (1 + lambda) + 1 / (1 + lambda) * 0) * (1 / (1 +
    lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) *
    (lambda / (1 + lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (lambda / (1 + lambda))) + (lambda / (1
    + lambda) * 0 + 1 / (1 + lambda) * (lambda / (1 + lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 /
    (1 + lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) * (1 / (1 + lambda) + lambda
    / (1 + lambda) * 0) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) * (1 / (1 + lambda) * 0
    + lambda / (1 + lambda) * (lambda / (1 + lambda))) + (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 +
    lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda)))) /\ (1 / (1 + lambda) * (1 / (1 +
    lambda)) ^ 2 + (lambda / (1 + lambda)) ^ 2 * (lambda / (1 + lambda) * (1 / (1 + lambda))) + (lambda / (1 +
    lambda)) ^ 2 * (1 / (1 + lambda)) ^ 2 + lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 + lambda)) +
    lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 + lambda) * (1 / (1 + lambda))) + lambda / (1 + lambda)
    * (1 / (1 + lambda)) * (1 / (1 + lambda)) ^ 2 = (1 / (1 + lambda) + lambda / (1 + lambda) * 0) * (lambda / (1 +
    lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (lambda /
    (1 + lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (lambda / (1 + lambda))) + (1 / (1 + lambda) * 0
    + lambda / (1 + lambda) * (lambda / (1 + lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 +
    lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) * (lambda / (1 + lambda) + 1 / (1
    + lambda) * 0) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) * (lambda / (1 + lambda) * 0
    + 1 / (1 + lambda) * (lambda / (1 + lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 +
    lambda))) * (lambda / (1 + lambda) * 0 + 1 / (1 + lambda) * (1 / (1 + lambda)))) /\ (1 / (1 + lambda) * (lambda /
    (1 + lambda) * (1 / (1 + lambda))) + (lambda / (1 + lambda)) ^ 2 * (lambda / (1 + lambda)) ^ 2 + (lambda / (1 +
    lambda)) ^ 2 * (lambda / (1 + lambda) * (1 / (1 + lambda))) + lambda / (1 + lambda) * (1 / (1 + lambda)) * (1 / (1
    + lambda)) + lambda / (1 + lambda) * (1 / (1 + lambda)) * (lambda / (1 + lambda)) ^ 2 + lambda / (1 + lambda) * (1
    / (1 + lambda)) * (lambda / (1 + lambda) * (1 / (1 + lambda))) = (1 / (1 + lambda) + lambda / (1 + lambda) * 0) *
    (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 +
    lambda) * (lambda / (1 + lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (lambda / (1 + lambda))) + (1
    / (1 + lambda) * 0 + lambda / (1 + lambda) * (lambda / (1 + lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 +
    lambda) * (1 / (1 + lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) * (1 / (1 +
    lambda) + lambda / (1 + lambda) * 0) + (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda))) * (1 /
    (1 + lambda) * 0 + lambda / (1 + lambda) * (lambda / (1 + lambda))) + (1 / (1 + lambda) * 0 + lambda / (1 +
    lambda) * (1 / (1 + lambda))) * (1 / (1 + lambda) * 0 + lambda / (1 + lambda) * (1 / (1 + lambda)))).

(* kairouz/thm-3-7, printed *)
Definition kairouz_thm_3_7 : Prop :=
  forall lambda : R, (1 <= lambda) ->
  forall outputs : Z, ((1 <= outputs)%Z) ->
  forall zero : list R, ((Z.of_nat (length zero) = outputs)%Z) -> ((forall p : R, In p zero -> 0 <= p) /\ sumR zero =
    1) ->
  forall one : list R, ((Z.of_nat (length one) = outputs)%Z) -> ((forall p : R, In p one -> 0 <= p) /\ sumR one = 1)
    ->
  ((0 <= outputs)%Z) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a : Z, In a (Zrange 0 outputs) ->
    ((0 <= a)%Z))) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a : Z, In a (Zrange 0 outputs) ->
    (~ ((2 ^ a = 0)%Z)))) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a : Z, In a (Zrange 0 outputs) ->
    ((item1 / 2 ^ a mod 2 = 1)%Z) -> (((0 <= a)%Z) /\ ((a < Z.of_nat (length zero))%Z)))) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a1 : Z, In a1 (Zrange 0 outputs)
    -> ((0 <= a1)%Z))) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a1 : Z, In a1 (Zrange 0 outputs)
    -> (~ ((2 ^ a1 = 0)%Z)))) /\
  (forall (inside : bool) (item1 : Z), In item1 (Zrange 0 (2 ^ outputs)) -> (forall a1 : Z, In a1 (Zrange 0 outputs)
    -> ((item1 / 2 ^ a1 mod 2 = 0)%Z) -> (((0 <= a1)%Z) /\ ((a1 < Z.of_nat (length one))%Z)))) /\
  (forall a2 : Z, ((0 <= a2)%Z) /\ ((a2 < outputs)%Z) -> (((0 <= a2)%Z) /\ ((a2 < Z.of_nat (length zero))%Z))) /\
  (forall a2 : Z, ((0 <= a2)%Z) /\ ((a2 < outputs)%Z) -> (((0 <= a2)%Z) /\ ((a2 < Z.of_nat (length one))%Z))) /\
  (forall a2 : Z, ((0 <= a2)%Z) /\ ((a2 < outputs)%Z) -> (((nth (Z.to_nat a2) zero 0%R) <= lambda * (nth (Z.to_nat a2)
    one 0%R)) -> (((0 <= a2)%Z) /\ ((a2 < Z.of_nat (length one))%Z)))) /\
  (forall a2 : Z, ((0 <= a2)%Z) /\ ((a2 < outputs)%Z) -> (((nth (Z.to_nat a2) zero 0%R) <= lambda * (nth (Z.to_nat a2)
    one 0%R)) -> (((0 <= a2)%Z) /\ ((a2 < Z.of_nat (length zero))%Z)))) /\
  (((fold_left (fun (inside : bool) (item1 : Z) => (andb inside (andb (Rleb 1 (sumR (map (fun a : Z => (nth (Z.to_nat
    a) zero 0%R)) (filter (fun a : Z => (Z.eqb (item1 / 2 ^ a mod 2) 1)) (Zrange 0 outputs))) + lambda * sumR (map
    (fun a1 : Z => (nth (Z.to_nat a1) one 0%R)) (filter (fun a1 : Z => (Z.eqb (item1 / 2 ^ a1 mod 2) 0)) (Zrange 0
    outputs))))) (Rleb 1 (lambda * sumR (map (fun a : Z => (nth (Z.to_nat a) zero 0%R)) (filter (fun a : Z => (Z.eqb
    (item1 / 2 ^ a mod 2) 1)) (Zrange 0 outputs))) + sumR (map (fun a1 : Z => (nth (Z.to_nat a1) one 0%R)) (filter
    (fun a1 : Z => (Z.eqb (item1 / 2 ^ a1 mod 2) 0)) (Zrange 0 outputs)))))))) (Zrange 0 (2 ^ outputs)) true) = true)
    <-> (forall a2 : Z, ((0 <= a2)%Z) /\ ((a2 < outputs)%Z) -> (((nth (Z.to_nat a2) zero 0%R) <= lambda * (nth
    (Z.to_nat a2) one 0%R)) /\ ((nth (Z.to_nat a2) one 0%R) <= lambda * (nth (Z.to_nat a2) zero 0%R))))).

(* kairouz/worst-concave, printed *)
Definition kairouz_worst_concave : Prop :=
  forall zero : R, (0 <= zero) -> (zero <= 1) ->
  forall one : R, (0 <= one) -> (one <= 1) ->
  forall other_zero : R, (0 <= other_zero) -> (other_zero <= 1) ->
  forall other_one : R, (0 <= other_one) -> (other_one <= 1) ->
  forall rule : list R, ((Z.of_nat (length rule) = 2)%Z) -> (forall x : R, In x rule -> (0 <= x) /\ (x <= 1)) ->
  ((0 < Z.of_nat (length rule))%Z) /\
  ((1 < Z.of_nat (length rule))%Z) /\
  (Rmin (1 - (nth (Z.to_nat 0) rule 0%R) + zero * ((nth (Z.to_nat 0) rule 0%R) - (nth (Z.to_nat 1) rule 0%R))) ((nth
    (Z.to_nat 0) rule 0%R) + one * ((nth (Z.to_nat 1) rule 0%R) - (nth (Z.to_nat 0) rule 0%R))) + Rmin (1 - (nth
    (Z.to_nat 0) rule 0%R) + other_zero * ((nth (Z.to_nat 0) rule 0%R) - (nth (Z.to_nat 1) rule 0%R))) ((nth (Z.to_nat
    0) rule 0%R) + other_one * ((nth (Z.to_nat 1) rule 0%R) - (nth (Z.to_nat 0) rule 0%R)))) / 2 <= Rmin (1 - (nth
    (Z.to_nat 0) rule 0%R) + (zero + other_zero) / 2 * ((nth (Z.to_nat 0) rule 0%R) - (nth (Z.to_nat 1) rule 0%R)))
    ((nth (Z.to_nat 0) rule 0%R) + (one + other_one) / 2 * ((nth (Z.to_nat 1) rule 0%R) - (nth (Z.to_nat 0) rule
    0%R))).

(* kairouz/xor-flip-probability, corrected *)
Definition kairouz_xor_flip_probability : Prop :=
  forall lambda : R, (1 <= lambda) ->
  (~ (1 + lambda = 0)) /\
  (~ (lambda + 1 = 0)) /\
  1 / (lambda + 1) = 1 / (1 + lambda).
