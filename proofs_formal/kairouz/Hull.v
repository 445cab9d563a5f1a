(** Lemma 3.5, second and third sentence, and Eq. 22: points of the manifold on the boundary of its hull, the corners that
    they need, and the half-spaces whose intersection is the hull. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Exact Average Signatures Corners Lemma35.
Import ListNotations.
Open Scope R_scope.

(** * Which corners have a positive share *)

Fixpoint needed (lambdas signature : list R) (word : list bool) : Prop :=
  match lambdas, signature, word with
  | lambda :: lambdas, s :: signature, b :: word => (lambda = 1 \/ s <> end_ lambda (negb b)) /\ needed lambdas signature word
  | _, _, _ => True
  end.

Lemma product_positive a b : 0 <= a -> 0 <= b -> (0 < a * b <-> 0 < a /\ 0 < b).
Proof.
  intros pa pb; split; [|intros [? ?]; now apply Rmult_lt_0_compat].
  intros more; split; apply Rnot_le_lt; intros le; [assert (a = 0) as zero by lra|assert (b = 0) as zero by lra]; rewrite zero in more; lra.
Qed.

Lemma share_positive lambdas : forall signature word, levels lambdas -> in_box lambdas signature -> names_corner lambdas word ->
  (0 < corner_share lambdas signature word <-> needed lambdas signature word).
Proof.
  induction lambdas as [|l lambdas IH]; intros signature word all keeps named;
    inversion keeps as [|? s ? others own rest]; subst; destruct word as [|b word]; cbn in named; try tauto; cbn; [split; auto; lra|].
  inversion all; subst; destruct named as [flat named].
  destruct (end_shares l s) as (_ & _ & positive & strict & one); try assumption.
  rewrite product_positive, IH by (auto || now apply corner_shares_not_negative); apply and_iff_compat_r.
  destruct (Req_EM_T l 1) as [same|more].
  - rewrite (flat same); destruct (one same) as [-> _]; split; [auto|lra].
  - destruct (strict more) as [low high]; destruct b; cbn; [rewrite high|rewrite low]; tauto.
Qed.

(** * The second sentence *)

Fixpoint at_an_end (lambdas signature : list R) : Prop :=
  match lambdas, signature with
  | lambda :: lambdas, s :: signature => (lambda <> 1 /\ (s = / lambda \/ s = lambda)) \/ at_an_end lambdas signature
  | _, _ => False
  end.

Lemma all_needed lambdas : forall signature, length signature = length lambdas ->
  (~ at_an_end lambdas signature <-> forall word, In word (corner_words lambdas) -> needed lambdas signature word).
Proof.
  induction lambdas as [|l lambdas IH]; intros [|s signature] size; try discriminate; cbn [at_an_end corner_words].
  - split; [intros _ word _; destruct word; exact I|tauto].
  - specialize (IH signature ltac:(now injection size)).
    assert (exists word, In word (corner_words lambdas)) as (some & there).
    { clear; induction lambdas as [|m ms (word & member)]; cbn; [exists []; now left|].
      exists (false :: word); destruct (Req_EM_T m 1); [now apply in_map|apply in_or_app; left; now apply in_map]. }
    destruct (Req_EM_T l 1) as [same|more]; split.
    + intros none word member; apply in_map_iff in member; destruct member as (rest & <- & member); cbn; split; [auto|].
      apply IH; tauto.
    + intros each [[apart _]|later]; [tauto|]; revert later; apply IH; intros word member.
      now destruct (each (false :: word) ltac:(now apply in_map)).
    + intros none word member; apply in_app_or in member.
      destruct member as [member|member]; apply in_map_iff in member; destruct member as (rest & <- & member); cbn;
        (split; [right; intros equal; apply none; tauto|apply IH; tauto]).
    + intros each [[_ ends]|later].
      * destruct ends as [low|high]; [destruct (each (true :: some))|destruct (each (false :: some))];
          try (apply in_or_app; (left + right); now apply in_map); cbn in *; tauto.
      * revert later; apply IH; intros word member; destruct (each (false :: word)); [apply in_or_app; left; now apply in_map|assumption].
Qed.

(** A point of the box, by rational numbers. *)
Definition rational_box (lambdas point : list Q) : Prop := Forall2 (fun l t => 1 <= t * l /\ t <= l)%Q lambdas point.

Lemma Q2R_inverse l : 1 <= Q2R l -> forall t, (1 <= t * l)%Q <-> / Q2R l <= Q2R t.
Proof.
  intros level t; split; intros le.
  - apply Qle_Rle in le; rewrite Q2R_mult, RMicromega.Q2R_1 in le; apply Rmult_le_reg_r with (Q2R l); [lra|]; rewrite Rinv_l by lra; lra.
  - apply Rle_Qle; rewrite Q2R_mult, RMicromega.Q2R_1; apply Rmult_le_compat_r with (r := Q2R l) in le; [|lra]; rewrite Rinv_l in le by lra; lra.
Qed.

Lemma Q2R_at_low l t : 1 <= Q2R l -> (Qeq_bool (t * l) 1 = true <-> Q2R t = / Q2R l).
Proof.
  intros level; rewrite Qeq_bool_iff; split; intros same.
  - apply Qeq_eqR in same; rewrite Q2R_mult, RMicromega.Q2R_1 in same; apply Rmult_eq_reg_r with (Q2R l); [|lra]; rewrite Rinv_l by lra; lra.
  - apply eqR_Qeq; rewrite Q2R_mult, RMicromega.Q2R_1, same; apply Rinv_l; lra.
Qed.

Lemma Qeq_real a b : Qeq_bool a b = true <-> Q2R a = Q2R b.
Proof. rewrite Qeq_bool_iff; split; [apply Qeq_eqR|apply eqR_Qeq]. Qed.

Lemma real_box lambdas point : rational_levels lambdas -> rational_box lambdas point -> in_box (map Q2R lambdas) (map Q2R point).
Proof.
  intros all; induction 1 as [|l t lambdas point [low high] _ IH]; cbn; [constructor|]; inversion all as [|? ? level others]; subst.
  constructor; [|now apply IH]; apply Q2R_level in level; split; [now apply Q2R_inverse|now apply Qle_Rle].
Qed.

Definition boundary_test (lambdas point : list Q) : bool :=
  existsb (fun '(l, t) => negb (Qle_bool l 1) && (Qeq_bool (t * l) 1 || Qeq_bool t l)) (combine lambdas point).

Lemma boundary_test_spec lambdas : forall point, rational_levels lambdas ->
  (boundary_test lambdas point = true <-> at_an_end (map Q2R lambdas) (map Q2R point)).
Proof.
  unfold boundary_test; induction lambdas as [|l lambdas IH]; intros [|t point] all; cbn; try (split; [discriminate|tauto]).
  inversion all as [|? ? level others]; subst; rewrite orb_true_iff, IH, above_one, andb_true_iff, orb_true_iff by assumption.
  apply or_iff_compat_r; apply Q2R_level in level; rewrite Q2R_at_low, Qeq_real by assumption.
  destruct (Req_EM_T (Q2R l) 1); split; try tauto; intros [? _]; discriminate || tauto.
Qed.

(** On the boundary: no mixture of all corners with positive weights gives it. *)
(* Claim: kairouz/lem-3-5-boundary corrected *)
Theorem lemma35_boundary lambdas point : rational_levels lambdas -> rational_box lambdas point -> let levels_ := map Q2R lambdas in
  (boundary_test lambdas point = true <-> ~ exists w, mixes levels_ w (tensor (map Q2R point)) /\
     forall word, In word (corner_words levels_) -> 0 < w word).
Proof.
  intros all box levels_; pose proof (levels_of lambdas all) as real; pose proof (real_box lambdas point all box) as fits.
  rewrite boundary_test_spec by assumption; fold levels_ in real, fits |- *.
  assert (~ at_an_end levels_ (map Q2R point) <-> exists w, mixes levels_ w (tensor (map Q2R point)) /\
     forall word, In word (corner_words levels_) -> 0 < w word) as inner.
  { rewrite all_needed by now apply in_box_length.
    split.
    - intros every; exists (corner_share levels_ (map Q2R point)); split; [now apply shares_mix|].
      intros word member; apply share_positive; try assumption; [now apply corner_words_named|now apply every].
    - intros (w & (_ & _ & same) & positive) word member; apply share_positive; try assumption; [now apply corner_words_named|].
      rewrite <- (weight_is_share levels_ _ w word) by assumption; now apply positive. }
  rewrite <- inner; split; [tauto|]; intros double.
  destruct (boundary_test lambdas point) eqn:test; [now apply boundary_test_spec|].
  destruct double; intros ends; apply boundary_test_spec in ends; [congruence|assumption].
Qed.

(** * The third sentence *)

Definition corner_test (lambdas point : list Q) (upper : list bool) : bool :=
  forallb (fun '(l, t, b) => (negb (Qle_bool (t * l) 1) && negb (Qle_bool l t)) || (if b : bool then Qeq_bool t l else Qeq_bool (t * l) 1))
    (combine (combine lambdas point) upper).

Lemma corner_test_spec lambdas point : rational_levels lambdas -> rational_box lambdas point -> forall upper, length upper = length lambdas ->
  (corner_test lambdas point upper = true <-> needed (map Q2R lambdas) (map Q2R point) (named_version (map Q2R lambdas) upper)).
Proof.
  intros all; unfold corner_test; induction 1 as [|l t lambdas point [low high] _ IH]; intros [|b upper] size; try discriminate; cbn; [tauto|].
  inversion all as [|? ? level others]; subst; rewrite andb_true_iff, IH by (assumption || now injection size).
  apply and_iff_compat_r; rewrite orb_true_iff, andb_true_iff, !negb_true_iff, <- !not_true_iff_false, !Qle_bool_iff.
  apply Q2R_level in level; apply Q2R_inverse in low; [|assumption]; apply Qle_Rle in high.
  assert ((t * l <= 1)%Q <-> Q2R t <= / Q2R l) as ->.
  { split; intros le; [apply Qle_Rle in le|apply Rle_Qle]; rewrite ?Q2R_mult, ?RMicromega.Q2R_1 in *.
    - apply Rmult_le_reg_r with (Q2R l); [lra|]; rewrite Rinv_l by lra; lra.
    - apply Rmult_le_compat_r with (r := Q2R l) in le; [|lra]; rewrite Rinv_l in le by lra; lra. }
  assert ((l <= t)%Q <-> Q2R l <= Q2R t) as -> by (split; [apply Qle_Rle|apply Rle_Qle]).
  assert ((if b then Qeq_bool t l else Qeq_bool (t * l) 1) = true <-> Q2R t = end_ (Q2R l) b) as ->
    by (destruct b; [apply Qeq_real|now apply Q2R_at_low]).
  destruct (Req_EM_T (Q2R l) 1) as [same|more].
  - split; [auto|]; intros _; right; rewrite same, Rinv_1 in *; unfold end_; destruct b; rewrite ?Rinv_1; lra.
  - pose proof (gap_positive (Q2R l) level more); unfold end_; destruct b; cbn; split; intros ends;
      try (destruct ends as [|ends]; [lra|]); try (right; lra); destruct (Req_EM_T (Q2R t) (Q2R l)), (Req_EM_T (Q2R t) (/ Q2R l)); lra || (left; split; lra) || (right; lra).
Qed.

(** The weight of a corner is the same in all mixtures that give the point. *)
(* Claim: kairouz/lem-3-5-all-corners corrected *)
Theorem lemma35_all_corners lambdas point upper : rational_levels lambdas -> rational_box lambdas point ->
  length upper = length lambdas -> let levels_ := map Q2R lambdas in let word := named_version levels_ upper in
  In word (corner_words levels_) /\ corner levels_ word = corner levels_ upper /\
  exists weight, (exists w, mixes levels_ w (tensor (map Q2R point))) /\
    (forall w, mixes levels_ w (tensor (map Q2R point)) -> w word = weight) /\
    (corner_test lambdas point upper = true <-> 0 < weight).
Proof.
  intros all box size levels_ word; pose proof (levels_of lambdas all) as real; pose proof (real_box lambdas point all box) as fits.
  destruct (named_version_named levels_ upper) as [named same]; [unfold levels_; now rewrite map_length|].
  split; [now apply corner_words_named|]; split; [exact same|]; exists (corner_share levels_ (map Q2R point) word); split; [|split].
  - eexists; now apply shares_mix.
  - intros w (_ & _ & equal); apply weight_is_share; try assumption; now apply corner_words_named.
  - rewrite share_positive by assumption; now apply corner_test_spec.
Qed.
