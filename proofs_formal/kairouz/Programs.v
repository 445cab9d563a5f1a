(** Eqs. 16, 17 and 19, and the dual's feasibility in Section 3.1.2: the programs over signatures and protocols. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average Worst TwoParty Signatures Corners Lemma35 Grids.
Import ListNotations.
Open Scope R_scope.

(** * The printed coefficients *)

Fixpoint rational_tensor (signature : list Q) (x : list bool) : Q :=
  match signature, x with
  | s :: signature, bit :: x => ((if bit then s else 1) * rational_tensor signature x)%Q
  | _, _ => 1%Q
  end.

Definition weight_at (W : list (list Q)) (x : list bool) (y : nat) : Q := nth y (nth (place x 0) W []) 0%Q.

Definition rational_total (l : list Q) : Q := fold_right Qplus 0%Q l.

(** <W(y), S_s> for every signature and decision. *)
Definition eq16_table (k : nat) (W : list (list Q)) (decisions : nat) (signatures : list (list Q)) : list (list Q) :=
  map (fun s => map (fun y => rational_total (map (fun x => rational_tensor s x * weight_at W x y)%Q (all_bits k))) (seq 0 decisions)) signatures.

(** W_x(y) S_s(x) for every signature, decision and input. *)
Definition eq19_table (k : nat) (W : list (list Q)) (decisions : nat) (signatures : list (list Q)) : list (list (list Q)) :=
  map (fun s => map (fun y => map (fun x => rational_tensor s x * weight_at W x y)%Q (all_bits k)) (seq 0 decisions)) signatures.

Lemma Q2R_tensor signature : forall x, Q2R (rational_tensor signature x) = tensor (map Q2R signature) x.
Proof.
  induction signature as [|s signature IH]; intros [|bit x]; cbn [rational_tensor map tensor]; try apply RMicromega.Q2R_1.
  rewrite Q2R_mult, IH; destruct bit; rewrite ?RMicromega.Q2R_1; reflexivity.
Qed.

Lemma Q2R_total l : Q2R (rational_total l) = total (map Q2R l).
Proof. unfold rational_total, total; induction l as [|q l IH]; cbn [map fold_right]; [apply RMicromega.Q2R_0|]; now rewrite Q2R_plus, IH. Qed.

Lemma nth_of_map {A B} (f : A -> B) l i d e : (i < length l)%nat -> nth i (map f l) e = f (nth i l d).
Proof. intros small; rewrite (nth_indep _ e (f d)) by (now rewrite map_length); apply map_nth. Qed.

Section Programs.

Variables (lambdas : list Q) (W : list (list Q)) (decisions : nat) (signatures : list (list Q)).
Hypothesis all : rational_levels lambdas.
Hypothesis some : lambdas <> [].
Hypothesis decides : (0 < decisions)%nat.

Notation k := (length lambdas).
Notation levels_ := (map Q2R lambdas).
Notation real_signatures := (map (map Q2R) signatures).
Hypothesis covered : covers levels_ real_signatures.

Notation plays := (private_decisions lambdas decisions).
Notation play_accuracy := (conversation_accuracy nat (decision_score W)).
Notation mean f := (average levels_ (uniform lambdas) f).
Notation theta_right := (theta_accuracy real_signatures decisions W).

Lemma real_some : levels_ <> [].
Proof. destruct lambdas; [contradiction|discriminate]. Qed.

(** <W(y), S> at any signature. *)
Definition earned_by (s : list R) (y : nat) : R := sum_over k (fun x => tensor s x * decision_score W y x).

Lemma eq16_entry i y : (i < length signatures)%nat -> (y < decisions)%nat ->
  Q2R (nth y (nth i (eq16_table k W decisions signatures) []) 0%Q) = earned_by (nth i real_signatures []) y.
Proof.
  intros small few; unfold eq16_table; rewrite (nth_of_map _ signatures i []), (nth_of_map _ (seq 0 decisions) y 0%nat) by (rewrite ?seq_length; assumption).
  rewrite seq_nth, Q2R_total, map_map by assumption; unfold earned_by; rewrite <- total_all_bits; f_equal; apply map_ext; intros x.
  rewrite Q2R_mult, Q2R_tensor, (nth_of_map (map Q2R) signatures i []) by assumption; reflexivity.
Qed.

Lemma in_columns i y : In (i, y) (columns_ real_signatures decisions) -> (i < length signatures)%nat /\ (y < decisions)%nat.
Proof. intros member; apply in_prod_iff in member; destruct member as [one two]; apply in_seq in one, two; rewrite map_length in *; lia. Qed.

(** The objective of Eq. 16 with the factor 2^-k. *)
Definition eq16_value (theta : nat -> nat -> R) : R :=
  / Q2R (inputs lambdas) * total (map (fun '(i, y) => Q2R (nth y (nth i (eq16_table k W decisions signatures) []) 0%Q) * theta i y)
    (columns_ real_signatures decisions)).

Lemma eq16_value_is_mean theta : eq16_value theta = mean (theta_right theta).
Proof.
  unfold eq16_value, average, uniform, theta_accuracy, sums; rewrite sum_over_scale, map_length; f_equal.
  rewrite (sum_over_ext _ _ (fun x => total (map (fun p => theta (fst p) (snd p) * (tensor (nth (fst p) real_signatures []) x * decision_score W (snd p) x))
    (columns_ real_signatures decisions)))) by (intros x _; f_equal; apply map_ext; now intros [i y]).
  rewrite total_sum_over; f_equal; apply map_ext_in; intros [i y] member; destruct (in_columns i y member); cbn [fst snd].
  rewrite eq16_entry by assumption; unfold earned_by; rewrite Rmult_comm, <- sum_over_scale; reflexivity.
Qed.

(** The best average of all private conversations. *)
Definition average_best : R := response_average levels_ nat (decision_score W) (uniform lambdas) 0%nat (seq 1 (pred decisions)).

Lemma all_decisions : 0%nat :: seq 1 (pred decisions) = seq 0 decisions.
Proof. destruct decisions; [lia|reflexivity]. Qed.

Lemma plays_best : (forall protocol rule, plays protocol rule -> mean (play_accuracy protocol rule) <= average_best) /\
  exists protocol rule, plays protocol rule /\ mean (play_accuracy protocol rule) = average_best.
Proof.
  destruct (average_accuracy_is_best nat (fun y x => weight_at W x y) lambdas 0%nat (seq 1 (pred decisions)) all) as [most (sure & allowed & reached)].
  rewrite all_decisions, Q2R_average in * by assumption; split; [exact most|].
  eexists _, _; split; [exact allowed|exact reached].
Qed.

Lemma masses_best : (forall theta, masses real_signatures decisions k theta -> eq16_value theta <= average_best) /\
  exists theta, masses real_signatures decisions k theta /\ eq16_value theta = average_best.
Proof.
  destruct plays_best as [most (protocol & rule & allowed & reached)]; pose proof (levels_of lambdas all) as real.
  assert (length levels_ = k) as size by apply map_length; rewrite <- size; split.
  - intros theta feasible; destruct (masses_play real_signatures decisions levels_ real real_some covered W theta feasible) as (p & r & play & same).
    rewrite eq16_value_is_mean; eapply Rle_trans; [|apply (most p r play)]; apply Req_le, sum_over_ext; intros x fits; now rewrite same.
  - destruct (play_masses real_signatures decisions levels_ real covered W protocol rule allowed) as (theta & feasible & same).
    exists theta; split; [exact feasible|]; rewrite eq16_value_is_mean, <- reached; apply sum_over_ext; intros x fits; now rewrite same.
Qed.

(** * The dual *)

Definition dual_feasible (mu : list bool -> R) : Prop := forall i y, (i < length signatures)%nat -> (y < decisions)%nat ->
  Q2R (nth y (nth i (eq16_table k W decisions signatures) []) 0%Q) <= sum_over k (fun x => tensor (nth i real_signatures []) x * mu x).

Lemma weak_duality mu theta : dual_feasible mu -> masses real_signatures decisions k theta ->
  eq16_value theta <= / Q2R (inputs lambdas) * sum_over k mu.
Proof.
  intros feasible [positive whole]; unfold eq16_value; apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat, inputs_positive|].
  rewrite (sum_over_ext k mu (fun x => total (map (fun p => theta (fst p) (snd p) * (tensor (nth (fst p) real_signatures []) x * mu x)) (columns_ real_signatures decisions)))).
  - rewrite total_sum_over; unfold total; pose proof (fun i y => in_columns i y) as ranges.
    induction (columns_ real_signatures decisions) as [|[i y] l IH]; cbn [map fold_right fst snd]; [lra|].
    destruct (ranges i y ltac:(now left)) as [small few].
    apply Rplus_le_compat; [|apply IH; intros j z member; apply ranges; now right].
    rewrite sum_over_scale, Rmult_comm; apply Rmult_le_compat_l; [apply positive; rewrite ?map_length; assumption|now apply feasible].
  - intros x size; transitivity (mu x * sums real_signatures decisions theta (fun s _ => tensor s x)); [rewrite whole by assumption; ring|].
    unfold sums; rewrite scaled_total; f_equal; apply map_ext; intros [i y]; cbn [fst snd]; ring.
Qed.

Definition choice (word : list bool) : nat :=
  best_answer levels_ nat (decision_score W) (uniform lambdas) 0%nat (seq 1 (pred decisions)) word.

Definition top (word : list bool) : R := earned_by (corner levels_ word) (choice word).

Lemma worth_value word y : length word = k -> worth levels_ nat (decision_score W) (uniform lambdas) word y
  = / Q2R (inputs lambdas) * (corner_mass levels_ word * earned_by (corner levels_ word) y).
Proof.
  intros size; unfold worth, uniform, earned_by; rewrite sum_over_scale, map_length; f_equal; rewrite <- sum_over_scale; apply sum_over_ext; intros x fits.
  rewrite response_is_corner by (rewrite ?map_length; assumption || now apply levels_of); ring.
Qed.

Lemma top_is_most word y : length word = k -> (y < decisions)%nat -> earned_by (corner levels_ word) y <= top word.
Proof.
  intros size few; pose proof (worth_le_best levels_ nat (decision_score W) (uniform lambdas) 0%nat (seq 1 (pred decisions)) word y) as le.
  rewrite <- best_answer_is_best, !worth_value in le by assumption; fold (choice word) in le; fold (top word) in le.
  assert (0 < / Q2R (inputs lambdas) * corner_mass levels_ word) as positive.
  { apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, inputs_positive|apply corner_mass_positive; now apply levels_of]. }
  apply Rmult_le_reg_l with (/ Q2R (inputs lambdas) * corner_mass levels_ word); [assumption|].
  rewrite !Rmult_assoc; apply le; rewrite all_decisions; apply in_seq; lia.
