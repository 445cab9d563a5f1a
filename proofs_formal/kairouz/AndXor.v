(** Section 3.2 and Eq. 12: the three-letter mechanism and the rule of randomised response that reach the best worst
    case of AND, and the matrix and rule that are optimal for XOR. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average Eq8 Mechanisms Xor TwoParty.
Import ListNotations.
Open Scope R_scope.

Definition and_score : bool -> list bool -> R := guessed [false; false; false; true].

(* Claim: kairouz/and-optimum printed *)
Theorem and_optimum lambda : (1 <= lambda)%Q ->
  worst_optimum [Q2R lambda; Q2R lambda] [false; true] and_score (Q2R (and_best lambda)).
Proof. exact (two_party_functions false false false true lambda). Qed.

Lemma Q2R_and lambda p : (1 <= lambda)%Q -> Q2R lambda / (1 + Q2R lambda) = p ->
  Q2R (and_best lambda) = p * (p * p + p * (1 - p) + 2 * (1 - p) * (1 - p)).
Proof. intros level <-; exact (Q2R_best [false; false; false; true] lambda level). Qed.

(** A number is the smallest of four. *)
Definition least_of (accuracy : bool -> bool -> R) (v : R) : Prop :=
  (forall x y, v <= accuracy x y) /\ exists x y, accuracy x y = v.

(** * The three letters *)

(** The chances of the letters for the bits 0 and 1, and the decision after each pair. *)
Definition letters (l : Q) : list (list Q) :=
  [[l / (1 + l); l / ((1 + l) * (1 + l)); 1 / ((1 + l) * (1 + l))];
   [1 / (1 + l); l * l / ((1 + l) * (1 + l)); l / ((1 + l) * (1 + l))]]%Q.

Definition decided : list (list bool) := [[false; false; true]; [false; true; true]; [true; true; true]].

(** The chance of a right decision. *)
Definition letter_accuracy (rows : list (list Q)) (decided : list (list bool)) (x y : bool) : R :=
  let row (bit : bool) := nth (if bit then 1 else 0)%nat rows [] in
  total (map (fun '(p, answers) => total (map (fun '(q, answer) =>
    if eqb answer (x && y) then Q2R p * Q2R q else 0) (combine (row y) answers))) (combine (row x) decided)).

Lemma Q2R_letters lambda p : (1 <= lambda)%Q -> Q2R lambda / (1 + Q2R lambda) = p ->
  map (map Q2R) (letters lambda) = [[p; p * (1 - p); (1 - p) * (1 - p)]; [1 - p; p * p; p * (1 - p)]].
Proof.
  intros level%Q2R_level <-; unfold letters; cbn [map].
  rewrite !Q2R_div_positive by (real_value; repeat apply Rmult_lt_0_compat; lra); real_value.
  repeat match goal with |- _ :: _ = _ :: _ => apply f_equal2 end; try reflexivity; field; lra.
Qed.

Lemma letters_at lambda p : (1 <= lambda)%Q -> Q2R lambda / (1 + Q2R lambda) = p -> forall i j,
  Q2R (nth j (nth i (letters lambda) []) 0%Q) = nth j (nth i [[p; p * (1 - p); (1 - p) * (1 - p)]; [1 - p; p * p; p * (1 - p)]] []) 0.
Proof.
  intros level keep i j; rewrite <- (Q2R_letters lambda p) by assumption.
  change (@nil R) with (map Q2R []); rewrite map_nth; rewrite <- RMicromega.Q2R_0; now rewrite map_nth.
Qed.

