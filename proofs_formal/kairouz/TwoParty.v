(** Section 3.2: the best worst-case accuracy of every function of two bits that a central observer wants to know. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average.
Import ListNotations.
Open Scope R_scope.

(** * The best worst case, and priors that bound it *)

(** Some private conversation and rule have at least v on every input, and none has more. *)
Definition worst_optimum {answer} (lambdas : list R) (answers : list answer) (score : answer -> list bool -> R) (v : R) :=
  (exists protocol rule, private_play answer lambdas answers protocol rule /\
     forall x, length x = length lambdas -> v <= conversation_accuracy answer score protocol rule x) /\
  forall protocol rule xi, private_play answer lambdas answers protocol rule ->
    (forall x, length x = length lambdas -> xi <= conversation_accuracy answer score protocol rule x) -> xi <= v.

Lemma play_below_response answer score lambdas prior first others protocol rule :
  levels lambdas -> private_play answer lambdas (first :: others) protocol rule ->
  average lambdas prior (conversation_accuracy answer score protocol rule)
  <= response_average lambdas answer score prior first others.
Proof.
  intros all (speaks & keeps & rules & allowed).
  destruct (theorem31_interactive _ answer score all protocol rule speaks keeps rules) as (decoder & random & stays & same).
  unfold average; rewrite (sum_over_ext _ _ (fun x => prior x * response_accuracy lambdas answer score decoder x))
    by (intros x size; now rewrite same).
  fold (average lambdas prior (response_accuracy lambdas answer score decoder)).
  rewrite average_swap; apply sum_over_le; intros told size; apply mixture_le_best; [now apply random|now apply stays].
Qed.

Lemma prior_bounds_play answer score lambdas prior first others protocol rule xi :
  levels lambdas -> (forall x, 0 <= prior x) -> sum_over (length lambdas) prior = 1 ->
  private_play answer lambdas (first :: others) protocol rule ->
  (forall x, length x = length lambdas -> xi <= conversation_accuracy answer score protocol rule x) ->
  xi <= response_average lambdas answer score prior first others.
Proof.
  intros all positive whole play least; eapply Rle_trans; [|now apply (play_below_response _ _ _ _ _ _ protocol rule)].
  rewrite <- (Rmult_1_l xi), <- whole, Rmult_comm, <- sum_over_scale; unfold average; apply sum_over_le; intros x size.
  rewrite Rmult_comm; apply Rmult_le_compat_l; auto.
Qed.

(** Randomised response with a rule of its own is such a conversation. *)
Lemma response_plays answer lambdas answers decoder : levels lambdas ->
  (forall told, length told = length lambdas -> distribution answer (decoder told)) ->
  (forall told, Forall (fun '(_, a) => In a answers) (decoder told)) ->
  private_play answer lambdas answers (responding lambdas 0) (map decoder (all_bits (length lambdas))).
Proof.
  intros all random stays; split; [exact (responding_is_proper lambdas 0 all)|]; split; [now apply responding_is_private|].
  split; [now apply responding_rule|]; apply Forall_map, Forall_forall; intros told _; apply stays.
Qed.

(** * Two bits *)

(** The chance of keeping a bit decides everything. *)
Lemma keeping lambda : 1 <= lambda -> exists p, lambda / (1 + lambda) = p /\ 1 / (1 + lambda) = 1 - p /\ 1 / 2 <= p < 1.
Proof.
  intros level; exists (lambda / (1 + lambda)); split; [reflexivity|]; split; [field; lra|].
  assert (0 < / (1 + lambda)) by (apply Rinv_0_lt_compat; lra).
  assert (lambda * / (1 + lambda) + / (1 + lambda) = 1) by (field; lra).
  unfold Rdiv; set (i := / (1 + lambda)) in *; nra.
Qed.

(** The values on 00, 01, 10 and 11; a guess is right or wrong. *)
Definition guessed (table : list bool) (guess : bool) (x : list bool) : R :=
  if eqb guess (nth (place x 0) table false) then 1 else 0.

Definition ones (table : list bool) : nat := length (filter (fun bit => bit) table).

Definition and_best (l : Q) : Q := (l * (l * l + l + 2) / ((1 + l) * (1 + l) * (1 + l)))%Q.
Definition xor_best (l : Q) : Q := ((1 + l * l) / ((1 + l) * (1 + l)))%Q.

(** That of AND for one or three ones, of XOR, of a single bit, or of a constant. *)
Definition two_party_best (table : list bool) (l : Q) : Q :=
  match ones table with
  | 1%nat | 3%nat => and_best l
  | 0%nat | 4%nat => 1%Q
  | _ => if eqb (nth 0 table false) (nth 3 table false) then xor_best l else (l / (1 + l))%Q
  end.

Definition real_best (table : list bool) (p : R) : R :=
  match ones table with
  | 1%nat | 3%nat => p * (p * p + p * (1 - p) + 2 * (1 - p) * (1 - p))
  | 0%nat | 4%nat => 1
  | _ => if eqb (nth 0 table false) (nth 3 table false) then p * p + (1 - p) * (1 - p) else p
  end.

Lemma Q2R_2 : Q2R 2 = 2.
Proof. unfold Q2R; cbn; field. Qed.

Ltac real_value := repeat rewrite ?Q2R_mult, ?Q2R_plus, ?RMicromega.Q2R_1, ?Q2R_2.

Lemma Q2R_best table l : (1 <= l)%Q -> Q2R (two_party_best table l) = real_best table (Q2R l / (1 + Q2R l)).
Proof.
  intros level%Q2R_level; unfold two_party_best, real_best.
  assert (Q2R (and_best l) = Q2R l / (1 + Q2R l) * (Q2R l / (1 + Q2R l) * (Q2R l / (1 + Q2R l))
    + Q2R l / (1 + Q2R l) * (1 - Q2R l / (1 + Q2R l)) + 2 * (1 - Q2R l / (1 + Q2R l)) * (1 - Q2R l / (1 + Q2R l)))).
  { unfold and_best; rewrite Q2R_div_positive; real_value; [field; lra|]; repeat apply Rmult_lt_0_compat; lra. }
  assert (Q2R (xor_best l) = Q2R l / (1 + Q2R l) * (Q2R l / (1 + Q2R l)) + (1 - Q2R l / (1 + Q2R l)) * (1 - Q2R l / (1 + Q2R l))).
  { unfold xor_best; rewrite Q2R_div_positive; real_value; [field; lra|]; repeat apply Rmult_lt_0_compat; lra. }
  assert (Q2R (l / (1 + l)) = Q2R l / (1 + Q2R l)) by (rewrite Q2R_div_positive; real_value; [reflexivity|lra]).
  destruct (ones table) as [|[|[|[|[|n]]]]]; try apply RMicromega.Q2R_1; try assumption;
    destruct (eqb _ _); assumption.
Qed.

(** The chance of deciding 1 after each response, and the least favourable prior. *)
Definition best_rule (table : list bool) (p : R) : list R :=
  let q := 1 - p in
  match table with
  | [false; false; false; true] => [0; q; q; 1] | [false; false; true; false] => [q; 0; 1; q]
  | [false; true; false; false] => [q; 1; 0; q] | [true; false; false; false] => [1; q; q; 0]
  | [true; true; true; false] => [1; p; p; 0] | [true; true; false; true] => [p; 1; 0; p]
  | [true; false; true; true] => [p; 0; 1; p] | [false; true; true; true] => [0; p; p; 1]
  | _ => map (fun bit : bool => if bit then 1 else 0) table
  end.

Definition worst_prior (table : list bool) (p : R) : list R :=
  let n := p * (1 - p) in let s := p * p + (1 - p) * (1 - p) in
  match table with
  | [false; false; false; true] | [true; true; true; false] => [0; n; n; s]
  | [false; false; true; false] | [true; true; false; true] => [n; 0; s; n]
  | [false; true; false; false] | [true; false; true; true] => [n; s; 0; n]
  | [true; false; false; false] | [false; true; true; true] => [s; n; n; 0]
  | _ => [1 / 4; 1 / 4; 1 / 4; 1 / 4]
  end.

Definition rule_decoder (rule : list R) (told : list bool) : mixture bool :=
  [(nth (place told 0) rule 0, true); (1 - nth (place told 0) rule 0, false)].

Section TwoBits.

Variables (a b c d : bool) (lambda p : R).
Hypothesis level : 1 <= lambda.
Hypothesis keep : lambda / (1 + lambda) = p.
Hypothesis flip : 1 / (1 + lambda) = 1 - p.
Hypothesis range : 1 / 2 <= p < 1.

Notation table := [a; b; c; d].

Lemma best_rule_is_random told : distribution bool (rule_decoder (best_rule table p) told).
Proof.
  split; [|unfold mass, rule_decoder; cbn [fold_right]; ring].
  assert (forall i, 0 <= nth i (best_rule table p) 0 <= 1) as inside.
  { intros i; destruct a, b, c, d; unfold best_rule; cbv zeta; cbn [map];
      destruct i as [|[|[|[|i]]]]; cbn [nth]; try destruct i; lra. }
  destruct (inside (place told 0)); unfold rule_decoder; constructor; [|constructor; [|constructor]]; lra.
Qed.

Ltac computed := cbn [sum_over responses probability]; unfold response, pick, mixed_score, rule_decoder, guessed;
  cbn [fold_right fst snd]; rewrite ?keep, ?flip.

Lemma best_rule_reaches x : length x = 2%nat ->
  real_best table p <= response_accuracy [lambda; lambda] bool (guessed table) (rule_decoder (best_rule table p)) x.
Proof.
  intros size; destruct x as [|u [|w [|? ?]]]; try discriminate; unfold response_accuracy; cbn [length]; computed.
  assert (0 <= p * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (0 <= p * (1 - p) * (2 * p - 1)) by (apply Rmult_le_pos; lra).
  destruct a, b, c, d, u, w; unfold real_best, best_rule, ones; cbv zeta; cbn; nra.
Qed.

Lemma prior_is_one : (forall i, 0 <= nth i (worst_prior table p) 0) /\
  sum_over 2 (fun x => nth (place x 0) (worst_prior table p) 0) = 1.
Proof.
  assert (0 <= p * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (0 <= p * p + (1 - p) * (1 - p)) by nra.
  split; destruct a, b, c, d; unfold worst_prior; cbv zeta; cbn [sum_over place nth Nat.add Nat.mul];
    try (intros [|[|[|[|i]]]]; cbn [nth]; try destruct i; lra); ring_simplify; lra.
Qed.

Lemma prior_bounds : response_average [lambda; lambda] bool (guessed table)
  (fun x => nth (place x 0) (worst_prior table p) 0) false [true] <= real_best table p.
Proof.
  unfold response_average, best, worth; cbn [length]; computed.
  assert (0 <= p * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (0 <= (2 * p - 1) * (1 - p)) by (apply Rmult_le_pos; lra).
  assert (0 <= p * (1 - p) * ((2 * p - 1) * (1 - p))) by (apply Rmult_le_pos; lra).
  assert (0 <= p * p * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - p) * (1 - p) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  destruct a, b, c, d; unfold real_best, worst_prior, ones; cbv zeta; cbn;
    repeat (apply Rmax_case); nra.
Qed.

End TwoBits.

(* Claim: kairouz/two-party-functions printed *)
Theorem two_party_functions a b c d lambda : (1 <= lambda)%Q ->
  worst_optimum [Q2R lambda; Q2R lambda] [false; true] (guessed [a; b; c; d]) (Q2R (two_party_best [a; b; c; d] lambda)).
Proof.
  intros level; rewrite Q2R_best by assumption; apply Q2R_level in level.
  destruct (keeping _ level) as (p & keep & flip & range); rewrite keep.
  assert (levels [Q2R lambda; Q2R lambda]) as all by (constructor; [|constructor; [|constructor]]; assumption).
  split.
  - eexists _, _; split.
    + apply (response_plays bool _ _ (rule_decoder (best_rule [a; b; c; d] p)) all).
      * intros told _; now apply best_rule_is_random.
      * intros told; constructor; [|constructor; [|constructor]]; cbn; auto.
    + intros x size; rewrite responding_accuracy by assumption; now apply best_rule_reaches.
  - intros protocol rule xi play least; destruct (prior_is_one a b c d p range) as [positive whole].
    eapply Rle_trans; [|now apply (prior_bounds a b c d (Q2R lambda))].
    apply (prior_bounds_play _ _ _ _ _ _ protocol rule); try assumption; intros x; apply positive.
Qed.