Qed.

Lemma choice_small word : (choice word < decisions)%nat.
Proof.
  pose proof (best_answer_is_allowed levels_ nat (decision_score W) (uniform lambdas) 0%nat (seq 1 (pred decisions)) word) as member.
  rewrite all_decisions in member; apply in_seq in member; unfold choice; lia.
Qed.

Lemma top_of_same word other : length word = k -> length other = k -> corner levels_ word = corner levels_ other -> top word = top other.
Proof.
  intros size size' same; apply Rle_antisym; unfold top at 1; [rewrite same|rewrite <- same]; apply top_is_most; auto using choice_small.
Qed.

(** Equality at every corner. *)
Definition best_dual (x : list bool) : R := total (map (fun word => top word * dual levels_ word x) (corner_words levels_)).

Lemma best_dual_at s : length s = k -> sum_over k (fun x => tensor s x * best_dual x)
  = total (map (fun word => corner_share levels_ s word * top word) (corner_words levels_)).
Proof.
  intros size; unfold best_dual.
  rewrite (sum_over_ext k _ (fun x => total (map (fun word => top word * (dual levels_ word x * tensor s x)) (corner_words levels_))))
    by (intros x _; rewrite scaled_total; f_equal; apply map_ext; intros; ring).
  rewrite total_sum_over; f_equal; apply map_ext_in; intros word member; apply corner_words_named, named_length in member.
  rewrite sum_over_scale; rewrite <- (dual_at_tensor levels_ word s) by (rewrite ?map_length in *; assumption || congruence).
  rewrite map_length; ring.
