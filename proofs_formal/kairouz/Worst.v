(** Theorems 3.1 and 3.6, the worst case: the programs of Eqs. 4 and 6 for randomised response reach what any private
    conversation with any rule reaches. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average.
Import ListNotations.
Open Scope R_scope.

(** * The programs *)

(** P(r | x) W_x(y) for inputs x, responses r and decisions y; W has a row for every input. *)
Definition coefficients (lambdas : list Q) (W : list (list Q)) (xs : list (list bool)) : list (list (list Q)) :=
  map (fun x => map (fun told => map (Qmult (chance lambdas told x)) (nth (place x 0) W [])) (all_bits (length lambdas))) xs.

Definition dot (a : list Q) (q : list R) : R := total (map (fun '(c, w) => Q2R c * w) (combine a q)).

Definition inner_sum (A : list (list Q)) (rule : list (list R)) : R := total (map (fun '(a, q) => dot a q) (combine A rule)).

(** Row-stochastic: for each of so many responses a distribution of the decisions. *)
Definition stochastic (responses decisions : nat) (rule : list (list R)) : Prop :=
  length rule = responses /\
  Forall (fun q => length q = decisions /\ Forall (fun w => 0 <= w) q /\ total q = 1) rule.

(** The largest minimum of the inner sums is at least xi. *)
Definition program_reaches (responses decisions : nat) (table : list (list (list Q))) (xi : R) : Prop :=
  exists rule, stochastic responses decisions rule /\ Forall (fun A => xi <= inner_sum A rule) table.

Definition decision_score (W : list (list Q)) (y : nat) (x : list bool) : R := Q2R (nth y (nth (place x 0) W []) 0%Q).

(** * Distributions as lists of weights *)

Definition weight_of (y : nat) (mix : mixture nat) : R :=
  total (map (fun '(w, a) => if Nat.eqb a y then w else 0) mix).

Definition weights (decisions : nat) (mix : mixture nat) : list R := map (fun y => weight_of y mix) (seq 0 decisions).

Lemma total_scaled a l : total (map (Rmult a) l) = a * total l.
Proof. apply sum_scaled. Qed.

Lemma total_plus {A} (f g : A -> R) l : total (map (fun y => f y + g y) l) = total (map f l) + total (map g l).
Proof. unfold total; induction l as [|y l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma single_term (f : nat -> R) a : forall count first, (first <= a < first + count)%nat ->
  total (map (fun y => if Nat.eqb a y then f y else 0) (seq first count)) = f a.
Proof.
  unfold total; induction count as [|count IH]; intros first inside; [lia|]; cbn.
  destruct (Nat.eqb_spec a first) as [->|other].
  - assert (forall l, (forall y, In y l -> first <> y) ->
      fold_right Rplus 0 (map (fun y => if Nat.eqb first y then f y else 0) l) = 0) as none.
    { induction l as [|y l later]; intros apart; cbn; [reflexivity|].
      destruct (Nat.eqb_spec first y) as [same|_]; [destruct (apart y); cbn; auto|]; rewrite later; [ring|].
      intros z member; apply apart; now right. }
    rewrite none; [ring|]; intros y member%in_seq; lia.
  - rewrite IH by lia; ring.
Qed.

Lemma weighted_total decisions (f : nat -> R) mix : Forall (fun '(_, a) => In a (seq 0 decisions)) mix ->
  total (map (fun y => f y * weight_of y mix) (seq 0 decisions))
  = fold_right (fun '(w, a) rest => w * f a + rest) 0 mix.
Proof.
  induction 1 as [|[w a] mix member _ IH]; cbn [fold_right].
  - unfold total; induction (seq 0 decisions) as [|y l IH]; cbn [map fold_right]; [reflexivity|].
    rewrite IH; unfold weight_of, total; cbn; ring.
  - rewrite <- IH, <- (single_term (fun y => w * f y) a decisions 0) by (apply in_seq in member; lia).
    rewrite <- total_plus; f_equal; apply map_ext; intros y; unfold weight_of, total; cbn; destruct (Nat.eqb_spec a y); ring.
Qed.

Lemma weights_are_stochastic decisions mix : distribution nat mix -> Forall (fun '(_, a) => In a (seq 0 decisions)) mix ->
  length (weights decisions mix) = decisions /\ Forall (fun w => 0 <= w) (weights decisions mix) /\ total (weights decisions mix) = 1.
Proof.
  intros [positive whole] allowed; unfold weights; repeat split.
  - now rewrite map_length, seq_length.
  - apply Forall_map, Forall_forall; intros y _; unfold weight_of, total; clear whole allowed.
    induction positive as [|[w a] mix le _ IH]; cbn [map fold_right]; [lra|]; destruct (Nat.eqb a y); lra.
  - rewrite <- whole, (map_ext _ (fun y => 1 * weight_of y mix)) by (intros; ring).
    rewrite weighted_total by assumption; unfold mass.
    clear; induction mix as [|[w a] mix IH]; cbn; [reflexivity|]; rewrite IH; ring.
Qed.

(** The weights q of the decisions 0, 1, ... as a random decision. *)
Lemma mass_of_weights q : forall first, mass nat (combine q (seq first (length q))) = total q.
Proof. unfold mass, total; induction q as [|w q IH]; intros first; cbn; [reflexivity|]; now rewrite IH. Qed.

Lemma listed_decision decisions q : length q = decisions -> Forall (fun w => 0 <= w) q -> total q = 1 ->
  distribution nat (combine q (seq 0 decisions)) /\ Forall (fun '(_, a) => In a (seq 0 decisions)) (combine q (seq 0 decisions)).
Proof.
  intros size positive whole; repeat split.
  - apply Forall_forall; intros [w y] member; apply in_combine_l in member; rewrite Forall_forall in positive; auto.
  - rewrite <- size, mass_of_weights; exact whole.
  - apply Forall_forall; intros [w y] member; now apply in_combine_r in member.
Qed.

(** * The inner sums are accuracies *)

Section Worst.

Variables (lambdas : list Q) (W : list (list Q)) (decisions : nat).
Hypothesis all : rational_levels lambdas.

(** Every input has its row of W, with all decisions. *)
Hypothesis rows : forall x, length x = length lambdas -> length (nth (place x 0) W []) = decisions.

Notation levels_ := (map Q2R lambdas).
Notation words := (all_bits (length lambdas)).
Notation row x := (nth (place x 0) W []).

Lemma dot_scaled a l : forall q, dot (map (Qmult a) l) q = Q2R a * dot l q.
Proof.
  unfold dot, total; induction l as [|c l IH]; intros [|w q]; cbn [map combine fold_right]; try ring.
  rewrite IH, Q2R_mult; ring.
Qed.

Lemma dot_of_list l : forall q first, length q = length l ->
  dot l q = fold_right (fun '(w, y) rest => w * Q2R (nth (y - first) l 0%Q) + rest) 0 (combine q (seq first (length q))).
Proof.
  unfold dot, total; induction l as [|c l IH]; intros [|w q] first size; cbn in size; try discriminate; [reflexivity|].
  cbn [combine map fold_right length seq]; replace (first - first)%nat with 0%nat by lia; cbn [nth].
  rewrite (IH q (S first)) by lia.
  rewrite Rmult_comm; f_equal; generalize (length q) as count; clear; intros count.
  assert (forall ys, Forall (fun y => (first < y)%nat) ys -> forall q,
    fold_right (fun '(w0, y) rest => w0 * Q2R (nth (y - S first) l 0%Q) + rest) 0 (combine q ys)
    = fold_right (fun '(w0, y) rest => w0 * Q2R (nth (y - first) (c :: l) 0%Q) + rest) 0 (combine q ys)) as shift.
  { induction 1 as [|y ys later _ IH]; intros [|w0 q0]; cbn [combine fold_right]; try reflexivity; rewrite IH.
    replace (y - first)%nat with (S (y - S first)) by lia; reflexivity. }
  apply shift, Forall_forall; intros y member%in_seq; lia.
Qed.

Lemma dot_is_score x q : length x = length lambdas -> length q = decisions ->
  dot (row x) q = mixed_score nat (decision_score W) (combine q (seq 0 decisions)) x.
Proof.
  intros fits size; rewrite (dot_of_list _ _ 0) by (rewrite rows by assumption; assumption).
  rewrite size; unfold mixed_score, decision_score; induction (combine q (seq 0 decisions)) as [|[w y] l IH]; cbn; [reflexivity|].
  rewrite IH, Nat.sub_0_r; reflexivity.
Qed.

Lemma dot_of_weights x mix : length x = length lambdas -> Forall (fun '(_, a) => In a (seq 0 decisions)) mix ->
  dot (row x) (weights decisions mix) = mixed_score nat (decision_score W) mix x.
Proof.
  intros fits allowed; unfold mixed_score; rewrite <- (weighted_total decisions (fun y => decision_score W y x)) by assumption.
  unfold dot, weights, decision_score; rewrite <- (rows x fits); generalize (row x) as l; intros l; f_equal.
  assert (forall l first (f : nat -> R), map (fun '(c, w) => Q2R c * w) (combine l (map f (seq first (length l))))
    = map (fun y => Q2R (nth (y - first) l 0%Q) * f y) (seq first (length l))) as listed.
  { clear; induction l as [|c l IH]; intros first f; cbn [length seq map combine]; [reflexivity|].
    rewrite IH, Nat.sub_diag; f_equal; apply map_ext_in; intros y member%in_seq.
    replace (y - first)%nat with (S (y - S first)) by lia; reflexivity. }
  rewrite listed; apply map_ext; intros y; now rewrite Nat.sub_0_r.
Qed.

Lemma inner_sum_value x rule : length x = length lambdas -> length rule = length words ->
  Forall (fun q => length q = decisions) rule ->
  inner_sum (map (fun told => map (Qmult (chance lambdas told x)) (row x)) words) rule
  = conversation_accuracy nat (decision_score W) (responding levels_ 0) (map (fun q => combine q (seq 0 decisions)) rule) x.
Proof.
  intros fits size long; pose proof (levels_of lambdas all) as real_levels.
  unfold conversation_accuracy; rewrite responding_transcripts by (rewrite ?map_length; assumption).
  rewrite map_length; cbn [skipn]; unfold inner_sum; f_equal.
  assert (forall ws, (forall told, In told ws -> length told = length lambdas) -> forall rule, Forall (fun q => length q = decisions) rule ->
    map (fun '(a, q) => dot a q) (combine (map (fun told => map (Qmult (chance lambdas told x)) (row x)) ws) rule)
    = map (fun '(p, mix) => p * mixed_score nat (decision_score W) mix x)
        (combine (map (fun told => probability (responses levels_ told) x) ws) (map (fun q => combine q (seq 0 decisions)) rule))) as each.
  { induction ws as [|told ws IH]; intros sizes [|q others] good; cbn [map combine]; try reflexivity.
    pose proof (Forall_inv good) as long_q; apply Forall_inv_tail in good; rewrite dot_scaled, Q2R_chance by (assumption || (apply sizes; now left)).
    rewrite dot_is_score by (assumption || reflexivity); f_equal; apply IH; [|assumption].
    intros other member; apply sizes; now right. }
  apply each; [intros told; apply all_bits_length|assumption].
Qed.

(** * The two directions *)

Definition private_decisions := private_play nat levels_ (seq 0 decisions).

Lemma program_is_a_conversation xs xi : (forall x, In x xs -> length x = length lambdas) ->
  program_reaches (length words) decisions (coefficients lambdas W xs) xi ->
  exists rule, private_decisions (responding levels_ 0) rule /\
    forall x, In x xs -> xi <= conversation_accuracy nat (decision_score W) (responding levels_ 0) rule x.
Proof.
  intros sizes (rule & [size good] & reaches); pose proof (levels_of lambdas all) as real_levels.
  exists (map (fun q => combine q (seq 0 decisions)) rule); split; [repeat split|].
  - exact (responding_is_proper levels_ 0 real_levels).
  - now apply responding_is_private.
  - rewrite map_length, size, responding_columns, map_length by assumption; reflexivity.
  - apply Forall_map; revert good; apply Forall_impl; intros q (long & positive & whole); now apply listed_decision.
  - apply Forall_map; revert good; apply Forall_impl; intros q (long & positive & whole); now apply listed_decision.
  - intros x member; unfold coefficients in reaches; rewrite Forall_map, Forall_forall in reaches.
    rewrite <- inner_sum_value; [now apply reaches|now apply sizes|assumption|].
    revert good; apply Forall_impl; tauto.
Qed.

Lemma conversation_is_a_program xs xi protocol rule : (forall x, In x xs -> length x = length lambdas) ->
  private_decisions protocol rule ->
  (forall x, In x xs -> xi <= conversation_accuracy nat (decision_score W) protocol rule x) ->
  program_reaches (length words) decisions (coefficients lambdas W xs) xi.
Proof.
  intros sizes (speaks & keeps & rules & allowed) reaches; pose proof (levels_of lambdas all) as real_levels.
  destruct (theorem31_interactive levels_ nat (decision_score W) real_levels protocol rule speaks keeps rules)
    as (decoder & random & stays & same); specialize (stays _ allowed); rewrite map_length in *.
  exists (map (fun told => weights decisions (decoder told)) words); split; [split; [apply map_length|]|].
  - apply Forall_map, Forall_forall; intros told member; apply weights_are_stochastic; [apply random, all_bits_length|]; auto.
  - unfold coefficients; rewrite Forall_map, Forall_forall; intros x member.
    assert (inner_sum (map (fun told => map (Qmult (chance lambdas told x)) (row x)) words)
        (map (fun told => weights decisions (decoder told)) words)
      = response_accuracy levels_ nat (decision_score W) decoder x) as value.
    { unfold response_accuracy, inner_sum; rewrite map_length, <- total_all_bits; f_equal.
      assert (forall ws, (forall told, In told ws -> length told = length lambdas) ->
        map (fun '(a, q) => dot a q) (combine (map (fun told => map (Qmult (chance lambdas told x)) (row x)) ws)
          (map (fun told => weights decisions (decoder told)) ws))
        = map (fun told => probability (responses levels_ told) x * mixed_score nat (decision_score W) (decoder told) x) ws)
        as each.
      { induction ws as [|told ws IH]; intros lengths; cbn [map combine]; [reflexivity|].
        rewrite dot_scaled, Q2R_chance, dot_of_weights by (auto || (apply lengths; now left)).
        f_equal; apply IH; intros other later; apply lengths; now right. }
      apply each; intros told; apply all_bits_length. }
    rewrite value, same by auto; now apply reaches.
Qed.

End Worst.

(** * The theorems *)

(** Whatever xi is: the program has a rule with all inner sums at least xi exactly if some private conversation and rule
    have an accuracy of at least xi on every input. So its optimum is the best worst case. *)
(* Claim: kairouz/thm-3-6 printed *)
Theorem theorem36_worst lambdas W decisions xi : rational_levels lambdas ->
  (forall x, length x = length lambdas -> length (nth (place x 0) W []) = decisions) ->
  let words := all_bits (length lambdas) in
  program_reaches (length words) decisions (coefficients lambdas W words) xi <->
  exists protocol rule, private_decisions lambdas decisions protocol rule /\
    forall x, length x = length lambdas -> xi <= conversation_accuracy nat (decision_score W) protocol rule x.
Proof.
  intros all rows words; split.
  - intros reaches; apply program_is_a_conversation in reaches; [|assumption..|intros x; apply all_bits_length].
    destruct reaches as (rule & allowed & most); do 2 eexists; split; [exact allowed|].
    intros x size; apply most; unfold words; rewrite <- size; apply all_bits_complete.
  - intros (protocol & rule & allowed & most).
    apply (conversation_is_a_program lambdas W decisions all rows words xi protocol rule); [apply all_bits_length|assumption|].
    intros x member; apply most; now apply all_bits_length.
Qed.

(** The inputs with one value of the party's bit. *)
Definition with_bit (k party : nat) (bit : bool) : list (list bool) :=
  filter (fun x => eqb (nth party x false) bit) (all_bits k).

(** The same for a party, with a program and a rule for each value of its own bit. *)
(* Claim: kairouz/thm-3-1-worst printed *)
Theorem theorem31_party_worst lambdas party W decisions xi : rational_levels lambdas ->
  (forall x, length x = length lambdas -> length (nth (place x 0) W []) = decisions) ->
  let words := all_bits (length lambdas) in
  (forall bit, program_reaches (length words) decisions (coefficients lambdas W (with_bit (length lambdas) party bit)) xi) <->
  exists protocol (rule : bool -> list (mixture nat)),
    (forall bit, private_decisions lambdas decisions protocol (rule bit)) /\
    forall x, length x = length lambdas ->
      xi <= conversation_accuracy nat (decision_score W) protocol (rule (nth party x false)) x.
Proof.
  intros all rows words.
  assert (forall bit x, In x (with_bit (length lambdas) party bit) <-> length x = length lambdas /\ nth party x false = bit) as members.
  { intros bit x; unfold with_bit; rewrite filter_In, eqb_true_iff; split; intros [one two]; split; try assumption.
    - now apply all_bits_length.
    - rewrite <- one; apply all_bits_complete. }
  split.
  - intros reaches.
    assert (forall bit, exists rule, private_decisions lambdas decisions (responding (map Q2R lambdas) 0) rule /\
      forall x, In x (with_bit (length lambdas) party bit) ->
        xi <= conversation_accuracy nat (decision_score W) (responding (map Q2R lambdas) 0) rule x) as each.
    { intros bit; apply program_is_a_conversation; [assumption..| |apply reaches]; intros x member; now apply members in member. }
    destruct (each false) as (zero & allowed_zero & most_zero), (each true) as (one & allowed_one & most_one).
    exists (responding (map Q2R lambdas) 0), (fun bit : bool => if bit then one else zero); split; [now intros []|].
    intros x size; destruct (nth party x false) eqn:own; [apply most_one|apply most_zero]; now apply members.
  - intros (protocol & rule & allowed & most) bit.
    apply (conversation_is_a_program lambdas W decisions all rows _ xi protocol (rule bit)); [|apply allowed|].
    + intros x member; now apply members in member.
    + intros x member; apply members in member; destruct member as [size <-]; now apply most.
Qed.
