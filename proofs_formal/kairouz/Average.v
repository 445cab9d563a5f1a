(** Theorems 3.1 and 3.2, the average: a central observer, and a party that knows its own bit.

    A decision is given by its row: its accuracy at each of the 2^k inputs, in lexicographic order. *)

From Coq Require Import Reals Lra List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact.
Import ListNotations.
Open Scope R_scope.

Fixpoint place (x : list bool) (before : nat) : nat :=
  match x with
  | [] => before
  | bit :: x => place x (2 * before + (if bit then 1 else 0))
  end.

Definition entry (row : list Q) (x : list bool) : Q := nth (place x 0) row 0%Q.

Definition row_score : list Q -> list bool -> R := score_of (list Q) entry.

(** * A central observer *)

Definition central_average (lambdas row : list Q) (rows : list (list Q)) : Q :=
  average_accuracy (list Q) entry lambdas row rows.

(* Claim: kairouz/thm-3-2 printed *)
Theorem theorem32_average lambdas row rows : rational_levels lambdas ->
  let decisions := row :: rows in
  let mean protocol rule :=
    average (map Q2R lambdas) (uniform lambdas) (conversation_accuracy (list Q) row_score protocol rule) in
  (forall protocol rule, private_play (list Q) (map Q2R lambdas) decisions protocol rule ->
     mean protocol rule <= Q2R (central_average lambdas row rows)) /\
  exists protocol rule, private_play (list Q) (map Q2R lambdas) decisions protocol rule /\
    mean protocol rule = Q2R (central_average lambdas row rows).
Proof.
  intros all decisions mean; destruct (average_accuracy_is_best (list Q) entry lambdas row rows all) as [most reached].
  split; [exact most|]; destruct reached as (sure & allowed & same).
  now exists (responding (map Q2R lambdas) 0), (map (fun a => [(1, a)]) sure).
Qed.

(** Remark 3.4: one sure decision after each response of randomised response has this average accuracy, and by
    Theorem 3.2 no random one, after whatever private conversation, has a better one. *)
(* Claim: kairouz/rem-3-4-deterministic printed *)
Theorem remark34_sure_decisions lambdas row rows : rational_levels lambdas ->
  let levels := map Q2R lambdas in
  let mean protocol rule := average levels (uniform lambdas) (conversation_accuracy (list Q) row_score protocol rule) in
  (forall protocol rule, private_play (list Q) levels (row :: rows) protocol rule ->
     mean protocol rule <= Q2R (central_average lambdas row rows)) /\
  exists sure, private_play (list Q) levels (row :: rows) (responding levels 0) (map (fun a => [(1, a)]) sure) /\
    mean (responding levels 0) (map (fun a => [(1, a)]) sure) = Q2R (central_average lambdas row rows).
Proof. intros all levels mean; exact (average_accuracy_is_best (list Q) entry lambdas row rows all). Qed.

(** * A party decides with a rule for each value of its own bit *)

Definition pair_entry (party : nat) (pair : list Q * list Q) (x : list bool) : Q :=
  entry (if nth party x false then snd pair else fst pair) x.

Definition party_average (lambdas : list Q) (party : nat) (row : list Q) (rows : list (list Q)) : Q :=
  average_accuracy (list Q * list Q) (pair_entry party) lambdas (row, row) (list_prod (row :: rows) (row :: rows)).

(** For every transcript a random decision for the own bit 0, and one for 1. *)
Definition own_rule := list (mixture (list Q) * mixture (list Q)).

Definition for_bit (bit : bool) (rule : own_rule) : list (mixture (list Q)) :=
  map (fun '(zero, one) => if bit then one else zero) rule.

(** Each of the two is a rule with these decisions. *)
Definition private_own_play (lambdas : list R) (decisions : list (list Q)) (protocol : tree) (rule : own_rule) : Prop :=
  forall bit, private_play (list Q) lambdas decisions protocol (for_bit bit rule).

Definition own_accuracy (party : nat) (protocol : tree) (rule : own_rule) (x : list bool) : R :=
  conversation_accuracy (list Q) row_score protocol (for_bit (nth party x false) rule) x.

(** The two drawn apart. *)
Definition both (zero one : mixture (list Q)) : mixture (list Q * list Q) :=
  flat_map (fun '(w, a) => map (fun '(u, b) => (w * u, (a, b))) one) zero.

Section Both.

Variable party : nat.
Notation pairs := (list Q * list Q)%type.
Notation pair_score := (score_of pairs (pair_entry party)).

