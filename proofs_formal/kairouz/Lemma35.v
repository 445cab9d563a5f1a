(** Definition 3.3, Lemma 3.5 and the second bullet under Remark 3.4, for all lambdas from 1 on. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Exact Signatures Corners.
Import ListNotations.
Open Scope R_scope.

(** * Counting columns *)

Definition column_of (lambdas : list R) (word : list bool) : list R := map (tensor (corner lambdas word)) (all_bits (length lambdas)).

Lemma column_entry lambdas word other x : column_of lambdas word = column_of lambdas other -> length x = length lambdas ->
  tensor (corner lambdas word) x = tensor (corner lambdas other) x.
Proof.
  unfold column_of; intros same size; pose proof (all_bits_complete x) as member; rewrite size in member.
  revert same member; induction (all_bits (length lambdas)) as [|y l IH]; cbn; [tauto|]; injection 1 as here later.
  intros [<-|member]; [assumption|now apply IH].
Qed.

Lemma length_corner lambdas : forall word, length word = length lambdas -> length (corner lambdas word) = length lambdas.
Proof. induction lambdas as [|l ls IH]; intros [|b word] size; cbn in *; try discriminate; auto. Qed.

Lemma columns_differ lambdas word other : levels lambdas -> names_corner lambdas word -> names_corner lambdas other ->
  column_of lambdas word = column_of lambdas other -> word = other.
Proof.
  intros all named named' same; apply same_word_iff.
  assert (corner_share lambdas (corner lambdas other) word = corner_share lambdas (corner lambdas word) word) as equal.
  { rewrite <- !dual_at_tensor by (try apply length_corner; now apply named_length); apply sum_over_ext; intros x size.
    now rewrite (column_entry lambdas word other x). }
  rewrite !dual_at_corner in equal by assumption; destruct (same_word word other); [reflexivity|].
  assert (same_word word word = true) as self by now apply same_word_iff.
  rewrite self in equal; lra.
Qed.

Lemma NoDup_columns lambdas words : levels lambdas -> Forall (names_corner lambdas) words -> NoDup words ->
  NoDup (map (column_of lambdas) words).
Proof.
  intros all named; induction 1 as [|word words new _ IH]; inversion named; subst; cbn; constructor; [|now apply IH].
  intros member; apply in_map_iff in member; destruct member as (other & same & member); apply new.
  rewrite (columns_differ lambdas word other); auto; rewrite Forall_forall in *; auto.
Qed.

Lemma all_named lambdas : Forall (names_corner lambdas) (corner_words lambdas).
Proof. apply Forall_forall; intros word; apply corner_words_named. Qed.

(* Claim: kairouz/def-3-3 corrected *)
Theorem definition33_columns lambdas : rational_levels lambdas -> let k := length lambdas in let levels_ := map Q2R lambdas in
  exists columns, NoDup columns /\ length columns = (2 ^ free_parties lambdas)%nat /\
    forall column, In column columns <-> exists word, length word = k /\ column = column_of levels_ word.
Proof.
  intros all k levels_; pose proof (levels_of lambdas all) as real.
  assert (length levels_ = k) as size by apply map_length.
  exists (map (column_of levels_) (corner_words levels_)); split; [|split].
  - apply NoDup_columns; [assumption|apply all_named|apply corner_words_differ].
  - rewrite map_length; now apply corner_words_count.
  - intros column; rewrite in_map_iff; split.
    + intros (word & <- & member); exists word; split; [|reflexivity].
      rewrite <- size; now apply named_length, corner_words_named.
    + intros (word & fits & ->); exists (named_version levels_ word).
      destruct (named_version_named levels_ word ltac:(congruence)) as [named same].
      split; [unfold column_of; now rewrite same|now apply corner_words_named].
Qed.

(** * Remark 3.4: rank and masses *)

Fixpoint rational_mass (lambdas : list Q) (word : list bool) : Q :=
  match lambdas, word with
  | lambda :: lambdas, upper :: word => ((if upper then 1 else lambda) / (1 + lambda) * rational_mass lambdas word)%Q
  | _, _ => 1%Q
  end.

Definition rational_masses (lambdas : list Q) : list Q := map (rational_mass lambdas) (all_bits (length lambdas)).

Lemma Q2R_mass lambdas : forall word, rational_levels lambdas -> length word = length lambdas ->
  Q2R (rational_mass lambdas word) = corner_mass (map Q2R lambdas) word.
Proof.
  induction lambdas as [|l lambdas IH]; intros [|b word] all size; try discriminate; [exact RMicromega.Q2R_1|].
  inversion all as [|? ? level others]; subst; apply Q2R_level in level; cbn [rational_mass map corner_mass].
  rewrite Q2R_mult, IH, Q2R_div_positive, Q2R_plus, RMicromega.Q2R_1
    by (assumption || (now injection size) || (rewrite Q2R_plus, RMicromega.Q2R_1; lra)).
  destruct b; rewrite ?RMicromega.Q2R_1; reflexivity.
Qed.

Lemma independent lambdas w : levels lambdas -> (forall x, length x = length lambdas -> combination lambdas w x = 0) ->
  forall word, In word (corner_words lambdas) -> w word = 0.
Proof.
  intros all zero word member; rewrite <- (weight_by_dual lambdas w word all member).
  rewrite (sum_over_ext _ _ (fun _ => 0)) by (intros x size; rewrite zero by assumption; ring); apply sum_over_zero.
Qed.

(** As many columns are independent, and every other one is one of those: this number is the rank. The masses of
    randomised response, in the order of all words, solve S theta = 1. *)
(* Claim: kairouz/rem-3-4-invertible corrected *)
Theorem remark34_rank_and_masses lambdas : rational_levels lambdas -> let k := length lambdas in let levels_ := map Q2R lambdas in
  (exists words, length words = (2 ^ free_parties lambdas)%nat /\ NoDup words /\ Forall (fun word => length word = k) words /\
     (forall w, (forall x, length x = k -> total (map (fun word => w word * tensor (corner levels_ word) x) words) = 0) ->
        forall word, In word words -> w word = 0) /\
     forall word, length word = k -> exists other, In other words /\ forall x, tensor (corner levels_ word) x = tensor (corner levels_ other) x) /\
  forall x, length x = k -> total (map (fun '(word, mass) => Q2R mass * tensor (corner levels_ word) x)
    (combine (all_bits k) (rational_masses lambdas))) = 1.
Proof.
  intros all k levels_; pose proof (levels_of lambdas all) as real; assert (length levels_ = k) as size by apply map_length.
  split.
  - exists (corner_words levels_); split; [now apply corner_words_count|]; split; [apply corner_words_differ|]; split; [|split].
    + apply Forall_forall; intros word member; rewrite <- size; now apply named_length, corner_words_named.
    + intros w zero; apply independent; [assumption|]; intros x fits; apply zero; congruence.
    + intros word fits; exists (named_version levels_ word).
      destruct (named_version_named levels_ word ltac:(congruence)) as [named same]; rewrite same.
      split; [now apply corner_words_named|reflexivity].
  - intros x fits; rewrite <- (corner_masses levels_ x) by (assumption || congruence); rewrite size, <- total_all_bits; f_equal.
    unfold rational_masses; fold k; assert (forall words, (forall word, In word words -> length word = k) ->
      map (fun '(word, mass) => Q2R mass * tensor (corner levels_ word) x) (combine words (map (rational_mass lambdas) words))
      = map (fun word => corner_mass levels_ word * tensor (corner levels_ word) x) words) as each.
    { induction words as [|word words IH]; intros sizes; cbn [map combine]; [reflexivity|].
      rewrite Q2R_mass, IH by (assumption || (apply sizes; now left) || (intros o m; apply sizes; now right)); reflexivity. }
    apply each; intros word; apply all_bits_length.
Qed.

(** * Lemma 3.5: mixtures *)

Definition mixes (lambdas : list R) (w : list bool -> R) (T : list bool -> R) : Prop :=
  (forall word, In word (corner_words lambdas) -> 0 <= w word) /\ total (map w (corner_words lambdas)) = 1 /\
  forall x, length x = length lambdas -> T x = combination lambdas w x.

Lemma sum_over_named lambdas : forall F, (forall word, length word = length lambdas -> ~ names_corner lambdas word -> F word = 0) ->
  sum_over (length lambdas) F = total (map F (corner_words lambdas)).
Proof.
  induction lambdas as [|l lambdas IH]; intros F zero; cbn [length sum_over corner_words]; [unfold total; cbn; ring|].
  destruct (Req_EM_T l 1) as [same|more].
  - rewrite map_map, <- (IH (fun word => F (false :: word))), (sum_over_ext _ (fun x => F (true :: x)) (fun _ => 0)).
    + rewrite sum_over_zero; ring.
    + intros word size; apply zero; cbn; [congruence|]; intros [flat _]; now specialize (flat same).
    + intros word size unnamed; apply zero; cbn; [congruence|tauto].
  - rewrite map_app, !map_map; unfold total; rewrite Interactive.sum_app.
    f_equal; [apply (IH (fun word => F (false :: word)))|apply (IH (fun word => F (true :: word)))];
      intros word size unnamed; apply zero; cbn; try congruence; tauto.
Qed.

Lemma in_box_length lambdas signature : in_box lambdas signature -> length signature = length lambdas.
Proof. induction 1; cbn; congruence. Qed.

Lemma shares_mix lambdas signature : levels lambdas -> in_box lambdas signature ->
  mixes lambdas (corner_share lambdas signature) (tensor signature).
Proof.
  intros all fits; split; [|split].
  - intros word _; now apply corner_shares_not_negative.
  - rewrite <- sum_over_named; [now apply corner_shares_total|]; intros; now apply unnamed_share.
  - intros x size; unfold combination; rewrite (tensor_is_mixture lambdas signature x) by assumption.
    apply sum_over_named; intros word size_w unnamed; rewrite unnamed_share by assumption; ring.
Qed.

Lemma weight_is_share lambdas signature w word : levels lambdas -> in_box lambdas signature ->
  (forall x, length x = length lambdas -> tensor signature x = combination lambdas w x) ->
  In word (corner_words lambdas) -> w word = corner_share lambdas signature word.
Proof.
  intros all fits same member; rewrite <- (weight_by_dual lambdas w word all member).
  rewrite <- (dual_at_tensor lambdas word signature) by (now apply in_box_length || now apply named_length, corner_words_named).
  apply sum_over_ext; intros x size; now rewrite same.
Qed.

(** * The first sentence *)

Definition functional (lambdas : list R) (h : list bool -> R) (word : list bool) : R :=
  sum_over (length lambdas) (fun x => h x * tensor (corner lambdas word) x).

(** A face is the set of corners at which a functional is 0 that is nowhere negative; facets are the largest ones that
    are neither empty nor everything. *)
Definition proper_face (lambdas : list R) (F : list bool -> Prop) : Prop := let words := corner_words lambdas in
  (exists h, forall word, In word words -> 0 <= functional lambdas h word /\ (F word <-> functional lambdas h word = 0)) /\
  (exists word, In word words /\ F word) /\ exists word, In word words /\ ~ F word.

Definition facet (lambdas : list R) (F : list bool -> Prop) : Prop := let words := corner_words lambdas in
  proper_face lambdas F /\ forall G, proper_face lambdas G -> (forall word, In word words -> F word -> G word) ->
    forall word, In word words -> G word -> F word.

Definition facets (lambdas : list Q) : nat := if Nat.eqb (free_parties lambdas) 0 then 0 else 2 ^ free_parties lambdas.

Lemma all_but_one lambdas c other : levels lambdas -> In c (corner_words lambdas) -> In other (corner_words lambdas) -> other <> c ->
  proper_face lambdas (fun word => word <> c).
Proof.
  intros all member member' differ; split; [|split; [now exists other|exists c; tauto]].
  exists (dual lambdas c); intros word inside_; apply corner_words_named in member as named, inside_ as named_w.
  unfold functional; rewrite dual_at_tensor, dual_at_corner by (assumption || (try apply length_corner; now apply named_length)).
  destruct (same_word c word) eqn:same; (split; [lra|]).
  - apply same_word_iff in same; split; [congruence|lra].
  - split; [reflexivity|]; intros _ equal; symmetry in equal; apply same_word_iff in equal; congruence.
Qed.

Lemma facet_leaves_one_out lambdas F : levels lambdas ->
  (facet lambdas F <-> exists c other, In c (corner_words lambdas) /\ In other (corner_words lambdas) /\ other <> c /\
     forall word, In word (corner_words lambdas) -> (F word <-> word <> c)).
Proof.
  intros all; split.
  - intros [(supports & (other & member & here) & (c & member' & missing)) largest].
    assert (other <> c) as differ by (intros ->; contradiction).
    exists c, other; do 3 (split; [assumption|]); intros word inside_; split; [intros holds ->; contradiction|].
    apply (largest (fun word => word <> c)); try assumption; [now apply (all_but_one lambdas c other)|].
    intros v _ holds ->; contradiction.
  - intros (c & other & member & member' & differ & same); split.
    + destruct (all_but_one lambdas c other all member member' differ) as ((h & supports) & _).
      split; [exists h; intros word inside_; rewrite same by assumption; now apply supports|].
      split; [exists other; rewrite same by assumption; auto|exists c; rewrite same by assumption; tauto].
    + intros G (_ & _ & (out & inside_out & missing)) larger word inside_ holds; apply same; [assumption|]; intros ->.
      apply missing; destruct (list_eq_dec bool_dec out c) as [->|apart]; [assumption|].
      apply larger; [assumption|]; now apply same.
Qed.

(** The hull of the manifold is that of the corners; each is a corner indeed: no mixture of others. *)
(* Claim: kairouz/lem-3-5-polytope corrected *)
Theorem lemma35_polytope lambdas : rational_levels lambdas -> let levels_ := map Q2R lambdas in
  let words := corner_words levels_ in
  (length words = 2 ^ free_parties lambdas)%nat /\ NoDup (map (column_of levels_) words) /\
  (forall signature, in_box levels_ signature -> exists w, mixes levels_ w (tensor signature)) /\
  (forall word w, In word words -> mixes levels_ w (tensor (corner levels_ word)) -> w word = 1) /\
  exists missing, length missing = facets lambdas /\ NoDup missing /\ incl missing words /\ forall F,
    (facet levels_ F <-> exists c, In c missing /\ forall word, In word words -> (F word <-> word <> c)).
Proof.
  intros all levels_ words; pose proof (levels_of lambdas all) as real.
  assert (length words = 2 ^ free_parties lambdas)%nat as count by now apply corner_words_count.
  split; [exact count|]; split; [apply NoDup_columns; [assumption|apply all_named|apply corner_words_differ]|]; split; [|split].
  - intros signature fits; exists (corner_share levels_ signature); now apply shares_mix.
  - intros word w member (_ & _ & same); apply corner_words_named in member as named.
    rewrite (weight_is_share levels_ (corner levels_ word) w word real); try assumption.
    + rewrite dual_at_corner by assumption; now replace (same_word word word) with true by (symmetry; now apply same_word_iff).
    + apply corner_in_box; [assumption|now apply named_length].
  - pose proof (corner_words_differ levels_) as differ; fold words in differ.
    unfold facets; destruct (Nat.eqb_spec (free_parties lambdas) 0) as [none|some].
    + exists []; split; [reflexivity|]; split; [constructor|]; split; [intros ? []|]; intros F; split.
      * intros (c & other & member & member' & apart & _)%facet_leaves_one_out; [|assumption]; fold words in member, member'.
        rewrite none in count; destruct words as [|v [|? ?]]; cbn in *; try discriminate.
        destruct member as [<-|[]], member' as [<-|[]]; congruence.
      * intros (c & [] & _).
    + exists words; split; [exact count|]; split; [assumption|]; split; [intros c; auto|].
      intros F; rewrite facet_leaves_one_out by assumption; fold words; split.
      * intros (c & _ & member & _ & _ & same); now exists c.
      * intros (c & member & same); exists c.
        assert (exists other, In other words /\ other <> c) as (other & member' & apart).
        { assert (2 <= length words)%nat by (rewrite count; destruct (free_parties lambdas) as [|m]; [lia|]; cbn; pose proof (Nat.pow_nonzero 2 m); lia).
          destruct words as [|u [|v l]]; cbn in *; try lia; inversion differ as [|? ? new _]; subst.
          destruct (list_eq_dec bool_dec u c) as [->|apart]; [exists v|exists u]; cbn; auto.
          split; auto; intros ->; apply new; now left. }
        exists other; auto.
Qed.
