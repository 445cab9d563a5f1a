(* Written by make formal UPDATE=1 from the claims of proofs_numeric/tpmdp: not to be edited. *)
From Optcheck.statements Require Import Language.

(* tpmdp/subcase-4-absent, printed *)
Definition tpmdp_subcase_4_absent : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (sumZ (map (fun u : Z => (1)%Z) (filter (fun u : Z => (andb (andb (Z.leb 2 u) (Z.leb u (n - t))) (Z.ltb 0 (n - t *
    u)))) (Zrange 1 (n + 1)))) <= (if (Z.leb n (2 * t)) then (0)%Z else (n - t - 1)%Z))%Z.

(* tpmdp/subcases, printed *)
Definition tpmdp_subcases : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : Z, ((1 <= active)%Z) -> ((active <= n)%Z) ->
  (1 = (if (Z.leb (n - t + 1) active) then (1)%Z else (0)%Z) + (if (Z.eqb active 1) then (1)%Z else (0)%Z) + (if (andb
    (Z.leb 2 active) (andb (Z.leb active (n - t)) (Z.leb (n - t * active) 0))) then (1)%Z else (0)%Z) + (if (andb
    (Z.leb 2 active) (andb (Z.leb active (n - t)) (Z.ltb 0 (n - t * active)))) then (1)%Z else (0)%Z))%Z.

(* tpmdp/thm-2-linear-rank, printed *)
Definition tpmdp_thm_2_linear_rank : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR n / IZR (n - t) <= IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))) /\ (IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))
    <= IZR n / IZR (n - t) + 1).

(* tpmdp/thm-2-proof, printed *)
Definition tpmdp_thm_2_proof : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall xi : Z, ((2 <= xi)%Z) -> ((xi <= Z.min ((2 * n - t) / (n - t)) (t + 1))%Z) ->
  forall before : R, (0 <= before) ->
  forall lower : R, (0 <= lower) ->
  forall higher : R, (lower <= higher) ->
  ((xi * (n - t) <= 2 * n - t)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  0 <= before + (IZR (2 * n - t) / IZR (n - t) - IZR (xi - 1)) * higher - (before + higher + (IZR (2 * n - t) / IZR (n
    - t) - IZR xi) * lower).

(* tpmdp/thm-3-rank, printed *)
Definition tpmdp_thm_3_rank : Prop :=
(forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR (n - 1) / IZR (n - t) <= IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))) /\ (IZR (Z.min ((2 * n - t) / (n - t)) (t
    + 1)) <= IZR n / IZR (n - t) + 1)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR (n - 1) / IZR (n - t) <= IZR (Z.min ((2 * n - t - 1) / (n - t)) t)) /\ (IZR (Z.min ((2 * n - t - 1) / (n - t))
    t) <= IZR n / IZR (n - t) + 1)).
