(** Lemma 7: some optimum is constant from rank xi on. With everyone active the least total is that of Alg. 2. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Monotone Cheapest SortedRows Conventions Optima Arranged Lemma8.

(** Sorted by requirement, an optimum stays one. *)
Lemma sorted_version n t r x : falling 0 n r -> not_negative n x -> safe n t (Zrange 0 n) r x ->
  exists y, not_negative n y /\ falling 0 n y /\ safe n t (Zrange 0 n) r y /\ total n y = total n x.
Proof.
  intros F P S; set (y := arranged n (Zrange 0 n) r x); exists y.
  pose proof (NoDup_Zrange 0 n) as N; pose proof (incl_refl (Zrange 0 n)) as I; split; [| split; [| split]].
  - intros i H; destruct (arranged_source n (Zrange 0 n) r x N I) as (p & P1 & _); destruct (P1 i H) as (A & _ & B).
    unfold y; rewrite B; now apply P.
  - intros i j H K; destruct (Z.eq_dec i j) as [-> | D]; [lra |]; unfold y, arranged.
    assert (forall k, (0 <= k < n)%Z -> memZ k (Zrange 0 n) = true) as M by (intros k B; apply memZ_iff; now apply in_Zrange).
    rewrite !M by lia; apply placed_falls; try (apply in_Zrange; lia); apply before_iff.
    assert (r j <= r i) by (apply F; lia); destruct (Req_dec (r i) (r j)); [right; split; [assumption | lia] | left; lra].
  - now apply arranged_safe.
  - now apply arranged_total.
Qed.

Section Level.
Variables (n t k : Z) (r : Z -> R).
Hypotheses (T : (1 <= t <= n - 1)%Z) (K : (0 <= k <= t)%Z) (FR : falling 0 n r) (PR : not_negative n r).
Local Notation m := (IZR (n - t)).
Definition level : R := 1 / m * r k.
Definition point (i : Z) : R := if Z.ltb i k then r i - IZR (n - t - 1) * level else level.

Lemma outside_positive : 1 <= m /\ m = IZR (n - t - 1) + 1 /\ 0 <= IZR (n - t - 1).
Proof. split; [apply IZR_le; lia | split; [apply one_less | apply IZR_le; lia]]. Qed.

Lemma level_times : m * level = r k.
Proof. destruct outside_positive; unfold level; field; lra. Qed.

Lemma level_not_negative : 0 <= level.
Proof. destruct outside_positive; pose proof level_times; pose proof (PR k ltac:(lia)); nra. Qed.

Lemma point_above i : (0 <= i < n)%Z -> level <= point i.
Proof.
  intros I; unfold point; destruct (Z.ltb_spec i k); [| lra]; assert (r k <= r i) by (apply FR; lia).
  pose proof level_times; destruct outside_positive as (_ & E & _); rewrite E in *; lra.
Qed.

Lemma point_rest : over (Zrange (t + 1) n) point = IZR (n - t - 1) * level.
Proof.
  rewrite (over_ext _ _ (fun _ => level)), over_range_const by
    (lia || (intros i I; apply in_Zrange in I; unfold point; destruct (Z.ltb_spec i k); [lia | reflexivity])).
  do 2 f_equal; lia.
Qed.

Lemma point_falling : falling 0 n point.
Proof.
  intros i j I J; unfold point at 1; destruct (Z.ltb_spec j k); [| apply point_above; lia].
  unfold point; destruct (Z.ltb_spec i k); [| lia]; assert (r j <= r i) by (apply FR; lia); lra.
Qed.

Lemma point_not_negative : not_negative n point.
Proof. intros i I; pose proof (point_above i I); pose proof level_not_negative; lra. Qed.

Lemma point_safe : safe n t (Zrange 0 n) r point.
Proof.
  apply sorted_rows; auto; [apply point_falling |]; intros j J; rewrite point_rest; unfold point.
  destruct (Z.ltb_spec j k); [lra |]; assert (r j <= r k) by (apply FR; lia).
  pose proof level_times; destruct outside_positive as (_ & E & _); rewrite E in *; lra.
Qed.

Lemma point_total : total n point = over (Zrange 0 k) r - IZR k * (IZR (n - t - 1) * level) + IZR (n - k) * level.
Proof.
  unfold total; rewrite (over_range 0 k n) by lia; f_equal.
  - rewrite (over_ext _ _ (fun i => r i - IZR (n - t - 1) * level)), over_range_less by
      (lia || (intros i I; apply in_Zrange in I; unfold point; destruct (Z.ltb_spec i k); [reflexivity | lia])).
    now rewrite Z.sub_0_r.
  - rewrite (over_ext _ _ (fun _ => level)), over_range_const by
      (lia || (intros i I; apply in_Zrange in I; unfold point; destruct (Z.ltb_spec i k); [lia | reflexivity])); reflexivity.
Qed.

(** With t <= k (n - t) <= n, that is with Alg. 2's rank, nothing sorted costs less. *)
Hypotheses (K1 : (t <= k * (n - t))%Z) (K2 : (k * (n - t) <= n)%Z).

Lemma tail_average x : falling 0 n x -> over (Zrange (t + 1) n) x <= IZR (n - t - 1) * x t.
Proof.
  intros F; replace (n - t - 1)%Z with (n - (t + 1))%Z by lia; rewrite <- over_range_const by lia.
  apply over_le; intros i I; apply in_Zrange in I; apply F; lia.
Qed.

Lemma point_least_sorted x : not_negative n x -> falling 0 n x -> eq9 n t r x -> total n point <= total n x.
Proof.
  intros P F E; set (S := over (Zrange (t + 1) n) x); pose proof (tail_average x F) as A; fold S in A.
  assert (over (Zrange 0 k) r - IZR k * S <= over (Zrange 0 k) x) as H1.
  { rewrite <- (Z.sub_0_r k) at 2; rewrite <- over_range_less by lia; apply over_le; intros i I; apply in_Zrange in I.
    specialize (E i ltac:(lia)); fold S in E; lra. }
  assert (IZR (t - k) * x t <= over (Zrange (k + 1) (t + 1)) x) as H2.
  { replace (t - k)%Z with (t + 1 - (k + 1))%Z by lia; rewrite <- over_range_const by lia.
    apply over_le; intros i I; apply in_Zrange in I; apply F; lia. }
  assert (total n x = over (Zrange 0 k) x + (x k + over (Zrange (k + 1) (t + 1)) x) + S) as H0.
  { unfold total; rewrite (over_range 0 (t + 1) n), (over_range 0 k (t + 1)), (over_first k) by lia; fold S; lra. }
  assert (x t <= x k) as H3 by (apply F; lia); pose proof (E k ltac:(lia)) as H4; fold S in H4.
  pose proof level_times as C; destruct outside_positive as (M1 & M & M0); set (w := IZR (n - t - 1)) in *.
  set (c := level) in *; assert (0 <= IZR k) as K0 by (apply IZR_le; lia).
  assert (0 <= IZR (t - k)) as TK by (apply IZR_le; lia).
  assert (IZR (n - k) = IZR (t - k) + w + 1) as NK by (unfold w; rewrite <- !plus_IZR; f_equal; lia).
  assert (IZR (t - k) <= IZR k * w) as L1.
  { unfold w; rewrite <- mult_IZR; apply IZR_le; nia. }
  assert (IZR k * w <= IZR (t - k) + w + 1) as L2.
  { unfold w; rewrite <- mult_IZR, <- !plus_IZR; apply IZR_le; nia. }
  rewrite point_total; fold c w; rewrite NK, H0; rewrite M in C.
  assert (0 <= S) as S0 by (apply over_not_negative; intros i I; apply in_Zrange in I; apply P; lia).
  destruct (Req_dec w 0) as [W | W].
  - rewrite W in *; assert (IZR (t - k) = 0) as Z by lra; rewrite Z in *; nra.
  - assert (0 < w) as W0 by lra; clear W; destruct (Rle_dec S (w * c)) as [D | D].
    + assert (0 <= w * (IZR k * (w * c - S) + IZR (t - k) * (x t - c))) as Q.
      { assert (0 <= (w * c - S) * (IZR k * w - IZR (t - k))) by (apply Rmult_le_pos; lra).
        assert (0 <= IZR (t - k) * (w * x t - S)) by (apply Rmult_le_pos; lra); nra. }
      assert (0 <= IZR k * (w * c - S) + IZR (t - k) * (x t - c)) by nra; nra.
    + assert (0 <= (S - w * c) * (IZR (t - k) + w + 1 - IZR k * w)) as Q1 by (apply Rmult_le_pos; lra).
      assert (0 <= (IZR (t - k) + 1) * (w * x t - S)) as Q2 by (apply Rmult_le_pos; lra).
      assert (0 <= w * ((IZR (t - k) + 1) * (x t - c) + (S - w * c) - IZR k * (S - w * c))) as Q by nra.
      assert (0 <= (IZR (t - k) + 1) * (x t - c) + (S - w * c) - IZR k * (S - w * c)) by nra; nra.
Qed.

Lemma point_least x : not_negative n x -> safe n t (Zrange 0 n) r x -> total n point <= total n x.
Proof.
  intros P S; destruct (sorted_version n t r x FR P S) as (y & Y1 & Y2 & Y3 & <-).
  apply point_least_sorted; auto; now apply sorted_rows.
Qed.
End Level.

(** Alg. 2's rank. *)
Lemma last_rank n t : (1 <= t <= n - 1)%Z -> let k := (Z.min ((2 * n - t) / (n - t)) (t + 1) - 1)%Z in
  (0 <= k <= t)%Z /\ (t <= k * (n - t))%Z /\ (k * (n - t) <= n)%Z.
Proof.
  intros T k; pose proof (Z.div_mod (2 * n - t) (n - t) ltac:(lia)); pose proof (Z.mod_pos_bound (2 * n - t) (n - t) ltac:(lia)).
  unfold k; set (q := ((2 * n - t) / (n - t))%Z) in *; nia.
Qed.

(** The claim's test of all sets of n - t parties. *)
Definition protects (n t : Z) (required x : list R) : bool :=
  forallb (fun D => forallb (fun j => Rleb (nth (Z.to_nat j) required 0)
    (sumR (map (fun i : Z => nth (Z.to_nat i) x 0) D))) D) (combinations (Z.to_nat (n - t)) (Zrange 0 n)).

Lemma missing (L D : list Z) : (exists i, In i L /\ ~ In i D) \/ incl L D.
Proof.
  induction L as [| i L IH]; [right; intros k [] |]; destruct (in_dec Z.eq_dec i D) as [H | H].
  - destruct IH as [(k & K & NK) | IH]; [left; exists k; auto with datatypes | right].
    intros k [<- | K]; auto.
  - left; exists i; auto with datatypes.
Qed.

Lemma protects_safe n t required x : (1 <= t <= n - 1)%Z ->
  protects n t required x = true <-> safe n t (Zrange 0 n) (entry required) (entry x).
Proof.
  intros T; unfold protects; rewrite forallb_forall; split.
  - intros H D (ND & ID & LD & _) j J; pose proof (members_permuted D (Zrange 0 n) ND (NoDup_Zrange 0 n) ID) as P.
    specialize (H (filter (fun i => memZ i D) (Zrange 0 n))).
    rewrite <- (Permutation_length P) in LD; replace (Z.to_nat (n - t)) with (length (filter (fun i => memZ i D) (Zrange 0 n))) in H by lia.
    specialize (H (filter_in_combinations _ _)); rewrite forallb_forall in H.
    specialize (H j (Permutation_in _ (Permutation_sym P) J)); apply Rleb_iff in H.
    rewrite <- (over_permuted _ _ (entry x) P); exact H.
  - intros H D C; apply forallb_forall; intros j J; apply Rleb_iff; apply (H D); [| exact J].
    pose proof (combinations_NoDup _ (NoDup_Zrange 0 n) _ _ C) as N; apply in_combinations in C; destruct C as [L I].
    repeat split; auto; [lia |]; destruct (missing (Zrange 0 n) D) as [(a & A & NA) | B].
    + exists a; apply in_Zrange in A as A'; auto.
    + apply (NoDup_incl_length (NoDup_Zrange 0 n)) in B; rewrite length_Zrange in B; lia.
Qed.

Lemma point_listed n t required xi : Z.of_nat (length required) = n ->
  map (fun item1 : Z * R => if (fst item1 + 1 <? xi)%Z then (snd item1 - IZR (n - t - 1) * (1 / IZR (n - t) *
      nth (Z.to_nat (xi - 1)) required 0))%R else (1 / IZR (n - t) * nth (Z.to_nat (xi - 1)) required 0)%R)
    (combine (Zrange 0 (Z.of_nat (length required))) required) = listed n (point n t (xi - 1) (entry required)).
Proof.
  intros L; fold (numbered required); rewrite numbered_nth, map_map, L; unfold listed; apply map_ext; intros i; cbn [fst snd].
  unfold point, level, entry; replace (i <? xi - 1)%Z with (i + 1 <? xi)%Z; [reflexivity |].
  destruct (Z.ltb_spec (i + 1) xi), (Z.ltb_spec i (xi - 1)); lia || reflexivity.
Qed.

Lemma min_ofR_in l : l <> nil -> In (min_ofR l) l.
Proof.
  destruct l as [| a l]; intros H; [congruence |]; unfold min_ofR; cbn; clear H; revert a.
  induction l as [| b l IH]; intros a; cbn; [now left |]; destruct (IH (Rmin a b)) as [G | G]; [| now right; right].
  rewrite <- G; unfold Rmin; destruct (Rle_dec a b); auto.
Qed.

(* Claim: tpmdp/lem-7 printed *)
Theorem lem_7 : tpmdp_lem_7.
Proof.
  intros n N t T1 T2 r L P S v H; assert (1 <= t <= n - 1)%Z as T by lia.
  pose proof (sorted_falling r n L S) as FR; assert (not_negative n (entry r)) as PR by (intros i I; apply P, entry_in; lia).
  set (q := (Z.min ((2 * n - t) / (n - t)) (t + 1))%Z).
  destruct (last_rank n t T) as (Q1 & Q2 & Q3); fold q in Q1, Q2, Q3.
  set (points := map _ (Zrange 1 (q + 1))).
  assert (points = map (fun xi => listed n (point n t (xi - 1) (entry r))) (Zrange 1 (q + 1))) as E
    by (apply map_ext; intros xi; now apply point_listed).
  assert (forall x1, In x1 points -> length x1 = length r) as LE.
  { rewrite E; intros x X; apply in_map_iff in X; destruct X as (xi & <- & _); apply Nat2Z.inj; rewrite listed_length; lia. }
  set (kept := filter (protects n t r) points); set (totals := map (fun x1 : list R => sumR x1) kept).
  assert (forall xi, (1 <= xi <= t + 1)%Z -> protects n t r (listed n (point n t (xi - 1) (entry r))) = true) as C.
  { intros xi X; apply protects_safe; [exact T |]; apply (safe_ext n t _ (entry r) (point n t (xi - 1) (entry r))).
    - intros i I; now rewrite listed_entry.
    - apply point_safe; auto; lia. }
  assert (In (sumR (listed n (point n t (q - 1) (entry r)))) totals) as A.
  { apply in_map, filter_In; split; [| apply C; lia]; rewrite E.
    apply (in_map (fun xi => listed n (point n t (xi - 1) (entry r)))), in_Zrange; lia. }
  assert (totals <> nil) as NN by (intros X; rewrite X in A; destruct A).
  repeat (split; [solve [bounds
    | intros; specialize (LE _ ltac:(eassumption)); match goal with X : In ?D (combinations _ _) |- _ =>
        apply in_combinations in X; destruct X as [_ X] end; match goal with X : incl _ _, Y : In ?i _ |- context [?i] =>
        apply X, in_Zrange in Y end; rewrite ?LE; lia | exact NN] |]).
  change (v = min_ofR totals); destruct H as [(x & X & <-) V].
  change (covers n t (Zrange 0 n) r x) in X; rewrite covers_safe in X by (assumption || lia); destruct X as (X1 & X2 & X3).
  apply Rle_antisym.
  - pose proof (min_ofR_in totals NN) as MI; apply in_map_iff in MI; destruct MI as (y & <- & Y); apply filter_In in Y; destruct Y as [Y1 Y2].
    apply V, (proj2 (covers_safe n t (Zrange 0 n) r y ltac:(lia) L)); split; [rewrite (LE y Y1); exact L | split].
    + rewrite E in Y1; apply in_map_iff in Y1; destruct Y1 as (xi & <- & XI); apply in_Zrange in XI; intros w W.
      apply in_map_iff in W; destruct W as (i & <- & I); apply in_Zrange in I; apply point_not_negative; auto; lia.
    + apply (proj1 (protects_safe n t r y T)), Y2.
  - apply Rle_trans with (sumR (listed n (point n t (q - 1) (entry r)))).
    + now apply min_ofR_le.
    + rewrite <- (total_listed n) by (apply listed_length; lia); rewrite <- (total_listed n x X1).
      replace (total n (entry (listed n (point n t (q - 1) (entry r))))) with (total n (point n t (q - 1) (entry r)))
        by (apply over_ext; intros i I; apply in_Zrange in I; now rewrite listed_entry).
      apply point_least; auto; intros i I; apply X2, entry_in; lia.
Qed.
