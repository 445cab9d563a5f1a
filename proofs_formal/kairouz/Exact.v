(** Theorem 3.1 for the average, with rational levels and accuracies: the optimum as a function that runs.

    An answer is given by its row: its accuracy at each of the 2^k inputs, in lexicographic order. *)

From Coq Require Import Reals Lra List Bool QArith Qreals Qminmax.
From Optcheck.kairouz Require Import Protocols Theorem31.
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

Fixpoint place (x : list bool) (before : nat) : nat :=
  match x with
  | [] => before
  | bit :: x => place x (2 * before + (if bit then 1 else 0))
  end.

Definition entry (row : list Q) (x : list bool) : Q := nth (place x 0) row 0%Q.

Definition inputs (lambdas : list Q) : Q := rational_sum (length lambdas) (fun _ => 1%Q).

Definition row_worth (lambdas : list Q) (told : list bool) (row : list Q) : Q :=
  rational_sum (length lambdas) (fun x => Qred (1 / inputs lambdas * (chance lambdas told x * entry row x))%Q).

(** The best average accuracy with the answers row :: rows. *)
Definition average_accuracy (lambdas row : list Q) (rows : list (list Q)) : Q :=
  rational_sum (length lambdas) (fun told =>
    fold_right (fun r => Qmax (Qred (row_worth lambdas told r))) (Qred (row_worth lambdas told row)) rows).

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

Definition row_score (row : list Q) (x : list bool) : R := Q2R (entry row x).

Lemma Q2R_worth lambdas told row : rational_levels lambdas -> length told = length lambdas ->
  Q2R (row_worth lambdas told row) = worth (map Q2R lambdas) (list Q) row_score (uniform lambdas) told row.
Proof.
  intros all size; unfold row_worth, worth; rewrite Q2R_sum, map_length; apply sum_over_ext; intros x fits.
  rewrite Q2R_red, Q2R_mult, Q2R_div_positive, Q2R_mult, Q2R_chance, RMicromega.Q2R_1
    by (assumption || apply inputs_positive).
  unfold uniform, row_score, Rdiv; ring.
Qed.

Lemma Q2R_average lambdas row rows : rational_levels lambdas ->
  Q2R (average_accuracy lambdas row rows) =
  response_average (map Q2R lambdas) (list Q) row_score (uniform lambdas) row rows.
Proof.
  intros all; unfold average_accuracy, response_average; rewrite Q2R_sum, map_length; apply sum_over_ext.
  intros told size; unfold best; induction rows as [|r rows IH]; cbn [fold_right].
  - now rewrite Q2R_red, Q2R_worth.
  - now rewrite Q2R_max, IH, Q2R_red, Q2R_worth.
Qed.

(** * The theorem *)

(** No private protocol with columns of rank one has a better average accuracy than [average_accuracy], which
    randomised response with its best answers has. *)
(* Claim: kairouz/thm-3-1-average printed, kairouz/thm-3-2 printed *)
Theorem theorem31_average_exact lambdas row rows : rational_levels lambdas ->
  let answers := row :: rows in
  let mean := average (map Q2R lambdas) (uniform lambdas) in
  (forall protocol, private_protocol (map Q2R lambdas) (list Q) protocol ->
     Forall (fun '(_, mix) => Forall (fun '(_, a) => In a answers) mix) protocol ->
     mean (accuracy (list Q) row_score protocol) <= Q2R (average_accuracy lambdas row rows)) /\
  exists decoder, (forall told, In (decoder told) answers) /\
    mean (response_accuracy (map Q2R lambdas) (list Q) row_score (fun told => [(1, decoder told)]))
    = Q2R (average_accuracy lambdas row rows).
Proof.
  intros all answers mean; rewrite Q2R_average by assumption.
  destruct (theorem31_average (map Q2R lambdas) (list Q) row_score (levels_of lambdas all) (uniform lambdas) row rows)
    as [most reached].
  split; [exact most|].
  exists (best_answer (map Q2R lambdas) (list Q) row_score (uniform lambdas) row rows); split; [|exact reached].
  intros told; apply best_answer_is_allowed.
Qed.
