(** Lemmas 5, 10 and Corollary 1 as the claims state them, and what Conventions 3 to 5 say about neighbours. *)

From Coq Require Import Lra Lia.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest SortedRows.

Lemma sorted_falling l n : Z.of_nat (length l) = n -> StronglySorted Rge l -> falling 0 n (entry l).
Proof. intros L S i j I J; apply sorted_entries; auto; lia. Qed.

(** Two groups, one after the other. *)
Lemma joined_by_group a b n u : Z.of_nat (length a) = u -> Z.of_nat (length b) = (n - u)%Z ->
  falling 0 u (entry a) -> falling 0 (n - u) (entry b) -> by_group n u (entry (a ++ b)).
Proof.
  intros A B FA FB; split; intros i j I J; rewrite !entry_app, A by lia;
    destruct (Z.ltb_spec i u), (Z.ltb_spec j u); try lia; [apply FA | apply FB]; lia.
Qed.

Lemma joined_plus a b u i : Z.of_nat (length a) = u -> (0 <= i < u)%Z -> entry (a ++ b) i = entry a i.
Proof. intros A I; rewrite entry_app, A by lia; destruct (Z.ltb_spec i u); [reflexivity | lia]. Qed.

Lemma joined_minus a b u i : Z.of_nat (length a) = u -> (0 <= i)%Z -> entry (a ++ b) (u + i) = entry b i.
Proof. intros A I; rewrite entry_app, A by lia; destruct (Z.ltb_spec (u + i) u); [lia | f_equal; lia]. Qed.

Lemma shift_range a b u f : over (Zrange (u + a) (u + b)) f = over (Zrange a b) (fun i => f (u + i)%Z).
Proof.
  unfold over, Zrange; rewrite !map_map; replace (u + b - (u + a))%Z with (b - a)%Z by lia.
  f_equal; apply map_ext; intros; f_equal; lia.
Qed.

Lemma joined_shared a b n t u : sizes n t u -> Z.of_nat (length a) = u -> Z.of_nat (length b) = (n - u)%Z ->
  shared n t u (entry (a ++ b)) = sumR (skipn (Z.to_nat 1) a) + sumR (skipn (Z.to_nat t) b).
Proof.
  intros (U & T & N) A B; unfold shared; rewrite !sum_skipped, A, B by lia; f_equal.
  - apply over_ext; intros i I; apply in_Zrange in I; apply (joined_plus a b u); lia.
  - replace (Zrange (u + t) n) with (Zrange (u + t) (u + (n - u))) by (f_equal; lia); rewrite shift_range.
    apply over_ext; intros i I; apply in_Zrange in I; apply (joined_minus a b u); lia.
Qed.

(* Claim: tpmdp/lem-5 printed *)
Theorem lem_5 : tpmdp_lem_5.
Proof.
  intros n N t T1 T2 r L P S x LX PX SX; defined.
  fold (rows_hold n t (Zrange 0 n) r x); rewrite rows_safe, <- sorted_rows by (lia || now apply sorted_falling).
  rewrite sum_skipped, LX by lia; unfold eq9, entry; split; intros H j J.
  - specialize (H (j + 1)%Z ltac:(lia)); now replace (j + 1 - 1)%Z with j in H by lia.
  - apply H; lia.
Qed.

(** The rows of Eq. 10 in the terms of the two groups. *)
Definition rows_of_minus (t : Z) (plus minus x y : list R) : Prop :=
  forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> nth (Z.to_nat j) minus 0 <=
    nth (Z.to_nat j) y 0 + (sumR (skipn (Z.to_nat 1) x) + sumR (skipn (Z.to_nat t) y)).
Definition row_of_first (t : Z) (plus minus x y : list R) : Prop :=
  nth (Z.to_nat 0) plus 0 <= nth (Z.to_nat 0) x 0 + (sumR (skipn (Z.to_nat 1) x) + sumR (skipn (Z.to_nat t) y))
    - nth (Z.to_nat 1) x 0 + nth (Z.to_nat (t - 1)) y 0.

Lemma joined_eq12 n t u plus minus x y : sizes n t u ->
  Z.of_nat (length plus) = u -> Z.of_nat (length x) = u -> Z.of_nat (length y) = (n - u)%Z ->
  eq12 n t u (entry (plus ++ minus)) (entry (x ++ y)) <-> rows_of_minus t plus minus x y /\ row_of_first t plus minus x y.
Proof.
  intros S LP LX LY; pose proof S as (U & T & N); unfold eq12, rows_of_minus, row_of_first.
  rewrite (joined_shared x y n t u), (joined_plus plus minus u 0), (joined_plus x y u 0), (joined_plus x y u 1) by (assumption || lia).
  replace (u + t - 1)%Z with (u + (t - 1))%Z by lia; rewrite joined_minus by (assumption || lia).
  split; intros [H K]; split; try exact K; intros j J; specialize (H j ltac:(lia));
    rewrite !joined_minus in * by (assumption || lia); exact H.
Qed.

