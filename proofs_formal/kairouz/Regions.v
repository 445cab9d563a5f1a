(** Fig. 1 and Theorem 3.8: hypothesis-testing regions of mechanisms of one bit. A test rejects "the bit is 0" with some
    chance after each output; its errors are missed detection and false alarm. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals Qabs.
From Optcheck.kairouz Require Import Protocols Conversation Exact Worst Mechanisms Corners TwoParty AndXor.
Import ListNotations.
Open Scope R_scope.

Definition expected (chances_ values : list R) : R := total (map (fun '(p, v) => p * v) (combine chances_ values)).

Definition test (outputs : nat) (rejects : list R) : Prop := length rejects = outputs /\ Forall (fun f => 0 <= f <= 1) rejects.

(** Some test has these errors. *)
Definition in_region (zero one : list R) (missed alarm : R) : Prop :=
  exists rejects, test (length zero) rejects /\ expected one rejects = 1 - missed /\ expected zero rejects = alarm.

(** * Fig. 1 *)

Definition region_test (l missed alarm : Q) : bool :=
  let one := (alarm + l * missed)%Q in let other := (l * alarm + missed)%Q in
  Qle_bool 1 one && Qle_bool one l && (Qle_bool 1 other && Qle_bool other l).

(** Randomised response, or the mechanism with three letters. *)
Definition figure_rows (l : Q) (three : bool) : list (list Q) :=
  if three then letters l else [[l / (1 + l); 1 / (1 + l)]; [1 / (1 + l); l / (1 + l)]]%Q.

Lemma response_region p m a : 1 / 2 <= p < 1 -> 0 <= a <= 1 ->
  ((exists f g, 0 <= f <= 1 /\ 0 <= g <= 1 /\ (1 - p) * f + p * g = 1 - m /\ p * f + (1 - p) * g = a) <->
   (1 - p <= (1 - p) * a + p * m <= p /\ 1 - p <= p * a + (1 - p) * m <= p)).
Proof.
  intros range range_a; split.
  - intros (f & g & range_f & range_g & found & alarm).
    assert ((1 - p) * a + p * m = p - (2 * p - 1) * g) as -> by (replace m with (1 - (1 - m)) by ring; rewrite <- found, <- alarm; ring).
    assert (p * a + (1 - p) * m = 1 - p + (2 * p - 1) * f) as -> by (replace m with (1 - (1 - m)) by ring; rewrite <- found, <- alarm; ring).
    assert (0 <= (2 * p - 1) * g <= 2 * p - 1) by nra; assert (0 <= (2 * p - 1) * f <= 2 * p - 1) by nra; lra.
  - intros [one other]; destruct (Req_dec p (1 / 2)) as [half|more].
    + exists a, a; subst p; repeat split; lra.
    + assert (0 < 2 * p - 1) as gap by lra.
      assert (forall z, 0 <= z <= 2 * p - 1 -> 0 <= z / (2 * p - 1) <= 1) as share.
      { intros z inside_; split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
        apply Rmult_le_reg_r with (2 * p - 1); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
      exists ((p * a + (1 - p) * m - (1 - p)) / (2 * p - 1)), ((p - (1 - p) * a - p * m) / (2 * p - 1)).
      split; [apply share; lra|]; split; [apply share; lra|]; split; field; lra.
Qed.

Lemma region_test_spec l missed alarm p : (1 <= l)%Q -> Q2R l / (1 + Q2R l) = p ->
  (region_test l missed alarm = true <->
   1 - p <= (1 - p) * Q2R alarm + p * Q2R missed <= p /\ 1 - p <= p * Q2R alarm + (1 - p) * Q2R missed <= p).
Proof.
  intros level keep; apply Q2R_level in level as real; destruct (keeping _ real) as (p' & keep' & flip & range); rewrite keep in keep'; subst p'.
  assert (0 < 1 - p) as positive by lra; assert (Q2R l * (1 - p) = p) as ratio by (rewrite <- flip, <- keep; field; lra).
  assert (forall a b, (a <= b)%Q <-> (1 - p) * Q2R a <= (1 - p) * Q2R b) as scaled_.
  { intros a b; split; [intros le%Qle_Rle; apply Rmult_le_compat_l; lra|intros le; apply Rle_Qle, Rmult_le_reg_l with (1 - p); assumption]. }
  unfold region_test; rewrite !andb_true_iff, !Qle_bool_iff, !scaled_, !Q2R_plus, !Q2R_mult, RMicromega.Q2R_1.
  replace ((1 - p) * (Q2R alarm + Q2R l * Q2R missed)) with ((1 - p) * Q2R alarm + Q2R l * (1 - p) * Q2R missed) by ring.
  replace ((1 - p) * (Q2R l * Q2R alarm + Q2R missed)) with (Q2R l * (1 - p) * Q2R alarm + (1 - p) * Q2R missed) by ring.
  replace ((1 - p) * Q2R l) with (Q2R l * (1 - p)) by ring; rewrite ratio; lra.
Qed.

(* Claim: kairouz/fig-1 corrected *)
Theorem figure1_regions l three missed alarm : (1 <= l)%Q -> (0 <= alarm <= 1)%Q ->
  let row bit := map Q2R (nth (if bit : bool then 1 else 0)%nat (figure_rows l three) []) in
  (region_test l missed alarm = true <-> in_region (row false) (row true) (Q2R missed) (Q2R alarm)).
Proof.
  intros level [low high] row; apply Q2R_level in level as real; destruct (keeping _ real) as (p & keep & flip & range).
  apply Qle_Rle in low, high; rewrite RMicromega.Q2R_0, RMicromega.Q2R_1 in *.
  rewrite (region_test_spec l missed alarm p level keep), <- response_region by (assumption || lra); unfold in_region, row, figure_rows; destruct three.
  - assert (map Q2R (nth 0 (letters l) []) = [p; p * (1 - p); (1 - p) * (1 - p)] /\ map Q2R (nth 1 (letters l) []) = [1 - p; p * p; p * (1 - p)]) as [-> ->].
    { pose proof (Q2R_letters l p level keep) as rows.
      split; [exact (f_equal (fun r => nth 0 r []) rows)|exact (f_equal (fun r => nth 1 r []) rows)]. }
    unfold expected, total, test; split.
    + intros (f & g & range_f & range_g & found & false_); exists [f; g; g]; cbn.
      split; [split; [reflexivity|repeat (apply Forall_cons || apply Forall_nil); lra]|]; split; [rewrite <- found|rewrite <- false_]; ring.
    + intros (rejects & [size inside_] & found & false_); destruct rejects as [|f [|g [|h [|? ?]]]]; try discriminate; cbn in found, false_.
      pose proof (Forall_inv inside_) as in_f; apply Forall_inv_tail in inside_; pose proof (Forall_inv inside_) as in_g.
      apply Forall_inv_tail in inside_; pose proof (Forall_inv inside_) as in_h; cbv beta in *.
      exists f, (p * g + (1 - p) * h); split; [assumption|]; split; [split; nra|]; split; [rewrite <- found|rewrite <- false_]; ring.
  - assert (map Q2R [l / (1 + l); 1 / (1 + l)]%Q = [p; 1 - p] /\ map Q2R [1 / (1 + l); l / (1 + l)]%Q = [1 - p; p]) as [kept turned].
    { cbn [map]; rewrite !Q2R_div_positive by (rewrite Q2R_plus, RMicromega.Q2R_1; lra); rewrite Q2R_plus, RMicromega.Q2R_1, keep, flip; auto. }
    cbn [nth]; rewrite kept, turned; unfold expected, total, test; split.
    + intros (f & g & range_f & range_g & found & false_); exists [f; g]; cbn.
      split; [split; [reflexivity|repeat (apply Forall_cons || apply Forall_nil); lra]|]; split; [rewrite <- found|rewrite <- false_]; ring.
    + intros (rejects & [size inside_] & found & false_); destruct rejects as [|f [|g [|? ?]]]; try discriminate; cbn in found, false_.
      pose proof (Forall_inv inside_) as in_f; apply Forall_inv_tail in inside_; pose proof (Forall_inv inside_) as in_g.
      cbv beta in *; exists f, g; split; [assumption|]; split; [assumption|]; split; lra.
Qed.

(** * Theorem 3.8 *)

Definition rational_expected (chances_ values : list Q) : Q := fold_right Qplus 0%Q (map (fun '(p, v) => p * v)%Q (combine chances_ values)).

(** The chances of the other outputs; a rejection set as chances 0 and 1; the test of the first mechanism that does the same. *)
Definition processed (others : nat) (chances_ : list Q) (kernel : list (list Q)) : list Q :=
  map (fun b => rational_expected chances_ (map (fun row => nth b row 0%Q) kernel)) (seq 0 others).

Definition as_chances (rejected : list bool) : list Q := map (fun mark : bool => if mark then 1%Q else 0%Q) rejected.

Definition same_test (kernel : list (list Q)) (rejected : list bool) : list Q := map (fun row => rational_expected row (as_chances rejected)) kernel.

(** How far its errors are from those of the rejection set, summed over all rejection sets. *)
Definition tests_distance (others : nat) (zero one : list Q) (kernel : list (list Q)) : Q :=
  fold_right Qplus 0%Q (map (fun rejected =>
    (Qabs (rational_expected zero (same_test kernel rejected) - rational_expected (processed others zero kernel) (as_chances rejected))
     + Qabs (rational_expected one (same_test kernel rejected)
         - (1 - rational_expected (processed others one kernel) (as_chances (map negb rejected)))))%Q) (all_bits others)).

Lemma Q2R_expected chances_ : forall values, Q2R (rational_expected chances_ values) = expected (map Q2R chances_) (map Q2R values).
Proof.
  unfold rational_expected, expected, total; induction chances_ as [|p l IH]; intros [|v values]; cbn [combine map fold_right]; try apply RMicromega.Q2R_0.
  rewrite Q2R_plus, Q2R_mult, IH; reflexivity.
Qed.

Lemma expected_range row marks : Forall (fun p => 0 <= p) row -> Forall (fun v => 0 <= v <= 1) marks -> 0 <= expected row marks <= total row.
Proof.
  unfold expected, total; intros positive; revert marks; induction positive as [|p row le _ IH]; intros [|v marks] range; cbn; try lra.
  - specialize (IH [] ltac:(constructor)); destruct row; cbn in *; lra.
  - inversion range as [|? ? here later]; subst; specialize (IH marks later); assert (0 <= p * v <= p) by nra; lra.
Qed.

Lemma expected_seq f : forall marks first, expected (map f (seq first (length marks))) marks
  = total (map (fun b => f b * nth (b - first) marks 0) (seq first (length marks))).
Proof.
  unfold expected, total; induction marks as [|v marks IH]; intros first; cbn [length seq map combine fold_right]; [reflexivity|].
  rewrite IH, Nat.sub_diag; cbn [nth]; f_equal; f_equal; apply map_ext_in; intros b member%in_seq.
  replace (b - first)%nat with (S (b - S first)) by lia; reflexivity.
Qed.

Lemma listed_row (row : list Q) : map Q2R row = map (fun b => Q2R (nth b row 0%Q)) (seq 0 (length row)).
Proof. induction row as [|q row IH]; cbn [length seq map]; [reflexivity|]; rewrite <- seq_shift, map_map; cbn [nth]; now rewrite IH. Qed.

Lemma total_of_zeros {A} (l : list A) (f : A -> R) : (forall a, f a = 0) -> total (map f l) = 0.
Proof. intros zero; unfold total; induction l as [|a l IH]; cbn; [reflexivity|]; rewrite zero, IH; ring. Qed.

(** Rejecting after the kernel is rejecting with the same chances before it. *)
Lemma processed_expected marks chances_ : forall kernel, Forall (fun row => length row = length marks) kernel ->
  expected (map Q2R (processed (length marks) chances_ kernel)) marks
  = expected (map Q2R chances_) (map (fun row => expected (map Q2R row) marks) kernel).
Proof.
  unfold processed; induction chances_ as [|p l IH]; intros kernel fits.
  - rewrite map_map, expected_seq, total_of_zeros; [reflexivity|]; intros b; cbn; rewrite RMicromega.Q2R_0; ring.
  - destruct kernel as [|row kernel].
    + rewrite map_map, expected_seq, total_of_zeros; [reflexivity|]; intros b; cbn; rewrite RMicromega.Q2R_0; ring.
    + pose proof (Forall_inv fits) as size; apply Forall_inv_tail in fits; specialize (IH kernel fits); rewrite map_map, expected_seq in *.
      change (expected (map Q2R (p :: l)) (map (fun r => expected (map Q2R r) marks) (row :: kernel)))
        with (Q2R p * expected (map Q2R row) marks + expected (map Q2R l) (map (fun r => expected (map Q2R r) marks) kernel)).
      rewrite <- IH, listed_row, size, expected_seq, scaled_total, <- total_plus; f_equal; apply map_ext; intros b; cbn [map].
      change (rational_expected (p :: l) (nth b row 0%Q :: map (fun r => nth b r 0%Q) kernel))
        with (p * nth b row 0 + rational_expected l (map (fun r => nth b r 0%Q) kernel))%Q.
      rewrite Q2R_plus, Q2R_mult; ring.
Qed.

Lemma complement_expected row rejected : length row = length rejected ->
  expected row (map Q2R (as_chances rejected)) + expected row (map Q2R (as_chances (map negb rejected))) = total row.
Proof.
  unfold expected, total, as_chances; revert rejected; induction row as [|p row IH]; intros [|mark rejected] size; try discriminate; cbn; [ring|].
  specialize (IH rejected ltac:(now injection size)); destruct mark; cbn; rewrite RMicromega.Q2R_0, RMicromega.Q2R_1; lra.
Qed.

Lemma processed_total others chances_ kernel : length chances_ = length kernel -> Forall (fun row => length row = others /\ chances (map Q2R row)) kernel ->
  total (map Q2R (processed others chances_ kernel)) = total (map Q2R chances_).
Proof.
  intros size rows.
  assert (forall l : list R, expected l (repeat 1 (length l)) = total l) as whole.
  { unfold expected, total; induction l as [|p l IH]; cbn; [reflexivity|]; rewrite IH; ring. }
  assert (length (map Q2R (processed others chances_ kernel)) = others) as long by (unfold processed; now rewrite !map_length, seq_length).
  assert (length (repeat 1 others) = others) as ones by apply repeat_length.
  rewrite <- whole, long; rewrite <- ones at 1; rewrite processed_expected.
  - rewrite <- whole, map_length, size; f_equal; rewrite Forall_forall in rows; clear - rows whole.
    induction kernel as [|row kernel IH]; cbn; [reflexivity|]; rewrite IH by (intros r m; apply rows; now right); f_equal.
    destruct (rows row ltac:(now left)) as [fits [_ one]]; rewrite <- fits, <- (map_length Q2R), whole; exact one.
  - rewrite ones; revert rows; apply Forall_impl; tauto.
Qed.

(** Every rejection set of what the kernel makes has the errors of a test of the mechanism. *)
(* Claim: kairouz/thm-3-8 printed *)
Theorem theorem38_processing others zero one kernel : length zero = length kernel -> length one = length kernel ->
  chances (map Q2R zero) -> chances (map Q2R one) -> Forall (fun row => length row = others /\ chances (map Q2R row)) kernel ->
  Q2R (tests_distance others zero one kernel) = 0 /\
  forall rejected, length rejected = others -> test (length zero) (map Q2R (same_test kernel rejected)) /\
    in_region (map Q2R zero) (map Q2R one)
      (expected (map Q2R (processed others one kernel)) (map Q2R (as_chances (map negb rejected))))
      (expected (map Q2R (processed others zero kernel)) (map Q2R (as_chances rejected))).
Proof.
  intros size_z size_o [_ whole_z] [_ whole_o] rows.
  assert (forall rejected, length rejected = others -> test (length zero) (map Q2R (same_test kernel rejected))) as tests.
  { intros rejected fits; split; [unfold same_test; rewrite !map_length; congruence|]; apply Forall_map; unfold same_test; apply Forall_map.
    revert rows; apply Forall_impl; intros row [_ [positive one_]]; rewrite Q2R_expected, <- one_; apply expected_range; [assumption|].
    unfold as_chances; rewrite map_map; apply Forall_map, Forall_forall; intros mark _; destruct mark; rewrite ?RMicromega.Q2R_0, ?RMicromega.Q2R_1; lra. }
  assert (forall chances_ rejected, length rejected = others ->
    expected (map Q2R chances_) (map Q2R (same_test kernel rejected)) = expected (map Q2R (processed others chances_ kernel)) (map Q2R (as_chances rejected))) as same.
  { intros chances_ rejected fits; assert (length (map Q2R (as_chances rejected)) = others) as long by (unfold as_chances; now rewrite !map_length).
    rewrite <- long at 1; rewrite processed_expected by (rewrite long; revert rows; apply Forall_impl; tauto).
    unfold same_test; rewrite map_map; f_equal; apply map_ext; intros row; apply Q2R_expected. }
  assert (forall rejected, length rejected = others -> expected (map Q2R one) (map Q2R (same_test kernel rejected))
    = 1 - expected (map Q2R (processed others one kernel)) (map Q2R (as_chances (map negb rejected)))) as found.
  { intros rejected fits; rewrite same, <- whole_o, <- (processed_total others one kernel size_o rows) by assumption.
    rewrite <- (complement_expected _ rejected) by (unfold processed; now rewrite !map_length, seq_length); ring. }
  split.
  - unfold tests_distance; assert (forall rejected, In rejected (all_bits others) -> length rejected = others) as sizes by (intros r; apply all_bits_length).
    induction (all_bits others) as [|rejected l IH]; cbn [map fold_right]; [apply RMicromega.Q2R_0|].
    rewrite Q2R_plus, IH by (intros r m; apply sizes; now right); rewrite Q2R_plus.
    assert (forall q, Q2R q = 0 -> Q2R (Qabs q) = 0) as nothing.
    { intros q zero_; rewrite <- RMicromega.Q2R_0 in zero_ |- *; apply eqR_Qeq in zero_; apply Qeq_eqR; rewrite zero_; reflexivity. }
    rewrite !nothing; [ring| |].
    + rewrite !Q2R_minus, RMicromega.Q2R_1, !Q2R_expected, found by (apply sizes; now left); ring.
    + rewrite Q2R_minus, !Q2R_expected, same by (apply sizes; now left); ring.
  - intros rejected fits; split; [now apply tests|]; exists (map Q2R (same_test kernel rejected)).
    rewrite map_length; split; [now apply tests|]; split; [now apply found|now apply same].
Qed.
