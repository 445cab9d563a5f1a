(** Lemmas 5 and 10, Corollary 1: of sorted variances a few rows of Eq. 6 decide. *)

From Coq Require Import Lra Lia.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest.

Definition falling (a b : Z) (f : Z -> R) : Prop := forall i j, (a <= i <= j)%Z -> (j < b)%Z -> f j <= f i.

(** Eq. 9: everyone is active. *)
Definition eq9 (n t : Z) (r x : Z -> R) : Prop :=
  forall j, (0 <= j <= t)%Z -> r j <= x j + over (Zrange (t + 1) n) x.

Lemma NoDup_apart (a : Z) L : ~ In a L -> NoDup L -> NoDup (a :: L).
Proof. now constructor. Qed.

Lemma one_less n t : IZR (n - t) = IZR (n - t - 1) + 1.
Proof. rewrite <- plus_IZR; f_equal; lia. Qed.

Lemma parts_from n t x : (0 <= t < n)%Z -> falling 0 n x ->
  over (Zrange 0 n) (part x (x t)) = over (Zrange (t + 1) n) x - IZR (n - t - 1) * x t.
Proof.
  intros T F; rewrite (over_range 0 (t + 1) n) by lia.
  rewrite (over_ext (Zrange 0 (t + 1)) _ (fun _ => 0)), over_range_const, Rmult_0_r, Rplus_0_l by
    (lia || (intros i I; apply in_Zrange in I; apply part_above, F; lia)).
  rewrite (over_ext (Zrange (t + 1) n) _ (fun i => x i - x t)), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; apply part_below, F; lia)).
  now replace (n - (t + 1))%Z with (n - t - 1)%Z by lia.
Qed.

Lemma sorted_rows n t r x : (1 <= t <= n - 1)%Z -> falling 0 n r -> falling 0 n x ->
  eq9 n t r x <-> safe n t (Zrange 0 n) r x.
Proof.
  intros T FR FX; split; intros H.
  - intros D (N & I & L & a & _ & A & NA) j J; pose proof (I j J) as B; apply in_Zrange in B.
    pose proof (cheapest n D x (x t) a j N I A NA J) as C; rewrite parts_from, L in C by (lia || auto).
    pose proof (part_not_positive x (x t) a); rewrite one_less in C.
    destruct (Z.le_gt_cases j t) as [E | E].
    + specialize (H j ltac:(lia)); rewrite (part_above x (x t) j) in C by (apply FX; lia); lra.
    + specialize (H t ltac:(lia)); rewrite (part_below x (x t) j) in C by (apply FX; lia).
      assert (r j <= r t) by (apply FR; lia); lra.
  - intros j J; rewrite <- over_cons; apply H; [| now left]; split; [| split; [| split]].
    + apply NoDup_apart; [rewrite in_Zrange; lia | apply NoDup_Zrange].
    + intros i [<- | I]; rewrite in_Zrange in *; lia.
    + cbn [length]; rewrite length_Zrange; lia.
    + exists (if Z.eqb j 0 then 1 else 0)%Z; destruct (Z.eqb_spec j 0); cbn [In]; rewrite !in_Zrange; lia.
Qed.

(** Eq. 10: the first u parties are active, both groups are sorted. E is what all rows share. *)
Definition shared (n t u : Z) (x : Z -> R) : R := over (Zrange 1 u) x + over (Zrange (u + t) n) x.
Definition eq12 (n t u : Z) (r x : Z -> R) : Prop :=
  (forall j, (0 <= j < t)%Z -> r (u + j)%Z <= x (u + j)%Z + shared n t u x) /\
  r 0%Z <= x 0%Z + shared n t u x - x 1%Z + x (u + t - 1)%Z.
Definition eq10 (n t u : Z) (r x : Z -> R) : Prop :=
  eq12 n t u r x /\ r 1%Z <= x (u + t - 1)%Z + shared n t u x.

(** Sizes under Convention 4, and groups in order. *)
Definition sizes (n t u : Z) : Prop := (2 <= u)%Z /\ (1 <= t)%Z /\ (u + t <= n)%Z.
Definition by_group (n u : Z) (f : Z -> R) : Prop := falling 0 u f /\ falling u n f.

Section Groups.
Variables (n t u : Z) (x : Z -> R).
Hypotheses (S : sizes n t u) (FX : by_group n u x) (C5 : x 1%Z <= x (u + t - 1)%Z).
Local Notation level := (x (u + t - 1)%Z).

Lemma parts_by_group :
  over (Zrange 0 n) (part x level) = part x level 0 + shared n t u x - IZR (n - t - 1) * level.
Proof.
  destruct S as (U & T & N), FX as [F1 F2]; unfold shared.
  rewrite (over_range 0 u n), (over_range u (u + t) n), (over_first 0 u) by lia; change (0 + 1)%Z with 1%Z.
  rewrite (over_ext (Zrange u (u + t)) _ (fun _ => 0)), over_range_const by
    (lia || (intros i I; apply in_Zrange in I; apply part_above, F2; lia)).
  rewrite (over_ext (Zrange 1 u) _ (fun i => x i - level)), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; apply part_below; apply Rle_trans with (x 1%Z); [apply F1; lia | exact C5])).
  rewrite (over_ext (Zrange (u + t) n) _ (fun i => x i - level)), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; apply part_below, F2; lia)).
  replace (n - t - 1)%Z with (u - 1 + (n - (u + t)))%Z by lia; rewrite plus_IZR; lra.