(* Claim: kairouz/and-mechanism printed *)
Theorem and_mechanism lambda : (1 <= lambda)%Q ->
  let zero := nth 0 (letters lambda) [] in let one := nth 1 (letters lambda) [] in
  chances (map Q2R zero) /\ chances (map Q2R one) /\
  Forall (fun '(p, q) => Q2R p <= Q2R lambda * Q2R q /\ Q2R q <= Q2R lambda * Q2R p) (combine zero one) /\
  exists best, worst_optimum [Q2R lambda; Q2R lambda] [false; true] and_score best /\
    least_of (letter_accuracy (letters lambda) decided) best.
Proof.
  intros level zero one; destruct (keeping _ (Q2R_level _ level)) as (p & keep & flip & range).
  assert (Q2R lambda * (1 - p) = p) as ratio by (rewrite <- flip, <- keep; field; apply Q2R_level in level; lra).
  pose proof (letters_at lambda p level keep) as at_; unfold zero, one, letters in *; cbn [nth map combine] in *.
  pose proof (at_ 0 0)%nat as e0; pose proof (at_ 0 1)%nat as e1; pose proof (at_ 0 2)%nat as e2.
  pose proof (at_ 1 0)%nat as f0; pose proof (at_ 1 1)%nat as f1; pose proof (at_ 1 2)%nat as f2; clear at_; cbn [nth] in *.
  apply Q2R_level in level as real; assert (0 <= p * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (0 <= p * p) by nra; assert (0 <= (1 - p) * (1 - p)) by nra.
  split; [|split; [|split]].
  - rewrite e0, e1, e2; split; [constructor; [|constructor; [|constructor; [|constructor]]]; lra|unfold total; cbn; ring].
  - rewrite f0, f1, f2; split; [constructor; [|constructor; [|constructor; [|constructor]]]; lra|unfold total; cbn; ring].
  - assert (1 - p <= Q2R lambda * p) by (apply Rle_trans with (1 * p); [lra|apply Rmult_le_compat_r; lra]).
    assert (forall u, 0 <= u -> u * p <= Q2R lambda * (u * (1 - p)) /\ u * (1 - p) <= Q2R lambda * (u * p)) as scaled_.
    { intros u positive; replace (Q2R lambda * (u * (1 - p))) with (u * (Q2R lambda * (1 - p))) by ring; rewrite ratio.
      split; [lra|]; replace (Q2R lambda * (u * p)) with (u * (Q2R lambda * p)) by ring; now apply Rmult_le_compat_l. }
    pose proof (scaled_ 1 ltac:(lra)); pose proof (scaled_ p ltac:(lra)); pose proof (scaled_ (1 - p) ltac:(lra)).
    constructor; [|constructor; [|constructor; [|constructor]]]; rewrite ?e0, ?e1, ?e2, ?f0, ?f1, ?f2; lra.
  - exists (Q2R (and_best lambda)); split; [now apply and_optimum|]; rewrite (Q2R_and lambda p) by assumption.
    assert (0 <= p * (1 - p) * (2 * p - 1)) by (apply Rmult_le_pos; lra).
    split; [intros x y|exists true, true]; unfold letter_accuracy, letters, decided, total;
      [destruct x, y|]; cbn; rewrite ?e0, ?e1, ?e2, ?f0, ?f1, ?f2; lra.
Qed.

(** * The rule for randomised response *)

(** The chances of deciding 0 and 1 after the responses 00, 01, 10 and 11. *)
Definition and_rule (l : Q) : list (list Q) :=
  [[1; 0]; [l / (1 + l); 1 / (1 + l)]; [l / (1 + l); 1 / (1 + l)]; [0; 1]]%Q.

Definition rule_accuracy (lambda : Q) (rule : list (list Q)) (wanted : bool -> bool -> bool) (x y : bool) : R :=
  sum_over 2 (fun told => probability (responses [Q2R lambda; Q2R lambda] told) [x; y]
    * Q2R (nth (if wanted x y then 1 else 0)%nat (nth (place told 0) rule []) 0%Q)).

(* Claim: kairouz/and-rr-rule corrected *)
Theorem and_response_rule lambda : (1 <= lambda)%Q ->
  Forall (fun row => length row = 2%nat /\ chances (map Q2R row)) (and_rule lambda) /\
  exists best, worst_optimum [Q2R lambda; Q2R lambda] [false; true] and_score best /\
    least_of (rule_accuracy lambda (and_rule lambda) andb) best.
Proof.
  intros level; destruct (keeping _ (Q2R_level _ level)) as (p & keep & flip & range).
  apply Q2R_level in level as real.
  assert (Q2R (lambda / (1 + lambda)) = p) as kept by (rewrite Q2R_div_positive; real_value; lra).
  assert (Q2R (1 / (1 + lambda)) = 1 - p) as flipped_ by (rewrite Q2R_div_positive; real_value; lra).
  split.
  - unfold and_rule; repeat (apply Forall_cons || apply Forall_nil); (split; [reflexivity|]); cbn [map];
      rewrite ?kept, ?flipped_, ?RMicromega.Q2R_0, ?RMicromega.Q2R_1;
      (split; [constructor; [|constructor; [|constructor]]; lra|unfold total; cbn; ring]).
  - exists (Q2R (and_best lambda)); split; [now apply and_optimum|]; rewrite (Q2R_and lambda p) by assumption.
    assert (0 <= p * (1 - p) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
    split; [intros x y|exists true, true]; unfold rule_accuracy, and_rule, response, pick;
      [destruct x, y|]; cbn [sum_over responses probability place nth andb Nat.add Nat.mul];
      unfold response, pick; cbn [fst snd]; rewrite ?keep, ?flip, ?kept, ?flipped_, ?RMicromega.Q2R_0, ?RMicromega.Q2R_1; lra.
Qed.

(** * Eq. 12 *)

Definition eq12_matrix (l : Q) : list (list Q) :=
  map (map (fun entry => (entry / ((1 + l) * (1 + l)))%Q))
    [[l * l; l; l; 1]; [l; l * l; 1; l]; [l; 1; l * l; l]; [1; l; l; l * l]]%Q.

Definition eq12_rule : list (list Q) := [[1; 0]; [0; 1]; [0; 1]; [1; 0]]%Q.

(** It is the matrix of randomised response: its rows are distributions, its columns private and of rank one. *)
Lemma eq12_is_response lambda x told : (1 <= lambda)%Q -> length x = 2%nat -> length told = 2%nat ->
  Q2R (nth (place told 0) (nth (place x 0) (eq12_matrix lambda) []) 0%Q)
  = probability (responses [Q2R lambda; Q2R lambda] told) x.
Proof.
  intros level%Q2R_level size_x size_t.
  destruct x as [|u [|w [|? ?]]]; try discriminate; destruct told as [|s [|t [|? ?]]]; try discriminate.
  destruct u, w, s, t; cbn [place nth eq12_matrix map Nat.add Nat.mul responses probability]; unfold response, pick; cbn [fst snd];
    (rewrite Q2R_div_positive; real_value; [field; lra|repeat apply Rmult_lt_0_compat; lra]).
Qed.

Definition eq12_accuracy (lambda : Q) (x : list bool) : R :=
  sum_over 2 (fun told => Q2R (nth (place told 0) (nth (place x 0) (eq12_matrix lambda) []) 0%Q)
    * Q2R (nth (if parity x then 1 else 0)%nat (nth (place told 0) eq12_rule []) 0%Q)).

Definition xor_play lambda := private_play bool (map Q2R [lambda; lambda]) [false; true].
Definition xor_right := conversation_accuracy bool (score_of bool xor_worth).

(* Claim: kairouz/eq-12 printed *)
Theorem eq12_is_optimal lambda : (1 <= lambda)%Q ->
  let P x told := Q2R (nth (place told 0) (nth (place x 0) (eq12_matrix lambda) []) 0%Q) in
  let mean := average (map Q2R [lambda; lambda]) (uniform [lambda; lambda]) in
  (forall x, length x = 2%nat -> sum_over 2 (P x) = 1) /\
  Forall (fun row => length row = 2%nat /\ chances (map Q2R row)) eq12_rule /\
  (forall x told, length x = 2%nat -> length told = 2%nat -> 0 <= P x told /\
     forall i, (i < 2)%nat -> P x told <= Q2R lambda * P (flipped x i) told /\
       forall y, length y = 2%nat -> nth i x false = nth i y false ->
         P x told * P (flipped y i) told - P y told * P (flipped x i) told = 0) /\
  (forall protocol rule, xor_play lambda protocol rule -> mean (xor_right protocol rule) <= mean (eq12_accuracy lambda)) /\
  (exists protocol rule, xor_play lambda protocol rule /\ mean (xor_right protocol rule) = mean (eq12_accuracy lambda)) /\
  exists best, (forall x, length x = 2%nat -> eq12_accuracy lambda x = best) /\
    (forall protocol rule xi, xor_play lambda protocol rule ->
       (forall x, length x = 2%nat -> xi <= xor_right protocol rule x) -> xi <= best) /\
    exists protocol rule, xor_play lambda protocol rule /\ forall x, length x = 2%nat -> xor_right protocol rule x = best.
Proof.
  intros level P mean; apply Q2R_level in level as real.
  assert (levels [Q2R lambda; Q2R lambda]) as all by (constructor; [|constructor; [|constructor]]; assumption).
  assert (forall x told, length x = 2%nat -> length told = 2%nat -> P x told = probability (responses [Q2R lambda; Q2R lambda] told) x)
    as same by (intros; now apply eq12_is_response).
  destruct (corollary310_average 2 lambda level) as [most reached].
  destruct (corollary310_worst 2 lambda level) as [worst reached_everywhere].
  assert (forall x, length x = 2%nat -> eq12_accuracy lambda x = Q2R (cor310 2 lambda)) as value.
  { intros x size; rewrite cor310_value by assumption; unfold eq12_accuracy, even_chance.
    rewrite (sum_over_ext 2 _ (fun told => probability (responses [Q2R lambda; Q2R lambda] told) x
      * Q2R (nth (if parity x then 1 else 0)%nat (nth (place told 0) eq12_rule []) 0%Q)))
      by (intros told fits; now rewrite eq12_is_response).
    destruct x as [|u [|w [|? ?]]]; try discriminate; destruct u, w;
      cbn [sum_over parity xorb place nth eq12_rule Nat.add Nat.mul responses probability]; unfold response, pick;
      cbn [fst snd]; rewrite ?RMicromega.Q2R_0, ?RMicromega.Q2R_1; field; lra. }
  assert (mean (eq12_accuracy lambda) = Q2R (cor310 2 lambda)) as mean_value.
  { unfold mean, average; cbn [map length].
    rewrite (sum_over_ext 2 _ (fun x => Q2R (cor310 2 lambda) * uniform [lambda; lambda] x))
      by (intros x size; rewrite value by assumption; ring).
    rewrite sum_over_scale; pose proof (uniform_total 2 lambda) as whole; cbn [repeat] in whole; rewrite whole; ring. }
  split; [|split; [|split; [|split; [|split]]]].
  - intros x size; rewrite (sum_over_ext 2 _ (fun told => probability (responses [Q2R lambda; Q2R lambda] told) x))
      by (intros told fits; now apply same).
    exact (responses_sum_to_1 [Q2R lambda; Q2R lambda] x all size).
  - unfold eq12_rule; repeat (apply Forall_cons || apply Forall_nil); (split; [reflexivity|]); cbn [map];
      rewrite ?RMicromega.Q2R_0, ?RMicromega.Q2R_1;
      (split; [constructor; [|constructor; [|constructor]]; lra|unfold total; cbn; ring]).
  - intros x told size fits; rewrite same by assumption; split; [apply Rlt_le; now apply responses_positive|].
    intros i inside; rewrite !same by (rewrite ?length_flipped; assumption); split.
    + pose proof (flipped_probability [Q2R lambda; Q2R lambda] told x i all fits size inside) as keeps.
      destruct i as [|[|i]]; [exact keeps|exact keeps|lia].
    + intros y size_y equal; rewrite !same by (rewrite ?length_flipped; assumption).
      rewrite (minors_vanish _ x y i) by (assumption || (rewrite length_responses by assumption; assumption)); ring.
  - intros protocol rule play; rewrite mean_value; now apply most.
  - rewrite mean_value; exact reached.
  - exists (Q2R (cor310 2 lambda)); split; [exact value|split; [exact worst|exact reached_everywhere]].
Qed.
