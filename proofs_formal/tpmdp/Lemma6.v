(** Lemma 6: what every sorted optimum looks like where everyone is active. *)

From Coq Require Import Lra Lia.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest SortedRows Conventions Optima.

Section Everyone.
Variables (n t : Z) (r : Z -> R).
Hypotheses (T : (1 <= t <= n - 1)%Z) (FR : falling 0 n r) (PR : not_negative n r).
Local Notation rest x := (over (Zrange (t + 1) n) x).

Definition sorted_best (x : Z -> R) : Prop := best n t (Zrange 0 n) r x /\ falling 0 n x.

(** No sorted variances that satisfy Eq. 9 cost less. *)
Lemma sorted_best_le x y : sorted_best x -> falling 0 n y -> 0 <= y (n - 1)%Z -> eq9 n t r y -> total n x <= total n y.
Proof.
  intros [(_ & _ & B) _] F P E; apply B; [| now apply sorted_rows].
  intros i I; apply Rle_trans with (1 := P), F; lia.
Qed.

Lemma sorted_best_rows x : sorted_best x -> eq9 n t r x.
Proof. intros [(_ & S & _) F]; now apply sorted_rows. Qed.

Lemma sorted_not_negative x i : sorted_best x -> (0 <= i < n)%Z -> 0 <= x i.
Proof. intros [(P & _) _] I; now apply P. Qed.

Lemma total_split x : total n x = over (Zrange 0 (t + 1)) x + rest x.
Proof. apply over_range; lia. Qed.

(** The largest ranks down by as much as the later ones go up together. *)
Lemma level_tail x : sorted_best x -> IZR (n - t - 1) * x t <= rest x.
Proof.
  intros H; pose proof H as [(P & _) F]; pose proof (one_less n t) as M.
  assert (0 <= IZR (n - t - 1)) as M0 by (apply IZR_le; lia); assert (1 <= IZR t) as T0 by (apply IZR_le; lia).
  set (c := (x t + rest x) / IZR (n - t)).
  assert (IZR (n - t) * c = x t + rest x) as C by (unfold c; field; lra).
  assert (0 <= rest x) by (apply over_not_negative; intros i I; apply in_Zrange in I; apply P; lia).
  assert (0 <= x t) by (apply P; lia); assert (0 <= c) by (unfold c; apply quotient_not_negative; lra).
  set (y := fun i => if Z.leb i t then x i - x t + c else c).
  assert (rest y = IZR (n - t - 1) * c) as RY.
  { rewrite (over_ext _ _ (fun _ => c)), over_range_const by
      (lia || (intros i I; apply in_Zrange in I; unfold y; destruct (Z.leb_spec i t); [lia | reflexivity])).
    do 2 f_equal; lia. }
  assert (total n x <= total n y) as B.
  { apply sorted_best_le; auto.
    - intros i j I J; unfold y; destruct (Z.leb_spec i t), (Z.leb_spec j t); try lia; [| | lra].
      + assert (x j <= x i) by (apply F; lia); lra.
      + assert (x t <= x i) by (apply F; lia); lra.
    - unfold y; destruct (Z.leb_spec (n - 1) t); [| lra].
      assert (x t <= x (n - 1)%Z) by (apply F; lia); lra.
    - intros j J; rewrite RY; unfold y; destruct (Z.leb_spec j t); [| lia].
      pose proof (sorted_best_rows x H j J); rewrite M in C; lra. }
  rewrite !total_split, RY in B.
  assert (over (Zrange 0 (t + 1)) y = over (Zrange 0 (t + 1)) x - IZR (t + 1) * (x t - c)) as A.
  { rewrite (over_ext _ y (fun i => x i - (x t - c))), over_range_less by
      (lia || (intros i I; apply in_Zrange in I; unfold y; destruct (Z.leb_spec i t); [lra | lia])).
    do 3 f_equal; lia. }
  rewrite A, plus_IZR in B; rewrite M in C; assert (x t <= c) by nra; nra.
Qed.

Lemma tail_constant x : sorted_best x -> x t <= x (n - 1)%Z.
Proof.
  intros H; pose proof (level_tail x H) as B; destruct H as [_ F].
  destruct (Z.eq_dec t (n - 1)) as [<- | N]; [lra |].
  replace n with (n - 1 + 1)%Z in B at 2 by lia; rewrite Zrange_last, over_app in B by lia.
  assert (over (Zrange (t + 1) (n - 1)) x <= IZR (n - 1 - (t + 1)) * x t) as C.
  { rewrite <- over_range_const by lia; apply over_le; intros i I; apply in_Zrange in I; apply F; lia. }
  change (over [(n - 1)%Z] x) with (x (n - 1)%Z + 0) in B.
  replace (n - t - 1)%Z with (n - 1 - (t + 1) + 1)%Z in B by lia; rewrite plus_IZR in B; lra.
Qed.

