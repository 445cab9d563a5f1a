(** Theorem 3.1 for the average, with rational levels and accuracies: the optimum as a function that runs. *)

From Coq Require Import Reals Lra List Bool QArith Qreals Qminmax.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation.
Import ListNotations.
Open Scope R_scope.

(** * The executable form *)

Fixpoint rational_sum (k : nat) (F : list bool -> Q) : Q :=
  match k with
  | O => F []
  | S k => (rational_sum k (fun x => F (false :: x)) + rational_sum k (fun x => F (true :: x)))%Q
  end.

(** The chance that randomised response tells [told] when the input is x. *)
Fixpoint chance (lambdas : list Q) (told x : list bool) : Q :=
  match lambdas, told, x with
  | lambda :: lambdas, b :: told, bit :: x =>
      ((if eqb b bit then lambda else 1) / (1 + lambda) * chance lambdas told x)%Q
  | _, _, _ => 1%Q
  end.

Definition inputs (lambdas : list Q) : Q := rational_sum (length lambdas) (fun _ => 1%Q).

Section Answers.

(** What may be answered, and the accuracy of an answer at an input. *)
Variable answer : Type.
Variable worth_at : answer -> list bool -> Q.

Definition answer_worth (lambdas : list Q) (told : list bool) (a : answer) : Q :=
  rational_sum (length lambdas) (fun x => Qred (1 / inputs lambdas * (chance lambdas told x * worth_at a x))%Q).

(** The best average accuracy of randomised response with the answers first :: others. *)
Definition average_accuracy (lambdas : list Q) (first : answer) (others : list answer) : Q :=
  rational_sum (length lambdas) (fun told =>
    fold_right (fun a => Qmax (Qred (answer_worth lambdas told a))) (Qred (answer_worth lambdas told first)) others).

(** * From rationals to reals *)

Definition rational_levels (lambdas : list Q) : Prop := Forall (fun lambda => 1 <= lambda)%Q lambdas.

Lemma Q2R_level lambda : (1 <= lambda)%Q -> 1 <= Q2R lambda.
Proof. intros le; rewrite <- RMicromega.Q2R_1; now apply Qle_Rle. Qed.

Lemma levels_of lambdas : rational_levels lambdas -> levels (map Q2R lambdas).
Proof. intros all; apply Forall_map; revert all; apply Forall_impl, Q2R_level. Qed.

Lemma Q2R_sum k : forall F, Q2R (rational_sum k F) = sum_over k (fun x => Q2R (F x)).
Proof. induction k as [|k IH]; intros F; cbn; [reflexivity|]; now rewrite Q2R_plus, !IH. Qed.

Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.

Lemma Q2R_max a b : Q2R (Qmax a b) = Rmax (Q2R a) (Q2R b).
Proof.
  destruct (Q.max_spec a b) as [[less ->]|[less ->]].
  - rewrite Rmax_right; [reflexivity|apply Qle_Rle, Qlt_le_weak, less].
  - rewrite Rmax_left; [reflexivity|apply Qle_Rle, less].
Qed.

Lemma Q2R_div_positive a b : 0 < Q2R b -> Q2R (a / b) = Q2R a / Q2R b.
Proof.
  intros more; apply Q2R_div; intros zero; apply Qeq_eqR in zero; rewrite RMicromega.Q2R_0 in zero; lra.
Qed.

Lemma Q2R_chance lambdas : forall told x, rational_levels lambdas ->
  length told = length lambdas -> length x = length lambdas ->
  Q2R (chance lambdas told x) = probability (responses (map Q2R lambdas) told) x.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b told] [|bit x] all size_t size_x; try discriminate.
  - exact RMicromega.Q2R_1.
  - inversion all as [|? ? level others]; subst; apply Q2R_level in level.
    injection size_t as size_t; injection size_x as size_x; cbn [chance map responses probability].
    rewrite Q2R_mult, IH, Q2R_div_positive, Q2R_plus, RMicromega.Q2R_1
      by (assumption || (rewrite Q2R_plus, RMicromega.Q2R_1; lra)).
    f_equal; unfold response, pick; destruct b, bit; cbn; rewrite ?RMicromega.Q2R_1; reflexivity.
Qed.

Lemma inputs_positive lambdas : 0 < Q2R (inputs lambdas).
Proof.
  unfold inputs; rewrite Q2R_sum, RMicromega.Q2R_1; generalize (length lambdas).
  induction n as [|n IH]; cbn; lra.
Qed.