Lemma score_with_first w a one x :
  mixed_score pairs pair_score (map (fun '(u, b) => (w * u, (a, b))) one) x =
  if nth party x false then w * mixed_score (list Q) row_score one x else w * mass (list Q) one * row_score a x.
Proof.
  assert (forall b, score_of pairs (pair_entry party) (a, b) x = if nth party x false then row_score b x else row_score a x) as pick.
  { intros b; unfold row_score, score_of, pair_entry; now destruct (nth party x false). }
  unfold mixed_score, mass; destruct (nth party x false);
    (induction one as [|[u b] one IH]; cbn [map fold_right]; [ring|rewrite IH, pick; ring]).
Qed.

Lemma both_scores zero one x : mass (list Q) zero = 1 -> mass (list Q) one = 1 ->
  mixed_score pairs pair_score (both zero one) x
  = mixed_score (list Q) row_score (if nth party x false then one else zero) x.
Proof.
  intros whole_zero whole_one.
  assert (mixed_score pairs pair_score (both zero one) x =
    if nth party x false then mass (list Q) zero * mixed_score (list Q) row_score one x
    else mixed_score (list Q) row_score zero x) as ->.
  { clear whole_zero; unfold both; induction zero as [|[w a] zero IH]; cbn [flat_map].
    - cbn; destruct (nth party x false); ring.
    - rewrite mixed_score_app, IH, score_with_first, whole_one; cbn [mass mixed_score fold_right].
      destruct (nth party x false); [fold (mass (list Q) zero); ring|]; unfold mixed_score; ring. }
  destruct (nth party x false); [rewrite whole_zero; ring|reflexivity].
Qed.

Lemma mass_with_first w (a : list Q) one : mass pairs (map (fun '(u, b) => (w * u, (a, b))) one) = w * mass (list Q) one.
Proof. unfold mass; induction one as [|[u b] one IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma both_is_distribution zero one :
  distribution (list Q) zero -> distribution (list Q) one -> distribution pairs (both zero one).
Proof.
  intros [positive_zero whole_zero] [positive_one whole_one]; split.
  - clear whole_zero; unfold both; induction positive_zero as [|[w a] zero le _ IH]; cbn; [constructor|].
    apply Forall_app; split; [|exact IH]; apply Forall_map; revert positive_one; apply Forall_impl; intros [u b] more.
    now apply Rmult_le_pos.
  - rewrite <- whole_zero; clear positive_zero whole_zero; unfold both; induction zero as [|[w a] zero IH]; [reflexivity|].
    cbn [flat_map]; rewrite mass_app, mass_with_first, whole_one, IH; unfold mass; cbn [fold_right]; ring.
Qed.

Lemma both_stays_in decisions zero one :
  Forall (fun '(_, a) => In a decisions) zero -> Forall (fun '(_, b) => In b decisions) one ->
  Forall (fun '(_, p) => In p (list_prod decisions decisions)) (both zero one).
Proof.
  intros left_ right_; unfold both; induction left_ as [|[w a] zero here _ IH]; cbn; [constructor|].
  apply Forall_app; split; [|exact IH]; apply Forall_map; revert right_; apply Forall_impl; intros [u b] there.
  now apply in_prod.
Qed.

Definition joined (rule : own_rule) : list (mixture pairs) := map (fun '(zero, one) => both zero one) rule.

Lemma joined_accuracy lambdas decisions protocol rule x : private_own_play lambdas decisions protocol rule ->
  conversation_accuracy pairs pair_score protocol (joined rule) x = own_accuracy party protocol rule x.
Proof.
  intros allowed; destruct (allowed false) as (_ & _ & (_ & zeros) & _), (allowed true) as (_ & _ & (_ & ones) & _).
  clear allowed; unfold own_accuracy, conversation_accuracy, joined, for_bit in *; f_equal; revert zeros ones.
  generalize (transcripts protocol x); induction rule as [|[zero one] rule IH]; intros [|p ps] zeros ones; try reflexivity.
  inversion zeros as [|? ? [_ whole_zero] later_zeros]; inversion ones as [|? ? [_ whole_one] later_ones]; subst.
  cbn [map combine]; f_equal; [rewrite both_scores by assumption; now destruct (nth party x false)|now apply IH].
Qed.

Lemma joined_is_allowed lambdas decisions protocol rule : private_own_play lambdas decisions protocol rule ->
  private_play pairs lambdas (list_prod decisions decisions) protocol (joined rule).
Proof.
  intros allowed; destruct (allowed false) as (speaks & keeps & (size & zeros) & inside), (allowed true) as (_ & _ & (_ & ones) & inside').
  clear allowed; split; [assumption|split; [assumption|]].
  unfold decision_rule, joined, for_bit in *; rewrite map_length in *; split; [split; [assumption|]|]; clear size.
  - induction rule as [|[zero one] rule IH]; [constructor|].
    inversion zeros; inversion ones; inversion inside; inversion inside'; subst; constructor; [now apply both_is_distribution|].
    now apply IH.
  - induction rule as [|[zero one] rule IH]; [constructor|].
    inversion zeros; inversion ones; inversion inside; inversion inside'; subst; constructor; [now apply both_stays_in|].
    now apply IH.
Qed.

(** A sure pair is a sure decision for each bit. *)
Definition apart (sure : list pairs) : own_rule := map (fun '(a, b) => ([(1, a)], [(1, b)])) sure.

Lemma apart_is_allowed lambdas decisions protocol sure :
  private_play pairs lambdas (list_prod decisions decisions) protocol (map (fun p => [(1, p)]) sure) ->
  private_own_play lambdas decisions protocol (apart sure).
Proof.
  intros (speaks & keeps & (size & _) & inside) bit; split; [assumption|split; [assumption|]].
  unfold decision_rule, apart, for_bit; rewrite !map_length in *; split; [split; [assumption|]|]; clear size.
  - rewrite map_map; apply Forall_map, Forall_forall; intros [a b] _; destruct bit; split; cbn; try ring; repeat constructor; lra.
  - induction sure as [|[a b] sure IH]; [constructor|]; inversion inside as [|? ? here later]; subst.
    inversion here as [|? ? member _]; subst; apply in_prod_iff in member; destruct member as [in_a in_b]; cbn; constructor; [destruct bit; (constructor; [assumption|constructor])|now apply IH].
Qed.

Lemma apart_accuracy protocol sure x :
  own_accuracy party protocol (apart sure) x = conversation_accuracy pairs pair_score protocol (map (fun p => [(1, p)]) sure) x.
Proof.
  unfold own_accuracy, conversation_accuracy, apart, for_bit; rewrite map_map; f_equal; generalize (transcripts protocol x).
  induction sure as [|[a b] sure IH]; intros [|p ps]; try reflexivity; cbn [map combine]; f_equal; [|apply IH].
  unfold mixed_score, row_score, score_of, pair_entry; destruct (nth party x false); cbn; reflexivity.
Qed.

End Both.

(* Claim: kairouz/thm-3-1-average printed *)
Theorem theorem31_party_average lambdas party row rows : rational_levels lambdas ->
  let decisions := row :: rows in
  let mean protocol rule := average (map Q2R lambdas) (uniform lambdas) (own_accuracy party protocol rule) in
  (forall protocol rule, private_own_play (map Q2R lambdas) decisions protocol rule ->
     mean protocol rule <= Q2R (party_average lambdas party row rows)) /\
  exists protocol rule, private_own_play (map Q2R lambdas) decisions protocol rule /\
    mean protocol rule = Q2R (party_average lambdas party row rows).
Proof.
  intros all decisions mean; unfold party_average; fold decisions.
  destruct (average_accuracy_is_best _ (pair_entry party) lambdas (row, row) (list_prod decisions decisions) all)
    as [most (sure & allowed & reached)].
  assert (forall protocol rule, private_play _ (map Q2R lambdas) ((row, row) :: list_prod decisions decisions) protocol rule
    <-> private_play _ (map Q2R lambdas) (list_prod decisions decisions) protocol rule) as same_answers.
  { intros protocol' rule; unfold private_play; repeat (apply and_iff_compat_l).
    split; apply Forall_impl; intros mix; apply Forall_impl; intros [w p] member; [|now right].
    destruct member as [<-|]; [apply in_prod; now left|assumption]. }
  split.
  - intros protocol' rule own; unfold mean, average.
    rewrite (sum_over_ext _ _ (fun x => uniform lambdas x
      * conversation_accuracy _ (score_of _ (pair_entry party)) protocol' (joined rule) x))
      by (intros x _; now rewrite (joined_accuracy party _ _ _ _ x own)).
    apply most, same_answers; now apply (joined_is_allowed (map Q2R lambdas) decisions).
  - exists (responding (map Q2R lambdas) 0), (apart sure); split; [now apply apart_is_allowed, same_answers|].
    rewrite <- reached; unfold mean, average; apply sum_over_ext; intros x _; now rewrite apart_accuracy.
Qed.
