(** Chained-DP, Theorem 6: two mechanisms on disjoint records are together as private as the worse of them. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals Qminmax.
From Optcheck.chained Require Import Game Nash SubgamePerfect Exact Finite.
Import ListNotations.
Open Scope R_scope.

(** The chances of both outcomes together. *)
Definition together (x y : list R) : list R := flat_map (fun a => map (Rmult a) y) x.

Definition chances (l : list R) : Prop := not_negative l /\ sum l = 1.

(** Definition 1 for two distributions: no event's chance exceeds e^epsilon times the other one by more than delta. *)
Definition indistinguishable (factor delta : R) (p q : list R) : Prop := forall event, event_excess factor p q event <= delta.

(** What the best event gives. *)
Definition best_excess (factor : R) (p q : list R) : R := sum (map (fun '(a, b) => Rmax (a - factor * b) 0) (combine p q)).

Lemma best_excess_not_negative factor p q : 0 <= best_excess factor p q.
Proof.
  unfold best_excess, sum; induction (combine p q) as [|[a b] l IH]; cbn [map fold_right]; [lra|].
  pose proof (Rmax_r (a - factor * b) 0); lra.
Qed.

Lemma event_at_most factor p : forall q event, event_excess factor p q event <= best_excess factor p q.
Proof.
  induction p as [|a p IH]; intros [|b q] [|inside event]; cbn [event_excess]; try apply best_excess_not_negative.
  specialize (IH q event); unfold best_excess, sum in *; cbn [combine map fold_right].
  pose proof (Rmax_l (a - factor * b) 0); pose proof (Rmax_r (a - factor * b) 0); destruct inside; lra.
Qed.

Lemma Q2R_exceeding factor p : forall q, Q2R (exceeding factor p q) = best_excess (Q2R factor) (map Q2R p) (map Q2R q).
Proof.
  unfold best_excess, sum; induction p as [|a p IH]; intros [|b q]; cbn [exceeding map combine fold_right]; try apply RMicromega.Q2R_0.
  rewrite Q2R_plus, IH; f_equal; pose proof (loss_sign a b factor) as sign; destruct (Qle_bool a (factor * b)).
  - rewrite RMicromega.Q2R_0, Rmax_right; lra.
  - rewrite Q2R_minus, Q2R_mult, Rmax_left; lra.
Qed.

Lemma larger_budget factor factor' p : forall q, factor <= factor' -> not_negative q ->
  best_excess factor' p q <= best_excess factor p q.
Proof.
  unfold best_excess, sum; induction p as [|a p IH]; intros [|b q] more positive; cbn [combine map fold_right]; try lra.
  inversion positive; subst; specialize (IH q more ltac:(assumption)); apply Rplus_le_compat; [|exact IH].
  assert (factor * b <= factor' * b) by (apply Rmult_le_compat_r; assumption).
  unfold Rmax; destruct (Rle_dec _ _), (Rle_dec _ _); lra.
Qed.

Lemma best_excess_app factor p p' q q' : length p = length q ->
  best_excess factor (p ++ p') (q ++ q') = best_excess factor p q + best_excess factor p' q'.
Proof.
  unfold best_excess; revert q; induction p as [|a p IH]; intros [|b q] size; cbn in size; try discriminate; [unfold sum; cbn; ring|].
  cbn [app combine map]; unfold sum in *; cbn [fold_right]; rewrite IH by (now injection size); ring.
Qed.

Lemma max_scaled a z : 0 <= z -> Rmax (a * z) 0 = z * Rmax a 0.
Proof.
  intros positive; destruct (Rle_lt_dec a 0) as [low|high].
  - rewrite !Rmax_right; [ring|lra|nra].
  - rewrite !Rmax_left; [ring|lra|apply Rmult_le_pos; lra].
Qed.

(** The first outcome's distribution changes, the second one's does not. *)
Lemma first_changes factor y : not_negative y -> forall p q, length p = length q ->
  best_excess factor (together p y) (together q y) = sum y * best_excess factor p q.
Proof.
  intros positive; induction p as [|a p IH]; intros [|b q] size; cbn in size; try discriminate; [unfold best_excess, sum; cbn; ring|].
  cbn [together flat_map]; rewrite best_excess_app by (now rewrite !map_length); fold (together p y) (together q y).
  rewrite IH by (now injection size).
  assert (best_excess factor (map (Rmult a) y) (map (Rmult b) y) = sum y * Rmax (a - factor * b) 0) as ->.
  { clear - positive; unfold best_excess, sum; induction positive as [|z y le _ IH]; cbn [map combine fold_right]; [ring|].
    rewrite IH; replace (a * z - factor * (b * z)) with ((a - factor * b) * z) by ring; rewrite max_scaled by assumption; ring. }
  unfold best_excess, sum; cbn [combine map fold_right]; ring.
Qed.

(** The second one's changes. *)
Lemma second_changes factor p q : length p = length q -> forall x, not_negative x ->
  best_excess factor (together x p) (together x q) = sum x * best_excess factor p q.
Proof.
  intros size; induction 1 as [|a x le _ IH]; [unfold best_excess, sum; cbn; ring|].
  cbn [together flat_map]; rewrite best_excess_app by (now rewrite !map_length); fold (together x p) (together x q); rewrite IH.
  assert (best_excess factor (map (Rmult a) p) (map (Rmult a) q) = a * best_excess factor p q) as ->.
  { clear - le size; revert q size; unfold best_excess, sum; induction p as [|z p IH]; intros [|w q] size; cbn in size; try discriminate; [cbn; ring|].
    cbn [map combine fold_right]; rewrite IH by (now injection size).
    replace (a * z - factor * (a * w)) with ((z - factor * w) * a) by ring; rewrite max_scaled by assumption; ring. }
  unfold sum; cbn [fold_right]; ring.
Qed.

(** Mechanisms by the chances of their outcomes for both values of their record, and e^epsilon. *)
Definition parallel_delta (factor : Q) (one other : list Q) (factor' : Q) (one' other' : list Q) : Q :=
  Qmax (least_delta factor one other) (least_delta factor' one' other').

(** The chances for a value of the record. *)
Definition at_value (one other : list Q) (value : bool) : list R := map Q2R (if value then other else one).

(** Databases that differ in one of the two records are told apart no better than either mechanism allows. *)
(* Claim: chained/thm-6 printed *)
Theorem theorem6_parallel factor one other factor' one' other' :
  length one = length other -> length one' = length other' ->
  chances (map Q2R one) -> chances (map Q2R other) -> chances (map Q2R one') -> chances (map Q2R other') ->
  let budget := Rmax (Q2R factor) (Q2R factor') in
  let delta := Q2R (parallel_delta factor one other factor' one' other') in
  let database a b := together (at_value one other a) (at_value one' other' b) in
  (forall a b, indistinguishable budget delta (database a b) (database (negb a) b)) /\
  forall a b, indistinguishable budget delta (database a b) (database a (negb b)).
Proof.
  intros size size' [p1 w1] [p2 w2] [p3 w3] [p4 w4] budget delta database.
  assert (forall f p q, length p = length q -> forall v, best_excess (Q2R f) (at_value p q v) (at_value p q (negb v)) <= Q2R (least_delta f p q)) as own.
  { intros f p q _ v; unfold least_delta; rewrite Q2R_max, !Q2R_exceeding; unfold at_value; destruct v; cbn [negb]; [apply Rmax_r|apply Rmax_l]. }
  assert (Q2R (least_delta factor one other) <= delta) as first_own by (unfold delta, parallel_delta; rewrite Q2R_max; apply Rmax_l).
  assert (Q2R (least_delta factor' one' other') <= delta) as second_own by (unfold delta, parallel_delta; rewrite Q2R_max; apply Rmax_r).
  assert (forall v, not_negative (at_value one other v) /\ sum (at_value one other v) = 1) as good by (intros []; unfold at_value; auto).
  assert (forall v, not_negative (at_value one' other' v) /\ sum (at_value one' other' v) = 1) as good' by (intros []; unfold at_value; auto).
  assert (forall v w, length (at_value one other v) = length (at_value one other w)) as long
    by (intros [] []; unfold at_value; rewrite !map_length; congruence).
  assert (forall v w, length (at_value one' other' v) = length (at_value one' other' w)) as long'
    by (intros [] []; unfold at_value; rewrite !map_length; congruence).
  split; intros a b event; (eapply Rle_trans; [apply event_at_most|]); unfold database.
  - destruct (good' b) as [positive whole]; rewrite first_changes by auto; rewrite whole, Rmult_1_l.
    eapply Rle_trans; [apply (larger_budget (Q2R factor)); [apply Rmax_l|apply good]|]; eapply Rle_trans; [now apply own|exact first_own].
  - destruct (good a) as [positive whole]; rewrite second_changes by auto; rewrite whole, Rmult_1_l.
    eapply Rle_trans; [apply (larger_budget (Q2R factor')); [apply Rmax_r|apply good']|]; eapply Rle_trans; [now apply own|exact second_own].
Qed.
