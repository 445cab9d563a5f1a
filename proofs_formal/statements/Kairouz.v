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

(* kairouz/xor-flip-probability, corrected *)
Definition kairouz_xor_flip_probability : Prop :=
  forall lambda : R, (1 <= lambda) ->
  (~ (1 + lambda = 0)) /\
  (~ (lambda + 1 = 0)) /\
  1 / (lambda + 1) = 1 / (1 + lambda).
