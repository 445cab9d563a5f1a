(** Section 3.2: two private mechanisms of one bit and any rule for their outputs are matched by randomised response with
    a rule of its own, so that every decision has the same chance on every input. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Exact Mechanisms.
Import ListNotations.
Open Scope R_scope.

(** * The chance of deciding 1 *)

(** Outputs of both parties with these chances, and the chance of deciding 1 after each pair. *)
Definition inner (second row : list R) : R := total (map (fun '(b, q) => b * q) (combine second row)).

Definition decides (first second : list R) (rule : list (list R)) : R :=
  total (map (fun '(a, row) => a * inner second row) (combine first rule)).

Definition mix (u w : R) (one other : list R) : list R := map (fun '(a, b) => u * a + w * b) (combine one other).

Lemma inner_mix u w one : forall other row, length one = length other ->
  inner (mix u w one other) row = u * inner one row + w * inner other row.
Proof.
  unfold inner, mix, total; induction one as [|a one IH]; intros [|b other] [|q row] size; cbn in *; try discriminate; try ring.
  rewrite IH by (now injection size); ring.
Qed.

Lemma decides_mix_first u w one : forall other second rule, length one = length other ->
  decides (mix u w one other) second rule = u * decides one second rule + w * decides other second rule.
Proof.
  unfold decides, mix, total; induction one as [|a one IH]; intros [|b other] second [|row rule] size; cbn in *; try discriminate; try ring.
  rewrite IH by (now injection size); ring.
Qed.

Lemma decides_mix_second u w one other : length one = length other -> forall first rule,
  decides first (mix u w one other) rule = u * decides first one rule + w * decides first other rule.
Proof.
  intros size; unfold decides, total; induction first as [|a first IH]; intros [|row rule]; cbn; try ring.
  rewrite inner_mix, IH by assumption; ring.
Qed.

Lemma mean_range : forall chances_ values, Forall (fun p => 0 <= p) chances_ ->
  Forall (fun v => 0 <= v <= 1) values -> 0 <= total (map (fun '(a, v) => a * v) (combine chances_ values)) <= total chances_.
Proof.
  unfold total; induction chances_ as [|a l IH]; intros [|v values] positive range; cbn; try lra.
  - inversion positive; subst; specialize (IH [] ltac:(assumption) ltac:(constructor)); destruct l; cbn in *; lra.
  - inversion positive; inversion range; subst; specialize (IH values ltac:(assumption) ltac:(assumption)); nra.
Qed.

Lemma decides_range first second rule : chances first -> chances second ->
  Forall (Forall (fun q => 0 <= q <= 1)) rule -> 0 <= decides first second rule <= 1.
Proof.
  intros [positive whole] [positive' whole'] range.
  assert (decides first second rule = total (map (fun '(a, v) => a * v) (combine first (map (inner second) rule)))) as ->.
  { unfold decides; f_equal; clear; revert rule; induction first as [|a l IH]; intros [|row rule]; cbn; try reflexivity; now rewrite IH. }
  rewrite <- whole; apply mean_range; [assumption|]; apply Forall_map; revert range; apply Forall_impl; intros row inside.
  rewrite <- whole'; now apply mean_range.
Qed.

(** * The matching rule *)

Definition rational_after (lambda : Q) (own other : list Q) : list Q :=
  if Qeq_bool lambda 1 then own else map (fun '(p, q) => ((lambda * p - q) / (lambda - 1))%Q) (combine own other).

Definition rational_decides (first second : list Q) (rule : list (list Q)) : Q :=
  fold_right Qplus 0%Q (map (fun '(a, row) =>
    (a * fold_right Qplus 0%Q (map (fun '(b, q) => (b * q)%Q) (combine second row)))%Q) (combine first rule)).

(** For the responses 00, 01, 10 and 11. *)
Definition matching_rule (lambda : Q) (zero one zero' one' : list Q) (rule : list (list Q)) : list Q :=
  let a := rational_after lambda in
  [rational_decides (a zero one) (a zero' one') rule; rational_decides (a zero one) (a one' zero') rule;
   rational_decides (a one zero) (a zero' one') rule; rational_decides (a one zero) (a one' zero') rule].

Lemma Q2R_inner second : forall row,
  Q2R (fold_right Qplus 0%Q (map (fun '(b, q) => (b * q)%Q) (combine second row))) = inner (map Q2R second) (map Q2R row).
Proof.
  unfold inner, total; induction second as [|b second IH]; intros [|q row]; cbn [combine map fold_right]; try apply RMicromega.Q2R_0.
  now rewrite Q2R_plus, Q2R_mult, IH.
Qed.

Lemma Q2R_decides first second : forall rule,
  Q2R (rational_decides first second rule) = decides (map Q2R first) (map Q2R second) (map (map Q2R) rule).
Proof.
  unfold rational_decides, decides, total; induction first as [|a first IH]; intros [|row rule]; cbn [combine map fold_right];
    try apply RMicromega.Q2R_0.
  now rewrite Q2R_plus, Q2R_mult, IH, Q2R_inner.
Qed.

Section Kernel.

Variables (lambda : Q) (zero one : list Q).
Hypothesis level : (1 <= lambda)%Q.
Hypothesis size : length zero = length one.
Hypothesis zero_chances : chances (map Q2R zero).
Hypothesis one_chances : chances (map Q2R one).
Hypothesis keeps : is_private lambda zero one = true.

Notation l := (Q2R lambda).
Notation after_0 := (map Q2R (rational_after lambda zero one)).
Notation after_1 := (map Q2R (rational_after lambda one zero)).

(** It consists of chances, and makes the mechanism from randomised response. *)
Lemma kernel_makes : length after_0 = length after_1 /\ chances after_0 /\ chances after_1 /\
  map Q2R zero = mix (l / (1 + l)) (1 / (1 + l)) after_0 after_1 /\
  map Q2R one = mix (1 / (1 + l)) (l / (1 + l)) after_0 after_1.
Proof.
  apply Q2R_level in level as real_level; unfold rational_after; destruct (Qeq_bool lambda 1) eqn:same.
  - apply Qeq_bool_eq, Qeq_eqR in same; rewrite RMicromega.Q2R_1 in same.
    assert (map Q2R zero = map Q2R one) as equal.
    { clear zero_chances one_chances; revert one size keeps; induction zero as [|p z IH]; intros [|q o] fits within; cbn in *; try discriminate; [reflexivity|].
      apply andb_prop in within; destruct within as [[le ge]%andb_prop others].
      apply Qle_bool_iff, Qle_Rle in le; apply Qle_bool_iff, Qle_Rle in ge; rewrite Q2R_mult, same in *.
      f_equal; [lra|]; apply IH; [now injection fits|assumption]. }
    rewrite <- equal, same; repeat split; try assumption; try apply zero_chances;
      (clear; unfold mix; induction (map Q2R zero) as [|p z IH]; cbn; [reflexivity|]; f_equal; [field|exact IH]).
  - assert (l <> 1) as more.
    { intros one_; apply Qeq_bool_neq in same; apply same, eqR_Qeq; now rewrite RMicromega.Q2R_1. }
    assert (forall own other, map Q2R (map (fun '(p, q) => ((lambda * p - q) / (lambda - 1))%Q) (combine own other))
      = after l (map Q2R own) (map Q2R other)) as real.
    { assert (Q2R (lambda - 1) = l - 1) as gap by (rewrite Q2R_minus, RMicromega.Q2R_1; reflexivity).
      unfold after; induction own as [|p own IH]; intros [|q other]; cbn [combine map]; try reflexivity; rewrite IH; f_equal.
      rewrite Q2R_div, Q2R_minus, Q2R_mult, gap; [reflexivity|].
      intros zero_; apply Qeq_eqR in zero_; rewrite gap, RMicromega.Q2R_0 in zero_; lra. }
    rewrite !real; assert (length (map Q2R zero) = length (map Q2R one)) as fits by now rewrite !map_length.
    assert (Forall (fun '(p, q) => p <= l * q /\ q <= l * p) (combine (map Q2R zero) (map Q2R one))) as within.
    { clear - keeps; revert one keeps; induction zero as [|p z IH]; intros [|q o] within; cbn in *; try constructor;
        apply andb_prop in within; destruct within as [[le ge]%andb_prop others].
      - apply Qle_bool_iff, Qle_Rle in le; apply Qle_bool_iff, Qle_Rle in ge; rewrite Q2R_mult in *; auto.
      - now apply IH. }
    clear real keeps size; revert fits within zero_chances one_chances; generalize (map Q2R zero) as z, (map Q2R one) as o.
    intros z o fits within [positive_z whole_z] [positive_o whole_o].
    assert (0 < l - 1) by lra.
    assert (forall own other, Forall (fun '(p, q) => q <= l * p) (combine own other) -> Forall (fun p => 0 <= p) (after l own other)) as positive.
    { intros own other below; unfold after; apply Forall_map; revert below; apply Forall_impl; intros [p q] le.
      apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]. }
    repeat split.
    + unfold after; rewrite !map_length, !combine_length; lia.
    + apply positive; revert within; apply Forall_impl; intros [p q]; tauto.
    + rewrite after_total, whole_z, whole_o by assumption; field; lra.
    + apply positive; clear - within; revert o within; induction z as [|p z IH]; intros [|q o] within; cbn; constructor;
        inversion within; subst; [tauto|now apply IH].
    + rewrite after_total, whole_z, whole_o by (assumption || now symmetry); field; lra.
    + clear - fits more real_level; revert o fits; induction z as [|p z IH]; intros [|q o] fits; cbn in *; try discriminate; [reflexivity|].
      f_equal; [field; lra|]; apply IH; now injection fits.
    + clear - fits more real_level; revert o fits; induction z as [|p z IH]; intros [|q o] fits; cbn in *; try discriminate; [reflexivity|].
      f_equal; [field; lra|]; apply IH; now injection fits.
Qed.

End Kernel.

(* Claim: kairouz/noninteractive printed *)
Theorem noninteractive_is_matched lambda zero one zero' one' rule : (1 <= lambda)%Q ->
  length zero = length one -> length zero' = length one' ->
  chances (map Q2R zero) -> chances (map Q2R one) -> chances (map Q2R zero') -> chances (map Q2R one') ->
  is_private lambda zero one = true -> is_private lambda zero' one' = true ->
  Forall (Forall (fun q => 0 <= q <= 1)%Q) rule ->
  let matching := map Q2R (matching_rule lambda zero one zero' one' rule) in
  Forall (fun q => 0 <= q <= 1) matching /\
  forall x y : bool,
    let told r s := probability (responses [Q2R lambda; Q2R lambda] [r; s]) [x; y] in
    total (map (fun '(p, q) => p * q) (combine [told false false; told false true; told true false; told true true] matching))
    = decides (map Q2R (if x then one else zero)) (map Q2R (if y then one' else zero')) (map (map Q2R) rule).
Proof.
  intros level size size' cz co cz' co' keeps keeps' range matching.
  destruct (kernel_makes lambda zero one level size cz co keeps) as (fit & t0 & t1 & make_0 & make_1).
  destruct (kernel_makes lambda zero' one' level size' cz' co' keeps') as (fit' & u0 & u1 & make_0' & make_1').
  apply Q2R_level in level as real_level; split.
  - assert (Forall (Forall (fun q => 0 <= q <= 1)) (map (map Q2R) rule)) as real_range.
    { apply Forall_map; revert range; apply Forall_impl; intros row; rewrite Forall_map; apply Forall_impl; intros q [low high].
      rewrite <- RMicromega.Q2R_0, <- RMicromega.Q2R_1; split; now apply Qle_Rle. }
    unfold matching, matching_rule; cbn [map]; rewrite !Q2R_decides; repeat (constructor; [now apply decides_range|]); constructor.
  - intros x y told; unfold matching, matching_rule; cbn [map combine]; rewrite !Q2R_decides.
    unfold told, total; cbn [responses probability fold_right map combine].
    destruct x, y; rewrite ?make_0, ?make_1, ?make_0', ?make_1';
      rewrite decides_mix_first, !decides_mix_second by assumption; unfold response, pick; cbn [fst snd]; ring.
Qed.
