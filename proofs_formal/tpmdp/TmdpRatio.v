(** The total of TPMDP beside that of TMDP, which gives everyone the strictest requirement. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Monotone Cheapest SortedRows Conventions Optima Arranged Lemma8 Lemma7 Subcase3.

(** Parties numbered anew, the active ones first. *)
Section Renumbered.
Variables (n : Z) (active : list Z).
Hypotheses (N : NoDup active) (I : incl active (Zrange 0 n)).
Local Notation all := (active ++ others n active).
Definition name (i : Z) : Z := nth (Z.to_nat i) (active ++ others n active) 0%Z.

Lemma all_permuted : Permutation (Zrange 0 n) all.
Proof.
  apply NoDup_Permutation; [apply NoDup_Zrange | |].
  - apply NoDup_app_intro; [exact N | apply others_NoDup |]; intros i A B; apply in_others in B; tauto.
  - intros i; rewrite in_app_iff, in_others, in_Zrange; split.
    + intros H; destruct (in_dec Z.eq_dec i active); tauto.
    + intros [H | H]; [apply in_Zrange, I, H | tauto].
Qed.

Lemma all_length : (0 <= n)%Z -> Z.of_nat (length all) = n.
Proof. intros; rewrite <- (Permutation_length all_permuted), length_Zrange; lia. Qed.

Lemma names_all : (0 <= n)%Z -> map name (Zrange 0 n) = all.
Proof.
  intros P; pose proof (all_length P) as L; apply (nth_ext _ _ 0%Z 0%Z); rewrite map_length, length_Zrange; [lia |].
  intros k K; set (f := fun k => name (0 + Z.of_nat k)).
  replace (map name (Zrange 0 n)) with (map f (seq 0 (Z.to_nat n))) by (unfold Zrange; rewrite map_map, Z.sub_0_r; reflexivity).
  rewrite (nth_indep (map f _) 0%Z (f O)) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth f), seq_nth by lia; unfold f, name; f_equal; lia.
Qed.

Lemma name_in i : (0 <= i < n)%Z -> In (name i) (Zrange 0 n).
Proof.
  intros H; apply (Permutation_in _ (Permutation_sym all_permuted)); rewrite <- names_all by lia.
  apply in_map, in_Zrange, H.
Qed.

Lemma name_active i : (0 <= i < Z.of_nat (length active))%Z -> In (name i) active.
Proof. intros H; unfold name; rewrite app_nth1 by lia; apply nth_In; lia. Qed.

Lemma name_injective i j : (0 <= i < n)%Z -> (0 <= j < n)%Z -> name i = name j -> i = j.
Proof.
  intros H K E; assert (NoDup all) as ND by (apply (Permutation_NoDup all_permuted), NoDup_Zrange).
  pose proof (all_length ltac:(lia)); rewrite NoDup_nth in ND; specialize (ND (Z.to_nat i) (Z.to_nat j) ltac:(lia) ltac:(lia) E); lia.
Qed.

Lemma renumbered_safe t c x : safe n t active (fun _ => c) x ->
  safe n t (Zrange 0 (Z.of_nat (length active))) (fun _ => c) (fun i => x (name i)).
Proof.
  intros S D (ND & ID & LD & a & A1 & A2 & A3) j J.
  assert (forall i, In i D -> (0 <= i < n)%Z) as B by (intros i H; apply in_Zrange, ID, H).
  replace (over D (fun i => x (name i))) with (over (map name D) x) by (unfold over; now rewrite map_map).
  apply (S (map name D)) with (j := name j); [| now apply in_map]; split; [| split; [| split]].
  - clear - ND B I N; induction ND as [| b L NB NL IH]; cbn; constructor; [| apply IH; auto with datatypes].
    intros H; apply in_map_iff in H; destruct H as (e & HE & E); apply name_injective in HE; [subst; tauto | |]; apply B; auto with datatypes.
  - intros i H; apply in_map_iff in H; destruct H as (e & <- & E); apply name_in, B, E.
  - rewrite map_length; exact LD.
  - apply in_Zrange in A1; exists (name a); repeat split; [now apply name_active | | |].
    1, 2: pose proof (name_in a A2) as H; apply in_Zrange in H; lia.
    intros H; apply in_map_iff in H; destruct H as (e & HE & E); apply name_injective in HE; [subst; tauto | now apply B | exact A2].
Qed.

Lemma renumbered_total x : (0 <= n)%Z -> total n (fun i => x (name i)) = total n x.
Proof.
  intros P; unfold total; rewrite (over_permuted _ _ x all_permuted), <- names_all by exact P.
  unfold over; now rewrite map_map.