Lemma joined_eq10 n t u plus minus x y : sizes n t u ->
  Z.of_nat (length plus) = u -> Z.of_nat (length x) = u -> Z.of_nat (length y) = (n - u)%Z ->
  eq10 n t u (entry (plus ++ minus)) (entry (x ++ y)) <->
  (rows_of_minus t plus minus x y /\ row_of_first t plus minus x y) /\
  nth (Z.to_nat 1) plus 0 <= nth (Z.to_nat (t - 1)) y 0 + (sumR (skipn (Z.to_nat 1) x) + sumR (skipn (Z.to_nat t) y)).
Proof.
  intros S LP LX LY; pose proof S as (U & T & N); unfold eq10; rewrite joined_eq12 by assumption.
  rewrite (joined_shared x y n t u), (joined_plus plus minus u 1) by (assumption || lia).
  replace (u + t - 1)%Z with (u + (t - 1))%Z by lia; rewrite joined_minus by (assumption || lia); reflexivity.
Qed.

Lemma joined_rows n t u plus minus x y : sizes n t u ->
  Z.of_nat (length plus) = u -> Z.of_nat (length minus) = (n - u)%Z ->
  StronglySorted Rge plus -> StronglySorted Rge minus ->
  Z.of_nat (length x) = u -> Z.of_nat (length y) = (n - u)%Z ->
  entry x 1 <= entry y (t - 1) -> falling 0 u (entry x) -> falling 0 (n - u) (entry y) ->
  eq10 n t u (entry (plus ++ minus)) (entry (x ++ y)) <-> rows_hold n t (Zrange 0 u) (plus ++ minus) (x ++ y).
Proof.
  intros S LP LM SP SM LX LY C5 FX FY; pose proof S as (U & T & N); rewrite rows_safe by lia; apply group_rows.
  - exact S.
  - now apply joined_by_group.
  - replace (u + t - 1)%Z with (u + (t - 1))%Z by lia; rewrite (joined_plus x y u), joined_minus by (assumption || lia); exact C5.
  - apply joined_by_group; auto; now apply sorted_falling.
Qed.

Lemma steps_falling l m : Z.of_nat (length l) = m ->
  (forall i : Z, ((0 <= i)%Z) /\ ((i < m - 1)%Z) -> nth (Z.to_nat (i + 1)) l 0 <= nth (Z.to_nat i) l 0) ->
  falling 0 m (entry l).
Proof. intros L H i j I J; apply falling_entries; [intros k K; apply H | |]; lia. Qed.

(* Claim: tpmdp/lem-10 corrected *)
Theorem lem_10 : tpmdp_lem_10.
Proof.
  intros u U t T n N plus LP PP SP minus LM PM SM x LX PX y LY PY C5; defined.
  intros [FX FY]; fold (rows_hold n t (Zrange 0 u) (plus ++ minus) (x ++ y)).
  assert (sizes n t u) as S by (split; [| split]; lia); rewrite LX in FX; rewrite LY in FY.
  apply steps_falling in FX; [| exact LX]; apply steps_falling in FY; [| exact LY].
  rewrite <- (joined_rows n t u plus minus x y), (joined_eq10 n t u plus minus x y) by assumption.
  unfold rows_of_minus, row_of_first; tauto.
Qed.

(* Claim: tpmdp/cor-1 printed *)
Theorem cor_1 : tpmdp_cor_1.
Proof.
  intros u U t T n N plus LP PP SP minus LM PM SM x LX PX y LY PY C6 C5 FX FY; defined.
  fold (rows_hold n t (Zrange 0 u) (plus ++ minus) (x ++ y)).
  assert (sizes n t u) as S by (split; [| split]; lia).
  apply steps_falling in FX; [| exact LX]; apply steps_falling in FY; [| exact LY].
  rewrite <- (joined_rows n t u plus minus x y), (joined_eq10 n t u plus minus x y) by assumption.
  unfold rows_of_minus, row_of_first; split; [| tauto]; intros [H K]; repeat split; auto.
  apply Rle_trans with (1 := C6), (H (t - 1)%Z); lia.
Qed.

(** No neighbour out of order. *)
Lemma none_rising l m : Z.of_nat (length l) = m ->
  (forall i : Z, ((0 <= i)%Z) /\ ((i < m - 1)%Z) -> nth (Z.to_nat (i + 1)) l 0 <= nth (Z.to_nat i) l 0) ->
  filter (fun i : Z => Rltb (nth (Z.to_nat i) l 0) (nth (Z.to_nat (i + 1)) l 0)) (Zrange 0 (Z.of_nat (length l) - 1)) = nil.
Proof.
  intros L H; destruct (filter _ _) as [| i f] eqn:E; [reflexivity |].
  assert (In i (i :: f)) as I by (now left); rewrite <- E in I; apply filter_In in I; destruct I as [I K].
  apply in_Zrange in I; apply Rltb_iff in K; specialize (H i ltac:(lia)); lra.
Qed.

(* Claim: tpmdp/convention-5 printed *)
Theorem convention_5 : tpmdp_convention_5.
Proof.
  intros u U t T n N plus LP PP SP minus LM PM SM x LX PX y LY PY C5 FX FY; defined.
  rewrite (none_rising x u), (none_rising y (n - u)) by assumption; reflexivity.
Qed.