Qed.

Lemma least_outside D : outside n t (Zrange 0 u) D -> forall j, In j D ->
  level + shared n t u x <= over D x /\
  ((u <= j < u + t)%Z -> x j + shared n t u x <= over D x) /\
  (j = 0%Z -> x 0%Z + shared n t u x - x 1%Z + level <= over D x).
Proof.
  intros (N & I & L & a & A1 & A2 & NA) j J; destruct S as (U & T & SN), FX as [F1 F2].
  apply in_Zrange in A1; pose proof (I j J) as B; apply in_Zrange in B.
  pose proof (cheapest n D x level a j N I A2 NA J) as C; rewrite parts_by_group, L in C.
  rewrite one_less in C.
  assert (part x level a <= part x level 0) by (apply part_le, F1; lia).
  pose proof (Rmin_l (x j - level) 0 : part x level j <= x j - level); split; [lra | split].
  - intros K; rewrite (part_above x level j) in C by (apply F2; lia); lra.
  - intros ->; assert (a <> 0)%Z by (intros ->; tauto).
    assert (x a <= x 1%Z) by (apply F1; lia); rewrite (part_below x level a) in C by lra; lra.
Qed.

Lemma group_rows r : by_group n u r -> eq10 n t u r x <-> safe n t (Zrange 0 u) r x.
Proof.
  intros [R1 R2]; pose proof least_outside as G; destruct S as (U & T & N), FX as [F1 F2]; split.
  - intros [[H1 H0] H2] D O j J; destruct (G D O j J) as (G1 & G2 & G3).
    assert (0 <= j < n)%Z as B by (destruct O as (_ & I & _); apply I, in_Zrange in J; lia).
    destruct (Z.lt_ge_cases j u); [destruct (Z.eq_dec j 0) as [-> | ?] |].
    + specialize (G3 eq_refl); lra.
    + assert (r j <= r 1%Z) by (apply R1; lia); lra.
    + destruct (Z.lt_ge_cases j (u + t)).
      * specialize (G2 ltac:(lia)); specialize (H1 (j - u)%Z ltac:(lia)); replace (u + (j - u))%Z with j in H1 by lia; lra.
      * specialize (H1 (t - 1)%Z ltac:(lia)); replace (u + (t - 1))%Z with (u + t - 1)%Z in H1 by lia.
        assert (r j <= r (u + t - 1)%Z) by (apply R2; lia); lra.
  - intros H; assert (forall j k, (0 <= j < t)%Z -> k = (u + j)%Z \/ k = 1%Z ->
      r k <= x (u + j)%Z + shared n t u x) as K.
    { intros j k J E; unfold shared; rewrite <- over_app, <- over_cons; apply H.
      - split; [| split; [| split]].
        + apply NoDup_apart; [rewrite in_app_iff, !in_Zrange; lia |].
          apply NoDup_app_intro; [apply NoDup_Zrange | apply NoDup_Zrange |]; intros i; rewrite !in_Zrange; lia.
        + intros i [<- | I]; rewrite ?in_app_iff, ?in_Zrange in *; lia.
        + cbn [length]; rewrite app_length, !length_Zrange; lia.
        + exists 0%Z; cbn [In]; rewrite in_app_iff, !in_Zrange; lia.
      - destruct E as [-> | ->]; [now left | right; rewrite in_app_iff, !in_Zrange; lia]. }
    split; [split |].
    + intros j J; apply K; auto.
    + replace (x 0%Z + shared n t u x - x 1%Z + x (u + t - 1)%Z) with
        (over (0 :: (u + t - 1) :: Zrange 2 u ++ Zrange (u + t) n)%Z x).
      * apply H; [| now left]; split; [| split; [| split]].
        -- apply NoDup_apart; [cbn [In]; rewrite in_app_iff, !in_Zrange; lia |].
           apply NoDup_apart; [rewrite in_app_iff, !in_Zrange; lia |].
           apply NoDup_app_intro; [apply NoDup_Zrange | apply NoDup_Zrange |]; intros i; rewrite !in_Zrange; lia.
        -- intros i [<- | [<- | I]]; rewrite ?in_app_iff, ?in_Zrange in *; lia.
        -- cbn [length]; rewrite app_length, !length_Zrange; lia.
        -- exists 1%Z; cbn [In]; rewrite in_app_iff, !in_Zrange; lia.
      * rewrite !over_cons, over_app; unfold shared; rewrite (over_first 1 u) by lia; change (1 + 1)%Z with 2%Z; lra.
    + replace (u + t - 1)%Z with (u + (t - 1))%Z by lia; apply K; [lia | now right].
Qed.
End Groups.