Qed.

Lemma earned_at s y : in_box levels_ s -> earned_by s y
  = total (map (fun word => corner_share levels_ s word * earned_by (corner levels_ word) y) (corner_words levels_)).
Proof.
  intros box; pose proof (levels_of lambdas all) as real; unfold earned_by.
  rewrite (sum_over_ext k _ (fun x => total (map (fun word => corner_share levels_ s word * (tensor (corner levels_ word) x * decision_score W y x)) (corner_words levels_)))).
  - rewrite total_sum_over; f_equal; apply map_ext; intros word; apply sum_over_scale.
  - intros x size; destruct (shares_mix levels_ s real box) as (_ & _ & same); rewrite same by (now rewrite map_length).
    unfold combination; rewrite Rmult_comm, scaled_total; f_equal; apply map_ext; intros; ring.
Qed.

Lemma best_dual_feasible : dual_feasible best_dual.
Proof.
  intros i y small few; rewrite eq16_entry by assumption; pose proof (levels_of lambdas all) as real.
  assert (in_box levels_ (nth i real_signatures [])) as box.
  { destruct covered as [boxes _]; rewrite Forall_forall in boxes; apply boxes, nth_In; now rewrite map_length. }
  rewrite best_dual_at, earned_at by (assumption || (rewrite (in_box_length _ _ box); apply map_length)).
  unfold total; assert (forall word, In word (corner_words levels_) -> length word = k) as sizes
    by (intros word member; apply corner_words_named, named_length in member; now rewrite map_length in member).
  induction (corner_words levels_) as [|word l IH]; cbn [map fold_right]; [lra|].
  apply Rplus_le_compat; [|apply IH; intros o member; apply sizes; now right].
  apply Rmult_le_compat_l; [now apply corner_shares_not_negative|apply top_is_most; [apply sizes; now left|assumption]].
