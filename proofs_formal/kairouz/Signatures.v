(** Section 3.1: signatures. A column is a mass times [1, s_1] x ... x [1, s_k]; those with every s_i at an end of its
    interval are extremal. Functionals that are dual to them, and how a signature is a mixture of them. *)

From Coq Require Import Reals Lra Psatz Lia List Bool.
From Optcheck.kairouz Require Import Protocols.
Import ListNotations.
Open Scope R_scope.

(** The entry of the tensor at an input. *)
Fixpoint tensor (signature : list R) (x : list bool) : R :=
  match signature, x with
  | s :: signature, bit :: x => (if bit then s else 1) * tensor signature x
  | _, _ => 1
  end.

Definition inside (lambda s : R) : Prop := / lambda <= s <= lambda.

Definition in_box (lambdas signature : list R) : Prop := Forall2 inside lambdas signature.

(** * Corners: 1/lambda for false, lambda for true *)

Definition end_ (lambda : R) (upper : bool) : R := if upper then lambda else / lambda.

Fixpoint corner (lambdas : list R) (word : list bool) : list R :=
  match lambdas, word with
  | lambda :: lambdas, upper :: word => end_ lambda upper :: corner lambdas word
  | _, _ => []
  end.

(** Where lambda is 1 both ends are the same, and the word says false: these words name every corner once. *)
Fixpoint names_corner (lambdas : list R) (word : list bool) : Prop :=
  match lambdas, word with
  | lambda :: lambdas, upper :: word => (lambda = 1 -> upper = false) /\ names_corner lambdas word
  | [], [] => True
  | _, _ => False
  end.

(** The masses of randomised response. *)
Fixpoint corner_mass (lambdas : list R) (word : list bool) : R :=
  match lambdas, word with
  | lambda :: lambdas, upper :: word => (if upper then 1 / (1 + lambda) else lambda / (1 + lambda)) * corner_mass lambdas word
  | _, _ => 1
  end.

Lemma end_inside lambda upper : 1 <= lambda -> inside lambda (end_ lambda upper).
Proof.
  intros level; assert (/ lambda <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  destruct upper; unfold inside, end_; lra.
Qed.

Lemma corner_in_box lambdas : forall word, levels lambdas -> length word = length lambdas -> in_box lambdas (corner lambdas word).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|upper word] all size; try discriminate; [constructor|].
  inversion all; subst; constructor; [now apply end_inside|]; apply IH; [assumption|now injection size].
Qed.

Lemma response_is_corner lambdas : forall word x, levels lambdas -> length word = length lambdas -> length x = length lambdas ->
  probability (responses lambdas word) x = corner_mass lambdas word * tensor (corner lambdas word) x.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|upper word] [|bit x] all size_w size_x; try discriminate; [cbn; ring|].
  inversion all; subst; cbn [responses probability corner_mass corner tensor].
  rewrite IH by (assumption || (now injection size_w) || (now injection size_x)).
  unfold response, pick, end_; destruct upper, bit; cbn [fst snd]; field; lra.
Qed.

Lemma corner_mass_positive lambdas : forall word, levels lambdas -> 0 < corner_mass lambdas word.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|upper word] all; cbn; try lra; inversion all; subst.
  apply Rmult_lt_0_compat; [destruct upper; apply Rdiv_lt_0_compat; lra|now apply IH].
Qed.

(** S theta = 1. *)
Lemma corner_masses lambdas x : levels lambdas -> length x = length lambdas ->
  sum_over (length lambdas) (fun word => corner_mass lambdas word * tensor (corner lambdas word) x) = 1.
Proof.
  intros all size; rewrite <- (responses_sum_to_1 lambdas x all size); apply sum_over_ext; intros word fits.
  now rewrite response_is_corner.
Qed.

(** * Functionals that are dual to the corners *)

Definition dual_entry (lambda : R) (upper bit : bool) : R :=
  if Req_EM_T lambda 1 then if upper then 0 else if bit then 0 else 1
  else (if upper then if bit then 1 else - / lambda else if bit then - (1) else lambda) / (lambda - / lambda).

Fixpoint dual (lambdas : list R) (word x : list bool) : R :=
  match lambdas, word, x with
  | lambda :: lambdas, upper :: word, bit :: x => dual_entry lambda upper bit * dual lambdas word x
  | _, _, _ => 1
  end.