Qed.
End Renumbered.

(** Equal requirements cost n/(n - t) times as much in Subcases 1 and 3. *)
Lemma equal_everyone n t c x : (1 <= t <= n - 1)%Z -> 0 <= c -> not_negative n x -> safe n t (Zrange 0 n) (fun _ => c) x ->
  IZR n * c <= IZR (n - t) * total n x.
Proof.
  intros T C P S; destruct (last_rank n t T) as (K & K1 & K2); set (k := (Z.min _ _ - 1)%Z) in *.
  assert (total n (point n t k (fun _ => c)) <= total n x) as B by (apply point_least; auto; intros ? ? ? ?; lra).
  rewrite (point_total n t k) in B by assumption; rewrite over_range_const in B by lia.
  pose proof (level_times n t k (fun _ => c) T) as L; cbv beta in L; set (l := level n t k (fun _ => c)) in *.
  assert (1 <= IZR (n - t)) as M by (apply IZR_le; lia); pose proof (one_less n t) as E.
  assert (IZR n * l = IZR (k - 0) * c - IZR k * (IZR (n - t - 1) * l) + IZR (n - k) * l) as Q.
  { rewrite Z.sub_0_r, (minus_IZR n k), <- L, E; ring. }
  rewrite <- Q in B; replace (IZR n * c) with (IZR (n - t) * (IZR n * l)) by (rewrite <- L; ring).
  apply Rmult_le_compat_l; lra.
Qed.

Lemma equal_requirements n t active c x : (1 <= t <= n - 1)%Z -> NoDup active -> incl active (Zrange 0 n) ->
  (n - t < Z.of_nat (length active) \/ 2 <= Z.of_nat (length active) /\ n <= t * Z.of_nat (length active))%Z ->
  0 <= c -> not_negative n x -> safe n t active (fun _ => c) x -> IZR n * c <= IZR (n - t) * total n x.
Proof.
  intros T N I U C P S; set (u := Z.of_nat (length active)) in *.
  destruct (Z.lt_ge_cases (n - t) u) as [H | H].
  - apply equal_everyone; auto; intros D (ND & ID & LD & _) j J; apply (S D) with (j := j); [| exact J].
    repeat split; auto; destruct (missing active D) as [(a & A & NA) | B].
    + exists a; pose proof (I a A) as R; apply in_Zrange in R; auto.
    + apply (NoDup_incl_length N) in B; unfold u in *; lia.
  - destruct U as [U | [U1 U2]]; [lia |].
    destruct (everyone_costs_no_more n t u (fun _ => c) (fun i => x (name n active i))) as (y & PY & SY & TY).
    + split; [| split]; lia.
    + exact U2.
    + split; intros ? ? ? ?; lra.
    + intros i H1; pose proof (name_in n active N I i H1) as H2; apply in_Zrange in H2; now apply P.
    + now apply renumbered_safe.
    + rewrite renumbered_total in TY by (auto; lia); pose proof (equal_everyone n t c y T C PY SY).
      assert (0 <= IZR (n - t)) by (apply IZR_le; lia); nra.
Qed.

(** The strictest party adds the most, the others share the second requirement. *)
Lemma one_dominates n t active r p a b : (1 <= t <= n - 1)%Z -> (0 <= p < n)%Z -> 0 <= b <= a -> r p <= a ->
  (forall i, (0 <= i < n)%Z -> i <> p -> r i <= b) ->
  exists y, not_negative n y /\ safe n t active r y /\ IZR (n - t) * total n y = IZR (n - t) * a + IZR t * b.
