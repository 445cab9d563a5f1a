(** The least total of Eq. 6 over the reals: it grows with requirements, active parties and threshold, and equal
    variances bound it. *)

From Coq Require Import Lra Lia.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides.

Definition least_total n t active required : R -> Prop := least (covers n t active required) sumR.

Lemma least_total_le n t active required v x :
  least_total n t active required v -> covers n t active required x -> v <= sumR x.
Proof. intros [_ H]; apply H. Qed.

(** What is feasible for one problem is feasible for the other: its least total is no smaller. *)
Lemma least_total_mono n t active required t' active' required' v v' :
  (forall x, covers n t' active' required' x -> covers n t active required x) ->
  least_total n t active required v -> least_total n t' active' required' v' -> v <= v'.
Proof. intros H L [(x & X & <-) _]; apply (least_total_le _ _ _ _ _ _ L), H, X. Qed.

Definition below (l m : list R) : Prop := length l = length m /\ forall i, nth i l 0 <= nth i m 0.

Lemma covers_more_required n t active l m x : below l m -> covers n t active m x -> covers n t active l x.
Proof.
  intros [L B] (X1 & X2 & X3); repeat split; auto; intros c C A [i v] I N.
  apply in_numbered in I; destruct I as [I ->]; cbn [fst snd] in *.
  apply Rle_trans with (nth (Z.to_nat i) m 0); [apply B |].
  apply (X3 c C A (i, nth (Z.to_nat i) m 0)); [apply numbered_in; lia | exact N].
Qed.

Lemma covers_more_active n t active active' required x :
  incl active active' -> covers n t active' required x -> covers n t active required x.
Proof.
  intros I (X1 & X2 & X3); repeat split; auto; intros c C (i & A & B); apply X3; auto; exists i; auto.
Qed.

(** What withstands one colluder more withstands as many as before (Theorem 1). *)
Lemma covers_larger_threshold n t active required x : (0 <= t)%Z -> (t + 1 <= n - 1)%Z ->
  covers n (t + 1) active required x -> covers n t active required x.
Proof.
  intros T1 T2 (X1 & X2 & X3); repeat split; auto; intros c C (i & A & B) item I N.
  destruct (one_more n t c (fst item) T1 T2 C N) as (d & D & CD & ND).
  apply Rle_trans with (out d x); [apply X3; auto; exists i; auto | now apply out_falls].
Qed.

(** Against everybody else together every party needs its own noise; that is enough for every threshold. *)
Lemma covers_alone n required x :
  Z.of_nat (length required) = n -> (2 <= n)%Z ->
  covers n (n - 1) (Zrange 0 n) required x -> below required x.
Proof.
  intros L N (X1 & X2 & X3); split; [lia |]; intros k; destruct (Nat.lt_ge_cases k (length x)) as [K | K];
    [| rewrite !nth_overflow by lia; lra].
  set (j := Z.of_nat k); assert (0 <= j < n)%Z as J by (unfold j; lia).
  destruct (all_but_one n j J) as [C NC]; set (c := filter _ _) in *.
  specialize (X3 c C); replace (nth k x 0) with (out c x).
  - replace (nth k required 0) with (snd (j, nth (Z.to_nat j) required 0)) by (cbn; unfold j; now rewrite Nat2Z.id).
    apply X3; [| apply numbered_in; lia | exact NC].
    assert (exists i, In i c) as (i & I).
    { exists (if Z.eqb j 0 then 1 else 0)%Z; apply filter_In; split; [apply in_Zrange; destruct (Z.eqb_spec j 0); lia |].
      destruct (Z.eqb_spec j 0); [subst j; now rewrite e | apply negb_true_iff, Z.eqb_neq; lia]. }
    exists i; split; [exact I |]; apply filter_In in I; apply I.
  - rewrite out_nth, X1.
    assert (filter (fun i => negb (memZ i c)) (Zrange 0 n) = [j]) as ->.
    { assert (forall i, In i (filter (fun i => negb (memZ i c)) (Zrange 0 n)) <-> i = j) as E.
      { intros i; rewrite filter_In, memZ_not, in_Zrange; unfold c; rewrite filter_In, in_Zrange, negb_true_iff, Z.eqb_neq.
        split; [intros [R1 R2]; destruct (Z.eq_dec i j); [assumption | tauto] | intros ->; tauto]. }
      assert (NoDup (filter (fun i => negb (memZ i c)) (Zrange 0 n))) as D by (apply NoDup_filter, NoDup_Zrange).
      destruct (filter (fun i => negb (memZ i c)) (Zrange 0 n)) as [| a l].
      - exfalso; now apply (E j).
      - assert (a = j) by (apply E; now left); subst a; destruct l as [| b l]; [reflexivity |].
        assert (b = j) by (apply E; right; now left); subst b; inversion D; exfalso; firstorder. }
    unfold sumR; cbn; unfold j; rewrite Nat2Z.id; lra.
Qed.

Lemma required_covers n t active required :
  Z.of_nat (length required) = n -> (forall r, In r required -> 0 <= r) -> covers n t active required required.
Proof.
  intros L P; repeat split; auto; intros c _ _ [i v] I N; apply in_numbered in I; destruct I as [I ->].
  now apply one_outside.
Qed.

Lemma sumR_below l : forall m, below l m -> sumR l <= sumR m.
Proof.
  induction l as [| a l IH]; intros [| b m] [L B]; try discriminate L; unfold sumR in *; cbn; [lra |].
  pose proof (B O); cbn in *; assert (fold_right Rplus 0 l <= fold_right Rplus 0 m); [| lra].
  apply IH; split; [lia | intros i; apply (B (S i))].
Qed.

(** Equal variances. *)
Lemma repeat_covers n t active required m :
  (2 <= n)%Z -> (1 <= t)%Z -> (t <= n - 1)%Z -> Z.of_nat (length required) = n -> (forall r, In r required -> 0 <= r <= m) ->
  covers n t active required (repeat (m / IZR (n - t)) (Z.to_nat n)).
Proof.
  intros N T1 T2 L P; assert (0 < IZR (n - t)) by (apply IZR_lt; lia).
  assert (0 <= m) by (destruct required as [| r l]; [cbn in L; lia | specialize (P r (or_introl eq_refl)); lra]).
  repeat split; [rewrite repeat_length; lia | |].
  - intros v V; apply repeat_spec in V; subst v; now apply quotient_not_negative.
  - intros c C _ [i r] I NI; apply in_numbered_in in I; cbn.
    rewrite out_nth, repeat_length, Z2Nat.id by lia.
    assert (sumR (map (fun i => nth (Z.to_nat i) (repeat (m / IZR (n - t)) (Z.to_nat n)) 0)
      (filter (fun i => negb (memZ i c)) (Zrange 0 n))) = m) as ->; [| apply P, I].
    transitivity (sumR (map (fun _ : Z => m / IZR (n - t)) (filter (fun i => negb (memZ i c)) (Zrange 0 n)))).
    + apply sumR_ext; intros k K; apply filter_In in K; destruct K as [K _]; apply in_Zrange in K.
      apply (repeat_spec (Z.to_nat n)), nth_In; rewrite repeat_length; lia.
    + rewrite sumR_const, (count_outside n t c) by (auto; lia); field; lra.
Qed.

Lemma sumR_repeat m k : sumR (repeat m k) = INR k * m.
Proof. induction k; [cbn; lra |]; rewrite S_INR; unfold sumR in *; cbn; rewrite IHk; lra. Qed.

Lemma equal_variances_bound n t active required v :
  (2 <= n)%Z -> (1 <= t)%Z -> (t <= n - 1)%Z -> Z.of_nat (length required) = n -> (forall r, In r required -> 0 <= r) ->
  least_total n t active required v -> v <= max_ofR required / (1 - IZR t / IZR n).
Proof.
  intros N T1 T2 L P H; assert (0 < IZR n - IZR t) by (rewrite <- minus_IZR; apply IZR_lt; lia).
  assert (0 < IZR n) by (apply IZR_lt; lia).
  pose proof (repeat_covers n t active required (max_ofR required) N T1 T2 L
    (fun r I => conj (P r I) (max_ofR_ge _ _ I))) as C.
  apply (least_total_le _ _ _ _ _ _ H) in C; rewrite sumR_repeat, INR_IZR_INZ, Z2Nat.id, minus_IZR in C by lia.
  replace (max_ofR required / (1 - IZR t / IZR n)) with (IZR n * (max_ofR required / (IZR n - IZR t)))
    by (field; lra); assumption.
Qed.

Lemma share_defined n t : (2 <= n)%Z -> (t <= n - 1)%Z -> ~ 1 - IZR t / IZR n = 0.
Proof.
  intros N T E; assert (0 < IZR n) by (apply IZR_lt; lia); assert (IZR t < IZR n) by (apply IZR_lt; lia).
  assert (IZR t / IZR n < 1); [| lra]; apply Rmult_lt_reg_r with (IZR n); [assumption |].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma required_not_nil n (l : list R) : (2 <= n)%Z -> Z.of_nat (length l) = n -> l <> nil.
Proof. intros N L ->; cbn in L; lia. Qed.

(* Claim: tpmdp/thm-2-bounded-total printed *)
Theorem thm_2_bounded_total : tpmdp_thm_2_bounded_total.
Proof.
  intros n N t T1 T2 r L P v H; repeat split; [lia | now apply (required_not_nil n) | now apply share_defined |].
  now apply (equal_variances_bound n t (Zrange 0 n)).
Qed.

(* Claim: tpmdp/thm-3-bounded-total corrected *)
Theorem thm_3_bounded_total : tpmdp_thm_3_bounded_total.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P v H.
  repeat split; [lia | now apply (required_not_nil n) | now apply share_defined |].
  now apply (equal_variances_bound n t a).
Qed.

(* Claim: tpmdp/comparable-centralised printed *)
Theorem comparable_centralised : tpmdp_comparable_centralised.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P K M v H; split; [now apply (required_not_nil n) |].
  apply Rle_lt_trans with (1 := equal_variances_bound n t a r v N T1 T2 L P H).
  assert (0 < IZR n) by (apply IZR_lt; lia); assert (2 * IZR t < IZR n) by (rewrite <- mult_IZR; now apply IZR_lt).
  assert (IZR t / IZR n < 1 / 2).
  { apply Rmult_lt_reg_r with (IZR n); [assumption |]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l; lra. }
  apply Rmult_lt_reg_r with (1 - IZR t / IZR n); [lra |].
  unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l by lra; nra.
Qed.

(* Claim: tpmdp/fig-3-threshold corrected *)
Theorem fig_3_threshold : tpmdp_fig_3_threshold.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P K v H w G; enough (w <= v) by lra.
  apply (least_total_mono n (t - 1) a r t a r w v); [| exact G | exact H].
  intros x X; apply covers_larger_threshold; [lia | lia |]; now replace (t - 1 + 1)%Z with t by lia.
Qed.

Lemma raised n r : Z.of_nat (length r) = n -> below r (repeat (max_ofR r) (Z.to_nat n)).
Proof.
  intros L; split; [rewrite repeat_length; lia |]; intros i; destruct (Nat.lt_ge_cases i (length r)) as [I | I].
  - rewrite (repeat_spec (Z.to_nat n) (max_ofR r) (nth i (repeat (max_ofR r) (Z.to_nat n)) 0))
      by (apply nth_In; rewrite repeat_length; lia).
    now apply max_ofR_ge, nth_In.
  - rewrite !nth_overflow by (rewrite ?repeat_length; lia); lra.
Qed.

(** The least totals of Eq. 6, of equal requirements, and of everybody against everybody. *)
Lemma alone_covers_all n t active r x : (2 <= n)%Z -> Z.of_nat (length r) = n ->
  covers n (n - 1) (Zrange 0 n) r x -> covers n t active r x.
Proof.
  intros N L X; pose proof (covers_alone n r x L N X) as B; destruct X as (X1 & X2 & X3).
  apply covers_more_required with x; [exact B |]; now apply required_covers.
Qed.

(* Claim: tpmdp/superior printed *)
Theorem superior : tpmdp_superior.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P v H w G u F; split; [now apply (required_not_nil n) |].
  assert (v <= w).
  { apply (least_total_mono n t a r t a (repeat (max_ofR r) (Z.to_nat n))); auto.
    intros x; now apply covers_more_required, raised. }
  assert (v <= u).
  { apply (least_total_mono n t a r (n - 1) (Zrange 0 n) r); auto; intros x; now apply alone_covers_all. }
  unfold Rmin; destruct (Rle_dec w u); lra.
Qed.

Lemma fold_min_le l : forall a, fold_left Rmin l a <= a /\ (forall x, In x l -> fold_left Rmin l a <= x).
Proof.
  induction l as [| b l IH]; intros a; cbn; [split; [lra | tauto] |].
  destruct (IH (Rmin a b)) as [H K]; pose proof (Rmin_l a b); pose proof (Rmin_r a b).
  split; [lra |]; intros x [<- | I]; [lra | now apply K].
Qed.

Lemma min_ofR_le l x : In x l -> min_ofR l <= x.
Proof. destruct l; cbn; [tauto |]; unfold min_ofR; cbn; destruct (fold_min_le l r); intros [<- | H1]; auto. Qed.

Lemma sumR_between l : min_ofR l * IZR (Z.of_nat (length l)) <= sumR l <= max_ofR l * IZR (Z.of_nat (length l)).
Proof.
  assert (sumR l = sumR (map (fun x => x) l)) as E by (now rewrite map_id).
  rewrite !(Rmult_comm _ (IZR _)), <- !(sumR_const _ l), E; split; apply sumR_le; intros.
  - now apply min_ofR_le.
  - now apply max_ofR_ge.
Qed.

(* Claim: tpmdp/pldp-scaling printed *)
Theorem pldp_scaling : tpmdp_pldp_scaling.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P M v H w G.
  pose proof (sumR_between r) as S; rewrite L in S.
  repeat split; [now apply (required_not_nil n) | lia | now apply share_defined | | | |].
  - destruct H as [(x & X & <-) _]; apply (covers_alone n r x L N), sumR_below in X; lra.
  - destruct G as [(x & (_ & X & _) & <-) _]; now apply sumR_not_negative.
  - apply Rle_trans with (sumR r); [| lra].
    apply (least_total_le n (n - 1) (Zrange 0 n) r); [exact H | now apply required_covers].
  - now apply (equal_variances_bound n t a).
Qed.