(** The value of the functional at a tensor: the product of the parties' shares of the end. *)
Definition end_share (lambda s : R) (upper : bool) : R := dual_entry lambda upper false + dual_entry lambda upper true * s.

Fixpoint corner_share (lambdas signature : list R) (word : list bool) : R :=
  match lambdas, signature, word with
  | lambda :: lambdas, s :: signature, upper :: word => end_share lambda s upper * corner_share lambdas signature word
  | _, _, _ => 1
  end.

Lemma dual_at_tensor lambdas : forall word signature, length word = length lambdas -> length signature = length lambdas ->
  sum_over (length lambdas) (fun x => dual lambdas word x * tensor signature x) = corner_share lambdas signature word.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|upper word] [|s signature] size_w size_s; try discriminate; [cbn; ring|].
  cbn [length sum_over dual tensor corner_share].
  rewrite (sum_over_ext _ _ (fun x => dual_entry lambda upper false * (dual lambdas word x * tensor signature x))) by (intros; ring).
  rewrite (sum_over_ext _ (fun x => dual_entry lambda upper true * dual lambdas word x * _)
    (fun x => dual_entry lambda upper true * s * (dual lambdas word x * tensor signature x))) by (intros; ring).
  rewrite !sum_over_scale, IH by ((now injection size_w) || (now injection size_s)); unfold end_share; ring.
Qed.

Lemma gap_positive lambda : 1 <= lambda -> lambda <> 1 -> 0 < lambda - / lambda.
Proof. intros level more; assert (/ lambda < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra); lra. Qed.

Lemma end_shares lambda s : 1 <= lambda -> inside lambda s ->
  end_share lambda s false + end_share lambda s true = 1 /\
  end_share lambda s false * / lambda + end_share lambda s true * lambda = s /\
  (forall upper, 0 <= end_share lambda s upper) /\
  (lambda <> 1 -> (0 < end_share lambda s false <-> s <> lambda) /\ (0 < end_share lambda s true <-> s <> / lambda)) /\
  (lambda = 1 -> end_share lambda s false = 1 /\ end_share lambda s true = 0).
Proof.
  intros level [low high]; unfold end_share, dual_entry; destruct (Req_EM_T lambda 1) as [same|more].
  - subst lambda; rewrite Rinv_1 in *; repeat split; try lra; try tauto; intros [|]; lra.
  - pose proof (gap_positive lambda level more) as gap; set (i := / lambda) in *; set (g := lambda - i) in *.
    assert (lambda * i = 1) as unit by (unfold i; apply Rinv_r; lra).
    assert (lambda / g + - (1) / g * s = (lambda - s) / g) as lower by (field; lra).
    assert (- i / g + 1 / g * s = (s - i) / g) as higher by (field; lra); rewrite lower, higher.
    assert (forall z, 0 <= z -> 0 <= z / g) as quotient by (intros; apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat, gap]).
    split; [unfold g in *; field; lra|]; split; [unfold g in *; clearbody i; field; lra|].
    split; [intros [|]; [rewrite higher|rewrite lower]; apply quotient; lra|]; split; [|intros; lra]; intros _; split; split.
    + intros some equal; subst s; unfold Rdiv in some; replace (lambda - lambda) with 0 in some by ring; lra.
    + intros other; apply Rdiv_lt_0_compat; lra.
    + intros some equal; rewrite equal in some; unfold Rdiv in some; replace (i - i) with 0 in some by ring; lra.
    + intros other; apply Rdiv_lt_0_compat; lra.
Qed.

(** A signature of the box is a mixture of corners. *)
Lemma tensor_is_mixture lambdas : forall signature x, levels lambdas -> in_box lambdas signature -> length x = length lambdas ->
  tensor signature x = sum_over (length lambdas) (fun word => corner_share lambdas signature word * tensor (corner lambdas word) x).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros signature [|bit x] all keeps size; try discriminate;
    inversion keeps as [|? s ? others own rest]; subst; [cbn; ring|].
  inversion all; subst; cbn [length sum_over corner_share corner tensor].
  rewrite (sum_over_ext _ _ (fun word => end_share lambda s false * (if bit then end_ lambda false else 1) *
    (corner_share lambdas others word * tensor (corner lambdas word) x))) by (intros; ring).
  rewrite (sum_over_ext _ (fun word => end_share lambda s true * _ * _) (fun word =>
    end_share lambda s true * (if bit then end_ lambda true else 1) *
    (corner_share lambdas others word * tensor (corner lambdas word) x))) by (intros; ring).
  rewrite !sum_over_scale, <- (IH others x) by (assumption || now injection size).
  destruct (end_shares lambda s) as (whole & mean & _); try assumption; unfold end_; destruct bit; rewrite <- Rmult_plus_distr_r; f_equal; lra.
