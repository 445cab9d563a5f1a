(** Eq. 13: a transcript's chances are a mass times a signature; and the display of Section 2 with posteriors. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Interactive Conversation Exact Average Eq8 Signatures.
Import ListNotations.
Open Scope R_scope.

(** * Columns of rational factors *)

Fixpoint column_chance (us : list (Q * Q)) (x : list bool) : Q :=
  match us, x with
  | u :: us, bit :: x => ((if bit then snd u else fst u) * column_chance us x)%Q
  | _, _ => 1%Q
  end.

Lemma Q2R_column us : forall x, Q2R (column_chance us x) = probability (map real_factor us) x.
Proof.
  induction us as [|u us IH]; intros [|bit x]; cbn [column_chance map probability]; try apply RMicromega.Q2R_1.
  rewrite Q2R_mult, IH; now destruct bit.
Qed.

Definition ones_ (k : nat) : list (Q * Q) := repeat (1, 1)%Q k.

Lemma real_ones k : map real_factor (ones_ k) = start k.
Proof. unfold start, ones_; induction k as [|k IH]; cbn [repeat map]; [reflexivity|]; now rewrite real_one, IH. Qed.

Lemma talk_transcripts k t x : proper_talk k t -> length x = k ->
  transcripts (tree_of t) x = map (fun us => Q2R (column_chance us x)) (own_factors t (ones_ k)).
Proof.
  intros speaks size; rewrite (interactive_columns_have_rank_one k) by (assumption || now apply proper_tree).
  rewrite <- real_ones, <- real_factors, map_map; apply map_ext; intros us; now rewrite Q2R_column.
Qed.

(** * Eq. 13 *)

(** With the input 0...0, and with a single one. *)
Definition signature_of (k : nat) (us : list (Q * Q)) : list Q :=
  let first := column_chance us (repeat false k) in
  map (fun i => if Qle_bool first 0 then 1%Q else (column_chance us (flipped (repeat false k) i) / first)%Q) (seq 0 k).

Definition eq13 (k : nat) (t : talk) (rule : list (list Q)) : list (list Q * list Q) :=
  map (fun '(us, q) => (signature_of k us, map (Qmult (column_chance us (repeat false k))) q)) (combine (own_factors t (ones_ k)) rule).

(** What may be said with one bit may be said with the other: else no lambda is enough. *)
Fixpoint balanced_talk (t : talk) : Prop :=
  match t with
  | Silent => True
  | Message _ zero one a b => (zero == 0 <-> one == 0)%Q /\ (zero == 1 <-> one == 1)%Q /\ balanced_talk a /\ balanced_talk b
  end.

Definition balanced (us : column) : Prop := Forall (fun u => fst u = 0 <-> snd u = 0) us.

Lemma multiplied_balanced us : forall i q, balanced us -> (fst q = 0 <-> snd q = 0) -> balanced (multiplied us i q).
Proof.
  induction us as [|u us IH]; intros i q all same; [destruct i; constructor|]; inversion all as [|? ? own others]; subst.
  destruct i as [|i]; cbn; constructor; try assumption; [cbn|now apply IH].
  split; intros zero; apply Rmult_integral in zero; destruct zero as [zero|zero]; apply own in zero || apply same in zero; rewrite zero; ring.
Qed.

Lemma Qeq_reals a b : (a == b)%Q <-> Q2R a = Q2R b.
Proof. split; [apply Qeq_eqR|apply eqR_Qeq]. Qed.

Lemma columns_balanced t : forall us, balanced_talk t -> balanced us -> Forall balanced (columns (tree_of t) us).
Proof.
  induction t as [|i zero one a IHa b IHb]; intros us fair all; cbn [tree_of columns]; [now constructor|].
  destruct fair as (none & sure & fair_a & fair_b); rewrite !Qeq_reals, RMicromega.Q2R_0 in none; rewrite !Qeq_reals, RMicromega.Q2R_1 in sure.
  apply Forall_app; split; [apply IHa|apply IHb]; try assumption; apply multiplied_balanced; try assumption; cbn [silence fst snd].
  - split; intros zero_; [assert (Q2R zero = 0) as e by lra|assert (Q2R one = 0) as e by lra]; apply none in e; lra.
  - split; intros zero_; [assert (Q2R zero = 1) as e by lra|assert (Q2R one = 1) as e by lra]; apply sure in e; lra.
Qed.

Lemma start_balanced k : balanced (start k).
Proof. apply Forall_forall; intros u member%repeat_spec; subst u; cbn; lra. Qed.

Lemma never_said us : forall x, balanced us -> length x = length us -> probability us (repeat false (length us)) = 0 -> probability us x = 0.
Proof.
  induction us as [|u us IH]; intros [|bit x] all size zero; try discriminate; cbn in *; [assumption|].
  inversion all as [|? ? own others]; subst; apply Rmult_integral in zero; destruct zero as [zero|zero].
  - destruct bit; cbn; [apply own in zero|]; rewrite zero; ring.
  - rewrite IH by (assumption || now injection size); ring.
Qed.

Lemma ratios_times_first us : forall x, length x = length us -> probability us (repeat false (length us)) <> 0 ->
  probability us (repeat false (length us)) * tensor (map (fun u => snd u / fst u) us) x = probability us x.
Proof.
  induction us as [|u us IH]; intros [|bit x] size some; try discriminate; cbn in *; [ring|].
  assert (fst u <> 0 /\ probability us (repeat false (length us)) <> 0) as [own others] by (split; intros zero; apply some; rewrite zero; ring).
  rewrite <- (IH x) by (assumption || now injection size); destruct bit; cbn; field; assumption.
Qed.

Lemma ratio_of_party us i : (i < length us)%nat -> probability us (repeat false (length us)) <> 0 ->
  probability us (flipped (repeat false (length us)) i) / probability us (repeat false (length us)) = snd (nth i us (1, 1)) / fst (nth i us (1, 1)).
Proof.
  intros inside_ some; set (zeros := repeat false (length us)) in *; assert (length zeros = length us) as size by apply repeat_length.
  rewrite (probability_apart us zeros i) in * by lia; rewrite (probability_apart us (flipped zeros i) i) by (rewrite ?length_flipped; lia).
  rewrite flipped_bit, rest_flipped by lia; assert (nth i zeros false = false) as -> by apply nth_repeat || (unfold zeros; apply nth_repeat).
  cbn [negb pick] in *; assert (fst (nth i us (1, 1)) <> 0 /\ rest us zeros i <> 0) as [own others] by (split; intros zero; apply some; unfold zeros in *; rewrite ?nth_repeat; cbn [pick]; rewrite zero; ring).
  field; auto.
Qed.

Lemma seq_nth_map {A B} (f : A -> B) (l : list A) d : map (fun i => f (nth i l d)) (seq 0 (length l)) = map f l.
Proof. induction l as [|a l IH]; cbn [length seq map]; [reflexivity|]; rewrite <- seq_shift, map_map; cbn [nth]; now rewrite IH. Qed.

Lemma signature_value us x : balanced (map real_factor us) -> not_negative (map real_factor us) -> length x = length us ->
  let k := length us in
  Q2R (column_chance us (repeat false k)) * tensor (map Q2R (signature_of k us)) x = Q2R (column_chance us x).
Proof.
  intros fair positive size k; rewrite !Q2R_column; set (real := map real_factor us) in *.
  assert (length real = k) as same by apply map_length.
  pose proof (probability_not_negative real (repeat false k) positive) as above.
  destruct (Req_dec (probability real (repeat false k)) 0) as [zero|some].
  - rewrite zero, (never_said real x fair) by (rewrite ?same; assumption || congruence); ring.
  - assert (map Q2R (signature_of k us) = map (fun u => snd u / fst u) real) as ->; [|rewrite <- same; apply ratios_times_first; rewrite same; [exact size|exact some]].
    unfold signature_of; assert (Qle_bool (column_chance us (repeat false k)) 0 = false) as ->.
    { apply not_true_iff_false; intros le%Qle_bool_iff%Qle_Rle; rewrite Q2R_column, RMicromega.Q2R_0 in le; fold real in le; lra. }
    rewrite map_map, (map_ext_in _ (fun i => snd (nth i real (1, 1)) / fst (nth i real (1, 1)))).
    + rewrite <- same; apply (seq_nth_map (fun u => snd u / fst u)).
    + intros i member%in_seq; rewrite Q2R_div_positive, !Q2R_column by (rewrite Q2R_column; fold real; lra); fold real.
      rewrite <- same; apply ratio_of_party; rewrite same; [lia|assumption].
Qed.

Lemma talk_columns k t : proper_talk k t -> Forall (fun us => length us = k /\ not_negative (map real_factor us)) (own_factors t (ones_ k)).
Proof.
  intros speaks; apply proper_tree in speaks.
  assert (not_negative (start k)) as ones by (apply Forall_forall; intros u member%repeat_spec; subst u; cbn; lra).
  pose proof (columns_not_negative k _ _ speaks ones) as positive; pose proof (columns_length (tree_of t) (start k)) as sizes.
  unfold start in sizes at 1; rewrite repeat_length in sizes; rewrite <- real_ones, <- real_factors in *.
  rewrite Forall_map in *; rewrite Forall_forall in *; intros us member; split; [rewrite <- (map_length real_factor); now apply sizes|now apply positive].
Qed.

(** P(t | x) Q(t, y) = S_{x,s} theta_s(y) for every transcript, decision and input. *)
(* Claim: kairouz/eq-13 printed *)
Theorem eq13_signatures k t rule x : proper_talk k t -> balanced_talk t -> length x = k ->
  map (fun '(s, masses) => map (fun mass => Q2R mass * tensor (map Q2R s) x) masses) (eq13 k t rule)
  = map (fun '(p, q) => map (fun chance => p * Q2R chance) q) (combine (transcripts (tree_of t) x) rule).
Proof.
  intros speaks fair size; rewrite talk_transcripts with (k := k) by assumption; unfold eq13; pose proof (talk_columns k t speaks) as good.
  pose proof (columns_balanced t (start k) fair (start_balanced k)) as equal; rewrite <- real_ones, <- real_factors, Forall_map in equal.
  revert rule; induction (own_factors t (ones_ k)) as [|us cs IH]; intros [|q rule]; cbn [combine map]; try reflexivity.
  pose proof (Forall_inv good) as [length_ positive]; pose proof (Forall_inv equal) as fair_; apply Forall_inv_tail in good, equal.
  f_equal; [|now apply IH]; pose proof (signature_value us x fair_ positive ltac:(congruence)) as value; cbv zeta in value; rewrite length_ in value.
  rewrite map_map; apply map_ext; intros chance; rewrite Q2R_mult, <- value; ring.
Qed.

(** * The display of Section 2 *)

(** 4 P(tau) P(x_1 | tau) P(x_2 | tau) on 00, 01, 10 and 11, from the joint chances of uniform bits. *)
Definition posterior (us : list (Q * Q)) : list Q :=
  let joint a b := (column_chance us [a; b] / 4)%Q in
  let all := (joint false false + joint false true + joint true false + joint true true)%Q in
  let first a := ((joint a false + joint a true) / all)%Q in
  let second b := ((joint false b + joint true b) / all)%Q in
  map (fun '(a, b) => (4 * all * first a * second b)%Q) [(false, false); (false, true); (true, false); (true, true)].

Fixpoint every_message_possible (t : talk) : Prop :=
  match t with
  | Silent => True
  | Message _ zero one a b => (0 < zero /\ zero < 1 /\ 0 < one /\ one < 1)%Q /\ every_message_possible a /\ every_message_possible b
  end.

Lemma factors_positive t : forall us, every_message_possible t -> Forall (fun u => 0 < fst u /\ 0 < snd u) us ->
  Forall (Forall (fun u => 0 < fst u /\ 0 < snd u)) (columns (tree_of t) us).
Proof.
  assert (forall us i q, Forall (fun u => 0 < fst u /\ 0 < snd u) us -> 0 < fst q -> 0 < snd q ->
    Forall (fun u : factor => 0 < fst u /\ 0 < snd u) (multiplied us i q)) as step.
  { induction us as [|u us IH]; intros [|i] q all one two; cbn; try constructor; inversion all as [|? ? [? ?] ?]; subst; auto.
    split; now apply Rmult_lt_0_compat. }
  induction t as [|i zero one a IHa b IHb]; intros us able all; cbn [tree_of columns]; [now constructor|].
  destruct able as ((z0 & z1 & o0 & o1) & able_a & able_b); apply Qlt_Rlt in z0, z1, o0, o1; rewrite ?RMicromega.Q2R_0, ?RMicromega.Q2R_1 in *.
  apply Forall_app; split; [apply IHa|apply IHb]; try assumption; apply step; cbn [silence fst snd]; try assumption; lra.
Qed.

(* Claim: kairouz/posterior-display printed *)
Theorem posterior_display t x : proper_talk 2 t -> every_message_possible t -> length x = 2%nat ->
  map (fun us => Q2R (nth (place x 0) (posterior us) 0%Q)) (own_factors t (ones_ 2)) = transcripts (tree_of t) x.
Proof.
  intros speaks able size; rewrite talk_transcripts with (k := 2%nat) by assumption; pose proof (talk_columns 2 t speaks) as good.
  assert (Forall (fun u => 0 < fst u /\ 0 < snd u) (start 2)) as ones by (repeat constructor; cbn; lra).
  pose proof (factors_positive t _ able ones) as more; rewrite <- real_ones, <- real_factors, Forall_map in more.
  apply map_ext_in; intros us member; rewrite Forall_forall in good, more; destruct (good us member) as [length_ _]; specialize (more us member).
  destruct us as [|u [|w [|? ?]]]; try discriminate; destruct x as [|a [|b [|? ?]]]; try discriminate.
  inversion more as [|? ? [u0 u1] more']; inversion more' as [|? ? [w0 w1] _]; subst; unfold real_factor in *; cbn [fst snd] in *; clear - u0 u1 w0 w1.
  set (P := (fun x => Q2R (column_chance [u; w] x))).
  assert (P [false; false] = Q2R (fst u) * Q2R (fst w) /\ P [false; true] = Q2R (fst u) * Q2R (snd w) /\
    P [true; false] = Q2R (snd u) * Q2R (fst w) /\ P [true; true] = Q2R (snd u) * Q2R (snd w)) as (e00 & e01 & e10 & e11).
  { unfold P; cbn [column_chance]; rewrite !Q2R_mult, RMicromega.Q2R_1; repeat split; ring. }
  assert (Q2R 4 = 4) as four by (unfold Q2R; cbn; field).
  assert (forall a b, Q2R (column_chance [u; w] [a; b] / 4) = P [a; b] / 4) as quarter by (intros; rewrite Q2R_div_positive, four by (rewrite four; lra); reflexivity).
  set (p := Q2R (fst u)) in *; set (q := Q2R (snd u)) in *; set (r := Q2R (fst w)) in *; set (s := Q2R (snd w)) in *.
  assert (0 < p * r) by (now apply Rmult_lt_0_compat); assert (0 < p * s) by (now apply Rmult_lt_0_compat).
  assert (0 < q * r) by (now apply Rmult_lt_0_compat); assert (0 < q * s) by (now apply Rmult_lt_0_compat).
  fold (P [a; b]); unfold posterior; cbn [map].
  destruct a, b; cbn [place nth Nat.add Nat.mul]; rewrite !Q2R_mult, four;
    rewrite !Q2R_div_positive by (rewrite !Q2R_plus, !quarter, e00, e01, e10, e11; lra);
    rewrite !Q2R_plus, !quarter, e00, e01, e10, e11; field; lra.
Qed.
