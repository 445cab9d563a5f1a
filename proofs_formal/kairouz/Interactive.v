(** Interactive protocols have columns of rank one, and privacy in the usual sense gives private columns.

    A protocol is a tree: at every node one party sends a bit, drawn with a probability that depends on its own input
    bit and on all that was said before. Longer messages are several bits; who speaks may depend on what was said. *)

From Coq Require Import Reals Lra Psatz Lia List Bool.
From Optcheck.kairouz Require Import Protocols.
Import ListNotations.
Open Scope R_scope.

(** * Trees *)

(** [Say i q zero one]: party i says 1 with probability [pick q bit], where [bit] is its input. *)
Inductive tree :=
| End
| Say (speaker : nat) (one : factor) (after_zero after_one : tree).

Definition silence (q : factor) : factor := (1 - fst q, 1 - snd q).

(** How likely each transcript is at an input: what is said, one message after the other. *)
Fixpoint transcripts (protocol : tree) (x : list bool) : list R :=
  match protocol with
  | End => [1]
  | Say i q zero one =>
      map (Rmult (pick (silence q) (nth i x false))) (transcripts zero x) ++
      map (Rmult (pick q (nth i x false))) (transcripts one x)
  end.

(** The speaker's factor takes the message in; the other parties' factors stay. *)
Fixpoint multiplied (us : column) (i : nat) (q : factor) : column :=
  match us, i with
  | [], _ => []
  | u :: us, O => (fst u * fst q, snd u * snd q) :: us
  | u :: us, S i => u :: multiplied us i q
  end.

Fixpoint columns (protocol : tree) (us : column) : list column :=
  match protocol with
  | End => [us]
  | Say i q zero one => columns zero (multiplied us i (silence q)) ++ columns one (multiplied us i q)
  end.

(** Only the k parties speak, and what they draw from are probabilities. *)
Fixpoint proper (k : nat) (protocol : tree) : Prop :=
  match protocol with
  | End => True
  | Say i q zero one =>
      (i < k)%nat /\ (0 <= fst q <= 1 /\ 0 <= snd q <= 1) /\ proper k zero /\ proper k one
  end.

Definition start (k : nat) : column := repeat (1, 1) k.

Lemma probability_multiplied us : forall i q x, (i < length us)%nat -> length x = length us ->
  probability (multiplied us i q) x = pick q (nth i x false) * probability us x.
Proof.
  induction us as [|u us IH]; intros [|i] q [|bit x] inside size; cbn in *; try lia.
  - unfold pick; destruct bit; cbn; ring.
  - rewrite IH by lia; ring.
Qed.

Lemma length_multiplied us : forall i q, length (multiplied us i q) = length us.
Proof. induction us as [|u us IH]; intros [|i] q; cbn; congruence. Qed.

Lemma probability_start k : forall x, length x = k -> probability (start k) x = 1.
Proof.
  induction k as [|k IH]; intros [|bit x] size; try discriminate; [reflexivity|].
  cbn; fold (start k); rewrite IH by (injection size; auto); destruct bit; cbn; ring.
Qed.

Lemma columns_from k protocol : forall us x, proper k protocol -> length us = k -> length x = k ->
  map (fun column => probability column x) (columns protocol us) = map (Rmult (probability us x)) (transcripts protocol x).
Proof.
  induction protocol as [|i q zero IH0 one IH1]; intros us x speaks size_u size_x; cbn; [f_equal; ring|].
  destruct speaks as (inside & _ & zeros & ones).
  rewrite !map_app, IH0, IH1, !map_map by (rewrite ?length_multiplied; assumption).
  rewrite !probability_multiplied by lia; f_equal; apply map_ext; intros p; ring.
Qed.

(** Every transcript of an interactive protocol has a column of rank one: a product of one factor for each party. *)
Theorem interactive_columns_have_rank_one k protocol x : proper k protocol -> length x = k ->
  transcripts protocol x = map (fun column => probability column x) (columns protocol (start k)).
Proof.
  intros speaks size; rewrite (columns_from k) by (assumption || apply repeat_length).
  rewrite probability_start by assumption; rewrite <- (map_id (transcripts protocol x)) at 1.
  apply map_ext; intros p; ring.
Qed.

(** * The columns are those of a protocol *)

Definition not_negative (us : column) : Prop := Forall (fun u => 0 <= fst u /\ 0 <= snd u) us.

Lemma multiplied_not_negative us : forall i q, not_negative us -> 0 <= fst q -> 0 <= snd q ->
  not_negative (multiplied us i q).
Proof.
  induction us as [|u us IH]; intros [|i] q all zero one; inversion all; subst; constructor; auto.
  - split; apply Rmult_le_pos; tauto.
  - now apply IH.
Qed.

Lemma columns_not_negative k protocol : forall us, proper k protocol -> not_negative us ->
  Forall not_negative (columns protocol us).
