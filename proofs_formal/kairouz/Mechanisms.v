(** Randomised response is private and has columns of rank one (Eq. 9); a mechanism of one bit is private exactly if it
    can be made from randomised response; and protocols without interaction are matched by it (Section 3.2). *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Interactive Conversation Exact Eq8.
Import ListNotations.
Open Scope R_scope.

(** * Eq. 9 *)

(** The bounds that are stated: on the factor by which a bit changes a chance, and on minors. *)
Definition rr_bounds (lambdas : list Q) : list Q := lambdas ++ [0%Q].

Lemma response_positive lambda told bit : 1 <= lambda -> 0 < pick (response lambda told) bit.
Proof.
  intros level; unfold response, pick; destruct told, bit; cbn; apply Rdiv_lt_0_compat; lra.
Qed.

Lemma responses_positive lambdas : forall told x, levels lambdas -> 0 < probability (responses lambdas told) x.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b told] [|bit x] all; cbn; try lra; inversion all; subst.
  apply Rmult_lt_0_compat; [now apply response_positive|now apply IH].
Qed.

Lemma length_responses lambdas : forall told, length told = length lambdas -> length (responses lambdas told) = length lambdas.
Proof. induction lambdas as [|lambda lambdas IH]; intros [|b told] size; cbn in *; try discriminate; auto. Qed.

(* Claim: kairouz/rr-private printed *)
Theorem eq9_is_private lambdas : rational_levels lambdas ->
  let k := length lambdas in let P told x := probability (responses (map Q2R lambdas) told) x in
  (forall told x i, length told = k -> length x = k -> (i < k)%nat ->
     P told x / P told (flipped x i) <= Q2R (nth i (rr_bounds lambdas) 0%Q)) /\
  forall told x y i, length told = k -> length x = k -> length y = k -> nth i x false = nth i y false ->
    Rabs (P told x * P told (flipped y i) - P told y * P told (flipped x i)) <= Q2R (nth k (rr_bounds lambdas) 0%Q).
