(** Theorem 3.1: no private protocol with columns of rank one does better than randomised response, on average or in the
    worst case, whatever is computed and however accuracy is weighed. *)

From Coq Require Import Reals Lra List Bool.
From Optcheck.kairouz Require Import Protocols.
Import ListNotations.
Open Scope R_scope.

Section Accuracy.

Variable lambdas : list R.
Let k := length lambdas.

(** What an observer may answer, and how well an answer does at an input. An observer who knows its own bit answers
    with one estimate for each value of it. *)
Variable answer : Type.
Variable score : answer -> list bool -> R.

(** A random answer: answers with their probabilities. *)
Definition mixture := list (R * answer).

Definition mixed_score (mix : mixture) (x : list bool) : R :=
  fold_right (fun '(weight, a) total => weight * score a x + total) 0 mix.

Definition mass (mix : mixture) : R := fold_right (fun '(weight, _) total => weight + total) 0 mix.

Definition distribution (mix : mixture) : Prop := Forall (fun '(weight, _) => 0 <= weight) mix /\ mass mix = 1.

(** A protocol and a decoder: for every transcript its column, and what is answered. *)
Definition decoded_protocol := list (column * mixture).

Definition accuracy (protocol : decoded_protocol) (x : list bool) : R :=
  fold_right (fun '(us, mix) total => probability us x * mixed_score mix x + total) 0 protocol.

Definition total_probability (protocol : decoded_protocol) (x : list bool) : R :=
  fold_right (fun '(us, _) total => probability us x + total) 0 protocol.

Definition private_protocol (protocol : decoded_protocol) : Prop :=
  Forall (fun '(us, mix) => private_column lambdas us /\ distribution mix) protocol /\
  forall x, length x = k -> total_probability protocol x = 1.

(** Randomised response with a decoder that sees what all parties told. *)
Definition response_accuracy (decoder : list bool -> mixture) (x : list bool) : R :=
  sum_over k (fun told => probability (responses lambdas told) x * mixed_score (decoder told) x).

(** * Randomised response can imitate every such protocol *)

Definition scaled (a : R) (mix : mixture) : mixture := map (fun '(weight, z) => (a * weight, z)) mix.

(** From what was told draw a transcript, then answer as the protocol's decoder does. *)
Definition imitation (protocol : decoded_protocol) (told : list bool) : mixture :=
  flat_map (fun '(us, mix) => scaled (shares lambdas us told) mix) protocol.

Lemma mixed_score_app m1 m2 x : mixed_score (m1 ++ m2) x = mixed_score m1 x + mixed_score m2 x.
Proof. unfold mixed_score; induction m1 as [|[w a] m1 IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma mixed_score_scaled a mix x : mixed_score (scaled a mix) x = a * mixed_score mix x.
Proof. unfold mixed_score, scaled; induction mix as [|[w z] mix IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma mass_app m1 m2 : mass (m1 ++ m2) = mass m1 + mass m2.
Proof. unfold mass; induction m1 as [|[w a] m1 IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma mass_scaled a mix : mass (scaled a mix) = a * mass mix.
Proof. unfold mass, scaled; induction mix as [|[w z] mix IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Hypothesis all_levels : levels lambdas.

Lemma imitation_scores protocol x :
  Forall (fun '(us, mix) => private_column lambdas us /\ distribution mix) protocol -> length x = k ->
  response_accuracy (imitation protocol) x = accuracy protocol x.
Proof.
  intros keeps size; unfold response_accuracy; induction keeps as [|[us mix] protocol [own _] _ IH].
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [apply sum_over_zero|].
    intros told _; cbn [imitation flat_map mixed_score fold_right]; ring.
  - cbn [accuracy fold_right]; fold (accuracy protocol x); rewrite <- IH, (column_splits lambdas us x) by assumption.
    fold k; rewrite (Rmult_comm (sum_over k _)), <- sum_over_scale, <- sum_over_plus; apply sum_over_ext; intros told _.
    cbn [imitation flat_map]; rewrite mixed_score_app, mixed_score_scaled; fold (imitation protocol told); ring.
Qed.

Lemma imitation_mass protocol told :
  Forall (fun '(us, mix) => private_column lambdas us /\ distribution mix) protocol -> length told = k ->
  mass (imitation protocol told) = sum_over k (fun x => inverse lambdas told x * total_probability protocol x).
Proof.
  intros keeps size; induction keeps as [|[us mix] protocol [own [_ whole]] _ IH].
  - rewrite (sum_over_ext _ _ (fun _ => 0)); [symmetry; apply sum_over_zero|].
    intros x _; cbn [total_probability fold_right]; ring.
  - cbn [imitation flat_map]; rewrite mass_app, mass_scaled, whole, Rmult_1_r; fold (imitation protocol told).
    rewrite IH, (shares_by_inverse lambdas us told) by (assumption || now apply private_column_length).
    fold k; rewrite <- sum_over_plus; apply sum_over_ext; intros x _; cbn [total_probability fold_right].
    fold (total_probability protocol x); ring.
Qed.

Lemma imitation_is_distribution protocol told :
  private_protocol protocol -> length told = k -> distribution (imitation protocol told).
Proof.
  intros [keeps whole] size; split.
  - clear whole; induction keeps as [|[us mix] protocol [own [positive _]] _ IH]; cbn; [constructor|].
    apply Forall_app; split; [|exact IH]; apply Forall_map; revert positive; apply Forall_impl; intros [w z] le.
    apply Rmult_le_pos; [now apply shares_not_negative|assumption].
  - rewrite imitation_mass by assumption.
    rewrite (sum_over_ext _ _ (fun x => inverse lambdas told x)).
    + now apply inverse_sums_to_1.
    + intros x same; rewrite whole by assumption; ring.
Qed.

(** For every protocol and decoder there is a decoder of randomised response with the same accuracy at every input; so
    the worst-case accuracy of no protocol is better. *)
Theorem theorem31_worst protocol : private_protocol protocol ->
  exists decoder,
    (forall told, length told = k -> distribution (decoder told)) /\
    (forall x, length x = k -> response_accuracy decoder x = accuracy protocol x).
Proof.
  intros keeps; exists (imitation protocol); split.
  - intros told size; now apply imitation_is_distribution.
  - intros x size; apply imitation_scores; [apply keeps|assumption].
Qed.

(** * The average *)

Variable prior : list bool -> R.

(** What an answer earns on average when [told] is what the parties told. *)
Definition worth (told : list bool) (a : answer) : R :=
  sum_over k (fun x => prior x * (probability (responses lambdas told) x * score a x)).

Variables (first : answer) (others : list answer).

Definition best (told : list bool) : R := fold_right (fun a => Rmax (worth told a)) (worth told first) others.

(** The best average accuracy of randomised response, among the answers first :: others. *)
Definition response_average : R := sum_over k best.

Definition average (at_input : list bool -> R) : R := sum_over k (fun x => prior x * at_input x).

Lemma worth_le_best told a : In a (first :: others) -> worth told a <= best told.
Proof.
  unfold best; intros [<-|member]; induction others as [|b rest IH]; cbn; try contradiction; try apply Rle_refl.
  - eapply Rle_trans; [exact IH|apply Rmax_r].
  - destruct member as [<-|later]; [apply Rmax_l|eapply Rle_trans; [apply IH, later|apply Rmax_r]].
Qed.

Lemma mixture_le_best told mix : distribution mix -> Forall (fun '(_, a) => In a (first :: others)) mix ->
  sum_over k (fun x => prior x * (probability (responses lambdas told) x * mixed_score mix x)) <= best told.
Proof.
  intros [positive whole] allowed; rewrite <- (Rmult_1_l (best told)), <- whole; clear whole.
  induction mix as [|[w a] mix IH].
  - rewrite (sum_over_ext _ _ (fun _ => 0)) by (intros; cbn [mixed_score fold_right]; ring).
    rewrite sum_over_zero; cbn; lra.
  - inversion positive; inversion allowed; subst; cbn [mixed_score mass fold_right].
    fold (mass mix); specialize (IH ltac:(assumption) ltac:(assumption)).
    rewrite (sum_over_ext _ _ (fun x => w * (prior x * (probability (responses lambdas told) x * score a x))
      + prior x * (probability (responses lambdas told) x * mixed_score mix x)))
      by (intros x _; cbn [mixed_score fold_right]; fold (mixed_score mix x); ring).
    rewrite sum_over_plus, sum_over_scale; fold (worth told a).
    assert (w * worth told a <= w * best told) by (apply Rmult_le_compat_l; [|apply worth_le_best]; assumption); lra.
Qed.

Lemma imitation_answers protocol told :
  Forall (fun '(_, mix) => Forall (fun '(_, a) => In a (first :: others)) mix) protocol ->
  Forall (fun '(_, a) => In a (first :: others)) (imitation protocol told).
Proof.
  induction 1 as [|[us mix] protocol own _ IH]; cbn; [constructor|]; apply Forall_app; split; [|exact IH].
  apply Forall_map; revert own; apply Forall_impl; now intros [w a].
Qed.

Lemma average_swap decoder : average (response_accuracy decoder) =
  sum_over k (fun told => sum_over k (fun x => prior x * (probability (responses lambdas told) x * mixed_score (decoder told) x))).
Proof.
  unfold average, response_accuracy; rewrite sum_over_swap; apply sum_over_ext; intros x _; now rewrite sum_over_scale.
Qed.

Definition best_answer (told : list bool) : answer :=
  fold_right (fun a champion => if Rle_dec (worth told a) (worth told champion) then champion else a) first others.

Lemma best_answer_is_allowed told : In (best_answer told) (first :: others).
Proof.
  unfold best_answer; induction others as [|b rest IH]; cbn; [now left|].
  destruct (Rle_dec _ _); [cbn in IH; tauto|tauto].
Qed.

Lemma best_answer_is_best told : worth told (best_answer told) = best told.
Proof.
  unfold best_answer, best; induction others as [|b rest IH]; cbn; [reflexivity|]; rewrite <- IH.
  destruct (Rle_dec _ _) as [le|gt]; [now rewrite Rmax_right|now rewrite Rmax_left by lra].
Qed.

(** No protocol's average accuracy exceeds [response_average], and randomised response with its best answers has it. *)
Theorem theorem31_average :
  (forall protocol, private_protocol protocol ->
     Forall (fun '(_, mix) => Forall (fun '(_, a) => In a (first :: others)) mix) protocol ->
     average (accuracy protocol) <= response_average) /\
  average (response_accuracy (fun told => [(1, best_answer told)])) = response_average.
Proof.
  split.
  - intros protocol keeps allowed; unfold average.
    rewrite (sum_over_ext k _ (fun x => prior x * response_accuracy (imitation protocol) x)).
    + fold (average (response_accuracy (imitation protocol))); rewrite average_swap.
      apply sum_over_le; intros told size; apply mixture_le_best; [now apply imitation_is_distribution|].
      now apply imitation_answers.
    + intros x size; now rewrite imitation_scores by (apply keeps || assumption).
  - rewrite average_swap; apply sum_over_ext; intros told _; rewrite <- best_answer_is_best; unfold worth.
    apply sum_over_ext; intros x _; cbn [mixed_score fold_right]; ring.
Qed.

End Accuracy.