(** All inputs are equally likely. *)
Definition uniform (lambdas : list Q) : list bool -> R := fun _ => / Q2R (inputs lambdas).

Definition score_of (a : answer) (x : list bool) : R := Q2R (worth_at a x).

Lemma Q2R_worth lambdas told a : rational_levels lambdas -> length told = length lambdas ->
  Q2R (answer_worth lambdas told a) = worth (map Q2R lambdas) answer score_of (uniform lambdas) told a.
Proof.
  intros all size; unfold answer_worth, worth; rewrite Q2R_sum, map_length; apply sum_over_ext; intros x fits.
  rewrite Q2R_red, Q2R_mult, Q2R_div_positive, Q2R_mult, Q2R_chance, RMicromega.Q2R_1
    by (assumption || apply inputs_positive).
  unfold uniform, score_of, Rdiv; ring.
Qed.

Lemma Q2R_average lambdas first others : rational_levels lambdas ->
  Q2R (average_accuracy lambdas first others) =
  response_average (map Q2R lambdas) answer score_of (uniform lambdas) first others.
Proof.
  intros all; unfold average_accuracy, response_average; rewrite Q2R_sum, map_length; apply sum_over_ext.
  intros told size; unfold best; induction others as [|r rows IH]; cbn [fold_right].
  - now rewrite Q2R_red, Q2R_worth.
  - now rewrite Q2R_max, IH, Q2R_red, Q2R_worth.
Qed.

(** * Conversations *)

(** A conversation that is private by Eq. 7, with a rule that gives these answers. *)
Definition private_play (lambdas : list R) (answers : list answer) (protocol : tree) (rule : list (mixture answer)) : Prop :=
  proper (length lambdas) protocol /\ private_conversation lambdas protocol /\
  decision_rule lambdas answer protocol rule /\ Forall (Forall (fun '(_, a) => In a answers)) rule.

(** No private conversation has a better average accuracy than [average_accuracy], which randomised response
    with one sure answer for each transcript has. *)
Lemma average_accuracy_is_best lambdas first others : rational_levels lambdas ->
  let answers := first :: others in
  let mean protocol rule := average (map Q2R lambdas) (uniform lambdas) (conversation_accuracy answer score_of protocol rule) in
  (forall protocol rule, private_play (map Q2R lambdas) answers protocol rule ->
     mean protocol rule <= Q2R (average_accuracy lambdas first others)) /\
  exists sure, let response := responding (map Q2R lambdas) 0 in
    private_play (map Q2R lambdas) answers response (map (fun a => [(1, a)]) sure) /\
    mean response (map (fun a => [(1, a)]) sure) = Q2R (average_accuracy lambdas first others).
Proof.
  intros all answers mean; apply levels_of in all as real_levels; rewrite Q2R_average by assumption; split.
  - intros protocol rule (speaks & keeps & rules & allowed).
    destruct (theorem31_interactive _ answer score_of real_levels protocol rule speaks keeps rules)
      as (decoder & random & stays & same).
    unfold mean, average; rewrite (sum_over_ext _ _ (fun x => uniform lambdas x
      * response_accuracy (map Q2R lambdas) answer score_of decoder x)) by (intros x size; now rewrite same).
    fold (average (map Q2R lambdas) (uniform lambdas) (response_accuracy (map Q2R lambdas) answer score_of decoder)).
    rewrite average_swap; apply sum_over_le; intros told size; apply mixture_le_best; [now apply random|].
    now apply stays.
  - set (choose := best_answer (map Q2R lambdas) answer score_of (uniform lambdas) first others).
    exists (map choose (all_bits (length (map Q2R lambdas)))); cbv zeta.
    rewrite map_map; split; [repeat split|].
    + exact (responding_is_proper (map Q2R lambdas) 0 real_levels).
    + now apply responding_is_private.
    + rewrite map_length; symmetry; now apply responding_columns.
    + apply Forall_map, Forall_forall; intros told _; split; [repeat constructor; lra|cbn; ring].
    + apply Forall_map, Forall_forall; intros told _; constructor; [apply best_answer_is_allowed|constructor].
    + unfold mean, average; rewrite (sum_over_ext _ _ (fun x => uniform lambdas x
        * response_accuracy (map Q2R lambdas) answer score_of (fun told => [(1, choose told)]) x))
        by (intros x size; now rewrite responding_accuracy).
      apply (theorem31_average (map Q2R lambdas) answer score_of real_levels).
Qed.

End Answers.