Proof.
  intros T P B RP R; assert (1 <= IZR (n - t)) as M by (apply IZR_le; lia); pose proof (one_less n t) as E.
  set (c := b / IZR (n - t)); assert (IZR (n - t) * c = b) as C by (unfold c; field; lra).
  assert (0 <= c) by (unfold c; apply quotient_not_negative; lra); clearbody c.
  set (y := fun i => if Z.eqb i p then a - IZR (n - t - 1) * c else c).
  assert (forall D, ~ In p D -> over D y = IZR (Z.of_nat (length D)) * c) as O.
  { intros D N; rewrite (over_ext D y (fun _ => c)), over_const; [reflexivity |].
    intros i I; unfold y; destruct (Z.eqb_spec i p); [subst; tauto | reflexivity]. }
  assert (forall D, NoDup D -> In p D -> over D y = a - IZR (n - t - 1) * c + IZR (Z.of_nat (length D) - 1) * c) as Q.
  { intros D ND HP; destruct (in_split p D HP) as (D1 & D2 & ->); apply NoDup_remove in ND; destruct ND as [_ ND].
    rewrite over_app, over_cons; unfold y at 2; rewrite Z.eqb_refl.
    rewrite in_app_iff in ND; rewrite !O by tauto; rewrite app_length; cbn [length].
    replace (Z.of_nat (length D1 + S (length D2)) - 1)%Z with (Z.of_nat (length D1) + Z.of_nat (length D2))%Z by lia.
    rewrite plus_IZR; lra. }
  exists y; repeat split.
  - intros i I; unfold y; destruct (Z.eqb i p); [| assumption]; rewrite E in C; nra.
  - intros D (ND & ID & LD & _) j J; pose proof (ID j J) as JB; apply in_Zrange in JB.
    destruct (in_dec Z.eq_dec p D) as [H1 | H1].
    + rewrite Q, LD by assumption; destruct (Z.eq_dec j p) as [-> | NE]; [lra |]; specialize (R j JB NE); lra.
    + rewrite O, LD, C by assumption; apply R; [exact JB | intros ->; tauto].
  - unfold total; rewrite Q, length_Zrange by (apply NoDup_Zrange || now apply in_Zrange).
    replace (Z.of_nat (Z.to_nat (n - 0)) - 1)%Z with (n - t - 1 + t)%Z by lia; rewrite plus_IZR, <- C; ring.
Qed.

(** The two largest of a list. *)
Lemma two_largest l : (2 <= length l)%nat -> let s := rev (sortedR l) in
  length s = length l /\ max_ofR l = nth 0 s 0 /\ (nth 1 s 0 <= nth 0 s 0) /\ In (nth 1 s 0) l /\
  exists p, (p < length l)%nat /\ nth p l 0 = nth 0 s 0 /\ forall i, (i < length l)%nat -> i <> p -> nth i l 0 <= nth 1 s 0.
Proof.
  intros L s; assert (Permutation l s) as P by (unfold s; rewrite <- Permutation_rev; apply sortedR_permuted).
  assert (StronglySorted Rge s) as F by (apply rev_falling, sortedR_rising).
  pose proof (Permutation_length P) as E; destruct s as [| a [| b s]]; try (cbn in E; lia); cbn [nth].
  inversion F as [| ? ? F1 F2]; inversion F1 as [| ? ? F3 F4]; subst; rewrite Forall_forall in F2, F4.
  assert (forall x, In x l -> x <= a) as A.
  { intros x X; apply (Permutation_in _ P) in X; destruct X as [<- | X]; [lra | apply Rge_le, F2, X]. }
  assert (In a l) as IA by (apply (Permutation_in _ (Permutation_sym P)); now left).
  repeat split; auto.
  - apply Rle_antisym; [apply A, max_ofR_in; intros ->; destruct IA | now apply max_ofR_ge].
  - apply Rge_le, F2; now left.
  - apply (Permutation_in _ (Permutation_sym P)); right; now left.
  - destruct (in_split a l IA) as (l1 & l2 & ->); exists (length l1); repeat split.
    + rewrite app_length; cbn; lia.
    + rewrite app_nth2, Nat.sub_diag by lia; reflexivity.
    + intros i H N; assert (Permutation (l1 ++ l2) (b :: s)) as Q by (apply (Permutation_cons_inv (a := a)); now rewrite Permutation_middle).
      assert (In (nth i (l1 ++ a :: l2) 0) (l1 ++ l2)) as K.
      { rewrite app_length in H; cbn in H; destruct (Nat.lt_ge_cases i (length l1)) as [J | J].
        - rewrite app_nth1 by exact J; apply in_or_app; left; now apply nth_In.
        - rewrite app_nth2 by exact J; destruct (i - length l1)%nat as [| k] eqn:X; [lia |]; cbn.
          apply in_or_app; right; apply nth_In; lia. }
      apply (Permutation_in _ Q) in K; destruct K as [<- | K]; [lra | apply Rge_le, F4, K].
Qed.