(** One party of the first t is in one row only. *)
Lemma drop_tight x j : sorted_best x -> (0 <= j < t)%Z -> x (j + 1)%Z < x j -> x j + rest x <= r j.
Proof.
  intros H J D; pose proof H as [(P & _) F]; apply Rnot_lt_le; intros S.
  set (e := Rmin (x j - x (j + 1)%Z) (x j + rest x - r j)).
  assert (0 < e) by (unfold e; apply Rmin_glb_lt; lra).
  assert (e <= x j - x (j + 1)%Z) by (apply Rmin_l); assert (e <= x j + rest x - r j) by (apply Rmin_r).
  set (y := fun i => if Z.eqb i j then x i - e else x i).
  assert (forall D, ~ In j D -> over D y = over D x) as O.
  { intros L N; apply over_ext; intros i I; unfold y; destruct (Z.eqb_spec i j); [subst; tauto | reflexivity]. }
  assert (rest y = rest x) as RY by (apply O; rewrite in_Zrange; lia).
  assert (total n x <= total n y) as B.
  { apply sorted_best_le; auto.
    - intros i k I K; unfold y; destruct (Z.eqb_spec i j), (Z.eqb_spec k j); subst; try lra; try (apply F; lia).
      + apply Rle_trans with (x (j + 1)%Z); [apply F; lia | lra].
      + assert (x j <= x i) by (apply F; lia); lra.
    - unfold y; destruct (Z.eqb_spec (n - 1) j); [lia | apply P; lia].
    - intros k K; rewrite RY; pose proof (sorted_best_rows x H k K); unfold y; destruct (Z.eqb_spec k j); subst; lra. }
  unfold total in B; rewrite !(over_range 0 j n), !(over_first j n) in B by lia.
  rewrite !O in B by (rewrite in_Zrange; lia); unfold y in B; rewrite Z.eqb_refl in B; lra.
Qed.

(** Ranks before the first drop are equal. *)
Lemma first_drop x : falling 0 n x -> forall k, (0 <= k)%Z -> (k < n)%Z ->
  x k = x 0%Z \/ exists j, (0 <= j < k)%Z /\ x j = x 0%Z /\ x (j + 1)%Z < x j.
Proof.
  intros F; apply (Zrange_ind (fun k => (k < n)%Z -> x k = x 0%Z \/
    exists j, (0 <= j < k)%Z /\ x j = x 0%Z /\ x (j + 1)%Z < x j)); [now left |].
  intros k K IH L; destruct (IH ltac:(lia)) as [E | (j & J & EJ & D)]; [| right; exists j; repeat split; auto; lia].
  assert (x (k + 1)%Z <= x k) as G by (apply F; lia).
  destruct (Req_dec (x (k + 1)%Z) (x k)); [left; lra | right; exists k; repeat split; auto; try lia; lra].
Qed.

Lemma first_tight x : sorted_best x -> x 0%Z + rest x <= r 0%Z.
Proof.
  intros H; pose proof H as [(P & _) F]; destruct (first_drop x F t ltac:(lia) ltac:(lia)) as [E | (j & J & EJ & D)].
  - apply Rnot_lt_le; intros S; pose proof (tail_constant x H) as C; pose proof (one_less n t) as M.
    assert (0 <= IZR (n - t - 1)) by (apply IZR_le; lia).
    assert (forall i, (0 <= i < n)%Z -> x i = x 0%Z) as A.
    { intros i I; apply Rle_antisym; [apply F; lia |]; rewrite <- E; apply Rle_trans with (1 := C), F; lia. }
    assert (rest x = IZR (n - t - 1) * x 0%Z) as RX.
    { rewrite (over_ext _ _ (fun _ => x 0%Z)), over_range_const by
        (lia || (intros i I; apply in_Zrange in I; apply A; lia)); do 2 f_equal; lia. }
    set (c := r 0%Z / IZR (n - t)); assert (IZR (n - t) * c = r 0%Z) as RC by (unfold c; field; lra).
    assert (0 <= c) by (apply quotient_not_negative; [apply PR; lia | lra]).
    assert (total n x <= total n (fun _ => c)) as B.
    { apply sorted_best_le; auto; [intros ? ? ? ?; lra |]; intros k K.
      rewrite over_range_const by lia; replace (n - (t + 1))%Z with (n - t - 1)%Z by lia.
      assert (r k <= r 0%Z) by (apply FR; lia); rewrite M in RC; lra. }
    unfold total in B; rewrite (over_ext (Zrange 0 n) x (fun _ => x 0%Z)), !over_range_const in B by
      (lia || (intros i I; apply in_Zrange in I; apply A; lia)).
    assert (0 < IZR (n - 0)) by (apply IZR_lt; lia); rewrite RX in S; rewrite M in RC; nra.
  - pose proof (drop_tight x j H ltac:(lia) D) as B; rewrite EJ in B; assert (r j <= r 0%Z) by (apply FR; lia); lra.
Qed.
End Everyone.

