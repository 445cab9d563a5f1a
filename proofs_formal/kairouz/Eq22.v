(** Eq. 22: the half-spaces whose intersection is the hull of the rank-one tensors. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Exact Average Signatures Corners Lemma35.
Import ListNotations.
Open Scope R_scope.

(** * The half-spaces *)

(** Words over the parties with lambda above 1; for the others they say false. *)
Fixpoint free_words (lambdas : list Q) : list (list bool) :=
  match lambdas with
  | [] => [[]]
  | l :: lambdas =>
      if Qle_bool l 1 then map (cons false) (free_words lambdas)
      else map (cons false) (free_words lambdas) ++ map (cons true) (free_words lambdas)
  end.

(** The input without the bits of parties with lambda 1. *)
Fixpoint rest_of (lambdas : list Q) (x : list bool) : list bool :=
  match lambdas, x with
  | l :: lambdas, bit :: x => (if Qle_bool l 1 then false else bit) :: rest_of lambdas x
  | _, _ => []
  end.

(** The product of -a_j, and that of (-lambda_i)^(a_i x_i). *)
Fixpoint signs (lambdas : list Q) (a : list bool) : Q :=
  match lambdas, a with
  | l :: lambdas, up :: a => ((if Qle_bool l 1 then 1 else if up then -(1) else 1) * signs lambdas a)%Q
  | _, _ => 1%Q
  end.

Fixpoint powers (lambdas : list Q) (a x : list bool) : Q :=
  match lambdas, a, x with
  | l :: lambdas, up :: a, bit :: x =>
      ((if Qle_bool l 1 then 1 else if bit then if up then - l else - / l else 1) * powers lambdas a x)%Q
  | _, _, _ => 1%Q
  end.

Definition at_input (T : list Q) (x : list bool) : Q := nth (place x 0) T 0%Q.

Definition half_space (lambdas T : list Q) (a : list bool) : Q :=
  (signs lambdas a * fold_right Qplus 0 (map (fun x => at_input T x * powers lambdas a x) (free_words lambdas)))%Q.

Definition eq22 (lambdas T : list Q) : bool :=
  Qeq_bool (at_input T (repeat false (length lambdas))) 1 &&
  forallb (fun x => Qeq_bool (at_input T x) (at_input T (rest_of lambdas x))) (all_bits (length lambdas)) &&
  forallb (fun a => Qle_bool 0 (half_space lambdas T a)) (free_words lambdas).

(** * In real numbers *)

Lemma Qle_one l : (1 <= l)%Q -> Qle_bool l 1 = if Req_EM_T (Q2R l) 1 then true else false.
Proof. intros level; pose proof (above_one l level) as above; destruct (Qle_bool l 1), (Req_EM_T (Q2R l) 1); cbn in above; congruence. Qed.

Lemma free_words_real lambdas : rational_levels lambdas -> free_words lambdas = corner_words (map Q2R lambdas).
Proof.
  induction 1 as [|l lambdas level _ IH]; cbn; [reflexivity|]; rewrite Qle_one, IH by assumption; now destruct (Req_EM_T (Q2R l) 1).
Qed.

Lemma rest_of_real lambdas : forall x, rational_levels lambdas -> rest_of lambdas x = named_version (map Q2R lambdas) x.
Proof.
  induction lambdas as [|l lambdas IH]; intros [|bit x] all; cbn; try reflexivity; inversion all; subst.
  rewrite Qle_one, IH by assumption; now destruct (Req_EM_T (Q2R l) 1).
Qed.

(** A dual functional is the half-space of its signs, up to a positive factor. *)
Lemma dual_is_half_space lambdas : forall a, rational_levels lambdas -> names_corner (map Q2R lambdas) a ->
  exists c, 0 < c /\ forall x, names_corner (map Q2R lambdas) x ->
    dual (map Q2R lambdas) a x = c * (Q2R (signs lambdas a) * Q2R (powers lambdas a x)).
Proof.
  induction lambdas as [|l lambdas IH]; intros [|up a] all named; cbn in named; try tauto.
  - exists 1; split; [lra|]; intros [|? ?] other; cbn in *; try tauto; rewrite RMicromega.Q2R_1; ring.
  - inversion all as [|? ? level others]; subst; destruct named as [flat named]; destruct (IH a others named) as (c & positive & same).
    apply Q2R_level in level as real; set (r := Q2R l) in *.
    exists ((if Req_EM_T r 1 then 1 else if up then / (r * (r - / r)) else r / (r - / r)) * c); split.
    + apply Rmult_lt_0_compat; [|assumption]; destruct (Req_EM_T r 1) as [|more]; [lra|]; pose proof (gap_positive r real more).
      destruct up; [apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra|apply Rdiv_lt_0_compat; lra].
    + intros [|bit x] other; cbn in other; try tauto; destruct other as [flat' other].
      cbn [map dual signs powers]; rewrite !Q2R_mult, same by assumption; unfold dual_entry; rewrite Qle_one by assumption; fold r.
      destruct (Req_EM_T r 1) as [one|more].
      * rewrite (flat one), (flat' one), RMicromega.Q2R_1; ring.
      * pose proof (gap_positive r real more) as gap; assert (r <> 0) by lra; assert (r * r - 1 <> 0).
        { intros zero; assert (r * (r - / r) = r * r - 1) as product by (field; lra).
          assert (0 < r * (r - / r)) by (apply Rmult_lt_0_compat; lra); lra. }
        assert (Q2R (- / l) = - / r) as low.
        { rewrite Q2R_opp, Q2R_inv; [reflexivity|]; intros zero; apply Qeq_eqR in zero; rewrite RMicromega.Q2R_0 in zero; fold r in zero; lra. }
        destruct up, bit; rewrite ?low, ?Q2R_opp, ?RMicromega.Q2R_1; fold r; field; repeat split; assumption.
Qed.

Lemma dual_unnamed lambdas : forall a x, names_corner lambdas a -> length x = length lambdas -> ~ names_corner lambdas x -> dual lambdas a x = 0.
Proof.
  induction lambdas as [|l lambdas IH]; intros [|up a] [|bit x] named size other; cbn in *; try tauto; try discriminate.
  destruct named as [flat named]; unfold dual_entry; destruct (Req_EM_T l 1) as [one|more]; [rewrite (flat one); destruct bit; [ring|]|];
    rewrite IH by (assumption || (now injection size) || tauto); ring.
Qed.

(** The other way round: the corners are dual to the functionals. *)
Lemma corner_dual lambdas : forall y x, levels lambdas -> names_corner lambdas y -> length x = length lambdas ->
  total (map (fun word => dual lambdas word y * tensor (corner lambdas word) x) (corner_words lambdas))
  = if same_word y (named_version lambdas x) then 1 else 0.
Proof.
  induction lambdas as [|l lambdas IH]; intros [|b y] [|bit x] all named size; cbn in named; try tauto; try discriminate; [unfold total; cbn; ring|].
  inversion all; subst; destruct named as [flat named]; specialize (IH y x ltac:(assumption) named ltac:(now injection size)).
  cbn [corner_words named_version same_word].
  assert (forall u, total (map (fun word => dual (l :: lambdas) word (b :: y) * tensor (corner (l :: lambdas) word) (bit :: x)) (map (cons u) (corner_words lambdas)))
    = dual_entry l u b * (if bit then end_ l u else 1) * (if same_word y (named_version lambdas x) then 1 else 0)) as part.
  { intros u; rewrite <- IH, map_map, scaled_total; f_equal; apply map_ext; intros word; cbn [dual corner tensor]; ring. }
  destruct (Req_EM_T l 1) as [one|more].
  - rewrite part, (flat one); unfold dual_entry, end_; destruct (Req_EM_T l 1); [|tauto]; rewrite one, Rinv_1.
    cbn [eqb andb]; destruct bit, (same_word _ _); ring.
  - rewrite map_app; unfold total at 1; rewrite Interactive.sum_app; fold (total (map (fun word => dual (l :: lambdas) word (b :: y)
      * tensor (corner (l :: lambdas) word) (bit :: x)) (map (cons false) (corner_words lambdas)))).
    fold (total (map (fun word => dual (l :: lambdas) word (b :: y)
      * tensor (corner (l :: lambdas) word) (bit :: x)) (map (cons true) (corner_words lambdas)))).
    rewrite !part; unfold dual_entry, end_; destruct (Req_EM_T l 1); [tauto|].
    pose proof (gap_positive l ltac:(assumption) more) as gap; set (i := / l) in *; clearbody i.
    destruct (same_word _ _), b, bit; cbn [eqb andb]; field; lra.
Qed.

Lemma tensor_of_corner lambdas : forall word x, length x = length lambdas -> length word = length lambdas ->
  tensor (corner lambdas word) (named_version lambdas x) = tensor (corner lambdas word) x.
Proof.
  induction lambdas as [|l lambdas IH]; intros [|u word] [|bit x] size size_w; try discriminate; [reflexivity|].
  cbn [named_version corner tensor]; rewrite IH by ((now injection size) || (now injection size_w)); f_equal.
  destruct (Req_EM_T l 1) as [one|]; [|reflexivity]; unfold end_; rewrite one, Rinv_1; now destruct bit, u.
Qed.

Lemma tensor_at_zeros signature : tensor signature (repeat false (length signature)) = 1.
Proof. induction signature as [|s signature IH]; cbn; [reflexivity|]; rewrite IH; ring. Qed.

Lemma half_space_value lambdas T a : rational_levels lambdas -> names_corner (map Q2R lambdas) a ->
  exists c, 0 < c /\ sum_over (length lambdas) (fun x => dual (map Q2R lambdas) a x * Q2R (at_input T x)) = c * Q2R (half_space lambdas T a).
Proof.
  intros all named; destruct (dual_is_half_space lambdas a all named) as (c & positive & same); exists c; split; [assumption|].
  assert (length lambdas = length (map Q2R lambdas)) as size by (symmetry; apply map_length); rewrite size.
  rewrite sum_over_named by (intros x fits other; rewrite dual_unnamed by assumption; ring).
  unfold half_space; rewrite free_words_real, Q2R_mult by assumption.
  rewrite (map_ext_in _ (fun x => c * Q2R (signs lambdas a) * (Q2R (at_input T x) * Q2R (powers lambdas a x)))).
  - rewrite <- scaled_total, <- Rmult_assoc; f_equal; unfold total; induction (corner_words (map Q2R lambdas)) as [|x l IH]; cbn [map fold_right].
    + symmetry; apply RMicromega.Q2R_0.
    + rewrite Q2R_plus, Q2R_mult, IH; reflexivity.
  - intros x member; apply corner_words_named in member; rewrite same by assumption; ring.
Qed.

(* Claim: kairouz/eq-22 corrected *)
Theorem eq22_hull lambdas T : rational_levels lambdas -> let levels_ := map Q2R lambdas in
  (eq22 lambdas T = true <-> exists w, mixes levels_ w (fun x => Q2R (at_input T x))).
Proof.
  intros all levels_; pose proof (levels_of lambdas all) as real.
  assert (length levels_ = length lambdas) as size by apply map_length.
  unfold eq22; rewrite !andb_true_iff, !forallb_forall, Qeq_bool_iff, free_words_real by assumption; fold levels_; split.
  - intros [[first flat] half]; apply Qeq_eqR in first; rewrite RMicromega.Q2R_1 in first.
    set (w := fun word => sum_over (length lambdas) (fun x => dual levels_ word x * Q2R (at_input T x))); exists w.
    assert (forall x, length x = length lambdas -> Q2R (at_input T x) = combination levels_ w x) as same.
    { intros x fits; unfold combination, w.
      rewrite (map_ext _ (fun word => sum_over (length lambdas) (fun y => Q2R (at_input T y) * (dual levels_ word y * tensor (corner levels_ word) x)))).
      2: { intros word; rewrite Rmult_comm, <- sum_over_scale; apply sum_over_ext; intros; ring. }
      rewrite <- total_sum_over, <- size, sum_over_named.
      - rewrite (map_ext_in _ (fun y => Q2R (at_input T y) * (if same_word (named_version levels_ x) y then 1 else 0))).
        + destruct (named_version_named levels_ x ltac:(congruence)) as [named _]; apply corner_words_named in named.
          rewrite total_picks by apply corner_words_differ; destruct (in_dec _ _ _); [|contradiction].
          unfold levels_; rewrite <- rest_of_real by assumption.
          apply Qeq_eqR, Qeq_bool_iff, flat; rewrite <- fits; apply all_bits_complete.
        + intros y member; apply corner_words_named in member; rewrite <- scaled_total, corner_dual by (assumption || congruence).
          replace (same_word y (named_version levels_ x)) with (same_word (named_version levels_ x) y); [reflexivity|].
          apply eq_true_iff_eq; rewrite !same_word_iff; split; congruence.
      - intros y fits_y other; unfold total; rewrite (map_ext_in _ (fun _ => 0)).
        + clear; induction (corner_words levels_) as [|? l IH]; cbn; [reflexivity|]; rewrite IH; ring.
        + intros word member; apply corner_words_named in member; rewrite dual_unnamed by assumption; ring. }
    split; [|split; [|intros x fits; apply same; congruence]].
    + intros word member; apply half in member as above; apply corner_words_named in member.
      destruct (half_space_value lambdas T word all member) as (c & positive & value); unfold w; fold levels_ in value; rewrite value.
      apply Qle_bool_iff, Qle_Rle in above; rewrite RMicromega.Q2R_0 in above; apply Rmult_le_pos; lra.
    + rewrite <- first, same by apply repeat_length; unfold combination; f_equal; apply map_ext_in; intros word member.
      apply corner_words_named, named_length in member.
      rewrite <- size, <- (length_corner levels_ word member), tensor_at_zeros; ring.
  - intros (w & positive & whole & same); split; [split|].
    + apply eqR_Qeq; rewrite RMicromega.Q2R_1, <- whole, same by (rewrite repeat_length; congruence).
      unfold combination; f_equal; apply map_ext_in; intros word member; apply corner_words_named, named_length in member.
      rewrite <- size, <- (length_corner levels_ word member), tensor_at_zeros; ring.
    + intros x member; apply all_bits_length in member; apply Qeq_bool_iff, eqR_Qeq; rewrite rest_of_real by assumption; fold levels_.
      assert (length (named_version levels_ x) = length levels_) as fits.
      { apply named_length; now apply named_version_named; rewrite size. }
      rewrite !same by congruence; unfold combination; f_equal; apply map_ext_in; intros word inside_.
      apply corner_words_named, named_length in inside_; rewrite tensor_of_corner by congruence; reflexivity.
    + intros a member; apply corner_words_named in member as named.
      destruct (half_space_value lambdas T a all named) as (c & more & value); fold levels_ in value.
      assert (c * Q2R (half_space lambdas T a) = w a) as weight.
      { rewrite <- value, <- (weight_by_dual levels_ w a real member), size; apply sum_over_ext; intros x fits; rewrite same by congruence; reflexivity. }
      apply Qle_bool_iff, Rle_Qle; rewrite RMicromega.Q2R_0; specialize (positive a member); rewrite <- weight in positive.
      apply Rmult_le_reg_l with c; [assumption|lra].
Qed.
