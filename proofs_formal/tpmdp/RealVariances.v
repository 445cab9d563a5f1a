(** Real variances do no better than rational ones: the total of [allocate] is least among them too. *)

From Coq Require Import QArith Qreals Reals Lra Lia List.
From Optcheck.tpmdp Require Import Sums Coalitions Allocation Feasibility Theorem3.
Open Scope R_scope.

Fixpoint SumR (n : nat) (f : nat -> R) : R := match n with O => 0 | S k => SumR k f + f k end.

(** Eq. 6 for real variances. *)
Definition feasibleR (n : nat) (active : nat -> bool) (r : nat -> Q) (t : nat) (x : nat -> R) : Prop :=
  (forall i, (i < n)%nat -> 0 <= x i)
  /\ forall group j, (j < n)%nat -> group j = false -> card n group = t -> sees_result n active group ->
       Q2R (r j) <= SumR n (fun i => if group i then 0 else x i).

(** The rational above a real number on the grid of step 1/k. *)
Definition above (k : positive) (x : R) : Q := Qmake (up (x * IZR (Zpos k))) k.

Lemma step_pos k : 0 < IZR (Zpos k).
Proof. apply IZR_lt. reflexivity. Qed.

Lemma above_spec k x : x <= Q2R (above k x) <= x + / IZR (Zpos k).
Proof.
  assert (Hk := step_pos k). destruct (archimed (x * IZR (Zpos k))) as [H1 H2].
  unfold above, Q2R. simpl. split.
  - apply Rmult_le_reg_r with (IZR (Zpos k)); [exact Hk|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
  - apply Rmult_le_reg_r with (IZR (Zpos k)); [exact Hk|].
    rewrite Rmult_plus_distr_r, Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.

Lemma SumR_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> SumR n f <= SumR n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  assert (SumR n f <= SumR n g) by (apply IH; auto with arith). assert (f n <= g n) by auto. lra.
Qed.

Lemma Q2R_Sum n f : Q2R (Sum n f) = SumR n (fun i => Q2R (f i)).
Proof. induction n as [|n IH]; simpl; [unfold Q2R; simpl; lra|]. rewrite Q2R_plus, IH. reflexivity. Qed.

Lemma SumR_shift n f c : SumR n (fun i => f i + c) = SumR n f + INR n * c.
Proof. induction n as [|n IH]; simpl SumR; [simpl; lra|]. rewrite IH, S_INR. lra. Qed.

Lemma above_is_feasible n active r t x k : feasibleR n active r t x -> feasible n active r t (fun i => above k (x i)).
Proof.
  intros [Hx Hsum]. split.
  - intros i Hi. apply Rle_Qle. destruct (above_spec k (x i)) as [H _]. specialize (Hx i Hi).
    replace (Q2R 0) with 0 by (unfold Q2R; simpl; lra). lra.
  - intros g j Hj Gj Hg Hsees. apply Rle_Qle. unfold outside. rewrite Q2R_Sum.
    apply Rle_trans with (1 := Hsum g j Hj Gj Hg Hsees). apply SumR_le. intros i _.
    destruct (g i); [unfold Q2R; simpl; lra|apply above_spec].
Qed.

(** A fine enough grid. *)
Lemma fine_grid n gap : 0 < gap -> exists k, INR n * / IZR (Zpos k) < gap.
Proof.
  intros Hgap. exists (Z.to_pos (up (INR n / gap + 1))). destruct (archimed (INR n / gap + 1)) as [H _].
  assert (Hn := pos_INR n).
  assert (Hq : 0 <= INR n / gap) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  rewrite Z2Pos.id by (apply lt_IZR; lra). set (z := IZR (up (INR n / gap + 1))) in *.
  apply Rmult_lt_reg_r with z; [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  apply Rmult_lt_reg_r with (/ gap); [now apply Rinv_0_lt_compat|].
  replace (gap * z * / gap) with z by (field; lra). unfold Rdiv in H. lra.
Qed.

Theorem real_variances_need_as_much t required active x :
  length active = length required -> Forall (fun z => 0 <= z)%Q required -> (t <= length required - 1)%nat ->
  let n := length required in
  feasibleR n (is_active active) (need required) t x -> Q2R (Sum n (sigma t required active)) <= SumR n x.
Proof.
  intros Hlen Hreq Ht n Hx. apply Rnot_lt_le. intros Hlt.
  destruct (fine_grid n (Q2R (Sum n (sigma t required active)) - SumR n x)) as [k Hk]; [lra|].
  destruct (theorem3_allocation_is_optimal t required active Hlen Hreq Ht) as [_ [Hmin _]].
  specialize (Hmin _ (above_is_feasible n _ _ t x k Hx)). apply Qle_Rle in Hmin.
  fold n in Hmin. rewrite (Q2R_Sum n (fun i => above k (x i))) in Hmin.
  assert (Hup : SumR n (fun i => Q2R (above k (x i))) <= SumR n x + INR n * / IZR (Zpos k)).
  { rewrite <- SumR_shift. apply SumR_le. intros i _. apply above_spec. }
  lra.
Qed.
