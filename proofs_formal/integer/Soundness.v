(** What the checker accepts of an integer program is true: infeasible, a bound, the optimum, unbounded. *)

From Coq Require Import QArith Qround NArith ZArith List Bool Lia Lqa.
From Optcheck.linear Require Import Program Table Forms Check Soundness.
From Optcheck.integer Require Import Tree.
Import ListNotations.
Open Scope Q_scope.

Inductive claim :=
| NoPoint (proof : walk)
| Reached (value : Q) (primal : list Q)
| Bounded (bound : Q) (grid : option (Q * Q)) (proof : walk)
| Endless (primal ray : list Q).

(** * Points *)

Definition check_whole (m : mixed) (x : point) : bool :=
  forallb (fun j => is_whole (x j)) (integers m) &&
  forallb (fun '(j, (a, b)) => Qle_bool (x j) a || Qle_bool b (x j)) (gaps m).

Definition check_admitted (m : mixed) (values : list Q) : bool :=
  check_point (linear m) values && check_whole m (point_of (table_of values)).

(** * The root: bounds of integer columns are rounded inwards *)

Fixpoint rounded_from (f : N -> Q -> Q) (first : N) (bounds : list (option Q)) : list (option Q) :=
  match bounds with
  | [] => []
  | b :: bounds => option_map (f first) b :: rounded_from f (N.succ first) bounds
  end.

Definition tightened (m : mixed) : mixed :=
  let p := linear m in
  Mixed (Program (goal p) (costs p) (rounded_from (rounded_up m) 0 (lower p)) (rounded_from (rounded_down m) 0 (upper p))
                 (rows p)) (integers m) (gaps m).

(** * The cutoff: only better points are looked for *)

Definition better (m : mixed) (bound : Q) : row :=
  Row (multiple (sign (goal (linear m))) (form_from 0 (costs (linear m)))) AtMost bound.

Definition cut_off (m : mixed) (bound : Q) : mixed := with_rows m (better m bound :: rows (linear m)).

(** With a grid (constant, step) the objective's values, as a minimum, are the constant plus multiples of the step:
    every column with a cost is fixed, or an integer whose cost is a multiple of the step. *)
Fixpoint on_grid (m : mixed) (low high : table (option Q)) (form : terms) (constant step : Q) : bool :=
  match form with
  | [] => is_whole (constant / step)
  | (j, c) :: form =>
      match bound_in low j, bound_in high j with
      | Some l, Some u =>
          if Qeq_bool l u then on_grid m low high form (plus constant (c * l)) step
          else is_integer m j && is_whole (c / step) && on_grid m low high form constant step
      | _, _ => is_integer m j && is_whole (c / step) && on_grid m low high form constant step
      end
  end.

Definition signed_costs (m : mixed) : terms :=
  filter (fun '(_, c) => negb (Qeq_bool c 0)) (multiple (sign (goal (linear m))) (form_from 0 (costs (linear m)))).

(** The largest value of the grid below a bound. *)
Definition next_better (constant step bound : Q) : Q :=
  constant + step * inject_Z (Qceiling ((bound - constant) / step) - 1).

Definition check_bound_proof (m : mixed) (bound : Q) (grid : option (Q * Q)) (proof : walk) : bool :=
  let signed := sign (goal (linear m)) * bound in
  match grid with
  | None => refutes (Node (cut_off (tightened m) signed) [true]) proof
  | Some (constant, step) =>
      less 0 step &&
      on_grid m (table_of (lower (linear m))) (table_of (upper (linear m))) (signed_costs m) (- constant) step &&
      refutes (Node (cut_off (tightened m) (next_better constant step signed)) []) proof
  end.

Definition check (m : mixed) (c : claim) : bool :=
  well_formed (linear m) &&
  match c with
  | NoPoint proof => refutes (Node (tightened m) []) proof
  | Reached value primal => check_admitted m primal && Qeq_bool (value_at (linear m) primal) value
  | Bounded bound grid proof => check_bound_proof m bound grid proof
  | Endless primal ray => check_admitted m primal && check_unbounded (linear m) primal ray
  end.

(** * Soundness *)

Lemma nth_error_rounded f bounds : forall first k,
  nth_error (rounded_from f first bounds) k = option_map (option_map (f (first + N.of_nat k)%N)) (nth_error bounds k).
Proof.
  induction bounds as [|b bounds IH]; intros first [|k]; cbn [rounded_from nth_error]; try reflexivity.
  - cbn; now rewrite N.add_0_r.
  - rewrite IH; do 3 f_equal; lia.
Qed.

Lemma column_bound_rounded f bounds j b :
  column_bound (rounded_from f 0 bounds) j = Some b -> exists a, column_bound bounds j = Some a /\ b = f j a.
Proof.
  unfold column_bound; rewrite nth_error_rounded, N.add_0_l, N2Nat.id.
  destruct (nth_error bounds (N.to_nat j)) as [[a|]|]; cbn; [|discriminate|discriminate].
  intros same; injection same as <-; now exists a.
Qed.

Lemma tightened_admits m x : admits m x -> admits (tightened m) x.
Proof.
  intros admitted; destruct admitted as [[[low high] sat] others] eqn:known; clear known.
  split; [split; [split|exact sat]|exact others].
  - intros j l found; apply column_bound_rounded in found as (a & known & ->); apply rounded_up_spec; auto.
  - intros j u found; apply column_bound_rounded in found as (a & known & ->); apply rounded_down_spec; auto.
Qed.

Theorem no_point_sound m proof : check m (NoPoint proof) = true -> forall x, ~ admits m x.
Proof.
  intros [_ passed]%andb_prop x admitted; apply (refutes_sound proof _ passed x).
  split; [now apply tightened_admits|]; unfold flagged; cbn; now rewrite combine_nil.
Qed.

Lemma check_admitted_spec m values :
  well_formed (linear m) = true -> check_admitted m values = true -> admits m (point_of (table_of values)).
Proof.
  intros shape [fits others]%andb_prop; apply well_formed_spec in shape as [low high].
  apply andb_prop in others as [ints apart]; rewrite forallb_forall in ints, apart; split; [|split].
  - now apply check_point_spec.
  - intros j member; apply is_whole_spec; auto.
  - intros j a b member; specialize (apart _ member); cbn in apart.
    rewrite orb_true_iff, !Qle_bool_iff in apart; exact apart.
Qed.

Theorem reached_sound m value primal :
  check m (Reached value primal) = true -> exists x, admits m x /\ objective (linear m) x == value.
Proof.
  intros [shape [inside reached]%andb_prop]%andb_prop; exists (point_of (table_of primal)); split.
  - now apply check_admitted_spec.
  - apply Qeq_bool_eq in reached; now rewrite <- value_at_spec.
Qed.

Lemma cut_off_inside m limit x :
  admits m x -> apply (coefficients (better m limit)) x <= limit -> admits (cut_off m limit) x.
Proof.
  intros ([bounds sat] & ints & outside) le; split; [|now split].
  split; [exact bounds|]; intros r [<-|member]; [exact le|now apply sat].
Qed.

Lemma better_value m limit x :
  apply (coefficients (better m limit)) x == sign (goal (linear m)) * objective (linear m) x.
Proof. cbn; rewrite apply_multiple; reflexivity. Qed.

Lemma better_tightened m limit x :
  apply (coefficients (better (tightened m) limit)) x == sign (goal (linear m)) * objective (linear m) x.
Proof. exact (better_value m limit x). Qed.

Lemma signed_costs_value m x :
  apply (signed_costs m) x == sign (goal (linear m)) * objective (linear m) x.
Proof.
  rewrite <- (better_value m 0); cbn [better coefficients]; unfold signed_costs.
  induction (multiple _ _) as [|[j c] form IH]; [reflexivity|]; cbn [filter apply].
  destruct (Qeq_bool c 0) eqn:zero; cbn [negb apply]; rewrite IH; [|reflexivity].
  apply Qeq_bool_eq in zero; rewrite zero; ring.
Qed.

Lemma on_grid_spec m x step :
  0 < step -> admits m x -> forall form constant,
  on_grid m (table_of (lower (linear m))) (table_of (upper (linear m))) form constant step = true ->
  whole ((apply form x + constant) / step).
Proof.
  intros positive ([[low high] _] & ints & _); induction form as [|[j c] form IH]; intros constant; cbn [on_grid apply].
  - intros is; destruct (is_whole_spec _ is) as [z same]; exists z; rewrite <- same; field; lra.
  - assert (step_case : is_integer m j && is_whole (c / step) &&
      on_grid m (table_of (lower (linear m))) (table_of (upper (linear m))) form constant step = true ->
      whole ((c * x j + apply form x + constant) / step)).
    { rewrite !andb_true_iff; intros [[member is] rest].
      destruct (IH _ rest) as [z same], (is_whole_spec _ is) as [k same_k], (ints j (is_integer_spec _ _ member)) as [v same_v].
      exists (k * v + z)%Z; rewrite inject_Z_plus, inject_Z_mult, <- same, <- same_k, <- same_v; field; lra. }
    rewrite !bound_in_table.
    destruct (column_bound (lower (linear m)) j) as [l|] eqn:at_l; [|exact step_case].
    destruct (column_bound (upper (linear m)) j) as [u|] eqn:at_u; [|exact step_case].
    destruct (Qeq_bool l u) eqn:fixed; [|exact step_case].
    apply Qeq_bool_eq in fixed; intros rest; destruct (IH _ rest) as [z same]; exists z; rewrite <- same.
    assert (value : x j == l) by (apply Qle_antisym; [rewrite fixed; now apply high|now apply low]).
    rewrite plus_correct, value; field; lra.
Qed.

Lemma below_on_grid constant step value bound :
  0 < step -> whole ((value - constant) / step) -> value < bound -> value <= next_better constant step bound.
Proof.
  intros positive [z same] lower; unfold next_better.
  assert (value_is : value == constant + step * inject_Z z) by (rewrite <- same; field; lra).
  assert (above : inject_Z z < (bound - constant) / step).
  { apply Qlt_shift_div_l; [exact positive|]; rewrite Qmult_comm; lra. }
  assert (le : (z <= Qceiling ((bound - constant) / step) - 1)%Z).
  { assert (inject_Z z < inject_Z (Qceiling ((bound - constant) / step))) by (eapply Qlt_le_trans; [exact above|apply Qle_ceiling]).
    rewrite <- Zlt_Qlt in H; lia. }
  rewrite Zle_Qle in le; rewrite value_is; nra.
Qed.

Lemma bounded_spec m bound grid proof x :
  check_bound_proof m bound grid proof = true -> admits m x ->
  sign (goal (linear m)) * bound <= sign (goal (linear m)) * objective (linear m) x.
Proof.
  unfold check_bound_proof; intros passed admitted; apply Qnot_lt_le; intros lower.
  destruct grid as [[constant step]|].
  - rewrite !andb_true_iff, less_iff in passed; destruct passed as [[positive values] closed].
    apply (refutes_sound _ _ closed x); split; [|contradiction]; apply cut_off_inside; [now apply tightened_admits|].
    rewrite better_tightened; apply below_on_grid; [exact positive| |exact lower].
    apply (on_grid_spec m x step positive admitted) in values as [z same].
    exists z; rewrite <- same, signed_costs_value; field; lra.
  - apply (refutes_sound _ _ passed x); split.
    + apply cut_off_inside; [now apply tightened_admits|]; rewrite better_tightened; apply Qlt_le_weak, lower.
    + cbn; rewrite combine_nil; intros r [same|[]]; injection same as <-.
      unfold strictly; cbn [better relates]; rewrite better_tightened; exact lower.
Qed.

Theorem bounded_sound m bound grid proof :
  check m (Bounded bound grid proof) = true ->
  forall x, admits m x -> better_or_equal (goal (linear m)) bound (objective (linear m) x).
Proof.
  intros [_ passed]%andb_prop x admitted; apply better_by_sign; now apply (bounded_spec m bound grid proof).
Qed.

(** A point and a bound that meet are the optimum. *)
Theorem optimum_sound m value primal grid proof :
  check m (Reached value primal) = true -> check m (Bounded value grid proof) = true ->
  (exists x, admits m x /\ objective (linear m) x == value) /\
  (forall x, admits m x -> better_or_equal (goal (linear m)) value (objective (linear m) x)).
Proof. intros point_ok bound_ok; split; [now apply (reached_sound m value primal)|now apply (bounded_sound m value grid proof)]. Qed.

(** * Unbounded: a multiple of the ray is integral, and large multiples leave every gap *)

Lemma integral_multiple (ray : point) (columns : list N) :
  exists D : Z, (0 < D)%Z /\ forall j, In j columns -> whole (inject_Z D * ray j).
Proof.
  induction columns as [|j columns (D & positive & others)].
  - exists 1%Z; split; [lia|contradiction].
  - exists (D * Zpos (Qden (ray j)))%Z; split; [lia|]; intros i [<-|member].
    + exists (D * Qnum (ray j))%Z; unfold Qeq, inject_Z; cbn; lia.
    + destruct (others i member) as [z same]; exists (z * Zpos (Qden (ray j)))%Z.
      rewrite !inject_Z_mult, <- same; ring.
Qed.

Lemma far_from_gap a b start slope :
  start <= a \/ b <= start ->
  exists far, 0 <= far /\ forall step, far <= step -> start + step * slope <= a \/ b <= start + step * slope.
Proof.
  intros outside; destruct (Q_dec slope 0) as [[falls|rises]|flat].
  - destruct (far_enough start slope a falls) as (far & forward & reached); exists far; split; [exact forward|].
    intros step beyond; left; nra.
  - assert (falls : - slope < 0) by lra.
    destruct (far_enough (- start) (- slope) (- b) falls) as (far & forward & reached); exists far; split; [exact forward|].
    intros step beyond; right; nra.
  - exists 0; split; [apply Qle_refl|]; intros step _; rewrite flat; destruct outside; [left|right]; lra.
Qed.

Lemma far_from_gaps (x ray : point) (apart : list (N * (Q * Q))) :
  (forall j a b, In (j, (a, b)) apart -> x j <= a \/ b <= x j) ->
  exists far, 0 <= far /\
    forall step, far <= step -> forall j a b, In (j, (a, b)) apart -> moved x step ray j <= a \/ b <= moved x step ray j.
Proof.
  induction apart as [|[j [a b]] apart IH]; intros outside.
  - exists 0; split; [apply Qle_refl|contradiction].
  - destruct (far_from_gap a b (x j) (ray j)) as (far & forward & away); [apply outside; now left|].
    destruct IH as (others & forward' & away'); [intros i c d member; apply outside; now right|].
    exists (far + others); split; [lra|]; intros step beyond i c d [same|member].
    + injection same as <- <- <-; apply away; lra.
    + apply away'; [lra|exact member].
Qed.

Theorem endless_sound m primal ray :
  check m (Endless primal ray) = true ->
  forall level, exists x, admits m x /\ better_or_equal (goal (linear m)) (objective (linear m) x) level.
Proof.
  intros [shape [start passed]%andb_prop]%andb_prop level; assert (lengths := shape).
  apply (check_admitted_spec m primal shape) in start; apply well_formed_spec in lengths as [low high].
  unfold check_unbounded in passed; rewrite !andb_true_iff, less_iff, value_at_spec in passed.
  destruct passed as [[_ along] falls].
  apply check_point_spec in along; [|unfold of_length in *; cbn; now rewrite map_length..].
  set (x := point_of (table_of primal)) in *; set (d := point_of (table_of ray)) in *.
  destruct start as (fits & ints & outside).
  destruct (integral_multiple d (integers m)) as (D & positive & integral_steps).
  destruct (far_from_gaps x d (gaps m) outside) as (far & forward & away).
  destruct (far_enough (sign (goal (linear m)) * objective (linear m) x) _ (sign (goal (linear m)) * level) falls)
    as (deep & forward' & reached).
  assert (first : 0 <= far + deep) by lra.
  set (z := Qceiling (far + deep)); assert (beyond := Qle_ceiling (far + deep)); fold z in beyond.
  assert (long : far + deep <= inject_Z (D * z)).
  { apply (Qle_trans _ (inject_Z z)); [exact beyond|]; rewrite <- Zle_Qle.
    assert (0 <= z)%Z by (rewrite Zle_Qle; apply (Qle_trans _ (far + deep)); assumption); nia. }
  exists (moved x (inject_Z (D * z)) d); split; [split; [|split]|].
  - apply moved_feasible; [lra|exact fits|exact along].
  - intros j member; destruct (ints j member) as [one same], (integral_steps j member) as [other same'].
    exists (one + z * other)%Z; unfold moved; rewrite inject_Z_plus, !inject_Z_mult, <- same, <- same'; ring.
  - intros j a b; apply away; lra.
  - apply better_by_sign; unfold objective in *; rewrite apply_moved; nra.
Qed.
