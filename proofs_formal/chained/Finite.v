(** Chained-DP: the least delta of a finite mechanism, the sensitivity of bounded coordinates, and the sums of
    Mechanism 1. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals Qminmax.
From Optcheck.chained Require Import Game Nash SubgamePerfect Exact.
Import ListNotations.
Open Scope R_scope.

(** * Section VI-B: delta as a sum *)

(** P(S) - e^epsilon Q(S) for an event S, given by which outcomes belong to it. *)
Fixpoint event_excess (factor : R) (p q : list R) (event : list bool) : R :=
  match p, q, event with
  | a :: p, b :: q, inside :: event => (if inside then a - factor * b else 0) + event_excess factor p q event
  | _, _, _ => 0
  end.

(** Over the outcomes whose loss exceeds epsilon. *)
Fixpoint exceeding (factor : Q) (p q : list Q) : Q :=
  match p, q with
  | a :: p, b :: q => ((if Qle_bool a (factor * b) then 0 else a - factor * b) + exceeding factor p q)%Q
  | _, _ => 0%Q
  end.

Definition least_delta (factor : Q) (one other : list Q) : Q := Qmax (exceeding factor one other) (exceeding factor other one).

Lemma loss_sign a b factor :
  if Qle_bool a (factor * b) then Q2R a - Q2R factor * Q2R b <= 0 else 0 < Q2R a - Q2R factor * Q2R b.
Proof.
  destruct (Qle_bool a (factor * b)) eqn:le.
  - apply Qle_bool_iff, Qle_Rle in le; rewrite Q2R_mult in le; lra.
  - assert (factor * b < a)%Q as less by (apply Qnot_le_lt; intros below%Qle_bool_iff; congruence).
    apply Qlt_Rlt in less; rewrite Q2R_mult in less; lra.
Qed.

Lemma exceeding_bounds factor p : forall q event,
  event_excess (Q2R factor) (map Q2R p) (map Q2R q) event <= Q2R (exceeding factor p q).
Proof.
  assert (forall l q, 0 <= Q2R (exceeding factor l q)) as positive.
  { induction l as [|a l IH]; intros [|b q]; cbn [exceeding]; try (rewrite RMicromega.Q2R_0; apply Rle_refl).
    rewrite Q2R_plus; pose proof (loss_sign a b factor) as sign; specialize (IH q); destruct (Qle_bool a (factor * b));
      rewrite ?RMicromega.Q2R_0, ?Q2R_minus, ?Q2R_mult; lra. }
  induction p as [|a p IH]; intros [|b q] [|inside event]; cbn [map event_excess]; try apply positive.
  cbn [exceeding]; rewrite Q2R_plus; pose proof (loss_sign a b factor) as sign; specialize (IH q event).
  destruct inside, (Qle_bool a (factor * b)); rewrite ?RMicromega.Q2R_0, ?Q2R_minus, ?Q2R_mult; lra.
Qed.

Lemma exceeding_is_an_event factor p : forall q, length p = length q -> exists event, length event = length p /\
  event_excess (Q2R factor) (map Q2R p) (map Q2R q) event = Q2R (exceeding factor p q).
Proof.
  induction p as [|a p IH]; intros [|b q] size; cbn in size; try discriminate.
  - exists []; split; [reflexivity|symmetry; apply RMicromega.Q2R_0].
  - destruct (IH q ltac:(now injection size)) as (event & long & same).
    exists (negb (Qle_bool a (factor * b)) :: event); split; [cbn; congruence|].
    cbn [map event_excess exceeding]; rewrite same, Q2R_plus; f_equal.
    destruct (Qle_bool a (factor * b)); cbn [negb]; rewrite ?RMicromega.Q2R_0, ?Q2R_minus, ?Q2R_mult; reflexivity.
Qed.

(* Claim: chained/dp-probability corrected *)
Theorem least_delta_is_a_sum factor one other : length one = length other ->
  let delta := Q2R (least_delta factor one other) in
  let excess p q := event_excess (Q2R factor) (map Q2R p) (map Q2R q) in
  (forall event, excess one other event <= delta /\ excess other one event <= delta) /\
  exists event, length event = length one /\ (excess one other event = delta \/ excess other one event = delta).
Proof.
  intros size delta excess; unfold delta, least_delta; rewrite Q2R_max; split.
  - intros event; split.
    + eapply Rle_trans; [apply exceeding_bounds|apply Rmax_l].
    + eapply Rle_trans; [apply exceeding_bounds|apply Rmax_r].
  - destruct (exceeding_is_an_event factor one other size) as (event & long & same).
    destruct (exceeding_is_an_event factor other one ltac:(now symmetry)) as (event' & long' & same').
    destruct (Rle_lt_dec (Q2R (exceeding factor one other)) (Q2R (exceeding factor other one))) as [le|less].
    + exists event'; split; [congruence|right]; unfold excess; rewrite same', Rmax_right; auto.
    + exists event; split; [assumption|left]; unfold excess; rewrite same, Rmax_left; lra.
Qed.

(** * The sensitivity *)

Fixpoint squared_distance (x y : list R) : R :=
  match x, y with a :: x, b :: y => (a - b) * (a - b) + squared_distance x y | _, _ => 0 end.

Definition bounded (bound : R) (x : list R) : Prop := Forall (fun a => - bound <= a <= bound) x.

(** The square of 2 sqrt d Delta. *)
Definition squared_sensitivity (d : Z) (bound : Q) : Q := (4 * inject_Z d * (bound * bound))%Q.

Lemma Q2R_squared_sensitivity d bound :
  Q2R (squared_sensitivity (Z.of_nat d) bound) = INR d * (2 * Q2R bound * (2 * Q2R bound)).
Proof.
  unfold squared_sensitivity; rewrite !Q2R_mult; unfold Q2R at 2, inject_Z; cbn [Qnum Qden]; rewrite <- INR_IZR_INZ.
  replace (Q2R 4) with 4 by (unfold Q2R; cbn; lra); field.
Qed.

(* Claim: chained/sensitivity corrected *)
Theorem sensitivity_of_bounded_coordinates d bound : (0 < bound)%Q ->
  let delta := sqrt (Q2R (squared_sensitivity (Z.of_nat d) bound)) in
  delta = 2 * sqrt (INR d) * Q2R bound /\
  (forall x y, length x = d -> length y = d -> bounded (Q2R bound) x -> bounded (Q2R bound) y -> sqrt (squared_distance x y) <= delta) /\
  exists x y, length x = d /\ length y = d /\ bounded (Q2R bound) x /\ bounded (Q2R bound) y /\ sqrt (squared_distance x y) = delta.
Proof.
  intros positive delta; apply Q2R_positive in positive; unfold delta; rewrite Q2R_squared_sensitivity.
  set (B := Q2R bound) in *; pose proof (pos_INR d); split; [|split].
  - rewrite sqrt_mult, sqrt_square by nra; ring.
  - intros x y size_x size_y inside_x inside_y; apply sqrt_le_1_alt; subst d; revert y size_y inside_y.
    induction inside_x as [|a x range _ IH]; intros [|b y] size_y inside_y; cbn [length squared_distance] in *; try discriminate.
    + cbn; lra.
    + inversion inside_y; subst; rewrite S_INR.
      specialize (IH (pos_INR _) y ltac:(now injection size_y) ltac:(assumption)).
      assert ((a - b) * (a - b) <= 2 * B * (2 * B)) by nra; lra.
  - exists (repeat B d), (repeat (- B) d); rewrite !repeat_length; repeat split.
    + apply Forall_forall; intros a member%repeat_spec; subst a; lra.
    + apply Forall_forall; intros a member%repeat_spec; subst a; lra.
    + f_equal; clear; induction d as [|d IH]; [cbn; ring|]; rewrite S_INR; cbn [repeat squared_distance]; rewrite IH; ring.
Qed.

(** * Mechanism 1 *)

(** The listing with line 12 as corrected: each pass adds a datum and a noise; both over the number of users. *)
Definition mechanism1 (bids data : list Q) : Q * Q :=
  let noises := match bids with [] => [] | _ :: others => fold_right Qmax 0%Q bids :: map (fun _ => 0%Q) others end in
  let '(mean, variance) :=
    fold_left (fun '(mean, variance) '(datum, noise) => ((mean + datum)%Q, (variance + noise)%Q)) (combine data noises) (0, 0)%Q in
  let count := inject_Z (Z.of_nat (length data)) in ((mean / count)%Q, (variance / (count * count))%Q).

Lemma running_sums data : forall noises mean variance, length data = length noises ->
  let '(m, v) := fold_left (fun '(mean, variance) '(datum, noise) => ((mean + datum)%Q, (variance + noise)%Q))
    (combine data noises) (mean, variance) in
  Q2R m = Q2R mean + sum (map Q2R data) /\ Q2R v = Q2R variance + sum (map Q2R noises).
Proof.
  induction data as [|x data IH]; intros [|z noises] mean variance size; cbn in size; try discriminate; cbn [combine fold_left map].
  - split; cbn; ring.
  - specialize (IH noises (mean + x)%Q (variance + z)%Q ltac:(now injection size)).
    destruct (fold_left _ _ _) as [m v]; destruct IH as [-> ->]; rewrite !Q2R_plus.
    unfold sum; cbn [fold_right]; split; ring.
Qed.

(** The mean of the data, and the variance of the noise max b in their sum once that is divided by K. *)
(* Claim: chained/mechanism-1 corrected *)
Theorem mechanism1_returns_the_mean bids data : bids <> [] -> length data = length bids ->
  let K := INR (length data) in
  Q2R (fst (mechanism1 bids data)) = sum (map Q2R data) / K /\
  Q2R (snd (mechanism1 bids data)) = highest 0 (map Q2R bids) / (K * K).
Proof.
  intros some size K; destruct bids as [|b others]; [congruence|]; unfold mechanism1.
  set (noises := fold_right Qmax 0%Q (b :: others) :: map (fun _ => 0%Q) others).
  assert (length data = length noises) as fits by (unfold noises; cbn; rewrite map_length; exact size).
  pose proof (running_sums data noises 0 0 fits) as sums; destruct (fold_left _ _ _) as [m v]; destruct sums as [sum_m sum_v].
  assert (0 < K) as more by (apply lt_0_INR; rewrite size; cbn; lia).
  assert (Q2R (inject_Z (Z.of_nat (length data))) = K) as count
    by (unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite <- INR_IZR_INZ; fold K; field).
  cbn [fst snd]; rewrite !Q2R_div_positive, Q2R_mult, count, sum_m, sum_v, RMicromega.Q2R_0
    by (rewrite ?Q2R_mult, count; nra).
  assert (sum (map Q2R noises) = highest 0 (map Q2R (b :: others))) as ->.
  { unfold noises; cbn [map]; change (sum (?a :: ?l)) with (a + sum l); rewrite Q2R_highest.
    assert (sum (map Q2R (map (fun _ : Q => 0%Q) others)) = 0) as ->; [|cbn [map]; ring].
    clear; unfold sum; induction others as [|z l IH]; cbn [map fold_right]; [reflexivity|]; rewrite IH, RMicromega.Q2R_0; ring. }
  split; field; lra.
Qed.