Proof.
  intros all k P; apply levels_of in all as real_levels; split.
  - intros told x i size_t size_x inside; unfold rr_bounds; rewrite app_nth1 by assumption.
    pose proof (responses_positive (map Q2R lambdas) told (flipped x i) real_levels) as positive; fold (P told (flipped x i)) in positive.
    apply Rmult_le_reg_r with (P told (flipped x i)); [assumption|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    replace (Q2R (nth i lambdas 0%Q)) with (nth i (map Q2R lambdas) 1).
    + apply flipped_probability; rewrite ?map_length; assumption.
    + rewrite (nth_indep _ 1 (Q2R 0)) by (now rewrite map_length); apply map_nth.
  - intros told x y i size_t size_x size_y same; unfold rr_bounds; rewrite app_nth2, Nat.sub_diag by (unfold k; lia).
    cbn [nth]; rewrite RMicromega.Q2R_0; unfold P.
    rewrite (minors_vanish (responses (map Q2R lambdas) told) x y i) by
      (assumption || (rewrite length_responses, map_length by (now rewrite map_length); assumption)).
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra.
Qed.

(** * One bit *)

(** Chances of outputs. *)
Definition chances (l : list R) : Prop := Forall (fun p => 0 <= p) l /\ total l = 1.

(** What comes of randomised response when the outputs after its answers 0 and 1 have these chances. *)
Definition made_from (lambda : R) (after_0 after_1 : list R) (bit : bool) : list R :=
  map (fun '(a, b) => pick (response lambda false) bit * a + pick (response lambda true) bit * b) (combine after_0 after_1).

Definition is_private (lambda : Q) (zero one : list Q) : bool :=
  forallb (fun '(p, q) => Qle_bool p (lambda * q) && Qle_bool q (lambda * p)) (combine zero one).

(** The kernel, for lambda above 1. *)
Definition after (lambda : R) (own other : list R) : list R :=
  map (fun '(p, q) => (lambda * p - q) / (lambda - 1)) (combine own other).

Lemma after_total lambda : forall own other, lambda <> 1 -> length own = length other ->
  total (after lambda own other) = (lambda * total own - total other) / (lambda - 1).
Proof.
  unfold after, total; induction own as [|p own IH]; intros [|q other] more size; cbn in *; try discriminate; [field; lra|].
  rewrite IH by (assumption || now injection size); field; lra.
Qed.

Section OneBit.

Variables (lambda : R) (zero one : list R).
Hypothesis level : 1 <= lambda.
Hypothesis size : length zero = length one.
Hypothesis zero_chances : chances zero.
Hypothesis one_chances : chances one.

Notation private := (Forall (fun '(p, q) => p <= lambda * q /\ q <= lambda * p) (combine zero one)).

Lemma private_is_made : private -> exists after_0 after_1,
  length after_0 = length zero /\ length after_1 = length zero /\ chances after_0 /\ chances after_1 /\
  made_from lambda after_0 after_1 false = zero /\ made_from lambda after_0 after_1 true = one.
Proof.
  intros keeps; destruct zero_chances as [_ whole_zero], one_chances as [_ whole_one].
  destruct (Req_dec lambda 1) as [same|more].
  - assert (zero = one) as <-.
    { revert keeps size; clear - same; revert one; induction zero as [|p l IH]; intros [|q o] keeps size; cbn in *; try discriminate; [reflexivity|].
      inversion keeps as [|? ? both others]; subst; destruct both as [le ge]; f_equal; [lra|]; apply IH; [assumption|now injection size]. }
    exists zero, zero; repeat split; try reflexivity; try assumption; try apply zero_chances;
      (clear - level; unfold made_from; induction zero as [|p l IH]; cbn; [reflexivity|]; f_equal; [field; lra|exact IH]).
  - assert (0 < lambda - 1) by lra; assert (length one = length zero) as size' by now symmetry.
    assert (forall own other, length own = length other -> Forall (fun '(p, q) => q <= lambda * p) (combine own other) ->
      Forall (fun p => 0 <= p) (after lambda own other)) as positive.
    { intros own other _ within; unfold after; apply Forall_map; revert within; apply Forall_impl; intros [p q] le.
      apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]. }
    exists (after lambda zero one), (after lambda one zero).
    assert (forall own other, length own = length other -> length (after lambda own other) = length own) as sizes
      by (intros own other fits; unfold after; rewrite map_length, combine_length; lia).
    repeat split; try (rewrite sizes; assumption || reflexivity).
    + apply positive; [assumption|]; revert keeps; apply Forall_impl; intros [p q]; tauto.
    + rewrite after_total, whole_zero, whole_one by assumption; field; lra.
    + apply positive; [assumption|]; clear - keeps; revert one keeps; induction zero as [|p l IH]; intros [|q o] keeps; cbn; constructor;
        inversion keeps; subst; [tauto|now apply IH].
    + rewrite after_total, whole_zero, whole_one by assumption; field; lra.
    + clear - size more level; revert one size; induction zero as [|p l IH]; intros [|q o] size; cbn in *; try discriminate; [reflexivity|].
      f_equal; [field; lra|]; apply IH; now injection size.
    + clear - size more level; revert one size; induction zero as [|p l IH]; intros [|q o] size; cbn in *; try discriminate; [reflexivity|].
      f_equal; [field; lra|]; apply IH; now injection size.
Qed.

Lemma made_is_private after_0 after_1 : Forall (fun p => 0 <= p) after_0 -> Forall (fun p => 0 <= p) after_1 ->
  made_from lambda after_0 after_1 false = zero -> made_from lambda after_0 after_1 true = one -> private.
Proof.
  intros positive_0 positive_1 <- <-; clear zero_chances one_chances size; revert after_1 positive_1.
  induction positive_0 as [|a after_0 le _ IH]; intros [|b after_1] positive_1; try (constructor; fail).
  inversion positive_1; subst; cbn [made_from combine map]; constructor; [|now apply IH].
  assert (0 < / (1 + lambda)) as i_more by (apply Rinv_0_lt_compat; lra).
  unfold response, pick, Rdiv; cbn [fst snd]; set (i := / (1 + lambda)) in *.
  assert (forall z, 0 <= z -> z <= lambda * (lambda * z)) as grows by (intros z some; assert (z <= lambda * z) by nra; nra).
  pose proof (grows (a * i) ltac:(apply Rmult_le_pos; lra)); pose proof (grows (b * i) ltac:(apply Rmult_le_pos; lra)).
  split; lra.
Qed.

End OneBit.

(* Claim: kairouz/rr-dominates printed *)
Theorem response_dominates lambda zero one : (1 <= lambda)%Q -> length zero = length one ->
  chances (map Q2R zero) -> chances (map Q2R one) ->
  (is_private lambda zero one = true <-> exists after_0 after_1,
     length after_0 = length zero /\ length after_1 = length zero /\ chances after_0 /\ chances after_1 /\
     made_from (Q2R lambda) after_0 after_1 false = map Q2R zero /\ made_from (Q2R lambda) after_0 after_1 true = map Q2R one).
Proof.
  intros level size whole_zero whole_one; apply Q2R_level in level.
  assert (is_private lambda zero one = true <->
    Forall (fun '(p, q) => p <= Q2R lambda * q /\ q <= Q2R lambda * p) (combine (map Q2R zero) (map Q2R one))) as ->.
  { unfold is_private; clear - size; revert one size; induction zero as [|p l IH]; intros [|q o] size; cbn in *; try discriminate.
    - split; [constructor|reflexivity].
    - specialize (IH o ltac:(now injection size)); rewrite andb_true_iff, IH, andb_true_iff, !Qle_bool_iff; split.
      + intros [[le ge] others]; constructor; [|assumption]; rewrite <- !Q2R_mult; split; now apply Qle_Rle.
      + intros both; inversion both as [|? ? here others]; subst; destruct here as [le ge]; rewrite <- !Q2R_mult in *.
        repeat split; try assumption; now apply Rle_Qle. }
  split.
  - intros keeps; apply (private_is_made (Q2R lambda)) in keeps; rewrite ?map_length; try assumption.
    now rewrite map_length in keeps.
  - intros (after_0 & after_1 & _ & _ & [positive_0 _] & [positive_1 _] & made_0 & made_1).
    assert (length (map Q2R zero) = length (map Q2R one)) by now rewrite !map_length.
    now apply made_is_private with (5 := positive_0) (6 := positive_1).
Qed.
