(** ADPML: the global sensitivity (Eq. 13), and the weights of Alg. 1 as corrected. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals Qminmax.
Import ListNotations.
Open Scope R_scope.

Definition sum (l : list R) : R := fold_right Rplus 0 l.

Lemma Q2R_max a b : Q2R (Qmax a b) = Rmax (Q2R a) (Q2R b).
Proof.
  destruct (Q.max_spec a b) as [[less ->]|[less ->]].
  - rewrite Rmax_right; [reflexivity|apply Qle_Rle, Qlt_le_weak, less].
  - rewrite Rmax_left; [reflexivity|apply Qle_Rle, less].
Qed.

(** * Eq. 13 *)

(** Uploads of which one party's differ, by at most its sensitivity. *)
Inductive neighbours : list R -> list R -> list R -> Prop :=
| Here moved sensitivities a b others : length others = length sensitivities -> Rabs (a - b) <= moved ->
    neighbours (moved :: sensitivities) (a :: others) (b :: others)
| There moved sensitivities a x y : neighbours sensitivities x y -> neighbours (moved :: sensitivities) (a :: x) (a :: y).

Fixpoint squared_distance (x y : list R) : R :=
  match x, y with a :: x, b :: y => (a - b) * (a - b) + squared_distance x y | _, _ => 0 end.

Definition largest (l : list Q) : Q := fold_right Qmax 0%Q l.

Lemma distance_to_itself x : squared_distance x x = 0.
Proof. induction x as [|a x IH]; cbn; [reflexivity|]; rewrite IH; ring. Qed.

Lemma largest_not_negative l : 0 <= Q2R (largest l).
Proof.
  induction l as [|a l IH]; cbn [largest fold_right]; [rewrite RMicromega.Q2R_0; lra|].
  rewrite Q2R_max; eapply Rle_trans; [exact IH|apply Rmax_r].
Qed.

(** Two uploads are at most the largest sensitivity apart, and some are. *)
(* Claim: adpml/eq-13 printed *)
Theorem eq13_global_sensitivity sensitivities : sensitivities <> [] -> Forall (fun d => 0 <= d)%Q sensitivities ->
  let most := Q2R (largest sensitivities) in
  (forall x y, neighbours (map Q2R sensitivities) x y -> squared_distance x y <= most * most) /\
  exists x y, neighbours (map Q2R sensitivities) x y /\ squared_distance x y = most * most.
Proof.
  intros some positive most; unfold most; clear most; split.
  - clear some; induction sensitivities as [|d ds IH]; intros x y near; inversion near as [? ? a b others _ close|? ? a x' y' later]; subst;
      inversion positive; subst; pose proof (largest_not_negative ds) as low;
      change (largest (d :: ds)) with (Qmax d (largest ds)); rewrite Q2R_max; cbn [squared_distance].
    + rewrite distance_to_itself, Rplus_0_r; pose proof (Rmax_l (Q2R d) (Q2R (largest ds))); pose proof (Rabs_pos (a - b)).
      replace ((a - b) * (a - b)) with (Rabs (a - b) * Rabs (a - b)) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
      apply Rmult_le_compat; lra.
    + specialize (IH ltac:(assumption) x' y' later); pose proof (Rmax_r (Q2R d) (Q2R (largest ds))).
      replace ((a - a) * (a - a)) with 0 by ring; rewrite Rplus_0_l; eapply Rle_trans; [exact IH|apply Rmult_le_compat; lra].
  - induction sensitivities as [|d ds IH]; [congruence|]; inversion positive as [|? ? own later]; subst.
    apply Qle_Rle in own as real_own; rewrite RMicromega.Q2R_0 in real_own.
    change (largest (d :: ds)) with (Qmax d (largest ds)); rewrite Q2R_max.
    assert (exists x y, neighbours (map Q2R (d :: ds)) x y /\ squared_distance x y = Q2R d * Q2R d) as alone.
    { exists (Q2R d :: repeat 0 (length ds)), (0 :: repeat 0 (length ds)); split.
      - cbn [map]; apply Here; [rewrite repeat_length, map_length; reflexivity|]; rewrite Rminus_0_r, Rabs_pos_eq; lra.
      - cbn; rewrite distance_to_itself; ring. }
    destruct (Rle_lt_dec (Q2R (largest ds)) (Q2R d)) as [le|less]; [now rewrite Rmax_left|].
    rewrite Rmax_right by lra; destruct ds as [|d' ds]; [cbn in less; rewrite RMicromega.Q2R_0 in less; lra|].
    destruct (IH ltac:(discriminate) later) as (x & y & near & value).
    exists (0 :: x), (0 :: y); split; [now apply There|]; cbn [squared_distance]; rewrite value; ring.
Qed.

(** * Alg. 1, line 15 *)

(** Parties that take part: their records, and their models. *)
Definition weighted_mean (uploads : list (nat * Q)) : Q :=
  (fold_right Qplus 0 (map (fun '(records, model) => inject_Z (Z.of_nat records) * model) uploads)
   / inject_Z (Z.of_nat (fold_right Nat.add 0%nat (map fst uploads))))%Q.

(** Every record has its party's model. *)
Definition models (uploads : list (nat * Q)) : list R := flat_map (fun '(records, model) => repeat (Q2R model) records) uploads.

Definition spread (w : R) (l : list R) : R := sum (map (fun v => (w - v) * (w - v)) l).

Lemma sum_app l l' : sum (l ++ l') = sum l + sum l'.
Proof. unfold sum; induction l as [|a l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma sum_repeat a count : sum (repeat a count) = INR count * a.
Proof. induction count as [|count IH]; [cbn; ring|]; rewrite S_INR; cbn [repeat]; unfold sum in *; cbn [fold_right]; rewrite IH; ring. Qed.

Lemma Q2R_whole n : Q2R (inject_Z (Z.of_nat n)) = INR n.
Proof. unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite INR_IZR_INZ; field. Qed.

Lemma models_sum uploads :
  sum (models uploads) = Q2R (fold_right Qplus 0%Q (map (fun '(records, model) => (inject_Z (Z.of_nat records) * model)%Q) uploads)).
Proof.
  induction uploads as [|[records model] uploads IH]; cbn [models flat_map map fold_right]; [cbn; now rewrite RMicromega.Q2R_0|].
  fold (models uploads); rewrite sum_app, sum_repeat, IH, Q2R_plus, Q2R_mult, Q2R_whole; reflexivity.
Qed.

Lemma models_length uploads : length (models uploads) = fold_right Nat.add 0%nat (map fst uploads).
Proof.
  induction uploads as [|[records model] uploads IH]; cbn [models flat_map map fold_right fst]; [reflexivity|].
  fold (models uploads); now rewrite app_length, repeat_length, IH.
Qed.

Lemma spread_around w mean l : INR (length l) * mean = sum l ->
  spread w l = spread mean l + INR (length l) * ((w - mean) * (w - mean)).
Proof.
  assert (forall w l, spread w l = INR (length l) * (w * w) - 2 * w * sum l + sum (map (fun v => v * v) l)) as value.
  { clear; intros w; unfold spread, sum; induction l as [|v l IH]; [cbn; ring|].
    cbn [map fold_right length]; rewrite S_INR, IH; ring. }
  intros same; rewrite !value, <- same; ring.
Qed.

(** The mean of the models of all records that take part, which is nearest to them. *)
(* Claim: adpml/alg-1-weights corrected *)
Theorem alg1_weighted_mean uploads : uploads <> [] -> Forall (fun '(records, _) => (0 < records)%nat) uploads ->
  let mean := Q2R (weighted_mean uploads) in
  mean = sum (models uploads) / INR (length (models uploads)) /\
  forall w, spread mean (models uploads) <= spread w (models uploads).
Proof.
  intros some records mean.
  assert (0 < length (models uploads))%nat as many.
  { rewrite models_length; destruct uploads as [|[r model] uploads]; [congruence|]; inversion records; subst; cbn; lia. }
  apply lt_0_INR in many; assert (mean = sum (models uploads) / INR (length (models uploads))) as value.
  { unfold mean, weighted_mean; rewrite models_sum, models_length in *; rewrite Q2R_div, Q2R_whole; [reflexivity|].
    intros zero; apply Qeq_eqR in zero; rewrite Q2R_whole, RMicromega.Q2R_0 in zero; lra. }
  split; [exact value|]; intros w; rewrite (spread_around w mean); [pose proof (Rle_0_sqr (w - mean)); unfold Rsqr in *; nra|].
  rewrite value; field; lra.
Qed.
