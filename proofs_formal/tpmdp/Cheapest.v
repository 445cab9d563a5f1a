(** The cheapest sets outside a coalition: what Eq. 6 asks, by sums over the parties that do not collude. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides.

(** A party's entry, and the sum over a set of parties. *)
Definition entry (l : list R) (i : Z) : R := nth (Z.to_nat i) l 0.
Definition over (D : list Z) (x : Z -> R) : R := sumR (map x D).

(** Sets of n - t parties that leave out an active one; rows of Eq. 6 are about these. *)
Definition outside (n t : Z) (active D : list Z) : Prop :=
  NoDup D /\ incl D (Zrange 0 n) /\ Z.of_nat (length D) = (n - t)%Z /\ exists a, In a active /\ (0 <= a < n)%Z /\ ~ In a D.
Definition safe (n t : Z) (active : list Z) (r x : Z -> R) : Prop :=
  forall D, outside n t active D -> forall j, In j D -> r j <= over D x.

Lemma sumR_permuted l m : Permutation l m -> sumR l = sumR m.
Proof. unfold sumR; induction 1; cbn; lra. Qed.

Lemma over_permuted D E x : Permutation D E -> over D x = over E x.
Proof. intros H; apply sumR_permuted, Permutation_map, H. Qed.

Lemma over_cons a D x : over (a :: D) x = x a + over D x.
Proof. reflexivity. Qed.

Lemma over_app D E x : over (D ++ E) x = over D x + over E x.
Proof. unfold over; now rewrite map_app, sumR_app. Qed.

Lemma over_plus D f g : over D (fun i => f i + g i) = over D f + over D g.
Proof. apply sumR_plus. Qed.

Lemma over_const D c : over D (fun _ => c) = IZR (Z.of_nat (length D)) * c.
Proof. apply sumR_const. Qed.

Lemma over_scaled D f c : over D (fun i => f i * c) = over D f * c.
Proof. apply sumR_scaled. Qed.

Lemma over_ext D f g : (forall i, In i D -> f i = g i) -> over D f = over D g.
Proof. apply sumR_ext. Qed.

Lemma over_le D f g : (forall i, In i D -> f i <= g i) -> over D f <= over D g.
Proof. apply sumR_le. Qed.

Lemma over_less D f c : over D (fun i => f i - c) = over D f - IZR (Z.of_nat (length D)) * c.
Proof. rewrite <- over_const; unfold over, sumR; induction D; cbn; [lra | rewrite IHD; lra]. Qed.

Lemma over_not_negative D f : (forall i, In i D -> 0 <= f i) -> 0 <= over D f.
Proof. intros H; apply sumR_not_negative; intros x X; apply in_map_iff in X; destruct X as (i & <- & I); auto. Qed.

Lemma over_split (p : Z -> bool) L f : over L f = over (filter p L) f + over (filter (fun i => negb (p i)) L) f.
Proof. induction L as [| a L IH]; unfold over, sumR in *; cbn; [lra |]; destruct (p a); cbn; lra. Qed.

Lemma members_permuted D L : NoDup D -> NoDup L -> incl D L -> Permutation (filter (fun i => memZ i D) L) D.
Proof.
  intros HD HL I; apply NoDup_Permutation; [now apply NoDup_filter | exact HD |].
  intros i; rewrite filter_In, memZ_iff; split; [tauto | auto].
Qed.

Lemma Zrange_split a b c : (a <= b <= c)%Z -> Zrange a c = Zrange a b ++ Zrange b c.
Proof.
  intros H; assert (forall k, (b <= k)%Z -> Zrange a k = Zrange a b ++ Zrange b k) as G; [| apply G; lia].
  apply Zrange_ind; [now rewrite (Zrange_empty b b), app_nil_r by lia |].
  intros k K E; rewrite !Zrange_last, E by lia; now rewrite app_assoc.
Qed.

Lemma over_range a b c f : (a <= b <= c)%Z -> over (Zrange a c) f = over (Zrange a b) f + over (Zrange b c) f.
Proof. intros; rewrite (Zrange_split a b c), over_app by lia; reflexivity. Qed.

Lemma over_first a c f : (a < c)%Z -> over (Zrange a c) f = f a + over (Zrange (a + 1) c) f.
Proof. intros; now rewrite Zrange_first, over_cons by lia. Qed.

Lemma over_range_const a b c : (a <= b)%Z -> over (Zrange a b) (fun _ => c) = IZR (b - a) * c.
Proof. intros; rewrite over_const, length_Zrange, Z2Nat.id by lia; reflexivity. Qed.

Lemma over_range_less a b f c : (a <= b)%Z -> over (Zrange a b) (fun i => f i - c) = over (Zrange a b) f - IZR (b - a) * c.
Proof. intros; rewrite over_less, length_Zrange, Z2Nat.id by lia; reflexivity. Qed.

Lemma NoDup_app_intro (D E : list Z) : NoDup D -> NoDup E -> (forall i, In i D -> ~ In i E) -> NoDup (D ++ E).
Proof.
  induction 1 as [| a D NA ND IH]; intros NE H; cbn; [exact NE |]; constructor.
  - rewrite in_app_iff; intros [X | X]; [tauto | apply (H a); [now left | exact X]].
  - apply IH; [exact NE |]; intros i I; apply H; now right.
Qed.

(** Lists by their entries. *)
Lemma sum_entries l : sumR l = over (Zrange 0 (Z.of_nat (length l))) (entry l).
Proof.
  induction l as [| a l IH] using rev_ind; [reflexivity |].
  rewrite sumR_app, app_length, Nat2Z.inj_add, Zrange_last, over_app, IH by (cbn; lia).
  f_equal; [apply over_ext; intros i I; apply in_Zrange in I; unfold entry; now rewrite app_nth1 by lia |].
  unfold over, entry, sumR; cbn; rewrite Nat2Z.id, app_nth2, Nat.sub_diag by lia; cbn; lra.
Qed.

Lemma sum_skipped k l : (0 <= k)%Z -> (k <= Z.of_nat (length l))%Z ->
  sumR (skipn (Z.to_nat k) l) = over (Zrange k (Z.of_nat (length l))) (entry l).
Proof.
  intros K L; rewrite <- (firstn_skipn (Z.to_nat k) l) at 2 3.
  assert (length (firstn (Z.to_nat k) l) = Z.to_nat k) as F by (rewrite firstn_length; lia).
  rewrite app_length, F, sum_entries, skipn_length.
  replace (Z.of_nat (Z.to_nat k + (length l - Z.to_nat k))) with (Z.of_nat (length l)) by lia.
  replace (Z.of_nat (length l - Z.to_nat k)) with (Z.of_nat (length l) - k)%Z by lia.
  unfold over, Zrange; rewrite !map_map, Z.sub_0_r; f_equal; apply map_ext_in; intros i _; unfold entry.
  rewrite app_nth2 by lia; rewrite F; f_equal; lia.
Qed.

Lemma sorted_entries l : StronglySorted Rge l ->
  forall i j, (0 <= i <= j)%Z -> (j < Z.of_nat (length l))%Z -> entry l j <= entry l i.
Proof.
  unfold entry; induction 1 as [| a l _ IH F]; intros i j I J; cbn [length] in J; [lia |].
  destruct (Z.eq_dec i 0) as [-> | NI].
  - destruct (Z.eq_dec j 0) as [-> | NJ]; [lra |]; rewrite Forall_forall in F.
    replace (Z.to_nat j) with (S (Z.to_nat (j - 1))) by lia; cbn; apply Rge_le, F, nth_In; lia.
  - replace (Z.to_nat i) with (S (Z.to_nat (i - 1))) by lia; replace (Z.to_nat j) with (S (Z.to_nat (j - 1))) by lia.
    cbn; apply IH; lia.
Qed.

Lemma falling_entries l : (forall i, (0 <= i)%Z /\ (i < Z.of_nat (length l) - 1)%Z -> entry l (i + 1) <= entry l i) ->
  forall i j, (0 <= i <= j)%Z -> (j < Z.of_nat (length l))%Z -> entry l j <= entry l i.
Proof.
  intros H i j I; revert j I.
  assert (forall j, (i <= j)%Z -> (0 <= i)%Z -> (j < Z.of_nat (length l))%Z -> entry l j <= entry l i) as G.
  { apply (Zrange_ind (fun j => (0 <= i)%Z -> (j < Z.of_nat (length l))%Z -> entry l j <= entry l i)); [lra |].
    intros k K IH I J; apply Rle_trans with (entry l k); [apply H; lia | apply IH; lia]. }
  intros; apply G; lia.
Qed.

Lemma entry_app a b i : (0 <= i)%Z -> entry (a ++ b) i =
  if Z.ltb i (Z.of_nat (length a)) then entry a i else entry b (i - Z.of_nat (length a)).
Proof.
  intros I; unfold entry; destruct (Z.ltb_spec i (Z.of_nat (length a))); [now rewrite app_nth1 by lia |].
  rewrite app_nth2 by lia; f_equal; lia.
Qed.

Lemma entry_in l i : (0 <= i < Z.of_nat (length l))%Z -> In (entry l i) l.
Proof. intros; apply nth_In; lia. Qed.

(** Coalitions and what is outside them. *)
Lemma outside_of n t active c : (0 <= t <= n)%Z -> In c (combinations (Z.to_nat t) (Zrange 0 n)) ->
  (exists i, In i c /\ In i active) -> outside n t active (filter (fun i => negb (memZ i c)) (Zrange 0 n)).
Proof.
  intros T C (a & A1 & A2); repeat split.
  - apply NoDup_filter, NoDup_Zrange.
  - intros i I; apply filter_In in I; apply I.
  - now apply count_outside.
  - exists a; repeat split; try assumption; apply in_combinations in C; destruct C as [_ C];
      apply C in A1 as A3; apply in_Zrange in A3; try lia.
    intros I; apply filter_In in I; destruct I as [_ I]; now apply memZ_not in I.
Qed.

Lemma coalition_of n t active D : (0 <= t <= n)%Z -> outside n t active D ->
  exists c, In c (combinations (Z.to_nat t) (Zrange 0 n)) /\ (exists i, In i c /\ In i active) /\
    (forall j, In j D -> ~ In j c) /\ Permutation (filter (fun i => negb (memZ i c)) (Zrange 0 n)) D.
Proof.
  intros T (N & I & L & a & A1 & A2 & A3); set (c := filter (fun i => negb (memZ i D)) (Zrange 0 n)).
  assert (forall i, In i (filter (fun i => negb (memZ i c)) (Zrange 0 n)) <-> In i D) as O.
  { intros i; rewrite filter_In, memZ_not; unfold c; rewrite filter_In, memZ_not; split; [| firstorder].
    intros [H K]; destruct (in_dec Z.eq_dec i D); [assumption | tauto]. }
  exists c; repeat split.
  - replace (Z.to_nat t) with (length c); [apply filter_in_combinations |].
    pose proof (filter_counts (fun i => memZ i D) (Zrange 0 n)) as F; cbv beta in F.
    rewrite (count_members D (Zrange 0 n) N (NoDup_Zrange 0 n) I), length_Zrange in F; fold c in F; lia.
  - exists a; split; [apply filter_In; split; [now apply in_Zrange | now apply memZ_not] | exact A1].
  - intros j J H; apply filter_In in H; destruct H as [_ H]; now apply memZ_not in H.
  - apply NoDup_Permutation; [apply NoDup_filter, NoDup_Zrange | exact N | exact O].
Qed.

(** Eq. 6 as definitions of feasibility write it, and as [covers] does. *)
Definition rows_hold (n t : Z) (active : list Z) (required x : list R) : Prop :=
  forall c, In c (combinations (Z.to_nat t) (Zrange 0 n)) -> forall j, ((0 <= j)%Z) /\ ((j < n)%Z) ->
    (~ In j c) /\ (exists i, In i c /\ In i active) ->
    nth (Z.to_nat j) required 0 <=
      sumR (map (fun i => nth (Z.to_nat i) x 0) (filter (fun i => negb (memZ i c)) (Zrange 0 n))).

Lemma rows_safe n t active required x : (0 <= t <= n)%Z ->
  rows_hold n t active required x <-> safe n t active (entry required) (entry x).
Proof.
  intros T; split; intros H.
  - intros D O j J; destruct (coalition_of n t active D T O) as (c & C1 & C2 & C3 & C4).
    rewrite <- (over_permuted _ _ _ C4); apply H; auto.
    destruct O as (_ & I & _); apply I, in_Zrange in J; lia.
  - intros c C j J [N A]; apply (H _ (outside_of n t active c T C A) j).
    apply filter_In; split; [apply in_Zrange; lia | now apply memZ_not].
Qed.

Lemma covers_safe n t active required x : (0 <= t <= n)%Z -> Z.of_nat (length required) = n ->
  covers n t active required x <->
  Z.of_nat (length x) = n /\ (forall v, In v x -> 0 <= v) /\ safe n t active (entry required) (entry x).
Proof.
  intros T L; unfold covers; rewrite <- rows_safe by exact T; split; intros (X1 & X2 & X3); repeat split; auto.
  - intros c C j J [N A]; specialize (X3 c C A (j, nth (Z.to_nat j) required 0)); rewrite out_nth, X1 in X3.
    apply X3; [apply numbered_in; lia | exact N].
  - intros c C A [j v] J N; apply in_numbered in J; destruct J as [J ->]; cbn [fst snd].
    rewrite out_nth, X1; apply X3; auto; lia.
Qed.

(** The cheapest set: with any level, what is below it counts wholly, and no set of n - t parties without a does better. *)
Definition part (x : Z -> R) (level : R) (i : Z) : R := Rmin (x i - level) 0.

Lemma part_not_positive x level i : part x level i <= 0.
Proof. apply Rmin_r. Qed.

Lemma part_below x level i : x i <= level -> part x level i = x i - level.
Proof. intros; apply Rmin_left; lra. Qed.

Lemma part_above x level i : level <= x i -> part x level i = 0.
Proof. intros; apply Rmin_right; lra. Qed.

Lemma part_le x level i j : x i <= x j -> part x level i <= part x level j.
Proof. intros; unfold part, Rmin; destruct (Rle_dec (x i - level) 0), (Rle_dec (x j - level) 0); lra. Qed.

Lemma one_of_many D f a : In a D -> (forall i, f i <= 0) -> over D f <= f a.
Proof.
  intros A F; assert (forall E, over E f <= 0) as N.
  { intros E; replace 0 with (over E (fun _ => 0)) by (rewrite over_const; ring); now apply over_le. }
  induction D as [| b D IH]; [destruct A |]; rewrite over_cons; destruct A as [<- | A]; [specialize (N D); lra |].
  specialize (IH A); specialize (F b); lra.
Qed.

Lemma cheapest n D x level a j : NoDup D -> incl D (Zrange 0 n) -> (0 <= a < n)%Z -> ~ In a D -> In j D ->
  IZR (Z.of_nat (length D)) * level + over (Zrange 0 n) (part x level) - part x level a
    + (x j - level - part x level j) <= over D x.
Proof.
  intros N I A NA J; set (f := part x level).
  rewrite (over_split (fun i => memZ i D)), (over_permuted _ _ _ (members_permuted D _ N (NoDup_Zrange 0 n) I)).
  assert (over (filter (fun i => negb (memZ i D)) (Zrange 0 n)) f <= f a).
  { apply one_of_many; [| apply part_not_positive].
    apply filter_In; split; [now apply in_Zrange | now apply memZ_not]. }
  assert (forall i, f i <= x i - level) as B by (intros; apply Rmin_l).
  assert (over D f + (x j - level - f j) <= over D (fun i => x i - level)); [| rewrite over_less in *; lra].
  destruct (in_split j D J) as (D1 & D2 & ->); rewrite !over_app, !over_cons.
  assert (forall E, over E f <= over E (fun i => x i - level)) as G by (intros; apply over_le; auto).
  pose proof (G D1); pose proof (G D2); lra.
Qed.

(** What must hold for a form to be defined is about lengths and bounds of indices. *)
Ltac parts := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac bounds := intros; parts; rewrite ?in_Zrange, ?app_length, ?Nat2Z.inj_add in *; lia.
Ltac defined := repeat (split; [solve [bounds] |]).