Qed.

Lemma best_dual_value : / Q2R (inputs lambdas) * sum_over k best_dual = average_best.
Proof.
  pose proof (levels_of lambdas all) as real; assert (length levels_ = k) as size by apply map_length.
  unfold average_best, response_average; rewrite size, (sum_over_ext k (best _ _ _ _ _ _) (fun word => / Q2R (inputs lambdas) * (corner_mass levels_ word * top word))).
  2: { intros word fits; rewrite <- best_answer_is_best, worth_value by assumption; reflexivity. }
  rewrite sum_over_scale; f_equal.
  rewrite (sum_over_ext k best_dual (fun x => sum_over k (fun word => corner_mass levels_ word * (tensor (corner levels_ word) x * best_dual x)))).
  - rewrite sum_over_swap; apply sum_over_ext; intros word fits; rewrite sum_over_scale; f_equal.
    destruct (named_version_named levels_ word ltac:(congruence)) as [named same].
    rewrite best_dual_at by (rewrite length_corner; congruence); rewrite <- same.
    rewrite (map_ext_in _ (fun other => top other * (if same_word (named_version levels_ word) other then 1 else 0))).
    + rewrite total_picks by apply corner_words_differ; destruct (in_dec _ _ _) as [_|none]; [|now destruct none; apply corner_words_named].
      apply top_of_same; [apply named_length in named; congruence|assumption|assumption].
    + intros other member; apply corner_words_named in member; rewrite dual_at_corner by assumption.
      replace (same_word other (named_version levels_ word)) with (same_word (named_version levels_ word) other); [ring|].
      apply eq_true_iff_eq; rewrite !same_word_iff; split; congruence.
  - intros x fits; transitivity (best_dual x * 1); [ring|]; rewrite <- (corner_masses levels_ x) by (assumption || congruence).
    rewrite size, <- sum_over_scale; apply sum_over_ext; intros; ring.
Qed.

End Programs.