Qed.

Lemma corner_shares_not_negative lambdas : forall signature word, levels lambdas -> in_box lambdas signature ->
  0 <= corner_share lambdas signature word.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros signature word all keeps; inversion keeps as [|? s ? others own rest]; subst; cbn; [lra|].
  destruct word as [|upper word]; [lra|]; inversion all; subst; apply Rmult_le_pos; [|now apply IH].
  destruct (end_shares lambda s) as (_ & _ & positive & _); auto.
Qed.

Lemma corner_shares_total lambdas : forall signature, levels lambdas -> in_box lambdas signature ->
  sum_over (length lambdas) (fun word => corner_share lambdas signature word) = 1.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros signature all keeps; inversion keeps as [|? s ? others own rest]; subst; [reflexivity|].
  inversion all; subst; cbn [length sum_over corner_share]; rewrite !sum_over_scale, IH by assumption.
  destruct (end_shares lambda s) as (whole & _); try assumption; lra.
Qed.

(** A mixture of corners uses those only that are named. *)
Lemma unnamed_share lambdas : forall signature word, levels lambdas -> in_box lambdas signature -> length word = length lambdas ->
  ~ names_corner lambdas word -> corner_share lambdas signature word = 0.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros signature [|upper word] all keeps size unnamed; try discriminate;
    inversion keeps as [|? s ? others own rest]; subst; [now destruct unnamed|].
  inversion all; subst; cbn [corner_share names_corner] in *.
  destruct (Req_EM_T lambda 1) as [same|more]; [destruct upper|].
  - destruct (end_shares lambda s) as (_ & _ & _ & _ & one); try assumption; destruct (one same) as [_ ->]; ring.
  - rewrite IH by (assumption || (now injection size) || tauto); ring.
  - rewrite IH by (assumption || (now injection size) || tauto); ring.
Qed.

Fixpoint same_word (a b : list bool) : bool :=
  match a, b with [], [] => true | u :: a, w :: b => eqb u w && same_word a b | _, _ => false end.

Lemma same_word_iff a : forall b, same_word a b = true <-> a = b.
Proof.
  induction a as [|u a IH]; intros [|w b]; cbn; split; try congruence; try discriminate.
  - rewrite andb_true_iff, eqb_true_iff, IH; intros [-> ->]; reflexivity.
  - injection 1 as -> ->; rewrite andb_true_iff, eqb_true_iff, IH; auto.
Qed.

(** The functionals are dual to the corners. *)
Lemma dual_at_corner lambdas : forall word other, levels lambdas -> names_corner lambdas word -> names_corner lambdas other ->
  corner_share lambdas (corner lambdas other) word = if same_word word other then 1 else 0.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|u word] [|w other] all named named'; cbn in named, named'; try tauto.
  inversion all; subst; destruct named as [flat named], named' as [flat' named']; cbn [corner corner_share same_word].
  rewrite IH by assumption; pose proof (end_inside lambda w ltac:(assumption)) as fits.
  destruct (end_shares lambda (end_ lambda w)) as (whole & mean & _ & _ & one); try assumption.
  destruct (Req_EM_T lambda 1) as [same|more].
  - rewrite (flat same), (flat' same) in *; destruct (one same) as [-> _]; cbn; destruct (same_word word other); ring.
  - pose proof (gap_positive lambda ltac:(assumption) more) as gap.
    assert (end_share lambda (end_ lambda w) true * (lambda - / lambda) = end_ lambda w - / lambda) as eq.
    { replace (end_share lambda (end_ lambda w) false) with (1 - end_share lambda (end_ lambda w) true) in mean by lra; lra. }
    assert (end_share lambda (end_ lambda w) true = if w then 1 else 0) as high.
    { apply Rmult_eq_reg_r with (lambda - / lambda); [|lra]; rewrite eq; unfold end_; destruct w; ring. }
    replace (end_share lambda (end_ lambda w) u) with (if eqb u w then 1 else 0);
      [destruct (eqb u w), (same_word word other); cbn; ring|].
    destruct u, w; cbn [eqb]; rewrite ?high in *; lra.
Qed.
