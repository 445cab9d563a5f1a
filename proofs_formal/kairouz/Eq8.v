(** Eqs. 8 and 9: the columns of a conversation have rank one, and it is private for a party exactly if in every possible
    transcript the party's own factor is. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Interactive Conversation.
Import ListNotations.
Open Scope R_scope.

(** * A party's factor apart from the others' *)

Fixpoint rest (us : column) (x : list bool) (i : nat) : R :=
  match us, x, i with
  | _ :: us, _ :: x, O => probability us x
  | u :: us, bit :: x, S i => pick u bit * rest us x i
  | _, _, _ => 1
  end.

Lemma probability_apart us : forall x i, (i < length us)%nat -> length x = length us ->
  probability us x = pick (nth i us (1, 1)) (nth i x false) * rest us x i.
Proof.
  induction us as [|u us IH]; intros [|bit x] [|i] inside size; cbn in *; try lia; [ring|].
  rewrite (IH x i) by lia; ring.
Qed.

Lemma rest_flipped us : forall x i, length x = length us -> rest us (flipped x i) i = rest us x i.
Proof.
  induction us as [|u us IH]; intros [|bit x] [|i] size; cbn in *; try discriminate; try reflexivity.
  now rewrite IH by (now injection size).
Qed.

Lemma flipped_bit x : forall i, (i < length x)%nat -> nth i (flipped x i) false = negb (nth i x false).
Proof. induction x as [|bit x IH]; intros [|i] inside; cbn in *; try lia; [reflexivity|]; apply IH; lia. Qed.

Lemma rest_not_negative us : forall x i, not_negative us -> 0 <= rest us x i.
Proof.
  induction us as [|u us IH]; intros [|bit x] [|i] all; cbn; try lra; inversion all as [|? ? [zero one] others]; subst.
  - now apply probability_not_negative.
  - apply Rmult_le_pos; [destruct bit; assumption|now apply IH].
Qed.

(** Two by two minors vanish. *)
Lemma minors_vanish us : forall x y i, nth i x false = nth i y false -> length x = length us -> length y = length us ->
  probability us x * probability us (flipped y i) = probability us y * probability us (flipped x i).
Proof.
  induction us as [|u us IH]; intros [|a x] [|b y] [|i] same size_x size_y; cbn in *; try discriminate; try ring.
  - rewrite same; ring.
  - injection size_x as size_x; injection size_y as size_y; specialize (IH x y i same size_x size_y).
    replace (pick u a * probability us x * (pick u b * probability us (flipped y i)))
      with (pick u a * pick u b * (probability us x * probability us (flipped y i))) by ring.
    rewrite IH; ring.
Qed.

(** Some input makes the transcript possible. *)
Definition possible (us : column) : Prop := Forall (fun u => 0 < fst u \/ 0 < snd u) us.

Lemma possible_input us : possible us -> exists x, length x = length us /\ 0 < probability us x.
Proof.
  induction 1 as [|u us some _ (x & size & more)]; [exists []; cbn; split; [reflexivity|lra]|].
  destruct some as [zero|one]; [exists (false :: x)|exists (true :: x)]; cbn; (split; [congruence|now apply Rmult_lt_0_compat]).
Qed.

Lemma impossible_input us : not_negative us -> ~ possible us -> forall x, length x = length us -> probability us x = 0.
Proof.
  induction us as [|u us IH]; intros all never [|bit x] size; cbn in *; try discriminate; [destruct never; constructor|].
  inversion all as [|? ? [zero one] others]; subst; injection size as size.
  destruct (Rlt_le_dec 0 (fst u)) as [more|none].
  - rewrite IH by (assumption || (intros later; apply never; constructor; auto)); ring.
  - destruct (Rlt_le_dec 0 (snd u)) as [more|none'].
    + rewrite IH by (assumption || (intros later; apply never; constructor; auto)); ring.
    + destruct bit; cbn; [assert (snd u = 0) as -> by lra|assert (fst u = 0) as -> by lra]; ring.
Qed.

Lemma possible_or_not us : possible us \/ ~ possible us.
Proof.
  induction us as [|u us [some|never]]; [left; constructor| |right; inversion 1; contradiction].
  destruct (Rlt_le_dec 0 (fst u)) as [more|none]; [left; constructor; auto|].
  destruct (Rlt_le_dec 0 (snd u)) as [more|none']; [left; constructor; auto|].
  right; inversion 1 as [|? ? [zero|one] _]; lra.
Qed.

Definition own_ratio (lambda : R) (u : factor) : Prop := fst u <= lambda * snd u /\ snd u <= lambda * fst u.

(** Eq. 7 for one transcript and party. *)
Definition keeps_bit (lambda : R) (us : column) (i : nat) : Prop :=
  forall x, length x = length us -> probability us x <= lambda * probability us (flipped x i).

Lemma keeps_bit_by_factor lambda us i : (i < length us)%nat -> not_negative us ->
  (keeps_bit lambda us i <-> (possible us -> own_ratio lambda (nth i us (1, 1)))).
Proof.
  intros inside all; split.
  - intros keeps some; destruct (possible_input us some) as (x & size & more).
    rewrite (probability_apart us x i) in more by assumption; pose proof (rest_not_negative us x i all) as others.
    set (u := nth i us (1, 1)) in *.
    assert (0 < rest us x i) as others_more by (destruct (Rle_lt_or_eq_dec _ _ others) as [|zero]; [assumption|rewrite <- zero in more; lra]).
    assert (forall b, pick u b <= lambda * pick u (negb b)) as ratio.
    { intros b; assert (exists z, length z = length us /\ nth i z false = b /\ rest us z i = rest us x i) as (z & size_z & bit & same).
      { destruct (Bool.bool_dec (nth i x false) b) as [here|other]; [now exists x|].
        exists (flipped x i); rewrite length_flipped, flipped_bit, rest_flipped by lia.
        repeat split; [assumption|]; destruct (nth i x false), b; congruence || reflexivity. }
      specialize (keeps z size_z); rewrite !(probability_apart us _ i) in keeps by (rewrite ?length_flipped; lia).
      rewrite flipped_bit, rest_flipped, same, bit in keeps by lia; fold u in keeps.
      apply Rmult_le_reg_r with (rest us x i); [assumption|lra]. }
    split; [apply (ratio false)|apply (ratio true)].
  - intros ratio x size.
    destruct (possible_or_not us) as [some|never].
    + specialize (ratio some); rewrite !(probability_apart us _ i) by (rewrite ?length_flipped; lia).
      rewrite flipped_bit, rest_flipped by lia; pose proof (rest_not_negative us x i all).
      rewrite <- Rmult_assoc; apply Rmult_le_compat_r; [assumption|]; destruct ratio as [le ge].
      destruct (nth i x false); cbn; assumption.
    + rewrite !impossible_input by (rewrite ?length_flipped; assumption); lra.
Qed.

(** * Conversations with rational chances *)

(** The speaker's message is 0 with the chance [zero] or [one], for its bits 0 and 1. *)
Inductive talk :=
| Silent
| Message (speaker : nat) (zero one : Q) (after_zero after_one : talk).

Fixpoint tree_of (t : talk) : tree :=
  match t with
  | Silent => End
  | Message i zero one a b => Say i (1 - Q2R zero, 1 - Q2R one) (tree_of a) (tree_of b)
  end.

Fixpoint proper_talk (k : nat) (t : talk) : Prop :=
  match t with
  | Silent => True
  | Message i zero one a b => (i < k)%nat /\ (0 <= zero <= 1 /\ 0 <= one <= 1)%Q /\ proper_talk k a /\ proper_talk k b
  end.

Fixpoint times_at (us : list (Q * Q)) (i : nat) (q : Q * Q) : list (Q * Q) :=
  match us, i with
  | [], _ => []
  | u :: us, O => (fst u * fst q, snd u * snd q)%Q :: us
  | u :: us, S i => u :: times_at us i q
  end.

(** For every transcript the products of the chances of each party's own messages. *)
Fixpoint own_factors (t : talk) (us : list (Q * Q)) : list (list (Q * Q)) :=
  match t with
  | Silent => [us]
  | Message i zero one a b =>
      own_factors a (times_at us i (zero, one)) ++ own_factors b (times_at us i (1 - zero, 1 - one)%Q)
  end.

Definition is_possible (us : list (Q * Q)) : bool :=
  forallb (fun u => negb (Qle_bool (fst u) 0) || negb (Qle_bool (snd u) 0)) us.

Definition within (lambda : Q) (u : Q * Q) : bool :=
  Qle_bool (fst u) (lambda * snd u) && Qle_bool (snd u) (lambda * fst u).

(** For each party whether the ratios of its factors are kept in all possible transcripts. *)
Definition eq8 (lambdas : list Q) (t : talk) : list bool :=
  let table := own_factors t (repeat (1, 1)%Q (length lambdas)) in
  map (fun i => forallb (fun us => negb (is_possible us) || within (nth i lambdas 1%Q) (nth i us (1, 1)%Q)) table)
    (seq 0 (length lambdas)).

Definition real_factor (u : Q * Q) : factor := (Q2R (fst u), Q2R (snd u)).

Lemma real_one : real_factor (1, 1)%Q = (1, 1).
Proof. unfold real_factor; cbn [fst snd]; now rewrite RMicromega.Q2R_1. Qed.

Lemma real_times us : forall i q, map real_factor (times_at us i q) = multiplied (map real_factor us) i (real_factor q).
Proof.
  induction us as [|u us IH]; intros [|i] q; cbn; try reflexivity; [|now rewrite IH].
  unfold real_factor; cbn; now rewrite !Q2R_mult.
Qed.

Lemma real_factors t : forall us, map (map real_factor) (own_factors t us) = columns (tree_of t) (map real_factor us).
Proof.
  induction t as [|i zero one a IHa b IHb]; intros us; cbn; [reflexivity|].
  rewrite map_app, IHa, IHb, !real_times; unfold real_factor, silence; cbn [fst snd].
  rewrite !Q2R_minus, RMicromega.Q2R_1; do 3 f_equal; f_equal; ring.
Qed.

Lemma proper_tree k t : proper_talk k t -> proper k (tree_of t).
Proof.
  induction t as [|i zero one a IHa b IHb]; cbn; [auto|].
  intros (inside & ([z0 z1] & [o0 o1]) & left_ & right_); repeat split; auto; cbn;
    apply Qle_Rle in z0, z1, o0, o1; rewrite ?RMicromega.Q2R_0, ?RMicromega.Q2R_1 in *; lra.
Qed.

Lemma is_possible_spec us : is_possible us = true <-> possible (map real_factor us).
Proof.
  assert (forall q, negb (Qle_bool q 0) = true <-> 0 < Q2R q) as positive.
  { intros q; rewrite negb_true_iff, <- RMicromega.Q2R_0; split.
    - intros no; apply Qlt_Rlt, Qnot_le_lt; intros le%Qle_bool_iff; congruence.
    - intros more; apply not_true_iff_false; intros le%Qle_bool_iff%Qle_Rle; lra. }
  unfold is_possible, possible; rewrite Forall_map, forallb_forall, Forall_forall; cbn.
  split; intros all u member; specialize (all u member); rewrite orb_true_iff, !positive in *; assumption.
Qed.

Lemma within_spec lambda u : within lambda u = true <-> own_ratio (Q2R lambda) (real_factor u).
Proof.
  unfold within, own_ratio; cbn; rewrite andb_true_iff, !Qle_bool_iff, <- !Q2R_mult.
  split; intros [one two]; split; (apply Qle_Rle || apply Rle_Qle); assumption.
Qed.

Lemma Forall2_columns (P : R -> R -> Prop) (f g : column -> R) cs :
  Forall2 P (map f cs) (map g cs) <-> Forall (fun us => P (f us) (g us)) cs.
Proof.
  induction cs as [|us cs IH]; cbn; [split; constructor|].
  split; intros both; inversion both; subst; constructor; try assumption; now apply IH.
Qed.

(* Claim: kairouz/eq-8 printed *)
Theorem eq8_conversations lambdas t : let k := length lambdas in proper_talk k t ->
  let cs := columns (tree_of t) (start k) in
  (forall x, length x = k -> transcripts (tree_of t) x = map (fun us => probability us x) cs) /\
  (forall us x y i, In us cs -> length x = k -> length y = k -> nth i x false = nth i y false ->
     probability us x * probability us (flipped y i) - probability us y * probability us (flipped x i) = 0) /\
  forall i, (i < k)%nat ->
    (nth i (eq8 lambdas t) false = true <-> forall x, length x = k ->
       Forall2 (fun p q => p <= Q2R (nth i lambdas 1%Q) * q) (transcripts (tree_of t) x) (transcripts (tree_of t) (flipped x i))).
Proof.
  intros k speaks cs; apply proper_tree in speaks.
  assert (Forall (fun us => length us = k /\ not_negative us) cs) as good.
  { pose proof (columns_length (tree_of t) (start k)) as sizes; unfold start in sizes at 1; rewrite repeat_length in sizes.
    assert (not_negative (start k)) as ones by (apply Forall_forall; intros u member%repeat_spec; subst u; cbn; lra).
    pose proof (columns_not_negative k _ _ speaks ones) as positive.
    rewrite Forall_forall in *; intros us member; split; [now apply sizes|now apply positive]. }
  assert (forall x, length x = k -> transcripts (tree_of t) x = map (fun us => probability us x) cs) as rank_one
    by (intros x size; now apply interactive_columns_have_rank_one).
  split; [exact rank_one|split].
  - intros us x y i member size_x size_y same; rewrite Forall_forall in good; destruct (good us member) as [size _].
    rewrite (minors_vanish us x y i) by congruence; ring.
  - intros i inside.
    assert (nth i (eq8 lambdas t) false = true
      <-> Forall (fun us => possible us -> own_ratio (Q2R (nth i lambdas 1%Q)) (nth i us (1, 1))) cs) as ->.
    { unfold eq8; rewrite (nth_indep _ false (forallb (fun us => negb (is_possible us)
        || within (nth 0 lambdas 1%Q) (nth 0 us (1, 1)%Q)) (own_factors t (repeat (1, 1)%Q (length lambdas)))))
        by (now rewrite map_length, seq_length).
      rewrite (map_nth (fun i => forallb (fun us => negb (is_possible us) || within (nth i lambdas 1%Q) (nth i us (1, 1)%Q))
        (own_factors t (repeat (1, 1)%Q (length lambdas)))) (seq 0 (length lambdas)) 0%nat i), seq_nth by assumption.
      cbn [plus Nat.add]; unfold cs.
      assert (start k = map real_factor (repeat (1, 1)%Q (length lambdas))) as ->.
      { unfold start, k; generalize (length lambdas) as c; induction c as [|c IH]; cbn [repeat map]; [reflexivity|].
        rewrite real_one; f_equal; exact IH. }
      rewrite <- real_factors, Forall_map, forallb_forall, Forall_forall.
      assert (forall us, nth i (map real_factor us) (1, 1) = real_factor (nth i us (1, 1)%Q)) as pick_nth.
      { intros us; rewrite <- real_one; apply map_nth. }
      split; intros all us member; specialize (all us member).
      - intros some%is_possible_spec; rewrite some in all; cbn in all; rewrite pick_nth; now apply within_spec.
      - destruct (is_possible us) eqn:some; [|reflexivity]; cbn; apply within_spec; rewrite <- pick_nth.
        now apply all, is_possible_spec. }
    assert (Forall (fun us => possible us -> own_ratio (Q2R (nth i lambdas 1%Q)) (nth i us (1, 1))) cs
      <-> Forall (fun us => keeps_bit (Q2R (nth i lambdas 1%Q)) us i) cs) as ->.
    { rewrite !Forall_forall in *; split; intros all us member; destruct (good us member) as [size positive].
      - apply keeps_bit_by_factor; [lia|assumption|now apply all].
      - apply (keeps_bit_by_factor _ us i); [lia|assumption|now apply all]. }
    split.
    + intros all x size; rewrite !rank_one by (rewrite ?length_flipped; assumption); apply Forall2_columns.
      rewrite Forall_forall in *; intros us member; apply (all us member); now rewrite (proj1 (good us member)).
    + intros all; rewrite Forall_forall in *; intros us member x size; rewrite (proj1 (good us member)) in size.
      specialize (all x size); rewrite !rank_one in all by (rewrite ?length_flipped; assumption).
      apply Forall2_columns in all; rewrite Forall_forall in all; now apply all.
Qed.