Proof.
  induction protocol as [|i q zero IH0 one IH1]; intros us speaks all; cbn; [now constructor|].
  destruct speaks as (_ & (zero_q & one_q) & zeros & ones); apply Forall_app; split.
  - apply IH0; [assumption|]; apply multiplied_not_negative; cbn; tauto || lra.
  - apply IH1; [assumption|]; apply multiplied_not_negative; tauto.
Qed.

Lemma sum_scaled a l : fold_right Rplus 0 (map (Rmult a) l) = a * fold_right Rplus 0 l.
Proof. induction l as [|b l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma sum_app l1 l2 : fold_right Rplus 0 (l1 ++ l2) = fold_right Rplus 0 l1 + fold_right Rplus 0 l2.
Proof. induction l1 as [|b l IH]; cbn; [ring|]; rewrite IH; ring. Qed.

Lemma transcripts_sum_to_1 protocol x : fold_right Rplus 0 (transcripts protocol x) = 1.
Proof.
  induction protocol as [|i q zero IH0 one IH1]; cbn; [ring|].
  rewrite sum_app, !sum_scaled, IH0, IH1; unfold silence, pick; destruct (nth i x false); cbn; ring.
Qed.

(** * Privacy of a column of rank one is privacy of its factors *)

Fixpoint flipped (x : list bool) (i : nat) : list bool :=
  match x, i with
  | [], _ => []
  | bit :: x, O => negb bit :: x
  | bit :: x, S i => bit :: flipped x i
  end.

(** A party's bit changes the probability of the transcript by at most its ratio, whatever the others' bits are. *)
Definition keeps_bits (lambdas : list R) (us : column) : Prop :=
  forall x i, length x = length lambdas -> (i < length lambdas)%nat ->
    probability us x <= nth i lambdas 1 * probability us (flipped x i).

Lemma probability_not_negative us : forall x, not_negative us -> 0 <= probability us x.
Proof.
  induction us as [|u us IH]; intros [|bit x] all; cbn; try lra; inversion all; subst.
  apply Rmult_le_pos; [destruct bit; cbn; tauto|now apply IH].
Qed.

(** Either a transcript never happens, or each factor is private by itself. *)
Lemma possible_column_is_private lambdas : forall us x,
  length us = length lambdas -> length x = length lambdas -> not_negative us -> keeps_bits lambdas us ->
  0 < probability us x -> private_column lambdas us.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|u us] [|bit x] size_u size_x all keeps possible;
    try discriminate; [constructor|].
  injection size_u as size_u; injection size_x as size_x; inversion all; subst; cbn in possible.
  assert (0 <= pick u bit) by (destruct bit; cbn; tauto).
  pose proof (probability_not_negative us x ltac:(assumption)).
  assert (0 < probability us x) as rest by nra; assert (0 < pick u bit) as own by nra; constructor.
  - assert (forall b, pick u b <= lambda * pick u (negb b)) as within.
    { intros b; pose proof (keeps (b :: x) 0%nat ltac:(cbn; congruence) ltac:(cbn; lia)) as ratio; cbn in ratio.
      apply Rmult_le_reg_r with (probability us x); [assumption|lra]. }
    pose proof (within false); pose proof (within true); cbn in *; unfold private_factor; tauto.
  - apply (IH us x); auto; intros z i size inside.
    pose proof (keeps (bit :: z) (S i) ltac:(cbn; congruence) ltac:(cbn; lia)) as ratio; cbn in ratio.
    apply Rmult_le_reg_l with (pick u bit); [assumption|lra].
Qed.

(** A transcript that never happens has the same probabilities as factors 0 give. *)
Lemma probability_zeros k : forall x, (0 < k)%nat -> length x = k -> probability (repeat (0, 0) k) x = 0.
Proof. intros [|bit x] some size; destruct k; cbn in *; try lia; destruct bit; cbn; ring. Qed.

Lemma zeros_are_private lambdas : private_column lambdas (repeat (0, 0) (length lambdas)).
Proof. induction lambdas as [|lambda lambdas IH]; cbn; constructor; [unfold private_factor; cbn; lra|exact IH]. Qed.

(** So privacy in the usual sense is privacy of factors. *)
Theorem private_rank_one_column lambdas us :
  length us = length lambdas -> not_negative us -> keeps_bits lambdas us ->
  exists us', private_column lambdas us' /\
    forall x, length x = length lambdas -> probability us x = probability us' x.
Proof.
  intros size all keeps.
  destruct (Rlt_le_dec 0 (sum_over (length lambdas) (probability us))) as [possible|never].
  - exists us; split; [|auto]; destruct (positive_term _ _ possible) as (x & fits & more).
    now apply (possible_column_is_private lambdas us x).
  - exists (repeat (0, 0) (length lambdas)); split; [apply zeros_are_private|].
    intros x fits; destruct lambdas as [|lambda lambdas].
    { destruct us, x; try discriminate; cbn in never; lra. }
    rewrite probability_zeros by (cbn; lia || assumption).
    apply Rle_antisym; [|now apply probability_not_negative].
    eapply Rle_trans; [|exact never]; apply term_le_sum_over; [|assumption].
    intros z; now apply probability_not_negative.
Qed.
