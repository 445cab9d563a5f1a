(** CorDP, Section 2: privacy by conditional distributions (Eq. 3) and by whole views (Eq. 4), and the probability of a
    large loss, for finite tables. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.chained Require Import Finite.
Import ListNotations.
Open Scope R_scope.

(** * A large loss *)

(** The probability of views whose ratio is beyond e^epsilon, one way or the other. *)
Fixpoint large_loss (ratio : Q) (p q : list Q) : Q :=
  match p, q with
  | a :: p, b :: q =>
      ((if Qle_bool a (ratio * b) && Qle_bool b (ratio * a) then 0 else a) + large_loss ratio p q)%Q
  | _, _ => 0%Q
  end.

Definition not_negative (l : list Q) : Prop := Forall (fun a => 0 <= a)%Q l.

Lemma Q2R_not_negative a : (0 <= a)%Q -> 0 <= Q2R a.
Proof. intros le; rewrite <- RMicromega.Q2R_0; now apply Qle_Rle. Qed.

(** The least delta of Eq. 4 is the largest excess of an event: it is at most the probability of a large loss. *)
(* Claim: cordp/loss-probability corrected *)
Theorem large_loss_bounds_delta ratio one other : (1 <= ratio)%Q -> not_negative one -> not_negative other ->
  forall event, event_excess (Q2R ratio) (map Q2R one) (map Q2R other) event <= Q2R (large_loss ratio one other).
Proof.
  intros more; apply Qle_Rle in more; rewrite RMicromega.Q2R_1 in more.
  assert (forall p q, not_negative p -> 0 <= Q2R (large_loss ratio p q)) as positive.
  { induction p as [|a p IH]; intros [|b q] some; cbn [large_loss]; try (rewrite RMicromega.Q2R_0; apply Rle_refl).
    inversion some; subst; rewrite Q2R_plus; specialize (IH q ltac:(assumption)); pose proof (Q2R_not_negative a ltac:(assumption)).
    destruct (_ && _); rewrite ?RMicromega.Q2R_0; lra. }
  revert other; induction one as [|a one IH]; intros [|b other] first second [|inside event]; cbn [map event_excess];
    try (apply positive; assumption).
  inversion first; inversion second; subst; specialize (IH other ltac:(assumption) ltac:(assumption) event).
  pose proof (Q2R_not_negative a ltac:(assumption)); pose proof (Q2R_not_negative b ltac:(assumption)).
  cbn [large_loss]; rewrite Q2R_plus; pose proof (loss_sign a b ratio) as sign.
  destruct inside, (Qle_bool a (ratio * b)), (Qle_bool b (ratio * a)); cbn [andb]; rewrite ?RMicromega.Q2R_0; nra.
Qed.

(** * Given the rest, or with it *)

(** The probabilities of the rest and the report together. *)
Definition joint (rest : list Q) (rows : list (list Q)) : list Q :=
  flat_map (fun entry => map (Qmult (fst entry)) (snd entry)) (combine rest rows).

(** The mean over the rest of the least delta given the rest, which is [exceeding]. *)
Fixpoint mean_delta (ratio : Q) (rest : list Q) (one other : list (list Q)) : Q :=
  match rest, one, other with
  | w :: rest, p :: one, q :: other => (w * exceeding ratio p q + mean_delta ratio rest one other)%Q
  | _, _, _ => 0%Q
  end.

Lemma exceeding_app ratio p : forall q p' q', length p = length q ->
  (exceeding ratio (p ++ p') (q ++ q') == exceeding ratio p q + exceeding ratio p' q')%Q.
Proof.
  induction p as [|a p IH]; intros [|b q] p' q' size; cbn in size; try discriminate; cbn [app exceeding]; [ring|].
  rewrite IH by now injection size. ring.
Qed.

Lemma exceeding_scaled ratio w p : (0 < w)%Q -> forall q,
  (exceeding ratio (map (Qmult w) p) (map (Qmult w) q) == w * exceeding ratio p q)%Q.
Proof.
  intros more; induction p as [|a p IH]; intros [|b q]; cbn [map exceeding]; try ring; rewrite IH.
  assert (Qle_bool (w * a) (ratio * (w * b)) = Qle_bool a (ratio * b)) as ->; [|destruct (Qle_bool _ _); ring].
  apply eq_true_iff_eq; rewrite !Qle_bool_iff; setoid_replace (ratio * (w * b))%Q with (w * (ratio * b))%Q by ring.
  apply (Qmult_le_l _ _ w more).
Qed.

Definition tables (rest : list Q) (one other : list (list Q)) : Prop :=
  length one = length rest /\ length other = length rest /\ Forall (fun w => 0 < w)%Q rest /\
  Forall (fun rows => length (fst rows) = length (snd rows)) (combine one other).

Lemma exceeding_joint ratio rest : forall one other, tables rest one other ->
  length (joint rest one) = length (joint rest other) /\
  (exceeding ratio (joint rest one) (joint rest other) == mean_delta ratio rest one other)%Q.
Proof.
  induction rest as [|w rest IH]; intros [|p one] [|q other] (first & second & weights & sizes); cbn in first, second;
    try discriminate; [split; reflexivity|].
  inversion weights; inversion sizes; subst; cbn [fst snd] in *.
  destruct (IH one other ltac:(repeat split; (congruence || assumption))) as [long same].
  unfold joint in *; cbn [combine flat_map fst snd mean_delta]; split.
  - rewrite !app_length, !map_length; congruence.
  - rewrite exceeding_app by (rewrite !map_length; assumption). now rewrite exceeding_scaled, same.
Qed.

(** Eq. 4's least delta for the whole view is the mean over the rest of Eq. 3's. *)
(* Claim: cordp/eq-4-equivalent corrected *)
Theorem whole_delta_is_the_mean ratio rest one other : tables rest one other ->
  let delta := Q2R (mean_delta ratio rest one other) in
  let excess := event_excess (Q2R ratio) (map Q2R (joint rest one)) (map Q2R (joint rest other)) in
  (forall event, excess event <= delta) /\
  exists event, length event = length (joint rest one) /\ excess event = delta.
Proof.
  intros fits delta excess; destruct (exceeding_joint ratio rest one other fits) as [long same].
  unfold delta; rewrite <- (Qeq_eqR _ _ same); split; [apply exceeding_bounds|].
  destruct (exceeding_is_an_event ratio (joint rest one) (joint rest other) long) as (event & size & value).
  exists event; split; assumption.
Qed.

(** [exceeding] is the least delta given one value of the rest. *)
Theorem conditional_delta ratio p q : length p = length q ->
  let excess := event_excess (Q2R ratio) (map Q2R p) (map Q2R q) in
  (forall event, excess event <= Q2R (exceeding ratio p q)) /\
  exists event, length event = length p /\ excess event = Q2R (exceeding ratio p q).
Proof. intros size excess; split; [apply exceeding_bounds|now apply exceeding_is_an_event]. Qed.