Lemma steps_in_order n x : Z.of_nat (length x) = n ->
  (forall v : R, In v (map (fun j : Z => (nth (Z.to_nat j) x 0 - nth (Z.to_nat (j + 1)) x 0)%R) (Zrange 0 (n - 1))) ->
    0 <= v) -> falling 0 n (entry x).
Proof.
  intros L H; apply steps_falling; [exact L |]; intros i I.
  pose proof (conditions_hold _ _ H i ltac:(apply in_Zrange; lia)); lra.
Qed.

(** A sorted optimum, as the claims write it. *)
Lemma sorted_optimum n t r x : (1 <= t <= n - 1)%Z -> Z.of_nat (length r) = n ->
  optimum (covers n t (Zrange 0 n) r) sumR x ->
  (forall v : R, In v (map (fun j : Z => (nth (Z.to_nat j) x 0 - nth (Z.to_nat (j + 1)) x 0)%R) (Zrange 0 (n - 1))) ->
    0 <= v) -> Z.of_nat (length x) = n /\ sorted_best n t (entry r) (entry x).
Proof.
  intros T L O C; destruct (optimum_best n t (Zrange 0 n) r x ltac:(lia) L O) as [LX B].
  repeat split; try apply B; auto; now apply steps_in_order.
Qed.

Lemma entries_not_negative n l : Z.of_nat (length l) = n -> (forall x, In x l -> 0 <= x) -> not_negative n (entry l).
Proof. intros L P i I; apply P, entry_in; lia. Qed.

(* Claim: tpmdp/lem-6-1 printed *)
Theorem lem_6_1 : tpmdp_lem_6_1.
Proof.
  intros n N t T1 T2 r L P S v [(x & (O & C) & <-) _]; defined.
  destruct (sorted_optimum n t r x ltac:(lia) L O C) as [LX B].
  pose proof (tail_constant n t (entry r) ltac:(lia) (sorted_falling r n L S) (entry x) B) as E.
  destruct B as [_ F]; assert (entry x (n - 1) <= entry x t) by (apply F; lia); unfold entry in *; lra.
Qed.

(* Claim: tpmdp/lem-6-2 printed *)
Theorem lem_6_2 : tpmdp_lem_6_2.
Proof.
  intros n N t T1 T2 r L P S j J1 J2 v [(x & (OX & CX) & <-) _] w [(y & (OY & CY) & <-) _]; defined.
  destruct (sorted_optimum n t r x ltac:(lia) L OX CX) as [LX BX].
  destruct (sorted_optimum n t r y ltac:(lia) L OY CY) as [LY BY].
  pose proof (sorted_falling r n L S) as FR; rewrite sum_skipped, LY by lia.
  set (f := fun z : Z -> R => z (j - 1)%Z - z j).
  set (g := fun z : Z -> R => z (j - 1)%Z + over (Zrange (t + 1) n) z - entry r (j - 1)).
  assert (forall z, sorted_best n t (entry r) z -> 0 <= f z) as PF
    by (intros z [_ F]; unfold f; assert (z j <= z (j - 1)%Z) by (apply F; lia); lra).
  assert (forall z, sorted_best n t (entry r) z -> 0 <= g z) as PG
    by (intros z Z; pose proof (sorted_best_rows n t (entry r) ltac:(lia) FR z Z (j - 1)%Z ltac:(lia)); unfold g; lra).
  change (Rmin (f (entry x)) (g (entry y)) = 0); apply Rle_antisym; [| apply Rmin_glb; auto].
  apply (vanishing (sorted_best n t (entry r))); auto.
  - intros p Q; split; [apply mix_best; [exact Q | apply BX | apply BY] |].
    destruct BX as [_ FX], BY as [_ FY]; intros i k I K; specialize (FX i k I K); specialize (FY i k I K); unfold mix; nra.
  - intros p; unfold f, mix; ring.
  - intros p; unfold g; rewrite over_mix; unfold mix; ring.
  - intros z Z; destruct (Rle_dec (f z) 0) as [? | D]; [now left | right].
    pose proof (drop_tight n t (entry r) ltac:(lia) FR z (j - 1)%Z Z ltac:(lia)) as K.
    replace (j - 1 + 1)%Z with j in K by lia; unfold f, g in *; lra.
Qed.

(* Claim: tpmdp/lem-6-3 printed *)
Theorem lem_6_3 : tpmdp_lem_6_3.
Proof.
  intros n N t T1 T2 r L P S v [(x & (O & C) & <-) _]; defined.
  destruct (sorted_optimum n t r x ltac:(lia) L O C) as [LX B]; pose proof (sorted_falling r n L S) as FR.
  rewrite sum_skipped, LX by lia.
  pose proof (sorted_best_rows n t (entry r) ltac:(lia) FR (entry x) B 0%Z ltac:(lia)).
  pose proof (first_tight n t (entry r) ltac:(lia) FR (entries_not_negative n r L P) (entry x) B).
  unfold entry in *; lra.
Qed.