(* Claim: tpmdp/tmdp-ratio printed *)
Theorem tmdp_ratio : tpmdp_tmdp_ratio.
Proof.
  intros n N t T1 T2 active A1 A2 A3 r L P U M v [_ V] w [(x & X & <-) _]; assert (1 <= t <= n - 1)%Z as T by lia.
  destruct (two_largest r ltac:(lia)) as (L2 & E & B & IB & p & P1 & P2 & P3); set (s := rev (sortedR r)) in *.
  change (Z.to_nat 1) with 1%nat; change (Z.to_nat 0) with 0%nat; set (a := nth 0 s 0) in *; set (b := nth 1 s 0) in *.
  assert (0 < a) as A0 by lra; assert (0 <= b) as B0 by (now apply P).
  assert (incl active (Zrange 0 n)) as I by (intros i H; apply in_Zrange; specialize (A3 i H); lia).
  change (covers n t active (repeat (max_ofR r) (Z.to_nat n)) x) in X.
  rewrite covers_safe in X by (lia || (rewrite repeat_length; lia)); destruct X as (X1 & X2 & X3).
  assert (IZR n * a <= IZR (n - t) * sumR x) as LOW.
  { rewrite <- (total_listed n x X1); apply (equal_requirements n t active); auto; [now apply sorted_NoDup | lra | |].
    - intros i H; apply X2, entry_in; lia.
    - intros D O j J; apply Rle_trans with (2 := X3 D O j J); right; unfold entry; rewrite <- E.
      destruct O as (_ & ID & _); apply ID, in_Zrange in J.
      symmetry; apply (repeat_spec (Z.to_nat n)), nth_In; rewrite repeat_length; lia. }
  destruct (one_dominates n t active (entry r) (Z.of_nat p) a b T ltac:(lia) ltac:(lra)) as (y & Y1 & Y2 & Y3).
  { unfold entry; rewrite Nat2Z.id; lra. }
  { intros i H K; apply P3; lia. }
  specialize (V _ (listed_covers n t active r y ltac:(lia) L Y1 Y2)).
  rewrite <- (total_listed n (listed n y)) in V by (apply listed_length; lia).
  replace (total n (entry (listed n y))) with (total n y) in V
    by (apply over_ext; intros i H; apply in_Zrange in H; now rewrite listed_entry).
  assert (0 < IZR n) as N0 by (apply IZR_lt; lia); assert (1 <= IZR (n - t)) as M1 by (apply IZR_le; lia).
  assert (0 < sumR x) as W by nra.
  repeat split; [lia | lia | lia | lra | now apply (required_not_nil n) | lra |].
  set (q := b / a); assert (b = q * a) as QB by (unfold q; field; lra).
  assert (0 <= q) as Q0 by (apply quotient_not_negative; lra); assert (q <= 1) as Q1 by nra.
  apply Rle_trans with ((IZR (n - t) + IZR t * q) / IZR n).
  - apply Rmult_le_reg_r with (sumR x * IZR n); [nra |].
    replace (v / sumR x * (sumR x * IZR n)) with (v * IZR n) by (field; lra).
    replace ((IZR (n - t) + IZR t * q) / IZR n * (sumR x * IZR n)) with ((IZR (n - t) + IZR t * q) * sumR x) by (field; lra).
    assert (0 <= IZR t) as T0 by (apply IZR_le; lia).
    assert (IZR (n - t) * v <= (IZR (n - t) + IZR t * q) * a) as HI by nra.
    assert (IZR n * (IZR (n - t) * v) <= IZR n * ((IZR (n - t) + IZR t * q) * a)) as H1 by (apply Rmult_le_compat_l; lra).
    assert (0 <= IZR (n - t) + IZR t * q) as H2 by nra.
    assert ((IZR (n - t) + IZR t * q) * (IZR n * a) <= (IZR (n - t) + IZR t * q) * (IZR (n - t) * sumR x)) as H3 by (apply Rmult_le_compat_l; lra).
    apply Rmult_le_reg_l with (IZR (n - t)); lra.
  - rewrite plus_IZR; assert (IZR n = IZR (n - t) + IZR t) as NT by (rewrite <- plus_IZR; f_equal; lia).
    assert (1 <= IZR t) as T0 by (apply IZR_le; lia); set (m := IZR (n - t)) in *.
    apply Rmult_le_reg_r with (IZR n); [exact N0 |]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    rewrite Rmult_assoc; assert (1 / IZR n * IZR n = 1) as H1 by (field; lra).
    unfold Rmax; destruct (Rle_dec (1 / IZR n) q) as [H | H].
    + assert (1 <= q * IZR n) as H2 by (rewrite <- H1; apply Rmult_le_compat_r; lra); rewrite NT in *; nra.
    + rewrite H1; assert (q * IZR n <= 1) as H2 by (rewrite <- H1; apply Rmult_le_compat_r; lra); rewrite NT in *; nra.
Qed.
