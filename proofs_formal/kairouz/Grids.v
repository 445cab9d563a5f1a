(** Section 3.1: programs over signatures. Masses of signatures and decisions are private conversations with rules, and
    the other way round, with the same accuracy on every input: for any signatures of the box with the corners among
    them, as in a grid. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average Worst TwoParty Signatures Corners Lemma35.
Import ListNotations.
Open Scope R_scope.

(** * Grids *)

(** Evenly spaced from 1/lambda to lambda, ends included; one point where they are the same. *)
Definition axis (steps : nat) (l : Q) : list Q :=
  if Qle_bool l 1 then [/ l]%Q
  else map (fun step => (/ l + (l - / l) * inject_Z (Z.of_nat step) / inject_Z (Z.of_nat steps))%Q) (seq 0 (S steps)).

Fixpoint grid (steps : nat) (lambdas : list Q) : list (list Q) :=
  match lambdas with
  | [] => [[]]
  | l :: lambdas => flat_map (fun s => map (cons s) (grid steps lambdas)) (axis steps l)
  end.

(** Signatures of the box with all corners among them. *)
Definition covers (lambdas : list R) (signatures : list (list R)) : Prop :=
  Forall (in_box lambdas) signatures /\ forall word, length word = length lambdas -> In (corner lambdas word) signatures.

Lemma Q2R_nat n : Q2R (inject_Z (Z.of_nat n)) = INR n.
Proof. unfold Q2R, inject_Z; cbn [Qnum Qden]; rewrite <- INR_IZR_INZ, Rinv_1; ring. Qed.

Lemma Q2R_inv_level l : 1 <= Q2R l -> Q2R (/ l) = / Q2R l.
Proof. intros level; apply Q2R_inv; intros zero; apply Qeq_eqR in zero; rewrite RMicromega.Q2R_0 in zero; lra. Qed.

Lemma axis_value steps l step : (0 < steps)%nat -> 1 <= Q2R l ->
  Q2R (/ l + (l - / l) * inject_Z (Z.of_nat step) / inject_Z (Z.of_nat steps)) = / Q2R l + (Q2R l - / Q2R l) * (INR step / INR steps).
Proof.
  intros some level; assert (0 < INR steps) by (apply lt_0_INR; lia).
  rewrite Q2R_plus, Q2R_div_positive, Q2R_mult, Q2R_minus, !Q2R_nat, Q2R_inv_level by (rewrite ?Q2R_nat; assumption); unfold Rdiv; ring.
Qed.

Lemma axis_covers steps l : (0 < steps)%nat -> (1 <= l)%Q ->
  Forall (fun s => inside (Q2R l) (Q2R s)) (axis steps l) /\ forall upper, In (end_ (Q2R l) upper) (map Q2R (axis steps l)).
Proof.
  intros some level; apply Q2R_level in level as real; unfold axis; destruct (Qle_bool l 1) eqn:one.
  - apply Qle_bool_iff, Qle_Rle in one; rewrite RMicromega.Q2R_1 in one; assert (Q2R l = 1) as same by lra.
    cbn [map]; rewrite Q2R_inv_level by assumption.
    split; [constructor; [rewrite Q2R_inv_level by assumption; apply (end_inside _ false); assumption|constructor]|].
    intros upper; left; unfold end_; rewrite same, Rinv_1; now destruct upper.
  - assert (0 < INR steps) as positive by (apply lt_0_INR; lia).
    assert (/ Q2R l <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    split.
    + apply Forall_map, Forall_forall; intros step member%in_seq; rewrite axis_value by assumption.
      assert (0 <= INR step / INR steps <= 1).
      { assert (INR step <= INR steps) by (apply le_INR; lia); pose proof (pos_INR step); split.
        - apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat; assumption].
        - apply Rmult_le_reg_r with (INR steps); [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
      unfold inside; nra.
    + intros upper; rewrite map_map; apply in_map_iff; exists (if upper then steps else 0%nat); split.
      * rewrite axis_value by assumption; destruct upper; unfold end_; [|cbn [INR]]; field; lra.
      * apply in_seq; destruct upper; lia.
Qed.

Lemma grid_covers steps lambdas : (0 < steps)%nat -> rational_levels lambdas -> covers (map Q2R lambdas) (map (map Q2R) (grid steps lambdas)).
Proof.
  intros some; induction 1 as [|l lambdas level _ [boxes corners]]; cbn [map grid].
  - split; [repeat constructor|]; intros [|? ?] size; try discriminate; now left.
  - destruct (axis_covers steps l some level) as [within ends]; split.
    + apply Forall_forall; intros s member; apply in_map_iff in member; destruct member as (q & <- & member).
      apply in_flat_map in member; destruct member as (first & here & later); apply in_map_iff in later; destruct later as (rest & <- & there).
      rewrite Forall_forall in *; cbn; constructor; [now apply within|]; apply boxes, in_map_iff; eauto.
    + intros [|upper word] size; try discriminate; specialize (ends upper); apply in_map_iff in ends; destruct ends as (first & value & here).
      specialize (corners word ltac:(now injection size)); apply in_map_iff in corners; destruct corners as (rest & value' & there).
      cbn [corner]; apply in_map_iff; exists (first :: rest); cbn; split; [congruence|].
      apply in_flat_map; exists first; split; [assumption|now apply in_map].
Qed.

(** * Masses *)

Section Masses.

Variables (signatures : list (list R)) (decisions : nat).

Definition columns_ : list (nat * nat) := list_prod (seq 0 (length signatures)) (seq 0 decisions).

Definition sums (theta : nat -> nat -> R) (F : list R -> nat -> R) : R :=
  total (map (fun '(i, y) => theta i y * F (nth i signatures []) y) columns_).

(** theta >= 0 and S theta = 1. *)
Definition masses (k : nat) (theta : nat -> nat -> R) : Prop :=
  (forall i y, (i < length signatures)%nat -> (y < decisions)%nat -> 0 <= theta i y) /\
  forall x, length x = k -> sums theta (fun s _ => tensor s x) = 1.

Lemma total_list_prod (f : nat -> nat -> R) l m :
  total (map (fun '(i, y) => f i y) (list_prod l m)) = total (map (fun i => total (map (f i) m)) l).
Proof.
  unfold total; induction l as [|i l IH]; cbn [list_prod map fold_right]; [reflexivity|].
  rewrite map_app, Interactive.sum_app, IH, map_map; reflexivity.
Qed.

(** What is given for words can be given for signatures. *)
Lemma gathered (words : list (list bool)) (c : list bool -> list R) (u : list bool -> nat -> R) :
  (forall word, In word words -> In (c word) signatures) -> (forall word y, In word words -> 0 <= u word y) ->
  exists theta, (forall i y, 0 <= theta i y) /\ forall F, sums theta F
    = total (map (fun word => total (map (fun y => u word y * F (c word) y) (seq 0 decisions))) words).
Proof.
  induction words as [|word words IH]; intros listed positive.
  - exists (fun _ _ => 0); split; [intros; lra|]; intros F; unfold sums, total; cbn.
    induction columns_ as [|[i y] l IH]; cbn; [reflexivity|]; rewrite IH; ring.
  - destruct IH as (theta & above & same); [intros; apply listed; now right|intros; apply positive; now right|].
    destruct (In_nth _ _ [] (listed word (or_introl eq_refl))) as (place_ & inside_ & value).
    exists (fun i y => theta i y + (if Nat.eqb place_ i then u word y else 0)); split.
    + intros i y; pose proof (above i y); destruct (Nat.eqb place_ i); [|lra]; pose proof (positive word y (or_introl eq_refl)); lra.
    + intros F; cbn [map]; change (total (?a :: ?l)) with (a + total l); rewrite <- same, <- value; unfold sums, columns_.
      rewrite <- (single_term (fun i => total (map (fun y => u word y * F (nth i signatures []) y) (seq 0 decisions))) place_ (length signatures) 0) by lia.
      rewrite (total_list_prod (fun i y => (theta i y + (if Nat.eqb place_ i then u word y else 0)) * F (nth i signatures []) y)).
      rewrite (total_list_prod (fun i y => theta i y * F (nth i signatures []) y)), <- total_plus; f_equal; apply map_ext; intros i.
      destruct (Nat.eqb place_ i).
      * rewrite <- total_plus; f_equal; apply map_ext; intros y; ring.
      * rewrite Rplus_0_l; f_equal; apply map_ext; intros y; ring.
Qed.

(** * They are conversations *)

Definition scaled_column (mass : R) (signature : list R) : column :=
  match signature with [] => [] | s :: rest => (mass, mass * s) :: map (fun s => (1, s)) rest end.

Lemma scaled_probability mass signature x : signature <> [] -> length x = length signature ->
  probability (scaled_column mass signature) x = mass * tensor signature x.
Proof.
  intros some size; destruct signature as [|s rest]; [contradiction|]; destruct x as [|bit x]; [discriminate|]; cbn.
  replace (probability (map (fun s => (1, s)) rest) x) with (tensor rest x); [destruct bit; cbn; ring|].
  injection size as size; clear some; revert x size; induction rest as [|r rest IH]; intros [|b x] size; try discriminate; [reflexivity|].
  cbn; rewrite IH by (now injection size); now destruct b.
Qed.

Variable lambdas : list R.
Hypothesis all : levels lambdas.
Hypothesis some : lambdas <> [].
Hypothesis covered : covers lambdas signatures.

Lemma inside_factor l s mass : 1 <= l -> 0 <= mass -> inside l s -> private_factor l (mass, mass * s).
Proof.
  intros level positive [low high]; assert (0 < / l) by (apply Rinv_0_lt_compat; lra).
  assert (1 <= l * s) by (rewrite <- (Rinv_r l) by lra; apply Rmult_le_compat_l; lra).
  unfold private_factor; cbn; split; [assumption|]; split; [apply Rmult_le_pos; lra|]; split.
  - replace (l * (mass * s)) with (mass * (l * s)) by ring; rewrite <- (Rmult_1_r mass) at 1; now apply Rmult_le_compat_l.
  - rewrite (Rmult_comm l); now apply Rmult_le_compat_l.
Qed.

Lemma scaled_private signature mass : 0 <= mass -> in_box lambdas signature -> private_column lambdas (scaled_column mass signature).
Proof.
  intros positive fits; destruct fits as [|l s ls rest here later]; [constructor|]; inversion all; subst; constructor; [now apply inside_factor|].
  clear - later H2; induction later as [|l s ls rest here _ IH]; cbn; inversion H2; subst; constructor; [|now apply IH].
  replace (1, s) with (1, 1 * s) by (f_equal; ring); apply inside_factor; lra || assumption.
Qed.

Variable W : list (list Q).

Definition theta_accuracy (theta : nat -> nat -> R) (x : list bool) : R :=
  sums theta (fun s y => tensor s x * decision_score W y x).

Definition theta_protocol (theta : nat -> nat -> R) : decoded_protocol nat :=
  map (fun '(i, y) => (scaled_column (theta i y) (nth i signatures []), [(1, y)])) columns_.

Notation plays := (private_play nat lambdas (seq 0 decisions)).

Lemma masses_play theta : masses (length lambdas) theta -> exists protocol rule, plays protocol rule /\
  forall x, length x = length lambdas -> conversation_accuracy nat (decision_score W) protocol rule x = theta_accuracy theta x.
Proof.
  intros [positive whole]; destruct covered as [boxes _].
  assert (forall i y, In (i, y) columns_ -> (i < length signatures)%nat /\ (y < decisions)%nat) as ranges.
  { intros i y member; apply in_prod_iff in member; destruct member as [one two]; apply in_seq in one, two; lia. }
  assert (forall i, (i < length signatures)%nat -> in_box lambdas (nth i signatures [])) as box
    by (intros i small; rewrite Forall_forall in boxes; now apply boxes, nth_In).
  assert (forall x, length x = length lambdas -> forall i y, In (i, y) columns_ ->
    probability (scaled_column (theta i y) (nth i signatures [])) x = theta i y * tensor (nth i signatures []) x) as chances_.
  { intros x size i y member; destruct (ranges i y member) as [small _]; pose proof (in_box_length _ _ (box i small)) as fits.
    apply scaled_probability; [|congruence]; intros empty; rewrite empty in fits; destruct lambdas; [contradiction|discriminate]. }
  assert (forall x, length x = length lambdas -> total_probability nat (theta_protocol theta) x = 1) as one.
  { intros x size; rewrite <- (whole x size); unfold total_probability, theta_protocol, sums; pose proof (chances_ x size) as each.
    clear - each; induction columns_ as [|[i y] l IH]; [reflexivity|]; cbn [map fold_right]; unfold total in *; cbn [fold_right].
    rewrite IH, each; [reflexivity|now left|intros j z member; apply each; now right]. }
  assert (forall x, length x = length lambdas -> accuracy nat (decision_score W) (theta_protocol theta) x = theta_accuracy theta x) as scores.
  { intros x size; unfold accuracy, theta_protocol, theta_accuracy, sums; pose proof (chances_ x size) as each.
    clear - each; induction columns_ as [|[i y] l IH]; [reflexivity|]; cbn [map fold_right]; unfold total in *; cbn [fold_right].
    rewrite IH, each; [unfold mixed_score; cbn [fold_right]; ring|now left|intros j z member; apply each; now right]. }
  assert (private_protocol lambdas nat (theta_protocol theta)) as hidden.
  { split; [|exact one]; apply Forall_forall; intros [us mix] member; apply in_map_iff in member; destruct member as ([i y] & same & member).
    injection same as <- <-; destruct (ranges i y member) as [small few]; split; [apply scaled_private; auto|].
    split; [constructor; [lra|constructor]|cbn; ring]. }
  exists (responding lambdas 0), (map (imitation lambdas nat (theta_protocol theta)) (all_bits (length lambdas))); split.
  - apply response_plays; [assumption|intros told size; now apply imitation_is_distribution|].
    intros told; apply imitation_stays_in; apply Forall_forall; intros [us mix] member; apply in_map_iff in member.
    destruct member as ([i y] & same & member); injection same as <- <-; constructor; [|constructor].
    apply in_seq; destruct (ranges i y member); lia.
  - intros x size; rewrite responding_accuracy, imitation_scores by (assumption || apply hidden); now apply scores.
Qed.

Lemma play_masses protocol rule : plays protocol rule -> exists theta, masses (length lambdas) theta /\
  forall x, length x = length lambdas -> theta_accuracy theta x = conversation_accuracy nat (decision_score W) protocol rule x.
Proof.
  intros (speaks & keeps & rules & allowed); destruct covered as [_ corners].
  destruct (theorem31_interactive lambdas nat (decision_score W) all protocol rule speaks keeps rules) as (decoder & random & stays & same).
  specialize (stays _ allowed).
  destruct (gathered (all_bits (length lambdas)) (corner lambdas) (fun word y => corner_mass lambdas word * weight_of y (decoder word)))
    as (theta & positive & equal).
  - intros word member; apply corners; now apply all_bits_length.
  - intros word y member; apply Rmult_le_pos; [apply Rlt_le; now apply corner_mass_positive|].
    destruct (random word (all_bits_length _ _ member)) as [above _]; unfold weight_of, total.
    clear - above; induction above as [|[w a] mix le _ IH]; cbn; [lra|]; destruct (Nat.eqb a y); lra.
  - exists theta; split; [split; [auto|]|].
    + intros x size; rewrite equal, <- (corner_masses lambdas x all size), <- total_all_bits; f_equal; apply map_ext_in; intros word member.
      rewrite <- (Rmult_1_r (corner_mass lambdas word * _)); destruct (random word (all_bits_length _ _ member)) as [_ whole].
      destruct (weights_are_stochastic decisions (decoder word) (random word (all_bits_length _ _ member)) (stays word)) as (_ & _ & total_one).
      unfold weights in total_one; rewrite <- total_one, scaled_total; f_equal; apply map_ext; intros y; ring.
    + intros x size; unfold theta_accuracy; rewrite equal, <- same by assumption; unfold response_accuracy; rewrite <- total_all_bits.
      f_equal; apply map_ext_in; intros word member; rewrite response_is_corner by (assumption || now apply all_bits_length).
      unfold mixed_score; rewrite <- (weighted_total decisions (fun y => decision_score W y x)) by apply stays.
      rewrite scaled_total; f_equal; apply map_ext; intros y; ring.
Qed.

End Masses.
